//! Change sets as JSON Patch (RFC 6902), which can say what a merge patch cannot, and applying one.

mod apply;
mod draft;
mod operation;

pub use apply::{ApplyError, Fault, apply};

use super::source::{bounded, push_compact, push_token};
use super::{Difference, Step, TooLong};
use crate::json::NodeRef;

/// Whether a document reads as JSON Patch operations: a list of nothing but usable ones, and at least one. As a merge
/// patch such a list would replace the whole document, which is rarely meant.
#[must_use]
pub fn is_operations(patch: NodeRef<'_>) -> bool {
    let operations = patch.elements();
    operations.len() > 0 && operations.into_iter().all(|node| operation::Operation::read(node).is_ok())
}

/// Writes a difference as RFC 6902 operations. An array stays positional here too: it is replaced whole.
///
/// # Errors
/// The text would be longer than [`super::MOST_BYTES`].
pub fn operations(difference: &Difference<'_>) -> Result<String, TooLong> {
    let mut out = String::from("[");
    let mut path = String::new();
    let mut lengths = Vec::new();
    let mut push = |path: &str, operation: &str, value: Option<&str>| {
        if out.len() > 1 {
            out.push(',');
        }
        for part in ["{\"op\":\"", operation, "\",\"path\":\"", path, "\""] {
            out.push_str(part);
        }
        if let Some(value) = value {
            out.push_str(",\"value\":");
            push_compact(&mut out, value);
        }
        out.push('}');
        bounded(&out)
    };
    if let Difference::Whole { later, .. } = difference {
        push("", "replace", Some(later.source()))?;
    }
    for step in difference.steps() {
        let outer = path.len();
        match step {
            Step::Enter(member) => {
                lengths.push(outer);
                push_token(&mut path, member.name_bytes());
            }
            Step::Leave => path.truncate(lengths.pop().unwrap_or(0)),
            Step::Put { earlier, later } => {
                push_token(&mut path, later.name_bytes());
                let operation = if earlier.is_some() { "replace" } else { "add" };
                push(&path, operation, Some(later.value().source()))?;
                path.truncate(outer);
            }
            Step::Remove(member) => {
                push_token(&mut path, member.name_bytes());
                push(&path, "remove", None)?;
                path.truncate(outer);
            }
        }
    }
    out.push(']');
    Ok(out)
}
