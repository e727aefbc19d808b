//! Objects from the repository on this machine.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use gix::objs::{CommitRefIter, TreeRefIter};

use super::Id;
use super::objects::{Commit, Mode, ObjectError, ObjectKind, Objects, TreeEntry};

/// Why a repository could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Neither the directory nor one above it has a `.git`.
    #[error("no git repository at or above {path}", path = .0.display())]
    None(PathBuf),
    /// The directory cannot be looked into.
    #[error("cannot read {path}: {source}", path = .path.display())]
    Unreadable {
        /// The directory.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// There is a repository and it cannot be opened.
    #[error("cannot open the git repository at {path}: {reason}", path = .path.display())]
    Broken {
        /// The directory that has the `.git`.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The repository names its objects with SHA-256.
    #[error("the git repository at {path} has SHA-256 object names, which are not read; only SHA-1 repositories are", path = .0.display())]
    Sha256(PathBuf),
}

/// The git repository of a directory.
pub struct Local {
    pub(super) git: gix::Repository,
}

impl std::fmt::Debug for Local {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Local").field(&self.git.git_dir()).finish()
    }
}

impl Local {
    /// Opens the repository that contains `path`, a file or a directory: the nearest `.git` at or above it, or the
    /// directory itself when it is a bare repository.
    ///
    /// A bare repository is not looked for above `path`: a directory that a pull request adds could pose as one.
    /// The owner of the directory does not matter, and neither do the configuration of the user and of the system and
    /// the environment, `GIT_DIR` included.
    ///
    /// # Errors
    /// There is no repository, or it cannot be opened.
    pub fn containing(path: &Path) -> Result<Self, OpenError> {
        let unreadable = |source| OpenError::Unreadable { path: path.to_owned(), source };
        let start = std::fs::canonicalize(path).map_err(unreadable)?;
        let start = if start.is_dir() { start.as_path() } else { start.parent().unwrap_or(&start) };
        if let Some(found) =
            start.ancestors().find(|directory| directory.join(".git").symlink_metadata().is_ok())
        {
            return Self::open(found);
        }
        let is_bare =
            start.join("HEAD").is_file() && start.join("objects").is_dir() && start.join("refs").is_dir();
        if is_bare { Self::open(start) } else { Err(OpenError::None(path.to_owned())) }
    }

    fn open(path: &Path) -> Result<Self, OpenError> {
        let options = gix::open::Options::isolated()
            .with(gix::sec::Trust::Full)
            // Replacement objects would make one commit name stand for two trees.
            .config_overrides([
                "core.useReplaceRefs=false",
                // The default for directories of another owner is less than one source may have. What is read is
                // bounded by its recorded size instead.
                "gitoxide.objects.allocLimit=4294967296",
            ]);
        let mut git = gix::open_opts(path, options).map_err(|error| {
            let reason = said(&error);
            if reason.contains("sha256")
                || reason.contains("object format")
                || reason.contains("objectFormat")
            {
                OpenError::Sha256(path.to_owned())
            } else {
                OpenError::Broken { path: path.to_owned(), reason }
            }
        })?;
        if git.object_hash() != gix::hash::Kind::Sha1 {
            return Err(OpenError::Sha256(path.to_owned()));
        }
        git.object_cache_size_if_unset(8 << 20);
        // Deltas of one pack share their bases. Each thread that reads has a cache of its own.
        git.objects
            .set_pack_cache(|| Box::new(gix::odb::pack::cache::lru::MemoryCappedHashmap::new(32 << 20)));
        Ok(Self { git })
    }

    /// The directory with the checked-out files, unless the repository is bare.
    #[must_use]
    pub fn work_tree(&self) -> Option<&Path> {
        self.git.workdir()
    }

    /// True when the clone's history was cut off (`git clone --depth`).
    #[must_use]
    pub fn is_shallow(&self) -> bool {
        self.git.is_shallow().unwrap_or(false)
    }

    /// The object and its kind, after a look at its size.
    fn find(&self, id: Id, kind: ObjectKind, limit: u64) -> Result<Vec<u8>, ObjectError> {
        self.find_sized(id, kind, limit, &|_| Ok(()))
    }

    /// As [`Self::find`], unless `admit` refuses the size. A commit is read without a look at its size.
    fn find_sized(
        &self,
        id: Id,
        kind: ObjectKind,
        limit: u64,
        admit: &dyn Fn(u64) -> Result<(), ObjectError>,
    ) -> Result<Vec<u8>, ObjectError> {
        let unreadable = |error: &gix::Error| ObjectError::Unreadable { kind, id, reason: said(error) };
        if kind != ObjectKind::Commit {
            let header = self.git.try_find_header(id.gix()).map_err(|error| unreadable(&error))?;
            let header = header.ok_or(ObjectError::Missing { kind, id })?;
            expect(id, kind, header.kind())?;
            if header.size() > limit {
                return Err(ObjectError::TooLarge { id, size: header.size(), limit });
            }
            admit(header.size())?;
        }
        let object = self.git.try_find_object(id.gix()).map_err(|error| unreadable(&error))?;
        let object = object.ok_or(ObjectError::Missing { kind, id })?;
        expect(id, kind, object.kind)?;
        Ok(object.detach().data)
    }

