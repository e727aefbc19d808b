//! Which alternatives of a large choice a value can be one of at all.
//!
//! A choice of thousands of alternatives is asked about thousands of values. Most alternatives are told apart by a
//! constant, a type or a bound, so these are looked at first; whatever is left is checked in full. The sieve only
//! leaves out alternatives that the full check rejects, and that rely on no interpretation when they do.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::bound::count_of;
use super::meaning::{BaseType, Meaning};
use crate::json::{Decimal, Value};
use crate::model::{Content, Description, Nested};

/// Smaller choices are checked one by one.
pub(super) const LARGE: usize = 16;

/// The alternatives of one choice, sorted by what they reject at once.
pub(super) struct Sieve {
    /// Alternatives that admit one scalar and nothing else.
    constants: HashMap<Scalar, Vec<usize>>,
    /// The others, each with what is plain about it.
    others: Vec<(usize, Option<Plain>)>,
}

#[derive(PartialEq, Eq, Hash)]
enum Scalar {
    Null,
    Bool(bool),
    Number(Decimal),
    Text(String),
}

impl Scalar {
    /// A scalar whose equality is settled by itself.
    fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(token) => Self::Number(Decimal::parse(token).ok()?),
            Value::Text(text) => Self::Text(text.clone()),
            Value::Array(_) | Value::Map(_) => return None,
        })
    }
}

/// The parts of an alternative that reject a value without asking anything else.
struct Plain {
    base: Option<BaseType>,
    nullable: bool,
    lower: Vec<Edge>,
    upper: Vec<Edge>,
    shortest: Option<Decimal>,
    longest: Option<Decimal>,
}

struct Edge {
    value: Decimal,
    /// The nearest binary number. Rounding keeps the order, so different roundings settle a comparison.
    rounded: f64,
    exclusive: bool,
}

/// A value that is being asked about.
struct Asked<'v> {
    value: &'v Value,
    number: Option<(Decimal, f64)>,
    length: OnceCell<Option<Decimal>>,
}

impl Sieve {
    pub(super) fn new(alternatives: &[(&str, Nested<'_>)]) -> Self {
        let mut sieve = Self { constants: HashMap::new(), others: Vec::new() };
        for (at, (_, alternative)) in alternatives.iter().enumerate() {
            let plain = alternative.as_ref().ok().and_then(|alternative| {
                let plain = Plain::of(alternative)?;
                Some((plain, alternative.get("const").map(Content::to_value)))
            });
            match plain {
                Some((_, Some(Some(constant)))) if Scalar::of(&constant).is_some() => {
                    if let Some(constant) = Scalar::of(&constant) {
                        sieve.constants.entry(constant).or_default().push(at);
                    }
                }
                plain => sieve.others.push((at, plain.map(|(plain, _)| plain))),
            }
        }
        sieve
    }

    /// How many alternatives are looked at for one value.
    pub(super) fn len(&self) -> usize {
        self.others.len() + 1
    }

    /// The alternatives that are left for the full check, in their order.
    pub(super) fn left<'a>(&'a self, value: &'a Value) -> impl Iterator<Item = usize> + 'a {
        let number = match value {
            Value::Number(token) => Decimal::parse(token).ok().map(|number| (number, rounded(token))),
            _ => None,
        };
        // A number beyond the capability is never told from a constant.
        let unknown = matches!(value, Value::Number(_)) && number.is_none();
        let mut constants: Vec<usize> = match Scalar::of(value) {
            Some(scalar) => self.constants.get(&scalar).cloned().unwrap_or_default(),
            None if unknown => self.constants.values().flatten().copied().collect(),
            None => Vec::new(),
        };
        constants.sort_unstable();
        let asked = Asked { value, number, length: OnceCell::new() };
        let others = self
            .others
            .iter()
            .filter(move |(_, plain)| !plain.as_ref().is_some_and(|plain| plain.rejects(&asked)));
        let (mut constants, mut others) =
            (constants.into_iter().peekable(), others.map(|(at, _)| *at).peekable());
        std::iter::from_fn(move || match (constants.peek(), others.peek()) {
            (Some(constant), Some(other)) if constant < other => constants.next(),
            (Some(_), None) => constants.next(),
            _ => others.next(),
        })
    }
}

fn rounded(token: &str) -> f64 {
    token.parse().unwrap_or(f64::NAN)
}

impl Plain {
    /// What is plain about an alternative; `None` when its meaning is not established, or not plain at all.
    fn of(description: &Description<'_>) -> Option<Self> {
        let meaning = Meaning::of(description)?;
        let not_plain = ["enum", "sdfChoice"].iter().any(|name| description.get(name).is_some())
            || meaning.format.is_some()
            || meaning.convention.is_some()
            || description.carries_extensions();
        if not_plain {
            return None;
        }
        let edges = |names: [&str; 2]| {
            let edge = |(name, exclusive)| {
                let content: &Content<'_> = description.get(name)?;
                Some(Edge {
                    value: content.number()?.ok()?,
                    rounded: rounded(content.number_token()?),
                    exclusive,
                })
            };
            names.into_iter().zip([false, true]).filter_map(edge).collect()
        };
        let count = |name| count_of(description, name).ok().flatten();
        Some(Self {
            base: meaning.base,
            nullable: description.get("nullable").is_none_or(|nullable| nullable.bool() != Some(false)),
            lower: edges(["minimum", "exclusiveMinimum"]),
            upper: edges(["maximum", "exclusiveMaximum"]),
            shortest: count("minLength"),
            longest: count("maxLength"),
        })
    }

    /// True when the alternative certainly rejects the value.
    fn rejects(&self, asked: &Asked<'_>) -> bool {
        if *asked.value == Value::Null {
            return !self.nullable;
        }
        if self.base.is_some_and(|base| base.kind() != asked.value.kind()) {
            return true;
        }
        if let Some((number, rounded)) = &asked.number {
            return (self.base == Some(BaseType::Integer) && !number.is_integer())
                || self.lower.iter().any(|edge| edge.is_beyond(number, *rounded))
                || self.upper.iter().any(|edge| edge.is_below(number, *rounded));
        }
        if let Value::Text(text) = asked.value
            && (self.shortest.is_some() || self.longest.is_some())
        {
            let length = asked.length.get_or_init(|| Decimal::parse(&text.chars().count().to_string()).ok());
            return length.as_ref().is_some_and(|length| {
                self.shortest.as_ref().is_some_and(|shortest| length < shortest)
                    || self.longest.as_ref().is_some_and(|longest| longest < length)
            });
        }
        false
    }
}

impl Edge {
    /// Whether the edge lies above the number, so that a lower edge rejects it.
    fn is_beyond(&self, number: &Decimal, rounded: f64) -> bool {
        match rounded.partial_cmp(&self.rounded) {
            Some(std::cmp::Ordering::Less) => true,
            Some(std::cmp::Ordering::Greater) => false,
            _ => *number < self.value || (self.exclusive && *number == self.value),
        }
    }

    /// Whether the edge lies below the number, so that an upper edge rejects it.
    fn is_below(&self, number: &Decimal, rounded: f64) -> bool {
        match rounded.partial_cmp(&self.rounded) {
            Some(std::cmp::Ordering::Greater) => true,
            Some(std::cmp::Ordering::Less) => false,
            _ => *number > self.value || (self.exclusive && *number == self.value),
        }
    }
}
