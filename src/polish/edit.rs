//! Proposals and how they are applied: all at once, or not at all.

use std::borrow::Cow;
use std::ops::Range;

/// What a modifier would change, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// One sentence for people, lower case, no full stop.
    pub reason: Cow<'static, str>,
    /// The edits that belong together.
    pub edits: Vec<Edit>,
}

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Bytes of the snapshot, on code point boundaries.
    pub span: Range<usize>,
    /// What has to stand there for the edit to make sense.
    pub expected: String,
    /// What shall stand there.
    pub replacement: String,
}

impl Proposal {
    /// A proposal of one edit, whose expected text is what stands in `text`.
    #[must_use]
    pub fn replace(
        text: &str,
        span: Range<usize>,
        replacement: impl Into<String>,
        reason: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { reason: reason.into(), edits: vec![Edit::replace(text, span, replacement)] }
    }
}

impl Edit {
    /// An edit whose expected text is what stands in `text`.
    #[must_use]
    pub fn replace(text: &str, span: Range<usize>, replacement: impl Into<String>) -> Self {
        let expected = text.get(span.clone()).unwrap_or_default().to_owned();
        Self { span, expected, replacement: replacement.into() }
    }
}

/// Why a set of proposals cannot be applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// A span ends before it begins, beyond the text, or inside a code point.
    #[error("edit {edit} of proposal {proposal} has a span that is none of this text")]
    Span {
        /// Index of the proposal.
        proposal: usize,
        /// Index of the edit in it.
        edit: usize,
    },
    /// Another text stands there than the edit expects.
    #[error("edit {edit} of proposal {proposal} expects another text than stands at its span")]
    Mismatch {
        /// Index of the proposal.
        proposal: usize,
        /// Index of the edit in it.
        edit: usize,
    },
    /// A text would be replaced by itself.
    #[error("edit {edit} of proposal {proposal} changes nothing")]
    NoChange {
        /// Index of the proposal.
        proposal: usize,
        /// Index of the edit in it.
        edit: usize,
    },
    /// Two edits want the same place.
    #[error("edit {edit} of proposal {proposal} overlaps another edit")]
    Overlap {
        /// Index of the proposal.
        proposal: usize,
        /// Index of the edit in it.
        edit: usize,
    },
    /// The result would be too long.
    #[error("the text would be longer than {limit} bytes")]
    TooLong {
        /// The most bytes.
        limit: usize,
    },
}

impl EditError {
    /// A name for the kind of error.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self::Span { .. } => "EditError::Span",
            Self::Mismatch { .. } => "EditError::Mismatch",
            Self::NoChange { .. } => "EditError::NoChange",
            Self::Overlap { .. } => "EditError::Overlap",
            Self::TooLong { .. } => "EditError::TooLong",
        }
    }
}

/// Checks that every edit fits the text and no two want the same place, and returns them by place: indices of
/// proposal and edit.
pub(super) fn check(text: &str, proposals: &[Proposal]) -> Result<Vec<(usize, usize)>, EditError> {
    let mut order = Vec::new();
    for (proposal, p) in proposals.iter().enumerate() {
        for (edit, e) in p.edits.iter().enumerate() {
            let found = text.get(e.span.clone()).ok_or(EditError::Span { proposal, edit })?;
            if found != e.expected {
                return Err(EditError::Mismatch { proposal, edit });
            }
            if e.expected == e.replacement {
                return Err(EditError::NoChange { proposal, edit });
            }
            order.push((e.span.start, e.span.end, proposal, edit));
        }
    }
    order.sort_unstable();
    for pair in order.windows(2) {
        if let &[(start, end, ..), (next, _, proposal, edit)] = pair
            // Two insertions at one place have no order.
            && (next < end || next == start)
        {
            return Err(EditError::Overlap { proposal, edit });
        }
    }
    Ok(order.into_iter().map(|(_, _, proposal, edit)| (proposal, edit)).collect())
}

/// The text with every edit made.
pub(super) fn apply(text: &str, proposals: &[Proposal], limit: usize) -> Result<String, EditError> {
    let order = check(text, proposals)?;
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (proposal, edit) in order {
        let Some(edit) = proposals.get(proposal).and_then(|proposal| proposal.edits.get(edit)) else {
            continue;
        };
        out.push_str(text.get(at..edit.span.start).unwrap_or_default());
        out.push_str(&edit.replacement);
        at = edit.span.end;
        if out.len() > limit {
            return Err(EditError::TooLong { limit });
        }
    }
    out.push_str(text.get(at..).unwrap_or_default());
    if out.len() > limit { Err(EditError::TooLong { limit }) } else { Ok(out) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(span: Range<usize>, expected: &str, replacement: &str) -> Edit {
        Edit { span, expected: expected.to_owned(), replacement: replacement.to_owned() }
    }

    fn applied(text: &str, edits: Vec<Edit>) -> Result<String, EditError> {
        apply(text, &[Proposal { reason: "r".into(), edits }], 20)
    }

    #[test]
    fn edits_are_applied_at_once_whatever_their_order() {
        let edits = vec![edit(4..5, "e", "E"), edit(0..1, "a", ""), edit(2..2, "", "++")];
        assert_eq!(applied("abcde", edits).unwrap(), "b++cdE");
        assert_eq!(applied("ab", vec![edit(0..1, "a", "x"), edit(1..2, "b", "y")]).unwrap(), "xy");
    }

    #[test]
    fn edits_that_do_not_fit_are_refused() {
        let at = (0, 0);
        assert_eq!(
            applied("abc", vec![edit(1..9, "b", "")]),
            Err(EditError::Span { proposal: at.0, edit: at.1 })
        );
        assert_eq!(applied("üb", vec![edit(1..2, "", "x")]), Err(EditError::Span { proposal: 0, edit: 0 }));
        assert_eq!(
            applied("abc", vec![edit(1..2, "x", "")]),
            Err(EditError::Mismatch { proposal: 0, edit: 0 })
        );
        assert_eq!(
            applied("abc", vec![edit(1..2, "b", "b")]),
            Err(EditError::NoChange { proposal: 0, edit: 0 })
        );
        assert_eq!(
            applied("abc", vec![edit(0..2, "ab", ""), edit(1..3, "bc", "")]),
            Err(EditError::Overlap { proposal: 0, edit: 1 })
        );
        assert_eq!(
            applied("abc", vec![edit(1..1, "", "x"), edit(1..1, "", "y")]),
            Err(EditError::Overlap { proposal: 0, edit: 1 })
        );
        assert_eq!(
            applied("abc", vec![edit(1..1, "", &"x".repeat(18))]),
            Err(EditError::TooLong { limit: 20 })
        );
    }
}
