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
    /// Why a file is in none of these, by path. The member `unavailable` is absent when there is no such file.
    pub unavailable: Vec<(String, String)>,
    /// What was done to texts that are posted, by what they are: review projections. The member `posted` is absent when
    /// nothing is posted.
    pub posted: Vec<(&'static str, String)>,
}

fn text(value: &str) -> String {
    Value::String(value.to_owned()).to_string()
}

/// JSON texts by path as one object.
pub(super) fn by_path<K: AsRef<str>>(entries: &[(K, String)]) -> String {
    let entries: Vec<_> =
        entries.iter().map(|(path, json)| format!("{}:{}", text(path.as_ref()), json.trim_end())).collect();
    format!("{{{}}}", entries.join(","))
}

/// The object, compact, with a final line feed.
#[must_use]
pub fn review(revisions: &Revisions<'_>, disposition: Disposition, parts: &Parts) -> String {
    let mut more = String::new();
    if !parts.unavailable.is_empty() {
        let reasons: Vec<_> = parts.unavailable.iter().map(|(path, why)| (path, text(why))).collect();
        more.push_str(&format!(",\"unavailable\":{}", by_path(&reasons)));
    }
    if !parts.posted.is_empty() {
        more.push_str(&format!(",\"posted\":{}", by_path(&parts.posted)));
    }
    format!(
        "{{\"schema\":{},\"version\":{},\"disposition\":{},\"base\":{},\"head\":{},\"models\":{},\"documents\":{},\"data\":{},\"polish\":{}{more}}}\n",
        text(SCHEMA),
        text(VERSION),
        text(disposition.as_str()),
        text(&revisions.base.id),
        text(&revisions.head.id),
        parts.models.as_deref().map_or("null", str::trim_end),
        by_path(&parts.documents),
        by_path(&parts.data),
        by_path(&parts.polish),
    )
}
