//! What the runner says about the run: the `GITHUB_*` variables, read once and checked.
//!
//! Everything is taken from an iterator of pairs, so that a test needs no process environment. Addresses come from here
//! and from nowhere else, never from a file in the repository (specification of the action, sections 2 and 6).

use std::ffi::OsString;
use std::path::PathBuf;

use super::inputs::{InputError, Inputs};
use super::names::{ObjectId, Repository};
use crate::inert;

/// The run as the runner describes it.
#[derive(Debug, Clone)]
pub struct Environment {
    /// `GITHUB_EVENT_NAME`, such as `pull_request`.
    pub event_name: String,
    /// `GITHUB_EVENT_PATH`: the file with the event's payload.
    pub event_path: Option<PathBuf>,
    /// `GITHUB_SHA`: on a pull request the merge commit.
    pub sha: ObjectId,
    /// `GITHUB_REF`, such as `refs/pull/7/merge`.
    pub git_ref: String,
    /// `GITHUB_REPOSITORY`.
    pub repository: Repository,
    /// `GITHUB_API_URL` without a final slash.
    pub api_url: String,
    /// `GITHUB_SERVER_URL` without a final slash.
    pub server_url: String,
    /// `GITHUB_RUN_ID`, digits.
    pub run_id: Option<String>,
    /// `GITHUB_ACTOR`: who started the run.
    pub actor: String,
    /// `GITHUB_WORKSPACE`: where the checkout is.
    pub workspace: PathBuf,
    /// `GITHUB_OUTPUT`: the file for outputs.
    pub output: Option<PathBuf>,
    /// `GITHUB_STEP_SUMMARY`: the file for the summary.
    pub step_summary: Option<PathBuf>,
    /// `RUNNER_TEMP`: where files for later steps can go.
    pub runner_temp: Option<PathBuf>,
    /// `RUNNER_DEBUG=1`: somebody asked for details.
    pub debug: bool,
    /// `SSL_CERT_FILE`: certificates of an Enterprise Server's own authority, PEM.
    pub certificates: Option<PathBuf>,
    /// `HTTPS_PROXY` and `NO_PROXY`, in either case: how a runner reaches the outside, if not directly.
    pub proxy: Option<Proxy>,
    /// The step's inputs.
    pub inputs: Inputs,
}

/// A proxy between the runner and GitHub. It may hold a password, so it shows itself in no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Proxy {
    /// The proxy's address.
    pub address: String,
    /// The hosts that are reached without it, separated by commas.
    pub not_for: String,
}

impl std::fmt::Debug for Proxy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Proxy(***)")
    }
}

/// The environment is not that of a GitHub Actions run, or an input is wrong.
#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    /// A variable that every run has is missing.
    #[error(
        "{0} is not set: `countersign action` runs inside GitHub Actions; elsewhere use `countersign review`"
    )]
    Missing(&'static str),
    /// A variable has a value that it cannot have.
    #[error("{name} is {value}, which is not {expected}")]
    Malformed {
        /// The variable.
        name: &'static str,
        /// Its value, made safe to show.
        value: String,
        /// What it should be.
        expected: &'static str,
    },
    /// An input is unknown or has a value that it cannot have.
    #[error(transparent)]
    Input(#[from] InputError),
}

impl Environment {
    /// Reads the variables.
    ///
    /// # Errors
    /// A variable that every run has is missing or malformed, an input is unknown or has a value it cannot have.
    pub fn from_pairs(
        pairs: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, EnvironmentError> {
        let variables: std::collections::BTreeMap<String, String> = pairs
            .into_iter()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        // An unset variable and an empty one mean the same to the runner.
        let get = |name: &str| variables.get(name).map(String::as_str).filter(|value| !value.is_empty());
        let need = |name: &'static str| get(name).ok_or(EnvironmentError::Missing(name));
        let malformed = |name: &'static str, value: &str, expected: &'static str| {
            EnvironmentError::Malformed { name, value: shown(value), expected }
        };

        let either = |lower: &str, upper: &str| get(lower).or_else(|| get(upper)).map(str::to_owned);
        let proxy = either("https_proxy", "HTTPS_PROXY")
            .map(|address| Proxy { address, not_for: either("no_proxy", "NO_PROXY").unwrap_or_default() });

        let event_name = need("GITHUB_EVENT_NAME")?;
        let repository = need("GITHUB_REPOSITORY")?;
        let sha = need("GITHUB_SHA")?;
        let git_ref = get("GITHUB_REF").unwrap_or_default();
        let run_id = get("GITHUB_RUN_ID").filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()));
        Ok(Self {
            event_name: event_name.to_owned(),
            event_path: get("GITHUB_EVENT_PATH").map(PathBuf::from),
            sha: ObjectId::parse(sha).ok_or_else(|| malformed("GITHUB_SHA", sha, "a commit id"))?,
            git_ref: git_ref.to_owned(),
            repository: Repository::parse(repository)
                .ok_or_else(|| malformed("GITHUB_REPOSITORY", repository, "an owner and a name"))?,
            api_url: address("GITHUB_API_URL", need("GITHUB_API_URL")?)?,
            server_url: address("GITHUB_SERVER_URL", need("GITHUB_SERVER_URL")?)?,
            run_id: run_id.map(str::to_owned),
            actor: get("GITHUB_ACTOR").unwrap_or_default().to_owned(),
            workspace: PathBuf::from(need("GITHUB_WORKSPACE")?),
            output: get("GITHUB_OUTPUT").map(PathBuf::from),
            step_summary: get("GITHUB_STEP_SUMMARY").map(PathBuf::from),
            runner_temp: get("RUNNER_TEMP").map(PathBuf::from),
            debug: get("RUNNER_DEBUG") == Some("1"),
            certificates: get("SSL_CERT_FILE").map(PathBuf::from),
            proxy,
            inputs: Inputs::from_variables(
                variables.iter().map(|(name, value)| (name.as_str(), value.as_str())),
            )?,
        })
    }

    /// The address of the run's page, which holds the summary.
    #[must_use]
    pub fn run_url(&self) -> Option<String> {
        let id = self.run_id.as_ref()?;
        Some(format!("{}/{}/actions/runs/{id}", self.server_url, self.repository))
    }
}

