//! `nullable`: whether null is admitted; `true` where absent, except in Direct items, which have no such quality.

use super::{Effect, Judged, Revision, Rule};
use crate::json::Value;
use crate::model::{Content, Exhausted};

/// The Nullable characteristic.
pub(super) struct Nullable;

/// The effective characteristic of each revision; `None` when it is no boolean.
fn effective(judged: &Judged<'_, '_, '_>) -> [Option<bool>; 2] {
    judged.both("nullable").map(|content| content.map_or(Some(true), Content::bool))
}

/// True when both revisions have one effective characteristic.
pub(super) fn is_same(judged: &Judged<'_, '_, '_>) -> bool {
    let [earlier, later] = effective(judged);
    earlier.is_some() && earlier == later
}

impl Rule for Nullable {
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect {
        match effective(judged) {
            [Some(true), Some(false)] => Effect::Narrows,
            [Some(false), Some(true)] => Effect::Widens,
            [Some(_), Some(_)] => Effect::Same,
            _ => Effect::Unusable,
        }
    }

    fn candidates(&self, _: &Judged<'_, '_, '_>, _: Revision) -> Result<Vec<Value>, Exhausted> {
        Ok(vec![Value::Null])
    }
}
