//! Compares two corresponding data descriptions, at any depth.

mod choices;
mod entries;
mod items;
mod proof;

use std::rc::Rc;

use self::choices::Choices;
use super::classify::{Change, Judged, Rule, Treatment, is_structured, quality};
use super::context::{Context, Owner, Verdict};
use super::placement::Placement;
use super::settle::{Carried, Flow, Proof, Scope, settle};
use super::terms::{Revision, Subject};
use crate::model::vocabulary::DOCUMENTARY;
use crate::model::{Description, Exhausted};

type Pair<'c> = [Rc<Description<'c>>; 2];
type Compared = Result<(), Exhausted>;

impl<'c> Context<'c, '_> {
    /// Compares two descriptions and everything in them.
    pub(super) fn compare_data(&self, flow: &Flow<'c>, pair: &Pair<'c>) -> Compared {
        Comparer { context: self, flow, pair, within_alternative: false }.compare()
    }

    fn judged<'a>(&'a self, pair: &'a Pair<'c>) -> Judged<'a, 'c, 'a> {
        Judged { context: self, earlier: &pair[0], later: &pair[1] }
    }
}

struct Comparer<'a, 'c, 'r> {
    context: &'a Context<'c, 'r>,
    flow: &'a Flow<'c>,
    pair: &'a Pair<'c>,
    /// An alternative reports only what a branch states; inherited qualities are reported at the holder.
    within_alternative: bool,
}

