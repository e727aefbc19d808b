//! GitHub's own example payloads and GitHub's own description of its API. `.ci/github` brings both and runs these.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;

use countersign::github::api::Api;
use countersign::github::code_scanning::{self, Upload, Uploaded};
use countersign::github::comment::{self, Comment, Commented};
use countersign::github::delivery::CommentWhen;
use countersign::github::environment::Environment;
use countersign::github::event::{NothingToDo, Plan, RevisionPlan, SarifTargets, Where, plan};
use countersign::github::objects::{FileKind, TreeFile};
use countersign::github::parts::Parts;
use countersign::github::payload::Payload;
use countersign::github::release;
use countersign::github::revisions::{NoHistory, Resolution, resolve};
use serde_json::{Value, json};
use wiremock::matchers::{any, method, path};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

use crate::support::{INTEGRATION, Patient, TOKEN, client, id, ok, refused};

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set; run .ci/github"))
}

/// How many payloads of an event become comparisons, and why the others do not.
fn planned(examples: &Value, event: &str) -> (usize, Vec<NothingToDo>) {
    let examples = examples.as_array().unwrap();
    let of_event =
        examples.iter().find(|group| group["name"] == event).unwrap()["examples"].as_array().unwrap();
    let name = if event == "pull_request" { ["pull_request", "pull_request_target"] } else { [event, event] };
    let (mut compared, mut nothing) = (0, Vec::new());
    for example in of_event {
        let payload =
            Payload::from_json(std::path::Path::new("event.json"), example.to_string().as_bytes()).unwrap();
        for name in name {
            let repository = example["repository"]["full_name"].as_str().unwrap();
            let sha = id('1').to_string();
            let pairs = [
                ("GITHUB_EVENT_NAME", name),
                ("GITHUB_SHA", sha.as_str()),
                ("GITHUB_REF", "refs/heads/main"),
                ("GITHUB_REPOSITORY", repository),
                ("GITHUB_API_URL", "https://api.github.com"),
                ("GITHUB_SERVER_URL", "https://github.com"),
                ("GITHUB_WORKSPACE", "/github/workspace"),
            ];
            let environment =
                Environment::from_pairs(pairs.map(|(name, value)| (name.into(), value.into()))).unwrap();
            match plan(&environment, &payload, None).unwrap() {
                Plan::Compare(_) => compared += 1,
                Plan::Nothing(reason) => nothing.push(reason),
            }
        }
    }
    (compared, nothing)
}

#[test]
#[ignore = "needs GitHub's example payloads"]
fn githubs_own_payloads_are_planned_for() {
    let text = std::fs::read_to_string(variable("WEBHOOK_EXAMPLES")).unwrap();
    let examples: Value = serde_json::from_str(&text).unwrap();
    for event in ["pull_request", "push", "merge_group", "release", "workflow_dispatch"] {
        let (compared, nothing) = planned(&examples, event);
        println!("{event}: {compared} compared, {nothing:?}");
        assert!(compared > 0, "{event}");
        let allowed: &[NothingToDo] = match event {
            "pull_request" => &[NothingToDo::ClosedPullRequest],
            "push" => &[NothingToDo::DeletedRef, NothingToDo::FirstPush],
            "release" => &[NothingToDo::UnpublishedRelease],
            _ => &[],
        };
        assert!(nothing.iter().all(|reason| allowed.contains(reason)), "{event}: {nothing:?}");
    }
}

async fn objects(api: &Api) {
    let commit = api.commit(&id('1')).await.unwrap().unwrap();
    api.files(&commit.tree, &|_| true).await.unwrap();
    let file = TreeFile { path: "a".into(), kind: FileKind::File, id: id('2'), size: 1 };
    assert_eq!(api.blobs(std::slice::from_ref(&file), 1000).await.unwrap().len(), 1);
    // Two are asked for together first.
    let other = TreeFile { id: id('3'), ..file.clone() };
    assert_eq!(api.blobs(&[file, other], 1000).await.unwrap().len(), 2);
}

async fn revisions(api: &Api) {
    for base in [
        Where::MergeBase { base: "main".into(), head: id('9') },
        Where::FirstParent { merge: id('9'), base: id('2') },
        Where::CommitOrMergeBase { commit: id('2'), base: "main".into(), head: id('9') },
        Where::PreviousRelease { tag: "v9".into(), published_at: None },
    ] {
        let plan = RevisionPlan {
            base,
            head: Where::Commit(id('9')),
            pull_request: None,
            release: None,
            read_only: None,
            sarif: SarifTargets::None("no"),
            unreviewed_head: false,
        };
        let resolution = resolve(&plan, &NoHistory, api).await.unwrap();
        assert!(matches!(resolution, Resolution::Compare(_)), "{:?}", plan.base);
    }
}

