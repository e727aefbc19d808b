//! Which document pairs are the same, with everything they can refer to.
//!
//! Such a pair cannot have changed for anyone, also where nobody could examine it: an unresolved reference that was
//! unresolved in the same way before must not block every merge for ever.

use std::collections::{HashMap, HashSet};

use crate::json::NodeRef;
use crate::model::{Catalogue, SourceId};

/// Earlier documents whose pair is unchanged.
pub(super) struct Unchanged(HashSet<SourceId>);

/// What a document can draw on: the namespaces its prefixes are bound to, and the one it contributes to.
struct Namespaces<'c> {
    bound: HashSet<&'c str>,
    contributes: Option<&'c str>,
}

impl Unchanged {
    /// Compares bytes first, and then follows namespaces from everything that changed.
    pub(super) fn find(earlier: &Catalogue, later: &Catalogue) -> Self {
        let mut candidates: HashMap<SourceId, Namespaces<'_>> = HashMap::new();
        let mut tainted: HashSet<&str> = HashSet::new();
        let mut any_unreadable = false;
        let mut taint = |catalogue: &'_ Catalogue, id: SourceId| match catalogue.source(id).document() {
            Ok(tree) if !tree.has_unreadable_texts() => {
                namespaces(tree.root()).contributes.map(str::to_owned)
            }
            // Nobody knows what it contributes to, so it may be anything.
            _ => {
                any_unreadable = true;
                None
            }
        };
        let mut from_changed = Vec::new();
        for source in earlier.sources() {
            match later.source_id(source.key()) {
                Some(other) if source.has_bytes_of(later.source(other)) => {}
                Some(other) => {
                    from_changed.extend(taint(earlier, source.id()));
                    from_changed.extend(taint(later, other));
                }
                None => from_changed.extend(taint(earlier, source.id())),
            }
        }
        for source in later.sources().iter().filter(|source| earlier.source_id(source.key()).is_none()) {
            from_changed.extend(taint(later, source.id()));
        }
        tainted.extend(from_changed.iter().map(String::as_str));
        for source in earlier.sources() {
            let twin = later.source_id(source.key()).map(|other| later.source(other));
            if twin.is_some_and(|other| source.has_bytes_of(other)) {
                let namespaces =
                    source.document().map_or_else(|_| Namespaces::none(), |tree| namespaces(tree.root()));
                candidates.insert(source.id(), namespaces);
            }
        }
        if any_unreadable {
            candidates.retain(|_, namespaces| namespaces.bound.is_empty());
        }
        // Follow taint from namespace to document to the namespace it contributes to.
        let mut readers: HashMap<&str, Vec<SourceId>> = HashMap::new();
        for (id, namespaces) in &candidates {
            for uri in &namespaces.bound {
                readers.entry(uri).or_default().push(*id);
            }
        }
        let mut pending: Vec<&str> = tainted.iter().copied().collect();
        let mut changed: HashSet<SourceId> = HashSet::new();
        while let Some(uri) = pending.pop() {
            for id in readers.get(uri).into_iter().flatten() {
                if changed.insert(*id)
                    && let Some(uri) = candidates.get(id).and_then(|namespaces| namespaces.contributes)
                    && tainted.insert(uri)
                {
                    pending.push(uri);
                }
            }
        }
        Self(candidates.into_keys().filter(|id| !changed.contains(id)).collect())
    }

    /// Whether the pair of this earlier document is unchanged.
    pub(super) fn contains(&self, earlier: SourceId) -> bool {
        self.0.contains(&earlier)
    }

    /// How many pairs are unchanged.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

impl Namespaces<'_> {
    fn none() -> Self {
        Self { bound: HashSet::new(), contributes: None }
    }
}

fn namespaces(root: NodeRef<'_>) -> Namespaces<'_> {
    let Some(block) = root.get("namespace") else { return Namespaces::none() };
    // A name is binding and tail joined, so only the part before a `#` is the namespace.
    let whole = |uri: &'_ str| uri.split('#').next().unwrap_or_default().len();
    let bound =
        block.members().filter_map(|member| member.value().text()).map(|uri| &uri[..whole(uri)]).collect();
    let contributes =
        root.get("defaultNamespace").and_then(NodeRef::text).and_then(|name| block.get(name)?.text());
    Namespaces { bound, contributes }
}
