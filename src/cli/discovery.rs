//! The models of a directory: regular files whose name ends with `.sdf.json`.
//!
//! The order is the byte order of the relative path, whatever order the file system answers in. Links are passed over,
//! and so are the directories below unless they are asked for; what that leaves out is said. Pipes and devices are
//! passed over in silence. What a directory may hold is bounded far above real repositories, and a bound that is hit is
//! named.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

use super::identity::FileIdentity;
use super::passed_over::PassedOver;
use super::quoted;
use crate::model::{KEY_BYTES, Limits, SourceInput};

/// How a model's file name ends.
pub(super) const SUFFIX: &str = ".sdf.json";
/// The most entries of any kind that one directory tree may hold.
const ENTRIES: usize = 1_000_000;
/// The deepest directory below the root.
pub(super) const DEPTH: usize = 256;

/// A path inside both revisions that is left out, with everything below it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Exclusion(pub(super) PathBuf);

impl Exclusion {
    /// Takes a relative path made of names only.
    pub(super) fn new(path: OsString) -> Result<Self, &'static str> {
        const REFUSED: &str =
            "an exclusion is a relative path without \".\" and \"..\", such as drafts/old.sdf.json";
        let is_separator = |byte: &u8| std::path::is_separator(char::from(*byte));
        let mut names = path.as_encoded_bytes().split(is_separator).filter(|name| !name.is_empty());
        if names.clone().next().is_none() || names.any(|name| name == b"." || name == b"..") {
            return Err(REFUSED);
        }
        let path = PathBuf::from(path);
        if path.is_absolute() || path.has_root() {
            return Err(REFUSED);
        }
        // Rebuilt from its components, so that `a//b/` and `a/b` are one.
        Ok(Self(path.components().collect()))
    }
}

/// Which files of a directory are compared; the same for both revisions.
#[derive(Debug, Default)]
pub(super) struct Selection {
    recursive: bool,
    excluded: HashSet<PathBuf>,
}

impl Selection {
    /// Only the directory's own files, or those of all directories below as well, without the excluded ones.
    pub(super) fn new(recursive: bool, exclusions: &[Exclusion]) -> Self {
        Self { recursive, excluded: exclusions.iter().map(|exclusion| exclusion.0.clone()).collect() }
    }

    /// Whether this very path is left out.
    pub(super) fn excludes(&self, relative: &Path) -> bool {
        self.excluded.contains(relative)
    }

    /// Whether a regular file at this relative path is compared.
    pub(super) fn selects(&self, relative: &Path) -> bool {
        let deep = relative.parent().is_some_and(|parent| !parent.as_os_str().is_empty());
        relative.as_os_str().as_encoded_bytes().ends_with(SUFFIX.as_bytes())
            && (self.recursive || !deep)
            && !relative.ancestors().any(|ancestor| self.excluded.contains(ancestor))
    }
}

/// One model file of a revision.
#[derive(Debug)]
pub(super) struct Document {
    /// What the catalogue is given.
    pub(super) input: SourceInput,
    /// Where it lies.
    pub(super) path: PathBuf,
}

/// Why a directory is no revision.
#[derive(Debug, thiserror::Error)]
pub(super) enum DiscoveryError {
    /// A directory cannot be listed.
    #[error("cannot read the directory {}: {error}", quoted(.path))]
    Unreadable { path: PathBuf, error: io::Error },
    /// Nothing to compare.
    #[error(
        "no regular file in {} has a name that ends with {SUFFIX}{}",
        quoted(.0),
        if *.1 { "" } else { "; --recursive also looks into the directories below" }
    )]
    Empty(PathBuf, bool),
    /// Too many entries.
    #[error("{} holds more than {ENTRIES} entries; leave directories out with --exclude", quoted(.0))]
    TooManyEntries(PathBuf),
    /// Too deep.
    #[error("{} is more than {DEPTH} directories below its root; leave it out with --exclude", quoted(.0))]
    TooDeep(PathBuf),
    /// Too many models.
    #[error("{} holds {found} models, and the limit sources is {limit}; raise it with --limit sources={found}", quoted(.path))]
    TooManySources { path: PathBuf, found: usize, limit: usize },
    /// A name that cannot be a key.
    #[error("the path of {} is not UTF-8, so it can be no source key; leave it out with --exclude", quoted(.0))]
    NotUtf8(PathBuf),
    /// A path that is too long for a key.
    #[error(
        "the path of {} below its revision has {bytes} bytes, and a source key has at most {KEY_BYTES}; leave it out with --exclude",
        quoted(.path)
    )]
    KeyTooLong { path: PathBuf, bytes: usize },
    /// One file under two names.
    #[error("{} and {} are one file by two names, so one revision would hold it twice; leave one out with --exclude", quoted(.0), quoted(.1))]
    Overlap(PathBuf, PathBuf),
}

