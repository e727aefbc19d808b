//! `minLength` and `maxLength`: how many Unicode scalar values a string holds.

use super::{Effect, Judged, Revision, Rule};
use crate::json::{Decimal, Value};
use crate::model::Exhausted;
use crate::value::bound::{End, Unusable, count_of};
use crate::value::representative::SCALARS;

/// One end of the admitted lengths.
pub(super) struct Length(pub(super) End);

/// A length limit; `None` is unbounded above.
type Limit = Option<Decimal>;

/// Reads a count quality, with the default that its absence means.
pub(super) fn limit(
    judged: &Judged<'_, '_, '_>,
    revision: Revision,
    name: &str,
    end: End,
) -> Result<Limit, Unusable> {
    let count = count_of(judged.description(revision), name)?;
    Ok(match end {
        End::Lower => Some(count.unwrap_or_else(Decimal::zero)),
        End::Upper => count,
    })
}

/// How two limits of one end relate.
pub(super) fn effect(earlier: Result<Limit, Unusable>, later: Result<Limit, Unusable>, end: End) -> Effect {
    let (Ok(earlier), Ok(later)) = (earlier, later) else { return Effect::Unusable };
    match (earlier, later) {
        (None, None) => Effect::Same,
        (None, Some(_)) => Effect::Narrows,
        (Some(_), None) => Effect::Widens,
        (Some(earlier), Some(later)) => match (earlier.cmp(&later), end) {
            (std::cmp::Ordering::Equal, _) => Effect::Same,
            (std::cmp::Ordering::Less, End::Lower) | (std::cmp::Ordering::Greater, End::Upper) => {
                Effect::Narrows
            }
            _ => Effect::Widens,
        },
    }
}

/// The count just across the limit of the revision that must reject.
pub(super) fn across(limit: Result<Limit, Unusable>, end: End) -> Option<usize> {
    let count = limit.ok()??.to_usize()?;
    match end {
        End::Lower => count.checked_sub(1),
        End::Upper => count.checked_add(1),
    }
}

impl Length {
    fn name(&self) -> &'static str {
        match self.0 {
            End::Lower => "minLength",
            End::Upper => "maxLength",
        }
    }
}

impl Rule for Length {
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect {
        let read = |revision| limit(judged, revision, self.name(), self.0);
        effect(read(Revision::Earlier), read(Revision::Later), self.0)
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        let mut values = Vec::new();
        let rejecting = limit(judged, admitting.other(), self.name(), self.0);
        if let Some(length) = across(rejecting, self.0).filter(|&length| length <= SCALARS) {
            judged.composer(admitting).work().charge(length as u64)?;
            values.push(Value::Text("a".repeat(length)));
        }
        values.extend(judged.representatives(admitting)?);
        Ok(values)
    }
}
