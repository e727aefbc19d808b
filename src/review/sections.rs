//! Documents, data and polish as Markdown sections: inert, bounded, and cut between entries.

use std::fmt::Write as _;

use super::data::{DataChange, DataFile};
use super::documents::{Compared, Document, Presence};
use super::outcome::Outcome;
use super::polish::Touched;
use crate::change_set::{Sendable, Summary, human::rows};
use crate::document::render::{Shown, markdown_changes, not_compared, summary};
use crate::document::{ChangeFilter, Comparison};
use crate::inert::{self, code_span};
use crate::report::{MarkdownEntry, Section, counted};

/// How many changes of one file are told one by one.
const TOLD: usize = 500;
/// How many sections of a document are named as the densest.
const DENSEST: usize = 5;
/// How many arrays or pointers of one file are named.
const NAMED: usize = 20;
/// The longest body that is shown, in bytes.
const BODY: usize = 2000;

impl Outcome<'_> {
    /// What there is to say about documents, data and polish; sections without anything to say are left out.
    pub(super) fn sections(&self) -> Vec<Section> {
        let mut all = vec![self.document_section(), self.data_section(), self.polish_section()];
        all.retain(|section| !section.is_empty());
        all
    }

    fn document_section(&self) -> Section {
        let documents = self.documents();
        let mut entries = Vec::new();
        for document in &documents.changed {
            document_entries(&mut entries, document, documents.allowed.as_ref());
        }
        Section { title: "Documents".to_owned(), entries, ..Section::default() }
    }

    fn data_section(&self) -> Section {
        let files = &self.data().changed;
        Section {
            title: format!("Data: {}", counted(files.len(), "changed file", "changed files")),
            entries: files.iter().map(data_entry).collect(),
            folded: true,
            ..Section::default()
        }
    }

    fn polish_section(&self) -> Section {
        let mut entries = Vec::new();
        for file in &self.polish().touched {
            polish_entries(&mut entries, file);
        }
        Section {
            title: format!("Polish: {} on changed lines", counted(self.polish().edits(), "edit", "edits")),
            entries,
            folded: true,
            ..Section::default()
        }
    }
}

/// `### path`, with the path before.
fn heading(path: &str, earlier: Option<&str>) -> String {
    let earlier = earlier.map_or(String::new(), |earlier| format!(" (renamed from {})", code_span(earlier)));
    format!("### {}{earlier}", code_span(path))
}

fn document_entries(entries: &mut Vec<MarkdownEntry>, document: &Document, allowed: Option<&ChangeFilter>) {
    let top = vec![heading(&document.path, document.earlier_path.as_deref())];
    let compared = match &document.result {
        Ok(compared) => compared,
        Err(reason) => {
            let text = format!("**Not compared:** {}.", inert::prose(reason));
            entries.push(MarkdownEntry { headings: top, text, count: 1 });
            return;
        }
    };
    let comparison = &compared.comparison;
    // What is new or gone as a whole is one change to its reader, whatever its blocks are.
    let whole = document.presence != Presence::Both;
    entries.push(MarkdownEntry {
        headings: top.clone(),
        text: opening(document.presence, compared),
        count: usize::from(whole),
    });
    if whole {
        return;
    }
    let shown = Shown { comparison, source_name: "", test_name: "", allowed };
    for change in markdown_changes(&shown, TOLD) {
        let mut headings = top.clone();
        headings.push(format!("**{}**", change.under));
        entries.push(MarkdownEntry { headings, text: change.text, count: 1 });
    }
    if let Some(more) = comparison.changes.len().checked_sub(TOLD + 1) {
        let text = format!("\n{} more changes are not listed.", more + 1);
        entries.push(MarkdownEntry { headings: top, text, count: more + 1 });
    }
}

/// Counts, what is outside the scope, and the densest sections.
fn opening(presence: Presence, compared: &Compared) -> String {
    let comparison = &compared.comparison;
    let blocks = |tree: &crate::document::BlockTree| counted(tree.len() - 1, "block", "blocks");
    let mut text = match presence {
        Presence::Added => format!("A new document of {}.", blocks(&comparison.test)),
        Presence::Removed => format!("The document is gone, with {}.", blocks(&comparison.source)),
        Presence::Both => {
            let said = summary(comparison);
            let mut letters = said.chars();
            letters
                .next()
                .map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
        }
    };
    if compared.outside > 0 {
        let _ = write!(
            text,
            " **{} outside the allowed scope.**",
            counted(compared.outside, "change is", "changes are")
        );
    }
    if presence == Presence::Both {
        densest(&mut text, comparison);
    }
    if let Some(said) = not_compared(comparison) {
        let _ = write!(text, "\n\n{said}");
    }
    if comparison.alignment.budget_exhausted {
        text.push_str(
            "\n\nThe comparison's budget ran out; some moved or edited blocks may be shown as deleted and inserted.",
        );
    }
    text
}

