//! Eight situations that a workflow gets into. Each ends as it should, and with `COUNTERSIGN_IMAGE` the Docker image of
//! that name does exactly as the program does: the same exit status, log, outputs, summary, files and requests.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::repository::{ACKNOWLEDGED, LAMP, Lamp, Repository, lamp, nothing_checked_out};
use crate::run::{Outcome, Run, ZEROS, pull_request, push};
use crate::stand_in::{Comment, GitHub, Request};

/// Everything that a run did.
#[derive(Debug, PartialEq)]
struct Effects {
    code: i32,
    stdout: String,
    stderr: String,
    outputs: Vec<(String, String)>,
    summary: String,
    report: String,
    comments: Vec<Comment>,
    uploads: Vec<Value>,
    requests: Vec<String>,
    releases: Vec<String>,
}

/// Runs a situation, in the image as well if there is one. `github` sets up what GitHub knows.
fn ends(
    repository: &Repository,
    github: impl Fn(&GitHub),
    workspace: impl Fn() -> TempDir,
    run: impl for<'a> Fn(&'a GitHub, &'a Path) -> Run<'a>,
) -> Effects {
    let effects = |go: &dyn Fn(Run<'_>) -> Outcome| {
        let hub = GitHub::of(repository.path());
        github(&hub);
        let workspace = workspace();
        let outcome = go(run(&hub, workspace.path()));
        // Ports differ from one stand-in to the next.
        let plain = |text: &str| text.replace(&hub.url, "https://github.example");
        let log = |(_, log): (Value, Value)| log;
        Effects {
            code: outcome.code,
            stdout: plain(&outcome.stdout),
            stderr: plain(&outcome.stderr),
            summary: plain(&outcome.summary),
            report: outcome.file(workspace.path(), "report-file"),
            comments: hub.comments().into_iter().map(|it| Comment { body: plain(&it.body), ..it }).collect(),
            uploads: hub.uploads().into_iter().map(log).collect(),
            requests: hub.requests().iter().map(Request::shown).collect(),
            releases: hub.release_texts(),
            outputs: outcome.outputs.into_iter().collect(),
        }
    };
    let here = effects(&|run| run.go());
    if let Ok(image) = std::env::var("COUNTERSIGN_IMAGE") {
        assert_eq!(effects(&|run| run.go_in(&image)), here);
    }
    here
}

fn pull<'a>(lamp: &Lamp, github: &'a GitHub, workspace: &'a Path) -> Run<'a> {
    let event = pull_request(&lamp.base, &lamp.head);
    Run::on(github, workspace, "pull_request", &lamp.merge, "refs/pull/7/merge", event)
}

#[test]
fn a_pull_request_with_a_breaking_change() {
    let lamp = Lamp::new();
    let checkout = || lamp.repository.checkout(&lamp.merge);
    let effects =
        ends(&lamp.repository, |_| {}, checkout, |github, workspace| pull(&lamp, github, workspace));
    assert_eq!((effects.code, effects.comments.len(), effects.uploads.len()), (1, 1, 1), "{effects:#?}");
}

#[test]
fn the_same_change_acknowledged() {
    let signed = Lamp::with(|repository| {
        repository.write(LAMP, &lamp(120));
        repository.write("acknowledged.json", ACKNOWLEDGED);
    });
    let checkout = || signed.repository.checkout(&signed.merge);
    let effects = ends(
        &signed.repository,
        |_| {},
        checkout,
        |github, workspace| pull(&signed, github, workspace).input("acknowledged", "acknowledged.json"),
    );
    assert_eq!((effects.code, effects.comments.len(), effects.uploads.len()), (0, 1, 1), "{effects:#?}");
    assert_eq!(effects.uploads[0]["runs"][0]["results"], json!([]));
}

