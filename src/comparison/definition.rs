//! Compares groupings and affordances of one document pair: what came, what went, and their own qualities.

use std::rc::Rc;

use super::classify::instances;
use super::context::{Context, Owner, Verdict, present, resolved_side};
use super::difference::Side;
use super::equal::{same, value_fault};
use super::required::Requirements;
use super::settle::{Carried, Flow};
use super::terms::{Class, DifferenceKind, Directions, Revision, Subject};
use crate::json::Kind;
use crate::model::vocabulary::{CHARACTERISTICS, Role};
use crate::model::{
    Content, Definition, Description, Exhausted, Members, Nested, Place, Position, Unavailable,
};
use crate::value::bound::End;

/// A definition with its place, content and resolution in one revision.
struct Sided<'c> {
    place: Place<'c>,
    content: Content<'c>,
    definition: Result<Rc<Definition<'c>>, Unavailable>,
}

impl Sided<'_> {
    fn side(&self) -> Side {
        resolved_side(&self.place, &self.content, &self.definition, |definition| definition.origin)
    }
}

impl<'c> Context<'c, '_> {
    /// Compares the class maps of two owners: the documents themselves, things or objects.
    pub(super) fn compare_classes(
        &self,
        owners: [&Owner<'_, 'c>; 2],
        position: Position,
        requirements: &Requirements,
    ) -> Result<(), Exhausted> {
        for keyword in names(owners) {
            let Position::ClassMap(class) = position.child(keyword) else { continue };
            // Affordances that belong to no grouping are for reuse only.
            if position == Position::Root && !class.is_grouping() {
                continue;
            }
            self.compare_class(owners, keyword, class, requirements)?;
        }
        Ok(())
    }

    fn compare_class(
        &self,
        owners: [&Owner<'_, 'c>; 2],
        keyword: &'c str,
        class: Class,
        requirements: &Requirements,
    ) -> Result<(), Exhausted> {
        let contents = owners.map(|owner| owner.members.get(keyword));
        if contents.iter().flatten().any(|content| content.kind() != Kind::Map) {
            let sides = owners.map(|owner| Some(owner.quality(keyword)));
            let subject = Subject::Definition(class);
            self.unavailable(subject, Directions::NONE, sides, "interpretation.unresolved");
            return Ok(());
        }
        let maps = contents.map(|content| content.map(Content::members));
        if maps.iter().flatten().any(|members| members.has_unreadable_names()) {
            let sides = owners.map(|owner| Some(owner.quality(keyword)));
            let subject = Subject::Quality(String::new());
            self.unavailable(subject, Directions::NONE, sides, "interpretation.unresolved");
        }
        let empty = Rc::new(Members::default());
        let [earlier, later] = maps.map(|members| members.unwrap_or_else(|| Rc::clone(&empty)));
        let work = self.composer(Revision::Earlier).work();
        work.charge((earlier.len() + later.len()) as u64)?;
        let place =
            |revision: Revision, name: &'c str| owners[revision as usize].place.child(keyword).child(name);
        for member in earlier.iter() {
            let before =
                self.sided(Revision::Earlier, &member.content, place(Revision::Earlier, member.name));
            match later.get(member.name) {
                Some(content) => {
                    let after = self.sided(Revision::Later, content, place(Revision::Later, member.name));
                    self.compare_definitions(class, &before, &after, requirements)?;
                }
                None => self.presence(DifferenceKind::Removed, class, &before),
            }
        }
        for member in later.iter().filter(|member| !earlier.contains(member.name)) {
            let after = self.sided(Revision::Later, &member.content, place(Revision::Later, member.name));
            self.presence(DifferenceKind::Added, class, &after);
        }
        Ok(())
    }

    fn sided(&self, revision: Revision, content: &Content<'c>, place: Place<'c>) -> Sided<'c> {
        let definition = self.composer(revision).definition(content, &place);
        Sided { place, content: content.clone(), definition }
    }

    /// A definition that only one revision has.
    fn presence(&self, kind: DifferenceKind, class: Class, sided: &Sided<'c>) {
        let origin = sided.definition.as_ref().map_or(sided.content.origin(), |definition| definition.origin);
        let side = Some(present(&sided.place, origin));
        let (sides, verdict) = match kind {
            DifferenceKind::Removed => ([side, None], Verdict::Breaking(None)),
            _ => ([None, side], Verdict::Compatible),
        };
        self.push(kind, Subject::Definition(class), Directions::NONE, sides, verdict);
    }

    fn compare_definitions(
        &self,
        class: Class,
        before: &Sided<'c>,
        after: &Sided<'c>,
        requirements: &Requirements,
    ) -> Result<(), Exhausted> {
        let (earlier, later) = match (&before.definition, &after.definition) {
            (Ok(earlier), Ok(later)) => (earlier, later),
            (Err(fault), _) | (_, Err(fault)) => {
                if fault.code == "operation.limit" && self.composer(Revision::Earlier).work().is_exhausted() {
                    return Err(Exhausted);
                }
                let sides = [Some(before.side()), Some(after.side())];
                self.unavailable(Subject::Definition(class), Directions::NONE, sides, fault.code);
                return Ok(());
            }
        };
        let places = [earlier.inside(&before.place), later.inside(&after.place)];
        let earlier_owner = Owner { place: &places[0], members: &earlier.members };
        let later_owner = Owner { place: &places[1], members: &later.members };
        let owners = [&earlier_owner, &later_owner];
        match class {
            Class::Thing | Class::Object => {
                if let Some((verdict, change)) = requirements.verdict(&before.place) {
                    self.changed(owners, "sdfRequired", Directions::NONE, verdict);
                    self.note_requirement(&earlier_owner, change);
                }
                self.grouping_qualities(owners, Position::Definition(class));
                self.compare_classes(owners, Position::Definition(class), requirements)
            }
            Class::Property => self.compare_properties(before, after, owners),
            Class::Action | Class::Event => self.compare_operations(class, owners),
        }
    }

    /// The qualities of a grouping itself.
    fn grouping_qualities(&self, owners: [&Owner<'_, 'c>; 2], position: Position) {
        for name in names(owners) {
            if position.child(name) != Position::Opaque || name == "sdfRequired" {
                continue;
            }
            let end = match name {
                "minItems" => Some(End::Lower),
                "maxItems" => Some(End::Upper),
                _ => None,
            };
            let verdict = match end {
                Some(end) => instances::verdict(owners[0].members, owners[1].members, end),
                None => own_quality(name),
            };
            self.compare_own(owners, name, Directions::NONE, verdict);
        }
    }

    /// A quality that is compared as one value.
    fn compare_own(
        &self,
        owners: [&Owner<'_, 'c>; 2],
        name: &'c str,
        directions: Directions,
        verdict: Verdict,
    ) {
        if let [Some(a), Some(b)] = owners.map(|owner| owner.members.get(name)) {
            if let Some(code) = value_fault(name, a).or_else(|| value_fault(name, b)) {
                let sides = owners.map(|owner| Some(owner.quality(name)));
                self.unavailable(Subject::Quality(name.to_owned()), directions, sides, code);
                return;
            }
            if same(a, b) {
                return;
            }
        }
        self.changed(owners, name, directions, verdict);
    }

    fn compare_properties(
        &self,
        before: &Sided<'c>,
        after: &Sided<'c>,
        owners: [&Owner<'_, 'c>; 2],
    ) -> Result<(), Exhausted> {
        for name in CHARACTERISTICS {
            self.characteristic(owners, name);
        }
        let describe = |revision: Revision, sided: &Sided<'c>| {
            let composer = self.composer(revision);
            Description::new(composer, &sided.content, sided.place.clone(), Role::Property)
        };
        let (Ok(earlier), Ok(later)) =
            (describe(Revision::Earlier, before), describe(Revision::Later, after))
        else {
            return Err(Exhausted);
        };
        let carried = match (offered(owners[0].members), offered(owners[1].members)) {
            (Ok(a), Ok(b)) => Carried::Known(common(a, b)),
            (a, b) => {
                let certain =
                    |offered: Result<Directions, Directions>| offered.unwrap_or_else(|certain| certain);
                Carried::Unknown(common(certain(a), certain(b)))
            }
        };
        let pair = [earlier, later];
        self.compare_data(&Flow::whole(carried, &pair), &pair)
    }

    /// `readable`, `writable` or `observable`, each true where absent.
    fn characteristic(&self, owners: [&Owner<'_, 'c>; 2], name: &'static str) {
        let contents = owners.map(|owner| owner.members.get(name));
        let directions = if name == "writable" { Directions::CLIENT } else { Directions::THING };
        let effective = contents.map(|content| content.map_or(Some(true), Content::bool));
        let verdict = match effective {
            [Some(a), Some(b)] if a == b => return,
            [Some(true), Some(false)] => Verdict::Breaking(None),
            [Some(false), Some(true)] => Verdict::Compatible,
            _ => Verdict::Undetermined("comparison.not_classified"),
        };
        self.compare_own(owners, name, directions, verdict);
    }

    /// Actions and Events: their data and their own qualities.
    fn compare_operations(&self, class: Class, owners: [&Owner<'_, 'c>; 2]) -> Result<(), Exhausted> {
        let position = Position::Definition(class);
        for name in names(owners) {
            match position.child(name) {
                Position::Description(role) => {
                    let directions =
                        if name == "sdfInputData" { Directions::CLIENT } else { Directions::THING };
                    self.operation_data(owners, name, role, directions)?;
                }
                Position::Opaque if name != "sdfRequired" => {
                    self.compare_own(owners, name, Directions::NONE, own_quality(name));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn operation_data(
        &self,
        owners: [&Owner<'_, 'c>; 2],
        name: &'c str,
        role: Role,
        directions: Directions,
    ) -> Result<(), Exhausted> {
        let contents = owners.map(|owner| owner.members.get(name));
        let place = |revision: Revision| owners[revision as usize].place.child(name);
        let describe = |revision: Revision| {
            let content = contents[revision as usize]?;
            Some((content, Description::new(self.composer(revision), content, place(revision), role)))
        };
        let side = |revision: Revision, described: Option<&(&Content<'c>, Nested<'c>)>| match described {
            None => owners[revision as usize].quality(name),
            Some((content, nested)) => resolved_side(&place(revision), content, nested, |data| data.origin()),
        };
        let [before, after] = Revision::BOTH.map(describe);
        let sides =
            [side(Revision::Earlier, before.as_ref()), side(Revision::Later, after.as_ref())].map(Some);
        let ((a, earlier), (b, later)) = match (before, after) {
            (Some(before), Some(after)) => (before, after),
            (before, _) => {
                let added = before.is_none();
                let harmless = added && directions == Directions::THING;
                let verdict = if harmless { Verdict::Compatible } else { Verdict::Breaking(None) };
                self.note_extensions(owners, &verdict);
                let subject = Subject::Quality(name.to_owned());
                self.push(DifferenceKind::Changed, subject, directions, sides, verdict);
                return Ok(());
            }
        };
        let scalar = |content: &Content<'c>| !matches!(content.kind(), Kind::Map | Kind::Array);
        match (earlier, later) {
            (Ok(earlier), Ok(later)) => {
                let pair = [earlier, later];
                self.compare_data(&Flow::whole(Carried::Known(directions), &pair), &pair)
            }
            _ if scalar(a) || scalar(b) => {
                self.compare_own(
                    owners,
                    name,
                    directions,
                    Verdict::Undetermined("comparison.not_classified"),
                );
                Ok(())
            }
            (earlier, later) => {
                let code = earlier.err().or(later.err()).map_or("reference.unavailable", |fault| fault.code);
                self.unavailable(Subject::Quality(name.to_owned()), directions, sides, code);
                Ok(())
            }
        }
    }
}

/// The verdict on a quality of a grouping, Action or Event that is no data: prose is harmless, the rest unknown.
fn own_quality(name: &str) -> Verdict {
    match name {
        "description" | "label" | "$comment" => Verdict::Compatible,
        _ => Verdict::Undetermined("comparison.not_classified"),
    }
}

/// The names of both owners' members, in the earlier one's order, later-only ones last.
fn names<'c>(owners: [&Owner<'_, 'c>; 2]) -> Vec<&'c str> {
    let [earlier, later] = owners;
    let mut names: Vec<&'c str> = earlier.members.iter().map(|member| member.name).collect();
    names.extend(later.members.iter().map(|m| m.name).filter(|name| !earlier.members.contains(name)));
    names
}

/// The directions a Property offers, or those that are still certain when a characteristic is no boolean.
fn offered(members: &Members<'_>) -> Result<Directions, Directions> {
    let [readable, writable, observable] =
        CHARACTERISTICS.map(|name| members.get(name).map_or(Some(true), Content::bool));
    let certain = Directions {
        client: writable == Some(true),
        thing: readable == Some(true) || observable == Some(true),
    };
    if readable.is_some() && writable.is_some() && observable.is_some() { Ok(certain) } else { Err(certain) }
}

fn common(a: Directions, b: Directions) -> Directions {
    Directions { client: a.client && b.client, thing: a.thing && b.thing }
}
