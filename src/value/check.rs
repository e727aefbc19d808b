//! Does a value satisfy a data description?
//!
//! *Rejected* needs one violated constraint that nothing unknown could alter; *admitted* needs every applicable
//! constraint established. Everything between is undetermined, and undetermined never counts as a witness.

mod containers;
mod patterns;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::equality::{Equality, equal};
use super::format::{self, Verdict};
use super::interpretation::Interpretations;
use super::meaning::{BaseType, Convention, Format, Meaning};
use super::refusal::Tracing;
use super::sieve::{LARGE, Sieve};
use crate::json::{Decimal, Value};
use crate::model::vocabulary::Role;
use crate::model::{Alternatives, Composer, Description, Exhausted, Nested};

pub use patterns::Patterns;

/// What is known about one value under one description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Every applicable constraint is satisfied.
    Admitted,
    /// A constraint is violated.
    Rejected,
    /// Neither is proven.
    Undetermined,
}

impl Outcome {
    /// Both must hold.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Rejected, _) | (_, Self::Rejected) => Self::Rejected,
            (Self::Admitted, Self::Admitted) => Self::Admitted,
            _ => Self::Undetermined,
        }
    }

    /// One must hold.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Admitted, _) | (_, Self::Admitted) => Self::Admitted,
            (Self::Rejected, Self::Rejected) => Self::Rejected,
            _ => Self::Undetermined,
        }
    }

    pub(super) fn satisfied(holds: bool) -> Self {
        if holds { Self::Admitted } else { Self::Rejected }
    }
}

/// Checks values against the descriptions of one revision.
pub struct Checker<'c, 'r> {
    composer: &'r Composer<'c>,
    patterns: Rc<Patterns>,
    /// What the checks since the last reset relied on.
    used: Cell<Interpretations>,
    /// The refusals of the check that is followed.
    tracing: Tracing,
    /// The sieves of large choices, by the address of their alternatives.
    sieves: RefCell<HashMap<usize, Sieved<'c>>>,
}

/// The alternatives of a choice with their sieve.
type Sieved<'c> = (Rc<[(&'c str, Nested<'c>)]>, Rc<Sieve>);

type Checked = Result<Outcome, Exhausted>;

impl<'c, 'r> Checker<'c, 'r> {
    /// A checker over the definitions that `composer` resolves.
    pub fn new(composer: &'r Composer<'c>, patterns: Rc<Patterns>) -> Self {
        Self {
            composer,
            patterns,
            used: Cell::default(),
            tracing: Tracing::default(),
            sieves: RefCell::default(),
        }
    }

    /// The composer of the revision.
    pub fn composer(&self) -> &'r Composer<'c> {
        self.composer
    }

    pub(super) fn tracing(&self) -> &Tracing {
        &self.tracing
    }

    /// Forgets what earlier checks relied on.
    pub fn reset(&self) {
        self.used.set(Interpretations::default());
    }

    /// What the checks since the last reset relied on.
    pub fn used(&self) -> Interpretations {
        self.used.get()
    }

    fn rely_on(&self, interpretation: Interpretations) {
        self.used.set(self.used.get().with(interpretation));
    }

