//! Whether a description has an established meaning for values, and which one.
//!
//! When it has none, nothing is known about any value, null included: an unknown type, a format without the string
//! type, a content format, a structure without its type.

use crate::json::Kind;
use crate::model::vocabulary::Role;
use crate::model::{Content, Description};

/// The six base types (RFC 9880 Appendix C).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BaseType {
    /// Any number.
    Number,
    /// A number without a fraction.
    Integer,
    /// A string.
    String,
    /// A boolean.
    Boolean,
    /// A map.
    Object,
    /// An array.
    Array,
}

impl BaseType {
    /// The type with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "number" => Self::Number,
            "integer" => Self::Integer,
            "string" => Self::String,
            "boolean" => Self::Boolean,
            "object" => Self::Object,
            "array" => Self::Array,
            _ => return None,
        })
    }

    /// The kind of JSON value it stands for.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Number | Self::Integer => Kind::Number,
            Self::String => Kind::Text,
            Self::Boolean => Kind::Bool,
            Self::Object => Kind::Map,
            Self::Array => Kind::Array,
        }
    }
}

/// The string formats that values are checked against, beside `type: "string"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `date-time`
    DateTime,
    /// `date`
    Date,
    /// `time`
    Time,
    /// `uri`
    Uri,
    /// `uri-reference`
    UriReference,
    /// `uuid`
    Uuid,
}

impl Format {
    /// The format with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "date-time" => Self::DateTime,
            "date" => Self::Date,
            "time" => Self::Time,
            "uri" => Self::Uri,
            "uri-reference" => Self::UriReference,
            "uuid" => Self::Uuid,
            _ => return None,
        })
    }

    /// A text of this format that a Thing or Client could well send.
    #[must_use]
    pub fn conventional(self) -> &'static str {
        match self {
            Self::DateTime => "1970-01-01T00:00:00Z",
            Self::Date => "1970-01-01",
            Self::Time => "00:00:00Z",
            Self::Uri => "https://example.com",
            Self::UriReference => "",
            Self::Uuid => "00000000-0000-0000-0000-000000000000",
        }
    }
}

/// The checked `sdfType` conventions (RFC 9880 Section 4.7.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Convention {
    /// `byte-string`: unpadded base64url.
    ByteString,
    /// `unix-time`: seconds since the epoch.
    UnixTime,
}

impl Convention {
    /// The convention with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "byte-string" => Some(Self::ByteString),
            "unix-time" => Some(Self::UnixTime),
            _ => None,
        }
    }
}

/// What a description means for values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meaning {
    /// The type; `None` admits every type.
    pub base: Option<BaseType>,
    /// The checked format.
    pub format: Option<Format>,
    /// The checked convention.
    pub convention: Option<Convention>,
    /// A base quality in the wrong role: nothing is admitted for certain, but rejections stand.
    pub foreign: bool,
}

impl Meaning {
    /// The established meaning; `None` when there is none.
    #[must_use]
    pub fn of(description: &Description<'_>) -> Option<Self> {
        let text = |name: &str| match description.get(name) {
            None => Some(None),
            Some(content) => content.text().map(Some),
        };
        let base = match text("type")? {
            None => None,
            Some(name) => Some(BaseType::from_name(name)?),
        };
        let format = match text("format")? {
            None => None,
            Some(_) if base != Some(BaseType::String) => return None,
            Some(name) => Some(Format::from_name(name)?),
        };
        let convention = match text("sdfType")? {
            None => None,
            // A format and a convention would each say how the text reads.
            Some(_) if format.is_some() => return None,
            Some(name) => match (Convention::from_name(name)?, base) {
                (Convention::ByteString, None | Some(BaseType::String)) => Some(Convention::ByteString),
                (Convention::UnixTime, None | Some(BaseType::Number | BaseType::Integer)) => {
                    Some(Convention::UnixTime)
                }
                _ => return None,
            },
        };
        let structured =
            ["properties", "required", "items"].iter().any(|name| description.get(name).is_some());
        if description.get("contentFormat").is_some() || (base.is_none() && structured) {
            return None;
        }
        let foreign = description.carries_foreign_names();
        if description.role() == Role::Items && (foreign || base == Some(BaseType::Array)) {
            return None;
        }
        Some(Self { base, format, convention, foreign })
    }
}

/// The declared type, when it is one of the six.
#[must_use]
pub fn declared_type(content: Option<&Content<'_>>) -> Option<BaseType> {
    content.and_then(Content::text).and_then(BaseType::from_name)
}
