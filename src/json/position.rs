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

/// Every so many bytes the code points up to there are remembered, so that a column on a very long line (a whole
/// document on one line) is counted from the last such place.
const STRIDE: usize = 4096;

/// Where the lines of a text begin; positions are then a binary search and a short count each.
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: Vec<usize>,
    /// The code points that begin before byte `n * STRIDE`.
    points: Vec<usize>,
}

impl LineIndex {
    /// Finds every line start.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let mut starts = vec![0];
        let mut at = 0;
        while at < bytes.len() {
            match bytes[at] {
                b'\r' if bytes.get(at + 1) == Some(&b'\n') => {
                    starts.push(at + 2);
                    at += 2;
                }
                b'\n' | b'\r' => {
                    starts.push(at + 1);
                    at += 1;
                }
                _ => at += 1,
            }
        }
        let mut points = vec![0];
        let mut total = 0;
        for block in bytes.chunks(STRIDE) {
            total += code_points(block);
            points.push(total);
        }
        Self { starts, points }
    }

    /// The position of a byte offset in the same text; an offset past the end is the end.
    #[must_use]
    pub fn position(&self, bytes: &[u8], offset: usize) -> Position {
        let offset = offset.min(bytes.len());
        let line = self.starts.partition_point(|&start| start <= offset);
        let column = self.points_before(bytes, offset) - self.points_before(bytes, self.starts[line - 1]) + 1;
        Position { line, column }
    }

    /// The byte range of a line, from 1, with its line end; a line that the text lacks is an empty range at its end.
    #[must_use]
    pub fn line(&self, bytes: &[u8], line: usize) -> std::ops::Range<usize> {
        let start = |line: usize| self.starts.get(line).copied().unwrap_or(bytes.len()).min(bytes.len());
        match line.checked_sub(1) {
            Some(index) => start(index)..start(line),
            None => 0..0,
        }
    }

    fn points_before(&self, bytes: &[u8], offset: usize) -> usize {
        let block = offset / STRIDE;
        let counted = self.points.get(block).copied().unwrap_or(0);
        counted + code_points(bytes.get(block * STRIDE..offset).unwrap_or_default())
    }

    /// How many lines the text has; an empty text has one.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.starts.len()
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
    fn columns_beyond_a_remembered_place_are_counted_from_the_start_of_the_line() {
        let text = format!("ab\n{}x", "ü".repeat(3 * STRIDE));
        let index = LineIndex::new(text.as_bytes());
        for points in [0, 1, STRIDE / 2, STRIDE, 3 * STRIDE] {
            let expected = Position { line: 2, column: points + 1 };
            assert_eq!(index.position(text.as_bytes(), 3 + 2 * points), expected);
        }
    }
}
