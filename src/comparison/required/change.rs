//! Which declarations began or ceased to be mandatory, for those who read about it. No verdict rests on this.

use std::collections::HashSet;

use super::relationships::{Pointers, Relationships};
use crate::model::Origin;

/// How many declarations are named.
const NAMED: usize = 5;

/// What became of the mandatory declarations of one grouping.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RequirementChange {
    /// What the later revision may leave out.
    pub(crate) lost: Mandatory,
    /// What only the later revision makes mandatory.
    pub(crate) gained: Mandatory,
}

/// Declarations that one revision makes mandatory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Mandatory {
    /// The pointers of the first few, in their order as texts, each with the entry of `sdfRequired` behind it.
    pub(crate) named: Vec<(String, Option<Origin>)>,
    /// How many there are.
    pub(crate) total: usize,
}

impl Mandatory {
    /// Names the first of these declarations. `closure` is everything mandatory in the grouping.
    pub(super) fn named(
        declarations: Vec<u32>,
        relationships: &Relationships<'_>,
        grouping: u32,
        closure: &HashSet<u32>,
        pointers: &Pointers,
    ) -> Self {
        let total = declarations.len();
        let mut first: Vec<(&str, u32)> =
            declarations.into_iter().map(|number| (pointers.text(number), number)).collect();
        if total > NAMED {
            first.select_nth_unstable(NAMED);
            first.truncate(NAMED);
        }
        first.sort_unstable();
        let written = |declaration| {
            let own = relationships.written(grouping, declaration);
            let inner = || {
                let holders =
                    closure.iter().filter(|&&holder| relationships.written(holder, declaration).is_some());
                relationships.written(*holders.min()?, declaration)
            };
            own.or_else(inner)
        };
        let named =
            first.into_iter().map(|(pointer, number)| (pointer.to_owned(), written(number))).collect();
        Self { named, total }
    }
}
