//! Refusals, limits and silences, as any request may meet them. Reading a commit stands for all reads.

use std::io::Read as _;
use std::sync::Arc;

use countersign::github::api::{Api, Connection};
use countersign::github::environment::{Environment, Proxy};
use countersign::github::names::{Repository, Token};
use countersign::github::refusal::ApiError;
use serde_json::json;
use wiremock::ResponseTemplate;
use wiremock::matchers::{header, header_exists, path};

use crate::support::{Hub, INTEGRATION, NOW, Patient, TOKEN, client, id, ok, on, refused};

const COMMIT: &str = "/git/commits/1111111111111111111111111111111111111111";

fn commit() -> ResponseTemplate {
    ok(json!({ "sha": id('1').as_str(), "tree": { "sha": id('2').as_str() }, "parents": [] }))
}

/// The error's text, which must never hold the token.
fn text(error: &ApiError) -> String {
    let text = format!("{error} {error:?}");
    assert!(!text.contains(TOKEN), "{text}");
    error.to_string()
}

#[tokio::test]
async fn the_token_goes_into_the_authorization_header_and_the_agent_is_named() {
    let hub = Hub::new().await;
    on("GET", COMMIT)
        .and(header("authorization", format!("Bearer {TOKEN}").as_str()))
        .and(header("user-agent", concat!("countersign/", env!("CARGO_PKG_VERSION"))))
        .respond_with(commit())
        .expect(1)
        .mount(&hub.server)
        .await;
    assert_eq!(hub.api.commit(&id('1')).await.unwrap().unwrap().tree, id('2'));
}

#[tokio::test]
async fn an_enterprise_server_is_addressed_below_its_path() {
    let hub = Hub::at("/api/v3", Some(TOKEN)).await;
    wiremock::Mock::given(path(format!("/api/v3/repos/octo/lamps{COMMIT}")))
        .and(header_exists("authorization"))
        .respond_with(commit())
        .expect(1)
        .mount(&hub.server)
        .await;
    assert!(hub.api.commit(&id('1')).await.unwrap().is_some());
}

#[tokio::test]
async fn without_a_token_a_public_repository_is_read_anonymously() {
    let hub = Hub::at("", None).await;
    hub.once("GET", COMMIT, commit()).await;
    assert!(hub.api.commit(&id('1')).await.unwrap().is_some());
    let requests = hub.server.received_requests().await.unwrap();
    assert!(requests.iter().all(|request| !request.headers.contains_key("authorization")));
}

#[tokio::test]
async fn a_server_error_is_asked_again_with_growing_pauses() {
    let hub = Hub::new().await;
    on("GET", COMMIT)
        .respond_with(refused(502, "Server Error"))
        .up_to_n_times(3)
        .expect(3)
        .mount(&hub.server)
        .await;
    hub.once("GET", COMMIT, commit()).await;
    assert!(hub.api.commit(&id('1')).await.unwrap().is_some());
    assert_eq!(hub.clock.waits(), [1, 2, 4]);
}

#[tokio::test]
async fn a_server_that_stays_broken_is_given_up_within_two_minutes() {
    let hub = Hub::new().await;
    hub.always("GET", COMMIT, refused(503, "No server is available")).await;
    let error = hub.api.commit(&id('1')).await.unwrap_err();
    assert_eq!(
        text(&error),
        "cannot read the repository through the API: GitHub answered 503 again and again; run the job again once its \
         status page is green"
    );
    // What one request used up is missing for the next one.
    for _ in 0..5 {
        hub.api.commit(&id('1')).await.unwrap_err();
    }
    let total: u64 = hub.clock.waits().iter().sum();
    assert!((100..=120).contains(&total), "{total}");
}

#[tokio::test]
async fn retry_after_is_obeyed() {
    let hub = Hub::new().await;
    let answer = refused(429, "Too many requests").insert_header("retry-after", "23");
    hub.once("GET", COMMIT, answer).await;
    hub.once("GET", COMMIT, commit()).await;
    hub.api.commit(&id('1')).await.unwrap();
    assert_eq!(hub.clock.waits(), [23]);
}

