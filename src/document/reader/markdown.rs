//! Markdown: its syntax first, then the profile's labels and headings.

use std::sync::LazyLock;

use regex::Regex;

use super::builder::Builder;
use super::label::Numbering;
use super::normalise::Normalised;
use super::prose::{Prose, Tally};
use super::scan::{Content, Event, Scanner};
use super::table::Table;
use crate::document::block::{Attributes, Block, Dropped, Kind};
use crate::document::{Profile, ReadError};

static IMAGE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"!\[[^\]\n]*\]\([^)\n]*\)").ok());

/// Removes images and counts them.
fn without_images(text: &mut String, count: &mut usize) {
    if !text.contains("![") {
        return;
    }
    let Some(image) = IMAGE.as_ref() else { return };
    let found = image.find_iter(text).count();
    if found > 0 {
        *count += found;
        *text = image.replace_all(text, "").trim().to_owned();
    }
}

pub(super) fn read(
    normal: &Normalised,
    profile: &Profile,
    dropped: &mut Vec<Dropped>,
) -> Result<Vec<Block>, ReadError> {
    let mut scanner = Scanner::new(profile);
    scanner.scan(&normal.text);
    let Scanner { mut events, skipped, .. } = scanner;
    let mut images = 0;
    events.retain_mut(|event| match &mut event.content {
        Content::Heading { text, .. } => {
            without_images(text, &mut images);
            true
        }
        Content::Paragraph(paragraph) => {
            without_images(&mut paragraph.text, &mut images);
            !paragraph.text.is_empty()
        }
        Content::Table { table, .. } => {
            for cell in table.rows.iter_mut().flat_map(|(_, cells)| cells) {
                without_images(cell, &mut images);
            }
            true
        }
        Content::Item { .. } | Content::Fence { .. } => true,
    });
    let mut drop = |kind: &'static str, count, reason: &'static str| {
        if count > 0 {
            dropped.push(Dropped { kind: kind.into(), count, reason: reason.into() });
        }
    };
    drop("thematic_break", skipped.thematic_breaks, "A thematic break carries no text.");
    drop("html_block", skipped.html_blocks, "HTML blocks are not read.");
    drop(
        "link_reference_definition",
        skipped.link_definitions,
        "A link reference definition shows no text of its own.",
    );
    drop("image", images, "Images are not compared.");

    let following = following_labels(&events);
    let count = events.len();
    let mut reader = Reader {
        prose: Prose {
            profile,
            builder: Builder::new(normal, Block::new(Kind::Document, String::new())),
            numbering: Numbering::default(),
            tally: Tally::default(),
        },
    };
    for (index, event) in events.iter().enumerate() {
        let next = following.get(index).copied().flatten().and_then(|next| events.get(next));
        reader.event(event, next)?;
    }
    let prose = &mut reader.prose;
    prose.builder.root().attrs = vec![
        ("reader".into(), "markdown".into()),
        ("profile".into(), profile.name().to_owned().into()),
        ("blocks".into(), count.into()),
        ("labelled".into(), prose.tally.labelled.into()),
        ("headings".into(), prose.tally.headings.into()),
        ("numbering_resets".into(), prose.numbering.resets.into()),
    ];
    Ok(reader.prose.builder.into_blocks())
}

/// For every event the next one that may carry a label; none where a heading comes first.
fn following_labels(events: &[Event]) -> Vec<Option<usize>> {
    let mut following = vec![None; events.len()];
    let mut next = None;
    for (index, event) in events.iter().enumerate().rev() {
        following[index] = next;
        match event.content {
            Content::Paragraph(_) | Content::Item { .. } => next = Some(index),
            Content::Heading { .. } => next = None,
            Content::Fence { .. } | Content::Table { .. } => {}
        }
    }
    following
}

struct Reader<'n, 'p> {
    prose: Prose<'n, 'p>,
}

impl Reader<'_, '_> {
    fn event(&mut self, event: &Event, next: Option<&Event>) -> Result<(), ReadError> {
        self.prose.builder.quoted(event.quoted);
        let mut attrs = Attributes::with_capacity(12);
        let indent = match &event.content {
            Content::Heading { indent, .. }
            | Content::Item { indent, .. }
            | Content::Fence { indent, .. }
            | Content::Table { indent, .. } => *indent,
            Content::Paragraph(paragraph) => paragraph.indent,
        };
        attrs.push(("indent".into(), indent.into()));
        if event.quoted {
            attrs.push(("quote".into(), true.into()));
        }
        match &event.content {
            Content::Paragraph(paragraph) => {
                let next = next.and_then(|next| match &next.content {
                    Content::Paragraph(paragraph) => Some((paragraph.text.as_str(), paragraph.indent)),
                    Content::Item { text, indent, .. } => Some((text.as_str(), *indent)),
                    _ => None,
                });
                attrs.push(("markdown".into(), "paragraph".into()));
                self.prose.paragraph(paragraph, next, event.quoted, attrs)
            }
            Content::Heading { hashes, setext, text, indent } => {
                self.heading(*hashes, *setext, text, *indent, attrs, event)
            }
            Content::Item { marker, ordered, depth, indent, text, rejoined } => {
                attrs.push(("markdown".into(), "list".into()));
                attrs.push(("list_marker".into(), marker.clone().into()));
                attrs.push(("list_ordered".into(), (*ordered).into()));
                attrs.push(("list_depth".into(), (*depth).into()));
                if *rejoined > 0 {
                    attrs.push(("rejoined_lines".into(), (rejoined + 1).into()));
                }
                self.item(text, marker, *ordered, *depth, *indent, attrs, event)
            }
            Content::Fence { info, text, .. } => {
                let mut block = Block::new(Kind::Paragraph, text.clone());
                block.level = self.prose.builder.innermost().level;
                block.matched_by = "markdown:fence".into();
                block.confidence = 1.0;
                attrs.push(("markdown".into(), "fence".into()));
                attrs.push(("fence".into(), info.clone().into()));
                attrs.push(("fence_lines".into(), text.split('\n').count().into()));
                block.attrs = attrs;
                self.prose.builder.push(block, event.lines)?;
                Ok(())
            }
            Content::Table { table, .. } => self.table(table, attrs, event),
        }
    }

