//! The formats and string conventions that values are checked against, and what a checked text means.
//!
//! Each function reads one decoded text and answers with a [`Verdict`]. A valid text comes with its value, because two
//! spellings of one instant or one UUID are equal values. Where the identity behind a text is not known (a URI, a
//! time of day), the value is [`Spelled`]: only identical text is known to be equal.

pub mod byte_string;
pub mod resource;
pub mod temporal;
pub mod uuid;

pub use byte_string::{ByteString, byte_string};
pub use resource::{uri, uri_reference};
pub use temporal::{CalendarDate, Instant, date, date_time, time};
pub use uuid::{Uuid, uuid};

/// What checking one text against a format found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict<T> {
    /// The text satisfies the format and means this value.
    Valid(T),
    /// The text cannot satisfy the format; the code says why.
    Invalid(&'static str),
    /// Whether the text satisfies the format depends on knowledge nobody has here; the code says which.
    Unsettled(&'static str),
}

impl<T> Verdict<T> {
    /// True when the text satisfies the format.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        matches!(self, Self::Valid(_))
    }

    /// The value of a valid text.
    #[must_use]
    pub fn value(self) -> Option<T> {
        match self {
            Self::Valid(value) => Some(value),
            Self::Invalid(_) | Self::Unsettled(_) => None,
        }
    }
}

/// A valid text whose meaning is known only by its spelling.
///
/// There is no `PartialEq`: two different spellings may or may not mean the same, and nobody here can say.
#[derive(Debug, Clone)]
pub struct Spelled(String);

impl Spelled {
    pub(super) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// `Some(true)` for identical text, `None` for any other, because the values may still be equal.
    #[must_use]
    pub fn equals(&self, other: &Self) -> Option<bool> {
        (self.0 == other.0).then_some(true)
    }
}
