//! Reasons for what stays undetermined: one table of stable codes and their sentences.

use super::difference::Reason;

/// Every reason that a revision comparison gives, with its sentence.
pub(crate) const REASONS: &[Reason] = &[
    reason("comparison.unproven", "no value shows that this breaks, and no proof that it is safe"),
    reason("comparison.witness_unsettled", "whether a candidate value is admitted could not be settled"),
    reason("comparison.not_classified", "no rule classifies a change of this quality"),
    reason(
        "comparison.directions_unavailable",
        "who supplies the data is unknown, because a characteristic is unusable",
    ),
    reason("comparison.unit_added", "a unit was added, which changes the stated meaning of values"),
    reason("comparison.unit_removed", "the unit was removed, which changes the stated meaning of values"),
    reason("comparison.unit_uri_name", "a unit name with a colon is a URI, whose meaning is not recorded"),
    reason("comparison.unit_unrecorded", "a unit name is not in the recorded SenML registries"),
    reason("comparison.unit_legacy", "a legacy unit name is involved, and it may name the same unit"),
    reason(
        "comparison.content_format_added",
        "a content format was added, which changes the stated meaning of values",
    ),
    reason(
        "comparison.content_format_removed",
        "the content format was removed, which changes the stated meaning of values",
    ),
    reason("comparison.content_format_unestablished", "a content format has no established meaning"),
    reason("registry.caller_withheld", "the recorded registry that would settle it was withheld by request"),
    reason("required.unavailable", "which declarations are mandatory could not be resolved completely"),
    reason("reference.unavailable", "a reference has no available target"),
    reason("reference.prefix_unmapped", "a reference's prefix is not in the document's namespace block"),
    reason("reference.effective_cycle", "a reference leads back to itself"),
    reason("reference.ambiguous", "several documents contribute the referenced name"),
    reason("reference.syntax", "a reference does not follow the syntax of SDF names"),
    reason("reference.capability_unavailable", "a reference uses a form of name that is not supported"),
    reason("interpretation.unresolved", "the content has no meaning that the model language defines"),
    reason("input.unicode_unavailable", "a text holds a lone surrogate, so its characters are unknown"),
    reason("data.number_unavailable", "a number is beyond the exact-number capability"),
    reason("json.syntax", "the document is not JSON"),
    reason("input.encoding", "the document is not UTF-8"),
    reason("input.duplicate_name", "a name stands twice in one map of the document"),
    reason("input.acquisition", "the document could not be read"),
    reason("document.envelope", "the document is not a map"),
    reason(
        "structure.feature_context_unavailable",
        "the document declares extension features that are not understood",
    ),
    reason("operation.limit", "a limit of the comparison was reached"),
];

const fn reason(code: &'static str, message: &'static str) -> Reason {
    Reason { code, message, limit: None }
}

/// The reason with this code.
pub(crate) fn of(code: &'static str) -> Reason {
    REASONS.iter().copied().find(|reason| reason.code == code).unwrap_or(reason(code, code))
}

/// Whether a difference with this reason had its content examined, so that someone can sign for it.
pub(crate) fn examined(code: &str) -> bool {
    (code.starts_with("comparison.") && code != "comparison.directions_unavailable")
        || code == "registry.caller_withheld"
}
