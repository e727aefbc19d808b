//! What one document says is mandatory: every grouping with the declarations its entries name.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use crate::comparison::equal::same;
use crate::json::Kind;
use crate::model::vocabulary::Role;
use crate::model::{Class, Composer, Content, Exhausted, Members, Origin, Place, Position, SourceId};

/// Pointers as small numbers, the same in both revisions.
#[derive(Default)]
pub(super) struct Pointers {
    numbers: HashMap<Rc<str>, u32>,
    texts: Vec<Rc<str>>,
}

impl Pointers {
    fn number(&mut self, pointer: &str) -> u32 {
        if let Some(&number) = self.numbers.get(pointer) {
            return number;
        }
        let number = self.texts.len() as u32;
        let text: Rc<str> = Rc::from(pointer);
        self.texts.push(Rc::clone(&text));
        self.numbers.insert(text, number);
        number
    }

    pub(super) fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", |text| text)
    }
}

/// The lists of one grouping and of its direct affordances, for telling whether anything was written differently.
type Lists<'c> = BTreeMap<String, Content<'c>>;

/// Two lists are the same when they are written the same, however it was spelled.
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
pub(super) struct Relationships<'c> {
    /// Every grouping with what its entries make mandatory in it.
    pub(super) required: BTreeMap<u32, BTreeSet<u32>>,
    /// Every declaration.
    pub(super) declarations: HashSet<u32>,
    /// The first entry that makes a declaration mandatory in a grouping.
    written: HashMap<(u32, u32), Origin>,
    lists: HashMap<u32, Lists<'c>>,
    /// Some entry, or some definition, could not be resolved.
    pub(super) partial: bool,
}

/// Reads the relationships of one document.
struct Reading<'p, 'c, 'r> {
    composer: &'r Composer<'c>,
    pointers: &'p mut Pointers,
    found: Relationships<'c>,
}

struct Grouping<'c> {
    place: Place<'c>,
    members: Rc<Members<'c>>,
}

impl<'c> Relationships<'c> {
    pub(super) fn of(
        composer: &Composer<'c>,
        document: SourceId,
        pointers: &mut Pointers,
    ) -> Result<Self, Exhausted> {
        let found = Self {
            required: BTreeMap::new(),
            declarations: HashSet::new(),
            written: HashMap::new(),
            lists: HashMap::new(),
            partial: false,
        };
        let mut reading = Reading { composer, pointers, found };
        let Ok(root) = composer.document(document) else { return Ok(reading.found) };
        let mut pending = Vec::new();
        reading.declare(&Place::root(document), &root.members(), Position::Root, &mut pending)?;
        while let Some(grouping) = pending.pop() {
            reading.grouping(&grouping, &mut pending)?;
        }
        Ok(reading.found)
    }

    /// The entry that makes a declaration mandatory in a grouping by itself.
    pub(super) fn written(&self, grouping: u32, declaration: u32) -> Option<Origin> {
        self.written.get(&(grouping, declaration)).copied()
    }

    /// Whether a grouping and its affordances list the same in both revisions.
    pub(super) fn lists_are_same(&self, other: &Self, grouping: u32) -> bool {
        same_lists(self.lists.get(&grouping), other.lists.get(&grouping))
    }
}

