//! One spelling for what looks the same: line ends, blanks and invisible controls.
//!
//! Every line remembers where it came from, so that a block can say on which lines of the file it stands.

use crate::document::Place;

/// Where a normalised line came from.
#[derive(Debug, Clone, Copy)]
struct Origin {
    line: usize,
    start: usize,
    end: usize,
}

/// A text in normal form.
#[derive(Debug)]
pub(super) struct Normalised {
    /// Lines joined by LF, right-stripped.
    pub(super) text: String,
    /// How many control characters were removed.
    pub(super) controls: usize,
    starts: Vec<usize>,
    origins: Vec<Origin>,
}

impl Normalised {
    pub(super) fn new(input: &str) -> Self {
        let mut normal = Self {
            text: String::with_capacity(input.len()),
            controls: 0,
            starts: vec![0],
            origins: Vec::new(),
        };
        let mut origin = Origin { line: 1, start: 0, end: 0 };
        let mut at = if input.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        while let Some(rest) = input.get(at..).filter(|rest| !rest.is_empty()) {
            // Most text by far is copied as it is.
            let plain = rest.bytes().position(|byte| !matches!(byte, b' '..=b'~')).unwrap_or(rest.len());
            let (plain, rest) = rest.split_at(plain);
            normal.text.push_str(plain);
            at += plain.len();
            let Some(c) = rest.chars().next() else { break };
            let next = at + if rest.starts_with("\r\n") { 2 } else { c.len_utf8() };
            match c {
                '\n' | '\r' => {
                    origin.end = at;
                    normal.end_line(origin);
                    origin = Origin { line: origin.line + 1, start: next, end: next };
                }
                '\u{2028}' | '\u{2029}' => {
                    origin.end = at;
                    normal.end_line(origin);
                    origin.start = next;
                }
                '\u{C}' => {
                    origin.end = at;
                    normal.end_line(origin);
                    origin.start = next;
                    normal.end_line(Origin { end: next, ..origin });
                }
                '\u{A0}' | '\u{2007}' | '\u{202F}' | '\u{2009}' => normal.text.push(' '),
                '\u{0}'..='\u{8}' | '\u{B}' | '\u{E}'..='\u{1F}' | '\u{7F}' => normal.controls += 1,
                other => normal.text.push(other),
            }
            at = next;
        }
        origin.end = input.len();
        normal.strip_line();
        normal.origins.push(origin);
        normal
    }

    fn strip_line(&mut self) {
        let start = self.starts.last().copied().unwrap_or_default();
        let kept = self.text.get(start..).unwrap_or_default().trim_end().len();
        self.text.truncate(start + kept);
    }

    fn end_line(&mut self, origin: Origin) {
        self.strip_line();
        self.text.push('\n');
        self.starts.push(self.text.len());
        self.origins.push(origin);
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.split('\n')
    }

    /// The place in the file of a range of normalised lines.
    pub(super) fn place(&self, first: usize, last: usize) -> Option<Place> {
        let first = self.origins.get(first)?;
        let last = self.origins.get(last)?;
        Some(Place { line: first.line, end_line: last.line, start: first.start, end: last.end })
    }
}

/// Columns of blank space at the start of a line; a tab counts four.
pub(super) fn indent(line: &str) -> usize {
    line.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_blanks_and_controls_have_one_spelling() {
        let normal = Normalised::new("\u{FEFF}a\u{A0}b \r\nc\rd\u{2028}e\u{C}f\u{7}");
        assert_eq!(normal.text, "a b\nc\nd\ne\n\nf");
        assert_eq!(normal.controls, 1);
        let place = normal.place(1, 3).unwrap();
        assert_eq!((place.line, place.end_line), (2, 3));
        assert_eq!((place.start, place.end), (10, 17));
        assert_eq!(normal.place(5, 5).unwrap().line, 3);
    }

    #[test]
    fn an_empty_text_has_one_empty_line() {
        let normal = Normalised::new("");
        assert_eq!(normal.lines().collect::<Vec<_>>(), [""]);
        assert!(normal.place(0, 0).is_some());
    }
}
