//! Which paths of two snapshots belong together.

use std::collections::HashMap;

use super::Id;
use super::snapshot::Entry;

/// One path and what stands there in each revision; at least one side is present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair<'a> {
    /// The earlier revision's file.
    pub earlier: Option<&'a Entry>,
    /// The later revision's file.
    pub later: Option<&'a Entry>,
}

impl<'a> Pair<'a> {
    /// The path, the same on both sides.
    #[must_use]
    pub fn path(&self) -> &'a str {
        self.later.or(self.earlier).map_or("", |entry| entry.path.as_str())
    }

    /// True when both sides have the same bytes.
    #[must_use]
    pub fn is_same(&self) -> bool {
        matches!((self.earlier, self.later), (Some(earlier), Some(later)) if earlier.id == later.id)
    }
}

/// Puts two selections, each sorted by the bytes of its paths, side by side, in the same order.
#[must_use]
pub fn pair<'a>(earlier: &[&'a Entry], later: &[&'a Entry]) -> Vec<Pair<'a>> {
    let mut pairs = Vec::with_capacity(earlier.len().max(later.len()));
    let mut earlier = earlier.iter().copied().peekable();
    let mut later = later.iter().copied().peekable();
    loop {
        let order = match (earlier.peek(), later.peek()) {
            (None, None) => return pairs,
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some(a), Some(b)) => a.path.as_bytes().cmp(b.path.as_bytes()),
        };
        pairs.push(Pair {
            earlier: if order.is_le() { earlier.next() } else { None },
            later: if order.is_ge() { later.next() } else { None },
        });
    }
}

/// A path that went and one that came with the very same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rename<'a> {
    /// The earlier path.
    pub from: &'a Entry,
    /// The later path.
    pub to: &'a Entry,
}

/// Removed and added paths with equal content, in the order of the later paths.
///
/// Each path is used once. Among several with the same content, one with the same file name is taken first, then the
/// first by path. Files without a byte have nothing in common and are never paired.
#[must_use]
pub fn renames<'a>(pairs: &[Pair<'a>]) -> Vec<Rename<'a>> {
    let empty = Id::from_bytes(EMPTY_BLOB);
    let mut removed: HashMap<Id, Vec<Option<&'a Entry>>> = HashMap::new();
    let mut by_name: HashMap<(Id, &str), Vec<usize>> = HashMap::new();
    for pair in pairs {
        if let Pair { earlier: Some(from), later: None } = *pair
            && from.id != empty
        {
            let group = removed.entry(from.id).or_default();
            by_name.entry((from.id, name(&from.path))).or_default().push(group.len());
            group.push(Some(from));
        }
    }
    // Taken from the back below.
    for places in by_name.values_mut() {
        places.reverse();
    }
    let added: Vec<&Entry> = pairs
        .iter()
        .filter(|pair| pair.earlier.is_none())
        .filter_map(|pair| pair.later)
        .filter(|to| removed.contains_key(&to.id))
        .collect();
    let mut taken: Vec<Option<&Entry>> = vec![None; added.len()];
    for (to, slot) in added.iter().zip(&mut taken) {
        let place = by_name.get_mut(&(to.id, name(&to.path))).and_then(Vec::pop);
        *slot = place.and_then(|at| removed.get_mut(&to.id)?.get_mut(at)?.take());
    }
    let mut rest: HashMap<Id, std::vec::IntoIter<&Entry>> = removed
        .into_iter()
        .map(|(id, group)| (id, group.into_iter().flatten().collect::<Vec<_>>().into_iter()))
        .collect();
    added
        .into_iter()
        .zip(taken)
        .filter_map(|(to, taken)| {
            let from = taken.or_else(|| rest.get_mut(&to.id)?.next())?;
            Some(Rename { from, to })
        })
        .collect()
}

fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// What git calls the blob without a byte.
const EMPTY_BLOB: [u8; 20] = [
    0xe6, 0x9d, 0xe2, 0x9b, 0xb2, 0xd1, 0xd6, 0x43, 0x4b, 0x8b, 0x29, 0xae, 0x77, 0x5a, 0xd8, 0xc2, 0xe4,
    0x8c, 0x53, 0x91,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::Mode;

    fn entry(path: &str, content: u8) -> Entry {
        Entry { path: path.to_owned(), id: Id::from_bytes([content; 20]), mode: Mode::File }
    }

    #[test]
    fn paths_are_put_side_by_side_in_byte_order() {
        let earlier = [entry("B", 1), entry("a", 2), entry("a/x", 3)];
        let later = [entry("B", 1), entry("a/x", 4), entry("ü", 5)];
        let pairs = pair(&earlier.iter().collect::<Vec<_>>(), &later.iter().collect::<Vec<_>>());
        let shown: Vec<_> =
            pairs.iter().map(|p| (p.path(), p.earlier.is_some(), p.later.is_some(), p.is_same())).collect();
        assert_eq!(
            shown,
            [
                ("B", true, true, true),
                ("a", true, false, false),
                ("a/x", true, true, false),
                ("ü", false, true, false)
            ]
        );
    }

    #[test]
    fn equal_content_pairs_once_and_prefers_the_same_file_name() {
        let earlier = [entry("a/one", 7), entry("a/two", 7), entry("c", 8), entry("kept", 7)];
        let later =
            [entry("b/other", 7), entry("b/three", 7), entry("b/two", 7), entry("kept", 7), entry("z", 9)];
        let pairs = pair(&earlier.iter().collect::<Vec<_>>(), &later.iter().collect::<Vec<_>>());
        let shown: Vec<_> =
            renames(&pairs).iter().map(|r| (r.from.path.as_str(), r.to.path.as_str())).collect();
        assert_eq!(shown, [("a/one", "b/other"), ("a/two", "b/two")]);
    }

    #[test]
    fn empty_files_are_not_renames() {
        let gone = Entry { id: Id::from_bytes(EMPTY_BLOB), ..entry("a", 0) };
        let came = Entry { path: "b".to_owned(), ..gone.clone() };
        assert!(renames(&pair(&[&gone], &[&came])).is_empty());
    }
}
