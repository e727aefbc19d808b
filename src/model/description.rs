//! Data descriptions in the effective view: qualities, nested descriptions and alternatives.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::compose::{Composer, Unavailable};
use super::content::{Content, Deletions, Member, Members, Origin};
use super::place::Place;
use super::vocabulary::{CHARACTERISTICS, Role, Standing, standing};
use crate::json::Kind;

/// A nested description, or why there is none.
pub type Nested<'c> = Result<Rc<Description<'c>>, Unavailable>;

/// A data description with its own references resolved. Nested ones are resolved when they are asked for.
pub struct Description<'c> {
    place: Place<'c>,
    role: Role,
    members: Rc<Members<'c>>,
    origin: Origin,
    /// How many members are stated here; the ones after them a choice alternative has from its holder.
    stated: usize,
    required: OnceCell<Option<Required<'c>>>,
    properties: OnceCell<Option<Rc<Members<'c>>>>,
    foreign: OnceCell<bool>,
    extended: OnceCell<bool>,
    entries: RefCell<HashMap<&'c str, Nested<'c>>>,
    items: OnceCell<Items<'c>>,
    alternatives: OnceCell<Alternatives<'c>>,
}

/// The names that a map description requires.
struct Required<'c> {
    /// Each name once, in order.
    names: Vec<&'c str>,
    set: HashSet<&'c str>,
}

/// The `items` of an array description.
#[derive(Clone)]
pub enum Items<'c> {
    /// None: items of every type.
    Absent,
    /// A value that is no description.
    Malformed,
    /// One description for every item, or why it could not be established.
    Description(Nested<'c>),
}

