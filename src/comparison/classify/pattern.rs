//! `pattern`: whether one pattern matches all that another does is not decided.

use super::{Effect, Judged, Revision, Rule};
use crate::json::Value;
use crate::model::Exhausted;

/// The strings a pattern matches.
pub(super) struct Pattern;

impl Rule for Pattern {
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect {
        match judged.both("pattern") {
            [None, Some(_)] => Effect::Narrows,
            [Some(_), None] => Effect::Widens,
            _ => Effect::Neither,
        }
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        judged.representatives_against("pattern", admitting)
    }
}
