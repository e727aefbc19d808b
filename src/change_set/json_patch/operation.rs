//! Operations as they are read from a patch document, before they meet the document they apply to.

use super::Fault;
use crate::json::{Kind, NodeRef, pointer};

/// One operation of RFC 6902 Section 4. Paths are decoded reference tokens.
#[derive(Debug)]
pub(super) enum Operation<'p> {
    Add { path: Vec<String>, value: NodeRef<'p> },
    Remove { path: Vec<String> },
    Replace { path: Vec<String>, value: NodeRef<'p> },
    Move { from: Vec<String>, path: Vec<String> },
    Copy { from: Vec<String>, path: Vec<String> },
    Test { path: Vec<String>, value: NodeRef<'p> },
}

impl<'p> Operation<'p> {
    /// Reads one element of a patch. Members that the operation does not define are ignored, as the RFC demands.
    pub(super) fn read(node: NodeRef<'p>) -> Result<Self, Fault> {
        if node.kind() != Kind::Map {
            return Err(Fault::NotAnObject);
        }
        let text = |name: &'static str| {
            let member = node.get(name).ok_or(Fault::Missing(name))?;
            member.text().ok_or(Fault::NotText(name))
        };
        let path = |name: &'static str| pointer::parse(text(name)?).map_err(Fault::Pointer);
        let value = || node.get("value").ok_or(Fault::Missing("value"));
        Ok(match text("op")? {
            "add" => Self::Add { path: path("path")?, value: value()? },
            "remove" => Self::Remove { path: path("path")? },
            "replace" => Self::Replace { path: path("path")?, value: value()? },
            "move" => Self::Move { from: path("from")?, path: path("path")? },
            "copy" => Self::Copy { from: path("from")?, path: path("path")? },
            "test" => Self::Test { path: path("path")?, value: value()? },
            other => return Err(Fault::UnknownOperation(quoted(other))),
        })
    }
}

/// What an error quotes of a text from a patch: its beginning.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}
