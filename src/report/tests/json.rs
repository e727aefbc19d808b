//! The JSON report: shape, order, and what is dropped.

use super::*;
use crate::model::{Catalogue, SourceInput};
use crate::report::json;

fn parsed(comparison: &RevisionComparison<'_>) -> serde_json::Value {
    serde_json::from_str(&json(comparison)).unwrap()
}

fn assert_sorted(value: &serde_json::Value, at: &str) {
    match value {
        serde_json::Value::Object(members) => {
            let names: Vec<_> = members.keys().collect();
            assert!(names.is_sorted(), "{at}: {names:?}");
            for (name, member) in members {
                assert_sorted(member, &format!("{at}/{name}"));
            }
        }
        serde_json::Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                assert_sorted(element, &format!("{at}/{index}"));
            }
        }
        _ => {}
    }
}

#[test]
fn members_are_sorted_at_every_level_and_the_text_is_compact() {
    let lock = lock();
    let comparison = everything(&lock);
    let text = json(&comparison);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_sorted(&value, "");
    assert_eq!(text, format!("{value}\n"));
}

#[test]
fn the_report_of_one_witnessed_change_is_exactly_this() {
    let before = r#"{"sdfObject":{"V":{"sdfProperty":{"f":{"maximum":9}}}}}"#;
    let after = r#"{"sdfObject":{"V":{"sdfProperty":{"f":{"maximum":12}}}}}"#;
    let pair = revisions(&[("v", before)], &[("v", after)]);
    let at = "/sdfObject/V/sdfProperty/f/maximum";
    let compared = pair.compared(vec![pair.changed("v", at).breaking(Direction::ThingSupplied, "12")]);
    let expected = r#"{"baseline":{"corrections":[],"deviations":[],"id":"rfc9880/base-1","interpretations":[],"registry_knowledge":[],"rfc":"9880"},
"coverage":{"broader":{"inventory":null,"inventory_status":"unavailable","state":"partial"},"omissions":[],"requested":{"assessed":1,"count_unit":"comparison","inventory":null,"not_applicable":0,"total":1,"unassessed":0,"undetermined":0},"rows":[],"rows_omitted":0},
"diagnostics":{"items":[],"omissions":[],"omitted":0,"reasons":[],"retained":0,"truncated":false},
"operation":"diff",
"outcome":{"complete":true,"disposition":"failed","errors":1,"incomplete_checks":0,"notices":0,"strict_warnings":false,"warnings":0},
"policy":{"acknowledgements":0,"recorded_registry":"use_recorded","restrictions":["A002"],"strict_warnings":false},
"request":{"assessment":null,"comparison":"esdieff.revision-comparison/2","inventory":null,"scope":{"earlier":{"assessed":[1],"dependencies":[],"kind":"catalogue","roots":[],"unavailable_required":[]},"later":{"assessed":[1],"dependencies":[],"kind":"catalogue","roots":[],"unavailable_required":[]}}},
"result":{"differences":[{"acknowledged":false,"acknowledgement":{"classification":"breaking","earlier":{"document":"v","pointer":"/sdfObject/V/sdfProperty/f/maximum"},"kind":"changed","later":{"document":"v","pointer":"/sdfObject/V/sdfProperty/f/maximum"},"quality":"maximum","subject":"quality"},"classification":"breaking","directions":["thing_supplied"],"earlier":{"location":{"kind":"effective","pointer":"/sdfObject/V/sdfProperty/f/maximum","root":1},"origin":{"kind":"source","pointer":"/sdfObject/V/sdfProperty/f/maximum","source_id":1,"span":[49,50]},"presence":"present"},"kind":"changed","later":{"location":{"kind":"effective","pointer":"/sdfObject/V/sdfProperty/f/maximum","root":1},"origin":{"kind":"source","pointer":"/sdfObject/V/sdfProperty/f/maximum","source_id":1,"span":[49,51]},"presence":"present"},"quality":"maximum","subject":"quality","witness":{"admission":{"earlier":"rejected","later":"admitted"},"direction":"thing_supplied","raw_json":"12"}}],"differences_omitted":0,"documents":{"added":[],"compared":[{"earlier":1,"later":1}],"removed":[]},"kind":"diff","omissions":[],"outcome":"breaking","summary":{"acknowledged":{"breaking":0,"undetermined":0},"breaking":1,"compatible":0,"documents":{"added":0,"compared":1,"removed":0},"undetermined":0},"unused_acknowledgements":[]},
"schema":"esdieff.report",
"sources":[{"acquisition":"supplied","content_complete":true,"decode":"usable","id":1,"key":"v","label":"v1/v","retained_bytes":55,"revision":"earlier","role":"model"},{"acquisition":"supplied","content_complete":true,"decode":"usable","id":1,"key":"v","label":"v2/v","retained_bytes":56,"revision":"later","role":"model"}],
"version":"1.5"}"#;
    assert_eq!(
        json(&compared).replace(",\"", ",\n\""),
        format!("{}\n", expected.replace(",\n", ",")).replace(",\"", ",\n\"")
    );
}

