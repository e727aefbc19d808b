//! What a comparison says: differences, their classification, and what proves it.
//!
//! Identity is structural (kind, subject, quality, places); words come last, in `report`.

use std::borrow::Cow;

use super::terms::{
    Admission, Classification, DifferenceKind, Direction, Directions, Presence, Revision, Subject,
};
use crate::model::{Limits, SourceId};
use crate::value::refusal::Refusal;
use crate::wording::raised;

pub use crate::model::Origin;

/// A difference in one revision.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Side {
    /// Whether the revision has the content.
    pub(crate) presence: Presence,
    /// The document in whose effective view the difference lies.
    pub(crate) root: SourceId,
    /// The effective RFC 6901 pointer in that view.
    pub(crate) pointer: String,
    /// Where the content is written, or the `null` that a composition patch deleted it with.
    pub(crate) origin: Option<Origin>,
}

/// A value that exactly one revision admits, so a Client of the earlier revision meets a refusal or a surprise.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Witness {
    /// The value as JSON text.
    pub(crate) value: String,
    /// The direction it breaks: Client-supplied values are admitted earlier and rejected later, Thing-supplied ones
    /// the other way round.
    pub(crate) direction: Direction,
    /// What refuses the value in the revision that rejects it. Words are chosen from it; no verdict rests on it.
    pub(crate) refusals: Vec<Refusal>,
}

impl Side {
    /// Whether the revision has the content.
    #[must_use]
    pub fn presence(&self) -> Presence {
        self.presence
    }

    /// The document in whose effective view the difference lies, numbered within its revision.
    #[must_use]
    pub fn root_document(&self) -> SourceId {
        self.root
    }

    /// The effective RFC 6901 pointer in that view; `None` when it has more than `limit` bytes.
    #[must_use]
    pub fn pointer(&self, limit: usize) -> Option<&str> {
        (self.pointer.len() <= limit).then_some(&*self.pointer)
    }

    /// Where the content is written, or the `null` that a composition patch deleted it with.
    #[must_use]
    pub fn origin(&self) -> Option<Origin> {
        self.origin
    }
}

impl Witness {
    /// The value as JSON text.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The direction it breaks.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// What refuses the value in the revision that rejects it; a bounded number of constraints.
    #[must_use]
    pub fn refusals(&self) -> &[Refusal] {
        &self.refusals
    }

    /// Whether the revision admits the value.
    #[must_use]
    pub fn admission(&self, revision: Revision) -> Admission {
        let admitting = match self.direction {
            Direction::ClientSupplied => Revision::Earlier,
            Direction::ThingSupplied => Revision::Later,
        };
        if revision == admitting { Admission::Admitted } else { Admission::Rejected }
    }
}

/// Why a difference is undetermined: a stable code and a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reason {
    /// The stable code, such as `comparison.unproven`.
    pub(crate) code: &'static str,
    /// What it means, lower case, without a full stop.
    pub(crate) message: &'static str,
    /// The limit that was reached, when the code is `operation.limit`.
    pub(crate) limit: Option<LimitReached>,
}

/// A limit that was reached, and what it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LimitReached {
    /// The name by which the limit is set, or what it bounds when nobody can set it.
    pub name: &'static str,
    /// Its value, in units of the limit.
    pub value: u64,
}

impl Reason {
    /// The stable code, such as `comparison.unproven`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// What it means, lower case, without a full stop.
    #[must_use]
    pub fn message(&self) -> &'static str {
        self.message
    }

    /// The limit that was reached, when the code is `operation.limit`.
    #[must_use]
    pub fn limit(&self) -> Option<LimitReached> {
        self.limit
    }

    /// What it means, with the limit and its value where one was reached.
    #[must_use]
    pub fn sentence(&self) -> Cow<'static, str> {
        let Some(LimitReached { name, value }) = self.limit else { return Cow::Borrowed(self.message) };
        Cow::Owned(if Limits::NAMES.contains(&name) {
            format!("the limit {name} ({value}) was reached; {}, or split the document", raised(name))
        } else {
            format!("{name} beyond {value} are not followed")
        })
    }
}

/// One difference between the revisions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Removed, added, changed or unavailable.
    pub(crate) kind: DifferenceKind,
    /// What it is about.
    pub(crate) subject: Subject,
    /// What it means for Clients.
    pub(crate) classification: Classification,
    /// Present exactly when undetermined.
    pub(crate) reason: Option<Reason>,
    /// The directions of the data it affects.
    pub(crate) directions: Directions,
    /// The value that proves a breaking data difference.
    pub(crate) witness: Option<Witness>,
    /// The earlier side; absent when that revision lacks the definition, entry or document.
    pub(crate) earlier: Option<Side>,
    /// The later side.
    pub(crate) later: Option<Side>,
    /// The position of the supplied acknowledgement that covers it.
    pub(crate) acknowledged_by: Option<usize>,
}

impl Difference {
    /// Removed, added, changed or unavailable.
    #[must_use]
    pub fn kind(&self) -> DifferenceKind {
        self.kind
    }

    /// What it is about.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// What it means for Clients.
    #[must_use]
    pub fn classification(&self) -> Classification {
        self.classification
    }

    /// Why it is undetermined; present exactly then.
    #[must_use]
    pub fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    /// The directions of the data it affects.
    #[must_use]
    pub fn directions(&self) -> Directions {
        self.directions
    }

    /// The value that proves a breaking data difference.
    #[must_use]
    pub fn witness(&self) -> Option<&Witness> {
        self.witness.as_ref()
    }

    /// The side in one revision.
    #[must_use]
    pub fn side(&self, revision: Revision) -> Option<&Side> {
        match revision {
            Revision::Earlier => self.earlier.as_ref(),
            Revision::Later => self.later.as_ref(),
        }
    }

    /// Whether a supplied entry acknowledges it.
    #[must_use]
    pub fn acknowledged(&self) -> bool {
        self.acknowledged_by.is_some()
    }

    /// Whether the difference affects data in `direction`.
    #[must_use]
    pub fn affects(&self, direction: Direction) -> bool {
        self.directions.contains(direction)
    }

    /// Whether an entry may acknowledge it: it is breaking, or undetermined after its content was examined.
    #[must_use]
    pub fn can_be_acknowledged(&self) -> bool {
        self.kind != DifferenceKind::Unavailable
            && match self.classification {
                Classification::Breaking => true,
                Classification::Undetermined => {
                    self.reason.is_some_and(|reason| super::reason::examined(reason.code))
                }
                Classification::Compatible => false,
            }
    }

    /// The rank in a report: unacknowledged breaking, unacknowledged undetermined, acknowledged breaking,
    /// acknowledged undetermined, compatible.
    #[must_use]
    pub fn rank(&self) -> u8 {
        match (self.acknowledged(), self.classification) {
            (false, Classification::Breaking) => 0,
            (false, Classification::Undetermined) => 1,
            (true, Classification::Breaking) => 2,
            (true, Classification::Undetermined) => 3,
            (_, Classification::Compatible) => 4,
        }
    }
}
