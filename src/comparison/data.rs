//! Compares two corresponding data descriptions, at any depth.

use std::rc::Rc;

use super::classify::{
    Alternative, Change, Effect, Entry, ITEMS, Judged, Rule, Treatment, Whole, is_structured, quality,
};
use super::context::{Context, Owner, Verdict, absent, present, resolved_side};
use super::difference::{DifferenceKind, Revision, Subject};
use super::equal::same;
use super::placement::{MapHolder, Placement};
use super::settle::{Carried, Flow, Proof, Scope, settle};
use crate::json::Kind;
use crate::model::vocabulary::{DOCUMENTARY, Role};
use crate::model::{Alternatives, Content, Description, Exhausted, Items, Nested, Unavailable};
use crate::value::representative::required_names;

type Pair<'c> = [Rc<Description<'c>>; 2];
type Compared = Result<(), Exhausted>;

/// How the choices of two descriptions relate.
enum Choices<'c> {
    /// No choice in either, or an enum only: the description is judged as it stands.
    None,
    /// Established in both: shared qualities are judged on the corresponding alternatives.
    Both { corresponding: Vec<(&'c str, Pair<'c>)>, removed: Vec<&'c str>, added: Vec<&'c str> },
    /// Only one revision has one.
    One,
    /// In both, but what a revision's choice admits is not established.
    NotEstablished { unavailable: Option<Unavailable> },
}

