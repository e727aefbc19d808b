//! Documents, data and polish as results on lines: for SARIF and for annotations.

use super::data::DataChange;
use super::documents::Place;
use super::outcome::Outcome;
use crate::change_set::Sendable;
use crate::inert::terminal;
use crate::report::{Level, Note, NoteFix, NoteRule, counted};

/// How many notes that only tell something are made; code scanning keeps no more results in one run.
const MOST: usize = crate::report::MAX_RESULTS;

fn rule(id: &str, level: Level, title: &str, help: &str) -> NoteRule {
    NoteRule { id: id.to_owned(), level, title: title.to_owned(), help: help.to_owned() }
}

impl Outcome<'_> {
    /// What failed a review or left it open, and, where the configuration asks for them, notes on everything else.
    #[must_use]
    pub fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        self.document_notes(&mut notes);
        self.data_notes(&mut notes);
        if self.polish().notes {
            self.polish_notes(&mut notes);
        }
        notes
    }

    /// The same for annotations: what failed or is open, and the edits of polish.
    #[must_use]
    pub fn remarks(&self) -> Vec<Note> {
        let mut notes = self.notes();
        notes.retain(|note| note.rule.level != Level::Notice);
        self.polish_notes(&mut notes);
        notes.sort_by_key(|note| note.rule.level);
        notes
    }

    fn document_notes(&self, notes: &mut Vec<Note>) {
        let outside = rule(
            "document/outside-scope",
            Level::Error,
            "A change outside the allowed scope",
            "The configuration names a filter of the changes that documents may have here, and this change does not pass it. \
             Take the change back, or widen the filter that `allow` names.",
        );
        let changed = rule(
            "document/changed",
            Level::Notice,
            "A change of a document",
            "A block of a document was inserted, deleted, modified, moved or renumbered.",
        );
        let unread = rule(
            "document/not-compared",
            Level::Warning,
            "A document that could not be compared",
            "One revision of the document cannot be read as text in a known format. Mend it, or exclude it in \
             `[documents]`.",
        );
        for document in &self.documents().changed {
            let note = |rule: &NoteRule, place: &Place| Note {
                rule: rule.clone(),
                path: document.path.clone(),
                line: place.line,
                message: place.sentence.clone(),
                fix: None,
            };
            let compared = match &document.result {
                Ok(compared) => compared,
                Err(reason) => {
                    let sentence = terminal(reason).into_owned();
                    notes.push(note(&unread, &Place { line: 1, sentence }));
                    continue;
                }
            };
            notes.extend(compared.named_outside.iter().map(|place| note(&outside, place)));
            if self.documents().notes {
                let room = MOST.saturating_sub(notes.len());
                let allowed = self.documents().allowed.as_ref();
                let changes = compared.comparison.changes.iter();
                let inside = changes.filter(|change| allowed.is_none_or(|allowed| allowed.admits(change)));
                notes.extend(inside.take(room).map(|change| note(&changed, &compared.place(change))));
            }
        }
    }

    fn data_notes(&self, notes: &mut Vec<Note>) {
        let inexpressible = rule(
            "data/inexpressible",
            Level::Warning,
            "A change that a merge patch cannot say",
            "A member has to be `null`, and in a merge patch `null` means that the member goes. Send JSON Patch instead: \
             `countersign changes --json-patch` writes it.",
        );
        let unread = rule(
            "data/unreadable",
            Level::Warning,
            "Data without a change set",
            "One revision of the file is no usable JSON. Mend it, or exclude it in `[data]`.",
        );
        for file in &self.data().changed {
            let (rule, message) = match &file.change {
                DataChange::Unreadable(reason) => (&unread, terminal(reason).into_owned()),
                DataChange::Removed => continue,
                DataChange::Edited(summary) | DataChange::Added(summary) => match &summary.sendable {
                    Sendable::Inexpressible { pointers, unnamed } => {
                        let count = counted(pointers.len() + unnamed, "null", "nulls");
                        let first = pointers
                            .first()
                            .map_or_else(String::new, |pointer| terminal(pointer).into_owned());
                        (&inexpressible, format!("a merge patch cannot say {count}, first at {first}"))
                    }
                    Sendable::Body(_) | Sendable::Nothing => continue,
                },
            };
            notes.push(Note { rule: rule.clone(), path: file.path.clone(), line: 1, message, fix: None });
        }
    }

    fn polish_notes(&self, notes: &mut Vec<Note>) {
        for file in &self.polish().touched {
            let Ok(polished) = &file.result else { continue };
            let room = MOST.saturating_sub(notes.len());
            notes.extend(polished.edits.iter().take(room).map(|edit| {
                let id = edit.modifier.as_str();
                let name = id.strip_prefix("countersign.").unwrap_or(id);
                let built_in =
                    crate::polish::modifier::BUILT_IN.iter().find(|built_in| built_in.name == name);
                let summary = built_in.map_or(name, |built_in| built_in.summary);
                Note {
                    rule: rule(
                        &format!("polish/{name}"),
                        Level::Notice,
                        &format!("Polish: {name}"),
                        &format!("The modifier would {summary}. `countersign polish --write` applies it."),
                    ),
                    path: file.path.clone(),
                    line: edit.line,
                    message: terminal(&edit.reason).into_owned(),
                    fix: Some(NoteFix {
                        start: (edit.start.line, edit.start.column),
                        end: (edit.end.line, edit.end.column),
                        replacement: edit.replacement.clone(),
                    }),
                }
            }));
        }
    }
}
