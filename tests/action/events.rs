//! What happens on other events than a pull request.

use std::path::Path;

use serde_json::json;

use crate::repository::{LAMP, Lamp, Repository, lamp};
use crate::run::{Outcome, Run, ZEROS, push};
use crate::stand_in::GitHub;

/// `main` with a lamp of 100, and then one of 120.
fn two_steps() -> (Repository, String, String) {
    let repository = Repository::new();
    repository.write(LAMP, &lamp(100));
    let earlier = repository.commit();
    repository.write(LAMP, &lamp(120));
    let later = repository.commit();
    (repository, earlier, later)
}

fn fails_with_120(outcome: &Outcome) {
    assert_eq!((outcome.code, outcome.output("breaking")), (1, "1"), "{}", outcome.shown());
    assert!(outcome.summary.contains("`100` → `120`"), "{}", outcome.summary);
}

#[test]
fn a_push_compares_before_with_after_and_uploads_for_its_branch() {
    let (repository, earlier, later) = two_steps();
    let github = GitHub::of(repository.path());
    let workspace = repository.checkout(&later);
    let event = push("refs/heads/main", &earlier, &later);
    let outcome = Run::on(&github, workspace.path(), "push", &later, "refs/heads/main", event).go();
    fails_with_120(&outcome);
    let [(body, _)] = <[_; 1]>::try_from(github.uploads()).unwrap();
    assert_eq!((&body["ref"], &body["commit_sha"]), (&json!("refs/heads/main"), &json!(later)));
    assert_eq!(github.writes(), ["POST /code-scanning/sarifs"]);
}

#[test]
fn a_new_branch_is_compared_with_where_it_left_the_default_branch() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.head);
    let event = push("refs/heads/topic", ZEROS, &pull.head);
    let run = Run::on(&github, workspace.path(), "push", &pull.head, "refs/heads/topic", event);
    fails_with_120(&run.without_upload().go());
}

#[test]
fn after_a_forced_push_a_commit_that_is_gone_is_replaced_by_the_merge_base() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.head);
    let mut event = push("refs/heads/topic", &"d".repeat(40), &pull.head);
    event["forced"] = json!(true);
    let run = Run::on(&github, workspace.path(), "push", &pull.head, "refs/heads/topic", event);
    fails_with_120(&run.without_upload().go());
}

#[test]
fn a_push_whose_base_is_nowhere_says_which_commit_and_what_to_change() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.head);
    let gone = "d".repeat(40);
    let event = push("refs/heads/topic", &gone, &pull.head);
    let outcome = Run::on(&github, workspace.path(), "push", &pull.head, "refs/heads/topic", event)
        .without_upload()
        .go();
    assert_eq!(outcome.code, 2, "{}", outcome.shown());
    let error = outcome.annotations("error").join("\n");
    assert!(
        error.contains(&format!("the commit {gone} is neither in the checkout nor on GitHub"))
            && error.contains("`base`"),
        "{error}"
    );
}

#[test]
fn the_push_that_creates_the_default_branch_is_nothing_to_compare() {
    let (repository, _, later) = two_steps();
    let github = GitHub::of(repository.path());
    let workspace = repository.checkout(&later);
    let event = push("refs/heads/main", ZEROS, &later);
    let outcome = Run::on(&github, workspace.path(), "push", &later, "refs/heads/main", event).go();
    assert_eq!((outcome.code, outcome.output("disposition")), (0, ""), "{}", outcome.shown());
    assert_eq!(
        outcome.annotations("notice"),
        ["::notice::the push created the default branch, so there is nothing to compare it with"]
    );
}

#[test]
fn a_pushed_tag_is_compared_with_the_release_before_it_and_uploads_for_the_tag() {
    let (repository, github, later) = releases();
    let workspace = repository.checkout(&later);
    let event = push("refs/tags/v2", ZEROS, &later);
    let outcome = Run::on(&github, workspace.path(), "push", &later, "refs/tags/v2", event).go();
    fails_with_120(&outcome);
    assert!(outcome.stdout.contains("1 compared, v1 to "), "{}", outcome.stdout);
    assert_eq!(github.uploads()[0].0["ref"], "refs/tags/v2");
}

