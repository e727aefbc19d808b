//! Which lines of a file a pull request added or edited.
//!
//! A code scanning alert shows up on a pull request only where all its lines were added or edited there, so every
//! place we report is checked against these. Lines are counted as in [`crate::json::LineIndex`]: LF, CRLF and a lone
//! CR each end one. A line whose end alone changed was edited.

mod stretches;

use std::ops::Range;

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
    /// The later lines of the hunks that have any: in order, disjoint and not empty.
    edited: Vec<Range<usize>>,
    later_lines: usize,
}

impl ChangedLines {
    /// Compares two texts line by line, and as git does wherever that is affordable: the shortest difference, moved
    /// to where people expect it. Long texts with little in common are first split at the lines that each has
    /// exactly once; a stretch that is still too long counts as replaced from its first line to its last, and so
    /// does the rest of a text of more than 4,000,000 lines from the first difference on.
    #[must_use]
    pub fn between(earlier: &[u8], later: &[u8]) -> Self {
        let (earlier_lines, later_lines) = (Lines(earlier).count(), Lines(later).count());
        let mut hunks = Vec::new();
        if earlier_lines.max(later_lines) > LINES {
            let equal = Lines(earlier).zip(Lines(later)).take_while(|(a, b)| a == b).count();
            replace(&mut hunks, equal, earlier_lines - equal, equal, later_lines - equal);
        } else {
            let earlier: Vec<_> = Lines(earlier).collect();
            let later: Vec<_> = Lines(later).collect();
            stretches::compare(&earlier, &later, &mut hunks);
        }
        Self::new(hunks, later_lines)
    }

    /// Every line of a file that is new.
    #[must_use]
    pub fn all(later: &[u8]) -> Self {
        let later_lines = Lines(later).count();
        let hunks = if later_lines == 0 {
            Vec::new()
        } else {
            vec![Hunk { earlier: 1..1, later: 1..later_lines + 1 }]
        };
        Self::new(hunks, later_lines)
    }

    fn new(hunks: Vec<Hunk>, later_lines: usize) -> Self {
        let edited = hunks.iter().map(|hunk| hunk.later.clone()).filter(|lines| !lines.is_empty()).collect();
        Self { hunks, edited, later_lines }
    }

    /// The places that differ, in order.
    #[must_use]
    pub fn hunks(&self) -> &[Hunk] {
        &self.hunks
    }

    /// How many lines were added or edited.
    #[must_use]
    pub fn count(&self) -> usize {
        self.edited.iter().map(ExactSizeIterator::len).sum()
    }

    /// True when this line of the later file, from 1, was added or edited.
    #[must_use]
    pub fn contains(&self, line: usize) -> bool {
        self.edited_from(line).1.is_some_and(|lines| lines.contains(&line))
    }

    /// The edited lines that end before `line`, and those that contain it or come next.
    fn edited_from(&self, line: usize) -> (Option<&Range<usize>>, Option<&Range<usize>>) {
        let at = self.edited.partition_point(|lines| lines.end <= line);
        (at.checked_sub(1).and_then(|before| self.edited.get(before)), self.edited.get(at))
    }

    /// The added or edited line nearest to `line` among `within` (later lines, from 1, half-open); of two equally near
    /// ones the earlier.
    #[must_use]
    pub fn nearest(&self, line: usize, within: Range<usize>) -> Option<usize> {
        let line = line.clamp(within.start, within.end.checked_sub(1)?.max(within.start));
        let (before, after) = self.edited_from(line);
        let before = before.map(|lines| lines.end - 1).filter(|line| within.contains(line));
        let after = after.map(|lines| lines.start.max(line)).filter(|line| within.contains(line));
        match (before, after) {
            (Some(before), Some(after)) => Some(if line - before <= after - line { before } else { after }),
            (before, after) => before.or(after),
        }
    }

