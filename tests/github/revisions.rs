//! From an event's places to commits: what the checkout knows, what is asked of GitHub, and what cannot be found.

use std::collections::BTreeMap;

use countersign::github::event::{NothingToDo, RevisionPlan, SarifTargets, Where};
use countersign::github::names::ObjectId;
use countersign::github::revisions::{History, NoHistory, Resolution, ResolveError, Revisions, resolve};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::support::{Hub, INTEGRATION, id, ok, refused};

fn plan(base: Where) -> RevisionPlan {
    RevisionPlan {
        base,
        head: Where::Commit(id('9')),
        pull_request: None,
        release: None,
        read_only: None,
        sarif: SarifTargets::Any(vec![(id('9'), "refs/heads/main".into())]),
        unreviewed_head: false,
    }
}

async fn found(hub: &Hub, plan: &RevisionPlan, history: &dyn History) -> Revisions {
    match resolve(plan, history, &hub.api).await.unwrap() {
        Resolution::Compare(revisions) => revisions,
        Resolution::Nothing(reason) => panic!("{reason:?}"),
    }
}

async fn base(hub: &Hub, place: Where) -> (ObjectId, String) {
    let base = found(hub, &plan(place), &NoHistory).await.base;
    (base.commit, base.name)
}

fn commit(digit: char, parents: &[char]) -> ResponseTemplate {
    let parents: Vec<_> = parents.iter().map(|parent| json!({ "sha": id(*parent).as_str() })).collect();
    ok(json!({ "sha": id(digit).as_str(), "tree": { "sha": id('0').as_str() }, "parents": parents }))
}

fn comparison(status: &str, base: char, merge_base: char) -> Value {
    json!({ "status": status, "base_commit": { "sha": id(base).as_str() }, "commits": [],
            "merge_base_commit": { "sha": id(merge_base).as_str() } })
}

fn compare(base: &str) -> String {
    format!("/compare/{base}...{}", id('9'))
}

/// A checkout that knows some names and the parents of some commits.
#[derive(Default)]
struct Checkout {
    names: BTreeMap<&'static str, ObjectId>,
    parents: BTreeMap<ObjectId, Vec<ObjectId>>,
    ancestors: BTreeMap<ObjectId, bool>,
    merge_base: Option<ObjectId>,
}

impl History for Checkout {
    fn find(&self, name: &str) -> Option<ObjectId> {
        self.names.get(name).cloned()
    }

    fn parents(&self, commit: &ObjectId) -> Option<Vec<ObjectId>> {
        self.parents.get(commit).cloned()
    }

    fn merge_base(&self, _: &ObjectId, _: &ObjectId) -> Option<ObjectId> {
        self.merge_base.clone()
    }

    fn is_ancestor(&self, ancestor: &ObjectId, _: &ObjectId) -> Option<bool> {
        self.ancestors.get(ancestor).copied()
    }
}

#[tokio::test]
async fn a_clone_of_depth_one_names_the_base_of_a_pull_request_without_a_request() {
    let hub = Hub::new().await;
    let checkout = Checkout { parents: [(id('9'), vec![id('3'), id('4')])].into(), ..Checkout::default() };
    let place = Where::FirstParent { merge: id('9'), base: id('2') };
    let revisions = found(&hub, &plan(place), &checkout).await;
    assert_eq!(revisions.base.commit, id('3'));
    assert_eq!(revisions.sarif, Ok((id('9'), "refs/heads/main".into())));
    assert_eq!(hub.count().await, 0);
}

#[tokio::test]
async fn without_a_checkout_the_merge_commit_is_asked_of_github() {
    let hub = Hub::new().await;
    hub.once("GET", &format!("/git/commits/{}", id('9')), commit('9', &['3', '4'])).await;
    let place = Where::FirstParent { merge: id('9'), base: id('2') };
    assert_eq!(base(&hub, place).await, (id('3'), "333333333".into()));
}

