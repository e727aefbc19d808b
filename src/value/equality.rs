//! When two values are one (ADR-style bounded equality): kinds are strict, numbers exact, texts compared by scalar
//! values unless the description gives them another meaning.

use super::check::Checker;
use super::format::{self, Verdict};
use super::meaning::{Convention, Format, Meaning};
use crate::json::{Decimal, Value};
use crate::model::vocabulary::Role;
use crate::model::{Alternatives, Description, Exhausted, Items};

/// Whether two values are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Equality {
    /// One value.
    Equal,
    /// Two values.
    Different,
    /// Nobody here can say.
    Unsettled,
}

impl Equality {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Different, _) | (_, Self::Different) => Self::Different,
            (Self::Equal, Self::Equal) => Self::Equal,
            _ => Self::Unsettled,
        }
    }

    fn decided(equal: bool) -> Self {
        if equal { Self::Equal } else { Self::Different }
    }
}

/// Compares two values of one description, or of none.
///
/// # Errors
/// The operation allowance ran out.
pub fn equal<'c>(
    checker: &Checker<'c, '_>,
    description: Option<&Description<'c>>,
    a: &Value,
    b: &Value,
) -> Result<Equality, Exhausted> {
    checker.composer().work().charge(1)?;
    Ok(match (a, b) {
        // Direct items have no nullable characteristic, so null has no meaning there.
        (Value::Null, Value::Null) if description.is_some_and(|d| d.role() == Role::Items) => {
            match description.map(|d| d.alternatives(checker.composer())) {
                Some(Alternatives::Choice(_) | Alternatives::Enum(_)) => Equality::Equal,
                _ => Equality::Unsettled,
            }
        }
        (Value::Null, Value::Null) => Equality::Equal,
        (Value::Bool(a), Value::Bool(b)) => Equality::decided(a == b),
        (Value::Number(a), Value::Number(b)) => match (Decimal::parse(a), Decimal::parse(b)) {
            (Ok(a), Ok(b)) => Equality::decided(a == b),
            _ => Equality::Unsettled,
        },
        (Value::Text(a), Value::Text(b)) => texts(checker, description, a, b),
        (Value::Array(a), Value::Array(b)) => arrays(checker, description, a, b)?,
        (Value::Map(a), Value::Map(b)) => maps(checker, description, a, b)?,
        // A text that is none of its format's may mean anything, even beside null.
        (Value::Text(text), Value::Null) | (Value::Null, Value::Text(text)) => {
            match texts(checker, description, text, text) {
                Equality::Equal => Equality::Different,
                unsettled => unsettled,
            }
        }
        _ => Equality::Different,
    })
}

/// What texts of a description mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextMeaning {
    Plain,
    Formatted(Format),
    Bytes,
    Unknown,
}

fn text_meaning<'c>(checker: &Checker<'c, '_>, description: Option<&Description<'c>>) -> TextMeaning {
    let Some(description) = description else { return TextMeaning::Plain };
    if let Alternatives::Choice(alternatives) = description.alternatives(checker.composer()) {
        // One meaning for all alternatives, or none.
        let mut meanings = alternatives.iter().map(|(_, alternative)| match alternative {
            Ok(alternative) => text_meaning(checker, Some(alternative)),
            Err(_) => TextMeaning::Unknown,
        });
        let first = meanings.next().unwrap_or(TextMeaning::Plain);
        return if meanings.all(|meaning| meaning == first) { first } else { TextMeaning::Unknown };
    }
    match Meaning::of(description) {
        None => TextMeaning::Unknown,
        Some(Meaning { format: Some(format), .. }) => TextMeaning::Formatted(format),
        Some(Meaning { convention: Some(Convention::ByteString), .. }) => TextMeaning::Bytes,
        Some(_) => TextMeaning::Plain,
    }
}

fn texts<'c>(checker: &Checker<'c, '_>, description: Option<&Description<'c>>, a: &str, b: &str) -> Equality {
    fn valued<T: PartialEq>(a: Verdict<T>, b: Verdict<T>) -> Equality {
        match (a.value(), b.value()) {
            (Some(a), Some(b)) => Equality::decided(a == b),
            _ => Equality::Unsettled,
        }
    }
    fn spelled(a: Verdict<format::Spelled>, b: Verdict<format::Spelled>) -> Equality {
        match (a.value(), b.value()) {
            (Some(a), Some(b)) if a.equals(&b) == Some(true) => Equality::Equal,
            _ => Equality::Unsettled,
        }
    }
    match text_meaning(checker, description) {
        TextMeaning::Plain => Equality::decided(a == b),
        TextMeaning::Unknown if a == b => Equality::Equal,
        TextMeaning::Unknown => Equality::Unsettled,
        TextMeaning::Bytes => valued(format::byte_string(a), format::byte_string(b)),
        TextMeaning::Formatted(format) => match format {
            Format::DateTime => valued(format::date_time(a), format::date_time(b)),
            Format::Date => valued(format::date(a), format::date(b)),
            Format::Uuid => valued(format::uuid(a), format::uuid(b)),
            Format::Time => spelled(format::time(a), format::time(b)),
            Format::Uri => spelled(format::uri(a), format::uri(b)),
            Format::UriReference => spelled(format::uri_reference(a), format::uri_reference(b)),
        },
    }
}

fn arrays<'c>(
    checker: &Checker<'c, '_>,
    description: Option<&Description<'c>>,
    a: &[Value],
    b: &[Value],
) -> Result<Equality, Exhausted> {
    if a.len() != b.len() {
        return Ok(Equality::Different);
    }
    let items = match description.map(|d| d.items(checker.composer())) {
        None | Some(Items::Absent) => None,
        Some(Items::Description(Ok(items))) => Some(items.clone()),
        Some(Items::Malformed | Items::Description(Err(_))) => return Ok(Equality::Unsettled),
    };
    let mut equality = Equality::Equal;
    for (a, b) in a.iter().zip(b) {
        equality = equality.and(equal(checker, items.as_deref(), a, b)?);
    }
    Ok(equality)
}

fn maps<'c>(
    checker: &Checker<'c, '_>,
    description: Option<&Description<'c>>,
    a: &[(String, Value)],
    b: &[(String, Value)],
) -> Result<Equality, Exhausted> {
    if a.len() != b.len() {
        return Ok(Equality::Different);
    }
    let by_name: std::collections::HashMap<&str, &Value> =
        b.iter().map(|(name, value)| (name.as_str(), value)).collect();
    let mut equality = Equality::Equal;
    for (name, value) in a {
        let Some(other) = by_name.get(name.as_str()) else { return Ok(Equality::Different) };
        let entry = description.and_then(|d| d.entry(checker.composer(), name));
        let compared = match entry {
            Some(Err(_)) => Equality::Unsettled,
            Some(Ok(entry)) => equal(checker, Some(&entry), value, other)?,
            None => equal(checker, None, value, other)?,
        };
        equality = equality.and(compared);
    }
    Ok(equality)
}
