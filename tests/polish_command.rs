//! `countersign polish` as it is run: output, messages, files and exit statuses.

// A test that cannot go on has failed.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

struct Place(tempfile::TempDir);

impl Place {
    fn new(files: &[(&str, &[u8])]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        for (name, content) in files {
            std::fs::write(directory.path().join(name), content).unwrap();
        }
        Self(directory)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn content(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Standard output, standard error and the exit status.
    fn run(&self, arguments: &[&str], stdin: &str) -> (String, String, i32) {
        let mut command = Command::cargo_bin("countersign").unwrap();
        let output = command
            .current_dir(self.path())
            .env_remove("GITHUB_ACTIONS")
            .arg("polish")
            .args(arguments)
            .write_stdin(stdin)
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr), output.status.code().unwrap())
    }
}

fn done(stdout: &str, stderr: &str, status: i32) -> (String, String, i32) {
    (stdout.to_owned(), stderr.to_owned(), status)
}

#[test]
fn the_polished_text_goes_to_standard_output() {
    let place = Place::new(&[("a.md", b"a \r\n\r\n\r\n* b"), ("b.md", b"c\n"), ("empty.md", b"")]);
    assert_eq!(place.run(&["a.md"], ""), done("a\n\n- b\n", "", 0));
    assert_eq!(place.run(&["a.md", "b.md"], ""), done("a\n\n- b\nc\n", "", 0));
    assert_eq!(place.run(&["-"], "x \n"), done("x\n", "", 0));
    assert_eq!(place.run(&["empty.md"], ""), done("", "", 0));
    assert_eq!(place.content("a.md"), "a \r\n\r\n\r\n* b");
}

#[test]
fn check_writes_nothing_and_says_by_its_status_whether_anything_would_change() {
    let place = Place::new(&[("a.md", b"a \n"), ("b.md", b"b\n")]);
    let (stdout, stderr, status) = place.run(&["--check", "b.md", "a.md"], "");
    assert_eq!((stderr.as_str(), status), ("", 1));
    assert!(stdout.starts_with("b.md: nothing to change\na.md: success, 1 change\n"), "{stdout}");
    assert_eq!(place.run(&["--check", "b.md"], ""), done("b.md: nothing to change\n", "", 0));
    assert_eq!(place.content("a.md"), "a \n");
}

#[test]
fn write_replaces_files_once() {
    let place = Place::new(&[("a.md", b"a \n"), ("b.md", b"b\n")]);
    let (_, stderr, status) = place.run(&["--write", "a.md", "b.md"], "");
    assert_eq!((stderr.as_str(), status), ("", 0));
    assert_eq!(place.content("a.md"), "a\n");
    assert_eq!(
        place.run(&["--write", "a.md", "b.md"], ""),
        done("a.md: nothing to change\nb.md: nothing to change\n", "", 0)
    );
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 2);
}

#[test]
fn only_success_is_written() {
    let place = Place::new(&[("a.md", b"xay\n")]);
    let growing = ["--modifier", "space-runs:pattern=a;replacement=aa"];
    let (_, _, status) = place.run(&[&["--write", "a.md"][..], &growing].concat(), "");
    assert_eq!((status, place.content("a.md").as_str()), (3, "xay\n"));
    let (stdout, stderr, status) = place.run(&[&["a.md"][..], &growing].concat(), "");
    assert_eq!((stdout.as_str(), status), ("xaay\n", 3));
    assert!(
        stderr.starts_with("warning: a.md: the modifiers would change the polished text again"),
        "{stderr}"
    );
}

#[test]
fn a_failed_stage_writes_nothing_and_is_status_4() {
    let replacement = "x".repeat(100_000);
    let modifier = format!("space-runs:pattern=a;replacement={replacement}");
    let text = "a ".repeat(1000);
    let place = Place::new(&[("a.md", text.as_bytes())]);
    let (stdout, stderr, status) = place.run(&["--write", "a.md", "--modifier", &modifier], "");
    assert_eq!(status, 4);
    assert!(
        stdout.contains(
            "run.transform_failed: countersign.space-runs: the replacements make the text too long"
        ),
        "{stdout}"
    );
    assert_eq!(stderr, "");
    assert_eq!(place.content("a.md"), text);
    let (stdout, stderr, status) = place.run(&["a.md", "--modifier", &modifier], "");
    assert_eq!((stdout.as_str(), status), ("", 4));
    assert!(stderr.contains("the replacements make the text too long"), "{stderr}");
}

#[test]
fn a_wrong_input_is_status_2_and_changes_nothing() {
    let place = Place::new(&[("a.md", b"a \n"), ("bytes.md", b"ok\na\xFF")]);
    let (stdout, stderr, status) = place.run(&["--write", "a.md", "bytes.md", "missing.md", "."], "");
    assert_eq!((stdout.as_str(), status), ("", 2));
    assert!(stderr.contains("error: bytes.md:2:2: the text is not UTF-8\n"), "{stderr}");
    assert!(stderr.contains("error: missing.md: cannot be read: "), "{stderr}");
    assert!(stderr.contains("error: .: is a directory; name the files in it\n"), "{stderr}");
    assert_eq!(place.content("a.md"), "a \n");
}

