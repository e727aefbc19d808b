//! The review and its projection: every key at every level, hashes, places, statuses and errors.

// A test that cannot go on has failed.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use countersign::polish::projection::{self, Detail};
use countersign::polish::{
    Applicability, Edit, Modifier, ModifierError, Parameter, Proposal, Review, Snapshot, Status, defaults,
    polish, select,
};
use serde_json::{Value, json};

const LEVELS: [Detail; 3] = [Detail::Summary, Detail::Changes, Detail::Full];

/// What a test modifier does with a text.
type Act = Box<dyn Fn(&str) -> Result<Vec<Proposal>, ModifierError> + Send + Sync>;

struct Scripted {
    id: &'static str,
    parameters: Vec<(String, Parameter)>,
    check: Result<(), ModifierError>,
    act: Act,
}

impl Scripted {
    fn new(
        id: &'static str,
        act: impl Fn(&str) -> Result<Vec<Proposal>, ModifierError> + Send + Sync + 'static,
    ) -> Self {
        Self { id, parameters: Vec::new(), check: Ok(()), act: Box::new(act) }
    }

    /// Replaces the first occurrence of a text.
    fn replacing(id: &'static str, from: &'static str, to: &'static str) -> Self {
        Self::new(id, move |text| {
            let edit = text.find(from).map(|at| Proposal::replace(text, at..at + from.len(), to, "because"));
            Ok(edit.into_iter().collect())
        })
    }
}

impl Modifier for Scripted {
    fn id(&self) -> &str {
        self.id
    }

    fn version(&self) -> &'static str {
        "2.1.0"
    }

    fn parameters(&self) -> Vec<(String, Parameter)> {
        self.parameters.clone()
    }

    fn check(&self) -> Result<(), ModifierError> {
        self.check.clone()
    }

    fn applicability(&self, _: &Snapshot) -> Applicability {
        Applicability::yes("always")
    }

    fn propose(&self, snapshot: &Snapshot) -> Result<Vec<Proposal>, ModifierError> {
        (self.act)(snapshot.text())
    }
}

fn reviewed(text: &str, modifiers: Vec<Scripted>) -> Review {
    let modifiers: Vec<Box<dyn Modifier>> =
        modifiers.into_iter().map(|modifier| Box::new(modifier) as Box<dyn Modifier>).collect();
    polish(text.to_owned(), &modifiers)
}

