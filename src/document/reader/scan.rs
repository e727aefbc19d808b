//! Markdown syntax as a flat sequence of blocks.
//!
//! `pulldown-cmark` finds the blocks and their offsets. The text of a block is its raw source: emphasis, code and
//! links stay as they are written. A heading that begins a list item is the item's own text, and indented code is
//! read as text, because agreements indent their clauses.

mod blocks;

use pulldown_cmark::{CodeBlockKind, Event as Syntax, Options, Parser, Tag, TagEnd};

use super::lines::Source;
use super::normalise::indent;
use super::segment::Paragraph;
use super::table;
use crate::document::Profile;

/// One block of Markdown.
#[derive(Debug)]
pub(super) struct Event {
    pub(super) quoted: bool,
    pub(super) content: Content,
    /// Normalised lines, from 0, both included.
    pub(super) lines: (usize, usize),
}

#[derive(Debug)]
pub(super) enum Content {
    /// A heading with its number of `#` signs.
    Heading {
        hashes: usize,
        setext: bool,
        text: String,
        indent: usize,
    },
    /// A list item with its first paragraph.
    Item {
        marker: String,
        ordered: bool,
        depth: usize,
        indent: usize,
        text: String,
        /// Its text is written as a heading.
        heading: bool,
        rejoined: usize,
    },
    Paragraph(Paragraph),
    Fence {
        info: String,
        text: String,
        indent: usize,
    },
    Table {
        table: table::Table,
        indent: usize,
    },
}

/// What the scanner saw and no event carries.
#[derive(Debug, Default)]
pub(super) struct Skipped {
    pub(super) thematic_breaks: usize,
    pub(super) html_blocks: usize,
    pub(super) link_definitions: usize,
}

/// How often text inside indented code is scanned again; deeper text is taken as paragraphs.
const MAX_RESCANS: usize = 6;

pub(super) struct Scanner<'p> {
    profile: &'p Profile,
    pub(super) events: Vec<Event>,
    pub(super) skipped: Skipped,
}

struct Item {
    /// Offset of the item's first text.
    content: usize,
    marker: String,
    ordered: bool,
    indent: usize,
    emitted: bool,
    quotes: usize,
}

struct Pass<'s, 'p, 't> {
    scanner: &'s mut Scanner<'p>,
    source: Source<'t>,
    items: Vec<Item>,
    quotes: usize,
    base: Base,
}

#[derive(Clone, Copy)]
struct Base {
    depth: usize,
    indent: usize,
    quoted: bool,
    rescans: usize,
}

impl<'p> Scanner<'p> {
    pub(super) fn new(profile: &'p Profile) -> Self {
        Self { profile, events: Vec::new(), skipped: Skipped::default() }
    }

    pub(super) fn scan(&mut self, text: &str) {
        let lines = text.split('\n').count();
        let base = Base { depth: 0, indent: 0, quoted: false, rescans: 0 };
        self.pass(Source::new(text, (0..lines).collect()), base);
    }

    fn pass(&mut self, source: Source<'_>, base: Base) {
        let text = source.text;
        let mut pass = Pass { scanner: self, source, items: Vec::new(), quotes: 0, base };
        pass.run(text);
    }
}

