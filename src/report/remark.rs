//! What a report adds to a difference: that it looks like a rename, and the note someone signed it with.

use std::collections::HashMap;

use super::place::{Place, Places};
use super::words::Phrase;
use crate::comparison::{Difference, LikelyMove, Revision, RevisionComparison, UnusedChange};

/// `looks like a rename: sdfProperty b was added with equal content`, beside either half of a likely rename.
pub(super) fn hint(places: &Places<'_>, comparison: &RevisionComparison<'_>, index: usize) -> Option<Phrase> {
    let &other = places.renames().get(&index)?;
    let counterpart = comparison.differences().get(other)?;
    let what = super::change::what(places, counterpart);
    Some(Phrase::of("looks like a rename, with equal content: see ").then(what))
}

/// `old.sdf.json looks moved to new.sdf.json, with 3 of 4 definitions`, and what to do: documents correspond by path.
pub(super) fn moved(comparison: &RevisionComparison<'_>, found: &LikelyMove) -> Phrase {
    let shown = |revision, id| comparison.catalogue(revision).source(id).shown();
    let (earlier, later) = (shown(Revision::Earlier, found.earlier), shown(Revision::Later, found.later));
    let with = if found.identical {
        "the same content".to_owned()
    } else {
        format!("{} of {}", found.shared, super::counted(found.names, "definition", "definitions"))
    };
    let phrase = Phrase::default().quoted(earlier).own(" looks moved to ").quoted(later).own(format!(
        ", with {with}; models correspond by path, so all of it counts as removed and as added, and "
    ));
    phrase
        .quoted("countersign diff --old FILE --new FILE")
        .own(" compares two files whatever they are called")
}

/// Removals and additions that look like one thing, each to the other.
pub(super) fn pairs(comparison: &RevisionComparison<'_>) -> HashMap<usize, usize> {
    comparison
        .likely_renames()
        .iter()
        .flat_map(|rename| [(rename.removed, rename.added), (rename.added, rename.removed)])
        .collect()
}

/// The note of the entry that acknowledges a difference.
pub(super) fn note<'a>(comparison: &RevisionComparison<'a>, difference: &Difference) -> Option<&'a str> {
    comparison.acknowledgements()?.entries().get(difference.acknowledged_by?)?.note()
}

/// Where a change that nothing compared uses stands, in the later revision if it is there.
pub(super) fn unused_place(places: &Places<'_>, change: &UnusedChange) -> Option<Place> {
    let (earlier, later) = change.documents;
    let removed = change.kind == crate::comparison::DifferenceKind::Removed;
    let in_later = later.filter(|_| !removed || earlier.is_none()).map(|id| (Revision::Later, id));
    let (revision, source) = in_later.or(earlier.map(|id| (Revision::Earlier, id)))?;
    Some(places.nearest(revision, source, &change.pointer))
}
