//! What is wrong with an acknowledgement, and where: the entry, the member, the line and the column.

use std::fmt;

use super::{ENTRIES, NOTE_BYTES, POINTER_BYTES, QUALITY_BYTES, SCHEMA, VERSION};
use crate::inert;
use crate::json::pointer::PointerError;
use crate::json::{Position, ReadErrorKind};
use crate::wording::raised;

/// Why an acknowledgement, or a file of them, was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcknowledgementError {
    fault: AcknowledgementFault,
    entry: Option<(usize, String)>,
    member: Option<String>,
    position: Option<Position>,
}

impl AcknowledgementError {
    /// What is wrong.
    #[must_use]
    pub fn fault(&self) -> &AcknowledgementFault {
        &self.fault
    }

    /// The zero-based position of the entry, when the fault lies in one.
    #[must_use]
    pub fn entry(&self) -> Option<usize> {
        self.entry.as_ref().map(|&(index, _)| index)
    }

    /// The member, such as `kind` or `earlier.pointer`, when the fault concerns one.
    #[must_use]
    pub fn member(&self) -> Option<&str> {
        self.member.as_deref()
    }

    /// Line and column in the file, when there is a file.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    pub(super) fn in_entry(mut self, index: usize, identity: String) -> Self {
        self.entry = Some((index, identity));
        self
    }

    pub(super) fn in_member(mut self, member: impl Into<String>) -> Self {
        self.member = Some(member.into());
        self
    }

    pub(super) fn at(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }
}

impl From<AcknowledgementFault> for AcknowledgementError {
    fn from(fault: AcknowledgementFault) -> Self {
        Self { fault, entry: None, member: None, position: None }
    }
}

impl fmt::Display for AcknowledgementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(position) = self.position {
            write!(f, "line {}, column {}: ", position.line, position.column)?;
        }
        self.write(f)
    }
}

impl AcknowledgementError {
    /// The same with its place as `file:line:column: `, or `file: ` when the fault has no place. `file` is shown as it is.
    #[must_use]
    pub fn in_file(&self, file: &str) -> String {
        struct Unplaced<'e>(&'e AcknowledgementError);
        impl fmt::Display for Unplaced<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(f)
            }
        }
        match self.position {
            Some(position) => format!("{file}:{position}: {}", Unplaced(self)),
            None => format!("{file}: {}", Unplaced(self)),
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((index, identity)) = &self.entry {
            write!(f, "entry {} at /differences/{index}", index + 1)?;
            if !identity.is_empty() {
                write!(f, " ({identity})")?;
            }
            f.write_str(if self.member.is_some() { ", " } else { ": " })?;
        }
        if let Some(member) = &self.member {
            write!(f, "member \"{}\": ", shown(member))?;
        }
        write!(f, "{}", self.fault)
    }
}

// The fault is part of the text above, so it is no source of its own.
impl std::error::Error for AcknowledgementError {}

/// The kinds of refusal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AcknowledgementFault {
    /// The file is longer than an acknowledgement file may be.
    #[error("the file has more than {0} bytes, the most an acknowledgement file may have")]
    FileTooLarge(usize),
    /// The file is no JSON text within the limits.
    #[error("{0}{limit}", limit = limit_of(.0))]
    Json(ReadErrorKind),
    /// A string or name holds an escaped lone surrogate.
    #[error("the string holds a lone surrogate, so it names nothing")]
    UnreadableText,
    /// A map was expected.
    #[error("{0} must be a map")]
    NotAMap(&'static str),
    /// A member that the form does not have.
    #[error("the form has no such member; {} are known", list(.known))]
    UnknownMember {
        /// The members that may stand here.
        known: &'static [&'static str],
    },
    /// A required member is missing.
    #[error("it is missing and required")]
    MissingMember,
    /// A member that must be a string is something else.
    #[error("it must be a string")]
    NotText,
    /// `differences` is no array.
    #[error("it must be an array of entries")]
    NotAnArray,
    /// The schema is another one.
    #[error("the schema \"{}\" is not \"{SCHEMA}\"", shown(.0))]
    UnknownSchema(String),
    /// The version is another one.
    #[error("the version \"{}\" is not \"{VERSION}\"", shown(.0))]
    UnknownVersion(String),
    /// More entries than a file may have.
    #[error("{0} entries are more than the {ENTRIES} that an acknowledgement file may have")]
    TooManyEntries(usize),
    /// No such kind of difference.
    #[error("the kind \"{}\" is none of removed, added and changed", shown(.0))]
    UnknownKind(String),
    /// Nobody examined unavailable content.
    #[error("unavailable content was not examined, so it cannot be acknowledged")]
    UnavailableKind,
    /// No such subject.
    #[error(
        "the subject \"{}\" is none of document, sdfThing, sdfObject, sdfProperty, sdfAction, sdfEvent, \
         properties_entry and quality",
        shown(.0)
    )]
    UnknownSubject(String),
    /// No such classification.
    #[error("the classification \"{}\" is neither breaking nor undetermined", shown(.0))]
    UnknownClassification(String),
    /// A compatible difference asks for no signature.
    #[error("a compatible difference needs no acknowledgement and cannot have one")]
    CompatibleClassification,
    /// The subject is a quality without a name.
    #[error("the subject is a quality, so its name is required")]
    QualityMissing,
    /// A quality is named beside another subject.
    #[error("only an entry whose subject is \"quality\" names one")]
    QualityNotAllowed,
    /// The quality's name is too long.
    #[error("the quality has {0} bytes, and at most {QUALITY_BYTES} are allowed")]
    QualityTooLong(usize),
    /// Neither revision has a location.
    #[error("\"earlier\" and \"later\" are both null, so the entry names no place")]
    NoLocation,
    /// A document key is empty or too long.
    #[error("a document key has 1 to {max} bytes, and this one has {0}", max = crate::model::KEY_BYTES)]
    DocumentLength(usize),
    /// A pointer is too long.
    #[error("the pointer has {0} bytes, and at most {POINTER_BYTES} are allowed")]
    PointerTooLong(usize),
    /// A pointer is no JSON Pointer.
    #[error(transparent)]
    Pointer(PointerError),
    /// A note is too long.
    #[error("the note has {0} bytes, and at most {NOTE_BYTES} are allowed")]
    NoteTooLong(usize),
    /// Another entry acknowledges the same difference.
    #[error("it acknowledges the same difference as entry {} at /differences/{first}", .first + 1)]
    Duplicate {
        /// The zero-based position of the first entry.
        first: usize,
    },
}

/// Text from a file for a message: inert, and no longer than a reader looks at.
pub(super) fn shown(text: &str) -> String {
    const CHARACTERS: usize = 160;
    match text.char_indices().nth(CHARACTERS) {
        None => inert::visible(text).into_owned(),
        Some((end, _)) => format!("{}…", inert::visible(text.get(..end).unwrap_or_default())),
    }
}

/// The limit that was hit, as people set it; nothing when it was another fault.
fn limit_of(kind: &ReadErrorKind) -> String {
    match kind {
        ReadErrorKind::TooDeep(_) => format!(" (limit `nesting`); {}", raised("nesting")),
        ReadErrorKind::TooManyValues(_) => format!(" (limit `nodes`); {}", raised("nodes")),
        _ => String::new(),
    }
}

fn list(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.join(""),
    }
}
