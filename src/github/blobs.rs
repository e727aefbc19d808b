//! The bytes of files through the API: many in one request, each distinct blob once.
//!
//! A repository that is not checked out may have hundreds of models, and a job's token has 1,000 requests an hour. So
//! blobs come in batches through the GraphQL API, which gives texts. It cuts long texts, gives none for binary files and
//! knows only UTF-8, so a text counts only when its bytes hash to the blob's own name; whatever does not is asked for once
//! more through the REST API, which gives bytes. Without a token, or where the GraphQL API is switched off, everything
//! comes that way.

use std::collections::{BTreeMap, HashMap, VecDeque};

use base64::Engine as _;
use serde::{Deserialize, Serialize};
use tokio::task::JoinSet;

use super::api::Api;
use super::names::ObjectId;
use super::objects::{ObjectsError, TreeFile, unreadable};
use super::refusal::{ApiError, Purpose};
use crate::inert;
use crate::repository::Id;

/// How many requests for blobs a run makes at most; a job's token has 1,000 requests an hour.
pub const REQUESTS: usize = 900;
/// How many blobs are asked for in one request at most.
pub const BATCH: usize = 64;
/// How many bytes of blobs are asked for in one request at most; GitHub gives up on a query after ten seconds.
const BATCH_BYTES: u64 = 1 << 20;
/// Larger blobs are asked for one by one: GitHub cuts texts at about 500,000 bytes.
const BATCHED_BYTES: u64 = 400_000;
/// How many requests for blobs are under way at once.
const AT_ONCE: usize = 8;
/// How often a batch is sent at most; there is another way to its blobs.
const BATCH_ATTEMPTS: u32 = 2;

#[derive(Deserialize)]
struct BlobAnswer {
    content: String,
    encoding: String,
}

#[derive(Serialize)]
struct Query<'a> {
    query: String,
    variables: Variables<'a>,
}

#[derive(Serialize)]
struct Variables<'a> {
    owner: &'a str,
    name: &'a str,
}

#[derive(Deserialize)]
struct Answer {
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    repository: Option<HashMap<String, Option<Text>>>,
}

/// What GitHub says about an object; nothing of it for one that is no blob.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Text {
    text: Option<String>,
    #[serde(default)]
    is_truncated: bool,
}

/// One request.
#[derive(Debug)]
enum Job {
    Together(Vec<ObjectId>),
    Alone(ObjectId),
}

/// What came of it.
enum Done {
    /// The texts that are exact; the others are missing.
    Together(Vec<ObjectId>, Result<BTreeMap<ObjectId, Vec<u8>>, ApiError>),
    Alone(ObjectId, Result<Vec<u8>, ApiError>),
}

impl Api {
    /// The bytes of these files' blobs, each distinct blob once.
    ///
    /// # Errors
    /// A request failed, a file has more than `limit` bytes, or there are too many.
    pub async fn blobs(
        &self,
        files: &[TreeFile],
        limit: u64,
    ) -> Result<BTreeMap<ObjectId, Vec<u8>>, ObjectsError> {
        for file in files {
            if file.size > limit {
                let path = inert::terminal(&file.path).into_owned();
                return Err(ObjectsError::Size { path, size: file.size, limit });
            }
        }
        let distinct: BTreeMap<_, _> = files.iter().map(|file| (file.id.clone(), file.size)).collect();
        let mut waiting = jobs(distinct, self.has_token());
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let mut running = JoinSet::new();
        let mut blobs = BTreeMap::new();
        let mut requests = 0;
        loop {
            while running.len() < AT_ONCE
                && let Some(job) = waiting.pop_front()
            {
                if !self.take_blob_request() {
                    return Err(ObjectsError::Requests);
                }
                requests += 1;
                let api = self.clone();
                running.spawn(async move { api.job(job, limit).await });
            }
            match running.join_next().await {
                None => break,
                Some(Ok(Done::Alone(id, bytes))) => {
                    blobs.insert(id, bytes?);
                }
                Some(Ok(Done::Together(ids, Ok(texts)))) => {
                    let rest = ids.into_iter().filter(|id| !texts.contains_key(id));
                    waiting.extend(rest.map(Job::Alone));
                    blobs.extend(texts);
                }
                Some(Ok(Done::Together(ids, Err(error)))) => {
                    tracing::debug!("{error}; asking for each file by itself");
                    // The next batch would fail the same way.
                    let planned = ids.into_iter().map(Job::Alone).chain(waiting);
                    waiting = planned.flat_map(Job::apart).collect();
                }
                Some(Err(error)) => return Err(unreadable(&error.to_string()).into()),
            }
        }
        let bytes: usize = blobs.values().map(Vec::len).sum();
        tracing::debug!("read {} files ({bytes} bytes) through the API; requests: {requests}", blobs.len());
        Ok(blobs)
    }

    async fn job(&self, job: Job, limit: usize) -> Done {
        match job {
            Job::Alone(id) => {
                let bytes = self.blob(&id, limit).await;
                Done::Alone(id, bytes)
            }
            Job::Together(ids) => {
                let texts = self.texts(&ids).await;
                Done::Together(ids, texts)
            }
        }
    }

