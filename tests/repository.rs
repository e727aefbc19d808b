//! Reading revisions out of real repositories, made with the `git` command line.

#![allow(clippy::unwrap_used, reason = "a failed step of the preparation is a failed test")]

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use countersign::repository::history::{Ancestry, MergeBases, is_ancestor, merge_bases, reached};
use countersign::repository::{
    BaseError, ChangedLines, Contents, Fallback, Held, Id, Local, Mode, NotAFile, ObjectError, ObjectKind,
    Objects, OpenError, RepositoryPath, RevisionError, Selection, Snapshot, StagedError, TreeEntry,
    TreeLimits, Unlisted,
};

/// A directory with a repository in it, and `git` without anybody's configuration.
struct Made {
    directory: tempfile::TempDir,
}

impl Made {
    fn new() -> Self {
        let made = Self { directory: tempfile::tempdir().unwrap() };
        made.git(&["init", "-q", "-b", "main"]);
        made
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    fn git(&self, arguments: &[&str]) -> String {
        git(self.path(), arguments)
    }

    fn id(&self, revision: &str) -> Id {
        self.git(&["rev-parse", revision]).parse().unwrap()
    }

    fn write(&self, path: &str, content: &str) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    /// Commits everything and says what the commit is called.
    fn commit(&self, message: &str) -> Id {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
        self.id("HEAD")
    }

    fn open(&self) -> Local {
        Local::containing(self.path()).unwrap()
    }
}

fn try_git(directory: &Path, arguments: &[&str]) -> std::process::Output {
    let mut git = Command::new("git");
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("GIT_") {
            git.env_remove(name);
        }
    }
    git.args(arguments)
        .current_dir(directory)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env("GIT_AUTHOR_NAME", "A")
        .env("GIT_AUTHOR_EMAIL", "a@example.com")
        .env("GIT_COMMITTER_NAME", "A")
        .env("GIT_COMMITTER_EMAIL", "a@example.com")
        .output()
        .unwrap()
}

fn git(directory: &Path, arguments: &[&str]) -> String {
    let output = try_git(directory, arguments);
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

fn clone(from: &Path, arguments: &[&str]) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let url = format!("file://{}", from.display());
    let mut all = vec!["clone", "-q"];
    all.extend_from_slice(arguments);
    all.extend_from_slice(&[url.as_str(), "clone"]);
    git(directory.path(), &all);
    let path = directory.path().join("clone");
    (directory, path)
}

fn snapshot(objects: &dyn Objects, commit: Id) -> Snapshot {
    Snapshot::of_commit(objects, commit, &TreeLimits::default()).unwrap()
}

fn paths(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.entries().iter().map(|entry| entry.path.as_str()).collect()
}

fn text(objects: &dyn Objects, snapshot: &Snapshot, path: &str) -> String {
    let entry = snapshot.file(&RepositoryPath::new(path).unwrap()).unwrap();
    String::from_utf8(objects.blob(entry.id, 1 << 20).unwrap()).unwrap()
}

fn globs(patterns: &[&str]) -> globset::GlobSet {
    let mut set = globset::GlobSetBuilder::new();
    for pattern in patterns {
        set.add(globset::GlobBuilder::new(pattern).literal_separator(true).build().unwrap());
    }
    set.build().unwrap()
}

/// A history with a merge: `main` (a, c) and `side` (a, b), merged in `merge`.
fn merged() -> (Made, [Id; 4]) {
    let made = Made::new();
    made.write("f", "1\n");
    let a = made.commit("a");
    made.git(&["checkout", "-q", "-b", "side"]);
    made.write("g", "2\n");
    let b = made.commit("b");
    made.git(&["checkout", "-q", "main"]);
    made.write("f", "3\n");
    let c = made.commit("c");
    made.git(&["merge", "-q", "--no-ff", "-m", "merge", "side"]);
    let merge = made.id("HEAD");
    (made, [a, b, c, merge])
}

#[test]
fn a_revision_is_read_without_looking_at_the_work_tree() {
    let made = Made::new();
    made.write("a.sdf.json", "{}\n");
    made.write("d/b.sdf.json", "[]\n");
    let first = made.commit("first");
    made.write("a.sdf.json", "changed and not committed");
    std::fs::remove_dir_all(made.path().join("d")).unwrap();
    let local = made.open();
    let found = snapshot(&local, first);
    assert_eq!(paths(&found), ["a.sdf.json", "d/b.sdf.json"]);
    assert_eq!(text(&local, &found, "a.sdf.json"), "{}\n");
    assert_eq!(local.work_tree().map(|path| path.canonicalize().unwrap()), made.path().canonicalize().ok());
}

