//! The steps of the guides, done in a repository.

use std::path::Path;
use std::process::Command;

use crate::pages::{blocks, read, root};

/// A repository with the example, in which a branch changes it.
pub(crate) struct Project(tempfile::TempDir);

impl Project {
    pub(crate) fn new() -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        project.git(&["init", "-q", "-b", "main"]);
        project.model("v1");
        project.commit();
        project.git(&["checkout", "-q", "-b", "change"]);
        project.model("v2");
        project.commit();
        project
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn model(&self, version: &str) {
        std::fs::copy(
            root().join("examples/valve").join(version).join("valve.sdf.json"),
            self.path().join("valve.sdf.json"),
        )
        .unwrap();
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
            git.env_remove(name);
        }
        let identity = [
            "-c",
            "user.name=Nobody",
            "-c",
            "user.email=nobody@example.invalid",
            "-c",
            "commit.gpgsign=false",
        ];
        let status = git
            .current_dir(self.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", self.path().join("no-such-file"))
            .args(identity)
            .args(arguments)
            .status()
            .unwrap();
        assert!(status.success(), "git {arguments:?}");
    }

    fn commit(&self) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", "change"]);
    }

    /// Runs `countersign` with the words of a command line; its exit status and standard output.
    pub(crate) fn run(&self, line: &str) -> (i32, String) {
        let words: Vec<_> = line.split_whitespace().collect();
        let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
            .current_dir(self.path())
            .args(words)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code().unwrap(), text)
    }
}

/// The command lines of a guide, without `countersign`.
fn commands(guide: &str) -> Vec<String> {
    let lines = blocks(guide, "console").into_iter().flat_map(str::lines);
    lines.filter_map(|line| line.strip_prefix("$ countersign ")).map(str::to_owned).collect()
}

#[test]
fn the_steps_of_the_first_guide_do_what_it_says() {
    let guide = read("docs/guides/first-pull-request.md");
    let commands = commands(&guide);
    assert_eq!(commands, ["review", "explain breaking/maximum"]);
    let project = Project::new();
    let (status, report) = project.run(&commands[0]);
    assert_eq!(status, 1);
    assert!(report.contains("[breaking/maximum]"), "{report}");
    let (status, explanation) = project.run(&commands[1]);
    assert_eq!(status, 0);
    assert!(explanation.starts_with("breaking/maximum"), "{explanation}");
    assert_eq!(project.run("review --staged").0, 0, "nothing is staged");
}

#[test]
fn the_steps_of_the_guide_on_signing_do_what_it_says() {
    let guide = read("docs/guides/acknowledging.md");
    let commands = commands(&guide);
    assert_eq!(commands.len(), 2);
    let project = Project::new();
    assert_eq!(project.run(&commands[0]).0, 1, "the status is still that of the review");
    project.write("countersign.toml", blocks(&guide, "toml")[0]);
    project.commit();
    let (status, report) = project.run("review");
    assert_eq!(status, 0, "{report}");
    assert!(report.contains("4 breaking and 1 undetermined acknowledged"), "{report}");

    // After the merge: the old entry covers a new change of the same place, as the guide warns.
    project.git(&["checkout", "-q", "main"]);
    project.git(&["merge", "-q", "change"]);
    project.git(&["checkout", "-q", "-b", "next"]);
    let text = std::fs::read_to_string(project.path().join("valve.sdf.json")).unwrap();
    assert_eq!(text.matches("\"maximum\": 12").count(), 2, "flow and target");
    project.write("valve.sdf.json", &text.replacen("\"maximum\": 12", "\"maximum\": 15", 1));
    project.commit();
    let (status, report) = project.run("review");
    assert_eq!(status, 0, "{report}");
    assert!(report.contains("Unused acknowledgements:"), "{report}");
    // An empty list finds it.
    project.write(
        "acknowledged.json",
        "{\"schema\":\"esdieff.acknowledged-differences\",\"version\":\"1\",\"differences\":[]}",
    );
    project.commit();
    let (status, report) = project.run("review");
    assert_eq!(status, 1, "{report}");
    assert!(report.contains("maximum 12 → 15"), "{report}");
    // The command of the guide writes this branch's entries, and no other.
    assert_eq!(project.run(&commands[1]).0, 1);
    let entries = std::fs::read_to_string(project.path().join("acknowledged.json")).unwrap();
    assert_eq!(entries.matches("\"kind\"").count(), 1, "{entries}");
}