impl<'a, 'c> Comparer<'a, 'c, '_> {
    fn compare(&self) -> Compared {
        let context = self.context;
        let [earlier, later] = self.pair;
        let work = context.composer(Revision::Earlier).work();
        work.charge((earlier.members().len() + later.members().len()) as u64 + 1)?;
        let choices = self.choices();
        let proof = self.proof(self.pair, &choices)?;
        // Each corresponding alternative has a proof of its own, over what it states and what it inherits.
        let mut alternatives = Vec::new();
        if let Choices::Both { corresponding, .. } = &choices {
            for (name, pair) in corresponding {
                let inner = self.alternative(pair).choices();
                let mut shared = self.proof(pair, &inner)?;
                // What a holder's value may be also depends on the alternatives that came or went.
                choices.note_presences(&mut shared);
                alternatives.push((*name, pair, shared));
            }
        }
        for name in self.names() {
            if self.is_inherited(name) {
                continue;
            }
            match name {
                "properties" if self.is_structure(name) => self.entries(&choices, &proof, &alternatives)?,
                "items" => self.items(&choices, &proof, &alternatives)?,
                "sdfChoice" => self.choice(&choices, &proof)?,
                _ if is_structured(name, earlier.role()) => {}
                _ => self.quality(name, &choices, &proof, &alternatives)?,
            }
        }
        for (_, pair, _) in &alternatives {
            self.alternative(pair).compare()?;
        }
        Ok(())
    }

    fn alternative<'b>(&'b self, pair: &'b Pair<'c>) -> Comparer<'b, 'c, 'b> {
        Comparer { context: self.context, flow: self.flow, pair, within_alternative: true }
    }

    /// The names of both revisions' qualities, in the earlier one's order, later-only ones last.
    fn names(&self) -> Vec<&'c str> {
        let [earlier, later] = self.pair;
        let mut names: Vec<&'c str> = earlier.members().iter().map(|member| member.name).collect();
        names.extend(later.members().iter().map(|m| m.name).filter(|name| !earlier.members().contains(name)));
        names
    }

    fn is_inherited(&self, name: &str) -> bool {
        self.within_alternative
            && self
                .pair
                .iter()
                .all(|alternative| alternative.inherits(name) || alternative.get(name).is_none())
    }

    /// `properties` and `items` are structure only where the role has them.
    fn is_structure(&self, name: &str) -> bool {
        self.pair.iter().all(|description| {
            description.get(name).is_none()
                || description.standing(name) == crate::model::vocabulary::Standing::Vocabulary
        })
    }

    fn owners(&self) -> [Owner<'_, 'c>; 2] {
        let owner = |description: &'a Rc<Description<'c>>| Owner {
            place: description.place(),
            members: description.members(),
        };
        let [earlier, later] = self.pair;
        [owner(earlier), owner(later)]
    }

    fn report(&self, name: &'c str, verdict: Verdict) {
        let [earlier, later] = self.owners();
        self.context.changed([&earlier, &later], name, self.flow.carried.listed(), verdict);
    }
    fn outside_items_vocabulary(&self) -> bool {
        self.pair.iter().any(|description| description.is_outside_items_vocabulary())
    }
    fn own_scope<'b>(&'b self, proof: &'b Proof) -> Scope<'b, 'c, 'b> {
        let placement = self.flow.placement.clone();
        Scope { judged: self.context.judged(self.pair), proof, placement }
    }

    fn verdict(&self, rule: &dyn Rule, scopes: &[Scope<'_, 'c, '_>]) -> Result<Verdict, Exhausted> {
        match self.flow.carried {
            Carried::Known(directions) if directions.is_empty() => Ok(Verdict::Compatible),
            Carried::Known(_) if self.flow.without_meaning || self.outside_items_vocabulary() => {
                Ok(Verdict::Undetermined("comparison.not_classified"))
            }
            _ => settle(self.context, self.flow, rule, scopes),
        }
    }

    fn constraint(&self, name: &'c str, rule: &dyn Rule, proof: &Proof) -> Compared {
        let verdict = self.verdict(rule, &[self.own_scope(proof)])?;
        self.report(name, verdict);
        Ok(())
    }

    /// Reports a change that no rule decides, unless nobody is affected or nobody knows who is.
    fn undetermined(&self, name: &'c str, code: &'static str) {
        self.report(name, self.without_rule(Verdict::Undetermined(code)));
    }

    fn without_rule(&self, verdict: Verdict) -> Verdict {
        match self.flow.carried {
            Carried::Unknown(_) => Verdict::Undetermined("comparison.directions_unavailable"),
            Carried::Known(directions) if directions.is_empty() => Verdict::Compatible,
            Carried::Known(_) => verdict,
        }
    }

    fn quality(
        &self,
        name: &'c str,
        choices: &Choices<'c>,
        proof: &Proof,
        alternatives: &[(&'c str, &Pair<'c>, Proof)],
    ) -> Compared {
        let unestablished = matches!(choices, Choices::NotEstablished { .. })
            || matches!(choices, Choices::One) && self.one_sided_choice_is_unestablished();
        let judged = self.context.judged(self.pair);
        let settle_units = matches!(self.flow.carried, Carried::Known(_));
        match quality(&judged, name, settle_units) {
            Change::None => {}
            Change::Unavailable(code) => {
                let sides = self.owners().map(|owner| Some(owner.quality(name)));
                let subject = Subject::Quality(name.to_owned());
                self.context.unavailable(subject, self.flow.carried.listed(), sides, code);
            }
            Change::Changed(Treatment::Documentary) => {
                let meaningless = self.flow.without_meaning && !matches!(name, "description" | "$comment");
                match self.flow.carried {
                    Carried::Known(directions)
                        if meaningless && !directions.is_empty() && !DOCUMENTARY.contains(&name) =>
                    {
                        self.undetermined(name, "comparison.not_classified");
                    }
                    _ => self.report(name, Verdict::Compatible),
                }
            }
            Change::Changed(_) if self.flow.without_meaning => {
                self.undetermined(name, "comparison.not_classified");
            }
            Change::Changed(Treatment::Constraint(rule)) => {
                let verdict = match choices {
                    Choices::Both { .. } => self.verdict(rule, &self.inheriting(name, alternatives))?,
                    _ => {
                        let scope = Scope { judged, proof, placement: self.flow.placement.clone() };
                        self.verdict(rule, &[scope])?
                    }
                };
                self.report(name, verdict);
            }
            Change::Changed(Treatment::Misread | Treatment::Undetermined(_))
                if matches!(name, "unit" | "contentFormat" | "sdfType")
                    && matches!(choices, Choices::Both { .. })
                    && self.inheriting(name, alternatives).is_empty() =>
            {
                // Every alternative replaces it, so it reads no value.
                self.report(name, self.without_rule(Verdict::Compatible));
            }
            Change::Changed(Treatment::Misread) => {
                let verdict = if unestablished {
                    Verdict::Undetermined("comparison.not_classified")
                } else {
                    Verdict::Breaking(None)
                };
                self.report(name, self.without_rule(verdict));
            }
            Change::Changed(Treatment::Undetermined(code)) => self.undetermined(name, code),
        }
        Ok(())
    }
}

impl<'c> Flow<'c> {
    /// The flow of a whole description: a Property's data, an input or an output.
    pub(super) fn whole(carried: Carried, pair: &Pair<'c>) -> Self {
        Self { carried, whole: pair.clone(), placement: Placement::whole(), without_meaning: false }
    }
}
