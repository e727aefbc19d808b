//! A whole delivery: what reaches the log, the files and GitHub, and how the step ends.

use std::path::Path;

use countersign::github::deliver::{Delivered, deliver};
use countersign::github::delivery::{CommentText, Delivery, Disposition, Ending, ResultFile, SarifUpload};
use countersign::github::delivery::{CommentWhen, FailOn};
use countersign::github::environment::Environment;
use countersign::github::event::ReadOnly;
use countersign::github::parts::Parts;
use countersign::github::workflow::{Annotation, Level};
use serde_json::json;
use wiremock::ResponseTemplate;

use crate::support::{Hub, INTEGRATION, id, ok, refused};

const COMMENTS: &str = "/issues/7/comments";
const UPLOAD: &str = "/code-scanning/sarifs";
const STATUS: &str = "/code-scanning/sarifs/s1";

fn environment(folder: &Path) -> Environment {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let pairs = [
        ("GITHUB_EVENT_NAME", "pull_request".to_owned()),
        ("GITHUB_SHA", id('1').to_string()),
        ("GITHUB_REF", "refs/pull/7/merge".to_owned()),
        ("GITHUB_REPOSITORY", "octo/lamps".to_owned()),
        ("GITHUB_API_URL", "https://api.github.com".to_owned()),
        ("GITHUB_SERVER_URL", "https://github.com".to_owned()),
        ("GITHUB_RUN_ID", "42".to_owned()),
        ("GITHUB_WORKSPACE", folder.to_str().unwrap().to_owned()),
        ("GITHUB_OUTPUT", path("output")),
        ("GITHUB_STEP_SUMMARY", path("summary")),
    ];
    Environment::from_pairs(pairs.into_iter().map(|(name, value)| (name.into(), value.into()))).unwrap()
}

fn parts(text: &str) -> Parts {
    Parts { head: text.to_owned(), ..Parts::default() }
}

fn breaking() -> Delivery {
    Delivery {
        disposition: Some(Disposition::Failed),
        fail_on: FailOn::Undetermined,
        read_only: None,
        outputs: vec![("disposition", "failed".into()), ("breaking", "1".into())],
        files: vec![ResultFile {
            path: "report.json".into(),
            content: b"{}".to_vec(),
            output: "report-file",
        }],
        sarif: Some(SarifUpload {
            log: b"{}".to_vec(),
            category: "countersign/x/".into(),
            target: Ok((id('1'), "refs/pull/7/merge".into())),
        }),
        comment: Some(CommentText {
            number: 7,
            key: "x".into(),
            when: CommentWhen::Changes,
            differences: true,
            body: parts("1 breaking"),
            settled: parts("none any more"),
        }),
        release: None,
        summary: Some(parts("# 1 breaking\n")),
        annotations: Some(vec![Annotation {
            level: Level::Error,
            title: "breaking".into(),
            message: "maximum 9 → 5".into(),
            file: Some("a.sdf.json".into()),
            line: Some(3),
            column: Some(1),
        }]),
        notices: Vec::new(),
    }
}

const ANNOTATION: &str = "::error file=a.sdf.json,line=3,col=1,title=breaking::maximum 9 → 5";

async fn run(hub: &Hub, folder: &tempfile::TempDir, delivery: &Delivery) -> Delivered {
    deliver(&environment(folder.path()), Some(&hub.api), delivery).await
}

async fn commenting(hub: &Hub) {
    hub.always("GET", COMMENTS, ok(json!([]))).await;
    let created =
        json!({ "id": 9, "html_url": "https://github.com/octo/lamps/pull/7#issuecomment-9", "user": null });
    hub.always("POST", COMMENTS, ResponseTemplate::new(201).set_body_json(created)).await;
}

async fn uploading(hub: &Hub) {
    hub.always("POST", UPLOAD, ResponseTemplate::new(202).set_body_json(json!({ "id": "s1" }))).await;
    hub.always("GET", STATUS, ok(json!({ "processing_status": "complete" }))).await;
}

/// The outputs as the runner reads them.
fn outputs(folder: &tempfile::TempDir) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(folder.path().join("output")).unwrap();
    let mut lines = text.lines();
    let mut outputs = Vec::new();
    while let Some(line) = lines.next() {
        let (name, delimiter) = line.split_once("<<").unwrap();
        let value: Vec<_> = lines.by_ref().take_while(|line| *line != delimiter).collect();
        outputs.push((name.to_owned(), value.join("\n")));
    }
    outputs
}

