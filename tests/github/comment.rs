//! The comment on a pull request, from the first one to the last.

use countersign::github::comment::{self, BODY_BYTES, Comment, Commented, marker};
use countersign::github::delivery::CommentWhen;
use countersign::github::parts::Parts;
use countersign::github::refusal::ApiError;
use serde_json::{Value, json};
use wiremock::matchers::{path, query_param};
use wiremock::{Mock, ResponseTemplate};

use crate::support::{Hub, INTEGRATION, TOKEN, ok, on, refused};

const LIST: &str = "/issues/7/comments";
const ONE: &str = "/issues/comments/5";
const JOB: &str = "github-actions[bot]";
const KEY: &str = "countersign.toml";

fn parts(text: &str) -> Parts {
    Parts { head: text.to_owned(), ..Parts::default() }
}

fn body(text: &str) -> String {
    format!("{}\n{text}", marker(KEY))
}

fn existing(id: u64, login: &str, body: &str) -> Value {
    json!({
        "id": id, "body": body, "html_url": format!("https://github.com/octo/lamps/pull/7#issuecomment-{id}"),
        "user": { "login": login, "type": "Bot" },
    })
}

async fn deliver(hub: &Hub, when: CommentWhen, differences: bool) -> Result<Commented, ApiError> {
    let (body, settled) = (parts("3 breaking"), parts("no differences any more"));
    let run_url = Some("https://github.com/octo/lamps/actions/runs/1");
    let comment = Comment { number: 7, key: KEY, when, differences, body: &body, settled: &settled, run_url };
    comment::deliver(&hub.api, comment).await
}

/// The job's own token: `GET /user` is refused.
async fn as_job(hub: &Hub) {
    Mock::given(path("/user")).respond_with(refused(403, INTEGRATION)).mount(&hub.server).await;
}

async fn with(comments: &[Value]) -> Hub {
    let hub = Hub::new().await;
    as_job(&hub).await;
    hub.always("GET", LIST, ok(json!(comments))).await;
    hub
}

fn created() -> ResponseTemplate {
    ResponseTemplate::new(201).set_body_json(existing(9, JOB, ""))
}

const CREATED: &str = "https://github.com/octo/lamps/pull/7#issuecomment-9";
const FIFTH: &str = "https://github.com/octo/lamps/pull/7#issuecomment-5";

#[tokio::test]
async fn a_comment_is_created_when_there_is_a_difference() {
    let hub = with(&[]).await;
    hub.once("POST", LIST, created()).await;
    let commented = deliver(&hub, CommentWhen::Changes, true).await.unwrap();
    assert_eq!(commented, Commented::Created(CREATED.into()));
    assert_eq!(hub.bodies("POST").await, [json!({ "body": body("3 breaking") })]);
}

#[tokio::test]
async fn without_a_difference_there_is_no_comment_unless_it_is_always_wanted() {
    let hub = with(&[]).await;
    hub.once("POST", LIST, created()).await;
    assert_eq!(deliver(&hub, CommentWhen::Changes, false).await.unwrap(), Commented::NotNeeded);
    assert_eq!(deliver(&hub, CommentWhen::Always, false).await.unwrap(), Commented::Created(CREATED.into()));
}

#[tokio::test]
async fn never_means_that_not_even_a_question_is_asked() {
    let hub = Hub::new().await;
    assert_eq!(deliver(&hub, CommentWhen::Never, true).await.unwrap(), Commented::NotNeeded);
    assert_eq!(hub.count().await, 0);
}

#[tokio::test]
async fn the_comment_is_updated_in_place() {
    let hub = with(&[existing(5, JOB, &body("2 breaking"))]).await;
    hub.never("POST", LIST).await;
    hub.once("PATCH", ONE, ok(existing(5, JOB, ""))).await;
    let commented = deliver(&hub, CommentWhen::Changes, true).await.unwrap();
    assert_eq!(commented, Commented::Updated(FIFTH.into()));
    assert_eq!(hub.bodies("PATCH").await, [json!({ "body": body("3 breaking") })]);
}

