//! Compiled patterns, kept while a comparison runs.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::model::{Allowance, Exhausted};
use crate::value::pattern::{Limits, Pattern};

/// Compiling one pattern costs this many units of work: the largest take milliseconds.
const COMPILING: u64 = 20_000;
/// The most compiled patterns that are kept; the largest take megabytes each.
const KEPT_PATTERNS: usize = 32;

/// Compiled patterns, shared by both revisions.
pub struct Patterns {
    limits: Limits,
    compiled: RefCell<HashMap<String, Option<Rc<Pattern>>>>,
}

impl Patterns {
    /// An empty store.
    pub fn new(limits: Limits) -> Self {
        Self { limits, compiled: RefCell::default() }
    }

    /// Whether the text matches somewhere; `None` when the pattern is invalid, unsupported or beyond a limit.
    pub(super) fn matches(
        &self,
        work: &Allowance<'_>,
        source: &str,
        text: &str,
    ) -> Result<Option<bool>, Exhausted> {
        let known = self.compiled.borrow().get(source).cloned();
        let pattern = match known {
            Some(pattern) => pattern,
            None => {
                work.charge(COMPILING)?;
                let compiled = Pattern::new(source, &self.limits).ok().map(Rc::new);
                let mut store = self.compiled.borrow_mut();
                if store.len() >= KEPT_PATTERNS {
                    store.clear();
                }
                store.insert(source.to_owned(), compiled.clone());
                compiled
            }
        };
        Ok(pattern.and_then(|pattern| pattern.matches(text).ok()))
    }
}
