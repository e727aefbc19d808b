//! Differences that have one cause are told once: everything that a broken document hides.

use std::collections::HashMap;

use super::place::Places;
use super::words::Phrase;
use crate::comparison::{Difference, Revision};
use crate::model::SourceId;

/// How many names stand for the rest.
const NAMED: usize = 5;

/// One or more differences that share a cause.
pub(crate) struct Cluster<'a> {
    /// The first one; it stands for all.
    pub(crate) lead: &'a Difference,
    /// Its position among all differences.
    pub(crate) index: usize,
    /// The others.
    pub(crate) others: Vec<&'a Difference>,
}

/// The differences in order, those behind one broken document together.
pub(crate) fn clusters<'a>(
    places: &Places<'_>,
    differences: impl IntoIterator<Item = (usize, &'a Difference)>,
) -> Vec<Cluster<'a>> {
    let mut clusters: Vec<Cluster<'a>> = Vec::new();
    let mut by_cause: HashMap<(Revision, SourceId), usize> = HashMap::new();
    for (index, difference) in differences {
        if let Some(cause) = broken_document(places, difference) {
            if let Some(found) = by_cause.get(&cause).and_then(|&at| clusters.get_mut(at)) {
                found.others.push(difference);
                continue;
            }
            by_cause.insert(cause, clusters.len());
        }
        clusters.push(Cluster { lead: difference, index, others: Vec::new() });
    }
    clusters
}

/// The document whose failure hides the difference's content, the later one first.
pub(crate) fn broken_document(places: &Places<'_>, difference: &Difference) -> Option<(Revision, SourceId)> {
    Revision::BOTH.into_iter().rev().find_map(|revision| {
        let side = difference.side(revision)?;
        places.failure(revision, side).map(|_| (revision, side.root))
    })
}

impl Cluster<'_> {
    /// How many differences there are.
    pub(crate) fn len(&self) -> usize {
        1 + self.others.len()
    }

    /// What the cluster's first line says.
    pub(crate) fn what(&self, places: &Places<'_>) -> Phrase {
        if self.others.is_empty() {
            return super::change::what(places, self.lead);
        }
        let named = std::iter::once(self.lead).chain(self.others.iter().copied()).take(NAMED);
        let mut phrase = Phrase::default();
        for (index, difference) in named.enumerate() {
            let joint = match index {
                0 => "",
                last if last + 1 == self.len() => " and ",
                _ => ", ",
            };
            phrase = phrase.own(joint).then(super::change::called(places, difference));
        }
        match self.len().saturating_sub(NAMED) {
            0 => phrase.own(" could not be compared"),
            more => phrase.own(format!(" and {more} more could not be compared")),
        }
    }
}
