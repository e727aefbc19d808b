//! What a text is as Markdown, as far as modifiers need to know: what has to be left alone, and where prose,
//! headings and lists stand.

use std::ops::Range;
use std::sync::LazyLock;

use pulldown_cmark::{Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use regex::Regex;

use super::snapshot::lines;

/// Markdown as GitHub reads it.
pub(super) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM
        | Options::ENABLE_MATH
}

/// The structure of one text. All offsets are bytes of that text.
#[derive(Debug, Default)]
pub struct Structure {
    body: usize,
    protected: Vec<Range<usize>>,
    prose: Vec<Prose>,
    headings: Vec<Heading>,
    bullet_lists: Vec<BulletList>,
    hard_breaks: Vec<Range<usize>>,
}

/// A piece of text that is shown as it is written, or that stands for one character (an entity).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prose {
    /// Where it stands.
    pub range: Range<usize>,
    /// The character it stands for, when it is written as an entity.
    pub entity: Option<char>,
    /// True when nothing that is shown stands between this piece and the one before it.
    pub joined: bool,
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// From its first character to after its line end.
    pub range: Range<usize>,
    /// 1 to 6.
    pub level: usize,
    /// True when it stands in no list and no quote.
    pub top: bool,
    /// True when it is written with `#`.
    pub atx: bool,
}

/// A list whose items begin with `-`, `*` or `+`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulletList {
    /// Where the marker of each item stands.
    pub markers: Vec<usize>,
    /// True when another bullet list stands right before or after it: only the marker keeps the two apart.
    pub has_neighbour: bool,
}

/// A container that is open while events are read.
struct Open {
    /// The index of the bullet list, for a bullet list.
    list: Option<usize>,
    /// The bullet list that ended last in this container, if nothing came after it.
    last_list: Option<usize>,
    /// Where the last child ended; what follows in a link is its destination.
    content_end: usize,
}

impl Structure {
    pub(super) fn of(text: &str) -> Self {
        let body = body_start(text);
        let mut structure = Self { body, ..Self::default() };
        if body > 0 {
            structure.protected.push(0..body);
        }
        let mut events = Parser::new_ext(text.get(body..).unwrap_or_default(), options()).into_offset_iter();
        let mut reader =
            Reader { text, structure, open: Vec::new(), last_list: None, quiet: 0, joined: false };
        for (event, range) in &mut events {
            reader.event(&event, range.start + body..range.end + body);
        }
        let mut structure = reader.structure;
        let definitions = events.reference_definitions().iter();
        structure.protected.extend(definitions.map(|(_, def)| def.span.start + body..def.span.end + body));
        protect_bare_links(text, &structure.prose, &mut structure.protected);
        structure.protected = merged(structure.protected);
        structure
    }

    /// Where the text after a byte order mark and front matter begins.
    #[must_use]
    pub fn body(&self) -> usize {
        self.body
    }

    /// True when a range touches what has to be left alone: code, mathematics, HTML, link destinations and
    /// definitions, front matter. An empty range does when it stands inside, not at an edge.
    #[must_use]
    pub fn is_protected(&self, range: &Range<usize>) -> bool {
        let next = self.protected.partition_point(|protected| protected.end <= range.start);
        self.protected.get(next).is_some_and(|protected| {
            if range.is_empty() { protected.start < range.start } else { protected.start < range.end }
        })
    }

    /// What has to be left alone, in order and apart from each other.
    #[must_use]
    pub fn protected(&self) -> &[Range<usize>] {
        &self.protected
    }

    /// The pieces of prose, in order.
    #[must_use]
    pub fn prose(&self) -> &[Prose] {
        &self.prose
    }

    /// The headings, in order.
    #[must_use]
    pub fn headings(&self) -> &[Heading] {
        &self.headings
    }

    /// The bullet lists, in the order in which they begin.
    #[must_use]
    pub fn bullet_lists(&self) -> &[BulletList] {
        &self.bullet_lists
    }

    /// True when a hard line break begins in the range.
    #[must_use]
    pub fn has_hard_break(&self, range: &Range<usize>) -> bool {
        let next = self.hard_breaks.partition_point(|hard| hard.start < range.start);
        self.hard_breaks.get(next).is_some_and(|hard| hard.start < range.end)
    }
}

struct Reader<'t> {
    text: &'t str,
    structure: Structure,
    open: Vec<Open>,
    last_list: Option<usize>,
    /// How many elements are open whose text is no prose.
    quiet: usize,
    /// True right after a piece of prose.
    joined: bool,
}