#[tokio::test]
async fn an_unchanged_comment_is_left_alone() {
    let hub = with(&[existing(5, JOB, &body("3 breaking\r\n"))]).await;
    hub.never("PATCH", ONE).await;
    assert_eq!(deliver(&hub, CommentWhen::Changes, true).await.unwrap(), Commented::Unchanged(FIFTH.into()));
}

#[tokio::test]
async fn a_comment_about_differences_that_are_gone_says_so() {
    let hub = with(&[existing(5, JOB, &body("2 breaking"))]).await;
    hub.once("PATCH", ONE, ok(existing(5, JOB, ""))).await;
    deliver(&hub, CommentWhen::Changes, false).await.unwrap();
    assert_eq!(hub.bodies("PATCH").await, [json!({ "body": body("no differences any more") })]);
}

#[tokio::test]
async fn the_comment_is_found_on_a_later_page() {
    let hub = Hub::new().await;
    as_job(&hub).await;
    let filler: Vec<_> = (100..200).map(|id| existing(id, "mona", "hello")).collect();
    for (page, comments) in [("1", json!(filler)), ("2", json!([existing(5, JOB, &body("3 breaking"))]))] {
        on("GET", LIST)
            .and(query_param("page", page))
            .and(query_param("per_page", "100"))
            .respond_with(ok(comments))
            .expect(1)
            .mount(&hub.server)
            .await;
    }
    assert_eq!(deliver(&hub, CommentWhen::Changes, true).await.unwrap(), Commented::Unchanged(FIFTH.into()));
}

#[tokio::test]
async fn a_stranger_with_the_marker_is_not_answered_in_their_comment() {
    let hub = with(&[
        existing(4, "stranger", &body("no differences")),
        existing(6, JOB, &format!("quoting\n{}", marker(KEY))),
        existing(8, JOB, &format!("{}\nother configuration", marker("other.toml"))),
    ])
    .await;
    hub.once("POST", LIST, created()).await;
    assert_eq!(deliver(&hub, CommentWhen::Changes, true).await.unwrap(), Commented::Created(CREATED.into()));
}

#[tokio::test]
async fn a_personal_token_finds_the_comment_of_its_owner() {
    let hub = Hub::new().await;
    Mock::given(path("/user")).respond_with(ok(json!({ "login": "Mona" }))).mount(&hub.server).await;
    let comments = [existing(4, JOB, &body("3 breaking")), existing(5, "mona", &body("3 breaking"))];
    hub.always("GET", LIST, ok(json!(comments))).await;
    assert_eq!(deliver(&hub, CommentWhen::Changes, true).await.unwrap(), Commented::Unchanged(FIFTH.into()));
}

#[tokio::test]
async fn the_token_of_an_app_finds_the_comment_of_its_app_on_an_enterprise_server_too() {
    let hub = Hub::at("/api/v3", Some(TOKEN)).await;
    Mock::given(path("/api/v3/user")).respond_with(refused(403, INTEGRATION)).mount(&hub.server).await;
    Mock::given(path("/api/graphql"))
        .respond_with(ok(json!({ "data": { "viewer": { "login": "lamp-review[bot]" } } })))
        .expect(1)
        .mount(&hub.server)
        .await;
    let comments =
        [existing(4, JOB, &body("3 breaking")), existing(5, "lamp-review[bot]", &body("3 breaking"))];
    Mock::given(path("/api/v3/repos/octo/lamps/issues/7/comments"))
        .respond_with(ok(json!(comments)))
        .mount(&hub.server)
        .await;
    assert_eq!(deliver(&hub, CommentWhen::Changes, true).await.unwrap(), Commented::Unchanged(FIFTH.into()));
}

