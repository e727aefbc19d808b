//! What differs, in a few words and with the values: `maximum 9 → 12`.

use std::collections::HashSet;

use super::place::{Anatomy, Places};
use super::words::{Phrase, shorten};
use crate::comparison::{Difference, DifferenceKind, Presence, Revision, Side, Subject};
use crate::json::{Kind, NodeRef, write_text};

/// How many characters of a value are shown.
const VALUE_CHARACTERS: usize = 80;
/// How many members of a list are named.
const MEMBERS: usize = 6;

/// Lists beyond this many members are told by their lengths, so that a long one that many definitions share is not
/// compared over and over.
pub(crate) const LONGEST_LIST: usize = 4096;

/// What happened: `removed sdfProperty mode`, `maximum 9 → 12`, `enum gained "dim"`, `sdfObject Lamp could not be
/// compared`.
pub(crate) fn what(places: &Places<'_>, difference: &Difference) -> Phrase {
    let side = difference.later.as_ref().or(difference.earlier.as_ref());
    let at = side.map_or("", |side| side.pointer.as_str());
    match &difference.subject {
        Subject::Document => document(places, difference),
        Subject::Definition(class) => {
            let anatomy = Anatomy::of(definition_pointer(difference), false);
            // A class map that is none has no definition of that class to name.
            if anatomy.rest.len() == 1 || anatomy.definitions.is_empty() {
                let of = match anatomy.innermost() {
                    Some((keyword, name)) => Phrase::of(format!(" of {keyword} ")).quoted(name),
                    None => Phrase::default(),
                };
                let what = Phrase::of("everything under ").quoted(class.as_str()).then(of);
                return happened(difference.kind, what);
            }
            let name = anatomy.innermost().map_or("", |(_, name)| name);
            happened(difference.kind, Phrase::default().quoted(class.as_str()).own(" ").quoted(name))
        }
        Subject::Entry => happened(difference.kind, Phrase::of("map entry ").quoted(last_token(at))),
        Subject::Quality(name) => match difference.kind {
            DifferenceKind::Removed | DifferenceKind::Added if name == "sdfChoice" => {
                let alternative = Phrase::of("alternative ").quoted(last_token(at));
                happened(difference.kind, alternative.own(" of ").quoted(name))
            }
            DifferenceKind::Unavailable if name.is_empty() => {
                happened(difference.kind, Phrase::of("a definition under ").quoted(last_token(at)))
            }
            DifferenceKind::Unavailable => happened(difference.kind, Phrase::of("quality ").quoted(name)),
            _ => quality(places, difference, name),
        },
    }
}

/// The pointer that names a definition: that of the side which is not the whole failed document.
fn definition_pointer(difference: &Difference) -> &str {
    [&difference.later, &difference.earlier]
        .into_iter()
        .flatten()
        .map(|side| side.pointer.as_str())
        .max_by_key(|pointer| pointer.len())
        .unwrap_or_default()
}

fn happened(kind: DifferenceKind, what: Phrase) -> Phrase {
    match kind {
        DifferenceKind::Removed => Phrase::of("removed ").then(what),
        DifferenceKind::Added => Phrase::of("added ").then(what),
        DifferenceKind::Changed => Phrase::of("changed ").then(what),
        DifferenceKind::Unavailable => what.own(" could not be compared"),
    }
}

fn document(places: &Places<'_>, difference: &Difference) -> Phrase {
    let shown = Revision::BOTH.into_iter().rev().find_map(|revision| {
        let side = difference.side(revision)?;
        Some(places.source(revision, side.root).shown())
    });
    happened(difference.kind, Phrase::of("document ").quoted(shown.unwrap_or_default()))
}

fn last_token(pointer: &str) -> String {
    crate::json::pointer::parse(pointer).ok().and_then(|mut tokens| tokens.pop()).unwrap_or_default()
}

