//! The effective bounds of numbers and the counts of lengths and items, as a description states them.

use crate::json::{DIGITS, Decimal};
use crate::model::Content;
use crate::model::Description;

/// One end of the numbers that a description admits.
#[derive(Debug, Clone)]
pub struct Bound<'c> {
    /// The exact value.
    pub value: Decimal,
    /// The authored spelling.
    pub token: &'c str,
    /// Whether the value itself is outside.
    pub exclusive: bool,
}

/// Which end of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// `minimum` and `exclusiveMinimum`.
    Lower,
    /// `maximum` and `exclusiveMaximum`.
    Upper,
}

impl End {
    /// The inclusive and the exclusive quality of this end.
    #[must_use]
    pub fn qualities(self) -> [&'static str; 2] {
        match self {
            Self::Lower => ["minimum", "exclusiveMinimum"],
            Self::Upper => ["maximum", "exclusiveMaximum"],
        }
    }
}

/// A quality is there, but its value is no bound or count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unusable;

impl<'c> Bound<'c> {
    /// The effective bound at one end: the tighter of the inclusive and the exclusive quality; at one value the
    /// exclusive one.
    ///
    /// # Errors
    /// One of the two is no exact number.
    pub fn of(description: &Description<'c>, end: End) -> Result<Option<Self>, Unusable> {
        let read = |name: &str, exclusive| match description.get(name) {
            None => Ok(None),
            Some(content) => Self::read(content, exclusive).map(Some).ok_or(Unusable),
        };
        let [inclusive, exclusive] = end.qualities();
        Ok(match (read(inclusive, false)?, read(exclusive, true)?) {
            (Some(a), Some(b)) => Some(if a.is_tighter(&b, end) { a } else { b }),
            (a, b) => a.or(b),
        })
    }

    fn read(content: &Content<'c>, exclusive: bool) -> Option<Self> {
        let token = content.number_token()?;
        Some(Self { value: Decimal::parse(token).ok()?, token, exclusive })
    }

    /// Whether this bound admits fewer numbers than `other` at the same end.
    #[must_use]
    pub fn is_tighter(&self, other: &Self, end: End) -> bool {
        let order = match end {
            End::Lower => self.value.cmp(&other.value),
            End::Upper => other.value.cmp(&self.value),
        };
        order.then(self.exclusive.cmp(&other.exclusive)).is_gt()
    }

    /// Whether both admit the same numbers.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.value == other.value && self.exclusive == other.exclusive
    }

    /// The distance to a neighbour: 1 for an integer that can be written out, else one in its last significant digit.
    #[must_use]
    pub fn unit(&self) -> Decimal {
        if self.value.is_integer() && self.value.integer_digits() <= DIGITS as u64 {
            Decimal::power_of_ten(0)
        } else {
            Decimal::power_of_ten(self.value.last_digit_exponent())
        }
    }

    /// The spelling of the number one unit inside this bound, when it can be spelled.
    #[must_use]
    pub fn one_inside(&self, end: End) -> Option<String> {
        self.step(end == End::Lower)
    }

    /// The spelling of the number one unit outside this bound, when it can be spelled.
    #[must_use]
    pub fn one_outside(&self, end: End) -> Option<String> {
        self.step(end == End::Upper)
    }

    fn step(&self, up: bool) -> Option<String> {
        let unit = self.unit();
        let neighbour = if up { self.value.plus(&unit) } else { self.value.minus(&unit) };
        neighbour?.token()
    }
}

/// A nonnegative integer of any size, such as a length.
///
/// # Errors
/// The value is no exact nonnegative integer.
pub fn count(content: &Content<'_>) -> Result<Decimal, Unusable> {
    match content.number() {
        Some(Ok(number)) if number.is_integer() && !number.is_negative() => Ok(number),
        _ => Err(Unusable),
    }
}

/// A count quality of a description; `None` when it is absent.
///
/// # Errors
/// As [`count`].
pub fn count_of(description: &Description<'_>, name: &str) -> Result<Option<Decimal>, Unusable> {
    description.get(name).map(count).transpose()
}
