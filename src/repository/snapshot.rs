//! One revision as a list of paths.
//!
//! A snapshot is the listing of a whole tree, sorted by the bytes of its paths. No file is opened for it; what is
//! selected is read afterwards, each distinct blob once. Links are listed and never followed, submodules never
//! entered, and names that no path of ours can carry are said, not silently lost.

use globset::GlobSet;

use super::objects::{Mode, ObjectError, ObjectKind, Objects};
use super::{Id, RepositoryPath};

/// How much of a tree is walked. None of this can be reached by a repository that people work in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeLimits {
    /// Entries, directories included. A tree may hold itself many times over, so the count is not bounded by its size.
    pub entries: usize,
    /// Bytes of one path; what is deeper is left out with a remark.
    pub path_bytes: usize,
    /// Bytes of all paths together, directories included.
    pub listing_bytes: usize,
}

impl Default for TreeLimits {
    /// 2,000,000 entries, paths of 4,096 bytes, 512 MiB of them.
    fn default() -> Self {
        Self { entries: 2_000_000, path_bytes: 4096, listing_bytes: 512 << 20 }
    }
}

/// A path and what stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The path from the root of the repository, with `/` between its names.
    pub path: String,
    /// The blob; for a submodule, the commit.
    pub id: Id,
    /// What it is; never [`Mode::Tree`].
    pub mode: Mode,
}

/// Why something in a tree is not in its snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unlisted {
    /// The path is not UTF-8.
    NotUtf8,
    /// The name is empty, `.`, `..` or `.git`, or has a `/` or a NUL in it; git does not write such trees.
    Name,
    /// The path has more bytes than [`TreeLimits::path_bytes`].
    Long,
}

impl std::fmt::Display for Unlisted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NotUtf8 => "its path is not UTF-8",
            Self::Name => "its name cannot stand in a path",
            Self::Long => "its path is too long",
        })
    }
}

/// Something in a tree that is left out of its snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The path as it stands in the tree, which alone tells two such paths apart.
    pub raw: Vec<u8>,
    /// The blob; for a submodule the commit, for a directory the tree.
    pub id: Id,
    /// What it is; a directory is left out with everything below it.
    pub mode: Mode,
    /// Why.
    pub reason: Unlisted,
}

impl Remark {
    /// The path, with what is not UTF-8 replaced.
    #[must_use]
    pub fn path(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.raw)
    }
}

/// Every file, link and submodule of a tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    entries: Vec<Entry>,
    remarks: Vec<Remark>,
}

impl Listing {
    /// Adds what stands at a path, or a remark when the path cannot be listed. Directories are not entries.
    pub fn add(&mut self, path: &[u8], id: Id, mode: Mode, limits: &TreeLimits) {
        if path.len() > limits.path_bytes {
            self.remark(path, id, mode, Unlisted::Long);
        } else if !path.split(|&b| b == b'/').all(is_plain_name) {
            self.remark(path, id, mode, Unlisted::Name);
        } else if let Ok(path) = std::str::from_utf8(path) {
            if mode != Mode::Tree {
                self.entries.push(Entry { path: path.to_owned(), id, mode });
            }
        } else {
            self.remark(path, id, mode, Unlisted::NotUtf8);
        }
    }

    /// How many files, links and submodules were added.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True when nothing was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds everything of another listing below a directory.
    pub(super) fn extend(&mut self, directory: &[u8], other: Self, limits: &TreeLimits) {
        let join = |path: &[u8]| [directory, b"/", path].concat();
        for entry in other.entries {
            self.add(&join(entry.path.as_bytes()), entry.id, entry.mode, limits);
        }
        for remark in &other.remarks {
            self.remark(&join(&remark.raw), remark.id, remark.mode, remark.reason);
        }
    }

    fn remark(&mut self, path: &[u8], id: Id, mode: Mode, reason: Unlisted) {
        self.remarks.push(Remark { raw: path.to_owned(), id, mode, reason });
    }

    /// Sorts by the bytes of the paths; an error names a path that stands there twice.
    pub(super) fn sorted(mut self) -> Result<Self, String> {
        self.entries.sort_by(|a, b| a.path.as_bytes().cmp(b.path.as_bytes()));
        let twice = self.entries.windows(2).find_map(|pair| match pair {
            [a, b] if a.path == b.path => Some(a.path.clone()),
            _ => None,
        });
        twice.map_or(Ok(self), Err)
    }
}

/// A name that may stand between two slashes.
fn is_plain_name(name: &[u8]) -> bool {
    !matches!(name, b"" | b"." | b"..") && !name.eq_ignore_ascii_case(b".git") && !name.contains(&0)
}

/// Lists a tree directory by directory.
pub(super) fn walk<O: Objects + ?Sized>(
    objects: &O,
    root: Id,
    limits: &TreeLimits,
) -> Result<Listing, ObjectError> {
    let mut listing = Listing::default();
    let mut seen = 0;
    let mut bytes = 0usize;
    let mut waiting: Vec<(Vec<u8>, Id)> = vec![(Vec::new(), root)];
    while let Some((prefix, id)) = waiting.pop() {
        for entry in objects.tree(id)? {
            seen += 1;
            if seen > limits.entries {
                return Err(ObjectError::TooMany { id: root, what: "entries", limit: limits.entries });
            }
            bytes = bytes.saturating_add(prefix.len()).saturating_add(entry.name.len());
            if bytes > limits.listing_bytes {
                return Err(ObjectError::TooMany {
                    id: root,
                    what: "bytes of paths",
                    limit: limits.listing_bytes,
                });
            }
            let mut path = Vec::with_capacity(prefix.len() + 1 + entry.name.len());
            path.extend_from_slice(&prefix);
            if !prefix.is_empty() {
                path.push(b'/');
            }
            path.extend_from_slice(&entry.name);
            if entry.name.contains(&b'/') {
                listing.remark(&path, entry.id, entry.mode, Unlisted::Name);
            } else if entry.mode == Mode::Tree
                && path.len() <= limits.path_bytes
                && is_plain_name(&entry.name)
            {
                waiting.push((path, entry.id));
            } else {
                listing.add(&path, entry.id, entry.mode, limits);
            }
        }
    }
    Ok(listing)
}

