//! Representative values: simple values that a description may admit, in a fixed order.
//!
//! Every one comes from the description alone. Whether the description really admits it is for the check to say.

use super::bound::{self, Bound, End};
use super::meaning::{BaseType, Format, declared_type};
use crate::json::Value;
use crate::model::vocabulary::Role;
use crate::model::{Alternatives, Composer, Content, Description, Exhausted, Items, enum_texts};

/// The most JSON values in one generated value.
pub const NODES: usize = 100_000;
/// The most containers inside one another in a generated value.
pub const NESTING: usize = 64;
/// The most Unicode scalar values in one generated string.
pub const SCALARS: usize = 2_499_998;

/// The representative values of a description, at most `most` of them.
///
/// # Errors
/// The operation allowance ran out.
pub fn representatives<'c>(
    composer: &Composer<'c>,
    description: &Description<'c>,
    most: usize,
) -> Result<Vec<Value>, Exhausted> {
    generate(composer, description, most, 0)
}

/// The first representative value, when there is one.
///
/// # Errors
/// As [`representatives`].
pub fn first<'c>(composer: &Composer<'c>, description: &Description<'c>) -> Result<Option<Value>, Exhausted> {
    Ok(generate(composer, description, 1, 0)?.into_iter().next())
}

fn generate<'c>(
    composer: &Composer<'c>,
    description: &Description<'c>,
    most: usize,
    depth: usize,
) -> Result<Vec<Value>, Exhausted> {
    composer.work().charge(1)?;
    let mut values = Vec::new();
    let copy =
        |name: &str| description.get(name).and_then(Content::to_value).filter(|value| fits(value, depth));
    values.extend(copy("const"));
    if let Some(texts) = description.get("enum").and_then(enum_texts) {
        values.extend(texts.into_iter().take(most).map(|text| Value::Text(text.to_owned())));
    }
    values.extend(copy("default"));
    if values.len() < most {
        match description.alternatives(composer) {
            Alternatives::Choice(alternatives) => {
                for (_, alternative) in alternatives.iter() {
                    if values.len() >= most {
                        break;
                    }
                    if let Ok(alternative) = alternative {
                        values.extend(generate(composer, alternative, 1, depth)?);
                    }
                }
            }
            _ => {
                for base in admitted_types(description) {
                    if values.len() >= most {
                        break;
                    }
                    values.extend(
                        of_type(composer, description, base, depth)?.filter(|value| fits(value, depth)),
                    );
                }
            }
        }
    }
    if description.role() != Role::Items && description.get("nullable").is_none_or(|n| n.bool() == Some(true))
    {
        values.push(Value::Null);
    }
    values.truncate(most);
    Ok(values)
}

/// The types to generate a value of, in order; none for a type that is unknown.
fn admitted_types(description: &Description<'_>) -> Vec<BaseType> {
    match description.get("type") {
        None => {
            vec![BaseType::Number, BaseType::String, BaseType::Boolean, BaseType::Object, BaseType::Array]
        }
        declared => declared_type(declared).into_iter().collect(),
    }
}

fn of_type<'c>(
    composer: &Composer<'c>,
    description: &Description<'c>,
    base: BaseType,
    depth: usize,
) -> Result<Option<Value>, Exhausted> {
    Ok(match base {
        BaseType::Number | BaseType::Integer => number(description),
        BaseType::String => text(description),
        BaseType::Boolean => Some(Value::Bool(true)),
        BaseType::Object => map(composer, description, depth)?,
        BaseType::Array => array(composer, description, depth)?,
    })
}

fn number(description: &Description<'_>) -> Option<Value> {
    let ends = [End::Lower, End::Upper];
    for end in ends {
        if let Ok(Some(bound)) = Bound::of(description, end) {
            let token = if bound.exclusive { bound.one_inside(end)? } else { bound.token.to_owned() };
            return Some(Value::Number(token));
        }
    }
    Some(Value::Number("0".to_owned()))
}

fn text(description: &Description<'_>) -> Option<Value> {
    if declared_type(description.get("type")) == Some(BaseType::String)
        && let Some(format) = description.get("format").and_then(Content::text).and_then(Format::from_name)
    {
        return Some(Value::Text(format.conventional().to_owned()));
    }
    let length = match bound::count_of(description, "minLength") {
        Ok(Some(length)) => length.to_usize().filter(|&length| length <= SCALARS)?,
        _ => 0,
    };
    Some(Value::Text("a".repeat(length)))
}

fn map<'c>(
    composer: &Composer<'c>,
    description: &Description<'c>,
    depth: usize,
) -> Result<Option<Value>, Exhausted> {
    if depth >= NESTING {
        return Ok(None);
    }
    let mut members = Vec::new();
    for name in description.required() {
        composer.work().charge(1)?;
        let value = match description.entry(composer, name) {
            None => Some(Value::Null),
            Some(Ok(entry)) => generate(composer, &entry, 1, depth + 1)?.into_iter().next(),
            Some(Err(_)) => None,
        };
        let Some(value) = value else { return Ok(None) };
        members.push(((*name).to_owned(), value));
    }
    Ok(Some(Value::Map(members)))
}

fn array<'c>(
    composer: &Composer<'c>,
    description: &Description<'c>,
    depth: usize,
) -> Result<Option<Value>, Exhausted> {
    let length = match bound::count_of(description, "minItems") {
        Ok(Some(length)) => length.to_usize(),
        _ => Some(0),
    };
    match length {
        Some(0) if depth < NESTING => Ok(Some(Value::Array(Vec::new()))),
        Some(length) => repeated_item(composer, description, length, depth),
        None => Ok(None),
    }
}

/// An array of `length` copies of the first representative value of the description's items, or of null.
///
/// # Errors
/// As [`representatives`].
pub fn repeated_item<'c>(
    composer: &Composer<'c>,
    description: &Description<'c>,
    length: usize,
    depth: usize,
) -> Result<Option<Value>, Exhausted> {
    if depth >= NESTING || length >= NODES {
        return Ok(None);
    }
    let item = match description.items(composer) {
        Items::Absent => Some(Value::Null),
        Items::Malformed | Items::Description(Err(_)) => None,
        Items::Description(Ok(items)) => generate(composer, items, 1, depth + 1)?.into_iter().next(),
    };
    match item {
        Some(item) => repeat(composer, &item, length),
        None => Ok(None),
    }
}

/// `length` copies of a value, within the value capabilities.
///
/// # Errors
/// As [`representatives`].
pub fn repeat(composer: &Composer<'_>, item: &Value, length: usize) -> Result<Option<Value>, Exhausted> {
    let nodes = nodes(item);
    if nodes.saturating_mul(length).saturating_add(1) > NODES {
        return Ok(None);
    }
    composer.work().charge((nodes * length) as u64)?;
    Ok(Some(Value::Array(vec![item.clone(); length])))
}

/// Whether a value that stands inside `depth` containers stays within what is ever generated.
pub fn fits(value: &Value, depth: usize) -> bool {
    nodes(value) <= NODES && nesting(value) + depth <= NESTING
}

fn nodes(value: &Value) -> usize {
    1 + match value {
        Value::Array(elements) => elements.iter().map(nodes).sum(),
        Value::Map(members) => members.iter().map(|(_, value)| nodes(value)).sum(),
        _ => 0,
    }
}

fn nesting(value: &Value) -> usize {
    match value {
        Value::Array(elements) => 1 + elements.iter().map(nesting).max().unwrap_or(0),
        Value::Map(members) => 1 + members.iter().map(|(_, value)| nesting(value)).max().unwrap_or(0),
        _ => 0,
    }
}
