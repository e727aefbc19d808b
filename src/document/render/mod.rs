//! A comparison for people: terminal, Markdown comment, `CriticMarkup` and one HTML page.
//!
//! Renderers decide nothing; they lay out what the comparison found. All text of the documents is made visible and
//! inert on the way.

mod criticmarkup;
mod html;
mod human;
mod layout;
mod markdown;
mod outline;

pub use criticmarkup::{CriticError, accept, criticmarkup, reject};
pub use html::html;
pub use human::human;
pub use markdown::{MAX_COMMENT, MarkdownChange, markdown, markdown_changes};

use super::{Change, ChangeFilter, ChangeKind, Comparison};

/// A comparison to show, with what its documents are called.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// The comparison, filtered or not.
    pub comparison: &'a Comparison,
    /// What the source is called.
    pub source_name: &'a str,
    /// What the test is called.
    pub test_name: &'a str,
    /// The scope that changes must keep to.
    pub allowed: Option<&'a ChangeFilter>,
}

impl Shown<'_> {
    fn is_out_of_scope(&self, change: &Change) -> bool {
        self.allowed.is_some_and(|allowed| !allowed.admits(change))
    }

    fn out_of_scope(&self) -> usize {
        self.comparison.changes.iter().filter(|change| self.is_out_of_scope(change)).count()
    }
}

/// The past participle that says what happened.
fn verb(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Insert => "inserted",
        ChangeKind::Delete => "deleted",
        ChangeKind::Modify => "modified",
        ChangeKind::Move => "moved",
        ChangeKind::Renumber => "renumbered",
    }
}

/// What happened to a block: a move or a renumbering whose text changed says so.
fn happened(change: &Change) -> &'static str {
    match (change.kind, change.inline.is_empty()) {
        (ChangeKind::Move, false) => "moved and modified",
        (ChangeKind::Renumber, false) => "renumbered and modified",
        (kind, _) => verb(kind),
    }
}

/// `4 changes: 1 inserted, 3 moved (2 with another text)`.
#[must_use]
pub fn summary(comparison: &Comparison) -> String {
    let total = comparison.changes.len();
    let filtered = if comparison.config.filter.is_some() { " that pass the filter" } else { "" };
    if total == 0 {
        return format!("no changes{filtered}");
    }
    let counts: Vec<String> = ChangeKind::ALL
        .into_iter()
        .filter_map(|kind| {
            let of_kind = || comparison.changes.iter().filter(|change| change.kind == kind);
            let modified = of_kind().filter(|change| !change.inline.is_empty()).count();
            let also = match (kind, modified) {
                (ChangeKind::Move | ChangeKind::Renumber, 1..) => format!(" ({modified} with another text)"),
                _ => String::new(),
            };
            let count = of_kind().count();
            (count > 0).then(|| format!("{count} {}{also}", verb(kind)))
        })
        .collect();
    let noun = if total == 1 { "change" } else { "changes" };
    format!("{total} {noun}{filtered}: {}", counts.join(", "))
}

/// What neither document's blocks carry, so that "no changes" does not claim more than was looked at.
#[must_use]
pub fn not_compared(comparison: &Comparison) -> Option<String> {
    let count = |tree: &super::BlockTree, kind: &str| {
        tree.dropped.iter().find(|dropped| dropped.kind == kind).map_or(0, |dropped| dropped.count)
    };
    let kinds: Vec<String> = [
        ("html_block", "HTML blocks"),
        ("image", "images"),
        ("link_reference_definition", "link definitions"),
        ("control_character", "control characters"),
    ]
    .into_iter()
    .map(|(kind, name)| (name, count(&comparison.source, kind), count(&comparison.test, kind)))
    .filter(|&(_, before, after)| before + after > 0)
    .map(|(name, before, after)| format!("{name} ({before} before, {after} after)"))
    .collect();
    (!kinds.is_empty()).then(|| format!("Not compared: {}.", kinds.join(", ")))
}

/// The label as it went from one document to the other.
fn label_text(change: &Change) -> String {
    match (change.source_label.as_deref(), change.test_label.as_deref()) {
        (Some(source), Some(test)) if source != test => format!("{source} → {test}"),
        (Some(source), None) if change.test.is_some() => format!("{source} → none"),
        (None, Some(test)) if change.source.is_some() => format!("none → {test}"),
        (_, Some(label)) | (Some(label), None) => label.to_owned(),
        (None, None) => String::new(),
    }
}

/// What a block is called in a sentence.
fn kind_text(change: &Change) -> &'static str {
    match change.block_kind {
        super::Kind::ListItem => "item",
        other => other.name(),
    }
}

/// A change in one plain sentence without a full stop, such as `modified item 7.2 at /section[1]/list_item[2]: Pay now`.
/// What it quotes is visible, and cut.
#[must_use]
pub fn sentence(comparison: &Comparison, change: &Change) -> String {
    let label = label_text(change);
    let label = if label.is_empty() { label } else { format!(" {}", layout::beginning(&label, 80)) };
    let text = match (change.source, change.test) {
        (Some(source), None) => layout::gist(&comparison.source, source),
        (_, Some(test)) => layout::gist(&comparison.test, test),
        (None, None) => String::new(),
    };
    let text = layout::beginning(&text.replace('\n', " "), 120);
    let text = if text.is_empty() { text } else { format!(": {text}") };
    let said = format!("{} {}{label} at {}{text}", happened(change), kind_text(change), change.address());
    crate::inert::visible(&said).into_owned()
}
