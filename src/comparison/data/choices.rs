//! `sdfChoice`: how the alternatives of two descriptions correspond, and what became of the choice itself.

use std::rc::Rc;

use super::{Compared, Comparer, Pair, Proof};
use crate::comparison::classify::{Alternative, Effect, Whole};
use crate::comparison::context::{absent, present};
use crate::comparison::equal::same;
use crate::comparison::settle::Scope;
use crate::comparison::terms::{DifferenceKind, Revision, Subject};
use crate::model::{Alternatives, Content, Description, Members, Nested, Unavailable};

/// How the choices of two descriptions relate.
pub(super) enum Choices<'c> {
    /// No choice in either, or an enum only: the description is judged as it stands.
    None,
    /// Established in both: shared qualities are judged on the corresponding alternatives. Those that only one
    /// revision has come with their position in it.
    Both {
        corresponding: Vec<(&'c str, Pair<'c>)>,
        removed: Vec<(usize, &'c str)>,
        added: Vec<(usize, &'c str)>,
    },
    /// Only one revision has one.
    One,
    /// In both, but what a revision's choice admits is not established.
    NotEstablished { unavailable: Option<Unavailable> },
}

impl Choices<'_> {
    /// Notes what the alternatives that came or went do to the admitted values.
    pub(super) fn note_presences(&self, proof: &mut Proof) {
        let Self::Both { removed, added, .. } = self else { return };
        if !removed.is_empty() {
            proof.note(Effect::Narrows);
        }
        if !added.is_empty() {
            proof.note(Effect::Widens);
        }
    }
}

