//! The one line on which a difference is shown to someone who reads the later revision.
//!
//! A breaking change is often a deletion, whose text is not there any more. So every difference gets a place in the
//! later revision: its own line; else the definition that enclosed it; else, for a document that is gone, the nearest
//! one that is left. The earlier place goes beside it.

use std::ops::Range;

use super::place::{Anchors, Place, Places};
use crate::comparison::{Difference, DifferenceKind, Presence, Revision};

/// A place, and the line and columns that stand for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Anchored {
    pub(super) place: Place,
    /// From 1.
    pub(super) line: usize,
    /// Code points from 1, the end exclusive.
    pub(super) columns: Range<usize>,
}

/// Where a difference is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) primary: Anchored,
    /// The place in the earlier revision, when that is another one.
    pub(super) before: Option<Place>,
    /// True when the document itself is gone, so that the primary place is in another one.
    pub(super) elsewhere: bool,
}

/// Chooses the places of a difference. `path` is how anchors know a place's file. `None` for a difference without
/// sides, which no comparison gives.
pub(super) fn shown(
    places: &Places<'_>,
    anchors: Option<&dyn Anchors>,
    difference: &Difference,
    path: impl Fn(Place) -> String,
) -> Option<Shown> {
    let before = difference.side(Revision::Earlier).map(|side| places.of(Revision::Earlier, side));
    if let Some(place) = places.counterpart(Revision::Later, difference) {
        let primary = primary(places, anchors, difference, place, before, &path);
        let before = before.filter(|_| !only_later_fault(places, difference));
        return Some(Shown { primary, before, elsewhere: false });
    }
    // The document is gone.
    let before = before?;
    let neighbour = places.neighbour(places.source(Revision::Earlier, before.source).key());
    let place = neighbour.unwrap_or(before);
    let primary = anchor(places, anchors, place, &path(place));
    Some(Shown { primary, before: Some(before), elsewhere: neighbour.is_some() })
}

/// A fault of the later document alone needs no look at the earlier one.
fn only_later_fault(places: &Places<'_>, difference: &Difference) -> bool {
    difference.kind == DifferenceKind::Unavailable
        && difference
            .side(Revision::Later)
            .is_some_and(|side| places.failure(Revision::Later, side).is_some())
}

/// The related place of another user of a shared definition: where it is in its own document.
pub(super) fn user(places: &Places<'_>, difference: &Difference) -> Option<Place> {
    let (revision, side) = Revision::BOTH
        .into_iter()
        .rev()
        .find_map(|revision| difference.side(revision).map(|side| (revision, side)))?;
    let (revision, side) = match places.failure(revision, side) {
        // A broken document has no place for each of its users; the other revision has.
        Some(_) => (revision.other(), difference.side(revision.other())?),
        None => (revision, side),
    };
    Some(places.nearest(revision, side.root, &side.pointer))
}

fn primary(
    places: &Places<'_>,
    anchors: Option<&dyn Anchors>,
    difference: &Difference,
    place: Place,
    before: Option<Place>,
    path: &dyn Fn(Place) -> String,
) -> Anchored {
    let touched = |within: Place, near: Option<Place>| {
        let anchors = anchors?;
        let (file, lines) = (path(within), lines_of(places, within));
        let near = near
            .filter(|near| path(*near) == file)
            .and_then(|near| {
                let line = places.position(near).line;
                if near.revision == Revision::Later { Some(line) } else { anchors.base_to_head(&file, line) }
            })
            .unwrap_or(*lines.start())
            .clamp(*lines.start(), *lines.end());
        Some(whole_line(places, within, anchors.head_line(&file, lines, near)?))
    };
    let around = enclosing(places, difference);
    let later = difference.side(Revision::Later);
    let missing = later.is_none_or(|side| side.presence == Presence::Absent && side.origin.is_none());
    if !missing {
        let own = anchor(places, anchors, place, &path(place));
        let seen =
            |anchors: &dyn Anchors| anchors.head_line(&path(place), own.line..=own.line, own.line).is_some();
        let broken = later.is_some_and(|side| places.failure(Revision::Later, side).is_some());
        if broken || anchors.is_none_or(seen) {
            return own;
        }
        // A reference may have brought it in: then what was touched is in the definition that refers.
        return around.and_then(|around| touched(around, Some(place))).unwrap_or(own);
    }
    // What is missing left no line. The nearest touched line inside what enclosed it is where the reader looks: first
    // where it was written, then where it was in effect.
    [written_in(places, difference), around]
        .into_iter()
        .flatten()
        .find_map(|within| touched(within, before))
        .unwrap_or_else(|| anchor(places, None, around.unwrap_or(place), ""))
}

