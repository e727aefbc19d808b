//! What somebody sees who runs a job again with debug logging.

use crate::repository::{Lamp, nothing_checked_out};
use crate::run::{Outcome, Run, pull_request};
use crate::stand_in::{GitHub, TOKEN};

fn run(github: &GitHub, pull: &Lamp, debug: &str) -> Outcome {
    let workspace = nothing_checked_out();
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    run.without_upload().variable("RUNNER_DEBUG", debug).go()
}

#[test]
fn debug_logging_shows_the_revisions_and_why_every_request_and_what_was_read() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let outcome = run(&github, &pull, "1");
    assert_eq!(outcome.code, 1, "{}", outcome.shown());
    let details: Vec<_> = outcome.stderr.lines().filter(|line| line.starts_with("debug: ")).collect();
    let says = |text: &str| {
        assert!(details.iter().any(|line| line.contains(text)), "{text} is not in {details:#?}");
    };
    says("the event is pull_request; nothing is checked out");
    says(&format!(
        "the base is {} ({}), because the event asks for the first parent of the merge commit {}",
        pull.base,
        &pull.base[..9],
        pull.merge
    ));
    says(&format!("GET /repos/octo/lamps/git/commits/{}: 200, ", pull.merge));
    says("POST /graphql: 200, ");
    says("read 2 files (");
    says(" bytes) through the API; requests: 1");
    says("compared them: failed");
    says("POST /repos/octo/lamps/issues/7/comments: 201, ");
    // One line a request, with how long it took. The harness sees to it that no line is a command and none has the token.
    for request in github.requests() {
        let ours = |line: &&&str| line.contains(&request.path) && line.contains(&request.verb);
        assert!(details.iter().any(|line| ours(&line) && line.ends_with(" ms")), "{}", request.shown());
    }
    assert_eq!(outcome.stderr.matches(TOKEN).count(), 0);
}

#[test]
fn without_debug_logging_there_are_no_details() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    for debug in ["", "0", "true"] {
        assert_eq!(run(&github, &pull, debug).stderr, "", "{debug}");
    }
}

#[test]
fn debug_logging_shows_no_token_that_a_server_echoes() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    github.refuse("GET", "/commits/", 401, "the token ghs_0123456789abcdef is bad");
    let workspace = nothing_checked_out();
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    let outcome = run.variable("RUNNER_DEBUG", "1").input("base", "topic").go();
    assert_eq!(outcome.code, 2, "{}", outcome.shown());
    // The harness looks for the token everywhere.
    assert!(outcome.stderr.contains("the token *** is bad"), "{}", outcome.stderr);
}
