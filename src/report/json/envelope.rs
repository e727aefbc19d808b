//! What every report has, whatever its details are.

use std::io::{self, Write};

use serde::Serialize;

use super::details::Details;
use super::put;
use crate::comparison::{CONTRACT, Classification, Revision, RevisionComparison};
use crate::model::{Acquisition, Decode, LABEL_BYTES, Source};
use crate::registry::RecordedRegistryPolicy;
use crate::report::knowledge::{self, Row as RegistryRow};

/// What was left out, and why.
#[derive(Debug, Clone, Copy, Serialize)]
struct Omission {
    field: &'static str,
    omitted_count: usize,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_id: Option<u32>,
}

impl Omission {
    fn details(omitted_count: usize) -> Self {
        Self {
            field: "result.differences",
            omitted_count,
            reason: "byte_limit",
            revision: None,
            source_id: None,
        }
    }
}

#[derive(Debug, Serialize)]
struct SourceRow<'a> {
    acquisition: &'static str,
    content_complete: bool,
    decode: &'static str,
    id: u32,
    key: &'a str,
    /// Absent, a text, or `null` when it was too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label_omitted: Option<Omission>,
    retained_bytes: usize,
    revision: &'static str,
    role: &'static str,
}

impl<'a> SourceRow<'a> {
    fn new(revision: Revision, source: &'a Source) -> Self {
        let too_long = source.label().is_some_and(|label| label.len() > LABEL_BYTES);
        Self {
            acquisition: match source.acquisition() {
                Acquisition::Supplied => "supplied",
                Acquisition::Acquired => "acquired",
                Acquisition::Failed => "failed",
            },
            content_complete: source.content_complete(),
            decode: match source.decode() {
                Decode::Usable => "usable",
                Decode::Partial => "partial",
                Decode::Rejected => "rejected",
                Decode::Unavailable => "unavailable",
            },
            id: source.id().number(),
            key: source.key(),
            label: source.label().map(|label| (!too_long).then_some(label)),
            label_omitted: too_long.then(|| Omission {
                field: "sources.label",
                omitted_count: 1,
                reason: "byte_limit",
                revision: Some(revision.as_str()),
                source_id: Some(source.id().number()),
            }),
            retained_bytes: source.retained_bytes(),
            revision: revision.as_str(),
            role: "model",
        }
    }
}

#[derive(Debug, Serialize)]
struct Baseline<'a> {
    corrections: [(); 0],
    deviations: [(); 0],
    id: &'static str,
    interpretations: &'a [&'static str],
    registry_knowledge: Vec<RegistryRow>,
    rfc: &'static str,
}

#[derive(Debug, Serialize)]
struct Policy {
    acknowledgements: usize,
    recorded_registry: &'static str,
    restrictions: [&'static str; 1],
    strict_warnings: bool,
}

#[derive(Debug, Serialize)]
struct Outcome {
    complete: bool,
    disposition: &'static str,
    errors: usize,
    incomplete_checks: u8,
    notices: usize,
    strict_warnings: bool,
    warnings: usize,
}

#[derive(Debug, Serialize)]
struct Request {
    assessment: Option<()>,
    comparison: &'static str,
    inventory: Option<()>,
    scope: Scopes,
}

#[derive(Debug, Serialize)]
struct Scopes {
    earlier: Scope,
    later: Scope,
}

#[derive(Debug, Serialize)]
struct Scope {
    assessed: Vec<u32>,
    dependencies: [(); 0],
    kind: &'static str,
    roots: [(); 0],
    unavailable_required: Vec<u32>,
}

impl Scope {
    fn new(comparison: &RevisionComparison<'_>, revision: Revision) -> Self {
        let sources = comparison.catalogue(revision).sources();
        Self {
            assessed: sources.iter().map(|source| source.id().number()).collect(),
            dependencies: [],
            kind: "catalogue",
            roots: [],
            unavailable_required: sources
                .iter()
                .filter(|source| source.document().is_err())
                .map(|source| source.id().number())
                .collect(),
        }
    }
}

#[derive(Debug, Serialize)]
struct Coverage {
    broader: Broader,
    omissions: [(); 0],
    requested: Requested,
    rows: [(); 0],
    rows_omitted: usize,
}

#[derive(Debug, Serialize)]
struct Broader {
    inventory: Option<()>,
    inventory_status: &'static str,
    state: &'static str,
}

#[derive(Debug, Serialize)]
struct Requested {
    assessed: u8,
    count_unit: &'static str,
    inventory: Option<()>,
    not_applicable: usize,
    total: usize,
    unassessed: usize,
    undetermined: u8,
}

#[derive(Debug, Serialize)]
struct Documents {
    added: Vec<u32>,
    compared: Vec<Pair>,
    removed: Vec<u32>,
}

#[derive(Debug, Serialize)]
struct Pair {
    earlier: u32,
    later: u32,
}

#[derive(Debug, Serialize)]
struct Summary {
    acknowledged: AcknowledgedCounts,
    breaking: usize,
    compatible: usize,
    documents: DocumentCounts,
    undetermined: usize,
}

#[derive(Debug, Serialize)]
struct AcknowledgedCounts {
    breaking: usize,
    undetermined: usize,
}

#[derive(Debug, Serialize)]
struct DocumentCounts {
    added: usize,
    compared: usize,
    removed: usize,
}

/// Everything that a report has whatever its details are.
pub(super) struct Envelope<'a> {
    baseline: Baseline<'a>,
    coverage: Coverage,
    outcome: Outcome,
    policy: Policy,
    request: Request,
    documents: Documents,
    summary: Summary,
    sources: Vec<SourceRow<'a>>,
    label_omissions: Vec<Omission>,
}

