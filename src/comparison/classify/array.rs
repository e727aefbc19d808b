//! Array data: `minItems`, `maxItems`, `uniqueItems`, and an `items` description that comes or goes.

use super::length::{across, effect, limit};
use super::{Effect, Judged, Revision, Rule};
use crate::json::Value;
use crate::model::{Content, Exhausted};
use crate::value::bound::{End, count_of};
use crate::value::representative::{repeat, repeated_item};

/// One end of the admitted item counts.
pub(super) struct Count(pub(super) End);

impl Count {
    fn name(&self) -> &'static str {
        match self.0 {
            End::Lower => "minItems",
            End::Upper => "maxItems",
        }
    }
}

impl Rule for Count {
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect {
        let read = |revision| limit(judged, revision, self.name(), self.0);
        effect(read(Revision::Earlier), read(Revision::Later), self.0)
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        let Some(length) = across(limit(judged, admitting.other(), self.name(), self.0), self.0) else {
            return Ok(Vec::new());
        };
        let composer = judged.composer(admitting);
        if length == 0 {
            return Ok(vec![Value::Array(Vec::new())]);
        }
        Ok(repeated_item(composer, judged.description(admitting), length, 0)?.into_iter().collect())
    }
}

/// Whether items must differ from one another.
pub(super) struct Unique;

/// The effective quality of each revision; `None` when it is no boolean.
fn uniqueness(judged: &Judged<'_, '_, '_>) -> [Option<bool>; 2] {
    judged.both("uniqueItems").map(|content| content.map_or(Some(false), Content::bool))
}

/// True when both revisions have one effective quality.
pub(super) fn is_same_uniqueness(judged: &Judged<'_, '_, '_>) -> bool {
    let [earlier, later] = uniqueness(judged);
    earlier.is_some() && earlier == later
}

impl Rule for Unique {
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect {
        match uniqueness(judged) {
            [Some(false), Some(true)] => Effect::Narrows,
            [Some(true), Some(false)] => Effect::Widens,
            [Some(_), Some(_)] => Effect::Same,
            _ => Effect::Unusable,
        }
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        let length = least_items(judged, admitting).map_or(2, |least| least.max(2));
        let repeated = repeated_item(judged.composer(admitting), judged.description(admitting), length, 0)?;
        Ok(repeated.into_iter().collect())
    }
}

/// The `minItems` of one revision; `None` beyond any generated array.
fn least_items(judged: &Judged<'_, '_, '_>, revision: Revision) -> Option<usize> {
    match count_of(judged.description(revision), "minItems") {
        Ok(Some(count)) => Some(count.to_usize().unwrap_or(usize::MAX)),
        _ => None,
    }
}

/// An `items` description that only one revision has; without one, items of every type are admitted.
pub(super) struct ItemsPresence;

impl Rule for ItemsPresence {
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect {
        match judged.both("items") {
            [None, Some(_)] => Effect::Narrows,
            [Some(_), None] => Effect::Widens,
            _ => Effect::Neither,
        }
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        if judged.description(admitting).get("items").is_some() {
            return Ok(Vec::new());
        }
        let length = least_items(judged, admitting).map_or(1, |least| least.max(1));
        let items = [
            Value::Number("0".to_owned()),
            Value::Text(String::new()),
            Value::Bool(true),
            Value::Map(Vec::new()),
            Value::Array(Vec::new()),
        ];
        let mut arrays = Vec::new();
        for item in items {
            if length < crate::value::representative::NODES {
                arrays.extend(repeat(judged.composer(admitting), &item, length)?);
            }
        }
        Ok(arrays)
    }
}
