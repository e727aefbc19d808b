//! What is shown, what is allowed, and what a wrong invocation meets.

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::{Scratch, compare, fixture, json_of, text, told};

#[test]
fn a_filter_narrows_the_list_and_is_recorded() {
    let document =
        json_of("md", &["--kind", "insert", "--kind", "delete", "--under", "/section[1]", "--no-trees"]);
    assert_eq!(told(&document).iter().map(|row| row[0].as_str()).collect::<Vec<_>>(), ["insert", "delete"]);
    assert_eq!(
        document["config"]["filter"],
        json!({
            "kinds": ["insert", "delete"],
            "address_prefixes": ["/section[1]"],
            "labels": [],
            "roles": [],
            "min_chars": 0,
            "has_inline": null,
        })
    );
    assert_eq!(document["statistics"]["counts"]["total"], 2);
    assert_eq!(document["statistics"]["test_blocks"], 49);
    let kinds =
        |options: &[&str]| told(&json_of("md", options)).iter().map(|row| row[0].clone()).collect::<Vec<_>>();
    assert_eq!(kinds(&["--min-chars", "7"]), ["modify"]);
    assert_eq!(kinds(&["--has-inline", "true"]), ["modify", "modify", "modify"]);
    // A block that moved out of a scope is still reported by it.
    assert_eq!(kinds(&["--under", "/section[1]/section[3]", "--kind", "move"]), ["move"]);
    assert_eq!(json_of("md", &[])["config"]["filter"], Value::Null);
}

#[test]
fn differences_alone_pass_and_changes_outside_the_scope_fail() {
    let scratch = Scratch::new();
    let (before, after) = (fixture("before.md"), fixture("after.md"));
    let status = |options: &[&str]| {
        let mut arguments = vec![before.as_str(), after.as_str()];
        arguments.extend(options);
        let output = compare(&arguments);
        (output.status.code(), text(&output.stderr), text(&output.stdout))
    };
    assert_eq!(status(&[]).0, Some(0));
    assert_eq!(status(&["--allow-under", "/"]).0, Some(0));
    let (code, stderr, stdout) = status(&["--allow-under", "/section[1]"]);
    assert_eq!(code, Some(1));
    assert_eq!(stderr, "error: outside the allowed scope: insert /section[2]/list_item[2]/table[1]/row[3]\n");
    assert!(stdout.contains("1 outside the allowed scope"), "{stdout}");
    // A filter decides what is shown, never what is allowed.
    assert_eq!(status(&["--allow-under", "/section[1]", "--kind", "move"]).0, Some(1));
    // Whole steps: section 1 does not allow section 11.
    assert_eq!(status(&["--allow-under", "/section[1]/section[11]"]).0, Some(1));
    let all = scratch.file("all.json", r#"{"kinds": ["insert", "delete", "modify", "move", "renumber"]}"#);
    assert_eq!(status(&["--allow", &all]).0, Some(0));
    let some = scratch.file("some.json", r#"{"kinds": ["renumber"], "has_inline": false}"#);
    assert_eq!(status(&["--allow", &some]).0, Some(1));
}

#[test]
fn a_wrong_invocation_or_file_leaves_standard_output_empty() {
    let scratch = Scratch::new();
    let (before, after) = (fixture("before.md"), fixture("after.md"));
    let bad_filter = scratch.file("bad.json", r#"{"kind": []}"#);
    let bad_profile = scratch
        .file("bad.yaml", "name: x\nlabel_patterns:\n  - name: y\n    pattern: '('\n    style: word\n");
    let latin = scratch.file("latin.md", b"# caf\xe9\n");
    let word = scratch.file("a.docx", "x");
    let plain = fixture("before.txt");
    let cases: [(&[&str], &str); 13] = [
        (&[&before, "missing.md"], "cannot read missing.md"),
        (
            &[&before, &plain],
            "the source document is markdown (its name ends in .md) and the test document is text",
        ),
        (&[&before, &latin], "the test document: line 1, byte 5: the text is not UTF-8"),
        (
            &[&word, &after],
            "Word documents are not read; name it .md or .txt; --input-format markdown, or text, says",
        ),
        (&[&before, &plain], "compare documents of one format; --input-format markdown, or text, says"),
        (&["-", "-"], "only one of the two documents"),
        (&[&before, &after, "--allow", &bad_filter], "unknown field `kind`"),
        (&[&before, &after, "--allow-under", "section 1"], "\"section 1\" is no address"),
        (&[&before, &after, "--under", "/section[0]"], "\"/section[0]\" is no address"),
        (&[&before, &after, "--profile", "contracts"], "there is no profile named \"contracts\""),
        (&[&before, &after, "--profile", &bad_profile], "pattern of label \"y\""),
        (&[&before, &after, "--no-trees"], "--no-trees belongs to --format json"),
        (&[&before, &after, "--allow", &bad_filter, "--allow-under", "/"], "cannot be used with"),
    ];
    for (arguments, message) in cases {
        let output = compare(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        assert!(text(&output.stderr).contains(message), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_profile_of_ones_own_reads_its_own_labels() {
    let scratch = Scratch::new();
    let profile = scratch.file(
        "memo.yaml",
        "name: memo\nlabel_patterns:\n  - name: point\n    pattern: '(?i)point\\s+(\\d+):\\s+'\n    style: decimal\n",
    );
    let source = scratch.file("a.txt", "Point 1: Feed the cat.\n\nPoint 2: Water the fern.\n");
    let test = scratch.file(
        "b.txt",
        "Point 1: Sweep the hall first.\n\nPoint 2: Feed the cat.\n\nPoint 3: Water the fern.\n",
    );
    let output = compare(&[&source, &test, "--profile", &profile, "--format", "json", "--no-trees"]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["config"]["profile"], "memo");
    let kinds: Vec<_> = told(&document).into_iter().map(|row| [row[0].clone(), row[4].clone()]).collect();
    assert_eq!(
        kinds,
        [["insert", "Point 1:"], ["renumber", "Point 2:"], ["renumber", "Point 3:"]]
            .map(|r| r.map(str::to_owned))
    );
}

#[test]
fn an_input_format_reads_both_documents_alike() {
    let scratch = Scratch::new();
    let (before, after) = (scratch.file("a.md", "# One\n"), scratch.file("b.txt", "# Two\n"));
    let output = compare(&[&before, &after, "--input-format", "markdown", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(!document["changes"].as_array().unwrap().is_empty());
    assert_eq!(document["config"]["test_format"], "markdown");
    let output = compare(&[&before, &after, "--input-format", "text", "--format", "criticmarkup"]);
    assert_eq!(text(&output.stdout), "# {~~One~>Two~~}\n");
    assert_eq!(compare(&[&before, &after]).status.code(), Some(2));
}

#[test]
fn standard_input_is_one_of_the_documents() {
    let output = Command::cargo_bin("countersign")
        .unwrap()
        .args(["compare", "-", &fixture("after.md"), "--format", "json", "--no-trees"])
        .write_stdin(std::fs::read(fixture("before.md")).unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["changes"].as_array().unwrap().len(),
        10
    );
}
