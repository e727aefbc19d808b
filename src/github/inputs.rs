//! The step's inputs: `INPUT_<NAME>` variables, as the runner writes them.
//!
//! Names are in upper case, hyphens stay, an input that was not given is an empty string, booleans have six spellings
//! (specification of the action, section 2). The same names are keys of the configuration; what an input leaves open is
//! `None` here and is decided there.

use super::names::Token;
use crate::inert;

/// Every input, in the order in which people read about them.
pub const NAMES: [&str; 21] = [
    "token",
    "config",
    "models",
    "documents",
    "data",
    "polish",
    "acknowledged",
    "acknowledged-from",
    "fail-on",
    "base",
    "head",
    "comment",
    "upload-sarif",
    "sarif-file",
    "category",
    "annotations",
    "summary",
    "release-notes",
    "working-directory",
    "allow",
    "limits",
];

/// Set by the runner when a step of a Docker action has `with.args` or `with.entrypoint`.
const OF_THE_RUNNER: [&str; 2] = ["args", "entrypoint"];

/// Which dispositions fail the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailOn {
    /// Breaking and undetermined ones; the default.
    Undetermined,
    /// Breaking ones only.
    Breaking,
    /// None.
    Never,
}

/// When there is a comment on the pull request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentWhen {
    /// Created when there is a difference, updated whenever it exists; the default.
    Changes,
    /// Created in any case.
    Always,
    /// Never created nor touched.
    Never,
}

/// Which revision acknowledgements and configuration are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AcknowledgedFrom {
    /// The head revision.
    Head,
    /// The base revision.
    Base,
}

/// The inputs that were given; `None` and empty lists stand for those that were not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The token for the API.
    pub token: Option<Token>,
    /// The configuration file's path.
    pub config: Option<String>,
    /// Globs for SDF models.
    pub models: Option<Vec<String>>,
    /// Globs for documents.
    pub documents: Option<Vec<String>>,
    /// Globs for JSON data.
    pub data: Option<Vec<String>>,
    /// Globs for Markdown to polish.
    pub polish: Option<Vec<String>>,
    /// Acknowledgement files.
    pub acknowledged: Option<Vec<String>>,
    /// The revision that acknowledgements come from.
    pub acknowledged_from: Option<AcknowledgedFrom>,
    /// Which dispositions fail the step.
    pub fail_on: Option<FailOn>,
    /// The earlier revision.
    pub base: Option<String>,
    /// The later revision.
    pub head: Option<String>,
    /// When there is a comment.
    pub comment: Option<CommentWhen>,
    /// Whether results go to code scanning.
    pub upload_sarif: Option<bool>,
    /// Where the SARIF file goes.
    pub sarif_file: Option<String>,
    /// The code-scanning category.
    pub category: Option<String>,
    /// Whether there are annotations when there is no upload.
    pub annotations: Option<bool>,
    /// Whether there is a job summary.
    pub summary: Option<bool>,
    /// Whether a release's body gets its notes.
    pub release_notes: Option<bool>,
    /// The folder that paths are relative to.
    pub working_directory: Option<String>,
    /// The scope of allowed document changes.
    pub allow: Option<Vec<String>>,
    /// `NAME=VALUE` pairs.
    pub limits: Option<Vec<(String, String)>>,
}

/// An input is unknown or has a value it cannot have.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum InputError {
    /// No input has this name.
    #[error("the input {name} is unknown{}; the inputs are {}", nearest_phrase(.nearest), NAMES.join(", "))]
    Unknown {
        /// The name, made safe to show.
        name: String,
        /// A known input that looks like it.
        nearest: Option<&'static str>,
    },
    /// The input's value is none of the possible ones.
    #[error("the input {name} is {value}; it can be {expected}")]
    Value {
        /// The input.
        name: &'static str,
        /// Its value, made safe to show.
        value: String,
        /// The possible values.
        expected: &'static str,
    },
    /// The token has characters that no token has; it is not shown.
    #[error("the input token holds spaces or characters that no token has")]
    Token,
}

fn nearest_phrase(nearest: &Option<&'static str>) -> String {
    nearest.map(|name| format!(" (did you mean {name}?)")).unwrap_or_default()
}

