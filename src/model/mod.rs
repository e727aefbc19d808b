//! SDF models (RFC 9880): documents by source key, references, composition, and the effective view.

mod catalogue;
mod limits;

pub use catalogue::{
    Acquisition, Catalogue, CatalogueError, Decode, KEY_BYTES, LABEL_BYTES, Source, SourceFailure, SourceId,
    SourceInput,
};
pub use limits::{LimitError, Limits};
