//! Namespaces (RFC 9880 Section 4): which documents contribute to which target namespace, and what a document's
//! prefixes mean.

use std::collections::{HashMap, HashSet};

use super::{Catalogue, SourceId};
use crate::json::{Kind, MemberRef, NodeRef};

/// Whether a document can be understood without extension features (RFC 9880 Section 3.1, `features`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentState {
    /// Its definitions can be used.
    Usable,
    /// It could not be acquired or decoded; the code says why.
    Failed(&'static str),
    /// It declares features, or may declare them, so nothing in it can be understood safely.
    Deferred,
}

/// The code of a document that declares extension features.
pub const FEATURES: &str = "structure.feature_context_unavailable";

/// Documents by the name of a top-level map and the name of a member in it.
type Holders<'c> = HashMap<&'c str, HashMap<&'c str, Vec<SourceId>>>;

/// What each namespace of a revision is made of.
pub struct Namespaces<'c> {
    states: Vec<DocumentState>,
    contributors: HashMap<&'c str, Vec<SourceId>>,
    /// Which contributors of a namespace hold a member with some name in a top-level map; with many contributors,
    /// asking each of them about every reference would take too long.
    holders: HashMap<&'c str, Holders<'c>>,
    deferred: HashSet<&'c str>,
    /// A document that nobody could read may contribute to any namespace.
    any_failed: bool,
    /// Deferred documents whose namespace could not be read may contribute to any namespace too.
    any_deferred: bool,
}

impl<'c> Namespaces<'c> {
    /// Looks once at every document of the revision.
    pub fn new(catalogue: &'c Catalogue) -> Self {
        let mut namespaces = Self {
            states: Vec::new(),
            contributors: HashMap::new(),
            holders: HashMap::new(),
            deferred: HashSet::new(),
            any_failed: false,
            any_deferred: false,
        };
        for source in catalogue.sources() {
            let state = match source.document() {
                Err(failure) => DocumentState::Failed(failure.code),
                Ok(tree) if features_block(tree.root()) => DocumentState::Deferred,
                Ok(_) => DocumentState::Usable,
            };
            namespaces.states.push(state);
            match (state, source.document()) {
                (DocumentState::Failed(_), _) | (_, Err(_)) => namespaces.any_failed = true,
                (_, Ok(tree)) => match default_namespace(tree.root()) {
                    Some(uri) => {
                        namespaces.contributors.entry(uri).or_default().push(source.id());
                        if state == DocumentState::Deferred {
                            namespaces.deferred.insert(uri);
                        }
                    }
                    None if state == DocumentState::Deferred && has_unreadable_names(tree.root()) => {
                        namespaces.any_deferred = true;
                    }
                    None => {}
                },
            }
        }
        for (&uri, contributors) in namespaces.contributors.iter().filter(|(_, all)| all.len() > 1) {
            for &id in contributors {
                let Ok(tree) = catalogue.source(id).document() else { continue };
                let holders = namespaces.holders.entry(uri).or_default();
                for map in tree.root().members() {
                    let held = holders.entry(map.name().unwrap_or_default()).or_default();
                    for name in map.value().members().filter_map(MemberRef::name) {
                        held.entry(name).or_default().push(id);
                    }
                }
            }
        }
        namespaces
    }

    /// Whether a document can be understood.
    pub fn state(&self, id: SourceId) -> DocumentState {
        self.states[id.number() as usize - 1]
    }

    /// The documents whose default namespace is exactly `uri` and that may hold what the tokens lead to, in source
    /// order.
    ///
    /// # Errors
    /// Some document that could contribute cannot be understood; the code says which way.
    pub fn contributors(&self, uri: &str, tokens: &[String]) -> Result<&[SourceId], &'static str> {
        if self.any_failed {
            return Err("reference.unavailable");
        }
        if self.any_deferred || self.deferred.contains(uri) {
            return Err(FEATURES);
        }
        let contributors = self.contributors.get(uri).map_or(&[][..], Vec::as_slice);
        Ok(match tokens {
            [map, name, ..] if contributors.len() > 1 => {
                let holders =
                    self.holders.get(uri).and_then(|holders| holders.get(map.as_str())?.get(name.as_str()));
                holders.map_or(&[][..], Vec::as_slice)
            }
            _ => contributors,
        })
    }

    /// Whether any document of the revision failed, and so may contribute to any namespace.
    pub fn any_failed(&self) -> bool {
        self.any_failed
    }

    /// The target namespace a prefix of this document means.
    pub fn binding(&self, catalogue: &'c Catalogue, document: SourceId, prefix: &str) -> Option<&'c str> {
        let tree = catalogue.source(document).document().ok()?;
        tree.root().get("namespace")?.get(prefix)?.text()
    }
}

/// The target namespace that a document contributes to.
pub(crate) fn default_namespace(root: NodeRef<'_>) -> Option<&str> {
    let name = root.get("defaultNamespace")?.text()?;
    root.get("namespace")?.get(name)?.text()
}

/// True unless the document has no `info`, or an `info` map without features or with an empty list of them.
fn features_block(root: NodeRef<'_>) -> bool {
    if has_unreadable_names(root) {
        return true;
    }
    let Some(info) = root.get("info") else { return false };
    if info.kind() != Kind::Map || has_unreadable_names(info) {
        return true;
    }
    match info.get("features") {
        None => false,
        Some(features) => features.kind() != Kind::Array || features.elements().len() > 0,
    }
}

fn has_unreadable_names(map: NodeRef<'_>) -> bool {
    map.tree().has_unreadable_texts() && map.members().any(|member| member.name().is_none())
}
