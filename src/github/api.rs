//! The API client: octocrab for the connection and the authorization, and a retry policy of our own.
//!
//! Addresses are relative to `GITHUB_API_URL`, pages are counted and never followed by link, so the token goes nowhere
//! else. GET and PATCH can be sent again; a POST is sent again only after looking whether it already took effect. All
//! waits of a run together stay below two minutes.

use std::io::Read as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use http::{HeaderMap, Method, header};
use http_body_util::BodyExt as _;
use octocrab::Octocrab;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::blobs::REQUESTS;
use super::clock::Clock;
use super::environment::{Environment, Proxy};
use super::names::{Repository, Token};
use super::refusal::{ApiError, Purpose, Refusal, message, shorten};
use super::retry::{ATTEMPTS, Answer, PATIENCE};
use super::transport::{self, TransportError};

/// The largest JSON answer that is read, in bytes. A recursive tree of 100,000 entries stays below it.
pub const JSON_BYTES: usize = 64 * 1024 * 1024;

/// How much of a certificate file is read, in bytes.
const PEM_BYTES: u64 = 16 * 1024 * 1024;

/// How long one exchange may take.
const EXCHANGE: Duration = Duration::from_secs(45);

/// What a client is made of.
pub struct Connection<'a> {
    /// `GITHUB_API_URL`.
    pub api_url: &'a str,
    /// The repository that everything is about.
    pub repository: Repository,
    /// The token; without one only public repositories can be read.
    pub token: Option<Token>,
    /// The content of the file that `SSL_CERT_FILE` names.
    pub certificates: Option<&'a [u8]>,
    /// The proxy that leads to the API, if it is not reached directly.
    pub proxy: Option<&'a Proxy>,
    /// The clock that waits are made on.
    pub clock: Arc<dyn Clock>,
}

/// A client for one repository on one GitHub. Clones share the connection and the patience.
#[derive(Clone)]
pub struct Api {
    shared: Arc<Shared>,
}

struct Shared {
    client: Octocrab,
    graphql: Octocrab,
    repository: Repository,
    token: Option<Token>,
    host: String,
    clock: Arc<dyn Clock>,
    waited: Mutex<Duration>,
    /// How many more requests for blobs may be made.
    blob_requests: AtomicUsize,
}

/// A successful answer.
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

/// One exchange, whatever came of it.
enum Exchange {
    Answer { status: u16, headers: HeaderMap, body: Vec<u8> },
    Silence(String),
    TooLarge,
}

/// A request without its body.
struct Request<'a> {
    purpose: Purpose,
    method: Method,
    path: &'a str,
    /// The largest answer, in bytes.
    limit: usize,
    /// How often it is sent at most.
    attempts: u32,
}

const GRAPHQL: &str = "/graphql";

/// The one media type that GitHub's description has for everything that is used here.
const JSON: &str = "application/json";

impl Api {
    /// The client for a run: its repository, its token, its server. Has to be called within a tokio runtime.
    ///
    /// # Errors
    /// The address or the file that `SSL_CERT_FILE` names is unusable.
    pub fn of(environment: &Environment, clock: Arc<dyn Clock>) -> Result<Self, TransportError> {
        let read = |path: &PathBuf| {
            let mut pem = Vec::new();
            let file = std::fs::File::open(path).and_then(|file| file.take(PEM_BYTES).read_to_end(&mut pem));
            match file {
                Ok(_) => Ok(pem),
                Err(error) => Err(TransportError::CertificateFile { path: path.clone(), error }),
            }
        };
        let certificates = environment.certificates.as_ref().map(read).transpose()?;
        Self::new(Connection {
            api_url: &environment.api_url,
            repository: environment.repository.clone(),
            token: environment.inputs.token.clone(),
            certificates: certificates.as_deref(),
            proxy: environment.proxy.as_ref(),
            clock,
        })
    }

    /// Sets up the connection; nothing is sent yet. Has to be called within a tokio runtime.
    ///
    /// # Errors
    /// The address or the certificates are unusable.
    pub fn new(connection: Connection<'_>) -> Result<Self, TransportError> {
        let Connection { token, certificates, proxy, .. } = &connection;
        let to = |url: &str| transport::connect(url, token.as_ref(), *certificates, *proxy);
        let client = to(connection.api_url)?;
        // `https://api.github.com/graphql`, but `https://host/api/graphql` beside an Enterprise Server's `/api/v3`.
        let graphql = to(connection.api_url.strip_suffix("/v3").unwrap_or(connection.api_url))?;
        let host = connection.api_url.split("://").nth(1).unwrap_or_default();
        Ok(Self {
            shared: Arc::new(Shared {
                client,
                graphql,
                repository: connection.repository,
                token: connection.token,
                host: host.split('/').next().unwrap_or_default().to_owned(),
                clock: connection.clock,
                waited: Mutex::new(Duration::ZERO),
                blob_requests: AtomicUsize::new(REQUESTS),
            }),
        })
    }

