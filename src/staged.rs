//! Files written whole or not at all.
//!
//! The content goes to a staging file beside the destination, is synced, and is then linked or renamed into place.
//! Whoever looks, and whenever the process dies, finds the old file or the new one, never a part.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The staging files that exist now.
static STAGING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn staging() -> MutexGuard<'static, Vec<PathBuf>> {
    // A list of paths is whole after every step.
    STAGING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the staging files of every write that is under way, because the process ends now. What is renamed already
/// stays.
pub(crate) fn abandon() {
    for path in staging().drain(..) {
        let _ = fs::remove_file(path);
    }
}

/// Whether an existing file may be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Fail when the destination exists.
    Refuse,
    /// Replace a regular file.
    Replace,
}

/// Writes `content` to `path` in one step.
///
/// # Errors
/// The staging file cannot be created or written, or the destination exists and may not be replaced. The
/// destination is untouched then, and the staging file is removed.
pub fn write(path: &Path, content: &[u8], existing: Existing) -> io::Result<()> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let (staging, mut file) = create_staging(parent)?;
    let result = (|| {
        file.write_all(content)?;
        if existing == Existing::Replace
            && let Ok(metadata) = fs::symlink_metadata(path)
        {
            if !metadata.is_file() {
                return Err(io::Error::new(
                    io::ErrorKind::AlreadyExists,
                    "the destination is no regular file",
                ));
            }
            file.set_permissions(metadata.permissions())?;
        }
        file.sync_all()?;
        match existing {
            Existing::Refuse => {
                fs::hard_link(&staging, path)?;
                let _ = fs::remove_file(&staging);
            }
            Existing::Replace => fs::rename(&staging, path)?,
        }
        // The name itself lives in the directory; where a directory cannot be synced there is nothing to do about it.
        if let Ok(directory) = File::open(parent) {
            let _ = directory.sync_all();
        }
        Ok(())
    })();
    if result.is_err() {
        let _ = fs::remove_file(&staging);
    }
    self::staging().retain(|path| *path != staging);
    result
}

fn create_staging(parent: &Path) -> io::Result<(PathBuf, File)> {
    let process = std::process::id();
    let mut last = io::Error::other("no free staging name");
    for attempt in 0..100 {
        let path = parent.join(format!(".countersign-stage-{process}-{attempt}"));
        // Held until the file is listed, so that emptying the list misses none.
        let mut known = staging();
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => {
                known.push(path.clone());
                return Ok((path, file));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_is_created_whole_and_an_existing_one_is_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        write(&path, b"one", Existing::Refuse).unwrap();
        assert_eq!(write(&path, b"two", Existing::Refuse).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        write(&path, b"three", Existing::Replace).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"three");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_never_replaced_and_the_mode_is_kept() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("target");
        fs::write(&target, "t").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        let link = directory.path().join("link");
        symlink(&target, &link).unwrap();
        assert!(write(&link, b"x", Existing::Replace).is_err());
        assert_eq!(fs::read(&target).unwrap(), b"t");
        write(&target, b"x", Existing::Replace).unwrap();
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
    }
}
