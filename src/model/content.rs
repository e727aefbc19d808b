//! Effective content: what is written, what a merge patch made of it, and through which copies it came.

use std::collections::HashMap;
use std::rc::Rc;

use super::SourceId;
use super::copies::Copies;
use crate::json::{Decimal, Kind, NodeId, NodeRef, NumberUnavailable, Value};

/// A place in a source: the nearest contributor of some content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The source, numbered in its revision.
    pub source: SourceId,
    /// The value's node; the root is the whole document.
    pub node: NodeId,
}

/// A value of the effective model, possibly made of several documents.
///
/// `sdfRef` members are still in place; [`super::Composer`] resolves them when a definition is looked at.
#[derive(Clone)]
pub struct Content<'c> {
    source: SourceId,
    node: NodeRef<'c>,
    copies: Copies<'c>,
    merged: Option<Rc<Members<'c>>>,
}

/// The members of a map, with those that a merge patch deleted.
#[derive(Clone, Default)]
pub struct Members<'c> {
    entries: Vec<Member<'c>>,
    deleted: Deletions<'c>,
    index: Option<HashMap<&'c str, usize>>,
    unreadable: bool,
}

/// What merge patches deleted: the name, and where its null is written.
pub(super) type Deletions<'c> = HashMap<&'c str, Origin>;

/// A member with a readable name.
#[derive(Clone)]
pub struct Member<'c> {
    /// The decoded name.
    pub name: &'c str,
    /// The value.
    pub content: Content<'c>,
}

/// Above this many members lookups go through an index.
const INDEXED: usize = 16;

impl<'c> Content<'c> {
    /// Content as it is authored.
    pub fn authored(source: SourceId, node: NodeRef<'c>) -> Self {
        Self { source, node, copies: Copies::none(), merged: None }
    }

    /// A map made of members, whose nearest contributor is this content's node.
    pub fn with_members(&self, members: Rc<Members<'c>>) -> Self {
        Self { source: self.source, node: self.node, copies: Copies::none(), merged: Some(members) }
    }

    /// The same content, copied once more.
    pub fn copied(&self, copy: &Copies<'c>) -> Self {
        Self { copies: self.copies.then(copy), ..self.clone() }
    }

    fn within(mut self, outer: &Copies<'c>) -> Self {
        self.copies = self.copies.then(outer);
        self
    }

    /// The nearest contributor's document.
    pub fn source(&self) -> SourceId {
        self.source
    }

