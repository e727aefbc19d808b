//! Markdown tidied by modifiers, with a review of every stage.
//!
//! A modifier looks at one snapshot of a text and proposes edits. The pipeline checks everything first (preflight),
//! applies the proposals of one modifier after the other (transform), and asks every modifier again about the final
//! text (final review). What came of it is a [`Review`], and [`projection`] is its form for machines.

mod coordinates;
mod edit;
mod guard;
pub mod human;
mod in_input;
pub mod modifier;
mod pipeline;
pub mod projection;
mod rendering;
mod review;
pub mod sarif;
mod selection;
mod snapshot;
mod structure;

pub use edit::{Edit, EditError, Proposal};
pub use guard::{Guarded, guard_mentions};
pub use in_input::InputEdit;
pub use modifier::{Applicability, Modifier, ModifierError, Parameter};
pub use pipeline::{MOST_BYTES, polish};
pub use review::{
    Change, Fault, ModifierRecord, Phase, ResidualEdit, ResidualProposal, Review, Stage, Status,
};
pub use selection::{SelectionError, defaults, select, select_with};
pub use snapshot::{Line, Snapshot};
pub use structure::{BulletList, Heading, Prose, Structure};
