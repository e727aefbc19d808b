//! A `properties` entry that only one revision describes. Maps are open, so an undescribed entry admits everything.

use super::{Effect, Judged, Revision, Rule};
use crate::json::Value;
use crate::model::Exhausted;

/// One entry by name; the candidates are values of that entry, still to be placed in a map.
pub(in crate::comparison) struct Entry {
    /// Whether the later revision has it.
    pub(in crate::comparison) added: bool,
}

impl Rule for Entry {
    fn effect(&self, _: &Judged<'_, '_, '_>) -> Effect {
        if self.added { Effect::Narrows } else { Effect::Widens }
    }

    fn candidates(&self, _: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        let undescribed = if self.added { Revision::Earlier } else { Revision::Later };
        if admitting != undescribed {
            return Ok(Vec::new());
        }
        Ok(vec![
            Value::Number("0".to_owned()),
            Value::Text(String::new()),
            Value::Bool(true),
            Value::Map(Vec::new()),
            Value::Array(Vec::new()),
            Value::Null,
        ])
    }
}
