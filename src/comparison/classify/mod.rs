//! Classification of changed qualities: one file for each family, and one table that names them.
//!
//! A [`Rule`] says how the admitted values of two descriptions relate under one quality, and which values could show
//! it. Whether a value really does is settled elsewhere, for all rules alike.

mod array;
mod bounds;
mod choice;
mod constant;
mod content_format;
mod entry;
mod enumeration;
mod format;
pub(super) mod instances;
mod kind;
mod length;
mod nullable;
mod pattern;
mod required;
mod sdf_type;
mod step;
#[cfg(test)]
mod tests;
mod unit;

use std::rc::Rc;

use super::context::Context;
use super::equal::{same, value_fault};
use super::terms::Revision;
use crate::json::Value;
use crate::model::vocabulary::{CHARACTERISTICS, DOCUMENTARY, Role};
use crate::model::{Composer, Content, Description, Exhausted};
use crate::value::bound::End;
use crate::value::representative::representatives;

pub(super) use choice::{Alternative, Whole};
pub(super) use entry::Entry;

/// How many candidates are tried for one difference.
pub(super) const CANDIDATES: usize = 8;

/// How the later revision's admitted values relate to the earlier one's under one quality.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// The same values.
    Same,
    /// Fewer.
    Narrows,
    /// More.
    Widens,
    /// None of these is known.
    Neither,
    /// A side is no usable value of the quality, which suggests no candidate either.
    Unusable,
}

/// Two descriptions that a rule judges.
#[derive(Clone, Copy)]
pub(super) struct Judged<'a, 'c, 'r> {
    pub(super) context: &'a Context<'c, 'r>,
    pub(super) earlier: &'a Rc<Description<'c>>,
    pub(super) later: &'a Rc<Description<'c>>,
}

impl<'c, 'r> Judged<'_, 'c, 'r> {
    pub(super) fn description(&self, revision: Revision) -> &Rc<Description<'c>> {
        match revision {
            Revision::Earlier => self.earlier,
            Revision::Later => self.later,
        }
    }

    pub(super) fn composer(&self, revision: Revision) -> &'r Composer<'c> {
        self.context.composer(revision)
    }

    /// A quality in both revisions.
    fn both(&self, name: &str) -> [Option<&Content<'c>>; 2] {
        [self.earlier.get(name), self.later.get(name)]
    }

    /// The representative values of one revision.
    fn representatives(&self, revision: Revision) -> Result<Vec<Value>, Exhausted> {
        representatives(self.composer(revision), self.description(revision), CANDIDATES)
    }

    /// The representative values of the revision that must admit a candidate, when the other one has the quality.
    fn representatives_against(&self, name: &str, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        match self.description(admitting.other()).get(name) {
            Some(_) => self.representatives(admitting),
            None => Ok(Vec::new()),
        }
    }
}

/// A rule for one family of qualities that constrain values.
pub(super) trait Rule: Sync {
    /// How the admitted values relate.
    fn effect(&self, judged: &Judged<'_, '_, '_>) -> Effect;

    /// Values that `admitting` may admit and the other revision reject, most telling first.
    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted>;
}

/// The rules of qualities that constrain values, by name.
const RULES: &[(&str, &dyn Rule)] = &[
    ("minimum", &bounds::Bounds(End::Lower)),
    ("exclusiveMinimum", &bounds::Bounds(End::Lower)),
    ("maximum", &bounds::Bounds(End::Upper)),
    ("exclusiveMaximum", &bounds::Bounds(End::Upper)),
    ("minLength", &length::Length(End::Lower)),
    ("maxLength", &length::Length(End::Upper)),
    ("multipleOf", &step::Step),
    ("pattern", &pattern::Pattern),
    ("enum", &enumeration::Enumeration),
    ("const", &constant::Constant),
    ("type", &kind::Type),
    ("nullable", &nullable::Nullable),
    ("required", &required::Required),
    ("minItems", &array::Count(End::Lower)),
    ("maxItems", &array::Count(End::Upper)),
    ("uniqueItems", &array::Unique),
];

/// What a changed quality of a data description is to Clients.
#[derive(Clone, Copy)]
pub(super) enum Treatment {
    /// It says nothing about values.
    Documentary,
    /// It constrains values: settled by a proof or a witness.
    Constraint(&'static dyn Rule),
    /// It changes how values read, so Clients misread them.
    Misread,
    /// Nobody can say; the code is the reason.
    Undetermined(&'static str),
}

/// Whether a quality changed, and what it is then.
#[derive(Clone, Copy)]
pub(super) enum Change {
    /// Same effective value, or none in both.
    None,
    /// Both revisions have it, and at least one value cannot be compared.
    Unavailable(&'static str),
    /// It differs.
    Changed(Treatment),
}

/// Compares one quality of two data descriptions. Structured ones (`properties`, `items`, `sdfChoice`) and the
/// characteristics of a Property are compared elsewhere.
pub(super) fn quality(judged: &Judged<'_, '_, '_>, name: &str, settle_units: bool) -> Change {
    let sides = judged.both(name);
    match sides {
        [None, None] => return Change::None,
        [Some(a), Some(b)] => {
            if let Some(code) = value_fault(name, a).or_else(|| value_fault(name, b)) {
                return Change::Unavailable(code);
            }
            if same(a, b) {
                return Change::None;
            }
        }
        _ => {}
    }
    let role = judged.earlier.role();
    let unchanged = match name {
        "enum" => enumeration::lists_same_values(judged),
        "required" => required::lists_same_names(judged),
        "nullable" => role != Role::Items && nullable::is_same(judged),
        "uniqueItems" => role != Role::Items && array::is_same_uniqueness(judged),
        _ => false,
    };
    if unchanged {
        return Change::None;
    }
    let outside = judged.earlier.is_outside_items_vocabulary() || judged.later.is_outside_items_vocabulary();
    if outside && !matches!(name, "description" | "$comment") {
        return Change::Changed(Treatment::Undetermined("comparison.not_classified"));
    }
    if DOCUMENTARY.contains(&name) {
        return Change::Changed(Treatment::Documentary);
    }
    let treatment = match name {
        "unit" => return unit::compare(judged, settle_units),
        "contentFormat" => return content_format::compare(judged),
        "sdfType" => sdf_type::treatment(judged),
        "format" => format::treatment(judged),
        _ => match RULES.iter().find(|(rule, _)| *rule == name) {
            Some((_, rule)) => Treatment::Constraint(*rule),
            None => Treatment::Undetermined("comparison.not_classified"),
        },
    };
    Change::Changed(treatment)
}

/// True for the qualities that [`quality`] leaves to others.
pub(super) fn is_structured(name: &str, role: Role) -> bool {
    matches!(name, "properties" | "items" | "sdfChoice")
        || (role == Role::Property && (CHARACTERISTICS.contains(&name) || name == "sdfRequired"))
}

/// The rule for an `items` description that only one revision has.
pub(super) const ITEMS: &dyn Rule = &array::ItemsPresence;
