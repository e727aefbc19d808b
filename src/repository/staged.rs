//! What is staged for the next commit, as a snapshot.

use std::path::Path;

use super::local::said;
use super::objects::{Mode, ObjectError, Objects as _};
use super::snapshot::{Listing, Snapshot, TreeLimits};
use super::{Id, Local};
use crate::inert::visible;

/// Why the index is no snapshot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StagedError {
    /// The repository has no work tree, so nothing can be staged.
    #[error("this repository is bare and has nothing staged; compare two revisions instead")]
    Bare,
    /// A merge left a path with several versions.
    #[error("`{path}` has an unresolved conflict; resolve it and `git add` it")]
    Conflict {
        /// The path.
        path: String,
    },
    /// The index cannot be read.
    #[error("the index cannot be read: {reason}")]
    Unreadable {
        /// Why.
        reason: String,
    },
    /// A directory that the index leaves to the tree cannot be read.
    #[error(transparent)]
    Object(#[from] ObjectError),
}

impl Local {
    /// The snapshot of the index: what the next commit would hold. `index` is the file git names in
    /// `GIT_INDEX_FILE` while a hook runs (`git commit -a` stages in a file of its own); otherwise it is the
    /// repository's. Paths that are only announced (`git add --intent-to-add`) are not staged yet.
    ///
    /// # Errors
    /// The repository is bare, the index is unreadable, or it has a conflict.
    pub fn staged(&self, index: Option<&Path>, limits: &TreeLimits) -> Result<Snapshot, StagedError> {
        use gix::index::entry::{Flags, Stage};
        if self.git.workdir().is_none() {
            return Err(StagedError::Bare);
        }
        let path = index.map_or_else(|| self.git.index_path(), Path::to_owned);
        let file = gix::index::File::at_or_default(
            path,
            gix::hash::Kind::Sha1,
            false,
            gix::index::decode::Options::default(),
        )
        .map_err(|error| StagedError::Unreadable { reason: said(&error) })?;
        let mut listing = Listing::default();
        for entry in file.entries() {
            let path: &[u8] = entry.path(&file);
            if entry.stage() != Stage::Unconflicted {
                let path = visible(&String::from_utf8_lossy(path)).into_owned();
                return Err(StagedError::Conflict { path });
            }
            if entry.flags.contains(Flags::INTENT_TO_ADD) {
                continue;
            }
            let (Some(id), Some(mode)) = (Id::from_gix(&entry.id), entry.mode.to_tree_entry_mode()) else {
                let path = visible(&String::from_utf8_lossy(path)).into_owned();
                return Err(StagedError::Unreadable {
                    reason: format!("`{path}` is neither file, link nor submodule"),
                });
            };
            match super::local::mode(mode.kind()) {
                // A sparse index names a whole directory by its tree.
                Mode::Tree => {
                    let directory = path.strip_suffix(b"/").unwrap_or(path);
                    listing.extend(directory, self.listing(id, limits)?, limits);
                }
                mode => listing.add(path, id, mode, limits),
            }
        }
        Snapshot::from_listing(listing)
            .map_err(|path| StagedError::Unreadable { reason: format!("it has `{}` twice", visible(&path)) })
    }
}
