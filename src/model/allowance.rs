//! The units of work that one comparison may spend.

use std::cell::Cell;

/// The allowance ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted;

/// Units of work that are left. One unit is about one visited value, member or copied byte.
#[derive(Debug)]
pub struct Allowance {
    left: Cell<u64>,
    limit: u64,
}

impl Allowance {
    /// A full allowance.
    pub fn new(limit: u64) -> Self {
        Self { left: Cell::new(limit), limit }
    }

    /// Spends units. Once it has run out it stays so.
    ///
    /// # Errors
    /// Fewer units are left.
    pub fn charge(&self, units: u64) -> Result<(), Exhausted> {
        match self.left.get().checked_sub(units) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.left.set(0);
                Err(Exhausted)
            }
        }
    }

    /// Whether nothing is left.
    pub fn is_exhausted(&self) -> bool {
        self.left.get() == 0
    }

    /// The units that were spent.
    pub fn spent(&self) -> u64 {
        self.limit - self.left.get()
    }
}
