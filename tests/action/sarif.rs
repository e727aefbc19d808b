//! Where alerts show: on lines that the pull request added or edited, and the same alert as long as it is the same.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::repository::{LAMP, Lamp, Repository, git};
use crate::run::{Run, pull_request};
use crate::stand_in::GitHub;

/// The log that code scanning gets for a pull request.
fn upload(pull: &Lamp) -> Value {
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.merge);
    let event = pull_request(&pull.base, &pull.head);
    let outcome =
        Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event).go();
    assert!(matches!(outcome.code, 1 | 3), "{}", outcome.shown());
    github.uploads().remove(0).1
}

/// The lines of a file that git says were added or edited.
fn touched(repository: &Repository, base: &str, head: &str, path: &str) -> BTreeSet<u64> {
    let diff = git(repository.path(), &["diff", "-U0", "--no-renames", base, head, "--", path]);
    let text = String::from_utf8(diff).unwrap();
    let mut lines = BTreeSet::new();
    for header in text.lines().filter(|line| line.starts_with("@@ ")) {
        let added = header.split(' ').nth(2).unwrap().trim_start_matches('+');
        let (start, count) = added.split_once(',').unwrap_or((added, "1"));
        let (start, count): (u64, u64) = (start.parse().unwrap(), count.parse().unwrap());
        lines.extend(start..start + count);
    }
    lines
}

fn region(result: &Value) -> (&str, u64, u64) {
    let place = &result["locations"][0]["physicalLocation"];
    let region = &place["region"];
    (
        place["artifactLocation"]["uri"].as_str().unwrap(),
        region["startLine"].as_u64().unwrap(),
        region["endLine"].as_u64().unwrap(),
    )
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().unwrap()
}

/// A lamp with much to change: what is changed, removed and added is chosen by `edited`.
fn rich(edited: bool) -> String {
    let (mode, action, event) = if edited {
        ("[\"day\"]", "", "        \"hot\": { \"sdfOutputData\": { \"type\": \"number\", \"maximum\": 90 } }")
    } else {
        (
            "[\"day\", \"night\"]",
            "        \"blink\": {\n          \"sdfInputData\": { \"type\": \"integer\" }\n        },\n",
            "        \"hot\": { \"sdfOutputData\": { \"type\": \"number\", \"maximum\": 80 } }",
        )
    };
    let unit = if edited { "" } else { "          \"unit\": \"Cel\",\n" };
    format!(
        r#"{{
  "info": {{ "title": "Lamp" }},
  "sdfObject": {{
    "Lamp": {{
      "sdfProperty": {{
        "mode": {{
          "type": "string",
          "enum": {mode}
        }},
        "warmth": {{
{unit}          "type": "number"
        }}
      }},
      "sdfAction": {{
{action}        "off": {{}}
      }},
      "sdfEvent": {{
{event}
      }}
    }}
  }}
}}
"#
    )
}

#[test]
fn every_alert_is_on_one_line_that_the_pull_request_touched_or_where_it_removed_something() {
    let pull = Lamp::after(
        |repository| repository.write(LAMP, &rich(false)),
        |repository| repository.write(LAMP, &rich(true)),
    );
    let log = upload(&pull);
    let touched = touched(&pull.repository, &pull.base, &pull.merge, LAMP);
    assert!(results(&log).len() >= 4, "{log:#}");
    for result in results(&log) {
        let (path, start, end) = region(result);
        assert_eq!((path, start), (LAMP, end), "{result:#}");
        let code = result["ruleId"].as_str().unwrap();
        // A pure removal leaves no touched line in what enclosed it: then the enclosing definition's own line it is.
        let enclosing = match code {
            "breaking/removed-sdfAction" => 4,
            code if code.ends_with("/unit") => 10,
            _ => 0,
        };
        assert!(touched.contains(&start) || start == enclosing, "{code} on {start}, touched {touched:?}");
        let before = &result["relatedLocations"][0]["physicalLocation"];
        assert_eq!(before["artifactLocation"]["uri"], LAMP, "{result:#}");
        assert!(before["region"]["startLine"].as_u64().unwrap() > 0);
        assert!(result["message"]["text"].as_str().unwrap().contains("[before](1)"), "{result:#}");
    }
}