    /// The repository that everything is about.
    #[must_use]
    pub fn repository(&self) -> &Repository {
        &self.shared.repository
    }

    /// The clock that waits are made on.
    pub(super) fn clock(&self) -> &dyn Clock {
        self.shared.clock.as_ref()
    }

    /// `/repos/owner/name` followed by `rest`.
    pub(super) fn path(&self, rest: &str) -> String {
        format!("/repos/{}{rest}", self.shared.repository)
    }

    /// Reads JSON.
    pub(super) async fn get<T: DeserializeOwned>(&self, purpose: Purpose, path: &str) -> Result<T, ApiError> {
        self.get_within(purpose, path, JSON_BYTES).await
    }

    /// Reads JSON of at most `limit` bytes.
    pub(super) async fn get_within<T: DeserializeOwned>(
        &self,
        purpose: Purpose,
        path: &str,
        limit: usize,
    ) -> Result<T, ApiError> {
        let request = Request { purpose, method: Method::GET, path, limit, attempts: ATTEMPTS };
        parse(purpose, &self.repeat(&request, None::<&()>).await?)
    }

    /// Asks the GraphQL API. Queries only, which can be sent again.
    pub(super) async fn graphql<B: Serialize, T: DeserializeOwned>(
        &self,
        purpose: Purpose,
        query: &B,
        attempts: u32,
    ) -> Result<T, ApiError> {
        let request = Request { purpose, method: Method::POST, path: GRAPHQL, limit: JSON_BYTES, attempts };
        parse(purpose, &self.repeat(&request, Some(query)).await?)
    }

    /// Changes something to a given state, which can be done twice.
    pub(super) async fn patch<B: Serialize, T: DeserializeOwned>(
        &self,
        purpose: Purpose,
        path: &str,
        body: &B,
    ) -> Result<T, ApiError> {
        self.need_token(purpose)?;
        let request = Request { purpose, method: Method::PATCH, path, limit: JSON_BYTES, attempts: ATTEMPTS };
        parse(purpose, &self.repeat(&request, Some(body)).await?)
    }

    /// Creates something once: before the request is sent again, `look` says whether it took effect after all.
    pub(super) async fn post<B, T>(
        &self,
        purpose: Purpose,
        path: &str,
        body: &B,
        look: impl AsyncFn() -> Result<Option<T>, ApiError>,
    ) -> Result<T, ApiError>
    where
        B: Serialize,
        T: DeserializeOwned,
    {
        self.need_token(purpose)?;
        let request = Request { purpose, method: Method::POST, path, limit: JSON_BYTES, attempts: ATTEMPTS };
        let mut attempt = 0;
        loop {
            let started = self.clock().now();
            let exchange = self.exchange(&request, Some(body)).await;
            match self.pause(&request, exchange, started, attempt).await {
                Ok(Some(reply)) => return parse(purpose, &reply),
                Ok(None) => {
                    if let Some(found) = look().await? {
                        return Ok(found);
                    }
                }
                // Out of patience, and still nobody knows whether the last one arrived.
                Err(error @ (ApiError::Unreachable { .. } | ApiError::Unavailable { .. })) => {
                    return match look().await {
                        Ok(Some(found)) => Ok(found),
                        _ => Err(error),
                    };
                }
                Err(error) => return Err(error),
            }
            attempt += 1;
        }
    }

    pub(super) fn has_token(&self) -> bool {
        self.shared.token.is_some()
    }

    /// False when there have been as many requests for blobs as a run may make.
    pub(super) fn take_blob_request(&self) -> bool {
        let one_less = |left: usize| left.checked_sub(1);
        self.shared.blob_requests.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok()
    }

    fn need_token(&self, purpose: Purpose) -> Result<(), ApiError> {
        if self.has_token() { Ok(()) } else { Err(ApiError::NoToken(purpose)) }
    }

    /// Sends a request until there is an answer to keep.
    async fn repeat<B: Serialize + ?Sized>(
        &self,
        request: &Request<'_>,
        body: Option<&B>,
    ) -> Result<Reply, ApiError> {
        let mut attempt = 0;
        loop {
            let started = self.clock().now();
            let exchange = self.exchange(request, body).await;
            if let Some(reply) = self.pause(request, exchange, started, attempt).await? {
                return Ok(reply);
            }
            attempt += 1;
        }
    }