fn densest(text: &mut String, comparison: &Comparison) {
    let statistics = comparison.statistics();
    let mut rows: Vec<_> = statistics.sections.iter().filter(|row| row.counts.total > 0).collect();
    if rows.len() < 2 {
        return;
    }
    rows.sort_by(|a, b| b.density.total_cmp(&a.density));
    text.push_str("\n\n| Densest sections | Changes | Blocks | Density |\n| --- | --: | --: | --: |");
    for row in rows.iter().take(DENSEST) {
        let name = if row.heading.is_empty() { &row.address } else { &row.heading };
        let name: String = name.chars().take(80).collect();
        let _ = write!(
            text,
            "\n| {} | {} | {} | {:.0} % |",
            inert::prose(&name),
            row.counts.total,
            row.blocks,
            row.density * 100.0
        );
    }
}

fn data_entry(file: &DataFile) -> MarkdownEntry {
    let text = match &file.change {
        DataChange::Removed => "The file is gone; a merge patch cannot say that.".to_owned(),
        DataChange::Unreadable(reason) => format!("**No change set:** {}.", inert::prose(reason)),
        DataChange::Added(summary) => format!("A new file. {}", sendable(summary)),
        DataChange::Edited(summary) if summary.equal => {
            "Written differently, with the same values.".to_owned()
        }
        DataChange::Edited(summary) => sendable(summary),
    };
    MarkdownEntry { headings: vec![heading(&file.path, file.earlier_path.as_deref())], text, count: 1 }
}

fn sendable(summary: &Summary) -> String {
    let mut text = match &summary.sendable {
        Sendable::Nothing => "There is nothing to send.".to_owned(),
        Sendable::Body(body) => format!("{} to send.", counted(body.len(), "byte", "bytes")),
        Sendable::Inexpressible { pointers, unnamed } => {
            let count = pointers.len() + unnamed;
            let mut text = format!(
                "**A merge patch cannot say this**, because of {} that must stay:",
                counted(count, "`null`", "`null`s")
            );
            for pointer in pointers.iter().take(NAMED) {
                let _ = write!(text, " {}", code_span(pointer));
            }
            if count > NAMED {
                let _ = write!(text, " and {} more", count - NAMED);
            }
            text.push_str(". `countersign changes --json-patch` can.");
            text
        }
    };
    let arrays = summary.arrays.len() + summary.unnamed_arrays;
    if arrays > 0 {
        text.push('\n');
    }
    for (pointer, count) in summary.arrays.iter().take(NAMED) {
        let place = if pointer.is_empty() { "The whole document".to_owned() } else { code_span(pointer) };
        let _ = write!(text, "\n- {place} travels whole: {}", rows(*count));
    }
    if arrays > NAMED {
        let _ = write!(text, "\n- {} more arrays travel whole", arrays - NAMED);
    }
    match &summary.sendable {
        Sendable::Body(body) if body.len() <= BODY => {
            let body = escaped(body);
            let fence = inert::fence(&body);
            let _ = write!(text, "\n\n{fence}json\n{body}\n{fence}");
        }
        Sendable::Body(_) => {
            text.push_str("\n\nThe body is too long to be shown here; the changes file has it.");
        }
        Sendable::Nothing | Sendable::Inexpressible { .. } => {}
    }
    text
}

/// The same JSON with hidden characters escaped, so that the text shows what it is. A compact body has them in strings
/// only.
fn escaped(body: &str) -> String {
    let mut out = String::with_capacity(body.len());
    for c in body.chars() {
        if inert::is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn polish_entries(entries: &mut Vec<MarkdownEntry>, file: &Touched) {
    let headings = vec![heading(&file.path, None)];
    let mut add = |text: String, count: usize| {
        entries.push(MarkdownEntry { headings: headings.clone(), text, count });
    };
    let polished = match &file.result {
        Ok(polished) => polished,
        Err(reason) => return add(format!("- Not polished: {}.", inert::prose(reason)), 1),
    };
    for edit in polished.edits.iter().take(TOLD) {
        let (line, modifier) = (edit.line, code_span(&edit.modifier));
        add(format!("- line {line}: {} ({modifier})", inert::prose(&edit.reason)), 1);
    }
    let more = polished.count - polished.edits.len().min(TOLD);
    if more > 0 {
        add(format!("- {more} more"), more);
    }
    if let Some(trouble) = polished.trouble() {
        add(format!("- {}.", inert::prose(&trouble)), 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_of_a_body_are_escaped_as_json() {
        assert_eq!(escaped("{\"a\":\"x\u{202E}y\u{E0001}\"}"), r#"{"a":"x\u202ey\udb40\udc01"}"#);
        assert_eq!(escaped("{\"ü\":1}"), "{\"ü\":1}");
    }
}
