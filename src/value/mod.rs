//! Does a value satisfy a data description; representative values; equality.

pub mod bound;
pub mod check;
pub mod equality;
pub mod format;
pub mod interpretation;
pub mod meaning;
mod measure;
pub mod pattern;
pub mod refusal;
pub mod representative;
mod sieve;