/// The later revision's innermost definition around the place where something that is missing there was written.
fn written_in(places: &Places<'_>, difference: &Difference) -> Option<Place> {
    let origin = difference.side(Revision::Earlier)?.origin?;
    let pointer = places.origin_pointer(Revision::Earlier, origin)?;
    let source = places.corresponding(places.source(Revision::Earlier, origin.source).key())?.id();
    Some(places.enclosing(Revision::Later, source, &pointer))
}

/// The later revision's innermost definition around something that is missing there; its document at the least.
fn enclosing(places: &Places<'_>, difference: &Difference) -> Option<Place> {
    let revision = if difference.later.is_some() { Revision::Later } else { Revision::Earlier };
    let side = difference.side(revision)?;
    let source = places.corresponding(places.source(revision, side.root).key())?.id();
    Some(places.enclosing(Revision::Later, source, &side.pointer))
}

fn lines_of(places: &Places<'_>, place: Place) -> std::ops::RangeInclusive<usize> {
    let bytes = places.source(place.revision, place.source).bytes();
    let lines = places.lines(place.revision, place.source);
    let end = place.end.max(place.start + 1) - 1;
    lines.position(bytes, place.start).line..=lines.position(bytes, end).line
}

/// The place's first line, or the touched line that anchors name for it.
pub(super) fn anchor(
    places: &Places<'_>,
    anchors: Option<&dyn Anchors>,
    place: Place,
    path: &str,
) -> Anchored {
    let bytes = places.source(place.revision, place.source).bytes();
    let lines = places.lines(place.revision, place.source);
    let start = lines.position(bytes, place.start);
    let touched = anchors
        .filter(|_| place.revision == Revision::Later)
        .and_then(|anchors| anchors.head_line(path, lines_of(places, place), start.line));
    if let Some(line) = touched.filter(|&line| line != start.line) {
        return whole_line(places, place, line);
    }
    let end = lines.position(bytes, place.end);
    let columns = if end.line == start.line && end.column > start.column {
        start.column..end.column
    } else {
        start.column..whole_line(places, place, start.line).columns.end.max(start.column + 1)
    };
    Anchored { place, line: start.line, columns }
}

/// The place's own line where that was touched, else the nearest touched line of its document: for what is about a
/// whole document and stands at something that nobody touched.
pub(super) fn in_document(
    places: &Places<'_>,
    anchors: Option<&dyn Anchors>,
    place: Place,
    path: &str,
) -> Anchored {
    let own = anchor(places, anchors, place, path);
    let Some(anchors) = anchors else { return own };
    if anchors.head_line(path, own.line..=own.line, own.line).is_some() {
        return own;
    }
    let end = places.source(place.revision, place.source).bytes().len();
    let lines = lines_of(places, Place { start: 0, end, ..place });
    anchors.head_line(path, lines, own.line).map_or(own, |line| whole_line(places, place, line))
}

/// The most white space that is looked for at either end of a line, in bytes.
const INDENTATION: usize = 1024;

/// A whole line without its end and its indentation.
fn whole_line(places: &Places<'_>, place: Place, line: usize) -> Anchored {
    let bytes = places.source(place.revision, place.source).bytes();
    let lines = places.lines(place.revision, place.source);
    let range = lines.line(bytes, line);
    let text = bytes.get(range.clone()).unwrap_or_default();
    // White space is looked for near both ends only: a line can be a whole document long.
    let head = text.get(..text.len().min(INDENTATION)).unwrap_or_default();
    let tail = text.get(text.len().saturating_sub(INDENTATION)..).unwrap_or_default();
    let indent = head.len() - head.trim_ascii_start().len();
    let after = tail.len() - tail.trim_ascii_end().len();
    let start = lines.position(bytes, range.start + indent);
    let end = lines.position(bytes, range.end.saturating_sub(after).max(range.start + indent));
    let (first, last) =
        if start.line == line && end.line == line { (start.column, end.column) } else { (1, 2) };
    Anchored { place, line, columns: first..last.max(first + 1) }
}