fn output(folder: &tempfile::TempDir, name: &str) -> Option<String> {
    outputs(folder).into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

#[tokio::test]
async fn a_breaking_pull_request_is_uploaded_commented_summarised_and_fails_last() {
    let hub = Hub::new().await;
    commenting(&hub).await;
    uploading(&hub).await;
    let folder = tempfile::tempdir().unwrap();
    let delivered = run(&hub, &folder, &breaking()).await;
    assert_eq!(delivered, Delivered { lines: vec![], failures: vec![], ending: Ending::Failed });
    assert_eq!(std::fs::read(folder.path().join("report.json")).unwrap(), b"{}");
    assert_eq!(std::fs::read_to_string(folder.path().join("summary")).unwrap(), "# 1 breaking\n");
    let expected = [
        ("disposition", "failed"),
        ("breaking", "1"),
        ("report-file", "report.json"),
        ("sarif-id", "s1"),
        ("comment-url", "https://github.com/octo/lamps/pull/7#issuecomment-9"),
    ];
    assert_eq!(outputs(&folder), expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
}

#[tokio::test]
async fn a_fork_gets_annotations_and_a_summary_and_not_one_request_is_made() {
    let hub = Hub::new().await;
    let folder = tempfile::tempdir().unwrap();
    let delivery = Delivery { read_only: Some(ReadOnly::Fork), ..breaking() };
    let delivered = run(&hub, &folder, &delivery).await;
    assert_eq!(hub.count().await, 0);
    assert_eq!(
        delivered.lines,
        [
            ANNOTATION,
            "::notice::this pull request comes from a fork, so its token can only read: there is no comment and no \
             code-scanning upload, the summary and the annotations hold the report. To close the gap, write the results \
             with the input `sarif-file` and give the file to a later `github/codeql-action/upload-sarif` step, or comment \
             from a `workflow_run` workflow",
        ]
    );
    assert_eq!((delivered.ending, delivered.failures), (Ending::Failed, vec![]));
    assert!(folder.path().join("summary").exists());
}

#[tokio::test]
async fn code_scanning_that_is_not_available_is_a_notice_and_annotations_take_its_place() {
    for status in [403, 404] {
        let hub = Hub::new().await;
        commenting(&hub).await;
        hub.always("POST", UPLOAD, refused(status, "Code scanning is not enabled for this repository."))
            .await;
        let folder = tempfile::tempdir().unwrap();
        let delivered = run(&hub, &folder, &breaking()).await;
        assert_eq!(delivered.lines[0], ANNOTATION);
        assert_eq!(
            delivered.lines[1],
            format!(
                "::notice::cannot upload the results to code scanning: GitHub answered {status} (Code scanning is not \
                 enabled for this repository.); code scanning is not available here: enable Code Security in the \
                 repository's settings, or set the input `upload-sarif` to `false`"
            )
        );
        assert_eq!((delivered.ending, delivered.failures.len()), (Ending::Failed, 0));
    }
}

#[tokio::test]
async fn a_merge_queue_says_why_nothing_was_uploaded() {
    let hub = Hub::new().await;
    let folder = tempfile::tempdir().unwrap();
    let mut delivery = Delivery { comment: None, ..breaking() };
    delivery.sarif.as_mut().unwrap().target = Err("GitHub takes none for a merge queue");
    let delivered = run(&hub, &folder, &delivery).await;
    assert_eq!(hub.count().await, 0);
    assert_eq!(
        delivered.lines,
        [ANNOTATION, "::notice::nothing was uploaded to code scanning: GitHub takes none for a merge queue"]
    );
}

#[tokio::test]
async fn results_that_code_scanning_rejects_are_a_failure_with_its_reason() {
    let hub = Hub::new().await;
    commenting(&hub).await;
    hub.always("POST", UPLOAD, ResponseTemplate::new(202).set_body_json(json!({ "id": "s1" }))).await;
    hub.always("GET", STATUS, ok(json!({ "processing_status": "failed", "errors": ["too many runs"] })))
        .await;
    let folder = tempfile::tempdir().unwrap();
    let delivery = Delivery { disposition: Some(Disposition::Passed), ..breaking() };
    let delivered = run(&hub, &folder, &delivery).await;
    assert_eq!(delivered.ending, Ending::Undelivered);
    assert_eq!(
        delivered.failures,
        [
            "code scanning could not use the results (too many runs); set the input `upload-sarif` to `false` until that is \
             mended"
        ]
    );
}

#[tokio::test]
async fn a_refused_comment_is_said_and_ends_with_4_only_when_the_verdict_is_a_pass() {
    for (disposition, ending) in [
        (Disposition::Passed, Ending::Undelivered),
        (Disposition::Failed, Ending::Failed),
        (Disposition::Undetermined, Ending::Undetermined),
    ] {
        let hub = Hub::new().await;
        uploading(&hub).await;
        hub.always("GET", COMMENTS, ok(json!([]))).await;
        hub.always("POST", COMMENTS, refused(403, INTEGRATION)).await;
        let folder = tempfile::tempdir().unwrap();
        let delivery = Delivery { disposition: Some(disposition), ..breaking() };
        let delivered = run(&hub, &folder, &delivery).await;
        let message = format!(
            "cannot write the comment on the pull request: GitHub answered 403 ({INTEGRATION}); give the job `permissions: \
             pull-requests: write`"
        );
        assert_eq!(delivered.lines, [format!("::warning::{message}")]);
        assert_eq!(delivered.failures, [message]);
        assert_eq!(delivered.ending, ending);
        // What comes after the failure was delivered all the same.
        assert_eq!(output(&folder, "sarif-id").as_deref(), Some("s1"));
        assert!(folder.path().join("summary").exists());
    }
}

#[tokio::test]
async fn patience_that_runs_out_is_a_notice_and_no_failure() {
    let hub = Hub::new().await;
    hub.always("GET", COMMENTS, refused(503, "Unavailable")).await;
    uploading(&hub).await;
    let folder = tempfile::tempdir().unwrap();
    let delivery = Delivery { disposition: Some(Disposition::Passed), ..breaking() };
    let delivered = run(&hub, &folder, &delivery).await;
    assert_eq!(
        delivered.lines,
        [
            "::notice::cannot list the comments of the pull request: GitHub answered 503 again and again; run the job again \
             once its status page is green"
        ]
    );
    assert_eq!((delivered.ending, delivered.failures.len()), (Ending::Passed, 0));
}

#[tokio::test]
async fn a_result_file_outside_of_the_workspace_is_a_failure_that_names_it() {
    let hub = Hub::new().await;
    let folder = tempfile::tempdir().unwrap();
    let mut delivery = Delivery { sarif: None, comment: None, ..breaking() };
    delivery.disposition = Some(Disposition::Passed);
    delivery.files[0].path = "/etc/report.json".into();
    let delivered = run(&hub, &folder, &delivery).await;
    assert_eq!(
        delivered.failures,
        [
            "/etc/report.json is not inside the workspace or the runner's temporary folder; give a path that is"
        ]
    );
    assert_eq!(delivered.ending, Ending::Undelivered);
    assert_eq!(output(&folder, "report-file"), None);
}

#[tokio::test]
async fn without_a_connection_what_was_wanted_is_not_skipped_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    let delivery = Delivery { disposition: Some(Disposition::Passed), ..breaking() };
    let delivered = deliver(&environment(folder.path()), None, &delivery).await;
    assert_eq!(
        delivered.failures,
        [
            "cannot upload the results to code scanning: there is no token; leave the input `token` at its default",
            "cannot write the comment on the pull request: there is no token; leave the input `token` at its default",
        ]
    );
    assert_eq!(delivered.ending, Ending::Undelivered);
}

#[tokio::test]
async fn nothing_to_compare_is_a_notice_with_empty_outputs_and_a_pass() {
    let hub = Hub::new().await;
    let folder = tempfile::tempdir().unwrap();
    let delivered = run(&hub, &folder, &Delivery::nothing("the pull request is closed")).await;
    assert_eq!(delivered.lines, ["::notice::the pull request is closed"]);
    assert_eq!(delivered.ending, Ending::Passed);
    assert_eq!(
        outputs(&folder),
        [("disposition".to_owned(), String::new()), ("outcome".to_owned(), String::new())]
    );
    assert_eq!(hub.count().await, 0);
}
