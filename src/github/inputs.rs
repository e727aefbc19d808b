//! The step's inputs: `INPUT_<NAME>` variables, as the runner writes them.
//!
//! Names are in upper case, hyphens stay, and an input that was not given is an empty string (specification of the
//! action, section 2). All inputs but the token are settings, and what a setting's value means is the configuration's
//! business; here they are found, named, and told from mistyped ones.

use super::names::Token;
use crate::review::configuration;

/// Set by the runner when a step of a Docker action has `with.args` or `with.entrypoint`.
const OF_THE_RUNNER: [&str; 2] = ["args", "entrypoint"];

/// The inputs that were given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The token for the API.
    pub token: Option<Token>,
    /// The others by name, with blanks around their values cut off; never empty. Lists are still one text, one entry a line.
    pub settings: Vec<(&'static str, String)>,
}

/// An input is unknown or has a value it cannot have.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum InputError {
    /// No input has this name.
    #[error(transparent)]
    Unknown(#[from] configuration::InputError),
    /// The token has characters that no token has; it is not shown.
    #[error("the input token holds spaces or characters that no token has")]
    Token,
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
            let known = configuration::known_input(&name)?;
            let value = value.trim();
            match known {
                _ if value.is_empty() => {}
                "token" => inputs.token = Some(Token::new(value).ok_or(InputError::Token)?),
                _ => inputs.settings.push((known, value.to_owned())),
            }
        }
        Ok(inputs)
    }

    /// The value of an input, if it was given.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::configuration::INPUTS;

    fn read(pairs: &[(&str, &str)]) -> Result<Inputs, InputError> {
        Inputs::from_variables(pairs.iter().copied())
    }

    #[test]
    fn every_input_is_found_under_its_name_in_upper_case_with_hyphens() {
        for name in INPUTS {
            let variable = format!("INPUT_{}", name.to_uppercase());
            let inputs = read(&[("PATH", "/bin"), (&variable, " one\n two \n"), ("INPUT_ARGS", "action")]);
            if name == "token" {
                assert_eq!(inputs, Err(InputError::Token));
            } else {
                assert_eq!(inputs.unwrap().settings, [(name, "one\n two".to_owned())]);
            }
        }
        let inputs = read(&[("INPUT_TOKEN", "ghs_x\n"), ("INPUT_FAIL-ON", "never")]).unwrap();
        assert_eq!(inputs.token, Token::new("ghs_x"));
        assert_eq!((inputs.get("fail-on"), inputs.get("token")), (Some("never"), None));
    }

    #[test]
    fn an_empty_input_is_an_input_that_was_not_given() {
        let all: Vec<_> = INPUTS.map(|name| format!("INPUT_{}", name.to_uppercase())).into();
        let pairs: Vec<_> = all.iter().map(|name| (name.as_str(), " \n ")).collect();
        assert_eq!(read(&pairs).unwrap(), Inputs::default());
    }

    #[test]
    fn an_unknown_input_is_answered_with_the_nearest_and_all_known_ones() {
        let error = read(&[("INPUT_FAIL_ON", "never")]).unwrap_err().to_string();
        assert_eq!(
            error,
            format!(
                "there is no input `fail_on`; did you mean `fail-on`?; the inputs are {}",
                INPUTS.join(", ")
            )
        );
        let far = read(&[("INPUT_WEATHER\u{1b}", "")]).unwrap_err().to_string();
        assert!(
            far.starts_with("there is no input `weather\\u{1B}`; the inputs are token, config, "),
            "{far}"
        );
    }

    #[test]
    fn a_token_that_is_none_is_not_shown() {
        let error = read(&[("INPUT_TOKEN", "ghs secret")]).unwrap_err().to_string();
        assert!(!error.contains("secret"), "{error}");
    }
}
