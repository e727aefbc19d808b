//! Lists of globs.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// The most bytes of one glob.
const PATTERN_BYTES: usize = 1024;
/// The most globs of one list.
const PATTERNS: usize = 1000;
/// The most bytes of all globs of one list. These three bound what it costs to match one path.
const LIST_BYTES: usize = 16 << 10;
/// The most `*` and `?` of one glob.
const WILDCARDS: usize = 32;
/// The most `*` and `?` of one list.
const LIST_WILDCARDS: usize = 1024;

/// A list of globs, compiled. `*` and `?` stay within one name, `**` spans directories, `{a,b}` and `[a-z]` choose.
#[derive(Clone)]
pub struct Globs {
    patterns: Vec<String>,
    set: GlobSet,
}

/// Why a list of globs cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct GlobError {
    /// Which glob, from 0.
    pub at: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl Globs {
    /// Compiles a list.
    ///
    /// # Errors
    /// A glob is empty, longer than 1,024 bytes, has more than 32 `*` and `?`, can match nothing in a repository, or is
    /// malformed; or there are more than 1,000 or 16 KiB of them, or more than 1,024 `*` and `?` in all.
    pub fn new<T: Into<String>>(patterns: impl IntoIterator<Item = T>) -> Result<Self, GlobError> {
        let patterns: Vec<String> = patterns.into_iter().take(PATTERNS + 1).map(Into::into).collect();
        if patterns.len() > PATTERNS {
            return Err(GlobError { at: PATTERNS, reason: format!("there are more than {PATTERNS} globs") });
        }
        let (mut bytes, mut wild) = (0, 0);
        let mut set = GlobSetBuilder::new();
        for (at, pattern) in patterns.iter().enumerate() {
            let wrong = |reason: String| GlobError { at, reason };
            if let Some(reason) = useless(pattern) {
                return Err(wrong(reason));
            }
            bytes += pattern.len();
            if bytes > LIST_BYTES {
                return Err(wrong(format!("all globs together have more than {LIST_BYTES} bytes")));
            }
            wild += wildcards(pattern);
            if wild > LIST_WILDCARDS {
                return Err(wrong(format!("all globs together have more than {LIST_WILDCARDS} `*` and `?`")));
            }
            // `/` and `\` mean the same everywhere, and `*.json` means the files of one directory.
            let glob = GlobBuilder::new(pattern).literal_separator(true).backslash_escape(true).build();
            set.add(glob.map_err(|error| wrong(malformed(&error)))?);
        }
        let set = set.build().map_err(|error| GlobError { at: 0, reason: malformed(&error) })?;
        Ok(Self { patterns, set })
    }

    /// `**/*.sdf.json`.
    pub(super) fn models() -> Self {
        Self::new(["**/*.sdf.json"]).unwrap_or_default()
    }

    /// The globs as written.
    #[must_use]
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }

    /// The compiled list.
    #[must_use]
    pub fn set(&self) -> &GlobSet {
        &self.set
    }

    /// True when the list is empty and matches nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }
}

fn wildcards(pattern: &str) -> usize {
    pattern.bytes().filter(|b| matches!(b, b'*' | b'?')).count()
}

/// Why a glob could never match a path of a repository.
fn useless(pattern: &str) -> Option<String> {
    if pattern.is_empty() {
        return Some("a glob is empty".to_owned());
    }
    if pattern.len() > PATTERN_BYTES {
        return Some(format!("a glob has more than {PATTERN_BYTES} bytes"));
    }
    if wildcards(pattern) > WILDCARDS {
        return Some(format!("a glob has more than {WILDCARDS} `*` and `?`"));
    }
    let hint = if pattern.starts_with('!') {
        "a glob cannot be negated with `!`; write what to leave out as `exclude`"
    } else if pattern.starts_with('/') {
        "a glob is relative to the root of the repository and does not begin with `/`"
    } else if pattern.starts_with("./") {
        "a glob does not begin with `./`"
    } else if pattern.split('/').any(|name| name == "..") {
        "a glob has `..` in it and would leave the repository"
    } else if pattern.ends_with('/') {
        "a glob ends in `/` and matches no file; add `**`"
    } else if pattern.chars().any(char::is_control) {
        "a glob has a control character in it"
    } else {
        return None;
    };
    Some(hint.to_owned())
}

fn malformed(error: &globset::Error) -> String {
    format!("a glob is malformed: {}", error.kind())
}

impl Default for Globs {
    fn default() -> Self {
        Self { patterns: Vec::new(), set: GlobSet::empty() }
    }
}

impl std::fmt::Debug for Globs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Globs").field(&self.patterns).finish()
    }
}

impl PartialEq for Globs {
    fn eq(&self, other: &Self) -> bool {
        self.patterns == other.patterns
    }
}

impl Eq for Globs {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stays_in_its_directory_and_two_span_them() {
        let matches = |pattern: &str, path: &str| Globs::new([pattern]).unwrap().set().is_match(path);
        assert!(matches("**/*.sdf.json", "a.sdf.json"));
        assert!(matches("**/*.sdf.json", "a/b/c.sdf.json"));
        assert!(!matches("*.json", "a/b.json"));
        assert!(matches("docs/**", "docs/a/b.md"));
        assert!(matches("{a,b}/*.md", "b/x.md"));
        assert!(matches("a\\[1\\].json", "a[1].json"));
        assert!(!Globs::default().set().is_match("a"));
    }

    #[test]
    fn globs_that_cannot_be_meant_are_refused() {
        for (pattern, said) in [
            ("", "empty"),
            ("!a", "exclude"),
            ("/a", "does not begin with `/`"),
            ("./a", "`./`"),
            ("a/../b", "`..`"),
            ("docs/", "add `**`"),
            ("a\nb", "control"),
            ("[a", "malformed: unclosed character class"),
            ("{a", "malformed"),
            (&"a".repeat(1025), "1024"),
            (&"{".repeat(1000), "malformed"),
            (&"*a".repeat(33), "more than 32"),
        ] {
            let error = Globs::new(["ok", pattern]).unwrap_err();
            assert_eq!(error.at, 1);
            assert!(error.reason.contains(said), "{pattern}: {error}");
        }
        assert_eq!(Globs::new(vec!["a"; 1001]).unwrap_err().at, 1000);
        assert_eq!(Globs::new(vec!["*".repeat(32); 33]).unwrap_err().at, 32);
        assert_eq!(Globs::new(vec!["a".repeat(1024); 17]).unwrap_err().at, 16);
        // Deep but well-formed: compiled or refused, at once.
        let deep = Globs::new([format!("{}a{}", "{".repeat(500), "}".repeat(500))]);
        assert!(deep.is_err() || deep.is_ok_and(|globs| globs.set().is_match("a")));
    }

    #[test]
    fn globs_made_to_be_slow_are_not() {
        let patterns: Vec<String> =
            (0..32).map(|n| format!("{}{n}", if n % 2 == 0 { "*a*b" } else { "*b*a" }.repeat(16))).collect();
        let globs = Globs::new(patterns).unwrap();
        let mut state = 1u32;
        let start = std::time::Instant::now();
        for _ in 0..200 {
            let path: String = (0..200)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    if state >> 31 == 0 { 'a' } else { 'b' }
                })
                .collect();
            assert!(!globs.set().is_match(&path));
        }
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    }
}
