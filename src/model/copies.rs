//! Through which copies content came: what references inside a copied definition are followed by.

use std::rc::Rc;

use super::place::Place;

/// One copy step: the definition at `from` was copied to `to` because of a reference.
pub struct Copy<'c> {
    /// The referenced definition.
    pub from: Place<'c>,
    /// The definition that refers to it.
    pub to: Place<'c>,
}

/// Copy steps, innermost first, shared between all content that came the same way.
#[derive(Clone)]
pub struct Copies<'c>(Option<Rc<Steps<'c>>>);

enum Steps<'c> {
    One(Rc<Copy<'c>>),
    Both(Copies<'c>, Copies<'c>),
}

impl Drop for Steps<'_> {
    /// Unlinks iteratively, because a chain of references makes a deep rope.
    fn drop(&mut self) {
        let Self::Both(inner, outer) = self else { return };
        let mut pending = vec![inner.0.take(), outer.0.take()];
        while let Some(next) = pending.pop() {
            if let Some(mut steps) = next.and_then(Rc::into_inner)
                && let Self::Both(inner, outer) = &mut steps
            {
                pending.extend([inner.0.take(), outer.0.take()]);
            }
        }
    }
}

impl<'c> Copies<'c> {
    /// No step: content of the document it is written in.
    pub fn none() -> Self {
        Self(None)
    }

    /// One step.
    pub fn one(copy: Copy<'c>) -> Self {
        Self(Some(Rc::new(Steps::One(Rc::new(copy)))))
    }

    /// True without a step.
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// These steps and then `outer` ones.
    pub(super) fn then(&self, outer: &Self) -> Self {
        match (&self.0, &outer.0) {
            (None, _) => outer.clone(),
            (_, None) => self.clone(),
            _ => Self(Some(Rc::new(Steps::Both(self.clone(), outer.clone())))),
        }
    }

    /// The steps in order, innermost first.
    pub fn steps(&self) -> Vec<Rc<Copy<'c>>> {
        let mut steps = Vec::new();
        let mut pending = vec![self.clone()];
        while let Some(Self(next)) = pending.pop() {
            match next.as_deref() {
                None => {}
                Some(Steps::One(copy)) => steps.push(Rc::clone(copy)),
                Some(Steps::Both(inner, outer)) => {
                    pending.push(outer.clone());
                    pending.push(inner.clone());
                }
            }
        }
        steps
    }
}
