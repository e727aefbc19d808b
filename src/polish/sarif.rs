//! Reviews as SARIF 2.1.0: one result for each edit, with a fix that makes it.
//!
//! Places are those of the input, which is the file that the reader has. Results are built and written one at a
//! time, because each is large in memory.

use serde::ser::SerializeSeq as _;
use serde::{Serialize, Serializer};
use serde_sarif::sarif::{
    ArtifactChange, ArtifactContent, ArtifactLocation, Fix, Location, Message, MultiformatMessageString,
    PhysicalLocation, Region, Replacement, ReportingDescriptor, Result as SarifResult, ResultLevel, Tool,
    ToolComponent,
};

use super::modifier::BUILT_IN;
use super::{InputEdit, Review};
use crate::inert;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Writes the reviews of some files as one SARIF log with one run, without white space, since there can be many results. A file is named by its path, relative to the
/// repository, with `/` between the parts.
#[must_use]
pub fn to_sarif(reviews: &[(String, &Review)]) -> String {
    // Neither a key that is no string nor a failing writer is possible, and those are the only errors.
    let run = Run { tool: tool(), column_kind: "unicodeCodePoints", results: Results(reviews) };
    serde_json::to_string(&Log { schema: SCHEMA, version: "2.1.0", runs: [run] }).unwrap_or_default()
}

/// The result for one edit of a file.
#[must_use]
pub fn result(path: &str, review: &Review, edit: &InputEdit<'_>) -> SarifResult {
    let id = review.modifiers().get(edit.modifier).map_or("", |modifier| modifier.id.as_str());
    let artifact = ArtifactLocation::builder().uri(uri(path)).build();
    let region = region(edit);
    let physical =
        PhysicalLocation::builder().artifact_location(artifact.clone()).region(region.clone()).build();
    let inserted = ArtifactContent::builder().text(edit.replacement.clone()).build();
    let replacement = Replacement::builder().deleted_region(region).inserted_content(inserted).build();
    let change =
        ArtifactChange::builder().artifact_location(artifact).replacements(vec![replacement]).build();
    SarifResult::builder()
        .rule_id(id)
        .level(ResultLevel::Note)
        .message(message(&inert::terminal(edit.reason)))
        .locations(vec![Location::builder().physical_location(physical).build()])
        .fixes(vec![Fix::builder().artifact_changes(vec![change]).build()])
        .build()
}

fn message(text: &str) -> Message {
    Message::builder().text(text).build()
}

fn region(edit: &InputEdit<'_>) -> Region {
    let number = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
    Region::builder()
        .start_line(number(edit.start.line))
        .start_column(number(edit.start.column))
        .end_line(number(edit.end.line))
        .end_column(number(edit.end.column))
        .build()
}

/// A path as a relative reference: what is not allowed in one is percent-encoded.
fn uri(path: &str) -> String {
    use std::fmt::Write as _;
    let path = path.strip_prefix("./").unwrap_or(path);
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

fn tool() -> Tool {
    let rule = |built_in: &super::modifier::BuiltIn| {
        ReportingDescriptor::builder()
            .id(format!("countersign.{}", built_in.name))
            .name(built_in.name)
            .short_description(MultiformatMessageString::builder().text(built_in.summary).build())
            .help(MultiformatMessageString::builder().text(built_in.summary).build())
            .build()
    };
    let driver = ToolComponent::builder()
        .name("Countersign")
        .semantic_version(env!("CARGO_PKG_VERSION"))
        .rules(BUILT_IN.iter().map(rule).collect::<Vec<_>>())
        .build();
    Tool::builder().driver(driver).build()
}

#[derive(Serialize)]
struct Log<'r> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'r>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'r> {
    tool: Tool,
    column_kind: &'static str,
    results: Results<'r>,
}

/// The results of all files, built while they are written.
struct Results<'r>(&'r [(String, &'r Review)]);

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut results = serializer.serialize_seq(None)?;
        for (path, review) in self.0 {
            for edit in review.input_edits() {
                results.serialize_element(&result(path, review, &edit))?;
            }
        }
        results.end()
    }
}