impl<'a> Envelope<'a> {
    pub(super) fn new(comparison: &'a RevisionComparison<'_>) -> Self {
        let count = |c| comparison.count(c);
        let acknowledged = AcknowledgedCounts {
            breaking: comparison.acknowledged_count(Classification::Breaking),
            undetermined: comparison.acknowledged_count(Classification::Undetermined),
        };
        let complete = comparison.complete();
        let sources: Vec<SourceRow<'a>> = Revision::BOTH
            .into_iter()
            .flat_map(|revision| {
                comparison
                    .catalogue(revision)
                    .sources()
                    .iter()
                    .map(move |source| SourceRow::new(revision, source))
            })
            .collect();
        Self {
            baseline: Baseline {
                corrections: [],
                deviations: [],
                id: "rfc9880/base-1",
                interpretations: comparison.interpretations(),
                registry_knowledge: knowledge::consulted(comparison).map(RegistryRow::from).collect(),
                rfc: "9880",
            },
            coverage: Coverage {
                broader: Broader { inventory: None, inventory_status: "unavailable", state: "partial" },
                omissions: [],
                requested: Requested {
                    assessed: u8::from(complete),
                    count_unit: "comparison",
                    inventory: None,
                    not_applicable: 0,
                    total: 1,
                    unassessed: 0,
                    undetermined: u8::from(!complete),
                },
                rows: [],
                rows_omitted: 0,
            },
            outcome: Outcome {
                complete,
                disposition: comparison.disposition().as_str(),
                errors: count(Classification::Breaking) - acknowledged.breaking,
                incomplete_checks: u8::from(!complete),
                notices: 0,
                strict_warnings: false,
                warnings: comparison.version_warnings().len(),
            },
            policy: Policy {
                acknowledgements: comparison.acknowledgements().map_or(0, |given| given.entries().len()),
                recorded_registry: match comparison.recorded_registry_policy() {
                    RecordedRegistryPolicy::UseRecorded => "use_recorded",
                    RecordedRegistryPolicy::WithholdRecorded => "withhold_recorded",
                },
                restrictions: ["A002"],
                strict_warnings: false,
            },
            request: Request {
                assessment: None,
                comparison: CONTRACT,
                inventory: None,
                scope: Scopes {
                    earlier: Scope::new(comparison, Revision::Earlier),
                    later: Scope::new(comparison, Revision::Later),
                },
            },
            documents: Documents {
                added: comparison.added_documents().iter().map(|id| id.number()).collect(),
                compared: comparison
                    .compared_documents()
                    .iter()
                    .map(|(earlier, later)| Pair { earlier: earlier.number(), later: later.number() })
                    .collect(),
                removed: comparison.removed_documents().iter().map(|id| id.number()).collect(),
            },
            summary: Summary {
                acknowledged,
                breaking: count(Classification::Breaking),
                compatible: count(Classification::Compatible),
                documents: DocumentCounts {
                    added: comparison.added_documents().len(),
                    compared: comparison.compared_documents().len(),
                    removed: comparison.removed_documents().len(),
                },
                undetermined: count(Classification::Undetermined),
            },
            label_omissions: sources.iter().filter_map(|row| row.label_omitted).collect(),
            sources,
        }
    }

    pub(super) fn write(
        &self,
        comparison: &RevisionComparison<'_>,
        details: &Details,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let omitted = comparison.differences().len() - details.differences_kept;
        let warnings_omitted = comparison.version_warnings().len() - details.warnings_kept;
        let of_details: Vec<Omission> =
            (omitted > 0).then(|| Omission::details(omitted)).into_iter().collect();
        let all: Vec<Omission> = self.label_omissions.iter().chain(&of_details).copied().collect();
        let truncated = warnings_omitted > 0 || !all.is_empty();
        let reasons: &[&str] = if truncated { &["byte_limit"] } else { &[] };

        out.write_all(b"{\"baseline\":")?;
        put(out, &self.baseline)?;
        out.write_all(b",\"coverage\":")?;
        put(out, &self.coverage)?;
        out.write_all(b",\"diagnostics\":{\"items\":[")?;
        out.write_all(&details.warnings)?;
        out.write_all(b"],\"omissions\":")?;
        put(out, &all)?;
        write!(out, ",\"omitted\":{warnings_omitted},\"reasons\":")?;
        put(out, &reasons)?;
        write!(out, ",\"retained\":{},\"truncated\":{truncated}}}", details.warnings_kept)?;
        out.write_all(b",\"operation\":\"diff\",\"outcome\":")?;
        put(out, &self.outcome)?;
        out.write_all(b",\"policy\":")?;
        put(out, &self.policy)?;
        out.write_all(b",\"request\":")?;
        put(out, &self.request)?;
        out.write_all(b",\"result\":{\"differences\":[")?;
        out.write_all(&details.differences)?;
        write!(out, "],\"differences_omitted\":{omitted},\"documents\":")?;
        put(out, &self.documents)?;
        out.write_all(b",\"kind\":\"diff\",\"omissions\":")?;
        put(out, &of_details)?;
        write!(out, ",\"outcome\":\"{}\",\"summary\":", comparison.outcome().as_str())?;
        put(out, &self.summary)?;
        out.write_all(b",\"unused_acknowledgements\":")?;
        put(out, &comparison.unused_acknowledgements())?;
        out.write_all(b"},\"schema\":\"esdieff.report\",\"sources\":")?;
        put(out, &self.sources)?;
        out.write_all(b",\"version\":\"1.5\"}\n")
    }
}
