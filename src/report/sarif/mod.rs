//! SARIF 2.1.0, for code scanning and for every other reader of it.
//!
//! The log is written result by result: the envelope by hand, rules and results through the types of `serde-sarif`,
//! one at a time, because one such result takes two kilobytes of memory. Differences that one shared definition, or
//! one broken document, causes in several places become one result whose users are related locations.

mod address;
mod notes;
mod results;
mod rules;

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

pub use notes::{Note, NoteFix, NoteRule};

use super::place::{Anchors, Places};
use crate::comparison::{Disposition, Revision, RevisionComparison};
use crate::model::Source;

/// The most results in one run that code scanning reads.
pub const MAX_RESULTS: usize = 25_000;
/// The key of a result's own fingerprint.
pub const FINGERPRINT: &str = "countersign/v1";

/// Which view of a result is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// Everything, for a file: acknowledged differences are suppressed with their notes.
    #[default]
    File,
    /// For upload to code scanning: acknowledged differences are dropped, because suppressions are ignored there and
    /// would turn into open alerts. Compatible differences are dropped unless asked for.
    Upload,
}

/// Maps a source to its path in the repository, without encoding; `None` when it has none.
pub type PathOf<'a> = &'a dyn Fn(Revision, &Source) -> Option<String>;

/// How a log is written.
#[derive(Clone, Copy, Default)]
pub struct SarifOptions<'a> {
    /// The file or the upload.
    pub view: View,
    /// What relative labels were resolved from. Files inside it get addresses relative to `%SRCROOT%`, which names it;
    /// files outside get absolute ones. Without it, labels are repository paths already.
    pub base_directory: Option<&'a Path>,
    /// The category of the analysis. Alerts close only when a later upload with the same category lacks them.
    pub category: Option<&'a str>,
    /// Knows which lines a pull request touched.
    pub anchors: Option<&'a dyn Anchors>,
    /// The repository path of a source, where that is not its label.
    pub path: Option<PathOf<'a>>,
    /// Whether compatible differences are part of the upload; the file has them always.
    pub include_compatible: bool,
    /// The disposition of the whole review, where that is not the models' own.
    pub disposition: Option<Disposition>,
    /// Results about other things than models, in the log behind those about models.
    pub notes: &'a [Note],
    /// The most results; [`MAX_RESULTS`] when absent. The most severe ones come first.
    pub max_results: Option<usize>,
}

impl std::fmt::Debug for SarifOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SarifOptions")
            .field("view", &self.view)
            .field("base_directory", &self.base_directory)
            .field("category", &self.category)
            .field("include_compatible", &self.include_compatible)
            .field("notes", &self.notes.len())
            .field("max_results", &self.max_results)
            .finish_non_exhaustive()
    }
}

/// The SARIF log as a text.
#[must_use]
pub fn sarif(comparison: &RevisionComparison<'_>, options: &SarifOptions<'_>) -> String {
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = write_sarif(comparison, options, &mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// Writes the SARIF log: compact, one line feed at the end.
///
/// # Errors
/// `out` refuses the bytes.
pub fn write_sarif(
    comparison: &RevisionComparison<'_>,
    options: &SarifOptions<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    let places = Places::new(comparison);
    let planned = results::plan(&places, comparison, options);
    let most = options.max_results.unwrap_or(MAX_RESULTS);
    // Notes that fail a review go before what is merely worth knowing.
    let (loud, quiet): (Vec<&Note>, Vec<&Note>) =
        options.notes.iter().partition(|note| note.rule.level != super::Level::Notice);
    let kept_loud = loud.get(..loud.len().min(most)).unwrap_or_default();
    let kept = planned.get(..planned.len().min(most - kept_loud.len())).unwrap_or_default();
    let room = most - kept_loud.len() - kept.len();
    let kept_notes: Vec<&Note> = kept_loud.iter().chain(quiet.iter().take(room)).copied().collect();
    let omitted = planned.len() + options.notes.len() - kept.len() - kept_notes.len();
    let rules = rules::used(comparison, kept);
    let note_rules = notes::rules(&kept_notes);

    out.write_all(
        b"{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\",\
          \"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"Countersign\",\"informationUri\":",
    )?;
    put(out, &rules::information_uri())?;
    out.write_all(b",\"version\":")?;
    put(out, &env!("CARGO_PKG_VERSION"))?;
    out.write_all(b",\"rules\":[")?;
    for (index, rule) in rules.iter().enumerate() {
        separate(out, index)?;
        put(out, &rules::descriptor(rule))?;
    }
    let model_rules = rules.iter().count();
    for (index, rule) in note_rules.iter().enumerate() {
        separate(out, model_rules + index)?;
        put(out, &notes::descriptor(rule))?;
    }
    out.write_all(b"]}}")?;
    if let Some(category) = options.category {
        // Without the slash at its end, the whole text would be a run's name and the category empty.
        let id = format!("{}/", category.trim_end_matches('/'));
        out.write_all(b",\"automationDetails\":{\"id\":")?;
        put(out, &id)?;
        out.write_all(b"}")?;
    }
    out.write_all(b",\"columnKind\":\"unicodeCodePoints\"")?;
    if let Some(directory) = options.base_directory {
        out.write_all(b",\"originalUriBaseIds\":{\"%SRCROOT%\":{\"uri\":")?;
        put(out, &address::directory_uri(directory))?;
        out.write_all(b"}}")?;
    }
    out.write_all(b",\"invocations\":[{\"executionSuccessful\":true")?;
    if omitted > 0 {
        let mut text = String::new();
        let _ = write!(
            text,
            "{} not shown: this log holds the {most} most severe ones",
            super::counted(omitted, "result is", "results are")
        );
        out.write_all(b",\"toolExecutionNotifications\":[{\"level\":\"warning\",\"message\":{\"text\":")?;
        put(out, &text)?;
        out.write_all(b"}}]")?;
    }
    write!(
        out,
        "}}],\"properties\":{{\"disposition\":\"{}\",\"omittedResults\":{omitted}}},\"results\":[",
        options.disposition.unwrap_or_else(|| comparison.disposition()).as_str()
    )?;
    for (index, planned) in kept.iter().enumerate() {
        separate(out, index)?;
        put(out, &results::result(&places, comparison, options, &rules, planned))?;
    }
    for (index, note) in kept_notes.iter().enumerate() {
        separate(out, kept.len() + index)?;
        let rule = note_rules.binary_search(&&note.rule).map_or(model_rules, |at| model_rules + at);
        put(out, &notes::result(options, note, i64::try_from(rule).unwrap_or(i64::MAX)))?;
    }
    out.write_all(b"]}]}\n")
}

fn separate(out: &mut impl Write, index: usize) -> io::Result<()> {
    if index > 0 { out.write_all(b",") } else { Ok(()) }
}

fn put(out: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(out, value).map_err(io::Error::from)
}
