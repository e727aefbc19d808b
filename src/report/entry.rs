//! The acknowledgement entry that would sign for a difference.

use serde::Serialize;

use crate::comparison::acknowledgement::{POINTER_BYTES, QUALITY_BYTES};
use crate::comparison::{Difference, Revision, RevisionComparison};

/// An entry of an acknowledgement file without a note, members in name order.
#[derive(Debug, Serialize)]
pub(crate) struct Entry<'a> {
    classification: &'static str,
    earlier: Option<Location<'a>>,
    kind: &'static str,
    later: Option<Location<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quality: Option<&'a str>,
    subject: &'static str,
}

#[derive(Debug, Serialize)]
struct Location<'a> {
    document: &'a str,
    pointer: &'a str,
}

/// The exact entry, when the difference may be acknowledged and an acknowledgement file can name it.
pub(crate) fn entry<'a>(
    comparison: &'a RevisionComparison<'_>,
    difference: &'a Difference,
) -> Option<Entry<'a>> {
    let nameable =
        |revision| difference.side(revision).is_none_or(|side| side.pointer.len() <= POINTER_BYTES);
    let possible = difference.can_be_acknowledged()
        && difference.subject.quality().is_none_or(|name| name.len() <= QUALITY_BYTES)
        && Revision::BOTH.into_iter().all(nameable);
    possible.then(|| identity(comparison, difference))
}

/// What tells a difference apart from others: kind, subject, quality, classification, and both places.
pub(super) fn identity<'a>(comparison: &'a RevisionComparison<'_>, difference: &'a Difference) -> Entry<'a> {
    let location = |revision| {
        difference.side(revision).map(|side| Location {
            document: comparison.catalogue(revision).source(side.root).key(),
            pointer: &side.pointer,
        })
    };
    Entry {
        classification: difference.classification.as_str(),
        earlier: location(Revision::Earlier),
        kind: difference.kind.as_str(),
        later: location(Revision::Later),
        quality: difference.subject.quality(),
        subject: difference.subject.as_str(),
    }
}

/// The entry as one line of JSON to paste: every character that a reader could not see is spelled `\uXXXX`, which
/// reads back as the same text.
pub(super) fn line(entry: &Entry<'_>) -> String {
    spelled(&super::json::compact(entry))
}

/// JSON text with every character that a reader could not see spelled `\uXXXX`; it reads back as the same value.
pub(super) fn spelled(text: &str) -> String {
    use std::fmt::Write as _;
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if crate::inert::is_hidden(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(line, "\\u{unit:04x}");
            }
        } else {
            line.push(c);
        }
    }
    line
}