impl<'c> Reading<'_, 'c, '_> {
    /// Notes the groupings and affordances in an owner; groupings are looked into later.
    fn declare(
        &mut self,
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
                self.composer.work().charge(1)?;
                let place = place.child(member.name).child(definition.name);
                let Ok(resolved) = self.composer.definition(&definition.content, &place) else {
                    self.found.partial = true;
                    continue;
                };
                let pointer = place.pointer();
                let place = resolved.inside(&place);
                if class.is_grouping() {
                    self.found.required.entry(self.pointers.number(&pointer)).or_default();
                    pending.push(Grouping { place, members: Rc::clone(&resolved.members) });
                } else if let Some(list) = resolved.members.get("sdfRequired") {
                    self.affordance(&place, list)?;
                }
                self.found.declarations.insert(self.pointers.number(&pointer));
            }
        }
        Ok(())
    }

    fn grouping(
        &mut self,
        grouping: &Grouping<'c>,
        pending: &mut Vec<Grouping<'c>>,
    ) -> Result<(), Exhausted> {
        let class = match grouping.place.tokens().iter().rev().nth(1) {
            Some(&"sdfThing") => Class::Thing,
            _ => Class::Object,
        };
        let position = Position::Definition(class);
        if let Some(list) = grouping.members.get("sdfRequired") {
            let owner = grouping.place.pointer();
            self.list(&owner, "", list);
            let enclosing = enclosing_pointer(&owner);
            let is_map = |member: &&crate::model::Member<'c>| {
                matches!(position.child(member.name), Position::ClassMap(_))
            };
            let maps: Vec<_> = grouping
                .members
                .iter()
                .filter(is_map)
                .map(|member| (grouping.place.child(member.name), member.content.members()))
                .collect();
            let short = |name: &str| -> Vec<String> {
                let held = |(place, map): &(Place<'c>, Rc<Members<'c>>)| {
                    map.member(name).map(|member| place.child(member.name).pointer())
                };
                maps.iter().filter_map(held).collect()
            };
            self.entries(list, &owner, enclosing.as_deref(), &grouping.place, &short)?;
        }
        self.declare(&grouping.place, &grouping.members, position, pending)
    }

    fn affordance(&mut self, place: &Place<'c>, list: &Content<'c>) -> Result<(), Exhausted> {
        let pointer = place.pointer();
        let Some(owner) = enclosing_pointer(&pointer) else { return Ok(()) };
        let relative = pointer.strip_prefix(owner.as_str()).unwrap_or(&pointer);
        self.list(&owner, relative, list);
        self.entries(list, &owner, Some(&owner), place, &|_| Vec::new())
    }

    fn list(&mut self, owner: &str, key: &str, list: &Content<'c>) {
        let owner = self.pointers.number(owner);
        self.found.lists.entry(owner).or_default().insert(key.to_owned(), list.clone());
    }

    /// Reads one list. Names and pointers are mandatory in `owner`; `true` means the carrier, in `carried_in`.
    fn entries(
        &mut self,
        list: &Content<'c>,
        owner: &str,
        carried_in: Option<&str>,
        carrier: &Place<'c>,
        short: &dyn Fn(&str) -> Vec<String>,
    ) -> Result<(), Exhausted> {
        if list.kind() != Kind::Array {
            self.found.partial = true;
            return Ok(());
        }
        for entry in list.elements() {
            self.composer.work().charge(1)?;
            if entry.bool() == Some(true) {
                if let Some(carried_in) = carried_in {
                    self.require(carried_in, &carrier.pointer(), entry.origin())?;
                }
                continue;
            }
            let Some(text) = entry.text() else {
                self.found.partial = true;
                continue;
            };
            if text.contains('#') || text.contains(':') {
                match self.composer.target(&entry) {
                    Ok(target) if is_declaration(&target.place, target.position) => {
                        if target.place.document() == carrier.document() {
                            self.require(owner, &target.place.pointer(), entry.origin())?;
                        } else {
                            self.found.partial = true;
                        }
                    }
                    _ => self.found.partial = true,
                }
                continue;
            }
            let selected = short(text);
            self.found.partial |= selected.is_empty();
            for declaration in selected {
                self.require(owner, &declaration, entry.origin())?;
            }
        }
        Ok(())
    }

    /// A declaration is mandatory in a grouping, and with it the groupings in between, and the declaration in them.
    fn require(&mut self, owner: &str, declaration: &str, written: Origin) -> Result<(), Exhausted> {
        let mut holders = Vec::new();
        let mut at = enclosing_pointer(declaration);
        while let Some(grouping) = at {
            if grouping.len() <= owner.len() || !grouping.starts_with(owner) {
                break;
            }
            holders.push(self.pointers.number(&grouping));
            at = enclosing_pointer(&grouping);
        }
        holders.push(self.pointers.number(owner));
        holders.reverse();
        self.composer.work().charge((holders.len() * holders.len()) as u64)?;
        let declaration = self.pointers.number(declaration);
        for (depth, holder) in holders.iter().enumerate() {
            let required = self.found.required.entry(*holder).or_default();
            for &mandatory in holders.iter().skip(depth + 1).chain([&declaration]) {
                if required.insert(mandatory) {
                    self.found.written.insert((*holder, mandatory), written);
                }
            }
        }
        Ok(())
    }
}

/// Declarations are the groupings and affordances that stand in groupings, and top-level groupings.
fn is_declaration(place: &Place<'_>, position: Position) -> bool {
    let tokens = place.tokens();
    let in_grouping = matches!(tokens.first(), Some(&("sdfThing" | "sdfObject")));
    in_grouping && matches!(position, Position::Definition(_) | Position::Description(Role::Property))
}

/// The pointer of the grouping that directly encloses a definition.
fn enclosing_pointer(pointer: &str) -> Option<String> {
    let (map, _) = pointer.rsplit_once('/')?;
    let (owner, _) = map.rsplit_once('/')?;
    (!owner.is_empty()).then(|| owner.to_owned())
}
