//! Hints at moved documents: one that went and one that came with the same content, or with most of its names.
//!
//! Documents correspond by their keys, so nothing inside of a moved one is compared. That stays so; the hint only
//! tells a reader what to compare by hand.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash as _, Hasher as _};

use super::{Class, RevisionComparison};
use crate::json::{Kind, NodeRef};
use crate::model::{Source, SourceId};

/// How many names of one document are looked at.
const NAMES: usize = 4096;
/// A name that more documents than this have tells nothing.
const HOLDERS: usize = 16;

/// A removed and an added document that look like one under two keys. A hint, never a classification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LikelyMove {
    /// The document that only the earlier revision has.
    pub earlier: SourceId,
    /// The document that only the later revision has.
    pub later: SourceId,
    /// Whether both have the same bytes.
    pub identical: bool,
    /// How many global names both define.
    pub shared: usize,
    /// How many the one with more of them defines.
    pub names: usize,
}

impl RevisionComparison<'_> {
    /// Removed and added documents that look like one that moved: each at most once, in the order of the removed ones.
    #[must_use]
    pub fn likely_moves(&self) -> Vec<LikelyMove> {
        let named =
            |source: &Source| Some(names(source.document().ok()?.root())).filter(|names| !names.is_empty());
        let of = |later: bool, ids: &[SourceId]| -> Vec<(SourceId, HashSet<u64>)> {
            let catalogue = if later { self.later } else { self.earlier };
            ids.iter().filter_map(|&id| Some((id, named(catalogue.source(id))?))).collect()
        };
        if self.removed.is_empty() || self.added.is_empty() {
            return Vec::new();
        }
        let (removed, added) = (of(false, &self.removed), of(true, &self.added));
        let mut contents: HashMap<&[u8], Vec<usize>> = HashMap::new();
        let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
        for (index, (id, names)) in added.iter().enumerate() {
            contents.entry(self.later.source(*id).bytes()).or_default().push(index);
            for &name in names {
                let holders = holders.entry(name).or_default();
                if holders.len() <= HOLDERS {
                    holders.push(index);
                }
            }
        }
        let mut taken = vec![false; added.len()];
        let mut moves: Vec<Option<LikelyMove>> = vec![None; removed.len()];
        // The same bytes say more than the same names, whichever document comes first.
        for (slot, (earlier, mine)) in moves.iter_mut().zip(&removed) {
            let same = contents.get(self.earlier.source(*earlier).bytes()).into_iter().flatten();
            if let Some(&at) = same.into_iter().find(|&&at| taken.get(at) == Some(&false)) {
                taken[at] = true;
                let names = mine.len();
                *slot = Some(LikelyMove {
                    earlier: *earlier,
                    later: added[at].0,
                    identical: true,
                    shared: names,
                    names,
                });
            }
        }
        for (slot, (earlier, mine)) in moves.iter_mut().zip(&removed).filter(|(slot, _)| slot.is_none()) {
            let mut shared: HashMap<usize, usize> = HashMap::new();
            let known = mine.iter().filter_map(|name| holders.get(name));
            for &at in known.filter(|holders| holders.len() <= HOLDERS).flatten() {
                *shared.entry(at).or_default() += 1;
            }
            let best = shared
                .into_iter()
                .filter(|&(at, _)| !taken[at])
                .max_by_key(|&(at, shared)| (shared, std::cmp::Reverse(at)));
            let Some((at, shared)) = best else { continue };
            let names = mine.len().max(added[at].1.len());
            if shared * 2 > names {
                taken[at] = true;
                *slot = Some(LikelyMove {
                    earlier: *earlier,
                    later: added[at].0,
                    identical: false,
                    shared,
                    names,
                });
            }
        }
        moves.into_iter().flatten().collect()
    }
}