#[test]
fn a_broken_document_is_required_and_unavailable() {
    let lock = lock();
    let report = parsed(&everything(&lock));
    assert_eq!(report["request"]["scope"]["later"]["assessed"], serde_json::json!([1, 2, 3]));
    assert_eq!(report["request"]["scope"]["later"]["unavailable_required"], serde_json::json!([3]));
    let door = &report["sources"][5];
    assert_eq!((door["key"].as_str(), door["decode"].as_str()), (Some("door.sdf.json"), Some("rejected")));
    let warning = &report["diagnostics"]["items"][0];
    assert_eq!(warning["primary"]["revision"], "later");
    assert_eq!(warning["primary"]["pointer"], "/info/version");
    assert_eq!(warning["arguments"]["breaking_differences"], 3);
    assert_eq!(report["policy"]["acknowledgements"], 2);
    assert_eq!(report["result"]["summary"]["acknowledged"]["undetermined"], 1);
    assert_eq!(report["result"]["unused_acknowledgements"], serde_json::json!([1]));
    assert_eq!(report["baseline"]["registry_knowledge"][0]["state"], "available");
}

#[test]
fn unavailable_differences_have_a_reason_and_no_entry() {
    let lock = lock();
    let report = parsed(&everything(&lock));
    let unavailable: Vec<_> = report["result"]["differences"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|difference| difference["kind"] == "unavailable")
        .collect();
    assert_eq!(unavailable.len(), 2);
    for difference in unavailable {
        assert_eq!(difference["reason"]["code"], "json.syntax");
        assert!(difference.get("acknowledgement").is_none());
        assert_eq!(difference["later"]["location"]["pointer"], "");
        assert_eq!(difference["later"]["origin"], serde_json::Value::Null);
    }
}