impl Inputs {
    /// Reads the inputs among the variables.
    ///
    /// # Errors
    /// An input is unknown, or has a value that it cannot have.
    pub fn from_variables<'a>(
        variables: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InputError> {
        let mut inputs = Self::default();
        for (variable, value) in variables {
            let Some(name) = variable.strip_prefix("INPUT_") else { continue };
            let name = name.to_ascii_lowercase();
            if OF_THE_RUNNER.contains(&name.as_str()) {
                continue;
            }
            let Some(known) = NAMES.into_iter().find(|known| *known == name) else {
                let short: String = name.chars().take(100).collect();
                return Err(InputError::Unknown {
                    name: inert::terminal(&short).into_owned(),
                    nearest: nearest(&short),
                });
            };
            let value = value.trim();
            if !value.is_empty() {
                inputs.set(known, value)?;
            }
        }
        Ok(inputs)
    }

    fn set(&mut self, name: &'static str, value: &str) -> Result<(), InputError> {
        let text = || Some(value.to_owned());
        match name {
            "token" => self.token = Some(Token::new(value).ok_or(InputError::Token)?),
            "config" => self.config = text(),
            "models" => self.models = list(value),
            "documents" => self.documents = list(value),
            "data" => self.data = list(value),
            "polish" => self.polish = list(value),
            "acknowledged" => self.acknowledged = list(value),
            "acknowledged-from" => {
                self.acknowledged_from = Some(match value {
                    "head" => AcknowledgedFrom::Head,
                    "base" => AcknowledgedFrom::Base,
                    _ => return Err(wrong(name, value, "head or base")),
                });
            }
            "fail-on" => {
                self.fail_on = Some(match value {
                    "undetermined" => FailOn::Undetermined,
                    "breaking" => FailOn::Breaking,
                    "never" => FailOn::Never,
                    _ => return Err(wrong(name, value, "undetermined, breaking or never")),
                });
            }
            "base" => self.base = text(),
            "head" => self.head = text(),
            "comment" => {
                self.comment = Some(match value {
                    "changes" => CommentWhen::Changes,
                    "always" => CommentWhen::Always,
                    "never" => CommentWhen::Never,
                    _ => return Err(wrong(name, value, "changes, always or never")),
                });
            }
            "upload-sarif" => self.upload_sarif = Some(boolean(name, value)?),
            "sarif-file" => self.sarif_file = text(),
            "category" => self.category = text(),
            "annotations" => self.annotations = Some(boolean(name, value)?),
            "summary" => self.summary = Some(boolean(name, value)?),
            "release-notes" => self.release_notes = Some(boolean(name, value)?),
            "working-directory" => self.working_directory = text(),
            "allow" => self.allow = list(value),
            "limits" => self.limits = Some(pairs(name, value)?),
            _ => {}
        }
        Ok(())
    }
}

fn wrong(name: &'static str, value: &str, expected: &'static str) -> InputError {
    let short: String = value.chars().take(100).collect();
    InputError::Value { name, value: inert::terminal(&short).into_owned(), expected }
}

fn boolean(name: &'static str, value: &str) -> Result<bool, InputError> {
    match value {
        "true" | "True" | "TRUE" => Ok(true),
        "false" | "False" | "FALSE" => Ok(false),
        _ => Err(wrong(name, value, "true or false")),
    }
}

fn lines(value: &str) -> impl Iterator<Item = &str> {
    value.split('\n').map(str::trim).filter(|line| !line.is_empty())
}

fn list(value: &str) -> Option<Vec<String>> {
    Some(lines(value).map(str::to_owned).collect())
}

fn pairs(name: &'static str, value: &str) -> Result<Vec<(String, String)>, InputError> {
    lines(value)
        .map(|line| {
            line.split_once('=')
                .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
                .filter(|(key, value)| !key.is_empty() && !value.is_empty())
                .ok_or_else(|| wrong(name, line, "lines of NAME=VALUE"))
        })
        .collect()
}

/// The known input that is the fewest edits away, if it is near enough to have been meant.
fn nearest(name: &str) -> Option<&'static str> {
    NAMES
        .into_iter()
        .map(|known| (distance(name, known), known))
        .min()
        .filter(|(edits, known)| *edits <= 1 + known.len() / 4)
        .map(|(_, known)| known)
}

