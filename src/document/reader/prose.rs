//! The decisions both readers take about a paragraph: heading, labelled item or body text.

use super::builder::Builder;
use super::details::Details;
use super::heading::{self, NextLabel, Score};
use super::label::{Candidate, Numbering, Placement, candidates};
use super::segment::Paragraph;
use crate::document::block::{Block, Kind};
use crate::document::{Profile, ReadError};

/// What a reader has counted; recorded on the root.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) labelled: usize,
    pub(super) headings: usize,
}

pub(super) struct Prose<'n, 'p> {
    pub(super) profile: &'p Profile,
    pub(super) builder: Builder<'n>,
    pub(super) numbering: Numbering,
    pub(super) tally: Tally,
}

impl<'p> Prose<'_, 'p> {
    pub(super) fn reset_of(&self, text: &str) -> Option<&'p str> {
        let text = text.trim();
        self.profile.resets.iter().find(|reset| reset.pattern.is_match(text)).map(|reset| reset.name.as_str())
    }

    /// True for a text that would be a heading if it stood alone.
    pub(super) fn reads_like_a_title(&self, text: &str) -> bool {
        heading::is_shouting(text)
            || heading::score(text, &self.profile.heading_rule, NextLabel::None).is_heading()
    }

    pub(super) fn candidates<'t>(&self, text: &'t str) -> Vec<Candidate<'p, 't>> {
        candidates(text, &self.profile.labels)
    }

    /// Places a label; quoted labels and those of a heading that restarts numbering are only looked at.
    pub(super) fn placed(
        &mut self,
        found: &[Candidate<'p, '_>],
        indent: usize,
        commit: bool,
    ) -> Option<Placement<'p>> {
        if commit { self.numbering.place(found, indent) } else { self.numbering.preview(found, indent) }
    }

    fn next_label(&self, own: Option<&Placement<'_>>, next: Option<(&str, usize)>) -> NextLabel {
        let Some((text, indent)) = next else { return NextLabel::None };
        let Some(next) = self.numbering.preview(&self.candidates(text), indent) else {
            return NextLabel::None;
        };
        match own {
            Some(own) if next.level <= own.level => NextLabel::Peer,
            _ => NextLabel::Deeper,
        }
    }

    /// Reads one paragraph; `next` is the text and indent of what follows, as far as it may carry a label.
    pub(super) fn paragraph(
        &mut self,
        paragraph: &Paragraph,
        next: Option<(&str, usize)>,
        quoted: bool,
        mut details: Details,
    ) -> Result<(), ReadError> {
        let lines = (paragraph.first, paragraph.last);
        let text = paragraph.text.as_str();
        let reset = self.reset_of(text);
        let found = self.candidates(text);
        let placement = self.placed(&found, paragraph.indent, reset.is_none() && !quoted);
        let rest = placement.as_ref().map_or(text, |placement| placement.rest.as_str()).to_owned();
        let next = self.next_label(placement.as_ref(), next);
        let score = heading::score(&rest, &self.profile.heading_rule, next);

        if let Some(placement) = &placement {
            placement.record(&mut details);
        }
        score.record(&mut details);
        if let Some(reset) = reset {
            details.word("heading_reset", reset);
        }
        if paragraph.rejoined > 0 {
            details.count("rejoined_lines", paragraph.rejoined + 1);
        }

        let is_heading = reset.is_some() || score.is_heading();
        if is_heading && !quoted {
            return self.prose_heading(rest, placement, &score, reset, &details, lines);
        }
        if is_heading {
            details.flag("quoted_heading", true);
        } else if let Some(placement) = placement {
            let mut block = Block::new(Kind::ListItem, rest);
            block.level = placement.level;
            block.matched_by = placement.matched_by();
            block.confidence = placement.confidence;
            block.label = Some(placement.label);
            let rank = block.level + 1;
            self.tally.labelled += 1;
            return self.builder.open((rank, paragraph.indent), block, &details, lines);
        }
        self.body(text.to_owned(), paragraph.indent, &score, details, lines)
    }

    fn prose_heading(
        &mut self,
        text: String,
        placement: Option<Placement<'_>>,
        score: &Score,
        reset: Option<&str>,
        details: &Details,
        lines: (usize, usize),
    ) -> Result<(), ReadError> {
        let mut block = Block::new(Kind::Heading, text);
        let rank;
        if let Some(reset) = reset {
            self.numbering.reset();
            rank = 0;
            block.matched_by = format!("heading:{reset}").into();
            block.confidence = 0.75;
        } else if let Some(placement) = &placement {
            block.level = placement.level;
            rank = block.level + 1;
            block.matched_by = placement.matched_by();
            block.confidence = placement.confidence;
        } else {
            rank = 1;
            block.matched_by = "heading:score".into();
            block.confidence = score.confidence();
        }
        self.tally.headings += 1;
        self.tally.labelled += usize::from(placement.is_some());
        block.label = placement.map(|placement| placement.label);
        self.builder.open_section((rank, 0), block, details, lines)
    }

    /// Text that is neither heading nor labelled: it continues the labelled block it follows.
    fn body(
        &mut self,
        text: String,
        indent: usize,
        score: &Score,
        mut details: Details,
        lines: (usize, usize),
    ) -> Result<(), ReadError> {
        let above = self.builder.innermost();
        let (continues, reason, confidence) = if score.is_heading() {
            (false, "heading_claims_it", 0.0)
        } else if above.kind != Kind::ListItem {
            (false, "no_open_label", 0.0)
        } else if indent > self.builder.indent() {
            (true, "indented_under_label", 0.6)
        } else {
            (true, "follows_label", 0.5)
        };
        let mut block = Block::new(Kind::Paragraph, text);
        if continues {
            block.level = above.level;
            block.matched_by = "continuation".into();
            block.confidence = confidence;
        }
        details.flag("continuation", continues);
        details.word("continuation_reason", reason);
        self.builder.push(block, &details, lines)?;
        Ok(())
    }
}
