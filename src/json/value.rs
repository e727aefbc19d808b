//! Owned JSON values, for what is generated rather than read, and the JSON spelling of texts.

use std::fmt;

use super::{Decimal, Kind, NodeRef};

/// An owned JSON value. Numbers keep their spelling; a map keeps the order of its members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// A number as it is spelled.
    Number(String),
    /// A string.
    Text(String),
    /// An array.
    Array(Vec<Value>),
    /// A map.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// Copies a value that was read, numbers in their authored spelling. `None` when it holds a string or name with
    /// a lone surrogate.
    #[must_use]
    pub fn copy(node: NodeRef<'_>) -> Option<Self> {
        Some(match node.kind() {
            Kind::Null => Self::Null,
            Kind::Bool => Self::Bool(node.bool()?),
            Kind::Number => Self::Number(node.number_token()?.to_owned()),
            Kind::Text => Self::Text(node.text()?.to_owned()),
            Kind::Array => Self::Array(node.elements().map(Self::copy).collect::<Option<_>>()?),
            Kind::Map => Self::Map(
                node.members()
                    .map(|m| Some((m.name()?.to_owned(), Self::copy(m.value())?)))
                    .collect::<Option<_>>()?,
            ),
        })
    }

    /// The kind of value.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Bool,
            Self::Number(_) => Kind::Number,
            Self::Text(_) => Kind::Text,
            Self::Array(_) => Kind::Array,
            Self::Map(_) => Kind::Map,
        }
    }

    /// The exact value of a number within the capability.
    #[must_use]
    pub fn number(&self) -> Option<Decimal> {
        match self {
            Self::Number(token) => Decimal::parse(token).ok(),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    /// Compact JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(token) => f.write_str(token),
            Self::Text(text) => {
                let mut quoted = String::with_capacity(text.len() + 2);
                write_text(&mut quoted, text);
                f.write_str(&quoted)
            }
            Self::Array(elements) => {
                f.write_str("[")?;
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        f.write_str(",")?;
                    }
                    write!(f, "{element}")?;
                }
                f.write_str("]")
            }
            Self::Map(members) => {
                f.write_str("{")?;
                for (index, (name, value)) in members.iter().enumerate() {
                    if index > 0 {
                        f.write_str(",")?;
                    }
                    let mut quoted = String::with_capacity(name.len() + 2);
                    write_text(&mut quoted, name);
                    write!(f, "{quoted}:{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

/// Where the first byte stands that a JSON string cannot hold as it is.
fn first_escaped(bytes: &[u8]) -> Option<usize> {
    let escaped = |byte: &u8| *byte < 0x20 || *byte == b'"' || *byte == b'\\';
    let mut from = 0;
    // Most text has none for long, and looking at a whole stretch without stopping is far quicker.
    for stretch in bytes.chunks(32) {
        if stretch.iter().fold(false, |found, byte| found | escaped(byte)) {
            return stretch.iter().position(escaped).map(|at| from + at);
        }
        from += stretch.len();
    }
    None
}

/// Appends a JSON string. Control characters become `\u00xx` in lower case, everything else stands raw.
pub fn write_text(out: &mut String, text: &str) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    out.push('"');
    let mut rest = text;
    // What needs an escape is one byte long, so the text between is copied as it is.
    while let Some(at) = first_escaped(rest.as_bytes()) {
        let (plain, after) = rest.split_at(at);
        out.push_str(plain);
        match after.as_bytes().first() {
            Some(&byte @ (b'"' | b'\\')) => {
                out.push('\\');
                out.push(char::from(byte));
            }
            Some(&byte) => {
                out.push_str("\\u00");
                out.push(char::from(HEX[usize::from(byte >> 4)]));
                out.push(char::from(HEX[usize::from(byte & 15)]));
            }
            None => {}
        }
        rest = after.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::super::{ReadLimits, Tree};
    use super::*;

    #[test]
    fn a_copy_keeps_order_and_spelling_and_escapes_in_one_way() {
        let text = r#"{"b": [1e0, 1.50], "a": "\n\u00e9\"\/", "c": {"x": null, "y": true}}"#;
        let tree = Tree::read(text.as_bytes(), &ReadLimits::default()).unwrap();
        let copy = Value::copy(tree.root()).unwrap();
        assert_eq!(copy.to_string(), r#"{"b":[1e0,1.50],"a":"\u000aé\"/","c":{"x":null,"y":true}}"#);
    }

    #[test]
    fn a_value_without_scalars_is_not_copied() {
        let tree = Tree::read(br#"[{"a":"\ud800"}]"#.as_slice(), &ReadLimits::default()).unwrap();
        assert_eq!(Value::copy(tree.root()), None);
    }
}
