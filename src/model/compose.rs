//! Composition: `sdfRef` resolved by copying its target and merging the referring map over the copy
//! (RFC 9880 Section 4.4).
//!
//! Nothing is expanded before it is looked at. A definition is resolved when the comparison, a value check or
//! another reference comes to it; definitions that stand where they are written are resolved once. What is copied
//! keeps the document that wrote it, so its references keep their meaning, unless they point into what was copied:
//! then they follow the copy.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::allowance::{Allowance, Exhausted};
use super::content::{Content, Member, Members, Origin, merge};
use super::copies::{Copies, Copy};
use super::namespace::{DocumentState, FEATURES, Namespaces};
use super::place::{Expanding, Place, hash_token};
use super::position::Position;
use super::reference::{self, Reference};
use super::vocabulary::Role;
use super::{Catalogue, SourceId};
use crate::json::{Kind, NodeId};

/// How deep a place in the effective view may lie.
pub const PLACE_DEPTH: u32 = 4096;
/// How many definitions may wait for one another while a reference is resolved through composed owners.
pub const PATH_COMPOSITIONS: u32 = 512;

/// Copying one member costs this many units of work.
const COPIED: u64 = 4;
/// Resolved links with at most this many members are always kept.
const SMALL: usize = 64;
/// Larger ones are kept until so many members are held; each takes about a hundred bytes.
const HELD: u64 = 2_000_000;
/// After that, one link in this many is kept.
const KEPT_LINKS: usize = 32;

/// Content that an effective view could not establish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unavailable {
    /// The stable code, such as `reference.unavailable`.
    pub code: &'static str,
    /// The node that carries the fault.
    pub origin: Option<Origin>,
}

impl From<Exhausted> for Unavailable {
    fn from(_: Exhausted) -> Self {
        Self { code: "operation.limit", origin: None }
    }
}

/// A definition whose own reference chain is resolved. References deeper down are still in place.
#[derive(Clone)]
pub struct Definition<'c> {
    /// The effective members, without `sdfRef`.
    pub members: Rc<Members<'c>>,
    /// Where the definition itself is written: the map at the end of its reference chain.
    pub origin: Origin,
    /// The definitions of its reference chain.
    chain: Expanding<'c>,
}

impl<'c> Definition<'c> {
    /// The place of the definition as the parent of what it holds: inside it, its chain is being copied.
    pub fn inside(&self, place: &Place<'c>) -> Place<'c> {
        place.expanding(&self.chain)
    }
}

/// A definition that a reference leads to.
pub struct Located<'c> {
    /// Its content, own reference unresolved.
    pub content: Content<'c>,
    /// Its place.
    pub place: Place<'c>,
    /// What stands there.
    pub position: Position,
}

/// One step of a reference chain that is being followed.
struct Link<'c> {
    patch: Content<'c>,
    place: Place<'c>,
    copy: Copies<'c>,
    from: Place<'c>,
    key: Option<Key>,
}

type Key = (SourceId, NodeId);
type Resolution<'c> = Result<Rc<Definition<'c>>, Unavailable>;

/// Resolves the definitions of one revision.
pub struct Composer<'c> {
    catalogue: &'c Catalogue,
    namespaces: &'c Namespaces<'c>,
    work: &'c Allowance<'c>,
    resolved: RefCell<HashMap<Key, Resolution<'c>>>,
    active: RefCell<HashSet<Key>>,
    nesting: Cell<u32>,
    /// How many members the resolved links hold.
    held: Cell<u64>,
    relocated: Cell<bool>,
}

impl<'c> Composer<'c> {
    /// A composer with nothing resolved yet, which spends from `work`.
    pub fn new(catalogue: &'c Catalogue, namespaces: &'c Namespaces<'c>, work: &'c Allowance<'c>) -> Self {
        Self {
            catalogue,
            namespaces,
            work,
            resolved: RefCell::default(),
            active: RefCell::default(),
            nesting: Cell::new(0),
            held: Cell::new(0),
            relocated: Cell::new(false),
        }
    }

