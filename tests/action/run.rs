//! Runs the real program as a runner would: variables, files, and nothing else from this machine.
//!
//! The same run can be made in a Docker image, started as GitHub starts it, to see whether the container does as the
//! binary does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::stand_in::{GitHub, TOKEN};

/// A run in the making.
pub(crate) struct Run<'a> {
    github: &'a GitHub,
    workspace: &'a Path,
    event: Value,
    variables: BTreeMap<String, String>,
}

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) outputs: BTreeMap<String, String>,
    /// The file of outputs as it was written.
    pub(crate) output_file: String,
    pub(crate) summary: String,
}

impl<'a> Run<'a> {
    /// A run for an event. `sha` and `git_ref` are the runner's.
    pub(crate) fn on(
        github: &'a GitHub,
        workspace: &'a Path,
        name: &str,
        sha: &str,
        git_ref: &str,
        event: Value,
    ) -> Self {
        let variables = [
            ("GITHUB_ACTIONS", "true"),
            ("GITHUB_EVENT_NAME", name),
            ("GITHUB_SHA", sha),
            ("GITHUB_REF", git_ref),
            ("GITHUB_REPOSITORY", "octo/lamps"),
            ("GITHUB_API_URL", &github.url),
            ("GITHUB_SERVER_URL", &github.url),
            ("GITHUB_RUN_ID", "42"),
            ("GITHUB_ACTOR", "mona"),
            ("INPUT_TOKEN", TOKEN),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        Self { github, workspace, event, variables }
    }

    /// Sets an input, as `with:` does.
    pub(crate) fn input(self, name: &str, value: &str) -> Self {
        let name = format!("INPUT_{}", name.replace(' ', "_").to_uppercase());
        self.variable(&name, value)
    }

    /// Without an upload, which takes five seconds.
    pub(crate) fn without_upload(self) -> Self {
        self.input("upload-sarif", "false")
    }

    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.insert(name.to_owned(), value.to_owned());
        self
    }

    pub(crate) fn event(&mut self) -> &mut Value {
        &mut self.event
    }

    fn files(&self) -> TempDir {
        let files = tempfile::tempdir().unwrap();
        std::fs::write(files.path().join("event.json"), self.event.to_string()).unwrap();
        std::fs::write(files.path().join("output"), "").unwrap();
        std::fs::write(files.path().join("summary"), "").unwrap();
        files
    }

    fn places(&self, workspace: &Path, files: &Path) -> Vec<(String, String)> {
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        let mut all: Vec<_> = self.variables.clone().into_iter().collect();
        all.extend([
            ("GITHUB_WORKSPACE".to_owned(), text(workspace.to_owned())),
            ("GITHUB_EVENT_PATH".to_owned(), text(files.join("event.json"))),
            ("GITHUB_OUTPUT".to_owned(), text(files.join("output"))),
            ("GITHUB_STEP_SUMMARY".to_owned(), text(files.join("summary"))),
            ("RUNNER_TEMP".to_owned(), text(files.to_owned())),
        ]);
        all
    }

    /// Runs the program that was just built.
    pub(crate) fn go(self) -> Outcome {
        let files = self.files();
        let output = assert_cmd::Command::cargo_bin("countersign")
            .unwrap()
            .arg("action")
            .current_dir(self.workspace)
            .env_clear()
            .envs(self.places(self.workspace, files.path()))
            .output()
            .unwrap();
        self.outcome(&output, files.path())
    }

    /// Runs the image as GitHub does: as root in `/github/workspace`, which belongs to somebody else.
    pub(crate) fn go_in(self, image: &str) -> Outcome {
        let files = self.files();
        let mut command = Command::new("docker");
        command.args(["run", "--rm", "--network", "host", "--workdir", "/github/workspace"]);
        let mounts = [(self.workspace, "/github/workspace"), (files.path(), "/github/files")];
        for (here, there) in mounts {
            command.arg("--volume").arg(format!("{}:{there}", here.display()));
        }
        for (name, value) in self.places(Path::new("/github/workspace"), Path::new("/github/files")) {
            command.arg("--env").arg(format!("{name}={value}"));
        }
        // Another user's workspace, where this process may give it away.
        let _ = Command::new("chown").args(["-R", "1001:127"]).arg(self.workspace).output();
        let output = command.args([image, "action"]).output().unwrap();
        self.outcome(&output, files.path())
    }

