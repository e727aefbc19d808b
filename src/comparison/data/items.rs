//! Array items: one description for every item, in either revision.

use super::choices::Choices;
use super::{Compared, Comparer, Pair};
use crate::comparison::classify::ITEMS;
use crate::comparison::equal::same;
use crate::comparison::settle::{Flow, Proof};
use crate::comparison::terms::{Presence, Revision, Subject};
use crate::model::Items;
use crate::model::vocabulary::Role;

impl<'c> Comparer<'_, 'c, '_> {
    pub(super) fn items(
        &self,
        choices: &Choices<'c>,
        proof: &Proof,
        alternatives: &[(&'c str, &Pair<'c>, Proof)],
    ) -> Compared {
        let [earlier, later] = self.pair;
        if self.pair.iter().any(|description| description.role() == Role::Items) {
            return self.quality("items", choices, proof, alternatives);
        }
        let items = [
            earlier.items(self.context.composer(Revision::Earlier)).clone(),
            later.items(self.context.composer(Revision::Later)).clone(),
        ];
        match items {
            [Items::Absent, Items::Absent] => {}
            [Items::Description(Ok(a)), Items::Description(Ok(b))] => {
                let outside = a.is_outside_items_vocabulary() || b.is_outside_items_vocabulary();
                let flow = Flow {
                    placement: self.flow.placement.items(earlier, later),
                    without_meaning: self.flow.without_meaning || outside,
                    ..self.flow.clone()
                };
                self.context.compare_data(&flow, &[a, b])?;
            }
            [a, b] if [&a, &b].iter().any(|items| matches!(items, Items::Description(Err(_)))) => {
                let code = [&a, &b].into_iter().find_map(|items| match items {
                    Items::Description(Err(fault)) => Some(fault.code),
                    _ => None,
                });
                let side = |at: usize, items: &Items<'c>| {
                    let owner = &self.owners()[at];
                    let mut side = owner.quality("items");
                    if matches!(items, Items::Description(Err(_))) {
                        side.presence = Presence::Unavailable;
                    }
                    Some(side)
                };
                let sides = [side(0, &a), side(1, &b)];
                let subject = Subject::Quality("items".to_owned());
                let code = code.unwrap_or("interpretation.unresolved");
                self.context.unavailable(subject, self.flow.carried.listed(), sides, code);
            }
            [Items::Absent, _] | [_, Items::Absent] => {
                let verdict = match choices {
                    Choices::Both { .. } => self.verdict(ITEMS, &self.inheriting("items", alternatives))?,
                    _ => self.verdict(ITEMS, &[self.own_scope(proof)])?,
                };
                self.report("items", verdict);
            }
            _ => {
                if let (Some(a), Some(b)) = (earlier.get("items"), later.get("items"))
                    && !same(a, b)
                {
                    self.undetermined("items", "comparison.not_classified");
                }
            }
        }
        Ok(())
    }
}
