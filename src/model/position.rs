//! What stands where in a document: the grammar that tells definitions from maps of definitions and from data.

use super::Class;
use super::vocabulary::Role;

/// What a place in a document is, given what encloses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// The document.
    Root,
    /// A map from Given Names to definitions of one class.
    ClassMap(Class),
    /// A map of `sdfData` definitions.
    DataMap,
    /// A grouping or affordance.
    Definition(Class),
    /// A data description.
    Description(Role),
    /// A map of `properties` entries or choice alternatives.
    DescriptionMap,
    /// Anything else: a scalar quality, `info`, unknown vocabulary.
    Opaque,
}

impl Position {
    /// What stands at the member `name` of this position.
    #[must_use]
    pub fn child(self, name: &str) -> Self {
        match self {
            Self::Root | Self::Definition(Class::Thing) => match Class::from_keyword(name) {
                Some(class) => Self::ClassMap(class),
                None if name == "sdfData" => Self::DataMap,
                None => Self::Opaque,
            },
            Self::Definition(Class::Object) => match Class::from_keyword(name) {
                Some(class) if !class.is_grouping() => Self::ClassMap(class),
                _ if name == "sdfData" => Self::DataMap,
                _ => Self::Opaque,
            },
            Self::Definition(Class::Action) => match name {
                "sdfInputData" | "sdfOutputData" => Self::Description(Role::Data),
                "sdfData" => Self::DataMap,
                _ => Self::Opaque,
            },
            Self::Definition(Class::Event) => match name {
                "sdfOutputData" => Self::Description(Role::Data),
                "sdfData" => Self::DataMap,
                _ => Self::Opaque,
            },
            Self::ClassMap(Class::Property) => Self::Description(Role::Property),
            Self::ClassMap(class) => Self::Definition(class),
            Self::DataMap | Self::DescriptionMap => Self::Description(Role::Data),
            Self::Definition(Class::Property) | Self::Description(_) => match name {
                "properties" | "sdfChoice" => Self::DescriptionMap,
                "items" => Self::Description(Role::Items),
                _ => Self::Opaque,
            },
            Self::Opaque => Self::Opaque,
        }
    }

    /// True where an `sdfRef` imports: definitions and data descriptions.
    #[must_use]
    pub fn is_definition(self) -> bool {
        matches!(self, Self::Definition(_) | Self::Description(_))
    }
}
