//! Applies a JSON Patch: every operation in order, or nothing.

use super::draft::{Draft, Place};
use super::operation::Operation;
use crate::change_set::MOST_BYTES;
use crate::json::{Kind, NodeRef, pointer};

/// Why a patch was not applied. The document is then as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ApplyError {
    /// A patch is an array of operations.
    #[error("a JSON Patch is an array of operations")]
    NotAnArray,
    /// One operation is wrong or cannot be done.
    #[error("operation {index} cannot be applied: {fault}")]
    Operation {
        /// Its place in the patch, from 0.
        index: usize,
        /// What is wrong.
        fault: Fault,
    },
    /// The operations were applied, but the result exceeds a limit.
    #[error("the result is refused: {0}")]
    Result(Fault),
}

/// What is wrong with one operation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The element of the patch is no object.
    #[error("it is no object")]
    NotAnObject,
    /// A member is missing.
    #[error("its member \"{0}\" is missing")]
    Missing(&'static str),
    /// A member is no string.
    #[error("its member \"{0}\" is no string")]
    NotText(&'static str),
    /// A path is no JSON Pointer.
    #[error(transparent)]
    Pointer(#[from] pointer::PointerError),
    /// An operation that RFC 6902 does not define.
    #[error("its operation {0:?} is none of add, remove, replace, move, copy and test")]
    UnknownOperation(String),
    /// A step of the path leads nowhere.
    #[error("step {depth} of its path leads to nothing that holds values")]
    NoTarget {
        /// How many steps of the path could be followed.
        depth: usize,
    },
    /// A step into an array is no index.
    #[error("{0:?} is no index of an array")]
    BadIndex(String),
    /// A row would be added beyond the end.
    #[error("row {index} would stand beyond the end of an array with {}", crate::wording::counted(*rows, "row", "rows"))]
    BeyondEnd {
        /// The row named.
        index: usize,
        /// Rows there are.
        rows: usize,
    },
    /// The value to remove, replace, move, copy or test does not exist.
    #[error("no value stands at its path")]
    Absent,
    /// The whole document would be removed.
    #[error("the whole document cannot be removed")]
    RemovesRoot,
    /// A value would be moved into itself.
    #[error("a value cannot be moved into itself")]
    IntoItself,
    /// A test did not hold.
    #[error("the value at its path is not the expected one")]
    TestFailed,
    /// The operations add up to more than is done for strangers.
    #[error("the operations copy or move too many values")]
    TooMuchWork,
    /// The result is too deep.
    #[error("more than {0} containers would stand inside one another")]
    TooDeep(usize),
    /// The result is too long.
    #[error("it would be longer than {0} bytes")]
    TooLong(usize),
}

/// Applies a JSON Patch to a document and returns the result without blanks.
///
/// # Errors
/// The patch is malformed, an operation cannot be done, a test does not hold, or the result exceeds a limit.
///
/// ```
/// use countersign::change_set::json_patch::apply;
/// use countersign::json::{ReadLimits, Tree};
/// let read = |text: &str| Tree::read(text.as_bytes(), &ReadLimits::default()).unwrap();
/// let patch = read(r#"[{"op": "add", "path": "/a/-", "value": null}]"#);
/// assert_eq!(apply(read(r#"{"a": [1]}"#).root(), patch.root()).unwrap(), r#"{"a":[1,null]}"#);
/// ```
pub fn apply(document: NodeRef<'_>, patch: NodeRef<'_>) -> Result<String, ApplyError> {
    if patch.kind() != Kind::Array {
        return Err(ApplyError::NotAnArray);
    }
    let mut draft = Draft::new(document);
    for (index, node) in patch.elements().enumerate() {
        let done = Operation::read(node).and_then(|operation| perform(&mut draft, operation));
        done.map_err(|fault| ApplyError::Operation { index, fault })?;
    }
    draft.write(MOST_BYTES).map_err(ApplyError::Result)
}

fn perform<'t>(draft: &mut Draft<'t>, operation: Operation<'t>) -> Result<(), Fault> {
    match operation {
        Operation::Add { path, value } => {
            let place = draft.place(&path)?;
            let value = draft.value(value)?;
            draft.add(&place, value)
        }
        Operation::Remove { path } => {
            let place = draft.place(&path)?;
            draft.remove(&place).map(|_| ())
        }
        Operation::Replace { path, value } => {
            let place = existing(draft, &path)?;
            let value = draft.value(value)?;
            draft.replace(&place, value);
            Ok(())
        }
        Operation::Move { from, path } => {
            let source = existing(draft, &from)?;
            if from == path {
                return Ok(());
            }
            if path.starts_with(&from) {
                return Err(Fault::IntoItself);
            }
            let value = draft.remove(&source)?;
            let place = draft.place(&path)?;
            draft.add(&place, value)
        }
        Operation::Copy { from, path } => {
            let source = existing(draft, &from)?;
            let value = draft.get(&source).ok_or(Fault::Absent)?;
            let copy = draft.copy(value)?;
            let place = draft.place(&path)?;
            draft.add(&place, copy)
        }
        Operation::Test { path, value } => {
            let place = existing(draft, &path)?;
            let found = draft.get(&place).ok_or(Fault::Absent)?;
            if draft.equals(found, value)? { Ok(()) } else { Err(Fault::TestFailed) }
        }
    }
}

fn existing<'p>(draft: &mut Draft<'_>, path: &'p [String]) -> Result<Place<'p>, Fault> {
    let place = draft.place(path)?;
    if draft.get(&place).is_none() { Err(Fault::Absent) } else { Ok(place) }
}
