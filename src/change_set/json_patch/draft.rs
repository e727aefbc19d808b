//! A document under change: values that were not touched still point into their source.
//!
//! Values stand in one vector and name each other by index, so neither copying nor comparing nor writing recurses.
//! Operations come from strangers and a `copy` can double the document, so the work is counted.

use std::collections::HashMap;
use std::rc::Rc;

use super::Fault;
use super::operation::quoted;
use crate::change_set::equal;
use crate::change_set::source::{name_source, push_compact, write_name};
use crate::json::{Kind, NodeRef};

/// The most units of work of one patch; a new value costs [`NEW`], moving a row of an array one.
const WORK: usize = 200_000_000;
const NEW: usize = 32;
/// The deepest result, the same as the reader takes.
const DEPTH: usize = 1024;

pub(super) type Slot = usize;

enum Content<'t> {
    Source(NodeRef<'t>),
    Array(Vec<Slot>),
    Map(Box<Members>),
}

/// The members of an object in order; a removed one leaves a gap, so that removal does not move the others.
#[derive(Default, Clone)]
struct Members {
    entries: Vec<Option<Entry>>,
    /// Names are shared by all copies, because they can be long.
    places: HashMap<Rc<[u8]>, usize>,
}

#[derive(Clone)]
struct Entry {
    /// With its quotes.
    name: Rc<str>,
    value: Slot,
}

pub(super) struct Draft<'t> {
    contents: Vec<Content<'t>>,
    root: Slot,
    work: usize,
}

/// The last step of a path, resolved: where a value is, or would be.
pub(super) enum Place<'p> {
    Root,
    Row { array: Slot, index: usize },
    Member { map: Slot, name: &'p [u8] },
}

impl<'t> Draft<'t> {
    pub(super) fn new(document: NodeRef<'t>) -> Self {
        Self { contents: vec![Content::Source(document)], root: 0, work: 0 }
    }

    fn spend(&mut self, units: usize) -> Result<(), Fault> {
        self.work = self.work.saturating_add(units);
        if self.work > WORK { Err(Fault::TooMuchWork) } else { Ok(()) }
    }

    fn push(&mut self, content: Content<'t>) -> Result<Slot, Fault> {
        self.spend(NEW)?;
        self.contents.push(content);
        Ok(self.contents.len() - 1)
    }

    pub(super) fn value(&mut self, node: NodeRef<'t>) -> Result<Slot, Fault> {
        self.push(Content::Source(node))
    }

    /// Turns a container that still is source into one whose entries can be changed.
    fn open(&mut self, slot: Slot) -> Result<(), Fault> {
        let Some(Content::Source(node)) = self.contents.get(slot) else { return Ok(()) };
        let node = *node;
        let content = match node.kind() {
            Kind::Array => {
                let rows = node.elements().map(|row| self.value(row)).collect::<Result<_, _>>()?;
                Content::Array(rows)
            }
            Kind::Map => {
                let mut members = Members::default();
                for member in node.members() {
                    let value = self.value(member.value())?;
                    members.places.insert(member.name_bytes().into(), members.entries.len());
                    members.entries.push(Some(Entry { name: name_source(member).into(), value }));
                }
                Content::Map(Box::new(members))
            }
            Kind::Null | Kind::Bool | Kind::Number | Kind::Text => return Ok(()),
        };
        if let Some(slot) = self.contents.get_mut(slot) {
            *slot = content;
        }
        Ok(())
    }

