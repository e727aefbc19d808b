//! The quality names of RFC 9880 and where they may stand (Section 4.7, Section 5.2, Appendix A).

/// Where a data description stands, which decides its vocabulary and defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// A Property: data qualities and the characteristics `readable`, `writable`, `observable`.
    Property,
    /// An Action's or Event's data, a `properties` entry, a choice alternative, `sdfData`.
    Data,
    /// The `items` of an array: a smaller vocabulary, and no `nullable` default.
    Items,
}

/// The characteristics of a Property, each `true` where absent.
pub const CHARACTERISTICS: [&str; 3] = ["readable", "writable", "observable"];

/// Qualities that say something to people and nothing about values.
pub const DOCUMENTARY: [&str; 4] = ["description", "label", "$comment", "default"];

const DATA: &[&str] = &[
    "$comment",
    "const",
    "contentFormat",
    "default",
    "description",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
    "label",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "multipleOf",
    "nullable",
    "pattern",
    "properties",
    "required",
    "sdfChoice",
    "sdfRef",
    "sdfRequired",
    "sdfType",
    "type",
    "uniqueItems",
    "unit",
];

const ITEMS: &[&str] = &[
    "$comment",
    "description",
    "enum",
    "format",
    "maxLength",
    "maximum",
    "minLength",
    "minimum",
    "sdfChoice",
    "sdfRef",
    "type",
];

/// Base names outside the data vocabulary; in a data description they stand in the wrong role.
const OTHER_BASE: &[&str] = &[
    "defaultNamespace",
    "features",
    "info",
    "namespace",
    "observable",
    "readable",
    "sdfAction",
    "sdfData",
    "sdfEvent",
    "sdfInputData",
    "sdfObject",
    "sdfOutputData",
    "sdfProperty",
    "sdfThing",
    "writable",
];

/// What a name is in a data description of some role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Part of the role's vocabulary.
    Vocabulary,
    /// A name of the base language that the role has no place for.
    Foreign,
    /// A name that the base language does not define.
    Extension,
}

/// What `name` is in a description of this role. `required` and `properties` belong to Direct items only beside
/// `type: "object"`, which the caller tells.
#[must_use]
pub fn standing(role: Role, name: &str, typed_object: bool) -> Standing {
    let inside = match role {
        Role::Property => DATA.binary_search(&name).is_ok() || CHARACTERISTICS.contains(&name),
        Role::Data => DATA.binary_search(&name).is_ok(),
        Role::Items => ITEMS.contains(&name) || (typed_object && matches!(name, "required" | "properties")),
    };
    if inside {
        Standing::Vocabulary
    } else if DATA.binary_search(&name).is_ok() || OTHER_BASE.contains(&name) {
        Standing::Foreign
    } else {
        Standing::Extension
    }
}

/// True for a name that the base language does not define anywhere, so that it is extension vocabulary.
#[must_use]
pub fn is_extension(name: &str) -> bool {
    DATA.binary_search(&name).is_err() && !OTHER_BASE.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted_for_bisection() {
        assert!(DATA.is_sorted());
        assert!(ITEMS.iter().all(|name| DATA.contains(name)));
    }

    #[test]
    fn a_name_stands_differently_in_each_role() {
        assert_eq!(standing(Role::Property, "readable", false), Standing::Vocabulary);
        assert_eq!(standing(Role::Data, "readable", false), Standing::Foreign);
        assert_eq!(standing(Role::Items, "label", false), Standing::Foreign);
        assert_eq!(standing(Role::Items, "properties", true), Standing::Vocabulary);
        assert_eq!(standing(Role::Items, "properties", false), Standing::Foreign);
        assert_eq!(standing(Role::Data, "oma:id", false), Standing::Extension);
        assert_eq!(standing(Role::Data, "sdfRequiredInputData", false), Standing::Extension);
    }
}