    /// The commit that an object is or, as a tag, leads to.
    pub(super) fn peel(&self, id: Id) -> Result<Id, ObjectError> {
        let mut at = id;
        // A tag may name a tag; nobody nests them deeply.
        for _ in 0..32 {
            let missing = ObjectError::Missing { kind: ObjectKind::Commit, id: at };
            let unreadable = |error: &gix::Error| ObjectError::Unreadable {
                kind: ObjectKind::Commit,
                id: at,
                reason: said(error),
            };
            let header =
                self.git.try_find_header(at.gix()).map_err(|error| unreadable(&error))?.ok_or(missing)?;
            match header.kind() {
                gix::objs::Kind::Commit => return Ok(at),
                gix::objs::Kind::Tag => {
                    let data = self.find(at, ObjectKind::Tag, 64 << 20)?;
                    let target = gix::objs::TagRefIter::from_bytes(&data, gix::hash::Kind::Sha1)
                        .target_id()
                        .ok()
                        .and_then(|target| Id::from_gix(&target));
                    at = target.ok_or(ObjectError::Unreadable {
                        kind: ObjectKind::Tag,
                        id: at,
                        reason: "it names no object".to_owned(),
                    })?;
                }
                other => expect(at, ObjectKind::Commit, other)?,
            }
        }
        Err(ObjectError::Unreadable {
            kind: ObjectKind::Tag,
            id,
            reason: "it is nested more than 32 deep".to_owned(),
        })
    }
}

impl Objects for Local {
    fn commit(&self, id: Id) -> Result<Commit, ObjectError> {
        let data = self.find(id, ObjectKind::Commit, u64::MAX)?;
        let unreadable = |reason: &str| ObjectError::Unreadable {
            kind: ObjectKind::Commit,
            id,
            reason: reason.to_owned(),
        };
        let mut fields = CommitRefIter::from_bytes(&data, gix::hash::Kind::Sha1);
        let tree = fields.tree_id().ok().and_then(|tree| Id::from_gix(&tree));
        let tree = tree.ok_or_else(|| unreadable("it names no tree"))?;
        let mut parents = Vec::new();
        let mut seconds = 0;
        for field in fields {
            match field {
                Ok(gix::objs::commit::ref_iter::Token::Parent { id: parent }) => {
                    parents.extend(Id::from_gix(&parent));
                }
                Ok(gix::objs::commit::ref_iter::Token::Committer { signature }) => {
                    seconds = signature.time().map_or(0, |time| time.seconds);
                    break;
                }
                Ok(_) => {}
                // The tree and the parents come first; a later line that git would not write takes away only the time.
                Err(_) => break,
            }
        }
        Ok(Commit { tree, parents, seconds })
    }

    fn tree(&self, id: Id) -> Result<Vec<TreeEntry>, ObjectError> {
        let data = self.find(id, ObjectKind::Tree, 256 << 20)?;
        let mut entries = Vec::new();
        for entry in TreeRefIter::from_bytes(&data, gix::hash::Kind::Sha1) {
            let entry = entry.map_err(|error| ObjectError::Unreadable {
                kind: ObjectKind::Tree,
                id,
                reason: said(&error),
            })?;
            entries.extend(Id::from_gix(entry.oid).map(|id| TreeEntry {
                name: entry.filename.to_vec(),
                id,
                mode: mode(entry.mode.kind()),
            }));
        }
        Ok(entries)
    }

    fn blob(&self, id: Id, limit: u64) -> Result<Vec<u8>, ObjectError> {
        self.find(id, ObjectKind::Blob, limit)
    }

    fn blobs(&self, ids: &[Id], limit: u64, total: u64) -> Vec<Result<Vec<u8>, ObjectError>> {
        use rayon::prelude::*;
        let shared = self.git.clone().into_sync();
        let left = Left(AtomicU64::new(total));
        let read = |local: &mut Self, ids: &[Id]| -> Vec<_> {
            ids.iter()
                .map(|&id| {
                    local.find_sized(id, ObjectKind::Blob, limit, &|size| match left.take(size) {
                        true => Ok(()),
                        false => Err(ObjectError::TooMuch { limit: total }),
                    })
                })
                .collect()
        };
        ids.par_chunks(THREADED).map_init(|| Self { git: shared.to_thread_local() }, read).flatten().collect()
    }
}

/// The bytes that may still be read.
struct Left(AtomicU64);

impl Left {
    /// Takes some; false when there are not so many.
    fn take(&self, bytes: u64) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes)).is_ok()
    }
}

/// So many blobs are read by one thread at a time.
const THREADED: usize = 64;

pub(super) fn mode(kind: gix::objs::tree::EntryKind) -> Mode {
    use gix::objs::tree::EntryKind;
    match kind {
        EntryKind::Tree => Mode::Tree,
        EntryKind::Blob => Mode::File,
        EntryKind::BlobExecutable => Mode::Executable,
        EntryKind::Link => Mode::Link,
        EntryKind::Commit => Mode::Submodule,
    }
}

fn expect(id: Id, expected: ObjectKind, found: gix::objs::Kind) -> Result<(), ObjectError> {
    let found = match found {
        gix::objs::Kind::Commit => ObjectKind::Commit,
        gix::objs::Kind::Tree => ObjectKind::Tree,
        gix::objs::Kind::Blob => ObjectKind::Blob,
        gix::objs::Kind::Tag => ObjectKind::Tag,
    };
    if found == expected { Ok(()) } else { Err(ObjectError::Kind { id, expected, found }) }
}

/// An error and its causes on one line.
pub(super) fn said(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let more = next.to_string();
        if !text.contains(&more) {
            text.push_str(": ");
            text.push_str(&more);
        }
        cause = next.source();
    }
    crate::inert::visible(&text).into_owned()
}
