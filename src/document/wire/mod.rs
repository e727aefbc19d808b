//! The comparison document, `schema_version` `"2.0"`.
//!
//! The version has two numbers. An additive change, such as an optional field or a new kind, raises the second; a
//! breaking one the first, and loosening what is required is breaking too. A reader takes its own first number with
//! an equal or lower second one.

mod fields;
mod read;
mod read_tree;
mod write;
mod writer;

pub use read::WireError;

/// The version that is written.
pub const SCHEMA_VERSION: &str = "2.0";

/// The JSON Schema (draft-07) of the comparison document.
#[must_use]
pub fn schema_text() -> &'static str {
    include_str!("comparison-v2.json")
}
