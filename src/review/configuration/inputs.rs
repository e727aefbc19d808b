//! The action's inputs as settings.

use super::Settings;
use super::keys::{Key, keys, meant, shown};
use super::limits::parse_limit;
use super::values::{Given, Origin, assign};

/// Every input of the action, in the order in which people read about them. All but `token` and `config` are settings.
pub const INPUTS: [&str; 21] = [
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

/// Why an input of the action cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// There is no such input.
    #[error("there is no input `{name}`{hint}; the inputs are {known}", known = INPUTS.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// What was probably meant.
        hint: String,
    },
    /// The value cannot be used.
    #[error("input `{name}`: {reason}")]
    Value {
        /// The input.
        name: String,
        /// What is wrong.
        reason: String,
    },
}

/// The input of this name.
///
/// # Errors
/// There is none; the error names the nearest one and all that there are.
pub fn known_input(name: &str) -> Result<&'static str, InputError> {
    let known = INPUTS.into_iter().find(|known| *known == name);
    known.ok_or_else(|| InputError::Unknown { name: shown(name), hint: meant(name, INPUTS) })
}

impl Settings {
    /// Takes one input of the action: the value is trimmed, an empty one is not set, lists have one entry a line, and a
    /// boolean is `true`, `True`, `TRUE`, `false`, `False` or `FALSE`. The inputs `token` and `config` are accepted
    /// and set nothing, as they are no settings.
    ///
    /// # Errors
    /// There is no input of that name, or its value cannot be used.
    pub fn set_input(&mut self, name: &str, value: &str) -> Result<(), InputError> {
        known_input(name)?;
        let value = value.trim();
        if value.is_empty() || matches!(name, "token" | "config") {
            return Ok(());
        }
        let wrong = |reason: String| InputError::Value { name: name.to_owned(), reason };
        let lines = || value.lines().map(str::trim).filter(|line| !line.is_empty());
        let list = || Given::List(lines().map(|line| (Given::Text(line), 0..0)).collect());
        let (key, given) = match name {
            "models" => (Key::ModelsInclude, list()),
            "documents" => (Key::DocumentsInclude, list()),
            "data" => (Key::DataInclude, list()),
            "polish" => (Key::PolishInclude, list()),
            "limits" => {
                for line in lines() {
                    self.limits.push(parse_limit(line).map_err(|error| wrong(error.to_string()))?);
                }
                return Ok(());
            }
            _ => {
                let key = keys("").into_iter().find(|(known, _)| *known == name).map(|(_, key)| key);
                let Some(key) = key else { return Ok(()) };
                let given = match key {
                    Key::UploadSarif | Key::Annotations | Key::Summary | Key::ReleaseNotes => match value {
                        "true" | "True" | "TRUE" => Given::Flag(true),
                        "false" | "False" | "FALSE" => Given::Flag(false),
                        _ => return Err(wrong(format!("`{}` is neither true nor false", shown(value)))),
                    },
                    _ => Given::Text(value),
                };
                (key, given)
            }
        };
        assign(self, key, &given, Origin::Run).map_err(|error| wrong(error.reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &str, value: &str) -> Result<Settings, String> {
        let mut settings = Settings::default();
        settings.set_input(name, value).map_err(|error| error.to_string())?;
        Ok(settings)
    }

    #[test]
    fn every_input_is_a_setting_or_says_why_not() {
        for name in INPUTS {
            let unset = set(name, "  \n").unwrap();
            assert_eq!(unset, Settings::default(), "{name}");
            let values = ["a", "true", "breaking", "never", "head", "nodes=5"];
            let is_set =
                values.iter().any(|value| set(name, value).is_ok_and(|set| set != Settings::default()));
            assert_eq!(is_set, !matches!(name, "token" | "config"), "{name}");
        }
    }

    #[test]
    fn lists_are_lines_and_booleans_are_yaml() {
        let settings = set("models", " a/*.json \n\n b/*.json\r\n").unwrap();
        assert_eq!(settings.models_include.unwrap().patterns(), ["a/*.json", "b/*.json"]);
        assert_eq!(set("limits", "nodes=5\nsources=1KiB").unwrap().limits.len(), 2);
        assert_eq!(set("summary", "FALSE").unwrap().summary, Some(false));
        assert_eq!(set("summary", "no").unwrap_err(), "input `summary`: `no` is neither true nor false");
    }

    #[test]
    fn a_wrong_input_is_named_with_what_was_meant() {
        assert!(set("fail_on", "x").unwrap_err().starts_with(
            "there is no input `fail_on`; did you mean `fail-on`?; the inputs are token, config, models, "
        ));
        assert_eq!(
            set("fail-on", "braking").unwrap_err(),
            "input `fail-on`: `braking` is none of undetermined, breaking, never; did you mean `breaking`?"
        );
        assert_eq!(
            set("models", "ok\n!b").unwrap_err(),
            "input `models`: a glob cannot be negated with `!`; write what to leave out as `exclude`"
        );
        assert_eq!(
            set("limits", "node=1").unwrap_err(),
            "input `limits`: there is no limit `node`; did you mean `nodes`?"
        );
    }

    #[test]
    fn the_run_may_write_where_it_likes_and_the_file_may_not() {
        assert_eq!(set("sarif-file", "/tmp/x.json").unwrap().sarif_file.as_deref(), Some("/tmp/x.json"));
        let from_file = |text| {
            let mut settings = Settings::default();
            assign(&mut settings, Key::SarifFile, &Given::Text(text), Origin::File)
                .map(|()| settings.sarif_file)
        };
        assert_eq!(from_file("out/x.sarif").unwrap().as_deref(), Some("out/x.sarif"));
        for path in ["/tmp/x.sarif", "../x.sarif", "package.json", ".git/x.sarif"] {
            assert!(from_file(path).is_err(), "{path}");
        }
    }
}