/// Hooks run with some of these set, and a job may have any.
#[test]
fn variables_meant_for_git_change_nothing() {
    let made = Made::new();
    let elsewhere = made.path().join("elsewhere");
    let run = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "a_revision_is_read_without_looking_at_the_work_tree",
            "a_merge_names_both_parents",
        ])
        .args(["what_is_staged_is_a_snapshot_of_its_own", "revisions_are_named_in_the_usual_ways"])
        .envs([("GIT_CONFIG_COUNT", "1"), ("GIT_CONFIG_KEY_0", "core.worktree"), ("GIT_CONFIG_VALUE_0", "/")])
        .envs(
            [
                "GIT_DIR",
                "GIT_WORK_TREE",
                "GIT_COMMON_DIR",
                "GIT_INDEX_FILE",
                "GIT_OBJECT_DIRECTORY",
                "GIT_ALTERNATE_OBJECT_DIRECTORIES",
                "GIT_NAMESPACE",
                "GIT_SHALLOW_FILE",
                "GIT_REPLACE_REF_BASE",
                "GIT_CONFIG",
                "GIT_CONFIG_GLOBAL",
            ]
            .map(|name| (name, &elsewhere)),
        )
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && said.contains("4 passed"), "{said}");
}

#[test]
fn a_merge_names_both_parents() {
    let (made, [a, b, c, merge]) = merged();
    let local = made.open();
    assert_eq!(local.commit(merge).unwrap().parents, [c, b]);
    assert!(local.commit(a).unwrap().parents.is_empty());
    let time = made.git(&["show", "-s", "--format=%ct", "HEAD"]).parse::<i64>().unwrap();
    assert_eq!(local.commit(merge).unwrap().seconds, time);
}

#[test]
fn a_clone_of_depth_one_names_the_parents_it_does_not_have() {
    let (made, [a, b, c, merge]) = merged();
    let (_directory, path) = clone(made.path(), &["--depth", "1"]);
    let local = Local::containing(&path).unwrap();
    assert!(local.is_shallow());
    assert_eq!(local.resolve("HEAD").unwrap(), merge);
    assert_eq!(local.commit(merge).unwrap().parents, [c, b]);
    assert_eq!(local.resolve("HEAD^1").unwrap(), c);
    assert_eq!(local.resolve("HEAD^2").unwrap(), b);
    assert_eq!(local.commit(c).unwrap_err(), ObjectError::Missing { kind: ObjectKind::Commit, id: c });
    assert_eq!(paths(&snapshot(&local, merge)), ["f", "g"]);

    assert_eq!(is_ancestor(&local, a, merge).unwrap(), Ancestry::Unknown(sorted([b, c])));
    assert_eq!(is_ancestor(&local, c, merge).unwrap(), Ancestry::Yes);
    assert_eq!(
        merge_bases(&local, merge, a).unwrap(),
        MergeBases::Unknown { so_far: vec![], ends_at: sorted([a, b, c]) }
    );
    assert_eq!(merge_bases(&local, merge, c).unwrap(), MergeBases::Known(vec![c]));
}

fn sorted<const N: usize>(mut ids: [Id; N]) -> Vec<Id> {
    ids.sort_unstable();
    ids.to_vec()
}

#[test]
fn what_the_clone_lacks_comes_from_the_second_source() {
    let (made, [a, _, c, merge]) = merged();
    let (_directory, path) = clone(made.path(), &["--depth", "1"]);
    let (whole, shallow) = (made.open(), Local::containing(&path).unwrap());
    let both = Fallback::new(&shallow, &whole);
    assert_eq!(is_ancestor(&both, a, merge).unwrap(), Ancestry::Yes);
    let earlier = snapshot(&both, c);
    assert_eq!(paths(&earlier), ["f"]);
    assert_eq!(text(&both, &earlier, "f"), "3\n");
    assert_eq!(shallow.resolve_with(&a.to_string(), &both).unwrap(), a);
    assert!(matches!(
        shallow.resolve(&a.to_string()),
        Err(RevisionError::Object { source: ObjectError::Missing { id, .. }, .. }) if id == a
    ));
}

#[test]
fn each_distinct_blob_is_asked_for_once() {
    struct Counting<'a>(&'a Local, std::cell::RefCell<Vec<Id>>);
    impl Objects for Counting<'_> {
        fn commit(&self, id: Id) -> Result<countersign::repository::Commit, ObjectError> {
            self.0.commit(id)
        }
        fn tree(&self, id: Id) -> Result<Vec<TreeEntry>, ObjectError> {
            self.0.tree(id)
        }
        fn blob(&self, id: Id, limit: u64) -> Result<Vec<u8>, ObjectError> {
            self.1.borrow_mut().push(id);
            self.0.blob(id, limit)
        }
    }
    let made = Made::new();
    made.write("a", "same\n");
    made.write("b", "same\n");
    made.write("c", "longer than the others\n");
    let commit = made.commit("a");
    let local = made.open();
    let counting = Counting(&local, std::cell::RefCell::default());
    let found = snapshot(&local, commit);
    let mut contents = Contents::default();
    for _ in 0..2 {
        contents.read(&counting, found.entries().iter().map(|entry| entry.id), 10, 100).unwrap();
    }
    assert_eq!(counting.1.borrow().len(), 2);
    let of = |path: &str| contents.get(found.get(path).unwrap().id);
    assert_eq!(of("b").unwrap().as_ref(), b"same\n");
    assert!(matches!(of("c"), Err(ObjectError::TooLarge { size: 23, limit: 10, .. })));
    assert_eq!(contents.bytes(), 5);
    assert_eq!(
        Contents::default().read(&local, found.entries().iter().map(|entry| entry.id), 100, 27),
        Err(ObjectError::TooMuch { limit: 27 })
    );
}

