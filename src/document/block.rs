//! A document as a tree of blocks.
//!
//! Blocks stand in one vector in document order (pre-order), so a block is an index, "inside" is a range test and no
//! walk recurses. Addresses are rendered when they are asked for: a path on every block would grow with depth.

use std::borrow::Cow;
use std::sync::Arc;

use super::semantic::Meaning;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The whole document; only the root.
    Document,
    /// A heading and what stands under it.
    Section,
    /// A heading.
    Heading,
    /// Running text.
    Paragraph,
    /// A clause or an item of a list.
    ListItem,
    /// A table.
    Table,
    /// A row of a table.
    Row,
    /// A cell of a row.
    Cell,
    /// Something a reader could not tell.
    Unknown,
}

impl Kind {
    /// Every kind, in the declared order.
    pub const ALL: [Self; 9] = [
        Self::Document,
        Self::Section,
        Self::Heading,
        Self::Paragraph,
        Self::ListItem,
        Self::Table,
        Self::Row,
        Self::Cell,
        Self::Unknown,
    ];

    /// The name on the wire and in addresses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Section => "section",
            Self::Heading => "heading",
            Self::Paragraph => "paragraph",
            Self::ListItem => "list_item",
            Self::Table => "table",
            Self::Row => "row",
            Self::Cell => "cell",
            Self::Unknown => "unknown",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A stretch of a block's text with a meaning of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// `date`, `party`, `cross_reference` and so on; open vocabulary.
    pub kind: Cow<'static, str>,
    /// First character, counted in Unicode code points of the block's text.
    pub start: usize,
    /// After the last character.
    pub end: usize,
    /// What it cites, for a cross-reference.
    pub value: Option<String>,
}

/// Where a block stands in the file it was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// First line, from 1.
    pub line: usize,
    /// Last line, from 1.
    pub end_line: usize,
    /// Byte offset of the first line's first byte.
    pub start: usize,
    /// Byte offset after the last line's text, without its line end.
    pub end: usize,
}

/// Detail a reader records beside a block: the members of a JSON object as they are written, without the braces.
///
/// Blocks of one sort have the same detail, and a large document has a million of them, so equal detail is shared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attributes(Option<Arc<str>>);

impl Attributes {
    /// The members of the object, such as `"indent": 0, "header": true`; empty when there is no detail.
    #[must_use]
    pub fn members(&self) -> &str {
        self.0.as_deref().unwrap_or_default()
    }
}

impl From<Arc<str>> for Attributes {
    fn from(members: Arc<str>) -> Self {
        Self((!members.is_empty()).then_some(members))
    }
}

/// One block.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// What it is.
    pub kind: Kind,
    /// Its own text without its label; empty for containers.
    pub text: String,
    /// The document's own label, such as `7.2`, `(a)` or `Schedule 2`.
    pub label: Option<String>,
    /// Depth in the document's own numbering; not the depth in the tree.
    pub level: usize,
    /// What it is for: `clause`, `definition`, `schedule` and so on; open vocabulary.
    pub role: Option<Cow<'static, str>>,
    /// Meaningful stretches of the text.
    pub spans: Vec<Span>,
    /// The rule that recognised the block. Never used for alignment.
    pub matched_by: Cow<'static, str>,
    /// How sure the rule is, from 0 to 1. Never used for alignment.
    pub confidence: f64,
    /// Reader detail.
    pub attrs: Attributes,
    /// What stands behind its role and spans; written as detail of its own on the wire.
    pub(super) meaning: Option<Meaning>,
    /// The block that holds this one; none for the root.
    pub parent: Option<usize>,
    /// The blocks directly inside, in document order.
    pub children: Vec<usize>,
    /// Where it stands in the file; none when the tree came from a comparison document.
    pub place: Option<Place>,
    /// Position among siblings of the same kind, from 1.
    pub(super) ordinal: usize,
    /// The index after the last block inside this one.
    pub(super) end: usize,
    /// The nearest heading with text among the siblings before this block.
    pub(super) heading_before: Option<usize>,
}

impl Block {
    pub(super) fn new(kind: Kind, text: String) -> Self {
        Self {
            kind,
            text,
            label: None,
            level: 0,
            role: None,
            spans: Vec::new(),
            matched_by: Cow::Borrowed(if kind == Kind::Document { "document" } else { "fallback" }),
            confidence: 0.0,
            attrs: Attributes::default(),
            meaning: None,
            parent: None,
            children: Vec::new(),
            place: None,
            ordinal: 1,
            end: 0,
            heading_before: None,
        }
    }
}

/// Material that no block carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// What kind of material.
    pub kind: Cow<'static, str>,
    /// How many pieces.
    pub count: usize,
    /// Why, as a sentence.
    pub reason: Cow<'static, str>,
}