    /// The nearest contributor's node.
    pub fn node(&self) -> NodeRef<'c> {
        self.node
    }

    /// The place of the nearest contributor.
    pub fn origin(&self) -> Origin {
        Origin { source: self.source, node: self.node.id() }
    }

    /// The copies this content came through, innermost first.
    pub fn copies(&self) -> &Copies<'c> {
        &self.copies
    }

    /// True when the content stands where it is written, unmerged.
    pub fn is_native(&self) -> bool {
        self.merged.is_none() && self.copies.is_none()
    }

    /// True when the value is one node of one document, unmerged; it may have been copied.
    pub fn is_authored(&self) -> bool {
        self.merged.is_none()
    }

    /// The kind of value.
    pub fn kind(&self) -> Kind {
        if self.merged.is_some() { Kind::Map } else { self.node.kind() }
    }

    /// The decoded text of a string.
    pub fn text(&self) -> Option<&'c str> {
        self.scalar().and_then(NodeRef::text)
    }

    /// The truth value of a boolean.
    pub fn bool(&self) -> Option<bool> {
        self.scalar().and_then(NodeRef::bool)
    }

    /// The spelling of a number.
    pub fn number_token(&self) -> Option<&'c str> {
        self.scalar().and_then(NodeRef::number_token)
    }

    /// The exact value of a number.
    pub fn number(&self) -> Option<Result<Decimal, NumberUnavailable>> {
        self.scalar().and_then(NodeRef::number)
    }

    fn scalar(&self) -> Option<NodeRef<'c>> {
        self.merged.is_none().then_some(self.node)
    }

    /// The elements of an array.
    pub fn elements(&self) -> impl ExactSizeIterator<Item = Self> + '_ {
        let node = self.node;
        let elements = if self.merged.is_some() { Vec::new() } else { node.elements().collect() };
        elements.into_iter().map(|node| Self {
            source: self.source,
            node,
            copies: self.copies.clone(),
            merged: None,
        })
    }

    /// The member with this name.
    pub fn get(&self, name: &str) -> Option<Self> {
        match &self.merged {
            Some(members) => Some(members.get(name)?.clone().within(&self.copies)),
            None => {
                let node = self.node.get(name)?;
                Some(Self { source: self.source, node, copies: self.copies.clone(), merged: None })
            }
        }
    }

    /// The member with this name, with the name as the document holds it.
    pub fn find(&self, name: &str) -> Option<(&'c str, Self)> {
        let held = match &self.merged {
            Some(members) => members.member(name)?.name,
            None => self.node.member(name)?.name()?,
        };
        Some((held, self.get(name)?))
    }

    /// The members of a map; empty for other kinds. Members without a readable name are left out and noted.
    pub fn members(&self) -> Rc<Members<'c>> {
        if let Some(members) = &self.merged {
            if self.copies.is_none() {
                return Rc::clone(members);
            }
            let entries = members.entries.iter().map(|member| Member {
                name: member.name,
                content: member.content.clone().within(&self.copies),
            });
            let copied = Members::new(entries.collect(), members.deleted.clone(), members.unreadable);
            return Rc::new(copied);
        }
        let mut unreadable = false;
        let mut entries = Vec::with_capacity(self.node.members().len());
        for member in self.node.members() {
            match member.name() {
                Some(name) => entries.push(Member {
                    name,
                    content: Self {
                        source: self.source,
                        node: member.value(),
                        copies: self.copies.clone(),
                        merged: None,
                    },
                }),
                None => unreadable = true,
            }
        }
        Rc::new(Members::new(entries, Deletions::new(), unreadable))
    }

    /// The JSON values of the content, references and all; `None` with an unreadable text in it.
    pub fn to_value(&self) -> Option<Value> {
        match &self.merged {
            None => Value::copy(self.node),
            Some(members) => {
                if members.unreadable {
                    return None;
                }
                let members =
                    members.entries.iter().map(|m| Some((m.name.to_owned(), m.content.to_value()?)));
                Some(Value::Map(members.collect::<Option<_>>()?))
            }
        }
    }
}

impl std::fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.to_value() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{:?}", self.node),
        }
    }
}

impl<'c> Members<'c> {
    /// Members in order. `unreadable` tells that members without a readable name were left out.
    pub fn new(entries: Vec<Member<'c>>, deleted: Deletions<'c>, unreadable: bool) -> Self {
        let index = (entries.len() > INDEXED)
            .then(|| entries.iter().enumerate().map(|(at, m)| (m.name, at)).collect());
        Self { entries, deleted, index, unreadable }
    }

    /// The value of the member with this name.
    pub fn get(&self, name: &str) -> Option<&Content<'c>> {
        self.position(name).map(|at| &self.entries[at].content)
    }

    pub(super) fn position(&self, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(name).copied(),
            None => self.entries.iter().position(|member| member.name == name),
        }
    }

    /// Whether a member has this name.
    pub fn contains(&self, name: &str) -> bool {
        self.position(name).is_some()
    }

    /// The members in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Member<'c>> {
        self.entries.iter()
    }

    /// True without any member.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The member with this name.
    pub fn member(&self, name: &str) -> Option<&Member<'c>> {
        self.position(name).map(|at| &self.entries[at])
    }

    /// What merge patches deleted, by name.
    pub fn deletions(&self) -> &Deletions<'c> {
        &self.deleted
    }

    /// The `null` of the merge patch that deleted this member.
    pub fn deletion(&self, name: &str) -> Option<Origin> {
        self.deleted.get(name).copied()
    }

    /// True when some member has no readable name.
    pub fn has_unreadable_names(&self) -> bool {
        self.unreadable
    }

    /// The members without the one of this name.
    pub fn without(&self, name: &str) -> Self {
        let entries = self.entries.iter().filter(|member| member.name != name).cloned().collect();
        Self::new(entries, self.deleted.clone(), self.unreadable)
    }
}

