//! The whole result of a review as one JSON object: `countersign.review` version `"1"`.

use serde_json::Value;

use super::revisions::Revisions;
use crate::comparison::Disposition;

/// The schema name.
pub const SCHEMA: &str = "countersign.review";
/// The version.
pub const VERSION: &str = "1";

/// The parts of the object, each as JSON text of its own contract.
#[derive(Debug, Default)]
pub struct Parts {
    /// The revision comparison's report; absent when no models were compared.
    pub models: Option<String>,
    /// Comparison documents by path.
    pub documents: Vec<(String, String)>,
    /// Change sets by path.
    pub data: Vec<(String, String)>,
    /// Review projections by path.
    pub polish: Vec<(String, String)>,
}

/// The object, compact, with a final line feed.
#[must_use]
pub fn review(revisions: &Revisions<'_>, disposition: Disposition, parts: &Parts) -> String {
    let text = |value: &str| Value::String(value.to_owned()).to_string();
    let map = |entries: &[(String, String)]| {
        let entries: Vec<_> =
            entries.iter().map(|(path, json)| format!("{}:{}", text(path), json.trim_end())).collect();
        format!("{{{}}}", entries.join(","))
    };
    format!(
        "{{\"schema\":{},\"version\":{},\"disposition\":{},\"base\":{},\"head\":{},\"models\":{},\"documents\":{},\"data\":{},\"polish\":{}}}\n",
        text(SCHEMA),
        text(VERSION),
        text(disposition.as_str()),
        text(&revisions.base.id),
        text(&revisions.head.id),
        parts.models.as_deref().map_or("null", str::trim_end),
        map(&parts.documents),
        map(&parts.data),
        map(&parts.polish),
    )
}
