//! Which modifiers run, as they are named on a command line or in a configuration.

use super::Modifier;
use super::modifier::{BUILT_IN, BuiltIn};

/// Stands for all modifiers that run by default.
const DEFAULT: &str = "default";
const OWNER: &str = "countersign.";

/// Why a modifier cannot be selected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// No modifier has this name.
    #[error("there is no modifier {name:?}{}; known are {DEFAULT}, {}", nearest_hint(.name, names()), names().collect::<Vec<_>>().join(", "))]
    UnknownModifier {
        /// The name that was given.
        name: String,
    },
    /// The modifier has no such parameter.
    #[error("the modifier {modifier} has no parameter {name:?}{}", parameter_hint(.modifier, .name))]
    UnknownParameter {
        /// The modifier.
        modifier: &'static str,
        /// The name that was given.
        name: String,
    },
    /// A parameter is given without a value.
    #[error("the parameter {text:?} of {modifier} is written NAME=VALUE")]
    NoValue {
        /// The modifier.
        modifier: &'static str,
        /// What was written.
        text: String,
    },
    /// A parameter is given twice.
    #[error("the parameter {name} of {modifier} is given twice")]
    Twice {
        /// The modifier.
        modifier: &'static str,
        /// The parameter.
        name: &'static str,
    },
}

/// The modifiers that run when none is named, in their order.
#[must_use]
pub fn defaults() -> Vec<Box<dyn Modifier>> {
    BUILT_IN.iter().filter(|built_in| built_in.default).map(|built_in| build(built_in, &[])).collect()
}

/// The modifiers that are named, in the order in which they are named: `NAME` or `NAME:PARAMETER=VALUE;…`.
///
/// A name may carry its owner (`countersign.`). `default` stands for all that run by default. In a value `\;` is a
/// semicolon; every other backslash is itself. When nothing is named, the defaults run.
///
/// # Errors
/// A name is not known, or a parameter is not known, given twice or without a value. What a value means is checked
/// in the preflight.
///
/// ```
/// use countersign::polish::select;
/// let modifiers = select(&["space-runs:pattern= {3,};replacement=  "]).unwrap();
/// assert_eq!(modifiers[0].id(), "countersign.space-runs");
/// assert!(select(&["space-run"]).is_err_and(|error| error.to_string().contains("did you mean space-runs")));
/// ```
pub fn select<S: AsRef<str>>(named: &[S]) -> Result<Vec<Box<dyn Modifier>>, SelectionError> {
    if named.is_empty() {
        return Ok(defaults());
    }
    let mut modifiers = Vec::new();
    for named in named.iter().map(AsRef::as_ref) {
        if named == DEFAULT {
            modifiers.extend(defaults());
            continue;
        }
        let (name, parameters) = named.split_once(':').unwrap_or((named, ""));
        let short = name.strip_prefix(OWNER).unwrap_or(name);
        let built_in = BUILT_IN
            .iter()
            .find(|built_in| built_in.name == short)
            .ok_or_else(|| SelectionError::UnknownModifier { name: name.to_owned() })?;
        modifiers.push(build(built_in, &read_parameters(built_in, parameters)?));
    }
    Ok(modifiers)
}

/// The modifiers that are named with their parameters, in the order in which they are named: what a configuration
/// file holds, where values need no escapes.
///
/// # Errors
/// A name is not known, or a parameter is not known or given twice.
pub fn select_with<'n>(
    named: impl IntoIterator<Item = (&'n str, &'n [(String, String)])>,
) -> Result<Vec<Box<dyn Modifier>>, SelectionError> {
    let one = |(name, parameters): (&'n str, &'n [(String, String)])| {
        let short = name.strip_prefix(OWNER).unwrap_or(name);
        let built_in = BUILT_IN
            .iter()
            .find(|built_in| built_in.name == short)
            .ok_or_else(|| SelectionError::UnknownModifier { name: name.to_owned() })?;
        let parts: Vec<_> = parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Ok(build(built_in, &checked_parameters(built_in, parts)?))
    };
    named.into_iter().map(one).collect()
}

