//! Version numbers of tags and models (Semantic Versioning 2.0.0), and which one comes next.

use std::cmp::Ordering;

/// How far a version has to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Nothing changed.
    None,
    /// Something changed that is part of no interface.
    Patch,
    /// Nothing breaks, but something changed.
    Minor,
    /// Something breaks.
    Major,
}

impl Step {
    /// `major`, `minor`, `patch` or `none`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

/// A version with what stands before it, such as `v` or `lamp-v`.
///
/// Equality and order leave the prefix and build metadata aside.
#[derive(Debug, Clone)]
pub struct Version {
    /// What stands before the numbers.
    pub prefix: String,
    numbers: [u64; 3],
    /// How many numbers were written.
    written: usize,
    pre: Vec<Identifier>,
    pre_text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Identifier {
    Number(u64),
    Text(String),
}

impl Version {
    /// Reads the version at the end of a name: two or three numbers without leading zeros, at the start or after `v`, `-`,
    /// `/`, `_` or `@`.
    ///
    /// ```
    /// use countersign::report::semver::{Step, Version};
    /// let version = Version::parse("lamp-v1.4.2").unwrap();
    /// assert_eq!(version.next(Step::Major), "lamp-v2.0.0");
    /// assert_eq!(Version::parse("v0.3.1").unwrap().next(Step::Major), "v0.4.0");
    /// assert!(Version::parse("nightly").is_none());
    /// ```
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        if name.len() > 256 {
            return None;
        }
        let starts = |&(at, _): &(usize, char)| {
            let before = name.get(..at).and_then(|before| before.chars().next_back());
            before.is_none_or(|c| matches!(c, '-' | '/' | '_' | '@'))
        };
        name.char_indices().filter(starts).find_map(|(at, _)| {
            let rest = name.get(at..)?;
            let bare = rest.strip_prefix(['v', 'V']).unwrap_or(rest);
            // Behind a `+` stands a build, and what looks like a version in it is none.
            let prefix = name.get(..name.len() - bare.len()).filter(|prefix| !prefix.contains('+'))?;
            Self::bare(prefix, bare)
        })
    }

    fn bare(prefix: &str, text: &str) -> Option<Self> {
        let text = match text.split_once('+') {
            Some((text, build)) => build.split('.').all(is_identifier).then_some(text)?,
            None => text,
        };
        let (core, pre_text) = match text.split_once('-') {
            Some((core, pre)) => (core, pre),
            None => (text, ""),
        };
        let mut numbers = [0; 3];
        let mut written = 0;
        for part in core.split('.') {
            *numbers.get_mut(written)? = number(part)?;
            written += 1;
        }
        if written < 2 || (text.len() > core.len() && pre_text.is_empty()) {
            return None;
        }
        let mut pre = Vec::new();
        for part in pre_text.split('.').filter(|_| !pre_text.is_empty()) {
            if !is_identifier(part) {
                return None;
            }
            let digits = part.bytes().all(|byte| byte.is_ascii_digit());
            pre.push(if digits {
                Identifier::Number(number(part)?)
            } else {
                Identifier::Text(part.to_owned())
            });
        }
        Some(Self { prefix: prefix.to_owned(), numbers, written, pre, pre_text: pre_text.to_owned() })
    }

    /// True for `1.0.0-rc.1` and its like.
    #[must_use]
    pub fn is_prerelease(&self) -> bool {
        !self.pre.is_empty()
    }

    /// The version that a step leads to, with its prefix. Before 1.0.0 the second number stands for the first. A
    /// prerelease leads to its own release, where that is far enough.
    #[must_use]
    pub fn next(&self, step: Step) -> String {
        let [major, minor, patch] = self.numbers;
        let up = |number: u64| number.saturating_add(1);
        let numbers = if step == Step::None {
            return self.to_string();
        } else if self.is_prerelease() && self.reaches(step) {
            self.numbers
        } else {
            match (step, major) {
                (Step::Major, 1..) => [up(major), 0, 0],
                (Step::Major, 0) | (Step::Minor, 1..) => [major, up(minor), 0],
                _ => [major, minor, up(patch)],
            }
        };
        let [major, minor, patch] = numbers;
        format!("{}{major}.{minor}.{patch}", self.prefix)
    }

    /// Whether the numbers of a prerelease are those of such a step.
    fn reaches(&self, step: Step) -> bool {
        let [major, minor, patch] = self.numbers;
        match step {
            Step::None | Step::Patch => true,
            Step::Minor => patch == 0 || major == 0,
            Step::Major => patch == 0 && (minor == 0 || major == 0),
        }
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [major, minor, patch] = self.numbers;
        write!(f, "{}{major}.{minor}", self.prefix)?;
        if self.written > 2 {
            write!(f, ".{patch}")?;
        }
        if self.is_prerelease() { write!(f, "-{}", self.pre_text) } else { Ok(()) }
    }
}

fn number(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (plain && (text == "0" || !text.starts_with('0'))).then(|| text.parse().ok()).flatten()
}

fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        let pre = || match (self.pre.is_empty(), other.pre.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (false, false) => self.pre.cmp(&other.pre),
        };
        self.numbers.cmp(&other.numbers).then_with(pre)
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Version {}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        Version::parse(text).unwrap()
    }

    #[test]
    fn versions_are_ordered_as_semantic_versioning_says() {
        let ordered = [
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
            "1.2",
            "1.10.0",
            "2.0.0",
        ];
        for pair in ordered.windows(2) {
            assert!(version(pair[0]) < version(pair[1]), "{pair:?}");
        }
        assert_eq!(version("v1.0.0+build.5"), version("lamp/v1.0"));
    }

    #[test]
    fn what_follows_a_build_is_no_version() {
        for text in ["lamp-v1.2.3-rc.1+build-v1.0+build", "a+b-1.0", "1.0+x_2.0"] {
            assert_eq!(Version::parse(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_version_is_not_read_as_one() {
        for text in [
            "",
            "v",
            "1",
            "1.0.0.0",
            "01.0.0",
            "1.0.0-",
            "1.0.0-01",
            "1.0.0+",
            "2024.01.02",
            "x1.0.0",
            "99999999999999999999.0.0",
        ] {
            assert!(Version::parse(text).is_none(), "{text}");
        }
        assert_eq!(version("lamp-v1.2.3-rc.1").prefix, "lamp-v");
    }

    #[test]
    fn the_next_version_moves_as_far_as_it_has_to() {
        let next = |text: &str, step| version(text).next(step);
        assert_eq!(next("1.2.3", Step::None), "1.2.3");
        assert_eq!(next("1.2.3", Step::Patch), "1.2.4");
        assert_eq!(next("v1.2.3", Step::Minor), "v1.3.0");
        assert_eq!(next("1.2", Step::Major), "2.0.0");
        assert_eq!(next("0.2.3", Step::Major), "0.3.0");
        assert_eq!(next("0.2.3", Step::Minor), "0.2.4");
        assert_eq!(next("2.0.0-rc.1", Step::Major), "2.0.0");
        assert_eq!(next("2.0.1-rc.1", Step::Minor), "2.1.0");
    }
}