/// Applies `patch` to `base` as JSON Merge Patch (RFC 7396): a null deletes, maps merge, everything else replaces.
/// Returns the merged members and how many members were touched, which is what the step costs.
pub(super) fn merge<'c>(base: &Members<'c>, patch: &Members<'c>) -> (Members<'c>, u64) {
    let mut entries: Vec<Option<Member<'c>>> = base.entries.iter().cloned().map(Some).collect();
    let mut deleted = base.deleted.clone();
    let mut touched = (base.len() + patch.len()) as u64;
    for member in &patch.entries {
        let at = base.position(member.name);
        if member.content.kind() == Kind::Null {
            if let Some(slot) = at.and_then(|at| entries.get_mut(at)) {
                *slot = None;
                deleted.insert(member.name, member.content.origin());
            }
            continue;
        }
        deleted.remove(member.name);
        let existing = at.and_then(|at| entries[at].as_ref()).map(|member| &member.content);
        let (content, cost) = merge_value(existing, &member.content);
        touched += cost;
        let merged = Some(Member { name: member.name, content });
        match at {
            Some(at) => entries[at] = merged,
            None => entries.push(merged),
        }
    }
    let unreadable = base.unreadable || patch.unreadable;
    (Members::new(entries.into_iter().flatten().collect(), deleted, unreadable), touched)
}

fn merge_value<'c>(base: Option<&Content<'c>>, patch: &Content<'c>) -> (Content<'c>, u64) {
    if patch.kind() != Kind::Map {
        return (patch.clone(), 0);
    }
    match base.filter(|base| base.kind() == Kind::Map) {
        Some(base) => {
            let (members, cost) = merge(&base.members(), &patch.members());
            (patch.with_members(Rc::new(members)), cost)
        }
        // Even without a base, the nulls of a patch delete.
        None if holds_null(patch.node()) || patch.merged.is_some() => {
            let (members, cost) = merge(&Members::default(), &patch.members());
            (patch.with_members(Rc::new(members)), cost)
        }
        None => (patch.clone(), 0),
    }
}

/// Whether a map, or a map in it, has a null member; arrays are opaque to a merge patch.
fn holds_null(map: NodeRef<'_>) -> bool {
    let mut pending = vec![map];
    while let Some(map) = pending.pop() {
        for member in map.members() {
            match member.value().kind() {
                Kind::Null => return true,
                Kind::Map => pending.push(member.value()),
                _ => {}
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{ReadLimits, Tree};

    fn merged(base: &str, patch: &str) -> String {
        let base = Tree::read(base.as_bytes(), &ReadLimits::default()).unwrap();
        let patch = Tree::read(patch.as_bytes(), &ReadLimits::default()).unwrap();
        let catalogue =
            crate::model::Catalogue::from_inputs(&[crate::model::SourceInput::supplied("a", *b"{}")]);
        let source = catalogue.unwrap().source_id("a").unwrap();
        let base = Content::authored(source, base.root());
        let patch = Content::authored(source, patch.root());
        let members = merge(&base.members(), &patch.members()).0;
        base.with_members(Rc::new(members)).to_value().unwrap().to_string()
    }

    #[test]
    fn a_patch_deletes_with_null_merges_maps_and_replaces_the_rest() {
        assert_eq!(
            merged(r#"{"a":1,"b":{"c":1,"d":2},"e":[1,2]}"#, r#"{"a":null,"b":{"d":null,"x":3},"e":[9]}"#),
            r#"{"b":{"c":1,"x":3},"e":[9]}"#
        );
        assert_eq!(
            merged(r#"{"a":1}"#, r#"{"b":{"const":null,"k":{"n":null}},"z":null}"#),
            r#"{"a":1,"b":{"k":{}}}"#
        );
        assert_eq!(merged(r#"{"a":1}"#, r#"{"a":[null,{"b":null}]}"#), r#"{"a":[null,{"b":null}]}"#);
    }
}
