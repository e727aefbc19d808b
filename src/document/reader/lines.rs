//! Lines of Markdown inside quotes and list items, and where they came from.

/// Text whose lines know their normalised number.
pub(super) struct Source<'t> {
    pub(super) text: &'t str,
    starts: Vec<usize>,
    numbers: Vec<usize>,
}

impl<'t> Source<'t> {
    pub(super) fn new(text: &'t str, numbers: Vec<usize>) -> Self {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(at, _)| at + 1));
        Self { text, starts, numbers }
    }

    pub(super) fn line_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Where a line starts.
    pub(super) fn line_start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.text.len())
    }

    pub(super) fn number(&self, line: usize) -> usize {
        self.numbers.get(line).or(self.numbers.last()).copied().unwrap_or_default()
    }

    pub(super) fn line(&self, line: usize) -> &'t str {
        let start = self.starts.get(line).copied().unwrap_or(self.text.len());
        let end = self.starts.get(line + 1).map_or(self.text.len(), |&next| next - 1);
        self.text.get(start..end).unwrap_or_default()
    }

    /// The lines of a range, without the blank ones at its end.
    pub(super) fn lines(&self, start: usize, end: usize) -> (usize, usize) {
        let used = self.text.get(start..end).map_or(0, |text| text.trim_end().len());
        let first = self.line_at(start);
        (first, self.line_at(start + used.saturating_sub(1)).max(first))
    }
}

/// Removes the `>` signs of so many quotes; blank space before the text stays.
pub(super) fn unquote(line: &str, depth: usize) -> &str {
    let mut line = line;
    for _ in 0..depth {
        match line.trim_start().strip_prefix('>') {
            Some(rest) => line = rest.strip_prefix(' ').unwrap_or(rest),
            // A lazy line.
            None => break,
        }
    }
    line
}

/// Removes so many columns of blank space.
pub(super) fn dedent(line: &str, by: usize) -> &str {
    let mut columns = 0;
    for (at, c) in line.char_indices() {
        if columns >= by || !c.is_whitespace() {
            return line.get(at..).unwrap_or_default();
        }
        columns += if c == '\t' { 4 } else { 1 };
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn containers_are_taken_off_a_line() {
        assert_eq!(unquote("> > a", 2), "a");
        assert_eq!(unquote(">   a", 1), "  a");
        assert_eq!(unquote("lazy", 1), "lazy");
        assert_eq!(dedent("      a", 4), "  a");
        assert_eq!(dedent("\ta", 4), "a");
        assert_eq!(dedent(" a", 4), "a");
    }

    #[test]
    fn a_range_ends_at_its_last_line_with_text() {
        let source = Source::new("a\nb\n\n", vec![5, 6, 7, 8]);
        assert_eq!(source.lines(0, 5), (0, 1));
        assert_eq!((source.number(1), source.line(1)), (6, "b"));
        assert_eq!((source.line_at(2), source.line_start(1)), (1, 2));
    }
}