    fn heading(
        &mut self,
        hashes: usize,
        setext: bool,
        text: &str,
        indent: usize,
        mut attrs: Attributes,
        event: &Event,
    ) -> Result<(), ReadError> {
        let syntax = if setext { "setext" } else { "atx" };
        attrs.push(("atx_level".into(), hashes.into()));
        attrs.push(("markdown".into(), syntax.into()));
        let prose = &mut self.prose;
        if event.quoted {
            attrs.push(("quoted_heading".into(), true.into()));
            let mut block = Block::new(Kind::Paragraph, text.to_owned());
            block.matched_by = format!("markdown:{syntax}").into();
            block.confidence = 1.0;
            block.attrs = attrs;
            prose.builder.push(block, event.lines)?;
            return Ok(());
        }
        let reset = prose.reset_of(text);
        let found = prose.candidates(text);
        let placement = prose.placed(&found, indent, reset.is_none());
        let mut block = Block::new(Kind::Heading, text.to_owned());
        block.matched_by = format!("markdown:{syntax}").into();
        block.confidence = 1.0;
        let mut rank = hashes;
        if let Some(placement) = placement {
            placement.record(&mut attrs);
            attrs.push(("label_confidence".into(), placement.confidence.into()));
            block.text.clone_from(&placement.rest);
            block.level = placement.level;
            rank = hashes.max(placement.level + 1);
            block.label = Some(placement.label);
            prose.tally.labelled += 1;
        }
        if let Some(reset) = reset {
            attrs.push(("heading_reset".into(), reset.to_owned().into()));
            prose.numbering.reset();
            block.level = 0;
            rank = 0;
        }
        block.attrs = attrs;
        prose.tally.headings += 1;
        prose.builder.open_section(rank, block, event.lines)
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one event")]
    fn item(
        &mut self,
        text: &str,
        marker: &str,
        ordered: bool,
        depth: usize,
        indent: usize,
        mut attrs: Attributes,
        event: &Event,
    ) -> Result<(), ReadError> {
        let prose = &mut self.prose;
        let found = prose.candidates(text);
        let mut block = Block::new(Kind::ListItem, text.to_owned());
        match prose.placed(&found, indent, !event.quoted) {
            Some(placement) => {
                placement.record(&mut attrs);
                block.text.clone_from(&placement.rest);
                block.matched_by = placement.matched_by().into();
                block.confidence = placement.confidence;
                block.level = placement.level.max(depth);
                if block.level > placement.level {
                    attrs.push(("label_level".into(), placement.level.into()));
                    attrs.push(("level_source".into(), "list_depth".into()));
                }
                block.label = Some(placement.label);
                prose.tally.labelled += 1;
            }
            None => {
                block.matched_by = "markdown:list".into();
                block.confidence = 1.0;
                block.level = depth;
                if ordered {
                    block.label = Some(marker.to_owned());
                    attrs.push(("label_source".into(), "list_marker".into()));
                }
            }
        }
        block.attrs = attrs;
        let rank = block.level + 1;
        prose.builder.open(rank, block, event.lines)
    }

    fn table(&mut self, table: &Table, mut attrs: Attributes, event: &Event) -> Result<(), ReadError> {
        let builder = &mut self.prose.builder;
        let level = builder.innermost().level;
        let columns = table.columns();
        let block = |kind, text: String, matched_by: &'static str, attrs| {
            let mut block = Block::new(kind, text);
            block.level = level;
            block.matched_by = matched_by.into();
            block.confidence = 1.0;
            block.attrs = attrs;
            block
        };
        attrs.push(("markdown".into(), "pipe_table".into()));
        attrs.push(("alignments".into(), table.alignments.clone().into()));
        attrs.push(("columns".into(), columns.into()));
        attrs.push(("rows".into(), table.rows.len().into()));
        let parent =
            builder.push(block(Kind::Table, String::new(), "markdown:pipe_table", attrs), event.lines)?;
        for (index, (line, cells)) in table.rows.iter().enumerate() {
            let header = index == 0;
            let mut attrs: Attributes = vec![("header".into(), header.into()), ("row".into(), index.into())];
            if cells.len() != columns {
                attrs.push(("ragged".into(), true.into()));
            }
            let lines = (*line, *line);
            let row = block(Kind::Row, String::new(), "markdown:table_row", attrs);
            let row = builder.push_under(parent, row, lines)?;
            for column in 0..cells.len().max(columns) {
                let text = cells.get(column).cloned().unwrap_or_default();
                let alignment = table.alignments.get(column).copied().unwrap_or("default");
                let attrs = vec![
                    ("header".into(), header.into()),
                    ("column".into(), column.into()),
                    ("alignment".into(), alignment.into()),
                ];
                builder.push_under(row, block(Kind::Cell, text, "markdown:table_cell", attrs), lines)?;
            }
        }
        Ok(())
    }
}
