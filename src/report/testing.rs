//! Comparisons for tests, put together by hand.

use crate::comparison::{
    Classification, Difference, DifferenceAcknowledgements, DifferenceKind, Direction, Directions, Origin,
    Presence, Revision, RevisionComparison, Side, Subject, VersionWarning, Witness, reason,
};
use crate::json::pointer;
use crate::model::{Catalogue, SourceInput};
use crate::registry::RecordedRegistryPolicy;

/// Both revisions of a few documents.
pub(crate) struct Revisions {
    pub(crate) earlier: Catalogue,
    pub(crate) later: Catalogue,
    pub(crate) acknowledgements: Option<DifferenceAcknowledgements>,
}

/// Documents as (key, text); labels are `v1/KEY` and `v2/KEY`.
pub(crate) fn revisions(earlier: &[(&str, &str)], later: &[(&str, &str)]) -> Revisions {
    let catalogue = |folder: &str, documents: &[(&str, &str)]| {
        let inputs: Vec<_> = documents
            .iter()
            .map(|(key, text)| SourceInput::supplied(*key, text.as_bytes()).label(format!("{folder}/{key}")))
            .collect();
        Catalogue::from_inputs(&inputs).unwrap()
    };
    Revisions { earlier: catalogue("v1", earlier), later: catalogue("v2", later), acknowledgements: None }
}

impl Revisions {
    pub(crate) fn catalogue(&self, revision: Revision) -> &Catalogue {
        match revision {
            Revision::Earlier => &self.earlier,
            Revision::Later => &self.later,
        }
    }

    /// A side whose content is written where the pointer says; absent when nothing is there.
    pub(crate) fn side(&self, revision: Revision, key: &str, at: &str) -> Option<Side> {
        let origin = self.origin(revision, key, at);
        let presence = if origin.is_some() { Presence::Present } else { Presence::Absent };
        let root = self.catalogue(revision).source_id(key)?;
        Some(Side { presence, root, pointer: at.to_owned(), origin })
    }

    pub(crate) fn origin(&self, revision: Revision, key: &str, at: &str) -> Option<Origin> {
        let source = self.catalogue(revision).source_id(key)?;
        let mut node = self.catalogue(revision).source(source).document().ok()?.root();
        for token in pointer::parse(at).unwrap() {
            node = node.get(&token)?;
        }
        Some(Origin { source, node: node.id() })
    }

    /// A changed quality at one pointer of one document.
    pub(crate) fn changed(&self, key: &str, at: &str) -> Difference {
        let name = pointer::parse(at).unwrap().pop().unwrap();
        Difference {
            kind: DifferenceKind::Changed,
            subject: Subject::Quality(name),
            classification: Classification::Compatible,
            reason: None,
            directions: Directions::NONE,
            witness: None,
            earlier: self.side(Revision::Earlier, key, at),
            later: self.side(Revision::Later, key, at),
            acknowledged_by: None,
        }
    }

    /// Something that one revision has.
    pub(crate) fn single(&self, kind: DifferenceKind, subject: Subject, key: &str, at: &str) -> Difference {
        let removed = kind == DifferenceKind::Removed;
        Difference {
            kind,
            subject,
            classification: if removed { Classification::Breaking } else { Classification::Compatible },
            earlier: removed.then(|| self.side(Revision::Earlier, key, at).unwrap()),
            later: (!removed).then(|| self.side(Revision::Later, key, at).unwrap()),
            ..self.changed(key, at_quality(at))
        }
    }

    /// The comparison with these differences, sorted as reports want them.
    pub(crate) fn compared(&self, mut differences: Vec<Difference>) -> RevisionComparison<'_> {
        differences.sort_by_key(Difference::rank);
        let earlier_ids = self.earlier.sources();
        let later_ids = self.later.sources();
        RevisionComparison {
            earlier: &self.earlier,
            later: &self.later,
            policy: RecordedRegistryPolicy::UseRecorded,
            differences,
            compared: earlier_ids
                .iter()
                .filter_map(|source| Some((source.id(), self.later.source_id(source.key())?)))
                .collect(),
            removed: earlier_ids
                .iter()
                .filter(|source| self.later.source_id(source.key()).is_none())
                .map(crate::model::Source::id)
                .collect(),
            added: later_ids
                .iter()
                .filter(|source| self.earlier.source_id(source.key()).is_none())
                .map(crate::model::Source::id)
                .collect(),
            skipped: 0,
            version_warnings: Vec::new(),
            consulted: Vec::new(),
            interpretations: Vec::new(),
            acknowledgements: self.acknowledgements.as_ref(),
            unused_acknowledgements: Vec::new(),
            unused_changes: Vec::new(),
            likely_renames: Vec::new(),
            requirement_changes: std::collections::HashMap::new(),
        }
    }

    pub(crate) fn version_warning(&self, key: &str, breaking: usize) -> VersionWarning {
        let text = |revision| {
            let origin = self.origin(revision, key, "/info/version")?;
            let node = self.catalogue(revision).source(origin.source).node(origin.node)?;
            node.text().map(str::to_owned)
        };
        let location = ["/info/version", "/info", ""];
        VersionWarning {
            documents: (self.earlier.source_id(key).unwrap(), self.later.source_id(key).unwrap()),
            earlier_version: text(Revision::Earlier).unwrap(),
            later_version: text(Revision::Later),
            breaking,
            location: location.iter().find_map(|at| self.origin(Revision::Later, key, at)).unwrap(),
            related: self.origin(Revision::Earlier, key, "/info/version").unwrap(),
        }
    }
}

fn at_quality(at: &str) -> &str {
    if at.is_empty() { "/x" } else { at }
}

pub(crate) trait With {
    fn breaking(self, direction: Direction, value: &str) -> Self;
    fn undetermined(self, code: &'static str) -> Self;
    fn classified(self, classification: Classification, directions: Directions) -> Self;
    fn acknowledged(self, entry: usize) -> Self;
}

impl With for Difference {
    fn breaking(self, direction: Direction, value: &str) -> Self {
        Self {
            classification: Classification::Breaking,
            directions: match direction {
                Direction::ClientSupplied => Directions::CLIENT,
                Direction::ThingSupplied => Directions::THING,
            },
            witness: Some(Witness { value: value.to_owned(), direction, refusals: Vec::new() }),
            ..self
        }
    }

    fn undetermined(self, code: &'static str) -> Self {
        Self { classification: Classification::Undetermined, reason: Some(reason::of(code)), ..self }
    }

    fn classified(self, classification: Classification, directions: Directions) -> Self {
        Self { classification, directions, ..self }
    }

    fn acknowledged(self, entry: usize) -> Self {
        Self { acknowledged_by: Some(entry), ..self }
    }
}
