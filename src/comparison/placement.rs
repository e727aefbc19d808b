//! Where a candidate stands: inside the maps and arrays that enclose the changed description.
//!
//! A candidate for a nested change is checked as part of the whole value, so that the enclosing constraints still
//! apply. What stands beside it must be described alike in both revisions, or the other revision could reject the
//! value for another change alone.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::alike::nested_alike;
use super::context::Context;
use super::terms::Revision;
use crate::json::{Decimal, Value};
use crate::model::{Content, Description, Exhausted};
use crate::value::bound::count_of;
use crate::value::representative::{NESTING, first, fits, repeat};

/// A place for a candidate, from the changed description outwards to the whole data.
#[derive(Clone)]
pub(super) struct Placement<'c>(Option<Rc<Step<'c>>>);

struct Step<'c> {
    enclosing: Enclosing<'c>,
    outer: Placement<'c>,
    depth: usize,
}

enum Enclosing<'c> {
    Map { holder: Rc<MapHolder<'c>>, entry: String },
    Array { earlier: Rc<Description<'c>>, later: Rc<Description<'c>> },
}

/// A map description in both revisions, with what its required entries are filled with.
pub(super) struct MapHolder<'c> {
    earlier: Rc<Description<'c>>,
    later: Rc<Description<'c>>,
    required: OnceCell<Vec<RequiredEntry<'c>>>,
    fillers: [OnceCell<HashMap<&'c str, Option<Value>>>; 2],
}

struct RequiredEntry<'c> {
    name: &'c str,
    by_earlier: bool,
    by_later: bool,
    alike: bool,
}

impl<'c> MapHolder<'c> {
    pub(super) fn new(earlier: &Rc<Description<'c>>, later: &Rc<Description<'c>>) -> Rc<Self> {
        Rc::new(Self {
            earlier: Rc::clone(earlier),
            later: Rc::clone(later),
            required: OnceCell::new(),
            fillers: [OnceCell::new(), OnceCell::new()],
        })
    }

    fn description(&self, revision: Revision) -> &Rc<Description<'c>> {
        match revision {
            Revision::Earlier => &self.earlier,
            Revision::Later => &self.later,
        }
    }

    /// The entries that either revision requires, the earlier one's order first.
    fn required(&self, context: &Context<'c, '_>) -> Result<&[RequiredEntry<'c>], Exhausted> {
        if let Some(required) = self.required.get() {
            return Ok(required);
        }
        let mut required: Vec<RequiredEntry<'c>> = Vec::new();
        let mut index = HashMap::new();
        for &name in self.earlier.required() {
            index.insert(name, required.len());
            required.push(RequiredEntry { name, by_earlier: true, by_later: false, alike: true });
        }
        for &name in self.later.required() {
            match index.get(name) {
                Some(&at) => required[at].by_later = true,
                None => required.push(RequiredEntry { name, by_earlier: false, by_later: true, alike: true }),
            }
        }
        for entry in &mut required {
            let earlier = self.earlier.entry(context.composer(Revision::Earlier), entry.name);
            let later = self.later.entry(context.composer(Revision::Later), entry.name);
            entry.alike = match (earlier, later) {
                (None, None) => true,
                (Some(earlier), Some(later)) => nested_alike(context, &earlier, &later)?,
                _ => false,
            };
        }
        Ok(self.required.get_or_init(|| required))
    }

    /// What the admitting revision fills each required entry with.
    fn fillers(
        &self,
        context: &Context<'c, '_>,
        admitting: Revision,
    ) -> Result<&HashMap<&'c str, Option<Value>>, Exhausted> {
        let cell = &self.fillers[admitting as usize];
        if let Some(fillers) = cell.get() {
            return Ok(fillers);
        }
        let composer = context.composer(admitting);
        let mut fillers = HashMap::new();
        for entry in self.required(context)? {
            let filler = match self.description(admitting).entry(composer, entry.name) {
                None => Some(Value::Null),
                Some(Ok(description)) => first(composer, &description)?,
                Some(Err(_)) => None,
            };
            fillers.insert(entry.name, filler);
        }
        Ok(cell.get_or_init(|| fillers))
    }

    /// A map of the candidate and every other required entry; `None` where no such map tells anything.
    fn place(
        &self,
        context: &Context<'c, '_>,
        entry: &str,
        candidate: Value,
        admitting: Revision,
    ) -> Result<Option<Value>, Exhausted> {
        let required = self.required(context)?;
        let mut unalike = required.iter().filter(|other| !other.alike);
        if unalike.next().is_some_and(|other| other.name != entry) || unalike.next().is_some() {
            return Ok(None);
        }
        let fillers = self.fillers(context, admitting)?;
        let mut members = vec![(entry.to_owned(), candidate)];
        let own = |other: &RequiredEntry<'_>| match admitting {
            Revision::Earlier => other.by_earlier,
            Revision::Later => other.by_later,
        };
        // The admitting revision's own order first; the later list may order the shared names differently.
        let mut first_names = self.description(admitting).required().to_vec();
        first_names.extend(required.iter().filter(|other| !own(other)).map(|other| other.name));
        context.composer(admitting).work().charge(first_names.len() as u64)?;
        for name in first_names {
            if name == entry {
                continue;
            }
            match fillers.get(name) {
                Some(Some(value)) => members.push((name.to_owned(), value.clone())),
                _ => return Ok(None),
            }
        }
        Ok(Some(Value::Map(members)))
    }
}

