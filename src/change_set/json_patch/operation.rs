//! Operations as they are read from a patch document, before they meet the document they apply to.

use super::Fault;
use crate::json::{Kind, NodeRef, pointer};

/// A path as its decoded reference tokens, each in WTF-8.
pub(super) type Path = Vec<Vec<u8>>;

/// One operation of RFC 6902 Section 4.
#[derive(Debug)]
pub(super) enum Operation<'p> {
    Add { path: Path, value: NodeRef<'p> },
    Remove { path: Path },
    Replace { path: Path, value: NodeRef<'p> },
    Move { from: Path, path: Path },
    Copy { from: Path, path: Path },
    Test { path: Path, value: NodeRef<'p> },
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
        // A lone surrogate in a path names a member that has one in its name.
        let path = |name: &'static str| {
            let member = node.get(name).ok_or(Fault::Missing(name))?;
            let pointer = member.text_bytes().ok_or(Fault::NotText(name))?;
            pointer::parse_bytes(pointer).map_err(Fault::Pointer)
        };
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