#[test]
fn the_example_entry_signs_for_a_change_of_the_example() {
    let project = Project::new();
    project.write("acknowledged.json", blocks(&read("docs/guides/acknowledging.md"), "json")[0]);
    project.write("countersign.toml", "acknowledged = \"acknowledged.json\"\n");
    project.commit();
    let (status, report) = project.run("review");
    assert_eq!(status, 1);
    assert!(report.contains("1 breaking and 0 undetermined acknowledged"), "{report}");
    assert!(report.contains("Agreed with the dashboard team"), "{report}");
    assert!(!report.contains("Unused acknowledgements"), "{report}");
}

#[test]
fn the_projects_of_the_guide_on_monorepos_are_reviewed_apart() {
    let guide = read("docs/guides/monorepo.md");
    let [lamps, doors] = blocks(&guide, "toml")[..] else { panic!("two configurations are expected") };
    let project = Project(tempfile::tempdir().unwrap());
    project.git(&["init", "-q", "-b", "main"]);
    let model = |maximum: u8| {
        format!(
            "{{\"sdfObject\":{{\"O\":{{\"sdfProperty\":{{\"p\":{{\"type\":\"integer\",\"writable\":false,\"maximum\":{maximum}}}}}}}}}}}"
        )
    };
    project.write(".github/countersign/lamps.toml", lamps);
    project.write(".github/countersign/doors.toml", doors);
    let none = "{\"schema\":\"esdieff.acknowledged-differences\",\"version\":\"1\",\"differences\":[]}";
    for folder in ["lamps", "doors"] {
        project.write(&format!("devices/{folder}/m.sdf.json"), &model(9));
        project.write(&format!("devices/{folder}/acknowledged.json"), none);
    }
    project.commit();
    project.git(&["checkout", "-q", "-b", "change"]);
    project.write("devices/lamps/m.sdf.json", &model(12));
    project.write("devices/doors/drafts/m.sdf.json", &model(12));
    project.commit();
    let [command] = &commands(&guide)[..] else { panic!("one command is expected") };
    let (status, report) = project.run(command);
    assert_eq!(status, 1, "{report}");
    assert!(report.contains("devices/lamps/m.sdf.json") && !report.contains("doors"), "{report}");
    let (status, report) = project.run(&command.replace("lamps", "doors"));
    assert_eq!(status, 0, "{report}");

    // The key in an entry is the path from the repository's root.
    project.run(&format!(
        "{command} --acknowledgements-output devices/lamps/acknowledged.json --replace-acknowledgements"
    ));
    let entries = std::fs::read_to_string(project.path().join("devices/lamps/acknowledged.json")).unwrap();
    assert!(entries.contains("\"document\":\"devices/lamps/m.sdf.json\""), "{entries}");
    project.commit();
    assert_eq!(project.run(command).0, 0);
}

#[test]
fn the_commands_of_the_guide_on_release_notes_lead_between_its_revisions() {
    let commands = commands(&read("docs/guides/release-notes.md"));
    let project = Project::new();
    project.git(&["tag", "v1.9.0", "main"]);
    project.git(&["tag", "v2.0.0"]);
    project.model("v1");
    project.commit();
    let title = |line: &str| {
        let (status, notes) = project.run(line);
        assert_eq!(status, 0, "{notes}");
        notes.lines().next().unwrap_or_default().to_owned()
    };
    let titles: Vec<_> = commands.iter().map(|line| title(line)).collect();
    assert_eq!(
        titles,
        [
            "# Changes from `v1.9.0` to `v2.0.0`",
            "# Changes from `v2.0.0` to `HEAD`",
            "# Changes from `v1.9.0` to `v2.0.0`"
        ]
    );
}
