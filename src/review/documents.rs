//! The documents of a review: prose that differs, compared as trees of blocks, and the scope it had to stay in.

use std::sync::Arc;

use rayon::prelude::*;

use super::configuration::{AcknowledgedFrom, Configuration, Profile as Named};
use super::pairing::{Changed, changed, earlier_path};
use super::revisions::{Naming, ReviewError, Revisions};
use crate::comparison::Disposition;
use crate::document::{
    Change, ChangeFilter, Comparison, MAX_BYTES, Options, Profile, ProfileSyntax, compare, detect, render,
};
use crate::inert;
use crate::repository::{ChangedLines, Entry, RepositoryPath};

/// How many changes outside the scope are kept one by one for each document; all are counted.
const NAMED: usize = 200;

/// What happened to the documents.
#[derive(Debug, Default)]
pub struct Documents {
    /// How many files are documents, in the revision that has more.
    pub selected: usize,
    /// Those that differ, by path.
    pub changed: Vec<Document>,
    /// The scope that changes have to stay in.
    pub allowed: Option<ChangeFilter>,
    /// Whether each change is noted in SARIF.
    pub notes: bool,
}

/// A document that differs.
#[derive(Debug)]
pub struct Document {
    /// Its path in the repository; the later one, where there is one.
    pub path: String,
    /// Its path before, if that was another one.
    pub earlier_path: Option<String>,
    /// Whether it was there before and is there now.
    pub presence: Presence,
    /// What changed, or why that cannot be said.
    pub result: Result<Compared, String>,
}

/// In which revisions a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// In both.
    Both,
    /// Only in the later one.
    Added,
    /// Only in the earlier one.
    Removed,
}

/// A comparison and what of it was not allowed.
#[derive(Debug)]
pub struct Compared {
    /// With the changes that the filter shows.
    pub comparison: Comparison,
    /// How many changes are outside the allowed scope, shown or not.
    pub outside: usize,
    /// The first of them.
    pub named_outside: Vec<Place>,
    /// Which lines differ, where something is to be said about single lines.
    lines: Option<ChangedLines>,
}

/// A change in one sentence, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The line of the later file, from 1; of what is gone, the line that follows now.
    pub line: usize,
    /// What happened; inert in a terminal.
    pub sentence: String,
}

impl Compared {
    /// Where a change stands, and what it is.
    pub(super) fn place(&self, change: &Change) -> Place {
        place(&self.comparison, change, self.lines.as_ref())
    }
}

fn place(comparison: &Comparison, change: &Change, lines: Option<&ChangedLines>) -> Place {
    let line = match comparison.places(change) {
        (_, Some(after)) => after.line,
        (Some(before), None) => lines.map_or(1, |lines| lines.later_line(before.line)),
        (None, None) => 1,
    };
    Place { line, sentence: render::sentence(comparison, change) }
}

impl Documents {
    /// Compares the selected documents that differ. A renamed document is compared with itself under its earlier path,
    /// an added or removed one with an empty one.
    ///
    /// # Errors
    /// The profile, the filter or the allowed scope cannot be used, or the contents cannot be read at all.
    pub fn compare(
        revisions: &Revisions<'_>,
        configuration: &Configuration,
        from: AcknowledgedFrom,
    ) -> Result<Self, ReviewError> {
        let settings = &configuration.documents;
        if settings.include.is_empty() {
            return Ok(Self::default());
        }
        let filter = |naming, path: &Option<RepositoryPath>| -> Result<Option<ChangeFilter>, ReviewError> {
            let Some(path) = path else { return Ok(None) };
            let text = text(revisions, configuration, from, naming, path)?;
            ChangeFilter::from_json(&text).map(Some).map_err(|error| fault(path, &error))
        };
        let shown = filter(Naming::Filter, &settings.filter)?.unwrap_or_default();
        let allowed = filter(Naming::Allow, &settings.allow)?;
        let profile = profile(revisions, configuration, from)?;
        let Changed { selected, pairs, unlisted } =
            changed(revisions, configuration, &settings.include, &settings.exclude)?;
        let bytes = |entry: Option<&Entry>| {
            let Some(entry) = entry else { return Ok(None) };
            revisions.bytes(entry, &configuration.limits).map(Some).map_err(|error| error.to_string())
        };
        let contents: Vec<_> = pairs.iter().map(|pair| (bytes(pair.earlier), bytes(pair.later))).collect();
        let changed = pairs.par_iter().zip(contents).map(|(pair, (earlier, later))| {
            let compared = earlier.and_then(|earlier| {
                let later = later?;
                let earlier = earlier.as_ref().map(|bytes| (pair.earlier.map_or("", |e| &*e.path), &**bytes));
                let later = later.as_ref().map(|bytes| (pair.later.map_or("", |e| &*e.path), &**bytes));
                let comparison = compare_files(earlier, later, profile.clone())?;
                let lines = || {
                    let [earlier, later] =
                        [earlier, later].map(|file| file.map_or(&[][..], |(_, bytes)| bytes));
                    ChangedLines::between(earlier, later)
                };
                Ok(judge(comparison, allowed.as_ref(), &shown, settings.notes, lines))
            });
            Document {
                path: pair.path().to_owned(),
                earlier_path: earlier_path(pair),
                presence: match (pair.earlier, pair.later) {
                    (None, _) => Presence::Added,
                    (_, None) => Presence::Removed,
                    _ => Presence::Both,
                },
                result: compared,
            }
        });
        let mut changed: Vec<_> = changed.collect();
        changed.extend(unlisted.into_iter().map(|file| Document {
            path: file.name,
            earlier_path: None,
            presence: match file.stands {
                [false, _] => Presence::Added,
                [_, false] => Presence::Removed,
                _ => Presence::Both,
            },
            result: Err(file.reason),
        }));
        changed.sort_by(|a, b| a.path.as_bytes().cmp(b.path.as_bytes()));
        Ok(Self { selected, changed, allowed, notes: settings.notes })
    }

