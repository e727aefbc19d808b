//! Places in the effective view of a document, as chains of tokens that share their beginnings.

use std::rc::Rc;

use super::SourceId;
use crate::json::pointer;

/// A place in a document's effective view. Going one level down costs one small allocation, whatever the depth.
#[derive(Clone)]
pub struct Place<'c> {
    document: SourceId,
    step: Option<Rc<Step<'c>>>,
    /// What the definitions that enclose this place were copied from.
    expanding: Expanding<'c>,
}

/// Definitions that are being copied, shared between everything inside the copy.
#[derive(Clone, Default)]
pub struct Expanding<'c>(Option<Rc<Targets<'c>>>);

enum Targets<'c> {
    One(Place<'c>),
    Both(Expanding<'c>, Expanding<'c>),
}

impl<'c> Expanding<'c> {
    /// One definition.
    pub fn one(target: &Place<'c>) -> Self {
        Self(Some(Rc::new(Targets::One(target.clone()))))
    }

    /// These definitions and others.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (None, _) => other.clone(),
            (_, None) => self.clone(),
            _ => Self(Some(Rc::new(Targets::Both(self.clone(), other.clone())))),
        }
    }

    /// Whether some definition is among both.
    pub fn meets(&self, other: &Self) -> bool {
        if self.0.is_none() || other.0.is_none() {
            return false;
        }
        let mine = self.places();
        other.places().iter().any(|place| mine.contains(place))
    }

    fn places(&self) -> Vec<Place<'c>> {
        let mut places = Vec::new();
        let mut pending = vec![self.clone()];
        while let Some(Self(next)) = pending.pop() {
            match next.as_deref() {
                None => {}
                Some(Targets::One(place)) => places.push(place.clone()),
                Some(Targets::Both(a, b)) => pending.extend([a.clone(), b.clone()]),
            }
        }
        places
    }
}

struct Step<'c> {
    parent: Option<Rc<Step<'c>>>,
    token: &'c str,
    depth: u32,
}

impl<'c> Place<'c> {
    /// The document itself.
    pub fn root(document: SourceId) -> Self {
        Self { document, step: None, expanding: Expanding::default() }
    }

    /// The document.
    pub fn document(&self) -> SourceId {
        self.document
    }

    /// One level down.
    #[must_use]
    pub fn child(&self, token: &'c str) -> Self {
        let depth = self.depth() + 1;
        let step = Some(Rc::new(Step { parent: self.step.clone(), token, depth }));
        Self { document: self.document, step, expanding: self.expanding.clone() }
    }

    /// The same place, with everything in it copied from `targets` too.
    #[must_use]
    pub fn expanding(&self, targets: &Expanding<'c>) -> Self {
        Self { expanding: targets.and(&self.expanding), ..self.clone() }
    }

    /// What the definitions that enclose this place were copied from.
    pub fn expansions(&self) -> &Expanding<'c> {
        &self.expanding
    }

    /// How many tokens lead here.
    pub fn depth(&self) -> u32 {
        self.step.as_ref().map_or(0, |step| step.depth)
    }

    /// The last token.
    pub fn token(&self) -> Option<&'c str> {
        self.step.as_ref().map(|step| step.token)
    }

    /// The tokens from the root.
    pub fn tokens(&self) -> Vec<&'c str> {
        let mut tokens = Vec::with_capacity(self.depth() as usize);
        let mut at = self.step.as_ref();
        while let Some(step) = at {
            tokens.push(step.token);
            at = step.parent.as_ref();
        }
        tokens.reverse();
        tokens
    }

    /// The RFC 6901 pointer.
    pub fn pointer(&self) -> String {
        let mut rendered = String::new();
        for token in self.tokens() {
            pointer::push_token(&mut rendered, token);
        }
        rendered
    }

    /// True when `other` is this place or lies below it.
    pub fn encloses(&self, other: &Self) -> bool {
        if self.document != other.document || self.depth() > other.depth() {
            return false;
        }
        let mut below = other.step.as_ref();
        while below.map_or(0, |step| step.depth) > self.depth() {
            below = below.and_then(|step| step.parent.as_ref());
        }
        let mut here = self.step.as_ref();
        while let (Some(a), Some(b)) = (here, below) {
            if Rc::ptr_eq(a, b) {
                return true;
            }
            if a.token != b.token {
                return false;
            }
            here = a.parent.as_ref();
            below = b.parent.as_ref();
        }
        true
    }
}

impl PartialEq for Place<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.depth() == other.depth() && self.encloses(other)
    }
}

impl Drop for Step<'_> {
    /// Unlinks iteratively, because a place can be deep.
    fn drop(&mut self) {
        let mut parent = self.parent.take();
        while let Some(step) = parent {
            match Rc::try_unwrap(step) {
                Ok(mut step) => parent = step.parent.take(),
                Err(_) => break,
            }
        }
    }
}
