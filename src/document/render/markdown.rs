//! A comparison as a comment on a pull request.
//!
//! Everything from the documents is inert: no mention, no link, no markup of theirs takes effect. What went stands in
//! `<del>`, what came in `<ins>`, which GitHub renders.

use std::fmt::Write as _;

use super::layout::{Part, beginning, gist, inside, readable, shortened};
use super::{Shown, happened, kind_text, label_text, not_compared, summary};
use crate::document::{Change, ChangeKind};
use crate::inert;

/// The longest comment, in bytes; GitHub refuses more than 65,536 characters.
pub const MAX_COMMENT: usize = 60_000;

/// The comparison as a Markdown comment of at most [`MAX_COMMENT`] bytes; what does not fit is counted.
#[must_use]
pub fn markdown(shown: &Shown<'_>) -> String {
    let comparison = shown.comparison;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "#### {} → {}\n\n{}.",
        inert::code_span(shown.source_name),
        inert::code_span(shown.test_name),
        summary(comparison)
    );
    if shown.out_of_scope() > 0 {
        let _ = writeln!(out, "\n**{} outside the allowed scope.**", shown.out_of_scope());
    }
    let table = where_table(shown);
    let mut crumbs: Option<&[String]> = None;
    let mut left = comparison.changes.len();
    for change in &comparison.changes {
        let mut entry = String::new();
        if crumbs != Some(change.breadcrumb.as_slice()) {
            let _ = writeln!(entry, "\n**{}**\n", crumb_text(&change.breadcrumb));
        }
        write_change(&mut entry, shown, change);
        if out.len() + entry.len() + table.len() + 200 > MAX_COMMENT {
            break;
        }
        crumbs = Some(&change.breadcrumb);
        out.push_str(&entry);
        left -= 1;
    }
    if left > 0 {
        let noun = if left == 1 { "change" } else { "changes" };
        let _ = writeln!(out, "\n{left} more {noun} not shown here.");
    }
    out.push_str(&table);
    if let Some(text) = not_compared(comparison) {
        let _ = writeln!(out, "\n{text}");
    }
    if comparison.alignment.budget_exhausted {
        out.push_str(
            "\nThe comparison's budget ran out; some moved or edited blocks may be shown as deleted and inserted.\n",
        );
    }
    out
}

/// A change as a Markdown list item, and the headings that its block stands under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkdownChange {
    /// The headings above, as one inert line.
    pub under: String,
    /// The list item, without a line end.
    pub text: String,
}

/// The first `most` changes, each whole by itself: for texts that put several documents together.
pub fn markdown_changes<'a>(shown: &'a Shown<'_>, most: usize) -> impl Iterator<Item = MarkdownChange> + 'a {
    shown.comparison.changes.iter().take(most).map(|change| {
        let mut text = String::new();
        write_change(&mut text, shown, change);
        text.truncate(text.trim_end().len());
        MarkdownChange { under: crumb_text(&change.breadcrumb), text }
    })
}

fn where_table(shown: &Shown<'_>) -> String {
    const MOST: usize = 50;
    let statistics = shown.comparison.statistics();
    let mut rows: Vec<_> = statistics.sections.iter().filter(|row| row.counts.total > 0).collect();
    let mut out = String::new();
    if rows.len() < 2 {
        return out;
    }
    let more = rows.len().saturating_sub(MOST);
    rows.truncate(MOST);
    out.push_str("\n| Section | Changes | Blocks | Density |\n| --- | --: | --: | --: |\n");
    for row in rows {
        let heading = if row.heading.is_empty() { row.address.as_str() } else { row.heading.as_str() };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {:.0} % |",
            inert::prose(&beginning(heading, 80)),
            row.counts.total,
            row.blocks,
            row.density * 100.0
        );
    }
    if more > 0 {
        let _ = writeln!(out, "| and {more} more | | | |");
    }
    out
}

fn crumb_text(crumbs: &[String]) -> String {
    if crumbs.is_empty() {
        return "At the top".to_owned();
    }
    crumbs.iter().map(|crumb| inert::prose(&beginning(crumb, 120))).collect::<Vec<_>>().join(" › ")
}

fn write_change(out: &mut String, shown: &Shown<'_>, change: &Change) {
    let comparison = shown.comparison;
    let _ = write!(out, "- **{}** {}", happened(change), kind_text(change));
    let label = label_text(change);
    if !label.is_empty() {
        let _ = write!(out, " {}", inert::prose(&beginning(&label, 80)));
    }
    match comparison.places(change) {
        (Some(before), Some(after)) if change.kind == ChangeKind::Move => {
            let _ = write!(out, ", line {} → {}", before.line, after.line);
        }
        (_, Some(place)) | (Some(place), None) => {
            let _ = write!(out, ", line {}", place.line);
        }
        (None, None) => {}
    }
    if change.kind == ChangeKind::Move
        && let Some(source) = change.source
    {
        let from = comparison.source.breadcrumb(source);
        if from != change.breadcrumb {
            let _ = write!(out, ", was under {}", crumb_text(&from));
        }
    }
    if shown.is_out_of_scope(change) {
        out.push_str(", **outside the allowed scope**");
    }
    out.push_str("  \n  ");
    write_text(out, shown, change);
    let inside = inside(comparison, change);
    if inside > 0 {
        let noun = if inside == 1 { "block" } else { "blocks" };
        let _ = write!(out, " (with {inside} {noun} inside)");
    }
    out.push('\n');
}

fn write_part(out: &mut String, part: Part<'_>) {
    let inert = |text: &str| {
        // Blank space at the ends would vanish inside a tag's text; the words around it show where it was.
        inert::prose(&text.replace('\n', " "))
    };
    let _ = match part {
        Part::Same(text) => write!(out, "{}", inert(text)),
        Part::Deleted(text) => write!(out, "<del>{}</del>", inert(text)),
        Part::Inserted(text) => write!(out, "<ins>{}</ins>", inert(text)),
    };
}

fn write_text(out: &mut String, shown: &Shown<'_>, change: &Change) {
    const MOST: usize = 600;
    let comparison = shown.comparison;
    match (change.source, change.test) {
        (None, Some(test)) => {
            write_part(out, Part::Inserted(&beginning(&gist(&comparison.test, test), MOST)));
        }
        (Some(source), None) => {
            write_part(out, Part::Deleted(&beginning(&gist(&comparison.source, source), MOST)));
        }
        (_, Some(test)) if change.inline.is_empty() => {
            write_part(out, Part::Same(&beginning(&gist(&comparison.test, test), 120)));
        }
        _ => {
            let parts = readable(&change.test_text, &change.inline);
            for (index, &part) in parts.iter().enumerate() {
                match part {
                    Part::Same(text) => {
                        write_part(out, Part::Same(&shortened(text, index == 0, index + 1 == parts.len())));
                    }
                    Part::Deleted(text) => write_part(out, Part::Deleted(&beginning(text, MOST))),
                    Part::Inserted(text) => write_part(out, Part::Inserted(&beginning(text, MOST))),
                }
            }
        }
    }
}