    /// The documents.
    pub fn catalogue(&self) -> &'c Catalogue {
        self.catalogue
    }

    /// The allowance that everything here spends from.
    pub fn work(&self) -> &'c Allowance<'c> {
        self.work
    }

    /// Whether a copied reference was read in another way than a plain copy of its text would be.
    pub fn relocated(&self) -> bool {
        self.relocated.get()
    }

    /// The document's root as content.
    ///
    /// # Errors
    /// The document failed or is deferred.
    pub fn document(&self, id: SourceId) -> Result<Content<'c>, Unavailable> {
        let code = match self.namespaces.state(id) {
            DocumentState::Usable => None,
            DocumentState::Failed(code) => Some(code),
            DocumentState::Deferred => Some(FEATURES),
        };
        match (code, self.catalogue.source(id).document()) {
            (None, Ok(tree)) => Ok(Content::authored(id, tree.root())),
            (code, _) => Err(Unavailable { code: code.unwrap_or("input.acquisition"), origin: None }),
        }
    }

    /// Resolves a definition's own reference chain.
    ///
    /// # Errors
    /// The content is no map, or a reference of the chain has no meaning or no target, or leads back to itself.
    pub fn definition(&self, content: &Content<'c>, place: &Place<'c>) -> Resolution<'c> {
        if self.nesting.get() >= PATH_COMPOSITIONS || place.depth() > PLACE_DEPTH {
            return Err(Unavailable { code: "operation.limit", origin: Some(content.origin()) });
        }
        self.nesting.set(self.nesting.get() + 1);
        let mut chain = Vec::new();
        let mut outcome = self.follow(content.clone(), place.clone(), &mut chain);
        while let Some(link) = chain.pop() {
            outcome = outcome.and_then(|base| self.apply(&base, &link));
            if let Some(key) = link.key {
                self.active.borrow_mut().remove(&key);
                // Every link of a long chain holds all members gathered so far; of large ones a few are enough.
                let keep = match &outcome {
                    Ok(definition) => self.may_keep(definition.members.len(), chain.len()),
                    Err(fault) => fault.code != "operation.limit",
                };
                if keep {
                    self.resolved.borrow_mut().insert(key, outcome.clone());
                }
            }
        }
        self.nesting.set(self.nesting.get() - 1);
        // A definition inside something that is copied cannot be made of that same thing again.
        if let Ok(definition) = &outcome
            && definition.chain.meets(place.expansions())
        {
            outcome = Err(Unavailable { code: "reference.effective_cycle", origin: None });
        }
        // Whatever link of the chain is at fault, the definition that was asked for is what cannot be established.
        outcome.map_err(|fault| Unavailable { origin: Some(content.origin()), ..fault })
    }

    /// Follows references until a definition without one, or one that is already resolved.
    fn follow(
        &self,
        mut content: Content<'c>,
        mut place: Place<'c>,
        chain: &mut Vec<Link<'c>>,
    ) -> Resolution<'c> {
        loop {
            let key = content.is_native().then(|| (content.source(), content.node().id()));
            if let Some(hit) = key.and_then(|key| self.resolved.borrow().get(&key).cloned()) {
                return hit;
            }
            let fault = |code| Unavailable { code, origin: Some(content.origin()) };
            match content.kind() {
                Kind::Map => {}
                // Models before SDF 1.1 list pointers where a description stands now; nothing resolves them.
                Kind::Array => return Err(fault("reference.unavailable")),
                _ => return Err(fault("interpretation.unresolved")),
            }
            let members = content.members();
            self.work.charge(1 + members.len() as u64)?;
            if members.has_unreadable_names() {
                return Err(fault("reference.unavailable"));
            }
            let Some(reference) = members.get("sdfRef") else {
                let chain = Expanding::default();
                return Ok(Rc::new(Definition { members, origin: content.origin(), chain }));
            };
            if key.is_some_and(|key| self.active.borrow().contains(&key)) {
                return Err(fault("reference.effective_cycle"));
            }
            let target = self.target(reference).map_err(fault)?;
            if target.place.encloses(&place) {
                return Err(fault("reference.effective_cycle"));
            }
            if let Some(key) = key {
                self.active.borrow_mut().insert(key);
            }
            let copy = Copies::one(Copy { from: target.place.alone(), to: place.alone() });
            chain.push(Link { patch: content, place, copy, from: target.place.clone(), key });
            content = target.content;
            place = target.place;
        }
    }

    /// Whether a resolved link with so many members, and so many links before it, is kept.
    fn may_keep(&self, members: usize, links: usize) -> bool {
        let held = self.held.get() + members as u64;
        let keep = members <= SMALL || held <= HELD || (links > 0 && links.is_multiple_of(KEPT_LINKS));
        if keep {
            self.held.set(held);
        }
        keep
    }

    /// Copies the target and merges the referring map over it.
    fn apply(&self, base: &Definition<'c>, link: &Link<'c>) -> Resolution<'c> {
        let patch = link.patch.members().without("sdfRef");
        // Only what may hold references needs to know that it was copied; the scalar of a quality does not.
        let may_refer = |member: &Member<'c>| {
            member.name == "sdfRef" || matches!(member.content.kind(), Kind::Map | Kind::Array)
        };
        let copied = base.members.iter().map(|member| match may_refer(member) {
            true => Member { name: member.name, content: member.content.copied(&link.copy) },
            false => member.clone(),
        });
        let deleted = base.members.deletions().clone();
        let copied = Members::new(copied.collect(), deleted, base.members.has_unreadable_names());
        let (members, cost) = merge(&copied, &patch);
        self.work.charge(COPIED * cost + u64::from(link.place.depth()))?;
        let chain = Expanding::one(&link.from).and(&base.chain);
        Ok(Rc::new(Definition { members: Rc::new(members), origin: base.origin, chain }))
    }

    /// The definition that a reference leads to, following the copies the reference came through.
    ///
    /// # Errors
    /// The code of the fault.
    pub fn target(&self, reference: &Content<'c>) -> Result<Located<'c>, &'static str> {
        let text = reference.text().ok_or("interpretation.unresolved")?;
        let copied = !reference.copies().is_none();
        match reference::parse(text)? {
            Reference::Local(tokens) => self.followed(reference, reference.source(), tokens),
            Reference::Global { prefix, tail } => {
                let binding = self
                    .namespaces
                    .binding(self.catalogue, reference.source(), prefix)
                    .ok_or("reference.prefix_unmapped")?;
                let name = format!("{binding}{tail}");
                let (namespace, tokens) = reference::split_global(&name)?;
                let mut found = None;
                let mut fault = "reference.unavailable";
                for &document in self.namespaces.contributors(namespace, &tokens)? {
                    match self.followed(reference, document, tokens.clone()) {
                        Ok(_) if found.is_some() => return Err("reference.ambiguous"),
                        Ok(located) => found = Some(located),
                        Err("reference.unavailable") => {}
                        Err(code) => fault = code,
                    }
                }
                if copied {
                    self.relocated.set(true);
                }
                found.ok_or(fault)
            }
        }
    }

    fn followed(
        &self,
        reference: &Content<'c>,
        document: SourceId,
        tokens: Vec<String>,
    ) -> Result<Located<'c>, &'static str> {
        let original = self.locate(document, &tokens)?;
        let mut at = (document, tokens);
        let mut hashes = prefix_hashes(&at.1);
        let mut moved = false;
        let steps = reference.copies().steps();
        self.work.charge(steps.len() as u64 / 8).map_err(|_| "operation.limit")?;
        for step in steps {
            // Most steps copied something else, which the hash of the tokens tells at once.
            let depth = step.from.depth() as usize;
            if step.from.document() != at.0 || hashes.get(depth) != Some(&step.from.hash()) {
                continue;
            }
            if at.1.iter().zip(step.from.tokens()).all(|(a, b)| a == b) {
                let rest = at.1.split_off(depth);
                let to = step.to.tokens().into_iter().map(str::to_owned);
                at = (step.to.document(), to.chain(rest).collect());
                hashes = prefix_hashes(&at.1);
                moved = true;
            }
        }
        if !moved {
            return Ok(original);
        }
        self.relocated.set(true);
        self.locate(at.0, &at.1)
    }

    /// Walks tokens in a document's resolved model to a definition.
    fn locate(&self, document: SourceId, tokens: &[String]) -> Result<Located<'c>, &'static str> {
        let mut content = self.document(document).map_err(|unavailable| match unavailable.code {
            FEATURES => FEATURES,
            _ => "reference.unavailable",
        })?;
        let mut place = Place::root(document);
        let mut position = Position::Root;
        let mut composed = false;
        for token in tokens {
            self.work.charge(1).map_err(|_| "operation.limit")?;
            let child = if position.is_definition() && content.get("sdfRef").is_some() {
                if position == Position::Description(Role::Items) {
                    return Err("interpretation.unresolved");
                }
                composed = true;
                let definition = self.definition(&content, &place).map_err(|unavailable| unavailable.code)?;
                place = definition.inside(&place);
                named(&definition.members, token)
            } else {
                content.find(token)
            };
            let Some((name, child)) = child else { return Err("reference.unavailable") };
            place = place.child(name);
            position = position.child(name);
            content = child;
        }
        if !position.is_definition() {
            return Err("interpretation.unresolved");
        }
        if composed && !content.is_native() {
            self.relocated.set(true);
        }
        Ok(Located { content, place, position })
    }
}

/// The hash of each beginning of some tokens, from none to all.
fn prefix_hashes(tokens: &[String]) -> Vec<u64> {
    let mut hashes = Vec::with_capacity(tokens.len() + 1);
    hashes.push(0);
    hashes.extend(tokens.iter().scan(0, |hash, token| {
        *hash = hash_token(*hash, token);
        Some(*hash)
    }));
    hashes
}

fn named<'c>(members: &Members<'c>, name: &str) -> Option<(&'c str, Content<'c>)> {
    members.member(name).map(|member| (member.name, member.content.clone()))
}
