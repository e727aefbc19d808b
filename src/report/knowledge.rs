//! The recorded registries that a comparison consulted, as its reports name them.

use serde::Serialize;

use crate::comparison::RevisionComparison;
use crate::registry::{Knowledge, RecordedRegistryPolicy, RegistryId};

impl RevisionComparison<'_> {
    /// The recorded evidence of a registry that the comparison consulted, or found withheld; `None` when it needed
    /// none of it.
    #[must_use]
    pub fn registry_knowledge(&self, registry: RegistryId) -> Option<Knowledge> {
        self.consulted_registries().contains(&registry).then(|| match self.recorded_registry_policy() {
            RecordedRegistryPolicy::UseRecorded => Knowledge::Available(registry.record()),
            RecordedRegistryPolicy::WithholdRecorded => Knowledge::Withheld(registry),
        })
    }
}

/// What the comparison knows of each registry it needed, in their fixed order.
pub(super) fn consulted(comparison: &RevisionComparison<'_>) -> impl Iterator<Item = Knowledge> {
    comparison.consulted_registries().iter().filter_map(|&id| comparison.registry_knowledge(id))
}

/// A member of `baseline.registry_knowledge`, members in name order. Withheld evidence has the reason, and nothing of
/// the record.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entries_count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extraction_policy: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_digest: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    registry: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    retrieved_at: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<&'static str>,
    snapshot: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_updated: Option<&'static str>,
    state: &'static str,
}

impl From<Knowledge> for Row {
    fn from(knowledge: Knowledge) -> Self {
        let record = match knowledge {
            Knowledge::Available(record) => Some(record),
            Knowledge::Withheld(_) => None,
        };
        Self {
            digest: record.map(|record| record.digest),
            entries_count: record.map(|record| record.entries_count),
            extraction_policy: record.map(|record| record.extraction_policy),
            raw_digest: record.map(|record| record.raw_digest),
            reason: knowledge.reason(),
            registry: knowledge.registry().as_str(),
            retrieved_at: record.map(|record| record.retrieved_at),
            scope: record.map(|record| record.scope),
            snapshot: record.map(|record| record.snapshot),
            source_updated: record.map(|record| record.source_updated),
            state: knowledge.state(),
        }
    }
}

/// What is said about a registry, in a line.
pub(super) fn said(knowledge: Knowledge) -> String {
    match knowledge {
        Knowledge::Available(record) => format!(
            "{}; snapshot {}, {} entries, last updated {}",
            knowledge.state(),
            record.snapshot,
            record.entries_count,
            record.source_updated
        ),
        Knowledge::Withheld(_) => format!("{}, withheld by request", knowledge.state()),
    }
}
