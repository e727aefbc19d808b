//! The revision comparison of SDF models: `esdieff.revision-comparison/2`.
//!
//! Two revisions go in; typed differences with their classification and proof come out. Renderers in
//! [`report`](crate::report) read that result and add nothing to it.

pub mod acknowledgement;
mod alike;
mod classify;
mod context;
mod data;
mod definition;
mod difference;
mod equal;
mod identical;
mod moved;
mod pair;
mod placement;
pub(crate) mod reason;
mod rename;
mod request;
mod required;
mod settle;
mod survey;
mod terms;
mod unused;
mod version;

use crate::model::{Catalogue, SourceId};
use crate::registry::RegistryId;

pub use acknowledgement::{AcknowledgementError, DifferenceAcknowledgement, DifferenceAcknowledgements};
pub use difference::{Difference, LimitReached, Origin, Reason, Side, Witness};
pub use moved::LikelyMove;
pub use request::{ComparisonRequest, RequestError};
pub(crate) use required::{Mandatory, RequirementChange};
pub use terms::{
    Admission, Class, Classification, DifferenceKind, Direction, Directions, Disposition, Presence, Revision,
    Subject,
};
pub use version::VersionWarning;

pub use crate::registry::RecordedRegistryPolicy;

/// The identity of the comparison contract: which differences are classified, and how.
pub const CONTRACT: &str = "esdieff.revision-comparison/2";

/// A change that touches nothing the comparison looks at: said, so that silence never reads as "no change".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusedChange {
    /// The document pair, earlier and later; one is absent when the part is a document without correspondent.
    pub documents: (Option<SourceId>, Option<SourceId>),
    /// The pointer of the changed part, such as `/info` or `/sdfData/speed`.
    pub pointer: String,
    /// Removed, added or changed.
    pub kind: DifferenceKind,
}

/// A removed and an added definition that look like one thing under two names. A hint, never a classification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LikelyRename {
    /// The index of the removal among the differences.
    pub removed: usize,
    /// The index of the addition among the differences.
    pub added: usize,
}

/// The result of comparing two revisions. Borrows both catalogues, which resolve its origins.
#[derive(Debug)]
pub struct RevisionComparison<'c> {
    pub(crate) earlier: &'c Catalogue,
    pub(crate) later: &'c Catalogue,
    pub(crate) policy: RecordedRegistryPolicy,
    /// In report order: by rank, then document order.
    pub(crate) differences: Vec<Difference>,
    pub(crate) compared: Vec<(SourceId, SourceId)>,
    pub(crate) removed: Vec<SourceId>,
    pub(crate) added: Vec<SourceId>,
    /// How many of the compared pairs were skipped, because they and all they refer to are identical.
    pub(crate) skipped: usize,
    pub(crate) version_warnings: Vec<VersionWarning>,
    pub(crate) consulted: Vec<RegistryId>,
    pub(crate) interpretations: Vec<&'static str>,
    pub(crate) acknowledgements: Option<&'c DifferenceAcknowledgements>,
    pub(crate) unused_acknowledgements: Vec<usize>,
    pub(crate) unused_changes: Vec<UnusedChange>,
    pub(crate) likely_renames: Vec<LikelyRename>,
    pub(crate) requirement_changes: context::RequirementChanges,
}

