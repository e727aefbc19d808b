//! Does a value satisfy a data description.

pub mod format;
pub mod pattern;
