//! A JSON text as a flat tree of spans.
//!
//! Nodes, members and elements stand in three vectors; a node is an index. Reading a large document is therefore a
//! handful of allocations, walking it touches memory in order, and a value can name its parent, which is how its
//! pointer is rendered without storing it.

use std::sync::Arc;

use super::{Decimal, NumberUnavailable, pointer};

/// A half-open range of bytes in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

/// What kind of JSON value a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number, kept as written.
    Number,
    /// A string.
    Text,
    /// An array.
    Array,
    /// An object; called a map, as RFC 9880 does.
    Map,
}

/// The index of a node in its [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

/// Where the decoded characters of a string are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextRef {
    /// In the source, because nothing is escaped.
    Source { start: u32, end: u32 },
    /// In the side buffer of decoded texts.
    Decoded { start: u32, end: u32 },
    /// An escaped lone surrogate: a string without Unicode scalar values. The range is in the WTF-8 buffer.
    Unreadable { start: u32, end: u32 },
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) parent: u32,
    /// Index among the tree's members or elements; meaningless for the root.
    pub(super) slot: u32,
    pub(super) content: Content,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Content {
    Null,
    Bool(bool),
    Number,
    Text(TextRef),
    Array { first: u32, count: u32 },
    Map { first: u32, count: u32 },
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Member {
    pub(super) name: TextRef,
    pub(super) name_start: u32,
    pub(super) name_end: u32,
    pub(super) value: u32,
}

/// A JSON text that was read whole, with the bytes it came from.
#[derive(Debug, Clone)]
pub struct Tree {
    pub(super) bytes: Arc<[u8]>,
    pub(super) nodes: Vec<Node>,
    pub(super) members: Vec<Member>,
    /// For maps above [`LINEAR_MEMBERS`]: their member indices sorted by name, at the members' own positions.
    pub(super) sorted: Vec<u32>,
    pub(super) elements: Vec<u32>,
    pub(super) decoded: String,
    pub(super) wtf8: Vec<u8>,
    pub(super) unreadable_texts: bool,
    pub(super) unavailable_numbers: bool,
}

/// Maps of at most this many members are searched one by one; larger ones by bisection.
pub(super) const LINEAR_MEMBERS: usize = 8;

impl Tree {
    /// The value of the whole text.
    #[must_use]
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef { tree: self, id: NodeId(0) }
    }

    /// A node by index.
    #[must_use]
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef { tree: self, id }
    }

    /// The source bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many JSON values the text holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never true: a text that was read holds at least one value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// True when some member of some map has this name.
    #[must_use]
    pub fn mentions(&self, name: &str) -> bool {
        self.members.iter().any(|member| self.raw_text(member.name) == name.as_bytes())
    }

    /// True when some string or name holds an escaped lone surrogate.
    #[must_use]
    pub fn has_unreadable_texts(&self) -> bool {
        self.unreadable_texts
    }

    /// True when some number token is beyond the exact-number capability.
    #[must_use]
    pub fn has_unavailable_numbers(&self) -> bool {
        self.unavailable_numbers
    }

    pub(super) fn raw_text(&self, text: TextRef) -> &[u8] {
        match text {
            TextRef::Source { start, end } => &self.bytes[start as usize..end as usize],
            TextRef::Decoded { start, end } => &self.decoded.as_bytes()[start as usize..end as usize],
            TextRef::Unreadable { start, end } => &self.wtf8[start as usize..end as usize],
        }
    }

    fn text(&self, text: TextRef) -> Option<&str> {
        match text {
            TextRef::Unreadable { .. } => None,
            readable => std::str::from_utf8(self.raw_text(readable)).ok(),
        }
    }
}

/// A node together with its tree.
#[derive(Clone, Copy)]
pub struct NodeRef<'t> {
    tree: &'t Tree,
    id: NodeId,
}

