//! Reading `countersign.toml`.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::Settings;
use super::keys::{Key, TABLES, file_keys, keys, meant, shown};
use super::values::{Given, Origin, assign};
use crate::inert::visible;
use crate::json::{LineIndex, Position};
use crate::repository::{Entry, NotAFile, RepositoryPath, Snapshot};

/// Where the configuration is looked for, below the working directory.
pub const FILES: [&str; 2] = ["countersign.toml", ".github/countersign.toml"];

/// The most bytes of a configuration file.
pub const BYTES: u64 = 1 << 20;

/// How many problems of one file are shown.
const PROBLEMS: usize = 20;

/// One thing that is wrong in a configuration file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where.
    pub position: Position,
    /// What, and what was probably meant.
    pub message: String,
}

/// Why a configuration cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigurationError {
    /// Both places have a file.
    #[error("there are two configuration files, `{first}` and `{second}`; keep one", first = .0, second = .1)]
    Two(String, String),
    /// The named file, or the one that was found, is no file.
    #[error("configuration `{path}`: {reason}")]
    NotAFile {
        /// The path.
        path: String,
        /// Why.
        reason: NotAFile,
    },
    /// Something in it is wrong: `file:line:column: message` for each of the first 20, one a line.
    #[error("{}", listed(path, problems))]
    Invalid {
        /// The path.
        path: String,
        /// What, in the order of the file.
        problems: Vec<Problem>,
    },
}

fn listed(path: &str, problems: &[Problem]) -> String {
    let path = visible(path);
    let lines: Vec<String> =
        problems.iter().map(|problem| format!("{path}:{}: {}", problem.position, problem.message)).collect();
    lines.join("\n")
}

/// The configuration file of a revision: the named one, else the one of [`FILES`] that there is, if any.
///
/// # Errors
/// The named file is not there, both of [`FILES`] are, or what is there is a link, a submodule or a directory.
pub fn find<'a>(
    snapshot: &'a Snapshot,
    named: Option<&RepositoryPath>,
    working_directory: Option<&RepositoryPath>,
) -> Result<Option<&'a Entry>, ConfigurationError> {
    let not_a_file = |path: &RepositoryPath, reason| ConfigurationError::NotAFile {
        path: visible(path.as_str()).into_owned(),
        reason,
    };
    if let Some(named) = named {
        let path = named.below(working_directory);
        return snapshot.file(&path).map(Some).map_err(|reason| not_a_file(&path, reason));
    }
    let mut found: Option<&Entry> = None;
    for path in FILES {
        let Ok(path) = RepositoryPath::new(path) else { continue };
        let path = path.below(working_directory);
        match snapshot.file(&path) {
            Ok(entry) => match found {
                Some(first) => {
                    let shown = |path: &str| visible(path).into_owned();
                    return Err(ConfigurationError::Two(shown(&first.path), shown(&entry.path)));
                }
                None => found = Some(entry),
            },
            Err(NotAFile::Absent) => {}
            Err(reason) => return Err(not_a_file(&path, reason)),
        }
    }
    Ok(found)
}

/// Reads a configuration file. `path` is what messages call it.
///
/// # Errors
/// [`ConfigurationError::Invalid`] with everything that is wrong in it.
pub fn read(path: &str, bytes: &[u8]) -> Result<Settings, ConfigurationError> {
    let index = LineIndex::new(bytes);
    let invalid = |mut problems: Vec<(usize, String)>| {
        problems.sort();
        problems.truncate(PROBLEMS);
        let problems = problems
            .into_iter()
            .map(|(offset, message)| Problem { position: index.position(bytes, offset), message })
            .collect();
        ConfigurationError::Invalid { path: path.to_owned(), problems }
    };
    if bytes.len() as u64 > BYTES {
        return Err(invalid(vec![(0, format!("the file has more than {BYTES} bytes"))]));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| invalid(vec![(error.valid_up_to(), "the file is not UTF-8 here".to_owned())]))?;
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        invalid(vec![(at, syntax(text, at, error.message()))])
    })?;
    let mut reader = Reader { settings: Settings::default(), problems: Vec::new() };
    reader.top(table.get_ref());
    if reader.problems.is_empty() { Ok(reader.settings) } else { Err(invalid(reader.problems)) }
}

/// Where the value of a key at the top level begins, in a file that can be read.
pub(in crate::review) fn position(bytes: &[u8], key: &str) -> Option<Position> {
    let table = DeTable::parse(std::str::from_utf8(bytes).ok()?).ok()?;
    let value = table.get_ref().get(key)?;
    Some(LineIndex::new(bytes).position(bytes, value.span().start))
}

