//! Rule descriptors, from the table of explanations.

use std::collections::BTreeMap;

use serde_json::json;
use serde_sarif::sarif::{
    MultiformatMessageString, PropertyBag, ReportingConfiguration, ReportingDescriptor,
};

use super::results::{Planned, Subject};
use crate::comparison::{Classification, RevisionComparison};
use crate::explain::{self, Topic};

/// The rules that results refer to, each once, in the order of the reference.
pub(super) struct Rules {
    topics: Vec<Topic>,
    by_code: BTreeMap<String, i64>,
}

impl Rules {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Topic> {
        self.topics.iter()
    }

    pub(super) fn index(&self, code: &str) -> Option<i64> {
        self.by_code.get(code).copied()
    }
}

/// The topic of a planned result.
pub(super) fn topic(comparison: &RevisionComparison<'_>, planned: &Planned) -> Topic {
    match planned.subject {
        Subject::Warning(_) => Topic::Warning(&explain::VERSION_WARNING),
        Subject::Differences(first) => comparison
            .differences()
            .get(first)
            .map_or(Topic::Warning(&explain::VERSION_WARNING), explain::rule),
    }
}

pub(super) fn used(comparison: &RevisionComparison<'_>, planned: &[Planned]) -> Rules {
    let mut found: BTreeMap<String, Topic> = BTreeMap::new();
    for planned in planned {
        let topic = topic(comparison, planned);
        found.entry(topic.code()).or_insert(topic);
    }
    let by_code = found.keys().enumerate().map(|(index, code)| (code.clone(), index as i64)).collect();
    Rules { topics: found.into_values().collect(), by_code }
}

pub(super) fn descriptor(topic: &Topic) -> ReportingDescriptor {
    let code = topic.code();
    let (level, severity) = match topic {
        Topic::Rule(Some(classification), _) => level(*classification),
        Topic::Interpretation(_) | Topic::Note(_) => ("note", "recommendation"),
        Topic::Rule(None, _) | Topic::Reason(_) | Topic::Warning(_) => ("warning", "warning"),
    };
    let markdown = explain::topic_markdown(topic);
    let mut properties = BTreeMap::new();
    properties.insert("problem.severity".to_owned(), json!(severity));
    let title = topic.verdict().map_or_else(
        || topic.title().to_owned(),
        |verdict| {
            format!("{} ({})", topic.title(), verdict.split(':').next().unwrap_or_default().to_lowercase())
        },
    );
    ReportingDescriptor {
        name: Some(code.split(['/', '.', '-', '_']).map(super::super::words::capitalised).collect()),
        short_description: Some(text(&title, None)),
        full_description: Some(text(&shorten(topic.meaning(), 1000), None)),
        help: Some(text(&plain(topic), Some(markdown))),
        help_uri: help_uri(topic),
        default_configuration: Some(ReportingConfiguration {
            level: Some(json!(level)),
            ..ReportingConfiguration::default()
        }),
        properties: Some(PropertyBag {
            tags: Some(vec!["sdf".to_owned(), "compatibility".to_owned()]),
            additional_properties: properties,
        }),
        id: code,
        deprecated_guids: None,
        deprecated_ids: None,
        deprecated_names: None,
        guid: None,
        message_strings: None,
        relationships: None,
    }
}

/// SARIF level and code scanning severity of a classification.
pub(super) fn level(classification: Classification) -> (&'static str, &'static str) {
    match classification {
        Classification::Breaking => ("error", "error"),
        Classification::Undetermined => ("warning", "warning"),
        Classification::Compatible => ("note", "recommendation"),
    }
}

fn text(text: &str, markdown: Option<String>) -> MultiformatMessageString {
    MultiformatMessageString { text: text.to_owned(), markdown, properties: None }
}

/// Our own texts are far below the limit of 1,024 characters; this keeps it so.
fn shorten(text: &str, most: usize) -> String {
    super::super::words::shorten(text, most)
}

fn plain(topic: &Topic) -> String {
    let mut text = topic.meaning().to_owned();
    text.push(' ');
    text.push_str(topic.remedy());
    if let Some(sign_off) = topic.sign_off() {
        text.push(' ');
        text.push_str(sign_off);
    }
    text
}

/// The project's address.
pub(super) fn information_uri() -> &'static str {
    env!("CARGO_PKG_REPOSITORY")
}

/// The section of the reference page, in the repository.
fn help_uri(topic: &Topic) -> Option<String> {
    let repository = information_uri();
    let name = match topic {
        Topic::Rule(_, family) => family.name,
        Topic::Reason(code) | Topic::Warning(code) | Topic::Interpretation(code) | Topic::Note(code) => {
            code.name
        }
    };
    // GitHub's anchors of headings: lower case, without punctuation but hyphens and underscores.
    let anchor: String =
        name.to_lowercase().chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect();
    Some(format!("{repository}/blob/main/docs/codes.md#{anchor}"))
}
