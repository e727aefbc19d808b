//! A version warning and a difference as members of the report.

use serde::Serialize;

use crate::comparison::{Difference, Direction, Origin, Revision, RevisionComparison, Side, VersionWarning};
use crate::report::entry::{self, Entry};
use crate::report::place::Places;

const VERSION_MESSAGE: &str =
    "a document with a breaking difference keeps or lowers its version, or loses it";

#[derive(Debug, Serialize)]
pub(super) struct Condition<'a> {
    arguments: ConditionArguments<'a>,
    basis: Basis,
    code: &'static str,
    message: &'static str,
    primary: SourceLocation,
    related: [SourceLocation; 1],
    severity: &'static str,
}

#[derive(Debug, Serialize)]
struct ConditionArguments<'a> {
    breaking_differences: usize,
    earlier_version: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    later_version: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct Basis {
    citation: &'static str,
    id: &'static str,
    kind: &'static str,
}

pub(super) fn condition<'a>(places: &Places<'_>, warning: &'a VersionWarning) -> Condition<'a> {
    Condition {
        arguments: ConditionArguments {
            breaking_differences: warning.breaking,
            earlier_version: &warning.earlier_version,
            later_version: warning.later_version.as_deref(),
        },
        basis: Basis { citation: "RFC 9880 Section 3.1", id: VersionWarning::CODE, kind: "advice" },
        code: VersionWarning::CODE,
        message: VERSION_MESSAGE,
        primary: SourceLocation::new(places, Revision::Later, warning.location, true),
        related: [SourceLocation::new(places, Revision::Earlier, warning.related, true)],
        severity: "warning",
    }
}

#[derive(Debug, Serialize)]
struct SourceLocation {
    kind: &'static str,
    pointer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<&'static str>,
    source_id: u32,
    span: Option<[usize; 2]>,
}

impl SourceLocation {
    fn new(places: &Places<'_>, revision: Revision, origin: Origin, named: bool) -> Self {
        let span = places.source(revision, origin.source).node(origin.node).map(crate::json::NodeRef::span);
        Self {
            kind: "source",
            pointer: places.origin_pointer(revision, origin).unwrap_or_default(),
            revision: named.then_some(revision.as_str()),
            source_id: origin.source.number(),
            span: span.map(|span| [span.start, span.end]),
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct DifferenceRow<'a> {
    acknowledged: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    acknowledgement: Option<Entry<'a>>,
    classification: &'static str,
    directions: Vec<&'static str>,
    earlier: Option<SideRow<'a>>,
    kind: &'static str,
    later: Option<SideRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quality: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ReasonRow>,
    subject: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<WitnessRow<'a>>,
}

#[derive(Debug, Serialize)]
struct SideRow<'a> {
    location: EffectiveLocation<'a>,
    origin: Option<SourceLocation>,
    presence: &'static str,
}

#[derive(Debug, Serialize)]
struct EffectiveLocation<'a> {
    kind: &'static str,
    pointer: &'a str,
    root: u32,
}

#[derive(Debug, Serialize)]
struct ReasonRow {
    code: &'static str,
    message: std::borrow::Cow<'static, str>,
}

#[derive(Debug, Serialize)]
struct WitnessRow<'a> {
    admission: AdmissionRow,
    direction: &'static str,
    raw_json: &'a str,
}

#[derive(Debug, Serialize)]
struct AdmissionRow {
    earlier: &'static str,
    later: &'static str,
}

impl<'a> DifferenceRow<'a> {
    pub(super) fn new(
        comparison: &'a RevisionComparison<'_>,
        places: &Places<'_>,
        difference: &'a Difference,
    ) -> Self {
        let side = |revision| difference.side(revision).map(|side| SideRow::new(places, revision, side));
        Self {
            acknowledged: difference.acknowledged(),
            acknowledgement: entry::entry(comparison, difference),
            classification: difference.classification.as_str(),
            directions: difference.directions.iter().map(Direction::as_str).collect(),
            earlier: side(Revision::Earlier),
            kind: difference.kind.as_str(),
            later: side(Revision::Later),
            quality: difference.subject.quality(),
            reason: difference
                .reason
                .map(|reason| ReasonRow { code: reason.code, message: reason.sentence() }),
            subject: difference.subject.as_str(),
            witness: difference.witness.as_ref().map(|witness| WitnessRow {
                admission: AdmissionRow {
                    earlier: witness.admission(Revision::Earlier).as_str(),
                    later: witness.admission(Revision::Later).as_str(),
                },
                direction: witness.direction.as_str(),
                raw_json: &witness.value,
            }),
        }
    }
}

impl<'a> SideRow<'a> {
    fn new(places: &Places<'_>, revision: Revision, side: &'a Side) -> Self {
        Self {
            location: EffectiveLocation {
                kind: "effective",
                pointer: &side.pointer,
                root: side.root.number(),
            },
            origin: side.origin.map(|origin| SourceLocation::new(places, revision, origin, false)),
            presence: side.presence.as_str(),
        }
    }
}
