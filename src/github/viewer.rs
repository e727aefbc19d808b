//! Whom the token of an app writes as. The REST API tells nobody; the GraphQL API does.

use serde::{Deserialize, Serialize};

use super::api::Api;
use super::refusal::{ApiError, Purpose};
use super::retry::ATTEMPTS;

#[derive(Serialize)]
struct Query {
    query: &'static str,
}

#[derive(Deserialize)]
struct Answer {
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    viewer: Viewer,
}

#[derive(Deserialize)]
struct Viewer {
    login: String,
}

impl Api {
    /// The login of the token's owner, with `[bot]` for an app.
    pub(super) async fn viewer(&self) -> Result<String, ApiError> {
        let query = Query { query: "query { viewer { login } }" };
        let answer: Answer = self.graphql(Purpose::Identify, &query, ATTEMPTS).await?;
        match answer.data {
            Some(data) => Ok(data.viewer.login),
            None => Err(ApiError::Unreadable {
                purpose: Purpose::Identify,
                reason: "the viewer is missing; leave the input `token` at its default, or set `comment` to `never`"
                    .to_owned(),
            }),
        }
    }
}
