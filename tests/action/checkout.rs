//! Workspaces that do not have everything: what is missing is read through the API.

use std::collections::BTreeSet;

use crate::repository::{LAMP, Lamp, lamp, nothing_checked_out};
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
    // The models of both revisions together, and of the files that are no models none.
    let objects: Vec<_> = github.requests().into_iter().filter(|it| it.path == "/graphql").collect();
    let [texts] = objects.as_slice() else { panic!("{objects:?}") };
    assert_eq!(texts.body["query"].as_str().unwrap().matches("object(oid:").count(), 2, "{}", texts.body);
    assert_eq!(reads(&github).iter().filter(|read| read.contains("/blobs/")).count(), 0);
}

#[test]
fn hundreds_of_models_without_a_checkout_are_a_few_requests_and_each_blob_comes_once() {
    let pull = Lamp::after(
        |repository| {
            for number in 0..200 {
                repository.write(&format!("models/{number}.sdf.json"), &lamp(number));
            }
            // One is not to be had as a text, and one has no text that is UTF-8.
            repository.write("models/long.sdf.json", &format!("{}{}", lamp(1), " ".repeat(600_000)));
            repository.write_bytes("models/odd.sdf.json", b"{\"info\":{\"title\":\"\xff\"}}");
        },
        |repository| repository.write(LAMP, &lamp(120)),
    );
    let github = GitHub::of(pull.repository.path());
    let workspace = nothing_checked_out();
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    let outcome = run.without_upload().go();
    assert_eq!((outcome.code, outcome.output("breaking")), (1, "1"), "{}", outcome.shown());
    assert_eq!(outcome.output("compared"), "203", "{}", outcome.stdout);
    let requests = github.requests();
    let queries: Vec<_> = requests.iter().filter(|request| request.path == "/graphql").collect();
    let mut ids = Vec::new();
    for request in &queries {
        let parts = request.body["query"].as_str().unwrap().split("object(oid:\"").skip(1);
        ids.extend(parts.map(|part| part[..40].to_owned()));
    }
    let distinct: BTreeSet<_> = ids.iter().collect();
    // The numbered ones, two of which are the lamp as it was and as it is, and the odd one.
    assert_eq!((ids.len(), distinct.len()), (201, 201));
    assert_eq!(queries.len(), 4);
    let single: Vec<_> = reads(&github).into_iter().filter(|read| read.contains("/blobs/")).collect();
    assert_eq!(single.len(), 2, "the long one and the odd one: {single:?}");
}

#[test]
fn where_graphql_is_switched_off_everything_is_read_all_the_same() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    github.refuse("POST", "/graphql", 404, "Not Found");
    let workspace = nothing_checked_out();
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    let outcome = run.without_upload().go();
    assert_eq!((outcome.code, outcome.output("breaking")), (1, "1"), "{}", outcome.shown());
    assert_eq!(reads(&github).iter().filter(|read| read.contains("/blobs/")).count(), 2);
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

#[test]
fn other_bytes_than_a_name_stands_for_are_an_error() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    github.garble();
    let workspace = nothing_checked_out();
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    let outcome = run.without_upload().go();
    assert_eq!(outcome.code, 2, "{}", outcome.shown());
    assert!(outcome.stderr.contains("GitHub answered with other bytes than it names"), "{}", outcome.stderr);
}
