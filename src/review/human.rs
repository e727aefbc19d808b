//! A whole review for a terminal.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style as Paint};

use super::data::{DataChange, DataFile};
use super::documents::{Document, Presence};
use super::outcome::Outcome;
use crate::change_set::{Sendable, Summary, human::rows};
use crate::document::ChangeFilter;
use crate::document::render::{self, Shown};
use crate::inert::terminal;
use crate::report::{self, Style, counted};

/// How many edits, arrays or pointers of one file are named.
const NAMED: usize = 50;
/// The longest body that is shown, in bytes.
const BODY: usize = 4000;

impl Outcome<'_> {
    /// The review as text, ending in a line end.
    #[must_use]
    pub fn human(&self, style: Style) -> String {
        let color = style == Style::Colored;
        let bold = if color { Paint::new().bold() } else { Paint::new() };
        let mut out = String::new();
        if self.has_others() {
            let _ = writeln!(out, "{bold}Disposition: {}{bold:#}", self.disposition().as_str());
            for line in self.overview() {
                let _ = writeln!(out, "  {line}");
            }
            out.push('\n');
        }
        for path in self.edited_rules() {
            let yellow = if color { AnsiColor::Yellow.on_default() } else { Paint::new() };
            let _ = writeln!(
                out,
                "{yellow}This change also edits {}, which decides what is compared or signed for.{yellow:#}\n",
                terminal(path)
            );
        }
        if self.has_models {
            out.push_str(&report::human_review(&self.models, style));
        }
        let documents = self.documents();
        if !documents.changed.is_empty() {
            let _ = writeln!(out, "\n{bold}Documents{bold:#}");
        }
        for document in &documents.changed {
            out.push('\n');
            tell_document(&mut out, document, documents.allowed.as_ref(), color);
        }
        if !self.data().changed.is_empty() {
            let _ = writeln!(out, "\n{bold}Data{bold:#}");
        }
        for file in &self.data().changed {
            tell_data(&mut out, file);
        }
        self.tell_polish(&mut out, bold);
        out
    }

    fn tell_polish(&self, out: &mut String, bold: Paint) {
        if self.polish().touched.is_empty() {
            return;
        }
        let _ = writeln!(out, "\n{bold}Polish, on changed lines{bold:#}");
        for file in &self.polish().touched {
            let path = terminal(&file.path);
            let polished = match &file.result {
                Ok(polished) => polished,
                Err(reason) => {
                    let _ = writeln!(out, "  {path}: not polished: {}", terminal(reason));
                    continue;
                }
            };
            for edit in polished.edits.iter().take(NAMED) {
                let (reason, id) = (terminal(&edit.reason), terminal(&edit.modifier));
                let _ = writeln!(out, "  {path}:{}: {reason} [{id}]", edit.line);
            }
            let more = polished.count - polished.edits.len().min(NAMED);
            if more > 0 {
                let _ = writeln!(out, "  {path}: {more} more");
            }
            if polished.count == 0 {
                let _ = writeln!(out, "  {path}: nothing to change");
            }
            if let Some(trouble) = polished.trouble() {
                let _ = writeln!(out, "  {path}: {trouble}");
            }
        }
    }
}

fn renamed(out: &mut String, path: &str, earlier: Option<&str>) {
    let _ = write!(out, "  {}", terminal(path));
    if let Some(earlier) = earlier {
        let _ = write!(out, " (renamed from {})", terminal(earlier));
    }
}

fn tell_document(out: &mut String, document: &Document, allowed: Option<&ChangeFilter>, color: bool) {
    let compared = match &document.result {
        Ok(compared) => compared,
        Err(reason) => {
            renamed(out, &document.path, document.earlier_path.as_deref());
            let _ = writeln!(out, ": not compared: {}", terminal(reason));
            return;
        }
    };
    let comparison = &compared.comparison;
    if document.presence == Presence::Both {
        let earlier = document.earlier_path.as_ref().unwrap_or(&document.path);
        let shown = Shown { comparison, source_name: earlier, test_name: &document.path, allowed };
        out.push_str(&render::human(&shown, color));
    } else {
        let (what, tree) = if document.presence == Presence::Added {
            ("a new document of", &comparison.test)
        } else {
            ("gone, with", &comparison.source)
        };
        renamed(out, &document.path, None);
        let _ = writeln!(out, ": {what} {}", counted(tree.len() - 1, "block", "blocks"));
    }
    // What the scope refuses is said even where the filter hides it.
    let hidden =
        compared.outside > 0 && (document.presence != Presence::Both || comparison.config.filter.is_some());
    if hidden {
        let count = counted(compared.outside, "change is", "changes are");
        let _ = writeln!(out, "  {count} outside the allowed scope");
        for place in compared.named_outside.iter().take(NAMED) {
            let _ = writeln!(out, "    line {}: {}", place.line, place.sentence);
        }
    }
}

fn tell_data(out: &mut String, file: &DataFile) {
    renamed(out, &file.path, file.earlier_path.as_deref());
    match &file.change {
        DataChange::Removed => out.push_str(": gone; a merge patch cannot say that\n"),
        DataChange::Unreadable(reason) => {
            let _ = writeln!(out, ": no change set: {}", terminal(reason));
        }
        DataChange::Edited(summary) if summary.equal => {
            out.push_str(": written differently, with the same values\n");
        }
        DataChange::Edited(summary) => tell_sendable(out, "", summary),
        DataChange::Added(summary) => tell_sendable(out, " a new file,", summary),
    }
}

fn tell_sendable(out: &mut String, what: &str, summary: &Summary) {
    match &summary.sendable {
        Sendable::Nothing => {
            let _ = writeln!(out, ":{what} nothing to send");
        }
        Sendable::Body(body) => {
            let _ = writeln!(out, ":{what} {} to send", counted(body.len(), "byte", "bytes"));
            if body.len() <= BODY {
                let _ = writeln!(out, "    {}", terminal(body));
            }
        }
        Sendable::Inexpressible { pointers, unnamed } => {
            let count = pointers.len() + unnamed;
            let _ = writeln!(
                out,
                ":{what} a merge patch cannot say this, because of {} that must stay",
                counted(count, "null", "nulls")
            );
            for pointer in pointers.iter().take(NAMED) {
                let _ = writeln!(out, "    {}", terminal(pointer));
            }
            if count > NAMED {
                let _ = writeln!(out, "    and {} more", count - NAMED);
            }
        }
    }
    for (pointer, count) in summary.arrays.iter().take(NAMED) {
        let place = if pointer.is_empty() { "the whole document" } else { pointer };
        let _ = writeln!(out, "    {} travels whole: {}", terminal(place), rows(*count));
    }
    let more = (summary.arrays.len() + summary.unnamed_arrays).saturating_sub(NAMED);
    if more > 0 {
        let _ = writeln!(out, "    {} whole", counted(more, "more array travels", "more arrays travel"));
    }
}
