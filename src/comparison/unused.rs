//! Changes that the comparison does not look at, so that silence never reads as "nothing changed".
//!
//! `info`, `sdfData` and top-level affordances are no interfaces. A change in them matters when a grouping uses it,
//! and is then a difference of that grouping; otherwise it is only mentioned. A reference that the
//! comparison does not follow is a use all the same.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::rc::Rc;

use super::equal::same;
use super::request::Documents;
use super::{Difference, DifferenceKind, UnusedChange};
use crate::json::{Kind, MemberRef, NodeId, NodeRef, pointer};
use crate::model::{Catalogue, Content, Members, Mentions, Position, SourceId, default_namespace};

/// The parts of corresponding documents that changed without any difference coming from them.
pub(super) fn changes(
    earlier: &Catalogue,
    later: &Catalogue,
    documents: &[Documents],
    differences: &[Difference],
) -> Vec<UnusedChange> {
    let mut origins: [HashSet<(SourceId, NodeId)>; 2] = [HashSet::new(), HashSet::new()];
    for difference in differences {
        for (sides, catalogue, side) in [(0, earlier, &difference.earlier), (1, later, &difference.later)]
            .map(|(at, catalogue, side)| (at, catalogue, side))
        {
            let Some(origin) = side.as_ref().and_then(|side| side.origin) else { continue };
            // A difference uses every part that encloses its origin.
            let mut node = catalogue.source(origin.source).node(origin.node);
            while let Some(at) = node.filter(|at| origins[sides].insert((origin.source, at.id()))) {
                node = at.parent();
            }
        }
    }
    // References are read only when something hangs on them.
    let mentions = [OnceCell::new(), OnceCell::new()];
    let mentions = || {
        let [before, after] = &mentions;
        [before.get_or_init(|| Mentions::of(earlier)), after.get_or_init(|| Mentions::of(later))]
    };
    let mut found = Vec::new();
    for &(before, after) in documents {
        let (Some(before), Some(after)) = (before, after) else { continue };
        let (Ok(a), Ok(b)) = (earlier.source(before).document(), later.source(after).document()) else {
            continue;
        };
        if earlier.source(before).has_bytes_of(later.source(after)) {
            continue;
        }
        let roots = [Content::authored(before, a.root()), Content::authored(after, b.root())];
        let default_rebound = default_namespace(a.root()) != default_namespace(b.root());
        let mut note = |path: &[&str], sides: [Option<&Content<'_>>; 2]| {
            let used = sides.iter().zip(&origins).any(|(content, origins)| {
                content.is_some_and(|content| origins.contains(&(content.source(), content.node().id())))
            });
            let kind = match sides {
                [Some(a), Some(b)] if same(a, b) => return,
                [Some(_), Some(_)] => DifferenceKind::Changed,
                [Some(_), None] => DifferenceKind::Removed,
                [None, Some(_)] => DifferenceKind::Added,
                [None, None] => return,
            };
            let named = || {
                let sides = roots.iter().zip(mentions());
                sides.map(|(root, mentions)| (mentions, root.source(), root.node())).any(
                    |(mentions, document, root)| match path {
                        ["namespace"] => {
                            rebound([a.root(), b.root()]).any(|prefix| mentions.uses_prefix(document, prefix))
                                || (default_rebound && mentions.uses_default(document, root))
                        }
                        ["defaultNamespace"] => mentions.uses_default(document, root),
                        [map, name] => mentions.uses(document, root, map, name),
                        _ => false,
                    },
                )
            };
            if !used && !named() {
                let mut rendered = String::new();
                for token in path {
                    pointer::push_token(&mut rendered, token);
                }
                found.push(UnusedChange { documents: (Some(before), Some(after)), pointer: rendered, kind });
            }
        };
        let maps = roots.each_ref().map(Content::members);
        for name in names(&maps) {
            let sides = maps.each_ref().map(|map| map.get(name));
            match Position::Root.child(name) {
                Position::ClassMap(class) if class.is_grouping() => {}
                Position::ClassMap(_) | Position::DataMap
                    if sides.iter().flatten().all(|content| content.kind() == Kind::Map) =>
                {
                    let maps = sides.map(|side| side.map(Content::members).unwrap_or_default());
                    for definition in names(&maps) {
                        note(&[name, definition], maps.each_ref().map(|map| map.get(definition)));
                    }
                }
                _ => note(&[name], sides),
            }
        }
    }
    found
}

/// The names of two maps, in the earlier one's order, later-only ones last.
fn names<'c>(maps: &[Rc<Members<'c>>; 2]) -> Vec<&'c str> {
    let [earlier, later] = maps;
    let only_later = later.iter().map(|member| member.name).filter(|name| !earlier.contains(name));
    earlier.iter().map(|member| member.name).chain(only_later).collect()
}

/// The prefixes whose bindings differ.
fn rebound<'c>(roots: [NodeRef<'c>; 2]) -> impl Iterator<Item = &'c str> {
    let blocks = roots.map(|root| root.get("namespace"));
    let text = |block: Option<NodeRef<'c>>, prefix: &str| block.and_then(|block| block.get(prefix)?.text());
    let prefixes = blocks.into_iter().flatten().flat_map(|block| block.members().filter_map(MemberRef::name));
    prefixes.filter(move |prefix| text(blocks[0], prefix) != text(blocks[1], prefix))
}
