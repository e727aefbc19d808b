//! Reading comparison documents back: what is refused, and how it is said.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use countersign::document::{Comparison, Options, WireError, compare};
use serde_json::{Value, json};

fn whole() -> Value {
    let source = b"# Terms\n\n1.1 Pay within thirty days of the invoice.\n\n1.2 Old clause.\n";
    let test = b"# Terms\n\n1.1 Pay within sixty days of the invoice.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n";
    let comparison = compare(source, test, &Options::default()).unwrap();
    serde_json::from_str(&comparison.to_json(true, true)).unwrap()
}

fn refusal(change: impl Fn(&mut Value)) -> String {
    let mut document = whole();
    change(&mut document);
    Comparison::from_json(document.to_string().as_bytes()).unwrap_err().to_string()
}

#[test]
fn the_whole_form_gives_the_same_comparison() {
    let document = whole();
    let read = Comparison::from_json(document.to_string().as_bytes()).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&read.to_json(true, true)).unwrap(), document);
    assert_eq!(read.statistics().counts.total, read.changes.len());
}

#[test]
fn versions_are_read_as_two_numbers() {
    let version = |value: Value| refusal(move |d| d["schema_version"] = value.clone());
    assert_eq!(version(json!("3.0")), "schema_version \"3.0\" is another major version; this reads \"2.0\"");
    assert!(version(json!("1.0")).contains("another major version"));
    assert_eq!(
        version(json!("2.1")),
        "schema_version \"2.1\" is newer than \"2.0\" and may hold what this cannot read; use a newer version of \
         countersign"
    );
    assert!(version(json!("2.10")).contains("newer"));
    for bad in [json!(2), json!("2"), json!("2.0.1"), json!("2.x"), json!("+2.0"), json!(null)] {
        assert!(version(bad.clone()).contains("is not two numbers"), "{bad}");
    }
    let missing = refusal(|d| drop(d.as_object_mut().unwrap().remove("schema_version")));
    assert!(missing.contains("has no \"schema_version\""), "{missing}");
}

#[test]
fn a_higher_minor_is_refused_for_its_version_and_not_for_its_keys() {
    let error = refusal(|d| {
        d["schema_version"] = json!("2.1");
        d["novelty"] = json!(true);
    });
    assert!(error.contains("is newer than"), "{error}");
}

#[test]
fn the_compact_form_and_a_missing_alignment_say_what_to_write() {
    let compact = refusal(|d| {
        let map = d.as_object_mut().unwrap();
        map.remove("source");
        map.remove("test");
    });
    assert!(compact.contains("include_trees=True"), "{compact}");
    let alignment = refusal(|d| drop(d.as_object_mut().unwrap().remove("alignment")));
    assert!(alignment.contains("include_alignment=True"), "{alignment}");
    let half = refusal(|d| drop(d.as_object_mut().unwrap().remove("test")));
    assert!(half.contains("present together or absent together"), "{half}");
}

/// A change to a document, and what is said about it.
type Case<'c> = (&'c dyn Fn(&mut Value), &'c str);

#[test]
fn what_contradicts_the_rest_is_refused_with_its_place() {
    let cases: [Case<'_>; 15] = [
        (&|d| d["extra"] = json!(1), "the document: a comparison document has unknown key(s): extra"),
        (
            &|d| {
                d["source"]["root"]["zeta"] = json!(1);
                d["source"]["root"]["alpha"] = json!(1);
            },
            "/source/root: a block has unknown key(s): alpha, zeta",
        ),
        (
            &|d| d["source"]["root"]["kind"] = json!("page"),
            "/source/root/kind: is no block kind; the kinds are document,",
        ),
        (&|d| d["source"]["root"]["confidence"] = json!(1.5), "/source/root/confidence: is no ratio"),
        (&|d| d["source"]["root"]["level"] = json!(-1), "/source/root/level: is no count"),
        (&|d| d["source"]["root"]["children"][0]["path"] = json!("/section[2]"), "path is \"/section[2]\""),
        (&|d| d["changes"][0]["kind"] = json!("split"), "/changes/0/kind: is no kind of change"),
        (&|d| d["changes"][0]["source_address"] = json!(null), "an insert has no source address"),
        (&|d| d["changes"][0]["test_address"] = json!("/row[9]"), "no block has this address"),
        (&|d| d["changes"][0]["matched_by"] = json!("luck"), "/changes/0/matched_by: is no pass"),
        (&|d| d["changes"][0]["inline"][0]["source_end"] = json!(0), "the operations do not lead"),
        (&|d| d["changes"][0]["inline"][0]["test_start"] = json!(99), "the operations do not lead"),
        (&|d| d["changes"].as_array_mut().unwrap().reverse(), "stands out of order or twice"),
        (&|d| drop(d["alignment"]["pairs"].as_array_mut().unwrap().pop()), "a block is neither paired nor"),
        (&|d| d["config"]["alignment"]["move_tie_margin"] = json!(2), "move_tie_margin: is no ratio"),
    ];
    for (change, expected) in cases {
        let error = refusal(change);
        assert!(error.contains(expected), "{expected}: {error}");
    }
}

#[test]
fn what_is_no_json_is_refused() {
    assert!(matches!(Comparison::from_json(b"{"), Err(WireError::Json(_))));
    assert!(matches!(Comparison::from_json(b"[]"), Err(WireError::Shape { .. })));
}