fn projected(review: &Review, detail: Detail) -> Value {
    let value = serde_json::from_str(&projection::to_json(review, detail)).unwrap();
    let schema = serde_json::from_str(projection::SCHEMA).unwrap();
    let errors: Vec<_> = jsonschema::validator_for(&schema)
        .unwrap()
        .iter_errors(&value)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    value
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// One review of each kind: success, unstable, and failed in each phase.
fn reviews() -> Vec<Review> {
    let growing = || Scripted::replacing("t.grow", "a", "aa");
    let failing = |id| Scripted::new(id, |_| Err(ModifierError::new("no idea")));
    let calls = AtomicUsize::new(0);
    let fails_later = Scripted::new("t.later", move |_| match calls.fetch_add(1, Ordering::SeqCst) {
        0 => Ok(Vec::new()),
        _ => Err(ModifierError::new("no idea any more")),
    });
    let mut unchecked = Scripted::replacing("t.check", "a", "b");
    unchecked.check = Err(ModifierError::new("wrong parameter"));
    vec![
        reviewed("xay\n", vec![Scripted::replacing("t.b", "a", "b"), Scripted::replacing("t.c", "b", "c")]),
        reviewed("xay\n", vec![growing()]),
        reviewed("xay\n", vec![unchecked]),
        reviewed(
            "xay\n",
            vec![
                Scripted::replacing("t.b", "a", "b"),
                failing("t.fail"),
                Scripted::replacing("t.c", "b", "c"),
            ],
        ),
        reviewed("xay\n", vec![Scripted::replacing("t.b", "a", "b"), fails_later]),
    ]
}

#[test]
fn every_key_of_every_level_is_present_and_no_other() {
    let root = [
        "schema_name",
        "schema_version",
        "detail",
        "status",
        "current_kind",
        "stages_complete",
        "hash_contract",
        "coordinate_contract",
        "input",
        "current",
        "counts",
        "modifiers",
        "stages",
        "errors",
    ];
    for review in reviews() {
        for detail in LEVELS {
            let value = projected(&review, detail);
            let more = detail != Detail::Summary;
            let with = |base: &[&'static str], extra: &[&'static str], when: bool| -> Vec<&'static str> {
                base.iter().chain(extra.iter().filter(|_| when)).copied().collect()
            };
            assert_eq!(keys(&value), with(&root, &["residual_proposals"], more));
            let text = with(&["sha256", "code_point_length"], &["markdown"], detail == Detail::Full);
            assert_eq!(keys(&value["input"]), text);
            assert_eq!(keys(&value["current"]), text);
            for modifier in value["modifiers"].as_array().unwrap() {
                assert_eq!(
                    keys(modifier),
                    with(&["position", "modifier_id", "version"], &["parameters", "applicability"], more)
                );
            }
            for stage in value["stages"].as_array().unwrap() {
                assert_eq!(
                    keys(stage),
                    with(&["modifier_position", "before", "after", "change_count"], &["changes"], more)
                );
                assert_eq!(keys(&stage["before"]), text);
                assert_eq!(keys(&stage["after"]), text);
                for change in stage["changes"].as_array().into_iter().flatten() {
                    let expected = [
                        "proposal_index",
                        "edit_index",
                        "reason",
                        "location",
                        "span",
                        "before",
                        "after",
                        "before_sha256",
                        "after_sha256",
                    ];
                    assert_eq!(keys(change), expected);
                }
            }
            for error in value["errors"].as_array().unwrap() {
                let base = ["code", "stage", "modifier_position", "modifier_id", "modifier_version"];
                assert_eq!(keys(error), with(&base, &["diagnostic_type", "message"], more));
            }
            for proposal in value["residual_proposals"].as_array().into_iter().flatten() {
                assert_eq!(
                    keys(proposal),
                    ["modifier_position", "proposal_index", "snapshot_sha256", "reason", "edits"]
                );
                assert_eq!(
                    keys(&proposal["edits"][0]),
                    ["edit_index", "span", "expected_text", "replacement"]
                );
            }
        }
    }
}

