//! Markdown that a change touches, looked at by modifiers. What they would edit on lines that were changed is told;
//! what was there before is nobody's fault here, and none of it decides a disposition.

use std::sync::Arc;

use rayon::prelude::*;

use super::configuration::Configuration;
use super::pairing::{Changed, changed};
use super::revisions::{ReviewError, Revisions};
use crate::json::Position;
use crate::polish::{MOST_BYTES, Review, Status, defaults, polish, select_with};
use crate::repository::{ChangedLines, Entry};

/// What polishing would do.
#[derive(Debug, Default)]
pub struct Polish {
    /// How many files are looked at, in the revision that has more.
    pub selected: usize,
    /// Those that the change touches and leaves in place, by path.
    pub touched: Vec<Touched>,
    /// Whether each edit is noted in SARIF.
    pub notes: bool,
}

/// A file that the change touches.
#[derive(Debug)]
pub struct Touched {
    /// Its path in the repository.
    pub path: String,
    /// What came of polishing it, or why it was not polished.
    pub result: Result<Polished, String>,
}

/// How many edits of one file are kept one by one; all are counted.
const KEPT: usize = 25_000;

/// A review of one file, and what of it concerns lines that were changed.
#[derive(Debug)]
pub struct Polished {
    /// The review of the whole file.
    pub review: Review,
    /// How many edits touch a changed line.
    pub count: usize,
    /// The first of them.
    pub edits: Vec<Edit>,
}

/// An edit that touches a changed line, with its place in the file as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The modifier's id.
    pub modifier: String,
    /// Why.
    pub reason: String,
    /// The first changed line that it touches, from 1.
    pub line: usize,
    /// Where the replaced text begins.
    pub start: Position,
    /// Where it ends, exclusive.
    pub end: Position,
    /// What would stand there.
    pub replacement: String,
}

impl Polished {
    fn new(review: Review, lines: &ChangedLines) -> Self {
        let mut count = 0;
        let mut edits = Vec::new();
        for edit in review.edits_on_lines(|line| lines.contains(line)) {
            count += 1;
            if edits.len() < KEPT {
                let (first, last) = edit.lines();
                let modifier = review.modifiers().get(edit.modifier);
                edits.push(Edit {
                    modifier: modifier.map_or_else(String::new, |modifier| modifier.id.clone()),
                    reason: edit.reason.to_owned(),
                    line: lines.nearest(first, first..last.saturating_add(1)).unwrap_or(first),
                    start: edit.start,
                    end: edit.end,
                    replacement: edit.replacement,
                });
            }
        }
        Self { review, count, edits }
    }

    /// Why the review did not end well, if so.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        match self.review.status() {
            Status::Success => None,
            Status::Unstable => Some("some modifier would change the polished text again".to_owned()),
            Status::Failed => Some(self.review.faults().first().map_or_else(
                || "polishing failed".to_owned(),
                |fault| format!("{}: {}", fault.phase.code(), crate::inert::visible(&fault.message)),
            )),
        }
    }
}

impl Polish {
    /// Polishes the selected files that the change touches.
    ///
    /// # Errors
    /// A modifier cannot be used as it is configured, or the contents cannot be read at all.
    pub fn look(revisions: &Revisions<'_>, configuration: &Configuration) -> Result<Self, ReviewError> {
        let settings = &configuration.polish;
        let modifiers = match &settings.modifiers {
            None => defaults(),
            Some(named) => {
                select_with(named.iter().map(|modifier| (modifier.name, modifier.parameters.as_slice())))
                    .map_err(|error| ReviewError::Unusable(format!("[polish] modifiers: {error}")))?
            }
        };
        let Changed { selected, pairs, unlisted } =
            changed(revisions, configuration, &settings.include, &settings.exclude)?;
        let bytes =
            |entry: &Entry| revisions.bytes(entry, &configuration.limits).map_err(|error| error.to_string());
        let contents: Vec<_> = pairs
            .iter()
            .filter_map(|pair| Some((pair.later?, pair.earlier)))
            .map(|(later, earlier)| (later.path.clone(), earlier.map(&bytes), bytes(later)))
            .collect();
        let touched = contents.into_par_iter().map(|(path, earlier, later)| Touched {
            path,
            result: later.and_then(|later| {
                let lines = match earlier {
                    Some(Ok(earlier)) => ChangedLines::between(&earlier, &later),
                    Some(Err(_)) | None => ChangedLines::all(&later),
                };
                let review = polish(text(&later)?, &modifiers);
                Ok(Polished::new(review, &lines))
            }),
        });
        let mut touched: Vec<_> = touched.collect();
        let later = unlisted.into_iter().filter(|file| matches!(file.stands, [_, true]));
        touched.extend(later.map(|file| Touched { path: file.name, result: Err(file.reason) }));
        touched.sort_by(|a, b| a.path.as_bytes().cmp(b.path.as_bytes()));
        Ok(Self { selected, touched, notes: settings.notes })
    }

    /// How many edits touch a changed line.
    #[must_use]
    pub fn edits(&self) -> usize {
        self.touched.iter().filter_map(|file| file.result.as_ref().ok()).map(|file| file.count).sum()
    }
}

fn text(bytes: &Arc<[u8]>) -> Result<String, String> {
    if bytes.len() > MOST_BYTES {
        return Err(format!("it has {} bytes, and the limit is {MOST_BYTES}", bytes.len()));
    }
    String::from_utf8(bytes.to_vec()).map_err(|error| {
        let at = crate::json::position(bytes, error.utf8_error().valid_up_to());
        format!("line {}, column {}: the text is not UTF-8", at.line, at.column)
    })
}
