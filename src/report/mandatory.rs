//! Which declarations a Thing may now leave out, and which it must now offer.

use super::place::{Anatomy, Places};
use super::words::Phrase;
use crate::comparison::{Difference, Mandatory, Revision};

/// What a Thing may leave out of what was mandatory, and what became mandatory beside it.
pub(super) fn broken(places: &Places<'_>, difference: &Difference) -> Option<Phrase> {
    let change = places.requirement_change(difference).filter(|change| change.lost.total > 0)?;
    let lost = list(places, Revision::Earlier, difference, &change.lost);
    let phrase = Phrase::of("a Thing may now leave out ").then(lost).own(", and Clients count on it");
    Some(match change.gained.total {
        0 => phrase,
        _ => {
            phrase.own("; it must now offer ").then(list(places, Revision::Later, difference, &change.gained))
        }
    })
}

/// What became mandatory, when nothing stopped being so.
pub(super) fn added(places: &Places<'_>, difference: &Difference) -> Option<Phrase> {
    let change = places.requirement_change(difference).filter(|change| change.gained.total > 0)?;
    let gained = list(places, Revision::Later, difference, &change.gained);
    Some(Phrase::of("Things must now offer ").then(gained))
}

/// `sdfProperty temp (mandatory by oven.sdf.json:3:21) and 7 more`
fn list(places: &Places<'_>, revision: Revision, difference: &Difference, mandatory: &Mandatory) -> Phrase {
    let grouping = difference.side(revision).map_or("", |side| side.pointer.as_str());
    let grouping = grouping.strip_suffix("/sdfRequired").unwrap_or(grouping);
    let by = match revision {
        Revision::Earlier => " (was mandatory by ",
        Revision::Later => " (mandatory by ",
    };
    let mut phrase = Phrase::default();
    for (index, (pointer, written)) in mandatory.named.iter().enumerate() {
        if index > 0 {
            phrase = phrase.own(if index + 1 == mandatory.total { " and " } else { ", " });
        }
        let below = pointer.strip_prefix(grouping).map_or(0, |rest| rest.matches('/').count());
        phrase = match Anatomy::of(pointer, false).innermost().filter(|_| below == 2) {
            Some((keyword, name)) => phrase.own(keyword.to_owned()).own(" ").quoted(name),
            None => phrase.quoted(pointer),
        };
        if let Some(place) = written.and_then(|origin| places.origin(revision, origin)) {
            phrase = phrase.own(by).quoted(places.spelled(place)).own(")");
        }
    }
    match mandatory.total.saturating_sub(mandatory.named.len()) {
        0 => phrase,
        more => phrase.own(format!(" and {more} more")),
    }
}
