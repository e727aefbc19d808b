//! Which declarations are mandatory in which grouping, and what became of that (RFC 9880 Section 4.5).
//!
//! An entry of `sdfRequired` makes a declaration mandatory in a grouping; whatever is mandatory in a mandatory
//! grouping is mandatory in the grouping that requires it. The closures are compared, not the spellings.

mod change;
mod relationships;

use std::collections::{HashMap, HashSet};

pub(crate) use self::change::{Mandatory, RequirementChange};
use self::relationships::{Pointers, Relationships};
use super::context::Verdict;
use super::survey::{Survey, survey};
use crate::model::{Allowance, Composer, Exhausted, Place, SourceId};

/// A visited declaration costs this many units of work.
const VISIT: u64 = 16;

/// What became of the mandatory declarations of each corresponding grouping, by its pointer.
#[derive(Default)]
pub(super) struct Requirements(HashMap<String, (Verdict, RequirementChange)>);

impl Requirements {
    /// The verdict on a grouping whose mandatory declarations changed, and which ones those are.
    pub(super) fn verdict(&self, place: &Place<'_>) -> Option<(Verdict, RequirementChange)> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&place.pointer()).cloned()
    }

    /// Compares two documents.
    pub(super) fn compare(
        earlier: &Composer<'_>,
        later: &Composer<'_>,
        documents: (SourceId, SourceId),
    ) -> Result<Self, Exhausted> {
        let mut pointers = Pointers::default();
        let before = Relationships::of(earlier, documents.0, &mut pointers)?;
        let after = Relationships::of(later, documents.1, &mut pointers)?;
        let affected = affected(&before, &after);
        let mut verdicts = HashMap::new();
        let mut partial = None;
        for &grouping in before.required.keys() {
            if !after.required.contains_key(&grouping) {
                continue;
            }
            let (mut lost, mut gained) = (false, false);
            let mut change = RequirementChange::default();
            if affected.contains(&grouping) {
                let in_both = |declaration: &&u32| {
                    before.declarations.contains(*declaration) && after.declarations.contains(*declaration)
                };
                let [mine, others] =
                    [closure(&before, grouping, earlier.work())?, closure(&after, grouping, later.work())?];
                let kept = |mine: &HashSet<u32>, others: &HashSet<u32>| -> Vec<u32> {
                    mine.difference(others).filter(in_both).copied().collect()
                };
                let (gone, new) = (kept(&mine, &others), kept(&others, &mine));
                (lost, gained) = (!gone.is_empty(), !new.is_empty());
                change = RequirementChange {
                    lost: Mandatory::named(gone, &before, grouping, &mine, &pointers),
                    gained: Mandatory::named(new, &after, grouping, &others, &pointers),
                };
            }
            if !lost && !gained && before.lists_are_same(&after, grouping) {
                continue;
            }
            // Whether a document resolves completely is asked only when something hangs on it.
            let partial = match partial {
                Some(partial) => partial,
                None => {
                    let found = before.partial
                        || after.partial
                        || survey(earlier, documents.0)? != Survey::Whole
                        || survey(later, documents.1)? != Survey::Whole;
                    *partial.insert(found)
                }
            };
            let verdict = match (partial, lost, gained) {
                (true, ..) => Verdict::Undetermined("required.unavailable"),
                (false, false, false) => continue,
                (false, false, true) => Verdict::Compatible,
                (false, true, _) => Verdict::Breaking(None),
            };
            verdicts.insert(pointers.text(grouping).to_owned(), (verdict, change));
        }
        Ok(Self(verdicts))
    }
}

/// The groupings in which something else may be mandatory: those whose own entries differ, and all from which these
/// can be reached.
fn affected(before: &Relationships<'_>, after: &Relationships<'_>) -> HashSet<u32> {
    let mut reached: HashSet<u32> = HashSet::new();
    for (one, other) in [(before, after), (after, before)] {
        let differs =
            one.required.iter().filter(|(grouping, entries)| other.required.get(grouping) != Some(entries));
        reached.extend(differs.map(|(grouping, _)| *grouping));
    }
    if reached.is_empty() {
        return reached;
    }
    let mut requiring: HashMap<u32, Vec<u32>> = HashMap::new();
    for (&grouping, entries) in before.required.iter().chain(&after.required) {
        for &entry in entries {
            requiring.entry(entry).or_default().push(grouping);
        }
    }
    let mut pending: Vec<u32> = reached.iter().copied().collect();
    while let Some(grouping) = pending.pop() {
        for &by in requiring.get(&grouping).into_iter().flatten() {
            if reached.insert(by) {
                pending.push(by);
            }
        }
    }
    reached
}

/// Everything mandatory in a grouping: what its entries say, and what is mandatory in mandatory groupings.
fn closure(
    relationships: &Relationships<'_>,
    grouping: u32,
    work: &Allowance<'_>,
) -> Result<HashSet<u32>, Exhausted> {
    let entries = |grouping| relationships.required.get(&grouping).into_iter().flatten().copied();
    let mut found: HashSet<u32> = entries(grouping).collect();
    let mut pending: Vec<u32> = found.iter().copied().filter(|&inner| inner != grouping).collect();
    work.charge(VISIT * (1 + found.len() as u64))?;
    while let Some(inner) = pending.pop() {
        for declaration in entries(inner) {
            work.charge(1)?;
            if declaration != grouping && found.insert(declaration) {
                work.charge(VISIT)?;
                pending.push(declaration);
            }
        }
    }
    Ok(found)
}
