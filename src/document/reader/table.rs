//! Pipe tables: rows of cells from raw lines, so that a short or long row is seen as it is written.

use pulldown_cmark::Alignment;

#[derive(Debug)]
pub(super) struct Table {
    pub(super) alignments: Vec<&'static str>,
    /// The normalised line and the cells of each row; the header first.
    pub(super) rows: Vec<(usize, Vec<String>)>,
}

impl Table {
    pub(super) fn new<'t>(alignments: &[Alignment], rows: impl Iterator<Item = (usize, &'t str)>) -> Self {
        let alignments = alignments
            .iter()
            .map(|alignment| match alignment {
                Alignment::None => "default",
                Alignment::Left => "left",
                Alignment::Center => "center",
                Alignment::Right => "right",
            })
            .collect();
        Self { alignments, rows: rows.map(|(line, text)| (line, cells(text))).collect() }
    }

    pub(super) fn columns(&self) -> usize {
        self.alignments.len()
    }
}

fn cells(line: &str) -> Vec<String> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let mut cells = Vec::new();
    let mut cell = String::new();
    let mut chars = line.chars().peekable();
    let mut closed = false;
    while let Some(c) = chars.next() {
        closed = false;
        match c {
            '\\' => match chars.next_if_eq(&'|') {
                Some(bar) => cell.push(bar),
                None => cell.push('\\'),
            },
            '|' => {
                cells.push(cell.trim().to_owned());
                cell.clear();
                closed = true;
            }
            other => cell.push(other),
        }
    }
    if !closed {
        cells.push(cell.trim().to_owned());
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_part_cells_unless_escaped() {
        assert_eq!(cells("| a | b |"), ["a", "b"]);
        assert_eq!(cells(r"a \| b | c"), ["a | b", "c"]);
        assert_eq!(cells("| a || c |"), ["a", "", "c"]);
        assert_eq!(cells(r"| \x |"), [r"\x"]);
    }
}
