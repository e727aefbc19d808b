//! The recorded registries that a comparison consulted, as its reports name them.

use serde::Serialize;

use crate::comparison::RevisionComparison;
use crate::registry::{RecordedRegistryPolicy, RegistryId};

/// A member of `baseline.registry_knowledge`, members in name order.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Knowledge {
    Recorded {
        digest: &'static str,
        entries_count: usize,
        extraction_policy: &'static str,
        raw_digest: &'static str,
        registry: &'static str,
        retrieved_at: &'static str,
        scope: &'static str,
        snapshot: &'static str,
        source_updated: &'static str,
        state: &'static str,
    },
    Withheld {
        reason: &'static str,
        registry: &'static str,
        snapshot: Option<()>,
        state: &'static str,
    },
}

/// What the comparison knows of each registry it needed, in their fixed order.
pub(super) fn consulted(comparison: &RevisionComparison<'_>) -> Vec<Knowledge> {
    comparison
        .consulted_registries()
        .iter()
        .map(|&id| knowledge(id, comparison.recorded_registry_policy()))
        .collect()
}

fn knowledge(id: RegistryId, policy: RecordedRegistryPolicy) -> Knowledge {
    if policy == RecordedRegistryPolicy::WithholdRecorded {
        return Knowledge::Withheld {
            reason: "caller_withheld",
            registry: id.as_str(),
            snapshot: None,
            state: "unavailable",
        };
    }
    let record = id.record();
    Knowledge::Recorded {
        digest: record.digest,
        entries_count: record.entries_count,
        extraction_policy: record.extraction_policy,
        raw_digest: record.raw_digest,
        registry: id.as_str(),
        retrieved_at: record.retrieved_at,
        scope: record.scope,
        snapshot: record.snapshot,
        source_updated: record.source_updated,
        state: "available",
    }
}

impl Knowledge {
    /// The registry's name and what is said about it.
    pub(super) fn line(&self) -> (&'static str, String) {
        match self {
            Self::Recorded { registry, snapshot, entries_count, source_updated, .. } => (
                registry,
                format!("snapshot {snapshot}, {entries_count} entries, last updated {source_updated}"),
            ),
            Self::Withheld { registry, .. } => (registry, "withheld by request, so not consulted".to_owned()),
        }
    }
}
