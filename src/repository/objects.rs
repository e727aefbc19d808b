//! Where commits, trees and blobs come from.
//!
//! A checkout in a workflow is usually one commit deep, so the other revision is often not on the disk. Everything
//! above reads through [`Objects`], which the local repository, the GitHub API and a combination of the two
//! implement alike: a caller cannot tell, and need not care, where a blob came from.

use super::Id;
use super::snapshot::{Listing, TreeLimits, walk};
use crate::wording::{counted, raised};

/// What kind of object was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// A commit.
    Commit,
    /// A tree: one directory.
    Tree,
    /// A blob: the bytes of one file.
    Blob,
    /// An annotated tag.
    Tag,
}

impl std::fmt::Display for ObjectKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Commit => "commit",
            Self::Tree => "tree",
            Self::Blob => "blob",
            Self::Tag => "tag",
        })
    }
}

/// Why an object could not be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ObjectError {
    /// The source does not have it: a shallow or partial clone, or history that was rewritten.
    #[error("{kind} {id} is not in this clone; fetch it with {}", fetch(*kind, *id))]
    Missing {
        /// What was asked for.
        kind: ObjectKind,
        /// Its name.
        id: Id,
    },
    /// It is another kind of object.
    #[error("object {id} is a {found}, not a {expected}")]
    Kind {
        /// Its name.
        id: Id,
        /// What was asked for.
        expected: ObjectKind,
        /// What it is.
        found: ObjectKind,
    },
    /// It is there and cannot be decoded.
    #[error("{kind} {id} cannot be read: {reason}")]
    Unreadable {
        /// What was asked for.
        kind: ObjectKind,
        /// Its name.
        id: Id,
        /// What is wrong with it.
        reason: String,
    },
    /// A blob has more bytes than may be read.
    #[error(
        "blob {id} has {}, and the limit `source-bytes` is {limit}; {}",
        counted(*size, "byte", "bytes"),
        raised("source-bytes")
    )]
    TooLarge {
        /// Its name.
        id: Id,
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The files of one revision have more bytes than may be read.
    #[error(
        "the files to read have more than {}, the limit `revision-bytes`; {}",
        counted(*limit, "byte", "bytes"),
        raised("revision-bytes")
    )]
    TooMuch {
        /// The limit in bytes.
        limit: u64,
    },
    /// A tree has more entries than are walked.
    #[error("tree {id} has more than {limit} {what}, which is as many as are read")]
    TooMany {
        /// The root of the walk.
        id: Id,
        /// What is counted.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// A history is longer than is walked.
    #[error("the history below {id} was followed for {limit} commits without an answer")]
    TooLong {
        /// Where the walk began.
        id: Id,
        /// The limit.
        limit: usize,
    },
    /// The place the object would come from could not be asked, such as an API that refused.
    #[error("{kind} {id} could not be fetched: {reason}")]
    Unavailable {
        /// What was asked for.
        kind: ObjectKind,
        /// Its name.
        id: Id,
        /// Why, and what to do.
        reason: String,
    },
}

fn fetch(kind: ObjectKind, id: Id) -> String {
    match kind {
        ObjectKind::Commit | ObjectKind::Tag => format!("`git fetch origin {id}`"),
        ObjectKind::Tree | ObjectKind::Blob => "`git fetch --refetch --no-filter`".to_owned(),
    }
}

impl ObjectError {
    /// True when another source may still have the object.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing { .. })
    }
}

/// The facts of a commit that a comparison needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// The tree of the whole repository.
    pub tree: Id,
    /// The parents, first parent first. A merge names its parents even where they are not in the clone.
    pub parents: Vec<Id>,
    /// When it was committed, in seconds since 1970; 0 when the commit does not say.
    pub seconds: i64,
}

/// What an entry of a tree is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A file.
    File,
    /// A file that may be executed.
    Executable,
    /// A symbolic link. It is listed and never followed.
    Link,
    /// A submodule: a commit of another repository. It is listed and never entered.
    Submodule,
    /// A directory.
    Tree,
}

impl Mode {
    /// True for what has content to compare.
    #[must_use]
    pub fn is_file(self) -> bool {
        matches!(self, Self::File | Self::Executable)
    }
}

/// One entry of one directory, as git records it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeEntry {
    /// The name in its directory: any bytes, as nobody has to write UTF-8.
    pub name: Vec<u8>,
    /// The object.
    pub id: Id,
    /// What it is.
    pub mode: Mode,
}