#[test]
fn each_ending_has_its_status_kind_and_error_code() {
    let seen: Vec<_> = reviews()
        .iter()
        .map(|review| {
            let value = projected(review, Detail::Summary);
            let counts = &value["counts"];
            json!([
                value["status"],
                value["current_kind"],
                value["stages_complete"],
                counts["completed_stage_count"],
                counts["residual_proposal_count"],
                value["errors"][0]["code"],
                value["errors"][0]["stage"],
                value["errors"][0]["modifier_position"],
                value["errors"][0]["modifier_id"],
            ])
        })
        .collect();
    let expected = [
        json!(["success", "success_output", true, 2, 0, null, null, null, null]),
        json!(["unstable", "partial_output", true, 1, 1, null, null, null, null]),
        json!(["failed", "partial_output", false, 0, 0, "run.preflight_failed", "preflight", 0, "t.check"]),
        json!(["failed", "partial_output", false, 1, 0, "run.transform_failed", "transform", 1, "t.fail"]),
        json!([
            "failed",
            "partial_output",
            true,
            2,
            0,
            "run.final_review_failed",
            "final_review",
            1,
            "t.later"
        ]),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn a_failed_stage_leaves_the_text_as_the_stages_before_it_made_it() {
    let failed = &reviews()[3];
    assert_eq!(failed.current().text(), "xby\n");
    let value = projected(failed, Detail::Changes);
    assert_eq!(value["errors"][0]["message"], "no idea");
    assert_eq!(value["errors"][0]["diagnostic_type"], "ModifierError");
}

#[test]
fn edits_that_overlap_or_do_not_match_fail_their_stage() {
    let overlapping = Scripted::new("t.o", |text| {
        Ok(vec![Proposal {
            reason: "r".into(),
            edits: vec![Edit::replace(text, 0..2, ""), Edit::replace(text, 1..3, "")],
        }])
    });
    let mismatching = Scripted::new("t.m", |_| {
        let edit = Edit { span: 0..1, expected: "z".to_owned(), replacement: String::new() };
        Ok(vec![Proposal { reason: "r".into(), edits: vec![edit] }])
    });
    for (modifier, kind) in [(overlapping, "EditError::Overlap"), (mismatching, "EditError::Mismatch")] {
        let review = reviewed("abc", vec![modifier]);
        assert_eq!((review.status(), review.current().text()), (Status::Failed, "abc"));
        assert_eq!(projected(&review, Detail::Changes)["errors"][0]["diagnostic_type"], kind);
    }
}

#[test]
fn arrays_keep_their_order_and_indices() {
    let scattered = Scripted::new("t.s", |text| {
        let edit = |from: &str| text.find(from).map(|at| Edit::replace(text, at..at + 1, "_"));
        let edits = |found: [Option<Edit>; 2]| found.into_iter().flatten().collect::<Vec<_>>();
        let all = [edits([edit("d"), edit("b")]), edits([edit("a"), None])];
        Ok(all
            .into_iter()
            .map(|edits| Proposal { reason: "r".into(), edits })
            .filter(|p| !p.edits.is_empty())
            .collect())
    });
    let review = reviewed("abcd", vec![scattered]);
    let value = projected(&review, Detail::Changes);
    let changes: Vec<_> = value["stages"][0]["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| {
            json!([change["proposal_index"], change["edit_index"], change["before"], change["span"]["start"]])
        })
        .collect();
    assert_eq!(changes, [json!([0, 0, "d", 3]), json!([0, 1, "b", 1]), json!([1, 0, "a", 0])]);
    assert_eq!(review.current().text(), "__c_");
}

#[test]
fn spans_are_code_points_and_line_ends_count_once_in_lines() {
    // A byte order mark, a CRLF, a combining accent, a character of four bytes, a lone CR.
    let review = reviewed("\u{FEFF}a\r\ne\u{301}😀\rxX", vec![Scripted::replacing("t.x", "X", "ü")]);
    let value = projected(&review, Detail::Full);
    let change = &value["stages"][0]["changes"][0];
    assert_eq!(change["span"], json!({"start": 9, "end": 10}));
    assert_eq!(change["location"], json!({"line": 3, "column": 2}));
    assert_eq!(value["input"]["code_point_length"], 10);
    assert_eq!(value["input"]["markdown"], "\u{FEFF}a\r\ne\u{301}😀\rxX");
    assert_eq!(change["before_sha256"], value["stages"][0]["before"]["sha256"]);
    assert_eq!(change["after_sha256"], value["current"]["sha256"]);
}

#[test]
fn hashes_are_of_the_exact_bytes() {
    let hash = |text: &str| projected(&reviewed(text, vec![]), Detail::Summary)["input"]["sha256"].clone();
    // Computed with another program.
    assert_eq!(hash("a\n"), "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7");
    let texts = ["a\n", "a\r\n", "a\r", "\u{FEFF}a\n", "a", "\u{e1}\n", "a\u{301}\n"];
    let hashes: BTreeSet<_> = texts.iter().map(|text| hash(text).as_str().unwrap().to_owned()).collect();
    assert_eq!(hashes.len(), texts.len());
}

#[test]
fn parameters_are_pairs_in_order_and_nested_lists_stay_lists() {
    let mut modifier = Scripted::replacing("t.p", "x", "y");
    let pair = |a: &str, b: i64| Parameter::List(vec![Parameter::Text(a.to_owned()), Parameter::Integer(b)]);
    modifier.parameters = vec![
        ("z".to_owned(), Parameter::List(vec![pair("k", 1), pair("l", -9_007_199_254_740_991)])),
        ("a".to_owned(), Parameter::Float(0.5)),
        ("n".to_owned(), Parameter::Null),
        ("b".to_owned(), Parameter::Bool(true)),
    ];
    let value = projected(&reviewed("t", vec![modifier]), Detail::Changes);
    let expected =
        json!([["z", [["k", 1], ["l", -9_007_199_254_740_991_i64]]], ["a", 0.5], ["n", null], ["b", true]]);
    assert_eq!(value["modifiers"][0]["parameters"], expected);
    assert_eq!(value["modifiers"][0]["applicability"], json!({"applies": true, "reason": "always"}));
}

#[test]
fn numbers_that_json_readers_round_fail_the_preflight() {
    for wrong in [Parameter::Integer(1 << 53), Parameter::List(vec![Parameter::Float(f64::NAN)])] {
        let mut modifier = Scripted::replacing("t.p", "x", "y");
        modifier.parameters = vec![("p".to_owned(), wrong)];
        let review = reviewed("x", vec![modifier]);
        let value = projected(&review, Detail::Full);
        assert_eq!(value["errors"][0]["code"], "run.preflight_failed");
        assert_eq!(value["current"]["markdown"], "x");
    }
}

#[test]
fn the_text_form_is_indented_by_two_unescaped_and_without_a_final_line_end() {
    let review = reviewed("é\u{2028}\u{7f}", vec![]);
    let text = projection::to_json(&review, Detail::Full);
    assert!(text.starts_with("{\n  \"schema_name\": \"mdpolish.review\",\n  \"schema_version\": \"1.0\",\n"));
    assert!(text.ends_with("\"residual_proposals\": []\n}"));
    assert!(text.contains("\"markdown\": \"é\u{2028}\u{7f}\""));
}

#[test]
fn a_summary_holds_nothing_of_the_text() {
    let review = polish(
        "secret  \n\n\n\nsecret".to_owned(),
        &select(&["default", "space-runs:pattern=secret"]).unwrap(),
    );
    assert!(review.change_count() > 3);
    assert!(!projection::to_json(&review, Detail::Summary).contains("secret"));
    assert!(projection::to_json(&review, Detail::Changes).contains("secret"));
}

#[test]
fn what_would_still_change_is_reported_and_not_applied() {
    let review = reviewed("xay", vec![Scripted::replacing("t.grow", "a", "aa")]);
    assert_eq!(review.current().text(), "xaay");
    let value = projected(&review, Detail::Changes);
    let edits =
        json!([{"edit_index": 0, "span": {"start": 1, "end": 2}, "expected_text": "a", "replacement": "aa"}]);
    assert_eq!(value["residual_proposals"][0]["edits"], edits);
    assert_eq!(value["residual_proposals"][0]["snapshot_sha256"], value["current"]["sha256"]);
    assert_eq!(value["counts"]["change_count"], 1);
}

#[test]
fn a_later_change_is_followed_back_to_the_input() {
    let text = "a\r\n\r\n\r\n\r\nb  \r\n# c\r\n";
    let review = polish(text.to_owned(), &defaults());
    assert_eq!(review.current().text(), "a\n\nb\n\n# c\n");
    let edits: Vec<_> = review
        .input_edits()
        .skip_while(|edit| edit.modifier == 0)
        .map(|edit| {
            (edit.modifier, edit.span.clone(), edit.start.to_string(), edit.replacement.clone(), edit.lines())
        })
        .collect();
    let expected = [
        (1, 10..12, "5:2".to_owned(), String::new(), (5, 5)),
        // The surplus blank lines end with CRLF in the input.
        (2, 5..9, "3:1".to_owned(), String::new(), (3, 4)),
        (3, 14..14, "6:1".to_owned(), "\n".to_owned(), (6, 6)),
    ];
    assert_eq!(edits, expected);
}

#[test]
fn a_change_inside_an_earlier_change_is_widened_to_hold_both() {
    let review = reviewed(
        "1 a 2",
        vec![Scripted::replacing("t.1", "a", "<b>"), Scripted::replacing("t.2", "b> ", "c")],
    );
    assert_eq!(review.current().text(), "1 <c2");
    let second = review.input_edits().nth(1).unwrap();
    assert_eq!((second.span, second.replacement.as_str()), (2..4, "<c"));
}

#[test]
fn only_edits_on_changed_lines_are_reported_for_a_pull_request() {
    let review = polish("a \nb \n\n\n\nc \n".to_owned(), &defaults());
    let on = |lines: &[usize]| {
        let lines = lines.to_vec();
        review
            .edits_on_lines(move |line| lines.contains(&line))
            .map(|edit| edit.start.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(on(&[1]), ["1:2"]);
    assert_eq!(on(&[2, 6]), ["2:2", "6:2"]);
    assert_eq!(on(&[5]), ["4:1"]);
    assert_eq!(on(&[3]), Vec::<String>::new());
}