impl Pass<'_, '_, '_> {
    fn run(&mut self, text: &str) {
        let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
        self.scanner.skipped.link_definitions += parser.reference_definitions().iter().count();
        // Inline events outside a paragraph belong to a tight list item.
        let mut run: Option<(usize, usize)> = None;
        let mut code: Option<(String, String)> = None;
        let mut inside = 0_usize;
        for (event, range) in parser.into_offset_iter() {
            if inside > 0 {
                match event {
                    Syntax::Start(_) => inside += 1,
                    Syntax::End(_) => {
                        inside -= 1;
                        if inside == 0
                            && let Some((info, text)) = code.take()
                        {
                            self.fence(info, text, range.start, range.end);
                        }
                    }
                    Syntax::Text(text) => {
                        if let Some((_, code)) = &mut code {
                            code.push_str(&text);
                        }
                    }
                    _ => {}
                }
                continue;
            }
            if is_inline(&event) {
                let open = run.get_or_insert((range.start, range.end));
                open.1 = open.1.max(range.end);
                continue;
            }
            if let Some((start, end)) = run.take() {
                self.paragraph(start, end, true);
            }
            match event {
                Syntax::Start(Tag::Paragraph) => {
                    self.paragraph(range.start, range.end, false);
                    inside = 1;
                }
                Syntax::Start(Tag::Heading { level, .. }) => {
                    self.heading(level as usize, range.start, range.end);
                    inside = 1;
                }
                Syntax::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    self.emit_pending_item();
                    code = Some((info.trim().to_owned(), String::new()));
                    inside = 1;
                }
                Syntax::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => {
                    self.emit_pending_item();
                    self.indented(range.start, range.end);
                    inside = 1;
                }
                Syntax::Start(Tag::HtmlBlock) => {
                    self.emit_pending_item();
                    self.scanner.skipped.html_blocks += 1;
                    inside = 1;
                }
                Syntax::Start(Tag::Table(alignments)) => {
                    self.emit_pending_item();
                    self.table(&alignments, range.start, range.end);
                    inside = 1;
                }
                Syntax::Start(Tag::BlockQuote(_)) => {
                    self.emit_pending_item();
                    self.quotes += 1;
                }
                Syntax::End(TagEnd::BlockQuote(_)) => self.quotes = self.quotes.saturating_sub(1),
                Syntax::Start(Tag::Item) => {
                    self.emit_pending_item();
                    self.start_item(range.start);
                }
                Syntax::End(TagEnd::Item) => {
                    self.emit_pending_item();
                    self.items.pop();
                }
                Syntax::Rule => {
                    self.emit_pending_item();
                    self.scanner.skipped.thematic_breaks += 1;
                }
                _ => {}
            }
        }
        if let Some((start, end)) = run.take() {
            self.paragraph(start, end, true);
        }
    }

    fn emit(&mut self, content: Content, lines: (usize, usize)) {
        let quoted = self.base.quoted || self.quotes > 0;
        self.scanner.events.push(Event { quoted, content, lines });
    }

    fn numbers(&self, lines: (usize, usize)) -> (usize, usize) {
        (self.source.number(lines.0), self.source.number(lines.1))
    }

    fn start_item(&mut self, start: usize) {
        let rest = self.source.text.get(start..).unwrap_or_default();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let line = self.source.line_at(start + blank);
        let line_start = self.source.line_start(line);
        let before = self.source.text.get(line_start..start + blank).unwrap_or_default();
        let rest = rest.get(blank..).unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let width = digits + 1;
        let marker =
            if digits > 0 { rest.get(..digits) } else { rest.get(..1) }.unwrap_or_default().to_owned();
        let after = rest.get(width..).unwrap_or_default();
        let gap = after.len() - after.trim_start_matches([' ', '\t']).len();
        self.items.push(Item {
            content: start + blank + width + gap,
            marker,
            ordered: digits > 0,
            indent: self.base.indent + indent(before),
            emitted: false,
            quotes: self.quotes,
        });
    }

    /// The innermost item when it still waits for its text.
    fn takes_text(&self) -> bool {
        self.items.last().is_some_and(|item| !item.emitted && item.quotes == self.quotes)
    }

    fn emit_item(&mut self, text: String, heading: bool, rejoined: usize, lines: (usize, usize)) {
        let depth = self.base.depth + self.items.len();
        if let Some(item) = self.items.last_mut() {
            item.emitted = true;
            let (marker, ordered, indent) = (item.marker.clone(), item.ordered, item.indent);
            self.emit(Content::Item { marker, ordered, depth, indent, text, heading, rejoined }, lines);
        }
    }

    fn emit_pending_item(&mut self) {
        if let Some(item) = self.items.last().filter(|item| !item.emitted) {
            let line = self.source.number(self.source.line_at(item.content.saturating_sub(1)));
            self.emit_item(String::new(), false, 0, (line, line));
        }
    }
}

fn is_inline(event: &Syntax<'_>) -> bool {
    match event {
        Syntax::Text(_)
        | Syntax::Code(_)
        | Syntax::InlineHtml(_)
        | Syntax::InlineMath(_)
        | Syntax::DisplayMath(_)
        | Syntax::FootnoteReference(_)
        | Syntax::SoftBreak
        | Syntax::HardBreak
        | Syntax::TaskListMarker(_) => true,
        Syntax::Start(tag) => matches!(
            tag,
            Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough
                | Tag::Superscript
                | Tag::Subscript
                | Tag::Link { .. }
                | Tag::Image { .. }
        ),
        Syntax::End(tag) => matches!(
            tag,
            TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Superscript
                | TagEnd::Subscript
                | TagEnd::Link
                | TagEnd::Image
        ),
        Syntax::Html(_) | Syntax::Rule => false,
    }
}