/// What a definition, entry or document is called, without what happened to it.
pub(crate) fn called(places: &Places<'_>, difference: &Difference) -> Phrase {
    match &difference.subject {
        Subject::Definition(class) => {
            let anatomy = Anatomy::of(definition_pointer(difference), false);
            Phrase::default()
                .quoted(class.as_str())
                .own(" ")
                .quoted(anatomy.innermost().map_or("", |(_, name)| name))
        }
        _ => what(places, difference),
    }
}

/// The value that a side's content has in its source.
pub(crate) fn node<'a>(places: &Places<'a>, revision: Revision, side: &Side) -> Option<NodeRef<'a>> {
    let origin = side.origin.filter(|_| side.presence == Presence::Present)?;
    places.source(revision, origin.source).node(origin.node)
}

/// The same for a difference, which may lack the revision.
pub(crate) fn value<'a>(
    places: &Places<'a>,
    revision: Revision,
    difference: &Difference,
) -> Option<NodeRef<'a>> {
    node(places, revision, difference.side(revision)?)
}

fn quality(places: &Places<'_>, difference: &Difference, name: &str) -> Phrase {
    let earlier = value(places, Revision::Earlier, difference);
    let later = value(places, Revision::Later, difference);
    let phrase = Phrase::default().quoted(name);
    match (earlier, later) {
        (Some(earlier), Some(later)) => match changed_list(places, difference, earlier, later) {
            Some(told) => phrase.then(told),
            None => changed(phrase, earlier, later),
        },
        (None, Some(later)) => match (default_of(difference, name), shown(later)) {
            (Some(default), Some(later)) => phrase.own(format!(" {default} (default) → ")).quoted(later),
            (None, Some(later)) => phrase.own(" added: ").quoted(later),
            (_, None) => phrase.own(" added"),
        },
        (Some(earlier), None) => match (default_of(difference, name), shown(earlier)) {
            (Some(default), Some(earlier)) => {
                phrase.own(" ").quoted(earlier).own(format!(" → {default} (default)"))
            }
            (None, Some(earlier)) => phrase.own(" removed, was ").quoted(earlier),
            (_, None) => phrase.own(" removed"),
        },
        (None, None) => phrase.own(" changed"),
    }
}

/// What stands for a characteristic that is not written (RFC 9880 Sections 4.4 and 4.7). Descriptions of array items
/// have no such defaults.
fn default_of(difference: &Difference, quality: &str) -> Option<&'static str> {
    let side = difference.later.as_ref().or(difference.earlier.as_ref())?;
    if side.pointer.rsplit('/').nth(1) == Some("items") {
        return None;
    }
    match quality {
        "readable" | "writable" | "observable" | "nullable" => Some("true"),
        "uniqueItems" => Some("false"),
        _ => None,
    }
}

/// Lists of at least this many members are compared once for all definitions that share them.
const SHARED_LIST: usize = 64;

/// Tells a list by what it gained and lost, from memory when another definition shares it.
fn changed_list(
    places: &Places<'_>,
    difference: &Difference,
    earlier: NodeRef<'_>,
    later: NodeRef<'_>,
) -> Option<Phrase> {
    if earlier.elements().len().max(later.elements().len()) < SHARED_LIST {
        return None;
    }
    let key = (difference.earlier.as_ref()?.origin?, difference.later.as_ref()?.origin?);
    Some(places.remembered(key, || changed(Phrase::default(), earlier, later)))
}

fn changed(phrase: Phrase, earlier: NodeRef<'_>, later: NodeRef<'_>) -> Phrase {
    let lengths = (earlier.elements().len(), later.elements().len());
    if lengths.0 > LONGEST_LIST || lengths.1 > LONGEST_LIST {
        return phrase.own(format!(" changed, from {} to {} values", lengths.0, lengths.1));
    }
    if let (Some(before), Some(after)) = (scalars(earlier), scalars(later)) {
        return members(phrase, &before, &after);
    }
    match (shown(earlier), shown(later)) {
        (Some(earlier), Some(later)) if earlier != later => {
            phrase.own(" ").quoted(earlier).own(" → ").quoted(later)
        }
        _ => phrase.own(" changed"),
    }
}

