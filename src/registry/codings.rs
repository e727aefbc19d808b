//! HTTP content codings: which names have a meaning of their own.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::rows;

pub(super) const TABLE: &str = include_str!("tables/http-content-codings.tsv");

/// True when the name, in any case, is recorded as a coding of its own.
///
/// The reserved `identity` and the old names of other codings are recorded without one.
///
/// ```
/// use countersign::registry::codings;
/// assert!(codings::has_meaning("GZIP"));
/// assert!(!codings::has_meaning("x-gzip"));
/// ```
#[must_use]
pub fn has_meaning(name: &str) -> bool {
    static NAMES: LazyLock<HashMap<&str, bool>> = LazyLock::new(|| {
        rows(TABLE).filter_map(|row| row.split_once('\t')).map(|(name, own)| (name, own == "true")).collect()
    });
    NAMES.get(name.to_ascii_lowercase().as_str()).copied().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_deprecated_and_unknown_names_have_no_meaning() {
        for name in ["br", "Deflate", "zstd", "exi", "aes128gcm"] {
            assert!(has_meaning(name), "{name}");
        }
        for name in ["identity", "x-gzip", "X-Compress", "lzma", "", "*"] {
            assert!(!has_meaning(name), "{name}");
        }
    }

    #[test]
    fn recorded_names_are_lower_case_so_that_folding_the_question_is_enough() {
        assert!(rows(TABLE).all(|row| row.chars().all(|c| !c.is_ascii_uppercase())));
    }
}
