//! Where two documents differ, as steps through their keyed collections.

use super::equality::{counterpart, equal};
use crate::json::{Kind, MemberRef, NodeRef};

/// How the later document differs from the earlier one.
#[derive(Debug, Clone)]
pub enum Difference<'t> {
    /// The documents are equal.
    None {
        /// True when both are objects, so that "nothing" can be said as `{}`.
        keyed: bool,
    },
    /// The documents differ and not both are objects: the root is one positional value.
    Whole {
        /// The whole earlier document.
        earlier: NodeRef<'t>,
        /// The whole later document.
        later: NodeRef<'t>,
    },
    /// Both are objects. The steps walk the later document in its own order; removed members follow at the end of
    /// the object they were removed from.
    Keyed(Vec<Step<'t>>),
}

/// One step of a walk through keyed collections. Every `Enter` has its `Leave`, and something between them.
#[derive(Debug, Clone, Copy)]
pub enum Step<'t> {
    /// Both revisions hold an object under this name (of the later one), and the objects differ.
    Enter(MemberRef<'t>),
    /// The end of the object entered last.
    Leave,
    /// A member that is new, or whose value differs and is carried whole.
    Put {
        /// The value the member had; `None` for a new member.
        earlier: Option<NodeRef<'t>>,
        /// The member as it is now.
        later: MemberRef<'t>,
    },
    /// A member of the earlier document that is gone.
    Remove(MemberRef<'t>),
}

/// What carrying an array whole costs, in rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowCount {
    /// Rows that travel: all rows of the later array.
    pub travel: usize,
    /// Rows that differ from the earlier row they stand for.
    pub changed: usize,
    /// Rows the later array has more.
    pub added: usize,
    /// Rows the later array has fewer.
    pub removed: usize,
}

impl RowCount {
    /// Counts the rows of two arrays. Equal rows are matched from the front and from the back, so a row that was
    /// removed or inserted does not make every row after it a changed one.
    #[must_use]
    pub fn of(earlier: NodeRef<'_>, later: NodeRef<'_>) -> Self {
        let (before, after) = (earlier.elements(), later.elements());
        let (old, new) = (before.len(), after.len());
        let front = before.clone().zip(after.clone()).take_while(|&(b, a)| equal(b, a)).count();
        let rest = old.min(new) - front;
        let back = before
            .clone()
            .rev()
            .zip(after.clone().rev())
            .take(rest)
            .take_while(|&(b, a)| equal(b, a))
            .count();
        let middle = rest - back;
        // The ends of this range are known to differ when the lengths are equal; between them rows may still agree.
        let rows = before.skip(front).zip(after.skip(front)).take(middle);
        let changed = rows.filter(|&(b, a)| !equal(b, a)).count();
        Self { travel: new, changed, added: new.saturating_sub(old), removed: old.saturating_sub(new) }
    }
}

/// Compares two documents.
///
/// The work grows with the size of both documents, times the logarithm of the largest object that changed its order.
#[must_use]
pub fn compare<'t>(earlier: NodeRef<'t>, later: NodeRef<'t>) -> Difference<'t> {
    if earlier.kind() != Kind::Map || later.kind() != Kind::Map {
        let same = equal(earlier, later);
        return if same { Difference::None { keyed: false } } else { Difference::Whole { earlier, later } };
    }
    let mut steps = Vec::new();
    let mut open = vec![(earlier, later, later.members(), earlier.members(), 0usize)];
    while let Some((before, after, pending, guesses, matched)) = open.last_mut() {
        let Some(member) = pending.next() else {
            // When every earlier member was matched, none was removed.
            if *matched < before.members().len() {
                let gone = before.members().filter(|&member| counterpart(*after, member, None).is_none());
                steps.extend(gone.map(Step::Remove));
            }
            open.pop();
            if open.is_empty() {
                break;
            }
            // An object that turned out equal is not entered at all.
            if matches!(steps.last(), Some(Step::Enter(_))) {
                steps.pop();
            } else {
                steps.push(Step::Leave);
            }
            continue;
        };
        let Some(old) = counterpart(*before, member, guesses.next()) else {
            steps.push(Step::Put { earlier: None, later: member });
            continue;
        };
        *matched += 1;
        let (old, new) = (old.value(), member.value());
        if old.kind() == Kind::Map && new.kind() == Kind::Map {
            steps.push(Step::Enter(member));
            open.push((old, new, new.members(), old.members(), 0));
        } else if !equal(old, new) {
            steps.push(Step::Put { earlier: Some(old), later: member });
        }
    }
    if steps.is_empty() { Difference::None { keyed: true } } else { Difference::Keyed(steps) }
}

impl<'t> Difference<'t> {
    /// The steps; none unless both documents are objects.
    #[must_use]
    pub fn steps(&self) -> &[Step<'t>] {
        match self {
            Self::Keyed(steps) => steps,
            Self::None { .. } | Self::Whole { .. } => &[],
        }
    }

    /// The arrays that travel because something inside them changed: the earlier and the later array of each.
    pub fn arrays(&self) -> impl Iterator<Item = (NodeRef<'t>, NodeRef<'t>)> + '_ {
        let root = match self {
            Self::Whole { earlier, later } => Some((*earlier, *later)),
            Self::None { .. } | Self::Keyed(_) => None,
        };
        let inner = self.steps().iter().filter_map(|step| match step {
            Step::Put { earlier: Some(earlier), later } => Some((*earlier, later.value())),
            _ => None,
        });
        root.into_iter()
            .chain(inner)
            .filter(|(earlier, later)| earlier.kind() == Kind::Array && later.kind() == Kind::Array)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{ReadLimits, Tree};

    fn rows(earlier: &str, later: &str) -> (usize, usize, usize, usize) {
        let read = |text: &str| Tree::read(text.as_bytes(), &ReadLimits::default()).unwrap();
        let (earlier, later) = (read(earlier), read(later));
        let count = RowCount::of(earlier.root(), later.root());
        (count.travel, count.changed, count.added, count.removed)
    }

    #[test]
    fn only_rows_that_differ_from_their_own_earlier_row_count_as_changed() {
        assert_eq!(rows("[1,2,3]", "[1,9,3]"), (3, 1, 0, 0));
        assert_eq!(rows("[1,2,3,4]", "[9,2,3,8]"), (4, 2, 0, 0));
        assert_eq!(rows("[1,2,3]", "[3,2,1]"), (3, 2, 0, 0));
    }

    #[test]
    fn removing_or_inserting_a_row_changes_no_other() {
        assert_eq!(rows("[1,2,3,4]", "[2,3,4]"), (3, 0, 0, 1));
        assert_eq!(rows("[1,2,3]", "[1,9,2,3]"), (4, 0, 1, 0));
        assert_eq!(rows("[1,1,1]", "[1,1]"), (2, 0, 0, 1));
        assert_eq!(rows("[]", "[1]"), (1, 0, 1, 0));
        assert_eq!(rows("[1,2]", "[]"), (0, 0, 0, 2));
    }
}
