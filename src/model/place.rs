//! Places in the effective view of a document, as chains of tokens that share their beginnings.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
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
        Self(Some(Rc::new(Targets::One(target.alone()))))
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
        let others = other.places();
        if mine.len().min(others.len()) <= 4 {
            return others.iter().any(|place| mine.contains(place));
        }
        let known: HashSet<(SourceId, u64)> = mine.iter().map(Place::fingerprint).collect();
        others.iter().any(|place| known.contains(&place.fingerprint()) && mine.contains(place))
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

impl Drop for Targets<'_> {
    /// Unlinks iteratively, because a chain of references makes a deep rope.
    fn drop(&mut self) {
        let Self::Both(a, b) = self else { return };
        let mut pending = vec![a.0.take(), b.0.take()];
        while let Some(next) = pending.pop() {
            if let Some(mut targets) = next.and_then(Rc::into_inner)
                && let Self::Both(a, b) = &mut targets
            {
                pending.extend([a.0.take(), b.0.take()]);
            }
        }
    }
}

struct Step<'c> {
    parent: Option<Rc<Step<'c>>>,
    token: &'c str,
    depth: u32,
    /// A hash of all tokens up to here, so that different places are told apart without walking them.
    hash: u64,
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
        let hash = hash_token(self.hash(), token);
        let step = Some(Rc::new(Step { parent: self.step.clone(), token, depth, hash }));
        Self { document: self.document, step, expanding: self.expanding.clone() }
    }

    /// The same place, with everything in it copied from `targets` too.
    #[must_use]
    pub fn expanding(&self, targets: &Expanding<'c>) -> Self {
        Self { expanding: targets.and(&self.expanding), ..self.clone() }
    }

    /// The same place, without what encloses it.
    pub fn alone(&self) -> Self {
        Self { document: self.document, step: self.step.clone(), expanding: Expanding::default() }
    }

    /// The hash of its tokens, as `hash_token` makes it from zero.
    pub fn hash(&self) -> u64 {
        self.step.as_ref().map_or(0, |step| step.hash)
    }

    fn fingerprint(&self) -> (SourceId, u64) {
        (self.document, self.hash())
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
        self.hash() == other.hash() && self.depth() == other.depth() && self.encloses(other)
    }
}

impl Drop for Step<'_> {
    /// Unlinks iteratively, because a place can be deep.
    fn drop(&mut self) {
        let mut parent = self.parent.take();
        while let Some(step) = parent {
            match Rc::into_inner(step) {
                Some(mut step) => parent = step.parent.take(),
                None => break,
            }
        }
    }
}

/// The hash of some tokens and one more.
pub(super) fn hash_token(before: u64, token: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    before.hash(&mut hasher);
    token.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Catalogue, SourceInput};

    fn root() -> Place<'static> {
        let catalogue = Catalogue::from_inputs(&[SourceInput::supplied("a", *b"{}")]).unwrap();
        Place::root(catalogue.source_id("a").unwrap())
    }

    #[test]
    fn a_place_is_its_tokens_however_it_was_reached() {
        let (a, b) = (root().child("x").child("y/z"), root().child("x").child("y/z"));
        assert!(a == b);
        assert!(a != root().child("x").child("y"));
        assert!(root().child("x").encloses(&a) && !a.encloses(&root().child("x")));
        assert_eq!(a.pointer(), "/x/y~1z");
    }

    #[test]
    fn definitions_meet_when_one_of_them_is_among_both() {
        let places: Vec<_> = ["a", "b", "c", "d", "e", "f", "g"].map(|name| root().child(name)).into();
        let rope = |places: &[Place<'static>]| {
            places.iter().fold(Expanding::default(), |rope, place| Expanding::one(place).and(&rope))
        };
        assert!(rope(&places[..6]).meets(&rope(&places[5..])));
        assert!(!rope(&places[..5]).meets(&rope(&places[5..])));
        let others: Vec<_> = ["h", "i", "j", "k", "c"].map(|name| root().child(name)).into();
        assert!(rope(&places).meets(&rope(&others)));
        assert!(!rope(&places).meets(&rope(&others[..4])));
    }

    #[test]
    fn a_rope_of_a_hundred_thousand_steps_is_dropped_on_an_ordinary_stack() {
        let rope = (0..100_000).fold(Expanding::default(), |rope, _| Expanding::one(&root()).and(&rope));
        let deep = (0..100_000).fold(root(), |place, _| place.child("x"));
        drop((rope, deep));
    }
}
