//! Reading JSON objects strictly: every key is known, every value of its kind, and an error says where.

use super::read::WireError;
use crate::json::{Kind, NodeRef};

pub(super) fn wrong(node: NodeRef<'_>, what: impl Into<String>) -> WireError {
    let pointer = node.pointer();
    let at = if pointer.is_empty() { "the document".to_owned() } else { pointer };
    WireError::Shape { at, what: what.into() }
}

/// An object's members under their names.
pub(super) struct Fields<'t> {
    node: NodeRef<'t>,
}

impl<'t> Fields<'t> {
    /// Checks that a value is an object without unknown keys.
    pub(super) fn new(node: NodeRef<'t>, what: &str, known: &[&str]) -> Result<Self, WireError> {
        if node.kind() != Kind::Map {
            return Err(wrong(node, format!("{what} is no object")));
        }
        let mut unknown: Vec<&str> = node
            .members()
            .map(|member| member.name().unwrap_or("\u{FFFD}"))
            .filter(|n| !known.contains(n))
            .collect();
        if !unknown.is_empty() {
            unknown.sort_unstable();
            return Err(wrong(node, format!("{what} has unknown key(s): {}", unknown.join(", "))));
        }
        Ok(Self { node })
    }

    pub(super) fn optional(&self, name: &str) -> Option<NodeRef<'t>> {
        self.node.get(name)
    }

    pub(super) fn get(&self, name: &str) -> Result<NodeRef<'t>, WireError> {
        self.optional(name).ok_or_else(|| wrong(self.node, format!("\"{name}\" is missing")))
    }

    pub(super) fn text(&self, name: &str) -> Result<&'t str, WireError> {
        text(self.get(name)?)
    }

    pub(super) fn nullable(&self, name: &str) -> Result<Option<&'t str>, WireError> {
        let node = self.get(name)?;
        if node.kind() == Kind::Null { Ok(None) } else { text(node).map(Some) }
    }

    pub(super) fn count(&self, name: &str) -> Result<usize, WireError> {
        count(self.get(name)?)
    }

    pub(super) fn bool(&self, name: &str) -> Result<bool, WireError> {
        let node = self.get(name)?;
        node.bool().ok_or_else(|| wrong(node, "is no boolean"))
    }

    pub(super) fn ratio(&self, name: &str) -> Result<f64, WireError> {
        ratio(self.get(name)?)
    }

    pub(super) fn list(&self, name: &str) -> Result<impl Iterator<Item = NodeRef<'t>> + use<'t>, WireError> {
        list(self.get(name)?)
    }

    pub(super) fn texts(&self, name: &str) -> Result<Vec<String>, WireError> {
        self.list(name)?.map(|node| text(node).map(str::to_owned)).collect()
    }
}

pub(super) fn list<'t>(node: NodeRef<'t>) -> Result<impl Iterator<Item = NodeRef<'t>> + use<'t>, WireError> {
    if node.kind() != Kind::Array {
        return Err(wrong(node, "is no array"));
    }
    Ok(node.elements())
}

pub(super) fn text(node: NodeRef<'_>) -> Result<&str, WireError> {
    node.text().ok_or_else(|| wrong(node, "is no text"))
}

pub(super) fn count(node: NodeRef<'_>) -> Result<usize, WireError> {
    let number = node.number().and_then(Result::ok).filter(|n| n.is_integer() && !n.is_negative());
    number.and_then(|number| number.to_usize()).ok_or_else(|| wrong(node, "is no count"))
}

pub(super) fn ratio(node: NodeRef<'_>) -> Result<f64, WireError> {
    let number: Option<f64> = node.number_token().and_then(|token| token.parse().ok());
    number.filter(|n| (0.0..=1.0).contains(n)).ok_or_else(|| wrong(node, "is no ratio between 0 and 1"))
}
