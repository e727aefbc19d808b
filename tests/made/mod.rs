//! A git repository made for one test, and `countersign` run in it.

#![allow(
    clippy::unwrap_used,
    dead_code,
    unreachable_pub,
    reason = "a failed step of the preparation is a failed test, and no test needs everything here"
)]

use std::path::Path;
use std::process::{Command, Output};

pub struct Made {
    directory: tempfile::TempDir,
}

impl Made {
    pub fn new() -> Self {
        let made = Self { directory: tempfile::tempdir().unwrap() };
        made.git(&["init", "-q", "-b", "main"]);
        made
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("GIT_") {
                git.env_remove(name);
            }
        }
        for role in ["AUTHOR", "COMMITTER"] {
            git.env(format!("GIT_{role}_NAME"), "A").env(format!("GIT_{role}_EMAIL"), "a@example.com");
            git.env(format!("GIT_{role}_DATE"), "2026-01-02T03:04:05Z");
        }
        let output = git
            .args(arguments)
            .current_dir(self.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .output()
            .unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    }

    pub fn write(&self, path: &str, content: &str) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub fn remove(&self, path: &str) {
        std::fs::remove_file(self.path().join(path)).unwrap();
    }

    /// Commits everything and tags it.
    pub fn tagged(&self, tag: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", tag]);
        self.git(&["tag", tag]);
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("countersign");
        command.current_dir(self.path()).env_clear().args(arguments).output().unwrap()
    }

    /// Standard output of a run that ended with this status.
    #[track_caller]
    pub fn said(&self, status: i32, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(status), "{}\n{}", stderr(&output), stdout(&output));
        stdout(&output)
    }

    /// The message of a run that was refused: status 2 and nothing on standard output.
    #[track_caller]
    pub fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{}\n{}", stderr(&output), stdout(&output));
        assert!(output.stdout.is_empty());
        stderr(&output)
    }
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A model of a tank with a level up to a maximum, in percent.
pub fn tank(version: &str, maximum: u32) -> String {
    format!(
        r#"{{
  "info": {{"title": "Tank", "version": "{version}"}},
  "sdfObject": {{
    "Tank": {{
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
