//! `required` of map data: a set of names.

use std::collections::HashSet;

use super::{Effect, Judged, Revision, Rule};
use crate::json::{Kind, Value};
use crate::model::{Content, Exhausted};

/// The required names.
pub(super) struct Required;

/// The names as a set; absent requires nothing; `None` when it is no list of texts.
fn names<'c>(content: Option<&Content<'c>>) -> Option<HashSet<&'c str>> {
    match content {
        None => Some(HashSet::new()),
        Some(list) if list.kind() == Kind::Array => list.elements().map(|name| name.text()).collect(),
        Some(_) => None,
    }
}

/// True when both revisions have a list with the same names.
pub(super) fn lists_same_names(judged: &Judged<'_, '_, '_>) -> bool {
    match judged.both("required") {
        [Some(a), Some(b)] => names(Some(a)).is_some_and(|a| names(Some(b)).is_some_and(|b| a == b)),
        _ => false,
    }
}

impl Rule for Required {
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect {
        let [earlier, later] = judged.both("required").map(names);
        let (Some(earlier), Some(later)) = (earlier, later) else { return Effect::Unusable };
        match (earlier.is_subset(&later), later.is_subset(&earlier)) {
            (true, true) => Effect::Same,
            (true, false) => Effect::Narrows,
            (false, true) => Effect::Widens,
            (false, false) => Effect::Neither,
        }
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        judged.representatives(admitting)
    }
}