impl Reader<'_> {
    fn event(&mut self, event: &Event<'_>, range: Range<usize>) {
        let joined = std::mem::take(&mut self.joined);
        match event {
            Event::Start(tag) => return self.start(tag, range),
            Event::End(tag) => return self.end(*tag, range),
            Event::Text(shown) if self.quiet == 0 => {
                let source = self.text.get(range.clone()).unwrap_or_default();
                let entity = (source != &**shown).then(|| shown.chars().next()).flatten();
                if entity.is_some() || source == &**shown {
                    self.structure.prose.push(Prose { range: range.clone(), entity, joined });
                    self.joined = true;
                }
            }
            Event::Code(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::Html(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_) => self.structure.protected.push(range.clone()),
            Event::HardBreak => self.structure.hard_breaks.push(range.clone()),
            Event::Text(_) | Event::SoftBreak | Event::Rule | Event::TaskListMarker(_) => {}
        }
        self.passed(range.end);
    }

    /// Remembers that something stood in the innermost container, up to `end`.
    fn passed(&mut self, end: usize) {
        match self.open.last_mut() {
            Some(open) => {
                open.content_end = open.content_end.max(end);
                open.last_list = None;
            }
            None => self.last_list = None,
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        let before = match self.open.last() {
            Some(open) => open.last_list,
            None => self.last_list,
        };
        let mut list = None;
        match tag {
            Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::MetadataBlock(_) => {
                // Indented code begins after its indentation, which is part of it.
                let line = self.text.get(..range.start).and_then(|text| text.rfind(['\n', '\r']));
                self.structure.protected.push(line.map_or(0, |at| at + 1)..range.end);
                self.quiet += 1;
            }
            Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. } => {
                self.structure.protected.push(range.clone());
                self.quiet += 1;
            }
            Tag::Heading { level, .. } => {
                let level = level_number(*level);
                let source = self.text.get(range.clone()).unwrap_or_default();
                let after = source.trim_start_matches('#');
                let atx = source.len() - after.len() == level
                    && (after.is_empty() || after.starts_with([' ', '\t', '\n', '\r']));
                let top = self.open.is_empty();
                self.structure.headings.push(Heading { range: range.clone(), level, top, atx });
            }
            Tag::List(None) => {
                let index = self.structure.bullet_lists.len();
                let has_neighbour = before.is_some();
                if let Some(before) = before.and_then(|before| self.structure.bullet_lists.get_mut(before)) {
                    before.has_neighbour = true;
                }
                self.structure.bullet_lists.push(BulletList { markers: Vec::new(), has_neighbour });
                list = Some(index);
            }
            Tag::Item => {
                let rest = self.text.get(range.clone()).unwrap_or_default();
                let marker = range.start + (rest.len() - rest.trim_start_matches([' ', '\t']).len());
                if let Some(index) = self.open.last().and_then(|open| open.list)
                    && let Some(list) = self.structure.bullet_lists.get_mut(index)
                {
                    list.markers.push(marker);
                }
            }
            _ => {}
        }
        self.open.push(Open { list, last_list: None, content_end: range.start });
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        let closed = self.open.pop();
        match tag {
            TagEnd::CodeBlock | TagEnd::HtmlBlock | TagEnd::MetadataBlock(_) => {
                self.quiet = self.quiet.saturating_sub(1);
            }
            TagEnd::Link | TagEnd::Image => {
                let content_end = closed.as_ref().map_or(range.start, |open| open.content_end);
                let source = self.text.get(range.clone()).unwrap_or_default();
                // An autolink is a link that begins with its bracket.
                if source.starts_with('<') && tag == TagEnd::Link {
                    self.quiet = self.quiet.saturating_sub(1);
                }
                self.structure.protected.push(content_end..range.end);
            }
            _ => {}
        }
        self.passed(range.end);
        if let Some(list) = closed.and_then(|open| open.list) {
            match self.open.last_mut() {
                Some(open) => open.last_list = Some(list),
                None => self.last_list = Some(list),
            }
        }
    }
}

/// An address that becomes a link without any markup, as GitHub Flavored Markdown defines it.
static BARE_LINK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)(?:https?://|ftp://|www\.)[a-z0-9_-]+(?:\.[a-z0-9_-]+)+[^\s<]*").ok());

/// Protects addresses in prose. Pieces that follow one another are one text: emphasis marks and entities cut them.
fn protect_bare_links(text: &str, prose: &[Prose], protected: &mut Vec<Range<usize>>) {
    let Some(bare_link) = BARE_LINK.as_ref() else { return };
    for run in prose.chunk_by(|before, after| after.joined && before.range.end == after.range.start) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
        let start = first.range.start;
        for found in bare_link.find_iter(text.get(start..last.range.end).unwrap_or_default()) {
            let before = text.get(..start + found.start()).and_then(|text| text.chars().next_back());
            if before.is_none_or(|c| c.is_whitespace() || matches!(c, '*' | '_' | '~' | '(')) {
                protected.push(start + found.start()..start + found.end());
            }
        }
    }
}

