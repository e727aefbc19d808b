//! What has to be sent to turn one JSON document into another.
//!
//! A JSON object is keyed: only what differs is carried. A JSON array is positional: an index is the identity of a
//! row, so a list with any difference inside travels whole, in order, and never as a shorter list whose positions
//! nobody could tell. What decides is the JSON kind, never the spelling of a key.
//!
//! The result is sent as JSON Merge Patch (RFC 7396) when that can say it, and as JSON Patch (RFC 6902) when asked.

mod between;
mod difference;
mod equality;
pub mod human;
pub mod json_patch;
mod merge_patch;
mod source;
mod splice;

pub use between::{BetweenError, Revision, Sendable, Summary, between};
pub use difference::{Difference, RowCount, Step, compare};
pub use equality::equal;
pub use merge_patch::{MergePatch, apply, merge_patch};
pub use source::MOST_BYTES;

/// A change set or its result would be larger than [`MOST_BYTES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the result would be longer than {MOST_BYTES} bytes")]
pub struct TooLong;