#[test]
fn many_blobs_are_read_on_several_threads_and_keep_their_names() {
    let made = Made::new();
    for at in 0..300 {
        made.write(&format!("f{at}"), &format!("content {at}\n"));
    }
    let commit = made.commit("a");
    let local = made.open();
    let found = snapshot(&local, commit);
    let mut contents = Contents::default();
    contents.read(&local, found.entries().iter().map(|entry| entry.id), 100, 1 << 20).unwrap();
    for entry in found.entries() {
        let at = entry.path.trim_start_matches('f');
        assert_eq!(contents.get(entry.id).unwrap().as_ref(), format!("content {at}\n").as_bytes());
    }
    // None of them alone is too long.
    let all = contents.bytes();
    let ids = || found.entries().iter().map(|entry| entry.id);
    assert!(Contents::default().read(&local, ids(), 100, all).is_ok());
    let one_less = Contents::default().read(&local, ids(), 100, all - 1);
    assert_eq!(one_less, Err(ObjectError::TooMuch { limit: all - 1 }));
}

#[test]
fn packed_objects_packed_refs_and_alternates_are_read() {
    let (made, [a, b, ..]) = merged();
    made.git(&["tag", "-a", "v1", "-m", "one", "side"]);
    made.git(&["gc", "-q"]);
    made.git(&["pack-refs", "--all"]);
    let local = made.open();
    assert_eq!(local.resolve("side").unwrap(), b);
    assert_eq!(local.resolve("v1").unwrap(), b);
    assert_eq!(local.resolve("v1^").unwrap(), a);
    let directory = tempfile::tempdir().unwrap();
    git(directory.path(), &["clone", "-q", "--shared", made.path().to_str().unwrap(), "clone"]);
    let shared = Local::containing(&directory.path().join("clone")).unwrap();
    assert_eq!(paths(&snapshot(&shared, b)), ["f", "g"]);
}

#[test]
fn a_linked_work_tree_a_bare_repository_and_a_subdirectory_lead_to_the_objects() {
    let (made, [_, b, _, merge]) = merged();
    let directory = tempfile::tempdir().unwrap();
    let linked = directory.path().join("linked");
    made.git(&["worktree", "add", "-q", linked.to_str().unwrap(), "side"]);
    let local = Local::containing(&linked).unwrap();
    assert_eq!(local.resolve("HEAD").unwrap(), b);
    assert_eq!(paths(&snapshot(&local, merge)), ["f", "g"]);
    assert_eq!(local.work_tree().unwrap().canonicalize().unwrap(), linked.canonicalize().unwrap());

    let (_bare, path) = clone(made.path(), &["--bare"]);
    let bare = Local::containing(&path).unwrap();
    assert_eq!(bare.work_tree(), None);
    assert_eq!(bare.resolve("side").unwrap(), b);
    assert_eq!(bare.staged(None, &TreeLimits::default()), Err(StagedError::Bare));

    std::fs::create_dir_all(made.path().join("x/y")).unwrap();
    std::fs::write(made.path().join("x/y/z"), "").unwrap();
    assert_eq!(Local::containing(&made.path().join("x/y/z")).unwrap().resolve("HEAD").unwrap(), merge);
    assert!(matches!(Local::containing(directory.path()), Err(OpenError::None(_))));
}

#[test]
fn a_partial_clone_lacks_blobs_and_none_is_fetched_behind_our_back() {
    let (made, [.., merge]) = merged();
    made.git(&["config", "uploadpack.allowFilter", "true"]);
    let (_directory, path) = clone(made.path(), &["--filter=blob:none", "--no-checkout"]);
    let (whole, partial) = (made.open(), Local::containing(&path).unwrap());
    let found = snapshot(&partial, merge);
    let id = found.get("f").unwrap().id;
    let error = partial.blob(id, 100).unwrap_err();
    assert_eq!(error, ObjectError::Missing { kind: ObjectKind::Blob, id });
    let both = Fallback::new(&partial, &whole);
    let mut contents = Contents::default();
    contents.read(&both, found.entries().iter().map(|entry| entry.id), 100, 100).unwrap();
    assert_eq!(contents.get(id).unwrap().as_ref(), b"3\n");
}

