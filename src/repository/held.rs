//! Objects in memory.
//!
//! What was fetched ahead of time, and what tests build. Names are taken on trust: whoever fills it says what an
//! object is called.

use std::collections::HashMap;
use std::sync::Arc;

use super::Id;
use super::objects::{Commit, ObjectError, ObjectKind, Objects, TreeEntry};
use super::snapshot::{Listing, TreeLimits, walk};

/// Commits, trees, whole listings and blobs, by name.
#[derive(Debug, Clone, Default)]
pub struct Held {
    commits: HashMap<Id, Commit>,
    trees: HashMap<Id, Vec<TreeEntry>>,
    listings: HashMap<Id, Listing>,
    blobs: HashMap<Id, Arc<[u8]>>,
}

impl Held {
    /// Adds a commit.
    pub fn hold_commit(&mut self, id: Id, commit: Commit) {
        self.commits.insert(id, commit);
    }

    /// Adds one directory.
    pub fn hold_tree(&mut self, id: Id, entries: Vec<TreeEntry>) {
        self.trees.insert(id, entries);
    }

    /// Adds everything below a tree, when it was fetched in one piece.
    pub fn hold_listing(&mut self, tree: Id, listing: Listing) {
        self.listings.insert(tree, listing);
    }

    /// Adds a blob.
    pub fn hold_blob(&mut self, id: Id, bytes: impl Into<Arc<[u8]>>) {
        self.blobs.insert(id, bytes.into());
    }
}

impl Objects for Held {
    fn commit(&self, id: Id) -> Result<Commit, ObjectError> {
        self.commits.get(&id).cloned().ok_or(ObjectError::Missing { kind: ObjectKind::Commit, id })
    }

    fn tree(&self, id: Id) -> Result<Vec<TreeEntry>, ObjectError> {
        self.trees.get(&id).cloned().ok_or(ObjectError::Missing { kind: ObjectKind::Tree, id })
    }

    fn blob(&self, id: Id, limit: u64) -> Result<Vec<u8>, ObjectError> {
        let bytes = self.blobs.get(&id).ok_or(ObjectError::Missing { kind: ObjectKind::Blob, id })?;
        let size = bytes.len() as u64;
        if size > limit { Err(ObjectError::TooLarge { id, size, limit }) } else { Ok(bytes.to_vec()) }
    }

    fn listing(&self, tree: Id, limits: &TreeLimits) -> Result<Listing, ObjectError> {
        match self.listings.get(&tree) {
            Some(listing) => Ok(listing.clone()),
            None => walk(self, tree, limits),
        }
    }
}
