//! The event's payload: the few members that are used, each with the type it must have.
//!
//! The file is written by the runner, but branch names, titles and the like in it come from strangers. Its size is
//! bounded, nothing in it is taken for granted, and a member that is missing is an error that names it.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The largest payload that is read, in bytes. GitHub's own limit is 25 MB.
pub const PAYLOAD_BYTES: u64 = 32 * 1024 * 1024;

/// The members of a payload that say what happened.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Payload {
    pub(super) action: Option<String>,
    pub(super) number: Option<u64>,
    pub(super) pull_request: Option<PullRequest>,
    pub(super) merge_group: Option<MergeGroup>,
    pub(super) release: Option<Release>,
    pub(super) repository: Option<Repository>,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    #[serde(default)]
    pub(super) forced: bool,
    #[serde(default)]
    pub(super) deleted: bool,
    #[serde(rename = "ref")]
    pub(super) git_ref: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct PullRequest {
    pub(super) number: u64,
    pub(super) state: Option<String>,
    pub(super) base: Side,
    pub(super) head: Side,
}

/// One side of a pull request. `repo` is null once a fork has been deleted.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Side {
    pub(super) sha: String,
    pub(super) repo: Option<Repository>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct MergeGroup {
    pub(super) base_sha: String,
    pub(super) head_sha: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Release {
    pub(super) id: u64,
    pub(super) tag_name: String,
    #[serde(default)]
    pub(super) draft: bool,
    pub(super) published_at: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Repository {
    pub(super) full_name: Option<String>,
    pub(super) default_branch: Option<String>,
}

/// The payload cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PayloadError {
    /// `GITHUB_EVENT_PATH` is not set.
    #[error("GITHUB_EVENT_PATH is not set, so the event's payload cannot be read")]
    NoPath,
    /// The file cannot be opened or read.
    #[error("cannot read the event's payload at {path} (GITHUB_EVENT_PATH): {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file is larger than any payload.
    #[error("the event's payload is larger than {PAYLOAD_BYTES} bytes")]
    Large,
    /// The file is not JSON, or a member has another type than GitHub gives it.
    #[error("the event's payload is not one of GitHub's: {0}")]
    Malformed(String),
}

impl Payload {
    /// Reads a payload.
    ///
    /// # Errors
    /// The text is no JSON object, or a member that is used has another type.
    pub fn from_json(text: &[u8]) -> Result<Self, PayloadError> {
        // The message of the parser holds positions and types, and no text of the payload but field names.
        serde_json::from_slice(text)
            .map_err(|error| PayloadError::Malformed(crate::inert::visible(&error.to_string()).into_owned()))
    }

    /// Reads the file that `GITHUB_EVENT_PATH` names.
    ///
    /// # Errors
    /// There is no path, the file cannot be read, is too large, or is no payload.
    pub fn from_file(path: Option<&Path>) -> Result<Self, PayloadError> {
        let path = path.ok_or(PayloadError::NoPath)?;
        let unreadable = |error| PayloadError::File { path: path.to_owned(), error };
        let mut text = Vec::new();
        let file = std::fs::File::open(path).map_err(unreadable)?;
        file.take(PAYLOAD_BYTES + 1).read_to_end(&mut text).map_err(unreadable)?;
        if text.len() as u64 > PAYLOAD_BYTES {
            return Err(PayloadError::Large);
        }
        Self::from_json(&text)
    }
}
