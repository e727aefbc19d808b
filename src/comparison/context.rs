//! What comparing one document pair works with: both revisions' checkers, and what it has found so far.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use super::difference::{Difference, LimitReached, Origin, Reason, Side, Witness};
use super::reason;
use super::required::RequirementChange;
use super::terms::{Classification, DifferenceKind, Directions, Presence, Revision, Subject};
use crate::json::Kind;
use crate::model::vocabulary::is_extension;
use crate::model::{
    Composer, Content, Members, PATH_COMPOSITIONS, PLACE_DEPTH, Place, SourceId, Unavailable,
};
use crate::registry::{Consulted, RecordedRegistryPolicy, RegistryId};
use crate::value::check::Checker;
use crate::value::interpretation::Interpretations;

/// Keeping one difference costs this many units of work, and its texts come on top.
const DIFFERENCE: u64 = 2048;

/// One document pair under comparison.
pub(super) struct Context<'c, 'r> {
    pub(super) earlier: Checker<'c, 'r>,
    pub(super) later: Checker<'c, 'r>,
    pub(super) policy: RecordedRegistryPolicy,
    /// Whether any document of either revision says `sdfRequired`; it can be copied from anywhere.
    pub(super) any_requirement: bool,
    pub(super) differences: RefCell<Vec<Difference>>,
    pub(super) requirement_changes: RefCell<RequirementChanges>,
    pub(super) consulted: Cell<Consulted>,
    pub(super) interpretations: Cell<Interpretations>,
}

/// Changed requirements, by the earlier document and the earlier pointer of `sdfRequired`.
pub(super) type RequirementChanges = HashMap<(SourceId, String), RequirementChange>;

/// A verdict on one difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    Breaking(Option<Witness>),
    Compatible,
    Undetermined(&'static str),
}

impl<'c, 'r> Context<'c, 'r> {
    pub(super) fn checker(&self, revision: Revision) -> &Checker<'c, 'r> {
        match revision {
            Revision::Earlier => &self.earlier,
            Revision::Later => &self.later,
        }
    }

    pub(super) fn composer(&self, revision: Revision) -> &'r Composer<'c> {
        self.checker(revision).composer()
    }

    pub(super) fn consult(&self, consulted: Consulted) {
        let mut all = self.consulted.get();
        all.extend(consulted);
        self.consulted.set(all);
    }

    pub(super) fn rely_on(&self, interpretations: Interpretations) {
        self.interpretations.set(self.interpretations.get().with(interpretations));
    }

