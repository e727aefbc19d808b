//! A data description as a JSON Schema, so that a validator written by others can say what it admits.

use countersign::json::Value;
use serde_json::{Map, json};

/// A value for the validator.
pub(crate) fn value(value: &Value) -> serde_json::Value {
    serde_json::from_str(&value.to_string()).expect("a generated value is JSON")
}

fn get<'v>(description: &'v Value, name: &str) -> Option<&'v Value> {
    match description {
        Value::Map(members) => members.iter().find(|(member, _)| member == name).map(|(_, value)| value),
        _ => None,
    }
}

/// The schema of a description without references; what says nothing about values is left out.
pub(crate) fn schema(description: &Value) -> serde_json::Value {
    let Some(Value::Map(branches)) = get(description, "sdfChoice") else { return own(description, true) };
    // Each branch has what the holder says, unless it says otherwise itself.
    let alternatives = branches.iter().map(|(_, branch)| {
        let Value::Map(stated) = branch else { return json!(false) };
        let mut members = stated.clone();
        if let Value::Map(shared) = description {
            let inherited = |name: &str| {
                !matches!(name, "enum" | "sdfChoice" | "readable" | "writable" | "observable")
                    && get(branch, name).is_none()
            };
            members.extend(shared.iter().filter(|(name, _)| inherited(name)).cloned());
        }
        schema(&Value::Map(members))
    });
    // A choice without alternatives admits nothing, and the validator wants at least one.
    let alternatives: Vec<_> = alternatives.chain([json!(false)]).collect();
    json!({ "anyOf": alternatives })
}

/// The schema of what a description says without its choice. Direct items say nothing about null.
fn own(description: &Value, nullable_by_default: bool) -> serde_json::Value {
    let mut present = Map::new();
    for name in [
        "type",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "minItems",
        "maxItems",
        "uniqueItems",
        "required",
    ] {
        if let Some(quality) = get(description, name) {
            present.insert(name.to_owned(), value(quality));
        }
    }
    if let Some(Value::Map(entries)) = get(description, "properties") {
        let entries: Map<_, _> = entries.iter().map(|(name, entry)| (name.clone(), schema(entry))).collect();
        present.insert("properties".to_owned(), entries.into());
    }
    if let Some(items) = get(description, "items") {
        present.insert("items".to_owned(), own(items, false));
    }
    let nullable = match get(description, "nullable") {
        Some(Value::Bool(nullable)) => *nullable,
        _ => nullable_by_default,
    };
    present.insert("not".to_owned(), json!({"type": "null"}));
    let mut all = vec![if nullable { json!({"anyOf": [{"type": "null"}, present]}) } else { present.into() }];
    // These hold for null too; the values of an enum stand instead of a constant.
    match (get(description, "enum"), get(description, "const")) {
        (Some(listed), _) => all.push(json!({"enum": value(listed)})),
        (None, Some(constant)) => all.push(json!({"const": value(constant)})),
        (None, None) => {}
    }
    json!({ "allOf": all })
}

/// Whether a description admits a value, as the validator sees it.
pub(crate) struct Validator(jsonschema::Validator);

impl Validator {
    pub(crate) fn new(description: &Value) -> Self {
        let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
        Self(options.build(&schema(description)).expect("a converted description is a schema"))
    }

    pub(crate) fn admits(&self, value: &serde_json::Value) -> bool {
        self.0.is_valid(value)
    }
}
