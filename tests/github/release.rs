//! Notes in a release's body.

use countersign::github::parts::Parts;
use countersign::github::release::{self, Released};
use serde_json::json;
use wiremock::ResponseTemplate;

use crate::support::{Hub, INTEGRATION, ok, refused};

const RELEASE: &str = "/releases/5";
const URL: &str = "https://github.com/octo/lamps/releases/tag/v2";

fn answer(body: Option<&str>) -> ResponseTemplate {
    ok(json!({ "id": 5, "html_url": URL, "body": body }))
}

fn notes() -> Parts {
    Parts { head: "1 breaking".into(), ..Parts::default() }
}

#[tokio::test]
async fn notes_are_written_below_what_people_wrote_and_not_again_when_they_are_there() {
    let hub = Hub::new().await;
    hub.once("GET", RELEASE, answer(Some("Hello"))).await;
    hub.once("PATCH", RELEASE, answer(None)).await;
    assert_eq!(release::deliver(&hub.api, 5, &notes(), None).await.unwrap(), Released::Written(URL.into()));
    let body = hub.bodies("PATCH").await.remove(0)["body"].as_str().unwrap().to_owned();
    assert_eq!(body, "Hello\n\n<!-- countersign:notes:begin -->\n1 breaking\n<!-- countersign:notes:end -->");
    hub.once("GET", RELEASE, answer(Some(&body))).await;
    assert_eq!(release::deliver(&hub.api, 5, &notes(), None).await.unwrap(), Released::Unchanged(URL.into()));
}

#[tokio::test]
async fn a_release_without_a_body_gets_one() {
    let hub = Hub::new().await;
    hub.once("GET", RELEASE, answer(None)).await;
    hub.once("PATCH", RELEASE, answer(None)).await;
    release::deliver(&hub.api, 5, &notes(), None).await.unwrap();
    assert_eq!(
        hub.bodies("PATCH").await[0]["body"],
        "<!-- countersign:notes:begin -->\n1 breaking\n<!-- countersign:notes:end -->"
    );
}

#[tokio::test]
async fn refusals_name_the_permission() {
    for (status, message, mend) in [
        (403, INTEGRATION, "give the job `permissions: contents: write`"),
        (404, "Not Found", "the release is gone, or the job lacks `permissions: contents: write`"),
        (
            422,
            "body is too long (maximum is 125000 characters)",
            "set the input `release-notes` to `false`; the summary of the run holds the same notes",
        ),
    ] {
        let hub = Hub::new().await;
        hub.once("GET", RELEASE, answer(None)).await;
        hub.once("PATCH", RELEASE, refused(status, message)).await;
        let error = release::deliver(&hub.api, 5, &notes(), None).await.unwrap_err().to_string();
        assert_eq!(
            error,
            format!("cannot write the notes into the release: GitHub answered {status} ({message}); {mend}")
        );
    }
}
