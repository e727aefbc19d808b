//! `format`: the six formats that values are checked against, beside `type: "string"`.

use super::{Effect, Judged, Revision, Rule, Treatment};
use crate::json::Value;
use crate::model::{Content, Description, Exhausted};
use crate::value::meaning::Format;

/// A checked format.
struct Checked;

/// A rule only when each revision's format, where it has one, is checked.
pub(super) fn treatment(judged: &Judged<'_, '_, '_>) -> Treatment {
    let checked = |description: &Description<'_>| {
        description.get("format").is_none() || checked_format(description).is_some()
    };
    if checked(judged.earlier) && checked(judged.later) {
        Treatment::Constraint(&Checked)
    } else {
        Treatment::Undetermined("comparison.not_classified")
    }
}

fn checked_format(description: &Description<'_>) -> Option<Format> {
    if description.get("type").and_then(Content::text) != Some("string") {
        return None;
    }
    description.get("format").and_then(Content::text).and_then(Format::from_name)
}

impl Rule for Checked {
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect {
        match [checked_format(judged.earlier), checked_format(judged.later)] {
            [None, None] => Effect::Same,
            [None, Some(_)] => Effect::Narrows,
            [Some(_), None] => Effect::Widens,
            // Every URI is a URI-reference and means the same URI.
            [Some(Format::Uri), Some(Format::UriReference)] => Effect::Widens,
            [Some(Format::UriReference), Some(Format::Uri)] => Effect::Narrows,
            [Some(earlier), Some(later)] if earlier == later => Effect::Same,
            _ => Effect::Neither,
        }
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        judged.representatives_against("format", admitting)
    }
}
