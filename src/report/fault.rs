//! What is wrong with a value that could not be compared: a bound that is a text, a list where a map belongs.
//!
//! Such content is undetermined, and the contract's reasons say only that nothing was found. Here its author is told
//! which value is none that the quality can have, and where it stands. No verdict rests on this.

use super::change::shown;
use super::place::Places;
use super::words::Phrase;
use crate::comparison::{Difference, DifferenceKind, Presence, Revision, Side, Subject};
use crate::json::{Kind, MemberRef, NodeRef};
use crate::model::Origin;
use crate::value::meaning::BaseType;
use crate::value::pattern::{Limits as PatternLimits, Pattern, PatternError};

/// How many qualities beside a difference are looked at.
const BESIDE: usize = 64;
/// How many levels above a quality the characteristics of its Property are looked for.
const LEVELS: usize = 64;
/// How many members of a list or map are looked at.
const MEMBERS: usize = 4096;

/// What is wrong with the difference's own content, in whichever revision; `None` when that has its right shape.
pub(super) fn own(places: &Places<'_>, difference: &Difference) -> Option<Phrase> {
    let mut told: Option<Phrase> = None;
    for revision in Revision::BOTH.into_iter().rev() {
        let Some(side) = difference.side(revision) else { continue };
        let Some((node, origin)) = content(places, revision, side) else { continue };
        let Some(fault) = of_subject(places, revision, difference, side, node, origin) else { continue };
        let phrase = match told {
            None => named(difference, node),
            Some(told) => told.own(", and"),
        };
        let phrase = phrase.own(format!(" in the {} revision", revision.as_str()));
        // Every form shows the later place already, or the earlier one of what is gone.
        let gone = difference.later.as_ref().is_none_or(|side| side.presence == Presence::Absent);
        let phrase = if revision == Revision::Later || gone {
            phrase.own(" ")
        } else {
            phrase.own(" (").quoted(places.spelled(places.of(revision, side))).own(") ")
        };
        told = Some(phrase.then(fault));
    }
    Some(told?.own("; it cannot be compared"))
}

/// What a reason leaves open and the documents say: which reference, which features, what is wrong beside it. Ready to
/// append.
pub(super) fn more(places: &Places<'_>, difference: &Difference, code: &str) -> Option<Phrase> {
    match code {
        "structure.feature_context_unavailable" => features(places, difference),
        _ if code.starts_with("reference.") => reference(places, difference),
        "interpretation.unresolved" if difference.kind == DifferenceKind::Unavailable => {
            reference(places, difference)
        }
        _ => beside(places, difference, code),
    }
}

/// The first reference of what could not be resolved, and how it is written when its form is none.
fn reference(places: &Places<'_>, difference: &Difference) -> Option<Phrase> {
    Revision::BOTH.into_iter().rev().find_map(|revision| {
        let side = difference.side(revision).filter(|side| side.presence == Presence::Unavailable)?;
        let (node, _) = content(places, revision, side)?;
        let reference = node.get("sdfRef")?;
        let phrase = Phrase::of(format!("; in the {} revision it begins with sdfRef ", revision.as_str()));
        let phrase = phrase.quoted(shown(reference)?);
        Some(match right_form(reference) {
            Some(form) => phrase.then(form),
            None => phrase,
        })
    })
}

/// How a reference without `#`, or with a prefix that is none, is to be written.
fn right_form(reference: NodeRef<'_>) -> Option<Phrase> {
    let text = reference.text()?;
    let Some((prefix, tail)) = text.split_once(':').filter(|(prefix, _)| !prefix.contains(['#', '/'])) else {
        let path = text.starts_with('/');
        return path
            .then(|| Phrase::of("; a place in the same document is written ").quoted(format!("#{text}")));
    };
    let plain = prefix.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let binding = reference.tree().root().get("namespace").and_then(|block| block.get(prefix)?.text());
    if plain && (tail.contains('#') || binding.is_some_and(|uri| uri.contains('#'))) {
        return None;
    }
    // Of a URI, only whoever wrote it knows the target's path.
    let path =
        Some(tail.trim_start_matches('#')).filter(|path| path.starts_with('/') && !path.starts_with("//"));
    let prefix = if plain && path.is_some() { prefix } else { "prefix" };
    let form = format!("{prefix}:#{}", path.unwrap_or("/sdfData/name"));
    let phrase = Phrase::of("; a place in another document is written ").quoted(form);
    Some(if plain { phrase } else { phrase.own(", with a prefix that begins with a letter or _") })
}

