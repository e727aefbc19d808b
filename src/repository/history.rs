//! Ancestors and merge bases.
//!
//! A clone may end anywhere, so each question has three answers: yes, no, and "the history ends before that could be
//! decided", with the commits that would have to be fetched. Nothing is concluded from a history that is cut off.
//! Every commit on the way is asked for by itself, so a source behind a network is better asked for its own comparison
//! of two commits.

use std::collections::{BinaryHeap, HashMap, HashSet};

use super::Id;
use super::objects::{ObjectError, Objects};

/// How many commits one question follows; several times the history of the largest repositories.
const LONGEST: usize = 5_000_000;

/// Whether one commit is an ancestor of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ancestry {
    /// It is, or they are the same.
    Yes,
    /// It is not.
    No,
    /// It was not met before the history ended at these commits, which are not in the clone; sorted, at most 100.
    Unknown(Vec<Id>),
}

/// What two commits have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeBases {
    /// The best common ancestors, the latest first; none when the histories are unrelated.
    Known(Vec<Id>),
    /// The history ends first.
    Unknown {
        /// The best common ancestors met so far; there may be better ones.
        so_far: Vec<Id>,
        /// The commits that are not in the clone; sorted, at most 100.
        ends_at: Vec<Id>,
    },
}

/// Which commits of a set lie in the history of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// Those that do.
    pub found: HashSet<Id>,
    /// Where the history ends, if not all were found; sorted, at most 100. Empty means that the others are no ancestors.
    pub ends_at: Vec<Id>,
}

/// Is `ancestor` in the history of `of`?
///
/// # Errors
/// A commit is there and unreadable, or the history is too long.
pub fn is_ancestor(objects: &dyn Objects, ancestor: Id, of: Id) -> Result<Ancestry, ObjectError> {
    let reached = reached(objects, of, &HashSet::from([ancestor]))?;
    Ok(if reached.found.contains(&ancestor) {
        Ancestry::Yes
    } else if reached.ends_at.is_empty() {
        Ancestry::No
    } else {
        Ancestry::Unknown(reached.ends_at)
    })
}

/// Which of the wanted commits are in the history of `from`, in one walk that stops when all are found.
///
/// # Errors
/// A commit is there and unreadable, or the history is too long.
pub fn reached(objects: &dyn Objects, from: Id, wanted: &HashSet<Id>) -> Result<Reached, ObjectError> {
    let mut found = HashSet::new();
    let mut ends_at = Vec::new();
    let mut seen = HashSet::from([from]);
    // The latest first: releases are asked about more often than the root.
    let mut queue = BinaryHeap::from([(i64::MAX, from)]);
    while let Some((_, id)) = queue.pop() {
        if wanted.contains(&id) {
            found.insert(id);
            if found.len() == wanted.len() {
                return Ok(Reached { found, ends_at: Vec::new() });
            }
        }
        match objects.commit(id) {
            Ok(commit) => {
                for parent in commit.parents {
                    if seen.insert(parent) {
                        if seen.len() > LONGEST {
                            return Err(ObjectError::TooLong { id: from, limit: LONGEST });
                        }
                        queue.push((commit.seconds, parent));
                    }
                }
            }
            Err(error) if error.is_missing() => ends_at.push(id),
            Err(error) => return Err(error),
        }
    }
    Ok(Reached { found, ends_at: some(ends_at) })
}

fn some(mut ids: Vec<Id>) -> Vec<Id> {
    ids.sort_unstable();
    ids.truncate(100);
    ids
}

const FROM_A: u8 = 1;
const FROM_B: u8 = 2;
/// Below a common ancestor, so no longer interesting.
const BELOW: u8 = 4;
/// Recorded as common ancestor.
const COMMON: u8 = 8;

