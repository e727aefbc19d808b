//! Results that are no differences of models: changes of documents, data and Markdown, on one line each.

use serde_json::json;
use serde_sarif::sarif::{
    ArtifactChange, ArtifactContent, ArtifactLocation, Fix, Location, Message, MultiformatMessageString,
    PhysicalLocation, PropertyBag, Region, Replacement, ReportingConfiguration, ReportingDescriptor, Result,
    ResultLevel,
};
use std::collections::{BTreeMap, BTreeSet};

use super::{SarifOptions, address, results};
use crate::report::Level;

/// A rule that notes fall under.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NoteRule {
    /// Its stable id, such as `document/outside-scope`.
    pub id: String,
    /// How loud its results are.
    pub level: Level,
    /// What it is about, in a few words.
    pub title: String,
    /// What it means, and what to do.
    pub help: String,
}

/// A replacement that mends what a note tells of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteFix {
    /// Line and column in code points, both from 1, where the replaced text begins.
    pub start: (usize, usize),
    /// Where it ends, exclusive.
    pub end: (usize, usize),
    /// What shall stand there.
    pub replacement: String,
}

/// A result on a line of the head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Its rule.
    pub rule: NoteRule,
    /// The file's path in the repository.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// What happened. One line, inert in a terminal; links and code are made inert here.
    pub message: String,
    /// How to mend it.
    pub fix: Option<NoteFix>,
}

/// The rules of some notes, each once, by id.
pub(super) fn rules<'n>(notes: &[&'n Note]) -> Vec<&'n NoteRule> {
    notes.iter().map(|note| &note.rule).collect::<BTreeSet<_>>().into_iter().collect()
}

pub(super) fn descriptor(rule: &NoteRule) -> ReportingDescriptor {
    let (level, severity) = match rule.level {
        Level::Error => ("error", "error"),
        Level::Warning => ("warning", "warning"),
        Level::Notice => ("note", "recommendation"),
    };
    let text = |text: &str| MultiformatMessageString::builder().text(text).build();
    let properties = BTreeMap::from([("problem.severity".to_owned(), json!(severity))]);
    ReportingDescriptor {
        name: Some(rule.id.split(['/', '.', '-']).map(crate::report::words::capitalised).collect()),
        short_description: Some(text(&rule.title)),
        full_description: Some(text(&rule.title)),
        help: Some(text(&rule.help)),
        default_configuration: Some(ReportingConfiguration {
            level: Some(json!(level)),
            ..ReportingConfiguration::default()
        }),
        properties: Some(PropertyBag { tags: None, additional_properties: properties }),
        ..ReportingDescriptor::builder().id(rule.id.as_str()).build()
    }
}

pub(super) fn result(options: &SarifOptions<'_>, note: &Note, rule: i64) -> Result {
    let artifact =
        || ArtifactLocation { uri: Some(address::of_path(&note.path)), ..ArtifactLocation::default() };
    let number = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
    let region = Region {
        start_line: Some(number(note.line)),
        end_line: Some(number(note.line)),
        ..Region::default()
    };
    let physical = PhysicalLocation::builder().artifact_location(artifact()).region(region).build();
    let fix = note.fix.as_ref().map(|fix| {
        let deleted = Region {
            start_line: Some(number(fix.start.0)),
            start_column: Some(number(fix.start.1)),
            end_line: Some(number(fix.end.0)),
            end_column: Some(number(fix.end.1)),
            ..Region::default()
        };
        let inserted = ArtifactContent::builder().text(fix.replacement.clone()).build();
        let replacement = Replacement::builder().deleted_region(deleted).inserted_content(inserted).build();
        let change =
            ArtifactChange::builder().artifact_location(artifact()).replacements(vec![replacement]).build();
        vec![Fix::builder().artifact_changes(vec![change]).build()]
    });
    let identity = format!("1\n{}\n{}\n{}", note.rule.id, note.path, note.message);
    Result {
        rule_id: Some(note.rule.id.clone()),
        rule_index: Some(rule),
        level: Some(match note.rule.level {
            Level::Error => ResultLevel::Error,
            Level::Warning => ResultLevel::Warning,
            Level::Notice => ResultLevel::Note,
        }),
        locations: Some(vec![Location::builder().physical_location(physical).build()]),
        fixes: fix,
        partial_fingerprints: Some(results::fingerprints(options, &identity)),
        suppressions: results::unsuppressed(options),
        ..Result::builder()
            .message(Message {
                text: Some(crate::report::words::sarif_text(&note.message)),
                ..Message::default()
            })
            .build()
    }
}
