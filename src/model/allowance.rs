//! The units of work that one comparison may spend.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

/// The allowance ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted;

/// Units of work that are left. One unit is about one visited value, member or copied byte.
#[derive(Debug)]
pub struct Allowance<'s> {
    left: Cell<u64>,
    limit: u64,
    shared: Option<&'s Shared>,
    /// Units that the shared count does not know of yet.
    unreported: Cell<u64>,
}

/// What several allowances spend together, so that they all stop when the whole is more than it may be.
#[derive(Debug)]
pub struct Shared {
    spent: AtomicU64,
    limit: u64,
}

/// So many units are spent before the shared count is told.
const REPORTED: u64 = 1 << 16;

impl Shared {
    /// Nothing spent yet.
    pub fn new(limit: u64) -> Self {
        Self { spent: AtomicU64::new(0), limit }
    }

    /// Whether more was spent than there was.
    pub fn is_overspent(&self) -> bool {
        self.spent.load(Ordering::Relaxed) > self.limit
    }

    fn report(&self, units: u64) -> Result<(), Exhausted> {
        // Never near wrapping: everyone stops soon after the limit.
        self.spent.fetch_add(units, Ordering::Relaxed);
        if self.is_overspent() { Err(Exhausted) } else { Ok(()) }
    }
}

impl<'s> Allowance<'s> {
    /// A full allowance.
    pub fn new(limit: u64) -> Self {
        Self { left: Cell::new(limit), limit, shared: None, unreported: Cell::new(0) }
    }

    /// A full allowance that also ends when all that share it have spent the whole together.
    pub fn sharing(shared: &'s Shared) -> Self {
        let limit = shared.limit;
        Self { left: Cell::new(limit), limit, shared: Some(shared), unreported: Cell::new(0) }
    }

    /// Spends units. Once it has run out it stays so.
    ///
    /// # Errors
    /// Fewer units are left.
    pub fn charge(&self, units: u64) -> Result<(), Exhausted> {
        let Some(left) = self.left.get().checked_sub(units) else {
            self.left.set(0);
            return Err(Exhausted);
        };
        self.left.set(left);
        if let Some(shared) = self.shared {
            let unreported = self.unreported.get() + units;
            self.unreported.set(unreported);
            if unreported >= REPORTED {
                self.unreported.set(0);
                if shared.report(unreported).is_err() {
                    self.left.set(0);
                    return Err(Exhausted);
                }
            }
        }
        Ok(())
    }

    /// Whether nothing is left.
    pub fn is_exhausted(&self) -> bool {
        self.left.get() == 0
    }

    /// The units that were spent.
    pub fn spent(&self) -> u64 {
        self.limit - self.left.get()
    }

    /// The limit it began with.
    pub fn limit(&self) -> u64 {
        self.limit
    }
}

impl Drop for Allowance<'_> {
    /// What was not reported yet counts too.
    fn drop(&mut self) {
        if let Some(shared) = self.shared {
            let _ = shared.report(self.unreported.get());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_that_ran_out_stays_so() {
        let allowance = Allowance::new(10);
        assert_eq!(allowance.charge(4), Ok(()));
        assert_eq!(allowance.charge(7), Err(Exhausted));
        assert!(allowance.is_exhausted());
        assert_eq!(allowance.charge(1), Err(Exhausted));
        assert_eq!(allowance.spent(), 10);
    }

    #[test]
    fn allowances_that_share_a_whole_end_together() {
        let shared = Shared::new(3 * REPORTED);
        let (one, other) = (Allowance::sharing(&shared), Allowance::sharing(&shared));
        assert_eq!(one.charge(2 * REPORTED), Ok(()));
        assert!(!shared.is_overspent());
        assert_eq!(other.charge(2 * REPORTED), Err(Exhausted));
        assert!(shared.is_overspent());
    }

    #[test]
    fn small_spendings_are_counted_at_the_end() {
        let shared = Shared::new(5);
        for _ in 0..2 {
            assert_eq!(Allowance::sharing(&shared).charge(3), Ok(()));
        }
        assert!(shared.is_overspent());
    }
}
