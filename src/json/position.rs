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

/// Where the lines of a text begin; positions are then a binary search each.
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: Vec<usize>,
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
        Self { starts }
    }

    /// The position of a byte offset in the same text; an offset past the end is the end.
    #[must_use]
    pub fn position(&self, bytes: &[u8], offset: usize) -> Position {
        let offset = offset.min(bytes.len());
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        let column = bytes[start..offset].iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1;
        Position { line, column }
    }

    /// How many lines the text has; an empty text has one.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.starts.len()
    }
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
    }
}
