//! Documents as trees of blocks: bytes in, tree out, for Markdown and plain text.

mod builder;
mod details;
mod detect;
mod heading;
mod label;
mod lines;
mod markdown;
mod normalise;
mod prose;
mod scan;
mod segment;
mod table;
mod text;

pub use detect::{Detection, Format, detect};

use super::block::{BlockTree, Dropped};
use super::{Profile, ReadError, semantic};
use normalise::Normalised;

/// The largest document, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// Reads a document as a tree of blocks with roles and spans.
///
/// # Errors
/// The document is too large, no UTF-8, too deeply nested, or has too many blocks.
pub fn read(
    bytes: &[u8],
    format: Format,
    profile: &Profile,
    max_bytes: usize,
) -> Result<BlockTree, ReadError> {
    if bytes.len() > max_bytes {
        return Err(ReadError::TooLarge { bytes: bytes.len(), limit: max_bytes });
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        let line = crate::json::position(bytes, offset).line;
        ReadError::NotUtf8 { offset, line }
    })?;
    let normal = Normalised::new(text);
    let mut dropped = Vec::new();
    if normal.controls > 0 {
        dropped.push(Dropped {
            kind: "control_character".into(),
            count: normal.controls,
            reason: "Control characters carry no text.".into(),
        });
    }
    let mut blocks = match format {
        Format::Markdown => markdown::read(&normal, profile, &mut dropped)?,
        Format::Text => text::read(&normal, profile)?,
    };
    semantic::apply(&mut blocks, profile);
    Ok(BlockTree::finish(blocks, dropped))
}