#[test]
fn repositories_that_cannot_be_read_are_said_with_the_reason() {
    let directory = tempfile::tempdir().unwrap();
    git(directory.path(), &["init", "-q", "--object-format=sha256", "new"]);
    let error = Local::containing(&directory.path().join("new")).unwrap_err();
    assert!(matches!(error, OpenError::Sha256(_)), "{error}");
    std::fs::create_dir(directory.path().join("stale")).unwrap();
    std::fs::write(directory.path().join("stale/.git"), "gitdir: /nowhere/at/all\n").unwrap();
    let error = Local::containing(&directory.path().join("stale")).unwrap_err();
    assert!(matches!(error, OpenError::Broken { .. }), "{error}");
    let error = Local::containing(&directory.path().join("absent")).unwrap_err();
    assert!(matches!(error, OpenError::Unreadable { .. }), "{error}");
}

#[test]
fn damaged_objects_are_said_and_do_not_end_the_run() {
    let made = Made::new();
    made.write("a", "content\n");
    let commit = made.commit("a");
    let local = made.open();
    let id = snapshot(&local, commit).get("a").unwrap().id;
    let hex = id.to_string();
    let file = made.path().join(".git/objects").join(&hex[..2]).join(&hex[2..]);
    std::fs::remove_file(&file).unwrap();
    std::fs::write(&file, "no zlib stream").unwrap();
    let error = made.open().blob(id, 100).unwrap_err();
    assert!(matches!(error, ObjectError::Unreadable { kind: ObjectKind::Blob, .. }), "{error}");
    let tree = local.commit(commit).unwrap().tree;
    assert_eq!(
        local.blob(tree, 100).unwrap_err(),
        ObjectError::Kind { id: tree, expected: ObjectKind::Blob, found: ObjectKind::Tree }
    );
}

#[test]
fn a_tracked_directory_that_poses_as_a_bare_repository_is_not_taken_for_one() {
    let made = Made::new();
    for path in ["x/objects/a", "x/refs/a", "x/d/a"] {
        made.write(path, "");
    }
    made.write("x/HEAD", "ref: refs/heads/other\n");
    let commit = made.commit("a");
    for below in ["x", "x/d"] {
        assert_eq!(Local::containing(&made.path().join(below)).unwrap().resolve("HEAD").unwrap(), commit);
    }
}

#[cfg(unix)]
#[test]
fn another_owner_is_no_reason_not_to_read() {
    let made = Made::new();
    // More than gitoxide reads of an untrusted repository by default.
    let large = "0123456789abcde\n".repeat((17 << 20) / 16);
    made.write("large", &large);
    made.git(&["config", "core.useReplaceRefs", "true"]);
    let commit = made.commit("a");
    if !chown(made.path()) {
        return;
    }
    assert!(!try_git(made.path(), &["status"]).status.success(), "git itself refuses");
    let local = made.open();
    let found = snapshot(&local, local.resolve("HEAD").unwrap());
    assert_eq!(local.resolve("HEAD").unwrap(), commit);
    assert_eq!(local.blob(found.get("large").unwrap().id, 64 << 20).unwrap().len(), large.len());
    assert_eq!(paths(&local.staged(None, &TreeLimits::default()).unwrap()), ["large"]);
}

/// Gives everything below a directory to somebody else; only root can.
#[cfg(unix)]
fn chown(path: &Path) -> bool {
    if std::os::unix::fs::lchown(path, Some(12345), Some(12345)).is_err() {
        return false;
    }
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            assert!(chown(&entry.unwrap().path()));
        }
    }
    true
}

#[cfg(unix)]
#[test]
fn nothing_that_a_repository_configures_is_run() {
    use std::os::unix::fs::PermissionsExt as _;
    let made = Made::new();
    made.write("a.txt", "text\n");
    made.write(".gitattributes", "*.txt filter=evil diff=evil\n");
    let commit = made.commit("a");
    let ran = made.path().join("ran");
    let script = made.path().join("evil.sh");
    std::fs::write(&script, format!("#!/bin/sh\ntouch {}\n", ran.display())).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let script = script.to_str().unwrap();
    for key in [
        "core.fsmonitor",
        "core.sshCommand",
        "core.gitProxy",
        "filter.evil.smudge",
        "filter.evil.process",
        "diff.evil.textconv",
        "core.hooksPath",
    ] {
        made.git(&["-c", "core.fsmonitor=false", "config", key, script]);
    }
    let local = made.open();
    let found = snapshot(&local, local.resolve("HEAD").unwrap());
    assert_eq!(text(&local, &found, "a.txt"), "text\n");
    assert_eq!(local.staged(None, &TreeLimits::default()).unwrap(), snapshot(&local, commit));
    assert!(!ran.exists());
}

#[test]
fn replacement_objects_do_not_change_what_a_commit_means() {
    let (made, [a, b, ..]) = merged();
    made.git(&["replace", &b.to_string(), &a.to_string()]);
    assert_eq!(paths(&snapshot(&made.open(), b)), ["f", "g"]);
}

