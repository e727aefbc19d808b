//! GitHub's own example payloads and GitHub's own description of its API. `.ci/github` brings both and runs these.

use std::sync::Arc;

use countersign::github::api::Api;
use countersign::github::code_scanning::{self, Upload, Uploaded};
use countersign::github::comment::{self, Comment, Commented};
use countersign::github::environment::Environment;
use countersign::github::event::{NothingToDo, Plan, RevisionPlan, SarifTargets, Where, plan};
use countersign::github::inputs::CommentWhen;
use countersign::github::objects::TreeFile;
use countersign::github::parts::Parts;
use countersign::github::payload::Payload;
use countersign::github::release;
use countersign::github::revisions::{NoHistory, Resolution, resolve};
use serde_json::Value;

use crate::support::{Patient, TOKEN, client, id};

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
        let payload = Payload::from_json(example.to_string().as_bytes()).unwrap();
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
    let file = TreeFile { path: "a".into(), blob: id('2'), size: 1 };
    assert_eq!(api.blobs(&[file], 1000).await.unwrap().len(), 1);
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
