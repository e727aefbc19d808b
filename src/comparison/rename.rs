//! Hints at renames: a definition that went and one of equal content that came beside it.

use std::collections::HashMap;

use super::equal::same;
use super::{Difference, DifferenceKind, LikelyRename, Side, Subject};
use crate::model::{Catalogue, Content};

/// Pairs of a removal and an addition, of one class and in one owner, whose content is equal.
pub(super) fn likely(
    earlier: &Catalogue,
    later: &Catalogue,
    differences: &[Difference],
) -> Vec<LikelyRename> {
    let renamable =
        |difference: &Difference| matches!(difference.subject, Subject::Definition(_) | Subject::Entry);
    let owner = |catalogue: &Catalogue, difference: &Difference, side: &Side| {
        let owner = side.pointer.rsplit_once('/').map_or("", |(owner, _)| owner);
        (catalogue.source(side.root).key().to_owned(), owner.to_owned(), difference.subject.as_str())
    };
    let mut added: HashMap<_, Vec<usize>> = HashMap::new();
    for (index, difference) in differences.iter().enumerate() {
        if let (DifferenceKind::Added, Some(side)) = (difference.kind, &difference.later)
            && renamable(difference)
        {
            added.entry(owner(later, difference, side)).or_default().push(index);
        }
    }
    let mut renames = Vec::new();
    for (index, difference) in differences.iter().enumerate() {
        let (DifferenceKind::Removed, Some(side)) = (difference.kind, &difference.earlier) else { continue };
        if !renamable(difference) {
            continue;
        }
        let Some(candidates) = added.get_mut(&owner(earlier, difference, side)) else { continue };
        // Large owners would make this quadratic, and a hint is not worth that.
        let Some(content) = content(earlier, side).filter(|_| candidates.len() <= 64) else { continue };
        let equal = candidates.iter().position(|&candidate| {
            differences[candidate]
                .later
                .as_ref()
                .and_then(|side| self::content(later, side))
                .is_some_and(|other| same(&content, &other))
        });
        if let Some(at) = equal {
            renames.push(LikelyRename { removed: index, added: candidates.remove(at) });
        }
    }
    renames
}

fn content<'c>(catalogue: &'c Catalogue, side: &Side) -> Option<Content<'c>> {
    let origin = side.origin?;
    Some(Content::authored(origin.source, catalogue.source(origin.source).node(origin.node)?))
}
