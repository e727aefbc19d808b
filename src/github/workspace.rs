//! The checkout and the API as one source: history and objects come from `.git` where they are, and from GitHub where
//! a shallow clone, or no clone at all, does not have them.

use std::collections::HashMap;

use super::api::Api;
use super::door::Door;
use super::names::ObjectId;
use super::objects::{FileKind, TreeFile};
use super::revisions::History;
use crate::repository::history::{Ancestry, MergeBases, is_ancestor, merge_bases};
use crate::repository::{
    Commit, Id, Listing, Local, Mode, ObjectError, ObjectKind, Objects, TreeEntry, TreeLimits,
};

/// The history of a clone, as far as it goes.
pub struct CloneHistory<'l>(pub &'l Local);

impl History for CloneHistory<'_> {
    fn find(&self, name: &str) -> Option<ObjectId> {
        self.0.resolve(name).ok().map(ObjectId::from)
    }

    fn parents(&self, commit: &ObjectId) -> Option<Vec<ObjectId>> {
        let commit = self.0.commit(id(commit)?).ok()?;
        Some(commit.parents.into_iter().map(ObjectId::from).collect())
    }

    fn merge_base(&self, one: &ObjectId, other: &ObjectId) -> Option<ObjectId> {
        match merge_bases(self.0, id(one)?, id(other)?).ok()? {
            MergeBases::Known(bases) => bases.first().copied().map(ObjectId::from),
            MergeBases::Unknown { .. } => None,
        }
    }

    fn is_ancestor(&self, ancestor: &ObjectId, commit: &ObjectId) -> Option<bool> {
        match is_ancestor(self.0, id(ancestor)?, id(commit)?).ok()? {
            Ancestry::Yes => Some(true),
            Ancestry::No => Some(false),
            Ancestry::Unknown(_) => None,
        }
    }
}

fn id(object: &ObjectId) -> Option<Id> {
    object.as_str().parse().ok()
}

/// Objects through the API. A tree is asked for once as a whole, and blobs in batches.
pub struct ApiObjects<'a> {
    door: &'a Door,
    api: &'a Api,
    /// Sizes from listings, so that a file above the limit is never fetched.
    sizes: std::cell::RefCell<HashMap<Id, u64>>,
}

impl<'a> ApiObjects<'a> {
    /// Reads through `api` on the event loop of `door`.
    #[must_use]
    pub fn new(door: &'a Door, api: &'a Api) -> Self {
        Self { door, api, sizes: std::cell::RefCell::default() }
    }
}

fn unavailable(kind: ObjectKind, id: Id, error: &dyn std::fmt::Display) -> ObjectError {
    ObjectError::Unavailable { kind, id, reason: error.to_string() }
}

impl Objects for ApiObjects<'_> {
    fn commit(&self, id: Id) -> Result<Commit, ObjectError> {
        let kind = ObjectKind::Commit;
        let answer = self
            .door
            .run(self.api.commit(&ObjectId::from(id)))
            .map_err(|error| unavailable(kind, id, &error))?;
        let commit = answer.ok_or(ObjectError::Missing { kind, id })?;
        let parse =
            |object: &ObjectId| object.as_str().parse::<Id>().map_err(|error| unavailable(kind, id, &error));
        Ok(Commit {
            tree: parse(&commit.tree)?,
            parents: commit.parents.iter().map(parse).collect::<Result<_, _>>()?,
            seconds: 0,
        })
    }

    fn tree(&self, id: Id) -> Result<Vec<TreeEntry>, ObjectError> {
        // Listings are read whole, so single trees are never asked for.
        Err(ObjectError::Missing { kind: ObjectKind::Tree, id })
    }

    fn blob(&self, id: Id, limit: u64) -> Result<Vec<u8>, ObjectError> {
        self.blobs(&[id], limit, limit)
            .pop()
            .unwrap_or(Err(ObjectError::Missing { kind: ObjectKind::Blob, id }))
    }

    fn listing(&self, tree: Id, limits: &TreeLimits) -> Result<Listing, ObjectError> {
        let kind = ObjectKind::Tree;
        let files = self.door.run(self.api.files(&ObjectId::from(tree), &|_| true));
        let files = files.map_err(|error| unavailable(kind, tree, &error))?;
        tracing::debug!("the tree {} has {} files, says the API", tree.short(), files.len());
        let mut listing = Listing::default();
        for file in files {
            if listing.len() >= limits.entries {
                return Err(ObjectError::TooMany { id: tree, what: "entries", limit: limits.entries });
            }
            let id = file.id.as_str().parse::<Id>().map_err(|error| unavailable(kind, tree, &error))?;
            let mode = match file.kind {
                FileKind::File => Mode::File,
                FileKind::Executable => Mode::Executable,
                FileKind::Link => Mode::Link,
                FileKind::Submodule => Mode::Submodule,
            };
            self.sizes.borrow_mut().insert(id, file.size);
            listing.add(file.path.as_bytes(), id, mode, limits);
        }
        Ok(listing)
    }

    fn blobs(&self, ids: &[Id], limit: u64, total: u64) -> Vec<Result<Vec<u8>, ObjectError>> {
        let kind = ObjectKind::Blob;
        let size = |id: &Id| self.sizes.borrow().get(id).copied().unwrap_or(0);
        let wanted = ids.iter().map(size).filter(|&size| size <= limit);
        if wanted.fold(0, u64::saturating_add) > total {
            return ids.iter().map(|_| Err(ObjectError::TooMuch { limit: total })).collect();
        }
        let wanted: Vec<TreeFile> = ids
            .iter()
            .filter(|id| size(id) <= limit)
            .map(|&id| TreeFile { path: id.short(), kind: FileKind::File, id: id.into(), size: size(&id) })
            .collect();
        let answer = self.door.run(self.api.blobs(&wanted, limit));
        ids.iter()
            .map(|&id| match &answer {
                _ if size(&id) > limit => Err(ObjectError::TooLarge { id, size: size(&id), limit }),
                Ok(blobs) => match blobs.get(&ObjectId::from(id)) {
                    Some(bytes) if id.is_blob(bytes) => Ok(bytes.clone()),
                    Some(_) => Err(unavailable(kind, id, &"GitHub answered with other bytes than it names")),
                    None => Err(ObjectError::Missing { kind, id }),
                },
                Err(error) => Err(unavailable(kind, id, error)),
            })
            .collect()
    }
}
