//! The list of changes: flat, in document order, the topmost block of what was inserted, deleted or moved.

use std::borrow::Cow;

use super::alignment::{Alignment, Pair};
use super::block::{BlockTree, Kind, Span};
use super::inline::{InlineKind, InlineOp, operations};
use super::similarity::{Work, token_count};

/// What happened to a block. `split` and `merge` are reserved for a later minor version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// Only the test has it.
    Insert,
    /// Only the source has it.
    Delete,
    /// Its text differs.
    Modify,
    /// It stands elsewhere.
    Move,
    /// Its label differs.
    Renumber,
}

impl ChangeKind {
    /// Every kind in the order of the wire form.
    pub const ALL: [Self; 5] = [Self::Insert, Self::Delete, Self::Modify, Self::Move, Self::Renumber];

    /// The name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Insert => "insert",
            Self::Delete => "delete",
            Self::Modify => "modify",
            Self::Move => "move",
            Self::Renumber => "renumber",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// One change.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// What happened; of several the first of move, renumber and modify.
    pub kind: ChangeKind,
    /// The block in the source tree; none on an insert.
    pub source: Option<usize>,
    /// The block in the test tree; none on a delete.
    pub test: Option<usize>,
    /// The source block's address.
    pub source_address: Option<String>,
    /// The test block's address.
    pub test_address: Option<String>,
    /// The block's kind, from the test unless deleted.
    pub block_kind: Kind,
    /// The label in the source.
    pub source_label: Option<String>,
    /// The label in the test.
    pub test_label: Option<String>,
    /// The block's role, from the test unless deleted.
    pub role: Option<Cow<'static, str>>,
    /// The types of the spans that the change touched, sorted.
    pub span_types: Vec<Cow<'static, str>>,
    /// The pass that matched the blocks, or `unmatched`.
    pub matched_by: &'static str,
    /// How alike the texts are, from 0 to 1; 0 when unmatched.
    pub confidence: f64,
    /// The block's own text in the source.
    pub source_text: String,
    /// The block's own text in the test.
    pub test_text: String,
    /// What changed inside the text.
    pub inline: Vec<InlineOp>,
    /// The headings above, from the test unless deleted.
    pub breadcrumb: Vec<String>,
}

impl Change {
    /// Characters that inline operations added.
    #[must_use]
    pub fn chars_added(&self) -> usize {
        self.inline.iter().map(|op| op.test_text.chars().count()).sum()
    }

    /// Characters that inline operations deleted.
    #[must_use]
    pub fn chars_deleted(&self) -> usize {
        self.inline.iter().map(|op| op.source_text.chars().count()).sum()
    }

    /// Tokens on both sides of inline operations.
    #[must_use]
    pub fn tokens_changed(&self) -> usize {
        self.inline.iter().map(|op| token_count(&op.source_text) + token_count(&op.test_text)).sum()
    }

    /// The address to show: the test's, or the source's of a delete.
    #[must_use]
    pub fn address(&self) -> &str {
        self.test_address.as_deref().or(self.source_address.as_deref()).unwrap_or("/")
    }

    /// The label to show: the test's, or the source's of a delete.
    #[must_use]
    pub fn label(&self) -> Option<&str> {
        if self.test.is_some() { self.test_label.as_deref() } else { self.source_label.as_deref() }
    }
}

fn all_types(spans: &[Span]) -> Vec<Cow<'static, str>> {
    let mut types: Vec<_> = spans.iter().map(|span| span.kind.clone()).collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// The types of spans that overlap an operation; an operation of no width touches what stands around it.
fn touched(source: &[Span], test: &[Span], inline: &[InlineOp]) -> Vec<Cow<'static, str>> {
    let mut types = Vec::new();
    let mut side = |spans: &[Span], range: fn(&InlineOp) -> (usize, usize)| {
        for span in spans {
            // Operations stand in order, so the first that ends behind the span's start decides.
            let first = inline.partition_point(|op| range(op).1 <= span.start);
            let overlaps = inline.get(first).is_some_and(|op| {
                let (start, end) = range(op);
                start < span.end && span.start < end
            });
            if overlaps {
                types.push(span.kind.clone());
            }
        }
    };
    side(source, |op| (op.source_start, op.source_end));
    side(test, |op| (op.test_start, op.test_end));
    types.sort_unstable();
    types.dedup();
    types
}

/// Where a change stands in the list: by test block, deletions behind the last block before them that survived.
type SortKey = (Option<usize>, bool, Option<usize>, ChangeKind);

pub(super) fn sort_key(change: &Change, last_surviving: &[Option<usize>]) -> SortKey {
    match (change.test, change.source) {
        (None, Some(source)) => {
            (last_surviving.get(source).copied().flatten(), true, Some(source), change.kind)
        }
        (test, source) => (test, false, source, change.kind),
    }
}

