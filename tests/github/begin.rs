//! From the runner's variables and the payload's file to two commits.

use std::path::Path;

use countersign::github::begin::{BeginError, Begun, begin};
use countersign::github::environment::Environment;
use countersign::github::revisions::NoHistory;
use serde_json::{Value, json};

use crate::support::{Hub, TOKEN, id, ok};

fn environment(url: &str, event: &str, payload: &Path) -> Environment {
    let sha = id('9').to_string();
    let pairs = [
        ("GITHUB_EVENT_NAME", event),
        ("GITHUB_EVENT_PATH", payload.to_str().unwrap()),
        ("GITHUB_SHA", &sha),
        ("GITHUB_REF", "refs/pull/7/merge"),
        ("GITHUB_REPOSITORY", "octo/lamps"),
        ("GITHUB_API_URL", url),
        ("GITHUB_SERVER_URL", url),
        ("GITHUB_WORKSPACE", "/github/workspace"),
        ("INPUT_TOKEN", TOKEN),
    ];
    Environment::from_pairs(pairs.map(|(name, value)| (name.into(), value.into()))).unwrap()
}

async fn begun(hub: &Hub, event: &str, payload: &[u8]) -> Result<Begun, BeginError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("event.json");
    std::fs::write(&path, payload).unwrap();
    begin(&environment(&hub.server.uri(), event, &path), &NoHistory, None, hub.clock.clone()).await
}

fn pull_request(state: &str) -> Vec<u8> {
    let side = |digit| json!({ "sha": id(digit).as_str(), "repo": { "full_name": "octo/lamps" } });
    let payload: Value = json!({
        "action": "synchronize", "number": 7,
        "pull_request": { "number": 7, "state": state, "base": side('2'), "head": side('3') },
    });
    payload.to_string().into_bytes()
}

#[tokio::test]
async fn a_pull_request_without_a_checkout_needs_one_request_to_know_its_revisions() {
    let hub = Hub::new().await;
    let parents = [json!({ "sha": id('4').as_str() }), json!({ "sha": id('3').as_str() })];
    let merge = json!({ "sha": id('9').as_str(), "tree": { "sha": id('0').as_str() }, "parents": parents });
    hub.once("GET", &format!("/git/commits/{}", id('9')), ok(merge)).await;
    let Begun::Compare(comparison) = begun(&hub, "pull_request", &pull_request("open")).await.unwrap() else {
        panic!("there is something to compare")
    };
    let revisions = comparison.revisions;
    assert_eq!((revisions.base.commit, revisions.head.commit), (id('4'), id('9')));
    assert_eq!(revisions.sarif, Ok((id('9'), "refs/pull/7/merge".into())));
    assert_eq!(hub.count().await, 1);
}

#[tokio::test]
async fn a_closed_pull_request_is_a_notice_without_a_request() {
    let hub = Hub::new().await;
    let Begun::Nothing(delivery) = begun(&hub, "pull_request", &pull_request("closed")).await.unwrap() else {
        panic!("there is nothing to compare")
    };
    assert_eq!(delivery.notices[0].message, "the pull request is closed, so there is nothing to compare");
    assert_eq!(hub.count().await, 0);
}

#[tokio::test]
async fn a_payload_that_is_none_is_an_error_before_any_request() {
    let hub = Hub::new().await;
    for (payload, message) in [
        (&b"{"[..], "event.json:1:2: the event's payload (GITHUB_EVENT_PATH) is not one of GitHub's: "),
        (b"{}", "the payload of pull_request has no usable pull_request"),
        (
            b"\xff\xfe",
            "event.json:1:1: the event's payload (GITHUB_EVENT_PATH) is not one of GitHub's: the text is not",
        ),
        (
            &b"[".repeat(100_000),
            "event.json:1:257: the event's payload (GITHUB_EVENT_PATH) is not one of GitHub's: ",
        ),
    ] {
        let Err(error) = begun(&hub, "pull_request", payload).await else { panic!("it is no payload") };
        let error = error.to_string();
        let at = error.find(message);
        // In front of what is wrong stands the folder of the file, if anything.
        assert!(at.is_some_and(|at| error[..at].is_empty() || error[..at].ends_with('/')), "{error}");
    }
    let missing = environment(&hub.server.uri(), "push", Path::new("/nowhere/event.json"));
    let Err(error) = begin(&missing, &NoHistory, None, hub.clock.clone()).await else { panic!("no file") };
    assert!(
        error
            .to_string()
            .starts_with("cannot read the event's payload at /nowhere/event.json (GITHUB_EVENT_PATH): "),
        "{error}"
    );
    assert_eq!(hub.count().await, 0);
}
