//! How limits are written: `NAME=VALUE`. Which there are, and how high they may be, the models know.

use crate::inert::visible;
use crate::model::Limits;
use crate::nearest::nearest;

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

/// Reads `NAME=VALUE`, as `--limit` and the input `limits` have it.
///
/// # Errors
/// The form, the name or the value is wrong.
///
/// ```
/// use countersign::review::configuration::parse_limit;
/// assert_eq!(parse_limit("source-bytes=128MiB"), Ok(("source-bytes", 128 << 20)));
/// assert_eq!(parse_limit("sources=1_000"), Ok(("sources", 1000)));
/// ```
pub fn parse_limit(text: &str) -> Result<(&'static str, u64), LimitError> {
    let (name, value) = text.split_once('=').ok_or(LimitError::Form)?;
    let (name, _) = known(name.trim())?;
    Ok((name, parse_value(name, value)?))
}

/// The limit of a name and its highest value.
fn known(text: &str) -> Result<(&'static str, u64), LimitError> {
    Limits::most(text).ok_or_else(|| {
        let hint = match nearest(text, Limits::NAMES, 1).first() {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("the limits are {}", Limits::NAMES.join(", ")),
        };
        LimitError::Name { name: visible(&text.chars().take(60).collect::<String>()).into_owned(), hint }
    })
}

/// Checks a value.
pub(super) fn check(name: &str, value: u64) -> Result<u64, LimitError> {
    let (name, maximum) = known(name)?;
    if (1..=maximum).contains(&value) { Ok(value) } else { Err(LimitError::Range { name, maximum }) }
}

/// Reads a number with underscores between its digits and `KiB`, `MiB` or `GiB` behind.
pub(super) fn parse_value(name: &str, text: &str) -> Result<u64, LimitError> {
    let (name, maximum) = known(name)?;
    let wrong = LimitError::Value { name };
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
    let number: Option<u64> = digits.replace('_', "").parse().ok();
    let value =
        number.and_then(|number| number.checked_mul(unit)).ok_or(LimitError::Range { name, maximum })?;
    check(name, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_with_units_and_underscores() {
        assert_eq!(parse_limit("report-bytes=1GiB"), Ok(("report-bytes", 1 << 30)));
        assert_eq!(parse_limit(" nodes = 1_000_000 "), Ok(("nodes", 1_000_000)));
        assert_eq!(parse_limit("pattern-bytes=8 KiB"), Ok(("pattern-bytes", 8192)));
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
    fn every_limit_has_a_default_that_it_may_have() {
        let mut limits = Limits::default();
        for name in Limits::NAMES {
            let default = limits.get(name).unwrap();
            let (_, most) = Limits::most(name).unwrap();
            assert_eq!(parse_limit(&format!("{name}={default}")), Ok((name, default)));
            assert_eq!(parse_limit(&format!("{name}={most}")), Ok((name, most)));
            assert!(limits.set(name, most).is_ok() && most <= i64::MAX.unsigned_abs(), "{name}");
        }
    }
}
