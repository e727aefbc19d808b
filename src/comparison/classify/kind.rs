//! `type`: every integer is a number, and no type admits all.

use super::{Effect, Judged, Revision, Rule};
use crate::json::{Decimal, Value};
use crate::model::{Content, Exhausted};
use crate::value::bound::{Bound, End};
use crate::value::meaning::{BaseType, declared_type};

/// The base type.
pub(super) struct Type;

/// The type of each revision; `Err` for one that is not among the six.
fn types(judged: &Judged<'_, '_, '_>) -> [Result<Option<BaseType>, ()>; 2] {
    judged.both("type").map(|content: Option<&Content<'_>>| match content {
        None => Ok(None),
        declared => declared_type(declared).map(Some).ok_or(()),
    })
}

impl Rule for Type {
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect {
        match types(judged) {
            [Ok(earlier), Ok(later)] => match (earlier, later) {
                (a, b) if a == b => Effect::Same,
                (None, Some(_)) | (Some(BaseType::Number), Some(BaseType::Integer)) => Effect::Narrows,
                (Some(_), None) | (Some(BaseType::Integer), Some(BaseType::Number)) => Effect::Widens,
                _ => Effect::Neither,
            },
            _ => Effect::Unusable,
        }
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        let [Ok(earlier), Ok(later)] = types(judged) else { return Ok(Vec::new()) };
        let (admitted, other) = match admitting {
            Revision::Earlier => (earlier, later),
            Revision::Later => (later, earlier),
        };
        match (admitted, other) {
            (Some(BaseType::Number), Some(BaseType::Integer)) => Ok(fractions(judged, admitting)),
            (Some(BaseType::Integer), Some(BaseType::Number)) | (_, None) => Ok(Vec::new()),
            _ => judged.representatives(admitting),
        }
    }
}

/// 0.5, then a fraction just inside each bound of the revision that admits fractions.
fn fractions(judged: &Judged<'_, '_, '_>, admitting: Revision) -> Vec<Value> {
    let mut tokens = vec!["0.5".to_owned()];
    for end in [End::Lower, End::Upper] {
        let Ok(Some(bound)) = Bound::of(judged.description(admitting), end) else { continue };
        if !bound.value.is_integer() && !bound.exclusive {
            tokens.push(bound.token.to_owned());
            continue;
        }
        let unit = if bound.value.is_integer() {
            Decimal::power_of_ten(0)
        } else {
            Decimal::power_of_ten(bound.value.last_digit_exponent())
        };
        let half = unit.half().value();
        let inside = if end == End::Lower { bound.value.plus(&half) } else { bound.value.minus(&half) };
        tokens.extend(inside.and_then(|inside| inside.token()));
    }
    tokens.into_iter().map(Value::Number).collect()
}
