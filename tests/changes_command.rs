//! `countersign changes` as it is run: output, messages and exit statuses.

// A test that cannot go on has failed.
#![allow(clippy::unwrap_used)]

use assert_cmd::Command;

struct Place(tempfile::TempDir);

impl Place {
    fn new(files: &[(&str, &str)]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        for (name, content) in files {
            std::fs::write(directory.path().join(name), content).unwrap();
        }
        Self(directory)
    }

    /// Standard output, standard error and the exit status.
    fn run(&self, arguments: &[&str], stdin: &str) -> (String, String, i32) {
        let mut command = Command::cargo_bin("countersign").unwrap();
        let output = command
            .current_dir(self.0.path())
            .env_remove("GITHUB_ACTIONS")
            .arg("changes")
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
fn the_body_is_all_that_standard_output_holds_and_a_change_is_no_failure() {
    let place =
        Place::new(&[("old.json", r#"{"a": 1, "l": [1, 2]}"#), ("new.json", r#"{"a": 1, "l": [1, 3.0]}"#)]);
    assert_eq!(place.run(&["old.json", "new.json"], ""), done("{\"l\":[1,3.0]}\n", "", 0));
    assert_eq!(place.run(&["old.json", "old.json"], ""), done("{}\n", "", 0));
    assert_eq!(place.run(&["-", "new.json"], r#"{"a":1}"#), done("{\"l\":[1,3.0]}\n", "", 0));
}

#[test]
fn what_a_merge_patch_cannot_say_has_no_body_and_status_3() {
    let place = Place::new(&[("old.json", r#"{"a": 1}"#), ("new.json", r#"{"a": null, "b": {"c": null}}"#)]);
    let (stdout, stderr, status) = place.run(&["old.json", "new.json"], "");
    assert_eq!((stdout.as_str(), status), ("", 3));
    assert!(stderr.contains("\n  /a\n  /b/c\n") && stderr.contains("--json-patch"), "{stderr}");
    let operations =
        r#"[{"op":"replace","path":"/a","value":null},{"op":"add","path":"/b","value":{"c":null}}]"#;
    assert_eq!(
        place.run(&["--json-patch", "old.json", "new.json"], ""),
        done(&format!("{operations}\n"), "", 0)
    );
}

#[test]
fn equal_documents_without_keys_have_nothing_to_send() {
    let place = Place::new(&[("a.json", "[1]"), ("b.json", "[1.0]")]);
    let note = "note: the documents are equal and no objects, so there is nothing to send\n";
    assert_eq!(place.run(&["a.json", "b.json"], ""), done("", note, 0));
}

#[test]
fn applying_writes_the_result() {
    let place = Place::new(&[
        ("f.json", "{\n  \"a\": 1,\n  \"b\": 2\n}\n"),
        ("merge.json", r#"{"a":null,"c":3}"#),
        ("patch.json", r#"[{"op":"test","path":"/b","value":2},{"op":"remove","path":"/a"}]"#),
    ]);
    assert_eq!(
        place.run(&["--apply", "merge.json", "f.json"], ""),
        done("{\n  \"b\": 2,\n  \"c\": 3\n}\n", "", 0)
    );
    assert_eq!(
        place.run(&["--json-patch", "--apply", "patch.json", "f.json"], ""),
        done("{\"b\":2}\n", "", 0)
    );
    let refused = "error: a JSON Patch is an array of operations\n";
    assert_eq!(place.run(&["--json-patch", "--apply", "merge.json", "f.json"], ""), done("", refused, 2));
}

#[test]
fn a_file_that_is_not_json_or_repeats_a_name_is_refused_with_its_place() {
    let place = Place::new(&[
        ("ok.json", "{}"),
        ("twice.json", "{\"a\": 1,\n \"a\": 2}"),
        ("bad.json", "{\n  nope\n}"),
    ]);
    let (stdout, stderr, status) = place.run(&["bad.json", "twice.json"], "");
    assert_eq!((stdout.as_str(), status), ("", 2));
    assert!(stderr.contains("bad.json:2:3: "), "{stderr}");
    assert!(stderr.contains("twice.json:2:2: the name \"a\" stands twice in one map"), "{stderr}");
}

#[test]
fn missing_files_directories_and_wrong_invocations_are_status_2() {
    let place = Place::new(&[("ok.json", "{}")]);
    for arguments in [
        &["ok.json", "missing.json"][..],
        &["ok.json", "."],
        &["ok.json"],
        &["-", "-"],
        &["--apply", "ok.json", "ok.json", "ok.json"],
        &["--format", "yaml", "ok.json", "ok.json"],
    ] {
        let (stdout, stderr, status) = place.run(arguments, "{}");
        assert_eq!((stdout.as_str(), status), ("", 2), "{arguments:?}");
        assert!(stderr.starts_with("error: "), "{arguments:?}: {stderr}");
    }
}

#[test]
fn people_see_what_changed_and_what_travels_for_it() {
    let place = Place::new(&[
        (
            "old.json",
            r#"{"name": "pump", "rows": {"0": {"x": 1}}, "list": [1, 2, 3, 4], "gone": {"a": 1}, "e": []}"#,
        ),
        (
            "new.json",
            r#"{"name": "\u001b[31mpump", "rows": {"0": {"x": 2.50}}, "list": [1, 9, 3], "new": [null], "e": [1]}"#,
        ),
    ]);
    let (stdout, stderr, status) = place.run(&["--format", "human", "old.json", "new.json"], "");
    insta::assert_snapshot!("changes_for_people", stdout);
    assert_eq!((stderr.as_str(), status), ("", 0));
}

#[test]
fn operations_are_not_taken_for_a_merge_patch_unless_somebody_says_so() {
    let operations = r#"[{"op":"add","path":"/b","value":2}]"#;
    let place = Place::new(&[
        ("file.json", r#"{"a":1}"#),
        ("operations.json", operations),
        ("list.json", "[1]"),
        ("empty.json", "[]"),
    ]);
    assert_eq!(
        place.run(&["--apply", "operations.json", "file.json"], ""),
        done(
            "",
            "error: operations.json reads as JSON Patch operations, and as a merge patch it would replace the whole \
             document; --json-patch applies the operations, --merge-patch replaces the document\n",
            2
        )
    );
    let with = |option: &str, changes: &str| place.run(&[option, "--apply", changes, "file.json"], "");
    assert_eq!(with("--json-patch", "operations.json"), done("{\"a\":1,\"b\":2}\n", "", 0));
    assert_eq!(with("--merge-patch", "operations.json"), done(&format!("{operations}\n"), "", 0));
    // Any other list is a merge patch like every value.
    for list in ["list.json", "empty.json"] {
        assert_eq!(place.run(&["--apply", list, "file.json"], "").2, 0, "{list}");
    }
}