#[test]
fn revisions_are_named_in_the_usual_ways() {
    let (made, [a, b, c, merge]) = merged();
    made.git(&["tag", "light", "side"]);
    made.git(&["tag", "-a", "v1.0", "-m", "one", "side"]);
    made.git(&["tag", "-a", "nested", "-m", "two", "v1.0"]);
    let local = made.open();
    let short = &merge.to_string()[..8];
    for (text, expected) in [
        ("HEAD", merge),
        ("@", merge),
        ("main", merge),
        ("refs/heads/side", b),
        ("heads/side", b),
        ("light", b),
        ("v1.0", b),
        ("nested", b),
        ("v1.0^{commit}", b),
        ("v1.0^", a),
        ("HEAD^2", b),
        ("HEAD~1", c),
        ("HEAD~2", a),
        ("HEAD^2~1", a),
        ("HEAD^0", merge),
        (short, merge),
        (&merge.to_string(), merge),
    ] {
        assert_eq!(local.resolve(text), Ok(expected), "{text}");
    }
    assert_eq!(
        local
            .resolve(&local.commit(a).unwrap().tree.to_string()[..12])
            .unwrap_err()
            .to_string()
            .split(' ')
            .next_back(),
        Some("commit")
    );
}

#[test]
fn a_revision_that_is_not_there_is_named_with_what_comes_near() {
    let (made, _) = merged();
    made.git(&["tag", "v1.0"]);
    let local = made.open();
    let said = |text: &str| local.resolve(text).unwrap_err().to_string();
    assert_eq!(said("mian"), "there is no revision `mian` in this clone; did you mean `main`?");
    assert_eq!(said("v1.1"), "there is no revision `v1.1` in this clone; did you mean `v1.0`?");
    assert_eq!(
        said("release\u{202E}x"),
        "there is no revision `release\\u{202E}x` in this clone; it has `main`, `side`, `v1.0`"
    );
    assert_eq!(said(""), "`` is no revision: it is empty");
    assert_eq!(said("main..side"), "`main..side` is no revision: it is a range; name one commit");
    assert_eq!(said("HEAD:f"), "`HEAD:f` is no revision: it names a file or a search; name a commit");
    assert_eq!(
        said("HEAD^{/x}"),
        "`HEAD^{/x}` is no revision: after the name only `^`, `^N`, `~N` and `^{commit}` are read"
    );
    assert_eq!(said("^main"), "`^main` is no revision: there is no name before `^` or `~`");
    assert!(said("HEAD^3").ends_with(" has 2 parents"), "{}", said("HEAD^3"));
    assert!(said("HEAD~99999999999").ends_with(" has 0 parents"), "{}", said("HEAD~99999999999"));
    assert!(
        said("HEAD~99999999999999999999999").contains("only"),
        "{}",
        said("HEAD~99999999999999999999999")
    );
    assert_eq!(Made::new().open().resolve("HEAD"), Err(RevisionError::Unborn));
}

#[test]
fn the_default_base_is_the_merge_base_with_the_default_branch() {
    let (made, [a, b, _, merge]) = merged();
    let local = made.open();
    let base = local.default_base(b).unwrap();
    assert_eq!((base.commit, base.branch.as_str()), (b, "main"));
    assert_eq!(local.default_base(merge).unwrap().commit, merge);

    let (_directory, path) = clone(made.path(), &[]);
    git(&path, &["reset", "-q", "--hard", &a.to_string()]);
    git(&path, &["commit", "-q", "--allow-empty", "-m", "mine"]);
    let cloned = Local::containing(&path).unwrap();
    let base = cloned.default_base(cloned.resolve("HEAD").unwrap()).unwrap();
    assert_eq!((base.commit, base.branch.as_str()), (a, "origin/HEAD"));

    made.git(&["branch", "-m", "main", "master"]);
    assert_eq!(made.open().default_base(b).unwrap().branch, "master");
    made.git(&["branch", "-m", "master", "trunk"]);
    assert_eq!(made.open().default_base(b), Err(BaseError::NoBranch));
    made.git(&["checkout", "-q", "--orphan", "main"]);
    let orphan = made.commit("orphan");
    assert_eq!(made.open().default_base(b), Err(BaseError::Unrelated { branch: "main".to_owned() }));
    assert_eq!(is_ancestor(&made.open(), orphan, b).unwrap(), Ancestry::No);
}

#[test]
fn a_criss_cross_has_two_merge_bases_as_git_says() {
    let (made, [_, b, c, _]) = merged();
    made.git(&["checkout", "-q", "-b", "other", &b.to_string()]);
    made.git(&["merge", "-q", "--no-ff", "-m", "other", &c.to_string()]);
    let (ours, theirs) = (made.id("main"), made.id("other"));
    let local = made.open();
    let MergeBases::Known(mut bases) = merge_bases(&local, ours, theirs).unwrap() else { panic!("known") };
    bases.sort_unstable();
    assert_eq!(bases, sorted([b, c]));
    let found = reached(&local, ours, &HashSet::from([b, theirs])).unwrap();
    assert_eq!((found.found, found.ends_at), (HashSet::from([b]), vec![]));
}

