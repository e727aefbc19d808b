//! A stand-in for GitHub on this machine: it keeps comments, uploads and releases, and gives objects from a repository.
//!
//! Every request is remembered, and a request that GitHub would not know fails the test that made it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

pub(crate) const TOKEN: &str = "ghs_0123456789abcdef";
/// Whom the job's token writes as.
pub(crate) const BOT: &str = "github-actions[bot]";

/// What was asked.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) verb: String,
    /// Below `/repos/octo/lamps`, with its query; or `/graphql`.
    pub(crate) path: String,
    pub(crate) body: Value,
}

impl Request {
    /// `GET /git/trees/…`.
    pub(crate) fn shown(&self) -> String {
        format!("{} {}", self.verb, self.path)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Comment {
    pub(crate) id: u64,
    pub(crate) login: String,
    pub(crate) body: String,
}

#[derive(Default)]
struct State {
    repository: PathBuf,
    requests: Vec<Request>,
    unknown: Vec<String>,
    comments: Vec<Comment>,
    releases: Vec<Value>,
    refusals: Vec<(&'static str, &'static str, u16, &'static str)>,
    garbled: bool,
}

/// GitHub, with one repository called `octo/lamps`.
pub(crate) struct GitHub {
    pub(crate) url: String,
    state: Arc<Mutex<State>>,
}

impl GitHub {
    /// Starts it. Objects come from the repository at `path`.
    pub(crate) fn of(path: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State { repository: path.to_owned(), ..State::default() }));
        let shared = Arc::clone(&state);
        // It ends with the test's process.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                std::thread::spawn(move || serve(&stream, &shared));
            }
        });
        Self { url, state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// Refuses requests of this kind whose path holds `part`.
    pub(crate) fn refuse(&self, verb: &'static str, part: &'static str, status: u16, message: &'static str) {
        self.state().refusals.push((verb, part, status, message));
    }

    /// Gives a line end more than every file has, from here on.
    pub(crate) fn garble(&self) {
        self.state().garbled = true;
    }

    /// Somebody comments.
    pub(crate) fn comment(&self, login: &str, body: &str) {
        let mut state = self.state();
        let id = 500 + state.comments.len() as u64;
        state.comments.push(Comment { id, login: login.to_owned(), body: body.to_owned() });
    }

    /// There is a release.
    pub(crate) fn release(&self, id: u64, tag: &str, published_at: &str, body: &str) {
        let url = format!("{}/octo/lamps/releases/tag/{tag}", self.url);
        self.state().releases.push(json!({
            "id": id, "tag_name": tag, "draft": false, "published_at": published_at, "body": body, "html_url": url,
        }));
    }

    pub(crate) fn comments(&self) -> Vec<Comment> {
        self.state().comments.clone()
    }

    /// The texts of all releases, in the order in which they were made.
    pub(crate) fn release_texts(&self) -> Vec<String> {
        let text = |release: &Value| release["body"].as_str().unwrap().to_owned();
        self.state().releases.iter().map(text).collect()
    }

    /// All requests so far. None of them is one that GitHub does not know.
    pub(crate) fn requests(&self) -> Vec<Request> {
        let state = self.state();
        assert_eq!(state.unknown, Vec::<String>::new());
        state.requests.clone()
    }

    /// The requests of this kind whose path begins like this.
    pub(crate) fn asked(&self, verb: &str, start: &str) -> Vec<Request> {
        let mut requests = self.requests();
        requests.retain(|request| request.verb == verb && request.path.starts_with(start));
        requests
    }

    /// Everything that would change something on GitHub.
    pub(crate) fn writes(&self) -> Vec<String> {
        let requests = self.requests();
        let changes = |request: &&Request| request.verb != "GET" && request.path != "/graphql";
        requests.iter().filter(changes).map(Request::shown).collect()
    }

    /// What was uploaded to code scanning: the request, and the log in it.
    pub(crate) fn uploads(&self) -> Vec<(Value, Value)> {
        let uploads = self.asked("POST", "/code-scanning/sarifs");
        uploads.into_iter().map(|request| (request.body.clone(), log(&request.body))).collect()
    }
}

/// The log of an upload, unpacked.
fn log(body: &Value) -> Value {
    let packed = STANDARD.decode(body["sarif"].as_str().unwrap()).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed.as_slice()).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

type Answer = (u16, Value);

