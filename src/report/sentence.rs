//! What a difference means for a Client, as a sentence that needs no other reading.

use super::change::{self, value};
use super::fault;
use super::mandatory;
use super::place::{Anatomy, Places};
use super::witnessed::witnessed;
use super::words::Phrase;
use crate::comparison::{
    Class, Classification, Difference, DifferenceKind, Direction, Reason, Revision, Subject, Witness,
};
use crate::json::NodeRef;

/// What the difference means: for whom it breaks and how, why it is undetermined, or why it is safe.
pub(crate) fn meaning(places: &Places<'_>, difference: &Difference) -> Phrase {
    let meant = told(places, difference);
    match unread(places, difference) {
        Some(unread) => meant.then(unread),
        None => meant,
    }
}

/// A member that people expect to say something about entries, and that the model language does not have.
const ADDITIONAL: &str = "additionalProperties";

/// For an entry of a map that has such a member: that nothing was concluded from it.
fn unread(places: &Places<'_>, difference: &Difference) -> Option<Phrase> {
    if difference.subject != Subject::Entry {
        return None;
    }
    let has = |revision: Revision| {
        let map = match difference.side(revision).and_then(|side| change::node(places, revision, side)) {
            Some(entry) => entry.parent()?.parent(),
            None => {
                let side = difference.side(revision.other())?;
                let map = side.pointer.rsplitn(3, '/').nth(2)?;
                let key = places.source(revision.other(), side.root).key();
                places.written(revision, key, map)
            }
        };
        map?.get(ADDITIONAL)
    };
    Revision::BOTH.into_iter().any(|revision| has(revision).is_some()).then(|| {
        Phrase::of("; its map has the member ")
            .quoted(ADDITIONAL)
            .own(", which is no quality of SDF and was not read")
    })
}

fn told(places: &Places<'_>, difference: &Difference) -> Phrase {
    if let Some(reason) = difference.reason {
        return undetermined(places, difference, reason);
    }
    match (&difference.witness, difference.classification) {
        (Some(witness), _) => witnessed(places, difference, witness),
        (None, Classification::Compatible) => compatible(places, difference),
        (None, _) => breaking(places, difference),
    }
}

/// `witness 12 for thing-supplied data: earlier rejected, later admitted`
pub(crate) fn admissions(witness: &Witness) -> Phrase {
    Phrase::of("witness ").quoted(&witness.value).own(format!(
        " for {}: earlier {}, later {}",
        direction(witness.direction),
        witness.admission(Revision::Earlier).as_str(),
        witness.admission(Revision::Later).as_str(),
    ))
}

/// `thing-supplied data`
pub(crate) fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::ClientSupplied => "client-supplied data",
        Direction::ThingSupplied => "thing-supplied data",
    }
}

/// `client-supplied and thing-supplied data`, or nothing.
pub(crate) fn directions(difference: &Difference) -> Option<&'static str> {
    match (difference.directions.client, difference.directions.thing) {
        (true, true) => Some("client-supplied and thing-supplied data"),
        (true, false) => Some("client-supplied data"),
        (false, true) => Some("thing-supplied data"),
        (false, false) => None,
    }
}

pub(super) fn anatomy(difference: &Difference) -> Anatomy {
    let side = difference.later.as_ref().or(difference.earlier.as_ref());
    let quality =
        matches!(difference.subject, Subject::Quality(_)) && difference.kind == DifferenceKind::Changed;
    Anatomy::of(side.map_or("", |side| side.pointer.as_str()), quality)
}

fn breaking(places: &Places<'_>, difference: &Difference) -> Phrase {
    match (&difference.subject, difference.kind) {
        (Subject::Definition(class), _) => Phrase::of(match class {
            Class::Property => "Clients that read, write or observe it find nothing there",
            Class::Action => "Clients that invoke it are refused",
            Class::Event => "Clients that wait for it hear nothing",
            Class::Object | Class::Thing => "Clients that use anything inside it find nothing there",
        }),
        (Subject::Quality(name), _) => breaking_quality(places, difference, name),
        _ => Phrase::of("Clients of the earlier revision can fail"),
    }
}

fn breaking_quality(places: &Places<'_>, difference: &Difference, name: &str) -> Phrase {
    let earlier = value(places, Revision::Earlier, difference);
    let later = value(places, Revision::Later, difference);
    match name {
        "readable" => Phrase::of("Clients that read it are refused"),
        "writable" => Phrase::of("Clients that write it are refused"),
        "observable" => Phrase::of("Clients that observe it are refused"),
        "sdfInputData" if later.is_some() => {
            Phrase::of("it now takes input, and Clients made before send none")
        }
        "sdfInputData" => Phrase::of("it takes no input any more, and Clients made before still send some"),
        "sdfOutputData" => Phrase::of("Clients that use its output get none"),
        "sdfRequired" => mandatory::broken(places, difference).unwrap_or_else(|| {
            Phrase::of("a Thing may now leave out something that was mandatory, and Clients count on it")
        }),
        "minItems" => Phrase::of("a Thing may now have fewer instances than Clients count on"),
        "maxItems" => Phrase::of("a Thing may now have more instances than Clients count on"),
        "unit" | "contentFormat" | "sdfType" => meanings(difference, name, earlier, later),
        _ => Phrase::of("Clients of the earlier revision can fail"),
    }
}

