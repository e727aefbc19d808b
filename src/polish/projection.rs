//! A review for machines: `mdpolish.review` 1.0.
//!
//! The form is fixed, key by key, at three levels of detail. What a level does not show is absent, never null or
//! empty. Objects have no order; arrays have, and it means something.

use serde::Serialize;
use serde::ser::{SerializeSeq as _, Serializer};

use super::Snapshot;
use super::modifier::Parameter;
use super::review::{Change, Fault, ModifierRecord, ResidualProposal, Review, Stage, Status};

/// The name of the form.
pub const SCHEMA_NAME: &str = "mdpolish.review";
/// Its version, which is not the version of the program.
pub const SCHEMA_VERSION: &str = "1.0";
/// The JSON Schema of the form.
pub const SCHEMA: &str = include_str!("../../schemas/mdpolish-review-1.0.schema.json");

/// How much of the text a projection shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Status, hashes, counts, who took part: nothing of the text.
    Summary,
    /// Also parameters, what was changed and why, messages, and what would still be changed.
    Changes,
    /// Also the input, the current text, and the text before and after every stage.
    Full,
}

impl Detail {
    fn as_str(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Changes => "changes",
            Self::Full => "full",
        }
    }

    /// The value, when the level shows it.
    fn from<T>(self, least: Self, value: impl FnOnce() -> T) -> Option<T> {
        (self >= least).then(value)
    }
}

/// A review that is ready to be serialised.
#[derive(Debug, Serialize)]
pub struct Projection<'r> {
    schema_name: &'static str,
    schema_version: &'static str,
    detail: &'static str,
    status: &'static str,
    current_kind: &'static str,
    stages_complete: bool,
    hash_contract: HashContract,
    coordinate_contract: CoordinateContract,
    input: Text<'r>,
    current: Text<'r>,
    counts: Counts,
    modifiers: Vec<ModifierOut<'r>>,
    stages: Vec<StageOut<'r>>,
    errors: Vec<ErrorOut<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    residual_proposals: Option<Vec<ResidualOut<'r>>>,
}

/// Projects a review.
#[must_use]
pub fn project(review: &Review, detail: Detail) -> Projection<'_> {
    let status = review.status();
    Projection {
        schema_name: SCHEMA_NAME,
        schema_version: SCHEMA_VERSION,
        detail: detail.as_str(),
        status: match status {
            Status::Success => "success",
            Status::Failed => "failed",
            Status::Unstable => "unstable",
        },
        current_kind: if status == Status::Success { "success_output" } else { "partial_output" },
        stages_complete: review.stages_complete(),
        hash_contract: HashContract { algorithm: "sha256", encoding: "utf-8", normalization: "none" },
        coordinate_contract: CoordinateContract {
            offset_unit: "unicode_code_point",
            span_index_base: 0,
            span_end: "exclusive",
            location_index_base: 1,
            physical_line_endings: ["lf", "crlf", "cr"],
        },
        input: Text::of(review.input(), detail),
        current: Text::of(review.current(), detail),
        counts: Counts {
            modifier_count: review.modifiers().len(),
            completed_stage_count: review.stages().len(),
            change_count: review.change_count(),
            error_count: review.faults().len(),
            residual_proposal_count: review.residual().len(),
        },
        modifiers: review
            .modifiers()
            .iter()
            .enumerate()
            .map(|(at, m)| ModifierOut::of(at, m, detail))
            .collect(),
        stages: review.stages().iter().map(|stage| StageOut::of(stage, detail)).collect(),
        errors: review.faults().iter().map(|fault| ErrorOut::of(fault, review, detail)).collect(),
        residual_proposals: detail.from(Detail::Changes, || {
            review.residual().iter().map(|proposal| ResidualOut::of(proposal, review.current())).collect()
        }),
    }
}

/// The JSON text of a projection: two spaces of indentation, nothing but what JSON demands escaped, no byte order
/// mark, no line end at the end.
#[must_use]
pub fn to_json(review: &Review, detail: Detail) -> String {
    // Only a map with keys that are no strings, or a failing writer, could be an error; there is neither.
    serde_json::to_string_pretty(&project(review, detail)).unwrap_or_default()
}

#[derive(Debug, Serialize)]
struct HashContract {
    algorithm: &'static str,
    encoding: &'static str,
    normalization: &'static str,
}

#[derive(Debug, Serialize)]
struct CoordinateContract {
    offset_unit: &'static str,
    span_index_base: u8,
    span_end: &'static str,
    location_index_base: u8,
    physical_line_endings: [&'static str; 3],
}

#[derive(Debug, Serialize)]
struct Text<'r> {
    sha256: &'r str,
    code_point_length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<&'r str>,
}

impl<'r> Text<'r> {
    fn of(snapshot: &'r Snapshot, detail: Detail) -> Self {
        Self {
            sha256: snapshot.sha256(),
            code_point_length: snapshot.code_point_length(),
            markdown: detail.from(Detail::Full, || snapshot.text()),
        }
    }
}

#[derive(Debug, Serialize)]
struct Counts {
    modifier_count: usize,
    completed_stage_count: usize,
    change_count: usize,
    error_count: usize,
    residual_proposal_count: usize,
}

