//! The comparisons over two snapshots of a repository.
//!
//! - [`configuration`]: what is compared and how it is reported, from `countersign.toml` and the action's inputs
//! - [`revisions`]: the two snapshots with their contents
//! - [`models`]: the SDF models of both, ready to be compared, and who signed for what
//! - [`documents`], [`data`], [`polish`]: the prose, the JSON data and the Markdown that differ
//! - [`outcome`]: all of these together, and their disposition
//! - [`release`]: what release notes lie between, and what they say
//! - [`idle`]: globs of the configuration that match nothing
//! - [`head_lines`]: where in the head a difference can be shown
//! - [`wire`]: the whole result as one JSON object

pub mod configuration;
pub mod data;
pub mod documents;
pub mod head_lines;
mod human;
pub mod idle;
mod links;
mod markdown;
pub mod models;
mod notes;
pub mod outcome;
mod pairing;
pub mod polish;
mod posted;
pub mod release;
pub mod revisions;
mod sections;
mod unlisted;
pub mod wire;

pub use posted::{Posted, posted};
