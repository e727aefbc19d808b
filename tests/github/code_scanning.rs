//! Uploading results, and everything that may become of that.

use std::io::Read as _;

use base64::Engine as _;
use countersign::github::code_scanning::{self, Upload, Uploaded};
use countersign::github::refusal::ApiError;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;
use wiremock::matchers::query_param;

use crate::support::{Hub, INTEGRATION, id, ok, on, refused};

const UPLOAD: &str = "/code-scanning/sarifs";
const STATUS: &str = "/code-scanning/sarifs/47177e22";
const ANALYSES: &str = "/code-scanning/analyses";

fn accepted() -> ResponseTemplate {
    ResponseTemplate::new(202).set_body_json(json!({ "id": "47177e22", "url": "https://example.invalid/" }))
}

fn status(status: &str) -> ResponseTemplate {
    ok(json!({ "processing_status": status, "analyses_url": null }))
}

async fn upload(hub: &Hub, sarif: &[u8]) -> Result<Uploaded, ApiError> {
    let upload = Upload {
        sarif,
        commit: &id('1'),
        git_ref: "refs/pull/7/merge",
        category: "countersign/countersign.toml/",
    };
    code_scanning::upload(&hub.api, upload).await
}

#[tokio::test]
async fn results_are_uploaded_for_their_commit_and_ref_and_followed_until_they_are_in() {
    let hub = Hub::new().await;
    hub.once("POST", UPLOAD, accepted()).await;
    hub.once("GET", STATUS, refused(404, "Not Found")).await;
    hub.once("GET", STATUS, status("pending")).await;
    hub.once("GET", STATUS, status("complete")).await;
    assert_eq!(upload(&hub, b"{\"runs\":[]}").await.unwrap(), Uploaded::Complete { id: "47177e22".into() });
    assert_eq!(hub.clock.waits(), [5, 10, 20]);

    let sent: Value = hub.bodies("POST").await.remove(0);
    assert_eq!(sent["commit_sha"], id('1').as_str());
    assert_eq!(sent["ref"], "refs/pull/7/merge");
    assert_eq!(sent["tool_name"], "countersign");
    assert_eq!(sent["started_at"], "2027-01-15T08:00:00Z");
    let packed = base64::engine::general_purpose::STANDARD.decode(sent["sarif"].as_str().unwrap()).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    assert_eq!(text, "{\"runs\":[]}");
}

#[tokio::test]
async fn results_that_github_cannot_use_show_its_reasons() {
    let hub = Hub::new().await;
    hub.once("POST", UPLOAD, accepted()).await;
    let errors = ["rejecting SARIF, as there are more runs than allowed (21 > 20)\n::error::x"];
    hub.once("GET", STATUS, ok(json!({ "processing_status": "failed", "errors": errors }))).await;
    assert_eq!(
        upload(&hub, b"{}").await.unwrap(),
        Uploaded::Rejected {
            id: "47177e22".into(),
            errors: vec![
                "rejecting SARIF, as there are more runs than allowed (21 > 20)\\u{A}::error::x".into()
            ],
        }
    );
}

#[tokio::test]
async fn processing_that_takes_longer_than_two_and_a_half_minutes_is_not_waited_for() {
    let hub = Hub::new().await;
    hub.once("POST", UPLOAD, accepted()).await;
    hub.always("GET", STATUS, status("pending")).await;
    assert_eq!(upload(&hub, b"{}").await.unwrap(), Uploaded::Pending { id: "47177e22".into() });
    assert_eq!(hub.clock.waits(), [5, 10, 20, 40, 80]);
}

#[tokio::test]
async fn an_upload_whose_answer_was_lost_is_found_among_the_analyses() {
    let hub = Hub::new().await;
    hub.once("POST", UPLOAD, refused(502, "Server Error")).await;
    on("GET", ANALYSES)
        .and(query_param("tool_name", "countersign"))
        .and(query_param("ref", "refs/pull/7/merge"))
        .respond_with(ok(json!([
            { "sarif_id": "other", "commit_sha": id('1').as_str(), "category": "countersign/other" },
            { "sarif_id": "older", "commit_sha": id('2').as_str(), "category": "countersign/countersign.toml" },
            { "sarif_id": "47177e22", "commit_sha": id('1').as_str(), "category": "countersign/countersign.toml" },
        ])))
        .expect(1)
        .mount(&hub.server)
        .await;
    hub.once("GET", STATUS, status("complete")).await;
    assert_eq!(upload(&hub, b"{}").await.unwrap(), Uploaded::Complete { id: "47177e22".into() });
    assert_eq!(hub.bodies("POST").await.len(), 1);
}

#[tokio::test]
async fn an_upload_that_did_not_arrive_is_sent_again() {
    let hub = Hub::new().await;
    hub.once("POST", UPLOAD, refused(502, "Server Error")).await;
    hub.once("GET", ANALYSES, refused(404, "no analysis found")).await;
    hub.once("POST", UPLOAD, accepted()).await;
    hub.once("GET", STATUS, status("complete")).await;
    assert_eq!(upload(&hub, b"{}").await.unwrap(), Uploaded::Complete { id: "47177e22".into() });
    assert_eq!(hub.clock.waits(), [1, 5]);
}

#[tokio::test]
async fn refusals_tell_a_missing_permission_from_code_scanning_that_is_off() {
    let either = "give the job `permissions: security-events: write` (and `actions: read` in a private repository), \
                  enable Code Security where the repository is private, or set the input `upload-sarif` to `false`";
    let off = "code scanning is not available here: enable Code Security in the repository's settings, or set the input \
               `upload-sarif` to `false`";
    for (code, message, mend) in [
        (403, INTEGRATION, "give the job `permissions: security-events: write`"),
        (403, "Code scanning is not enabled for this repository.", off),
        (403, "Advanced Security must be enabled for this repository to use code scanning.", off),
        (404, "Not Found", either),
        (
            422,
            "commit not found",
            "the upload does not fit this commit and ref: check that the workflow runs on the commit that it reads, or set \
          the input `upload-sarif` to `false` and upload the file of `sarif-file` in a later step",
        ),
    ] {
        let hub = Hub::new().await;
        hub.once("POST", UPLOAD, refused(code, message)).await;
        let error = upload(&hub, b"{}").await.unwrap_err().to_string();
        assert_eq!(
            error,
            format!("cannot upload the results to code scanning: GitHub answered {code} ({message}); {mend}")
        );
    }
}

#[tokio::test]
async fn results_above_ten_megabytes_are_not_sent() {
    let hub = Hub::new().await;
    // Noise, which gzip cannot make smaller.
    let mut state = 1_u64;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    })
    .take(10_100_000)
    .collect();
    assert!(
        matches!(upload(&hub, &noise).await.unwrap(), Uploaded::TooLarge { bytes } if bytes > 10_000_000)
    );
    assert_eq!(hub.count().await, 0);
}
