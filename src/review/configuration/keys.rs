//! The known keys of the file: which table each stands in.

use crate::inert::visible;
use crate::model::Limits;
use crate::nearest::nearest;

/// A key of the file: its table, or the top level, and its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    ModelsInclude,
    ModelsExclude,
    DocumentsInclude,
    DocumentsExclude,
    DocumentsProfile,
    DocumentsFilter,
    DocumentsAllow,
    DocumentsNotes,
    Allow,
    DataInclude,
    DataExclude,
    PolishInclude,
    PolishExclude,
    PolishModifiers,
    PolishNotes,
    /// A limit by its name.
    Limit(&'static str),
    Acknowledged,
    AcknowledgedFrom,
    FailOn,
    Base,
    Head,
    Comment,
    UploadSarif,
    SarifFile,
    Category,
    Annotations,
    Summary,
    ReleaseNotes,
    WorkingDirectory,
}

/// The tables of the file.
pub(super) const TABLES: [&str; 5] = ["models", "documents", "data", "polish", "limits"];

/// The keys of the top level (`""`) or of a table.
pub(super) fn keys(table: &str) -> Vec<(&'static str, Key)> {
    match table {
        "" => vec![
            ("acknowledged", Key::Acknowledged),
            ("acknowledged-from", Key::AcknowledgedFrom),
            ("allow", Key::Allow),
            ("annotations", Key::Annotations),
            ("base", Key::Base),
            ("category", Key::Category),
            ("comment", Key::Comment),
            ("fail-on", Key::FailOn),
            ("head", Key::Head),
            ("release-notes", Key::ReleaseNotes),
            ("sarif-file", Key::SarifFile),
            ("summary", Key::Summary),
            ("upload-sarif", Key::UploadSarif),
            ("working-directory", Key::WorkingDirectory),
        ],
        "models" => vec![("include", Key::ModelsInclude), ("exclude", Key::ModelsExclude)],
        "documents" => vec![
            ("include", Key::DocumentsInclude),
            ("exclude", Key::DocumentsExclude),
            ("profile", Key::DocumentsProfile),
            ("filter", Key::DocumentsFilter),
            ("allow", Key::DocumentsAllow),
            ("notes", Key::DocumentsNotes),
        ],
        "data" => vec![("include", Key::DataInclude), ("exclude", Key::DataExclude)],
        "polish" => vec![
            ("include", Key::PolishInclude),
            ("exclude", Key::PolishExclude),
            ("modifiers", Key::PolishModifiers),
            ("notes", Key::PolishNotes),
        ],
        "limits" => Limits::NAMES.into_iter().map(|name| (name, Key::Limit(name))).collect(),
        _ => Vec::new(),
    }
}

/// Every key of the file, as `fail-on` or `models.include`.
#[must_use]
pub fn file_keys() -> Vec<String> {
    let mut all: Vec<String> = keys("").into_iter().map(|(name, _)| name.to_owned()).collect();
    for table in TABLES {
        all.extend(keys(table).into_iter().map(|(name, _)| format!("{table}.{name}")));
    }
    all
}

/// What was probably meant, ready to append; empty when nothing comes near.
pub(super) fn meant<'a>(text: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(text, known, 1).first().map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// The start of a text, made visible.
pub(super) fn shown(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    let dots = if start.len() < text.len() { "…" } else { "" };
    format!("{}{dots}", visible(&start))
}