impl Choices<'_> {
    /// What the alternatives that came or went do to the admitted values.
    fn presences(&self) -> Vec<Effect> {
        let Self::Both { removed, added, .. } = self else { return Vec::new() };
        let removed = removed.iter().map(|_| Effect::Narrows);
        removed.chain(added.iter().map(|_| Effect::Widens)).collect()
    }
}

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
                shared.effects.extend(choices.presences());
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

    // ---- choices ----

    fn choices(&self) -> Choices<'c> {
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
        for (name, description) in before {
            match index.get(name).and_then(|&at| after[at].1.take()) {
                Some(other) => corresponding.push((name, [description, other])),
                None => removed.push(name),
            }
        }
        let added = after.into_iter().filter(|(_, rest)| rest.is_some()).map(|(name, _)| name).collect();
        Choices::Both { corresponding, removed, added }
    }

    /// Reports what became of the choice itself; corresponding alternatives come later.
    fn choice(&self, choices: &Choices<'c>, proof: &Proof) -> Compared {
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
                for (names, is_added) in [(removed, false), (added, true)] {
                    for name in names {
                        self.alternative_presence(name, is_added, proof)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn alternative_presence(&self, name: &'c str, added: bool, proof: &Proof) -> Compared {
        let [earlier, later] = self.pair;
        let (with, without) = if added { (later, earlier) } else { (earlier, later) };
        let content = with.get("sdfChoice").and_then(|choice| choice.get(name));
        let place = |description: &Description<'c>| description.place().child("sdfChoice").child(name);
        let composer = self.context.composer(if added { Revision::Later } else { Revision::Earlier });
        let origin = content.map(|content| {
            composer
                .definition(&content, &place(with))
                .map_or(content.origin(), |definition| definition.origin)
        });
        let deletion = without.get("sdfChoice").and_then(|choice| choice.members().deletion(name));
        let there = origin.map(|origin| present(&place(with), origin));
        let gone = Some(absent(&place(without), deletion));
        let sides = if added { [gone, there] } else { [there, gone] };
        let rule = Alternative { name: name.to_owned(), added };
        let verdict = self.verdict(&rule, &[self.own_scope(proof)])?;
        let [a, b] = self.owners();
        self.context.note_extensions([&a, &b], &verdict);
        let kind = if added { DifferenceKind::Added } else { DifferenceKind::Removed };
        let subject = Subject::Quality("sdfChoice".to_owned());
        self.context.push(kind, subject, self.flow.carried.listed(), sides, verdict);
        Ok(())
    }

    // ---- proofs ----

    fn outside_items_vocabulary(&self) -> bool {
        self.pair.iter().any(|description| description.is_outside_items_vocabulary())
    }

    /// Everything that changed in a description, its nested ones apart.
    fn proof(&self, pair: &Pair<'c>, choices: &Choices<'c>) -> Result<Proof, Exhausted> {
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
                    Choices::One => proof.effects.push(Effect::Neither),
                    Choices::NotEstablished { unavailable: Some(_) } => proof.spoiled = true,
                    Choices::NotEstablished { unavailable: None } => {
                        if let (Some(a), Some(b)) = (earlier.get("sdfChoice"), later.get("sdfChoice")) {
                            proof.spoiled |= !same(a, b);
                        }
                    }
                    Choices::Both { .. } => proof.effects.extend(choices.presences()),
                },
                _ if is_structured(name, earlier.role()) => {}
                _ => match quality(&judged, name, false) {
                    Change::None | Change::Changed(Treatment::Documentary) => {}
                    Change::Changed(Treatment::Constraint(rule)) => match choices {
                        // A shared quality counts where it is inherited.
                        Choices::Both { corresponding, .. } => {
                            for (_, pair) in corresponding {
                                if pair.iter().all(|alternative| alternative.inherits(name)) {
                                    proof.effects.push(rule.effect(&self.context.judged(pair)));
                                }
                            }
                        }
                        Choices::NotEstablished { .. } => proof.effects.push(Effect::Neither),
                        _ => proof.effects.push(rule.effect(&judged)),
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

    fn prove_entries(&self, choices: &Choices<'c>, proof: &mut Proof) {
        let [earlier, later] = self.pair;
        let (Some(before), Some(after)) = (earlier.entry_names(), later.entry_names()) else {
            proof.spoiled = true;
            return;
        };
        for name in &before {
            let a = earlier.entry(self.context.composer(Revision::Earlier), name);
            match later.entry(self.context.composer(Revision::Later), name) {
                Some(b) => proof.spoiled |= matches!(a, Some(Err(_))) || b.is_err(),
                None => proof.effects.push(Effect::Widens),
            }
        }
        for name in after {
            let properties = earlier.get("properties");
            if properties.is_none_or(|properties| properties.get(name).is_none())
                && self.is_required(name, choices)
            {
                proof.effects.push(Effect::Narrows);
            }
        }
    }

    fn prove_items(&self, proof: &mut Proof) {
        let [earlier, later] = self.pair;
        let items = [
            earlier.items(self.context.composer(Revision::Earlier)),
            later.items(self.context.composer(Revision::Later)),
        ];
        match items {
            [Items::Absent, Items::Absent] => {}
            [Items::Description(Err(_)), _] | [_, Items::Description(Err(_))] => proof.spoiled = true,
            [Items::Description(Ok(_)), Items::Description(Ok(_))] => {}
            [Items::Absent, _] => proof.effects.push(Effect::Narrows),
            [_, Items::Absent] => proof.effects.push(Effect::Widens),
            _ => {
                if let (Some(a), Some(b)) = (earlier.get("items"), later.get("items")) {
                    proof.spoiled |= !same(a, b);
                }
            }
        }
    }

    // ---- verdicts ----

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
                self.undetermined(name, "comparison.not_classified")
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

    fn one_sided_choice_is_unestablished(&self) -> bool {
        [Revision::Earlier, Revision::Later].into_iter().any(|revision| {
            let description = &self.pair[revision as usize];
            description.get("sdfChoice").is_some()
                && match description.alternatives(self.context.composer(revision)) {
                    Alternatives::Choice(alternatives) => alternatives.iter().any(|(_, a)| a.is_err()),
                    _ => true,
                }
        })
    }

    /// The corresponding alternatives that inherit a quality in both revisions, as scopes.
    fn inheriting<'b>(
        &'b self,
        name: &str,
        alternatives: &'b [(&'c str, &'b Pair<'c>, Proof)],
    ) -> Vec<Scope<'b, 'c, 'b>> {
        let inherits = |pair: &Pair<'c>| {
            // A quality that one revision lacks is inherited by every alternative that does not state it.
            [Revision::Earlier, Revision::Later].into_iter().all(|revision| {
                let alternative = &pair[revision as usize];
                alternative.inherits(name)
                    || (alternative.get(name).is_none() && self.pair[revision as usize].get(name).is_none())
            })
        };
        alternatives
            .iter()
            .filter(|(_, pair, _)| inherits(pair))
            .map(|(_, pair, proof)| Scope {
                judged: self.context.judged(pair),
                proof,
                placement: self.flow.placement.clone(),
            })
            .collect()
    }

    // ---- map entries ----

    /// Whether a Client of the earlier revision may rely on an entry that it does not describe.
    fn is_required(&self, name: &str, choices: &Choices<'c>) -> bool {
        let requires = |description: &Rc<Description<'c>>| required_names(description).contains(&name);
        match choices {
            Choices::None => requires(&self.pair[0]),
            Choices::Both { corresponding, .. } => corresponding.iter().any(|(_, pair)| {
                pair.iter().all(|alternative| alternative.inherits("properties")) && requires(&pair[0])
            }),
            Choices::One if self.pair[0].get("sdfChoice").is_none() => requires(&self.pair[0]),
            Choices::One | Choices::NotEstablished { .. } => true,
        }
    }

    fn entries(
        &self,
        choices: &Choices<'c>,
        proof: &Proof,
        alternatives: &[(&'c str, &Pair<'c>, Proof)],
    ) -> Compared {
        let [earlier, later] = self.pair;
        let (before, after) = match (earlier.get("properties"), later.get("properties")) {
            (Some(a), Some(b)) if a.kind() == Kind::Map && b.kind() == Kind::Map => {
                (a.members(), b.members())
            }
            (Some(a), Some(b)) => {
                let _ = (a, b);
                let sides = self.owners().map(|owner| Some(owner.quality("properties")));
                let subject = Subject::Quality("properties".to_owned());
                self.context.unavailable(
                    subject,
                    self.flow.carried.listed(),
                    sides,
                    "interpretation.unresolved",
                );
                return Ok(());
            }
            _ => {
                self.undetermined("properties", "comparison.not_classified");
                return Ok(());
            }
        };
        let work = self.context.composer(Revision::Earlier).work();
        work.charge((before.len() + after.len()) as u64)?;
        let holder = MapHolder::new(earlier, later);
        for member in before.iter() {
            let name = member.name;
            let a = earlier.entry(self.context.composer(Revision::Earlier), name);
            match (a, later.entry(self.context.composer(Revision::Later), name)) {
                (Some(a), Some(b)) => self.entry(
                    &holder,
                    name,
                    [&member.content, after.get(name).unwrap_or(&member.content)],
                    [a, b],
                )?,
                (Some(_), None) => self.entry_presence(false, name, &holder, choices, proof, alternatives)?,
                _ => {}
            }
        }
        for member in after.iter().filter(|member| !before.contains(member.name)) {
            self.entry_presence(true, member.name, &holder, choices, proof, alternatives)?;
        }
        Ok(())
    }

    /// An entry that both revisions describe.
    fn entry(
        &self,
        holder: &Rc<MapHolder<'c>>,
        name: &'c str,
        contents: [&Content<'c>; 2],
        nested: [Nested<'c>; 2],
    ) -> Compared {
        let fault = nested.iter().find_map(|nested| nested.as_ref().err().copied());
        match (fault, nested) {
            (None, [Ok(a), Ok(b)]) => {
                let flow = Flow {
                    placement: self.flow.placement.entry(holder, name),
                    without_meaning: self.flow.without_meaning || self.outside_items_vocabulary(),
                    ..self.flow.clone()
                };
                self.context.compare_data(&flow, &[a, b])
            }
            (fault, nested) => {
                let [a, b] = &nested;
                let place = |at: usize| self.pair[at].place().child("properties").child(name);
                let sides = [
                    Some(resolved_side(&place(0), contents[0], a, |description| description.origin())),
                    Some(resolved_side(&place(1), contents[1], b, |description| description.origin())),
                ];
                let code = fault.map_or("interpretation.unresolved", |fault| fault.code);
                self.context.unavailable(Subject::Entry, self.flow.carried.listed(), sides, code);
                Ok(())
            }
        }
    }

    fn entry_presence(
        &self,
        added: bool,
        name: &'c str,
        holder: &Rc<MapHolder<'c>>,
        choices: &Choices<'c>,
        proof: &Proof,
        alternatives: &[(&'c str, &Pair<'c>, Proof)],
    ) -> Compared {
        let revision = if added { Revision::Later } else { Revision::Earlier };
        let description = &self.pair[revision as usize];
        let place = description.place().child("properties").child(name);
        let content = description.get("properties").and_then(|properties| properties.get(name));
        let origin = match description.entry(self.context.composer(revision), name) {
            Some(Ok(entry)) => Some(entry.origin()),
            _ => content.map(|content| content.origin()),
        };
        let side = origin.map(|origin| present(&place, origin));
        let verdict = if added && !self.is_required(name, choices) {
            Verdict::Compatible
        } else {
            let rule = Entry { added };
            let scopes = match choices {
                Choices::Both { .. } => {
                    let mut scopes = self.inheriting("properties", alternatives);
                    if added {
                        scopes.retain(|scope| required_names(scope.judged.earlier).contains(&name));
                    }
                    for scope in &mut scopes {
                        let holder = MapHolder::new(scope.judged.earlier, scope.judged.later);
                        scope.placement = self.flow.placement.entry(&holder, name);
                    }
                    scopes
                }
                _ => {
                    let mut scope = self.own_scope(proof);
                    scope.placement = self.flow.placement.entry(holder, name);
                    vec![scope]
                }
            };
            self.verdict(&rule, &scopes)?
        };
        let kind = if added { DifferenceKind::Added } else { DifferenceKind::Removed };
        let sides = if added { [None, side] } else { [side, None] };
        self.context.push(kind, Subject::Entry, self.flow.carried.listed(), sides, verdict);
        Ok(())
    }

    // ---- array items ----

    fn items(
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
                        side.presence = super::difference::Presence::Unavailable;
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

impl<'c> Flow<'c> {
    /// The flow of a whole description: a Property's data, an input or an output.
    pub(super) fn whole(carried: Carried, pair: &Pair<'c>) -> Self {
        Self { carried, whole: pair.clone(), placement: Placement::whole(), without_meaning: false }
    }
}
