//! Countersign says what a change did to the people who rely on a repository's files, and whether someone signed
//! for it.
//!
//! The comparison of SDF models as a library:
//!
//! ```
//! use std::path::Path;
//! use countersign::{Catalogue, ComparisonRequest, SourceInput};
//!
//! let earlier = Catalogue::from_inputs(&[SourceInput::file("valve", Path::new("examples/valve/v1/valve.sdf.json"))])?;
//! let later = earlier.beside(&[SourceInput::file("valve", Path::new("examples/valve/v2/valve.sdf.json"))])?;
//! let comparison = ComparisonRequest::new(&earlier, &later).compare()?;
//! assert!(comparison.to_human().starts_with("Revision comparison esdieff.revision-comparison/2: breaking"));
//! assert_eq!(comparison.disposition().exit_code(), 1);
//! for difference in comparison.differences() {
//!     let place = difference.side(countersign::comparison::Revision::Earlier).and_then(|side| side.pointer(8192));
//!     println!("{} {place:?}", difference.classification().as_str());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Data flows down this list and never up:
//!
//! - [`cli`]: arguments, one file per command
//! - [`github`]: events, API, code scanning, comment, workflow outputs
//! - [`review`]: the comparisons over two snapshots of a repository, and the configuration
//! - [`repository`]: two git revisions as snapshots, path to bytes
//! - [`report`]: JSON, terminal, SARIF and Markdown forms of a result
//! - [`explain`]: what every rule and reason code means
//! - [`comparison`]: the revision comparison of SDF models
//! - [`value`]: does a value satisfy a data description; representative values; equality
//! - [`model`]: SDF (RFC 9880): catalogue, references, composition, effective view
//! - [`registry`]: recorded evidence for units, content formats and codings
//! - [`document`]: prose as a tree of blocks, aligned and compared
//! - [`change_set`]: JSON change sets
//! - [`polish`]: Markdown modifiers and their review
//! - [`json`]: exact JSON
//! - [`inert`]: text from strangers, made safe to show
//! - [`nearest`]: the known name nearest to a mistyped one
//! - [`staged`]: files written whole or not at all
//! - `wording`: phrases that many messages share

pub mod change_set;
pub mod cli;
pub mod comparison;
pub mod document;
pub mod explain;
pub mod github;
pub mod inert;
pub mod json;
mod lookalike;
pub mod model;
pub mod nearest;
pub mod polish;
pub mod registry;
pub mod report;
pub mod repository;
pub mod review;
pub mod staged;
pub mod value;
mod wording;

pub use comparison::{
    Classification, ComparisonRequest, Difference, DifferenceAcknowledgement, DifferenceAcknowledgements,
    Disposition, RevisionComparison, VersionWarning, Witness,
};
pub use model::{Catalogue, Limits, SourceInput};
