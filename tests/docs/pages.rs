//! Reading the pages: tables, code blocks, links.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The project's folder.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of the project, with `\n` at line ends.
pub(crate) fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .replace("\r\n", "\n")
}

/// All files below a folder whose names end in `suffix`, relative to the project.
pub(crate) fn below(folder: &str, suffix: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(suffix) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The pages that are held to the code here.
pub(crate) fn pages() -> Vec<PathBuf> {
    let mut pages = below("docs", ".md");
    pages.push(PathBuf::from("SECURITY.md"));
    pages
}

/// The part of a page from a heading to the next one of the same or a higher level.
pub(crate) fn section<'p>(page: &'p str, heading: &str) -> &'p str {
    let level = heading.chars().take_while(|&c| c == '#').count();
    let start = page.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no heading {heading}"));
    let body = &page[start + 1 + heading.len()..];
    let higher = |line: &str| {
        let marks = line.chars().take_while(|&c| c == '#').count();
        (1..=level).contains(&marks) && line[marks..].starts_with(' ')
    };
    let mut end = body.len();
    let (mut at, mut fenced) = (0, false);
    for line in body.split_inclusive('\n') {
        fenced ^= line.starts_with("```");
        if !fenced && at > 0 && higher(line) {
            end = at;
            break;
        }
        at += line.len();
    }
    &body[..end]
}

/// The rows of all tables of a text as cells; the rows of dashes are left out, those of headings are not.
pub(crate) fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|line| line.split(" | ").map(str::trim).collect::<Vec<_>>())
        .filter(|cells| !cells.iter().all(|cell| cell.chars().all(|c| c == '-')))
        .collect()
}

/// The content of a cell that is one code span.
pub(crate) fn code(cell: &str) -> Option<&str> {
    let fence = cell.chars().take_while(|&c| c == '`').count();
    let inner = cell.get(fence..cell.len().checked_sub(fence)?)?;
    let whole = fence > 0 && cell.ends_with(&"`".repeat(fence)) && !inner.contains(&"`".repeat(fence));
    whole.then(|| if fence > 1 { inner.trim_matches(' ') } else { inner })
}

/// The code blocks of a language.
pub(crate) fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let open = format!("```{language}\n");
    let mut found = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find(&open) {
        let body = &rest[start + open.len()..];
        let end = body.find("\n```").unwrap_or_else(|| panic!("a block of {language} is not closed"));
        found.push(&body[..=end]);
        rest = &body[end..];
    }
    found
}

/// A page without its code blocks.
fn prose(page: &str) -> String {
    let mut fenced = false;
    let kept = page.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    });
    kept.map(|line| format!("{line}\n")).collect()
}

/// The anchors that GitHub gives to a page's headings.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = prose(page);
    let headings = headings.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let kept: String = line
                .trim_start_matches('#')
                .trim()
                .to_lowercase()
                .chars()
                .filter(|&c| c.is_alphanumeric() || "-_ ".contains(c))
                .collect();
            kept.replace(' ', "-")
        })
        .collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading_that_are_there() {
    let mut links = 0;
    for page in pages() {
        let text = read(&page);
        for target in prose(&text).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.starts_with("https://") {
                continue;
            }
            links += 1;
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if path.is_empty() { page.clone() } else { page.parent().unwrap().join(path) };
            assert!(root().join(&file).exists(), "{}: {target} is not there", page.display());
            if !anchor.is_empty() {
                assert!(
                    anchors(&read(&file)).contains(anchor),
                    "{}: no heading for {target}",
                    page.display()
                );
            }
        }
    }
    assert!(links > 40, "only {links} links were found");
}

#[test]
fn every_page_is_in_the_index() {
    let index = read("docs/README.md");
    for page in below("docs", ".md") {
        let name = page.strip_prefix("docs").unwrap().to_string_lossy().replace('\\', "/");
        assert!(
            name == "README.md" || index.contains(&format!("]({name})")),
            "docs/README.md has no link to {name}"
        );
    }
}
