//! `unit`: a changed unit makes Clients misread values, when both names are current ones.

use super::{Change, Judged, Treatment};
use crate::registry::units::{self, Outcome};

/// Compares two units. Without `settle` no registry is asked, because the answer would not matter.
pub(super) fn compare(judged: &Judged<'_, '_, '_>, settle: bool) -> Change {
    let code = match judged.both("unit") {
        [None, _] => "comparison.unit_added",
        [_, None] => "comparison.unit_removed",
        [Some(earlier), Some(later)] => match (earlier.text(), later.text()) {
            (Some(earlier), Some(later)) if settle => {
                let comparison = units::compare(earlier, later, judged.context.policy);
                judged.context.consult(comparison.consulted);
                match comparison.outcome {
                    Outcome::Same => return Change::None,
                    Outcome::BothCurrentDifferent => return Change::Changed(Treatment::Misread),
                    Outcome::UriName => "comparison.unit_uri_name",
                    Outcome::EvidenceWithheld(registry) => judged.context.withheld(registry),
                    Outcome::Unrecorded => "comparison.unit_unrecorded",
                    Outcome::Legacy => "comparison.unit_legacy",
                }
            }
            _ => "comparison.not_classified",
        },
    };
    Change::Changed(Treatment::Undetermined(code))
}
