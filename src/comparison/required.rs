//! Which declarations are mandatory in which grouping, and what became of that (RFC 9880 Section 4.5).
//!
//! An entry of `sdfRequired` makes a declaration mandatory in a grouping; whatever is mandatory in a mandatory
//! grouping is mandatory in the grouping that requires it. The closures are compared, not the spellings.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use super::context::Verdict;
use super::equal::same;
use super::survey::is_faulty;
use crate::json::Kind;
use crate::model::{Class, Composer, Content, Exhausted, Members, Place, Position, SourceId};

/// What became of the mandatory declarations of each corresponding grouping, by its pointer.
#[derive(Default)]
pub(super) struct Requirements(HashMap<String, Verdict>);

impl Requirements {
    /// The verdict on a grouping whose mandatory declarations changed.
    pub(super) fn verdict(&self, place: &Place<'_>) -> Option<Verdict> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&place.pointer()).cloned()
    }

    /// Compares two documents.
    pub(super) fn compare(
        earlier: &Composer<'_>,
        later: &Composer<'_>,
        documents: (SourceId, SourceId),
    ) -> Result<Self, Exhausted> {
        let before = Relationships::of(earlier, documents.0)?;
        let after = Relationships::of(later, documents.1)?;
        let mut verdicts = HashMap::new();
        let mut partial = None;
        for (grouping, closure) in &before.closures {
            let Some(other) = after.closures.get(grouping) else { continue };
            let in_both = |declaration: &&String| {
                before.declarations.contains(*declaration) && after.declarations.contains(*declaration)
            };
            let lost = closure.difference(other).filter(in_both).count();
            let gained = other.difference(closure).filter(in_both).count();
            let respelled = !same_lists(before.lists.get(grouping), after.lists.get(grouping));
            if lost + gained == 0 && !respelled {
                continue;
            }
            // Whether a document resolves completely is asked only when something hangs on it.
            let partial = match partial {
                Some(partial) => partial,
                None => {
                    let found = before.partial
                        || after.partial
                        || is_faulty(earlier, documents.0)?
                        || is_faulty(later, documents.1)?;
                    *partial.insert(found)
                }
            };
            let verdict = match (partial, lost, gained) {
                (true, ..) => Verdict::Undetermined("required.unavailable"),
                (false, 0, 0) => continue,
                (false, 0, _) => Verdict::Compatible,
                (false, ..) => Verdict::Breaking(None),
            };
            verdicts.insert(grouping.clone(), verdict);
        }
        Ok(Self(verdicts))
    }
}

/// The lists of one grouping and of its direct affordances, for telling whether anything was written differently.
type Lists<'c> = BTreeMap<String, Content<'c>>;

fn same_lists(a: Option<&Lists<'_>>, b: Option<&Lists<'_>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((name, a), (other, b))| name == other && same(a, b))
        }
        _ => false,
    }
}

/// The required declarations of one document.
struct Relationships<'c> {
    /// Every grouping with what is mandatory in it, by pointer.
    closures: BTreeMap<String, BTreeSet<String>>,
    /// Every declaration.
    declarations: BTreeSet<String>,
    lists: BTreeMap<String, Lists<'c>>,
    partial: bool,
}

struct Grouping<'c> {
    place: Place<'c>,
    members: Rc<Members<'c>>,
}

impl<'c> Relationships<'c> {
    fn of(composer: &Composer<'c>, document: SourceId) -> Result<Self, Exhausted> {
        let mut found = Self {
            closures: BTreeMap::new(),
            declarations: BTreeSet::new(),
            lists: BTreeMap::new(),
            partial: false,
        };
        let Ok(root) = composer.document(document) else { return Ok(found) };
        let mut pending = Vec::new();
        let place = Place::root(document);
        found.declare(composer, &place, &root.members(), Position::Root, &mut pending)?;
        while let Some(grouping) = pending.pop() {
            found.grouping(composer, &grouping, &mut pending)?;
        }
        found.close();
        Ok(found)
    }

    /// Notes the groupings and affordances in an owner; groupings are looked into later.
    fn declare(
        &mut self,
        composer: &Composer<'c>,
        place: &Place<'c>,
        members: &Members<'c>,
        position: Position,
        pending: &mut Vec<Grouping<'c>>,
    ) -> Result<(), Exhausted> {
        for member in members.iter() {
            let Position::ClassMap(class) = position.child(member.name) else { continue };
            if position == Position::Root && !class.is_grouping() {
                continue;
            }
            for definition in member.content.members().iter() {
                composer.work().charge(1)?;
                let place = place.child(member.name).child(definition.name);
                let Ok(resolved) = composer.definition(&definition.content, &place) else {
                    self.partial = true;
                    continue;
                };
                let pointer = place.pointer();
                let place = resolved.inside(&place);
                if class.is_grouping() {
                    self.closures.entry(pointer.clone()).or_default();
                    pending.push(Grouping { place, members: Rc::clone(&resolved.members) });
                } else if let Some(list) = resolved.members.get("sdfRequired") {
                    self.affordance(composer, &place, class, list)?;
                }
                self.declarations.insert(pointer);
            }
        }
        Ok(())
    }

