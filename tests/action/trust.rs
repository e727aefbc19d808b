//! Who may write: forks, Dependabot, and a write token that meets an unreviewed head.

use serde_json::{Value, json};

use crate::repository::{ACKNOWLEDGED, LAMP, Lamp, lamp};
use crate::run::{Outcome, Run, pull_request};
use crate::stand_in::GitHub;

fn annotated(outcome: &Outcome, who: &str) {
    assert_eq!(outcome.code, 1, "{}", outcome.shown());
    let notices = outcome.annotations("notice");
    let [notice] = notices.as_slice() else { panic!("{notices:?}") };
    assert!(notice.contains(&format!("{who}, so its token can only read")), "{notice}");
    assert!(notice.contains("`sarif-file`") && notice.contains("`workflow_run`"), "{notice}");
    assert_eq!(
        outcome.annotations("error"),
        [
            "::error file=models/lamp.sdf.json,line=9,col=11,title=Breaking%3A sdfProperty level%3A maximum 100 → 120::A \
             Thing may now report 120; earlier Clients accept at most 100 [breaking/maximum]"
        ]
    );
    assert!(outcome.summary.contains("**`maximum` `100` → `120`**"), "{}", outcome.summary);
    assert_eq!((outcome.output("comment-url"), outcome.output("sarif-id")), ("(not set)", "(not set)"));
}

#[test]
fn a_fork_gets_annotations_and_a_summary_and_one_notice_and_no_write_is_tried() {
    for head_repository in [json!({ "full_name": "mallory/lamps" }), Value::Null] {
        let pull = Lamp::new();
        let github = GitHub::of(pull.repository.path());
        let workspace = pull.repository.checkout(&pull.merge);
        let mut event = pull_request(&pull.base, &pull.head);
        event["pull_request"]["head"]["repo"] = head_repository;
        let outcome =
            Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event).go();
        annotated(&outcome, "this pull request comes from a fork");
        assert!(github.requests().is_empty(), "{:?}", github.requests());
    }
}

#[test]
fn dependabot_is_treated_like_a_fork() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.merge);
    let event = pull_request(&pull.base, &pull.head);
    let outcome = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event)
        .variable("GITHUB_ACTOR", "dependabot[bot]")
        .go();
    annotated(&outcome, "Dependabot started this run");
    assert!(github.requests().is_empty());
}

/// The head signs for its own change and asks for no failure; the base has neither.
fn selfish() -> Lamp {
    Lamp::with(|repository| {
        repository.write(LAMP, &lamp(120));
        repository.write("acknowledged.json", ACKNOWLEDGED);
        repository.write("countersign.toml", "acknowledged = \"acknowledged.json\"\nfail-on = \"never\"\n");
    })
}

fn target(github: &GitHub, pull: &Lamp, set: impl FnOnce(Run<'_>) -> Run<'_>) -> Outcome {
    // As usual with this event, the base is checked out.
    let workspace = pull.repository.checkout(&pull.base);
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(github, workspace.path(), "pull_request_target", &pull.base, "refs/heads/main", event);
    set(run.without_upload()).go()
}

#[test]
fn on_pull_request_target_nobody_signs_for_their_own_change() {
    let pull = selfish();
    let github = GitHub::of(pull.repository.path());
    let outcome = target(&github, &pull, |run| run);
    assert_eq!((outcome.code, outcome.output("breaking")), (1, "1"), "{}", outcome.shown());
    let comment = &github.comments()[0].body;
    assert!(
        comment.contains(
            "This change also edits `countersign.toml`, which decides what is compared or signed for: it was read from \
             the base, so the edit counts once it is there."
        ),
        "{comment}"
    );
}

#[test]
fn on_pull_request_target_a_fork_gets_its_comment_and_its_alerts() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.base);
    let mut event = pull_request(&pull.base, &pull.head);
    event["pull_request"]["head"]["repo"] = json!({ "full_name": "mallory/lamps" });
    let outcome =
        Run::on(&github, workspace.path(), "pull_request_target", &pull.base, "refs/heads/main", event).go();
    assert_eq!((outcome.code, outcome.output("breaking")), (1, "1"), "{}", outcome.shown());
    assert_eq!(github.comments().len(), 1);
    let [(body, _)] = <[_; 1]>::try_from(github.uploads()).unwrap();
    assert_eq!((&body["commit_sha"], &body["ref"]), (&json!(pull.head), &json!("refs/pull/7/head")));
}

#[test]
fn on_pull_request_target_the_head_is_trusted_when_an_input_says_so() {
    let pull = selfish();
    let github = GitHub::of(pull.repository.path());
    let outcome = target(&github, &pull, |run| run.input("acknowledged-from", "head"));
    assert_eq!((outcome.code, outcome.output("acknowledged-breaking")), (0, "1"), "{}", outcome.shown());
    assert_eq!(outcome.output("disposition"), "passed");
}

#[test]
fn on_pull_request_target_a_signature_on_the_base_counts() {
    let pull = Lamp::after(
        |repository| {
            repository.write("acknowledged.json", ACKNOWLEDGED);
            repository.write("countersign.toml", "acknowledged = \"acknowledged.json\"\n");
        },
        |repository| {
            repository.write(LAMP, &lamp(120));
            repository.git(&["rm", "-q", "acknowledged.json", "countersign.toml"]);
        },
    );
    let github = GitHub::of(pull.repository.path());
    let outcome = target(&github, &pull, |run| run);
    assert_eq!((outcome.code, outcome.output("acknowledged-breaking")), (0, "1"), "{}", outcome.shown());
}
