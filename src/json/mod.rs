//! Exact JSON: a reader that keeps byte spans and spellings, exact numbers, pointers, and a writer.
//!
//! Everything that Countersign compares comes through here. A document is read once into a flat [`Tree`]; nothing
//! is rounded, no name is lost, and every value knows where it stands in the file.

mod error;
mod number;
pub mod pointer;
mod position;
mod reader;
mod tree;
mod value;

pub use error::{ReadError, ReadErrorKind, ReadLimits};
pub use number::{Computed, DIGITS, Decimal, EXPONENT, NumberUnavailable, TOKEN_BYTES};
pub use position::{LineIndex, Position, position};

pub use tree::{Kind, MemberRef, NodeId, NodeRef, Span, Tree};
pub use value::{Value, write_text};