impl<'c> RevisionComparison<'c> {
    /// The documents of one revision.
    #[must_use]
    pub fn catalogue(&self, revision: Revision) -> &'c Catalogue {
        match revision {
            Revision::Earlier => self.earlier,
            Revision::Later => self.later,
        }
    }

    /// The worst classification, acknowledged or not.
    #[must_use]
    pub fn outcome(&self) -> Classification {
        let worst = |c| self.differences.iter().any(|difference| difference.classification == c);
        Classification::ALL.into_iter().find(|&c| worst(c)).unwrap_or(Classification::Compatible)
    }

    /// What the comparison comes to; only unacknowledged differences decide.
    #[must_use]
    pub fn disposition(&self) -> Disposition {
        match self.differences.first().map(Difference::rank) {
            Some(0) => Disposition::Failed,
            Some(1) => Disposition::Undetermined,
            _ => Disposition::Passed,
        }
    }

    /// True when no unacknowledged difference is undetermined.
    #[must_use]
    pub fn complete(&self) -> bool {
        !self.differences.iter().any(|difference| difference.rank() == 1)
    }

    /// How many differences have this classification.
    #[must_use]
    pub fn count(&self, classification: Classification) -> usize {
        self.differences.iter().filter(|difference| difference.classification == classification).count()
    }

    /// How many acknowledged differences have this classification.
    #[must_use]
    pub fn acknowledged_count(&self, classification: Classification) -> usize {
        self.differences.iter().filter(|d| d.acknowledged() && d.classification == classification).count()
    }

    /// The differences: unacknowledged breaking, unacknowledged undetermined, acknowledged breaking, acknowledged
    /// undetermined, compatible; in document order inside each.
    #[must_use]
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// Corresponding documents, earlier and later, in the earlier revision's order.
    #[must_use]
    pub fn compared_documents(&self) -> &[(SourceId, SourceId)] {
        &self.compared
    }

    /// Documents that only the earlier revision has.
    #[must_use]
    pub fn removed_documents(&self) -> &[SourceId] {
        &self.removed
    }

    /// Documents that only the later revision has.
    #[must_use]
    pub fn added_documents(&self) -> &[SourceId] {
        &self.added
    }

    /// How many compared pairs were skipped as identical with all they refer to.
    #[must_use]
    pub fn skipped_documents(&self) -> usize {
        self.skipped
    }

    /// Version warnings in the earlier revision's source order.
    #[must_use]
    pub fn version_warnings(&self) -> &[VersionWarning] {
        &self.version_warnings
    }

    /// The recorded registries that were consulted, or found withheld, in their fixed order.
    #[must_use]
    pub fn consulted_registries(&self) -> &[RegistryId] {
        &self.consulted
    }

    /// Whether recorded registry evidence was used or withheld.
    #[must_use]
    pub fn recorded_registry_policy(&self) -> RecordedRegistryPolicy {
        self.policy
    }

    /// The interpretations that the result relies on, in their fixed order.
    #[must_use]
    pub fn interpretations(&self) -> &[&'static str] {
        &self.interpretations
    }

    /// The supplied acknowledgements, when there were any.
    #[must_use]
    pub fn acknowledgements(&self) -> Option<&'c DifferenceAcknowledgements> {
        self.acknowledgements
    }

    /// The entry that would acknowledge a difference of this comparison; `None` when nobody can sign for it.
    ///
    /// ```
    /// use countersign::{Catalogue, ComparisonRequest, SourceInput};
    /// let lock = br#"{"sdfObject":{"Lock":{"sdfAction":{"open":{}}}}}"#;
    /// let model = |text: &[u8]| Catalogue::from_inputs(&[SourceInput::supplied("lock.sdf.json", text)]).unwrap();
    /// let (earlier, later) = (model(lock), model(br#"{"sdfObject":{"Lock":{}}}"#));
    /// let comparison = ComparisonRequest::new(&earlier, &later).compare().unwrap();
    /// let entry = comparison.acknowledgement(&comparison.differences()[0]).unwrap();
    /// assert_eq!(entry.classification().as_str(), "breaking");
    /// ```
    #[must_use]
    pub fn acknowledgement(&self, difference: &Difference) -> Option<DifferenceAcknowledgement> {
        acknowledgement::of(difference, self.earlier, self.later)
    }

    /// Zero-based positions of supplied entries that acknowledge no difference.
    #[must_use]
    pub fn unused_acknowledgements(&self) -> &[usize] {
        &self.unused_acknowledgements
    }

    /// The unused entries with their positions, as two lists: those that match nothing, and those that name what could
    /// not be examined, of which nobody knows.
    #[must_use]
    pub fn judged_acknowledgements(&self) -> [Vec<(usize, &'c DifferenceAcknowledgement)>; 2] {
        let Some(given) = self.acknowledgements.filter(|_| !self.unused_acknowledgements.is_empty()) else {
            return [Vec::new(), Vec::new()];
        };
        let unexamined = acknowledgement::Unexamined::of(self);
        let entry = |&index: &usize| Some((index, given.entries().get(index)?));
        let (unknown, unused) = self
            .unused_acknowledgements
            .iter()
            .filter_map(entry)
            .partition(|(_, entry)| unexamined.covers(entry));
        [unused, unknown]
    }

    /// Changes to parts that no compared grouping uses.
    #[must_use]
    pub fn unused_changes(&self) -> &[UnusedChange] {
        &self.unused_changes
    }

    /// Which declarations a difference in `sdfRequired` is about.
    pub(crate) fn requirement_change(&self, difference: &Difference) -> Option<&RequirementChange> {
        let side =
            difference.earlier.as_ref().filter(|_| difference.subject.quality() == Some("sdfRequired"))?;
        self.requirement_changes.get(&(side.root, side.pointer.clone()))
    }

    /// Removed and added definitions with equal content.
    #[must_use]
    pub fn likely_renames(&self) -> &[LikelyRename] {
        &self.likely_renames
    }
}
