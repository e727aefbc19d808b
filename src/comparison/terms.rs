//! The words of a comparison: revisions, kinds, subjects, classifications, directions.

pub use crate::model::Class;

/// One of the two revisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Revision {
    /// The revision that Clients rely on today.
    Earlier,
    /// The revision that is proposed.
    Later,
}

impl Revision {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::Earlier, Self::Later];

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Earlier => "earlier",
            Self::Later => "later",
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Earlier => Self::Later,
            Self::Later => Self::Earlier,
        }
    }
}

/// How content differs between the revisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DifferenceKind {
    /// Only the earlier revision has it.
    Removed,
    /// Only the later revision has it.
    Added,
    /// An effective value differs, including one present in one revision only.
    Changed,
    /// An effective view could not establish it, so whether it changed is unknown.
    Unavailable,
}

impl DifferenceKind {
    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Removed => "removed",
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Unavailable => "unavailable",
        }
    }
}

/// What a difference is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Subject {
    /// A whole document.
    Document,
    /// A grouping or an affordance.
    Definition(Class),
    /// An entry of a map's `properties`.
    Entry,
    /// A quality, by name.
    Quality(String),
}

impl Subject {
    /// The name on the wire; a quality's own name is beside it.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Definition(class) => class.as_str(),
            Self::Entry => "properties_entry",
            Self::Quality(_) => "quality",
        }
    }

    /// The quality's name.
    #[must_use]
    pub fn quality(&self) -> Option<&str> {
        match self {
            Self::Quality(name) => Some(name),
            _ => None,
        }
    }
}

/// What a difference means for the Clients of the earlier revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Classification {
    /// A Client of the earlier revision can fail; for values, a witness shows it.
    Breaking,
    /// Neither proven safe nor shown to break.
    Undetermined,
    /// Proven not to break a Client.
    Compatible,
}

impl Classification {
    /// All, most severe first.
    pub const ALL: [Self; 3] = [Self::Breaking, Self::Undetermined, Self::Compatible];

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Undetermined => "undetermined",
            Self::Compatible => "compatible",
        }
    }

    /// What a comparison whose worst difference is this one comes to.
    #[must_use]
    pub fn disposition(self) -> Disposition {
        match self {
            Self::Breaking => Disposition::Failed,
            Self::Undetermined => Disposition::Undetermined,
            Self::Compatible => Disposition::Passed,
        }
    }
}

/// What a comparison comes to after acknowledgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Disposition {
    /// Nothing unacknowledged is breaking or undetermined.
    Passed,
    /// An unacknowledged difference is breaking.
    Failed,
    /// None is breaking, but an unacknowledged difference is undetermined.
    Undetermined,
}

impl Disposition {
    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Undetermined => "undetermined",
        }
    }

    /// 0, 1 or 3.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed => 1,
            Self::Undetermined => 3,
        }
    }
}

/// Who supplies the data of an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// A Client sends it: a writable Property, an Action's input.
    ClientSupplied,
    /// A Thing sends it: a readable or observable Property, an output.
    ThingSupplied,
}

impl Direction {
    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ClientSupplied => "client_supplied",
            Self::ThingSupplied => "thing_supplied",
        }
    }
}

/// The Client directions a difference affects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Directions {
    /// Client-supplied data is affected.
    pub client: bool,
    /// Thing-supplied data is affected.
    pub thing: bool,
}

impl Directions {
    /// Neither direction.
    pub const NONE: Self = Self { client: false, thing: false };
    /// Client-supplied data only.
    pub const CLIENT: Self = Self { client: true, thing: false };
    /// Thing-supplied data only.
    pub const THING: Self = Self { client: false, thing: true };

    /// True when neither is affected.
    #[must_use]
    pub fn is_empty(self) -> bool {
        !self.client && !self.thing
    }

    /// Whether `direction` is affected.
    #[must_use]
    pub fn contains(self, direction: Direction) -> bool {
        match direction {
            Direction::ClientSupplied => self.client,
            Direction::ThingSupplied => self.thing,
        }
    }

    /// The affected directions, Client-supplied first.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        [Direction::ClientSupplied, Direction::ThingSupplied].into_iter().filter(move |&d| self.contains(d))
    }
}

/// Whether a side has the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Presence {
    /// It is there.
    Present,
    /// Its place is there, the content is not.
    Absent,
    /// Nobody could establish it.
    Unavailable,
}

impl Presence {
    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Absent => "absent",
            Self::Unavailable => "unavailable",
        }
    }
}

/// Whether a revision's description admits a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Admission {
    /// Every applicable constraint is satisfied.
    Admitted,
    /// A constraint is proven violated.
    Rejected,
}

impl Admission {
    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Admitted => "admitted",
            Self::Rejected => "rejected",
        }
    }
}