fn build(built_in: &BuiltIn, given: &[(&'static str, String)]) -> Box<dyn Modifier> {
    let value = |name: &str, default: &str| {
        given
            .iter()
            .find(|(given, _)| *given == name)
            .map_or_else(|| default.to_owned(), |(_, value)| value.clone())
    };
    let values: Vec<_> = built_in.parameters.iter().map(|(name, default)| value(name, default)).collect();
    (built_in.build)(&values)
}

fn read_parameters(built_in: &BuiltIn, text: &str) -> Result<Vec<(&'static str, String)>, SelectionError> {
    checked_parameters(built_in, parts(text))
}

fn checked_parameters(
    built_in: &BuiltIn,
    parts: Vec<String>,
) -> Result<Vec<(&'static str, String)>, SelectionError> {
    let modifier = built_in.name;
    let mut given: Vec<(&'static str, String)> = Vec::new();
    for part in parts {
        let (name, value) =
            part.split_once('=').ok_or_else(|| SelectionError::NoValue { modifier, text: part.clone() })?;
        let known = built_in.parameters.iter().map(|(known, _)| *known).find(|known| *known == name);
        let name =
            known.ok_or_else(|| SelectionError::UnknownParameter { modifier, name: name.to_owned() })?;
        if given.iter().any(|(given, _)| *given == name) {
            return Err(SelectionError::Twice { modifier, name });
        }
        given.push((name, value.to_owned()));
    }
    Ok(given)
}

/// The text split at semicolons that no backslash precedes.
fn parts(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    for c in text.chars() {
        if c != ';' {
            part.push(c);
        } else if part.ends_with('\\') {
            part.pop();
            part.push(';');
        } else {
            parts.push(std::mem::take(&mut part));
        }
    }
    parts.push(part);
    parts.retain(|part| !part.is_empty());
    parts
}

fn names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.iter().map(|built_in| built_in.name)
}

fn parameter_hint(modifier: &str, name: &str) -> String {
    let parameters =
        BUILT_IN.iter().find(|built_in| built_in.name == modifier).map_or(&[][..], |b| b.parameters);
    if parameters.is_empty() {
        return "; it has none".to_owned();
    }
    let known: Vec<_> = parameters.iter().map(|(name, _)| *name).collect();
    format!("{}; it has {}", nearest_hint(name, known.iter().copied()), known.join(", "))
}

/// `, did you mean NAME?` when a known name is near.
fn nearest_hint<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let short = name.strip_prefix(OWNER).unwrap_or(name);
    let nearest = known.map(|known| (distance(short, known), known)).min();
    match nearest {
        Some((distance, known)) if distance <= known.len() / 3 => format!(", did you mean {known}?"),
        _ => String::new(),
    }
}

/// How many characters have to be put in, taken out or replaced. Names are short, so what is beyond 64 counts once.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.chars().take(64).enumerate() {
        let mut diagonal = i;
        let mut before = i + 1;
        for (&r, cell) in right.iter().zip(row.iter_mut().skip(1)) {
            let new = (diagonal + usize::from(l != r)).min(before + 1).min(*cell + 1);
            diagonal = *cell;
            *cell = new;
            before = new;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0) + left.chars().count().saturating_sub(64).min(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(named: &[&str]) -> Vec<String> {
        select(named).unwrap().iter().map(|modifier| modifier.id().to_owned()).collect()
    }

    fn error(named: &str) -> String {
        select(&[named]).err().unwrap().to_string()
    }

    #[test]
    fn what_is_named_runs_in_the_order_in_which_it_is_named() {
        let defaults = [
            "line-endings",
            "trailing-whitespace",
            "blank-lines",
            "heading-spacing",
            "list-marker",
            "final-newline",
        ];
        assert_eq!(ids(&[]), defaults.map(|name| format!("countersign.{name}")));
        assert_eq!(
            ids(&["final-newline", "countersign.blank-lines"]),
            ["countersign.final-newline", "countersign.blank-lines"]
        );
        assert_eq!(ids(&["default", "space-runs"]).len(), 7);
    }

    #[test]
    fn parameters_are_split_at_semicolons_and_keep_their_backslashes() {
        let modifiers = select(&[r"space-runs:replacement=a\;b=c;pattern=\d:\\"]).unwrap();
        let values: Vec<_> = modifiers[0].parameters().into_iter().map(|(_, value)| value).collect();
        let text = |text: &str| super::super::Parameter::Text(text.to_owned());
        assert_eq!(values, [text(r"\d:\\"), text("a;b=c")]);
    }

    #[test]
    fn a_wrong_name_is_answered_with_the_nearest_known_one() {
        assert!(error("trailing-whitspace").contains(
            "\"trailing-whitspace\", did you mean trailing-whitespace?; known are default, line-endings"
        ));
        assert!(!error("zzz").contains("did you mean"));
        assert_eq!(
            error("space-runs:patern=x"),
            "the modifier space-runs has no parameter \"patern\", did you mean pattern?; it has pattern, replacement"
        );
        assert_eq!(error("blank-lines:x=1"), "the modifier blank-lines has no parameter \"x\"; it has none");
        assert_eq!(
            error("space-runs:pattern"),
            "the parameter \"pattern\" of space-runs is written NAME=VALUE"
        );
        assert_eq!(
            error("space-runs:pattern=a;pattern=b"),
            "the parameter pattern of space-runs is given twice"
        );
    }

    #[test]
    fn distance_counts_single_changes() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", "abc"), 0);
    }
}