    /// Failed when something changed outside the allowed scope, undetermined when a document could not be compared.
    #[must_use]
    pub fn disposition(&self) -> Disposition {
        if self.outside() > 0 {
            Disposition::Failed
        } else if self.changed.iter().any(|document| document.result.is_err()) {
            Disposition::Undetermined
        } else {
            Disposition::Passed
        }
    }

    /// How many changes are outside the allowed scope.
    #[must_use]
    pub fn outside(&self) -> usize {
        self.changed.iter().filter_map(|document| document.result.as_ref().ok()).map(|c| c.outside).sum()
    }

    /// How many changes are shown.
    #[must_use]
    pub fn changes(&self) -> usize {
        let compared = self.changed.iter().filter_map(|document| document.result.as_ref().ok());
        compared.map(|compared| compared.comparison.changes.len()).sum()
    }
}

/// The scope is asked about every change, before the filter hides any.
fn judge(
    comparison: Comparison,
    allowed: Option<&ChangeFilter>,
    shown: &ChangeFilter,
    notes: bool,
    lines: impl Fn() -> ChangedLines,
) -> Compared {
    let mut outside = 0;
    let wanted = notes || allowed.is_some_and(|allowed| comparison.out_of_scope(allowed).next().is_some());
    let lines = wanted.then(lines);
    let mut named_outside = Vec::new();
    for change in allowed.iter().flat_map(|allowed| comparison.out_of_scope(allowed)) {
        outside += 1;
        if outside <= NAMED {
            named_outside.push(place(&comparison, change, lines.as_ref()));
        }
    }
    Compared { comparison: comparison.filtered(shown), outside, named_outside, lines }
}

/// Paths only hint at the format, and an empty side has none of its own.
fn compare_files(
    earlier: Option<(&str, &[u8])>,
    later: Option<(&str, &[u8])>,
    profile: Option<Arc<Profile>>,
) -> Result<Comparison, String> {
    let detected = |file: Option<(&str, &[u8])>| {
        file.filter(|(_, bytes)| bytes.len() <= MAX_BYTES)
            .and_then(|(path, bytes)| detect(Some(path), bytes).format)
    };
    let blank = |file: Option<(&str, &[u8])>| file.is_none_or(|(_, bytes)| bytes.trim_ascii().is_empty());
    let format = match (blank(earlier), blank(later)) {
        (true, false) => detected(later),
        (false, true) => detected(earlier),
        (true, true) => detected(later).or_else(|| detected(earlier)),
        (false, false) => None,
    };
    let path = |file: Option<(&str, &[u8])>| file.map(|(path, _)| path.to_owned());
    let options =
        Options { format, source_path: path(earlier), test_path: path(later), profile, ..Options::default() };
    let [earlier, later] = [earlier, later].map(|file| file.map_or(&[][..], |(_, bytes)| bytes));
    compare(earlier, later, &options).map_err(|error| error.to_string())
}

fn fault(path: &RepositoryPath, error: &dyn std::fmt::Display) -> ReviewError {
    ReviewError::File { path: inert::terminal(path.as_str()).into_owned(), reason: error.to_string() }
}

fn text(
    revisions: &Revisions<'_>,
    configuration: &Configuration,
    from: AcknowledgedFrom,
    naming: Naming,
    path: &RepositoryPath,
) -> Result<String, ReviewError> {
    const LIMIT: usize = 1 << 20;
    let bytes = revisions.configured(from, naming, path, configuration)?;
    if bytes.len() > LIMIT {
        return Err(fault(path, &format!("it has {} bytes, and the limit is {LIMIT}", bytes.len())));
    }
    String::from_utf8(bytes.to_vec()).map_err(|_| fault(path, &"the text is not UTF-8"))
}

fn profile(
    revisions: &Revisions<'_>,
    configuration: &Configuration,
    from: AcknowledgedFrom,
) -> Result<Option<Arc<Profile>>, ReviewError> {
    match &configuration.documents.profile {
        None => Ok(None),
        Some(Named::Named(name)) => {
            Profile::built_in(name).map(Some).map_err(|error| ReviewError::Unusable(error.to_string()))
        }
        Some(Named::File(path)) => {
            let text = text(revisions, configuration, from, Naming::Profile, path)?;
            let profile = Profile::read(&text, ProfileSyntax::of_path(path.as_str()));
            profile.map(|profile| Some(Arc::new(profile))).map_err(|error| fault(path, &error))
        }
    }
}