#[test]
fn a_wrong_invocation_is_status_2_and_says_what_to_do() {
    let place = Place::new(&[("a.md", b"a  b\n")]);
    for (arguments, message) in [
        (&["--write", "--check", "a.md"][..], "the argument '--write' cannot be used with '--check'"),
        (&["--write", "-"], "standard input cannot be replaced; leave out --write"),
        (&["-", "-"], "standard input can stand for one file only"),
        (
            &["--modifier", "blank-line", "a.md"],
            "there is no modifier \"blank-line\", did you mean blank-lines?",
        ),
        (
            &["--modifier", "space-runs:pattern=(", "a.md"],
            "a.md: countersign.space-runs: the parameter pattern is no regular expression",
        ),
        (&["--modifier", "space-runs:patern=a", "a.md"], "did you mean pattern?"),
        (&["--format", "human", "--detail", "full", "a.md"], "--detail says how much --format json shows"),
        (&[], "required arguments were not provided"),
    ] {
        let (stdout, stderr, status) = place.run(arguments, "");
        assert_eq!((stdout.as_str(), status), ("", 2), "{arguments:?}");
        assert!(stderr.starts_with("error: ") && stderr.contains(message), "{arguments:?}: {stderr}");
    }
}

#[test]
fn json_is_the_projection_and_nothing_else() {
    let place = Place::new(&[("a.md", b"a \n"), ("b.md", b"b\n")]);
    let (stdout, stderr, status) = place.run(&["--format", "json", "a.md"], "");
    assert_eq!((stderr.as_str(), status), ("", 0));
    assert!(stdout.starts_with("{\n  \"schema_name\": \"mdpolish.review\"") && stdout.ends_with("\n}"));
    let detail = |arguments: &[&str]| {
        let value: Value = serde_json::from_str(&place.run(arguments, "").0).unwrap();
        value["detail"].as_str().unwrap().to_owned()
    };
    assert_eq!(detail(&["--format", "json", "a.md"]), "summary");
    assert_eq!(detail(&["--format", "json", "--detail", "changes", "a.md"]), "changes");
    assert_eq!(detail(&["--detail", "full", "a.md"]), "full");
    let (stdout, _, status) = place.run(&["--check", "--format", "json", "a.md", "b.md"], "");
    let value: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (value[0]["file"].as_str(), value[1]["file"].as_str(), status),
        (Some("a.md"), Some("b.md"), 1)
    );
    assert_eq!(value[1]["review"]["counts"]["change_count"], 0);
}

#[test]
fn a_failed_preflight_has_a_review_when_one_was_asked_for() {
    let place = Place::new(&[("a.md", b"a\n")]);
    let (stdout, stderr, status) =
        place.run(&["--format", "json", "--modifier", "line-endings:ending=cr", "a.md"], "");
    let value: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((value["errors"][0]["code"].as_str(), status), (Some("run.preflight_failed"), 2));
    assert!(stderr.contains("the parameter ending is lf or crlf, not \"cr\""), "{stderr}");
}

#[test]
fn sarif_has_a_fix_for_each_edit() {
    let place = Place::new(&[("a b.md", b"a \n\n\n\nb\n")]);
    let (stdout, stderr, status) = place.run(&["--format", "sarif", "./a b.md"], "");
    assert_eq!((stderr.as_str(), status), ("", 0));
    let log: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(
        (run["tool"]["driver"]["name"].as_str(), run["columnKind"].as_str()),
        (Some("Countersign"), Some("unicodeCodePoints"))
    );
    insta::assert_snapshot!("polish_sarif_results", serde_json::to_string_pretty(&run["results"]).unwrap());
    let rules: Vec<_> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
    for result in run["results"].as_array().unwrap() {
        assert!(rules.contains(&&result["ruleId"]));
    }
}

#[test]
fn people_see_lines_before_and_after() {
    let text = "#   Title\nSome text \x1b[31m\nwith a break   \nhere.\t\n* one\n\n\n\n* two\r\n";
    let place = Place::new(&[("a.md", text.as_bytes())]);
    let (stdout, _, status) = place.run(&["--format", "human", "a.md"], "");
    insta::assert_snapshot!("polish_for_people", stdout);
    assert_eq!(status, 0);
    let (coloured, _, _) = place.run(&["--color", "always", "--format", "human", "a.md"], "");
    assert!(coloured.contains("\x1b[31m- ") && coloured.contains("\x1b[32m+ "), "{coloured}");
}

#[test]
fn a_huge_line_is_shown_in_part() {
    let text = format!("{}  {}\n", "a".repeat(100_000), "b".repeat(100_000));
    let place = Place::new(&[("a.md", text.as_bytes())]);
    let (stdout, _, status) = place.run(&["--format", "human", "--modifier", "space-runs", "a.md"], "");
    assert_eq!(status, 0);
    assert!(stdout.len() < 1000 && stdout.contains("1:100001 "), "{stdout}");
}

#[test]
fn many_changes_are_counted_and_not_all_listed() {
    let text = "a \n".repeat(1000);
    let place = Place::new(&[("a.md", text.as_bytes())]);
    let (stdout, _, status) = place.run(&["--check", "a.md"], "");
    assert_eq!(status, 1);
    assert!(stdout.lines().count() < 400 && stdout.ends_with("  … and 900 more\n"), "{stdout}");
}

#[cfg(unix)]
#[test]
fn a_link_is_not_replaced_and_a_failed_write_is_status_4() {
    let place = Place::new(&[("a.md", b"a \n")]);
    std::os::unix::fs::symlink("a.md", place.path().join("link.md")).unwrap();
    let (_, stderr, status) = place.run(&["--write", "link.md"], "");
    assert_eq!(status, 4);
    assert!(stderr.contains("link.md: cannot be replaced: "), "{stderr}");
    assert_eq!(place.content("a.md"), "a \n");
}
