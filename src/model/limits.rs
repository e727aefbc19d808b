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
            work: 1_000_000_000,
            report_bytes: 256 << 20,
            pattern_bytes: 4096,
        }
    }
}

/// Why a limit cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// No limit has this name.
    #[error("no limit is named \"{}\"; the limits are {}", crate::inert::visible(.0), Limits::NAMES.join(", "))]
    UnknownName(String),
    /// The value is outside what the limit may be.
    #[error("the limit {name} is between 1 and {most}, and {value} is not")]
    OutOfRange {
        /// The limit.
        name: &'static str,
        /// The value that was asked for.
        value: u64,
        /// The highest value it may have.
        most: u64,
    },
}

/// Positions in a source are kept in 32 bits.
const MOST_POSITIONS: u64 = u32::MAX as u64 - 1;
/// Some walks keep one stack frame for each container, and a thread's stack ends.
const MOST_NESTING: u64 = 2048;
/// A pattern's compiled form is many times its text.
const MOST_PATTERN_BYTES: u64 = 1 << 20;

impl Limits {
    /// The names by which limits are set, and which messages about a limit use.
    pub const NAMES: [&str; 8] = [
        "source-bytes",
        "revision-bytes",
        "sources",
        "nesting",
        "nodes",
        "work",
        "report-bytes",
        "pattern-bytes",
    ];

    /// A limit's name and the highest value it may have; `None` when there is no such limit.
    #[must_use]
    pub fn most(name: &str) -> Option<(&'static str, u64)> {
        let name = Self::NAMES.into_iter().find(|&known| known == name)?;
        let most = match name {
            "source-bytes" | "sources" | "nodes" => MOST_POSITIONS,
            "nesting" => MOST_NESTING,
            "pattern-bytes" => MOST_PATTERN_BYTES,
            // As much as a whole number in a configuration file can be.
            _ => i64::MAX.unsigned_abs(),
        };
        Some((name, most))
    }

    /// Sets the limit with this name.
    ///
    /// # Errors
    /// There is no such limit, or the value is zero or beyond what the limit may be.
    ///
    /// ```
    /// use countersign::model::Limits;
    /// let mut limits = Limits::default();
    /// limits.set("sources", 12).unwrap();
    /// assert_eq!(limits.sources, 12);
    /// assert!(limits.set("sources", 0).is_err());
    /// ```
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), LimitError> {
        let Some((name, most)) = Self::most(name) else {
            return Err(LimitError::UnknownName(name.to_owned()));
        };
        if value == 0 || value > most {
            return Err(LimitError::OutOfRange { name, value, most });
        }
        // Within `most`, which fits wherever the limit is kept; a narrower machine gets its own highest value.
        let size = usize::try_from(value).unwrap_or(usize::MAX);
        match name {
            "source-bytes" => self.source_bytes = size,
            "revision-bytes" => self.revision_bytes = value,
            "sources" => self.sources = size,
            "nesting" => self.nesting = size,
            "nodes" => self.nodes = size,
            "work" => self.work = value,
            "report-bytes" => self.report_bytes = size,
            _ => self.pattern_bytes = size,
        }
        Ok(())
    }

    /// The value of the limit with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<u64> {
        Some(match name {
            "source-bytes" => self.source_bytes as u64,
            "revision-bytes" => self.revision_bytes,
            "sources" => self.sources as u64,
            "nesting" => self.nesting as u64,
            "nodes" => self.nodes as u64,
            "work" => self.work,
            "report-bytes" => self.report_bytes as u64,
            "pattern-bytes" => self.pattern_bytes as u64,
            _ => return None,
        })
    }

    /// The part that concerns reading one JSON text.
    #[must_use]
    pub fn read(&self) -> ReadLimits {
        ReadLimits { bytes: self.source_bytes, depth: self.nesting, nodes: self.nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_limit_can_be_set_and_zero_is_refused() {
        for (index, name) in Limits::NAMES.into_iter().enumerate() {
            let mut limits = Limits::default();
            limits.set(name, 7).unwrap();
            assert_ne!(limits, Limits::default(), "{name}");
            let values = Limits::NAMES.map(|name| limits.get(name));
            assert_eq!(values.iter().position(|&value| value == Some(7)), Some(index), "{name}");
            assert!(matches!(limits.set(name, 0), Err(LimitError::OutOfRange { .. })));
        }
        let error = Limits::default().set("depth", 1).unwrap_err();
        assert!(error.to_string().contains("nesting"), "{error}");
        assert!(Limits::default().set("nesting", 1_000_000).is_err());
    }
}