/// The features that a document declares, or why nobody can tell them.
fn features(places: &Places<'_>, difference: &Difference) -> Option<Phrase> {
    Revision::BOTH.into_iter().rev().find_map(|revision| {
        let root = difference.side(revision)?.root;
        let info = places.source(revision, root).document().ok()?.root().get("info")?;
        let phrase = Phrase::of(format!("; in the {} revision ", revision.as_str()));
        if let Some(fault) = description(info) {
            return Some(phrase.quoted("info").own(" ").then(fault));
        }
        let features = info.get("features")?;
        if features.kind() == Kind::Array {
            let listed = shown(features).filter(|_| features.elements().len() > 0)?;
            return Some(phrase.quoted("features").own(" is ").quoted(listed));
        }
        Some(phrase.quoted("features").own(" ").then(expected(features, false, "a list")?))
    })
}

/// What is wrong beside the difference, when that may be why nothing was found.
fn beside(places: &Places<'_>, difference: &Difference, code: &str) -> Option<Phrase> {
    let own = difference.subject.quality()?;
    let directions = code == "comparison.directions_unavailable";
    if !directions && !matches!(code, "comparison.unproven" | "comparison.witness_unsettled") {
        return None;
    }
    Revision::BOTH.into_iter().rev().find_map(|revision| {
        let side = difference.side(revision)?;
        let (node, origin) = content(places, revision, side)?;
        let mut holder = node.parent();
        for _ in 0..if directions { LEVELS } else { 1 } {
            let map = holder?;
            let found = map.members().take(BESIDE).find_map(|member| {
                let name = member.name().filter(|name| *name != own)?;
                let wanted = directions == matches!(name, "readable" | "writable" | "observable");
                let origin = Origin { node: member.value().id(), ..origin };
                let fault = wanted.then(|| of_value(places, revision, name, member.value(), origin))??;
                let at = places.spelled(places.origin(revision, origin)?);
                let phrase = Phrase::of("; beside it ").quoted(name);
                let phrase = phrase.own(format!(" in the {} revision (", revision.as_str())).quoted(at);
                Some(phrase.own(") ").then(fault))
            });
            if found.is_some() {
                return found;
            }
            holder = map.parent();
        }
        None
    })
}

/// The content of a side, whether or not it could be examined.
fn content<'a>(places: &Places<'a>, revision: Revision, side: &Side) -> Option<(NodeRef<'a>, Origin)> {
    let origin = side.origin?;
    Some((places.source(revision, origin.source).node(origin.node)?, origin))
}

/// What the sentence calls the content.
fn named(difference: &Difference, node: NodeRef<'_>) -> Phrase {
    match &difference.subject {
        Subject::Quality(name) if !name.is_empty() => Phrase::default().quoted(name),
        _ => match node.as_member().and_then(MemberRef::name) {
            Some(name) => Phrase::default().quoted(name),
            None => Phrase::of("the content"),
        },
    }
}

fn of_subject(
    places: &Places<'_>,
    revision: Revision,
    difference: &Difference,
    side: &Side,
    node: NodeRef<'_>,
    origin: Origin,
) -> Option<Phrase> {
    match &difference.subject {
        Subject::Quality(name) if name.is_empty() => unreadable_name(node),
        // An alternative by itself is a description.
        Subject::Quality(_) if difference.kind != DifferenceKind::Changed && is_alternative(side) => {
            description(node)
        }
        Subject::Quality(name) => of_value(places, revision, name, node, origin),
        Subject::Definition(_) | Subject::Entry => description(node),
        Subject::Document => None,
    }
}

fn is_alternative(side: &Side) -> bool {
    side.pointer.rsplit('/').nth(1) == Some("sdfChoice")
}

/// A definition or description is a map whose names can be read.
fn description(node: NodeRef<'_>) -> Option<Phrase> {
    expected(node, node.kind() == Kind::Map, "a map").or_else(|| unreadable_name(node)).or_else(|| {
        let reference = node.get("sdfRef").filter(|reference| reference.text().is_none())?;
        let phrase = Phrase::of("has an ").quoted("sdfRef").own(" that ");
        Some(phrase.then(unreadable(reference).or_else(|| expected(reference, false, "a text"))?))
    })
}

fn unreadable_name(node: NodeRef<'_>) -> Option<Phrase> {
    let unreadable = node.tree().has_unreadable_texts()
        && node.members().take(MEMBERS).any(|member| member.name().is_none());
    unreadable.then(|| {
        Phrase::of(
            "has a name that holds half a character (an escape such as \\ud800 alone), so it names nothing",
        )
    })
}

/// `is the text "0", not a number`, unless the value is fine.
fn expected(node: NodeRef<'_>, fine: bool, what: &'static str) -> Option<Phrase> {
    (!fine).then(|| is(node).own(", not ").own(what))
}

/// `is the text "0"`
fn is(node: NodeRef<'_>) -> Phrase {
    Phrase::of("is ").then(noun(node))
}

/// `the text "0"`
fn noun(node: NodeRef<'_>) -> Phrase {
    let kind = match node.kind() {
        Kind::Null => return Phrase::of("null"),
        Kind::Bool => "",
        Kind::Number => "the number ",
        Kind::Text => "the text ",
        Kind::Array => return Phrase::of("a list"),
        Kind::Map => return Phrase::of("a map"),
    };
    Phrase::of(kind).quoted(shown(node).unwrap_or_default())
}

