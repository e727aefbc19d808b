//! `countersign explain` and the reference page that is generated from the same table.

use assert_cmd::Command;

fn explain(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_countersign")).arg("explain").args(arguments).output().expect("it runs")
}

#[test]
fn a_rule_is_explained_with_its_example_and_witness() {
    let output = explain(&["breaking/maximum"]);
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(String::from_utf8(output.stdout).unwrap());
}

#[test]
fn a_reason_is_explained() {
    let output = explain(&["json.syntax"]);
    insta::assert_snapshot!(String::from_utf8(output.stdout).unwrap());
}

#[test]
fn colours_are_added_and_nothing_else() {
    let plain = explain(&["--color", "never", "unit"]).stdout;
    let colored = explain(&["--color", "always", "unit"]).stdout;
    assert!(colored.windows(2).any(|bytes| bytes == b"\x1b["));
    assert_eq!(anstream::adapter::strip_bytes(&colored).into_vec(), plain);
}

#[test]
fn a_mistyped_code_is_answered_with_the_nearest_one() {
    let output = explain(&["comparison.unprovn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        stderr,
        "error: no rule, reason, warning or interpretation is called comparison.unprovn; did you mean \"comparison.unproven\"?\n"
    );
}

#[test]
fn a_hostile_code_cannot_reach_the_terminal() {
    let stderr = String::from_utf8(explain(&["\u{1b}[2Jx\n::error::"]).stderr).unwrap();
    assert!(!stderr.contains('\u{1b}'), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn the_list_names_every_code() {
    let list = String::from_utf8(explain(&["--list"]).stdout).unwrap();
    let listed: Vec<_> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(listed, countersign::explain::codes());
}

#[test]
fn the_reference_page_is_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/codes.md");
    let expected = countersign::explain::reference();
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == expected,
        "docs/codes.md is out of date; run `UPDATE_REFERENCE=1 cargo test --test explain` and commit it"
    );
}

/// Every difference of an example as its code, reason and witness.
fn compared(example: &countersign::explain::Example) -> Vec<(String, Option<&'static str>, Option<String>)> {
    use countersign::{Catalogue, ComparisonRequest, SourceInput};
    let (before, after) = example.documents();
    let catalogue = |text: String| {
        let input = SourceInput::supplied("lamp.sdf.json", text.into_bytes());
        Catalogue::from_inputs(&[input]).expect("one source")
    };
    let (earlier, later) = (catalogue(before), catalogue(after));
    let comparison = ComparisonRequest::new(&earlier, &later).compare().expect("equal limits");
    let told = |difference: &countersign::comparison::Difference| {
        (
            countersign::explain::rule(difference).code(),
            difference.reason().map(countersign::comparison::Reason::code),
            difference.witness().map(|witness| witness.value().to_owned()),
        )
    };
    let mut found: Vec<_> = comparison.differences().iter().map(told).collect();
    let warning = countersign::explain::VERSION_WARNING.name;
    found.extend(comparison.version_warnings().iter().map(|_| (warning.to_owned(), None, None)));
    found
}

#[test]
fn every_example_of_a_rule_is_classified_as_it_says() {
    let mut wrong = Vec::new();
    for family in countersign::explain::families() {
        for example in family.examples {
            let code = format!("{}/{}", example.classification.as_str(), family.name);
            let found = compared(example);
            let as_told =
                found.iter().any(|(rule, _, witness)| *rule == code && witness.as_deref() == example.witness);
            if !as_told {
                wrong.push(format!("{code} with {:?}: {found:?}", example.witness));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_example_of_a_reason_gives_that_reason() {
    let mut wrong = Vec::new();
    for code in countersign::explain::reasons() {
        let Some(example) = &code.example else { continue };
        let found = compared(example);
        if !found.iter().any(|(_, reason, _)| *reason == Some(code.name)) {
            wrong.push(format!("{}: {found:?}", code.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_example_of_the_version_warning_warns() {
    let warning = &countersign::explain::VERSION_WARNING;
    let found = compared(&warning.example.expect("it has one"));
    assert!(found.iter().any(|(code, _, _)| code == warning.name), "{found:?}");
}
