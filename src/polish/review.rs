//! What came of polishing one text.

use std::ops::Range;
use std::sync::Arc;

use super::Snapshot;
use super::modifier::{Applicability, Parameter};

/// How polishing ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Every stage was done, and no modifier would change the final text.
    Success,
    /// A check, a stage or the final review raised an error.
    Failed,
    /// Every stage was done, but some modifier would still change the final text.
    Unstable,
}

/// The part of a run in which an error was raised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Parameters and input were checked.
    Preflight,
    /// A modifier's proposals were made and applied.
    Transform,
    /// The modifiers looked at the final text.
    FinalReview,
}

impl Phase {
    /// The name in the projection.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Preflight => "preflight",
            Self::Transform => "transform",
            Self::FinalReview => "final_review",
        }
    }

    /// The stable error code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Preflight => "run.preflight_failed",
            Self::Transform => "run.transform_failed",
            Self::FinalReview => "run.final_review_failed",
        }
    }
}

/// A modifier that took part.
#[derive(Debug, Clone, PartialEq)]
pub struct ModifierRecord {
    /// Its id, such as `countersign.blank-lines`.
    pub id: String,
    /// Its own version.
    pub version: String,
    /// Its parameters in order.
    pub parameters: Vec<(String, Parameter)>,
    /// Whether it applies to the input, and why.
    pub applicability: Applicability,
}

/// A transform stage that was done.
#[derive(Debug)]
pub struct Stage {
    /// Index of its modifier.
    pub modifier: usize,
    /// The text before it.
    pub before: Arc<Snapshot>,
    /// The text after it; the same snapshot when nothing changed.
    pub after: Arc<Snapshot>,
    /// What was changed, in the order of the proposals.
    pub changes: Vec<Change>,
}

/// An edit that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Index of its proposal.
    pub proposal: usize,
    /// Index of the edit in the proposal.
    pub edit: usize,
    /// Why.
    pub reason: String,
    /// Bytes of the text before the stage.
    pub span: Range<usize>,
    /// What stood there.
    pub before: String,
    /// What stands there now.
    pub after: String,
}

/// An error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where it was raised.
    pub phase: Phase,
    /// Index of the modifier at fault; `None` when none is.
    pub modifier: Option<usize>,
    /// A name for the kind of error. For people; may change.
    pub diagnostic_type: String,
    /// What is wrong. For people; may change.
    pub message: String,
}

/// A proposal for the final text, which was not applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResidualProposal {
    /// Index of its modifier.
    pub modifier: usize,
    /// Its place among that modifier's proposals.
    pub proposal: usize,
    /// Why.
    pub reason: String,
    /// Its edits.
    pub edits: Vec<ResidualEdit>,
}

/// An edit that was not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResidualEdit {
    /// Bytes of the final text.
    pub span: Range<usize>,
    /// What stands there.
    pub expected: String,
    /// What the modifier would put there.
    pub replacement: String,
}

/// A review of one text.
#[derive(Debug)]
pub struct Review {
    pub(super) input: Arc<Snapshot>,
    pub(super) current: Arc<Snapshot>,
    pub(super) modifiers: Vec<ModifierRecord>,
    pub(super) stages: Vec<Stage>,
    pub(super) faults: Vec<Fault>,
    pub(super) residual: Vec<ResidualProposal>,
}

impl Review {
    /// How it ended.
    #[must_use]
    pub fn status(&self) -> Status {
        if !self.faults.is_empty() {
            Status::Failed
        } else if !self.residual.is_empty() {
            Status::Unstable
        } else {
            Status::Success
        }
    }

    /// True when every modifier's stage was done, which a failed final review does not undo.
    #[must_use]
    pub fn stages_complete(&self) -> bool {
        self.stages.len() == self.modifiers.len()
            && self.faults.iter().all(|fault| fault.phase == Phase::FinalReview)
    }

    /// The text as it came.
    #[must_use]
    pub fn input(&self) -> &Snapshot {
        &self.input
    }

    /// The text as the last stage that was done left it. Only with [`Status::Success`] it is a result.
    #[must_use]
    pub fn current(&self) -> &Snapshot {
        &self.current
    }

    /// True when the text was changed, or some modifier would still change it.
    #[must_use]
    pub fn would_change(&self) -> bool {
        self.input.text() != self.current.text() || !self.residual.is_empty()
    }

    /// The modifiers in their order.
    #[must_use]
    pub fn modifiers(&self) -> &[ModifierRecord] {
        &self.modifiers
    }

    /// The stages that were done, in order.
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The errors, in order.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// What the modifiers would still change.
    #[must_use]
    pub fn residual(&self) -> &[ResidualProposal] {
        &self.residual
    }

    /// How many edits the finished stages made.
    #[must_use]
    pub fn change_count(&self) -> usize {
        self.stages.iter().map(|stage| stage.changes.len()).sum()
    }
}