/// Where the document begins after a byte order mark and front matter, which is between `---` lines (YAML) or `+++`
/// lines (TOML) at the very beginning.
fn body_start(text: &str) -> usize {
    let mark = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let rest = text.get(mark..).unwrap_or_default();
    let mut lines =
        lines(rest).map(|line| (rest.get(line.start..line.content_end).unwrap_or_default(), line.end));
    let fence = match lines.next() {
        Some((first, _)) => first.trim_end_matches([' ', '\t']),
        None => return mark,
    };
    let closes = |line: &str| match fence {
        "---" => matches!(line.trim_end_matches([' ', '\t']), "---" | "..."),
        _ => line.trim_end_matches([' ', '\t']) == "+++",
    };
    if !matches!(fence, "---" | "+++") {
        return mark;
    }
    let mut first = true;
    for (line, end) in lines {
        // A line of dashes with a blank line after it is a thematic break.
        if std::mem::take(&mut first) && line.trim().is_empty() {
            return mark;
        }
        if closes(line) {
            return mark + end;
        }
    }
    mark
}

fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match apart.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => apart.push(range),
        }
    }
    apart
}

fn level_number(level: HeadingLevel) -> usize {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn protected(text: &str) -> Vec<&str> {
        Structure::of(text).protected().iter().map(|range| &text[range.clone()]).collect()
    }

    #[test]
    fn front_matter_is_what_stands_between_fences_at_the_very_beginning() {
        let body = |text: &str| text[Structure::of(text).body()..].to_owned();
        assert_eq!(body("---\na: 1\n---\nb\n"), "b\n");
        assert_eq!(body("\u{FEFF}---\r\na: 1\r\n...\r\nb\r\n"), "b\r\n");
        assert_eq!(body("+++\na = 1\n+++\n"), "");
        assert_eq!(body("---\n---\nb"), "b");
        for text in ["---\n\na\n---\n", "---\na: 1\n", "a\n---\nb\n---\n", "--- a\n---\n", ""] {
            assert_eq!(body(text), text);
        }
    }

    #[test]
    fn code_html_and_destinations_are_protected() {
        assert_eq!(
            protected("a `b` <i>c</i> [d](e \"f\") ![g][h]\n\n[h]: /i\n"),
            ["`b`", "<i>", "</i>", "](e \"f\")", "][h]", "[h]: /i"]
        );
        assert_eq!(protected("- x\n\n      code\n\n<div>\ny\n"), ["      code\n", "<div>\ny\n"]);
        assert_eq!(protected("<http://a.b> $x$"), ["<http://a.b>", "$x$"]);
    }

    #[test]
    fn addresses_that_become_links_are_protected_and_what_looks_like_one_is_not() {
        assert_eq!(
            protected("see https://a.b/c_d_e&amp;f, (www.a.b)."),
            ["https://a.b/c_d_e&amp;f,", "www.a.b)."]
        );
        assert!(protected("xhttps://a.b https://@me ssh://a.b /www.a.b").is_empty());
    }

    #[test]
    fn lists_know_their_markers_and_their_neighbours() {
        let lists = |text: &str| {
            let found = Structure::of(text).bullet_lists().to_vec();
            found.into_iter().map(|list| (list.markers, list.has_neighbour)).collect::<Vec<_>>()
        };
        assert_eq!(lists("* a\n  - b\n* c\n"), [(vec![0, 10], false), (vec![6], false)]);
        assert_eq!(lists("* a\n\n- b\n"), [(vec![0], true), (vec![5], true)]);
        assert_eq!(lists("* a\n\nx\n\n- b\n"), [(vec![0], false), (vec![8], false)]);
        assert_eq!(lists("> * a\n> * b\n"), [(vec![2, 8], false)]);
    }

    #[test]
    fn an_empty_range_is_protected_only_inside() {
        let structure = Structure::of("a `b` c");
        assert!(structure.is_protected(&(3..3)) && structure.is_protected(&(0..3)));
        assert!(
            !structure.is_protected(&(2..2))
                && !structure.is_protected(&(5..5))
                && !structure.is_protected(&(5..7))
        );
    }
}
