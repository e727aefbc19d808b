//! The comparisons over two snapshots of a repository.
//!
//! - [`configuration`]: what is compared and how it is reported, from `countersign.toml` and the action's inputs
//! - [`revisions`]: the two snapshots with their contents
//! - [`models`]: the SDF models of both, ready to be compared, and who signed for what
//! - [`head_lines`]: where in the head a difference can be shown
//! - [`wire`]: the whole result as one JSON object

pub mod configuration;
pub mod head_lines;
pub mod models;
pub mod revisions;
pub mod wire;
