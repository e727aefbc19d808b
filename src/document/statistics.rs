//! How much changed, and where: counts of changes, for the whole and for every section with a heading.
//!
//! A change counts for its nearest section only. A deletion counts for the section it was deleted from: its source
//! section is followed through the alignment to where that section stands in the test, whatever its address is
//! there. Where the section went as well, it has a row of its own under its source address.

use super::Comparison;
use super::change::{Change, ChangeKind, count_inline, last_surviving};

/// Counts of changes. They count nodes of the change list, so a deleted schedule of forty blocks is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChangeCounts {
    /// Inserts.
    pub inserted: usize,
    /// Deletes.
    pub deleted: usize,
    /// Modifies.
    pub modified: usize,
    /// Moves.
    pub moved: usize,
    /// Renumbers.
    pub renumbered: usize,
    /// All of them.
    pub total: usize,
    /// Inline operations that insert.
    pub inline_insertions: usize,
    /// Inline operations that delete.
    pub inline_deletions: usize,
    /// Inline operations that replace.
    pub inline_replacements: usize,
    /// Tokens on both sides of inline operations.
    pub tokens_changed: usize,
    /// Characters that inline operations add.
    pub chars_added: usize,
    /// Characters that inline operations delete.
    pub chars_deleted: usize,
}

impl ChangeCounts {
    fn add(&mut self, change: &Change) {
        match change.kind {
            ChangeKind::Insert => self.inserted += 1,
            ChangeKind::Delete => self.deleted += 1,
            ChangeKind::Modify => self.modified += 1,
            ChangeKind::Move => self.moved += 1,
            ChangeKind::Renumber => self.renumbered += 1,
        }
        self.total += 1;
        let [insertions, deletions, replacements] = count_inline(std::iter::once(change));
        self.inline_insertions += insertions;
        self.inline_deletions += deletions;
        self.inline_replacements += replacements;
        self.tokens_changed += change.tokens_changed();
        self.chars_added += change.chars_added();
        self.chars_deleted += change.chars_deleted();
    }

    /// Every count with its name on the wire, in order.
    #[must_use]
    pub fn named(&self) -> [(&'static str, usize); 12] {
        [
            ("inserted", self.inserted),
            ("deleted", self.deleted),
            ("modified", self.modified),
            ("moved", self.moved),
            ("renumbered", self.renumbered),
            ("total", self.total),
            ("inline_insertions", self.inline_insertions),
            ("inline_deletions", self.inline_deletions),
            ("inline_replacements", self.inline_replacements),
            ("tokens_changed", self.tokens_changed),
            ("chars_added", self.chars_added),
            ("chars_deleted", self.chars_deleted),
        ]
    }
}

/// One section with a heading.
#[derive(Debug, Clone, PartialEq)]
pub struct SectionStatistics {
    /// Its address in the test, or in the source when the whole section was deleted.
    pub address: String,
    /// Its first heading's text.
    pub heading: String,
    /// The headings above.
    pub breadcrumb: Vec<String>,
    /// Test blocks for which this is the nearest section; sections with a heading are not counted themselves.
    pub blocks: usize,
    /// The changes for which this is the nearest section.
    pub counts: ChangeCounts,
    /// Changes over blocks; 0 without blocks.
    pub density: f64,
}

/// Counts for the whole comparison and per section.
#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    /// All changes.
    pub counts: ChangeCounts,
    /// Blocks of the source, the root included.
    pub source_blocks: usize,
    /// Blocks of the test, the root included.
    pub test_blocks: usize,
    /// In document order; a deleted section stands behind its last neighbour that survived.
    pub sections: Vec<SectionStatistics>,
}

pub(super) fn statistics(comparison: &Comparison) -> Statistics {
    let (source, test, alignment) = (&comparison.source, &comparison.test, &comparison.alignment);
    let test_unit = units(test);
    let source_unit = units(source);

    // A row for every unit of the test, then for every unit of the source that is gone.
    let mut rows: Vec<(SortKey, SectionStatistics)> = Vec::new();
    let mut row_of_test = vec![None; test.len()];
    let mut row_of_source = vec![None; source.len()];
    for (index, unit) in test_unit.iter().enumerate() {
        if *unit == Some(index) {
            row_of_test[index] = Some(rows.len());
            rows.push(((Some(index), false, 0), row(test, index)));
        }
    }
    let last = last_surviving(alignment);
    for (index, unit) in source_unit.iter().enumerate() {
        if *unit == Some(index) && alignment.test_of(index).is_none() {
            row_of_source[index] = Some(rows.len());
            rows.push(((last[index], true, index), row(source, index)));
        }
    }
    for (index, unit) in test_unit.iter().enumerate() {
        if let Some(unit) = unit
            && *unit != index
            && let Some(row) = row_of_test[*unit]
        {
            rows[row].1.blocks += 1;
        }
    }

    let mut counts = ChangeCounts::default();
    for change in &comparison.changes {
        counts.add(change);
        let row = match (change.test, change.source) {
            (Some(index), _) => test_unit[index].and_then(|unit| row_of_test[unit]),
            (None, Some(index)) => source_unit[index].and_then(|unit| {
                let landed = alignment.test_of(unit).and_then(|test| test_unit[test]);
                row_of_source[unit].or_else(|| landed.and_then(|unit| row_of_test[unit]))
            }),
            (None, None) => None,
        };
        if let Some(row) = row {
            rows[row].1.counts.add(change);
        }
    }
    rows.sort_by_key(|&(key, _)| key);
    let sections = rows
        .into_iter()
        .map(|(_, mut row)| {
            row.density = density(row.counts.total, row.blocks);
            row
        })
        .collect();
    Statistics { counts, source_blocks: source.len(), test_blocks: test.len(), sections }
}

type SortKey = (Option<usize>, bool, usize);

#[expect(clippy::cast_precision_loss, reason = "a document has fewer than 2^52 blocks")]
fn density(changes: usize, blocks: usize) -> f64 {
    if blocks == 0 { 0.0 } else { changes as f64 / blocks as f64 }
}

/// For every block the nearest section with a heading, itself included.
fn units(tree: &super::BlockTree) -> Vec<Option<usize>> {
    let mut units: Vec<Option<usize>> = vec![None; tree.len()];
    for (index, block) in tree.blocks().iter().enumerate() {
        units[index] =
            if tree.is_unit(index) { Some(index) } else { block.parent.and_then(|parent| units[parent]) };
    }
    units
}

fn row(tree: &super::BlockTree, index: usize) -> SectionStatistics {
    SectionStatistics {
        address: tree.address(index),
        heading: tree
            .heading_of(index)
            .map(|heading| tree.blocks()[heading].text.clone())
            .unwrap_or_default(),
        breadcrumb: tree.breadcrumb(index),
        blocks: 0,
        counts: ChangeCounts::default(),
        density: 0.0,
    }
}
