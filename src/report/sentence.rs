//! What a difference means for a Client, as a sentence that needs no other reading.

use std::borrow::Cow;

use super::change::{self, value};
use super::place::{Anatomy, Places};
use super::words::Phrase;
use crate::comparison::{
    Class, Classification, Difference, DifferenceKind, Direction, Revision, Subject, Witness,
};
use crate::json::{Kind, NodeRef};

/// How many values of a list a sentence names.
const LISTED: usize = 5;
/// How many names of two lists are compared to say which are new.
const COMPARED: usize = 256;

/// What the difference means: for whom it breaks and how, why it is undetermined, or why it is safe.
pub(crate) fn meaning(places: &Places<'_>, difference: &Difference) -> Phrase {
    if let Some(reason) = difference.reason {
        return undetermined(places, difference, reason.sentence());
    }
    match (&difference.witness, difference.classification) {
        (Some(witness), _) => witnessed(places, difference, witness),
        (None, Classification::Compatible) => compatible(difference),
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

fn anatomy(difference: &Difference) -> Anatomy {
    let side = difference.later.as_ref().or(difference.earlier.as_ref());
    let quality =
        matches!(difference.subject, Subject::Quality(_)) && difference.kind == DifferenceKind::Changed;
    Anatomy::of(side.map_or("", |side| side.pointer.as_str()), quality)
}

fn witnessed(places: &Places<'_>, difference: &Difference, witness: &Witness) -> Phrase {
    let anatomy = anatomy(difference);
    let returned = anatomy.innermost().is_some_and(|(keyword, _)| keyword == "sdfAction");
    let (opening, subject, refusing) = match witness.direction {
        Direction::ThingSupplied if returned => {
            ("a Thing may now return ", "earlier Clients", Revision::Earlier)
        }
        Direction::ThingSupplied => ("a Thing may now report ", "earlier Clients", Revision::Earlier),
        Direction::ClientSupplied => ("a Client may still send ", "Things now", Revision::Later),
    };
    let mut phrase = Phrase::of(opening).quoted(&witness.value).own("; ").own(subject).own(" ");
    phrase = match accepts(places, difference, refusing) {
        Some(clause) => phrase.then(clause),
        None if refusing == Revision::Earlier => phrase.own("do not expect it"),
        None => phrase.own("refuse it"),
    };
    phrase.inside(&anatomy.inside)
}

/// What the refusing revision accepts, told by the quality that differs.
fn accepts(places: &Places<'_>, difference: &Difference, refusing: Revision) -> Option<Phrase> {
    let name = difference.subject.quality().filter(|_| difference.kind == DifferenceKind::Changed)?;
    if name == "nullable" {
        return Some(Phrase::of("accept no null"));
    }
    let node = value(places, refusing, difference)?;
    let bounded = |before: &'static str, after: &'static str| {
        change::shown(node).map(|bound| Phrase::of(before).quoted(bound).own(after))
    };
    let one = node.number_token() == Some("1");
    match name {
        "maximum" => bounded("accept at most ", ""),
        "minimum" => bounded("accept at least ", ""),
        "exclusiveMaximum" => bounded("accept only values below ", ""),
        "exclusiveMinimum" => bounded("accept only values above ", ""),
        "multipleOf" => bounded("accept only multiples of ", ""),
        "maxLength" => bounded("accept at most ", if one { " character" } else { " characters" }),
        "minLength" => bounded("accept at least ", if one { " character" } else { " characters" }),
        "maxItems" => bounded("accept at most ", if one { " item" } else { " items" }),
        "minItems" => bounded("accept at least ", if one { " item" } else { " items" }),
        "const" => bounded("accept only ", ""),
        "format" => bounded("accept only the format ", ""),
        "pattern" => bounded("accept only text that matches ", ""),
        "uniqueItems" => Some(Phrase::of("accept no item twice")),
        "type" => Some(of_type(node)),
        "enum" => listed(node).map(|values| Phrase::of("accept only ").list(&values, node.elements().len())),
        "required" => required(places, difference, refusing, node),
        _ => None,
    }
}

fn of_type(node: NodeRef<'_>) -> Phrase {
    match node.text() {
        Some("integer") => Phrase::of("accept only integers"),
        Some("number") => Phrase::of("accept only numbers"),
        Some("string") => Phrase::of("accept only strings"),
        Some("boolean") => Phrase::of("accept only true and false"),
        Some("array") => Phrase::of("accept only arrays"),
        Some("object") => Phrase::of("accept only maps"),
        _ => Phrase::of("accept another type"),
    }
}

/// The names that the refusing revision requires and the other does not.
fn required(
    places: &Places<'_>,
    difference: &Difference,
    refusing: Revision,
    node: NodeRef<'_>,
) -> Option<Phrase> {
    let names = texts(node)?;
    let other = value(places, refusing.other(), difference).and_then(texts).unwrap_or_default();
    let known: std::collections::HashSet<&str> = other.iter().map(String::as_str).collect();
    let demanded: Vec<String> = names.into_iter().filter(|name| !known.contains(name.as_str())).collect();
    let first = demanded.get(..LISTED).unwrap_or(&demanded);
    (!demanded.is_empty()).then(|| Phrase::of("require ").list(first, demanded.len()))
}

/// The first values of a list.
fn listed(node: NodeRef<'_>) -> Option<Vec<String>> {
    (node.kind() == Kind::Array).then(|| node.elements().take(LISTED).map(change::shown).collect())?
}

/// The texts of a list that is short enough to be compared for each definition that shares it.
fn texts(node: NodeRef<'_>) -> Option<Vec<String>> {
    let names = (node.kind() == Kind::Array && node.elements().len() <= COMPARED).then(|| node.elements())?;
    names.map(|name| name.text().map(str::to_owned)).collect()
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
        "sdfRequired" => {
            Phrase::of("a Thing may now leave out something that was mandatory, and Clients count on it")
        }
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
    let (by_client, by_thing) = match name {
        "unit" => ("count in ", "mean "),
        "contentFormat" => ("use the format ", "have the format "),
        _ => ("take values for ", "are "),
    };
    let who = if difference.directions.thing { "values now " } else { "Things now expect values that " };
    Phrase::of("earlier Clients ")
        .own(by_client)
        .quoted(earlier)
        .own("; ")
        .own(who)
        .own(by_thing)
        .quoted(later)
}

fn undetermined(places: &Places<'_>, difference: &Difference, message: Cow<'static, str>) -> Phrase {
    let fault = Revision::BOTH.into_iter().rev().find_map(|revision| {
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
    fault.unwrap_or_else(|| Phrase::of("").own(message))
}

fn compatible(difference: &Difference) -> Phrase {
    let directions = difference.directions;
    match &difference.subject {
        Subject::Definition(_) => Phrase::of("no earlier Client uses it"),
        Subject::Quality(name) => match name.as_str() {
            "description" | "label" | "$comment" | "default" => Phrase::of("words for people only"),
            "readable" | "writable" | "observable" => Phrase::of("Clients may do more than before"),
            "sdfRequired" => Phrase::of("Things must offer more than before"),
            "sdfOutputData" => Phrase::of("earlier Clients expect no output"),
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
