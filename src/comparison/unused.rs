//! Changes that the comparison does not look at, so that silence never reads as "nothing changed".
//!
//! `info`, `sdfData` and top-level affordances are no interfaces. A change in them matters when a grouping uses it,
//! and is then a difference of that grouping; otherwise it is only mentioned.

use std::collections::HashSet;
use std::rc::Rc;

use super::equal::same;
use super::request::Documents;
use super::{Difference, DifferenceKind, UnusedChange};
use crate::json::{Kind, NodeId, pointer};
use crate::model::{Catalogue, Content, Members, Position, SourceId};

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
            if !used {
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
