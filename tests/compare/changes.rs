//! What changed, and where it is counted.

use serde_json::{Value, json};

use crate::{Scratch, compare, json_of, text, told};

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
fn a_renumbered_clause_whose_text_changed_as_well_says_both() {
    let scratch = Scratch::new();
    let before =
        scratch.file("a.md", "# T\n\n1.1 Liability is limited.\n\n1.2 The other clause stays as it is.\n");
    let after = scratch
        .file("b.md", "# T\n\n2.1 Liability is not limited.\n\n2.2 The other clause stays as it is.\n");
    let shown = text(&compare(&[&before, &after]).stdout);
    assert!(shown.contains("2 changes: 2 renumbered (1 with another text)\n"), "{shown}");
    assert!(shown.contains("renumbered and modified item 1.1 → 2.1"), "{shown}");
    assert!(shown.contains("renumbered item 1.2 → 2.2"), "{shown}");
    // A scope that lets clauses be renumbered and nothing else refuses the other text.
    let scope = scratch.file("scope.json", r#"{"kinds":["renumber"],"has_inline":false}"#);
    assert_eq!(compare(&[&before, &after, "--allow", &scope]).status.code(), Some(1));
}