/// Histories of 40 commits with clocks that jump, against `git merge-base`.
#[test]
fn merge_bases_agree_with_git_on_tangled_histories() {
    let made = Made::new();
    let tree = made.git(&["write-tree"]);
    let mut state = 7u32;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    let mut ids: Vec<String> = Vec::new();
    for n in 0..40 {
        let mut arguments = vec!["commit-tree".to_owned(), tree.clone(), "-m".to_owned(), n.to_string()];
        let mut parents: Vec<usize> =
            (0..random(3) + 1).filter(|_| n > 0).map(|_| n - 1 - random(n.min(6))).collect();
        parents.sort_unstable();
        parents.dedup();
        for parent in parents {
            arguments.extend(["-p".to_owned(), ids[parent].clone()]);
        }
        let output = Command::new("git")
            .args(&arguments)
            .current_dir(made.path())
            .env("GIT_AUTHOR_NAME", "A")
            .env("GIT_AUTHOR_EMAIL", "a@example.com")
            .env("GIT_COMMITTER_NAME", "A")
            .env("GIT_COMMITTER_EMAIL", "a@example.com")
            .env("GIT_COMMITTER_DATE", format!("{} +0000", 1_700_000_000 + n * 100 - random(900)))
            .output()
            .unwrap();
        ids.push(String::from_utf8(output.stdout).unwrap().trim().to_owned());
    }
    let local = made.open();
    for _ in 0..60 {
        let (x, y) = (&ids[random(40)], &ids[random(40)]);
        let mut expected: Vec<Id> =
            made.git(&["merge-base", "--all", x, y]).lines().map(|line| line.parse().unwrap()).collect();
        expected.sort_unstable();
        let MergeBases::Known(mut bases) =
            merge_bases(&local, x.parse().unwrap(), y.parse().unwrap()).unwrap()
        else {
            panic!("known")
        };
        bases.sort_unstable();
        assert_eq!(bases, expected, "{x} {y}");
        let ancestor = try_git(made.path(), &["merge-base", "--is-ancestor", x, y]).status.success();
        let answer = is_ancestor(&local, x.parse().unwrap(), y.parse().unwrap()).unwrap();
        assert_eq!(answer, if ancestor { Ancestry::Yes } else { Ancestry::No });
    }
}

#[cfg(unix)]
#[test]
fn links_are_listed_and_never_followed_and_submodules_never_entered() {
    let made = Made::new();
    made.write("real/a.json", "{}\n");
    std::os::unix::fs::symlink("real", made.path().join("linked")).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", made.path().join("p.json")).unwrap();
    let inner = made.commit("inner");
    made.git(&["update-index", "--add", "--cacheinfo", &format!("160000,{inner},sub")]);
    made.git(&["commit", "-q", "-m", "sub"]);
    let local = made.open();
    let found = snapshot(&local, made.id("HEAD"));
    let modes: Vec<_> = found.entries().iter().map(|entry| (entry.path.as_str(), entry.mode)).collect();
    assert_eq!(
        modes,
        [
            ("linked", Mode::Link),
            ("p.json", Mode::Link),
            ("real/a.json", Mode::File),
            ("sub", Mode::Submodule)
        ]
    );
    let everything = Selection { below: None, include: globs(&["**"]), exclude: globs(&[]) };
    let selected: Vec<_> = found.select(&everything).iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(selected, ["real/a.json"]);
    let file = |path: &str| found.file(&RepositoryPath::new(path).unwrap()).map(|entry| entry.path.as_str());
    assert_eq!(file("real/a.json"), Ok("real/a.json"));
    assert_eq!(file("p.json"), Err(NotAFile::Link));
    assert_eq!(file("linked/a.json"), Err(NotAFile::Link));
    assert_eq!(file("sub/a.json"), Err(NotAFile::Submodule));
    assert_eq!(file("sub"), Err(NotAFile::Submodule));
    assert_eq!(file("real"), Err(NotAFile::Directory));
    assert_eq!(file("nothing"), Err(NotAFile::Absent));
}

#[cfg(unix)]
#[test]
fn unusual_names_are_kept_and_impossible_ones_are_said() {
    use std::os::unix::ffi::OsStrExt as _;
    let made = Made::new();
    for name in [" a b ", "ü", "new\nline", "-", "--flag", "a\\b", "::error::x"] {
        made.write(name, name);
    }
    std::fs::write(made.path().join(std::ffi::OsStr::from_bytes(b"latin-\xFC")), "").unwrap();
    let commit = made.commit("a");
    let found = snapshot(&made.open(), commit);
    assert_eq!(paths(&found), [" a b ", "-", "--flag", "::error::x", "a\\b", "new\nline", "ü"]);
    assert_eq!(found.remarks().len(), 1);
    assert_eq!(found.remarks()[0].path(), "latin-\u{FFFD}");
    assert_eq!(found.remarks()[0].raw, b"latin-\xFC");
    assert_eq!(found.remarks()[0].reason, Unlisted::NotUtf8);
}