/// The global names that a document defines, each as a hash: its target namespace and the path of each grouping and
/// affordance.
fn names(root: NodeRef<'_>) -> HashSet<u64> {
    let namespace = root.get("defaultNamespace").and_then(NodeRef::text);
    let namespace = namespace.and_then(|prefix| root.get("namespace")?.get(prefix)?.text());
    let step = |above: u64, keyword: &str, name: &str| {
        let mut hasher = DefaultHasher::new();
        (above, keyword, name).hash(&mut hasher);
        hasher.finish()
    };
    let mut names = HashSet::new();
    let mut pending = vec![(root, step(0, "", namespace.unwrap_or_default()))];
    while let Some((holder, above)) = pending.pop() {
        for map in holder.members() {
            let Some(class) = map.name().and_then(Class::from_keyword) else { continue };
            for definition in map.value().members() {
                let Some(name) = definition.name().filter(|_| definition.value().kind() == Kind::Map) else {
                    continue;
                };
                if names.len() == NAMES {
                    return names;
                }
                let name = step(above, class.as_str(), name);
                names.insert(name);
                if class.is_grouping() {
                    pending.push((definition.value(), name));
                }
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::ComparisonRequest;
    use crate::model::{Catalogue, SourceInput};

    fn moves(earlier: &[(&str, &str)], later: &[(&str, &str)]) -> Vec<(String, String, bool, usize, usize)> {
        let catalogue = |documents: &[(&str, &str)]| {
            let inputs: Vec<_> = documents
                .iter()
                .map(|(key, text)| SourceInput::supplied(*key, text.as_bytes().to_vec()))
                .collect();
            Catalogue::from_inputs(&inputs).unwrap()
        };
        let (earlier, later) = (catalogue(earlier), catalogue(later));
        let comparison = ComparisonRequest::new(&earlier, &later).compare().unwrap();
        let told = |found: LikelyMove| {
            let key = |catalogue: &Catalogue, id| catalogue.source(id).key().to_owned();
            (
                key(&earlier, found.earlier),
                key(&later, found.later),
                found.identical,
                found.shared,
                found.names,
            )
        };
        comparison.likely_moves().into_iter().map(told).collect()
    }

    const LAMP: &str = r#"{"sdfObject":{"Lamp":{"sdfProperty":{"on":{},"level":{}}}}}"#;
    const DIMMER: &str =
        r#"{"sdfObject":{"Lamp":{"sdfProperty":{"on":{"type":"boolean"},"level":{},"dim":{}}}}}"#;
    const DOOR: &str = r#"{"sdfObject":{"Door":{"sdfProperty":{"open":{}}}}}"#;

    fn found(
        earlier: &str,
        later: &str,
        identical: bool,
        shared: usize,
        names: usize,
    ) -> (String, String, bool, usize, usize) {
        (earlier.to_owned(), later.to_owned(), identical, shared, names)
    }

    #[test]
    fn a_document_moved_when_its_content_or_most_of_its_names_came_elsewhere() {
        assert_eq!(moves(&[("a", LAMP)], &[("b", LAMP)]), [found("a", "b", true, 3, 3)]);
        assert_eq!(moves(&[("a", LAMP)], &[("b", DIMMER)]), [found("a", "b", false, 3, 4)]);
        assert_eq!(moves(&[("a", LAMP)], &[("b", DOOR)]), []);
        // What is still there did not move.
        assert_eq!(moves(&[("a", LAMP)], &[("a", LAMP), ("b", LAMP)]), []);
    }

    #[test]
    fn equal_content_goes_before_like_names_and_nothing_moves_twice() {
        assert_eq!(
            moves(&[("like", DIMMER), ("same", LAMP), ("door", DOOR)], &[("new", LAMP), ("gate", DOOR)]),
            [found("same", "new", true, 3, 3), found("door", "gate", true, 2, 2)]
        );
    }

    #[test]
    fn documents_without_definitions_and_names_of_other_namespaces_tell_nothing() {
        assert_eq!(moves(&[("a", "{}")], &[("b", "{}")]), []);
        let of = |uri: &str| {
            format!(r#"{{"namespace":{{"x":"{uri}"}},"defaultNamespace":"x","sdfObject":{{"Lamp":{{}}}}}}"#)
        };
        assert_eq!(moves(&[("a", &of("https://a.example"))], &[("b", &of("https://b.example"))]), []);
    }

    #[test]
    fn many_like_documents_are_told_apart() {
        let documents = |prefix: &str, more: &str| -> Vec<(String, String)> {
            let lamp = |at: usize| LAMP.replace("Lamp", &format!("Lamp{at}")) + more;
            (0..500).map(|at| (format!("{prefix}{at}"), lamp(at))).collect()
        };
        let (old, new) = (documents("old", ""), documents("new", " "));
        let borrowed = |documents: &'static [(String, String)]| -> Vec<(&'static str, &'static str)> {
            documents.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect()
        };
        let found = moves(&borrowed(old.leak()), &borrowed(new.leak()));
        assert_eq!(found.len(), 500);
        assert!(found.iter().all(|(old, new, ..)| old.replace("old", "new") == *new));
    }
}