/// Levenshtein distance; names are at most 100 characters long here.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut next = Vec::with_capacity(row.len());
        next.push(i + 1);
        for ((b, above), before) in right.iter().zip(row.iter().skip(1)).zip(row.iter()) {
            let here = next.last().copied().unwrap_or_default();
            next.push((before + usize::from(a != *b)).min(above + 1).min(here + 1));
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Inputs, InputError> {
        Inputs::from_variables(pairs.iter().copied())
    }

    #[test]
    fn every_input_is_read_under_its_name_in_upper_case_with_hyphens() {
        let inputs = read(&[
            ("INPUT_TOKEN", "ghs_x"),
            ("INPUT_MODELS", "a/**\n\n  b.json \n"),
            ("INPUT_FAIL-ON", "breaking"),
            ("INPUT_UPLOAD-SARIF", "False"),
            ("INPUT_COMMENT", " never "),
            ("INPUT_ACKNOWLEDGED-FROM", "base"),
            ("INPUT_LIMITS", "report bytes = 5\nwork=7"),
            ("INPUT_ARGS", "action"),
            ("PATH", "/bin"),
        ])
        .unwrap();
        assert_eq!(
            inputs,
            Inputs {
                token: Token::new("ghs_x"),
                models: Some(vec!["a/**".into(), "b.json".into()]),
                fail_on: Some(FailOn::Breaking),
                upload_sarif: Some(false),
                comment: Some(CommentWhen::Never),
                acknowledged_from: Some(AcknowledgedFrom::Base),
                limits: Some(vec![("report bytes".into(), "5".into()), ("work".into(), "7".into())]),
                ..Inputs::default()
            }
        );
    }

    #[test]
    fn every_listed_name_can_be_set() {
        for name in NAMES {
            let variable = format!("INPUT_{}", name.to_uppercase());
            let value = match name {
                "fail-on" | "comment" => "never",
                "acknowledged-from" => "head",
                "limits" => "work=1",
                _ => "true",
            };
            let inputs = read(&[(&variable, value)]).unwrap();
            assert_ne!(inputs, Inputs::default(), "{name} was ignored");
        }
    }

    #[test]
    fn an_empty_input_is_an_input_that_was_not_given() {
        let all: Vec<_> = NAMES.map(|name| format!("INPUT_{}", name.to_uppercase())).into();
        let pairs: Vec<_> = all.iter().map(|name| (name.as_str(), " \n ")).collect();
        assert_eq!(read(&pairs).unwrap(), Inputs::default());
    }

    #[test]
    fn a_boolean_has_six_spellings_and_no_more() {
        for (text, value) in [
            ("true", true),
            ("True", true),
            ("TRUE", true),
            ("false", false),
            ("False", false),
            ("FALSE", false),
        ] {
            assert_eq!(read(&[("INPUT_SUMMARY", text)]).unwrap().summary, Some(value));
        }
        for text in ["yes", "1", "on", "tRue"] {
            assert_eq!(
                read(&[("INPUT_SUMMARY", text)]).unwrap_err().to_string(),
                format!("the input summary is {text}; it can be true or false")
            );
        }
    }

    #[test]
    fn an_unknown_input_is_answered_with_the_nearest_and_all_known_ones() {
        let error = read(&[("INPUT_FAIL_ON", "never")]).unwrap_err().to_string();
        assert_eq!(
            error,
            format!(
                "the input fail_on is unknown (did you mean fail-on?); the inputs are {}",
                NAMES.join(", ")
            )
        );
        let far = read(&[("INPUT_WEATHER\u{1b}", "")]).unwrap_err().to_string();
        assert!(
            far.starts_with("the input weather\\u{1B} is unknown; the inputs are token, config, "),
            "{far}"
        );
    }

    #[test]
    fn a_wrong_value_is_shown_and_a_wrong_token_is_not() {
        assert_eq!(
            read(&[("INPUT_COMMENT", "sometimes")]).unwrap_err().to_string(),
            "the input comment is sometimes; it can be changes, always or never"
        );
        let error = read(&[("INPUT_TOKEN", "ghs secret")]).unwrap_err().to_string();
        assert!(!error.contains("secret"), "{error}");
    }
}
