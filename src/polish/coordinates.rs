//! From byte offsets to the places the projection names: code points from 0, lines and columns from 1.
//!
//! Everything is looked up, nothing is counted from the start, so that a text of one huge line costs no more than
//! the same text in short lines.

use crate::json::Position;

/// A code point count is kept for every this many bytes.
const STEP: usize = 256;

#[derive(Debug)]
pub(super) struct Coordinates {
    /// Code points before each multiple of [`STEP`].
    counts: Vec<usize>,
    /// The byte at which each line begins.
    lines: Vec<usize>,
    total: usize,
}

/// True for a byte that begins a code point.
fn begins(byte: &u8) -> bool {
    byte & 0xC0 != 0x80
}

impl Coordinates {
    pub(super) fn new(text: &str) -> Self {
        let mut counts = Vec::with_capacity(text.len() / STEP + 1);
        let mut total = 0;
        for chunk in text.as_bytes().chunks(STEP) {
            counts.push(total);
            total += chunk.iter().filter(|byte| begins(byte)).count();
        }
        let lines = super::snapshot::lines(text).map(|line| line.start).collect();
        Self { counts, lines, total }
    }

    /// Code points of the whole text.
    pub(super) fn total(&self) -> usize {
        self.total
    }

    /// Code points before a byte offset of the same text.
    pub(super) fn code_points(&self, text: &str, offset: usize) -> usize {
        let Some(&before) = self.counts.get(offset / STEP) else { return self.total };
        let rest = text.as_bytes().get(offset - offset % STEP..offset).unwrap_or_default();
        before + rest.iter().filter(|byte| begins(byte)).count()
    }

    /// Line and column of a byte offset. After a final line end there is one more, empty line.
    pub(super) fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.lines.partition_point(|&start| start <= offset).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0);
        let ended = offset == text.len() && offset > 0 && text.ends_with(['\n', '\r']);
        if ended {
            return Position { line: line + 1, column: 1 };
        }
        Position { line, column: self.code_points(text, offset) - self.code_points(text, start) + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_counted_once_in_lines_and_by_code_points_in_offsets() {
        let text = "\u{FEFF}a\r\ne\u{301}😀x\rb\n";
        let coordinates = Coordinates::new(text);
        let at = |needle: &str| {
            let offset = text.find(needle).unwrap();
            (coordinates.code_points(text, offset), coordinates.position(text, offset))
        };
        let place = |line, column| Position { line, column };
        assert_eq!(at("a"), (1, place(1, 2)));
        assert_eq!(at("e"), (4, place(2, 1)));
        assert_eq!(at("x"), (7, place(2, 4)));
        assert_eq!(at("b"), (9, place(3, 1)));
        assert_eq!(coordinates.total(), 11);
        assert_eq!(coordinates.position(text, text.len()), place(4, 1));
    }

    #[test]
    fn counts_hold_across_the_steps_of_the_table() {
        let text = "ü".repeat(1000);
        let coordinates = Coordinates::new(&text);
        for n in [0, 127, 128, 129, 500, 999, 1000] {
            assert_eq!(coordinates.code_points(&text, n * 2), n);
            assert_eq!(coordinates.position(&text, n * 2), Position { line: 1, column: n + 1 });
        }
        assert_eq!(Coordinates::new("").position("", 0), Position { line: 1, column: 1 });
    }
}