/// Which paths take part: below a directory, matched by an include and by no exclude.
#[derive(Debug, Clone)]
pub struct Selection {
    /// The directory that globs are relative to; the root when absent.
    pub below: Option<RepositoryPath>,
    /// What takes part.
    pub include: GlobSet,
    /// What does not, whatever `include` says.
    pub exclude: GlobSet,
}

impl Selection {
    /// True when a path of the repository takes part.
    #[must_use]
    pub fn admits(&self, path: &str) -> bool {
        self.inner(path).is_some_and(|inner| self.include.is_match(inner) && !self.exclude.is_match(inner))
    }

    /// True when what was left out may take part. What a directory holds is not known, so it may unless it is excluded.
    #[must_use]
    pub fn may_admit(&self, remark: &Remark) -> bool {
        let path = remark.path();
        if remark.mode == Mode::Tree {
            self.inner(&path).is_some_and(|inner| !self.exclude.is_match(inner))
        } else {
            self.admits(&path)
        }
    }

    fn inner<'p>(&self, path: &'p str) -> Option<&'p str> {
        match &self.below {
            None => Some(path),
            Some(below) => path.strip_prefix(below.as_str()).and_then(|rest| rest.strip_prefix('/')),
        }
    }
}

/// Why a configured path is not a file of a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAFile {
    /// Nothing stands there.
    #[error("there is no such file in this revision")]
    Absent,
    /// A symbolic link stands there or on the way.
    #[error("it is, or goes through, a symbolic link, which is never followed")]
    Link,
    /// A submodule stands there or on the way.
    #[error("it is, or lies in, a submodule, which is never entered")]
    Submodule,
    /// A directory stands there.
    #[error("it is a directory")]
    Directory,
}

/// One revision of a repository: its paths, sorted by their bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    entries: Vec<Entry>,
    remarks: Vec<Remark>,
}

impl Snapshot {
    /// A revision in which there is nothing.
    #[must_use]
    pub fn empty() -> Self {
        Self { entries: Vec::new(), remarks: Vec::new() }
    }

    /// The snapshot of a commit.
    ///
    /// # Errors
    /// The commit or one of its trees is missing, unreadable, or larger than `limits`.
    pub fn of_commit(objects: &dyn Objects, commit: Id, limits: &TreeLimits) -> Result<Self, ObjectError> {
        Self::of_tree(objects, objects.commit(commit)?.tree, limits)
    }

    /// The snapshot of a tree.
    ///
    /// # Errors
    /// The tree or one below it is missing, unreadable, or larger than `limits`; or it has a path twice.
    pub fn of_tree(objects: &dyn Objects, tree: Id, limits: &TreeLimits) -> Result<Self, ObjectError> {
        Self::from_listing(objects.listing(tree, limits)?).map_err(|path| ObjectError::Unreadable {
            kind: ObjectKind::Tree,
            id: tree,
            reason: format!("it has `{}` twice", crate::inert::visible(&path)),
        })
    }

    pub(super) fn from_listing(listing: Listing) -> Result<Self, String> {
        let Listing { entries, remarks } = listing.sorted()?;
        Ok(Self { entries, remarks })
    }

    /// Every file, link and submodule, sorted by the bytes of the path.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What was left out and why.
    #[must_use]
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// What stands at exactly this path.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Entry> {
        let at = self.entries.binary_search_by(|entry| entry.path.as_bytes().cmp(path.as_bytes())).ok()?;
        self.entries.get(at)
    }

    /// The files, sorted by path, that take part. Links and submodules never do.
    #[must_use]
    pub fn select(&self, selection: &Selection) -> Vec<&Entry> {
        self.entries.iter().filter(|entry| entry.mode.is_file() && selection.admits(&entry.path)).collect()
    }

    /// The file at a path that configuration names.
    ///
    /// # Errors
    /// Why there is no file: nothing, a link, a submodule or a directory, there or on the way.
    pub fn file(&self, path: &RepositoryPath) -> Result<&Entry, NotAFile> {
        let path = path.as_str();
        for (slash, _) in path.match_indices('/') {
            match self.get(path.get(..slash).unwrap_or_default()).map(|entry| entry.mode) {
                Some(Mode::Link) => return Err(NotAFile::Link),
                Some(Mode::Submodule) => return Err(NotAFile::Submodule),
                _ => {}
            }
        }
        match self.get(path) {
            Some(entry) => match entry.mode {
                Mode::File | Mode::Executable => Ok(entry),
                Mode::Link => Err(NotAFile::Link),
                Mode::Submodule => Err(NotAFile::Submodule),
                Mode::Tree => Err(NotAFile::Directory),
            },
            None if self.has_directory(path) => Err(NotAFile::Directory),
            None => Err(NotAFile::Absent),
        }
    }

    /// True when something stands below this path.
    #[must_use]
    pub fn has_directory(&self, path: &str) -> bool {
        let prefix = format!("{path}/");
        let at = self.entries.partition_point(|entry| entry.path.as_bytes() < prefix.as_bytes());
        self.entries.get(at).is_some_and(|entry| entry.path.starts_with(&prefix))
    }
}