/// A member of a map.
#[derive(Clone, Copy)]
pub struct MemberRef<'t> {
    tree: &'t Tree,
    index: u32,
}

impl<'t> NodeRef<'t> {
    fn record(self) -> &'t Node {
        &self.tree.nodes[self.id.0 as usize]
    }

    /// The node's index.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The tree it belongs to.
    #[must_use]
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// The kind of value.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self.record().content {
            Content::Null => Kind::Null,
            Content::Bool(_) => Kind::Bool,
            Content::Number => Kind::Number,
            Content::Text(_) => Kind::Text,
            Content::Array { .. } => Kind::Array,
            Content::Map { .. } => Kind::Map,
        }
    }

    /// The bytes of the value itself: a string with its quotes, a container with its brackets.
    #[must_use]
    pub fn span(self) -> Span {
        let node = self.record();
        Span { start: node.start as usize, end: node.end as usize }
    }

    /// The value as it is written in the source.
    #[must_use]
    pub fn source(self) -> &'t str {
        let span = self.span();
        std::str::from_utf8(&self.tree.bytes[span.start..span.end]).unwrap_or_default()
    }

    /// The truth value of a boolean.
    #[must_use]
    pub fn bool(self) -> Option<bool> {
        match self.record().content {
            Content::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The decoded characters of a string; `None` also for a string with a lone surrogate.
    #[must_use]
    pub fn text(self) -> Option<&'t str> {
        match self.record().content {
            Content::Text(text) => self.tree.text(text),
            _ => None,
        }
    }

    /// True for a string that holds an escaped lone surrogate.
    #[must_use]
    pub fn is_unreadable_text(self) -> bool {
        matches!(self.record().content, Content::Text(TextRef::Unreadable { .. }))
    }

    /// The decoded string as WTF-8 bytes, which also tells strings with lone surrogates apart.
    #[must_use]
    pub fn text_bytes(self) -> Option<&'t [u8]> {
        match self.record().content {
            Content::Text(text) => Some(self.tree.raw_text(text)),
            _ => None,
        }
    }

    /// The spelling of a number.
    #[must_use]
    pub fn number_token(self) -> Option<&'t str> {
        (self.kind() == Kind::Number).then(|| self.source())
    }

    /// The exact value of a number; `None` when the node is no number.
    #[must_use]
    pub fn number(self) -> Option<Result<Decimal, NumberUnavailable>> {
        self.number_token().map(Decimal::parse)
    }

    /// The members of a map in the order they are written; none for other kinds.
    #[must_use]
    pub fn members(self) -> impl DoubleEndedIterator<Item = MemberRef<'t>> + ExactSizeIterator + Clone {
        let (first, count) = match self.record().content {
            Content::Map { first, count } => (first, count),
            _ => (0, 0),
        };
        let tree = self.tree;
        (first..first + count).map(move |index| MemberRef { tree, index })
    }

    /// The elements of an array in order; none for other kinds.
    #[must_use]
    pub fn elements(self) -> impl DoubleEndedIterator<Item = NodeRef<'t>> + ExactSizeIterator + Clone {
        let (first, count) = match self.record().content {
            Content::Array { first, count } => (first, count),
            _ => (0, 0),
        };
        let tree = self.tree;
        tree.elements[first as usize..(first + count) as usize]
            .iter()
            .map(move |&id| NodeRef { tree, id: NodeId(id) })
    }

    /// The value of the member with this decoded name.
    #[must_use]
    pub fn get(self, name: &str) -> Option<NodeRef<'t>> {
        self.member(name).map(MemberRef::value)
    }

    /// The member with this decoded name.
    #[must_use]
    pub fn member(self, name: &str) -> Option<MemberRef<'t>> {
        let Content::Map { first, count } = self.record().content else { return None };
        let tree = self.tree;
        let name_at = |index: u32| tree.raw_text(tree.members[index as usize].name);
        if count as usize <= LINEAR_MEMBERS {
            let index = (first..first + count).find(|&index| name_at(index) == name.as_bytes())?;
            return Some(MemberRef { tree, index }).filter(|m| m.name().is_some());
        }
        let order = &tree.sorted[first as usize..(first + count) as usize];
        let at = order.binary_search_by(|&index| name_at(index).cmp(name.as_bytes())).ok()?;
        Some(MemberRef { tree, index: order[at] }).filter(|m| m.name().is_some())
    }

    /// The member whose decoded name has these WTF-8 bytes, which also finds names with a lone surrogate.
    #[must_use]
    pub fn member_bytes(self, name: &[u8]) -> Option<MemberRef<'t>> {
        let Content::Map { first, count } = self.record().content else { return None };
        let tree = self.tree;
        let name_at = |index: u32| tree.raw_text(tree.members[index as usize].name);
        if count as usize <= LINEAR_MEMBERS {
            let index = (first..first + count).find(|&index| name_at(index) == name)?;
            return Some(MemberRef { tree, index });
        }
        let order = &tree.sorted[first as usize..(first + count) as usize];
        let at = order.binary_search_by(|&index| name_at(index).cmp(name)).ok()?;
        Some(MemberRef { tree, index: order[at] })
    }

    /// The container that holds this value; `None` for the root.
    #[must_use]
    pub fn parent(self) -> Option<NodeRef<'t>> {
        (self.id.0 != 0).then(|| NodeRef { tree: self.tree, id: NodeId(self.record().parent) })
    }

    /// The member this value belongs to, when its parent is a map.
    #[must_use]
    pub fn as_member(self) -> Option<MemberRef<'t>> {
        let parent = self.parent()?;
        (parent.kind() == Kind::Map).then(|| MemberRef { tree: self.tree, index: self.record().slot })
    }

    /// The RFC 6901 pointer of this value in its document. An unreadable name is rendered with U+FFFD.
    #[must_use]
    pub fn pointer(self) -> String {
        let mut steps = Vec::new();
        let mut at = self;
        while let Some(parent) = at.parent() {
            steps.push((parent, at));
            at = parent;
        }
        let mut rendered = String::new();
        for (parent, child) in steps.into_iter().rev() {
            match parent.record().content {
                Content::Array { first, .. } => {
                    pointer::push_token(&mut rendered, &(child.record().slot - first).to_string());
                }
                _ => {
                    let member = MemberRef { tree: self.tree, index: child.record().slot };
                    match member.name() {
                        Some(name) => pointer::push_token(&mut rendered, name),
                        None => {
                            pointer::push_token(&mut rendered, &String::from_utf8_lossy(member.name_bytes()));
                        }
                    }
                }
            }
        }
        rendered
    }
}

impl PartialEq for NodeRef<'_> {
    /// The same node of the same tree; values are compared with [`super::Value`] or by the comparison.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tree, other.tree) && self.id == other.id
    }
}

impl std::fmt::Debug for NodeRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.pointer(), self.source())
    }
}

impl std::fmt::Debug for MemberRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.value().fmt(f)
    }
}

impl<'t> MemberRef<'t> {
    fn record(self) -> &'t Member {
        &self.tree.members[self.index as usize]
    }

    /// The decoded name; `None` when it holds an escaped lone surrogate.
    #[must_use]
    pub fn name(self) -> Option<&'t str> {
        self.tree.text(self.record().name)
    }

    /// The decoded name as WTF-8 bytes.
    #[must_use]
    pub fn name_bytes(self) -> &'t [u8] {
        self.tree.raw_text(self.record().name)
    }

    /// The bytes of the name with its quotes.
    #[must_use]
    pub fn name_span(self) -> Span {
        let member = self.record();
        Span { start: member.name_start as usize, end: member.name_end as usize }
    }

    /// The member's value.
    #[must_use]
    pub fn value(self) -> NodeRef<'t> {
        NodeRef { tree: self.tree, id: NodeId(self.record().value) }
    }
}