#[tokio::test]
#[ignore = "needs a server built from GitHub's description"]
async fn githubs_own_description_accepts_every_request() {
    let api = client(&variable("GITHUB_API_DESCRIBED"), Some(TOKEN), Arc::new(Patient::default()));
    api.commit_named("main").await.unwrap().unwrap();
    objects(&api).await;
    revisions(&api).await;
    let parts = Parts { head: "text".into(), ..Parts::default() };
    let comment = Comment {
        number: 7,
        key: "x",
        when: CommentWhen::Always,
        differences: true,
        body: &parts,
        settled: &parts,
        run_url: None,
    };
    assert!(matches!(comment::deliver(&api, comment).await.unwrap(), Commented::Created(_)));
    release::deliver(&api, 5, &parts, None).await.unwrap();
    let upload =
        Upload { sarif: b"{}", commit: &id('1'), git_ref: "refs/pull/7/merge", category: "countersign/x/" };
    assert!(matches!(code_scanning::upload(&api, upload).await.unwrap(), Uploaded::Complete { .. }));
}

/// Passes a request on and brings the answer back.
fn forward(request: &Request, to: &str) -> ResponseTemplate {
    let query = request.url.query().map(|query| format!("?{query}")).unwrap_or_default();
    let mut text = format!(
        "{} {}{query} HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\nContent-Length: {}\r\n",
        request.method,
        request.url.path(),
        request.body.len()
    );
    for name in ["accept", "content-type"] {
        if let Some(value) = request.headers.get(name) {
            write!(text, "{name}: {}\r\n", value.to_str().unwrap()).unwrap();
        }
    }
    let mut stream = TcpStream::connect(to).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    stream.write_all(b"\r\n").unwrap();
    stream.write_all(&request.body).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status: u16 = head.split(' ').nth(1).unwrap().parse().unwrap();
    ResponseTemplate::new(status).set_body_string(body)
}

/// What is sent only when something is there already, or went wrong: a server in front makes it so.
#[tokio::test]
#[ignore = "needs a server built from GitHub's description"]
async fn githubs_own_description_accepts_updates_and_second_looks() {
    let described = variable("GITHUB_API_DESCRIBED");
    let host = described.strip_prefix("http://").unwrap().to_owned();
    let front = MockServer::start().await;
    let comments =
        json!([{ "id": 5, "html_url": "", "body": comment::marker("x"), "user": { "login": "octocat" } }]);
    Mock::given(method("GET"))
        .and(path("/repos/octo/lamps/issues/7/comments"))
        .respond_with(ok(comments))
        .mount(&front)
        .await;
    Mock::given(method("POST"))
        .and(path("/repos/octo/lamps/code-scanning/sarifs"))
        .respond_with(refused(502, ""))
        .up_to_n_times(1)
        .mount(&front)
        .await;
    let pass_on = move |request: &Request| forward(request, &host);
    Mock::given(any()).respond_with(pass_on).mount(&front).await;
    let api = client(&front.uri(), Some(TOKEN), Arc::new(Patient::default()));
    let parts = Parts { head: "text".into(), ..Parts::default() };
    let comment = Comment {
        number: 7,
        key: "x",
        when: CommentWhen::Changes,
        differences: true,
        body: &parts,
        settled: &parts,
        run_url: None,
    };
    assert!(matches!(comment::deliver(&api, comment).await.unwrap(), Commented::Updated(_)));
    let upload =
        Upload { sarif: b"{}", commit: &id('1'), git_ref: "refs/pull/7/merge", category: "countersign/x/" };
    assert!(matches!(code_scanning::upload(&api, upload).await.unwrap(), Uploaded::Complete { .. }));
    let sent = front.received_requests().await.unwrap();
    let sent: Vec<_> =
        sent.iter().map(|request| format!("{} {}", request.method, request.url.path())).collect();
    for expected in [
        "PATCH /repos/octo/lamps/issues/comments/5",
        "GET /repos/octo/lamps/code-scanning/analyses",
        "GET /user",
    ] {
        assert!(sent.iter().any(|request| request == expected), "{expected} is not among {sent:?}");
    }
}

/// The token of an app asks the GraphQL API who it is, when another app's comment could be its own.
#[tokio::test]
#[ignore = "needs a server built from GitHub's description"]
async fn githubs_own_schema_allows_the_question_who_an_app_is() {
    let described = variable("GITHUB_API_DESCRIBED");
    let host = described.strip_prefix("http://").unwrap().to_owned();
    let front = MockServer::start().await;
    let user = json!({ "login": "lamp-review[bot]" });
    let comments = json!([{ "id": 5, "html_url": "", "body": comment::marker("x"), "user": user }]);
    for (at, answer) in
        [("/user", refused(403, INTEGRATION)), ("/repos/octo/lamps/issues/7/comments", ok(comments))]
    {
        Mock::given(method("GET")).and(path(at)).respond_with(answer).mount(&front).await;
    }
    let pass_on = move |request: &Request| forward(request, &host);
    Mock::given(any()).respond_with(pass_on).mount(&front).await;
    let api = client(&front.uri(), Some(TOKEN), Arc::new(Patient::default()));
    let parts = Parts { head: "text".into(), ..Parts::default() };
    let comment = Comment {
        number: 7,
        key: "x",
        when: CommentWhen::Always,
        differences: true,
        body: &parts,
        settled: &parts,
        run_url: None,
    };
    // The other end says that it is somebody else.
    assert!(matches!(comment::deliver(&api, comment).await.unwrap(), Commented::Created(_)));
    let sent = front.received_requests().await.unwrap();
    assert!(sent.iter().any(|request| request.url.path() == "/graphql"));
}