fn serve(stream: &TcpStream, shared: &Mutex<State>) {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    if reader.read_line(&mut first).unwrap_or(0) == 0 {
        return;
    }
    let (mut length, mut authorized) = (0, false);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().unwrap(),
            "authorization" => authorized = value == format!("Bearer {TOKEN}"),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let mut words = first.split(' ');
    let (verb, path) = (words.next().unwrap().to_owned(), words.next().unwrap().to_owned());
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let mut state = shared.lock().unwrap();
    let (status, answer) = answer(&mut state, &verb, &path, body, authorized);
    drop(state);
    let text = answer.to_string();
    let head = format!(
        "HTTP/1.1 {status} Said\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        text.len()
    );
    let _ =
        (&mut &*stream).write_all(head.as_bytes()).and_then(|()| (&mut &*stream).write_all(text.as_bytes()));
}

fn answer(state: &mut State, verb: &str, whole: &str, body: Value, authorized: bool) -> Answer {
    if !authorized {
        return (401, json!({ "message": "Bad credentials" }));
    }
    if whole == "/user" {
        return (403, json!({ "message": "Resource not accessible by integration" }));
    }
    let rest = if whole == "/graphql" { Some(whole) } else { whole.strip_prefix("/repos/octo/lamps") };
    let Some(rest) = rest else {
        state.unknown.push(format!("{verb} {whole}"));
        return (404, json!({ "message": "Not Found" }));
    };
    state.requests.push(Request { verb: verb.to_owned(), path: rest.to_owned(), body: body.clone() });
    let refused = state.refusals.iter().find(|(kind, part, ..)| *kind == verb && rest.contains(part));
    if let Some(&(_, _, status, message)) = refused {
        return (status, json!({ "message": message }));
    }
    let path = rest.split('?').next().unwrap_or_default().to_owned();
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let found = match (verb, parts.as_slice()) {
        ("GET", ["git", "commits", id]) => commit(&state.repository, id),
        ("GET", ["commits", name]) => named(&state.repository, &decode(name)),
        ("GET", ["git", "trees", id]) => tree(&state.repository, id),
        ("GET", ["git", "blobs", id]) => blob(&state.repository, id, state.garbled),
        ("POST", ["graphql"]) => texts(&state.repository, &body, state.garbled),
        ("GET", ["compare", both]) => compare(&state.repository, &decode(both)),
        ("GET", ["releases"]) => Some((200, json!(state.releases))),
        ("GET" | "PATCH", ["releases", id]) => release(state, id, &body),
        ("GET", ["issues", "7", "comments"]) => Some((200, list(state, rest))),
        ("POST", ["issues", "7", "comments"]) => Some(create(state, &body)),
        ("PATCH", ["issues", "comments", id]) => update(state, id, &body),
        ("POST", ["code-scanning", "sarifs"]) => Some((202, json!({ "id": "47177e22", "url": "u" }))),
        ("GET", ["code-scanning", "sarifs", "47177e22"]) => {
            Some((200, json!({ "processing_status": "complete", "analyses_url": "u" })))
        }
        _ => {
            state.unknown.push(format!("{verb} {rest}"));
            None
        }
    };
    found.unwrap_or_else(|| (404, json!({ "message": "Not Found" })))
}

fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let hex = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap()
}

/// What git says, or nothing when it fails.
fn git(repository: &Path, arguments: &[&str]) -> Option<Vec<u8>> {
    let output = Command::new("git").current_dir(repository).args(arguments).output().unwrap();
    output.status.success().then_some(output.stdout)
}

fn line(repository: &Path, arguments: &[&str]) -> Option<String> {
    Some(String::from_utf8(git(repository, arguments)?).unwrap().trim_end().to_owned())
}

fn commit(repository: &Path, id: &str) -> Option<Answer> {
    let all = line(repository, &["show", "-s", "--format=%H %T %P", id])?;
    let mut ids = all.split(' ').filter(|id| !id.is_empty());
    let (sha, tree) = (ids.next()?, ids.next()?);
    let parents: Vec<_> = ids.map(|id| json!({ "sha": id })).collect();
    Some((200, json!({ "sha": sha, "tree": { "sha": tree }, "parents": parents })))
}

fn named(repository: &Path, name: &str) -> Option<Answer> {
    let id = line(
        repository,
        &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{name}^{{commit}}")],
    )?;
    let (_, commit) = commit(repository, &id)?;
    Some((200, json!({ "sha": id, "commit": { "tree": commit["tree"] }, "parents": commit["parents"] })))
}

