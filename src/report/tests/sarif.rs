//! The SARIF log: valid, placed where a reader can see it, and one result for one cause.

use std::ops::RangeInclusive;

use super::*;
use crate::report::{Anchors, FINGERPRINT, SarifOptions, View, sarif};

fn log(comparison: &RevisionComparison<'_>, options: &SarifOptions<'_>) -> serde_json::Value {
    serde_json::from_str(&sarif(comparison, options)).unwrap()
}

fn upload() -> SarifOptions<'static> {
    SarifOptions { view: View::Upload, category: Some("countersign/models"), ..SarifOptions::default() }
}

/// The OASIS schema that the package with the SARIF types carries.
fn schema() -> serde_json::Value {
    let cargo = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&cargo.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let manifest = std::path::Path::new(package["manifest_path"].as_str().unwrap());
    let text = std::fs::read_to_string(manifest.with_file_name("src").join("schema.json")).unwrap();
    let mut schema: serde_json::Value = serde_json::from_str(&text).unwrap();
    // This pattern has a bracket too many for validators that take patterns strictly. No log of ours has the member.
    schema["definitions"]["run"]["properties"]["language"].as_object_mut().unwrap().shift_remove("pattern");
    schema["definitions"]["toolComponent"]["properties"]["language"]
        .as_object_mut()
        .unwrap()
        .shift_remove("pattern");
    assert!(schema["title"].as_str().unwrap().contains("2.1.0"), "{}", schema["title"]);
    schema
}

#[test]
fn every_view_is_valid_against_the_schema() {
    let schema = jsonschema::validator_for(&schema()).unwrap();
    let lock = lock();
    let comparison = everything(&lock);
    let empty = lock.compared(Vec::new());
    let directory = std::path::Path::new("/somewhere/else");
    for options in [
        SarifOptions::default(),
        upload(),
        SarifOptions { include_compatible: true, max_results: Some(2), ..upload() },
        SarifOptions { base_directory: Some(directory), ..SarifOptions::default() },
    ] {
        for comparison in [&comparison, &empty] {
            let log = log(comparison, &options);
            let errors: Vec<String> = schema
                .iter_errors(&log)
                .map(|error| format!("{error} at {}", error.instance_path()))
                .collect();
            assert!(errors.is_empty(), "{options:?}: {errors:#?}");
        }
    }
}

#[test]
fn the_file_view_of_everything() {
    let lock = lock();
    let mut log = log(&everything(&lock), &SarifOptions::default());
    // Rule texts are pinned by the reference page.
    for rule in log["runs"][0]["tool"]["driver"]["rules"].as_array_mut().unwrap() {
        *rule = rule["id"].clone();
    }
    insta::assert_snapshot!(serde_json::to_string_pretty(&log["runs"][0]).unwrap());
}

