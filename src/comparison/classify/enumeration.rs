//! `enum`: a set of texts, each of which replaces a `const`.

use std::collections::HashSet;

use super::{Effect, Judged, Revision, Rule};
use crate::json::Value;
use crate::model::{Description, Exhausted, enum_texts};

/// The values an enum lists.
pub(super) struct Enumeration;

/// True when both revisions have a list of texts with the same members.
pub(super) fn lists_same_values(judged: &Judged<'_, '_, '_>) -> bool {
    match judged.both("enum") {
        [Some(a), Some(b)] => match (enum_texts(a), enum_texts(b)) {
            (Some(a), Some(b)) => a.iter().collect::<HashSet<_>>() == b.iter().collect::<HashSet<_>>(),
            _ => false,
        },
        _ => false,
    }
}

/// The listed texts, when the enum stands alone; beside a `const` or a choice it says something else.
fn alone<'c>(description: &Description<'c>) -> Result<Option<Vec<&'c str>>, ()> {
    match description.get("enum") {
        None => Ok(None),
        Some(_) if description.get("const").is_some() || description.get("sdfChoice").is_some() => Err(()),
        Some(values) => enum_texts(values).map(Some).ok_or(()),
    }
}

impl Rule for Enumeration {
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect {
        match [alone(judged.earlier), alone(judged.later)] {
            [Ok(None), Ok(Some(_))] => Effect::Narrows,
            [Ok(Some(_)), Ok(None)] => Effect::Widens,
            [Ok(Some(earlier)), Ok(Some(later))] => {
                let before: HashSet<_> = earlier.iter().collect();
                let after: HashSet<_> = later.iter().collect();
                match (before.is_subset(&after), after.is_subset(&before)) {
                    (true, true) => Effect::Same,
                    (true, false) => Effect::Widens,
                    (false, true) => Effect::Narrows,
                    (false, false) => Effect::Neither,
                }
            }
            _ => Effect::Unusable,
        }
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        let listed = |revision| alone(judged.description(revision));
        match [listed(admitting), listed(admitting.other())] {
            [Ok(Some(admitted)), Ok(Some(other))] => {
                let other: HashSet<_> = other.into_iter().collect();
                let only = admitted.into_iter().filter(|text| !other.contains(text));
                Ok(only.take(super::CANDIDATES).map(|text| Value::Text(text.to_owned())).collect())
            }
            [Ok(None), Ok(Some(_))] => judged.representatives(admitting),
            _ => Ok(Vec::new()),
        }
    }
}
