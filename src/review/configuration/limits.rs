//! How much may be read and done.
//!
//! The defaults are meant never to be reached by honest input. A limit that is reached is named with its value and
//! the place, and leaves the question undetermined or the run invalid, never passed.

use crate::inert::visible;
use crate::nearest::nearest;

/// The settable limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// `source-bytes`: bytes of one file. Default 64 MiB.
    pub source_bytes: u64,
    /// `revision-bytes`: bytes of all files of one revision. Default 4 GiB.
    pub revision_bytes: u64,
    /// `sources`: files of one revision. Default 100,000.
    pub sources: u64,
    /// `nesting`: containers inside one another in one JSON text. Default 1,024.
    pub nesting: u64,
    /// `nodes`: values of one JSON text. Default 50,000,000.
    pub nodes: u64,
    /// `work`: steps of one run. Default 1,000,000,000.
    pub work: u64,
    /// `report-bytes`: bytes of one report. Default 256 MiB.
    pub report_bytes: u64,
    /// `pattern-bytes`: bytes of one `pattern` in a model. Default 4,096.
    pub pattern_bytes: u64,
}

/// One of the settable limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the field of the same name in `Limits`")]
pub enum LimitName {
    SourceBytes,
    RevisionBytes,
    Sources,
    Nesting,
    Nodes,
    Work,
    ReportBytes,
    PatternBytes,
}

impl LimitName {
    /// Every limit.
    pub const ALL: [Self; 8] = [
        Self::SourceBytes,
        Self::RevisionBytes,
        Self::Sources,
        Self::Nesting,
        Self::Nodes,
        Self::Work,
        Self::ReportBytes,
        Self::PatternBytes,
    ];

    /// As it is written in `[limits]` and after `--limit`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SourceBytes => "source-bytes",
            Self::RevisionBytes => "revision-bytes",
            Self::Sources => "sources",
            Self::Nesting => "nesting",
            Self::Nodes => "nodes",
            Self::Work => "work",
            Self::ReportBytes => "report-bytes",
            Self::PatternBytes => "pattern-bytes",
        }
    }

    /// The limit of a name.
    ///
    /// # Errors
    /// [`LimitError::Name`] with the nearest names.
    pub fn parse(text: &str) -> Result<Self, LimitError> {
        Self::ALL.into_iter().find(|name| name.as_str() == text).ok_or_else(|| {
            let all = Self::ALL.map(Self::as_str);
            let near = nearest(text, all, 1);
            let hint = match near.first() {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("the limits are {}", all.join(", ")),
            };
            LimitError::Name { name: visible(&text.chars().take(60).collect::<String>()).into_owned(), hint }
        })
    }

    /// The highest value: spans and node numbers have 32 bits, and TOML integers 63.
    #[must_use]
    pub fn maximum(self) -> u64 {
        match self {
            Self::SourceBytes => u64::from(u32::MAX) - 1,
            Self::Nodes | Self::Sources => u64::from(u32::MAX) - 1,
            // As much as the comparison has stack and patience for.
            Self::Nesting => 2048,
            Self::PatternBytes => 1 << 20,
            Self::RevisionBytes | Self::Work | Self::ReportBytes => i64::MAX.unsigned_abs(),
        }
    }

    /// Checks a value.
    ///
    /// # Errors
    /// [`LimitError::Range`] below 1 or above [`LimitName::maximum`].
    pub fn check(self, value: u64) -> Result<u64, LimitError> {
        if (1..=self.maximum()).contains(&value) {
            Ok(value)
        } else {
            Err(LimitError::Range { name: self.as_str(), maximum: self.maximum() })
        }
    }
}

/// Why a limit cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// There is no `=`.
    #[error("a limit is written NAME=VALUE, such as `source-bytes=128MiB`")]
    Form,
    /// There is no such limit.
    #[error("there is no limit `{name}`; {hint}")]
    Name {
        /// The name.
        name: String,
        /// What was probably meant.
        hint: String,
    },
    /// The value is no number.
    #[error("the value of limit `{name}` is no whole number; `500_000`, `64KiB`, `64MiB` and `4GiB` are")]
    Value {
        /// The limit.
        name: &'static str,
    },
    /// The value is out of range.
    #[error("the value of limit `{name}` is not from 1 to {maximum}")]
    Range {
        /// The limit.
        name: &'static str,
        /// The highest value.
        maximum: u64,
    },
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

impl Limits {
    /// The same limits for the comparison of models.
    #[must_use]
    pub fn for_models(&self) -> crate::model::Limits {
        let mut limits = crate::model::Limits::default();
        for name in LimitName::ALL {
            // Both know the same names, and the values were checked; a test holds them together.
            let _ = limits.set(name.as_str(), self.get(name));
        }
        limits
    }

    /// Sets one limit to a value that was checked.
    pub fn set(&mut self, name: LimitName, value: u64) {
        *match name {
            LimitName::SourceBytes => &mut self.source_bytes,
            LimitName::RevisionBytes => &mut self.revision_bytes,
            LimitName::Sources => &mut self.sources,
            LimitName::Nesting => &mut self.nesting,
            LimitName::Nodes => &mut self.nodes,
            LimitName::Work => &mut self.work,
            LimitName::ReportBytes => &mut self.report_bytes,
            LimitName::PatternBytes => &mut self.pattern_bytes,
        } = value;
    }

