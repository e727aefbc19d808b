//! Every family of rules by example: two descriptions of one Property, who supplies its data, and what is said.

use crate::comparison::{ComparisonRequest, Difference};
use crate::model::{Catalogue, SourceInput};

/// A model with the Property `p`; `client` data is only written, `thing` data only read.
fn model(description: &str, supplied: &str) -> Catalogue {
    let characteristics = match supplied {
        "client" => r#""readable":false,"observable":false"#,
        "thing" => r#""writable":false"#,
        _ => r#""writable":true"#,
    };
    let body = description.strip_prefix('{').unwrap();
    let comma = if body.starts_with('}') { "" } else { "," };
    let text =
        format!(r#"{{"sdfObject":{{"O":{{"sdfProperty":{{"p":{{{characteristics}{comma}{body}}}}}}}}}"#);
    let catalogue = Catalogue::from_inputs(&[SourceInput::supplied("a", text.clone().into_bytes())]).unwrap();
    assert!(catalogue.sources()[0].document().is_ok(), "{text}");
    catalogue
}

/// One line for each difference: where, what is said, and the witness or the reason.
fn said(difference: &Difference) -> String {
    let side = difference.earlier.as_ref().or(difference.later.as_ref()).unwrap();
    let place = side.pointer.strip_prefix("/sdfObject/O/sdfProperty/p/").unwrap_or(&side.pointer);
    let proof = match (&difference.witness, difference.reason) {
        (Some(witness), _) => format!(" {}", witness.value),
        (None, Some(reason)) => format!(" {}", reason.code.trim_start_matches("comparison.")),
        (None, None) => String::new(),
    };
    format!("{place} {}{proof}", difference.classification.as_str())
}

fn compared(earlier: &str, later: &str, supplied: &str) -> Vec<String> {
    let (earlier, later) = (model(earlier, supplied), model(later, supplied));
    let comparison = ComparisonRequest::new(&earlier, &later).compare().unwrap();
    comparison.differences().iter().map(said).collect()
}

/// Earlier, later, who supplies, what is said.
type Example = (&'static str, &'static str, &'static str, &'static [&'static str]);

fn check(examples: &[Example]) {
    for (earlier, later, supplied, expected) in examples {
        assert_eq!(compared(earlier, later, supplied), *expected, "{supplied}: {earlier} to {later}");
    }
}

#[test]
fn a_bound_is_told_by_the_numbers_between_the_two() {
    check(&[
        (
            r#"{"type":"number","maximum":9}"#,
            r#"{"type":"number","maximum":7.5}"#,
            "client",
            &["maximum breaking 9"],
        ),
        (
            r#"{"type":"number","maximum":9}"#,
            r#"{"type":"number","maximum":7.5}"#,
            "thing",
            &["maximum compatible"],
        ),
        (
            r#"{"type":"number","maximum":7.5}"#,
            r#"{"type":"number","maximum":9}"#,
            "thing",
            &["maximum breaking 9"],
        ),
        (r#"{"type":"number"}"#, r#"{"type":"number","minimum":2}"#, "client", &["minimum breaking 1"]),
        // The exclusive bound itself lies outside.
        (
            r#"{"type":"number"}"#,
            r#"{"type":"number","exclusiveMinimum":2}"#,
            "client",
            &["exclusiveMinimum breaking 2"],
        ),
        // An inclusive bound beside a tighter exclusive one changes nothing.
        (
            r#"{"type":"number","exclusiveMaximum":3}"#,
            r#"{"type":"number","exclusiveMaximum":3,"maximum":3}"#,
            "both",
            &["maximum compatible"],
        ),
        (r#"{"maximum":1e1}"#, r#"{"maximum":10.0}"#, "both", &[]),
        (r#"{"maximum":"9"}"#, r#"{"maximum":9}"#, "client", &["maximum undetermined unproven"]),
    ]);
}

#[test]
fn a_length_is_told_by_a_text_just_across_the_limit() {
    check(&[
        (
            r#"{"type":"string","maxLength":4}"#,
            r#"{"type":"string","maxLength":2}"#,
            "client",
            &["maxLength breaking \"aaa\""],
        ),
        (
            r#"{"type":"string","minLength":2}"#,
            r#"{"type":"string","minLength":1}"#,
            "thing",
            &["minLength breaking \"a\""],
        ),
        (r#"{"type":"string"}"#, r#"{"type":"string","minLength":0}"#, "both", &["minLength compatible"]),
        // A pattern that rejects the candidates leaves it open.
        (
            r#"{"type":"string","maxLength":4,"pattern":"^[0-9]+$","nullable":false}"#,
            r#"{"type":"string","maxLength":2,"pattern":"^[0-9]+$","nullable":false}"#,
            "client",
            &["maxLength undetermined unproven"],
        ),
    ]);
}

#[test]
fn a_step_is_told_by_a_multiple_of_one_that_is_none_of_the_other() {
    check(&[
        (r#"{"multipleOf":2}"#, r#"{"multipleOf":6}"#, "client", &["multipleOf breaking 2"]),
        (r#"{"multipleOf":2}"#, r#"{"multipleOf":6}"#, "thing", &["multipleOf compatible"]),
        (r#"{}"#, r#"{"multipleOf":0.1}"#, "client", &["multipleOf breaking 0.05"]),
        (r#"{"multipleOf":0}"#, r#"{"multipleOf":1}"#, "client", &["multipleOf undetermined unproven"]),
    ]);
}

#[test]
fn patterns_and_formats_that_come_or_go_narrow_or_widen() {
    check(&[
        (r#"{"type":"string"}"#, r#"{"type":"string","pattern":"^x"}"#, "client", &["pattern breaking \"\""]),
        (r#"{"type":"string","pattern":"^x"}"#, r#"{"type":"string"}"#, "client", &["pattern compatible"]),
        (
            r#"{"type":"string"}"#,
            r#"{"type":"string","pattern":"("}"#,
            "client",
            &["pattern undetermined witness_unsettled"],
        ),
        (r#"{"type":"string"}"#, r#"{"type":"string","format":"date"}"#, "client", &["format breaking \"\""]),
        (
            r#"{"type":"string","format":"uri"}"#,
            r#"{"type":"string","format":"uri-reference"}"#,
            "client",
            &["format compatible"],
        ),
        (
            r#"{"type":"string"}"#,
            r#"{"type":"string","format":"phone"}"#,
            "client",
            &["format undetermined not_classified"],
        ),
    ]);
}

#[test]
fn listed_and_constant_values_are_their_own_witnesses() {
    check(&[
        (r#"{"enum":["on","off"]}"#, r#"{"enum":["on"]}"#, "client", &["enum breaking \"off\""]),
        (r#"{"enum":["on","off"]}"#, r#"{"enum":["off","on"]}"#, "both", &[]),
        (r#"{"enum":["on"]}"#, r#"{"enum":["on","off"]}"#, "thing", &["enum breaking \"off\""]),
        (r#"{"enum":["on"]}"#, r#"{"enum":["on",1]}"#, "client", &["enum undetermined unproven"]),
        (r#"{"const":7}"#, r#"{"const":8}"#, "client", &["const breaking 7"]),
        (r#"{"const":7}"#, r#"{"const":8}"#, "thing", &["const breaking 8"]),
        (r#"{"const":7}"#, r#"{"const":7.0}"#, "both", &[]),
    ]);
}

#[test]
fn every_integer_is_a_number_and_no_type_admits_all() {
    check(&[
        (r#"{"type":"integer"}"#, r#"{"type":"number"}"#, "client", &["type compatible"]),
        (r#"{"type":"integer"}"#, r#"{"type":"number"}"#, "thing", &["type breaking 0.5"]),
        (r#"{"type":"number"}"#, r#"{}"#, "client", &["type compatible"]),
        (r#"{"type":"boolean"}"#, r#"{"type":"string"}"#, "client", &["type breaking true"]),
        (r#"{"type":"boolean"}"#, r#"{"type":"colour"}"#, "client", &["type undetermined unproven"]),
    ]);
}

#[test]
fn null_is_admitted_unless_a_description_says_otherwise() {
    check(&[
        (
            r#"{"type":"integer"}"#,
            r#"{"type":"integer","nullable":false}"#,
            "client",
            &["nullable breaking null"],
        ),
        (r#"{"type":"integer"}"#, r#"{"type":"integer","nullable":true}"#, "both", &[]),
        (r#"{"nullable":false}"#, r#"{}"#, "thing", &["nullable breaking null"]),
        (r#"{"nullable":false}"#, r#"{"nullable":"no"}"#, "client", &["nullable undetermined unproven"]),
    ]);
}

#[test]
fn required_entries_and_entries_that_come_or_go_are_told_by_maps() {
    let entry = r#"{"type":"object","properties":{"a":{"type":"integer"}}}"#;
    check(&[
        (
            entry,
            r#"{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}"#,
            "client",
            &["required breaking {}"],
        ),
        // Nobody relied on an entry that was neither described nor required.
        (r#"{"type":"object","properties":{}}"#, entry, "both", &["properties/a compatible"]),
        (
            r#"{"type":"object","required":["a"],"properties":{}}"#,
            r#"{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}"#,
            "client",
            &["properties/a breaking {\"a\":\"\"}"],
        ),
        (entry, r#"{"type":"object","properties":{}}"#, "thing", &["properties/a breaking {\"a\":\"\"}"]),
        (entry, r#"{"type":"object"}"#, "client", &["properties undetermined not_classified"]),
    ]);
}

#[test]
fn a_candidate_is_placed_in_the_maps_and_arrays_around_it() {
    check(&[
        (
            r#"{"type":"object","required":["k"],"properties":{"k":{"type":"boolean"},"v":{"maximum":9,"type":"integer"}}}"#,
            r#"{"type":"object","required":["k"],"properties":{"k":{"type":"boolean"},"v":{"maximum":5,"type":"integer"}}}"#,
            "client",
            &["properties/v/maximum breaking {\"v\":9,\"k\":true}"],
        ),
        // What is required beside it must be described alike, or the map could be rejected for that.
        (
            r#"{"type":"object","required":["k"],"properties":{"k":{"maxLength":3},"v":{"maximum":9,"type":"integer"}}}"#,
            r#"{"type":"object","required":["k"],"properties":{"k":{"maxLength":4},"v":{"maximum":5,"type":"integer"}}}"#,
            "client",
            &["properties/v/maximum undetermined unproven", "properties/k/maxLength compatible"],
        ),
        (
            r#"{"type":"array","minItems":2,"items":{"type":"integer","maximum":9}}"#,
            r#"{"type":"array","minItems":3,"items":{"type":"integer","maximum":5}}"#,
            "client",
            &["minItems breaking [9,9]", "items/maximum breaking [9,9,9]"],
        ),
    ]);
}

#[test]
fn arrays_are_told_by_how_many_items_they_hold() {
    check(&[
        (
            r#"{"type":"array","maxItems":3}"#,
            r#"{"type":"array","maxItems":1}"#,
            "client",
            &["maxItems breaking [null,null]"],
        ),
        (r#"{"type":"array","minItems":1}"#, r#"{"type":"array"}"#, "thing", &["minItems breaking []"]),
        (
            r#"{"type":"array","items":{"type":"string"}}"#,
            r#"{"type":"array","items":{"type":"string"},"uniqueItems":true}"#,
            "client",
            &["uniqueItems breaking [\"\",\"\"]"],
        ),
        (
            r#"{"type":"array"}"#,
            r#"{"type":"array","items":{"type":"string"}}"#,
            "client",
            &["items breaking [0]"],
        ),
        // A description that imports into items has no meaning, whatever it imports.
        (
            r##"{"type":"array","items":{"sdfRef":"#/sdfData/x"}}"##,
            r##"{"type":"array","items":{"sdfRef":"#/sdfData/x"}}"##,
            "client",
            &["items undetermined interpretation.unresolved"],
        ),
    ]);
}

#[test]
fn alternatives_share_what_their_holder_says() {
    check(&[
        (
            r#"{"sdfChoice":{"a":{"const":1},"b":{"const":2}}}"#,
            r#"{"sdfChoice":{"a":{"const":1}}}"#,
            "client",
            &["sdfChoice/b breaking 2"],
        ),
        (
            r#"{"sdfChoice":{"a":{"const":1}}}"#,
            r#"{"sdfChoice":{"a":{"const":1},"b":{"const":2}}}"#,
            "client",
            &["sdfChoice/b compatible"],
        ),
        (
            r#"{"maximum":9,"sdfChoice":{"a":{"type":"integer"}}}"#,
            r#"{"maximum":5,"sdfChoice":{"a":{"type":"integer"}}}"#,
            "client",
            &["maximum breaking 9"],
        ),
        // Every alternative says it itself, so the holder's word reaches no value.
        (
            r#"{"maximum":9,"sdfChoice":{"a":{"type":"integer","maximum":3}}}"#,
            r#"{"maximum":5,"sdfChoice":{"a":{"type":"integer","maximum":3}}}"#,
            "client",
            &["maximum compatible"],
        ),
        (
            r#"{"sdfChoice":{"a":{"const":1}}}"#,
            r#"{"sdfChoice":3}"#,
            "client",
            &["sdfChoice undetermined not_classified"],
        ),
    ]);
}

#[test]
fn a_quality_that_goes_from_a_holder_goes_from_the_alternatives_of_its_alternatives() {
    check(&[
        (
            r#"{"nullable":false,"sdfChoice":{"a":{"sdfChoice":{"b":{"type":"number"}}}}}"#,
            r#"{"sdfChoice":{"a":{"sdfChoice":{"b":{"type":"number"}}}}}"#,
            "thing",
            &["nullable breaking null"],
        ),
        (
            r#"{"sdfChoice":{"a":{"sdfChoice":{"b":{"type":"number"}}}}}"#,
            r#"{"maximum":4,"sdfChoice":{"a":{"sdfChoice":{"b":{"type":"number"}}}}}"#,
            "client",
            &["maximum breaking 5"],
        ),
    ]);
}

#[test]
fn what_changes_how_values_read_is_misread() {
    check(&[
        (r#"{"unit":"Cel"}"#, r#"{"unit":"K"}"#, "client", &["unit breaking"]),
        (r#"{}"#, r#"{"unit":"K"}"#, "client", &["unit undetermined unit_added"]),
        (r#"{"unit":"K"}"#, r#"{"unit":"parsec"}"#, "client", &["unit undetermined unit_unrecorded"]),
        (
            r#"{"contentFormat":"text/plain"}"#,
            r#"{"contentFormat":"application/json"}"#,
            "thing",
            &["contentFormat breaking"],
        ),
        (r#"{"sdfType":"byte-string"}"#, r#"{"sdfType":"unix-time"}"#, "client", &["sdfType breaking"]),
        (
            r#"{"type":"string"}"#,
            r#"{"type":"string","sdfType":"byte-string"}"#,
            "client",
            &["sdfType breaking \"!\""],
        ),
    ]);
}

#[test]
fn what_only_people_read_is_harmless_and_what_nobody_knows_is_not_classified() {
    check(&[
        (
            r#"{"label":"a","description":"b","$comment":"c","default":1}"#,
            r#"{}"#,
            "both",
            &["label compatible", "description compatible", "$comment compatible", "default compatible"],
        ),
        (r#"{"acme:x":1}"#, r#"{"acme:x":2}"#, "client", &["acme:x undetermined not_classified"]),
        // It spoils the proof of everything beside it, and a witness still counts.
        (
            r#"{"type":"integer","acme:x":1,"maximum":5}"#,
            r#"{"type":"integer","acme:x":2,"maximum":9}"#,
            "client",
            &["acme:x undetermined not_classified", "maximum undetermined unproven"],
        ),
    ]);
}

#[test]
fn a_malformed_choice_is_not_classified_when_it_changes_and_nothing_when_it_stays() {
    for malformed in ["5", r#"{"a":5}"#, r#"{"a":"x","b":{}}"#] {
        let same = format!(r#"{{"sdfChoice":{malformed}}}"#);
        assert!(compared(&same, &same, "client").is_empty(), "{malformed}");
        let said = compared(&same, r#"{"sdfChoice":{"a":{"const":1}}}"#, "client");
        assert_eq!(said, ["sdfChoice undetermined not_classified"], "{malformed}");
    }
}

#[test]
fn an_entry_whose_name_nobody_can_read_leaves_its_map_undetermined() {
    let named = r#"{"type":"object","properties":{"a":{"maximum":9}}}"#;
    let unreadable = r#"{"type":"object","properties":{"a":{"maximum":8},"\ud800":{"type":"string"}}}"#;
    const TOLD: &str = "properties undetermined interpretation.unresolved";
    check(&[
        (named, unreadable, "client", &["properties/a/maximum breaking {\"a\":9}", TOLD]),
        (unreadable, named, "thing", &["properties/a/maximum breaking {\"a\":9}", TOLD]),
        (unreadable, unreadable, "client", &[TOLD]),
    ]);
}
