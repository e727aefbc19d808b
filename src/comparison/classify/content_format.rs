//! `contentFormat`: two different established meanings make Clients misread values; two spellings of one are no change.

use super::{Change, Judged, Treatment};
use crate::registry::content_format::{self, Outcome};
use crate::value::interpretation::Interpretations;

/// Compares two content formats.
pub(super) fn compare(judged: &Judged<'_, '_, '_>) -> Change {
    let code = match judged.both("contentFormat") {
        [None, _] => "comparison.content_format_added",
        [_, None] => "comparison.content_format_removed",
        [Some(earlier), Some(later)] => match (earlier.text(), later.text()) {
            (Some(earlier), Some(later)) => {
                let comparison = content_format::compare(earlier, later, judged.context.policy);
                judged.context.consult(comparison.consulted);
                if comparison.interpretation {
                    judged.context.rely_on(Interpretations::CONTENT_FORMAT);
                }
                match comparison.outcome {
                    Outcome::Same => return Change::None,
                    Outcome::Different => return Change::Changed(Treatment::Misread),
                    Outcome::Unestablished => "comparison.content_format_unestablished",
                    Outcome::EvidenceWithheld(registry) => judged.context.withheld(registry),
                }
            }
            _ => "comparison.not_classified",
        },
    };
    Change::Changed(Treatment::Undetermined(code))
}
