//! Which file a path leads to, so that two paths to one file are seen to be one.

use std::fs;
use std::io;
use std::path::Path;

/// A file as the file system knows it, whatever path leads there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct FileIdentity(Repr);

#[cfg(unix)]
type Repr = (u64, u64);
/// Without device and inode numbers a resolved path must do; it misses hard links.
#[cfg(not(unix))]
type Repr = std::path::PathBuf;

impl FileIdentity {
    /// The file at the end of `path`, links followed.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        Self::with(path, &metadata)
    }

    /// The file at `path`, whose metadata is at hand.
    #[cfg(unix)]
    pub(super) fn with(_path: &Path, metadata: &fs::Metadata) -> io::Result<Self> {
        use std::os::unix::fs::MetadataExt as _;
        Ok(Self((metadata.dev(), metadata.ino())))
    }

    /// The file at `path`, whose metadata is at hand.
    #[cfg(not(unix))]
    pub(super) fn with(path: &Path, _metadata: &fs::Metadata) -> io::Result<Self> {
        fs::canonicalize(path).map(Self)
    }
}
