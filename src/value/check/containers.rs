//! Maps and arrays: what they require, what they hold, and how much of it.

use std::rc::Rc;

use super::{Checked, Checker, Outcome};
use crate::json::{Decimal, Kind, Value};
use crate::model::{Description, Items};
use crate::value::equality::{Equality, equal};
use crate::value::meaning::{BaseType, Meaning};

impl<'c> Checker<'c, '_> {
    pub(super) fn check_map(
        &self,
        description: &Description<'c>,
        meaning: &Meaning,
        members: &[(String, Value)],
    ) -> Checked {
        if meaning.base.is_some_and(|base| base != BaseType::Object) {
            return Ok(Outcome::Admitted);
        }
        let mut outcome = Outcome::Admitted;
        if let Some(required) = description.get("required") {
            let names = description.required();
            let known = |name: &str| members.iter().any(|(member, _)| member == name);
            let complete = match required.kind() {
                Kind::Array if !names.is_empty() => {
                    self.composer.work().charge(names.len() as u64)?;
                    if members.len() > 16 {
                        let set: std::collections::HashSet<_> =
                            members.iter().map(|(name, _)| name.as_str()).collect();
                        Outcome::satisfied(names.iter().all(|name| set.contains(name)))
                    } else {
                        Outcome::satisfied(names.iter().all(|name| known(name)))
                    }
                }
                _ => Outcome::Undetermined,
            };
            if complete == Outcome::Rejected {
                self.tracing.refused(description, "required", || {
                    let set: std::collections::HashSet<_> =
                        members.iter().map(|(name, _)| name.as_str()).collect();
                    names.iter().copied().filter(|name| !set.contains(name)).collect()
                });
            }
            outcome = outcome.and(complete);
        }
        let Some(properties) = description.get("properties") else { return Ok(outcome) };
        if properties.kind() != Kind::Map {
            return Ok(outcome.and(Outcome::Undetermined));
        }
        for (name, value) in members {
            outcome = outcome.and(match description.entry(self.composer, name) {
                None => Outcome::Admitted,
                Some(Err(_)) => Outcome::Undetermined,
                Some(Ok(entry)) => self.tracing.inside(Some(name), || self.check(&entry, value))?,
            });
            if outcome == Outcome::Rejected && !self.tracing.is_on() {
                break;
            }
        }
        Ok(outcome)
    }

    pub(super) fn check_array(
        &self,
        description: &Description<'c>,
        meaning: &Meaning,
        elements: &[Value],
    ) -> Checked {
        if meaning.base.is_some_and(|base| base != BaseType::Array) {
            return Ok(Outcome::Admitted);
        }
        let length = Decimal::parse(&elements.len().to_string()).ok();
        let mut outcome = self.within(description, "minItems", "maxItems", length);
        if outcome == Outcome::Rejected && !self.tracing.is_on() {
            return Ok(outcome);
        }
        if let Some(unique) = description.get("uniqueItems")
            && elements.len() > 1
        {
            let unique = match unique.bool() {
                Some(false) => Outcome::Admitted,
                Some(true) => self.check_unique(description, elements)?,
                None => Outcome::Undetermined,
            };
            outcome = outcome.and(self.tracing.judged(unique, description, "uniqueItems"));
        }
        if elements.is_empty() || description.get("items").is_none() {
            return Ok(outcome);
        }
        match description.items(self.composer) {
            Items::Absent => {}
            Items::Malformed | Items::Description(Err(_)) => outcome = outcome.and(Outcome::Undetermined),
            Items::Description(Ok(items)) => {
                let mut previous: Option<(&Value, Outcome)> = None;
                for element in elements {
                    // Generated arrays repeat one item; equal neighbours have equal outcomes.
                    let checked = match previous {
                        Some((value, checked)) if value == element => checked,
                        _ => self.tracing.inside(None, || self.check(items, element))?,
                    };
                    previous = Some((element, checked));
                    outcome = outcome.and(checked);
                    if outcome == Outcome::Rejected && !self.tracing.is_on() {
                        break;
                    }
                }
            }
        }
        Ok(outcome)
    }

    fn check_unique(&self, description: &Description<'c>, elements: &[Value]) -> Checked {
        let items = match description.items(self.composer) {
            Items::Absent => None,
            Items::Description(Ok(items)) => Some(Rc::clone(items)),
            Items::Malformed | Items::Description(Err(_)) => return Ok(Outcome::Undetermined),
        };
        let mut unsettled = false;
        for (index, element) in elements.iter().enumerate() {
            for earlier in &elements[..index] {
                match equal(self, items.as_deref(), earlier, element)? {
                    Equality::Equal => return Ok(Outcome::Rejected),
                    Equality::Unsettled => unsettled = true,
                    Equality::Different => {}
                }
            }
        }
        Ok(if unsettled { Outcome::Undetermined } else { Outcome::Admitted })
    }
}