/// A document's blocks and what was dropped on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockTree {
    pub(super) blocks: Vec<Block>,
    /// One entry per kind of dropped material.
    pub dropped: Vec<Dropped>,
}

impl BlockTree {
    /// Completes blocks that stand in pre-order with parents and children set: ordinals, ends and headings before.
    pub(super) fn finish(mut blocks: Vec<Block>, dropped: Vec<Dropped>) -> Self {
        for index in (0..blocks.len()).rev() {
            let end = blocks[index].children.last().map_or(index + 1, |&last| blocks[last].end);
            blocks[index].end = end;
            let children = std::mem::take(&mut blocks[index].children);
            let mut counts = [0_usize; Kind::ALL.len()];
            let mut heading = None;
            for &child in &children {
                let block = &mut blocks[child];
                counts[block.kind as usize] += 1;
                block.ordinal = counts[block.kind as usize];
                block.heading_before = heading;
                if block.kind == Kind::Heading && !block.text.is_empty() {
                    heading = Some(child);
                }
            }
            blocks[index].children = children;
        }
        Self { blocks, dropped }
    }

    /// Every block in document order, the root first.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// How many blocks there are, the root included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// How many bytes of text all blocks hold.
    pub(super) fn text_bytes(&self) -> usize {
        self.blocks.iter().map(|block| block.text.len()).sum()
    }

    /// Never true: a tree has a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// How many blocks no rule recognised.
    #[must_use]
    pub fn fallback_count(&self) -> usize {
        self.blocks.iter().filter(|block| block.matched_by == "fallback").count()
    }

    /// True when a block is `ancestor` or stands inside it.
    #[must_use]
    pub fn contains(&self, ancestor: usize, index: usize) -> bool {
        self.blocks.get(ancestor).is_some_and(|block| (ancestor..block.end).contains(&index))
    }

    /// A block's address: `/` for the root, otherwise `/kind[n]` steps, `n` counted from 1 among siblings of a kind.
    #[must_use]
    pub fn address(&self, index: usize) -> String {
        let mut steps = Vec::new();
        let mut at = index;
        while let Some(block) = self.blocks.get(at)
            && let Some(parent) = block.parent
        {
            steps.push((block.kind.name(), block.ordinal));
            at = parent;
        }
        if steps.is_empty() {
            return "/".to_owned();
        }
        let mut address = String::with_capacity(steps.len() * 14);
        for (name, ordinal) in steps.into_iter().rev() {
            address.push('/');
            address.push_str(name);
            address.push('[');
            address.push_str(&ordinal.to_string());
            address.push(']');
        }
        address
    }

    /// The texts of the headings that a block stands under, outermost first; the block itself never counts.
    #[must_use]
    pub fn breadcrumb(&self, index: usize) -> Vec<String> {
        let mut crumbs = Vec::new();
        let mut at = index;
        while let Some(block) = self.blocks.get(at)
            && let Some(parent) = block.parent
        {
            if let Some(heading) = block.heading_before {
                crumbs.push(self.blocks[heading].text.clone());
            }
            let above = &self.blocks[parent];
            if above.kind == Kind::Heading && !above.text.is_empty() {
                crumbs.push(above.text.clone());
            }
            at = parent;
        }
        crumbs.reverse();
        crumbs
    }

    /// The first heading directly inside a block.
    #[must_use]
    pub fn heading_of(&self, index: usize) -> Option<usize> {
        self.blocks
            .get(index)?
            .children
            .iter()
            .copied()
            .find(|&child| self.blocks[child].kind == Kind::Heading)
    }

    /// A section with a heading of its own: the unit of statistics.
    #[must_use]
    pub fn is_unit(&self, index: usize) -> bool {
        self.blocks.get(index).is_some_and(|block| block.kind == Kind::Section)
            && self.heading_of(index).is_some()
    }

    /// The nearest section with a heading around a block, or the block itself.
    #[must_use]
    pub fn unit_of(&self, index: usize) -> Option<usize> {
        let mut at = Some(index);
        while let Some(index) = at {
            if self.is_unit(index) {
                return Some(index);
            }
            at = self.blocks.get(index)?.parent;
        }
        None
    }
}

/// True when an address is `prefix` or stands inside it; whole steps only, and `/` holds everything.
#[must_use]
pub fn is_under(address: &str, prefix: &str) -> bool {
    let prefix = prefix.trim_end_matches('/');
    address.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_at_a_step() {
        assert!(is_under("/section[1]/heading[1]", "/section[1]"));
        assert!(is_under("/section[1]/heading[1]", "/section[1]/"));
        assert!(is_under("/section[1]", "/section[1]"));
        assert!(!is_under("/section[11]", "/section[1]"));
        assert!(is_under("/section[11]", "/"));
        assert!(is_under("/", "/"));
    }
}
