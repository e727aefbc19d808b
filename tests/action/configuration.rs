//! What a configuration file of the repository changes about a run.

use serde_json::Value;

use crate::repository::{LAMP, Lamp, lamp};
use crate::run::{Outcome, Run, pull_request};
use crate::stand_in::GitHub;

/// A lamp of 100 as the release `v1`, of 120 on `main` since, and of 130 on `topic`. The file says what `toml` says.
fn since_the_release(toml: &str) -> Lamp {
    Lamp::after(
        |repository| {
            repository.commit();
            repository.git(&["tag", "v1"]);
            repository.write(LAMP, &lamp(120));
            repository.write("countersign.toml", toml);
        },
        |repository| repository.write(LAMP, &lamp(130)),
    )
}

fn run(pull: &Lamp, set: impl FnOnce(Run<'_>) -> Run<'_>) -> (GitHub, Outcome, Value) {
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.merge);
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    let outcome = set(run).go();
    let report = match outcome.code {
        2 => Value::Null,
        _ => serde_json::from_str(&outcome.file(workspace.path(), "report-file")).unwrap(),
    };
    (github, outcome, report)
}

#[test]
fn a_base_in_the_file_compares_every_pull_request_with_the_last_release() {
    let pull = since_the_release("base = \"v1\"\n");
    let (github, outcome, report) = run(&pull, |run| run.without_upload());
    assert_eq!(outcome.code, 1, "{}", outcome.shown());
    assert_eq!(report["base"], pull.repository.git(&["rev-parse", "v1"]));
    assert_eq!(report["head"], pull.merge);
    assert!(outcome.stdout.contains("1 compared, v1 to "), "{}", outcome.stdout);
    assert!(github.comments()[0].body.contains("`100` → `130`"), "{}", github.comments()[0].body);
}

#[test]
fn an_input_is_stronger_than_the_base_in_the_file() {
    let pull = since_the_release("base = \"v1\"\n");
    let (_, outcome, report) = run(&pull, |run| run.without_upload().input("base", "main"));
    assert_eq!((outcome.code, &report["base"]), (1, &Value::from(pull.base.as_str())), "{}", outcome.shown());
    assert!(outcome.summary.contains("`120` → `130`"), "{}", outcome.summary);
}

#[test]
fn a_head_in_the_file_is_compared_and_nothing_is_uploaded_for_a_commit_that_was_not() {
    let pull = since_the_release("base = \"v1\"\nhead = \"main\"\n");
    let (github, outcome, report) = run(&pull, |run| run);
    assert_eq!((outcome.code, &report["head"]), (1, &Value::from(pull.base.as_str())), "{}", outcome.shown());
    assert!(outcome.summary.contains("`100` → `120`"), "{}", outcome.summary);
    assert_eq!(github.uploads().len(), 0);
    assert!(
        outcome.annotations("notice").join("").contains("another one was compared"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn a_base_in_the_file_that_nobody_knows_is_named_with_what_to_change() {
    let pull = since_the_release("base = \"v9\"\n");
    let (_, outcome, _) = run(&pull, |run| run.without_upload());
    assert_eq!(outcome.code, 2, "{}", outcome.shown());
    let error = outcome.annotations("error").join("");
    assert!(
        error.contains(
            "the base v9 is neither in the checkout nor on GitHub; set the inputs `base` and `head`"
        ),
        "{error}"
    );
}
