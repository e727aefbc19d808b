//! Phrases that many messages share: counted things, and how a limit is raised.

use std::fmt::Display;

/// `1 file`, `2 files`.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    let noun = if count == N::from(1) { one } else { many };
    format!("{count} {noun}")
}

/// How the limit of this name is raised, wherever the message is read: on a command line or in the action.
pub(crate) fn raised(limit: &str) -> String {
    format!("raise it with --limit {limit}=VALUE, in the action under `limits`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!(counted(0usize, "file", "files"), "0 files");
        assert_eq!(counted(1u64, "file", "files"), "1 file");
        assert_eq!(counted(2u8, "file", "files"), "2 files");
    }
}
