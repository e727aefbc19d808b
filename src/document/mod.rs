//! Prose compared as trees of blocks: a renumbered clause is a renumbering, a moved paragraph a move, an inserted
//! table row one insert.
//!
//! Bytes become a [`BlockTree`] for each side, the trees an [`Alignment`], the alignment a list of [`Change`]s. The
//! whole is a [`Comparison`], whose JSON form is the comparison document, `schema_version` `"2.0"`. Renderers read a
//! comparison and decide nothing.

mod alignment;
mod block;
mod change;
mod comparison;
mod error;
mod filter;
mod inline;
#[cfg(test)]
mod laws;
mod profile;
mod reader;
pub mod render;
mod semantic;
mod similarity;
mod statistics;
mod wire;

pub use alignment::{Alignment, AlignmentConfig, Pair, Pass, align};
pub use block::{Attributes, Block, BlockTree, Dropped, Kind, Place, Span, is_under};
pub use change::{Change, ChangeKind};
pub use comparison::{Comparison, ComparisonConfig, Options, compare, compare_trees};
pub use error::{Error, ReadError, Side};
pub use filter::{ChangeFilter, FilterError};
pub use inline::{InlineKind, InlineOp, replay};
pub use profile::{BUILT_IN, Profile, ProfileError, ProfileSyntax};
pub use reader::{Detection, Format, MAX_BYTES, detect, read};
pub use statistics::{ChangeCounts, SectionStatistics, Statistics};
pub use wire::{SCHEMA_VERSION, WireError, schema_text};
