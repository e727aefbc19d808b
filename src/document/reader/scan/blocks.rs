//! Blocks from the lines that they stand on.

use pulldown_cmark::Alignment;

use super::{Base, Content, MAX_RESCANS, Pass, Source};
use crate::document::reader::lines::{dedent, unquote};
use crate::document::reader::normalise::indent;
use crate::document::reader::segment::{Paragraph, segment};
use crate::document::reader::table;

impl Pass<'_, '_, '_> {
    /// Where the text of a block starts on its first line: after the marker of an item that stands there.
    fn first_line(&self, start: usize, run: bool) -> &str {
        let line = self.source.line_at(start);
        let whole = self.source.line(line);
        let line_start = self.source.line_start(line);
        match self.items.last() {
            Some(item) if self.source.line_at(item.content.saturating_sub(1)) == line => {
                let from = if run { item.content } else { start };
                whole.get(from.saturating_sub(line_start)..).unwrap_or_default()
            }
            _ => unquote(whole, self.quotes),
        }
    }

    pub(super) fn paragraph(&mut self, start: usize, end: usize, run: bool) {
        let (first, last) = self.source.lines(start, end);
        let mut paragraphs = {
            let lines = (first..=last).map(|line| {
                let text = if line == first {
                    self.first_line(start, run)
                } else {
                    unquote(self.source.line(line), self.quotes)
                };
                (self.source.number(line), text)
            });
            segment(lines, self.scanner.profile).into_iter()
        };
        if self.takes_text() {
            match paragraphs.next() {
                Some(own) => self.emit_item(own.text, false, own.rejoined, (own.first, own.last)),
                None => self.emit_pending_item(),
            }
        }
        for mut paragraph in paragraphs {
            paragraph.indent += self.base.indent;
            let lines = (paragraph.first, paragraph.last);
            self.emit(Content::Paragraph(paragraph), lines);
        }
    }

    pub(super) fn heading(&mut self, hashes: usize, start: usize, end: usize) {
        let (first, last) = self.source.lines(start, end);
        let lines = self.numbers((first, last));
        let first_line = self.source.text.get(start..).unwrap_or_default();
        let first_line = first_line.split('\n').next().unwrap_or_default().trim();
        let setext = !first_line.starts_with('#');
        let text = if setext {
            let mut text = first_line.to_owned();
            for line in first + 1..last {
                text.push(' ');
                text.push_str(unquote(self.source.line(line), self.quotes).trim());
            }
            text
        } else {
            let bare = first_line.trim_start_matches('#').trim();
            let open = bare.trim_end_matches('#');
            // Closing signs stand apart from the text.
            if open.is_empty() || open.ends_with([' ', '\t']) { open } else { bare }.trim().to_owned()
        };
        let indent = self.base.indent + indent(unquote(self.source.line(first), self.quotes));
        if self.takes_text() {
            return self.emit_item(text, true, 0, lines);
        }
        if self.base.depth + self.items.len() > 0 {
            let paragraph = Paragraph { text, indent, first: lines.0, last: lines.1, rejoined: 0 };
            return self.emit(Content::Paragraph(paragraph), lines);
        }
        self.emit(Content::Heading { hashes, setext, text, indent }, lines);
    }

    pub(super) fn fence(&mut self, info: String, text: String, start: usize, end: usize) {
        let (first, last) = self.source.lines(start, end);
        let indent = self.base.indent + indent(unquote(self.source.line(first), self.quotes));
        let text = text.strip_suffix('\n').map(str::to_owned).unwrap_or(text);
        let lines = self.numbers((first, last));
        self.emit(Content::Fence { info, text, indent }, lines);
    }

    pub(super) fn table(&mut self, alignments: &[Alignment], start: usize, end: usize) {
        let (first, last) = self.source.lines(start, end);
        let rows = (first..=last).filter(|&line| line != first + 1).map(|line| {
            let text = if line == first { self.first_line(start, false) } else { self.source.line(line) };
            (self.source.number(line), unquote(text, if line == first { 0 } else { self.quotes }))
        });
        let table = table::Table::new(alignments, rows);
        let indent = self.base.indent + indent(unquote(self.source.line(first), self.quotes));
        let lines = self.numbers((first, last));
        self.emit(Content::Table { table, indent }, lines);
    }

    /// Text that Markdown would take as code because it is indented.
    pub(super) fn indented(&mut self, start: usize, end: usize) {
        let (first, last) = self.source.lines(start, end);
        let lines: Vec<(usize, &str)> = (first..=last)
            .map(|line| {
                let text = if line == first { self.first_line(start, false) } else { self.source.line(line) };
                (self.source.number(line), unquote(text, if line == first { 0 } else { self.quotes }))
            })
            .collect();
        let indents = lines.iter().filter(|(_, line)| !line.trim().is_empty()).map(|(_, line)| indent(line));
        let by = indents.min().unwrap_or_default();
        let base = Base {
            depth: self.base.depth + self.items.len(),
            indent: self.base.indent + by,
            quoted: self.base.quoted || self.quotes > 0,
            rescans: self.base.rescans + 1,
        };
        let mut text = String::new();
        for (index, (_, line)) in lines.iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            text.push_str(dedent(line, by));
        }
        let numbers: Vec<usize> = lines.iter().map(|&(number, _)| number).collect();
        if base.rescans > MAX_RESCANS {
            let lines = numbers.iter().copied().zip(text.split('\n'));
            for paragraph in segment(lines, self.scanner.profile) {
                let lines = (paragraph.first, paragraph.last);
                self.emit(Content::Paragraph(paragraph), lines);
            }
            return;
        }
        self.scanner.pass(Source::new(&text, numbers), base);
    }
}
