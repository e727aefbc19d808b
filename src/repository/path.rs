//! Paths that configuration may name.
//!
//! Configuration comes from a pull request. A path in it means a file of the compared revision and can mean nothing
//! else: not `/etc/passwd`, not `../other`, not what a link points to.

use std::fmt;

/// A path inside the repository, with `/` between its names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepositoryPath(String);

/// Why a text is no path inside the repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// Empty, or only `.`.
    #[error("a path is empty; name a file below the root of the repository")]
    Empty,
    /// Begins with `/` or with a drive.
    #[error("a path is absolute; write it relative to the root of the repository")]
    Absolute,
    /// Has `..` in it.
    #[error("a path has `..` in it; it must stay inside the repository")]
    Parent,
    /// Leads into `.git`.
    #[error("a path leads into `.git`, which holds no file of a revision")]
    GitDirectory,
    /// Has a control character in it.
    #[error("a path has a control character in it")]
    Control,
    /// Longer than 4,096 bytes.
    #[error("a path has more than 4096 bytes")]
    Long,
}

impl RepositoryPath {
    /// Reads a path; `./`, `//` and a final `/` are dropped.
    ///
    /// # Errors
    /// The path is empty, absolute, too long, or leads out of the repository.
    pub fn new(text: &str) -> Result<Self, PathError> {
        if text.len() > 4096 {
            return Err(PathError::Long);
        }
        if text.chars().any(char::is_control) {
            return Err(PathError::Control);
        }
        let drive = text.as_bytes();
        if text.starts_with(['/', '\\'])
            || matches!(drive, [letter, b':', rest @ ..] if letter.is_ascii_alphabetic() && matches!(rest, [] | [b'/' | b'\\', ..]))
        {
            return Err(PathError::Absolute);
        }
        let mut names = Vec::new();
        for name in text.split('/') {
            match name {
                "" | "." => {}
                ".." => return Err(PathError::Parent),
                name if name.eq_ignore_ascii_case(".git") => return Err(PathError::GitDirectory),
                name if name.split('\\').any(|part| part == "..") => return Err(PathError::Parent),
                name => names.push(name),
            }
        }
        if names.is_empty() { Err(PathError::Empty) } else { Ok(Self(names.join("/"))) }
    }

    /// The path as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// This path below a directory, or itself without one.
    #[must_use]
    pub fn below(&self, directory: Option<&Self>) -> Self {
        directory.map_or_else(|| self.clone(), |directory| Self(format!("{directory}/{self}")))
    }
}

impl fmt::Display for RepositoryPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_inside_the_repository() {
        let read = |text: &str| RepositoryPath::new(text).map(|path| path.0);
        assert_eq!(read("./a//b/").as_deref(), Ok("a/b"));
        assert_eq!(read("ü x/-y").as_deref(), Ok("ü x/-y"));
        assert_eq!(read("...").as_deref(), Ok("..."));
        assert_eq!(read(""), Err(PathError::Empty));
        assert_eq!(read("."), Err(PathError::Empty));
        assert_eq!(read("/etc/passwd"), Err(PathError::Absolute));
        assert_eq!(read("\\\\host\\share"), Err(PathError::Absolute));
        assert_eq!(read("C:\\x"), Err(PathError::Absolute));
        assert_eq!(read("a/../../b"), Err(PathError::Parent));
        assert_eq!(read("a\\..\\b"), Err(PathError::Parent));
        assert_eq!(read(".GIT/config"), Err(PathError::GitDirectory));
        assert_eq!(read("a\0b"), Err(PathError::Control));
        assert_eq!(read(&"a/".repeat(3000)), Err(PathError::Long));
    }

    #[test]
    fn a_path_can_be_put_below_a_directory() {
        let path = RepositoryPath::new("a").unwrap();
        assert_eq!(path.below(None).as_str(), "a");
        assert_eq!(path.below(Some(&RepositoryPath::new("d/e").unwrap())).as_str(), "d/e/a");
    }
}
