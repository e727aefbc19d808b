//! Entries about which a comparison says nothing, because what they name could not be examined.
//!
//! Such an entry covers no difference, and may cover one again once its document can be read. Nobody knows whether it is
//! still needed, so it is not unused.

use std::collections::{HashMap, HashSet};

use super::DifferenceAcknowledgement;
use crate::comparison::{Classification, DifferenceKind, Revision, RevisionComparison, Subject};

/// The places that a comparison could not examine, as a tree of documents and the tokens of pointers.
#[derive(Debug, Default)]
pub(crate) struct Unexamined<'c> {
    steps: HashMap<(usize, &'c str), usize>,
    /// Places that are unknown with all below them.
    whole: HashSet<usize>,
    /// Single subjects of a place.
    subjects: HashSet<(usize, &'c Subject)>,
}

impl<'c> Unexamined<'c> {
    /// What `comparison` could not examine: documents that cannot be read or for which work ran out, definitions that
    /// cannot be composed, and qualities that reach a limit or depend on those.
    pub(crate) fn of(comparison: &'c RevisionComparison<'_>) -> Self {
        let mut unexamined = Self::default();
        for difference in comparison.differences() {
            if difference.classification != Classification::Undetermined || difference.can_be_acknowledged() {
                continue;
            }
            for revision in Revision::BOTH {
                let side = match revision {
                    Revision::Earlier => &difference.earlier,
                    Revision::Later => &difference.later,
                };
                let Some(side) = side else { continue };
                let document = comparison.catalogue(revision).source(side.root).key();
                let mut place = 0;
                for token in steps(document, &side.pointer) {
                    let next = unexamined.steps.len() + 1;
                    place = *unexamined.steps.entry((place, token)).or_insert(next);
                }
                if difference.kind == DifferenceKind::Unavailable {
                    unexamined.whole.insert(place);
                } else {
                    unexamined.subjects.insert((place, &difference.subject));
                }
            }
        }
        unexamined
    }

    /// Whether an entry names such a place, or something below one. Documents correspond by their keys, so either side
    /// of the entry counts in either revision.
    pub(crate) fn covers(&self, entry: &DifferenceAcknowledgement) -> bool {
        Revision::BOTH.into_iter().any(|revision| {
            let place = entry.document(revision).zip(entry.pointer(revision));
            place.is_some_and(|(document, pointer)| self.holds(document, pointer, entry.subject()))
        })
    }

    fn holds(&self, document: &str, pointer: &str, subject: &Subject) -> bool {
        let mut place = 0;
        for token in steps(document, pointer) {
            match self.steps.get(&(place, token)) {
                Some(&next) => place = next,
                None => return false,
            }
            if self.whole.contains(&place) {
                return true;
            }
        }
        self.subjects.contains(&(place, subject))
    }
}

/// A document and the tokens of a pointer into it, as they are written.
fn steps<'t>(document: &'t str, pointer: &'t str) -> impl Iterator<Item = &'t str> {
    std::iter::once(document).chain(pointer.split('/').skip(1))
}
