//! SDF models (RFC 9880): documents by source key, references, composition, and the effective view.

mod allowance;
mod catalogue;
mod class;
mod compose;
mod content;
mod copies;
mod description;
mod limits;
mod mentions;
mod namespace;
mod place;
mod position;
mod reference;
mod source;
pub mod vocabulary;

pub use allowance::{Allowance, Exhausted, Shared};
pub use catalogue::{Catalogue, CatalogueError};
pub use class::Class;
pub use compose::{Composer, Definition, Located, PATH_COMPOSITIONS, PLACE_DEPTH, Unavailable};
pub use content::{Content, Member, Members, Origin};
pub use copies::{Copies, Copy};
pub use description::{Alternatives, Description, Items, Nested, enum_texts, is_shared};
pub use limits::{LimitError, Limits};
pub(crate) use mentions::Mentions;
pub(crate) use namespace::default_namespace;
pub use namespace::{DocumentState, FEATURES, Namespaces};
pub use place::Place;
pub use position::Position;
pub use source::{Acquisition, Decode, KEY_BYTES, LABEL_BYTES, Source, SourceFailure, SourceId, SourceInput};