#[test]
fn a_rule_has_all_that_code_scanning_shows() {
    let lock = lock();
    let log = log(&everything(&lock), &SarifOptions::default());
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for rule in rules {
        for text in
            [&rule["shortDescription"]["text"], &rule["fullDescription"]["text"], &rule["help"]["text"]]
        {
            assert!((1..=1024).contains(&text.as_str().unwrap().chars().count()), "{rule}");
        }
        assert!(rule["help"]["markdown"].as_str().unwrap().contains("**"), "{rule}");
        assert!(rule["helpUri"].as_str().unwrap().starts_with("https://"));
        assert!(rule["properties"].get("security-severity").is_none());
        assert!(
            ["error", "warning", "recommendation"]
                .contains(&rule["properties"]["problem.severity"].as_str().unwrap())
        );
    }
    for result in log["runs"][0]["results"].as_array().unwrap() {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
}

#[test]
fn the_upload_has_no_acknowledged_or_compatible_results_and_no_suppressions() {
    let lock = lock();
    let log = log(&everything(&lock), &upload());
    let run = &log["runs"][0];
    assert_eq!(run["automationDetails"]["id"], "countersign/models/");
    for result in run["results"].as_array().unwrap() {
        assert!(result.get("suppressions").is_none());
        assert_ne!(result["level"], "note");
        assert_ne!(result["ruleId"], "undetermined/pattern");
        assert!(result["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap().ends_with(":1"));
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert_eq!(region["startLine"], region["endLine"], "one line: {result}");
        assert!(region["endColumn"].as_u64() > region["startColumn"].as_u64());
    }
}

#[test]
fn the_file_suppresses_what_is_acknowledged_with_its_note() {
    let lock = lock();
    let log = log(&everything(&lock), &SarifOptions::default());
    let results = log["runs"][0]["results"].as_array().unwrap();
    for result in results {
        let acknowledged = result["ruleId"] == "undetermined/pattern";
        let expected = if acknowledged {
            serde_json::json!([{"kind": "external", "status": "accepted", "justification": "PINs always had four digits"}])
        } else {
            serde_json::json!([])
        };
        assert_eq!(result["suppressions"], expected);
        assert!(result["partialFingerprints"].get("primaryLocationLineHash").is_none());
    }
}

#[test]
fn fingerprints_outlive_moved_lines_and_tell_results_apart() {
    let lock = lock();
    let first = log(&everything(&lock), &SarifOptions::default());
    let mut moved = super::lock();
    let shifted = format!("\n\n\n{LOCK_LATER}");
    let documents = [
        ("lock.sdf.json", shifted.as_str()),
        ("new one.sdf.json", "{}"),
        ("door.sdf.json", "{\"sdfObject\":\n  {\"Door\":{},}}"),
    ];
    moved.later = revisions(&[], &documents).later;
    let second = log(&everything(&moved), &SarifOptions::default());
    let prints = |log: &serde_json::Value| -> Vec<String> {
        let results = log["runs"][0]["results"].as_array().unwrap();
        results.iter().map(|r| r["partialFingerprints"][FINGERPRINT].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(prints(&first), prints(&second));
    let mut unique = prints(&first);
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), prints(&first).len());
}

#[test]
fn one_shared_definition_gives_one_result_with_its_users_beside_it() {
    let document = |bound: u8| {
        format!(
            r##"{{"sdfObject":{{"O":{{"sdfProperty":{{"a":{{"sdfRef":"#/sdfData/d"}},
            "b":{{"sdfRef":"#/sdfData/d"}},"c":{{"sdfRef":"#/sdfData/d"}}}}}}}},"sdfData":{{"d":{{"maximum":{bound}}}}}}}"##
        )
    };
    let pair = revisions(&[("lock.sdf.json", &document(9))], &[("lock.sdf.json", &document(12))]);
    let user = |name: &str| {
        let at = format!("/sdfObject/O/sdfProperty/{name}/maximum");
        shared(&pair, &at, "/sdfData/d/maximum").breaking(Direction::ThingSupplied, "12")
    };
    // A writable user is broken in the other direction; it still is the same line.
    let at = "/sdfObject/O/sdfProperty/c/maximum";
    let written = shared(&pair, at, "/sdfData/d/maximum").breaking(Direction::ClientSupplied, "10");
    let compared = pair.compared(vec![user("a"), user("b"), written]);
    let log = log(&compared, &SarifOptions::default());
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    assert_eq!(
        results[0]["message"]["text"],
        "Breaking: sdfProperty a: maximum 9 → 12, and 2 other places. A Thing may now report 12; earlier Clients accept at most 9. [before](1)"
    );
    let related = results[0]["relatedLocations"].as_array().unwrap();
    assert_eq!(related.len(), 3);
    assert_eq!(related[1]["message"]["text"], "also sdfProperty b: maximum 9 → 12");
    assert_eq!(related[1]["physicalLocation"]["region"]["startLine"], 2);
}