    /// Follows a path to the container of its last step. `-` names the row after the last.
    pub(super) fn place<'p>(&mut self, path: &'p [Vec<u8>]) -> Result<Place<'p>, Fault> {
        let Some((last, parents)) = path.split_last() else { return Ok(Place::Root) };
        let mut at = self.root;
        for (depth, token) in parents.iter().enumerate() {
            let place = self.step(at, token, depth)?;
            at = self.get(&place).ok_or(Fault::NoTarget { depth: depth + 1 })?;
        }
        self.step(at, last, parents.len())
    }

    fn step<'p>(&mut self, container: Slot, token: &'p [u8], depth: usize) -> Result<Place<'p>, Fault> {
        self.spend(1)?;
        self.open(container)?;
        match self.contents.get(container) {
            Some(Content::Array(rows)) if token == b"-" => {
                Ok(Place::Row { array: container, index: rows.len() })
            }
            Some(Content::Array(_)) => {
                let text = String::from_utf8_lossy(token);
                let canonical = token == b"0" || matches!(token, [b'1'..=b'9', ..]);
                let digits = token.iter().all(u8::is_ascii_digit);
                match text.parse() {
                    Ok(index) if canonical && digits => Ok(Place::Row { array: container, index }),
                    _ => Err(Fault::BadIndex(quoted(&text))),
                }
            }
            Some(Content::Map(_)) => Ok(Place::Member { map: container, name: token }),
            _ => Err(Fault::NoTarget { depth }),
        }
    }

    pub(super) fn get(&self, place: &Place<'_>) -> Option<Slot> {
        match place {
            Place::Root => Some(self.root),
            Place::Row { array, index } => match self.contents.get(*array)? {
                Content::Array(rows) => rows.get(*index).copied(),
                _ => None,
            },
            Place::Member { map, name } => match self.contents.get(*map)? {
                Content::Map(members) => {
                    let at = *members.places.get(*name)?;
                    Some(members.entries.get(at)?.as_ref()?.value)
                }
                _ => None,
            },
        }
    }

    /// Adds as RFC 6902 Section 4.1 does: a row is inserted, a member is set.
    pub(super) fn add(&mut self, place: &Place<'_>, value: Slot) -> Result<(), Fault> {
        match place {
            Place::Root => self.root = value,
            Place::Row { array, index } => {
                let Some(Content::Array(rows)) = self.contents.get_mut(*array) else { return Ok(()) };
                let Some(moved) = rows.len().checked_sub(*index) else {
                    return Err(Fault::BeyondEnd { index: *index, rows: rows.len() });
                };
                rows.insert(*index, value);
                self.spend(moved)?;
            }
            Place::Member { map, name } => {
                let Some(Content::Map(members)) = self.contents.get_mut(*map) else { return Ok(()) };
                if let Some(&at) = members.places.get(*name) {
                    if let Some(Some(entry)) = members.entries.get_mut(at) {
                        entry.value = value;
                    }
                } else {
                    let mut quoted = String::with_capacity(name.len() + 2);
                    write_name(&mut quoted, name);
                    members.places.insert((*name).into(), members.entries.len());
                    members.entries.push(Some(Entry { name: quoted.into(), value }));
                }
            }
        }
        Ok(())
    }

    /// Replaces a value that exists.
    pub(super) fn replace(&mut self, place: &Place<'_>, value: Slot) {
        match place {
            Place::Root => self.root = value,
            Place::Row { array, index } => {
                if let Some(Content::Array(rows)) = self.contents.get_mut(*array)
                    && let Some(row) = rows.get_mut(*index)
                {
                    *row = value;
                }
            }
            Place::Member { map, name } => {
                if let Some(Content::Map(members)) = self.contents.get_mut(*map)
                    && let Some(&at) = members.places.get(*name)
                    && let Some(Some(entry)) = members.entries.get_mut(at)
                {
                    entry.value = value;
                }
            }
        }
    }

    /// Takes a value that exists out of its container.
    pub(super) fn remove(&mut self, place: &Place<'_>) -> Result<Slot, Fault> {
        let value = self.get(place).ok_or(Fault::Absent)?;
        match place {
            Place::Root => return Err(Fault::RemovesRoot),
            Place::Row { array, index } => {
                if let Some(Content::Array(rows)) = self.contents.get_mut(*array) {
                    rows.remove(*index);
                    let moved = rows.len() - index;
                    self.spend(moved)?;
                }
            }
            Place::Member { map, name } => {
                if let Some(Content::Map(members)) = self.contents.get_mut(*map)
                    && let Some(at) = members.places.remove(*name)
                    && let Some(entry) = members.entries.get_mut(at)
                {
                    *entry = None;
                }
            }
        }
        Ok(value)
    }

    /// A copy that later operations change apart from its original.
    pub(super) fn copy(&mut self, slot: Slot) -> Result<Slot, Fault> {
        let shallow = |draft: &mut Self, slot: Slot| {
            let content = match draft.contents.get(slot) {
                Some(Content::Array(rows)) => Content::Array(rows.clone()),
                Some(Content::Map(members)) => Content::Map(members.clone()),
                Some(Content::Source(node)) => Content::Source(*node),
                None => return Err(Fault::Absent),
            };
            draft.spend(content.len() * NEW)?;
            draft.push(content)
        };
        let copy = shallow(self, slot)?;
        let mut pending = vec![copy];
        while let Some(slot) = pending.pop() {
            let count = self.contents.get(slot).map_or(0, Content::len);
            for index in 0..count {
                let Some(child) = self.contents.get(slot).and_then(|content| content.child(index)) else {
                    continue;
                };
                let new = shallow(self, child)?;
                if let Some(content) = self.contents.get_mut(slot) {
                    content.set_child(index, new);
                }
                pending.push(new);
            }
        }
        Ok(copy)
    }

    /// True when a value of the draft equals one of the patch.
    pub(super) fn equals(&mut self, slot: Slot, expected: NodeRef<'_>) -> Result<bool, Fault> {
        let mut pairs = vec![(slot, expected)];
        while let Some((slot, expected)) = pairs.pop() {
            self.spend(1)?;
            match self.contents.get(slot) {
                Some(Content::Source(node)) => {
                    let node = *node;
                    let smaller = (node.span().end - node.span().start).min(expected.source().len());
                    self.spend(smaller)?;
                    if !equal(node, expected) {
                        return Ok(false);
                    }
                }
                Some(Content::Array(rows)) => {
                    if expected.kind() != Kind::Array || expected.elements().len() != rows.len() {
                        return Ok(false);
                    }
                    pairs.extend(rows.iter().copied().zip(expected.elements()));
                }
                Some(Content::Map(members)) => {
                    if expected.kind() != Kind::Map || expected.members().len() != members.places.len() {
                        return Ok(false);
                    }
                    for member in expected.members() {
                        let entry =
                            members.places.get(member.name_bytes()).and_then(|&at| members.entries.get(at));
                        let Some(Some(entry)) = entry else { return Ok(false) };
                        pairs.push((entry.value, member.value()));
                    }
                }
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Writes the document without blanks.
    pub(super) fn write(&self, most: usize) -> Result<String, Fault> {
        let mut out = String::new();
        // A container, the entry to write next, and whether one was written.
        let mut open: Vec<(Slot, usize, bool)> = Vec::new();
        let mut next = Some(self.root);
        loop {
            if let Some(slot) = next.take() {
                match self.contents.get(slot) {
                    Some(Content::Source(node)) => push_compact(&mut out, node.source()),
                    Some(Content::Array(_)) => {
                        out.push('[');
                        open.push((slot, 0, false));
                    }
                    Some(Content::Map(_)) => {
                        out.push('{');
                        open.push((slot, 0, false));
                    }
                    None => {}
                }
                if out.len() > most {
                    return Err(Fault::TooLong(most));
                }
                if open.len() > DEPTH {
                    return Err(Fault::TooDeep(DEPTH));
                }
            }
            let Some((slot, index, written)) = open.last_mut() else { return Ok(out) };
            let Some(content) = self.contents.get(*slot) else { return Ok(out) };
            if *index >= content.len() {
                out.push(if matches!(content, Content::Array(_)) { ']' } else { '}' });
                open.pop();
                continue;
            }
            next = content.child(*index);
            if next.is_some() {
                if std::mem::replace(written, true) {
                    out.push(',');
                }
                if let Content::Map(members) = content
                    && let Some(Some(entry)) = members.entries.get(*index)
                {
                    out.push_str(&entry.name);
                    out.push(':');
                }
            }
            *index += 1;
        }
    }
}

impl Content<'_> {
    /// How many places for entries there are, gaps included.
    fn len(&self) -> usize {
        match self {
            Self::Source(_) => 0,
            Self::Array(rows) => rows.len(),
            Self::Map(members) => members.entries.len(),
        }
    }

    fn child(&self, index: usize) -> Option<Slot> {
        match self {
            Self::Source(_) => None,
            Self::Array(rows) => rows.get(index).copied(),
            Self::Map(members) => members.entries.get(index)?.as_ref().map(|entry| entry.value),
        }
    }

    fn set_child(&mut self, index: usize, value: Slot) {
        match self {
            Self::Source(_) => {}
            Self::Array(rows) => {
                if let Some(row) = rows.get_mut(index) {
                    *row = value;
                }
            }
            Self::Map(members) => {
                if let Some(Some(entry)) = members.entries.get_mut(index) {
                    entry.value = value;
                }
            }
        }
    }
}