/// A text that nobody can read is none of anything.
fn unreadable(node: NodeRef<'_>) -> Option<Phrase> {
    node.is_unreadable_text().then(|| Phrase::of("is ").own(UNREADABLE).own(", so nobody can read it"))
}

const UNREADABLE: &str = "a text that holds half a character (an escape such as \\ud800 alone)";

/// What is wrong with the value of a quality.
fn of_value(
    places: &Places<'_>,
    revision: Revision,
    name: &str,
    node: NodeRef<'_>,
    origin: Origin,
) -> Option<Phrase> {
    if let Some(told) = unreadable(node) {
        return Some(told);
    }
    if let Some(Err(_)) = node.number() {
        let told = is(node).own(", which is too large, too small or too long to be compared exactly");
        return Some(told);
    }
    let number = || node.number().and_then(Result::ok);
    let is_text = node.kind() == Kind::Text;
    match name {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
            expected(node, node.kind() == Kind::Number, "a number")
        }
        "multipleOf" => {
            let fine = node.kind() == Kind::Number && number().is_none_or(|step| step.is_positive());
            expected(node, fine, "a number above 0")
        }
        "minLength" | "maxLength" | "minItems" | "maxItems" => {
            let count = |node: NodeRef<'_>| {
                number().is_none_or(|count| count.is_integer() && !count.is_negative())
                    && node.kind() == Kind::Number
            };
            expected(node, count(node), "a whole number from 0 on")
        }
        "readable" | "writable" | "observable" | "nullable" | "uniqueItems" => {
            expected(node, node.kind() == Kind::Bool, "true or false")
        }
        "unit" | "contentFormat" | "sdfType" | "format" | "label" | "description" | "$comment" => {
            expected(node, is_text, "a text")
        }
        "type" => {
            let known = node.text().is_some_and(|name| BaseType::from_name(name).is_some());
            expected(node, known, "one of the types number, integer, string, boolean, array and object")
        }
        "pattern" if is_text => {
            let bytes = places.pattern_bytes();
            places.remembered_fault((revision, origin), || pattern(node, bytes))
        }
        "pattern" => expected(node, false, "a text"),
        "enum" | "required" | "sdfRequired" => texts(node, name),
        "properties" | "sdfChoice" => map_of_maps(node),
        "items" | "sdfInputData" | "sdfOutputData" => description(node),
        _ => None,
    }
}

/// A map whose names can be read and whose members are maps.
fn map_of_maps(node: NodeRef<'_>) -> Option<Phrase> {
    if let Some(told) = expected(node, node.kind() == Kind::Map, "a map").or_else(|| unreadable_name(node)) {
        return Some(told);
    }
    let broken = node.members().take(MEMBERS).find(|member| member.value().kind() != Kind::Map)?;
    let phrase = Phrase::of("has the member ").quoted(broken.name().unwrap_or_default()).own(", which ");
    Some(phrase.then(expected(broken.value(), false, "a map")?))
}

/// A list of texts, at least one where it says something about values.
fn texts(node: NodeRef<'_>, name: &str) -> Option<Phrase> {
    if node.kind() != Kind::Array {
        return expected(node, false, "a list of texts");
    }
    match name {
        "enum" if node.elements().len() == 0 => {
            return Some(Phrase::of("is an empty list, which admits nothing"));
        }
        "required" if node.elements().len() == 0 => {
            return Some(Phrase::of("is an empty list, which names nothing"));
        }
        _ => {}
    }
    let (at, broken) =
        node.elements().enumerate().take(MEMBERS).find(|(_, element)| element.text().is_none())?;
    let phrase = Phrase::of(format!("has at position {at} "));
    Some(match broken.is_unreadable_text() {
        true => phrase.own(UNREADABLE),
        false => phrase.then(noun(broken)).own(", not a text"),
    })
}

fn pattern(node: NodeRef<'_>, bytes: usize) -> Option<Phrase> {
    let source = node.text()?;
    if source.len() > bytes {
        return Some(Phrase::of(format!(
            "is longer than the limit pattern-bytes ({bytes}); {}",
            crate::wording::raised("pattern-bytes")
        )));
    }
    match Pattern::new(source, &PatternLimits { bytes }) {
        Err(PatternError::Syntax { offset, problem }) => Some(
            is(node)
                .own(", which is no regular expression: ")
                .own(problem)
                .own(format!(", at byte {offset}")),
        ),
        Err(PatternError::Unsupported(what)) => {
            Some(is(node).own(", which uses ").own(what).own(", and that is not supported"))
        }
        Err(PatternError::Limit(what)) => Some(is(node).own(", which has ").own(what)),
        Ok(_) => None,
    }
}