/// Lines that were touched.
struct Touched(&'static [usize]);

impl Anchors for Touched {
    fn head_line(&self, _path: &str, within: RangeInclusive<usize>, near: usize) -> Option<usize> {
        self.0.iter().copied().filter(|line| within.contains(line)).min_by_key(|line| line.abs_diff(near))
    }

    fn base_to_head(&self, _path: &str, line: usize) -> Option<usize> {
        Some(line)
    }
}

fn line_of(comparison: &RevisionComparison<'_>, touched: &'static [usize], rule: &str) -> (String, u64) {
    let anchors = Touched(touched);
    let log = log(comparison, &SarifOptions { anchors: Some(&anchors), ..upload() });
    let results = log["runs"][0]["results"].as_array().unwrap();
    let result = results.iter().find(|result| result["ruleId"] == rule).unwrap();
    let place = &result["locations"][0]["physicalLocation"];
    let uri = place["artifactLocation"]["uri"].as_str().unwrap().to_owned();
    (uri, place["region"]["startLine"].as_u64().unwrap())
}

#[test]
fn a_removal_is_shown_on_the_nearest_touched_line_of_what_enclosed_it() {
    let lock = lock();
    let comparison = everything(&lock);
    let place = |line| ("v2/lock.sdf.json".to_owned(), line);
    // `tamper` stood on line 10; line 9 lost its neighbour's comma, line 17 lies outside the Object.
    assert_eq!(line_of(&comparison, &[9, 17], "breaking/removed-sdfProperty"), place(9));
    // Nothing in the Object was touched: its own key.
    assert_eq!(line_of(&comparison, &[17], "breaking/removed-sdfProperty"), place(4));
    // A removed quality: its Property's line.
    assert_eq!(line_of(&comparison, &[8], "undetermined/unit"), place(8));
    // A changed quality: its own line, wherever its user stands.
    assert_eq!(line_of(&comparison, &[6, 18], "breaking/maximum"), place(18));
}

#[test]
fn a_syntax_error_is_shown_where_it_is_and_once() {
    let lock = lock();
    let comparison = everything(&lock);
    assert_eq!(line_of(&comparison, &[], "undetermined/unavailable"), ("v2/door.sdf.json".to_owned(), 2));
    let log = log(&comparison, &upload());
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.iter().filter(|result| result["ruleId"] == "undetermined/unavailable").count(), 1);
}

#[test]
fn a_removed_document_is_shown_in_its_nearest_neighbour_with_its_path() {
    let removed = r#"{"sdfObject":{"O":{}}}"#;
    let pair = revisions(
        &[("a/x.sdf.json", "{}"), ("b/gone.sdf.json", removed), ("b/kept.sdf.json", "{}")],
        &[("a/x.sdf.json", "{}"), ("b/kept.sdf.json", "{}")],
    );
    let object = Subject::Definition(Class::Object);
    let compared =
        pair.compared(vec![pair.single(DifferenceKind::Removed, object, "b/gone.sdf.json", "/sdfObject/O")]);
    assert_eq!(line_of(&compared, &[], "breaking/removed-sdfObject"), ("v2/b/kept.sdf.json".to_owned(), 1));
    let log = log(&compared, &upload());
    let text = log["runs"][0]["results"][0]["message"]["text"].as_str().unwrap();
    assert!(
        text.starts_with(
            "Breaking: removed sdfObject O in v1/b/gone.sdf.json, which is gone. Clients that use"
        ),
        "{text}"
    );
}

#[test]
fn only_the_most_severe_results_are_kept_beyond_the_limit() {
    let lock = lock();
    let log = log(&everything(&lock), &SarifOptions { max_results: Some(3), ..SarifOptions::default() });
    let run = &log["runs"][0];
    let levels: Vec<_> =
        run["results"].as_array().unwrap().iter().map(|r| r["level"].as_str().unwrap()).collect();
    assert_eq!(levels, ["error", "error", "error"]);
    assert_eq!(run["properties"]["omittedResults"], 5);
    assert_eq!(
        run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
        "5 results are not shown: this log holds the 3 most severe ones"
    );
}

#[test]
fn files_inside_the_base_directory_are_relative_to_it_and_others_absolute() {
    let lock = lock();
    let compared =
        lock.compared(vec![lock.changed("lock.sdf.json", "/sdfObject/Lock/sdfProperty/pin/pattern")]);
    let uri = |directory: &str, label: &str| {
        let path = |_: Revision, _: &crate::model::Source| Some(label.to_owned());
        let options = SarifOptions {
            base_directory: Some(std::path::Path::new(directory)),
            path: Some(&path),
            ..SarifOptions::default()
        };
        let log = log(&compared, &options);
        log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"].clone()
    };
    assert_eq!(
        uri("/w", "v2/a b.json"),
        serde_json::json!({"uri": "v2/a%20b.json", "uriBaseId": "%SRCROOT%"})
    );
    assert_eq!(uri("/w/d", "../x.json"), serde_json::json!({"uri": "file:///w/x.json"}));
    assert_eq!(uri("/w", "/w/in.json"), serde_json::json!({"uri": "in.json", "uriBaseId": "%SRCROOT%"}));
    assert_eq!(uri("/w", "/other/x.json"), serde_json::json!({"uri": "file:///other/x.json"}));
}
