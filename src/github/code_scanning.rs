//! Uploading results to code scanning and seeing what became of them (specification of the action, section 3).
//!
//! Code scanning is often not available: a private repository without Code Security, a token without permission. That is
//! worth a notice, and the verdict stands.

use std::io::Write as _;
use std::time::Duration;

use base64::Engine as _;
use flate2::{Compression, GzBuilder};
use serde::{Deserialize, Serialize};

use super::api::Api;
use super::clock::timestamp;
use super::names::{ObjectId, encode};
use super::refusal::{ApiError, Purpose, shorten};

/// The largest upload, in bytes after gzip.
pub const UPLOAD_BYTES: usize = 10_000_000;

/// The pauses before each look at what became of an upload, in seconds.
const PAUSES: [u64; 5] = [5, 10, 20, 40, 80];

/// Results on their way to code scanning.
#[derive(Debug, Clone, Copy)]
pub struct Upload<'a> {
    /// A SARIF log with one run.
    pub sarif: &'a [u8],
    /// The commit that the results are about.
    pub commit: &'a ObjectId,
    /// The ref that GitHub accepts with this commit.
    pub git_ref: &'a str,
    /// `runs[0].automationDetails.id`, with its final slash.
    pub category: &'a str,
}

/// What became of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uploaded {
    /// The results are in.
    Complete {
        /// The upload's id.
        id: String,
    },
    /// GitHub was still at it after more than two minutes.
    Pending {
        /// The upload's id.
        id: String,
    },
    /// GitHub took the file and could not use it.
    Rejected {
        /// The upload's id.
        id: String,
        /// GitHub's reasons, made safe to show.
        errors: Vec<String>,
    },
    /// The file is too large and was not sent.
    TooLarge {
        /// Its size in bytes after gzip.
        bytes: usize,
    },
}

#[derive(Serialize)]
struct Body<'a> {
    commit_sha: &'a str,
    #[serde(rename = "ref")]
    git_ref: &'a str,
    sarif: String,
    tool_name: &'a str,
    started_at: String,
}

#[derive(Deserialize)]
struct Receipt {
    id: String,
}

#[derive(Deserialize)]
struct Analysis {
    sarif_id: String,
    commit_sha: String,
    category: String,
}

#[derive(Deserialize)]
struct Processing {
    processing_status: Option<String>,
    errors: Option<Vec<String>>,
}

const TOOL: &str = "countersign";

/// Uploads results and waits for them to be processed.
///
/// # Errors
/// GitHub refused the upload or did not answer. Not knowing what became of it is no error.
pub async fn upload(api: &Api, upload: Upload<'_>) -> Result<Uploaded, ApiError> {
    let packed = gzip(upload.sarif);
    if packed.len() > UPLOAD_BYTES {
        return Ok(Uploaded::TooLarge { bytes: packed.len() });
    }
    let body = Body {
        commit_sha: upload.commit.as_str(),
        git_ref: upload.git_ref,
        sarif: base64::engine::general_purpose::STANDARD.encode(packed),
        tool_name: TOOL,
        started_at: timestamp(api.clock().now()),
    };
    let path = api.path("/code-scanning/sarifs");
    let look = async || landed(api, upload).await;
    let receipt: Receipt = api.post(Purpose::UploadSarif, &path, &body, look).await?;
    Ok(follow(api, receipt.id).await)
}

/// Whether results of this commit and category are there already; the newest come first.
async fn landed(api: &Api, upload: Upload<'_>) -> Result<Option<Receipt>, ApiError> {
    let git_ref = encode(upload.git_ref);
    let path = api.path(&format!("/code-scanning/analyses?tool_name={TOOL}&ref={git_ref}&per_page=30"));
    let analyses: Vec<Analysis> = match api.get(Purpose::FollowSarif, &path).await {
        // No analysis at all is 404 here.
        Err(error) if error.status() == Some(404) => Vec::new(),
        other => other?,
    };
    // GitHub shows the category with or without its final slash.
    let plain = |category: &str| category.trim_end_matches('/').to_owned();
    let ours = |analysis: &Analysis| {
        analysis.commit_sha == upload.commit.as_str() && plain(&analysis.category) == plain(upload.category)
    };
    Ok(analyses.into_iter().find(ours).map(|analysis| Receipt { id: analysis.sarif_id }))
}

async fn follow(api: &Api, id: String) -> Uploaded {
    let path = api.path(&format!("/code-scanning/sarifs/{}", encode(&id)));
    for pause in PAUSES {
        api.clock().sleep(Duration::from_secs(pause)).await;
        let processing: Processing = match api.get(Purpose::FollowSarif, &path).await {
            Ok(processing) => processing,
            // It is not listed for a moment after the upload.
            Err(error) if error.status() == Some(404) => continue,
            Err(error) => {
                tracing::debug!("{error}");
                return Uploaded::Pending { id };
            }
        };
        match processing.processing_status.as_deref() {
            Some("complete") => return Uploaded::Complete { id },
            Some("failed") => {
                let errors = processing.errors.unwrap_or_default();
                return Uploaded::Rejected {
                    id,
                    errors: errors.iter().take(5).map(|text| shorten(text)).collect(),
                };
            }
            _ => {}
        }
    }
    Uploaded::Pending { id }
}

/// Gzip without a time, so that the same results are the same bytes.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    // Writing to memory does not fail; if it ever did, the upload would be refused as malformed.
    let _ = writer.write_all(bytes);
    writer.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn gzip_is_reproducible_and_carries_no_time() {
        let packed = gzip(b"{}");
        assert_eq!(packed, gzip(b"{}"));
        assert_eq!(packed.get(4..8), Some(&[0, 0, 0, 0][..]));
        let mut text = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, "{}");
    }
}