#[tokio::test]
async fn a_used_up_limit_is_waited_for_until_it_is_reset() {
    let hub = Hub::new().await;
    let answer = refused(403, "API rate limit exceeded for installation")
        .insert_header("x-ratelimit-remaining", "0")
        .insert_header("x-ratelimit-reset", (NOW + 40).to_string().as_str());
    hub.once("GET", COMMIT, answer).await;
    hub.once("GET", COMMIT, commit()).await;
    hub.api.commit(&id('1')).await.unwrap();
    assert_eq!(hub.clock.waits(), [41]);
}

#[tokio::test]
async fn a_limit_that_is_reset_in_an_hour_is_not_waited_for() {
    let hub = Hub::new().await;
    let answer = refused(403, "API rate limit exceeded for installation")
        .insert_header("x-ratelimit-remaining", "0")
        .insert_header("x-ratelimit-reset", (NOW + 3000).to_string().as_str());
    hub.once("GET", COMMIT, answer).await;
    let error = hub.api.commit(&id('1')).await.unwrap_err();
    assert_eq!(
        text(&error),
        "cannot read the repository through the API: the rate limit is used up for another 3001 s; run the job again \
         later, or give the input `token` a token with a limit of its own"
    );
    assert_eq!(hub.clock.waits(), [0; 0]);
}

#[tokio::test]
async fn a_secondary_limit_is_a_pause_of_a_minute() {
    let hub = Hub::new().await;
    hub.once("GET", COMMIT, refused(403, "You have exceeded a secondary rate limit. Please wait")).await;
    hub.once("GET", COMMIT, commit()).await;
    hub.api.commit(&id('1')).await.unwrap();
    assert_eq!(hub.clock.waits(), [60]);
}

#[tokio::test]
async fn a_refusal_is_final_and_says_what_mends_it() {
    for (status, message, mend) in [
        (
            401,
            "Bad credentials",
            "the token is not valid: leave the input `token` at its default, or give it one",
        ),
        (403, INTEGRATION, "give the job `permissions: contents: read`"),
        (
            403,
            "Although you appear to have the correct authorization, your IP address is not permitted: IP allow list",
            "let the runner's address into",
        ),
        (409, "Git Repository is empty.", "the repository is empty or changing"),
        (301, "Moved Permanently", "the repository has another name now"),
    ] {
        let hub = Hub::new().await;
        hub.once("GET", COMMIT, refused(status, message)).await;
        let error = text(&hub.api.commit(&id('1')).await.unwrap_err());
        let start = format!(
            "cannot read the repository through the API: GitHub answered {status} ({message}); {mend}"
        );
        assert!(error.starts_with(&start), "{error}");
        assert_eq!(hub.clock.waits(), [0; 0]);
    }
}

#[tokio::test]
async fn a_host_that_does_not_answer_is_named_with_the_settings_that_matter() {
    // A port that was free a moment ago, so nobody listens on it.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let clock = Arc::new(Patient::default());
    let api = client(&format!("http://127.0.0.1:{port}"), Some(TOKEN), clock.clone());
    let error = text(&api.commit(&id('1')).await.unwrap_err());
    let start = format!("cannot read the repository through the API: 127.0.0.1:{port} does not answer (");
    assert!(error.starts_with(&start) && error.contains("refused"), "{error}");
    assert!(error.ends_with(
        "); check GITHUB_API_URL, the runner's network and HTTPS_PROXY, and SSL_CERT_FILE for a server with its own \
         certificate authority"
    ));
    assert_eq!(clock.waits(), [1, 2, 4, 8, 16]);
}

#[tokio::test]
async fn an_answer_that_is_no_json_is_an_error_and_not_a_pass() {
    let hub = Hub::new().await;
    for (body, said) in [
        ("<html>proxy login</html>", "no JSON at line 1, column 1"),
        ("{\"sha\":\n7}", "JSON of another form at line 2, column 1"),
    ] {
        hub.once("GET", COMMIT, ResponseTemplate::new(200).set_body_string(body)).await;
        let error = text(&hub.api.commit(&id('1')).await.unwrap_err());
        let start =
            "cannot read the repository through the API: GitHub's answer is not understood (status 200, ";
        assert!(error.starts_with(&format!("{start}{said})")), "{error}");
    }
}