    fn outcome(&self, output: &std::process::Output, files: &Path) -> Outcome {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let file = |name: &str| std::fs::read_to_string(files.join(name)).unwrap();
        let outcome = Outcome {
            code: output.status.code().unwrap(),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
            outputs: outputs(&file("output")),
            output_file: file("output"),
            summary: file("summary"),
        };
        outcome.is_inert();
        // Nothing but what GitHub knows was asked for.
        self.github.requests();
        outcome
    }
}

/// The file of outputs as the runner reads it.
fn outputs(text: &str) -> BTreeMap<String, String> {
    let mut outputs = BTreeMap::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let (name, delimiter) = line.split_once("<<").unwrap();
        let value: Vec<_> = lines.by_ref().take_while(|line| *line != delimiter).collect();
        let twice = outputs.insert(name.to_owned(), value.join("\n"));
        assert_eq!(twice, None, "{name}");
    }
    outputs
}

impl Outcome {
    /// What holds for every run: each line that the runner would obey is a command of ours, and the token is shown once,
    /// to be masked.
    fn is_inert(&self) {
        for line in self.stdout.lines().chain(self.stderr.lines()) {
            let ours = ["::add-mask::", "::error", "::warning", "::notice"];
            let text = line.trim_start();
            let command = text.starts_with("::");
            assert!(!command || ours.iter().any(|start| text.starts_with(start)), "{line}");
            // The older spelling counts anywhere in a line, unless the line is a command already.
            assert!(command || !line.contains("##["), "{line}");
        }
        assert!(!self.stderr.lines().any(|line| line.trim_start().starts_with("::")), "{}", self.stderr);
        assert_eq!(self.stdout.matches(TOKEN).count(), usize::from(self.stdout.contains("::add-mask::")));
        for text in [&self.stderr, &self.output_file, &self.summary] {
            assert!(!text.contains(TOKEN), "{text}");
        }
    }

    pub(crate) fn output(&self, name: &str) -> &str {
        self.outputs.get(name).map_or("(not set)", String::as_str)
    }

    /// The annotations of a level, as they stand in the log.
    pub(crate) fn annotations(&self, level: &str) -> Vec<&str> {
        let start = format!("::{level}");
        self.stdout.lines().filter(|line| line.starts_with(&start)).collect()
    }

    /// The file that an output names.
    pub(crate) fn file(&self, workspace: &Path, output: &str) -> String {
        std::fs::read_to_string(workspace.join(self.output(output))).unwrap()
    }

    /// Everything, for the message of an assertion.
    pub(crate) fn shown(&self) -> String {
        format!("exit {}\n{}\n{}\n{:#?}\n{}", self.code, self.stdout, self.stderr, self.outputs, self.summary)
    }
}

/// A `pull_request` payload of number 7 between branches of one repository.
pub(crate) fn pull_request(base: &str, head: &str) -> Value {
    json!({
        "action": "synchronize",
        "number": 7,
        "pull_request": {
            "number": 7, "state": "open",
            "base": { "ref": "main", "sha": base, "repo": { "full_name": "octo/lamps" } },
            "head": { "ref": "topic", "sha": head, "repo": { "full_name": "octo/lamps" } },
        },
        "repository": { "full_name": "octo/lamps", "default_branch": "main" },
    })
}

/// A `push` payload.
pub(crate) fn push(git_ref: &str, before: &str, after: &str) -> Value {
    json!({
        "ref": git_ref, "before": before, "after": after,
        "created": before == ZEROS, "deleted": after == ZEROS, "forced": false,
        "repository": { "full_name": "octo/lamps", "default_branch": "main" },
    })
}

/// No commit.
pub(crate) const ZEROS: &str = "0000000000000000000000000000000000000000";