#[tokio::test]
async fn a_comment_that_was_created_although_the_answer_was_lost_is_not_created_twice() {
    let hub = Hub::new().await;
    as_job(&hub).await;
    hub.once("GET", LIST, ok(json!([]))).await;
    hub.once("POST", LIST, refused(502, "Server Error")).await;
    hub.once("GET", LIST, ok(json!([existing(5, JOB, &body("3 breaking"))]))).await;
    let commented = deliver(&hub, CommentWhen::Changes, true).await.unwrap();
    assert_eq!(commented, Commented::Created(FIFTH.into()));
    assert_eq!(hub.bodies("POST").await.len(), 1);
}

#[tokio::test]
async fn a_comment_that_was_not_created_is_sent_again() {
    let hub = with(&[]).await;
    hub.once("POST", LIST, refused(403, "You have exceeded a secondary rate limit")).await;
    hub.once("POST", LIST, created()).await;
    deliver(&hub, CommentWhen::Changes, true).await.unwrap();
    assert_eq!(hub.clock.waits(), [60]);
}

#[tokio::test]
async fn a_comment_that_somebody_deleted_meanwhile_is_created_anew() {
    let hub = with(&[existing(5, JOB, &body("2 breaking"))]).await;
    hub.once("PATCH", ONE, refused(404, "Not Found")).await;
    hub.once("POST", LIST, created()).await;
    assert_eq!(deliver(&hub, CommentWhen::Changes, true).await.unwrap(), Commented::Created(CREATED.into()));
}

#[tokio::test]
async fn refusals_to_comment_name_the_permission_or_the_input() {
    for (status, message, mend) in [
        (403, INTEGRATION, "give the job `permissions: pull-requests: write`"),
        (
            403,
            "Unable to create comment because issue is locked.",
            "the conversation is locked: unlock it, or set the input `comment` to `never`",
        ),
        (
            404,
            "Not Found",
            "the pull request is gone, or the job lacks `permissions: pull-requests: write`; the input `comment` can be `never`",
        ),
        (
            422,
            "Validation Failed",
            "set the input `comment` to `never`; the summary of the run holds the same report",
        ),
    ] {
        let hub = with(&[]).await;
        hub.once("POST", LIST, refused(status, message)).await;
        let error = deliver(&hub, CommentWhen::Changes, true).await.unwrap_err().to_string();
        let start = "cannot write the comment on the pull request: GitHub answered";
        assert_eq!(error, format!("{start} {status} ({message}); {mend}"));
    }
}

#[tokio::test]
async fn without_a_token_the_error_names_the_input() {
    let hub = Hub::at("", None).await;
    hub.always("GET", LIST, ok(json!([]))).await;
    let error = deliver(&hub, CommentWhen::Changes, true).await.unwrap_err().to_string();
    assert_eq!(
        error,
        "cannot write the comment on the pull request: there is no token; leave the input `token` at its default"
    );
}

#[tokio::test]
async fn a_long_comment_is_cut_between_entries_and_links_to_the_run() {
    let hub = with(&[]).await;
    hub.once("POST", LIST, created()).await;
    let body = Parts {
        head: "# head\n".into(),
        entries: vec![format!("- {}\n", "😀".repeat(300)); 100],
        foot: "foot".into(),
    };
    let comment = Comment {
        number: 7,
        key: KEY,
        when: CommentWhen::Always,
        differences: true,
        body: &body,
        settled: &body,
        run_url: Some("https://github.com/octo/lamps/actions/runs/1"),
    };
    comment::deliver(&hub.api, comment).await.unwrap();
    let sent = hub.bodies("POST").await;
    let sent = sent[0]["body"].as_str().unwrap();
    assert!(sent.len() <= BODY_BYTES && sent.encode_utf16().count() < 65_536);
    assert!(sent.contains("_47 more do not fit here: see the [summary of the run](https://github.com/octo/lamps/actions/runs/1)._"));
    assert!(sent.ends_with("foot"));
}