fn meanings(
    difference: &Difference,
    name: &str,
    earlier: Option<NodeRef<'_>>,
    later: Option<NodeRef<'_>>,
) -> Phrase {
    let (Some(earlier), Some(later)) = (earlier.and_then(change::shown), later.and_then(change::shown))
    else {
        return Phrase::of("Clients of the earlier revision read every value wrongly");
    };
    let joint = match name {
        "unit" => " in ",
        "contentFormat" => " in the format ",
        _ => " as ",
    };
    let (relied, now) = match (difference.directions.client, difference.directions.thing) {
        (true, true) => ("read and send", ", so both sides misread them"),
        (true, false) => ("send", ", so they misread what Clients send"),
        _ => ("read", ", so Clients misread them"),
    };
    let turned = match (difference.directions.client, difference.directions.thing) {
        (true, false) => "Things now read them",
        (false, true) => "Things now send them",
        _ => "Things now read and send them",
    };
    Phrase::of(format!("earlier Clients {relied} the values{joint}"))
        .quoted(earlier)
        .own(format!("; {turned}{joint}"))
        .quoted(later)
        .own(now)
}

fn undetermined(places: &Places<'_>, difference: &Difference, reason: Reason) -> Phrase {
    let broken = Revision::BOTH.into_iter().rev().find_map(|revision| {
        let side = difference.side(revision)?;
        let failure = places.failure(revision, side)?;
        let at = places.spelled(places.of(revision, side));
        Some(
            Phrase::of("the ")
                .own(revision.as_str())
                .own(" document ")
                .quoted(at)
                .own(" is not usable: ")
                .said(&failure.message),
        )
    });
    if let Some(told) = broken {
        return told;
    }
    // A limit says everything by itself.
    let examined = reason.limit.is_none();
    if let Some(told) = examined.then(|| fault::own(places, difference)).flatten() {
        return told;
    }
    if let Some(told) = examined.then(|| listed(places, difference, reason.code)).flatten() {
        return told;
    }
    let phrase = Phrase::of(reason.sentence());
    match examined.then(|| fault::more(places, difference, reason.code)).flatten() {
        Some(more) => phrase.then(more),
        None => phrase,
    }
}

/// For `properties` that only one revision has: entries have rules, and there is nothing to compare them with.
fn listed(places: &Places<'_>, difference: &Difference, code: &str) -> Option<Phrase> {
    if code != "comparison.not_classified" || difference.subject.quality() != Some("properties") {
        return None;
    }
    let [earlier, later] = Revision::BOTH.map(|revision| value(places, revision, difference));
    let (revision, list) = match (earlier, later) {
        (Some(list), None) => (Revision::Earlier, list),
        (None, Some(list)) => (Revision::Later, list),
        _ => return None,
    };
    let entries = match list.members().len() {
        0 => "no entry".to_owned(),
        entries => super::counted(entries, "entry", "entries"),
    };
    Some(
        Phrase::of(format!("only the {} revision has ", revision.as_str()))
            .quoted("properties")
            .own(format!(" at all, with {entries} in it, so nothing corresponds to it entry by entry")),
    )
}

fn compatible(places: &Places<'_>, difference: &Difference) -> Phrase {
    let directions = difference.directions;
    match &difference.subject {
        Subject::Definition(_) => Phrase::of("no earlier Client uses it"),
        Subject::Quality(name) => match name.as_str() {
            "description" | "label" | "$comment" => Phrase::of("words for people only"),
            "default" => Phrase::of("it documents the data; how a default is used is not defined"),
            "readable" | "writable" | "observable" => Phrase::of("Clients may do more than before"),
            "sdfRequired" => mandatory::added(places, difference)
                .unwrap_or_else(|| Phrase::of("Things must offer more than before")),
            "sdfOutputData" => {
                Phrase::of("earlier Clients wait for no output, so none misses or misreads it")
            }
            "unit" | "contentFormat" | "sdfType" => Phrase::of("no value that Clients use is read by it"),
            "minItems" | "maxItems" if of_grouping(difference) => {
                Phrase::of("every number of instances that is possible now was possible before")
            }
            _ if directions.client && !directions.thing => {
                Phrase::of("everything that earlier Clients send is still accepted")
            }
            _ if directions.thing && !directions.client => {
                Phrase::of("everything that Things may report was accepted before")
            }
            _ => Phrase::of("no Client of both revisions is affected"),
        },
        Subject::Entry if difference.kind == DifferenceKind::Added => Phrase::of("no earlier Client uses it"),
        Subject::Entry if directions.client && !directions.thing => {
            Phrase::of("earlier Clients may still send it; nothing describes that entry any longer")
        }
        Subject::Entry | Subject::Document => Phrase::of("no Client of both revisions is affected"),
    }
}

/// Whether the difference is one of a grouping's own qualities.
fn of_grouping(difference: &Difference) -> bool {
    let anatomy = anatomy(difference);
    anatomy.rest.len() == 1
        && anatomy
            .innermost()
            .and_then(|(keyword, _)| Class::from_keyword(keyword))
            .is_some_and(Class::is_grouping)
}
