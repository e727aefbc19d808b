//! Workspaces that do not have everything: what is missing is read through the API.

use crate::repository::{Lamp, nothing_checked_out};
use crate::run::{Run, pull_request};
use crate::stand_in::{GitHub, Request};

fn reads(github: &GitHub) -> Vec<String> {
    let mut requests = github.requests();
    requests.retain(|request| request.path.starts_with("/git/"));
    requests.iter().map(Request::shown).collect()
}

#[test]
fn a_clone_of_depth_one_is_enough() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.shallow_checkout(&pull.merge);
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    let outcome = run.without_upload().go();
    assert_eq!((outcome.code, outcome.output("breaking")), (1, "1"), "{}", outcome.shown());
    // The head is here. Of the base there is one commit, one tree, and one blob, since only one file is a model.
    let base_tree = pull.repository.git(&["rev-parse", &format!("{}^{{tree}}", pull.base)]);
    let base_blob = pull.repository.git(&["rev-parse", &format!("{}:models/lamp.sdf.json", pull.base)]);
    assert_eq!(
        reads(&github),
        [
            format!("GET /git/commits/{}", pull.base),
            format!("GET /git/trees/{base_tree}?recursive=1"),
            format!("GET /git/blobs/{base_blob}"),
        ]
    );
}

#[test]
fn no_checkout_step_is_needed_at_all() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let workspace = nothing_checked_out();
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    let outcome = run.without_upload().go();
    assert_eq!((outcome.code, outcome.output("breaking")), (1, "1"), "{}", outcome.shown());
    assert!(github.comments()[0].body.contains("`100` → `120`"));
    // Each distinct blob once: two models, and of the files that are no models none.
    let blobs: Vec<_> = reads(&github).into_iter().filter(|read| read.contains("/blobs/")).collect();
    assert_eq!(blobs.len(), 2, "{blobs:?}");
}

#[test]
fn what_cannot_be_read_through_the_api_names_the_permission() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    github.refuse("GET", "/git/", 403, "Resource not accessible by integration");
    let workspace = nothing_checked_out();
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    let outcome = run.without_upload().go();
    assert_eq!(outcome.code, 2, "{}", outcome.shown());
    assert!(outcome.stderr.contains("give the job `permissions: contents: read`"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains(&pull.merge), "{}", outcome.stderr);
}
