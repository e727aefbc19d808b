//! The connection to GitHub: octocrab over rustls, with the certificates compiled in or those of `SSL_CERT_FILE`.
//!
//! The image has no certificates of a system, so the public ones are part of the binary. An Enterprise Server often has
//! an authority of its own; the file that `SSL_CERT_FILE` names replaces the public ones then. Where a runner has a proxy,
//! a tunnel leads through it; the proxy sees the host's name and nothing else.

use std::sync::Arc;

use http::{HeaderValue, Uri, header};
use hyper_rustls::HttpsConnectorBuilder;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::legacy::connect::{Connect, HttpConnector};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use hyper_util::rt::TokioExecutor;
use octocrab::service::middleware::base_uri::BaseUriLayer;
use octocrab::service::middleware::extra_headers::ExtraHeadersLayer;
use octocrab::{AuthState, OctoBody, Octocrab, OctocrabBuilder};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;

use super::environment::Proxy;
use super::names::Token;

/// The connection cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    /// The API's address is no address.
    #[error("GITHUB_API_URL is no address")]
    Address,
    /// The certificate file cannot be read.
    #[error("cannot read {path}, which SSL_CERT_FILE names: {error}")]
    CertificateFile {
        /// The file.
        path: std::path::PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The certificate file holds something else.
    #[error("the file that SSL_CERT_FILE names holds no usable PEM certificate ({0})")]
    Certificates(String),
    /// TLS cannot be set up.
    #[error("TLS cannot be set up: {0}")]
    Tls(String),
}

/// A client for the API at `api_url`. Has to be called within a tokio runtime.
pub(super) fn connect(
    api_url: &str,
    token: Option<&Token>,
    certificates: Option<&[u8]>,
    proxy: Option<&Proxy>,
) -> Result<Octocrab, TransportError> {
    let base: Uri = api_url.parse().map_err(|_| TransportError::Address)?;
    let provider = rustls::crypto::ring::default_provider();
    let builder = HttpsConnectorBuilder::new();
    let tls = |error: rustls::Error| TransportError::Tls(error.to_string());
    let builder = match certificates {
        None => builder.with_provider_and_webpki_roots(provider).map_err(tls)?,
        Some(pem) => {
            let config = rustls::ClientConfig::builder_with_provider(Arc::new(provider))
                .with_safe_default_protocol_versions()
                .map_err(tls)?
                .with_root_certificates(roots(pem)?)
                .with_no_client_auth();
            builder.with_tls_config(config)
        }
    };
    let builder = builder.https_or_http().enable_http1();
    Ok(match proxy.and_then(|proxy| intercept(proxy, &base)) {
        None => assemble(builder.build(), base, token),
        Some(proxy) => {
            let tunnel = Tunnel::new(proxy.uri().clone(), HttpConnector::new());
            let tunnel = match proxy.basic_auth() {
                Some(auth) => tunnel.with_auth(auth.clone()),
                None => tunnel,
            };
            assemble(builder.wrap_connector(tunnel), base, token)
        }
    })
}

/// The proxy, if one is meant for this address. Plain http is for this machine only, which no proxy leads to.
fn intercept(proxy: &Proxy, base: &Uri) -> Option<Intercept> {
    Matcher::builder().https(proxy.address.as_str()).no(proxy.not_for.as_str()).build().intercept(base)
}

fn assemble<C>(connector: C, base: Uri, token: Option<&Token>) -> Octocrab
where
    C: Connect + Clone + Send + Sync + 'static,
{
    let client: Client<C, OctoBody> = Client::builder(TokioExecutor::new()).build(connector);
    let agent = concat!("countersign/", env!("CARGO_PKG_VERSION"));
    let headers = vec![(header::USER_AGENT, HeaderValue::from_static(agent))];
    let auth = match token {
        Some(token) => AuthState::AccessToken { token: token.expose().to_owned().into() },
        None => AuthState::None,
    };
    let octocrab = OctocrabBuilder::new_empty()
        .with_service(client)
        .with_layer(&BaseUriLayer::new(base))
        .with_layer(&ExtraHeadersLayer::new(Arc::new(headers)))
        .with_auth(auth)
        .build();
    match octocrab {
        Ok(octocrab) => octocrab,
        Err(never) => match never {},
    }
}

fn roots(pem: &[u8]) -> Result<rustls::RootCertStore, TransportError> {
    let mut roots = rustls::RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(pem) {
        let certificate = certificate.map_err(|error| TransportError::Certificates(error.to_string()))?;
        roots.add(certificate).map_err(|error| TransportError::Certificates(error.to_string()))?;
    }
    if roots.is_empty() {
        return Err(TransportError::Certificates("it holds none".to_owned()));
    }
    Ok(roots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_certificate_file_that_holds_none_is_an_error_that_names_the_variable() {
        for pem in [&b""[..], b"not PEM", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
            let error = connect("https://ghe.example/api/v3", None, Some(pem), None).unwrap_err().to_string();
            assert!(
                error.starts_with("the file that SSL_CERT_FILE names holds no usable PEM certificate"),
                "{error}"
            );
        }
        assert!(connect("https://ghe.example/api/v3", None, None, None).is_ok());
    }
}
