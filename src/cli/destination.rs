//! Where acknowledgements are written, and what must never be overwritten on the way.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::identity::FileIdentity;
use crate::cli::quoted;
use crate::staged::{self, Existing};

/// An input of the comparison.
#[derive(Debug)]
pub(super) struct Protected {
    path: PathBuf,
    what: &'static str,
}

impl Protected {
    pub(super) fn document(path: &Path) -> Self {
        Self { path: path.to_owned(), what: "a compared document" }
    }

    pub(super) fn acknowledgements(path: &Path) -> Self {
        Self { path: path.to_owned(), what: "the supplied acknowledgement file" }
    }
}

/// A file that may be written, as it was when it was looked at.
#[derive(Debug)]
pub(super) struct Destination<'a> {
    path: &'a Path,
    parent: PathBuf,
    parent_identity: FileIdentity,
    existing: Option<FileIdentity>,
}

impl<'a> Destination<'a> {
    /// Accepts a new name in an existing directory or, when `replace` is set, a regular file that is no input under
    /// any name.
    pub(super) fn check(path: &'a Path, replace: bool, protected: &[Protected]) -> Result<Self, String> {
        let refuse = |why: &str| format!("cannot write the acknowledgements {}: {why}", quoted(path));
        let ends_in_separator = path
            .as_os_str()
            .as_encoded_bytes()
            .last()
            .is_some_and(|&b| std::path::is_separator(char::from(b)));
        if path.file_name().is_none() || ends_in_separator {
            return Err(refuse("it names no file"));
        }
        let parent = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            _ => PathBuf::from("."),
        };
        let parent_identity = match fs::metadata(&parent) {
            Ok(metadata) if !metadata.is_dir() => {
                return Err(refuse(&format!("{} is no directory", quoted(&parent))));
            }
            Ok(metadata) => FileIdentity::with(&parent, &metadata),
            Err(error) => Err(error),
        }
        .map_err(|error| refuse(&format!("its directory {}: {error}", quoted(&parent))))?;
        let existing = match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(refuse(&error.to_string())),
            Ok(metadata) if !metadata.is_file() => {
                return Err(refuse(&format!(
                    "it is {}, and only a regular file is ever replaced",
                    kind(&metadata)
                )));
            }
            Ok(_) if !replace => {
                return Err(refuse("the file exists; --replace-acknowledgements lets it be replaced"));
            }
            Ok(metadata) => {
                let identity =
                    FileIdentity::with(path, &metadata).map_err(|error| refuse(&error.to_string()))?;
                if let Some(alias) = alias(&identity, protected) {
                    return Err(refuse(&alias));
                }
                Some(identity)
            }
        };
        Ok(Self { path, parent, parent_identity, existing })
    }

    /// The directory it is in.
    pub(super) fn parent(&self) -> &Path {
        &self.parent
    }

    /// The path as typed.
    pub(super) fn path(&self) -> &'a Path {
        self.path
    }

    /// True when a file of that name existed.
    pub(super) fn replaces(&self) -> bool {
        self.existing.is_some()
    }

    /// Writes the file in one step, unless the place or an input changed since it was checked.
    pub(super) fn commit(&self, content: &[u8], protected: &[Protected]) -> io::Result<()> {
        let changed = |what: &str| Err(io::Error::other(format!("{what} while the revisions were compared")));
        if FileIdentity::of(&self.parent)? != self.parent_identity {
            return changed("its directory was replaced");
        }
        let existing = match fs::symlink_metadata(self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
            Ok(metadata) if !metadata.is_file() => {
                return changed("it became something else than a regular file");
            }
            Ok(metadata) => Some(FileIdentity::with(self.path, &metadata)?),
        };
        if existing != self.existing {
            return changed("it was created, removed or replaced");
        }
        match &existing {
            None => staged::write(self.path, content, Existing::Refuse),
            Some(identity) => match alias(identity, protected) {
                Some(alias) => Err(io::Error::other(alias)),
                None => staged::write(self.path, content, Existing::Replace),
            },
        }
    }
}

/// What the file also is, when it is an input.
fn alias(identity: &FileIdentity, protected: &[Protected]) -> Option<String> {
    protected
        .iter()
        .find(|protected| FileIdentity::of(&protected.path).is_ok_and(|input| input == *identity))
        .map(|protected| {
            format!("it is {}, {}, and inputs are never overwritten", protected.what, quoted(&protected.path))
        })
}

fn kind(metadata: &Metadata) -> &'static str {
    let kind = metadata.file_type();
    if kind.is_dir() {
        "a directory"
    } else if kind.is_symlink() {
        "a symbolic link"
    } else {
        "a pipe or a device"
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// What happens to the place between the check and the writing, and what must not happen then.
    #[test]
    fn a_place_that_changed_meanwhile_is_left_alone() {
        type Change = fn(&Path);
        let changes: [(&str, Change); 6] = [
            ("new", |root| fs::write(root.join("new"), "mine").unwrap()),
            ("new", |root| symlink("input", root.join("new")).unwrap()),
            ("existing", |root| fs::remove_file(root.join("existing")).unwrap()),
            ("existing", |root| {
                fs::remove_file(root.join("existing")).unwrap();
                symlink("input", root.join("existing")).unwrap();
            }),
            ("existing", |root| {
                fs::remove_file(root.join("existing")).unwrap();
                fs::hard_link(root.join("input"), root.join("existing")).unwrap();
            }),
            // The other way round: the input came to the destination.
            ("existing", |root| {
                fs::remove_file(root.join("input")).unwrap();
                fs::hard_link(root.join("existing"), root.join("input")).unwrap();
            }),
        ];
        for (name, change) in changes {
            let directory = tempfile::tempdir().unwrap();
            let root = directory.path();
            fs::write(root.join("input"), "input").unwrap();
            fs::write(root.join("existing"), "old").unwrap();
            let protected = [Protected::document(&root.join("input"))];
            let path = root.join(name);
            let destination = Destination::check(&path, true, &protected).unwrap();
            change(root);
            let seen =
                |path: &Path| (fs::symlink_metadata(path).ok().map(|m| m.file_type()), fs::read(path).ok());
            let before = [seen(&path), seen(&root.join("input"))];
            let count = fs::read_dir(root).unwrap().count();
            destination.commit(b"new content", &protected).unwrap_err();
            assert_eq!([seen(&path), seen(&root.join("input"))], before, "{name}");
            assert_eq!(fs::read_dir(root).unwrap().count(), count, "{name}");
        }
    }

    #[test]
    fn a_directory_that_was_replaced_meanwhile_is_left_alone() {
        let root = tempfile::tempdir().unwrap();
        let parent = root.path().join("parent");
        fs::create_dir(&parent).unwrap();
        let path = parent.join("new");
        let destination = Destination::check(&path, false, &[]).unwrap();
        fs::rename(&parent, root.path().join("moved")).unwrap();
        fs::create_dir(&parent).unwrap();
        let error = destination.commit(b"x", &[]).unwrap_err();
        assert_eq!(error.to_string(), "its directory was replaced while the revisions were compared");
        assert!(!path.exists());
    }
}