#[tokio::test]
async fn a_token_that_a_server_echoes_is_not_repeated() {
    let hub = Hub::new().await;
    hub.once("GET", COMMIT, refused(401, &format!("token {TOKEN} is bad"))).await;
    let error = text(&hub.api.commit(&id('1')).await.unwrap_err());
    assert!(error.contains("(token *** is bad)"), "{error}");
}

#[tokio::test]
async fn the_client_of_a_run_takes_everything_from_its_environment() {
    let hub = Hub::new().await;
    on("GET", COMMIT)
        .and(header("authorization", format!("Bearer {TOKEN}").as_str()))
        .respond_with(commit())
        .expect(1)
        .mount(&hub.server)
        .await;
    let (url, sha) = (hub.server.uri(), id('1').to_string());
    let environment = |certificates: &str| {
        let pairs = [
            ("GITHUB_EVENT_NAME", "push"),
            ("GITHUB_SHA", &sha),
            ("GITHUB_REPOSITORY", "octo/lamps"),
            ("GITHUB_API_URL", &url),
            ("GITHUB_SERVER_URL", &url),
            ("GITHUB_WORKSPACE", "/github/workspace"),
            ("INPUT_TOKEN", TOKEN),
            ("SSL_CERT_FILE", certificates),
        ];
        Environment::from_pairs(pairs.map(|(name, value)| (name.into(), value.into()))).unwrap()
    };
    let api = Api::of(&environment(""), hub.clock.clone()).unwrap();
    assert!(api.commit(&id('1')).await.unwrap().is_some());
    let error = Api::of(&environment("/nowhere/ca.pem"), hub.clock.clone()).err().unwrap().to_string();
    assert!(error.starts_with("cannot read /nowhere/ca.pem, which SSL_CERT_FILE names: "), "{error}");
}

fn behind(proxy: &Proxy, api_url: &str) -> Api {
    let connection = Connection {
        api_url,
        repository: Repository::parse("octo/lamps").unwrap(),
        token: Token::new(TOKEN),
        certificates: None,
        proxy: Some(proxy),
        clock: Arc::new(Patient::default()),
    };
    Api::new(connection).unwrap()
}

#[tokio::test]
async fn a_proxy_is_asked_for_a_tunnel_and_never_sees_the_token() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let asked = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut text = Vec::new();
        while !text.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            text.extend(byte);
        }
        // Closed here, and nobody listens any more, so every further attempt fails at once.
        String::from_utf8(text).unwrap()
    });
    let proxy = Proxy { address: format!("http://user:secret@{address}"), not_for: "other.example".into() };
    let api = behind(&proxy, "https://ghe.example/api/v3");
    let error = text(&api.commit(&id('1')).await.unwrap_err());
    assert!(error.contains("ghe.example does not answer") && !error.contains("secret"), "{error}");
    let asked = asked.join().unwrap();
    assert!(asked.starts_with("CONNECT ghe.example:443 HTTP/1.1\r\n"), "{asked}");
    assert!(asked.to_ascii_lowercase().contains("proxy-authorization: basic dxnlcjpzzwnyzxq="), "{asked}");
    assert!(!asked.contains(TOKEN));
}

#[tokio::test]
async fn a_proxy_is_not_used_for_the_hosts_of_no_proxy() {
    let port = || std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let (target, proxy) = (port(), port());
    let proxy = Proxy { address: format!("http://127.0.0.1:{proxy}"), not_for: "127.0.0.1".into() };
    let api = behind(&proxy, &format!("https://127.0.0.1:{target}"));
    let error = text(&api.commit(&id('1')).await.unwrap_err());
    assert!(
        error.contains(&format!("127.0.0.1:{target} does not answer")) && !error.contains("tunnel"),
        "{error}"
    );
}