    /// The value of one limit.
    #[must_use]
    pub fn get(&self, name: LimitName) -> u64 {
        match name {
            LimitName::SourceBytes => self.source_bytes,
            LimitName::RevisionBytes => self.revision_bytes,
            LimitName::Sources => self.sources,
            LimitName::Nesting => self.nesting,
            LimitName::Nodes => self.nodes,
            LimitName::Work => self.work,
            LimitName::ReportBytes => self.report_bytes,
            LimitName::PatternBytes => self.pattern_bytes,
        }
    }
}

/// Reads `NAME=VALUE`, as `--limit` and the input `limits` have it.
///
/// # Errors
/// The form, the name or the value is wrong.
///
/// ```
/// use countersign::review::configuration::{LimitName, parse_limit};
/// assert_eq!(parse_limit("source-bytes=128MiB"), Ok((LimitName::SourceBytes, 128 << 20)));
/// assert_eq!(parse_limit("sources=1_000"), Ok((LimitName::Sources, 1000)));
/// ```
pub fn parse_limit(text: &str) -> Result<(LimitName, u64), LimitError> {
    let (name, value) = text.split_once('=').ok_or(LimitError::Form)?;
    let name = LimitName::parse(name.trim())?;
    Ok((name, parse_value(name, value)?))
}

/// Reads a number with underscores between its digits and `KiB`, `MiB` or `GiB` behind.
pub(super) fn parse_value(name: LimitName, text: &str) -> Result<u64, LimitError> {
    let wrong = LimitError::Value { name: name.as_str() };
    let text = text.trim();
    let (digits, unit) = [("KiB", 1u64 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)]
        .into_iter()
        .find_map(|(suffix, unit)| Some((text.strip_suffix(suffix)?.trim_end(), unit)))
        .unwrap_or((text, 1));
    let well_formed =
        digits.split('_').all(|group| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit()));
    if !well_formed {
        return Err(wrong);
    }
    let range = LimitError::Range { name: name.as_str(), maximum: name.maximum() };
    let number: Option<u64> = digits.replace('_', "").parse().ok();
    let value = number.and_then(|number| number.checked_mul(unit)).ok_or(range)?;
    name.check(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_with_units_and_underscores() {
        assert_eq!(parse_limit("report-bytes=1GiB"), Ok((LimitName::ReportBytes, 1 << 30)));
        assert_eq!(parse_limit(" nodes = 1_000_000 "), Ok((LimitName::Nodes, 1_000_000)));
        assert_eq!(parse_limit("pattern-bytes=8 KiB"), Ok((LimitName::PatternBytes, 8192)));
    }

    #[test]
    fn what_is_wrong_with_a_limit_is_said() {
        let said = |text: &str| parse_limit(text).unwrap_err().to_string();
        assert_eq!(said("nodes"), "a limit is written NAME=VALUE, such as `source-bytes=128MiB`");
        assert_eq!(said("source_bytes=1"), "there is no limit `source_bytes`; did you mean `source-bytes`?");
        assert_eq!(said("nesing=1"), "there is no limit `nesing`; did you mean `nesting`?");
        assert!(said("time=1").ends_with("the limits are source-bytes, revision-bytes, sources, nesting, nodes, work, report-bytes, pattern-bytes"));
        for value in ["", "x", "-1", "+1", "1.5", "1e3", "_1", "1_", "1__0", "1MB", "0x10", "MiB"] {
            assert!(said(&format!("nodes={value}")).contains("no whole number"), "{value}");
        }
        for value in ["0", "4294967296", "99999999999999999999", "17179869184GiB"] {
            assert_eq!(
                said(&format!("nodes={value}")),
                "the value of limit `nodes` is not from 1 to 4294967294"
            );
        }
    }

    #[test]
    fn every_limit_can_be_set_and_read() {
        let mut limits = Limits::default();
        for name in LimitName::ALL {
            assert_eq!(LimitName::parse(name.as_str()), Ok(name));
            assert_eq!(name.check(limits.get(name)), Ok(limits.get(name)));
            limits.set(name, 7);
            assert_eq!(limits.get(name), 7);
        }
    }

    #[test]
    fn the_comparison_of_models_has_the_same_limits() {
        assert_eq!(Limits::default().for_models(), crate::model::Limits::default());
        let mut limits = Limits::default();
        for (value, name) in (3..).zip(LimitName::ALL) {
            limits.set(name, value);
            assert!(
                crate::model::Limits::default().set(name.as_str(), name.maximum()).is_ok(),
                "{}",
                name.as_str()
            );
        }
        assert_eq!(limits.for_models().work, limits.work);
        assert_eq!(limits.for_models().pattern_bytes as u64, limits.pattern_bytes);
        assert_ne!(limits.for_models(), crate::model::Limits::default());
    }
}
