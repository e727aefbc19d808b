//! Both documents as one sequence of lines, and a line as parts that stayed, went and came.

use crate::document::alignment::spine;
use crate::document::block::{BlockTree, Kind};
use crate::document::inline::{InlineOp, operations};
use crate::document::similarity::Work;
use crate::document::{Change, ChangeKind, Comparison};

/// A line of the merged document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    /// The block in the source; none where only the test has the line.
    pub(super) source: Option<usize>,
    /// The block in the test; none where only the source has the line.
    pub(super) test: Option<usize>,
}

fn has_line(kind: Kind) -> bool {
    matches!(kind, Kind::Heading | Kind::Paragraph | Kind::ListItem | Kind::Row | Kind::Unknown)
}

/// The two documents merged: lines that kept their order stand once, others where each document has them.
///
/// Leaving out what only the test has gives the source, and the other way round.
pub(super) fn lines(comparison: &Comparison) -> Vec<Line> {
    let of = |tree: &BlockTree| -> Vec<usize> {
        tree.blocks().iter().enumerate().filter(|(_, b)| has_line(b.kind)).map(|(index, _)| index).collect()
    };
    let (sources, tests) = (of(&comparison.source), of(&comparison.test));
    // What moved, and what moved along inside it, stands at both ends.
    let mut travels = vec![false; comparison.source.len()];
    for pair in &comparison.alignment.pairs {
        let above = comparison.source.blocks()[pair.source].parent;
        travels[pair.source] = pair.moved || above.is_some_and(|parent| travels[parent]);
    }
    let anchors: Vec<(usize, usize)> = sources
        .iter()
        .filter_map(|&source| {
            if travels[source] {
                return None;
            }
            let test = comparison.alignment.test_of(source)?;
            has_line(comparison.test.blocks()[test].kind).then_some((source, test))
        })
        .collect();
    let mut lines = Vec::with_capacity(tests.len() + 16);
    let (mut sources, mut tests) = (sources.into_iter().peekable(), tests.into_iter().peekable());
    for (source, test) in spine(&anchors) {
        while let Some(only) = sources.next_if(|&at| at < source) {
            lines.push(Line { source: Some(only), test: None });
        }
        while let Some(only) = tests.next_if(|&at| at < test) {
            lines.push(Line { source: None, test: Some(only) });
        }
        sources.next();
        tests.next();
        lines.push(Line { source: Some(source), test: Some(test) });
    }
    lines.extend(sources.map(|only| Line { source: Some(only), test: None }));
    lines.extend(tests.map(|only| Line { source: None, test: Some(only) }));
    lines
}

/// The change that each block belongs to; an insert, delete or move speaks for what is inside as well.
pub(super) struct Marks {
    source: Vec<Option<usize>>,
    test: Vec<Option<usize>>,
}

impl Marks {
    pub(super) fn new(comparison: &Comparison) -> Self {
        let mut marks =
            Self { source: vec![None; comparison.source.len()], test: vec![None; comparison.test.len()] };
        for (number, change) in comparison.changes.iter().enumerate() {
            let whole = matches!(change.kind, ChangeKind::Insert | ChangeKind::Delete | ChangeKind::Move);
            // What only follows a block inside of it has a counterpart elsewhere, and nothing happened to it.
            let along = |other: Option<usize>, tree: &BlockTree, own: Option<usize>| match (other, own) {
                (Some(other), Some(own)) => tree.contains(own, other),
                (other, _) => other.is_none(),
            };
            mark(&mut marks.source, &comparison.source, change.source, whole, number, |index| {
                along(comparison.alignment.test_of(index), &comparison.test, change.test)
            });
            mark(&mut marks.test, &comparison.test, change.test, whole, number, |index| {
                along(comparison.alignment.source_of(index), &comparison.source, change.source)
            });
        }
        marks
    }

    /// The number of the change that a line belongs to.
    pub(super) fn of(&self, line: Line) -> Option<usize> {
        let of = |marks: &[Option<usize>], index: Option<usize>| marks.get(index?).copied().flatten();
        of(&self.test, line.test).or_else(|| of(&self.source, line.source))
    }
}

/// Changes come in document order, so one inside another comes later and says more about its block. A change of a
/// cell is shown on its row.
fn mark(
    marks: &mut [Option<usize>],
    tree: &BlockTree,
    index: Option<usize>,
    whole: bool,
    number: usize,
    along: impl Fn(usize) -> bool,
) {
    let Some(index) = index else { return };
    let block = &tree.blocks()[index];
    let start = match block.parent {
        Some(row) if block.kind == Kind::Cell => row,
        _ => index,
    };
    let end = if whole { block.end } else { start + 1 };
    for (at, slot) in marks.iter_mut().enumerate().take(end).skip(start) {
        if at == start || along(at) {
            *slot = Some(number);
        }
    }
}

