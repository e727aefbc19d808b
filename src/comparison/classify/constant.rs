//! `const`: one value, unless it stands beside an enum, whose values each replace it.

use super::{Effect, Judged, Revision, Rule};
use crate::json::Value;
use crate::model::Exhausted;

/// The one admitted value.
pub(super) struct Constant;

impl Rule for Constant {
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect {
        let beside_enum = judged.both("enum").iter().any(Option::is_some);
        match judged.both("const") {
            [None, Some(_)] if !beside_enum => Effect::Narrows,
            [Some(_), None] => Effect::Widens,
            _ => Effect::Neither,
        }
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        judged.representatives_against("const", admitting)
    }
}