#[test]
fn a_selection_is_includes_without_excludes_below_a_directory() {
    let made = Made::new();
    for path in ["a.sdf.json", "m/a.sdf.json", "m/n/b.sdf.json", "m/n/c.json", "mm/d.sdf.json"] {
        made.write(path, path);
    }
    let found = snapshot(&made.open(), made.commit("a"));
    let select = |below: Option<&str>, include: &[&str], exclude: &[&str]| -> Vec<String> {
        let below = below.map(|below| RepositoryPath::new(below).unwrap());
        let selection = Selection { below, include: globs(include), exclude: globs(exclude) };
        found.select(&selection).iter().map(|entry| entry.path.clone()).collect()
    };
    assert_eq!(
        select(None, &["**/*.sdf.json"], &["m/n/**"]),
        ["a.sdf.json", "m/a.sdf.json", "mm/d.sdf.json"]
    );
    assert_eq!(select(Some("m"), &["*.sdf.json"], &[]), ["m/a.sdf.json"]);
    assert_eq!(select(Some("m"), &["m/*"], &[]), [""; 0]);
}

#[test]
fn what_is_staged_is_a_snapshot_of_its_own() {
    let made = Made::new();
    made.write("a", "1\n");
    made.write("b", "1\n");
    let commit = made.commit("a");
    let local = made.open();
    let limits = TreeLimits::default();
    assert_eq!(local.staged(None, &limits).unwrap(), snapshot(&local, commit));

    made.write("a", "2\n");
    made.write("c", "3\n");
    made.git(&["add", "a", "c"]);
    made.git(&["rm", "-q", "b"]);
    made.write("a", "not staged\n");
    made.write("announced", "4\n");
    made.git(&["add", "--intent-to-add", "announced"]);
    let staged = local.staged(None, &limits).unwrap();
    assert_eq!(paths(&staged), ["a", "c"]);
    assert_eq!(text(&local, &staged, "a"), "2\n");

    // A hook of `git commit -a` sees another index.
    let other = made.path().join("other-index");
    std::fs::copy(made.path().join(".git/index"), made.path().join("saved")).unwrap();
    made.git(&["read-tree", "HEAD"]);
    std::fs::rename(made.path().join(".git/index"), &other).unwrap();
    std::fs::rename(made.path().join("saved"), made.path().join(".git/index")).unwrap();
    assert_eq!(paths(&local.staged(None, &limits).unwrap()), ["a", "c"]);
    assert_eq!(paths(&local.staged(Some(&other), &limits).unwrap()), ["a", "b"]);

    assert_eq!(Made::new().open().staged(None, &limits).unwrap(), Snapshot::empty());
    std::fs::write(&other, "DIRC nonsense").unwrap();
    assert!(matches!(local.staged(Some(&other), &limits), Err(StagedError::Unreadable { .. })));
}

#[test]
fn a_conflict_is_no_snapshot() {
    let made = Made::new();
    made.write("a", "1\n");
    made.commit("a");
    made.git(&["checkout", "-q", "-b", "side"]);
    made.write("a", "2\n");
    made.commit("b");
    made.git(&["checkout", "-q", "main"]);
    made.write("a", "3\n");
    made.commit("c");
    assert!(!try_git(made.path(), &["merge", "-q", "side"]).status.success());
    assert_eq!(
        made.open().staged(None, &TreeLimits::default()),
        Err(StagedError::Conflict { path: "a".to_owned() })
    );
}

#[test]
fn split_and_sparse_indexes_are_read_in_whole() {
    let made = Made::new();
    for path in ["a/x", "b/c/y", "b/z", "top"] {
        made.write(path, path);
    }
    let commit = made.commit("a");
    let whole = snapshot(&made.open(), commit);
    made.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "a"]);
    assert_eq!(made.open().staged(None, &TreeLimits::default()).unwrap(), whole);
    made.git(&["sparse-checkout", "disable"]);
    made.git(&["update-index", "--split-index"]);
    made.write("top", "staged\n");
    made.git(&["add", "top"]);
    let staged = made.open().staged(None, &TreeLimits::default()).unwrap();
    assert_eq!(paths(&staged), paths(&whole));
    assert_ne!(staged.get("top"), whole.get("top"));
}