#[test]
fn a_deleted_branch_is_nothing_to_compare() {
    let (repository, _, later) = two_steps();
    let github = GitHub::of(repository.path());
    let workspace = repository.checkout(&later);
    let event = push("refs/heads/topic", &later, ZEROS);
    let outcome = Run::on(&github, workspace.path(), "push", &later, "refs/heads/topic", event).go();
    assert_eq!((outcome.code, outcome.output("disposition"), outcome.output("outcome")), (0, "", ""));
    assert_eq!(
        outcome.annotations("notice"),
        ["::notice::the push deleted its branch or tag, so there is nothing to compare"]
    );
    assert!(github.requests().is_empty());
}

#[test]
fn a_merge_queue_is_checked_and_nothing_is_uploaded() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.merge);
    let git_ref = "refs/heads/gh-readonly-queue/main/pr-7-abc";
    let event = json!({
        "action": "checks_requested",
        "merge_group": { "base_sha": pull.base, "head_sha": pull.merge, "head_ref": git_ref, "base_ref": "refs/heads/main" },
        "repository": { "full_name": "octo/lamps", "default_branch": "main" },
    });
    let outcome = Run::on(&github, workspace.path(), "merge_group", &pull.merge, git_ref, event).go();
    fails_with_120(&outcome);
    assert_eq!(
        outcome.annotations("notice"),
        [
            "::notice::nothing was uploaded to code scanning: GitHub takes no code-scanning results for the refs of a \
             merge queue"
        ]
    );
    assert_eq!(outcome.annotations("error").len(), 1);
    assert_eq!(github.writes(), Vec::<String>::new());
}

#[test]
fn the_push_that_a_merge_queue_makes_of_its_branch_is_checked_and_not_uploaded_either() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.merge);
    let git_ref = "refs/heads/gh-readonly-queue/main/pr-7-abc";
    let event = push(git_ref, &pull.base, &pull.merge);
    let outcome = Run::on(&github, workspace.path(), "push", &pull.merge, git_ref, event).go();
    fails_with_120(&outcome);
    assert!(outcome.annotations("notice")[0].contains("the refs of a merge queue"), "{}", outcome.stdout);
    assert_eq!(github.writes(), Vec::<String>::new());
}

/// `v1` has a lamp of 100, `v2` one of 120.
fn releases() -> (Repository, GitHub, String) {
    let (repository, earlier, later) = two_steps();
    repository.git(&["tag", "v1", &earlier]);
    repository.git(&["tag", "v2", &later]);
    let github = GitHub::of(repository.path());
    github.release(1, "v1", "2026-01-01T00:00:00Z", "The first.");
    (repository, github, later)
}

fn released(github: &GitHub, workspace: &Path, later: &str, id: u64, tag: &str) -> Outcome {
    let event = json!({
        "action": "published",
        "release": { "id": id, "tag_name": tag, "draft": false, "published_at": "2026-02-01T00:00:00Z" },
        "repository": { "full_name": "octo/lamps", "default_branch": "main" },
    });
    let git_ref = format!("refs/tags/{tag}");
    let run = Run::on(github, workspace, "release", later, &git_ref, event);
    run.without_upload().input("release-notes", "true").input("fail-on", "never").go()
}

#[test]
fn a_release_is_compared_with_the_one_before_and_gets_notes_below_what_people_wrote() {
    let (repository, github, later) = releases();
    github.release(2, "v2", "2026-02-01T00:00:00Z", "Hand-written.");
    let workspace = repository.checkout(&later);
    let outcome = released(&github, workspace.path(), &later, 2, "v2");
    assert_eq!((outcome.code, outcome.output("disposition")), (0, "failed"), "{}", outcome.shown());
    let [first, text] = <[_; 2]>::try_from(github.release_texts()).unwrap();
    assert!(
        text.starts_with("Hand-written.\n\n<!-- countersign:notes:begin -->\n# Changes from `v1` to `v2`\n"),
        "{text}"
    );
    assert!(text.contains("`100` → `120`"), "{text}");
    assert_eq!(first, "The first.");
    assert_eq!(github.writes(), ["PATCH /releases/2"]);
}

