//! One file of the work tree, for a run on a developer's own machine.
//!
//! Snapshots never come from here. What may is the configuration that somebody is editing.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::RepositoryPath;

/// Why a file of the work tree cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum WorkTreeError {
    /// A symbolic link stands there or on the way.
    #[error("`{path}` is, or goes through, a symbolic link, which is never followed")]
    Link {
        /// The path.
        path: RepositoryPath,
    },
    /// It is no regular file.
    #[error("`{path}` is no regular file")]
    NotAFile {
        /// The path.
        path: RepositoryPath,
    },
    /// It has more bytes than may be read.
    #[error("`{path}` has more than {limit} bytes")]
    TooLarge {
        /// The path.
        path: RepositoryPath,
        /// The limit.
        limit: u64,
    },
    /// It cannot be read.
    #[error("cannot read `{path}`: {source}")]
    Unreadable {
        /// The path.
        path: RepositoryPath,
        /// Why.
        source: std::io::Error,
    },
}

/// The bytes of a file below `root`, or nothing when there is none. No link below `root` is followed.
///
/// # Errors
/// Something else than a regular file stands there, it is too large, or it cannot be read.
pub fn read(root: &Path, path: &RepositoryPath, limit: u64) -> Result<Option<Vec<u8>>, WorkTreeError> {
    let unreadable = |source| WorkTreeError::Unreadable { path: path.clone(), source };
    let mut at = root.to_owned();
    let mut is_file = false;
    for name in path.as_str().split('/') {
        at.push(name);
        match at.symlink_metadata() {
            Ok(metadata) if metadata.is_symlink() => return Err(WorkTreeError::Link { path: path.clone() }),
            Ok(metadata) => is_file = metadata.is_file(),
            Err(error)
                if matches!(
                    error.kind(),
                    std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory
                ) =>
            {
                return Ok(None);
            }
            Err(error) => return Err(unreadable(error)),
        }
    }
    if !is_file {
        return Err(WorkTreeError::NotAFile { path: path.clone() });
    }
    let mut bytes = Vec::new();
    let file = File::open(&at).map_err(unreadable)?;
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(WorkTreeError::TooLarge { path: path.clone(), limit });
    }
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_read_and_no_link_is_followed() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("d")).unwrap();
        std::fs::write(root.path().join("d/f"), "abc").unwrap();
        let read = |path: &str, limit| read(root.path(), &RepositoryPath::new(path).unwrap(), limit);
        assert_eq!(read("d/f", 3).unwrap().as_deref(), Some(b"abc".as_slice()));
        assert!(matches!(read("d/f", 2), Err(WorkTreeError::TooLarge { limit: 2, .. })));
        assert!(matches!(read("d", 9), Err(WorkTreeError::NotAFile { .. })));
        assert_eq!(read("d/g", 9).unwrap(), None);
        assert_eq!(read("d/f/g", 9).unwrap(), None);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("d", root.path().join("l")).unwrap();
            std::os::unix::fs::symlink("f", root.path().join("d/m")).unwrap();
            assert!(matches!(read("l/f", 9), Err(WorkTreeError::Link { .. })));
            assert!(matches!(read("d/m", 9), Err(WorkTreeError::Link { .. })));
        }
    }
}