    /// Checks one value.
    ///
    /// # Errors
    /// The operation allowance ran out.
    pub fn check(&self, description: &Description<'c>, value: &Value) -> Checked {
        self.composer.work().charge(1 + description.members().len() as u64)?;
        if description.carries_extensions() {
            self.rely_on(Interpretations::UNDECLARED_EXTENSIONS);
        }
        if description.is_outside_items_vocabulary() {
            return Ok(Outcome::Undetermined);
        }
        match description.alternatives(self.composer) {
            Alternatives::NotEstablished => Ok(Outcome::Undetermined),
            Alternatives::None => self.check_own(description, value, true),
            Alternatives::Enum(texts) => {
                let shared = description.without_enum();
                let Some(meaning) = Meaning::of(&shared) else { return Ok(Outcome::Undetermined) };
                let mut listed = Outcome::Rejected;
                for text in texts.iter() {
                    self.composer.work().charge(1 + text.len() as u64)?;
                    let constant = Value::Text((*text).to_owned());
                    listed = listed.or(match equal(self, Some(&shared), value, &constant)? {
                        Equality::Equal => Outcome::Admitted,
                        Equality::Different => Outcome::Rejected,
                        Equality::Unsettled => Outcome::Undetermined,
                    });
                    if listed == Outcome::Admitted {
                        break;
                    }
                }
                self.tracing.judged(listed, description, "enum");
                let refused = listed == Outcome::Rejected && !self.tracing.is_on();
                if refused && !(meaning.foreign && description.role() == Role::Items) {
                    return Ok(Outcome::Rejected);
                }
                Ok(listed.and(self.check_own(&shared, value, true)?))
            }
            Alternatives::Choice(alternatives) => {
                let work = self.composer.work();
                let any = if alternatives.len() < LARGE {
                    work.charge(alternatives.len() as u64)?;
                    self.any(alternatives.iter().map(|(_, alternative)| alternative), value)?
                } else {
                    let sieve = self.sieve(alternatives)?;
                    work.charge(sieve.len() as u64 / 8)?;
                    self.any(sieve.left(value).filter_map(|at| Some(&alternatives.get(at)?.1)), value)?
                };
                Ok(self.tracing.judged(any, description, "sdfChoice"))
            }
        }
    }

    /// Whether some alternative admits the value.
    fn any<'a>(&self, alternatives: impl Iterator<Item = &'a Nested<'c>>, value: &Value) -> Checked
    where
        'c: 'a,
    {
        let mut any = Outcome::Rejected;
        for alternative in alternatives {
            any = any.or(match alternative {
                Ok(alternative) => self.tracing.alternative(|| self.check(alternative, value))?,
                Err(_) => Outcome::Undetermined,
            });
            if any == Outcome::Admitted {
                break;
            }
        }
        Ok(any)
    }

    /// The sieve of a large choice, made once.
    fn sieve(&self, alternatives: &Rc<[(&'c str, Nested<'c>)]>) -> Result<Rc<Sieve>, Exhausted> {
        let address = Rc::as_ptr(alternatives).cast::<()>().addr();
        if let Some((_, sieve)) = self.sieves.borrow().get(&address) {
            return Ok(Rc::clone(sieve));
        }
        self.composer.work().charge(alternatives.len() as u64)?;
        let sieve = Rc::new(Sieve::new(alternatives));
        // Keeping the alternatives keeps their address theirs.
        self.sieves.borrow_mut().insert(address, (Rc::clone(alternatives), Rc::clone(&sieve)));
        Ok(sieve)
    }

    /// Checks a description's own qualities, its choice or enum aside.
    fn check_own(&self, description: &Description<'c>, value: &Value, with_const: bool) -> Checked {
        let Some(meaning) = Meaning::of(description) else { return Ok(Outcome::Undetermined) };
        let mut outcome = match value {
            Value::Null => self.check_null(description),
            _ => self.check_present(description, &meaning, value)?,
        };
        if with_const && let Some(constant) = description.get("const") {
            let equal = match constant.to_value() {
                None => Outcome::Undetermined,
                Some(constant) => match equal(self, Some(description), value, &constant)? {
                    Equality::Equal => Outcome::Admitted,
                    Equality::Different => Outcome::Rejected,
                    Equality::Unsettled => Outcome::Undetermined,
                },
            };
            outcome = outcome.and(self.tracing.judged(equal, description, "const"));
        }
        Ok(if meaning.foreign { outcome.and(Outcome::Undetermined) } else { outcome })
    }

    fn check_null(&self, description: &Description<'c>) -> Outcome {
        match description.get("nullable") {
            None if description.role() == Role::Items => Outcome::Undetermined,
            None => Outcome::Admitted,
            Some(nullable) => {
                let allowed = nullable.bool().map_or(Outcome::Undetermined, Outcome::satisfied);
                self.tracing.judged(allowed, description, "nullable")
            }
        }
    }

