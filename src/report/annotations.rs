//! Annotations: one line each, for a log that shows them beside the code.

use super::anchored;
use super::cluster::clusters;
use super::naming::{owner, version_sentence};
use super::place::{Anchors, Places};
use super::sentence;
use super::words::{capitalised, shorten};
use crate::comparison::{Classification, Revision, RevisionComparison, UnusedChange, VersionWarning};
use crate::inert::terminal;

/// How loud an annotation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Breaking.
    Error,
    /// Undetermined, or a warning about a version.
    Warning,
    /// Compatible.
    Notice,
}

/// One annotation. Its texts are one line each and inert, but not yet escaped for workflow commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// How loud it is.
    pub level: Level,
    /// The file's path as the source is labelled; not made inert, since it has to name the file.
    pub path: String,
    /// From 1.
    pub line: usize,
    /// In code points, from 1.
    pub column: usize,
    /// What happened.
    pub title: String,
    /// What it means.
    pub message: String,
}

/// What changed without being part of any compared interface, as notices in the later revision.
#[must_use]
pub fn unused_notices(comparison: &RevisionComparison<'_>, anchors: Option<&dyn Anchors>) -> Vec<Annotation> {
    let places = Places::new(comparison);
    let notice = |change: &UnusedChange| {
        let place = places.nearest(Revision::Later, change.documents.1?, &change.pointer);
        let path = places.source(place.revision, place.source).shown().to_owned();
        let shown = anchored::anchor(&places, anchors, place, &path);
        let pointer = match change.pointer.as_str() {
            "" => "the document".to_owned(),
            pointer => terminal(&shorten(pointer, 300)).into_owned(),
        };
        Some(Annotation {
            level: Level::Notice,
            path,
            line: shown.line,
            column: shown.columns.start,
            title: "Changed, and used by nothing compared".to_owned(),
            message: format!("{} {pointer}", capitalised(change.kind.as_str())),
        })
    };
    comparison.unused_changes().iter().filter_map(notice).collect()
}

/// The annotations of everything that is not acknowledged, most severe first. Compatible differences are left out
/// unless asked for.
#[must_use]
pub fn annotations(
    comparison: &RevisionComparison<'_>,
    anchors: Option<&dyn Anchors>,
    include_compatible: bool,
) -> Vec<Annotation> {
    let places = Places::new(comparison);
    let path = |place: super::place::Place| places.source(place.revision, place.source).shown().to_owned();
    let chosen =
        comparison.differences().iter().enumerate().filter(|(_, difference)| {
            difference.rank() <= 1 || (difference.rank() == 4 && include_compatible)
        });
    let mut annotations: Vec<Annotation> = clusters(&places, chosen)
        .iter()
        .filter_map(|cluster| {
            let difference = cluster.lead;
            let shown = anchored::shown(&places, anchors, difference, path)?;
            let what = owner(difference).then(cluster.what(&places)).plain();
            let gone = if shown.elsewhere {
                let before = shown.before.map(path).unwrap_or_default();
                format!(" (in {}, which is gone)", terminal(&shorten(&before, 200)))
            } else {
                String::new()
            };
            let code = crate::explain::rule(difference).code();
            let reason = difference.reason.map_or(String::new(), |reason| format!(", {}", reason.code));
            Some(Annotation {
                level: match difference.classification {
                    Classification::Breaking => Level::Error,
                    Classification::Undetermined => Level::Warning,
                    Classification::Compatible => Level::Notice,
                },
                path: path(shown.primary.place),
                line: shown.primary.line,
                column: shown.primary.columns.start,
                title: format!("{}: {what}", capitalised(difference.classification.as_str())),
                message: format!(
                    "{}{gone} [{code}{reason}]",
                    capitalised(&sentence::meaning(&places, difference).plain())
                ),
            })
        })
        .collect();
    annotations.extend(comparison.version_warnings().iter().filter_map(|warning| {
        let place = places.origin(Revision::Later, warning.location)?;
        let shown = anchored::in_document(&places, anchors, place, &path(place));
        Some(Annotation {
            level: Level::Warning,
            path: path(place),
            line: shown.line,
            column: shown.columns.start,
            title: "Version not increased".to_owned(),
            message: format!(
                "{} [{}]",
                capitalised(&version_sentence(warning).plain()),
                VersionWarning::CODE
            ),
        })
    }));
    annotations.sort_by_key(|annotation| annotation.level);
    annotations
}
