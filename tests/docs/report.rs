//! `docs/report.md` names every member of the JSON report, and no other.

use std::collections::BTreeSet;
use std::path::Path;

use assert_cmd::Command;
use countersign::{Catalogue, ComparisonRequest, SourceInput};
use serde_json::Value;

use crate::guides::Project;
use crate::pages::{code, read, root, rows, section};

/// The paths of everything that holds no further members, with `[]` for elements.
fn leaves(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                leaves(member, &path, found);
            }
        }
        Value::Array(elements) if elements.iter().any(Value::is_object) => {
            for element in elements {
                leaves(element, &format!("{path}[]"), found);
            }
        }
        _ => {
            found.insert(path.to_owned());
        }
    }
}

/// The paths that the page has in its tables, braces spelled out.
fn documented() -> BTreeSet<String> {
    let page = read("docs/report.md");
    let part = section(&page, "## The comparison of models: `esdieff.report` 1.5");
    let all = rows(part);
    let paths = all.iter().filter_map(|cells| code(cells.first()?));
    paths
        .flat_map(|path| match path.split_once("{earlier,later}") {
            Some((before, after)) => vec![format!("{before}earlier{after}"), format!("{before}later{after}")],
            None => vec![path.to_owned()],
        })
        .collect()
}

fn countersign(arguments: &[&str]) -> Vec<u8> {
    let command =
        Command::new(env!("CARGO_BIN_EXE_countersign")).current_dir(root()).args(arguments).output();
    let output = command.unwrap();
    assert!(!output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Reports that together have every member.
fn reports() -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let lamp = |unit: &str| {
        format!(
            "{{\"sdfObject\":{{\"Lamp\":{{\"sdfProperty\":{{\"level\":{{\"type\":\"number\",\"unit\":\"{unit}\"}}}}}}}}}}"
        )
    };
    let earlier = written(folder.path(), "earlier/lamp.sdf.json", &lamp("m"));
    let later = written(folder.path(), "later/lamp.sdf.json", &lamp("km"));
    let valve = ["diff", "--old", "examples/valve/v1", "--new", "examples/valve/v2", "--format", "json"];
    let with = |more: &[&'static str]| [&valve[..], more].concat();
    let mut all: Vec<Value> = [
        with(&[]),
        with(&["--limit", "report-bytes=1"]),
        vec!["diff", "--old", &earlier, "--new", &later, "--format", "json"],
        vec![
            "diff",
            "--old",
            &earlier,
            "--new",
            &later,
            "--format",
            "json",
            "--recorded-registry",
            "withhold",
        ],
    ]
    .iter()
    .map(|arguments| serde_json::from_slice(&countersign(arguments)).unwrap())
    .collect();
    // A label that is too long, which not every system lets a path be.
    let source = || {
        let input = SourceInput::supplied("lamp.sdf.json", lamp("m").into_bytes()).label("l".repeat(600));
        Catalogue::from_inputs(&[input]).unwrap()
    };
    let (earlier, later) = (source(), source());
    let comparison = ComparisonRequest::new(&earlier, &later).compare().unwrap();
    all.push(serde_json::from_str(&countersign::report::json(&comparison)).unwrap());
    all
}

#[test]
fn every_member_of_the_report_is_on_the_page_and_every_row_is_a_member() {
    let documented = documented();
    let mut found = BTreeSet::new();
    for report in reports() {
        leaves(&report, "", &mut found);
    }
    // Lists that are empty in one report and hold objects in another, and what is null in one and an object in another.
    let opened = |path: &String| {
        found
            .iter()
            .any(|other| other.starts_with(&format!("{path}[]")) || other.starts_with(&format!("{path}.")))
    };
    let missing: Vec<_> = found.iter().filter(|path| !documented.contains(*path) && !opened(path)).collect();
    assert!(missing.is_empty(), "docs/report.md lacks {missing:#?}");
    let reached = |path: &String| {
        found.iter().any(|other| {
            other == path || other.starts_with(&format!("{path}[]")) || other.starts_with(&format!("{path}."))
        })
    };
    let unknown: Vec<_> = documented.iter().filter(|path| !reached(path)).collect();
    assert!(unknown.is_empty(), "docs/report.md has what no report has: {unknown:#?}");
}

#[test]
fn a_review_has_the_members_of_the_page() {
    let page = read("docs/report.md");
    let listed = rows(section(&page, "## The review: `countersign.review` 1"));
    // What is optional is not in this one.
    let always = listed.iter().filter(|cells| !cells[1].starts_with("optional"));
    let listed: Vec<_> = always.filter_map(|cells| code(cells[0])).collect();
    let (status, report) = Project::new().run("review --format json");
    assert_eq!(status, 1);
    let report: Value = serde_json::from_str(&report).unwrap();
    let names: Vec<_> = report.as_object().unwrap().keys().collect();
    assert_eq!(listed, names);
}

#[test]
fn results_have_the_rules_and_fingerprints_of_the_page() {
    let report = countersign(&[
        "diff",
        "--old",
        "examples/valve/v1",
        "--new",
        "examples/valve/v2",
        "--format",
        "sarif",
    ]);
    let log: Value = serde_json::from_slice(&report).unwrap();
    let run = &log["runs"][0];
    assert!(log["runs"].as_array().unwrap().len() == 1 && run.get("automationDetails").is_none());
    let codes = countersign::explain::codes();
    for rule in run["tool"]["driver"]["rules"].as_array().unwrap() {
        assert!(codes.iter().any(|code| *code == rule["id"].as_str().unwrap()), "{rule}");
        assert!(rule["properties"].get("security-severity").is_none());
    }
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 8);
    for result in results {
        let fingerprints = result["partialFingerprints"].as_object().unwrap();
        let own = fingerprints[countersign::report::FINGERPRINT].as_str().unwrap();
        assert!(own.len() == 32 && own.bytes().all(|byte| byte.is_ascii_hexdigit()), "{own}");
        assert_eq!(fingerprints.len(), 1, "the hash that an upload needs is not in the file");
        let level = match result["ruleId"].as_str().unwrap().split('/').next().unwrap() {
            "breaking" => "error",
            "compatible" => "note",
            _ => "warning",
        };
        assert_eq!(result["level"], level);
    }
    assert_eq!(run["properties"]["omittedResults"], 0);
}

#[test]
fn the_rules_of_other_files_are_those_of_the_code() {
    let page = read("docs/report.md");
    let bullet =
        page.split("**Rules of other files.**").nth(1).and_then(|rest| rest.split("\n- ").next()).unwrap();
    let named: BTreeSet<_> = bullet.split('`').skip(1).step_by(2).filter(|id| id.contains('/')).collect();
    let code = read("src/review/notes.rs");
    let ids = code.split('"').filter(|text| {
        let kind = text.split('/').next().unwrap_or_default();
        text.contains('/') && ["document", "data", "polish"].contains(&kind)
    });
    let said: BTreeSet<_> = ids.map(|id| id.split('{').next().unwrap_or(id)).collect();
    assert_eq!(named, said);
}

#[test]
fn acknowledgement_files_have_the_members_and_limits_of_the_page() {
    use countersign::comparison::acknowledgement::{
        NOTE_BYTES, POINTER_BYTES, QUALITY_BYTES, SCHEMA, VERSION,
    };
    let page = read("docs/report.md");
    let part = section(&page, "## Acknowledgement files");
    let cell = |name: &str| {
        let found = rows(part).into_iter().find(|cells| cells[0].split('`').nth(1) == Some(name));
        found.unwrap_or_else(|| panic!("no row for {name}"))[1].to_owned()
    };
    assert_eq!(cell("schema"), format!("`{SCHEMA}`"));
    assert_eq!(cell("version"), format!("`\"{VERSION}\"`"));
    assert!(cell("differences[].quality").ends_with(&format!("at most {QUALITY_BYTES} bytes")));
    assert!(cell("document").contains("1 to 256 bytes") && countersign::model::KEY_BYTES == 256);
    assert!(cell("pointer").contains("at most 8,192 bytes") && POINTER_BYTES == 8192);
    assert!(cell("differences[].note").ends_with("at most 1,024 bytes") && NOTE_BYTES == 1024);
    let valve = countersign(&[
        "diff",
        "--old",
        "examples/valve/v1",
        "--new",
        "examples/valve/v2",
        "--format",
        "json",
    ]);
    let valve: Value = serde_json::from_slice(&valve).unwrap();
    for difference in valve["result"]["differences"].as_array().unwrap() {
        for name in difference["acknowledgement"].as_object().into_iter().flat_map(|entry| entry.keys()) {
            cell(&format!("differences[].{name}"));
        }
    }
}