    /// Where a line of the earlier file, from 1, is or was, as a line of the later file: one that is still there,
    /// itself; one that was replaced, as far into the lines that replace it; one that went, the line that now
    /// follows, or the last. From 1 to the number of lines.
    #[must_use]
    pub fn later_line(&self, earlier: usize) -> usize {
        let at = self.hunks.partition_point(|hunk| hunk.earlier.end <= earlier);
        let line = match self.hunks.get(at) {
            Some(hunk) if hunk.earlier.contains(&earlier) => {
                let last = hunk.later.end.saturating_sub(1).max(hunk.later.start);
                (hunk.later.start + (earlier - hunk.earlier.start)).min(last)
            }
            _ => {
                let before = at.checked_sub(1).and_then(|before| self.hunks.get(before));
                let (old, new) = before.map_or((1, 1), |hunk| (hunk.earlier.end, hunk.later.end));
                new + earlier.saturating_sub(old)
            }
        };
        line.clamp(1, self.later_lines.max(1))
    }
}

/// How many lines are compared one by one.
const LINES: usize = 4_000_000;

/// Adds a hunk; positions count from 0 here.
fn replace(hunks: &mut Vec<Hunk>, earlier: usize, removed: usize, later: usize, added: usize) {
    if removed > 0 || added > 0 {
        hunks.push(Hunk { earlier: earlier + 1..earlier + 1 + removed, later: later + 1..later + 1 + added });
    }
}

