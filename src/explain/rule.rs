//! The rule of a difference.

use super::{Family, Topic, families, meanings};
use crate::comparison::{Class, Difference, DifferenceKind, Subject};

/// The family of a difference.
#[must_use]
pub fn family(difference: &Difference) -> &'static Family {
    let name = family_name(difference);
    families().find(|family| family.name == name).unwrap_or(&meanings::OTHER)
}

/// The rule of a difference, such as `breaking/minimum`.
#[must_use]
pub fn rule(difference: &Difference) -> Topic {
    Topic::Rule(Some(difference.classification), family(difference))
}

fn family_name(difference: &Difference) -> &str {
    if difference.kind == DifferenceKind::Unavailable {
        return "unavailable";
    }
    let removed = difference.kind == DifferenceKind::Removed;
    match &difference.subject {
        // A document as a whole is only named when nothing in it could be compared.
        Subject::Document => "unavailable",
        Subject::Definition(class) => match (class, removed) {
            (Class::Thing, true) => "removed-sdfThing",
            (Class::Thing, false) => "added-sdfThing",
            (Class::Object, true) => "removed-sdfObject",
            (Class::Object, false) => "added-sdfObject",
            (Class::Property, true) => "removed-sdfProperty",
            (Class::Property, false) => "added-sdfProperty",
            (Class::Action, true) => "removed-sdfAction",
            (Class::Action, false) => "added-sdfAction",
            (Class::Event, true) => "removed-sdfEvent",
            (Class::Event, false) => "added-sdfEvent",
        },
        Subject::Entry if removed => "removed-properties-entry",
        Subject::Entry => "added-properties-entry",
        Subject::Quality(name) => match (difference.kind, name.as_str()) {
            (DifferenceKind::Removed, "sdfChoice") => "removed-choice-alternative",
            (DifferenceKind::Added, "sdfChoice") => "added-choice-alternative",
            (_, "description" | "label" | "$comment" | "default") => "documentation",
            (_, name) if QUALITIES.contains(&name) => name,
            // A stranger's quality may be called like a family; it stays a quality without a rule.
            _ => meanings::OTHER.name,
        },
    }
}

/// The qualities that have a family of their own name.
pub(super) const QUALITIES: &[&str] = &[
    "readable",
    "writable",
    "observable",
    "sdfInputData",
    "sdfOutputData",
    "sdfRequired",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "enum",
    "const",
    "type",
    "nullable",
    "required",
    "items",
    "minItems",
    "maxItems",
    "uniqueItems",
    "sdfChoice",
    "sdfType",
    "unit",
    "contentFormat",
];
