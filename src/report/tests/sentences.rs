//! What the sentences say about differences that the comparison itself found.

use super::*;
use crate::comparison::ComparisonRequest;
use crate::model::{Catalogue, SourceInput};

/// Every difference of two documents, most severe first: what differs, and what it means.
fn of_documents(earlier: &str, later: &str) -> Vec<String> {
    let catalogue = |text: &str| {
        let input = SourceInput::supplied("m.sdf.json", text.as_bytes().to_vec());
        Catalogue::from_inputs(&[input]).unwrap()
    };
    let (earlier, later) = (catalogue(earlier), catalogue(later));
    let comparison = ComparisonRequest::new(&earlier, &later).compare().unwrap();
    let places = crate::report::place::Places::new(&comparison);
    let told = |difference: &Difference| {
        format!(
            "{}: {}",
            crate::report::change::what(&places, difference).plain(),
            crate::report::sentence::meaning(&places, difference).plain()
        )
    };
    comparison.differences().iter().map(told).collect()
}

fn object(members: &str) -> String {
    format!(r#"{{"sdfObject":{{"O":{{{members}}}}}}}"#)
}

/// The same for the qualities of a Property that is only read.
fn read(earlier: &str, later: &str) -> Vec<String> {
    let document = |text: &str| {
        object(&format!(r#""sdfProperty":{{"p":{{"writable":false,"observable":false,{text}}}}}"#))
    };
    of_documents(&document(earlier), &document(later))
}

/// The same for the qualities of a Property that is only written.
fn written(earlier: &str, later: &str) -> Vec<String> {
    let document = |text: &str| {
        object(&format!(r#""sdfProperty":{{"p":{{"readable":false,"observable":false,{text}}}}}"#))
    };
    of_documents(&document(earlier), &document(later))
}

#[test]
fn a_sentence_names_the_quality_that_refuses_the_witness() {
    let list = r#""type":"string","maxLength":5,"enum":["a","cccc"]"#;
    let longer = r#""type":"string","maxLength":9,"enum":["a","b","cccc"]"#;
    assert_eq!(
        read(list, longer),
        [
            r#"maxLength 5 → 9: a Thing may now report "b"; earlier Clients accept only "a" and "cccc" (enum refuses it, not maxLength)"#,
            r#"enum gained "b": a Thing may now report "b"; earlier Clients accept only "a" and "cccc""#,
        ]
    );
    assert_eq!(
        written(longer, list),
        [
            r#"maxLength 9 → 5: a Client may still send "b"; Things now accept only "a" and "cccc" (enum refuses it, not maxLength)"#,
            r#"enum lost "b": a Client may still send "b"; Things now accept only "a" and "cccc""#,
        ]
    );
    assert_eq!(
        read(r#""type":"number","exclusiveMaximum":5"#, r#""type":"number","maximum":5"#),
        [
            "exclusiveMaximum removed, was 5: a Thing may now report 5; earlier Clients accept only values below 5",
            "maximum added: 5: a Thing may now report 5; earlier Clients accept only values below 5 (exclusiveMaximum \
             refuses it, not maximum)",
        ]
    );
    assert_eq!(
        read(r#""type":"string","format":"date""#, r#""type":"integer""#),
        [
            r#"type "string" → "integer": a Thing may now report 0; earlier Clients accept only strings"#,
            r#"format removed, was "date": a Thing may now report 0; earlier Clients accept only strings (type refuses it, not format)"#,
        ]
    );
    assert_eq!(
        read(r#""sdfType":"byte-string""#, r#""type":"string""#)[0],
        r#"sdfType removed, was "byte-string": a Thing may now report "!"; earlier Clients accept only byte strings, which are base64url texts without padding"#
    );
}

#[test]
fn a_sentence_names_the_place_inside_the_value_that_refuses_it() {
    // The items of what is sent are refused, not their number.
    let said = read(
        r#""type":"array","maxItems":1,"items":{"type":"integer","maximum":0}"#,
        r#""type":"array","maxItems":2,"items":{"type":"integer","minimum":1,"maximum":9}"#,
    );
    assert_eq!(
        said[0], "maxItems 1 → 2: a Thing may now report [1,1]; earlier Clients accept at most 1 item",
        "{said:#?}"
    );
    let said = read(
        r#""type":"object","properties":{"a":{"type":"integer","maximum":1}},"required":["a"]"#,
        r#""type":"object","properties":{"a":{"type":"integer","maximum":2}},"required":["a"]"#,
    );
    assert!(
        said.contains(
            &r#"maximum 1 → 2: a Thing may now report {"a":2}; earlier Clients accept at most 1 at /a"#
                .to_owned()
        ),
        "{said:#?}"
    );
    let nested = |text: &str| {
        format!(r#""type":"object","required":["s"],"properties":{{"s":{{"type":"string",{text}}}}}"#)
    };
    assert_eq!(
        read(&nested(r#""maxLength":5,"enum":["a"]"#), &nested(r#""maxLength":9,"enum":["a","b"]"#))[0],
        r#"maxLength 5 → 9: a Thing may now report {"s":"b"}; earlier Clients accept only "a" at /s (enum refuses it, not maxLength)"#
    );
}

#[test]
fn an_alternative_refuses_only_for_itself() {
    assert_eq!(
        read(
            r#""sdfChoice":{"a":{"const":1},"b":{"const":2}}"#,
            r#""sdfChoice":{"a":{"const":1},"b":{"const":3},"c":{"const":4}}"#
        ),
        [
            "added alternative c of sdfChoice: a Thing may now report 4; earlier Clients accept it in no alternative",
            "const 2 → 3: a Thing may now report 3; earlier Clients accept only 2 in the alternative b, and no other \
             one admits it",
        ]
    );
}

#[test]
fn a_map_entry_that_went_is_told_to_whom_it_matters() {
    let with = r#""type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}"#;
    let without = r#""type":"object","properties":{"a":{"type":"string"}}"#;
    assert_eq!(
        read(with, without),
        [
            r#"removed map entry b: b is not described any more, so a Thing may now report {"b":""}; earlier Clients accept only integers at /b"#
        ]
    );
    let input = |text: &str| object(&format!(r#""sdfAction":{{"go":{{"sdfInputData":{{{text}}}}}}}"#));
    assert_eq!(
        of_documents(&input(with), &input(without)),
        ["removed map entry b: earlier Clients may still send it; nothing describes that entry any longer"]
    );
}

#[test]
fn a_member_that_seems_to_close_a_map_is_said_to_be_unread() {
    let closed = r#""type":"object","additionalProperties":false,"properties":{"a":{}"#;
    let open = r#""type":"object","properties":{"a":{}"#;
    let unread = "its map has the member additionalProperties, which is no quality of SDF and was not read";
    let action = |part: &str, text: &str, entry: &str| {
        object(&format!(r#""sdfAction":{{"go":{{"{part}":{{{text}{entry}}}}}}}}}"#))
    };
    let b = r#","b":{}"#;
    for [before, after] in [[closed, closed], [closed, open], [open, closed]] {
        for (part, first, second) in [("sdfInputData", b, ""), ("sdfOutputData", "", b)] {
            let said = of_documents(&action(part, before, first), &action(part, after, second));
            let of_b = said.iter().find(|said| said.contains("map entry b: ")).unwrap();
            assert!(of_b.ends_with(unread), "{said:#?}");
        }
    }
    let said = of_documents(&action("sdfInputData", closed, b), &action("sdfInputData", closed, ""));
    let removed = "earlier Clients may still send it; nothing describes that entry any longer";
    assert_eq!(said, [format!("removed map entry b: {removed}; {unread}")]);
    let said = of_documents(&action("sdfOutputData", open, ""), &action("sdfOutputData", open, b));
    assert_eq!(said, ["added map entry b: no earlier Client uses it"]);
}

#[test]
fn a_changed_requirement_names_what_became_of_which_declaration() {
    let oven = |required: &str| {
        object(&format!("\"sdfRequired\":[\n{required}],\"sdfProperty\":{{\"temp\":{{}},\"door\":{{}}}}"))
    };
    let said = |earlier: &str, later: &str| {
        let mut said = of_documents(&oven(earlier), &oven(later));
        assert_eq!(said.len(), 1, "{said:#?}");
        said.remove(0).split_once(": ").unwrap().1.to_owned()
    };
    assert_eq!(
        said("\"temp\",\n\"door\"", "\"temp\""),
        "a Thing may now leave out sdfProperty door (was mandatory by m.sdf.json:3:1), and Clients count on it"
    );
    assert_eq!(
        said("\"temp\",\"door\"", ""),
        "a Thing may now leave out sdfProperty door (was mandatory by m.sdf.json:2:8) and sdfProperty temp (was mandatory \
         by m.sdf.json:2:1), and Clients count on it"
    );
    assert_eq!(
        said("\"temp\"", "\"door\""),
        "a Thing may now leave out sdfProperty temp (was mandatory by m.sdf.json:2:1), and Clients count on it; it must \
         now offer sdfProperty door (mandatory by m.sdf.json:2:1)"
    );
    assert_eq!(said("", "\"door\""), "Things must now offer sdfProperty door (mandatory by m.sdf.json:2:1)");
}

#[test]
fn a_requirement_of_an_inner_grouping_is_told_with_its_pointer_and_many_are_counted() {
    let kitchen = |inner: &str| {
        format!(
            "{{\"sdfThing\":{{\"Kitchen\":{{\"sdfRequired\":[\"Oven\"],\"sdfObject\":{{\"Oven\":{{\"sdfRequired\":[\n{inner}],\"sdfProperty\":{{{}}}}}}}}}}}}}",
            (0..7).map(|n| format!("\"p{n}\":{{}}")).collect::<Vec<_>>().join(",")
        )
    };
    let all = (0..7).map(|n| format!("\"p{n}\"")).collect::<Vec<_>>().join(",\n");
    let told = of_documents(&kitchen(&all), &kitchen("\"p0\""));
    let named = |name: &dyn Fn(u8) -> String| {
        let one = |n: u8| format!("{} (was mandatory by m.sdf.json:{}:1)", name(n), n + 2);
        (1..6).map(one).collect::<Vec<_>>().join(", ")
    };
    for name in [
        &(|n: u8| format!("/sdfThing/Kitchen/sdfObject/Oven/sdfProperty/p{n}")) as &dyn Fn(u8) -> String,
        &|n: u8| format!("sdfProperty p{n}"),
    ] {
        let expected =
            format!(": a Thing may now leave out {} and 1 more, and Clients count on it", named(name));
        assert!(told.iter().any(|told| told.ends_with(&expected)), "{expected}\n{told:#?}");
    }
}

#[test]
fn properties_that_only_one_revision_has_are_told_as_such() {
    let (none, empty) = (r#""type":"object""#, r#""type":"object","properties":{}"#);
    let one = r#""type":"object","properties":{"a":{}}"#;
    for (earlier, later, revision, entries) in [
        (empty, none, "earlier", "no entry"),
        (none, empty, "later", "no entry"),
        (none, one, "later", "1 entry"),
    ] {
        let expected = format!(
            "only the {revision} revision has properties at all, with {entries} in it, so nothing corresponds to it entry by entry"
        );
        let said = read(earlier, later);
        assert!(said.iter().any(|said| said.ends_with(&expected)), "{expected}\n{said:#?}");
    }
}

#[test]
fn values_that_look_the_same_are_told_apart() {
    assert_eq!(
        read("\"enum\":[\"caf\u{E9}\"]", "\"enum\":[\"cafe\u{301}\"]"),
        [
            "enum lost \"caf\u{E9}\" and gained \"cafe\\u{301}\": a Thing may now report \"cafe\\u{301}\"; earlier Clients \
          accept only \"caf\u{E9}\""
        ]
    );
}

#[test]
fn a_default_is_documentation() {
    assert_eq!(
        read(r#""type":"integer","default":1"#, r#""type":"integer","default":2"#),
        ["default 1 → 2: it documents the data; how a default is used is not defined"]
    );
}

#[test]
fn a_change_of_meaning_says_who_misreads_what() {
    let [meter, second] = [r#""type":"number","unit":"m""#, r#""type":"number","unit":"s""#];
    assert_eq!(
        read(meter, second),
        [
            r#"unit "m" → "s": earlier Clients read the values in "m"; Things now send them in "s", so Clients misread them"#
        ]
    );
    assert_eq!(
        written(meter, second),
        [
            r#"unit "m" → "s": earlier Clients send the values in "m"; Things now read them in "s", so they misread what Clients send"#
        ]
    );
    assert_eq!(
        read(r#""sdfType":"byte-string""#, r#""sdfType":"unix-time""#),
        [
            r#"sdfType "byte-string" → "unix-time": earlier Clients read the values as "byte-string"; Things now send them as "unix-time", so Clients misread them"#
        ]
    );
    assert_eq!(
        read(r#""contentFormat":"50""#, r#""contentFormat":"60""#),
        [
            r#"contentFormat "50" → "60": earlier Clients read the values in the format "50"; Things now send them in the format "60", so Clients misread them"#
        ]
    );
    let event = |text: &str| object(&format!(r#""sdfEvent":{{"e":{{{text}}}}}"#));
    assert_eq!(
        of_documents(&event(""), &event(r#""sdfOutputData":{"type":"number"}"#)),
        ["sdfOutputData added: earlier Clients wait for no output, so none misses or misreads it"]
    );
}

/// A value that a quality cannot have, beside a usable one, and what is said about it.
const FAULTS: &[(&str, &str, &str)] = &[
    (r#""minimum":0"#, r#""minimum":"0""#, r#"is the text "0", not a number"#),
    ("", r#""exclusiveMinimum":true"#, "is true, not a number"),
    ("", r#""maximum":null"#, "is null, not a number"),
    ("", r#""multipleOf":0"#, "is the number 0, not a number above 0"),
    (r#""maxLength":5"#, r#""maxLength":-1"#, "is the number -1, not a whole number from 0 on"),
    ("", r#""minLength":1.5"#, "is the number 1.5, not a whole number from 0 on"),
    ("", r#""maxItems":[]"#, "is a list, not a whole number from 0 on"),
    (
        r#""type":"integer""#,
        r#""type":["integer"]"#,
        "is a list, not one of the types number, integer, string, boolean, array and object",
    ),
    (
        r#""type":"integer""#,
        r#""type":"int""#,
        r#"is the text "int", not one of the types number, integer, string, boolean, array and object"#,
    ),
    (
        r#""pattern":"^a""#,
        r#""pattern":"(a""#,
        r#"is the text "(a", which is no regular expression: a group that does not end, at byte 0"#,
    ),
    ("", r#""pattern":{}"#, "is a map, not a text"),
    ("", r#""enum":"a""#, r#"is the text "a", not a list of texts"#),
    ("", r#""enum":[]"#, "is an empty list, which admits nothing"),
    ("", r#""enum":["a",1]"#, "has at position 1 the number 1, not a text"),
    (
        "",
        r#""enum":["\udfff"]"#,
        "has at position 0 a text that holds half a character (an escape such as \\ud800 alone)",
    ),
    (
        "",
        r#""sdfChoice":{"\udfff":{}}"#,
        "has a name that holds half a character (an escape such as \\ud800 alone), so it names nothing",
    ),
    (
        r#""maximum":1"#,
        r#""maximum":1e9999999"#,
        "is the number 1e9999999, which is too large, too small or too long to be compared exactly",
    ),
    ("", r#""required":"a""#, r#"is the text "a", not a list of texts"#),
    (r#""required":["a"]"#, r#""required":[]"#, "is an empty list, which names nothing"),
    ("", r#""nullable":"no""#, r#"is the text "no", not true or false"#),
    ("", r#""uniqueItems":1"#, "is the number 1, not true or false"),
    ("", r#""readable":"no""#, r#"is the text "no", not true or false"#),
    ("", r#""unit":3"#, "is the number 3, not a text"),
    ("", r#""contentFormat":50"#, "is the number 50, not a text"),
    ("", r#""sdfType":[]"#, "is a list, not a text"),
    ("", r#""format":{}"#, "is a map, not a text"),
    (r#""properties":{}"#, r#""properties":[]"#, "is a list, not a map"),
    (r#""items":{}"#, r#""items":[]"#, "is a list, not a map"),
    (r#""sdfChoice":{}"#, r#""sdfChoice":[]"#, "is a list, not a map"),
    (
        "",
        r#""unit":"\ud800""#,
        "is a text that holds half a character (an escape such as \\ud800 alone), so nobody can read it",
    ),
];

#[test]
fn a_value_that_a_quality_cannot_have_is_told_with_its_place_in_either_revision() {
    for &(fine, broken, fault) in FAULTS {
        let quality = broken.split('"').nth(1).unwrap();
        let document = |text: &str| object(&format!("\"sdfProperty\":{{\"p\":{{\n{text}}}}}"));
        for (revision, [earlier, later]) in [("later", [fine, broken]), ("earlier", [broken, fine])] {
            let said = of_documents(&document(earlier), &document(later));
            // A place that is shown anyway is not repeated.
            let place = if revision == "later" || fine.is_empty() { "" } else { "(m.sdf.json:2:1) " };
            let expected =
                format!(": {quality} in the {revision} revision {place}{fault}; it cannot be compared");
            assert!(said.iter().any(|said| said.ends_with(&expected)), "{expected}\n{said:#?}");
        }
    }
}

#[test]
fn what_a_reason_leaves_open_is_told_from_the_documents() {
    let reference = |text: &str| object(&format!(r##""sdfProperty":{{"p":{{{text}}}}}"##));
    let fine = reference(r#""type":"integer""#);
    for (later, said) in [
        (
            reference(r##""sdfRef":"#/sdfData/none""##),
            r##"a reference has no available target; in the later revision it begins with sdfRef "#/sdfData/none""##,
        ),
        (
            reference(r#""sdfRef":3"#),
            "p in the later revision has an sdfRef that is the number 3, not a text; it cannot be compared",
        ),
        (
            reference(r#""sdfRef":"\ud800""#),
            "p in the later revision has an sdfRef that is a text that holds half a character (an escape such as \\ud800 \
             alone), so nobody can read it; it cannot be compared",
        ),
    ] {
        assert_eq!(of_documents(&fine, &later), [format!("sdfProperty p could not be compared: {said}")]);
    }
    for (info, said) in [
        (r#"{"features":["vendor"]}"#, r#"features is ["vendor"]"#),
        (r#"{"features":"vendor"}"#, r#"features is the text "vendor", not a list"#),
        ("[]", "info is a list, not a map"),
    ] {
        let later = fine.replacen('{', &format!("{{\"info\":{info},"), 1);
        assert_eq!(
            of_documents(&fine, &later),
            [format!(
                "sdfObject O could not be compared: the document declares extension features that are not understood; in \
                 the later revision {said}"
            )]
        );
    }
}

#[test]
fn a_reference_without_its_hash_is_told_the_right_form() {
    let model = |reference: &str| {
        format!(
            r#"{{"namespace":{{"cap":"https://e.example/cap"}},"sdfObject":{{"O":{{"sdfProperty":{{"p":{{"sdfRef":"{reference}"}}}}}}}}}}"#
        )
    };
    let fine = object(r#""sdfProperty":{"p":{"type":"integer"}}"#);
    for (reference, form) in [
        ("cap:/sdfData/level", "; a place in another document is written cap:#/sdfData/level"),
        ("far:/sdfData/level", "; a place in another document is written far:#/sdfData/level"),
        ("cap:level", "; a place in another document is written prefix:#/sdfData/name"),
        ("https://e.example/cap", "; a place in another document is written prefix:#/sdfData/name"),
        (
            "1x:#/sdfData/level",
            "; a place in another document is written prefix:#/sdfData/level, with a prefix that begins with a letter or _",
        ),
        ("/sdfData/level", "; a place in the same document is written #/sdfData/level"),
        ("cap:#/sdfData/level", ""),
        ("far:#/sdfData/level", ""),
        ("#/sdfData/level", ""),
    ] {
        let said = of_documents(&fine, &model(reference));
        let expected = format!("in the later revision it begins with sdfRef \"{reference}\"{form}");
        assert!(said.len() == 1 && said[0].ends_with(&expected), "{expected}\n{said:#?}");
    }
}

#[test]
fn a_value_that_is_broken_in_both_revisions_is_told_for_both() {
    assert_eq!(
        read("\n\"minimum\":\"0\"", "\n\"minimum\":true"),
        [
            r#"minimum "0" → true: minimum in the later revision is true, not a number, and in the earlier revision (m.sdf.json:2:1) is the text "0", not a number; it cannot be compared"#
        ]
    );
}

#[test]
fn a_broken_value_beside_a_difference_is_told_too() {
    let said = read(
        "\n\"type\":\"integer\",\"maximum\":9,\n\"minimum\":\"0\"",
        "\n\"type\":\"integer\",\"maximum\":12,\n\"minimum\":\"0\"",
    );
    assert_eq!(
        said,
        [
            "maximum 9 → 12: whether a candidate value is admitted could not be settled; beside it minimum in the later \
             revision (m.sdf.json:3:1) is the text \"0\", not a number"
        ]
    );
    let document = |most: u8| {
        object(&format!(
            "\"sdfProperty\":{{\"p\":{{\n\"writable\":\"no\",\"type\":\"object\",\"properties\":{{\"a\":{{\"maximum\":{most}}}}}}}}}"
        ))
    };
    assert_eq!(
        of_documents(&document(9), &document(12)),
        [
            "maximum 9 → 12: who supplies the data is unknown, because a characteristic is unusable; beside it writable in \
             the later revision (m.sdf.json:2:1) is the text \"no\", not true or false"
        ]
    );
}

#[test]
fn a_definition_that_is_none_is_named_and_told() {
    let fine = object(r#""sdfProperty":{"p":{"type":"integer"}}"#);
    for (later, what, fault) in [
        (
            r#"{"sdfObject":[]}"#.to_owned(),
            "everything under sdfObject",
            "sdfObject in the later revision is a list, not a map",
        ),
        (
            object(r#""sdfProperty":[]"#),
            "everything under sdfProperty of sdfObject O",
            "sdfProperty in the later revision is a list, not a map",
        ),
        (
            object(r#""sdfProperty":{"p":[]}"#),
            "sdfProperty p",
            "p in the later revision is a list, not a map",
        ),
        (
            object(r#""sdfProperty":{"p":7}"#),
            "sdfProperty p",
            "p in the later revision is the number 7, not a map",
        ),
        (
            object(r#""sdfProperty":{"p":{"type":"integer"},"\udc00":{}}"#),
            "a definition under sdfProperty",
            "sdfProperty in the later revision has a name that holds half a character (an escape such \
             as \\ud800 alone), so it names nothing",
        ),
        (
            object(r#""sdfProperty":{"p":{"type":"integer","\udc00":1}}"#),
            "sdfProperty p",
            "p in the later revision has a name that holds half a character (an escape such as \
             \\ud800 alone), so it names nothing",
        ),
    ] {
        assert_eq!(
            of_documents(&fine, &later),
            [format!("{what} could not be compared: {fault}; it cannot be compared")]
        );
    }
}

#[test]
fn an_interpretation_is_explained_where_it_is_named() {
    let lock = lock();
    let comparison = everything(&lock);
    for name in comparison.interpretations() {
        let title = crate::explain::find(name).unwrap().title();
        let title = title.split_at(1).1;
        assert!(comparison.to_human().contains(title), "{name}");
        assert!(comparison.to_markdown().contains(title), "{name}");
    }
}
