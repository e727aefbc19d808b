//! What groupings ask of a Thing: which declarations it must provide, and how many instances it may have.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use countersign::comparison::{DifferenceKind, Revision};
use countersign::{Catalogue, ComparisonRequest, SourceInput};

/// One line for each difference: where, what is said, and the reason where there is one.
fn compared(earlier: &str, later: &str) -> Vec<String> {
    let catalogue = |text: &str| {
        let text = format!("{{{text}}}").into_bytes();
        let catalogue = Catalogue::from_inputs(&[SourceInput::supplied("a", text)]).unwrap();
        assert!(catalogue.sources()[0].document().is_ok(), "{earlier} {later}");
        catalogue
    };
    let (earlier, later) = (catalogue(earlier), catalogue(later));
    let comparison = ComparisonRequest::new(&earlier, &later).compare().unwrap();
    let lines = comparison.differences().iter().map(|difference| {
        let side = difference.side(Revision::Earlier).or(difference.side(Revision::Later)).unwrap();
        assert!(
            difference.directions().is_empty() || difference.kind() == DifferenceKind::Removed,
            "{difference:?}"
        );
        let reason = difference.reason().map_or(String::new(), |reason| format!(" {}", reason.code()));
        format!("{} {}{reason}", side.pointer(4096).unwrap(), difference.classification().as_str())
    });
    lines.collect()
}