/// A set of scalars is told by what it gained and lost.
fn members(phrase: Phrase, before: &[String], after: &[String]) -> Phrase {
    let old: HashSet<&str> = before.iter().map(String::as_str).collect();
    let new: HashSet<&str> = after.iter().map(String::as_str).collect();
    let lost: Vec<String> = before.iter().filter(|text| !new.contains(text.as_str())).cloned().collect();
    let gained: Vec<String> = after.iter().filter(|text| !old.contains(text.as_str())).cloned().collect();
    let phrase = match lost.is_empty() {
        true => phrase,
        false => phrase.own(" lost ").list(first(&lost), lost.len()),
    };
    match (gained.is_empty(), lost.is_empty()) {
        (true, true) => phrase.own(" changed"),
        (true, false) => phrase,
        (false, true) => phrase.own(" gained ").list(first(&gained), gained.len()),
        (false, false) => phrase.own(" and gained ").list(first(&gained), gained.len()),
    }
}

fn first(texts: &[String]) -> &[String] {
    texts.get(..MEMBERS).unwrap_or(texts)
}

/// The members of an array of scalars as they are written.
fn scalars(node: NodeRef<'_>) -> Option<Vec<String>> {
    (node.kind() == Kind::Array).then_some(())?;
    node.elements().map(scalar).collect()
}

/// A value as compact JSON, when it is worth showing: a scalar, or an array of scalars. A map may be composed from
/// several places, so its text at one of them would mislead.
pub(crate) fn shown(node: NodeRef<'_>) -> Option<String> {
    match node.kind() {
        Kind::Map => None,
        Kind::Array => {
            let elements: Vec<String> = node.elements().take(MEMBERS).map(scalar).collect::<Option<_>>()?;
            let more = if node.elements().len() > elements.len() { ",…" } else { "" };
            Some(shorten(&format!("[{}{more}]", elements.join(",")), VALUE_CHARACTERS))
        }
        _ => scalar(node),
    }
}

/// A text, number, boolean or null as JSON. A very long one is not read in between: many definitions may share it.
fn scalar(node: NodeRef<'_>) -> Option<String> {
    if matches!(node.kind(), Kind::Array | Kind::Map) {
        return None;
    }
    if let Some(excerpt) = excerpt(node) {
        return Some(shorten(&excerpt, VALUE_CHARACTERS));
    }
    let text = match node.text() {
        Some(text) => {
            let mut quoted = String::new();
            write_text(&mut quoted, &shorten(text, VALUE_CHARACTERS));
            quoted
        }
        None if node.kind() == Kind::Text => return Some("a text with half a character".to_owned()),
        None => shorten(node.source(), VALUE_CHARACTERS),
    };
    Some(text)
}

/// Beginning and end of a scalar beyond this many bytes, as they are written.
const EXCERPTED: usize = 4096;

fn excerpt(node: NodeRef<'_>) -> Option<String> {
    let span = node.span();
    let bytes = node.tree().bytes().get(span.start..span.end).filter(|bytes| bytes.len() > EXCERPTED)?;
    let side = 4 * VALUE_CHARACTERS;
    // Characters that are cut in two are replaced, and lie beyond what is shown.
    let head = String::from_utf8_lossy(bytes.get(..side)?);
    let tail = String::from_utf8_lossy(bytes.get(bytes.len() - side..)?);
    Some(format!("{head}…{tail}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{ReadLimits, Tree};

    #[test]
    fn a_very_long_text_shows_its_ends() {
        let text = format!("\"{}{}\"", "ü".repeat(9000), "z".repeat(9001));
        let tree = Tree::read(text.as_bytes(), &ReadLimits::default()).unwrap();
        let shown = shown(tree.root()).unwrap();
        assert!(shown.starts_with("\"üüü") && shown.ends_with("zzz\""), "{shown}");
        assert_eq!(shown.chars().count(), VALUE_CHARACTERS);
        assert!(!shown.contains('\u{FFFD}'), "{shown}");
    }
}