/// The lines of a text with their ends. What follows the last end is a line only if there is something.
struct Lines<'a>(&'a [u8]);

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        if self.0.is_empty() {
            return None;
        }
        let end = match self.0.iter().position(|b| matches!(b, b'\n' | b'\r')) {
            Some(at) if self.0[at..].starts_with(b"\r\n") => at + 2,
            Some(at) => at + 1,
            None => self.0.len(),
        };
        let (line, rest) = self.0.split_at(end);
        self.0 = rest;
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn edited(earlier: &str, later: &str) -> Vec<usize> {
        let changed = ChangedLines::between(earlier.as_bytes(), later.as_bytes());
        (0..100).filter(|&line| changed.contains(line)).collect()
    }

    #[test]
    fn added_and_edited_lines_are_those_of_the_later_file() {
        assert_eq!(edited("a\nb\nc\n", "a\nb\nc\n"), [0; 0]);
        assert_eq!(edited("a\nb\nc\n", "a\nx\nc\n"), [2]);
        assert_eq!(edited("a\nc\n", "a\nb\nb\nc\n"), [2, 3]);
        assert_eq!(edited("a\nb\nc\n", "a\nc\n"), [0; 0]);
        assert_eq!(edited("", "a\nb"), [1, 2]);
        assert_eq!(edited("a\nb", ""), [0; 0]);
        assert_eq!(edited("a\nb", "a\nb\n"), [2]);
    }

    #[test]
    fn every_line_end_ends_a_line_and_a_changed_end_is_an_edit() {
        assert_eq!(edited("a\r\nb\rc\n", "a\r\nx\rc\n"), [2]);
        assert_eq!(edited("a\nb\n", "a\r\nb\n"), [1]);
    }

    #[test]
    fn a_new_file_is_edited_throughout() {
        assert_eq!(ChangedLines::all(b"a\nb\n").count(), 2);
        assert_eq!(ChangedLines::all(b""), ChangedLines::between(b"", b""));
        assert_eq!(ChangedLines::all(b"a\nb"), ChangedLines::between(b"", b"a\nb"));
    }

    #[test]
    fn the_nearest_edited_line_stays_inside_the_definition() {
        let changed = ChangedLines::between(b"1\n2\n3\n4\n5\n6\n7\n8\n", b"1\nx\n3\n4\n5\ny\nz\n8\n");
        assert_eq!(changed.nearest(4, 1..9), Some(2));
        assert_eq!(changed.nearest(5, 1..9), Some(6));
        assert_eq!(changed.nearest(8, 1..9), Some(7));
        assert_eq!(changed.nearest(7, 1..9), Some(7));
        assert_eq!(changed.nearest(4, 3..9), Some(6));
        assert_eq!(changed.nearest(4, 3..6), None);
        assert_eq!(changed.nearest(1, 4..9), Some(6));
        assert_eq!(changed.nearest(1, 4..4), None);
        assert_eq!(changed.nearest(1, 0..0), None);
    }

    #[test]
    fn an_earlier_line_is_found_again_or_where_it_was() {
        let changed = ChangedLines::between(b"a\nb\nc\nd\ne\n", b"n\na\nc\nx\ne\n");
        let places: Vec<_> = (1..=5).map(|line| changed.later_line(line)).collect();
        assert_eq!(places, [2, 3, 3, 4, 5]);
        assert_eq!(ChangedLines::between(b"a\nb\n", b"a\n").later_line(2), 1);
        assert_eq!(ChangedLines::between(b"a\nb\n", b"").later_line(2), 1);
        assert_eq!(ChangedLines::between(b"a\n", b"a\n").later_line(900), 1);
    }

    #[test]
    fn long_texts_with_little_in_common_are_bounded() {
        let numbers = |step: usize| {
            (0..100_000).fold(String::new(), |text, n: usize| text + &(n * step % 100_003).to_string() + "\n")
        };
        let braces = "{\n}\n".repeat(50_000);
        let shifted = "}\n{\n{\n".repeat(35_000);
        for (a, b) in [(numbers(1), numbers(77)), (numbers(1), braces.clone()), (braces, shifted)] {
            let start = std::time::Instant::now();
            assert!(ChangedLines::between(a.as_bytes(), b.as_bytes()).count() > 0);
            assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
        }
    }

    #[test]
    fn an_edit_in_a_long_text_is_found_where_it_is() {
        let mut numbers: Vec<String> = (0..300_000).map(|n| format!("{n}\n")).collect();
        let earlier = numbers.concat();
        numbers[7] = "x\n".to_owned();
        numbers.insert(150_000, "y\n".to_owned());
        numbers.remove(299_000);
        let changed = ChangedLines::between(earlier.as_bytes(), numbers.concat().as_bytes());
        let places: Vec<_> = changed.hunks().iter().map(|h| (h.earlier.clone(), h.later.clone())).collect();
        assert_eq!(
            places,
            [(8..9, 8..9), (150_001..150_001, 150_001..150_002), (299_000..299_001, 299_001..299_001)]
        );
    }

    #[test]
    fn a_text_of_very_many_lines_is_replaced_from_the_first_difference_on() {
        let earlier = "\n".repeat(LINES + 1);
        let later = format!("\n\nx{earlier}");
        let changed = ChangedLines::between(earlier.as_bytes(), later.as_bytes());
        assert_eq!(changed.hunks(), [Hunk { earlier: 3..LINES + 2, later: 3..LINES + 4 }]);
    }

    proptest! {
        #[test]
        fn lines_are_counted_as_the_line_index_counts_them(text in "[a\r\n]{0,20}") {
            let index = crate::json::LineIndex::new(text.as_bytes());
            let ended = text.is_empty() || text.ends_with(['\r', '\n']);
            prop_assert_eq!(Lines(text.as_bytes()).count() + usize::from(ended), index.lines());
        }

        #[test]
        fn the_hunks_turn_the_earlier_lines_into_the_later(a in "[abc\n]{0,40}", b in "[abc\n]{0,40}") {
            let (earlier, later): (Vec<_>, Vec<_>) = (Lines(a.as_bytes()).collect(), Lines(b.as_bytes()).collect());
            let mut built = Vec::new();
            let mut at = 1;
            for hunk in ChangedLines::between(a.as_bytes(), b.as_bytes()).hunks() {
                built.extend_from_slice(&earlier[at - 1..hunk.earlier.start - 1]);
                prop_assert_eq!(built.len() + 1, hunk.later.start);
                built.extend_from_slice(&later[hunk.later.start - 1..hunk.later.end - 1]);
                at = hunk.earlier.end;
            }
            built.extend_from_slice(&earlier[at - 1..]);
            prop_assert_eq!(built, later);
        }

        #[test]
        fn the_nearest_edited_line_is_the_nearest(a in "[ab\n]{0,40}", b in "[ab\n]{0,40}", line in 0usize..30, x in 0usize..30, y in 0usize..30) {
            let changed = ChangedLines::between(a.as_bytes(), b.as_bytes());
            let inside = line.clamp(x, y.saturating_sub(1).max(x));
            let expected = (x..y).filter(|&at| changed.contains(at)).min_by_key(|&at| (at.abs_diff(inside), at));
            prop_assert_eq!(changed.nearest(line, x..y), expected);
        }
    }
}