/// Finds the models of a directory, in the byte order of their relative paths.
///
/// # Errors
/// A directory cannot be listed, a bound is exceeded, nothing is selected, or a selected file can have no key. A
/// selected file that cannot be read is no error.
pub(super) fn discover(
    root: &Path,
    selection: &Selection,
    limits: &Limits,
) -> Result<(Vec<Document>, PassedOver), DiscoveryError> {
    let (mut found, passed_over) = walk(root, selection)?;
    if found.is_empty() {
        return Err(DiscoveryError::Empty(root.to_owned(), selection.recursive));
    }
    if found.len() > limits.sources {
        return Err(DiscoveryError::TooManySources {
            path: root.to_owned(),
            found: found.len(),
            limit: limits.sources,
        });
    }
    found.sort_unstable_by(|a, b| a.as_os_str().as_encoded_bytes().cmp(b.as_os_str().as_encoded_bytes()));
    let mut files = HashMap::with_capacity(found.len());
    let mut documents = Vec::with_capacity(found.len());
    for relative in found {
        let path = root.join(&relative);
        let key = match relative.to_str() {
            None => return Err(DiscoveryError::NotUtf8(path)),
            Some(key) if key.len() > KEY_BYTES => {
                return Err(DiscoveryError::KeyTooLong { path, bytes: key.len() });
            }
            Some(key) => key.replace(std::path::MAIN_SEPARATOR, "/"),
        };
        // A file that went away meanwhile keeps its row, as one that cannot be read.
        let input = match FileIdentity::of(&path) {
            Ok(identity) => {
                if let Some(first) = files.insert(identity, path.clone()) {
                    return Err(DiscoveryError::Overlap(first, path));
                }
                SourceInput::file(key, &path)
            }
            Err(error) => SourceInput::failed(key, format!("the file could not be read: {error}")),
        };
        documents.push(Document { input: input.label(path.to_string_lossy()), path });
    }
    Ok((documents, passed_over))
}