    async fn blob(&self, id: &ObjectId, limit: usize) -> Result<Vec<u8>, ApiError> {
        let purpose = Purpose::ReadObjects;
        let path = self.path(&format!("/git/blobs/{id}"));
        // Base64 with a line end every 60 characters.
        let answer_limit = limit.saturating_mul(3) / 2 + 65_536;
        let answer: BlobAnswer = self.get_within(purpose, &path, answer_limit).await?;
        let bytes = match answer.encoding.as_str() {
            "utf-8" => answer.content.into_bytes(),
            "base64" => {
                let packed: Vec<u8> =
                    answer.content.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
                base64::engine::general_purpose::STANDARD
                    .decode(packed)
                    .map_err(|_| unreadable("a blob is no base64"))?
            }
            _ => return Err(unreadable("a blob has an unknown encoding")),
        };
        if bytes.len() > limit { Err(ApiError::TooLarge { purpose, limit }) } else { Ok(bytes) }
    }

    /// The blobs among these whose texts are exact.
    async fn texts(&self, ids: &[ObjectId]) -> Result<BTreeMap<ObjectId, Vec<u8>>, ApiError> {
        let repository = self.repository();
        let query = Query {
            query: query(ids),
            variables: Variables { owner: repository.owner(), name: repository.name() },
        };
        let answer: Answer = self.graphql(Purpose::ReadObjects, &query, BATCH_ATTEMPTS).await?;
        let Some(mut texts) = answer.data.and_then(|data| data.repository) else {
            return Err(unreadable("the GraphQL API gave no repository"));
        };
        let exact = |(number, id): (usize, &ObjectId)| {
            let text = texts.remove(&alias(number))??;
            let bytes = text.text.filter(|_| !text.is_truncated)?.into_bytes();
            is_blob(id, &bytes).then(|| (id.clone(), bytes))
        };
        Ok(ids.iter().enumerate().filter_map(exact).collect())
    }
}

/// True when these bytes are the blob of this name.
fn is_blob(id: &ObjectId, bytes: &[u8]) -> bool {
    id.as_str().parse::<Id>().is_ok_and(|id| id.is_blob(bytes))
}

fn alias(number: usize) -> String {
    format!("b{number}")
}

fn query(ids: &[ObjectId]) -> String {
    let mut query = "query($owner:String!,$name:String!){repository(owner:$owner,name:$name){".to_owned();
    for (number, id) in ids.iter().enumerate() {
        query.push_str(&format!("{}:object(oid:\"{id}\"){{...on Blob{{text isTruncated}}}} ", alias(number)));
    }
    query.push_str("}}");
    query
}

/// The requests for these blobs, given with their sizes.
fn jobs(blobs: impl IntoIterator<Item = (ObjectId, u64)>, batches: bool) -> VecDeque<Job> {
    let mut jobs = VecDeque::new();
    let (mut batch, mut bytes) = (Vec::new(), 0);
    for (id, size) in blobs {
        if !batches || size > BATCHED_BYTES {
            jobs.push_back(Job::Alone(id));
            continue;
        }
        if batch.len() == BATCH || bytes + size > BATCH_BYTES {
            jobs.push_back(Job::of(std::mem::take(&mut batch)));
            bytes = 0;
        }
        bytes += size;
        batch.push(id);
    }
    if !batch.is_empty() {
        jobs.push_back(Job::of(batch));
    }
    jobs
}

impl Job {
    /// One blob is asked for as bytes at once.
    fn of(ids: Vec<ObjectId>) -> Self {
        match <[ObjectId; 1]>::try_from(ids) {
            Ok([id]) => Self::Alone(id),
            Err(ids) => Self::Together(ids),
        }
    }

    fn apart(self) -> Vec<Self> {
        match self {
            Self::Alone(_) => vec![self],
            Self::Together(ids) => ids.into_iter().map(Self::Alone).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u32) -> ObjectId {
        ObjectId::parse(&format!("{number:040x}")).unwrap()
    }

    /// How many blobs each request is for.
    fn planned(sizes: &[u64], batches: bool) -> Vec<usize> {
        let blobs = (0..).map(id).zip(sizes.iter().copied());
        let count = |job: &Job| match job {
            Job::Together(ids) => ids.len(),
            Job::Alone(_) => 1,
        };
        jobs(blobs, batches).iter().map(count).collect()
    }

    #[test]
    fn a_batch_ends_at_its_number_and_at_its_bytes_and_large_blobs_come_alone() {
        assert_eq!(planned(&[10; 130], true), [64, 64, 2]);
        assert_eq!(planned(&[10; 65], true), [64, 1]);
        assert_eq!(planned(&[400_000; 5], true), [2, 2, 1]);
        assert_eq!(planned(&[10, 400_001, 10], true), [1, 2]);
        assert_eq!(planned(&[10; 3], false), [1, 1, 1]);
        assert_eq!(planned(&[], true), [0; 0]);
    }

    #[test]
    fn a_text_is_exact_when_it_hashes_to_the_name() {
        let empty = ObjectId::parse("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391").unwrap();
        assert!(is_blob(&empty, b"") && !is_blob(&empty, b"\n"));
        assert!(!is_blob(&ObjectId::parse(&"0".repeat(64)).unwrap(), b""));
    }
}
