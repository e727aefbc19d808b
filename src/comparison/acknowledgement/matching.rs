//! Which differences the supplied entries cover.
//!
//! Matching is one hash lookup for each difference, so its cost is linear in both. It happens after classification
//! and never feeds back into it.

use std::collections::HashMap;

use super::entry::Identity;
use super::{DifferenceAcknowledgement, DifferenceAcknowledgements};
use crate::comparison::{Classification, Difference, DifferenceKind, Revision, Side, Subject};
use crate::model::Catalogue;

/// Marks every difference that an entry covers and returns the zero-based positions of the entries that cover none.
pub(crate) fn apply(
    differences: &mut [Difference],
    acknowledgements: &DifferenceAcknowledgements,
    earlier: &Catalogue,
    later: &Catalogue,
) -> Vec<usize> {
    let entries = acknowledgements.entries();
    let positions: HashMap<_, _> =
        entries.iter().enumerate().map(|(position, entry)| (entry.identity(), position)).collect();
    let mut used = vec![false; entries.len()];
    for difference in differences {
        let position =
            identity(difference, earlier, later).and_then(|identity| positions.get(&identity)).copied();
        difference.acknowledged_by = position;
        if let Some(used) = position.and_then(|position| used.get_mut(position)) {
            *used = true;
        }
    }
    used.iter().enumerate().filter_map(|(position, &used)| (!used).then_some(position)).collect()
}

/// The entry that would acknowledge a difference; `None` when nobody can sign for it, because it is compatible, was
/// not examined, or has a place that no entry can name.
#[must_use]
pub fn of(
    difference: &Difference,
    earlier: &Catalogue,
    later: &Catalogue,
) -> Option<DifferenceAcknowledgement> {
    let identity = identity(difference, earlier, later)?;
    let mut entry =
        DifferenceAcknowledgement::new(identity.kind, identity.subject.clone(), identity.classification)
            .ok()?;
    if let Some((document, pointer)) = identity.earlier {
        entry = entry.earlier(document, pointer).ok()?;
    }
    if let Some((document, pointer)) = identity.later {
        entry = entry.later(document, pointer).ok()?;
    }
    Some(entry)
}

pub(super) fn identity<'a>(
    difference: &'a Difference,
    earlier: &'a Catalogue,
    later: &'a Catalogue,
) -> Option<Identity<'a>> {
    fn place<'a>(side: Option<&'a Side>, catalogue: &'a Catalogue) -> Option<(&'a str, &'a str)> {
        side.map(|side| (catalogue.source(side.root).key(), side.pointer.as_str()))
    }
    if !difference.can_be_acknowledged() || (difference.earlier.is_none() && difference.later.is_none()) {
        return None;
    }
    Some(Identity {
        kind: difference.kind,
        subject: &difference.subject,
        classification: difference.classification,
        earlier: place(difference.earlier.as_ref(), earlier),
        later: place(difference.later.as_ref(), later),
    })
}

/// Why a valid entry can match no difference of any comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NeverMatches {
    /// The member that makes it impossible, such as `later`.
    pub member: &'static str,
    /// Why, as a clause in lower case.
    pub why: &'static str,
}

