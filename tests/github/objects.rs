//! Commits and trees through the API.

use countersign::github::objects::{FileKind, TreeFile};
use serde_json::{Value, json};
use wiremock::matchers::{query_param, query_param_is_missing};

use crate::support::{Hub, id, ok, on, refused};

fn entry(path: &str, mode: &str, digit: char) -> Value {
    json!({ "path": path, "mode": mode, "type": "any", "sha": id(digit).as_str(), "size": 3 })
}

fn tree_path(digit: char) -> String {
    format!("/git/trees/{}", id(digit))
}

async fn whole(hub: &Hub, digit: char, entries: &[Value], truncated: bool) {
    on("GET", &tree_path(digit))
        .and(query_param("recursive", "1"))
        .respond_with(ok(json!({ "tree": entries, "truncated": truncated })))
        .expect(1)
        .mount(&hub.server)
        .await;
}

async fn level(hub: &Hub, digit: char, entries: &[Value]) {
    on("GET", &tree_path(digit))
        .and(query_param_is_missing("recursive"))
        .respond_with(ok(json!({ "tree": entries, "truncated": false })))
        .expect(1)
        .mount(&hub.server)
        .await;
}

fn paths(files: &[TreeFile]) -> Vec<&str> {
    files.iter().map(|file| file.path.as_str()).collect()
}

#[tokio::test]
async fn a_tree_is_one_request_and_tells_links_and_submodules_from_files() {
    let hub = Hub::new().await;
    let entries = [
        entry("z.json", "100644", '2'),
        entry("models", "040000", '3'),
        entry("models/run.json", "100755", '4'),
        entry("models/link.json", "120000", '5'),
        entry("vendor", "160000", '6'),
        entry("README.md", "100644", '7'),
    ];
    whole(&hub, '1', &entries, false).await;
    let files = hub.api.files(&id('1'), &|path| !path.ends_with(".md")).await.unwrap();
    assert_eq!(paths(&files), ["models/link.json", "models/run.json", "vendor", "z.json"]);
    let kinds: Vec<_> = files.iter().map(|file| file.kind).collect();
    assert_eq!(kinds, [FileKind::Link, FileKind::Executable, FileKind::Submodule, FileKind::File]);
    assert_eq!(
        files[1],
        TreeFile { path: "models/run.json".into(), kind: FileKind::Executable, id: id('4'), size: 3 }
    );
}

#[tokio::test]
async fn a_truncated_tree_is_walked_folder_by_folder() {
    let hub = Hub::new().await;
    whole(&hub, '1', &[entry("a.json", "100644", '2')], true).await;
    level(&hub, '1', &[entry("a.json", "100644", '2'), entry("deep", "040000", '3')]).await;
    whole(&hub, '3', &[], true).await;
    level(&hub, '3', &[entry("b.json", "100644", '4'), entry("er", "040000", '5')]).await;
    whole(&hub, '5', &[entry("x/c.json", "100644", '6')], false).await;
    let files = hub.api.files(&id('1'), &|_| true).await.unwrap();
    assert_eq!(paths(&files), ["a.json", "deep/b.json", "deep/er/x/c.json"]);
}

#[tokio::test]
async fn a_tree_whose_paths_leave_the_repository_is_refused() {
    for path in ["../x.json", "a//b", "./a", "/etc/passwd"] {
        let hub = Hub::new().await;
        whole(&hub, '1', &[entry(path, "100644", '2')], false).await;
        let error = hub.api.files(&id('1'), &|_| true).await.unwrap_err().to_string();
        assert_eq!(error, format!("the tree has the path {path}, which leaves the repository"));
    }
}

#[tokio::test]
async fn a_name_becomes_a_commit_and_an_unknown_one_becomes_none() {
    let hub = Hub::new().await;
    let commit = json!({ "sha": id('1').as_str(), "commit": { "tree": { "sha": id('2').as_str() } },
                         "parents": [{ "sha": id('3').as_str() }, { "sha": id('4').as_str() }] });
    hub.once("GET", "/commits/release%2F1", ok(commit)).await;
    let commit = hub.api.commit_named("release/1").await.unwrap().unwrap();
    assert_eq!((commit.tree, commit.parents), (id('2'), vec![id('3'), id('4')]));
    hub.once("GET", "/commits/nowhere", refused(422, "No commit found for SHA: nowhere")).await;
    assert_eq!(hub.api.commit_named("nowhere").await.unwrap(), None);
}
