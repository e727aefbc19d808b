//! `SECURITY.md` and the table of what users see name tests that exist.

use crate::pages::{code, read, root, rows};

#[test]
fn every_test_that_a_threat_names_exists() {
    assert!(named_tests("SECURITY.md") > 70);
}

#[test]
fn every_test_that_shows_what_a_user_sees_exists() {
    assert!(named_tests("tests/action/seen.md") > 80);
}

/// How many tests a page names; all of them exist.
fn named_tests(page: &str) -> usize {
    let page = read(page);
    let mut named = 0;
    for cells in rows(&page) {
        for (file, test) in
            cells.iter().flat_map(|cell| cell.split(", ")).filter_map(|cell| code(cell)?.split_once("::"))
        {
            named += 1;
            assert!(root().join(file).is_file(), "there is no {file}");
            let text = read(file);
            let at =
                text.find(&format!("fn {test}(")).unwrap_or_else(|| panic!("there is no {test} in {file}"));
            // The attribute stands on one of the lines before, with others between them.
            let before: Vec<_> = text[..at].lines().rev().take(4).collect();
            assert!(
                before.iter().any(|line| line.contains("#[test]") || line.contains("#[tokio::test]")),
                "{file}: {test} is no test"
            );
        }
    }
    named
}

#[test]
fn every_threat_names_a_test_or_where_it_is_written() {
    let page = read("SECURITY.md");
    for cells in rows(&page) {
        if let [threat, _, shown] = cells[..]
            && threat != "threat"
        {
            assert!(shown.contains("::") || shown.contains("]("), "{threat}: nothing shows it");
        }
    }
}