/// A pair with many removals under a report limit.
fn limited(report_bytes: usize) -> (Catalogue, Catalogue, Vec<String>) {
    let names: Vec<String> = (0..40).map(|index| format!("p{index}")).collect();
    let body: Vec<String> = names.iter().map(|name| format!("\"{name}\":{{}}")).collect();
    let text = format!(
        "{{\"info\":{{\"version\":\"1\"}},\"sdfObject\":{{\"O\":{{\"sdfProperty\":{{{}}}}}}}}}",
        body.join(",")
    );
    let limits = Limits { report_bytes, ..Limits::default() };
    let catalogue = |text: &str| {
        let inputs = [SourceInput::supplied("m", text.as_bytes())];
        Catalogue::from_inputs_with_limits(&inputs, limits.clone()).unwrap()
    };
    (catalogue(&text), catalogue(r#"{"info":{"version":"1"},"sdfObject":{"O":{"sdfProperty":{}}}}"#), names)
}

#[test]
fn details_beyond_the_limit_are_dropped_from_the_end_and_counted() {
    let whole = {
        let (earlier, later, names) = limited(usize::MAX);
        let pair = Revisions { earlier, later, acknowledgements: None };
        removals(&pair, &names).to_json()
    };
    let mut kept_before = 0;
    for limit in (0..whole.len() + 700).step_by(251) {
        let (earlier, later, names) = limited(limit);
        let pair = Revisions { earlier, later, acknowledgements: None };
        let compared = removals(&pair, &names);
        let report = parsed(&compared);
        let kept = report["result"]["differences"].as_array().unwrap().len();
        let omitted = report["result"]["differences_omitted"].as_u64().unwrap() as usize;
        assert_eq!(kept + omitted, 40);
        assert!(kept >= kept_before, "more room keeps more");
        kept_before = kept;
        assert_eq!(
            report["diagnostics"]["retained"].as_u64().unwrap()
                + report["diagnostics"]["omitted"].as_u64().unwrap(),
            1
        );
        assert_eq!(report["diagnostics"]["truncated"], omitted > 0 || report["diagnostics"]["omitted"] == 1);
        assert_eq!(report["outcome"]["errors"], 40);
        assert_eq!(report["outcome"]["warnings"], 1);
        if omitted > 0 {
            let omission = serde_json::json!([{"field": "result.differences", "omitted_count": omitted, "reason": "byte_limit"}]);
            assert_eq!(report["result"]["omissions"], omission);
            assert_eq!(report["diagnostics"]["omissions"], omission);
            assert_eq!(report["diagnostics"]["reasons"], serde_json::json!(["byte_limit"]));
        }
        if kept > 0 {
            assert!(json(&compared).len() <= limit, "{limit}");
        }
    }
    assert_eq!(kept_before, 40);
}

fn removals<'c>(pair: &'c Revisions, names: &[String]) -> RevisionComparison<'c> {
    let removed = |name: &String| {
        let at = format!("/sdfObject/O/sdfProperty/{name}");
        pair.single(DifferenceKind::Removed, Subject::Definition(Class::Property), "m", &at)
    };
    let mut compared = pair.compared(names.iter().map(removed).collect());
    compared.version_warnings = vec![pair.version_warning("m", 40)];
    compared
}

#[test]
fn a_label_that_is_too_long_is_null_and_said_to_be_missing() {
    let input = SourceInput::supplied("m", b"{}".as_slice()).label("l".repeat(513));
    let earlier = Catalogue::from_inputs(&[input]).unwrap();
    let later = Catalogue::from_inputs(&[SourceInput::supplied("m", b"{}".as_slice())]).unwrap();
    let pair = Revisions { earlier, later, acknowledgements: None };
    let report = parsed(&pair.compared(Vec::new()));
    assert_eq!(report["sources"][0]["label"], serde_json::Value::Null);
    assert_eq!(report["sources"][0]["label_omitted"]["reason"], "byte_limit");
    assert!(report["sources"][1].get("label").is_none());
    assert_eq!(report["diagnostics"]["truncated"], true);
}

#[test]
fn a_withheld_registry_says_so_and_nothing_of_its_record() {
    let same = revisions(&[("m", "{}")], &[("m", "{}")]);
    let mut compared = same.compared(Vec::new());
    compared.policy = crate::registry::RecordedRegistryPolicy::WithholdRecorded;
    compared.consulted = vec![RegistryId::SenmlUnits];
    let report = parsed(&compared);
    assert_eq!(
        report["baseline"]["registry_knowledge"],
        serde_json::json!([{
            "reason": "caller_withheld", "registry": "iana.senml-units", "snapshot": null, "state": "unavailable"
        }])
    );
    assert_eq!(report["policy"]["recorded_registry"], "withhold_recorded");
    assert!(compared.to_human().contains("Registry iana.senml-units: unavailable, withheld by request\n"));
}