#[tokio::test]
async fn a_commit_that_is_no_merge_falls_back_to_the_merge_base() {
    let hub = Hub::new().await;
    hub.once("GET", &format!("/git/commits/{}", id('9')), commit('9', &['4'])).await;
    hub.once("GET", &compare(id('2').as_str()), ok(comparison("diverged", '2', '5'))).await;
    let place = Where::FirstParent { merge: id('9'), base: id('2') };
    assert_eq!(base(&hub, place).await.0, id('5'));
}

#[tokio::test]
async fn a_merge_base_is_found_locally_or_by_githubs_comparison() {
    let hub = Hub::new().await;
    let place = Where::MergeBase { base: "main".into(), head: id('9') };
    let local = Checkout {
        names: [("origin/main", id('2'))].into(),
        merge_base: Some(id('5')),
        ..Checkout::default()
    };
    assert_eq!(found(&hub, &plan(place.clone()), &local).await.base.commit, id('5'));
    hub.once("GET", &compare("main"), ok(comparison("diverged", '2', '6'))).await;
    assert_eq!(base(&hub, place).await.0, id('6'));
}

#[tokio::test]
async fn before_that_is_gone_after_a_forced_push_becomes_the_merge_base() {
    let hub = Hub::new().await;
    let place = Where::CommitOrMergeBase { commit: id('2'), base: "main".into(), head: id('9') };
    hub.once("GET", &format!("/git/commits/{}", id('2')), refused(404, "Not Found")).await;
    hub.once("GET", &compare("main"), ok(comparison("ahead", '1', '5'))).await;
    assert_eq!(base(&hub, place.clone()).await.0, id('5'));
    hub.once("GET", &format!("/git/commits/{}", id('2')), commit('2', &[])).await;
    assert_eq!(base(&hub, place).await.0, id('2'));
}

fn release(tag: &str, published: &str) -> Value {
    json!({ "tag_name": tag, "draft": false, "published_at": published })
}

#[tokio::test]
async fn the_previous_release_is_the_newest_one_that_the_head_descends_from() {
    let hub = Hub::new().await;
    let releases = json!([
        { "tag_name": "draft", "draft": true, "published_at": null },
        release("v1.0", "2026-01-01T00:00:00Z"),
        release("v2.0", "2026-06-01T00:00:00Z"),
        release("v1.1", "2026-05-01T00:00:00Z"),
        release("v1.2", "2026-07-01T00:00:00Z"),
    ]);
    hub.always("GET", "/releases", ok(releases)).await;
    // v1.2 is made from the branch of version 1, which v2.0 is not part of.
    hub.once("GET", &compare("v2.0"), ok(comparison("diverged", '4', '2'))).await;
    hub.once("GET", &compare("v1.1"), ok(comparison("ahead", '3', '3'))).await;
    let place =
        Where::PreviousRelease { tag: "v1.2".into(), published_at: Some("2026-07-01T00:00:00Z".into()) };
    assert_eq!(base(&hub, place).await, (id('3'), "v1.1".into()));
}

#[tokio::test]
async fn another_tag_on_the_same_commit_is_not_the_previous_release() {
    let hub = Hub::new().await;
    let releases = json!([release("v1", "2026-07-01T00:00:00Z"), release("v0", "2026-01-01T00:00:00Z")]);
    hub.always("GET", "/releases", ok(releases)).await;
    hub.once("GET", &compare("v1"), ok(comparison("identical", '9', '9'))).await;
    hub.once("GET", &compare("v0"), ok(comparison("ahead", '3', '3'))).await;
    let place = Where::PreviousRelease { tag: "v1.0.0".into(), published_at: None };
    assert_eq!(base(&hub, place).await.1, "v0");
}

#[tokio::test]
async fn without_a_release_in_its_history_the_newest_before_it_is_taken() {
    let hub = Hub::new().await;
    let releases = json!([release("v3", "2026-09-01T00:00:00Z"), release("v1", "2026-01-01T00:00:00Z")]);
    hub.always("GET", "/releases", ok(releases)).await;
    for tag in ["v3", "v1"] {
        hub.once("GET", &compare(tag), refused(404, "No common ancestor")).await;
    }
    let commit =
        json!({ "sha": id('1').as_str(), "commit": { "tree": { "sha": id('0').as_str() } }, "parents": [] });
    hub.once("GET", "/commits/tags%2Fv1", ok(commit)).await;
    let place =
        Where::PreviousRelease { tag: "v2".into(), published_at: Some("2026-05-01T00:00:00Z".into()) };
    assert_eq!(base(&hub, place).await, (id('1'), "v1".into()));
}

