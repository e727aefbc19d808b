//! Changes as they look from the input.
//!
//! A change of a later stage has its place in the text before that stage. Whoever reads the file sees the input, so
//! places are followed back through the stages before. Where an earlier stage changed the same place, the place is
//! widened to hold that change whole, and the replacement is what stands there after both.

use std::ops::Range;

use super::review::{Change, Review, Stage};
use crate::json::Position;

/// A change with its place in the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputEdit<'r> {
    /// Index of the modifier.
    pub modifier: usize,
    /// Why.
    pub reason: &'r str,
    /// Bytes of the input.
    pub span: Range<usize>,
    /// What stands there after the change.
    pub replacement: String,
    /// Where the span begins.
    pub start: Position,
    /// Where it ends, exclusive.
    pub end: Position,
}

impl InputEdit<'_> {
    /// The lines of the input that the edit touches, both inclusive.
    #[must_use]
    pub fn lines(&self) -> (usize, usize) {
        // A span that ends after a line end does not touch the line after it.
        let last = if self.end.column == 1 && self.end.line > self.start.line {
            self.end.line - 1
        } else {
            self.end.line
        };
        (self.start.line, last)
    }
}

impl Review {
    /// Every change of every stage that was done, in order, with its place in the input.
    pub fn input_edits(&self) -> impl Iterator<Item = InputEdit<'_>> {
        let moves: Vec<Vec<Move>> = self.stages().iter().map(moves).collect();
        let stages = self.stages().iter().enumerate();
        let changes =
            stages.flat_map(|(index, stage)| stage.changes.iter().map(move |change| (index, stage, change)));
        changes.map(move |(index, stage, change)| {
            self.traced(moves.get(..index).unwrap_or_default(), stage, change)
        })
    }

    /// The changes that touch a line for which `changed` holds: what a review of a pull request reports.
    pub fn edits_on_lines(&self, changed: impl Fn(usize) -> bool) -> impl Iterator<Item = InputEdit<'_>> {
        self.input_edits().filter(move |edit| {
            let (first, last) = edit.lines();
            (first..=last).any(&changed)
        })
    }

    fn traced<'r>(&'r self, moves: &[Vec<Move>], stage: &'r Stage, change: &'r Change) -> InputEdit<'r> {
        let mut span = change.span.clone();
        let mut replacement = change.after.clone();
        for (moves, earlier) in moves.iter().zip(self.stages()).rev() {
            let (wide, before) = trace(moves, &span);
            let lead = earlier.after.slice(wide.start..span.start);
            let tail = earlier.after.slice(span.end..wide.end);
            if !lead.is_empty() || !tail.is_empty() {
                replacement = format!("{lead}{replacement}{tail}");
            }
            span = before;
        }
        InputEdit {
            modifier: stage.modifier,
            reason: &change.reason,
            start: self.input().position(span.start),
            end: self.input().position(span.end),
            span,
            replacement,
        }
    }
}

/// One edit of a stage: where it stood before and where its replacement stands after.
#[derive(Debug)]
struct Move {
    before: Range<usize>,
    after: Range<usize>,
}

/// The edits of a stage by place.
fn moves(stage: &Stage) -> Vec<Move> {
    let mut changes: Vec<_> = stage.changes.iter().collect();
    changes.sort_by_key(|change| (change.span.start, change.span.end));
    let mut moves = Vec::with_capacity(changes.len());
    let (mut grown, mut shrunk) = (0, 0);
    for change in changes {
        let start = change.span.start + grown - shrunk;
        moves.push(Move { before: change.span.clone(), after: start..start + change.after.len() });
        grown += change.after.len();
        shrunk += change.before.len();
    }
    moves
}

/// Follows a span of the text after a stage back: the span widened to whole edits, and its place before the stage.
fn trace(moves: &[Move], span: &Range<usize>) -> (Range<usize>, Range<usize>) {
    let first = moves.partition_point(|m| m.after.end <= span.start);
    let end = moves.partition_point(|m| m.after.start < span.end);
    let touched = moves.get(first..end).unwrap_or_default();
    let back = |offset: usize, passed: usize| match passed.checked_sub(1).and_then(|last| moves.get(last)) {
        Some(last) => last.before.end + (offset - last.after.end),
        None => offset,
    };
    let (Some(front), Some(rear)) = (touched.first(), touched.last()) else {
        // An edit that ends where the span begins is not part of it; neither is one that begins where it ends.
        let start = back(span.start, first);
        let stop = if span.is_empty() { start } else { back(span.end, end) };
        return (span.clone(), start..stop);
    };
    let wide = span.start.min(front.after.start)..span.end.max(rear.after.end);
    let start = if wide.start == front.after.start { front.before.start } else { back(wide.start, first) };
    let stop = if wide.end == rear.after.end { rear.before.end } else { back(wide.end, end) };
    (wide, start..stop)
}