/// For every source block the counterpart of the last block before it that has one.
pub(super) fn last_surviving(alignment: &Alignment) -> Vec<Option<usize>> {
    let mut last = None;
    alignment
        .test_of
        .iter()
        .map(|&test| {
            let before = last;
            last = test.or(last);
            before
        })
        .collect()
}

/// Every change of two aligned trees.
#[must_use]
pub(super) fn changes(source: &BlockTree, test: &BlockTree, alignment: &Alignment) -> Vec<Change> {
    let mut changes = Vec::new();
    for index in alignment.inserted() {
        let block = &test.blocks()[index];
        if block.parent.is_some_and(|parent| alignment.source_of(parent).is_some()) {
            changes.push(Change {
                kind: ChangeKind::Insert,
                source: None,
                test: Some(index),
                source_address: None,
                test_address: Some(test.address(index)),
                block_kind: block.kind,
                source_label: None,
                test_label: block.label.clone(),
                role: block.role.clone(),
                span_types: all_types(&block.spans),
                matched_by: "unmatched",
                confidence: 0.0,
                source_text: String::new(),
                test_text: block.text.clone(),
                inline: Vec::new(),
                breadcrumb: test.breadcrumb(index),
            });
        }
    }
    for index in alignment.deleted() {
        let block = &source.blocks()[index];
        if block.parent.is_some_and(|parent| alignment.test_of(parent).is_some()) {
            changes.push(Change {
                kind: ChangeKind::Delete,
                source: Some(index),
                test: None,
                source_address: Some(source.address(index)),
                test_address: None,
                block_kind: block.kind,
                source_label: block.label.clone(),
                test_label: None,
                role: block.role.clone(),
                span_types: all_types(&block.spans),
                matched_by: "unmatched",
                confidence: 0.0,
                source_text: block.text.clone(),
                test_text: String::new(),
                inline: Vec::new(),
                breadcrumb: source.breadcrumb(index),
            });
        }
    }
    let mut moved = vec![false; source.len()];
    for pair in &alignment.pairs {
        moved[pair.source] = pair.moved;
    }
    let mut work = Work::for_bytes(source.text_bytes() + test.text_bytes());
    changes.extend(
        alignment
            .pairs
            .iter()
            .skip(1)
            .filter_map(|pair| matched(source, test, alignment, &moved, pair, &mut work)),
    );
    let last = last_surviving(alignment);
    changes.sort_by_cached_key(|change| sort_key(change, &last));
    changes
}

fn matched(
    source: &BlockTree,
    test: &BlockTree,
    alignment: &Alignment,
    moved: &[bool],
    pair: &Pair,
    work: &mut Work,
) -> Option<Change> {
    let (before, after) = (&source.blocks()[pair.source], &test.blocks()[pair.test]);
    let travels = pair.moved && !carried(source, test, alignment, moved, pair);
    let relabelled = before.label != after.label;
    let settled = if travels {
        Some(ChangeKind::Move)
    } else if relabelled {
        Some(ChangeKind::Renumber)
    } else {
        None
    };
    // Blanks alone make no change; in a change of another kind they must replay.
    let inline = operations(&before.text, &after.text, settled.is_some(), work);
    let kind = match settled {
        Some(kind) => kind,
        None if inline.is_empty() => return None,
        None => ChangeKind::Modify,
    };
    Some(Change {
        kind,
        source: Some(pair.source),
        test: Some(pair.test),
        source_address: Some(source.address(pair.source)),
        test_address: Some(test.address(pair.test)),
        block_kind: after.kind,
        source_label: before.label.clone(),
        test_label: after.label.clone(),
        role: after.role.clone(),
        span_types: touched(&before.spans, &after.spans, &inline),
        matched_by: pair.matched_by_name(),
        confidence: pair.confidence,
        source_text: before.text.clone(),
        test_text: after.text.clone(),
        inline,
        breadcrumb: test.breadcrumb(pair.test),
    })
}

/// True when a block above moved and took this one along.
fn carried(source: &BlockTree, test: &BlockTree, alignment: &Alignment, moved: &[bool], pair: &Pair) -> bool {
    let mut above = source.blocks()[pair.source].parent;
    while let Some(index) = above {
        if moved[index] && alignment.test_of(index).is_some_and(|landing| test.contains(landing, pair.test)) {
            return true;
        }
        above = source.blocks()[index].parent;
    }
    false
}

/// How many inline operations of a kind some changes hold.
pub(super) fn count_inline<'c>(changes: impl Iterator<Item = &'c Change>) -> [usize; 3] {
    let mut counts = [0; 3];
    for op in changes.flat_map(|change| &change.inline) {
        counts[match op.kind {
            InlineKind::Insert => 0,
            InlineKind::Delete => 1,
            InlineKind::Replace => 2,
        }] += 1;
    }
    counts
}
