//! Lines of the head that a pull request added or edited: where GitHub shows an alert on the pull request.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use super::configuration::Limits;
use super::revisions::Revisions;
use crate::report::Anchors;
use crate::repository::ChangedLines;

/// The changed lines of a review's files, found when a file is first asked for.
pub struct HeadLines<'r, 'o> {
    revisions: &'r Revisions<'o>,
    limits: Limits,
    files: RefCell<HashMap<String, Option<Rc<ChangedLines>>>>,
}

impl<'r, 'o> HeadLines<'r, 'o> {
    /// Nothing is read yet.
    #[must_use]
    pub fn new(revisions: &'r Revisions<'o>, limits: &Limits) -> Self {
        Self { revisions, limits: limits.clone(), files: RefCell::default() }
    }

    /// The changed lines of a file of the head; `None` when it is not there or cannot be read.
    #[must_use]
    pub fn of(&self, path: &str) -> Option<Rc<ChangedLines>> {
        if let Some(known) = self.files.borrow().get(path) {
            return known.clone();
        }
        let bytes = |snapshot: &crate::repository::Snapshot| {
            snapshot.get(path).and_then(|entry| self.revisions.bytes(entry, &self.limits).ok())
        };
        let found = bytes(&self.revisions.head.snapshot).map(|later| {
            Rc::new(match bytes(&self.revisions.base.snapshot) {
                Some(earlier) => ChangedLines::between(&earlier, &later),
                None => ChangedLines::all(&later),
            })
        });
        self.files.borrow_mut().insert(path.to_owned(), found.clone());
        found
    }
}

impl Anchors for HeadLines<'_, '_> {
    fn head_line(&self, path: &str, within: RangeInclusive<usize>, near: usize) -> Option<usize> {
        self.of(path)?.nearest(near, *within.start()..within.end().saturating_add(1))
    }

    fn base_to_head(&self, path: &str, line: usize) -> Option<usize> {
        Some(self.of(path)?.later_line(line))
    }
}