    fn check_present(&self, description: &Description<'c>, meaning: &Meaning, value: &Value) -> Checked {
        let mut outcome = match meaning.convention {
            Some(convention) => {
                self.tracing.judged(self.check_convention(convention, value), description, "sdfType")
            }
            None => Outcome::Admitted,
        };
        if let Some(base) = meaning.base {
            let mut typed = Outcome::satisfied(value.kind() == base.kind());
            if base == BaseType::Integer
                && let Value::Number(token) = value
            {
                typed = typed.and(match Decimal::parse(token) {
                    Ok(number) => Outcome::satisfied(number.is_integer()),
                    Err(_) => Outcome::Undetermined,
                });
            }
            outcome = outcome.and(self.tracing.judged(typed, description, "type"));
            if outcome == Outcome::Rejected && !self.tracing.is_on() {
                return Ok(outcome);
            }
        }
        Ok(outcome.and(match value {
            // Direct items have no array type, so what an array in an array would mean is unknown.
            Value::Array(_) if description.role() == Role::Items => Outcome::Undetermined,
            Value::Number(token) => self.check_number(description, token),
            Value::Text(text) => self.check_text(description, meaning, text)?,
            Value::Map(members) => self.check_map(description, meaning, members)?,
            Value::Array(elements) => self.check_array(description, meaning, elements)?,
            Value::Null | Value::Bool(_) => Outcome::Admitted,
        }))
    }

    fn check_convention(&self, convention: Convention, value: &Value) -> Outcome {
        match convention {
            Convention::ByteString => {
                self.rely_on(Interpretations::BYTE_STRING);
                match value {
                    Value::Text(text) => settled(&format::byte_string(text)),
                    _ => Outcome::Rejected,
                }
            }
            Convention::UnixTime => {
                self.rely_on(Interpretations::UNIX_TIME);
                match value {
                    Value::Number(_) => match value.number() {
                        Some(number) if !number.is_negative() => Outcome::Admitted,
                        _ => Outcome::Undetermined,
                    },
                    _ => Outcome::Rejected,
                }
            }
        }
    }

    fn check_text(&self, description: &Description<'c>, meaning: &Meaning, text: &str) -> Checked {
        let bytes = meaning.convention == Some(Convention::ByteString);
        let mut outcome = Outcome::Admitted;
        if description.get("minLength").is_some() || description.get("maxLength").is_some() {
            self.composer.work().charge(text.len() as u64 / 16)?;
            let length = Decimal::parse(&text.chars().count().to_string()).ok();
            outcome = outcome.and(if bytes {
                Outcome::Undetermined
            } else {
                self.within(description, "minLength", "maxLength", length)
            });
        }
        if let Some(pattern) = description.get("pattern") {
            self.composer.work().charge(text.len() as u64)?;
            let matched = match pattern.text() {
                Some(source) if !bytes => {
                    let matches = self.patterns.matches(self.composer.work(), source, text)?;
                    matches.map_or(Outcome::Undetermined, Outcome::satisfied)
                }
                _ => Outcome::Undetermined,
            };
            outcome = outcome.and(self.tracing.judged(matched, description, "pattern"));
        }
        if let Some(format) = meaning.format {
            self.composer.work().charge(text.len() as u64)?;
            let formatted = self.check_format(format, text);
            outcome = outcome.and(self.tracing.judged(formatted, description, "format"));
        }
        Ok(outcome)
    }

    fn check_format(&self, format: Format, text: &str) -> Outcome {
        match format {
            Format::DateTime | Format::Date | Format::Time => {
                self.rely_on(Interpretations::SELECTED_REPRESENTATION);
                match format {
                    Format::DateTime => settled(&format::date_time(text)),
                    Format::Date => settled(&format::date(text)),
                    _ => settled(&format::time(text)),
                }
            }
            Format::Uri => settled(&format::uri(text)),
            Format::UriReference => settled(&format::uri_reference(text)),
            Format::Uuid => {
                self.rely_on(Interpretations::UUID_REPRESENTATION);
                let outcome = settled(&format::uuid(text));
                if outcome == Outcome::Admitted {
                    self.rely_on(Interpretations::UUID_VALUE);
                }
                outcome
            }
        }
    }
}

fn settled<T>(verdict: &Verdict<T>) -> Outcome {
    match verdict {
        Verdict::Valid(_) => Outcome::Admitted,
        Verdict::Invalid(_) => Outcome::Rejected,
        Verdict::Unsettled(_) => Outcome::Undetermined,
    }
}
