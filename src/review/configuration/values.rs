//! What each key may hold, the same for the file and for the action's inputs.

use std::ops::Range;

use super::keys::{Key, meant, shown};
use super::limits::{LimitError, check, parse_value};
use super::{AcknowledgedFrom, Comment, FailOn, Globs, Modifier, Profile, Settings};
use crate::document::BUILT_IN;
use crate::repository::RepositoryPath;

/// The built-in modifiers, the default ones first and in their order.
pub const MODIFIERS: [&str; 9] = [
    "line-endings",
    "trailing-whitespace",
    "blank-lines",
    "heading-spacing",
    "list-marker",
    "final-newline",
    "space-runs",
    "heading-increment",
    "mention-guard",
];

/// A value as it was written, with the place of every text in a list.
#[derive(Debug, Clone)]
pub(super) enum Given<'a> {
    Text(&'a str),
    Flag(bool),
    Number(i64),
    List(Vec<(Given<'a>, Range<usize>)>),
    /// A table of texts.
    Table(Vec<(&'a str, Given<'a>, Range<usize>)>),
    /// Something that no key takes, by its kind.
    Other(&'static str),
}

impl Given<'_> {
    fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Flag(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
            Self::Other(kind) => kind,
        }
    }
}

/// What is wrong with a value, and where inside it if not as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) span: Option<Range<usize>>,
    pub(super) reason: String,
}

impl From<String> for Wrong {
    fn from(reason: String) -> Self {
        Self { span: None, reason }
    }
}

impl From<LimitError> for Wrong {
    fn from(error: LimitError) -> Self {
        error.to_string().into()
    }
}

/// Whether a value comes from the compared revision or from whoever runs the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    File,
    Run,
}

/// Puts a value where it belongs.
pub(super) fn assign(
    settings: &mut Settings,
    key: Key,
    given: &Given<'_>,
    origin: Origin,
) -> Result<(), Wrong> {
    match key {
        Key::ModelsInclude => settings.models_include = Some(globs(given)?),
        Key::ModelsExclude => settings.models_exclude = Some(globs(given)?),
        Key::DocumentsInclude => settings.documents_include = Some(globs(given)?),
        Key::DocumentsExclude => settings.documents_exclude = Some(globs(given)?),
        Key::DataInclude => settings.data_include = Some(globs(given)?),
        Key::DataExclude => settings.data_exclude = Some(globs(given)?),
        Key::PolishInclude => settings.polish_include = Some(globs(given)?),
        Key::PolishExclude => settings.polish_exclude = Some(globs(given)?),
        Key::PolishModifiers => settings.polish_modifiers = Some(modifiers(given)?),
        Key::DocumentsProfile => settings.documents_profile = Some(profile(given)?),
        Key::DocumentsFilter => settings.documents_filter = Some(path(given)?),
        Key::DocumentsNotes => settings.documents_notes = Some(flag(given)?),
        Key::PolishNotes => settings.polish_notes = Some(flag(given)?),
        Key::DocumentsAllow | Key::Allow => {
            if settings.documents_allow.is_some() {
                return Err("`allow` is set twice, at the top level and in [documents]".to_owned().into());
            }
            settings.documents_allow = Some(path(given)?);
        }
        Key::Limit(name) => {
            let value = match given {
                Given::Text(text) => parse_value(name, text)?,
                Given::Number(number) => check(name, u64::try_from(*number).unwrap_or(0))?,
                other => return Err(expected("a whole number, or text such as \"64MiB\"", other)),
            };
            settings.limits.push((name, value));
        }
        Key::Acknowledged => settings.acknowledged = Some(path(given)?),
        Key::AcknowledgedFrom => {
            let choices = [("head", AcknowledgedFrom::Head), ("base", AcknowledgedFrom::Base)];
            settings.acknowledged_from = Some(choice(given, &choices)?);
        }
        Key::FailOn => {
            let choices = [
                ("undetermined", FailOn::Undetermined),
                ("breaking", FailOn::Breaking),
                ("never", FailOn::Never),
            ];
            settings.fail_on = Some(choice(given, &choices)?);
        }
        Key::Comment => {
            let choices =
                [("changes", Comment::Changes), ("always", Comment::Always), ("never", Comment::Never)];
            settings.comment = Some(choice(given, &choices)?);
        }
        Key::Base => settings.base = Some(revision(given)?),
        Key::Head => settings.head = Some(revision(given)?),
        Key::UploadSarif => settings.upload_sarif = Some(flag(given)?),
        Key::Annotations => settings.annotations = Some(flag(given)?),
        Key::Summary => settings.summary = Some(flag(given)?),
        Key::ReleaseNotes => settings.release_notes = Some(flag(given)?),
        Key::SarifFile => settings.sarif_file = Some(sarif_file(given, origin)?),
        Key::Category => settings.category = Some(category(given)?),
        Key::WorkingDirectory => settings.working_directory = Some(path(given)?),
    }
    Ok(())
}

fn expected(what: &str, given: &Given<'_>) -> Wrong {
    format!("{what} is expected, not {}", given.kind()).into()
}

fn text<'a>(given: &Given<'a>) -> Result<&'a str, Wrong> {
    match given {
        Given::Text(text) => Ok(text),
        other => Err(expected("text", other)),
    }
}