/// A source of git objects.
pub trait Objects {
    /// The facts of a commit.
    ///
    /// # Errors
    /// [`ObjectError::Missing`] when this source does not have it; another variant when it is there and cannot be used.
    fn commit(&self, id: Id) -> Result<Commit, ObjectError>;

    /// The entries of one directory, in the order of the object.
    ///
    /// # Errors
    /// As for [`Objects::commit`].
    fn tree(&self, id: Id) -> Result<Vec<TreeEntry>, ObjectError>;

    /// The bytes of a blob of at most `limit` bytes.
    ///
    /// # Errors
    /// As for [`Objects::commit`], and [`ObjectError::TooLarge`], if possible before the bytes are read.
    fn blob(&self, id: Id, limit: u64) -> Result<Vec<u8>, ObjectError>;

    /// Every entry below a tree. A source that can list a whole tree in one request does so here.
    ///
    /// # Errors
    /// As for [`Objects::commit`], and [`ObjectError::TooMany`].
    fn listing(&self, tree: Id, limits: &TreeLimits) -> Result<Listing, ObjectError> {
        walk(self, tree, limits)
    }

    /// Several distinct blobs, answered in the order asked. A source that can fetch several at once does so here. A
    /// source that knows sizes beforehand answers [`ObjectError::TooMuch`] for those with which all would be longer than
    /// `total`.
    fn blobs(&self, ids: &[Id], limit: u64, total: u64) -> Vec<Result<Vec<u8>, ObjectError>> {
        let _ = total;
        ids.iter().map(|&id| self.blob(id, limit)).collect()
    }
}

impl<T: Objects + ?Sized> Objects for &T {
    fn commit(&self, id: Id) -> Result<Commit, ObjectError> {
        (**self).commit(id)
    }

    fn tree(&self, id: Id) -> Result<Vec<TreeEntry>, ObjectError> {
        (**self).tree(id)
    }

    fn blob(&self, id: Id, limit: u64) -> Result<Vec<u8>, ObjectError> {
        (**self).blob(id, limit)
    }

    fn listing(&self, tree: Id, limits: &TreeLimits) -> Result<Listing, ObjectError> {
        (**self).listing(tree, limits)
    }

    fn blobs(&self, ids: &[Id], limit: u64, total: u64) -> Vec<Result<Vec<u8>, ObjectError>> {
        (**self).blobs(ids, limit, total)
    }
}

/// Two sources as one: the first, and for what it does not have, the second.
#[derive(Debug, Clone, Copy)]
pub struct Fallback<A, B> {
    first: A,
    second: B,
}

impl<A: Objects, B: Objects> Fallback<A, B> {
    /// Asks `first`, then `second` for what is missing.
    pub fn new(first: A, second: B) -> Self {
        Self { first, second }
    }
}

impl<A: Objects, B: Objects> Objects for Fallback<A, B> {
    fn commit(&self, id: Id) -> Result<Commit, ObjectError> {
        match self.first.commit(id) {
            Err(error) if error.is_missing() => self.second.commit(id),
            answer => answer,
        }
    }

    fn tree(&self, id: Id) -> Result<Vec<TreeEntry>, ObjectError> {
        match self.first.tree(id) {
            Err(error) if error.is_missing() => self.second.tree(id),
            answer => answer,
        }
    }

    fn blob(&self, id: Id, limit: u64) -> Result<Vec<u8>, ObjectError> {
        match self.first.blob(id, limit) {
            Err(error) if error.is_missing() => self.second.blob(id, limit),
            answer => answer,
        }
    }

    fn listing(&self, tree: Id, limits: &TreeLimits) -> Result<Listing, ObjectError> {
        // A clone without some of the directories is asked for in whole from the second: one request, not hundreds.
        match self.first.listing(tree, limits) {
            Err(error) if error.is_missing() => self.second.listing(tree, limits),
            answer => answer,
        }
    }

    fn blobs(&self, ids: &[Id], limit: u64, total: u64) -> Vec<Result<Vec<u8>, ObjectError>> {
        let mut answers = self.first.blobs(ids, limit, total);
        let missing: Vec<(usize, Id)> = answers
            .iter()
            .zip(ids)
            .enumerate()
            .filter(|(_, (answer, _))| answer.as_ref().is_err_and(ObjectError::is_missing))
            .map(|(at, (_, &id))| (at, id))
            .collect();
        if missing.is_empty() {
            return answers;
        }
        let wanted: Vec<Id> = missing.iter().map(|&(_, id)| id).collect();
        for ((at, _), answer) in missing.into_iter().zip(self.second.blobs(&wanted, limit, total)) {
            if let Some(slot) = answers.get_mut(at) {
                *slot = answer;
            }
        }
        answers
    }
}
