//! `minItems` and `maxItems` of a grouping: how many instances a Thing has (RFC 9880 Section 5.1).
//!
//! Things decide how many there are, so the range behaves like Thing-supplied data, without a witness.

use crate::comparison::context::Verdict;
use crate::json::Decimal;
use crate::model::Members;
use crate::value::bound::{End, Unusable, count};

/// The instance counts of one revision.
struct Range {
    least: Option<Decimal>,
    most: Option<Decimal>,
}

/// Judges a changed end of the instance range of two corresponding groupings.
pub(in crate::comparison) fn verdict(earlier: &Members<'_>, later: &Members<'_>, end: End) -> Verdict {
    let not_classified = Verdict::Undetermined("comparison.not_classified");
    let (Ok(Some(earlier)), Ok(Some(later))) = (range(earlier), range(later)) else { return not_classified };
    let zero = Decimal::zero();
    let narrows_or_same = match end {
        End::Lower => earlier.least.as_ref().unwrap_or(&zero) <= later.least.as_ref().unwrap_or(&zero),
        End::Upper => match (&earlier.most, &later.most) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(earlier), Some(later)) => later <= earlier,
        },
    };
    if narrows_or_same { Verdict::Compatible } else { Verdict::Breaking(None) }
}

/// The range of a grouping array; `None` for a grouping that is no array.
fn range(members: &Members<'_>) -> Result<Option<Range>, Unusable> {
    let read = |name: &str| members.get(name).map(count).transpose();
    let range = Range { least: read("minItems")?, most: read("maxItems")? };
    match (&range.least, &range.most) {
        (None, None) => Ok(None),
        (Some(least), Some(most)) if least > most => Err(Unusable),
        _ => Ok(Some(range)),
    }
}
