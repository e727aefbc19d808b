//! What a directory holds and a comparison passes over: models in directories below, links, and exclusions that match
//! nothing. Silence about them would read as if they had been compared.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::discovery::{DEPTH, Exclusion, Selection};
use super::quoted;
use crate::wording::counted;

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
    /// Notes a link.
    pub(super) fn link(&mut self, path: PathBuf) {
        self.all_links += 1;
        self.links.push(path);
        // The file system answers in any order, and the first names are told.
        self.links.sort();
        self.links.truncate(LINKS);
    }

    /// Notes that an exclusion matched this path.
    pub(super) fn excluded(&mut self, relative: PathBuf) {
        self.used.insert(relative);
    }

    /// Counts the models in directories that are not looked into, as far as that is quickly done. What cannot be listed is
    /// no fault here.
    pub(super) fn glance(&mut self, root: &Path, deep: &Selection, mut unseen: Vec<PathBuf>) {
        let mut entries = 0;
        while let Some(relative) = unseen.pop() {
            let Ok(listed) = fs::read_dir(root.join(&relative)) else { continue };
            for entry in listed.flatten() {
                entries += 1;
                if entries > GLANCE {
                    self.more_below = true;
                    return;
                }
                let relative = relative.join(entry.file_name());
                if deep.excludes(&relative) {
                    self.used.insert(relative);
                    continue;
                }
                let Ok(kind) = entry.file_type() else { continue };
                if kind.is_dir() && relative.components().count() <= DEPTH {
                    unseen.push(relative);
                } else if kind.is_file() && deep.selects(&relative) {
                    self.below += 1;
                }
            }
        }
    }

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
    // What was not looked at to the end may hold the path.
    if looked_at.iter().any(|passed| passed.more_below) {
        return Vec::new();
    }
    exclusions
        .iter()
        .filter(|Exclusion(path)| looked_at.iter().all(|passed| !passed.used.contains(path)))
        .filter(|exclusion| told.insert(*exclusion))
        .map(|Exclusion(path)| {
            format!("--exclude {} matches nothing in either directory; it is a literal path", quoted(path))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;
    use crate::cli::discovery::discover;
    use crate::model::Limits;

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
}
