//! Namespaces (RFC 9880 Section 4): which documents contribute to which target namespace, and what a document's
//! prefixes mean.

use std::collections::HashMap;

use super::{Catalogue, SourceId};
use crate::json::{Kind, NodeRef};

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

/// What each namespace of a revision is made of.
pub struct Namespaces<'c> {
    states: Vec<DocumentState>,
    contributors: HashMap<&'c str, Vec<SourceId>>,
    /// A document that nobody could read may contribute to any namespace.
    any_failed: bool,
    /// Deferred documents whose namespace could not be read may contribute to any namespace too.
    any_deferred: bool,
}

impl<'c> Namespaces<'c> {
    /// Looks once at every document of the revision.
    pub fn new(catalogue: &'c Catalogue) -> Self {
        let mut namespaces =
            Self { states: Vec::new(), contributors: HashMap::new(), any_failed: false, any_deferred: false };
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
                    Some(uri) => namespaces.contributors.entry(uri).or_default().push(source.id()),
                    None if state == DocumentState::Deferred && has_unreadable_names(tree.root()) => {
                        namespaces.any_deferred = true;
                    }
                    None => {}
                },
            }
        }
        namespaces
    }

    /// Whether a document can be understood.
    pub fn state(&self, id: SourceId) -> DocumentState {
        self.states[id.number() as usize - 1]
    }

    /// The documents whose default namespace is exactly `uri`, in source order.
    ///
    /// # Errors
    /// Some document that could contribute cannot be understood; the code says which way.
    pub fn contributors(&self, uri: &str) -> Result<&[SourceId], &'static str> {
        if self.any_failed {
            return Err("reference.unavailable");
        }
        let contributors = self.contributors.get(uri).map_or(&[][..], Vec::as_slice);
        if self.any_deferred || contributors.iter().any(|&id| self.state(id) == DocumentState::Deferred) {
            return Err(FEATURES);
        }
        Ok(contributors)
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

fn default_namespace(root: NodeRef<'_>) -> Option<&str> {
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