#[tokio::test]
async fn the_local_history_answers_for_tags_that_it_has() {
    let hub = Hub::new().await;
    let releases = json!([release("v2", "2026-09-01T00:00:00Z"), release("v1", "2026-01-01T00:00:00Z")]);
    hub.once("GET", "/releases", ok(releases)).await;
    let checkout = Checkout {
        names: [("refs/tags/v2", id('2')), ("refs/tags/v1", id('1'))].into(),
        ancestors: [(id('2'), false), (id('1'), true)].into(),
        ..Checkout::default()
    };
    let revisions = found(&hub, &plan(Where::NewestRelease), &checkout).await;
    assert_eq!((revisions.base.commit, revisions.base.name.as_str()), (id('1'), "v1"));
    assert_eq!(hub.count().await, 1);
}

#[tokio::test]
async fn the_first_release_has_nothing_to_be_compared_with() {
    let hub = Hub::new().await;
    hub.always("GET", "/releases", ok(json!([release("v1", "2026-01-01T00:00:00Z")]))).await;
    let place =
        Where::PreviousRelease { tag: "v1".into(), published_at: Some("2026-01-01T00:00:00Z".into()) };
    let resolution = resolve(&plan(place), &NoHistory, &hub.api).await.unwrap();
    assert_eq!(resolution, Resolution::Nothing(NothingToDo::FirstRelease));
}

#[tokio::test]
async fn results_about_another_commit_than_the_runs_are_not_uploaded() {
    let hub = Hub::new().await;
    let checkout = Checkout { names: [("topic", id('8'))].into(), ..Checkout::default() };
    let plan = RevisionPlan { head: Where::Named("topic".into()), ..plan(Where::Commit(id('1'))) };
    let revisions = found(&hub, &plan, &checkout).await;
    assert_eq!(
        revisions.sarif,
        Err("GitHub takes code-scanning results for the run's own commit only, and another one was compared")
    );
}

async fn error(hub: &Hub, place: Where) -> ResolveError {
    resolve(&plan(place), &NoHistory, &hub.api).await.unwrap_err()
}

#[tokio::test]
async fn a_name_that_nobody_knows_points_to_the_inputs() {
    let hub = Hub::new().await;
    hub.once("GET", "/commits/v9%1B", refused(422, "No commit found for SHA: v9")).await;
    assert_eq!(
        error(&hub, Where::Named("v9\u{1b}".into())).await.to_string(),
        "the base v9\\u{1B} is neither in the checkout nor on GitHub; set the inputs `base` and `head` to a branch, a tag \
         or a commit of this repository"
    );
}

#[tokio::test]
async fn a_refusal_says_which_revision_was_looked_for_and_which_permission_is_missing() {
    let hub = Hub::new().await;
    hub.once("GET", &format!("/git/commits/{}", id('9')), refused(403, INTEGRATION)).await;
    let place = Where::FirstParent { merge: id('9'), base: id('2') };
    assert_eq!(
        error(&hub, place).await.to_string(),
        format!(
            "the merge commit {} is not in the checkout, and GitHub cannot be asked: cannot read the repository through the \
             API: GitHub answered 403 ({INTEGRATION}); give the job `permissions: contents: read`",
            id('9')
        )
    );
}

#[tokio::test]
async fn revisions_without_a_common_ancestor_need_the_input_base() {
    let hub = Hub::new().await;
    hub.once("GET", &compare("main"), refused(404, "No common ancestor between main and topic")).await;
    assert_eq!(
        error(&hub, Where::MergeBase { base: "main".into(), head: id('9') }).await.to_string(),
        format!(
            "main and {} have no common ancestor; set the input `base` to the revision to compare with",
            id('9')
        )
    );
}
