//! `multipleOf`: the exact multiples of a positive step.

use super::{Effect, Judged, Revision, Rule};
use crate::json::{Decimal, Value};
use crate::model::{Content, Exhausted};

/// The step between admitted numbers.
pub(super) struct Step;

/// A positive step with its authored spelling.
fn step<'c>(content: &Content<'c>) -> Option<(Decimal, &'c str)> {
    let value = content.number()?.ok()?;
    value.is_positive().then_some((value, content.number_token()?))
}

impl Rule for Step {
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect {
        match judged.both("multipleOf") {
            [None, None] => Effect::Same,
            [Some(only), None] => step(only).map_or(Effect::Unusable, |_| Effect::Widens),
            [None, Some(only)] => step(only).map_or(Effect::Unusable, |_| Effect::Narrows),
            [Some(earlier), Some(later)] => {
                let (Some((earlier, _)), Some((later, _))) = (step(earlier), step(later)) else {
                    return Effect::Unusable;
                };
                match (earlier.is_multiple_of(&later), later.is_multiple_of(&earlier)) {
                    (true, true) => Effect::Same,
                    (true, false) => Effect::Widens,
                    (false, true) => Effect::Narrows,
                    (false, false) => Effect::Neither,
                }
            }
        }
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        let admitted = judged.description(admitting).get("multipleOf").and_then(step);
        let Some((rejecting, _)) = judged.description(admitting.other()).get("multipleOf").and_then(step)
        else {
            return Ok(Vec::new());
        };
        let mut values = Vec::new();
        match admitted {
            Some((value, token)) if !value.is_multiple_of(&rejecting) => {
                values.push(Value::Number(token.to_owned()));
            }
            Some(_) => {}
            None => {
                values.extend(rejecting.half().token().map(Value::Number));
                if rejecting > Decimal::power_of_ten(0) {
                    values.push(Value::Number("1".to_owned()));
                }
            }
        }
        values.extend(judged.representatives(admitting)?);
        Ok(values)
    }
}
