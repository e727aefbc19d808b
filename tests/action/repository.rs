//! Git repositories made for one test, and what a checkout step would have left of them.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Runs git without anybody's configuration, at a fixed time.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new("git")
        .current_dir(folder)
        .args(["-c", "protocol.file.allow=always", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .envs([
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
            ("GIT_AUTHOR_NAME", "Nobody"),
            ("GIT_AUTHOR_EMAIL", "nobody@example.invalid"),
            ("GIT_COMMITTER_NAME", "Nobody"),
            ("GIT_COMMITTER_EMAIL", "nobody@example.invalid"),
            ("GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z"),
            ("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z"),
        ])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "git {arguments:?} in {}: {}",
        folder.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

/// A repository as it is on GitHub, with a work tree to write it in.
pub(crate) struct Repository {
    folder: TempDir,
}

impl Repository {
    /// An empty one, on the branch `main`.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        git(folder.path(), &["init", "-q", "-b", "main"]);
        git(folder.path(), &["config", "uploadpack.allowAnySHA1InWant", "true"]);
        Self { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// What git says, without the line end.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        String::from_utf8(git(self.path(), arguments)).unwrap().trim_end().to_owned()
    }

    pub(crate) fn write(&self, path: &str, content: &str) {
        self.write_bytes(path, content.as_bytes());
    }

    pub(crate) fn write_bytes(&self, path: &str, content: &[u8]) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    /// Commits everything that was written; the commit's id.
    pub(crate) fn commit(&self) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "A step"]);
        self.head()
    }

    pub(crate) fn head(&self) -> String {
        self.git(&["rev-parse", "HEAD"])
    }

    /// Goes to a branch, which is made if it is not there.
    pub(crate) fn branch(&self, name: &str) {
        let known = self.git(&["branch", "--list", name]);
        let mut arguments = vec!["switch", "-q"];
        if known.is_empty() {
            arguments.push("-c");
        }
        arguments.push(name);
        self.git(&arguments);
    }

    /// The merge commit that GitHub makes for a pull request of `head` into `base`.
    pub(crate) fn merge(&self, base: &str, head: &str) -> String {
        self.git(&["switch", "-q", "--detach", base]);
        self.git(&["merge", "-q", "--no-ff", "-m", "Merge", head]);
        let merge = self.head();
        self.git(&["update-ref", "refs/pull/7/merge", &merge]);
        merge
    }

    /// What `actions/checkout` leaves with `fetch-depth: 0`.
    pub(crate) fn checkout(&self, commit: &str) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        let origin = self.path().to_str().unwrap();
        git(folder.path(), &["clone", "-q", "--no-checkout", origin, "."]);
        git(folder.path(), &["fetch", "-q", "origin", commit]);
        git(folder.path(), &["-c", "advice.detachedHead=false", "checkout", "-q", commit]);
        folder
    }

    /// What `actions/checkout` leaves by default: one commit, whose parents are known by name only.
    pub(crate) fn shallow_checkout(&self, commit: &str) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        git(folder.path(), &["init", "-q", "-b", "main"]);
        let origin = format!("file://{}", self.path().display());
        git(folder.path(), &["remote", "add", "origin", &origin]);
        git(folder.path(), &["fetch", "-q", "--depth", "1", "origin", commit]);
        git(folder.path(), &["-c", "advice.detachedHead=false", "checkout", "-q", commit]);
        folder
    }
}

/// A workspace without any checkout.
pub(crate) fn nothing_checked_out() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The lamp's file.
pub(crate) const LAMP: &str = "models/lamp.sdf.json";
/// The line of the lamp's `maximum`.
pub(crate) const MAXIMUM_LINE: u64 = 9;

/// A lamp whose level goes up to `maximum`. A larger one breaks those who read it.
pub(crate) fn lamp(maximum: u32) -> String {
    format!(
        r#"{{
  "info": {{ "title": "Lamp" }},
  "sdfObject": {{
    "Lamp": {{
      "sdfProperty": {{
        "level": {{
          "type": "integer",
          "minimum": 0,
          "maximum": {maximum}
        }}
      }}
    }}
  }}
}}
"#
    )
}

/// Two revisions of a lamp: `main`, and the branch `topic` that breaks it.
pub(crate) struct Lamp {
    pub(crate) repository: Repository,
    /// The tip of `main`.
    pub(crate) base: String,
    /// The tip of `topic`.
    pub(crate) head: String,
    /// Their merge commit.
    pub(crate) merge: String,
}

impl Lamp {
    /// `topic` raises the maximum from 100 to 120.
    pub(crate) fn new() -> Self {
        Self::with(|repository| repository.write(LAMP, &lamp(120)))
    }

    /// `topic` does what `edit` does. `main` goes on meanwhile, so that the payload's base is not where topic left.
    pub(crate) fn with(edit: impl FnOnce(&Repository)) -> Self {
        Self::after(|_| {}, edit)
    }

    /// `prepare` adds to the lamp of 100 before `topic` leaves and does what `edit` does.
    pub(crate) fn after(prepare: impl FnOnce(&Repository), edit: impl FnOnce(&Repository)) -> Self {
        let repository = Repository::new();
        repository.write(LAMP, &lamp(100));
        prepare(&repository);
        repository.commit();
        repository.branch("topic");
        edit(&repository);
        let head = repository.commit();
        repository.branch("main");
        repository.write("notes.txt", "Something else.\n");
        let base = repository.commit();
        let merge = repository.merge(&base, &head);
        Self { repository, base, head, merge }
    }

    /// Goes on with `topic`: another commit, and another merge commit.
    pub(crate) fn push(&mut self, edit: impl FnOnce(&Repository)) {
        self.repository.branch("topic");
        edit(&self.repository);
        self.head = self.repository.commit();
        self.merge = self.repository.merge(&self.base, &self.head);
    }
}

/// An acknowledgement of the step from 100 to 120.
pub(crate) const ACKNOWLEDGED: &str = r#"{"schema":"esdieff.acknowledged-differences","version":"1","differences":[
  {"kind":"changed","subject":"quality","quality":"maximum","classification":"breaking",
   "earlier":{"document":"models/lamp.sdf.json","pointer":"/sdfObject/Lamp/sdfProperty/level/maximum"},
   "later":{"document":"models/lamp.sdf.json","pointer":"/sdfObject/Lamp/sdfProperty/level/maximum"},
   "note":"Agreed with the fitters."}
]}
"#;