/// The relative paths of all selected files, in no order, and what was passed over on the way.
fn walk(root: &Path, selection: &Selection) -> Result<(Vec<PathBuf>, PassedOver), DiscoveryError> {
    let mut found = Vec::new();
    let mut passed = PassedOver::default();
    let mut unseen = Vec::new();
    let mut pending = vec![(PathBuf::new(), 0)];
    let mut entries = 0usize;
    while let Some((relative, depth)) = pending.pop() {
        let path = if relative.as_os_str().is_empty() { root.to_owned() } else { root.join(&relative) };
        if depth > DEPTH {
            return Err(DiscoveryError::TooDeep(path));
        }
        let unreadable = |error| DiscoveryError::Unreadable { path: path.clone(), error };
        for entry in fs::read_dir(&path).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            entries += 1;
            if entries > ENTRIES {
                return Err(DiscoveryError::TooManyEntries(root.to_owned()));
            }
            let relative = relative.join(entry.file_name());
            if selection.excludes(&relative) {
                passed.excluded(relative);
                continue;
            }
            let kind = entry.file_type().ok();
            if kind.as_ref().is_some_and(FileType::is_dir) {
                if selection.recursive {
                    pending.push((relative, depth + 1));
                } else {
                    unseen.push(relative);
                }
            } else if kind.as_ref().is_some_and(FileType::is_symlink) {
                let model = selection.selects(&relative);
                if model || (selection.recursive && fs::metadata(entry.path()).is_ok_and(|to| to.is_dir())) {
                    passed.link(entry.path());
                }
            } else if kind.as_ref().is_some_and(FileType::is_file) && selection.selects(&relative) {
                found.push(relative);
            }
        }
    }
    passed.glance(root, &Selection { recursive: true, excluded: selection.excluded.clone() }, unseen);
    Ok((found, passed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Catalogue;

    fn keys(root: &Path, selection: &Selection) -> Vec<String> {
        let (documents, _) = discover(root, selection, &Limits::default()).unwrap();
        let inputs: Vec<_> = documents.into_iter().map(|document| document.input).collect();
        Catalogue::from_inputs(&inputs)
            .unwrap()
            .sources()
            .iter()
            .map(|source| source.key().to_owned())
            .collect()
    }

    fn exclusions(paths: &[&str]) -> Vec<Exclusion> {
        paths.iter().map(|path| Exclusion::new(OsString::from(path)).unwrap()).collect()
    }

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        for file in files {
            let path = directory.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "{}").unwrap();
        }
        directory
    }

    #[test]
    fn models_come_in_byte_order_and_other_names_are_passed_over() {
        let directory = tree(&[
            "z.sdf.json",
            "a-b.sdf.json",
            "a/x.sdf.json",
            "A.sdf.json",
            "ü.sdf.json",
            ".sdf.json",
            ".hidden/h.sdf.json",
            "a.SDF.json",
            "a.sdf.json.bak",
            "d.sdf.json/inner.sdf.json",
        ]);
        assert_eq!(
            keys(directory.path(), &Selection::new(true, &[])),
            [
                ".hidden/h.sdf.json",
                ".sdf.json",
                "A.sdf.json",
                "a-b.sdf.json",
                "a/x.sdf.json",
                "d.sdf.json/inner.sdf.json",
                "z.sdf.json",
                "ü.sdf.json"
            ]
        );
        assert_eq!(
            keys(directory.path(), &Selection::default()),
            [".sdf.json", "A.sdf.json", "a-b.sdf.json", "z.sdf.json", "ü.sdf.json"]
        );
    }

    #[test]
    fn exclusions_are_literal_paths_with_everything_below() {
        let directory = tree(&["a.sdf.json", "b/c/d.sdf.json", "b/e.sdf.json", "bb/f.sdf.json"]);
        let selection = Selection::new(true, &exclusions(&["b//c/", "a.sdf.json/", "b*", "nothing"]));
        assert_eq!(keys(directory.path(), &selection), ["b/e.sdf.json", "bb/f.sdf.json"]);
        assert!(selection.selects(Path::new("b/e.sdf.json")));
        assert!(!selection.selects(Path::new("b/c/x.sdf.json")));
        for refused in ["", "/abs", "../x", "./x", "x/./y", "x/..", "/", "."] {
            assert!(Exclusion::new(OsString::from(refused)).is_err(), "{refused}");
        }
    }

    #[test]
    fn bounds_are_named() {
        let directory = tree(&["a.sdf.json", "b.sdf.json"]);
        let limits = Limits { sources: 1, ..Limits::default() };
        let error = discover(directory.path(), &Selection::default(), &limits).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("holds 2 models, and the limit sources is 1; raise it with --limit sources=2")
        );
        let deep = vec!["d"; 257].join("/");
        fs::create_dir_all(directory.path().join(deep)).unwrap();
        let error = discover(directory.path(), &Selection::new(true, &[]), &limits).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("is more than 256 directories below its root; leave it out with --exclude")
        );
        discover(directory.path(), &Selection::new(true, &exclusions(&["d/d"])), &Limits::default()).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_are_passed_over_and_one_file_by_two_names_is_refused() {
        use std::os::unix::ffi::OsStringExt as _;
        use std::os::unix::fs::symlink;
        let directory = tree(&["a.sdf.json", "d/x.sdf.json"]);
        symlink("a.sdf.json", directory.path().join("link.sdf.json")).unwrap();
        symlink("nowhere", directory.path().join("dangling.sdf.json")).unwrap();
        symlink("d", directory.path().join("linked")).unwrap();
        let all = Selection::new(true, &[]);
        assert_eq!(keys(directory.path(), &all), ["a.sdf.json", "d/x.sdf.json"]);

        let hard = directory.path().join("d/b.sdf.json");
        fs::hard_link(directory.path().join("a.sdf.json"), &hard).unwrap();
        let error = discover(directory.path(), &all, &Limits::default()).unwrap_err();
        assert!(matches!(error, DiscoveryError::Overlap(..)), "{error}");
        let excluded = Selection::new(true, &exclusions(&["d/b.sdf.json"]));
        assert_eq!(keys(directory.path(), &excluded), ["a.sdf.json", "d/x.sdf.json"]);
        fs::remove_file(hard).unwrap();

        let name = OsString::from_vec(b"\xff.sdf.json".to_vec());
        fs::write(directory.path().join(&name), "{}").unwrap();
        let error = discover(directory.path(), &all, &Limits::default()).unwrap_err();
        assert!(matches!(error, DiscoveryError::NotUtf8(_)), "{error}");
        let excluded = Selection::new(true, &[Exclusion::new(name).unwrap()]);
        assert_eq!(keys(directory.path(), &excluded), ["a.sdf.json", "d/x.sdf.json"]);
    }

    #[test]
    fn a_key_has_at_most_256_bytes() {
        let directory = tempfile::tempdir().unwrap();
        let folder = "f".repeat(200);
        fs::create_dir(directory.path().join(&folder)).unwrap();
        let file = |bytes: usize| format!("{folder}/{}.sdf.json", "n".repeat(bytes - 200 - 1 - 9));
        fs::write(directory.path().join(file(256)), "{}").unwrap();
        assert_eq!(keys(directory.path(), &Selection::new(true, &[])), [file(256)]);
        fs::write(directory.path().join(file(257)), "{}").unwrap();
        let error = discover(directory.path(), &Selection::new(true, &[]), &Limits::default()).unwrap_err();
        assert!(matches!(error, DiscoveryError::KeyTooLong { bytes: 257, .. }), "{error}");
    }
}
