//! What each input changes about what somebody sees.

use serde_json::Value;
use tempfile::TempDir;

use crate::repository::{LAMP, Lamp, Repository, lamp};
use crate::run::{Outcome, Run, pull_request};
use crate::stand_in::GitHub;

struct Ran {
    github: GitHub,
    workspace: TempDir,
    outcome: Outcome,
}

impl Ran {
    fn json(&self, output: &str) -> Value {
        serde_json::from_str(&self.outcome.file(self.workspace.path(), output)).unwrap()
    }

    fn comment(&self) -> String {
        self.github.comments()[0].body.clone()
    }
}

fn run(pull: &Lamp, set: impl FnOnce(Run<'_>) -> Run<'_>) -> Ran {
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.merge);
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    let outcome = set(run.without_upload()).go();
    Ran { github, workspace, outcome }
}

/// Prose and data beside the lamp, all of which `topic` changes; the lamp stays as it is.
fn beside_models() -> Lamp {
    Lamp::after(
        |repository| {
            repository.write("docs/guide.md", "# Guide\n\nOpen the valve slowly.\n");
            repository.write("data/rows.json", "{\"limits\": {\"high\": 90, \"low\": 5}}\n");
        },
        |repository| {
            repository.write("docs/guide.md", "# Guide\n\nOpen the valve very slowly.   \n\n\n\nClose it.\n");
            repository.write("data/rows.json", "{\"limits\": {\"high\": 80}}\n");
        },
    )
}

#[test]
fn documents_data_and_polish_are_told_in_comment_report_and_files_once_inputs_select_them() {
    let pull = beside_models();
    let off = run(&pull, |run| run);
    assert_eq!((off.outcome.code, off.outcome.output("changes-file")), (0, "(not set)"));
    assert_eq!(off.github.comments().len(), 0, "{}", off.outcome.shown());

    let on = run(&pull, |run| {
        run.input("documents", "docs/**/*.md").input("data", "data/*.json").input("polish", "docs/**/*.md")
    });
    assert_eq!((on.outcome.code, on.outcome.output("disposition")), (0, "passed"), "{}", on.outcome.shown());
    let report = on.json("report-file");
    assert_eq!((&report["schema"], &report["version"]), (&"countersign.review".into(), &"1".into()));
    for (member, path) in
        [("documents", "docs/guide.md"), ("data", "data/rows.json"), ("polish", "docs/guide.md")]
    {
        assert!(report[member].get(path).is_some(), "{member}: {report:#}");
    }
    let changes = on.json("changes-file");
    assert_eq!(changes["data/rows.json"]["body"]["limits"]["high"], 80, "{changes:#}");
    let comment = on.comment();
    assert!(
        comment.contains("`docs/guide.md`") && comment.contains("Open the valve <ins>very </ins>slowly."),
        "{comment}"
    );
    let data = comment.find("data/rows.json").unwrap();
    let folded = comment[..data].rfind("<details>").unwrap();
    assert!(!comment[folded..data].contains("</details>"), "the data is folded: {comment}");
}