fn tree(repository: &Path, id: &str) -> Option<Answer> {
    let listing = git(repository, &["ls-tree", "-r", "-t", "-l", "-z", id])?;
    let entries: Vec<_> = listing
        .split(|byte| *byte == 0)
        .filter(|entry| !entry.is_empty())
        .map(|entry| {
            let text = String::from_utf8_lossy(entry);
            let (facts, path) = text.split_once('\t').unwrap();
            let facts: Vec<_> = facts.split_ascii_whitespace().collect();
            json!({ "path": path, "mode": facts[0], "type": facts[1], "sha": facts[2], "size": facts[3].parse().unwrap_or(0) })
        })
        .collect();
    Some((200, json!({ "sha": id, "tree": entries, "truncated": false })))
}

fn bytes(repository: &Path, id: &str, garbled: bool) -> Option<Vec<u8>> {
    let mut bytes = git(repository, &["cat-file", "blob", id])?;
    if garbled {
        bytes.push(b'\n');
    }
    Some(bytes)
}

fn blob(repository: &Path, id: &str, garbled: bool) -> Option<Answer> {
    let bytes = bytes(repository, id, garbled)?;
    Some((200, json!({ "sha": id, "encoding": "base64", "content": STANDARD.encode(bytes) })))
}

/// The texts of blobs, as GraphQL gives them: none for what is binary, and not the whole of what is long.
fn texts(repository: &Path, body: &Value, garbled: bool) -> Option<Answer> {
    const LONGEST: usize = 500_000;
    let query = body["query"].as_str()?;
    let mut answer = serde_json::Map::new();
    let mut parts = query.split(":object(oid:\"");
    let mut alias = parts.next()?.rsplit('{').next()?;
    for part in parts {
        let bytes = bytes(repository, part.get(..40)?, garbled);
        let text = bytes.map(|bytes| {
            let cut = String::from_utf8_lossy(bytes.get(..LONGEST).unwrap_or(&bytes)).into_owned();
            let text = if bytes.contains(&0) { Value::Null } else { json!(cut) };
            json!({ "text": text, "isTruncated": bytes.len() > LONGEST })
        });
        answer.insert(alias.to_owned(), json!(text));
        alias = part.rsplit(' ').next()?;
    }
    Some((200, json!({ "data": { "repository": answer } })))
}

fn compare(repository: &Path, both: &str) -> Option<Answer> {
    let (base, head) = both.split_once("...")?;
    let id =
        |name: &str| line(repository, &["rev-parse", "--verify", "--quiet", &format!("{name}^{{commit}}")]);
    let (base, head) = (id(base)?, id(head)?);
    let merge_base = line(repository, &["merge-base", &base, &head])?;
    let status = match () {
        () if base == head => "identical",
        () if merge_base == base => "ahead",
        () if merge_base == head => "behind",
        () => "diverged",
    };
    let answer = json!({
        "status": status, "merge_base_commit": { "sha": merge_base }, "base_commit": { "sha": base }, "files": [],
    });
    Some((200, answer))
}

fn release(state: &mut State, id: &str, body: &Value) -> Option<Answer> {
    let release = state.releases.iter_mut().find(|release| release["id"].as_u64() == id.parse().ok())?;
    if let Some(text) = body["body"].as_str() {
        release["body"] = json!(text);
    }
    Some((200, release.clone()))
}

fn shown(comment: &Comment) -> Value {
    let url = format!("https://github.example/octo/lamps/pull/7#issuecomment-{}", comment.id);
    json!({ "id": comment.id, "html_url": url, "body": comment.body, "user": { "login": comment.login } })
}

fn list(state: &State, path: &str) -> Value {
    let page = path.split("&page=").nth(1).and_then(|page| page.parse().ok()).unwrap_or(1_usize);
    json!(state.comments.iter().skip((page - 1) * 100).take(100).map(shown).collect::<Vec<_>>())
}

/// GitHub refuses a body that is too long, and then there is no comment.
fn fits(body: &Value) -> bool {
    body["body"].as_str().is_some_and(|text| !text.is_empty() && text.encode_utf16().count() < 65_536)
}

fn create(state: &mut State, body: &Value) -> Answer {
    if !fits(body) {
        return (422, json!({ "message": "Validation Failed" }));
    }
    let id = 500 + state.comments.len() as u64;
    let comment = Comment { id, login: BOT.to_owned(), body: body["body"].as_str().unwrap().to_owned() };
    let answer = shown(&comment);
    state.comments.push(comment);
    (201, answer)
}

fn update(state: &mut State, id: &str, body: &Value) -> Option<Answer> {
    if !fits(body) {
        return Some((422, json!({ "message": "Validation Failed" })));
    }
    let comment = state.comments.iter_mut().find(|comment| comment.id.to_string() == id)?;
    // The job's token can edit any comment; that it edits its own only is what a test looks at.
    comment.body = body["body"].as_str().unwrap().to_owned();
    Some((200, shown(comment)))
}
