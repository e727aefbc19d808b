//! `minimum`, `exclusiveMinimum`, `maximum`, `exclusiveMaximum`: the effective bound that each pair leaves.

use super::{Effect, Judged, Revision, Rule};
use crate::json::{Decimal, Value};
use crate::model::Exhausted;
use crate::value::bound::{Bound, End};

/// One end of the admitted numbers.
pub(super) struct Bounds(pub(super) End);

impl Rule for Bounds {
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect {
        match (Bound::of(judged.earlier, self.0), Bound::of(judged.later, self.0)) {
            (Ok(earlier), Ok(later)) => match (earlier, later) {
                (None, None) => Effect::Same,
                (Some(_), None) => Effect::Widens,
                (None, Some(_)) => Effect::Narrows,
                (Some(earlier), Some(later)) if earlier.is_same(&later) => Effect::Same,
                (Some(earlier), Some(later)) if later.is_tighter(&earlier, self.0) => Effect::Narrows,
                _ => Effect::Widens,
            },
            _ => Effect::Unusable,
        }
    }

    /// Values between the two bounds: the tighter one when it is exclusive, the wider one when it is inclusive, and
    /// otherwise one a step across the open edge.
    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        let end = self.0;
        let (Ok(wider), Ok(Some(tighter))) = (
            Bound::of(judged.description(admitting), end),
            Bound::of(judged.description(admitting.other()), end),
        ) else {
            return Ok(Vec::new());
        };
        if wider.as_ref().is_some_and(|wider| !tighter.is_tighter(wider, end)) {
            return Ok(Vec::new());
        }
        let mut tokens = Vec::new();
        if tighter.exclusive {
            tokens.push(tighter.token.to_owned());
        }
        match &wider {
            Some(wider) if !wider.exclusive => tokens.push(wider.token.to_owned()),
            Some(wider) if tokens.is_empty() => tokens.extend(between(wider, &tighter)),
            None if tokens.is_empty() => tokens.extend(tighter.one_outside(end)),
            _ => {}
        }
        Ok(tokens.into_iter().map(Value::Number).collect())
    }
}

/// A number strictly between two bounds, one unit of the finer last digit above the lower edge, or half a unit.
fn between(a: &Bound<'_>, b: &Bound<'_>) -> Option<String> {
    let (low, high) = if a.value < b.value { (a, b) } else { (b, a) };
    let finer = low.value.last_digit_exponent().min(high.value.last_digit_exponent());
    let unit = Decimal::power_of_ten(finer);
    let above = low.value.plus(&unit)?;
    if above.value() < high.value {
        return above.token();
    }
    low.value.plus(&unit.half().value())?.token()
}