/// An Object with two Properties and this in front of them.
fn oven(required: &str) -> String {
    format!(r#""sdfObject":{{"Oven":{{{required}"sdfProperty":{{"temp":{{}},"door":{{}}}}}}}}"#)
}

#[test]
fn a_declaration_that_need_not_be_there_any_longer_breaks_and_a_new_duty_does_not() {
    let none = oven("");
    let temp = oven(r#""sdfRequired":["temp"],"#);
    let door = oven(r#""sdfRequired":["door"],"#);
    let both = oven(r#""sdfRequired":["door","temp"],"#);
    let at = "/sdfObject/Oven/sdfRequired";
    assert_eq!(compared(&temp, &none), [format!("{at} breaking")]);
    assert_eq!(compared(&none, &temp), [format!("{at} compatible")]);
    assert_eq!(compared(&temp, &both), [format!("{at} compatible")]);
    assert_eq!(compared(&both, &door), [format!("{at} breaking")]);
    // One comes and one goes: one change, and it breaks.
    assert_eq!(compared(&temp, &door), [format!("{at} breaking")]);
}

#[test]
fn three_spellings_of_one_requirement_are_no_change() {
    let name = oven(r#""sdfRequired":["temp"],"#);
    let pointer = oven(r##""sdfRequired":["#/sdfObject/Oven/sdfProperty/temp"],"##);
    let carrier =
        r#""sdfObject":{"Oven":{"sdfProperty":{"temp":{"sdfRequired":[true]},"door":{}}}}"#.to_owned();
    let spellings = [name, pointer, carrier];
    for earlier in &spellings {
        for later in &spellings {
            assert_eq!(compared(earlier, later), [""; 0], "{earlier} {later}");
        }
    }
}

/// A Thing around the oven.
fn kitchen(thing: &str, object: &str) -> String {
    format!(r#""sdfThing":{{"Kitchen":{{{thing}{}}}}}"#, oven(object))
}

#[test]
fn what_a_required_object_requires_is_required_of_the_thing_around_it() {
    let direct = kitchen(r##""sdfRequired":["#/sdfThing/Kitchen/sdfObject/Oven/sdfProperty/temp"],"##, "");
    let through = kitchen(r#""sdfRequired":["Oven"],"#, r#""sdfRequired":["temp"],"#);
    assert_eq!(compared(&direct, &through), [""; 0]);
    assert_eq!(compared(&through, &direct), [""; 0]);
    // The Object still requires it, but the Object itself may now be absent.
    let only_inside = kitchen("", r#""sdfRequired":["temp"],"#);
    assert_eq!(compared(&through, &only_inside), ["/sdfThing/Kitchen/sdfRequired breaking"]);
}

#[test]
fn a_declaration_that_only_one_revision_has_is_no_requirement_that_changed() {
    let with = r#""sdfObject":{"O":{"sdfRequired":["a","b"],"sdfAction":{"a":{},"b":{}}}}"#;
    let without = r#""sdfObject":{"O":{"sdfRequired":["a"],"sdfAction":{"a":{}}}}"#;
    assert_eq!(compared(with, without), ["/sdfObject/O/sdfAction/b breaking"]);
    assert_eq!(compared(without, with), ["/sdfObject/O/sdfAction/b compatible"]);
}

#[test]
fn a_name_that_selects_nothing_leaves_changed_requirements_undetermined() {
    let known = oven(r#""sdfRequired":["temp"],"#);
    let unknown = oven(r#""sdfRequired":["temp","lamp"],"#);
    let at = "/sdfObject/Oven/sdfRequired undetermined required.unavailable";
    assert_eq!(compared(&known, &unknown), [at]);
    assert_eq!(compared(&unknown, &oven(r#""sdfRequired":["lamp"],"#)), [at]);
    assert_eq!(compared(&unknown, &unknown), [""; 0]);
}

/// What is said of the counts of a grouping that has these in the earlier and in the later revision.
fn counts(earlier: &str, later: &str) -> Vec<String> {
    let object = |counts: &str| format!(r#""sdfObject":{{"Lamp":{{{counts}}}}}"#);
    let said = compared(&object(earlier), &object(later));
    said.iter().map(|line| line.trim_start_matches("/sdfObject/Lamp/").to_owned()).collect()
}

#[test]
fn fewer_possible_instance_counts_are_compatible_and_more_break() {
    let array = r#""minItems":2,"maxItems":5"#;
    for (later, said) in [
        (r#""minItems":3,"maxItems":5"#, "minItems compatible"),
        (r#""minItems":1,"maxItems":5"#, "minItems breaking"),
        (r#""maxItems":5"#, "minItems breaking"),
        (r#""minItems":2,"maxItems":4"#, "maxItems compatible"),
        (r#""minItems":2,"maxItems":6"#, "maxItems breaking"),
        (r#""minItems":2"#, "maxItems breaking"),
    ] {
        assert_eq!(counts(array, later), [said], "{later}");
    }
    assert_eq!(counts(r#""minItems":2"#, array), ["maxItems compatible"]);
    // Each end is judged alone.
    assert_eq!(counts(array, r#""minItems":3,"maxItems":6"#), ["maxItems breaking", "minItems compatible"]);
}

#[test]
fn a_minimum_of_none_and_another_spelling_leave_the_range_as_it_is() {
    assert_eq!(counts(r#""maxItems":5"#, r#""minItems":0,"maxItems":5"#), ["minItems compatible"]);
    assert_eq!(counts(r#""minItems":0,"maxItems":5"#, r#""maxItems":5"#), ["minItems compatible"]);
    assert_eq!(counts(r#""minItems":10"#, r#""minItems":1e1"#), [""; 0]);
}

#[test]
fn becoming_an_array_and_counts_that_are_none_are_undetermined() {
    let undetermined = "undetermined comparison.not_classified";
    for (earlier, later, quality) in [
        ("", r#""minItems":1"#, "minItems"),
        (r#""maxItems":1"#, "", "maxItems"),
        (r#""minItems":1"#, r#""minItems":1.5"#, "minItems"),
        (r#""minItems":1"#, r#""minItems":-1"#, "minItems"),
        (r#""minItems":1"#, r#""minItems":"2""#, "minItems"),
        (r#""minItems":2,"maxItems":5"#, r#""minItems":6,"maxItems":5"#, "minItems"),
    ] {
        assert_eq!(counts(earlier, later), [format!("{quality} {undetermined}")], "{earlier} to {later}");
    }
}

/// What changed and is said to be used by nothing.
fn unused(earlier: &[(&str, &str)], later: &[(&str, &str)]) -> Vec<String> {
    let catalogue = |texts: &[(&str, &str)]| {
        let input =
            |&(key, text): &(&str, &str)| SourceInput::supplied(key, format!("{{{text}}}").into_bytes());
        let catalogue = Catalogue::from_inputs(&texts.iter().map(input).collect::<Vec<_>>()).unwrap();
        assert!(catalogue.sources().iter().all(|source| source.document().is_ok()), "{texts:?}");
        catalogue
    };
    let (earlier, later) = (catalogue(earlier), catalogue(later));
    let comparison = ComparisonRequest::new(&earlier, &later).compare().unwrap();
    comparison.unused_changes().iter().map(|change| change.pointer.clone()).collect()
}

#[test]
fn a_namespace_that_a_reference_goes_through_is_not_called_unused() {
    let caps = |kind: &str| {
        format!(
            r#""namespace":{{"c":"https://e.example/{kind}"}},"defaultNamespace":"c","sdfData":{{"level":{{"type":"{kind}"}}}}"#
        )
    };
    let (one, two) = (caps("integer"), caps("string"));
    let user = |kind: &str, reference: &str| {
        format!(
            r##""namespace":{{"cap":"https://e.example/{kind}","other":"https://e.example/{kind}/other"}},"sdfObject":{{"O":{{"sdfProperty":{{"p":{{"sdfRef":"{reference}#/sdfData/level"}}}}}}}}"##
        )
    };
    let pair = |reference: &str| {
        let (before, after) = (user("integer", reference), user("string", reference));
        unused(&[("1", &one), ("2", &two), ("user", &before)], &[("1", &one), ("2", &two), ("user", &after)])
    };
    assert_eq!(pair("cap:"), [""; 0]);
    assert_eq!(pair("far:"), ["/namespace"]);
}

#[test]
fn the_default_namespace_is_used_by_references_that_lead_there() {
    let model = |default: &str, members: &str| {
        format!(
            r#""namespace":{{"a":"https://e.example/a","b":"https://e.example/b"}},"defaultNamespace":"{default}",{members}"#
        )
    };
    let alone = r#""sdfData":{"level":{"type":"integer"}}"#;
    let local = r##""sdfData":{"level":{"type":"integer"}},"sdfObject":{"O":{"sdfProperty":{"p":{"sdfRef":"#/sdfData/level"}}}}"##;
    assert_eq!(unused(&[("m", &model("a", alone))], &[("m", &model("b", alone))]), ["/defaultNamespace"]);
    assert_eq!(unused(&[("m", &model("a", local))], &[("m", &model("b", local))]), [""; 0]);
}

#[test]
fn a_definition_that_an_unfollowed_reference_names_is_not_called_unused() {
    let model = |kind: &str, items: &str| {
        format!(
            r##""namespace":{{"me":"https://e.example/me"}},"defaultNamespace":"me","sdfData":{{"level":{{"type":"{kind}"}},"between":{{"sdfRef":"#/sdfData/level"}}}},"sdfObject":{{"O":{{"sdfProperty":{{"p":{{"type":"array","items":{items}}}}}}}}}"##
        )
    };
    let pair = |items: &str| {
        let (before, after) = (model("integer", items), model("string", items));
        unused(&[("m", &before)], &[("m", &after)])
    };
    for reference in ["#/sdfData/level", "me:#/sdfData/level", "#/sdfData/between", "me:#/sdfData/between"] {
        assert_eq!(pair(&format!(r#"{{"sdfRef":"{reference}"}}"#)), [""; 0], "{reference}");
    }
    // What only another unused definition names is used by nothing compared.
    assert_eq!(pair("{}"), ["/sdfData/level"]);
}
