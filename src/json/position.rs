//! Lines and columns of byte offsets.

/// A place in a text as people count it: lines and columns from 1, columns in Unicode code points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1. LF, CRLF and a lone CR each end a line.
    pub line: usize,
    /// Column in code points, from 1.
    pub column: usize,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The distance between two places that an index remembers, in bytes. Finding a position reads at most twice as much.
const STRIDE: usize = 512;

/// What is known where a stride begins.
#[derive(Debug, Clone, Copy)]
struct Mark {
    /// The line that holds the byte, from 1.
    line: usize,
    /// Where that line begins.
    start: usize,
    /// The code points that begin before the byte.
    points: usize,
}

/// Finds lines and columns in a text without reading it again from its beginning.
///
/// The index takes about a twentieth of the text, and a lookup costs the same wherever it is, also in a document
/// of one line or of nothing but line ends.
#[derive(Debug, Clone)]
pub struct LineIndex {
    marks: Vec<Mark>,
    lines: usize,
}

impl LineIndex {
    /// Reads the text once.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let mut marks = Vec::with_capacity(bytes.len() / STRIDE + 1);
        let mut mark = Mark { line: 1, start: 0, points: 0 };
        marks.push(mark);
        for from in (0..bytes.len()).step_by(STRIDE) {
            let to = (from + STRIDE).min(bytes.len());
            mark = advance(bytes, mark, from, to);
            marks.push(mark);
        }
        Self { marks, lines: mark.line }
    }

    /// The position of a byte offset in the same text; an offset past the end is the end.
    #[must_use]
    pub fn position(&self, bytes: &[u8], offset: usize) -> Position {
        let offset = offset.min(bytes.len());
        let here = self.mark(bytes, offset);
        let column = here.points - self.mark(bytes, here.start).points + 1;
        Position { line: here.line, column }
    }

    /// The byte range of a line, from 1, with its line end; a line that the text lacks is an empty range at its end.
    #[must_use]
    pub fn line(&self, bytes: &[u8], line: usize) -> std::ops::Range<usize> {
        if line == 0 {
            return 0..0;
        }
        self.start_of(bytes, line)..self.start_of(bytes, line + 1)
    }

    fn start_of(&self, bytes: &[u8], line: usize) -> usize {
        if line <= 1 || line > self.lines {
            return if line <= 1 { 0 } else { bytes.len() };
        }
        // The line begins behind the last mark of an earlier line.
        let block = self.marks.partition_point(|mark| mark.line < line).saturating_sub(1);
        let mut at = self.marks.get(block).map_or(1, |mark| mark.line);
        let from = block * STRIDE + 1;
        (from..=bytes.len())
            .find(|&offset| {
                at += usize::from(begins_line(bytes, offset));
                at == line
            })
            .unwrap_or(bytes.len())
    }

    fn mark(&self, bytes: &[u8], offset: usize) -> Mark {
        let block = (offset / STRIDE).min(self.marks.len() - 1);
        match self.marks.get(block) {
            Some(&mark) => advance(bytes, mark, block * STRIDE, offset),
            None => Mark { line: 1, start: 0, points: 0 },
        }
    }

    /// How many lines the text has; an empty text has one.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines
    }
}

/// What is known at `to`, given what is known at `from`.
fn advance(bytes: &[u8], mut mark: Mark, from: usize, to: usize) -> Mark {
    for offset in from + 1..=to {
        if begins_line(bytes, offset) {
            mark.line += 1;
            mark.start = offset;
        }
    }
    mark.points += code_points(bytes.get(from..to).unwrap_or_default());
    mark
}

/// Whether a line other than the first begins at the offset.
fn begins_line(bytes: &[u8], offset: usize) -> bool {
    match offset.checked_sub(1).and_then(|before| bytes.get(before)) {
        Some(b'\n') => true,
        Some(b'\r') => bytes.get(offset) != Some(&b'\n'),
        _ => false,
    }
}

/// How many code points begin in the bytes of a UTF-8 text.
fn code_points(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| b & 0xC0 != 0x80).count()
}

/// The position of one offset, without an index.
#[must_use]
pub fn position(bytes: &[u8], offset: usize) -> Position {
    let offset = offset.min(bytes.len());
    LineIndex::new(&bytes[..offset]).position(&bytes[..offset], offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_counts_once_and_columns_count_code_points() {
        let text = "a\r\nü😀x\rb\n".as_bytes();
        let at = |needle: &str| position(text, std::str::from_utf8(text).unwrap().find(needle).unwrap());
        assert_eq!(at("a"), Position { line: 1, column: 1 });
        assert_eq!(at("x"), Position { line: 2, column: 3 });
        assert_eq!(at("b"), Position { line: 3, column: 1 });
        assert_eq!(position(text, text.len()), Position { line: 4, column: 1 });
        let index = LineIndex::new(text);
        assert_eq!(index.position(text, 9), at("x"));
        assert_eq!(index.line(text, 2), 3..11);
        assert_eq!(index.line(text, 9), text.len()..text.len());
    }

    #[test]
    fn an_index_agrees_with_counting_line_ends_one_by_one() {
        let text = "ab\r\n\rü\n\n".repeat(2 * STRIDE / 7) + "end\r";
        let bytes = text.as_bytes();
        let index = LineIndex::new(bytes);
        let mut starts = vec![0];
        starts.extend((1..=bytes.len()).filter(|&offset| begins_line(bytes, offset)));
        assert_eq!(index.lines(), starts.len());
        for offset in 0..=bytes.len() {
            let line = starts.partition_point(|&start| start <= offset);
            let column = code_points(&bytes[starts[line - 1]..offset]) + 1;
            assert_eq!(index.position(bytes, offset), Position { line, column }, "{offset}");
        }
        for (line, &start) in starts.iter().enumerate() {
            let end = starts.get(line + 1).copied().unwrap_or(bytes.len());
            assert_eq!(index.line(bytes, line + 1), start..end);
        }
    }

    #[test]
    fn columns_beyond_a_remembered_place_are_counted_from_the_start_of_the_line() {
        let text = format!("ab\n{}x", "ü".repeat(3 * STRIDE));
        let index = LineIndex::new(text.as_bytes());
        for points in [0, 1, STRIDE / 2, STRIDE, 3 * STRIDE] {
            let expected = Position { line: 2, column: points + 1 };
            assert_eq!(index.position(text.as_bytes(), 3 + 2 * points), expected);
        }
    }
}
