//! Compares one document pair, or reports a document that only one revision has.

use super::context::{Context, Owner, Verdict, present};
use super::difference::{Origin, Side};
use super::request::Documents;
use super::required::Requirements;
use super::survey::{Survey, mentions, survey};
use super::terms::{Class, DifferenceKind, Directions, Presence, Revision, Subject};
use crate::json::Kind;
use crate::model::{Composer, Content, Exhausted, Place, Position, SourceId, Unavailable};
use crate::value::interpretation::Interpretations;

/// Records every difference of the pair in `context`.
pub(super) fn compare(context: &Context<'_, '_>, documents: Documents) {
    let outcome = match documents {
        (Some(earlier), Some(later)) => compare_documents(context, earlier, later),
        (Some(only), None) => one_sided(context, Revision::Earlier, only),
        (None, Some(only)) => one_sided(context, Revision::Later, only),
        (None, None) => Ok(()),
    };
    if outcome.is_err() {
        let side = |revision: Revision, id: Option<SourceId>| {
            id.map(|id| whole(context, revision, id, &context.composer(revision).document(id).map(|_| ())))
        };
        let sides = [side(Revision::Earlier, documents.0), side(Revision::Later, documents.1)];
        context.unavailable(Subject::Document, Directions::NONE, sides, "operation.limit");
    }
}

fn compare_documents<'c>(
    context: &Context<'c, '_>,
    earlier: SourceId,
    later: SourceId,
) -> Result<(), Exhausted> {
    let roots = [
        context.composer(Revision::Earlier).document(earlier),
        context.composer(Revision::Later).document(later),
    ];
    let [Ok(before), Ok(after)] = &roots else {
        unavailable_documents(context, [earlier, later], &roots);
        return Ok(());
    };
    let composers = (context.composer(Revision::Earlier), context.composer(Revision::Later));
    let requirements = if context.any_requirement {
        Requirements::compare(composers.0, composers.1, (earlier, later))?
    } else {
        Requirements::default()
    };
    let (before_members, after_members) = (before.members(), after.members());
    let places = [Place::root(earlier), Place::root(later)];
    let before_owner = Owner { place: &places[0], members: &before_members };
    let after_owner = Owner { place: &places[1], members: &after_members };
    context.compare_classes([&before_owner, &after_owner], Position::Root, &requirements)?;
    // How every reference is read belongs to the result, also of what nothing compared uses.
    for (composer, root, id) in [(composers.0, before, earlier), (composers.1, after, later)] {
        if !composer.relocated() && mentions(root, "sdfRef") {
            note_references(context, composer, id)?;
        }
    }
    Ok(())
}

/// Makes the composer note how it reads every reference of a document.
fn note_references(
    context: &Context<'_, '_>,
    composer: &Composer<'_>,
    id: SourceId,
) -> Result<(), Exhausted> {
    if survey(composer, id)? == Survey::Unfinished {
        // Some reference may have been read that way, and nobody would know.
        context.rely_on(Interpretations::COPIED_REFERENCES);
    }
    Ok(())
}

/// A document without correspondent: each of its top-level groupings is removed or added.
fn one_sided(context: &Context<'_, '_>, revision: Revision, id: SourceId) -> Result<(), Exhausted> {
    let composer = context.composer(revision);
    let root = composer.document(id);
    let on_side = |side: Side| match revision {
        Revision::Earlier => [Some(side), None],
        Revision::Later => [None, Some(side)],
    };
    match &root {
        Err(fault) => {
            let side = whole(context, revision, id, &root.as_ref().map(|_| ()).map_err(|fault| *fault));
            context.unavailable(Subject::Document, Directions::NONE, on_side(side), fault.code);
        }
        Ok(root) => {
            let (kind, verdict) = match revision {
                Revision::Earlier => (DifferenceKind::Removed, Verdict::Breaking(None)),
                Revision::Later => (DifferenceKind::Added, Verdict::Compatible),
            };
            for (class, place, content) in top_level_groupings(root, id) {
                composer.work().charge(1)?;
                let definition = composer.definition(&content, &place);
                let origin = definition.map_or(content.origin(), |definition| definition.origin);
                let subject = Subject::Definition(class);
                context.push(
                    kind,
                    subject,
                    Directions::NONE,
                    on_side(present(&place, origin)),
                    verdict.clone(),
                );
            }
            if root.node().tree().mentions("sdfRef") {
                note_references(context, composer, id)?;
            }
        }
    }
    Ok(())
}

fn top_level_groupings<'c>(root: &Content<'c>, id: SourceId) -> Vec<(Class, Place<'c>, Content<'c>)> {
    let mut groupings = Vec::new();
    for member in root.members().iter() {
        let Position::ClassMap(class) = Position::Root.child(member.name) else { continue };
        if class.is_grouping() && member.content.kind() == Kind::Map {
            let place = Place::root(id).child(member.name);
            let members = member.content.members();
            groupings.extend(members.iter().map(|m| (class, place.child(m.name), m.content.clone())));
        }
    }
    groupings
}

/// A pair of which a document failed or is deferred: nothing reads as removed or added.
fn unavailable_documents<'c>(
    context: &Context<'c, '_>,
    ids: [SourceId; 2],
    roots: &[Result<Content<'c>, Unavailable>; 2],
) {
    let code =
        roots.iter().find_map(|root| root.as_ref().err()).map_or("input.acquisition", |fault| fault.code);
    let mut named = false;
    for (revision, root) in Revision::BOTH.into_iter().zip(roots) {
        let Ok(root) = root else { continue };
        let composer = context.composer(revision);
        for (class, place, content) in top_level_groupings(root, ids[revision as usize]) {
            let definition = composer.definition(&content, &place);
            let origin = definition.map_or(content.origin(), |definition| definition.origin);
            let available = present(&place, origin);
            let failed = Side {
                presence: Presence::Unavailable,
                root: ids[revision.other() as usize],
                pointer: String::new(),
                origin: None,
            };
            let sides = match revision {
                Revision::Earlier => [Some(available), Some(failed)],
                Revision::Later => [Some(failed), Some(available)],
            };
            context.unavailable(Subject::Definition(class), Directions::NONE, sides, code);
            named = true;
        }
    }
    if !named {
        let side = |revision: Revision| {
            let root = roots[revision as usize].as_ref().map(|_| ()).map_err(|fault| *fault);
            Some(whole(context, revision, ids[revision as usize], &root))
        };
        let sides = [side(Revision::Earlier), side(Revision::Later)];
        context.unavailable(Subject::Document, Directions::NONE, sides, code);
    }
}

/// The side of a whole document.
fn whole(
    context: &Context<'_, '_>,
    revision: Revision,
    id: SourceId,
    state: &Result<(), Unavailable>,
) -> Side {
    let source = context.composer(revision).catalogue().source(id);
    let root = source.document().ok().map(|tree| Origin { source: id, node: tree.root().id() });
    let (presence, origin) = match state {
        Ok(()) => (Presence::Present, root),
        Err(_) => (Presence::Unavailable, None),
    };
    Side { presence, root: id, pointer: String::new(), origin }
}
