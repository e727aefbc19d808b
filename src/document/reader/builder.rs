//! Puts blocks into a tree by rank, as both readers do.
//!
//! A node stays open until one of the same or a lower rank arrives. Blocks are appended in document order, so the
//! vector is the tree's pre-order.

use super::details::{Details, Shared};
use super::normalise::Normalised;
use crate::document::block::{Block, Kind};
use crate::document::{Place, ReadError};

/// How many nodes may be open at once. With a table inside, a reader of the JSON form needs some 110 levels.
const MAX_OPEN: usize = 48;
/// The most blocks of one document.
const MAX_BLOCKS: usize = 1_000_000;

#[derive(Debug)]
pub(super) struct Builder<'n> {
    normal: &'n Normalised,
    blocks: Vec<Block>,
    /// The root first.
    open: Vec<Open>,
    /// While quoted material is read, how many nodes were open before it.
    floor: Option<usize>,
    details: Shared,
}

/// A node that may still take blocks.
#[derive(Debug, Clone, Copy)]
struct Open {
    rank: usize,
    index: usize,
    /// How far its first line is indented.
    indent: usize,
    /// The number of `#` signs of the heading that opened it; 0 for everything else.
    hashes: usize,
}

impl<'n> Builder<'n> {
    pub(super) fn new(normal: &'n Normalised, root: Block) -> Self {
        let open = vec![Open { rank: 0, index: 0, indent: 0, hashes: 0 }];
        Self { normal, blocks: vec![root], open, floor: None, details: Shared::default() }
    }

    /// Says whether the next block is quoted.
    pub(super) fn quoted(&mut self, quoted: bool) {
        match (self.floor, quoted) {
            (None, true) => self.floor = Some(self.open.len()),
            (Some(floor), false) => {
                self.open.truncate(floor);
                self.floor = None;
            }
            _ => {}
        }
    }

    /// The innermost open node.
    pub(super) fn innermost(&self) -> &Block {
        self.open.last().and_then(|open| self.blocks.get(open.index)).unwrap_or(&self.blocks[0])
    }

    /// How far the innermost open node is indented.
    pub(super) fn indent(&self) -> usize {
        self.open.last().map_or(0, |open| open.indent)
    }

    fn place(&self, lines: (usize, usize)) -> Option<Place> {
        self.normal.place(lines.0, lines.1)
    }

    fn line(&self, lines: (usize, usize)) -> usize {
        self.place(lines).map_or(0, |place| place.line)
    }

    /// Appends a block under another.
    pub(super) fn push_under(
        &mut self,
        parent: usize,
        mut block: Block,
        details: &Details,
        lines: (usize, usize),
    ) -> Result<usize, ReadError> {
        let index = self.blocks.len();
        if index >= MAX_BLOCKS {
            return Err(ReadError::TooManyBlocks { line: self.line(lines), limit: MAX_BLOCKS });
        }
        block.parent = Some(parent);
        block.attrs = self.details.of(details);
        block.place = self.place(lines);
        self.blocks.push(block);
        self.blocks[parent].children.push(index);
        Ok(index)
    }

    /// Appends a block under the innermost open node.
    pub(super) fn push(
        &mut self,
        block: Block,
        details: &Details,
        lines: (usize, usize),
    ) -> Result<usize, ReadError> {
        let parent = self.open.last().map_or(0, |open| open.index);
        self.push_under(parent, block, details, lines)
    }

    /// Closes every node of this rank or above, then opens a block that may hold others, with its rank and indent.
    /// Ranks count from 0, so that the root, which is never closed, ranks below all.
    pub(super) fn open(
        &mut self,
        (rank, indent): (usize, usize),
        block: Block,
        details: &Details,
        lines: (usize, usize),
    ) -> Result<(), ReadError> {
        self.close_while(|open, _| open.rank >= rank);
        self.open_here((rank, indent, 0), block, details, lines)
    }

    /// Closes innermost nodes, as long as they are no part of what a quote stands in.
    fn close_while(&mut self, ends: impl Fn(Open, &Block) -> bool) {
        let floor = self.floor.unwrap_or(1).max(1);
        while self.open.len() > floor
            && self.open.last().is_some_and(|&open| ends(open, &self.blocks[open.index]))
        {
            self.open.pop();
        }
    }

    /// Opens a list item in the section that it stands in: only items end before it.
    pub(super) fn open_within(
        &mut self,
        (rank, indent): (usize, usize),
        block: Block,
        details: &Details,
        lines: (usize, usize),
    ) -> Result<(), ReadError> {
        self.close_while(|open, block| open.rank >= rank && block.kind == Kind::ListItem);
        self.open_here((rank, indent, 0), block, details, lines)
    }

    /// Opens a block that may hold others under the innermost open node.
    fn open_here(
        &mut self,
        (rank, indent, hashes): (usize, usize, usize),
        block: Block,
        details: &Details,
        lines: (usize, usize),
    ) -> Result<(), ReadError> {
        if self.open.len() > MAX_OPEN {
            return Err(ReadError::TooDeep { line: self.line(lines), limit: MAX_OPEN });
        }
        let index = self.push(block, details, lines)?;
        self.open.push(Open { rank, index, indent, hashes });
        Ok(())
    }

    /// Opens a section whose first child is a heading. Between headings with `#` signs their number decides, and the
    /// rank between those with as many.
    pub(super) fn open_section(
        &mut self,
        (rank, hashes): (usize, usize),
        heading: Block,
        details: &Details,
        lines: (usize, usize),
    ) -> Result<(), ReadError> {
        let mut section = Block::new(Kind::Section, String::new());
        section.level = heading.level;
        section.matched_by = heading.matched_by.clone();
        section.confidence = heading.confidence;
        let mut opened = Details::new();
        opened.word("opened_by", "heading");
        self.close_while(|open, block| match (open.hashes, hashes) {
            // No list goes on behind a heading that is not its item's.
            (_, 1..) if block.kind == Kind::ListItem => true,
            (before @ 1.., now @ 1..) if rank > 0 && before != now => before > now,
            _ => open.rank >= rank,
        });
        self.open_here((rank, 0, hashes), section, &opened, lines)?;
        self.push(heading, details, lines)?;
        Ok(())
    }

    pub(super) fn describe_root(&mut self, details: &Details) {
        self.blocks[0].attrs = self.details.of(details);
    }

    pub(super) fn into_blocks(self) -> Vec<Block> {
        self.blocks
    }
}
