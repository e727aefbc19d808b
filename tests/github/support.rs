//! A clock that does not wait and a client for a server on this machine.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use countersign::github::api::{Api, Connection};
use countersign::github::clock::Clock;
use countersign::github::names::{ObjectId, Repository, Token};
use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockBuilder, MockServer, ResponseTemplate};

/// The time at which every test starts.
pub(crate) const NOW: u64 = 1_800_000_000;
pub(crate) const TOKEN: &str = "ghs_0123456789abcdef";
pub(crate) const INTEGRATION: &str = "Resource not accessible by integration";

/// Waiting takes no time but moves the clock.
#[derive(Default)]
pub(crate) struct Patient {
    waits: Mutex<Vec<u64>>,
}

impl Patient {
    /// The pauses so far, in seconds.
    pub(crate) fn waits(&self) -> Vec<u64> {
        self.waits.lock().unwrap().clone()
    }
}

impl Clock for Patient {
    fn now(&self) -> u64 {
        NOW + self.waits.lock().unwrap().iter().sum::<u64>()
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.waits.lock().unwrap().push(duration.as_secs());
        Box::pin(std::future::ready(()))
    }
}

/// A server, a client for it and the client's clock.
pub(crate) struct Hub {
    pub(crate) server: MockServer,
    pub(crate) api: Api,
    pub(crate) clock: Arc<Patient>,
}

impl Hub {
    pub(crate) async fn new() -> Self {
        Self::at("", Some(TOKEN)).await
    }

    /// `prefix` is what an Enterprise Server's address has behind the host.
    pub(crate) async fn at(prefix: &str, token: Option<&str>) -> Self {
        let server = MockServer::start().await;
        let clock = Arc::new(Patient::default());
        let api = client(&format!("{}{prefix}", server.uri()), token, clock.clone());
        Self { server, api, clock }
    }

    /// Answers a request for `/repos/octo/lamps` and `rest` once.
    pub(crate) async fn once(&self, verb: &str, rest: &str, answer: ResponseTemplate) {
        on(verb, rest).respond_with(answer).up_to_n_times(1).expect(1).mount(&self.server).await;
    }

    /// Answers such a request however often it comes.
    pub(crate) async fn always(&self, verb: &str, rest: &str, answer: ResponseTemplate) {
        on(verb, rest).respond_with(answer).mount(&self.server).await;
    }

    /// Fails the test when such a request comes.
    pub(crate) async fn never(&self, verb: &str, rest: &str) {
        on(verb, rest).respond_with(ResponseTemplate::new(500)).expect(0).mount(&self.server).await;
    }

    /// The bodies of the requests of this kind, in order.
    pub(crate) async fn bodies(&self, verb: &str) -> Vec<Value> {
        let requests = self.server.received_requests().await.unwrap();
        let of_kind = requests.iter().filter(|request| request.method.as_str() == verb);
        of_kind.map(|request| serde_json::from_slice(&request.body).unwrap()).collect()
    }

    /// How many requests came.
    pub(crate) async fn count(&self) -> usize {
        self.server.received_requests().await.unwrap().len()
    }
}

pub(crate) fn on(verb: &str, rest: &str) -> MockBuilder {
    Mock::given(method(verb)).and(path(format!("/repos/octo/lamps{rest}")))
}

pub(crate) fn client(api_url: &str, token: Option<&str>, clock: Arc<Patient>) -> Api {
    Api::new(Connection {
        api_url,
        repository: Repository::parse("octo/lamps").unwrap(),
        token: token.map(|token| Token::new(token).unwrap()),
        certificates: None,
        proxy: None,
        clock,
    })
    .unwrap()
}

pub(crate) fn ok(body: Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(body)
}

pub(crate) fn refused(status: u16, message: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(json!({ "message": message }))
}

/// The id of one digit.
pub(crate) fn id(digit: char) -> ObjectId {
    ObjectId::parse(&digit.to_string().repeat(40)).unwrap()
}
