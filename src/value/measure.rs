//! Constraints that measure: bounds and steps of numbers, and counts of characters and items.

use super::bound::{self, End};
use super::check::{Checker, Outcome};
use crate::json::Decimal;
use crate::model::{Content, Description};

impl<'c> Checker<'c, '_> {
    /// Whether a length lies within two count qualities.
    pub(super) fn within(
        &self,
        description: &Description<'c>,
        minimum: &'static str,
        maximum: &'static str,
        length: Option<Decimal>,
    ) -> Outcome {
        let Some(length) = length else { return Outcome::Undetermined };
        let least = match bound::count_of(description, minimum) {
            Ok(count) => Outcome::satisfied(count.is_none_or(|least| least <= length)),
            Err(_) => Outcome::Undetermined,
        };
        let most = match bound::count_of(description, maximum) {
            Ok(count) => Outcome::satisfied(count.is_none_or(|most| length <= most)),
            Err(_) => Outcome::Undetermined,
        };
        let least = self.tracing().judged(least, description, minimum);
        least.and(self.tracing().judged(most, description, maximum))
    }

    pub(super) fn check_number(&self, description: &Description<'c>, token: &str) -> Outcome {
        let Ok(number) = Decimal::parse(token) else { return Outcome::Undetermined };
        let side = |end: End| {
            end.qualities().into_iter().zip([false, true]).fold(
                Outcome::Admitted,
                |outcome, (name, exclusive)| {
                    let kept = match description.get(name).map(Content::number) {
                        None => Outcome::Admitted,
                        Some(Some(Ok(value))) => {
                            let order = match end {
                                End::Lower => number.cmp(&value),
                                End::Upper => value.cmp(&number),
                            };
                            Outcome::satisfied(order.is_gt() || (order.is_eq() && !exclusive))
                        }
                        Some(_) => Outcome::Undetermined,
                    };
                    outcome.and(self.tracing().judged(kept, description, name))
                },
            )
        };
        let step = match description.get("multipleOf").map(Content::number) {
            None => Outcome::Admitted,
            Some(Some(Ok(step))) if step.is_positive() => Outcome::satisfied(number.is_multiple_of(&step)),
            Some(_) => Outcome::Undetermined,
        };
        let step = self.tracing().judged(step, description, "multipleOf");
        side(End::Lower).and(side(End::Upper)).and(step)
    }
}
