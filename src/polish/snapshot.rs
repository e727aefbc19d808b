//! One version of a text: what every modifier looks at.

use std::ops::Range;
use std::sync::OnceLock;

use sha2::{Digest as _, Sha256};

use super::coordinates::Coordinates;
use super::structure::Structure;
use crate::json::Position;

/// A text with everything that is known about it, worked out when it is first asked for.
#[derive(Debug)]
pub struct Snapshot {
    text: String,
    sha256: OnceLock<String>,
    coordinates: OnceLock<Coordinates>,
    structure: OnceLock<Structure>,
}

/// A line of a text, in bytes. LF, CRLF and a lone CR each end a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Where it begins.
    pub start: usize,
    /// Where its line end begins, or the text ends.
    pub content_end: usize,
    /// Where the next line begins.
    pub end: usize,
}

impl Snapshot {
    /// Takes a text as it is: nothing is normalised.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self { text, sha256: OnceLock::new(), coordinates: OnceLock::new(), structure: OnceLock::new() }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// SHA-256 over the exact UTF-8 bytes, as 64 lower-case hexadecimal digits.
    #[must_use]
    pub fn sha256(&self) -> &str {
        self.sha256.get_or_init(|| {
            use std::fmt::Write as _;
            Sha256::digest(self.text.as_bytes()).iter().fold(String::with_capacity(64), |mut hex, byte| {
                let _ = write!(hex, "{byte:02x}");
                hex
            })
        })
    }

    fn coordinates(&self) -> &Coordinates {
        self.coordinates.get_or_init(|| Coordinates::new(&self.text))
    }

    /// How many Unicode code points the text has.
    #[must_use]
    pub fn code_point_length(&self) -> usize {
        self.coordinates().total()
    }

    /// How many code points stand before a byte offset.
    #[must_use]
    pub fn code_points(&self, offset: usize) -> usize {
        self.coordinates().code_points(&self.text, offset)
    }

    /// Line and column of a byte offset, both from 1, the column in code points.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        self.coordinates().position(&self.text, offset)
    }

    /// What the text is as Markdown.
    #[must_use]
    pub fn structure(&self) -> &Structure {
        self.structure.get_or_init(|| Structure::of(&self.text))
    }

    /// The lines of the text. A final line end begins no further line.
    pub fn lines(&self) -> impl Iterator<Item = Line> + '_ {
        lines(&self.text)
    }

    /// The text between two byte offsets; empty when they are no boundaries.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }
}

/// The lines of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let content_end = start + rest.find(['\n', '\r']).unwrap_or(rest.len());
        let ending = line_end(text.get(content_end..).unwrap_or_default());
        let line = Line { start, content_end, end: content_end + ending.len() };
        start = line.end;
        Some(line)
    })
}

/// The line end that begins a text, or nothing.
pub(super) fn line_end(text: &str) -> &'static str {
    match text.as_bytes() {
        [b'\r', b'\n', ..] => "\r\n",
        [b'\r', ..] => "\r",
        [b'\n', ..] => "\n",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_of_the_exact_bytes() {
        let hash = |text: &str| Snapshot::new(text.to_owned()).sha256().to_owned();
        // Published values for the empty text and for "abc".
        assert_eq!(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let texts = ["é\n", "e\u{301}\n", "é\r\n", "é\r", "\u{FEFF}é\n"];
        let hashes: std::collections::HashSet<_> = texts.iter().map(|text| hash(text)).collect();
        assert_eq!(hashes.len(), texts.len());
    }

    #[test]
    fn each_line_end_ends_one_line() {
        let text = "a\r\nb\rc\n\nd";
        let lines: Vec<_> = lines(text)
            .map(|line| (&text[line.start..line.content_end], &text[line.content_end..line.end]))
            .collect();
        assert_eq!(lines, [("a", "\r\n"), ("b", "\r"), ("c", "\n"), ("", "\n"), ("d", "")]);
    }
}