/// What a syntax error says. Where a value is left out, the parser speaks of the value that may not stand there.
fn syntax(text: &str, at: usize, message: &str) -> String {
    let blank = [' ', '\t'];
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let after = after.trim_start_matches(blank);
    if before.trim_end_matches(blank).ends_with('=')
        && (after.is_empty() || after.starts_with(['\n', '\r', '#']))
    {
        return "a value is missing after `=`".to_owned();
    }
    visible(message).replace("\\u{A}", "; ")
}

struct Reader {
    settings: Settings,
    /// Byte offset and message.
    problems: Vec<(usize, String)>,
}

impl Reader {
    /// Goes through the keys in the order of the file and stops when there is enough to say.
    fn top(&mut self, table: &DeTable<'_>) {
        let mut members = Vec::new();
        for (key, value) in table {
            match value.get_ref() {
                DeValue::Table(inner) if TABLES.contains(&key.get_ref().as_ref()) => {
                    members.extend(inner.iter().map(|(inner, value)| (key.get_ref().as_ref(), inner, value)));
                }
                _ => members.push(("", key, value)),
            }
        }
        members.sort_by_key(|(_, key, _)| key.span().start);
        for (table, key, value) in members {
            if self.problems.len() == PROBLEMS {
                return;
            }
            self.member(table, key.get_ref(), &key.span(), value);
        }
    }

    fn member(&mut self, table: &str, name: &str, span: &Range<usize>, value: &toml::Spanned<DeValue<'_>>) {
        if table.is_empty() && TABLES.contains(&name) {
            let hint = match value.get_ref() {
                DeValue::Array(_) if name != "limits" => {
                    format!("; write `[{name}]` and `include = […]` below it")
                }
                _ => String::new(),
            };
            self.problems.push((value.span().start, format!("`{name}` is a table{hint}")));
            return;
        }
        let Some((_, key)) = keys(table).into_iter().find(|(known, _)| *known == name) else {
            self.problems.push((span.start, unknown(table, name)));
            return;
        };
        let given = given(value.get_ref());
        if let Err(wrong) = assign(&mut self.settings, key, &given, Origin::File) {
            let at = wrong.span.map_or(value.span().start, |span| span.start);
            // The messages of limits name the key already.
            let name = if matches!(key, Key::Limit(_)) { String::new() } else { format!("`{name}`: ") };
            self.problems.push((at, format!("{name}{}", wrong.reason)));
        }
    }
}

fn unknown(table: &str, name: &str) -> String {
    let place = if table.is_empty() { String::new() } else { format!(" in [{table}]") };
    if table.is_empty() && matches!(name, "token" | "config") {
        return format!("`{name}` is an input of the action and cannot be set in this file");
    }
    let elsewhere: Vec<String> = file_keys()
        .iter()
        .filter(|key| key.rsplit('.').next() == Some(name))
        .map(|key| match key.split_once('.') {
            Some((table, _)) => format!("[{table}]"),
            None => "the top level".to_owned(),
        })
        .collect();
    let mut known: Vec<&str> = keys(table).into_iter().map(|(name, _)| name).collect();
    if table.is_empty() {
        known.extend(TABLES);
    }
    let mut hint = if elsewhere.is_empty() {
        meant(name, known.iter().copied())
    } else {
        format!("; it belongs to {}", elsewhere.join(" or "))
    };
    if hint.is_empty() {
        hint = format!("; known are {}", known.join(", "));
    }
    format!("there is no key `{}`{place}{hint}", shown(name))
}

/// One level of values; what is nested deeper is no value of any key.
fn given<'a>(value: &'a DeValue<'_>) -> Given<'a> {
    match value {
        DeValue::Array(list) => {
            Given::List(list.iter().map(|value| (element(value.get_ref()), value.span())).collect())
        }
        other => element(other),
    }
}

fn element<'a>(value: &'a DeValue<'_>) -> Given<'a> {
    match value {
        DeValue::Table(members) => Given::Table(
            members
                .iter()
                .map(|(key, value)| (key.get_ref().as_ref(), scalar(value.get_ref()), value.span()))
                .collect(),
        ),
        other => scalar(other),
    }
}

fn scalar<'a>(value: &'a DeValue<'_>) -> Given<'a> {
    match value {
        DeValue::String(text) => Given::Text(text),
        DeValue::Boolean(flag) => Given::Flag(*flag),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Given::Number(number),
            Err(_) => Given::Other("a number of more than 63 bits"),
        },
        DeValue::Float(_) => Given::Other("a fraction"),
        DeValue::Datetime(_) => Given::Other("a date"),
        DeValue::Array(_) => Given::Other("a list"),
        DeValue::Table(_) => Given::Other("a table"),
    }
}
