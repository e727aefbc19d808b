//! Which lines of a file a pull request added or edited.
//!
//! A code scanning alert shows up on a pull request only where all its lines were added or edited there, so every
//! place we report is checked against these. Lines are counted as in [`crate::json::LineIndex`]: LF, CRLF and a lone
//! CR each end one. A line whose end alone changed was edited.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

/// One place where lines differ: lines of the earlier file, and those of the later file that replace them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk {
    /// Lines of the earlier file, from 1, half-open; empty for an addition, and then it stands before the first.
    pub earlier: Range<usize>,
    /// Lines of the later file, from 1, half-open; empty for a removal, and then it stands before the first.
    pub later: Range<usize>,
}

/// The lines that differ between two files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedLines {
    hunks: Vec<Hunk>,
    later_lines: usize,
}

impl ChangedLines {
    /// Compares two texts line by line, in time and memory linear in practice: the search for the shortest
    /// difference is given up for a good one where texts have little in common.
    #[must_use]
    pub fn between(earlier: &[u8], later: &[u8]) -> Self {
        let (earlier, later) = (lines(earlier), lines(later));
        // What is equal at both ends is most of a file and needs no search.
        let before = earlier.iter().zip(&later).take_while(|(a, b)| a == b).count();
        let (earlier_rest, later_rest) = (&earlier[before..], &later[before..]);
        let after =
            earlier_rest.iter().rev().zip(later_rest.iter().rev()).take_while(|(a, b)| a == b).count();
        let mut input: InternedInput<&[u8]> = InternedInput::default();
        input.update_before(earlier_rest[..earlier_rest.len() - after].iter().copied());
        input.update_after(later_rest[..later_rest.len() - after].iter().copied());
        let diff = Diff::compute(Algorithm::Myers, &input);
        let line = |at: u32| before + at as usize + 1;
        let hunks = diff
            .hunks()
            .map(|hunk| Hunk {
                earlier: line(hunk.before.start)..line(hunk.before.end),
                later: line(hunk.after.start)..line(hunk.after.end),
            })
            .collect();
        Self { hunks, later_lines: later.len() }
    }

    /// Every line of a file that is new.
    #[must_use]
    pub fn all(later: &[u8]) -> Self {
        let later_lines = lines(later).len();
        let hunks = if later_lines == 0 { Vec::new() } else { vec![Hunk { earlier: 1..1, later: 1..later_lines + 1 }] };
        Self { hunks, later_lines }
    }

    /// The places that differ, in order.
    #[must_use]
    pub fn hunks(&self) -> &[Hunk] {
        &self.hunks
    }

    /// How many lines were added or edited.
    #[must_use]
    pub fn count(&self) -> usize {
        self.hunks.iter().map(|hunk| hunk.later.len()).sum()
    }

    /// True when this line of the later file, from 1, was added or edited.
    #[must_use]
    pub fn contains(&self, line: usize) -> bool {
        let at = self.hunks.partition_point(|hunk| hunk.later.end <= line);
        self.hunks.get(at).is_some_and(|hunk| hunk.later.contains(&line))
    }

    /// The added or edited line nearest to `line` within `within` (later lines, from 1, half-open); of two equally near
    /// ones the earlier.
    #[must_use]
    pub fn nearest(&self, line: usize, within: Range<usize>) -> Option<usize> {
        let at = self.hunks.partition_point(|hunk| hunk.later.end <= line);
        let clip = |hunk: &Hunk| {
            let start = hunk.later.start.max(within.start);
            let end = hunk.later.end.min(within.end);
            (start < end).then(|| start..end)
        };
        // Hunks are in order, so the first that reaches into the range on either side of the line is the nearest there.
        let below = self.hunks.get(..at).unwrap_or_default().iter().rev();
        let below = below
            .take_while(|hunk| hunk.later.end > within.start || hunk.later.is_empty())
            .find_map(clip)
            .map(|range| range.end - 1);
        let above = self.hunks.get(at..).unwrap_or_default().iter();
        let above = above
            .take_while(|hunk| hunk.later.start < within.end)
            .find_map(clip)
            .map(|range| line.clamp(range.start, range.end - 1));
        match (below, above) {
            (Some(below), Some(above)) => {
                Some(if line.abs_diff(below) <= line.abs_diff(above) { below } else { above })
            }
            (below, above) => below.or(above),
        }
    }

    /// Where lines of the earlier file stood, as a line of the later file: for lines that were replaced, the first
    /// line that replaces them; for lines that went, the one that now follows, or the last; for lines that are still
    /// there, themselves. At least 1.
    #[must_use]
    pub fn later_line(&self, earlier: Range<usize>) -> usize {
        let after = self.hunks.partition_point(|hunk| {
            hunk.earlier.end <= earlier.start && !(hunk.earlier.is_empty() && hunk.earlier.start == earlier.start)
                || hunk.earlier.is_empty() && hunk.earlier.start <= earlier.start
        });
        let line = match self.hunks.get(after) {
            Some(hunk) if hunk.earlier.start <= earlier.start => {
                // Inside a replaced block: as far into the new lines as into the old ones, while there are any.
                let into = earlier.start - hunk.earlier.start;
                if hunk.later.is_empty() {
                    hunk.later.start
                } else {
                    (hunk.later.start + into).min(hunk.later.end - 1)
                }
            }
            _ => {
                let (old, new) = match after.checked_sub(1).and_then(|at| self.hunks.get(at)) {
                    Some(hunk) => (hunk.earlier.end, hunk.later.end),
                    None => (1, 1),
                };
                new + earlier.start.saturating_sub(old)
            }
        };
        line.clamp(1, self.later_lines.max(1))
    }
}

/// The lines of a text with their ends. What follows the last end is a line only if there is something.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let end = match rest.iter().position(|b| matches!(b, b'\n' | b'\r')) {
            Some(at) if rest[at..].starts_with(b"\r\n") => at + 2,
            Some(at) => at + 1,
            None => rest.len(),
        };
        let (line, after) = rest.split_at(end);
        lines.push(line);
        rest = after;
    }
    lines
}
