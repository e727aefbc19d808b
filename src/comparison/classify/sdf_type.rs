//! `sdfType`: the conventions `byte-string` and `unix-time` (RFC 9880 Section 4.7.1).

use super::{Effect, Judged, Revision, Rule, Treatment};
use crate::json::Value;
use crate::model::{Content, Exhausted};
use crate::value::meaning::Convention;

/// A convention that comes or goes.
struct Presence;

/// Between the two conventions values read differently; one that comes or goes needs a witness; others are unknown.
pub(super) fn treatment(judged: &Judged<'_, '_, '_>) -> Treatment {
    match judged.both("sdfType").map(|content| content.map(convention)) {
        [Some(Some(_)), Some(Some(_))] => Treatment::Misread,
        [None, Some(Some(_))] | [Some(Some(_)), None] => Treatment::Constraint(&Presence),
        _ => Treatment::Undetermined("comparison.not_classified"),
    }
}

fn convention(content: &Content<'_>) -> Option<Convention> {
    content.text().and_then(Convention::from_name)
}

impl Rule for Presence {
    fn effect(&self, _: &Judged<'_, '_, '_>) -> Effect {
        Effect::Neither
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        let outside = match judged.description(admitting.other()).get("sdfType").and_then(convention) {
            Some(Convention::ByteString) => "!",
            Some(Convention::UnixTime) => "",
            None => return Ok(Vec::new()),
        };
        Ok(vec![Value::Text(outside.to_owned())])
    }
}