    /// Notes that a registry was needed and withheld; returns the reason.
    pub(super) fn withheld(&self, registry: RegistryId) -> &'static str {
        let mut consulted = self.consulted.get();
        consulted.insert(registry);
        self.consulted.set(consulted);
        "registry.caller_withheld"
    }

    /// Records a difference.
    pub(super) fn push(
        &self,
        kind: DifferenceKind,
        subject: Subject,
        directions: Directions,
        sides: [Option<Side>; 2],
        verdict: Verdict,
    ) {
        let [earlier, later] = sides;
        let (classification, reason, witness) = match verdict {
            Verdict::Breaking(witness) => (Classification::Breaking, None, witness),
            Verdict::Compatible => (Classification::Compatible, None, None),
            Verdict::Undetermined(code) => {
                let limit =
                    if code == "operation.limit" { self.limit_reached(&[&earlier, &later]) } else { None };
                (Classification::Undetermined, Some(Reason { limit, ..reason::of(code) }), None)
            }
        };
        let texts = [&earlier, &later].into_iter().flatten().map(|side| side.pointer.len());
        let bytes = texts.sum::<usize>() + witness.as_ref().map_or(0, |witness| witness.value.len());
        // What is found is kept and reported, so it costs memory; running out shows at the next step.
        let _ = self.composer(Revision::Earlier).work().charge(DIFFERENCE + 8 * bytes as u64);
        self.differences.borrow_mut().push(Difference {
            kind,
            subject,
            classification,
            reason,
            directions,
            witness,
            earlier,
            later,
            acknowledged_by: None,
        });
    }

    /// Notes which declarations a changed `sdfRequired` is about.
    pub(super) fn note_requirement(&self, earlier: &Owner<'_, 'c>, change: RequirementChange) {
        let pointer = earlier.place.child("sdfRequired").pointer();
        let names = [&change.lost, &change.gained].into_iter().flat_map(|mandatory| &mandatory.named);
        let bytes = pointer.len() + names.map(|(name, _)| name.len()).sum::<usize>();
        let _ = self.composer(Revision::Earlier).work().charge(8 * bytes as u64);
        self.requirement_changes.borrow_mut().insert((earlier.place.document(), pointer), change);
    }

    /// The limit behind `operation.limit`: what was left to spend, what reading a document ran into, or the depth of
    /// the effective view.
    fn limit_reached(&self, sides: &[&Option<Side>; 2]) -> Option<LimitReached> {
        let composer = self.composer(Revision::Earlier);
        let limits = composer.catalogue().limits();
        if composer.work().is_exhausted() {
            return Some(LimitReached { name: "work", value: limits.work });
        }
        let failed = Revision::BOTH.into_iter().zip(sides).find_map(|(revision, side)| {
            let root = side.as_ref()?.root;
            self.composer(revision).catalogue().source(root).document().err()?.limit
        });
        match failed {
            Some(name) => Some(LimitReached { name, value: limits.get(name)? }),
            None => {
                let deep = |side: &Side| side.pointer.matches('/').count() > PLACE_DEPTH as usize;
                Some(match sides.iter().any(|side| side.as_ref().is_some_and(deep)) {
                    true => LimitReached { name: "levels of the effective view", value: PLACE_DEPTH.into() },
                    false => LimitReached {
                        name: "definitions inside one another",
                        value: PATH_COMPOSITIONS.into(),
                    },
                })
            }
        }
    }

    /// Records a changed quality of two owners, and what its classification relies on.
    pub(super) fn changed(
        &self,
        owners: [&Owner<'_, 'c>; 2],
        name: &'c str,
        directions: Directions,
        verdict: Verdict,
    ) {
        self.note_extensions(owners, &verdict);
        let sides = owners.map(|owner| Some(owner.quality(name)));
        self.push(DifferenceKind::Changed, Subject::Quality(name.to_owned()), directions, sides, verdict);
    }

    /// A breaking or compatible quality beside undeclared vocabulary relies on that vocabulary being ignorable.
    pub(super) fn note_extensions(&self, owners: [&Owner<'_, 'c>; 2], verdict: &Verdict) {
        if !matches!(verdict, Verdict::Undetermined(_))
            && owners.iter().any(|owner| owner.members.iter().any(|member| is_extension(member.name)))
        {
            self.rely_on(Interpretations::UNDECLARED_EXTENSIONS);
        }
    }

    /// Records content that a view could not establish.
    pub(super) fn unavailable(
        &self,
        subject: Subject,
        directions: Directions,
        sides: [Option<Side>; 2],
        code: &'static str,
    ) {
        self.push(DifferenceKind::Unavailable, subject, directions, sides, Verdict::Undetermined(code));
    }
}

/// A definition or description whose qualities are compared.
pub(super) struct Owner<'a, 'c> {
    pub(super) place: &'a Place<'c>,
    pub(super) members: &'a Members<'c>,
}

impl<'c> Owner<'_, 'c> {
    /// The side of one quality: present with its origin, or absent, perhaps deleted by a patch.
    pub(super) fn quality(&self, name: &'c str) -> Side {
        let content = self.members.get(name);
        Side {
            presence: if content.is_some() { Presence::Present } else { Presence::Absent },
            root: self.place.document(),
            pointer: self.place.child(name).pointer(),
            origin: content.map(Content::origin).or_else(|| self.members.deletion(name)),
        }
    }
}

/// A side with content.
pub(super) fn present(place: &Place<'_>, origin: Origin) -> Side {
    Side {
        presence: Presence::Present,
        root: place.document(),
        pointer: place.pointer(),
        origin: Some(origin),
    }
}

/// A side whose place is there without content.
pub(super) fn absent(place: &Place<'_>, origin: Option<Origin>) -> Side {
    Side { presence: Presence::Absent, root: place.document(), pointer: place.pointer(), origin }
}

/// The side of a definition that is there: present when it could be resolved, unavailable when its reference
/// failed, and present all the same when it has the wrong shape.
pub(super) fn resolved_side<T>(
    place: &Place<'_>,
    content: &Content<'_>,
    resolved: &Result<T, Unavailable>,
    origin: impl Fn(&T) -> Origin,
) -> Side {
    match resolved {
        Ok(definition) => present(place, origin(definition)),
        Err(_) if !matches!(content.kind(), Kind::Map | Kind::Array) => present(place, content.origin()),
        Err(unavailable) => Side {
            presence: Presence::Unavailable,
            root: place.document(),
            pointer: place.pointer(),
            origin: unavailable.origin,
        },
    }
}
