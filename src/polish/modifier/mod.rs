//! The modifier interface, and the table of the modifiers that are built in.
//!
//! A new modifier is one file in this folder and one line in [`BUILT_IN`].

mod blank_lines;
mod final_newline;
mod heading_increment;
mod heading_spacing;
mod line_endings;
mod list_marker;
mod mention_guard;
mod space_runs;
mod trailing_whitespace;

pub use mention_guard::MentionGuard;

use super::{Proposal, Snapshot};

/// Something that looks at a text and proposes edits. It never changes a text itself.
pub trait Modifier: Send + Sync {
    /// Its id: owner, full stop, name.
    fn id(&self) -> &str;

    /// Its own version, which rises when it proposes something else for the same text.
    fn version(&self) -> &str;

    /// Its parameters in order.
    fn parameters(&self) -> Vec<(String, Parameter)> {
        Vec::new()
    }

    /// Checks its parameters before anything is changed.
    ///
    /// # Errors
    /// A parameter is wrong.
    fn check(&self) -> Result<(), ModifierError> {
        Ok(())
    }

    /// Says whether, and why, it applies to a text. Unless it says otherwise it works on all prose.
    fn applicability(&self, snapshot: &Snapshot) -> Applicability {
        Applicability::unless_empty(snapshot, PROSE)
    }

    /// Proposes edits. For the same text the proposals are the same.
    ///
    /// # Errors
    /// The modifier cannot say. The text is then left as it is.
    fn propose(&self, snapshot: &Snapshot) -> Result<Vec<Proposal>, ModifierError>;
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Parameter {
    /// No value.
    Null,
    /// A truth value.
    Bool(bool),
    /// An integer within ±(2^53−1).
    Integer(i64),
    /// A finite number.
    Float(f64),
    /// A text.
    Text(String),
    /// An ordered list. A pair is a list too, never an object.
    List(Vec<Parameter>),
}

/// Whether a modifier applies to a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applicability {
    /// True when it does.
    pub applies: bool,
    /// Why, in a few words.
    pub reason: String,
}

impl Applicability {
    /// It applies.
    #[must_use]
    pub fn yes(reason: &str) -> Self {
        Self { applies: true, reason: reason.to_owned() }
    }

    /// It does not apply.
    #[must_use]
    pub fn no(reason: &str) -> Self {
        Self { applies: false, reason: reason.to_owned() }
    }

    /// It applies, unless there is no text at all.
    #[must_use]
    pub fn unless_empty(snapshot: &Snapshot, reason: &str) -> Self {
        if snapshot.text().is_empty() { Self::no("the text is empty") } else { Self::yes(reason) }
    }
}

/// Why a modifier cannot work.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ModifierError {
    message: String,
}

impl ModifierError {
    /// An error with a message: lower case, no full stop.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

/// A modifier that is built in.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn {
    /// Its name without the owner.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// True when it runs unless others are named.
    pub default: bool,
    /// The names of its parameters, with their values when they are not given.
    pub parameters: &'static [(&'static str, &'static str)],
    pub(super) build: fn(&[String]) -> Box<dyn Modifier>,
}

/// The built-in modifiers, those that run by default first, in their order.
pub const BUILT_IN: &[BuiltIn] = &[
    line_endings::BUILT_IN,
    trailing_whitespace::BUILT_IN,
    blank_lines::BUILT_IN,
    heading_spacing::BUILT_IN,
    list_marker::BUILT_IN,
    final_newline::BUILT_IN,
    space_runs::BUILT_IN,
    heading_increment::BUILT_IN,
    mention_guard::BUILT_IN,
];

/// Why a modifier for prose applies.
const PROSE: &str = "works outside code, mathematics, HTML, link destinations and front matter";
/// Why a modifier for all lines applies.
const LINES: &str = "works on every line";