fn shown(value: &str) -> String {
    let short: String = value.chars().take(100).collect();
    inert::terminal(&short).into_owned()
}

/// An address that a token may be sent to: TLS, or this machine.
fn address(name: &'static str, value: &str) -> Result<String, EnvironmentError> {
    let malformed = || EnvironmentError::Malformed {
        name,
        value: shown(value),
        expected: "an https address (plain http is for this machine only)",
    };
    let trimmed = value.trim_end_matches('/');
    let (scheme, rest) = trimmed.split_once("://").ok_or_else(malformed)?;
    let authority = rest.split('/').next().unwrap_or_default();
    let sound = !authority.is_empty()
        && rest.bytes().all(|byte| byte.is_ascii_graphic() && !b"@?#\\\"<>".contains(&byte));
    let host = match authority.strip_prefix('[') {
        Some(bracketed) => bracketed.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    let here =
        host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    if sound && (scheme == "https" || (scheme == "http" && here)) {
        Ok(trimmed.to_owned())
    } else {
        Err(malformed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minimal() -> Vec<(&'static str, String)> {
        vec![
            ("GITHUB_EVENT_NAME", "push".into()),
            ("GITHUB_REPOSITORY", "octo/lamps".into()),
            ("GITHUB_SHA", "a".repeat(40)),
            ("GITHUB_API_URL", "https://ghe.example/api/v3/".into()),
            ("GITHUB_SERVER_URL", "https://ghe.example".into()),
            ("GITHUB_WORKSPACE", "/github/workspace".into()),
            ("GITHUB_RUN_ID", "42".into()),
        ]
    }

    fn read(extra: &[(&'static str, &str)]) -> Result<Environment, EnvironmentError> {
        let mut pairs = minimal();
        for (name, value) in extra {
            pairs.retain(|(known, _)| known != name);
            pairs.push((name, (*value).to_owned()));
        }
        Environment::from_pairs(pairs.into_iter().map(|(name, value)| (name.into(), value.into())))
    }

    #[test]
    fn a_run_knows_its_page_and_its_enterprise_server() {
        let environment = read(&[]).unwrap();
        assert_eq!(environment.api_url, "https://ghe.example/api/v3");
        assert_eq!(environment.run_url().as_deref(), Some("https://ghe.example/octo/lamps/actions/runs/42"));
        assert!(!environment.debug);
        assert!(read(&[("RUNNER_DEBUG", "1")]).unwrap().debug);
    }

    #[test]
    fn outside_github_the_error_names_the_other_command() {
        let error = Environment::from_pairs([]).unwrap_err().to_string();
        assert_eq!(
            error,
            "GITHUB_EVENT_NAME is not set: `countersign action` runs inside GitHub Actions; elsewhere use \
             `countersign review`"
        );
    }

    #[test]
    fn a_token_is_never_sent_over_plain_http_or_to_an_address_with_a_user() {
        for url in [
            "http://ghe.example",
            "https://user@ghe.example",
            "ftp://x",
            "https://",
            "ghe.example",
            "https://x\ny",
            "http://127.0.0.1.example/",
        ] {
            let error = read(&[("GITHUB_API_URL", url)]).unwrap_err().to_string();
            assert!(error.starts_with("GITHUB_API_URL is "), "{url}: {error}");
            assert!(!error.contains('\n'));
        }
        for url in ["http://127.0.0.1:8080", "http://localhost:1", "http://[::1]:80"] {
            assert_eq!(read(&[("GITHUB_API_URL", url)]).unwrap().api_url, url);
        }
    }

    #[test]
    fn a_proxy_is_taken_from_either_spelling_and_keeps_its_password() {
        let environment =
            read(&[("HTTPS_PROXY", "http://u:secret@proxy:3128"), ("no_proxy", "a.example,b.example")])
                .unwrap();
        let proxy = environment.proxy.clone().unwrap();
        assert_eq!(
            (proxy.address.as_str(), proxy.not_for.as_str()),
            ("http://u:secret@proxy:3128", "a.example,b.example")
        );
        assert!(!format!("{environment:?}").contains("secret"));
        assert_eq!(read(&[("HTTPS_PROXY", "")]).unwrap().proxy, None);
    }

    #[test]
    fn an_empty_variable_is_an_unset_one() {
        assert_eq!(read(&[("GITHUB_OUTPUT", "")]).unwrap().output, None);
        assert!(read(&[("GITHUB_SHA", "")]).is_err());
    }
}
