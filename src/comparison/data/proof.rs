//! What changed in a description, as far as a proof of its compatibility is concerned.

use super::choices::Choices;
use super::{Comparer, Pair};
use crate::comparison::classify::{Change, Effect, Treatment, is_structured, quality};
use crate::comparison::equal::same;
use crate::comparison::settle::Proof;
use crate::comparison::terms::Revision;
use crate::model::{Exhausted, Items};

impl<'c> Comparer<'_, 'c, '_> {
    /// Everything that changed in a description, its nested ones apart.
    pub(super) fn proof(&self, pair: &Pair<'c>, choices: &Choices<'c>) -> Result<Proof, Exhausted> {
        let mut proof = Proof::default();
        let [earlier, later] = pair;
        let judged = self.context.judged(pair);
        let comparer = Comparer { context: self.context, flow: self.flow, pair, within_alternative: false };
        for name in comparer.names() {
            match name {
                "properties" if comparer.is_structure(name) => comparer.prove_entries(choices, &mut proof),
                "items" => comparer.prove_items(&mut proof),
                "sdfChoice" => match choices {
                    Choices::None => {}
                    Choices::One => proof.note(Effect::Neither),
                    Choices::NotEstablished { unavailable: Some(_) } => proof.spoiled = true,
                    Choices::NotEstablished { unavailable: None } => {
                        if let (Some(a), Some(b)) = (earlier.get("sdfChoice"), later.get("sdfChoice")) {
                            proof.spoiled |= !same(a, b);
                        }
                    }
                    Choices::Both { .. } => choices.note_presences(&mut proof),
                },
                _ if is_structured(name, earlier.role()) => {}
                _ => match quality(&judged, name, false) {
                    Change::None | Change::Changed(Treatment::Documentary) => {}
                    Change::Changed(Treatment::Constraint(rule)) => match choices {
                        // A shared quality counts where it is inherited.
                        Choices::Both { corresponding, .. } => {
                            for (_, pair) in corresponding {
                                if comparer.is_shared(name, pair) {
                                    proof.note(rule.effect(&self.context.judged(pair)));
                                }
                            }
                        }
                        Choices::NotEstablished { .. } => proof.note(Effect::Neither),
                        _ => proof.note(rule.effect(&judged)),
                    },
                    Change::Changed(Treatment::Misread | Treatment::Undetermined(_))
                    | Change::Unavailable(_) => {
                        proof.spoiled = true;
                    }
                },
            }
        }
        Ok(proof)
    }

    pub(super) fn prove_entries(&self, choices: &Choices<'c>, proof: &mut Proof) {
        let [earlier, later] = self.pair;
        let (Some(before), Some(after)) = (earlier.properties(), later.properties()) else {
            proof.spoiled = true;
            return;
        };
        for name in before.iter().map(|member| member.name) {
            let a = earlier.entry(self.context.composer(Revision::Earlier), name);
            match later.entry(self.context.composer(Revision::Later), name) {
                Some(b) => proof.spoiled |= matches!(a, Some(Err(_))) || b.is_err(),
                None => proof.note(Effect::Widens),
            }
        }
        let relied_on = self.relied_on(choices);
        let mut new = after.iter().filter(|member| !before.contains(member.name));
        if new.any(|member| relied_on.contains(member.name)) {
            proof.note(Effect::Narrows);
        }
    }

    pub(super) fn prove_items(&self, proof: &mut Proof) {
        let [earlier, later] = self.pair;
        let items = [
            earlier.items(self.context.composer(Revision::Earlier)),
            later.items(self.context.composer(Revision::Later)),
        ];
        match items {
            [Items::Absent, Items::Absent] => {}
            [Items::Description(Err(_)), _] | [_, Items::Description(Err(_))] => proof.spoiled = true,
            [Items::Description(Ok(_)), Items::Description(Ok(_))] => {}
            [Items::Absent, _] => proof.note(Effect::Narrows),
            [_, Items::Absent] => proof.note(Effect::Widens),
            _ => {
                if let (Some(a), Some(b)) = (earlier.get("items"), later.get("items")) {
                    proof.spoiled |= !same(a, b);
                }
            }
        }
    }
}
