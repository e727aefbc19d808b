//! GitHub refuses something: everything else is delivered, what mends it is said, and the verdict stands.

use crate::repository::Lamp;
use crate::run::{Outcome, Run, pull_request};
use crate::stand_in::GitHub;

const INTEGRATION: &str = "Resource not accessible by integration";

fn run(github: &GitHub, pull: &Lamp, set: impl FnOnce(Run<'_>) -> Run<'_>) -> Outcome {
    let workspace = pull.repository.checkout(&pull.merge);
    let event = pull_request(&pull.base, &pull.head);
    set(Run::on(github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event)).go()
}

#[test]
fn a_token_that_may_not_write_leaves_annotations_and_the_verdict() {
    for status in [403, 404] {
        let pull = Lamp::new();
        let github = GitHub::of(pull.repository.path());
        github.refuse("POST", "/code-scanning/sarifs", status, INTEGRATION);
        github.refuse("POST", "/comments", status, INTEGRATION);
        let outcome = run(&github, &pull, |run| run);
        // 1, not 4: that something could not be delivered hides nothing.
        assert_eq!((outcome.code, outcome.output("disposition")), (1, "failed"), "{}", outcome.shown());
        assert_eq!(outcome.annotations("error").len(), 1, "{}", outcome.stdout);
        let notices = outcome.annotations("notice").join("\n");
        assert!(notices.contains("cannot upload the results to code scanning"), "{notices}");
        assert!(notices.contains("security-events: write"), "{notices}");
        let warnings = outcome.annotations("warning").join("\n");
        assert!(warnings.contains("cannot write the comment"), "{warnings}");
        assert!(warnings.contains("pull-requests: write"), "{warnings}");
        assert!(outcome.stderr.contains("pull-requests: write"), "{}", outcome.stderr);
        assert!(outcome.summary.contains("`100` → `120`"));
    }
}

#[test]
fn a_comment_that_is_refused_where_nothing_else_is_wrong_ends_with_four() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    github.refuse("GET", "/issues/7/comments", 403, INTEGRATION);
    let outcome = run(&github, &pull, |run| run.without_upload().input("fail-on", "never"));
    assert_eq!((outcome.code, outcome.output("disposition")), (4, "failed"), "{}", outcome.shown());
}

#[test]
fn code_scanning_that_is_not_enabled_is_a_notice_and_no_failure() {
    let pull = Lamp::with(|repository| repository.write("more.txt", "More.\n"));
    let github = GitHub::of(pull.repository.path());
    let message = "Code Security must be enabled for this repository to use code scanning.";
    github.refuse("POST", "/code-scanning/sarifs", 403, message);
    let outcome = run(&github, &pull, |run| run);
    assert_eq!(outcome.code, 0, "{}", outcome.shown());
    let notices = outcome.annotations("notice");
    let [notice] = notices.as_slice() else { panic!("{notices:?}") };
    assert!(notice.contains("enable Code Security") && notice.contains("`upload-sarif`"), "{notice}");
}