    fn grouping(
        &mut self,
        composer: &Composer<'c>,
        grouping: &Grouping<'c>,
        pending: &mut Vec<Grouping<'c>>,
    ) -> Result<(), Exhausted> {
        let class = match grouping.place.tokens().iter().rev().nth(1) {
            Some(&"sdfThing") => Class::Thing,
            _ => Class::Object,
        };
        let position = Position::Definition(class);
        if let Some(list) = grouping.members.get("sdfRequired") {
            self.list(composer, &grouping.place, "", list);
            let owner = grouping.place.pointer();
            let enclosing = enclosing_grouping(&grouping.place);
            let short = |name: &str| {
                let mut selected = Vec::new();
                for member in grouping.members.iter() {
                    if matches!(position.child(member.name), Position::ClassMap(_))
                        && let Some((held, _)) = member.content.find(name)
                    {
                        selected.push(grouping.place.child(member.name).child(held).pointer());
                    }
                }
                selected
            };
            self.entries(composer, list, &owner, enclosing.as_deref(), &grouping.place, &short)?;
        }
        self.declare(composer, &grouping.place, &grouping.members, position, pending)
    }

    fn affordance(
        &mut self,
        composer: &Composer<'c>,
        place: &Place<'c>,
        _class: Class,
        list: &Content<'c>,
    ) -> Result<(), Exhausted> {
        let Some(owner) = enclosing_grouping(place) else { return Ok(()) };
        let pointer = place.pointer();
        let relative = pointer.strip_prefix(owner.as_str()).unwrap_or(&pointer).to_owned();
        self.lists.entry(owner.clone()).or_default().insert(relative, list.clone());
        self.entries(composer, list, &owner, Some(&owner), place, &|_| Vec::new())
    }

    fn list(&mut self, _composer: &Composer<'c>, place: &Place<'c>, key: &str, list: &Content<'c>) {
        self.lists.entry(place.pointer()).or_default().insert(key.to_owned(), list.clone());
    }

    /// Reads one list. Names and pointers are mandatory in `owner`; `true` means the carrier, in `carried_in`.
    fn entries(
        &mut self,
        composer: &Composer<'c>,
        list: &Content<'c>,
        owner: &str,
        carried_in: Option<&str>,
        carrier: &Place<'c>,
        short: &dyn Fn(&str) -> Vec<String>,
    ) -> Result<(), Exhausted> {
        if list.kind() != Kind::Array {
            self.partial = true;
            return Ok(());
        }
        for entry in list.elements() {
            composer.work().charge(1)?;
            if entry.bool() == Some(true) {
                if let Some(carried_in) = carried_in {
                    self.require(carried_in, carrier.pointer());
                }
                continue;
            }
            let Some(text) = entry.text() else {
                self.partial = true;
                continue;
            };
            if text.contains('#') || text.contains(':') {
                match composer.target(&entry) {
                    Ok(target) if is_declaration(&target.place, target.position) => {
                        if target.place.document() == carrier.document() {
                            self.require(owner, target.place.pointer());
                        } else {
                            self.partial = true;
                        }
                    }
                    _ => self.partial = true,
                }
                continue;
            }
            let selected = short(text);
            self.partial |= selected.is_empty();
            for declaration in selected {
                self.require(owner, declaration);
            }
        }
        Ok(())
    }

    /// A declaration is mandatory in a grouping, and with it the groupings in between, and the declaration in them.
    fn require(&mut self, owner: &str, declaration: String) {
        let mut between: Vec<String> = Vec::new();
        let mut at = enclosing_pointer(&declaration);
        while let Some(grouping) = at {
            if grouping.len() <= owner.len() || !grouping.starts_with(owner) {
                break;
            }
            at = enclosing_pointer(&grouping);
            between.push(grouping);
        }
        let mut holders = vec![owner.to_owned()];
        holders.extend(between.iter().rev().cloned());
        for (depth, holder) in holders.iter().enumerate() {
            let closure = self.closures.entry(holder.clone()).or_default();
            closure.extend(holders[depth + 1..].iter().cloned());
            closure.insert(declaration.clone());
        }
    }

    /// Adds what is mandatory in mandatory groupings, until nothing changes.
    fn close(&mut self) {
        let groupings: Vec<String> = self.closures.keys().cloned().collect();
        loop {
            let mut changed = false;
            // Inner groupings first, so that most closures are complete after one round.
            for grouping in groupings.iter().rev() {
                let Some(closure) = self.closures.get(grouping) else { continue };
                let mut more = BTreeSet::new();
                for inner in closure.iter().filter(|inner| *inner != grouping) {
                    if let Some(other) = self.closures.get(inner) {
                        more.extend(other.difference(closure).filter(|new| *new != grouping).cloned());
                    }
                }
                if !more.is_empty()
                    && let Some(closure) = self.closures.get_mut(grouping)
                {
                    changed = true;
                    closure.extend(more);
                }
            }
            if !changed {
                return;
            }
        }
    }
}

/// Declarations are the groupings and affordances that stand in groupings, and top-level groupings.
fn is_declaration(place: &Place<'_>, position: Position) -> bool {
    let tokens = place.tokens();
    let in_grouping = matches!(tokens.first(), Some(&("sdfThing" | "sdfObject")));
    in_grouping
        && matches!(
            position,
            Position::Definition(_) | Position::Description(crate::model::vocabulary::Role::Property)
        )
}

/// The pointer of the grouping that directly encloses a definition.
fn enclosing_grouping(place: &Place<'_>) -> Option<String> {
    enclosing_pointer(&place.pointer())
}

fn enclosing_pointer(pointer: &str) -> Option<String> {
    let (map, _) = pointer.rsplit_once('/')?;
    let (owner, _) = map.rsplit_once('/')?;
    (!owner.is_empty()).then(|| owner.to_owned())
}
