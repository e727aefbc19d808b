//! The comparisons over two snapshots of a repository.
//!
//! - [`configuration`]: what is compared and how it is reported, from `countersign.toml` and the action's inputs

pub mod configuration;
