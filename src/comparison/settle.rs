//! The verdict on a change to the values that a description admits: a proof, a witness, or neither.

use std::rc::Rc;

use super::classify::{CANDIDATES, Effect, Judged, Rule};
use super::context::{Context, Verdict};
use super::difference::Witness;
use super::placement::Placement;
use super::terms::{Direction, Directions, Revision};
use crate::json::Value;
use crate::model::{Description, Exhausted};
use crate::value::check::Outcome;

/// The Client directions that some data carries in both revisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carried {
    /// These directions, perhaps none.
    Known(Directions),
    /// A characteristic is unusable; these directions are still certain.
    Unknown(Directions),
}

impl Carried {
    /// The directions a difference names.
    pub(super) fn listed(self) -> Directions {
        match self {
            Self::Known(directions) | Self::Unknown(directions) => directions,
        }
    }
}

/// The data that some description belongs to, and where candidates for it stand in that data.
#[derive(Clone)]
pub(super) struct Flow<'c> {
    pub(super) carried: Carried,
    /// The whole data in both revisions: a Property's, an input's or an output's.
    pub(super) whole: [Rc<Description<'c>>; 2],
    pub(super) placement: Placement<'c>,
    /// Inside Direct items without a meaning nothing is classified.
    pub(super) without_meaning: bool,
}

/// Everything that changed in one description, as far as a proof is concerned.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Proof {
    /// Some change admits fewer values.
    narrows: bool,
    /// Some change admits more values.
    widens: bool,
    /// Something changed, or is unknown, that no rule covers.
    pub(super) spoiled: bool,
}

impl Proof {
    /// Notes what one change does to the admitted values.
    pub(super) fn note(&mut self, effect: Effect) {
        match effect {
            Effect::Same => {}
            Effect::Narrows => self.narrows = true,
            Effect::Widens => self.widens = true,
            Effect::Neither | Effect::Unusable => self.spoiled = true,
        }
    }

    /// Whether the description admits only what is safe in every direction: Client-supplied data may widen, and
    /// Thing-supplied data narrow.
    pub(super) fn holds(self, directions: Directions) -> bool {
        let unsafe_way = (self.widens && directions.thing) || (self.narrows && directions.client);
        !self.spoiled && !unsafe_way
    }
}

/// One description that a changed quality is judged on.
pub(super) struct Scope<'a, 'c, 'r> {
    pub(super) judged: Judged<'a, 'c, 'r>,
    pub(super) proof: &'a Proof,
    pub(super) placement: Placement<'c>,
}

/// Settles a changed constraint. Without a scope nothing is affected, so it is compatible.
///
/// # Errors
/// The operation allowance ran out.
pub(super) fn settle<'c>(
    context: &Context<'c, '_>,
    flow: &Flow<'c>,
    rule: &dyn Rule,
    scopes: &[Scope<'_, 'c, '_>],
) -> Result<Verdict, Exhausted> {
    let directions = match flow.carried {
        Carried::Unknown(_) => return Ok(Verdict::Undetermined("comparison.directions_unavailable")),
        Carried::Known(directions) => directions,
    };
    if directions.is_empty() || scopes.iter().all(|scope| scope.proof.holds(directions)) {
        return Ok(Verdict::Compatible);
    }
    let mut left = CANDIDATES;
    let mut unsettled = false;
    for direction in directions.iter() {
        let admitting = match direction {
            Direction::ClientSupplied => Revision::Earlier,
            Direction::ThingSupplied => Revision::Later,
        };
        for scope in scopes {
            // A change that only narrows gives a Thing nothing new to send, and one that only widens refuses nothing.
            let tells = match rule.effect(&scope.judged) {
                Effect::Narrows => direction == Direction::ClientSupplied,
                Effect::Widens => direction == Direction::ThingSupplied,
                Effect::Neither => true,
                Effect::Same | Effect::Unusable => false,
            };
            if left == 0 || !tells {
                continue;
            }
            for candidate in rule.candidates(&scope.judged, admitting)?.into_iter().take(left) {
                left -= 1;
                let Some(value) = scope.placement.place(context, candidate, admitting)? else { continue };
                match tell(context, flow, &value, admitting)? {
                    Some(true) => {
                        let rejecting = admitting.other();
                        let [earlier, later] = &flow.whole;
                        let whole = if rejecting == Revision::Earlier { earlier } else { later };
                        let refusals = context.checker(rejecting).refusals(whole, &value);
                        let witness = Witness { value: value.to_string(), direction, refusals };
                        return Ok(Verdict::Breaking(Some(witness)));
                    }
                    Some(false) => {}
                    None => unsettled = true,
                }
            }
        }
    }
    Ok(Verdict::Undetermined(if unsettled { "comparison.witness_unsettled" } else { "comparison.unproven" }))
}

/// Whether the admitting revision admits the value and the other one rejects it; `None` when that is unsettled.
fn tell<'c>(
    context: &Context<'c, '_>,
    flow: &Flow<'c>,
    value: &Value,
    admitting: Revision,
) -> Result<Option<bool>, Exhausted> {
    let [earlier, later] = &flow.whole;
    context.earlier.reset();
    context.later.reset();
    let outcomes = [context.earlier.check(earlier, value)?, context.later.check(later, value)?];
    let (admits, other) = match admitting {
        Revision::Earlier => (outcomes[0], outcomes[1]),
        Revision::Later => (outcomes[1], outcomes[0]),
    };
    Ok(match (admits, other) {
        (Outcome::Admitted, Outcome::Rejected) => {
            context.rely_on(context.earlier.used().with(context.later.used()));
            Some(true)
        }
        // What the admitting revision rejects tells nothing, whatever the other one makes of it.
        (Outcome::Rejected, _) | (Outcome::Admitted, Outcome::Admitted) => Some(false),
        _ => None,
    })
}