#[test]
fn a_tree_that_holds_itself_many_times_over_is_given_up() {
    let mut held = Held::default();
    let id = |n: u8| Id::from_bytes([n; 20]);
    for level in 1..20 {
        let entries =
            (0..10).map(|n| TreeEntry { name: vec![b'a' + n], id: id(level + 1), mode: Mode::Tree });
        held.hold_tree(id(level), entries.collect());
    }
    held.hold_tree(id(20), Vec::new());
    let limits = TreeLimits { entries: 5000, ..TreeLimits::default() };
    let error = Snapshot::of_tree(&held, id(1), &limits).unwrap_err();
    assert!(matches!(error, ObjectError::TooMany { what: "entries", limit: 5000, .. }), "{error}");
    let limits = TreeLimits { listing_bytes: 100, ..TreeLimits::default() };
    let error = Snapshot::of_tree(&held, id(1), &limits).unwrap_err();
    assert!(matches!(error, ObjectError::TooMany { what: "bytes of paths", limit: 100, .. }), "{error}");
}

#[test]
fn trees_that_git_would_not_write_are_said_or_refused() {
    let blob = |name: &str| TreeEntry { name: name.into(), id: Id::from_bytes([9; 20]), mode: Mode::File };
    let of = |entries: Vec<TreeEntry>| {
        let mut held = Held::default();
        held.hold_tree(Id::ZERO, entries);
        Snapshot::of_tree(&held, Id::ZERO, &TreeLimits::default())
    };
    let found = of(vec![blob(".."), blob("a/b"), blob(".GIT"), blob(""), blob("b"), blob("a")]).unwrap();
    assert_eq!(paths(&found), ["a", "b"]);
    let remarks: Vec<_> = found.remarks().iter().map(|r| (&*r.raw, r.reason)).collect();
    assert_eq!(
        remarks,
        [
            (b"..".as_slice(), Unlisted::Name),
            (b"a/b", Unlisted::Name),
            (b".GIT", Unlisted::Name),
            (b"", Unlisted::Name)
        ]
    );
    assert_eq!(
        of(vec![blob("a"), blob("a")]).unwrap_err().to_string(),
        format!("tree {} cannot be read: it has `a` twice", Id::ZERO)
    );
    let long = "d".repeat(5000);
    assert_eq!(of(vec![blob(&long)]).unwrap().remarks()[0].reason, Unlisted::Long);
}

#[test]
fn two_thousand_files_are_read_in_order() {
    let made = Made::new();
    for n in 0..2000 {
        made.write(&format!("d{}/f{n}.json", n % 40), &format!("{n}\n"));
    }
    let local = made.open();
    let found = snapshot(&local, made.commit("a"));
    let listed = made.git(&["ls-files"]);
    assert_eq!(paths(&found), listed.lines().collect::<Vec<_>>());
    let mut contents = Contents::default();
    contents.read(&local, found.entries().iter().map(|entry| entry.id), 100, 100_000).unwrap();
    assert_eq!(contents.get(found.get("d7/f1967.json").unwrap().id).unwrap().as_ref(), b"1967\n");
}

/// The added lines that GitHub shows are those of `git diff`; ours must be the same.
#[test]
fn edited_lines_are_those_of_git_diff() {
    let made = Made::new();
    let member =
        |name: &str| format!("  \"{name}\": {{\n    \"type\": \"number\",\n    \"unit\": \"Cel\"\n  }},\n");
    let document = |names: &[&str]| {
        format!("{{\n{}  \"end\": 0\n}}\n", names.iter().map(|n| member(n)).collect::<String>())
    };
    let cases = [
        (document(&["a", "b", "c"]), document(&["a", "x", "b", "c"])),
        (document(&["a", "b", "c"]), document(&["a", "b", "c", "d"])),
        (document(&["a", "b", "c", "d"]), document(&["d", "a", "c"])),
        (document(&["a", "b"]), document(&["a", "b"]).replace("Cel", "K")),
        ("a\nb\nb\nb\nc\n".to_owned(), "a\nb\nb\nb\nb\nc\n".to_owned()),
        (document(&["a"; 6]), document(&["a"; 7])),
        (document(&[]), document(&["a", "b"])),
        ("one\ntwo".to_owned(), "one\ntwo\n".to_owned()),
    ];
    for (earlier, later) in cases {
        made.write("earlier", &earlier);
        made.write("later", &later);
        let output = try_git(made.path(), &["diff", "--no-index", "-U0", "earlier", "later"]);
        let mut expected = Vec::new();
        for line in String::from_utf8(output.stdout).unwrap().lines().filter(|line| line.starts_with("@@ ")) {
            let added = line.split(' ').nth(2).unwrap().trim_start_matches('+');
            let (start, count) = added.split_once(',').unwrap_or((added, "1"));
            let (start, count): (usize, usize) = (start.parse().unwrap(), count.parse().unwrap());
            expected.extend(start..start + count);
        }
        let changed = ChangedLines::between(earlier.as_bytes(), later.as_bytes());
        let found: Vec<usize> = (1..1000).filter(|&line| changed.contains(line)).collect();
        assert_eq!(found, expected, "{earlier}\n----\n{later}");
    }
}