#[test]
fn an_alert_on_a_definition_moves_to_the_line_inside_it_that_was_touched() {
    // The unit goes, and another line of the same property is edited: that is where a reader of the pull request looks.
    let edited = rich(false)
        .replace("          \"unit\": \"Cel\",\n", "")
        .replace("\"type\": \"number\"\n", "\"type\": \"number\", \"label\": \"Warmth\"\n");
    let pull = Lamp::after(
        |repository| repository.write(LAMP, &rich(false)),
        |repository| repository.write(LAMP, &edited),
    );
    let log = upload(&pull);
    let [result] = results(&log).as_slice() else { panic!("{log:#}") };
    let touched: Vec<_> = touched(&pull.repository, &pull.base, &pull.merge, LAMP).into_iter().collect();
    assert_eq!(touched, [11], "{edited}");
    assert_eq!(region(result), (LAMP, 11, 11), "{result:#}");
    assert_eq!(
        result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 11,
        "the unit was there"
    );
}

/// A property that takes its description from a shared one, as `reference` and `shared` spell them.
fn sharing(reference: &str, shared: &str) -> String {
    format!(
        r##"{{
  "sdfObject": {{
    "Lamp": {{
      "sdfProperty": {{
        "level": {{
          "sdfRef": "{reference}"
        }}
      }},
      "sdfData": {{
        "Wide": {{ "type": "integer", "maximum": 100, "minimum": 0 }},
        "Level": {{
{shared}
          "type": "integer"
        }}
      }}
    }}
  }}
}}
"##
    )
}

#[test]
fn an_alert_on_a_shared_description_is_where_that_was_touched() {
    let [base, own, wide] =
        ["#/sdfObject/Lamp/sdfData/Level", "#/sdfObject/Lamp/sdfData/Level", "#/sdfObject/Lamp/sdfData/Wide"];
    let old = "          \"maximum\": 90,\n          \"minimum\": 0,";
    for (reference, shared, line) in [
        // The maximum goes from the shared description, where its neighbour is edited.
        (own, "          \"minimum\": 1,", 12),
        // The property refers to a wider one: what came with that was not touched, but the reference was.
        (wide, old, 6),
    ] {
        let pull = Lamp::after(
            |repository| repository.write(LAMP, &sharing(base, old)),
            |repository| repository.write(LAMP, &sharing(reference, shared)),
        );
        let log = upload(&pull);
        let of_level: Vec<_> = results(&log)
            .iter()
            .filter(|result| result["ruleId"].as_str().unwrap().ends_with("/maximum"))
            .collect();
        assert!(!of_level.is_empty(), "{log:#}");
        for result in of_level {
            assert_eq!(region(result), (LAMP, line, line), "{result:#}");
        }
    }
}

#[test]
fn a_removed_document_is_shown_in_one_that_is_left_with_its_own_name() {
    let pull = Lamp::after(
        |repository| repository.write("models/other.sdf.json", &rich(false)),
        |repository| {
            repository.git(&["rm", "-q", LAMP]);
            repository.write(
                "models/other.sdf.json",
                &rich(false).replace("\"title\": \"Lamp\"", "\"title\": \"Light\""),
            );
        },
    );
    let log = upload(&pull);
    let removed: Vec<_> = results(&log)
        .iter()
        .filter(|result| {
            result["message"]["text"].as_str().unwrap().contains("in models/lamp.sdf.json, which is gone")
        })
        .collect();
    assert!(!removed.is_empty(), "{log:#}");
    for result in removed {
        assert_eq!(region(result), ("models/other.sdf.json", 2, 2), "{result:#}");
        let before = &result["relatedLocations"][0]["physicalLocation"];
        assert_eq!(before["artifactLocation"]["uri"], LAMP);
    }
}

#[test]
fn an_alert_stays_the_same_when_lines_elsewhere_move() {
    let prints = |log: &Value| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let print = |result: &Value| {
            let prints = &result["partialFingerprints"];
            (text(&prints["countersign/v1"]), text(&prints["primaryLocationLineHash"]))
        };
        results(log).iter().map(print).collect()
    };
    let change = |repository: &Repository| repository.write(LAMP, &rich(true));
    let mut pull = Lamp::after(|repository| repository.write(LAMP, &rich(false)), change);
    let first = upload(&pull);
    let moved = rich(true).replace("\"title\": \"Lamp\"", "\n\n\n    \"title\": \"Lamp\"");
    pull.push(|repository| repository.write(LAMP, &moved));
    let second = upload(&pull);
    assert_eq!(prints(&first), prints(&second));
    let lines = |log: &Value| -> Vec<u64> { results(log).iter().map(|result| region(result).1).collect() };
    assert_ne!(lines(&first), lines(&second), "the lines did move");
    let distinct: BTreeSet<_> = prints(&first).into_iter().collect();
    assert_eq!(distinct.len(), results(&first).len(), "no two alerts are one");
}