#[derive(Debug, Serialize)]
struct ModifierOut<'r> {
    position: usize,
    modifier_id: &'r str,
    version: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<&'r [(String, Parameter)]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    applicability: Option<ApplicabilityOut<'r>>,
}

impl<'r> ModifierOut<'r> {
    fn of(position: usize, modifier: &'r ModifierRecord, detail: Detail) -> Self {
        let applicability = &modifier.applicability;
        Self {
            position,
            modifier_id: &modifier.id,
            version: &modifier.version,
            parameters: detail.from(Detail::Changes, || modifier.parameters.as_slice()),
            applicability: detail.from(Detail::Changes, || ApplicabilityOut {
                applies: applicability.applies,
                reason: &applicability.reason,
            }),
        }
    }
}

#[derive(Debug, Serialize)]
struct ApplicabilityOut<'r> {
    applies: bool,
    reason: &'r str,
}

impl Serialize for Parameter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Integer(value) => serializer.serialize_i64(*value),
            Self::Float(value) => serializer.serialize_f64(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::List(values) => {
                let mut list = serializer.serialize_seq(Some(values.len()))?;
                for value in values {
                    list.serialize_element(value)?;
                }
                list.end()
            }
        }
    }
}

#[derive(Debug, Serialize)]
struct StageOut<'r> {
    modifier_position: usize,
    before: Text<'r>,
    after: Text<'r>,
    change_count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<Vec<ChangeOut<'r>>>,
}

impl<'r> StageOut<'r> {
    fn of(stage: &'r Stage, detail: Detail) -> Self {
        Self {
            modifier_position: stage.modifier,
            before: Text::of(&stage.before, detail),
            after: Text::of(&stage.after, detail),
            change_count: stage.changes.len(),
            changes: detail.from(Detail::Changes, || {
                stage.changes.iter().map(|change| ChangeOut::of(change, stage)).collect()
            }),
        }
    }
}

#[derive(Debug, Serialize)]
struct ChangeOut<'r> {
    proposal_index: usize,
    edit_index: usize,
    reason: &'r str,
    location: LocationOut,
    span: SpanOut,
    before: &'r str,
    after: &'r str,
    before_sha256: &'r str,
    after_sha256: &'r str,
}

impl<'r> ChangeOut<'r> {
    fn of(change: &'r Change, stage: &'r Stage) -> Self {
        let position = stage.before.position(change.span.start);
        Self {
            proposal_index: change.proposal,
            edit_index: change.edit,
            reason: &change.reason,
            location: LocationOut { line: position.line, column: position.column },
            span: SpanOut::of(&stage.before, &change.span),
            before: &change.before,
            after: &change.after,
            before_sha256: stage.before.sha256(),
            after_sha256: stage.after.sha256(),
        }
    }
}

#[derive(Debug, Serialize)]
struct LocationOut {
    line: usize,
    column: usize,
}

#[derive(Debug, Serialize)]
struct SpanOut {
    start: usize,
    end: usize,
}

impl SpanOut {
    fn of(snapshot: &Snapshot, span: &std::ops::Range<usize>) -> Self {
        Self { start: snapshot.code_points(span.start), end: snapshot.code_points(span.end) }
    }
}

#[derive(Debug, Serialize)]
struct ErrorOut<'r> {
    code: &'static str,
    stage: &'static str,
    modifier_position: Option<usize>,
    modifier_id: Option<&'r str>,
    modifier_version: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostic_type: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'r str>,
}

impl<'r> ErrorOut<'r> {
    fn of(fault: &'r Fault, review: &'r Review, detail: Detail) -> Self {
        let modifier = fault.modifier.and_then(|position| review.modifiers().get(position));
        Self {
            code: fault.phase.code(),
            stage: fault.phase.as_str(),
            modifier_position: fault.modifier,
            modifier_id: modifier.map(|modifier| modifier.id.as_str()),
            modifier_version: modifier.map(|modifier| modifier.version.as_str()),
            diagnostic_type: detail.from(Detail::Changes, || fault.diagnostic_type.as_str()),
            message: detail.from(Detail::Changes, || fault.message.as_str()),
        }
    }
}

#[derive(Debug, Serialize)]
struct ResidualOut<'r> {
    modifier_position: usize,
    proposal_index: usize,
    snapshot_sha256: &'r str,
    reason: &'r str,
    edits: Vec<ResidualEditOut<'r>>,
}

#[derive(Debug, Serialize)]
struct ResidualEditOut<'r> {
    edit_index: usize,
    span: SpanOut,
    expected_text: &'r str,
    replacement: &'r str,
}

impl<'r> ResidualOut<'r> {
    fn of(proposal: &'r ResidualProposal, current: &'r Snapshot) -> Self {
        let edit = |(edit_index, edit): (usize, &'r super::ResidualEdit)| ResidualEditOut {
            edit_index,
            span: SpanOut::of(current, &edit.span),
            expected_text: &edit.expected,
            replacement: &edit.replacement,
        };
        Self {
            modifier_position: proposal.modifier,
            proposal_index: proposal.proposal,
            snapshot_sha256: current.sha256(),
            reason: &proposal.reason,
            edits: proposal.edits.iter().enumerate().map(edit).collect(),
        }
    }
}
