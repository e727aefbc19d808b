//! What one comparison may consume.

use crate::json::ReadLimits;

/// The allowance of one operation. Both revisions must use the same one.
///
/// Every limit has a default that ordinary models never reach; a limit that is hit makes the content behind it
/// unavailable or undetermined with `operation.limit`, never an abort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of one source.
    pub source_bytes: usize,
    /// The most bytes of all sources of one revision.
    pub revision_bytes: u64,
    /// The most sources of one revision.
    pub sources: usize,
    /// The most containers inside one another in one source.
    pub nesting: usize,
    /// The most JSON values of one source.
    pub nodes: usize,
    /// The most units of composition, comparison and value checking together.
    pub work: u64,
    /// The most bytes of one report; details beyond it are left out and counted.
    pub report_bytes: usize,
    /// The longest pattern that is read, in bytes.
    pub pattern_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            source_bytes: 64 << 20,
            revision_bytes: 4 << 30,
            sources: 100_000,
            nesting: 1024,
            nodes: 50_000_000,
            work: 20_000_000_000,
            report_bytes: 256 << 20,
            pattern_bytes: 4096,
        }
    }
}

impl Limits {
    /// The part that concerns reading one JSON text.
    #[must_use]
    pub fn read(&self) -> ReadLimits {
        ReadLimits { bytes: self.source_bytes, depth: self.nesting, nodes: self.nodes }
    }
}
