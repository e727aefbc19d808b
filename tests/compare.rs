//! `countersign compare`, as its users meet it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::{Value, json};

fn fixture(name: &str) -> String {
    format!("tests/fixtures/compare/{name}")
}

fn compare(arguments: &[&str]) -> std::process::Output {
    Command::cargo_bin("countersign").unwrap().arg("compare").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json_of(extension: &str, options: &[&str]) -> Value {
    let (before, after) = (fixture(&format!("before.{extension}")), fixture(&format!("after.{extension}")));
    let mut arguments = vec![before.as_str(), after.as_str(), "--format", "json"];
    arguments.extend(options);
    let output = compare(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Kind, addresses, labels and matching pass of every change.
fn told(document: &Value) -> Vec<[String; 6]> {
    let list = document["changes"].as_array().unwrap();
    list.iter()
        .map(|change| {
            ["kind", "source_address", "test_address", "source_label", "test_label", "matched_by"]
                .map(|key| change[key].as_str().unwrap_or("-").to_owned())
        })
        .collect()
}

struct Scratch(tempfile::TempDir);

impl Scratch {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path: PathBuf = self.0.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

#[test]
fn every_kind_of_change_is_told_apart_in_markdown() {
    let found = told(&json_of("md", &["--no-trees"]));
    let expected = [
        [
            "modify",
            "/section[1]/section[1]/list_item[2]",
            "/section[1]/section[1]/list_item[2]",
            "1.2",
            "1.2",
            "label",
        ],
        ["insert", "-", "/section[1]/section[1]/list_item[3]", "-", "1.3", "unmatched"],
        [
            "renumber",
            "/section[1]/section[1]/list_item[3]",
            "/section[1]/section[1]/list_item[4]",
            "1.3",
            "1.4",
            "exact",
        ],
        [
            "renumber",
            "/section[1]/section[1]/list_item[4]",
            "/section[1]/section[1]/list_item[5]",
            "1.4",
            "1.5",
            "exact",
        ],
        [
            "modify",
            "/section[1]/section[2]/list_item[2]",
            "/section[1]/section[2]/list_item[2]",
            "2.2",
            "2.2",
            "label",
        ],
        ["delete", "/section[1]/section[2]/list_item[3]/list_item[3]", "-", "(c)", "-", "unmatched"],
        [
            "move",
            "/section[1]/section[3]/list_item[2]",
            "/section[1]/section[2]/list_item[4]",
            "3.2",
            "2.4",
            "move",
        ],
        [
            "modify",
            "/section[1]/section[3]/list_item[2]/paragraph[1]",
            "/section[1]/section[2]/list_item[4]/paragraph[1]",
            "-",
            "-",
            "fuzzy",
        ],
        [
            "renumber",
            "/section[1]/section[3]/list_item[3]",
            "/section[1]/section[3]/list_item[2]",
            "3.3",
            "3.2",
            "exact",
        ],
        ["insert", "-", "/section[2]/list_item[2]/table[1]/row[3]", "-", "-", "unmatched"],
    ];
    assert_eq!(found, expected.map(|row| row.map(str::to_owned)));
}

#[test]
fn plain_text_tells_the_same_changes() {
    let (markdown, plain) = (told(&json_of("md", &["--no-trees"])), told(&json_of("txt", &["--no-trees"])));
    // What is a row there is a paragraph here.
    assert_eq!(markdown[..9], plain[..9]);
    assert_eq!(plain[9][2], "/section[2]/list_item[2]/paragraph[2]");
    assert_eq!(plain.len(), 10);
}

#[test]
fn a_change_carries_texts_operations_spans_and_headings() {
    let document = json_of("md", &["--no-trees"]);
    assert_eq!(
        document["changes"][4],
        json!({
            "kind": "modify",
            "source_address": "/section[1]/section[2]/list_item[2]",
            "test_address": "/section[1]/section[2]/list_item[2]",
            "block_kind": "list_item",
            "source_label": "2.2",
            "test_label": "2.2",
            "role": "clause",
            "span_types": ["cross_reference"],
            "matched_by": "label",
            "confidence": 0.9333,
            "source_text":
                "The tanks are filled every Monday and Thursday between April and September, see clause 1.3.",
            "test_text": "The tanks are filled every Monday and Thursday between April and September, see clause 1.4.",
            "inline": [{
                "kind": "replace",
                "source_start": 87,
                "source_end": 91,
                "test_start": 87,
                "test_end": 91,
                "source_text": "1.3.",
                "test_text": "1.4.",
            }],
            "breadcrumb": ["Allotment Rules", "Water"],
        })
    );
}

#[test]
fn statistics_count_changes_for_the_nearest_section() {
    let document = json_of("md", &["--no-trees"]);
    let statistics = &document["statistics"];
    let rows: Vec<_> = statistics["sections"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["heading"].as_str().unwrap(),
                row["counts"]["total"].as_u64().unwrap(),
                row["blocks"].as_u64().unwrap(),
                row["density"].as_f64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("Allotment Rules", 0, 2, 0.0),
            ("Plots", 4, 6, 0.6667),
            ("Water", 4, 8, 0.5),
            ("Rent", 1, 3, 0.3333),
            ("Tools", 1, 24, 0.0417),
        ]
    );
    assert_eq!(statistics["counts"]["total"], 10);
    assert_eq!(statistics["counts"]["moved"], 1);
    // Root and five sections are in no row.
    assert_eq!(statistics["test_blocks"], 2 + 6 + 8 + 3 + 24 + 6);
}

#[test]
fn a_deletion_inside_a_section_whose_address_shifted_counts_there() {
    let scratch = Scratch::new();
    let section = |number: u8, name: &str, clauses: &str| format!("## {number}. {name}\n\n{clauses}\n");
    let two = "2.1 Bees are kept at the far end of the orchard all year.\n\n2.2 Honey is shared out in the autumn among all members.\n";
    let one = "2.1 Bees are kept at the far end of the orchard all year.\n";
    let source =
        scratch.file("a.md", section(1, "Water", "1.1 Water is drawn by can.\n") + &section(2, "Bees", two));
    let test = scratch.file(
        "b.md",
        section(1, "Water", "1.1 Water is drawn by can.\n")
            + "## Gates\n\nThe gates are locked at dusk by whoever leaves last.\n\n"
            + &section(2, "Bees", one),
    );
    let output = compare(&[&source, &test, "--format", "json", "--no-trees"]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = document["statistics"]["sections"].as_array().unwrap();
    let deleted: Vec<_> = rows
        .iter()
        .map(|row| (row["address"].as_str().unwrap(), row["counts"]["deleted"].as_u64().unwrap()))
        .collect();
    assert_eq!(deleted, [("/section[1]", 0), ("/section[2]", 0), ("/section[3]", 1)]);
}

#[test]
fn a_section_that_went_has_a_row_of_its_own() {
    let scratch = Scratch::new();
    let source =
        scratch.file("a.md", "# One\n\nFirst text.\n\n# Two\n\nSecond text here.\n\n# Three\n\nThird.\n");
    let test = scratch.file("b.md", "# One\n\nFirst text.\n\n# Three\n\nThird.\n");
    let output = compare(&[&source, &test, "--format", "json", "--no-trees"]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = document["statistics"]["sections"].as_array().unwrap();
    let told: Vec<_> = rows
        .iter()
        .map(|row| {
            (
                row["address"].as_str().unwrap(),
                row["heading"].as_str().unwrap(),
                row["counts"]["deleted"].as_u64().unwrap(),
                row["blocks"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [("/section[1]", "One", 0, 2), ("/section[2]", "Two", 1, 0), ("/section[2]", "Three", 0, 2)]
    );
}

#[test]
fn real_output_satisfies_the_published_schema_in_every_form() {
    let schema: Value = serde_json::from_str(countersign::document::schema_text()).unwrap();
    let validator = jsonschema::draft7::new(&schema).unwrap();
    let forms: [&[&str]; 5] = [
        &[],
        &["--no-trees"],
        &["--include-alignment"],
        &["--no-trees", "--include-alignment"],
        &[
            "--kind",
            "move",
            "--under",
            "/section[1]",
            "--label",
            "2.4",
            "--role",
            "clause",
            "--has-inline",
            "false",
        ],
    ];
    for extension in ["md", "txt"] {
        for form in forms {
            let document = json_of(extension, form);
            let errors: Vec<_> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
            assert_eq!(errors, [] as [String; 0], "{form:?}");
            assert_eq!(document.get("source").is_some(), document.get("test").is_some());
        }
    }
}

#[test]
fn the_schema_and_the_code_name_the_same_version() {
    let schema: Value = serde_json::from_str(countersign::document::schema_text()).unwrap();
    assert_eq!(schema["properties"]["schema_version"]["const"], countersign::document::SCHEMA_VERSION);
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    assert_eq!(schema["required"], json!(["schema_version", "config", "changes", "statistics"]));
}

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
fn people_read_these() {
    let (before, after) = (fixture("before.md"), fixture("after.md"));
    for (name, options) in [
        ("human", &["--format", "human"][..]),
        ("human-color", &["--color", "always", "--kind", "modify", "--kind", "move"]),
        ("markdown", &["--format", "markdown", "--allow-under", "/section[1]"]),
        ("criticmarkup", &["--format", "criticmarkup"]),
    ] {
        let mut arguments = vec![before.as_str(), after.as_str()];
        arguments.extend(options);
        insta::assert_snapshot!(name, text(&compare(&arguments).stdout));
    }
    let same = compare(&[&before, &before]);
    assert_eq!(text(&same.stdout), format!("{before} → {before}\nno changes\n"));
}

#[test]
fn what_is_not_compared_is_said() {
    let scratch = Scratch::new();
    let source = scratch.file("a.md", "# A\n\n<div>one</div>\n\nText ![x](y.png) here.\n");
    let test = scratch.file("b.md", "# A\n\n<div>two</div>\n\nText  here.\n");
    for format in ["human", "markdown", "html"] {
        let shown = text(&compare(&[&source, &test, "--format", format]).stdout);
        assert!(shown.contains("no changes"), "{shown}");
        assert!(
            shown.contains("Not compared: HTML blocks (1 before, 1 after), images (1 before, 0 after)."),
            "{shown}"
        );
    }
}

#[test]
fn the_page_is_self_contained_and_links_both_ends_of_a_move() {
    let output = compare(&[&fixture("before.md"), &fixture("after.md"), "--format", "html"]);
    let page = text(&output.stdout);
    for outside in ["http:", "https:", "src=", "url(", "@import", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("default-src 'none'"));
    for (id, link) in [("m6-from", "#m6-to"), ("m6-to", "#m6-from")] {
        assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1);
        assert_eq!(page.matches(&format!("href=\"{link}\"")).count(), 1);
    }
    // The outline's links lead somewhere, and no id stands twice.
    let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len());
    for target in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(ids.contains(&target), "{target}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
}

#[test]
fn hostile_text_takes_no_effect_anywhere() {
    let scratch = Scratch::new();
    let source = scratch.file("a.md", "# Rules\n\n1.1 Plain words stand here for now.\n");
    let test = scratch.file(
        "b.md",
        "# Rules <script>alert(1)</script>\n\n1.1 Plain words @all <img src=x onerror=y> \u{202E}stand\u{1b}[31m here #1 for now.\n\n\
         </script><script>x</script> is inserted with `ticks` and | bars |.\n",
    );
    for format in ["human", "markdown", "html", "criticmarkup"] {
        let shown = text(&compare(&[&source, &test, "--format", format]).stdout);
        assert!(!shown.contains('\u{1b}'), "{format}");
        if format != "criticmarkup" {
            assert!(!shown.contains('\u{202E}'), "{format}: {shown}");
        }
        if format == "markdown" || format == "html" {
            assert!(
                !shown.contains("<img") && !shown.contains("<script>alert") && !shown.contains("@all <"),
                "{shown}"
            );
        }
    }
}