/// What a description's choice or enum amounts to.
#[derive(Clone)]
pub enum Alternatives<'c> {
    /// Neither `sdfChoice` nor `enum`.
    None,
    /// They are there, but what they admit is not established: both at once, or a malformed one.
    NotEstablished,
    /// The texts of an `enum`; each replaces a `const`.
    Enum(Rc<[&'c str]>),
    /// The effective alternatives of an `sdfChoice`, by Given Name.
    Choice(Rc<[(&'c str, Nested<'c>)]>),
}

impl<'c> Description<'c> {
    /// Resolves a description's own references.
    ///
    /// # Errors
    /// As [`Composer::definition`]; importing into Direct items has no meaning at all.
    pub fn new(composer: &Composer<'c>, content: &Content<'c>, place: Place<'c>, role: Role) -> Nested<'c> {
        if role == Role::Items && content.get("sdfRef").is_some() {
            return Err(Unavailable { code: "interpretation.unresolved", origin: Some(content.origin()) });
        }
        let definition = composer.definition(content, &place)?;
        let place = definition.inside(&place);
        Ok(Rc::new(Self::of(place, role, Rc::clone(&definition.members), definition.origin)))
    }

    fn of(place: Place<'c>, role: Role, members: Rc<Members<'c>>, origin: Origin) -> Self {
        Self {
            place,
            role,
            stated: members.len(),
            members,
            origin,
            required: OnceCell::new(),
            properties: OnceCell::new(),
            foreign: OnceCell::new(),
            extended: OnceCell::new(),
            entries: RefCell::default(),
            items: OnceCell::new(),
            alternatives: OnceCell::new(),
        }
    }

    /// Where it stands in the effective view.
    pub fn place(&self) -> &Place<'c> {
        &self.place
    }

    /// Which vocabulary it has.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Its qualities.
    pub fn members(&self) -> &Rc<Members<'c>> {
        &self.members
    }

    /// The nearest contributor of the whole description.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// A quality by name.
    pub fn get(&self, name: &str) -> Option<&Content<'c>> {
        self.members.get(name)
    }

    /// Whether a choice alternative has this quality from its holder rather than from its branch.
    pub fn inherits(&self, name: &str) -> bool {
        self.members.position(name).is_some_and(|at| at >= self.stated)
    }

    /// What a name is in this description.
    pub fn standing(&self, name: &str) -> Standing {
        standing(self.role, name, self.get("type").and_then(Content::text) == Some("object"))
    }

    /// True for Direct items that carry a quality outside their vocabulary, so that they have no meaning.
    pub fn is_outside_items_vocabulary(&self) -> bool {
        self.role == Role::Items && self.carries_foreign_names()
    }

    /// True when it carries a quality of the base language that its role has no place for.
    pub fn carries_foreign_names(&self) -> bool {
        *self.foreign.get_or_init(|| {
            let object = self.get("type").and_then(Content::text) == Some("object");
            self.members.iter().any(|member| standing(self.role, member.name, object) == Standing::Foreign)
        })
    }

    /// True when it carries vocabulary that the base language does not define.
    pub fn carries_extensions(&self) -> bool {
        *self
            .extended
            .get_or_init(|| self.members.iter().any(|member| super::vocabulary::is_extension(member.name)))
    }

    /// The `properties` map; `None` when there is no such map.
    pub fn properties(&self) -> Option<&Rc<Members<'c>>> {
        let read =
            || Some(self.get("properties").filter(|properties| properties.kind() == Kind::Map)?.members());
        self.properties.get_or_init(read).as_ref()
    }

    /// The names it requires, each once, in order; none when `required` is no list of texts.
    pub fn required(&self) -> &[&'c str] {
        self.required_set().map_or(&[], |required| &required.names)
    }

    /// Whether it requires a name.
    pub fn requires(&self, name: &str) -> bool {
        self.required_set().is_some_and(|required| required.set.contains(name))
    }

    fn required_set(&self) -> Option<&Required<'c>> {
        let read = || {
            let list = self.get("required").filter(|required| required.kind() == Kind::Array)?;
            let mut names: Vec<&str> = list.elements().map(|name| name.text()).collect::<Option<_>>()?;
            let mut set = HashSet::with_capacity(names.len());
            names.retain(|name| set.insert(*name));
            Some(Required { names, set })
        };
        self.required.get_or_init(read).as_ref()
    }

    /// The entry of the `properties` map with this name.
    pub fn entry(&self, composer: &Composer<'c>, name: &str) -> Option<Nested<'c>> {
        if let Some(known) = self.entries.borrow().get(name) {
            return Some(known.clone());
        }
        let Member { name, content } = self.properties()?.member(name)?;
        let place = self.place.child("properties").child(name);
        let entry = Self::new(composer, content, place, Role::Data);
        self.entries.borrow_mut().insert(name, entry.clone());
        Some(entry)
    }

    /// The `items` description.
    pub fn items(&self, composer: &Composer<'c>) -> &Items<'c> {
        self.items.get_or_init(|| match self.get("items") {
            None => Items::Absent,
            Some(content) if content.kind() != Kind::Map => Items::Malformed,
            Some(content) => {
                Items::Description(Self::new(composer, content, self.place.child("items"), Role::Items))
            }
        })
    }

    /// The alternatives of the description's choice or enum.
    pub fn alternatives(&self, composer: &Composer<'c>) -> &Alternatives<'c> {
        self.alternatives.get_or_init(|| match (self.get("sdfChoice"), self.get("enum")) {
            (None, None) => Alternatives::None,
            (Some(_), Some(_)) => Alternatives::NotEstablished,
            (None, Some(values)) => match enum_texts(values) {
                Some(texts) => Alternatives::Enum(texts.into()),
                None => Alternatives::NotEstablished,
            },
            (Some(choice), None) if choice.kind() == Kind::Map => {
                let branches = choice.members();
                // A branch that is no map leaves the choice malformed, like one that is no map itself.
                if branches.has_unreadable_names() || branches.iter().any(|m| m.content.kind() != Kind::Map) {
                    return Alternatives::NotEstablished;
                }
                let shared: Vec<Member<'c>> =
                    self.members.iter().filter(|m| is_shared(m.name)).cloned().collect();
                let place = self.place.child("sdfChoice");
                let alternative = |member: &Member<'c>| {
                    (member.name, self.alternative(composer, &shared, member, place.child(member.name)))
                };
                Alternatives::Choice(branches.iter().map(alternative).collect())
            }
            (Some(_), None) => Alternatives::NotEstablished,
        })
    }

    /// The effective alternative of a branch: what the branch states, and every shared quality it does not replace.
    fn alternative(
        &self,
        composer: &Composer<'c>,
        shared: &[Member<'c>],
        branch: &Member<'c>,
        place: Place<'c>,
    ) -> Nested<'c> {
        let stated = composer.definition(&branch.content, &place)?;
        // An import into Direct items has no meaning; with a quality that items cannot have, neither has the branch.
        let outside = |items: &Content<'c>| {
            let object = items.get("type").and_then(|kind| kind.text()) == Some("object");
            items.members().iter().any(|m| standing(Role::Items, m.name, object) == Standing::Foreign)
        };
        if stated.members.get("items").is_some_and(|items| items.get("sdfRef").is_some() && outside(items)) {
            return Err(Unavailable { code: "interpretation.unresolved", origin: Some(stated.origin) });
        }
        composer.work().charge((shared.len() + stated.members.len()) as u64)?;
        let mut members: Vec<Member<'c>> = stated.members.iter().cloned().collect();
        members.extend(shared.iter().filter(|member| !stated.members.contains(member.name)).cloned());
        let members = Members::new(members, stated.members.deletions().clone(), false);
        let place = stated.inside(&place);
        let alternative = Self::of(place, Role::Data, Rc::new(members), stated.origin);
        Ok(Rc::new(Self { stated: stated.members.len(), ..alternative }))
    }

    /// The description that each value of its `enum` is an alternative of: everything shared, without the enum and
    /// the `const` it replaces.
    pub fn without_enum(&self) -> Self {
        let members =
            self.members.iter().filter(|m| is_shared(m.name) && m.name != "const").cloned().collect();
        let members = Members::new(members, Deletions::new(), false);
        let role = if self.role == Role::Property { Role::Data } else { self.role };
        Self::of(self.place.clone(), role, Rc::new(members), self.origin)
    }
}

/// Whether alternatives inherit the quality from the description that holds the choice.
pub fn is_shared(name: &str) -> bool {
    name != "enum" && name != "sdfChoice" && !CHARACTERISTICS.contains(&name)
}

/// The texts of an enum: a nonempty array of readable strings.
pub fn enum_texts<'c>(values: &Content<'c>) -> Option<Vec<&'c str>> {
    if values.kind() != Kind::Array {
        return None;
    }
    let texts: Vec<_> = values.elements().map(|value| value.text()).collect::<Option<_>>()?;
    (!texts.is_empty()).then_some(texts)
}