/// A stretch of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part<'a> {
    Same(&'a str),
    Deleted(&'a str),
    Inserted(&'a str),
}

/// A test text with what went and what came, from the operations that led to it.
pub(super) fn parts<'a>(test: &'a str, inline: &'a [InlineOp]) -> Vec<Part<'a>> {
    let mut parts = Vec::with_capacity(inline.len() * 3 + 1);
    let mut push = |part: Part<'a>| {
        let (Part::Same(text) | Part::Deleted(text) | Part::Inserted(text)) = part;
        if !text.is_empty() {
            parts.push(part);
        }
    };
    let mut rest = test;
    let mut at = 0;
    for op in inline {
        let (same, after) = split_chars(rest, op.test_start - at);
        push(Part::Same(same));
        push(Part::Deleted(&op.source_text));
        push(Part::Inserted(&op.test_text));
        rest = split_chars(after, op.test_end - op.test_start).1;
        at = op.test_end;
    }
    push(Part::Same(rest));
    parts
}

/// The parts for people: a difference in blank space alone is no difference.
pub(super) fn readable<'a>(test: &'a str, inline: &'a [InlineOp]) -> Vec<Part<'a>> {
    let mut shown: Vec<Part<'a>> = Vec::new();
    for part in parts(test, inline) {
        let blank = |text: &str| text.trim().is_empty() && !text.contains('\n');
        match (part, shown.last()) {
            (Part::Inserted(new), Some(Part::Deleted(old))) if blank(new) && blank(old) => {
                shown.pop();
                shown.push(Part::Same(new));
            }
            (Part::Inserted(new), Some(&Part::Deleted(old))) => {
                // An operation reaches up to the next word; the blank between has not changed.
                let (old, _) = split_blank(old);
                let (new, after) = split_blank(new);
                shown.pop();
                let parts =
                    [(old, Part::Deleted(old)), (new, Part::Inserted(new)), (after, Part::Same(after))];
                shown.extend(parts.into_iter().filter(|(text, _)| !text.is_empty()).map(|(_, part)| part));
            }
            _ => shown.push(part),
        }
    }
    shown
}

/// A text and the blank at its end.
fn split_blank(text: &str) -> (&str, &str) {
    text.split_at(text.trim_end_matches(' ').len())
}

fn split_chars(text: &str, count: usize) -> (&str, &str) {
    let at = text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    text.split_at(at)
}

/// The operations between two texts, blanks included, so that both can be had back.
pub(super) fn exact(source: &str, test: &str) -> Vec<InlineOp> {
    operations(source, test, true, &mut Work::for_bytes(source.len() + test.len()))
}

/// A block in one line of text: cells of a row, the heading of a section, the first row of a table.
pub(super) fn gist(tree: &BlockTree, index: usize) -> String {
    let block = &tree.blocks()[index];
    match block.kind {
        Kind::Row => {
            let cells: Vec<&str> =
                block.children.iter().map(|&cell| tree.blocks()[cell].text.as_str()).collect();
            format!("| {} |", cells.join(" | "))
        }
        Kind::Table | Kind::Section | Kind::Document => match block.children.first() {
            Some(&first) if tree.blocks()[first].kind != Kind::Section => gist(tree, first),
            _ => String::new(),
        },
        _ => match &block.label {
            Some(label) if block.kind == Kind::Heading => format!("{label} {}", block.text),
            _ => block.text.clone(),
        },
    }
}

/// How many blocks were inserted or deleted inside a change's block, cells not counted.
pub(super) fn inside(comparison: &Comparison, change: &Change) -> usize {
    let count = |tree: &BlockTree, index: usize, other: &dyn Fn(usize) -> Option<usize>| {
        (index + 1..tree.blocks()[index].end)
            .filter(|&index| tree.blocks()[index].kind != Kind::Cell && other(index).is_none())
            .count()
    };
    let alignment = &comparison.alignment;
    match (change.test, change.source) {
        (Some(test), None) => count(&comparison.test, test, &|index| alignment.source_of(index)),
        (None, Some(source)) => count(&comparison.source, source, &|index| alignment.test_of(index)),
        _ => 0,
    }
}

/// The text of a stretch that stayed, shortened in its middle where it is long.
pub(super) fn shortened(text: &str, first: bool, last: bool) -> String {
    const KEEP: usize = 60;
    let count = text.chars().count();
    if count <= 2 * KEEP + 10 {
        return text.to_owned();
    }
    let head: String = if first { String::new() } else { text.chars().take(KEEP).collect() };
    let tail: String = if last { String::new() } else { text.chars().skip(count - KEEP).collect() };
    format!("{head}…{tail}")
}

/// The beginning of a long text.
pub(super) fn beginning(text: &str, limit: usize) -> String {
    if text.chars().nth(limit).is_none() {
        return text.to_owned();
    }
    let head: String = text.chars().take(limit).collect();
    format!("{}…", head.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_put_the_operations_into_the_text() {
        let inline =
            operations("pay in thirty (30) days", "pay in sixty (60) days", false, &mut Work::for_bytes(0));
        assert_eq!(
            parts("pay in sixty (60) days", &inline),
            [
                Part::Same("pay in "),
                Part::Deleted("thirty (30"),
                Part::Inserted("sixty (60"),
                Part::Same(") days")
            ]
        );
        assert_eq!(parts("a", &[]), [Part::Same("a")]);
    }

    #[test]
    fn a_difference_in_blanks_is_not_shown_to_people() {
        let inline = exact("a  b c", "a b d");
        assert_eq!(
            readable("a b d", &inline),
            [Part::Same("a"), Part::Same(" "), Part::Same("b "), Part::Deleted("c"), Part::Inserted("d")]
        );
    }

    #[test]
    fn long_texts_are_shortened_where_nothing_happened() {
        let text = "x".repeat(300);
        assert_eq!(shortened(&text, false, false).chars().count(), 121);
        assert_eq!(shortened(&text, true, false).chars().count(), 61);
        assert_eq!(shortened("short", true, true), "short");
        assert_eq!(beginning("abc def", 4), "abc…");
    }
}
