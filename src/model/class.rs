//! The classes of groupings and affordances.

/// The class of a grouping or affordance (RFC 9880 Section 2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// `sdfThing`
    Thing,
    /// `sdfObject`
    Object,
    /// `sdfProperty`
    Property,
    /// `sdfAction`
    Action,
    /// `sdfEvent`
    Event,
}

impl Class {
    /// The class name keyword.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Thing => "sdfThing",
            Self::Object => "sdfObject",
            Self::Property => "sdfProperty",
            Self::Action => "sdfAction",
            Self::Event => "sdfEvent",
        }
    }

    /// The class with this keyword.
    #[must_use]
    pub fn from_keyword(keyword: &str) -> Option<Self> {
        [Self::Thing, Self::Object, Self::Property, Self::Action, Self::Event]
            .into_iter()
            .find(|class| class.as_str() == keyword)
    }

    /// True for things and objects.
    #[must_use]
    pub fn is_grouping(self) -> bool {
        matches!(self, Self::Thing | Self::Object)
    }
}
