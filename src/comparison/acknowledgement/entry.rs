//! One acknowledgement, valid from its construction on.

use std::fmt;

use super::error::{AcknowledgementError, AcknowledgementFault as Fault, shown};
use super::{NOTE_BYTES, POINTER_BYTES, QUALITY_BYTES};
use crate::comparison::{Classification, DifferenceKind, Revision, Subject};
use crate::json::{pointer, write_text};
use crate::model::KEY_BYTES;

/// The place of a difference in one revision.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Location {
    document: String,
    pointer: String,
}

/// What an acknowledgement and a difference must have in common, as exact decoded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Identity<'a> {
    pub(super) kind: DifferenceKind,
    pub(super) subject: &'a Subject,
    pub(super) classification: Classification,
    /// Document key and effective pointer.
    pub(super) earlier: Option<(&'a str, &'a str)>,
    pub(super) later: Option<(&'a str, &'a str)>,
}

impl fmt::Display for Identity<'_> {
    /// For messages: `removed sdfProperty, breaking, m.sdf.json /sdfObject/Valve/sdfProperty/mode`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.as_str(), self.subject.as_str())?;
        if let Some(quality) = self.subject.quality() {
            write!(f, " \"{}\"", shown(quality))?;
        }
        write!(f, ", {}", self.classification.as_str())?;
        // A place in the later revision is where a reader looks first.
        if let Some((document, pointer)) = self.later.or(self.earlier) {
            write!(f, ", {}", shown(document))?;
            if !pointer.is_empty() {
                write!(f, " {}", shown(pointer))?;
            }
        }
        Ok(())
    }
}

/// A signature under one difference: what it is, where it is, and an optional note for readers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DifferenceAcknowledgement {
    kind: DifferenceKind,
    subject: Subject,
    classification: Classification,
    earlier: Option<Location>,
    later: Option<Location>,
    note: Option<String>,
}

impl DifferenceAcknowledgement {
    /// Starts an entry, still without a location.
    ///
    /// # Errors
    /// The kind is unavailable, the classification compatible, or a quality's name longer than 256 bytes.
    pub fn new(
        kind: DifferenceKind,
        subject: Subject,
        classification: Classification,
    ) -> Result<Self, AcknowledgementError> {
        let refuse = |fault: Fault, member: &str| Err(AcknowledgementError::from(fault).in_member(member));
        if kind == DifferenceKind::Unavailable {
            return refuse(Fault::UnavailableKind, "kind");
        }
        if classification == Classification::Compatible {
            return refuse(Fault::CompatibleClassification, "classification");
        }
        match subject.quality() {
            Some(name) if name.len() > QUALITY_BYTES => {
                return refuse(Fault::QualityTooLong(name.len()), "quality");
            }
            _ => {}
        }
        Ok(Self { kind, subject, classification, earlier: None, later: None, note: None })
    }

    /// Places the difference in the earlier revision.
    ///
    /// # Errors
    /// The document key is not 1 to 256 bytes long, or the pointer is longer than 8192 bytes or against RFC 6901.
    pub fn earlier(
        self,
        document: impl Into<String>,
        pointer: impl Into<String>,
    ) -> Result<Self, AcknowledgementError> {
        self.at(Revision::Earlier, document.into(), pointer.into())
    }

    /// Places the difference in the later revision.
    ///
    /// # Errors
    /// As [`Self::earlier`].
    pub fn later(
        self,
        document: impl Into<String>,
        pointer: impl Into<String>,
    ) -> Result<Self, AcknowledgementError> {
        self.at(Revision::Later, document.into(), pointer.into())
    }

