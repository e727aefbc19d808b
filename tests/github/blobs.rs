//! Files through the API: in batches of texts, and as bytes where that does not do.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use countersign::github::blobs::{BATCH, REQUESTS};
use countersign::github::names::ObjectId;
use countersign::github::objects::{FileKind, ObjectsError, TreeFile};
use serde_json::{Value, json};
use wiremock::matchers::{method, path, path_regex};
use wiremock::{Mock, Request, ResponseTemplate};

use crate::support::{Hub, TOKEN, id, ok, refused};

fn file(path: &str, id: ObjectId, size: u64) -> TreeFile {
    TreeFile { path: path.into(), kind: FileKind::File, id, size }
}

fn blob(content: &str, encoding: &str) -> ResponseTemplate {
    ok(json!({ "sha": "", "content": content, "encoding": encoding }))
}

/// Some blobs by their names.
type Store = BTreeMap<String, Vec<u8>>;

fn store(blobs: impl IntoIterator<Item = Vec<u8>>) -> Store {
    let named = |bytes: Vec<u8>| (git_name(&bytes), bytes);
    blobs.into_iter().map(named).collect()
}

/// What git calls a blob. Hashed by git itself, so that the code is not its own judge.
fn git_name(bytes: &[u8]) -> String {
    use std::io::Write as _;
    let mut git = std::process::Command::new("git")
        .args(["hash-object", "--stdin"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    git.stdin.take().unwrap().write_all(bytes).unwrap();
    String::from_utf8(git.wait_with_output().unwrap().stdout).unwrap().trim_end().to_owned()
}

fn files(store: &Store) -> Vec<TreeFile> {
    store.iter().map(|(name, bytes)| file(name, ObjectId::parse(name).unwrap(), bytes.len() as u64)).collect()
}

/// The blobs that a query asks for, with the names of their answers.
fn asked(query: &Value) -> Vec<(String, String)> {
    let text = query["query"].as_str().unwrap();
    let parts = text.split(":object(oid:\"");
    let names = parts.clone().map(|part| part.rsplit(['{', ' ', '}']).next().unwrap().to_owned());
    let ids = parts.skip(1).map(|part| part[..40].to_owned());
    names.zip(ids).collect()
}

/// Answers GraphQL as GitHub does: cut texts, none for what is binary, and U+FFFD for what is no UTF-8.
async fn graphql(hub: &Hub, store: &Store) {
    let store = store.clone();
    let answer = move |request: &Request| {
        let query: Value = serde_json::from_slice(&request.body).unwrap();
        assert_eq!(query["variables"], json!({ "owner": "octo", "name": "lamps" }));
        let mut repository = serde_json::Map::new();
        for (alias, id) in asked(&query) {
            let answer = store.get(&id).map(|bytes| {
                let text = String::from_utf8_lossy(bytes);
                let cut: String = text.chars().take(1000).collect();
                let truncated = cut.len() < text.len();
                let text = if bytes.contains(&0) { Value::Null } else { json!(cut) };
                json!({ "text": text, "isTruncated": truncated })
            });
            repository.insert(alias, json!(answer));
        }
        ok(json!({ "data": { "repository": repository } }))
    };
    Mock::given(method("POST")).and(path("/graphql")).respond_with(answer).mount(&hub.server).await;
}

/// Answers for single blobs.
async fn rest(hub: &Hub, store: &Store) {
    let store = store.clone();
    let answer = move |request: &Request| {
        let id = request.url.path().rsplit('/').next().unwrap();
        match store.get(id) {
            Some(bytes) => blob(&STANDARD.encode(bytes), "base64"),
            None => refused(404, "Not Found"),
        }
    };
    let blobs = path_regex("^/repos/octo/lamps/git/blobs/");
    Mock::given(method("GET")).and(blobs).respond_with(answer).mount(&hub.server).await;
}

/// How many batches and how many single blobs were asked for.
async fn requests(hub: &Hub) -> (usize, usize) {
    let all = hub.server.received_requests().await.unwrap();
    let batches = all.iter().filter(|request| request.url.path() == "/graphql").count();
    (batches, all.len() - batches)
}

/// Everything in the store, exactly.
async fn read(hub: &Hub, store: &Store) {
    let blobs = hub.api.blobs(&files(store), 1 << 20).await.unwrap();
    let read: Store = blobs.into_iter().map(|(id, bytes)| (id.to_string(), bytes)).collect();
    assert!(read == *store, "{:?}", read.keys());
}

fn texts(count: usize) -> Store {
    store((0..count).map(|number| format!("{{ \"maximum\": {number} }}\r\n\u{fc}\n").into_bytes()))
}

#[tokio::test]
async fn many_files_come_in_few_requests_and_each_once() {
    let hub = Hub::new().await;
    let store = texts(2 * BATCH + 10);
    graphql(&hub, &store).await;
    read(&hub, &store).await;
    assert_eq!(requests(&hub).await, (3, 0));
    let mut ids: Vec<String> = hub.bodies("POST").await.iter().flat_map(asked).map(|(_, id)| id).collect();
    ids.sort_unstable();
    assert_eq!(ids, store.keys().cloned().collect::<Vec<_>>());
}

#[tokio::test]
async fn what_has_no_exact_text_comes_as_bytes() {
    let hub = Hub::new().await;
    let odd = [
        b"binary\0".to_vec(),
        b"no \xff UTF-8".to_vec(),
        "long ".repeat(1000).into_bytes(),
        // An honest U+FFFD, which looks like a broken one.
        "\u{fffd}".into(),
        b"\xef\xbb\xbf{}".to_vec(),
        Vec::new(),
    ];
    let store = store(odd.into_iter().chain([b"{}\n".to_vec()]));
    graphql(&hub, &store).await;
    rest(&hub, &store).await;
    read(&hub, &store).await;
    assert_eq!(requests(&hub).await, (1, 3));
}

#[tokio::test]
async fn where_graphql_does_not_answer_every_file_is_asked_for_by_itself() {
    let off = [
        refused(404, "Not Found"),
        refused(403, "Resource not accessible by integration"),
        ok(json!({ "data": null, "errors": [{ "message": "Something went wrong" }] })),
        ok(json!({ "data": { "repository": null }, "errors": [{ "type": "NOT_FOUND", "message": "…" }] })),
        ResponseTemplate::new(200).set_body_string("<html>"),
        refused(502, "timeout"),
    ];
    for (number, answer) in off.into_iter().enumerate() {
        let hub = Hub::new().await;
        let store = texts(BATCH + 6);
        let path = path("/graphql");
        Mock::given(method("POST")).and(path).respond_with(answer).mount(&hub.server).await;
        rest(&hub, &store).await;
        read(&hub, &store).await;
        let (batches, single) = requests(&hub).await;
        assert_eq!(single, store.len(), "{number}");
        // Both batches were under way. A time-out is tried once more, and no longer, since there is another way.
        assert_eq!(batches, if number == 5 { 4 } else { 2 }, "{number}");
        assert!(hub.clock.waits().iter().sum::<u64>() <= 2, "{:?}", hub.clock.waits());
    }
}

#[tokio::test]
async fn without_a_token_there_is_no_graphql_and_files_come_one_by_one() {
    let hub = Hub::at("", None).await;
    let store = texts(3);
    rest(&hub, &store).await;
    read(&hub, &store).await;
    assert_eq!(requests(&hub).await, (0, 3));
}

#[tokio::test]
async fn an_enterprise_servers_graphql_is_beside_its_rest_api() {
    let hub = Hub::at("/api/v3", Some(TOKEN)).await;
    let store = texts(2);
    let texts: Vec<_> = store.values().map(|bytes| String::from_utf8(bytes.clone()).unwrap()).collect();
    let answer = json!({ "data": { "repository": {
        "b0": { "text": texts[0], "isTruncated": false }, "b1": { "text": texts[1], "isTruncated": false },
    } } });
    let path = path("/api/graphql");
    Mock::given(method("POST")).and(path).respond_with(ok(answer)).expect(1).mount(&hub.server).await;
    read(&hub, &store).await;
}

#[tokio::test]
async fn a_single_file_and_a_large_one_come_as_bytes_at_once() {
    let hub = Hub::new().await;
    let store = store([vec![b'x'; 400_001], b"{}".to_vec()]);
    rest(&hub, &store).await;
    read(&hub, &store).await;
    assert_eq!(requests(&hub).await, (0, 2));
}

#[tokio::test]
async fn each_distinct_blob_is_asked_for_once_and_comes_as_bytes() {
    let hub = Hub::at("", None).await;
    for (digit, content, encoding) in [('2', "/w\nA=\n", "base64"), ('3', "{}", "utf-8")] {
        hub.once("GET", &format!("/git/blobs/{}", id(digit)), blob(content, encoding)).await;
    }
    let file = |path: &str, digit| file(path, id(digit), 2);
    let blobs = hub.api.blobs(&[file("a", '2'), file("b", '3'), file("c", '2')], 100).await.unwrap();
    assert_eq!(blobs.into_iter().collect::<Vec<_>>(), [(id('2'), vec![0xff, 0]), (id('3'), b"{}".to_vec())]);
}

#[tokio::test]
async fn a_file_above_the_limit_is_named_before_anything_is_read() {
    let hub = Hub::new().await;
    let file = file("big\u{202e}.json", id('2'), 101);
    let error = hub.api.blobs(&[file], 100).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "big\\u{202E}.json has 101 bytes, more than the limit of 100: raise the limit, or exclude the file"
    );
    assert_eq!(hub.count().await, 0);
}

#[tokio::test]
async fn a_blob_that_is_larger_than_its_tree_says_is_not_swallowed() {
    let hub = Hub::new().await;
    hub.always("GET", &format!("/git/blobs/{}", id('2')), blob(&"x".repeat(101), "utf-8")).await;
    let file = file("a", id('2'), 1);
    let error = hub.api.blobs(&[file], 100).await.unwrap_err().to_string();
    assert_eq!(error, "cannot read the repository through the API: GitHub's answer is larger than 100 bytes");
}

#[tokio::test]
async fn a_blob_in_an_unknown_or_broken_encoding_is_an_error() {
    for (content, encoding) in [("a", "none"), ("*", "base64")] {
        let hub = Hub::new().await;
        hub.once("GET", &format!("/git/blobs/{}", id('2')), blob(content, encoding)).await;
        let file = file("a", id('2'), 1);
        assert!(matches!(hub.api.blobs(&[file], 100).await, Err(ObjectsError::Api(_))));
    }
}

#[tokio::test]
async fn more_requests_than_a_token_has_point_to_the_checkout() {
    let hub = Hub::at("", None).await;
    let numbered = |number: usize| ObjectId::parse(&format!("{number:040x}")).unwrap();
    let blobs = path_regex("/git/blobs/");
    Mock::given(method("GET")).and(blobs).respond_with(blob("x", "utf-8")).mount(&hub.server).await;
    // Over all calls of a run together.
    for number in 0..REQUESTS {
        hub.api.blobs(&[file("a", numbered(number), 1)], 100).await.unwrap();
    }
    let error = hub.api.blobs(&[file("a", numbered(REQUESTS), 1)], 100).await.unwrap_err();
    assert!(matches!(error, ObjectsError::Requests));
    assert_eq!(
        error.to_string(),
        "reading what is not in the checkout takes more than 900 requests: check out the repository with \
         `fetch-depth: 0`"
    );
    assert_eq!(hub.count().await, REQUESTS);
}
