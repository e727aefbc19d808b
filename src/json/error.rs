//! What one JSON text may hold, and why one is refused.

use super::Position;
use crate::wording::counted;

/// What one JSON text may hold. Beyond it, reading stops with an error that names the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadLimits {
    /// The most bytes of one text; at most `u32::MAX - 1`, because spans are kept in 32 bits.
    pub bytes: usize,
    /// The most containers inside one another, counting the outermost.
    pub depth: usize,
    /// The most values.
    pub nodes: usize,
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self { bytes: 64 << 20, depth: 1024, nodes: 50_000_000 }
    }
}

/// Why a text was refused, and at which byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong.
    pub kind: ReadErrorKind,
    /// Byte offset of the fault.
    pub offset: usize,
    /// Line and column of the fault.
    pub position: Position,
}

/// The kinds of refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// The bytes are not UTF-8.
    Encoding,
    /// The text does not follow the JSON grammar; the text says what was found or expected.
    Syntax(String),
    /// One map has two members with this decoded name.
    DuplicateName(String),
    /// More than the permitted bytes.
    TooLarge(usize),
    /// More than the permitted nesting.
    TooDeep(usize),
    /// More than the permitted values.
    TooManyValues(usize),
}

impl ReadErrorKind {
    /// The stable code of the comparison contract for this refusal.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Encoding => "input.encoding",
            Self::Syntax(_) => "json.syntax",
            Self::DuplicateName(_) => "input.duplicate_name",
            Self::TooLarge(_) | Self::TooDeep(_) | Self::TooManyValues(_) => "operation.limit",
        }
    }
}

impl std::fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Encoding => write!(f, "the text is not UTF-8"),
            Self::Syntax(what) => write!(f, "{what}"),
            Self::DuplicateName(name) => {
                write!(f, "the name {} stands twice in one map", super::Value::Text(name.clone()))
            }
            Self::TooLarge(limit) => {
                write!(f, "the text is longer than {}", counted(*limit, "byte", "bytes"))
            }
            Self::TooDeep(limit) => {
                let containers = counted(*limit, "container stands", "containers stand");
                write!(f, "more than {containers} inside one another")
            }
            Self::TooManyValues(limit) => {
                write!(f, "the text holds more than {}", counted(*limit, "value", "values"))
            }
        }
    }
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at line {}, column {}", self.kind, self.position.line, self.position.column)
    }
}

impl std::error::Error for ReadError {}
