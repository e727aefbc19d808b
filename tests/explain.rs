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
        "error: no rule, reason or warning is called comparison.unprovn; did you mean \"comparison.unproven\"?\n"
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
