//! The JSON data of a review: for each changed file, what has to be sent to bring a copy of it up to date.

use rayon::prelude::*;

use super::configuration::Configuration;
use super::pairing::{Changed, changed, earlier_path};
use super::revisions::{ReviewError, Revisions};
use crate::change_set::{BetweenError, Revision, Sendable, Summary, between};
use crate::comparison::Disposition;
use crate::json::Value;
use crate::repository::Entry;

/// What happened to the data.
#[derive(Debug, Default)]
pub struct Data {
    /// How many files are data, in the revision that has more.
    pub selected: usize,
    /// Those that differ, by path.
    pub changed: Vec<DataFile>,
}

/// A data file that differs.
#[derive(Debug)]
pub struct DataFile {
    /// Its path in the repository; the later one, where there is one.
    pub path: String,
    /// Its path before, if that was another one.
    pub earlier_path: Option<String>,
    /// What changed.
    pub change: DataChange,
}

/// What changed in a data file.
#[derive(Debug)]
pub enum DataChange {
    /// Both revisions have it.
    Edited(Summary),
    /// The earlier revision does not have it. A merge patch makes it out of nothing.
    Added(Summary),
    /// The later revision does not have it. No merge patch removes a document.
    Removed,
    /// One revision of it cannot be read.
    Unreadable(String),
}

impl DataFile {
    /// The change set, if there is one.
    #[must_use]
    pub fn summary(&self) -> Option<&Summary> {
        match &self.change {
            DataChange::Edited(summary) | DataChange::Added(summary) => Some(summary),
            DataChange::Removed | DataChange::Unreadable(_) => None,
        }
    }

    /// `{"body": …}` or `{"inexpressible": […]}`; nothing when there is nothing to send, or the file is gone or unreadable.
    #[must_use]
    pub fn json(&self) -> Option<String> {
        match &self.summary()?.sendable {
            Sendable::Body(body) => Some(format!("{{\"body\":{body}}}")),
            Sendable::Nothing => None,
            Sendable::Inexpressible { pointers, .. } => {
                let pointers: Vec<_> =
                    pointers.iter().map(|pointer| Value::Text(pointer.clone()).to_string()).collect();
                Some(format!("{{\"inexpressible\":[{}]}}", pointers.join(",")))
            }
        }
    }
}

impl Data {
    /// Makes a change set for each selected file that differs.
    ///
    /// # Errors
    /// The contents cannot be read at all.
    pub fn compare(revisions: &Revisions<'_>, configuration: &Configuration) -> Result<Self, ReviewError> {
        let settings = &configuration.data;
        let Changed { selected, pairs, unlisted } =
            changed(revisions, configuration, &settings.include, &settings.exclude)?;
        let limits = configuration.limits.read();
        let bytes = |entry: Option<&Entry>| {
            let Some(entry) = entry else { return Ok(None) };
            revisions.bytes(entry, &configuration.limits).map(Some).map_err(|error| error.to_string())
        };
        let contents: Vec<_> = pairs.iter().map(|pair| (bytes(pair.earlier), bytes(pair.later))).collect();
        let changed = pairs.par_iter().zip(contents).map(|(pair, contents)| {
            let change = match contents {
                (Err(reason), _) | (_, Err(reason)) => DataChange::Unreadable(reason),
                (_, Ok(None)) => DataChange::Removed,
                (Ok(earlier), Ok(Some(later))) => {
                    let (made, text): (fn(_) -> _, &[u8]) = match &earlier {
                        Some(earlier) => (DataChange::Edited, earlier),
                        None => (DataChange::Added, b"{}"),
                    };
                    between(text, &later, &limits).map_or_else(|error| unreadable(&error), made)
                }
            };
            DataFile { path: pair.path().to_owned(), earlier_path: earlier_path(pair), change }
        });
        let mut changed: Vec<_> = changed.collect();
        changed.extend(unlisted.into_iter().map(|file| DataFile {
            path: file.name,
            earlier_path: None,
            change: DataChange::Unreadable(file.reason),
        }));
        changed.sort_by(|a, b| a.path.as_bytes().cmp(b.path.as_bytes()));
        Ok(Self { selected, changed })
    }

    /// Undetermined when something cannot be said in a change set, or a file cannot be read.
    #[must_use]
    pub fn disposition(&self) -> Disposition {
        let open = |file: &DataFile| match &file.change {
            DataChange::Unreadable(_) => true,
            DataChange::Removed => false,
            DataChange::Edited(summary) | DataChange::Added(summary) => {
                matches!(summary.sendable, Sendable::Inexpressible { .. })
            }
        };
        if self.changed.iter().any(open) { Disposition::Undetermined } else { Disposition::Passed }
    }
}

fn unreadable(error: &BetweenError) -> DataChange {
    DataChange::Unreadable(match error {
        BetweenError::Read { revision, error } => {
            let which = match revision {
                Revision::Earlier => "the earlier revision",
                Revision::Later => "the later revision",
            };
            format!("{which} is no usable JSON, {}: {}", error.position, error.kind)
        }
        BetweenError::TooLong(error) => error.to_string(),
    })
}