/// The best common ancestors of two commits: those that are no ancestors of another one.
///
/// # Errors
/// A commit is there and unreadable, or the history is too long.
pub fn merge_bases(objects: &dyn Objects, a: Id, b: Id) -> Result<MergeBases, ObjectError> {
    if a == b {
        return Ok(MergeBases::Known(vec![a]));
    }
    let mut walk = Walk::new(a);
    walk.mark(objects, a, FROM_A)?;
    walk.mark(objects, b, FROM_B)?;
    walk.run(objects)?;

    let mut bases: Vec<(i64, Id)> = Vec::new();
    let mut ends_at = Vec::new();
    for (&id, node) in &walk.nodes {
        if node.marks & COMMON != 0 && node.marks & BELOW == 0 {
            bases.push((node.seconds, id));
        }
        // A missing commit that both sides reach is a common ancestor, wherever its own history leads.
        if node.parents.is_none()
            && node.marks & BELOW == 0
            && node.marks & (FROM_A | FROM_B) != FROM_A | FROM_B
        {
            ends_at.push(id);
        }
    }
    // A commit in the other's history is the best there can be, whatever else is missing.
    if let Some(&(_, id)) = bases.iter().find(|(_, id)| *id == a || *id == b) {
        return Ok(MergeBases::Known(vec![id]));
    }
    bases.sort_unstable_by(|x, y| y.cmp(x));
    let ids: Vec<Id> = bases.into_iter().map(|(_, id)| id).collect();
    let best = best_of(objects, ids)?;
    Ok(if ends_at.is_empty() {
        MergeBases::Known(best)
    } else {
        MergeBases::Unknown { so_far: best, ends_at: some(ends_at) }
    })
}

/// Without those that are ancestors of others: clocks that run backwards can leave some behind.
fn best_of(objects: &dyn Objects, ids: Vec<Id>) -> Result<Vec<Id>, ObjectError> {
    // More than a handful of best common ancestors means a history made to cost; any of them serves as base.
    if ids.len() < 2 || ids.len() > 16 {
        return Ok(ids);
    }
    let mut best = ids.clone();
    for &from in &ids {
        let others: HashSet<Id> = ids.iter().copied().filter(|&id| id != from).collect();
        let reached = reached(objects, from, &others)?;
        best.retain(|id| !reached.found.contains(id));
    }
    Ok(best)
}

struct Node {
    marks: u8,
    seconds: i64,
    /// Nothing for a commit that is not in the clone.
    parents: Option<Vec<Id>>,
}

/// Paints both histories, latest commits first, until all that is left lies below a common ancestor.
struct Walk {
    start: Id,
    nodes: HashMap<Id, Node>,
    queue: BinaryHeap<(i64, Id)>,
    /// How many commits in the queue do not lie below a common ancestor, by their marks when they were last changed.
    open: HashSet<Id>,
}

impl Walk {
    fn new(start: Id) -> Self {
        Self { start, nodes: HashMap::new(), queue: BinaryHeap::new(), open: HashSet::new() }
    }

    fn mark(&mut self, objects: &dyn Objects, id: Id, marks: u8) -> Result<(), ObjectError> {
        if !self.nodes.contains_key(&id) {
            if self.nodes.len() >= LONGEST {
                return Err(ObjectError::TooLong { id: self.start, limit: LONGEST });
            }
            let node = match objects.commit(id) {
                Ok(commit) => Node { marks: 0, seconds: commit.seconds, parents: Some(commit.parents) },
                Err(error) if error.is_missing() => Node { marks: 0, seconds: i64::MIN, parents: None },
                Err(error) => return Err(error),
            };
            self.nodes.insert(id, node);
        }
        if let Some(node) = self.nodes.get_mut(&id)
            && node.marks & marks != marks
        {
            node.marks |= marks;
            if node.marks & (FROM_A | FROM_B) == FROM_A | FROM_B {
                node.marks |= COMMON;
            }
            if node.marks & BELOW == 0 {
                self.open.insert(id);
            } else {
                self.open.remove(&id);
            }
            self.queue.push((node.seconds, id));
        }
        Ok(())
    }

    fn run(&mut self, objects: &dyn Objects) -> Result<(), ObjectError> {
        while !self.open.is_empty() {
            let Some((_, id)) = self.queue.pop() else { break };
            self.open.remove(&id);
            let Some(node) = self.nodes.get(&id) else { continue };
            let both = FROM_A | FROM_B;
            let passed = node.marks & (both | BELOW);
            let passed = if passed & both == both { passed | BELOW } else { passed };
            for parent in node.parents.clone().unwrap_or_default() {
                self.mark(objects, parent, passed)?;
            }
        }
        Ok(())
    }
}