/// Finds entries that are valid but describe a difference that the comparison never reports.
#[must_use]
pub fn never_matches(entry: &DifferenceAcknowledgement) -> Option<NeverMatches> {
    use DifferenceKind::{Added, Changed, Removed, Unavailable};
    let never = |member, why| Some(NeverMatches { member, why });
    let place = |revision| entry.document(revision).zip(entry.pointer(revision));
    let (earlier, later) = (place(Revision::Earlier), place(Revision::Later));
    match (entry.kind(), entry.subject()) {
        (_, Subject::Document) => {
            never("subject", "a whole document only differs as unavailable, which nobody can acknowledge")
        }
        (Removed | Added, Subject::Quality(name)) if name != "sdfChoice" => never(
            "kind",
            "a quality that appears or disappears is a changed quality; only alternatives of sdfChoice are removed or added",
        ),
        (_, Subject::Quality(_)) if earlier.is_none() => {
            never("earlier", "a quality has a place in both revisions, even where one lacks the quality")
        }
        (_, Subject::Quality(_)) if later.is_none() => {
            never("later", "a quality has a place in both revisions, even where one lacks the quality")
        }
        (_, Subject::Quality(_))
            if earlier.map(|(document, _)| document) != later.map(|(document, _)| document) =>
        {
            never("later.document", "documents correspond by their key, so both revisions name the same one")
        }
        (_, Subject::Quality(_)) if earlier != later => never(
            "later.pointer",
            "definitions correspond by their names, so both revisions name the same pointer",
        ),
        (_, Subject::Quality(_)) => None,
        (Changed | Unavailable, _) => {
            never("kind", "only qualities change; definitions and entries are removed or added")
        }
        (Added, Subject::Definition(_)) => {
            never("classification", "an added definition is always compatible")
        }
        (Removed, Subject::Definition(_)) if entry.classification() != Classification::Breaking => {
            never("classification", "a removed definition is always breaking")
        }
        (Removed, _) if later.is_some() => {
            never("later", "what was removed has no place in the later revision")
        }
        (Added, _) if earlier.is_some() => {
            never("earlier", "what was added has no place in the earlier revision")
        }
        (Removed | Added, _) => None,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::comparison::{Class, Directions, Presence, Reason};
    use crate::model::SourceInput;

    pub(in super::super) fn catalogue(keys: &[&str]) -> Catalogue {
        let inputs: Vec<_> = keys.iter().map(|&key| SourceInput::supplied(key, b"{}".as_slice())).collect();
        Catalogue::from_inputs(&inputs).unwrap()
    }

    /// A changed quality at one place of both revisions, in the document with this key.
    pub(in super::super) fn changed(
        catalogue: &Catalogue,
        key: &str,
        pointer: &str,
        quality: &str,
    ) -> Difference {
        let side = Side {
            presence: Presence::Present,
            root: catalogue.source_id(key).unwrap(),
            pointer: pointer.to_owned(),
            origin: None,
        };
        Difference {
            kind: DifferenceKind::Changed,
            subject: Subject::Quality(quality.to_owned()),
            classification: Classification::Breaking,
            reason: None,
            directions: Directions::THING,
            witness: None,
            earlier: Some(side.clone()),
            later: Some(side),
            acknowledged_by: None,
        }
    }

    pub(in super::super) fn undetermined(mut difference: Difference, code: &'static str) -> Difference {
        difference.classification = Classification::Undetermined;
        difference.reason = Some(Reason { code, message: "", limit: None });
        difference
    }

    fn signed(entries: Vec<DifferenceAcknowledgement>) -> DifferenceAcknowledgements {
        DifferenceAcknowledgements::new(entries).unwrap()
    }

    #[test]
    fn an_entry_covers_exactly_the_difference_of_its_identity() {
        // The revisions number their documents differently; keys decide.
        let (earlier, later) = (catalogue(&["a", "b"]), catalogue(&["0", "a", "b"]));
        let in_both = |key: &str, pointer: &str| {
            let mut difference = changed(&earlier, key, pointer, "maximum");
            difference.later = changed(&later, key, pointer, "maximum").later;
            difference
        };
        let original = in_both("b", "/sdfObject/O/maximum");
        let entry = of(&original, &earlier, &later).unwrap().with_note("takes no part").unwrap();
        assert_eq!(
            (entry.document(Revision::Later), entry.document(Revision::Earlier)),
            (Some("b"), Some("b"))
        );

        let mut removed = original.clone();
        removed.kind = DifferenceKind::Removed;
        let mut one_sided = original.clone();
        one_sided.later = None;
        let mut other_quality = original.clone();
        other_quality.subject = Subject::Quality("minimum".to_owned());
        let mut differences = [
            in_both("a", "/sdfObject/O/maximum"),
            original.clone(),
            in_both("b", "/sdfObject/O/m%61ximum"),
            undetermined(original.clone(), "comparison.unproven"),
            removed,
            one_sided,
            other_quality,
        ];
        let unused_entry = of(&in_both("b", "/gone"), &earlier, &later).unwrap();
        let unused = apply(&mut differences, &signed(vec![unused_entry, entry]), &earlier, &later);
        assert_eq!(differences.map(|d| d.acknowledged_by), [None, Some(1), None, None, None, None, None]);
        assert_eq!(unused, [0]);
    }

    #[test]
    fn nobody_can_sign_for_what_was_not_examined_or_needs_no_signature() {
        let documents = catalogue(&["a"]);
        let difference = changed(&documents, "a", "/x", "unit");
        let eligible = |difference: &Difference| of(difference, &documents, &documents).is_some();
        assert!(eligible(&difference));
        assert!(eligible(&undetermined(difference.clone(), "comparison.unit_added")));
        for code in [
            "operation.limit",
            "reference.unavailable",
            "comparison.directions_unavailable",
            "required.unavailable",
        ] {
            assert!(!eligible(&undetermined(difference.clone(), code)), "{code}");
        }
        let mut compatible = difference.clone();
        compatible.classification = Classification::Compatible;
        assert!(!eligible(&compatible));
        let mut unavailable = undetermined(difference.clone(), "comparison.unproven");
        unavailable.kind = DifferenceKind::Unavailable;
        assert!(!eligible(&unavailable));
        assert!(eligible(&changed(&documents, "a", &format!("/{}", "p".repeat(8191)), "unit")));
        assert!(!eligible(&changed(&documents, "a", &format!("/{}", "p".repeat(8192)), "unit")));
    }

    #[test]
    fn an_impossible_entry_is_explained_by_its_member() {
        use DifferenceKind::{Added, Changed, Removed};
        let quality = |name: &str| Subject::Quality(name.to_owned());
        let property = Subject::Definition(Class::Property);
        let why = |kind, subject, classification, earlier: &str, later: &str| {
            let mut entry = DifferenceAcknowledgement::new(kind, subject, classification).unwrap();
            if let Some((document, pointer)) = earlier.split_once(' ') {
                entry = entry.earlier(document, pointer).unwrap();
            }
            if let Some((document, pointer)) = later.split_once(' ') {
                entry = entry.later(document, pointer).unwrap();
            }
            never_matches(&entry).map(|never| never.member)
        };
        let (breaking, undetermined) = (Classification::Breaking, Classification::Undetermined);
        for (kind, subject, classification, earlier, later, member) in [
            (Removed, property.clone(), breaking, "a /p", "", None),
            (Removed, property.clone(), breaking, "a /p", "a /p", Some("later")),
            (Removed, property.clone(), undetermined, "a /p", "", Some("classification")),
            (Added, property.clone(), breaking, "", "a /p", Some("classification")),
            (Added, Subject::Entry, breaking, "", "a /p", None),
            (Added, Subject::Entry, undetermined, "a /p", "a /p", Some("earlier")),
            (Changed, Subject::Entry, undetermined, "a /p", "a /p", Some("kind")),
            (Changed, Subject::Document, undetermined, "a ", "a ", Some("subject")),
            (Changed, quality("unit"), undetermined, "a /p", "a /p", None),
            (Changed, quality("unit"), undetermined, "a /p", "", Some("later")),
            (Changed, quality("unit"), undetermined, "", "a /p", Some("earlier")),
            (Changed, quality("unit"), undetermined, "a /p", "b /p", Some("later.document")),
            (Changed, quality("unit"), undetermined, "a /p", "a /q", Some("later.pointer")),
            (Removed, quality("unit"), undetermined, "a /p", "", Some("kind")),
            (Removed, quality("sdfChoice"), breaking, "a /p", "a /p", None),
            (Added, quality("sdfChoice"), breaking, "", "a /p", Some("earlier")),
        ] {
            let shown = format!("{kind:?} {subject:?} {earlier} {later}");
            assert_eq!(why(kind, subject, classification, earlier, later), member, "{shown}");
        }
    }
}
