//! Commits and trees through the API, for what the checkout does not have.
//!
//! That is the usual case: `actions/checkout` brings one commit, and some workflows check out nothing. A snapshot costs
//! one request for the commit and one for its whole tree; [`super::blobs`] brings the files. A tree that is too large for
//! one answer is walked folder by folder.

use serde::Deserialize;

use super::api::Api;
use super::blobs::REQUESTS;
use super::names::{ObjectId, encode};
use super::refusal::{ApiError, Purpose};
use crate::inert;

/// How many trees are asked for at most when one answer does not hold them all.
pub const TREES: usize = 1000;
/// How many files of a tree are listed at most.
pub const FILES: usize = 1_000_000;

/// A commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its id.
    pub id: ObjectId,
    /// Its tree.
    pub tree: ObjectId,
    /// Its parents, in order.
    pub parents: Vec<ObjectId>,
}

/// What a path in a tree is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A regular file that can be run.
    Executable,
    /// A symbolic link, which nobody follows.
    Link,
    /// Another repository's commit, which nobody enters.
    Submodule,
}

/// A path in a tree that is no folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeFile {
    /// The path from the repository's root, with `/`.
    pub path: String,
    /// What it is.
    pub kind: FileKind,
    /// The blob; for a submodule the commit.
    pub id: ObjectId,
    /// The blob's size in bytes; 0 for a submodule.
    pub size: u64,
}

/// Objects cannot be read through the API.
#[derive(Debug, thiserror::Error)]
pub enum ObjectsError {
    /// A request failed.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The tree is too large to be listed through the API.
    #[error("the tree {0} is too large for the API: check out the repository with `fetch-depth: 0`")]
    Tree(ObjectId),
    /// Reading the files takes more requests than a job's token may make.
    #[error(
        "reading what is not in the checkout takes more than {REQUESTS} requests: check out the repository with \
         `fetch-depth: 0`"
    )]
    Requests,
    /// A file is larger than allowed.
    #[error("{path} has {size} bytes, more than the limit of {limit}: raise the limit, or exclude the file")]
    Size {
        /// The file, made safe to show.
        path: String,
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// A tree names a path that no checkout could have.
    #[error("the tree has the path {0}, which leaves the repository")]
    Path(String),
}

#[derive(Deserialize)]
struct CommitAnswer {
    sha: String,
    tree: Reference,
    #[serde(default)]
    parents: Vec<Reference>,
}

#[derive(Deserialize)]
struct NamedAnswer {
    sha: String,
    commit: NamedTree,
    #[serde(default)]
    parents: Vec<Reference>,
}

#[derive(Deserialize)]
struct NamedTree {
    tree: Reference,
}

#[derive(Deserialize)]
struct Reference {
    sha: String,
}

#[derive(Deserialize)]
struct TreeAnswer {
    #[serde(default)]
    tree: Vec<EntryAnswer>,
    #[serde(default)]
    truncated: bool,
}

#[derive(Deserialize)]
struct EntryAnswer {
    path: String,
    mode: String,
    sha: String,
    #[serde(default)]
    size: u64,
}

impl Api {
    /// The commit that a branch, a tag or an id names; `None` when GitHub knows none.
    ///
    /// # Errors
    /// A request failed.
    pub async fn commit_named(&self, name: &str) -> Result<Option<Commit>, ApiError> {
        if let Some(id) = ObjectId::parse(name) {
            return self.commit(&id).await;
        }
        // One file a page, since a commit's files come with it.
        let path = self.path(&format!("/commits/{}?per_page=1", encode(name)));
        let Some(answer) = absent(self.get::<NamedAnswer>(Purpose::ReadObjects, &path).await)? else {
            return Ok(None);
        };
        commit(&answer.sha, &answer.commit.tree, &answer.parents).map(Some)
    }

    /// A commit; `None` when GitHub does not have it.
    ///
    /// # Errors
    /// A request failed.
    pub async fn commit(&self, id: &ObjectId) -> Result<Option<Commit>, ApiError> {
        let path = self.path(&format!("/git/commits/{id}"));
        let Some(answer) = absent(self.get::<CommitAnswer>(Purpose::ReadObjects, &path).await)? else {
            return Ok(None);
        };
        commit(&answer.sha, &answer.tree, &answer.parents).map(Some)
    }

    /// Everything below a tree whose path is wanted, but no folders, in the order of the paths.
    ///
    /// # Errors
    /// A request failed, or the tree is too large or no tree of a repository.
    pub async fn files(
        &self,
        tree: &ObjectId,
        wanted: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<TreeFile>, ObjectsError> {
        let mut files = Vec::new();
        let mut open = vec![(String::new(), tree.clone())];
        let mut requests = 0;
        while let Some((folder, id)) = open.pop() {
            requests += 2;
            if requests > TREES {
                return Err(ObjectsError::Tree(tree.clone()));
            }
            let whole = self.tree(&id, true).await?;
            let (entries, deep) = if whole.truncated {
                let level = self.tree(&id, false).await?;
                if level.truncated {
                    return Err(ObjectsError::Tree(id));
                }
                (level.tree, false)
            } else {
                (whole.tree, true)
            };
            for entry in entries {
                let path = join(&folder, &entry.path)?;
                let kind = match entry.mode.as_str() {
                    "040000" => {
                        if !deep {
                            open.push((path, object(&entry.sha)?));
                        }
                        continue;
                    }
                    "100755" => FileKind::Executable,
                    "120000" => FileKind::Link,
                    "160000" => FileKind::Submodule,
                    _ => FileKind::File,
                };
                if wanted(&path) {
                    if files.len() == FILES {
                        return Err(ObjectsError::Tree(tree.clone()));
                    }
                    files.push(TreeFile { path, kind, id: object(&entry.sha)?, size: entry.size });
                }
            }
        }
        files.sort_by(|left, right| left.path.cmp(&right.path));
        Ok(files)
    }

    async fn tree(&self, id: &ObjectId, recursive: bool) -> Result<TreeAnswer, ApiError> {
        let query = if recursive { "?recursive=1" } else { "" };
        self.get(Purpose::ReadObjects, &self.path(&format!("/git/trees/{id}{query}"))).await
    }
}

fn commit(sha: &str, tree: &Reference, parents: &[Reference]) -> Result<Commit, ApiError> {
    let parents = parents.iter().map(|parent| object(&parent.sha)).collect::<Result<_, _>>()?;
    Ok(Commit { id: object(sha)?, tree: object(&tree.sha)?, parents })
}

/// `None` for what GitHub does not have: 404, and 422 for an id that is no commit's.
pub(super) fn absent<T>(result: Result<T, ApiError>) -> Result<Option<T>, ApiError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if matches!(error.status(), Some(404 | 422)) => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) fn unreadable(reason: &str) -> ApiError {
    ApiError::Unreadable { purpose: Purpose::ReadObjects, reason: reason.to_owned() }
}

fn object(text: &str) -> Result<ObjectId, ApiError> {
    ObjectId::parse(text).ok_or_else(|| unreadable("an object id is malformed"))
}

fn join(folder: &str, path: &str) -> Result<String, ObjectsError> {
    let whole = if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") };
    let leaves = |part: &str| matches!(part, "" | "." | "..");
    if whole.split('/').any(leaves) {
        let short: String = whole.chars().take(200).collect();
        return Err(ObjectsError::Path(inert::terminal(&short).into_owned()));
    }
    Ok(whole)
}
