//! The sentence about a witness: who may send the value, and which constraint of the other revision refuses it.
//!
//! A witness is looked for through one quality, but what refuses it may be another one that changed beside it. The
//! sentence names the one that refuses, and says so when that is not the one it stands under.

use super::change::{self, value};
use super::place::{Anatomy, Places};
use super::sentence::anatomy;
use super::words::Phrase;
use crate::comparison::{Difference, DifferenceKind, Direction, Revision, Subject, Witness};
use crate::json::{Kind, NodeRef, pointer};
use crate::value::refusal::Refusal;

/// How many values of a list a sentence names.
const LISTED: usize = 5;
/// How many names of two lists are compared to say which are new.
const COMPARED: usize = 256;

pub(super) fn witnessed(places: &Places<'_>, difference: &Difference, witness: &Witness) -> Phrase {
    let anatomy = anatomy(difference);
    let returned = anatomy.innermost().is_some_and(|(keyword, _)| keyword == "sdfAction");
    let (opening, subject, refusing) = match witness.direction {
        Direction::ThingSupplied if returned => {
            ("a Thing may now return ", "earlier Clients", Revision::Earlier)
        }
        Direction::ThingSupplied => ("a Thing may now report ", "earlier Clients", Revision::Earlier),
        Direction::ClientSupplied => ("a Client may still send ", "Things now", Revision::Later),
    };
    let undescribed = (difference.subject == Subject::Entry && difference.kind == DifferenceKind::Removed)
        .then(|| Phrase::default().quoted(entry_name(difference)).own(" is not described any more, so "));
    let phrase = undescribed.unwrap_or_default().own(opening).quoted(&witness.value);
    let phrase = phrase.own("; ").own(subject).own(" ");
    let refused = || Phrase::of(if refusing == Revision::Earlier { "do not expect it" } else { "refuse it" });
    let own = own_quality(difference);
    let Some(chosen) = chosen(difference, &anatomy, witness, refusing) else {
        let clause = own.and_then(|name| {
            let node = value(places, refusing, difference);
            accepts(name, node, || required(places, difference, refusing))
        });
        return phrase.then(clause.unwrap_or_else(refused)).inside(&anatomy.inside);
    };
    let refusal = chosen.refusal;
    let node = refusal.origin.and_then(|origin| places.source(refusing, origin.source).node(origin.node));
    let (missing, total) = &refusal.missing;
    let demanded = || (*total > 0).then(|| Phrase::of("require ").list(missing, *total));
    let clause = accepts(refusal.quality, node, demanded).unwrap_or_else(refused);
    let mut phrase = phrase.then(clause).inside(&refusal.inside);
    if let Some(alternative) = chosen.alternative {
        phrase = phrase.own(" in the alternative ").quoted(alternative).own(", and no other one admits it");
    }
    match own {
        Some(own) if !chosen.own => {
            phrase.own(" (").quoted(refusal.quality).own(" refuses it, not ").quoted(own).own(")")
        }
        _ => phrase,
    }
}

/// The refusal that a sentence tells.
struct Chosen<'w> {
    refusal: &'w Refusal,
    /// Whether it is the difference's own quality that refuses.
    own: bool,
    /// The alternative that the difference's own quality stands in.
    alternative: Option<String>,
}

/// The difference's own quality if it refuses the witness, else what refuses it nearest to the difference.
fn chosen<'w>(
    difference: &Difference,
    anatomy: &Anatomy,
    witness: &'w Witness,
    refusing: Revision,
) -> Option<Chosen<'w>> {
    let refusals = &witness.refusals;
    let written = difference.side(refusing).and_then(|side| side.origin);
    let mine = |refusal: &&Refusal| match &difference.subject {
        Subject::Quality(name) if difference.kind == DifferenceKind::Changed => {
            refusal.quality == name && refusal.origin.is_some() && refusal.origin == written
        }
        Subject::Quality(name) => refusal.quality == name,
        _ => false,
    };
    let here = |refusal: &&Refusal| refusal.inside == anatomy.inside;
    let own = refusals.iter().find(|refusal| mine(refusal) && here(refusal));
    if let Some(refusal) = own.or_else(|| refusals.iter().find(mine)) {
        let alternative = refusal.in_alternative.then(|| alternative(difference)).flatten();
        return Some(Chosen { refusal, own: true, alternative });
    }
    let decisive = |refusal: &&Refusal| !refusal.in_alternative;
    let refusal = refusals
        .iter()
        .find(|refusal| decisive(refusal) && here(refusal))
        .or_else(|| refusals.iter().find(decisive))
        .or_else(|| refusals.first())?;
    Some(Chosen { refusal, own: false, alternative: None })
}

/// The name of the innermost alternative that a difference lies in.
fn alternative(difference: &Difference) -> Option<String> {
    let side = difference.later.as_ref().or(difference.earlier.as_ref())?;
    let tokens = pointer::parse(&side.pointer).ok()?;
    let choice = tokens.iter().rposition(|token| token == "sdfChoice")?;
    tokens.into_iter().nth(choice + 1)
}

/// The name of the map entry that a difference is about.
fn entry_name(difference: &Difference) -> String {
    let side = difference.later.as_ref().or(difference.earlier.as_ref());
    let tokens = side.and_then(|side| pointer::parse(&side.pointer).ok());
    tokens.and_then(|mut tokens| tokens.pop()).unwrap_or_default()
}

/// The quality that a sentence about a witness is expected to be about.
fn own_quality(difference: &Difference) -> Option<&str> {
    difference.subject.quality().filter(|_| difference.kind == DifferenceKind::Changed)
}

/// What is accepted where a quality has this value, as the end of a sentence.
fn accepts(
    quality: &str,
    node: Option<NodeRef<'_>>,
    demanded: impl FnOnce() -> Option<Phrase>,
) -> Option<Phrase> {
    match quality {
        "nullable" => return Some(Phrase::of("accept no null")),
        "sdfChoice" => return Some(Phrase::of("accept it in no alternative")),
        "required" => return demanded(),
        _ => {}
    }
    let node = node?;
    let bounded = |before: &'static str, after: &'static str| {
        change::shown(node).map(|bound| Phrase::of(before).quoted(bound).own(after))
    };
    let one = node.number_token() == Some("1");
    match quality {
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
        "sdfType" => of_convention(node),
        "enum" => listed(node).map(|values| Phrase::of("accept only ").list(&values, node.elements().len())),
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

fn of_convention(node: NodeRef<'_>) -> Option<Phrase> {
    match node.text() {
        Some("byte-string") => {
            Some(Phrase::of("accept only byte strings, which are base64url texts without padding"))
        }
        Some("unix-time") => Some(Phrase::of("accept only numbers of seconds since 1970")),
        _ => None,
    }
}

/// The names that the refusing revision requires and the other does not.
fn required(places: &Places<'_>, difference: &Difference, refusing: Revision) -> Option<Phrase> {
    let names = texts(value(places, refusing, difference)?)?;
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
