//! Plain text: paragraphs parted by blank lines, read through the profile.

use super::builder::Builder;
use super::details::Details;
use super::label::Numbering;
use super::normalise::Normalised;
use super::prose::{Prose, Tally};
use super::segment::{Paragraph, segment};
use crate::document::block::{Block, Kind};
use crate::document::{Profile, ReadError};

pub(super) fn read(normal: &Normalised, profile: &Profile) -> Result<Vec<Block>, ReadError> {
    let paragraphs: Vec<Paragraph> = segment(normal.lines().enumerate(), profile);
    let mut prose = Prose {
        profile,
        builder: Builder::new(normal, Block::new(Kind::Document, String::new())),
        numbering: Numbering::default(),
        tally: Tally::default(),
    };
    for (index, paragraph) in paragraphs.iter().enumerate() {
        let next = paragraphs.get(index + 1).map(|next| (next.text.as_str(), next.indent));
        let mut details = Details::new();
        details.count("indent", paragraph.indent);
        prose.paragraph(paragraph, next, false, details)?;
    }
    let mut details = Details::new();
    details.word("reader", "text");
    details.word("profile", profile.name());
    details.count("paragraphs", paragraphs.len());
    details.count("labelled", prose.tally.labelled);
    details.count("headings", prose.tally.headings);
    details.count("numbering_resets", prose.numbering.resets);
    prose.builder.describe_root(&details);
    Ok(prose.builder.into_blocks())
}
