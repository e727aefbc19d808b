//! From the bytes of two files to what has to be sent, with nothing borrowed: what a review keeps.

use super::{MergePatch, RowCount, compare, merge_patch};
use crate::json::{ReadError, ReadLimits, Tree};

/// Pointers together are kept up to this many bytes; what is beyond is counted.
const POINTER_BYTES: usize = 64 << 10;

/// One of the two revisions of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revision {
    /// The file as it was.
    Earlier,
    /// The file as it is now.
    Later,
}

impl std::fmt::Display for Revision {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Earlier => "earlier",
            Self::Later => "later",
        })
    }
}

/// Why there is no change set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BetweenError {
    /// A revision is no JSON text.
    #[error("the {revision} revision is refused: {error}")]
    Read {
        /// Which one.
        revision: Revision,
        /// What is wrong, and where.
        error: ReadError,
    },
    /// The body would be too long.
    #[error(transparent)]
    TooLong(#[from] super::TooLong),
}

/// What has to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sendable {
    /// The body of a merge patch request.
    Body(String),
    /// Nothing: the documents are equal and no objects.
    Nothing,
    /// A merge patch cannot say it.
    Inexpressible {
        /// Pointers into the later document at the `null`s that would be lost.
        pointers: Vec<String>,
        /// How many more there are than `pointers` names.
        unnamed: usize,
    },
}

/// A change set and what carrying arrays whole costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// What has to be sent.
    pub sendable: Sendable,
    /// True when the documents are equal.
    pub equal: bool,
    /// The arrays that travel, by pointer, in the order of the later document.
    pub arrays: Vec<(String, RowCount)>,
    /// How many more arrays travel than `arrays` names.
    pub unnamed_arrays: usize,
}

/// Compares two JSON texts.
///
/// # Errors
/// A text is not JSON, repeats a name or exceeds a limit (with line and column), or the body would be too long.
///
/// ```
/// use countersign::change_set::{Sendable, between};
/// use countersign::json::ReadLimits;
/// let summary = between(br#"{"a":[1,2],"b":1}"#, br#"{"a":[1,3],"b":1}"#, &ReadLimits::default()).unwrap();
/// assert_eq!(summary.sendable, Sendable::Body(r#"{"a":[1,3]}"#.to_owned()));
/// assert_eq!((summary.arrays[0].1.travel, summary.arrays[0].1.changed), (2, 1));
/// ```
pub fn between(earlier: &[u8], later: &[u8], limits: &ReadLimits) -> Result<Summary, BetweenError> {
    let read = |bytes: &[u8], revision| {
        Tree::read(bytes, limits).map_err(|error| BetweenError::Read { revision, error })
    };
    let (earlier, later) = (read(earlier, Revision::Earlier)?, read(later, Revision::Later)?);
    let difference = compare(earlier.root(), later.root());
    let sendable = match merge_patch(&difference)? {
        MergePatch::Body(body) => Sendable::Body(body),
        MergePatch::Nothing => Sendable::Nothing,
        MergePatch::Inexpressible(nulls) => {
            let mut budget = POINTER_BYTES;
            let pointers: Vec<_> =
                nulls.iter().map_while(|node| within(&mut budget, node.pointer())).collect();
            Sendable::Inexpressible { unnamed: nulls.len() - pointers.len(), pointers }
        }
    };
    let mut budget = POINTER_BYTES;
    let arrays: Vec<_> = difference
        .arrays()
        .map_while(|(old, new)| Some((within(&mut budget, new.pointer())?, RowCount::of(old, new))))
        .collect();
    Ok(Summary {
        sendable,
        equal: matches!(difference, super::Difference::None { .. }),
        unnamed_arrays: difference.arrays().count() - arrays.len(),
        arrays,
    })
}

fn within(budget: &mut usize, pointer: String) -> Option<String> {
    *budget = budget.checked_sub(pointer.len() + 1)?;
    Some(pointer)
}