impl<'c> Placement<'c> {
    /// The whole data: the candidate is the value.
    pub(super) fn whole() -> Self {
        Self(None)
    }

    fn depth(&self) -> usize {
        self.0.as_ref().map_or(0, |step| step.depth)
    }

    /// Inside the entry of a map.
    pub(super) fn entry(&self, holder: &Rc<MapHolder<'c>>, entry: &str) -> Self {
        let enclosing = Enclosing::Map { holder: Rc::clone(holder), entry: entry.to_owned() };
        Self(Some(Rc::new(Step { enclosing, outer: self.clone(), depth: self.depth() + 1 })))
    }

    /// As the items of an array.
    pub(super) fn items(&self, earlier: &Rc<Description<'c>>, later: &Rc<Description<'c>>) -> Self {
        let enclosing = Enclosing::Array { earlier: Rc::clone(earlier), later: Rc::clone(later) };
        Self(Some(Rc::new(Step { enclosing, outer: self.clone(), depth: self.depth() + 1 })))
    }

    /// The whole value with the candidate at this place; `None` where it cannot be placed.
    pub(super) fn place(
        &self,
        context: &Context<'c, '_>,
        candidate: Value,
        admitting: Revision,
    ) -> Result<Option<Value>, Exhausted> {
        if self.depth() > NESTING {
            return Ok(None);
        }
        let mut value = candidate;
        let mut at = self;
        while let Some(step) = &at.0 {
            let enclosed = match &step.enclosing {
                Enclosing::Map { holder, entry } => holder.place(context, entry, value, admitting)?,
                Enclosing::Array { earlier, later } => as_items(context, earlier, later, &value, admitting)?,
            };
            let Some(enclosed) = enclosed else { return Ok(None) };
            value = enclosed;
            at = &step.outer;
        }
        Ok(fits(&value, 0).then_some(value))
    }
}

/// An array that holds the candidate as often as either revision's `minItems` asks, and at least once.
fn as_items<'c>(
    context: &Context<'c, '_>,
    earlier: &Rc<Description<'c>>,
    later: &Rc<Description<'c>>,
    candidate: &Value,
    admitting: Revision,
) -> Result<Option<Value>, Exhausted> {
    let mut length = 1;
    for description in [earlier, later] {
        if let Ok(Some(least)) = count_of(description, "minItems") {
            let Some(least) = least.to_usize() else { return Ok(None) };
            length = length.max(least);
        }
    }
    let other = match admitting {
        Revision::Earlier => later,
        Revision::Later => earlier,
    };
    let most = count_of(other, "maxItems").ok().flatten();
    let too_long =
        most.is_some_and(|most| Decimal::parse(&length.to_string()).is_ok_and(|length| most < length));
    let unique = length > 1 && other.get("uniqueItems").and_then(Content::bool) == Some(true);
    if too_long || unique {
        return Ok(None);
    }
    repeat(context.composer(admitting), candidate, length)
}