#[test]
fn the_first_release_is_nothing_to_compare() {
    let (repository, earlier, _) = two_steps();
    repository.git(&["tag", "v1", &earlier]);
    let github = GitHub::of(repository.path());
    github.release(1, "v1", "2026-01-01T00:00:00Z", "The first.");
    let workspace = repository.checkout(&earlier);
    let outcome = released(&github, workspace.path(), &earlier, 1, "v1");
    assert_eq!((outcome.code, outcome.output("disposition")), (0, ""), "{}", outcome.shown());
    assert_eq!(
        outcome.annotations("notice"),
        ["::notice::no release came before this one, so there is nothing to compare it with"]
    );
    assert_eq!(github.writes(), Vec::<String>::new());
}

#[test]
fn a_release_that_is_not_published_is_nothing_to_compare() {
    let (repository, github, later) = releases();
    let workspace = repository.checkout(&later);
    for (action, draft) in [("created", true), ("unpublished", false), ("deleted", false)] {
        let release = json!({ "id": 2, "tag_name": "v2", "draft": draft, "published_at": null });
        let event = json!({ "action": action, "release": release });
        let outcome = Run::on(&github, workspace.path(), "release", &later, "refs/tags/v2", event).go();
        assert_eq!((outcome.code, outcome.output("disposition")), (0, ""), "{action}: {}", outcome.shown());
        assert_eq!(
            outcome.annotations("notice"),
            ["::notice::the release is not published, so there is nothing to compare"]
        );
    }
    assert!(github.requests().is_empty());
}

#[test]
fn without_asking_for_release_notes_the_release_is_left_alone() {
    let (repository, github, later) = releases();
    github.release(2, "v2", "2026-02-01T00:00:00Z", "Hand-written.");
    let workspace = repository.checkout(&later);
    let release =
        json!({ "id": 2, "tag_name": "v2", "draft": false, "published_at": "2026-02-01T00:00:00Z" });
    let event = json!({ "action": "published", "release": release });
    let run = Run::on(&github, workspace.path(), "release", &later, "refs/tags/v2", event);
    fails_with_120(&run.without_upload().go());
    assert_eq!(github.release_texts(), ["The first.", "Hand-written."]);
    assert_eq!(github.writes(), Vec::<String>::new());
}

#[test]
fn a_scheduled_run_compares_with_the_newest_release() {
    let (repository, github, later) = releases();
    let workspace = repository.checkout(&later);
    let event = json!({ "schedule": "0 4 * * 1" });
    let run = Run::on(&github, workspace.path(), "schedule", &later, "refs/heads/main", event);
    let outcome = run.without_upload().go();
    fails_with_120(&outcome);
    assert!(outcome.stdout.contains("1 compared, v1 to "), "{}", outcome.stdout);
}

#[test]
fn an_event_that_names_no_revisions_says_which_do_and_runs_with_the_inputs() {
    let (repository, github, later) = releases();
    let workspace = repository.checkout(&later);
    let run = || {
        let event = json!({ "action": "completed" });
        Run::on(&github, workspace.path(), "workflow_run", &later, "refs/heads/main", event).without_upload()
    };
    let outcome = run().go();
    assert_eq!(outcome.code, 2, "{}", outcome.shown());
    let error = outcome.annotations("error").join("");
    assert!(
        error.contains(
            "the event workflow_run names no two revisions; set the inputs `base` and `head`, or run on"
        ),
        "{error}"
    );
    fails_with_120(&run().input("base", "v1").go());
}

#[test]
fn a_run_by_hand_compares_what_the_inputs_name() {
    let (repository, github, later) = releases();
    let workspace = repository.checkout(&later);
    let event = json!({ "repository": { "full_name": "octo/lamps", "default_branch": "main" } });
    let run = Run::on(&github, workspace.path(), "workflow_dispatch", &later, "refs/heads/main", event);
    let outcome = run.without_upload().input("base", "v1").input("head", "main").go();
    fails_with_120(&outcome);
    assert!(outcome.stdout.contains("1 compared, v1 to main\n"), "{}", outcome.stdout);
}

#[test]
fn a_run_by_hand_without_inputs_compares_with_the_newest_release() {
    let (repository, github, later) = releases();
    let workspace = repository.checkout(&later);
    let event = json!({ "repository": { "full_name": "octo/lamps", "default_branch": "main" } });
    let outcome =
        Run::on(&github, workspace.path(), "workflow_dispatch", &later, "refs/heads/main", event).go();
    fails_with_120(&outcome);
    assert_eq!(github.uploads().len(), 1);
}
