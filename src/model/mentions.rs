//! What the references written in the documents of a revision name, whether or not anything follows them.
//!
//! The comparison does not follow every reference, such as one in the description of array items. What such a
//! reference names is used all the same.

use std::collections::{HashMap, HashSet};

use super::reference::{Reference, parse, split_global};
use super::{Catalogue, Class, Position, SourceId, default_namespace};
use crate::json::{Kind, NodeRef};

/// The longest name of a namespace that is looked at; a longer one would be copied for every reference to it.
const URI_BYTES: usize = 4096;

/// The name of a top-level map and of a definition in it.
type Named = (String, String);

/// Where a definition can be found: by its document, or by its target namespace.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Scope {
    Document(SourceId),
    Namespace(String),
}

/// What is named in one revision.
#[derive(Debug, Default)]
pub(crate) struct Mentions {
    /// Definitions that can be reached from groupings.
    used: HashSet<(Scope, Named)>,
    /// The prefixes that each document's references begin with.
    prefixes: HashMap<SourceId, HashSet<String>>,
    /// Documents with references to places of their own.
    local: HashSet<SourceId>,
    /// The target namespaces that references lead to.
    namespaces: HashSet<String>,
}

impl Mentions {
    /// Reads every reference of a revision once.
    pub(crate) fn of(catalogue: &Catalogue) -> Self {
        let mut found = Self::default();
        // What a definition outside every grouping names is used when that definition is.
        let mut inside: HashMap<(Scope, Named), Vec<(Scope, Named)>> = HashMap::new();
        let mut pending = Vec::new();
        for source in catalogue.sources() {
            let Ok(tree) = source.document() else { continue };
            if !tree.mentions("sdfRef") && !tree.mentions("sdfRequired") {
                continue;
            }
            let root = tree.root();
            let own = namespace(root);
            let scopes = |map: &str, name: &str| {
                let named = (map.to_owned(), name.to_owned());
                let namespace = own.map(|uri| (Scope::Namespace(uri.to_owned()), named.clone()));
                [Some((Scope::Document(source.id()), named)), namespace].into_iter().flatten()
            };
            for map in root.members() {
                let Some(keyword) = map.name() else { continue };
                let definitions = matches!(Position::Root.child(keyword), Position::DataMap)
                    || Class::from_keyword(keyword).is_some_and(|class| !class.is_grouping());
                if !definitions {
                    for text in references(map.value()) {
                        pending.extend(found.read(source.id(), root, own, text));
                    }
                    continue;
                }
                for definition in map.value().members() {
                    let Some(name) = definition.name() else { continue };
                    for text in references(definition.value()) {
                        let named = found.read(source.id(), root, own, text);
                        for holder in scopes(keyword, name) {
                            inside.entry(holder).or_default().extend(named.iter().cloned());
                        }
                    }
                }
            }
        }
        while let Some(definition) = pending.pop() {
            if found.used.contains(&definition) {
                continue;
            }
            pending.extend(inside.remove(&definition).unwrap_or_default());
            found.used.insert(definition);
        }
        found
    }

    /// Notes one reference; returns the definitions that it may mean.
    fn read(
        &mut self,
        document: SourceId,
        root: NodeRef<'_>,
        own: Option<&str>,
        text: &str,
    ) -> Vec<(Scope, Named)> {
        let named = |tokens: &[String]| match tokens {
            [map, name, ..] => Some((map.clone(), name.clone())),
            _ => None,
        };
        match parse(text) {
            Ok(Reference::Local(tokens)) => {
                self.local.insert(document);
                let Some(named) = named(&tokens) else { return Vec::new() };
                let namespace = own.map(|uri| (Scope::Namespace(uri.to_owned()), named.clone()));
                [Some((Scope::Document(document), named)), namespace].into_iter().flatten().collect()
            }
            Ok(Reference::Global { prefix, tail }) => {
                let prefixes = self.prefixes.entry(document).or_default();
                if !prefixes.contains(prefix) {
                    prefixes.insert(prefix.to_owned());
                }
                let binding = root.get("namespace").and_then(|block| block.get(prefix)?.text());
                let Some(binding) = binding.filter(|uri| uri.len() <= URI_BYTES) else { return Vec::new() };
                let name = format!("{binding}{tail}");
                let Ok((uri, tokens)) = split_global(&name) else { return Vec::new() };
                if !self.namespaces.contains(uri) {
                    self.namespaces.insert(uri.to_owned());
                }
                named(&tokens).map(|named| (Scope::Namespace(uri.to_owned()), named)).into_iter().collect()
            }
            Err(_) => Vec::new(),
        }
    }

    /// Whether a definition of a document's top-level map can be reached from a grouping.
    pub(crate) fn uses(&self, document: SourceId, root: NodeRef<'_>, map: &str, name: &str) -> bool {
        let named = || (map.to_owned(), name.to_owned());
        self.used.contains(&(Scope::Document(document), named()))
            || namespace(root)
                .is_some_and(|uri| self.used.contains(&(Scope::Namespace(uri.to_owned()), named())))
    }

    /// Whether a reference of the document begins with the prefix.
    pub(crate) fn uses_prefix(&self, document: SourceId, prefix: &str) -> bool {
        self.prefixes.get(&document).is_some_and(|prefixes| prefixes.contains(prefix))
    }

    /// Whether the namespace that a document contributes to matters: a reference leads there, or to a place of the
    /// document itself.
    pub(crate) fn uses_default(&self, document: SourceId, root: NodeRef<'_>) -> bool {
        let Some(uri) = namespace(root) else { return false };
        self.local.contains(&document) || self.namespaces.contains(uri)
    }
}

/// The target namespace that a document contributes to.
fn namespace(root: NodeRef<'_>) -> Option<&str> {
    default_namespace(root).filter(|uri| uri.len() <= URI_BYTES)
}

/// The texts of all references below a node.
fn references(node: NodeRef<'_>) -> Vec<&str> {
    let mut texts = Vec::new();
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        if node.kind() == Kind::Array {
            pending.extend(node.elements());
            continue;
        }
        for member in node.members() {
            match member.name() {
                Some("sdfRef") if member.value().kind() == Kind::Text => texts.extend(member.value().text()),
                // Names without `#` select from the grouping itself.
                Some("sdfRequired") => {
                    let entries = member.value().elements().filter_map(NodeRef::text);
                    texts.extend(entries.filter(|text| text.contains('#')));
                }
                _ => pending.push(member.value()),
            }
        }
    }
    texts
}
