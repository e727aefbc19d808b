//! A limit that is reached is said, with its name and value, and where it is reached does not depend on the number of
//! threads.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a fixture that cannot be made fails its test")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// Forty documents, each with ten Properties whose maximum is lowered.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    for (revision, maximum) in [("old", 9), ("new", 8)] {
        let directory = place.path().join(revision);
        fs::create_dir(&directory).unwrap();
        for document in 0..40 {
            let mut properties = String::new();
            for property in 0..10 {
                let comma = if property == 0 { "" } else { "," };
                let _ =
                    write!(properties, r#"{comma}"p{property}":{{"type":"integer","maximum":{maximum}}}"#);
            }
            let text = format!(r#"{{"sdfObject":{{"O":{{"sdfProperty":{{{properties}}}}}}}}}"#);
            fs::write(directory.join(format!("{document:02}.sdf.json")), text).unwrap();
        }
    }
    place
}

fn diff(place: &Path, threads: &str, arguments: &[&str]) -> String {
    let output = assert_cmd::Command::cargo_bin("countersign")
        .unwrap()
        .current_dir(place)
        .env("RAYON_NUM_THREADS", threads)
        .args(["diff", "--old", "old", "--new", "new", "--recursive"])
        .args(arguments)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn differences(report: &str) -> Vec<Value> {
    let report: Value = serde_json::from_str(report).unwrap();
    report["result"]["differences"].as_array().unwrap().clone()
}

#[test]
fn a_report_is_the_same_for_any_number_of_threads() {
    let place = place();
    for limit in ["work=1000000000", "work=500000", "work=20000", "work=1"] {
        let reports = ["1", "2", "7"]
            .map(|threads| diff(place.path(), threads, &["--format", "json", "--limit", limit]));
        assert_eq!(reports[0], reports[1], "{limit}");
        assert_eq!(reports[0], reports[2], "{limit}");
    }
}

#[test]
fn what_was_compared_before_the_work_ran_out_stays_and_the_rest_is_undetermined() {
    let place = place();
    let found = differences(&diff(place.path(), "2", &["--format", "json", "--limit", "work=500000"]));
    let (limited, compared): (Vec<_>, Vec<_>) =
        found.iter().partition(|difference| difference["reason"]["code"] == "operation.limit");
    assert!(
        !compared.is_empty() && compared.iter().all(|difference| difference["classification"] == "breaking")
    );
    assert!(limited.len() > 1 && limited.len() < 40, "{}", limited.len());
    for difference in &limited {
        assert_eq!(
            (&difference["kind"], &difference["subject"]),
            (&"unavailable".into(), &"document".into())
        );
        assert_eq!(
            difference["reason"]["message"],
            "the limit work (500000) was reached; raise it with --limit work=VALUE, in the action under `limits`, or split the document"
        );
    }
    // The documents come in order, so the ones that were not reached are the last ones.
    let first = |difference: &Value| difference["earlier"]["location"]["root"].as_u64();
    assert!(limited.iter().map(|difference| first(difference)).is_sorted());
}

#[test]
fn a_document_beyond_a_limit_of_reading_says_which() {
    let place = tempfile::tempdir().unwrap();
    for revision in ["old", "new"] {
        fs::create_dir(place.path().join(revision)).unwrap();
        fs::write(place.path().join(revision).join("a.sdf.json"), r#"{"sdfObject":{"O":{}}}"#).unwrap();
    }
    for (limit, message) in [
        ("nesting=2", "the limit nesting (2) was reached"),
        ("nodes=2", "the limit nodes (2) was reached"),
        ("source-bytes=9", "the limit source-bytes (9) was reached"),
        ("revision-bytes=9", "the limit revision-bytes (9) was reached"),
    ] {
        let found = differences(&diff(place.path(), "1", &["--format", "json", "--limit", limit]));
        let said = found[0]["reason"]["message"].as_str().unwrap();
        assert!(said.starts_with(message), "{said}");
        let report = diff(place.path(), "1", &["--limit", limit]);
        let name = limit.split('=').next().unwrap();
        assert!(report.contains(name) && report.contains("a.sdf.json"), "{report}");
    }
}

#[test]
fn definitions_that_double_at_every_level_end_at_the_limit_of_work() {
    let place = tempfile::tempdir().unwrap();
    for (revision, maximum) in [("old", 9), ("new", 8)] {
        let mut levels = String::new();
        for level in 0..64 {
            let next = level + 1;
            let _ = write!(
                levels,
                r##""L{level}":{{"type":"object","properties":{{"a":{{"sdfRef":"#/sdfData/L{next}"}},"b":{{"sdfRef":"#/sdfData/L{next}"}}}}}},"##
            );
        }
        let text = format!(
            r##"{{"sdfData":{{{levels}"L64":{{"type":"integer","maximum":{maximum}}}}},"sdfObject":{{"O":{{"sdfProperty":{{"p":{{"sdfRef":"#/sdfData/L0"}}}}}}}}}}"##
        );
        fs::create_dir(place.path().join(revision)).unwrap();
        fs::write(place.path().join(revision).join("a.sdf.json"), text).unwrap();
    }
    // 2^64 places; what was found before the end is breaking, the rest undetermined, and neither takes long.
    let found = differences(&diff(place.path(), "1", &["--format", "json", "--limit", "work=3000000"]));
    assert!(found.len() < 2_000, "{}", found.len());
    assert_eq!(found[0]["classification"], "breaking");
    let last = &found[found.len() - 1];
    assert_eq!(
        (&last["classification"], &last["reason"]["code"]),
        (&"undetermined".into(), &"operation.limit".into())
    );
}
