//! Interpretations that a result may rely on, as a set with a fixed order of names.

/// A set of interpretations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Interpretations(u8);

const NAMES: [&str; 8] = [
    crate::registry::CONTENT_FORMAT_MEANING,
    "ADR0018-selected-representation",
    "byte-string-json/1",
    "unix-time-posix-coordinate/1",
    "uuid-bare-json/1",
    "uuid-opaque-value/1",
    "copied-reference-relocation/1",
    "undeclared-extensions-ignorable/1",
];

impl Interpretations {
    /// Content formats have the meaning of the bounded media rules.
    pub const CONTENT_FORMAT: Self = Self(1);
    /// Civil time is read in the selected RFC 3339 representation.
    pub const SELECTED_REPRESENTATION: Self = Self(1 << 1);
    /// Byte strings are unpadded base64url texts.
    pub const BYTE_STRING: Self = Self(1 << 2);
    /// Unix times are POSIX coordinates.
    pub const UNIX_TIME: Self = Self(1 << 3);
    /// UUIDs are bare texts.
    pub const UUID_REPRESENTATION: Self = Self(1 << 4);
    /// UUIDs are opaque values.
    pub const UUID_VALUE: Self = Self(1 << 5);
    /// References in copied content follow the copy.
    pub const COPIED_REFERENCES: Self = Self(1 << 6);
    /// Undeclared extension vocabulary leaves base meaning intact.
    pub const UNDECLARED_EXTENSIONS: Self = Self(1 << 7);

    /// Every interpretation.
    pub const ALL: Self = Self(u8::MAX);

    /// Both sets together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of `other` are in the set.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The names on the wire, in their fixed order.
    #[must_use]
    pub fn names(self) -> Vec<&'static str> {
        NAMES.iter().enumerate().filter(|(bit, _)| self.0 & (1 << bit) != 0).map(|(_, name)| *name).collect()
    }
}