fn flag(given: &Given<'_>) -> Result<bool, Wrong> {
    match given {
        Given::Flag(flag) => Ok(*flag),
        other => Err(expected("`true` or `false`", other)),
    }
}

fn path(given: &Given<'_>) -> Result<RepositoryPath, Wrong> {
    RepositoryPath::new(text(given)?).map_err(|error| error.to_string().into())
}

fn choice<T: Copy>(given: &Given<'_>, choices: &[(&'static str, T)]) -> Result<T, Wrong> {
    let text = text(given)?;
    if let Some(&(_, value)) = choices.iter().find(|(name, _)| *name == text) {
        return Ok(value);
    }
    let names: Vec<&str> = choices.iter().map(|&(name, _)| name).collect();
    Err(format!("`{}` is none of {}{}", shown(text), names.join(", "), meant(text, names)).into())
}

fn revision(given: &Given<'_>) -> Result<String, Wrong> {
    let text = text(given)?;
    if text.is_empty() || text.len() > 1024 || text.chars().any(char::is_control) {
        return Err("a revision has 1 to 1024 bytes and no control character".to_owned().into());
    }
    Ok(text.to_owned())
}

/// The file is written on the machine that runs the comparison. Where the compared revision chooses its name, it may
/// not overwrite anything else.
fn sarif_file(given: &Given<'_>, origin: Origin) -> Result<String, Wrong> {
    let text = text(given)?;
    if origin == Origin::Run {
        return if text.is_empty() { Err("a path is empty".to_owned().into()) } else { Ok(text.to_owned()) };
    }
    let path = path(given)?;
    if !path.as_str().ends_with(".sarif") {
        return Err("the name of the SARIF file must end in `.sarif` when it is set in this file"
            .to_owned()
            .into());
    }
    Ok(path.to_string())
}

fn category(given: &Given<'_>) -> Result<String, Wrong> {
    let text = text(given)?;
    let known = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    let well_formed =
        text.len() <= 100 && text.split('/').all(|part| !part.is_empty() && part.bytes().all(known));
    if !well_formed {
        return Err("a category has 1 to 100 letters, digits, `-`, `_`, `.` and single `/` between them"
            .to_owned()
            .into());
    }
    Ok(text.to_owned())
}

fn profile(given: &Given<'_>) -> Result<Profile, Wrong> {
    let text = text(given)?;
    let is_name =
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if !is_name {
        return Ok(Profile::File(path(given)?));
    }
    if !BUILT_IN.contains(&text) {
        let hint = format!("; there are {}, and a file's name has a `.` or a `/`", BUILT_IN.join(", "));
        return Err(format!("there is no profile `{}`{hint}", shown(text)).into());
    }
    Ok(Profile::Named(text.to_owned()))
}

fn globs(given: &Given<'_>) -> Result<Globs, Wrong> {
    let Given::List(list) = given else { return Err(expected("a list of globs", given)) };
    let mut patterns = Vec::with_capacity(list.len());
    for (given, span) in list {
        let Given::Text(pattern) = given else {
            return Err(Wrong { span: Some(span.clone()), ..expected("a glob", given) });
        };
        patterns.push(*pattern);
    }
    Globs::new(patterns).map_err(|error| {
        let span = list.get(error.at).map(|(_, span)| span.clone());
        Wrong { span, reason: error.reason }
    })
}

fn modifiers(given: &Given<'_>) -> Result<Vec<Modifier>, Wrong> {
    let Given::List(list) = given else { return Err(expected("a list of modifiers", given)) };
    let mut modifiers = Vec::with_capacity(list.len());
    for (given, span) in list {
        let modifier = modifier(given)
            .map_err(|wrong| Wrong { span: Some(wrong.span.unwrap_or_else(|| span.clone())), ..wrong })?;
        modifiers.push(modifier);
    }
    Ok(modifiers)
}

/// A name, or a table of a name and parameters.
fn modifier(given: &Given<'_>) -> Result<Modifier, Wrong> {
    match given {
        Given::Text(name) => Ok(Modifier { name: modifier_name(name)?, parameters: Vec::new() }),
        Given::Table(members) => {
            let mut name = None;
            let mut parameters = Vec::new();
            for (key, given, span) in members {
                let Given::Text(value) = given else {
                    return Err(Wrong { span: Some(span.clone()), ..expected("text", given) });
                };
                if *key == "name" {
                    let known = modifier_name(value);
                    name = Some(known.map_err(|wrong| Wrong { span: Some(span.clone()), ..wrong })?);
                } else {
                    parameters.push(((*key).to_owned(), (*value).to_owned()));
                }
            }
            let name = name.ok_or_else(|| Wrong::from("a modifier has no `name`".to_owned()))?;
            Ok(Modifier { name, parameters })
        }
        other => Err(expected("the name of a modifier, or a table with `name`", other)),
    }
}

fn modifier_name(text: &str) -> Result<&'static str, Wrong> {
    let bare = text.strip_prefix("countersign.").unwrap_or(text);
    MODIFIERS.into_iter().find(|name| *name == bare).ok_or_else(|| {
        let meant = meant(bare, MODIFIERS);
        let hint = if meant.is_empty() { format!("; there are {}", MODIFIERS.join(", ")) } else { meant };
        format!("there is no modifier `{}`{hint}", shown(text)).into()
    })
}