impl<'c> Comparer<'_, 'c, '_> {
    pub(super) fn choices(&self) -> Choices<'c> {
        let [earlier, later] = self.pair;
        match (earlier.get("sdfChoice"), later.get("sdfChoice")) {
            (None, None) => return Choices::None,
            (None, Some(_)) | (Some(_), None) => return Choices::One,
            // Inside items without a meaning a choice is one opaque value.
            (Some(_), Some(_)) if self.outside_items_vocabulary() => {
                return Choices::NotEstablished { unavailable: None };
            }
            (Some(_), Some(_)) => {}
        }
        let of = |revision: Revision, description: &Rc<Description<'c>>| {
            description.alternatives(self.context.composer(revision)).clone()
        };
        let (Alternatives::Choice(before), Alternatives::Choice(after)) =
            (of(Revision::Earlier, earlier), of(Revision::Later, later))
        else {
            return Choices::NotEstablished { unavailable: None };
        };
        let fault = |alternatives: &[(&str, Nested<'c>)]| {
            alternatives.iter().find_map(|(_, alternative)| alternative.as_ref().err().copied())
        };
        if let Some(unavailable) = fault(&before).or_else(|| fault(&after)) {
            return Choices::NotEstablished { unavailable: Some(unavailable) };
        }
        let established = |alternatives: &[(&'c str, Nested<'c>)]| -> Vec<(&'c str, Rc<Description<'c>>)> {
            alternatives
                .iter()
                .filter_map(|(name, d)| d.as_ref().ok().map(|d| (*name, Rc::clone(d))))
                .collect()
        };
        let before = established(&before);
        let mut after: Vec<(&str, Option<Rc<Description<'c>>>)> =
            established(&after).into_iter().map(|(name, d)| (name, Some(d))).collect();
        let index: std::collections::HashMap<&str, usize> =
            after.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
        let mut corresponding = Vec::new();
        let mut removed = Vec::new();
        for (at, (name, description)) in before.into_iter().enumerate() {
            match index.get(name).and_then(|&at| after[at].1.take()) {
                Some(other) => corresponding.push((name, [description, other])),
                None => removed.push((at, name)),
            }
        }
        let rest = after.into_iter().enumerate().filter(|(_, (_, rest))| rest.is_some());
        let added = rest.map(|(at, (name, _))| (at, name)).collect();
        Choices::Both { corresponding, removed, added }
    }

    /// Reports what became of the choice itself; corresponding alternatives come later.
    pub(super) fn choice(&self, choices: &Choices<'c>, proof: &Proof) -> Compared {
        let [earlier, later] = self.pair;
        match choices {
            Choices::None => {}
            Choices::NotEstablished { unavailable: Some(unavailable) } => {
                let sides = self.owners().map(|owner| Some(owner.quality("sdfChoice")));
                let subject = Subject::Quality("sdfChoice".to_owned());
                self.context.unavailable(subject, self.flow.carried.listed(), sides, unavailable.code);
            }
            Choices::NotEstablished { unavailable: None } => {
                if let (Some(a), Some(b)) = (earlier.get("sdfChoice"), later.get("sdfChoice"))
                    && !same(a, b)
                {
                    self.undetermined("sdfChoice", "comparison.not_classified");
                }
            }
            Choices::One => {
                let revision =
                    if earlier.get("sdfChoice").is_some() { Revision::Earlier } else { Revision::Later };
                let description = &self.pair[revision as usize];
                match description.alternatives(self.context.composer(revision)) {
                    Alternatives::Choice(alternatives) if alternatives.iter().all(|(_, a)| a.is_ok()) => {
                        self.constraint("sdfChoice", &Whole, proof)?;
                    }
                    Alternatives::Choice(alternatives) => {
                        let code =
                            alternatives.iter().find_map(|(_, a)| a.as_ref().err()).map(|fault| fault.code);
                        let sides = self.owners().map(|owner| Some(owner.quality("sdfChoice")));
                        let subject = Subject::Quality("sdfChoice".to_owned());
                        let code = code.unwrap_or("interpretation.unresolved");
                        self.context.unavailable(subject, self.flow.carried.listed(), sides, code);
                    }
                    _ => self.undetermined("sdfChoice", "comparison.not_classified"),
                }
            }
            Choices::Both { removed, added, .. } => {
                let branches = [earlier, later].map(|description| {
                    description.get("sdfChoice").map(Content::members).unwrap_or_default()
                });
                for (names, is_added) in [(removed, false), (added, true)] {
                    for (at, name) in names {
                        self.alternative_presence((*at, name), is_added, &branches, proof)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn alternative_presence(
        &self,
        (at, name): (usize, &'c str),
        added: bool,
        branches: &[Rc<Members<'c>>; 2],
        proof: &Proof,
    ) -> Compared {
        let [earlier, later] = self.pair;
        let (with, without) = if added { (later, earlier) } else { (earlier, later) };
        let [there, gone] = if added { [1, 0] } else { [0, 1] }.map(|side: usize| &branches[side]);
        let place = |description: &Description<'c>| description.place().child("sdfChoice").child(name);
        let composer = self.context.composer(if added { Revision::Later } else { Revision::Earlier });
        let origin = there.get(name).map(|content| {
            composer
                .definition(content, &place(with))
                .map_or(content.origin(), |definition| definition.origin)
        });
        let there = origin.map(|origin| present(&place(with), origin));
        let gone = Some(absent(&place(without), gone.deletion(name)));
        let sides = if added { [gone, there] } else { [there, gone] };
        let verdict = self.verdict(&Alternative { at, added }, &[self.own_scope(proof)])?;
        let [a, b] = self.owners();
        self.context.note_extensions([&a, &b], &verdict);
        let kind = if added { DifferenceKind::Added } else { DifferenceKind::Removed };
        let subject = Subject::Quality("sdfChoice".to_owned());
        self.context.push(kind, subject, self.flow.carried.listed(), sides, verdict);
        Ok(())
    }

    pub(super) fn one_sided_choice_is_unestablished(&self) -> bool {
        [Revision::Earlier, Revision::Later].into_iter().any(|revision| {
            let description = &self.pair[revision as usize];
            description.get("sdfChoice").is_some()
                && match description.alternatives(self.context.composer(revision)) {
                    Alternatives::Choice(alternatives) => alternatives.iter().any(|(_, a)| a.is_err()),
                    _ => true,
                }
        })
    }

    /// Whether a corresponding alternative has a quality from the choice's holder in both revisions. A quality that
    /// one holder lacks is inherited by every alternative that does not state it.
    pub(super) fn is_shared(&self, name: &str, alternatives: &Pair<'c>) -> bool {
        self.pair.iter().zip(alternatives).all(|(holder, alternative)| {
            alternative.inherits(name) || (alternative.get(name).is_none() && holder.get(name).is_none())
        })
    }

    /// The corresponding alternatives that inherit a quality in both revisions, as scopes.
    pub(super) fn inheriting<'b>(
        &'b self,
        name: &str,
        alternatives: &'b [(&'c str, &'b Pair<'c>, Proof)],
    ) -> Vec<Scope<'b, 'c, 'b>> {
        alternatives
            .iter()
            .filter(|(_, pair, _)| self.is_shared(name, pair))
            .map(|(_, pair, proof)| Scope {
                judged: self.context.judged(pair),
                proof,
                placement: self.flow.placement.clone(),
            })
            .collect()
    }
}
