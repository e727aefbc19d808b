//! Markdown: its syntax first, then the profile's labels and headings.

use std::sync::LazyLock;

use regex::Regex;

use super::builder::Builder;
use super::details::Details;
use super::label::Numbering;
use super::normalise::Normalised;
use super::prose::{Prose, Tally};
use super::scan::{Content, Event, Scanner};
use super::table::Table;
use crate::document::block::{Block, Dropped, Kind};
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
    // Each event goes when it has become blocks, so that a text is not held twice for long.
    let mut events: Vec<Option<Event>> = events.into_iter().map(Some).collect();
    for (index, following) in following.into_iter().enumerate() {
        let Some(event) = events.get_mut(index).and_then(Option::take) else { continue };
        let next = following.and_then(|next| events.get(next)).and_then(Option::as_ref);
        reader.event(&event, next)?;
    }
    let prose = &mut reader.prose;
    let mut details = Details::new();
    details.word("reader", "markdown");
    details.word("profile", profile.name());
    details.count("blocks", count);
    details.count("labelled", prose.tally.labelled);
    details.count("headings", prose.tally.headings);
    details.count("numbering_resets", prose.numbering.resets);
    prose.builder.describe_root(&details);
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
        let mut details = Details::new();
        let indent = match &event.content {
            Content::Heading { indent, .. }
            | Content::Item { indent, .. }
            | Content::Fence { indent, .. }
            | Content::Table { indent, .. } => *indent,
            Content::Paragraph(paragraph) => paragraph.indent,
        };
        details.count("indent", indent);
        if event.quoted {
            details.flag("quote", true);
        }
        match &event.content {
            Content::Paragraph(paragraph) => {
                let next = next.and_then(|next| match &next.content {
                    Content::Paragraph(paragraph) => Some((paragraph.text.as_str(), paragraph.indent)),
                    Content::Item { text, indent, .. } => Some((text.as_str(), *indent)),
                    _ => None,
                });
                details.word("markdown", "paragraph");
                self.prose.paragraph(paragraph, next, event.quoted, details)
            }
            Content::Heading { hashes, setext, text, indent } => {
                self.heading(*hashes, *setext, text, *indent, details, event)
            }
            Content::Item { marker, ordered, depth, indent, text, heading, rejoined } => {
                details.word("markdown", "list");
                details.word("list_marker", marker);
                details.flag("list_ordered", *ordered);
                details.count("list_depth", *depth);
                if *rejoined > 0 {
                    details.count("rejoined_lines", rejoined + 1);
                }
                self.item(text, marker, (*ordered, *heading), *depth, *indent, details, event)
            }
            Content::Fence { info, text, .. } => {
                let mut block = Block::new(Kind::Paragraph, text.clone());
                block.level = self.prose.builder.innermost().level;
                block.matched_by = "markdown:fence".into();
                block.confidence = 1.0;
                details.word("markdown", "fence");
                details.word("fence", info);
                details.count("fence_lines", text.split('\n').count());
                self.prose.builder.push(block, &details, event.lines)?;
                Ok(())
            }
            Content::Table { table, .. } => self.table(table, details, event),
        }
    }

    fn heading(
        &mut self,
        hashes: usize,
        setext: bool,
        text: &str,
        indent: usize,
        mut details: Details,
        event: &Event,
    ) -> Result<(), ReadError> {
        let syntax = if setext { "setext" } else { "atx" };
        details.count("atx_level", hashes);
        details.word("markdown", syntax);
        let prose = &mut self.prose;
        if event.quoted {
            details.flag("quoted_heading", true);
            let mut block = Block::new(Kind::Paragraph, text.to_owned());
            block.matched_by = if setext { "markdown:setext" } else { "markdown:atx" }.into();
            block.confidence = 1.0;
            prose.builder.push(block, &details, event.lines)?;
            return Ok(());
        }
        let reset = prose.reset_of(text);
        let found = prose.candidates(text);
        let placement = prose.placed(&found, indent, reset.is_none());
        let mut block = Block::new(Kind::Heading, text.to_owned());
        block.matched_by = if setext { "markdown:setext" } else { "markdown:atx" }.into();
        block.confidence = 1.0;
        let mut rank = hashes;
        if let Some(placement) = placement {
            placement.record(&mut details);
            details.number("label_confidence", placement.confidence);
            block.text.clone_from(&placement.rest);
            block.level = placement.level;
            rank = hashes.max(placement.level + 1);
            block.label = Some(placement.label);
            prose.tally.labelled += 1;
        }
        if let Some(reset) = reset {
            details.word("heading_reset", reset);
            prose.numbering.reset();
            block.level = 0;
            rank = 0;
        }
        prose.tally.headings += 1;
        prose.builder.open_section((rank, hashes), block, &details, event.lines)
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one event")]
    fn item(
        &mut self,
        text: &str,
        marker: &str,
        (ordered, heading): (bool, bool),
        depth: usize,
        indent: usize,
        mut details: Details,
        event: &Event,
    ) -> Result<(), ReadError> {
        let prose = &mut self.prose;
        let found = prose.candidates(text);
        let mut block = Block::new(Kind::ListItem, text.to_owned());
        // Numbered titles are the clauses of an agreement and end the preamble before them. Other items are a list
        // in the section that they stand in.
        let mut within = !(heading || ordered && prose.reads_like_a_title(text));
        match prose.placed(&found, indent, !event.quoted) {
            Some(placement) => {
                placement.record(&mut details);
                block.text.clone_from(&placement.rest);
                block.matched_by = placement.matched_by();
                block.confidence = placement.confidence;
                block.level = placement.level.max(depth);
                if block.level > placement.level {
                    details.count("label_level", placement.level);
                    details.word("level_source", "list_depth");
                }
                block.label = Some(placement.label);
                prose.tally.labelled += 1;
                within = false;
            }
            None => {
                block.matched_by = "markdown:list".into();
                block.confidence = 1.0;
                block.level = depth;
                if ordered {
                    block.label = Some(marker.to_owned());
                    details.word("label_source", "list_marker");
                }
            }
        }
        let rank = block.level + 1;
        if within {
            return prose.builder.open_within((rank, indent), block, &details, event.lines);
        }
        prose.builder.open((rank, indent), block, &details, event.lines)
    }

    fn table(&mut self, table: &Table, mut details: Details, event: &Event) -> Result<(), ReadError> {
        let builder = &mut self.prose.builder;
        let level = builder.innermost().level;
        let columns = table.columns();
        let block = |kind, text: String, matched_by: &'static str| {
            let mut block = Block::new(kind, text);
            block.level = level;
            block.matched_by = matched_by.into();
            block.confidence = 1.0;
            block
        };
        details.word("markdown", "pipe_table");
        details.words("alignments", table.alignments.iter().copied());
        details.count("columns", columns);
        details.count("rows", table.rows.len());
        let parent =
            builder.push(block(Kind::Table, String::new(), "markdown:pipe_table"), &details, event.lines)?;
        for (index, (line, cells)) in table.rows.iter().enumerate() {
            let header = index == 0;
            let mut details = Details::new();
            details.flag("header", header);
            details.count("row", index);
            if cells.len() != columns {
                details.flag("ragged", true);
            }
            let lines = (*line, *line);
            let row = block(Kind::Row, String::new(), "markdown:table_row");
            let row = builder.push_under(parent, row, &details, lines)?;
            for column in 0..cells.len().max(columns) {
                let text = cells.get(column).cloned().unwrap_or_default();
                let alignment = table.alignments.get(column).copied().unwrap_or("default");
                let mut details = Details::new();
                details.flag("header", header);
                details.count("column", column);
                details.word("alignment", alignment);
                builder.push_under(row, block(Kind::Cell, text, "markdown:table_cell"), &details, lines)?;
            }
        }
        Ok(())
    }
}