#[test]
fn a_document_that_changes_outside_of_allow_fails() {
    let guide = |closed: &str| format!("# Guide\n\n## Open\n\nSlowly.\n\n## Closed\n\n{closed}\n");
    let pull = Lamp::after(
        |repository| {
            repository.write("docs/guide.md", &guide("Settled."));
            repository.write("allowed.json", r#"{"address_prefixes": ["/section[1]/section[1]"]}"#);
        },
        |repository| repository.write("docs/guide.md", &guide("Unsettled, and more than before.")),
    );
    let free = run(&pull, |run| run.input("documents", "docs/*.md"));
    assert_eq!(free.outcome.code, 0, "{}", free.outcome.shown());
    let scoped = run(&pull, |run| run.input("documents", "docs/*.md").input("allow", "allowed.json"));
    assert_eq!((scoped.outcome.code, scoped.outcome.output("disposition")), (1, "failed"));
    let errors = scoped.outcome.annotations("error").join("\n");
    assert!(
        errors.contains("file=docs/guide.md") && errors.contains("document/outside-scope"),
        "{}",
        scoped.outcome.shown()
    );
    let refused = run(&pull, |run| run.input("documents", "docs/*.md").input("allow", "nowhere.json"));
    assert_eq!(refused.outcome.code, 2);
    assert!(refused.outcome.stderr.contains("nowhere.json"), "{}", refused.outcome.stderr);
}

#[test]
fn fail_on_changes_the_exit_status_and_nothing_else() {
    let undetermined = Lamp::with(|repository| {
        repository.write(LAMP, &lamp(100).replace("\"minimum\": 0,", "\"minimum\": 0;"));
    });
    let breaking = Lamp::new();
    for (pull, statuses) in [(&breaking, [1, 1, 0]), (&undetermined, [3, 0, 0])] {
        let mut said = Vec::new();
        for (fail_on, status) in ["undetermined", "breaking", "never"].into_iter().zip(statuses) {
            let ran = run(pull, |run| run.input("fail-on", fail_on));
            assert_eq!(ran.outcome.code, status, "{fail_on}: {}", ran.outcome.shown());
            let report = ran.outcome.file(ran.workspace.path(), "report-file");
            said.push((report, ran.outcome.output("disposition").to_owned(), ran.outcome.summary.clone()));
        }
        assert!(said.windows(2).all(|two| two[0] == two[1]));
    }
}

#[test]
fn the_sarif_file_is_written_where_an_input_says_and_nowhere_outside() {
    let ran = run(&Lamp::new(), |run| run.input("sarif-file", "out/lamps.sarif"));
    assert_eq!((ran.outcome.code, ran.outcome.output("sarif-file")), (1, "out/lamps.sarif"));
    assert_eq!(ran.json("sarif-file")["version"], "2.1.0");
    let outside =
        run(&Lamp::new(), |run| run.input("sarif-file", "../lamps.sarif").input("fail-on", "never"));
    assert_eq!(outside.outcome.code, 4, "{}", outside.outcome.shown());
    assert!(outside.outcome.stderr.contains("../lamps.sarif"), "{}", outside.outcome.stderr);
}

#[test]
fn a_category_of_ones_own_is_the_analysis_and_ends_in_a_slash() {
    let ran = run(&Lamp::new(), |run| run.input("category", "lamps/indoor"));
    assert_eq!(ran.json("sarif-file")["runs"][0]["automationDetails"]["id"], "countersign/lamps/indoor/");
}

#[test]
fn annotations_and_summary_can_be_switched_off() {
    let ran = run(&Lamp::new(), |run| run.input("annotations", "False").input("summary", "FALSE"));
    assert_eq!(ran.outcome.code, 1, "{}", ran.outcome.shown());
    assert_eq!(ran.outcome.annotations("error"), Vec::<&str>::new());
    assert_eq!(ran.outcome.summary, "");
    assert!(ran.outcome.file(ran.workspace.path(), "changelog-file").contains("`100` → `120`"));
}

#[test]
fn a_boolean_that_is_none_is_named_with_its_input() {
    let ran = run(&Lamp::new(), |run| run.input("summary", "yes"));
    assert_eq!(ran.outcome.code, 2);
    let error = ran.outcome.annotations("error").join("");
    assert!(error.contains("input `summary`: `yes` is neither true nor false"), "{error}");
}

#[test]
fn a_working_directory_is_where_globs_paths_and_the_configuration_begin() {
    let nested = |repository: &Repository, maximum| {
        repository.write("devices/models/pump.sdf.json", &lamp(maximum));
        repository.write("devices/countersign.toml", "[models]\ninclude = [\"models/*.sdf.json\"]\n");
    };
    let pull = Lamp::after(
        |repository| nested(repository, 1),
        |repository| {
            nested(repository, 2);
            // Outside of the directory nobody looks.
            repository.write(LAMP, &lamp(120));
        },
    );
    let ran = run(&pull, |run| run.input("working-directory", "devices"));
    assert_eq!((ran.outcome.code, ran.outcome.output("breaking")), (1, "1"), "{}", ran.outcome.shown());
    assert!(
        ran.comment().starts_with("<!-- countersign:v1 devices/countersign.toml -->"),
        "{}",
        ran.comment()
    );
    assert!(ran.comment().contains("`devices/models/pump.sdf.json`"), "{}", ran.comment());
}

#[test]
fn a_limit_that_is_reached_is_named_and_never_passes() {
    let ran = run(&Lamp::new(), |run| run.input("limits", "source-bytes=20\nnesting=50"));
    assert_ne!(ran.outcome.code, 0, "{}", ran.outcome.shown());
    let said = format!("{}{}", ran.outcome.stdout, ran.outcome.summary);
    assert!(said.contains("source-bytes"), "{said}");
    let refused = run(&Lamp::new(), |run| run.input("limits", "source-byte=20"));
    assert_eq!(refused.outcome.code, 2);
    assert!(refused.outcome.stderr.contains("did you mean `source-bytes`?"), "{}", refused.outcome.stderr);
}
