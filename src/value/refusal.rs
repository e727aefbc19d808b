//! Which constraint refuses a value, so that a sentence can name the right one.
//!
//! A witness is found through one quality and may be refused by another: a list of values refuses what a raised
//! length would admit. The check itself only answers that a value is refused; here it is followed once more, and
//! every violated constraint on the way is noted.

use std::cell::RefCell;

use super::check::{Checker, Outcome};
use crate::json::{Value, pointer};
use crate::model::{Description, Origin};

/// How many refusals of one value are kept.
const KEPT: usize = 32;
/// How many missing members of a map are named.
const MISSING: usize = 5;

/// A constraint that a value violates.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Refusal {
    /// The quality that refuses; `sdfChoice` when no alternative admits the value.
    pub quality: &'static str,
    /// Where in the value: a pointer in which `*` stands for every array item.
    pub inside: String,
    /// Where the quality is written.
    pub origin: Option<Origin>,
    /// True inside an alternative of a choice, which refuses only for itself.
    pub in_alternative: bool,
    /// For `required`, the first members that the value lacks, and how many they are in all.
    pub missing: (Vec<String>, usize),
}

/// Without the origin, whose numbers mean nothing outside of their catalogue: what refuses a value is the same in
/// whatever order the documents come.
impl std::fmt::Debug for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Refusal")
            .field("quality", &self.quality)
            .field("inside", &self.inside)
            .field("in_alternative", &self.in_alternative)
            .field("missing", &self.missing)
            .finish_non_exhaustive()
    }
}

/// What a check that is followed has found.
#[derive(Debug, Default)]
pub(super) struct Trace {
    found: Vec<Refusal>,
    inside: String,
    alternatives: usize,
}

/// Where a check writes its refusals, when it is followed.
#[derive(Debug, Default)]
pub(super) struct Tracing(RefCell<Option<Trace>>);

impl Tracing {
    /// Whether refusals are wanted, so that a check goes on behind the first one.
    pub(super) fn is_on(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// Notes that `quality` refuses, when it does, and hands the outcome on.
    pub(super) fn judged(
        &self,
        outcome: Outcome,
        description: &Description<'_>,
        quality: &'static str,
    ) -> Outcome {
        if outcome == Outcome::Rejected {
            self.refused(description, quality, Vec::new);
        }
        outcome
    }

    /// Notes that `quality` refuses, with the members that are missing.
    pub(super) fn refused<'n>(
        &self,
        description: &Description<'_>,
        quality: &'static str,
        missing: impl FnOnce() -> Vec<&'n str>,
    ) {
        let mut trace = self.0.borrow_mut();
        let Some(trace) = trace.as_mut().filter(|trace| trace.found.len() < KEPT) else { return };
        let missing = missing();
        let refusal = Refusal {
            quality,
            inside: trace.inside.clone(),
            origin: description.get(quality).map(crate::model::Content::origin),
            in_alternative: trace.alternatives > 0,
            missing: (missing.iter().take(MISSING).map(|name| (*name).to_owned()).collect(), missing.len()),
        };
        if !trace.found.contains(&refusal) {
            trace.found.push(refusal);
        }
    }

    /// Checks a member of a map, or an array's item for `None`.
    pub(super) fn inside<T>(&self, member: Option<&str>, check: impl FnOnce() -> T) -> T {
        let length = self.0.borrow_mut().as_mut().map(|trace| {
            let length = trace.inside.len();
            match member {
                Some(name) => pointer::push_token(&mut trace.inside, name),
                None => trace.inside.push_str("/*"),
            }
            length
        });
        let result = check();
        if let (Some(trace), Some(length)) = (self.0.borrow_mut().as_mut(), length) {
            trace.inside.truncate(length);
        }
        result
    }

    /// Checks an alternative of a choice.
    pub(super) fn alternative<T>(&self, check: impl FnOnce() -> T) -> T {
        let count = |by: fn(usize) -> usize| {
            if let Some(trace) = self.0.borrow_mut().as_mut() {
                trace.alternatives = by(trace.alternatives);
            }
        };
        count(|open| open + 1);
        let result = check();
        count(|open| open.saturating_sub(1));
        result
    }
}

impl<'c> Checker<'c, '_> {
    /// The constraints of `description` that refuse the value, in the order in which they are checked; a bounded
    /// number of them. Work that runs out leaves what was found until then.
    pub fn refusals(&self, description: &Description<'c>, value: &Value) -> Vec<Refusal> {
        self.tracing().0.replace(Some(Trace::default()));
        let _ = self.check(description, value);
        self.tracing().0.take().map(|trace| trace.found).unwrap_or_default()
    }
}
