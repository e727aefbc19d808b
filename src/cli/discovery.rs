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
use super::quoted;
use crate::model::{KEY_BYTES, Limits, SourceInput};
use crate::wording::counted;

/// How a model's file name ends.
pub(super) const SUFFIX: &str = ".sdf.json";
/// The most entries of any kind that one directory tree may hold.
const ENTRIES: usize = 1_000_000;
/// The deepest directory below the root.
const DEPTH: usize = 256;

/// A path inside both revisions that is left out, with everything below it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Exclusion(PathBuf);

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

/// The most entries below a directory that are looked at only to say what is left out.
const GLANCE: usize = 20_000;
/// How many links are named.
const LINKS: usize = 3;

/// What a directory holds and the comparison passes over.
#[derive(Debug, Default)]
pub(super) struct PassedOver {
    /// How many models lie in directories that were not looked into.
    below: usize,
    /// Whether there may be more of them.
    more_below: bool,
    /// The first links under a model's name, or to a directory where directories are looked into.
    links: Vec<PathBuf>,
    /// How many links there are.
    all_links: usize,
    /// The exclusions that something matched.
    used: HashSet<PathBuf>,
}

impl PassedOver {
    /// Sentences about what was left out of the directory.
    pub(super) fn remarks(&self, root: &Path) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.below > 0 {
            let models = counted(self.below, "more model lies", "more models lie");
            let at_least = if self.more_below { "at least " } else { "" };
            remarks.push(format!(
                "{at_least}{models} in directories below {}; --recursive compares them too",
                quoted(root)
            ));
        }
        if self.all_links > 0 {
            let links = counted(self.all_links, "symbolic link is", "symbolic links are");
            let named: Vec<String> = self.links.iter().map(quoted).collect();
            let rest = if self.all_links > named.len() { ", …" } else { "" };
            remarks.push(format!("{links} passed over, never followed: {}{rest}", named.join(", ")));
        }
        remarks
    }
}

/// A sentence for each exclusion that matches nothing in any of the directories.
pub(super) fn idle_exclusions(exclusions: &[Exclusion], looked_at: &[&PassedOver]) -> Vec<String> {
    let mut told = HashSet::new();
    exclusions
        .iter()
        .filter(|Exclusion(path)| looked_at.iter().all(|passed| !passed.used.contains(path)))
        .filter(|exclusion| told.insert(*exclusion))
        .map(|Exclusion(path)| {
            format!("--exclude {} matches nothing in either directory; it is a literal path", quoted(path))
        })
        .collect()
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
            if selection.excluded.contains(&relative) {
                passed.used.insert(relative);
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
                    passed.all_links += 1;
                    if passed.links.len() < LINKS {
                        passed.links.push(entry.path());
                    }
                }
            } else if kind.as_ref().is_some_and(FileType::is_file) && selection.selects(&relative) {
                found.push(relative);
            }
        }
    }
    passed.links.sort();
    glance(root, selection, unseen, &mut passed);
    Ok((found, passed))
}

/// Counts the models in directories that are not looked into, as far as that is quickly done. What cannot be listed is
/// no fault here.
fn glance(root: &Path, selection: &Selection, mut unseen: Vec<PathBuf>, passed: &mut PassedOver) {
    let deep = Selection { recursive: true, excluded: selection.excluded.clone() };
    let mut entries = 0;
    while let Some(relative) = unseen.pop() {
        let Ok(listed) = fs::read_dir(root.join(&relative)) else { continue };
        for entry in listed.flatten() {
            entries += 1;
            if entries > GLANCE {
                passed.more_below = true;
                return;
            }
            let relative = relative.join(entry.file_name());
            if selection.excluded.contains(&relative) {
                passed.used.insert(relative);
                continue;
            }
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() && relative.components().count() <= DEPTH {
                unseen.push(relative);
            } else if kind.is_file() && deep.selects(&relative) {
                passed.below += 1;
            }
        }
    }
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

    fn remarks(root: &Path, selection: &Selection) -> Vec<String> {
        let remarks = discover(root, selection, &Limits::default()).unwrap().1.remarks(root);
        let root = root.to_str().unwrap();
        remarks.into_iter().map(|remark| remark.replace(root, "ROOT")).collect()
    }

    #[test]
    fn what_is_left_out_of_a_directory_is_said() {
        let directory = tree(&["a.sdf.json", "b/c.sdf.json", "b/d/e.sdf.json", "f/g.txt", "h/i.sdf.json"]);
        let root = directory.path();
        let flat = Selection::default();
        let below =
            |models: &str| [format!("{models} in directories below \"ROOT\"; --recursive compares them too")];
        assert_eq!(remarks(root, &flat), below("3 more models lie"));
        let excluded = exclusions(&["b", "nothing", "nothing", "h/j"]);
        let selection = Selection::new(false, &excluded);
        assert_eq!(remarks(root, &selection), below("1 more model lies"));
        assert_eq!(remarks(root, &Selection::new(true, &[])), [""; 0]);
        let (_, passed) = discover(root, &selection, &Limits::default()).unwrap();
        assert_eq!(
            idle_exclusions(&excluded, &[&passed]),
            ["nothing", "h/j"].map(|path| format!(
                "--exclude \"{path}\" matches nothing in either directory; it is a literal path"
            ))
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_that_are_passed_over_are_named() {
        use std::os::unix::fs::symlink;
        let directory = tree(&["a.sdf.json", "d/x.sdf.json"]);
        let root = directory.path();
        symlink("a.sdf.json", root.join("link.sdf.json")).unwrap();
        symlink("d", root.join("linked")).unwrap();
        symlink("a.sdf.json", root.join("notes.txt")).unwrap();
        assert_eq!(
            remarks(root, &Selection::new(true, &[])),
            ["2 symbolic links are passed over, never followed: \"ROOT/link.sdf.json\", \"ROOT/linked\""]
        );
        let flat = remarks(root, &Selection::default());
        assert_eq!(flat[1], "1 symbolic link is passed over, never followed: \"ROOT/link.sdf.json\"");
        for name in ["1", "2", "3"] {
            symlink("nowhere", root.join(format!("{name}.sdf.json"))).unwrap();
        }
        let all = &remarks(root, &Selection::new(true, &[]))[0];
        assert!(
            all.starts_with("5 symbolic links are passed over, never followed: ") && all.ends_with(", …"),
            "{all}"
        );
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
