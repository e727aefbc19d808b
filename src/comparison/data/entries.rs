//! Map entries: those that both revisions describe, and those that came or went.

use std::collections::HashSet;
use std::rc::Rc;

use super::choices::Choices;
use super::{Compared, Comparer, Pair};
use crate::comparison::classify::Entry;
use crate::comparison::context::{Verdict, present, resolved_side};
use crate::comparison::placement::MapHolder;
use crate::comparison::settle::{Flow, Proof, Scope};
use crate::comparison::terms::{DifferenceKind, Revision, Subject};
use crate::model::{Content, Nested};

/// Entries that Clients may rely on.
pub(super) enum ReliedOn<'c> {
    /// Nobody knows, so any.
    Any,
    /// Those that some description requires.
    Required(HashSet<&'c str>),
}

/// The maps that entries stand in.
struct Maps<'b, 'c> {
    holder: Rc<MapHolder<'c>>,
    scopes: Vec<(Scope<'b, 'c, 'b>, Rc<MapHolder<'c>>)>,
}

impl ReliedOn<'_> {
    pub(super) fn contains(&self, name: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Required(names) => names.contains(name),
        }
    }
}

impl<'c> Comparer<'_, 'c, '_> {
    /// The entries that a Client of the earlier revision may rely on although it does not describe them.
    pub(super) fn relied_on(&self, choices: &Choices<'c>) -> ReliedOn<'c> {
        let own = || ReliedOn::Required(self.pair[0].required().iter().copied().collect());
        match choices {
            Choices::None => own(),
            Choices::Both { corresponding, .. } => {
                let mut names = HashSet::new();
                let mut inherited = false;
                for (_, pair) in corresponding {
                    if !pair.iter().all(|alternative| alternative.inherits("properties")) {
                        continue;
                    }
                    if !pair[0].inherits("required") {
                        names.extend(pair[0].required());
                    } else if !std::mem::replace(&mut inherited, true) {
                        // What the holder requires is the same for every alternative that inherits it.
                        names.extend(self.pair[0].required());
                    }
                }
                ReliedOn::Required(names)
            }
            Choices::One if self.pair[0].get("sdfChoice").is_none() => own(),
            Choices::One | Choices::NotEstablished { .. } => ReliedOn::Any,
        }
    }

    pub(super) fn entries(
        &self,
        choices: &Choices<'c>,
        proof: &Proof,
        alternatives: &[(&'c str, &Pair<'c>, Proof)],
    ) -> Compared {
        let [earlier, later] = self.pair;
        let (Some(before), Some(after)) = (earlier.properties(), later.properties()) else {
            if earlier.get("properties").is_some() && later.get("properties").is_some() {
                let sides = self.owners().map(|owner| Some(owner.quality("properties")));
                let subject = Subject::Quality("properties".to_owned());
                let code = "interpretation.unresolved";
                self.context.unavailable(subject, self.flow.carried.listed(), sides, code);
            } else {
                self.undetermined("properties", "comparison.not_classified");
            }
            return Ok(());
        };
        // What an entry with an unreadable name describes corresponds to nothing; the others are compared as ever.
        if before.has_unreadable_names() || after.has_unreadable_names() {
            let sides = self.owners().map(|owner| Some(owner.quality("properties")));
            let subject = Subject::Quality(String::new());
            let code = "interpretation.unresolved";
            self.context.unavailable(subject, self.flow.carried.listed(), sides, code);
        }
        let work = self.context.composer(Revision::Earlier).work();
        work.charge((before.len() + after.len()) as u64)?;
        let maps = Maps {
            holder: MapHolder::new(earlier, later),
            scopes: self.map_scopes(choices, proof, alternatives),
        };
        for member in before.iter() {
            let name = member.name;
            let a = earlier.entry(self.context.composer(Revision::Earlier), name);
            let b = later.entry(self.context.composer(Revision::Later), name);
            match (a, b, after.get(name)) {
                (Some(a), Some(b), Some(other)) => {
                    self.entry(&maps, name, [&member.content, other], [a, b])?;
                }
                (Some(_), None, _) => self.entry_presence(false, name, &maps)?,
                _ => {}
            }
        }
        let relied_on = self.relied_on(choices);
        for name in after.iter().map(|member| member.name).filter(|name| !before.contains(name)) {
            if relied_on.contains(name) {
                self.entry_presence(true, name, &maps)?;
            } else {
                self.push_entry(true, name, Verdict::Compatible);
            }
        }
        Ok(())
    }

    /// The descriptions that an entry which came or went is judged on, each with the maps it stands in.
    fn map_scopes<'b>(
        &'b self,
        choices: &Choices<'c>,
        proof: &'b Proof,
        alternatives: &'b [(&'c str, &'b Pair<'c>, Proof)],
    ) -> Vec<(Scope<'b, 'c, 'b>, Rc<MapHolder<'c>>)> {
        let scopes = match choices {
            Choices::Both { .. } => self.inheriting("properties", alternatives),
            _ => vec![self.own_scope(proof)],
        };
        let held = |scope: Scope<'b, 'c, 'b>| {
            let holder = MapHolder::new(scope.judged.earlier, scope.judged.later);
            (scope, holder)
        };
        scopes.into_iter().map(held).collect()
    }

    /// An entry that both revisions describe.
    fn entry(
        &self,
        maps: &Maps<'_, 'c>,
        name: &'c str,
        contents: [&Content<'c>; 2],
        nested: [Nested<'c>; 2],
    ) -> Compared {
        let fault = nested.iter().find_map(|nested| nested.as_ref().err().copied());
        match (fault, nested) {
            (None, [Ok(a), Ok(b)]) => {
                let flow = Flow {
                    placement: self.flow.placement.entry(&maps.holder, name),
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

    fn entry_presence(&self, added: bool, name: &'c str, maps: &Maps<'_, 'c>) -> Compared {
        self.context.composer(Revision::Earlier).work().charge(maps.scopes.len() as u64)?;
        let mut scopes = Vec::new();
        for (scope, holder) in &maps.scopes {
            // Without a choice, what is relied on was asked before.
            if added && maps.scopes.len() > 1 && !scope.judged.earlier.requires(name) {
                continue;
            }
            scopes.push(Scope {
                judged: scope.judged,
                proof: scope.proof,
                placement: self.flow.placement.entry(holder, name),
            });
        }
        let verdict = self.verdict(&Entry { added }, &scopes)?;
        self.push_entry(added, name, verdict);
        Ok(())
    }

    fn push_entry(&self, added: bool, name: &'c str, verdict: Verdict) {
        let revision = if added { Revision::Later } else { Revision::Earlier };
        let description = &self.pair[revision as usize];
        let place = description.place().child("properties").child(name);
        let origin = match description.entry(self.context.composer(revision), name) {
            Some(Ok(entry)) => Some(entry.origin()),
            _ => description.properties().and_then(|properties| properties.get(name)).map(Content::origin),
        };
        let side = origin.map(|origin| present(&place, origin));
        let (kind, sides) = if added {
            (DifferenceKind::Added, [None, side])
        } else {
            (DifferenceKind::Removed, [side, None])
        };
        self.context.push(kind, Subject::Entry, self.flow.carried.listed(), sides, verdict);
    }
}
