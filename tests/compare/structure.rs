//! Where blocks stand, and what that makes of their changes.

use serde_json::Value;

use crate::{Scratch, compare, text};

/// The comparison document of two Markdown texts.
fn compared(source: &str, test: &str) -> Value {
    let scratch = Scratch::new();
    let (source, test) = (scratch.file("a.md", source), scratch.file("b.md", test));
    let output = compare(&[&source, &test, "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The address of every block, with its text where it has one of its own.
fn places(markdown: &str) -> Vec<String> {
    let document = compared(markdown, markdown);
    let mut places = Vec::new();
    let mut waiting = vec![document["source"]["root"].clone()];
    while let Some(block) = waiting.pop() {
        let own = block["text"].as_str().unwrap();
        if !own.is_empty() {
            places.push(format!("{} {own}", block["path"].as_str().unwrap()));
        }
        waiting.extend(block["children"].as_array().unwrap().iter().rev().cloned());
    }
    places
}

/// Kind and address of every change.
fn changes(source: &str, test: &str) -> Vec<String> {
    let document = compared(source, test);
    let list = document["changes"].as_array().unwrap();
    list.iter()
        .map(|change| {
            let address = change["test_address"].as_str().or(change["source_address"].as_str());
            format!("{} {}", change["kind"].as_str().unwrap(), address.unwrap())
        })
        .collect()
}

#[test]
fn a_list_stands_in_its_section_and_a_heading_ends_it() {
    assert_eq!(
        places(
            "# Tool\n\n## Use\n\n- one thing\n\n### More\n\n1. run it.\n2. stop it.\n\n## Licence\n\nFree.\n"
        ),
        [
            "/section[1]/heading[1] Tool",
            "/section[1]/section[1]/heading[1] Use",
            "/section[1]/section[1]/list_item[1] one thing",
            "/section[1]/section[1]/section[1]/heading[1] More",
            "/section[1]/section[1]/section[1]/list_item[1] run it.",
            "/section[1]/section[1]/section[1]/list_item[2] stop it.",
            "/section[1]/section[2]/heading[1] Licence",
            "/section[1]/section[2]/paragraph[1] Free.",
        ]
    );
}

#[test]
fn numbered_titles_are_clauses_and_end_the_preamble() {
    assert_eq!(
        places("# Deal\n\n## Preamble\n\nWhy we agree.\n\n1. Term and Termination\n\n2. ## Payment\n"),
        [
            "/section[1]/heading[1] Deal",
            "/section[1]/section[1]/heading[1] Preamble",
            "/section[1]/section[1]/paragraph[1] Why we agree.",
            "/section[1]/list_item[1] Term and Termination",
            "/section[1]/list_item[2] Payment",
        ]
    );
}

#[test]
fn the_number_of_signs_decides_before_the_depth_of_a_label() {
    assert_eq!(
        places("# Changes\n\n## 1.2.0\n\n### Added\n\n- a thing\n\n## 1.1.0\n\nFirst.\n"),
        [
            "/section[1]/heading[1] Changes",
            "/section[1]/section[1]/section[1]/heading[1] Added",
            "/section[1]/section[1]/section[1]/list_item[1] a thing",
            "/section[1]/section[2]/paragraph[1] First.",
        ]
    );
}

#[test]
fn what_follows_a_list_is_inside_the_last_item_and_does_not_move_with_it() {
    let source = "# T\n\n1. one.\n2. two.\n\nAfter the list comes this paragraph, which nobody touched.\n\n| a |\n| - |\n| b |\n";
    assert_eq!(
        places(source)[3],
        "/section[1]/list_item[2]/paragraph[1] After the list comes this paragraph, which nobody touched."
    );
    let longer = source.replace("2. two.", "2. two.\n3. three.");
    assert_eq!(changes(source, &longer), ["insert /section[1]/list_item[3]"]);
    assert_eq!(changes(&longer, source), ["delete /section[1]/list_item[3]"]);
    let edited = longer.replace("nobody touched", "somebody touched");
    assert_eq!(
        changes(source, &edited),
        ["insert /section[1]/list_item[3]", "modify /section[1]/list_item[3]/paragraph[1]"]
    );
    // Across an item that both have it has moved.
    let up = "# T\n\n1. one.\n\nAfter the list comes this paragraph, which nobody touched.\n\n2. two.\n\n| a |\n| - |\n| b |\n";
    assert_eq!(changes(source, up), ["move /section[1]/list_item[1]/paragraph[1]"]);
}

#[test]
fn sections_rows_and_tables_that_changed_places_are_moves() {
    let sections = "# A\n\nAlpha one.\n\nAlpha two.\n\n# B\n\nBeta.\n";
    let swapped = "# B\n\nBeta.\n\n# A\n\nAlpha one.\n\nAlpha two.\n";
    assert_eq!(changes(sections, swapped), ["move /section[1]"]);
    let table = "| a |\n| - |\n| one |\n| two |\n\nA paragraph.\n";
    let rows = "| a |\n| - |\n| two |\n| one |\n\nA paragraph.\n";
    assert_eq!(changes(table, rows).len(), 1);
    let below = "A paragraph.\n\n| a |\n| - |\n| one |\n| two |\n";
    assert_eq!(changes(table, below), ["move /paragraph[1]"]);
}

#[test]
fn a_section_is_known_by_its_heading_and_otherwise_by_its_text() {
    let source = "# P\n\n## 1. Scope\n\n1.1 The plan is for the bridge.\n\n## 2. Cost\n\n2.1 The county pays two million.\n";
    let test = "# P\n\n## 1. Risks\n\n1.1 Floods may come.\n\n## 2. Scope\n\n2.1 The plan is for the bridge.\n\n## 3. \
                Budget\n\n3.1 The county pays two million.\n";
    assert_eq!(
        changes(source, test),
        [
            "insert /section[1]/section[1]",
            "renumber /section[1]/section[2]/heading[1]",
            "renumber /section[1]/section[2]/list_item[1]",
            "delete /section[1]/section[2]/heading[1]",
            "insert /section[1]/section[3]/heading[1]",
            "renumber /section[1]/section[3]/list_item[1]",
        ]
    );
}

#[test]
fn of_sections_with_one_heading_the_text_tells_which_is_which() {
    let source =
        "# P\n\n## Example\n\nFirst of all.\n\n## Example\n\nSecond in line.\n\n## Example\n\nThird it is.\n";
    let test = "# P\n\n## Example\n\nSecond in line.\n\n## Example\n\nThird it is.\n";
    assert_eq!(changes(source, test), ["delete /section[1]/section[1]"]);
    assert_eq!(changes(test, source), ["insert /section[1]/section[1]"]);
}

#[test]
fn a_repeated_text_that_went_makes_no_other_one_a_move() {
    let source = "Same.\n\nAnother one.\n\nSame.\n";
    assert_eq!(changes(source, "Another one.\n\nSame.\n"), ["delete /paragraph[1]"]);
    assert_eq!(changes("Another one.\n\nSame.\n", source), ["insert /paragraph[1]"]);
}