#[test]
fn a_fork() {
    let lamp = Lamp::new();
    let checkout = || lamp.repository.checkout(&lamp.merge);
    let effects = ends(
        &lamp.repository,
        |_| {},
        checkout,
        |github, workspace| {
            let mut run = pull(&lamp, github, workspace);
            run.event()["pull_request"]["head"]["repo"] = json!({ "full_name": "mallory/lamps" });
            run
        },
    );
    assert_eq!((effects.code, effects.requests.len()), (1, 0), "{effects:#?}");
    assert!(effects.stdout.contains("::error file=models/lamp.sdf.json,line=9,"), "{effects:#?}");
}

#[test]
fn a_clone_of_depth_one() {
    let lamp = Lamp::new();
    let checkout = || lamp.repository.shallow_checkout(&lamp.merge);
    let effects = ends(
        &lamp.repository,
        |_| {},
        checkout,
        |github, workspace| pull(&lamp, github, workspace).without_upload(),
    );
    assert_eq!((effects.code, effects.comments.len()), (1, 1), "{effects:#?}");
    assert_eq!(effects.requests.iter().filter(|request| request.contains("/git/blobs/")).count(), 1);
}

#[test]
fn no_clone_at_all() {
    let lamp = Lamp::new();
    let effects = ends(
        &lamp.repository,
        |_| {},
        nothing_checked_out,
        |github, workspace| pull(&lamp, github, workspace).without_upload(),
    );
    assert_eq!((effects.code, effects.comments.len()), (1, 1), "{effects:#?}");
    assert_eq!(effects.requests.iter().filter(|request| *request == "POST /graphql").count(), 1);
}

#[test]
fn a_merge_queue() {
    let lamp = Lamp::new();
    let git_ref = "refs/heads/gh-readonly-queue/main/pr-7-abc";
    let checkout = || lamp.repository.checkout(&lamp.merge);
    let effects = ends(
        &lamp.repository,
        |_| {},
        checkout,
        |github, workspace| {
            let event = json!({ "merge_group": { "base_sha": lamp.base, "head_sha": lamp.merge, "head_ref": git_ref } });
            Run::on(github, workspace, "merge_group", &lamp.merge, git_ref, event)
        },
    );
    assert_eq!((effects.code, effects.requests.len()), (1, 0), "{effects:#?}");
}

#[test]
fn a_new_branch() {
    let lamp = Lamp::new();
    let checkout = || lamp.repository.shallow_checkout(&lamp.head);
    let effects = ends(
        &lamp.repository,
        |_| {},
        checkout,
        |github, workspace| {
            let event = push("refs/heads/topic", ZEROS, &lamp.head);
            Run::on(github, workspace, "push", &lamp.head, "refs/heads/topic", event)
        },
    );
    assert_eq!((effects.code, effects.uploads.len()), (1, 1), "{effects:#?}");
    assert!(effects.requests[0].starts_with("GET /compare/main..."), "{effects:#?}");
}

#[test]
fn a_release() {
    let lamp = Lamp::new();
    lamp.repository.git(&["tag", "v1", &lamp.base]);
    lamp.repository.git(&["tag", "v2", &lamp.merge]);
    let releases = |github: &GitHub| {
        github.release(1, "v1", "2026-01-01T00:00:00Z", "The first.");
        github.release(2, "v2", "2026-02-01T00:00:00Z", "The second.");
    };
    let checkout = || lamp.repository.checkout(&lamp.merge);
    let effects = ends(&lamp.repository, releases, checkout, |github, workspace| {
        let release =
            json!({ "id": 2, "tag_name": "v2", "draft": false, "published_at": "2026-02-01T00:00:00Z" });
        let event = json!({ "action": "published", "release": release });
        let run = Run::on(github, workspace, "release", &lamp.merge, "refs/tags/v2", event);
        run.without_upload().input("release-notes", "true").input("fail-on", "never")
    });
    assert_eq!((effects.code, effects.releases[0].as_str()), (0, "The first."), "{effects:#?}");
    assert!(
        effects.releases[1].starts_with("The second.\n\n<!-- countersign:notes:begin -->\n"),
        "{effects:#?}"
    );
}