    /// A reply to keep, or `None` after the pause that has to pass before the request is sent again.
    async fn pause(
        &self,
        request: &Request<'_>,
        exchange: Exchange,
        started: u64,
        attempt: u32,
    ) -> Result<Option<Reply>, ApiError> {
        let purpose = request.purpose;
        let (status, headers, body, silence) = match exchange {
            Exchange::Answer { status, body, .. } if (200..300).contains(&status) => {
                return Ok(Some(Reply { status, body }));
            }
            Exchange::Answer { status, headers, body } => (Some(status), headers, body, String::new()),
            Exchange::Silence(reason) => (None, HeaderMap::new(), Vec::new(), reason),
            Exchange::TooLarge => return Err(ApiError::TooLarge { purpose, limit: request.limit }),
        };
        let unreachable = || {
            let (host, reason) = (self.shared.host.clone(), self.redact(&silence));
            ApiError::Unreachable { purpose, host, reason }
        };
        // A certificate that nobody trusts is as wrong in a minute as it is now.
        if silence.contains("invalid peer certificate") {
            return Err(unreachable());
        }
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let message = self.redact(&message(&body));
        let answer = Answer {
            status,
            retry_after: text("retry-after"),
            remaining: text("x-ratelimit-remaining"),
            reset: text("x-ratelimit-reset"),
            message: &message,
        };
        let Some(wait) = answer.wait(self.clock().now(), attempt) else {
            let status = status.unwrap_or_default();
            return Err(ApiError::Refused(Refusal { purpose, status, message }));
        };
        // A server that hangs uses up patience as one that says "wait" does.
        let spent = Duration::from_secs(self.clock().now().saturating_sub(started));
        if attempt + 1 < request.attempts && self.take_patience(spent.saturating_add(wait)) {
            let (method, path, seconds) = (&request.method, request.path, wait.as_secs());
            tracing::debug!("waiting {seconds} s before {method} {path} is sent again");
            self.clock().sleep(wait).await;
            return Ok(None);
        }
        Err(match status {
            _ if answer.is_rate_limit() => ApiError::RateLimited { purpose, seconds: wait.as_secs() },
            Some(status) => ApiError::Unavailable { purpose, status },
            None => unreachable(),
        })
    }

    fn take_patience(&self, wait: Duration) -> bool {
        // A poisoned lock means that a thread died while adding; the sum itself is always whole.
        let mut waited = self.shared.waited.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match waited.checked_add(wait) {
            Some(sum) if sum <= PATIENCE => {
                *waited = sum;
                true
            }
            _ => false,
        }
    }

    fn redact(&self, text: &str) -> String {
        let text = self.shared.token.as_ref().map_or_else(|| text.to_owned(), |token| token.redact(text));
        shorten(&text)
    }

    async fn exchange<B: Serialize + ?Sized>(&self, request: &Request<'_>, body: Option<&B>) -> Exchange {
        let started = Instant::now();
        let exchange = match tokio::time::timeout(EXCHANGE, self.send(request, body)).await {
            Ok(Ok(exchange)) => exchange,
            Ok(Err(error)) => Exchange::Silence(reasons(&error)),
            Err(_) => Exchange::Silence(format!("no answer within {} s", EXCHANGE.as_secs())),
        };
        let answer = match &exchange {
            Exchange::Answer { status, body, .. } => format!("{status}, {} bytes", body.len()),
            Exchange::Silence(reason) => format!("no answer ({reason})"),
            Exchange::TooLarge => format!("more than {} bytes", request.limit),
        };
        let milliseconds = started.elapsed().as_millis();
        tracing::debug!("{} {}: {answer}, after {milliseconds} ms", request.method, request.path);
        exchange
    }

    async fn send<B: Serialize + ?Sized>(
        &self,
        request: &Request<'_>,
        body: Option<&B>,
    ) -> octocrab::Result<Exchange> {
        let shared = &self.shared;
        let client = if request.path == GRAPHQL { &shared.graphql } else { &shared.client };
        let builder = http::request::Builder::new()
            .method(request.method.clone())
            .uri(request.path)
            .header(header::ACCEPT, JSON);
        let response = client.execute(client.build_request(builder, body)?).await?;
        let (parts, mut body) = response.into_parts();
        let mut bytes = Vec::new();
        while let Some(frame) = body.frame().await {
            if let Ok(data) = frame?.into_data() {
                if bytes.len() + data.len() > request.limit {
                    return Ok(Exchange::TooLarge);
                }
                bytes.extend_from_slice(&data);
            }
        }
        Ok(Exchange::Answer { status: parts.status.as_u16(), headers: parts.headers, body: bytes })
    }
}

fn parse<T: DeserializeOwned>(purpose: Purpose, reply: &Reply) -> Result<T, ApiError> {
    serde_json::from_slice(&reply.body).map_err(|error| {
        // The parser's own words name types of this program.
        let what = if error.is_data() { "JSON of another form" } else { "no JSON" };
        let (line, column) = (error.line(), error.column());
        let reason = format!("status {}, {what} at line {line}, column {column}", reply.status);
        ApiError::Unreadable { purpose, reason }
    })
}

/// An error and what caused it, without saying anything twice.
fn reasons(error: &octocrab::Error) -> String {
    let mut all: Vec<String> = Vec::new();
    let mut next: Option<&dyn std::error::Error> = std::error::Error::source(error);
    while let Some(cause) = next {
        let text = cause.to_string();
        if all.last() != Some(&text) && all.len() < 6 {
            all.push(text);
        }
        next = cause.source();
    }
    if all.is_empty() { "the request could not be made".to_owned() } else { all.join(": ") }
}
