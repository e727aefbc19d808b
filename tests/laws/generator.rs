//! Small models at random: data descriptions, pairs of them that differ a little, and documents around them.

use countersign::json::Value;
use proptest::prelude::*;

/// Names of map entries and alternatives; few, so that two descriptions share some.
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// A generated value that a failing law prints as JSON.
#[derive(Clone)]
pub(crate) struct Json(pub(crate) Value);

impl std::fmt::Debug for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::ops::Deref for Json {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

pub(crate) fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn number(token: impl ToString) -> Value {
    Value::Number(token.to_string())
}

pub(crate) fn map<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Map(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// The members that were chosen.
fn some(members: Vec<Option<(&'static str, Value)>>) -> Value {
    Value::Map(members.into_iter().flatten().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// A quality that is there three times out of four or so.
fn maybe(
    name: &'static str,
    values: impl Strategy<Value = Value> + 'static,
) -> BoxedStrategy<Option<(&'static str, Value)>> {
    proptest::option::weighted(0.4, values.prop_map(move |value| (name, value))).boxed()
}

/// Numbers that binary floating point holds exactly, spelled in several ways.
fn numbers() -> BoxedStrategy<Value> {
    prop_oneof![
        6 => (-12i32..12).prop_map(number),
        2 => (-24i32..24).prop_map(|halves| number(f64::from(halves) / 2.0)),
        1 => prop::sample::select(vec!["1e1", "0.25", "-0", "10.0", "2.50", "100e-2"]).prop_map(number),
    ]
    .boxed()
}

fn counts() -> BoxedStrategy<Value> {
    (0u8..4).prop_map(number).boxed()
}

fn texts() -> BoxedStrategy<Value> {
    prop::sample::select(vec!["", "a", "aa", "b", "ab", "aaa", "B9"]).prop_map(text).boxed()
}

fn bools() -> BoxedStrategy<Value> {
    any::<bool>().prop_map(Value::Bool).boxed()
}

/// Values that a description may be asked about.
fn values() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![numbers(), texts(), bools(), Just(Value::Null)];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::btree_map(prop::sample::select(NAMES.to_vec()), inner, 0..4).prop_map(
                |members| {
                    Value::Map(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
                }
            ),
        ]
    })
    .boxed()
}

/// Several of these.
pub(crate) fn samples(most: usize) -> BoxedStrategy<Vec<Json>> {
    prop::collection::vec(values().prop_map(Json), most).boxed()
}

fn bounds() -> Vec<BoxedStrategy<Option<(&'static str, Value)>>> {
    let step = prop::sample::select(vec!["1", "2", "3", "0.5", "5", "4"]).prop_map(number);
    vec![
        maybe("minimum", numbers()),
        maybe("maximum", numbers()),
        maybe("exclusiveMinimum", numbers()),
        maybe("exclusiveMaximum", numbers()),
        maybe("multipleOf", step),
    ]
}

fn lengths() -> Vec<BoxedStrategy<Option<(&'static str, Value)>>> {
    let pattern = prop::sample::select(vec!["^a*$", "b", "^.{2}$", "^(a+)+$"]).prop_map(text);
    vec![maybe("minLength", counts()), maybe("maxLength", counts()), maybe("pattern", pattern)]
}

/// What every description may say, whatever its type.
fn common() -> Vec<BoxedStrategy<Option<(&'static str, Value)>>> {
    let label = prop::sample::select(vec!["x", "y"]).prop_map(text);
    vec![maybe("nullable", bools()), maybe("label", label), maybe("default", values())]
}

fn described(
    kind: Option<&'static str>,
    qualities: Vec<BoxedStrategy<Option<(&'static str, Value)>>>,
) -> BoxedStrategy<Value> {
    (qualities, common())
        .prop_map(move |(qualities, common)| {
            let kind = kind.map(|kind| ("type", text(kind)));
            some([kind].into_iter().chain(qualities).chain(common).collect())
        })
        .boxed()
}

fn leaves() -> BoxedStrategy<Value> {
    let listed = prop::collection::btree_set(prop::sample::select(vec!["", "a", "b", "aa", "c"]), 1..4)
        .prop_map(|texts| Value::Array(texts.into_iter().map(text).collect()));
    let constant = prop_oneof![numbers(), texts(), bools(), Just(Value::Null)];
    prop_oneof![
        3 => described(Some("integer"), bounds()),
        3 => described(Some("number"), bounds()),
        3 => described(Some("string"), lengths()),
        1 => described(Some("boolean"), vec![]),
        1 => described(None, bounds().into_iter().chain(lengths()).collect()),
        2 => described(None, vec![listed.prop_map(|list| Some(("enum", list))).boxed()]),
        1 => described(None, vec![constant.prop_map(|constant| Some(("const", constant))).boxed()]),
    ]
    .boxed()
}

/// The descriptions that stand directly in `items`: a smaller vocabulary.
fn direct_items() -> BoxedStrategy<Value> {
    let bounded = vec![maybe("minimum", numbers()), maybe("maximum", numbers())];
    let long = vec![maybe("minLength", counts()), maybe("maxLength", counts())];
    prop_oneof![
        (prop::sample::select(vec!["integer", "number"]), bounded).prop_map(|(kind, qualities)| some(
            [Some(("type", text(kind)))].into_iter().chain(qualities).collect()
        )),
        long.prop_map(|qualities| some(
            [Some(("type", text("string")))].into_iter().chain(qualities).collect()
        )),
    ]
    .boxed()
}

fn named(inner: BoxedStrategy<Value>, least: usize) -> BoxedStrategy<Value> {
    prop::collection::btree_map(prop::sample::select(NAMES.to_vec()), inner, least..4)
        .prop_map(|members| {
            Value::Map(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
        })
        .boxed()
}

/// A data description without references.
pub(crate) fn descriptions() -> BoxedStrategy<Value> {
    leaves()
        .prop_recursive(2, 10, 3, |inner| {
            let required = prop::collection::btree_set(prop::sample::select(NAMES.to_vec()), 1..3)
                .prop_map(|names| Value::Array(names.into_iter().map(text).collect()));
            prop_oneof![
                3 => described(Some("object"), vec![
                    maybe("required", required),
                    named(inner.clone().boxed(), 1).prop_map(|entries| Some(("properties", entries))).boxed(),
                ]),
                2 => described(Some("array"), vec![
                    maybe("minItems", counts()),
                    maybe("maxItems", counts()),
                    maybe("uniqueItems", bools()),
                    maybe("items", direct_items()),
                ]),
                2 => described(None, vec![
                    maybe("maximum", numbers()),
                    maybe("maxLength", counts()),
                    named(inner.boxed(), 1).prop_map(|branches| Some(("sdfChoice", branches))).boxed(),
                ]),
            ]
        })
        .boxed()
}

/// A stream of choices, so that one number stands for a whole way to change something.
pub(crate) struct Choices(u64);

impl Choices {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % most
    }
}

/// One description with some parts taken out of another.
fn mixed(one: &Value, other: &Value, choices: &mut Choices) -> Value {
    let (Value::Map(mine), Value::Map(others)) = (one, other) else {
        return if choices.below(3) == 0 { other.clone() } else { one.clone() };
    };
    let find = |name: &str| others.iter().find(|(other, _)| other == name).map(|(_, value)| value);
    let mut members = Vec::new();
    for (name, value) in mine {
        match find(name) {
            Some(other) => members.push((name.clone(), mixed(value, other, choices))),
            // A type that goes takes the meaning of everything with it, which leaves little to say.
            None if name == "type" || choices.below(8) != 0 => members.push((name.clone(), value.clone())),
            None => {}
        }
    }
    for (name, value) in others {
        if name != "type" && !mine.iter().any(|(mine, _)| mine == name) && choices.below(6) == 0 {
            members.push((name.clone(), value.clone()));
        }
    }
    Value::Map(members)
}

/// Two descriptions, the second one made of the first with a few changes.
pub(crate) fn pairs() -> BoxedStrategy<(Json, Json)> {
    (descriptions(), descriptions(), any::<u64>())
        .prop_map(|(one, other, seed)| {
            let later = mixed(&one, &other, &mut Choices::new(seed));
            (Json(one), Json(later))
        })
        .boxed()
}

/// A description as a Property that only Clients write, only Things send, or both supply.
pub(crate) fn property(description: &Value, directions: &str) -> Value {
    let mut members = match description {
        Value::Map(members) => members.clone(),
        _ => Vec::new(),
    };
    let off = |name: &str| (name.to_owned(), Value::Bool(false));
    match directions {
        "client" => members.extend([off("readable"), off("observable")]),
        "thing" => members.push(off("writable")),
        _ => {}
    }
    Value::Map(members)
}

/// A document with one Property.
pub(crate) fn model(description: &Value, directions: &str) -> Value {
    let property = property(description, directions);
    map([("sdfObject", map([("O", map([("sdfProperty", map([("p", property)]))]))]))])
}

/// Documents with everything: references with refinements, Actions, Events, required declarations.
pub(crate) fn documents() -> BoxedStrategy<(Json, Json)> {
    let reference =
        prop::sample::select(vec!["#/sdfData/d", "#/sdfData/e", "#/sdfData/missing"]).prop_map(text);
    let required = prop::sample::subsequence(vec!["p", "q", "act"], 0..3)
        .prop_map(|names| Value::Array(names.into_iter().map(text).collect()));
    (pairs(), pairs(), pairs(), descriptions(), reference, required, any::<u64>())
        .prop_map(|(p, q, d, patch, reference, required, seed)| {
            let choices = std::cell::RefCell::new(Choices::new(seed));
            let build = |p: &Value, q: &Value, d: &Value, own: bool| {
                let mut imported = vec![("sdfRef".to_owned(), reference.clone())];
                if let (true, Value::Map(patch)) = (own, &patch) {
                    imported.extend(patch.iter().take(choices.borrow_mut().below(2) as usize).cloned());
                }
                let grouping = map([
                    ("sdfRequired", required.clone()),
                    ("sdfProperty", map([("p", p.clone()), ("q", Value::Map(imported.clone()))])),
                    (
                        "sdfAction",
                        map([("act", map([("sdfInputData", q.clone()), ("sdfOutputData", p.clone())]))]),
                    ),
                    ("sdfEvent", map([("ev", map([("sdfOutputData", Value::Map(imported))]))])),
                ]);
                map([
                    ("sdfObject", map([("O", grouping)])),
                    ("sdfData", map([("d", d.clone()), ("e", map([("sdfRef", text("#/sdfData/d"))]))])),
                ])
            };
            (Json(build(&p.0, &q.0, &d.0, false)), Json(build(&p.1, &q.1, &d.1, true)))
        })
        .boxed()
}

/// The same value with the members of every map in another order. Alternatives stay in theirs: the first one stands
/// for its choice wherever a required entry needs some value, so their order decides what is tried.
pub(crate) fn reordered(value: &Value, choices: &mut Choices) -> Value {
    match value {
        Value::Map(members) => {
            let mut left: Vec<(String, Value)> =
                members.iter().map(|(name, value)| (name.clone(), reordered(value, choices))).collect();
            for (name, alternatives) in &mut left {
                if let ("sdfChoice", Value::Map(shuffled), Some(Value::Map(written))) =
                    (name.as_str(), &mut *alternatives, value_of(value, "sdfChoice"))
                {
                    let position = |name: &str| written.iter().position(|(written, _)| written == name);
                    shuffled.sort_by_key(|(name, _)| position(name));
                }
            }
            let mut members = Vec::new();
            while !left.is_empty() {
                let at = choices.below(left.len() as u64) as usize;
                members.push(left.remove(at));
            }
            Value::Map(members)
        }
        Value::Array(elements) => Value::Array(elements.iter().map(|e| reordered(e, choices)).collect()),
        scalar => scalar.clone(),
    }
}

fn value_of<'v>(map: &'v Value, name: &str) -> Option<&'v Value> {
    match map {
        Value::Map(members) => members.iter().find(|(member, _)| member == name).map(|(_, value)| value),
        _ => None,
    }
}

/// The same value with every number written in another way.
pub(crate) fn respelled(value: &Value, choices: &mut Choices) -> Value {
    match value {
        Value::Number(token) if !token.contains(['e', 'E']) => {
            let whole = !token.contains('.');
            number(match choices.below(4) {
                0 if whole => format!("{token}.0"),
                1 => format!("{token}e0"),
                2 if whole && !token.ends_with('0') => format!("{token}0e-1"),
                3 => format!("{token}E+00"),
                _ => token.clone(),
            })
        }
        Value::Map(members) => Value::Map(
            members.iter().map(|(name, value)| (name.clone(), respelled(value, choices))).collect(),
        ),
        Value::Array(elements) => Value::Array(elements.iter().map(|e| respelled(e, choices)).collect()),
        other => other.clone(),
    }
}
