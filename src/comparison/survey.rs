//! Looks at everything a document's effective view holds, used or not: does all of it resolve?

use crate::json::Kind;
use crate::model::vocabulary::Role;
use crate::model::{Composer, Content, Exhausted, Place, Position, SourceId};

/// A survey takes this many steps, and [`STEPS_PER_VALUE`] for each value of the document on top.
const STEPS: u64 = 100_000;
/// See [`STEPS`].
const STEPS_PER_VALUE: u64 = 64;

/// What a survey found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Survey {
    /// Everything resolves.
    Whole,
    /// Some reference has no target, or some definition the wrong shape.
    Faulty,
    /// The effective view is far larger than the document, so nobody looked at all of it.
    Unfinished,
}

/// Goes through a document's effective view, which also makes the composer note how it read the references.
pub(super) fn survey(composer: &Composer<'_>, document: SourceId) -> Result<Survey, Exhausted> {
    let Ok(root) = composer.document(document) else { return Ok(Survey::Faulty) };
    let mut left = STEPS + STEPS_PER_VALUE * root.node().tree().len() as u64;
    let mut faulty = false;
    let mut pending = vec![(root, Place::root(document), Position::Root)];
    while let Some((content, mut place, position)) = pending.pop() {
        composer.work().charge(1)?;
        // Every level of a deep view is looked up from further away.
        match left.checked_sub(1 + u64::from(place.depth()) / 8) {
            Some(rest) => left = rest,
            None => return Ok(Survey::Unfinished),
        }
        let members = match position {
            Position::Opaque => continue,
            Position::Description(Role::Items) if content.get("sdfRef").is_some() => {
                faulty = true;
                continue;
            }
            _ if content.kind() != Kind::Map => {
                faulty = true;
                continue;
            }
            _ if position.is_definition() => match composer.definition(&content, &place) {
                Ok(definition) => {
                    place = definition.inside(&place);
                    std::rc::Rc::clone(&definition.members)
                }
                Err(_) => {
                    faulty = true;
                    continue;
                }
            },
            _ => content.members(),
        };
        faulty |= members.has_unreadable_names();
        for member in members.iter() {
            let inner = position.child(member.name);
            if inner != Position::Opaque {
                pending.push((member.content.clone(), place.child(member.name), inner));
            }
        }
    }
    Ok(if faulty { Survey::Faulty } else { Survey::Whole })
}

/// Whether a name stands anywhere in a document, as a quick check before a survey.
pub(super) fn mentions(content: &Content<'_>, name: &str) -> bool {
    content.node().tree().mentions(name)
}