    pub(super) fn at(
        mut self,
        revision: Revision,
        document: String,
        pointer: String,
    ) -> Result<Self, AcknowledgementError> {
        let refuse = |fault: Fault, member: &str| {
            Err(AcknowledgementError::from(fault).in_member(format!("{}.{member}", revision.as_str())))
        };
        if document.is_empty() || document.len() > KEY_BYTES {
            return refuse(Fault::DocumentLength(document.len()), "document");
        }
        if pointer.len() > POINTER_BYTES {
            return refuse(Fault::PointerTooLong(pointer.len()), "pointer");
        }
        if let Err(error) = pointer::parse(&pointer) {
            return refuse(Fault::Pointer(error), "pointer");
        }
        let location = Some(Location { document, pointer });
        match revision {
            Revision::Earlier => self.earlier = location,
            Revision::Later => self.later = location,
        }
        Ok(self)
    }

    /// Adds a note for readers; it takes no part in matching.
    ///
    /// # Errors
    /// The note is longer than 1024 bytes.
    pub fn with_note(mut self, note: impl Into<String>) -> Result<Self, AcknowledgementError> {
        let note = note.into();
        if note.len() > NOTE_BYTES {
            return Err(AcknowledgementError::from(Fault::NoteTooLong(note.len())).in_member("note"));
        }
        self.note = Some(note);
        Ok(self)
    }

    /// Removed, added or changed.
    #[must_use]
    pub fn kind(&self) -> DifferenceKind {
        self.kind
    }

    /// What the difference is about.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Breaking or undetermined.
    #[must_use]
    pub fn classification(&self) -> Classification {
        self.classification
    }

    /// The source key of the document in one revision.
    #[must_use]
    pub fn document(&self, revision: Revision) -> Option<&str> {
        self.location(revision).map(|location| location.document.as_str())
    }

    /// The effective pointer in one revision.
    #[must_use]
    pub fn pointer(&self, revision: Revision) -> Option<&str> {
        self.location(revision).map(|location| location.pointer.as_str())
    }

    /// The note for readers.
    #[must_use]
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    pub(super) fn location(&self, revision: Revision) -> Option<&Location> {
        match revision {
            Revision::Earlier => self.earlier.as_ref(),
            Revision::Later => self.later.as_ref(),
        }
    }

    pub(super) fn identity(&self) -> Identity<'_> {
        Identity {
            kind: self.kind,
            subject: &self.subject,
            classification: self.classification,
            earlier: self.earlier.as_ref().map(Location::parts),
            later: self.later.as_ref().map(Location::parts),
        }
    }

    /// The entry in a few words for a message, with everything it quotes made visible:
    /// `removed sdfProperty, breaking, m.sdf.json /sdfObject/Valve/sdfProperty/mode`.
    #[must_use]
    pub fn described(&self) -> String {
        self.identity().to_string()
    }

    /// Appends the entry as compact JSON with sorted members; the note only where the form has one.
    pub(crate) fn write_json(&self, out: &mut String, with_note: bool) {
        out.push_str("{\"classification\":");
        write_text(out, self.classification.as_str());
        for revision in Revision::BOTH {
            if revision == Revision::Later {
                out.push_str(",\"kind\":");
                write_text(out, self.kind.as_str());
            }
            out.push_str(",\"");
            out.push_str(revision.as_str());
            out.push_str("\":");
            match self.location(revision) {
                None => out.push_str("null"),
                Some(Location { document, pointer }) => {
                    out.push_str("{\"document\":");
                    write_text(out, document);
                    out.push_str(",\"pointer\":");
                    write_text(out, pointer);
                    out.push('}');
                }
            }
        }
        if let Some(note) = self.note.as_ref().filter(|_| with_note) {
            out.push_str(",\"note\":");
            write_text(out, note);
        }
        if let Some(quality) = self.subject.quality() {
            out.push_str(",\"quality\":");
            write_text(out, quality);
        }
        out.push_str(",\"subject\":");
        write_text(out, self.subject.as_str());
        out.push('}');
    }
}

impl Location {
    fn parts(&self) -> (&str, &str) {
        (&self.document, &self.pointer)
    }
}
