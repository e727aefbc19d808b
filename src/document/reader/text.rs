//! Plain text: paragraphs parted by blank lines, read through the profile.

use super::builder::Builder;
use super::label::Numbering;
use super::normalise::Normalised;
use super::prose::{Prose, Tally};
use super::segment::{Paragraph, segment};
use crate::document::block::{Attribute, Attributes, Block, Kind};
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
        let mut attrs = Attributes::with_capacity(12);
        attrs.push(("indent".into(), paragraph.indent.into()));
        prose.paragraph(paragraph, next, false, attrs)?;
    }
    let count = |count: usize| Attribute::from(count);
    let attrs = vec![
        ("reader".into(), "text".into()),
        ("profile".into(), profile.name().to_owned().into()),
        ("paragraphs".into(), count(paragraphs.len())),
        ("labelled".into(), count(prose.tally.labelled)),
        ("headings".into(), count(prose.tally.headings)),
        ("numbering_resets".into(), count(prose.numbering.resets)),
    ];
    prose.builder.root().attrs = attrs;
    Ok(prose.builder.into_blocks())
}
