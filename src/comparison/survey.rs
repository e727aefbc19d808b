//! Looks at everything a document's effective view holds, used or not: does all of it resolve?

use crate::json::Kind;
use crate::model::vocabulary::Role;
use crate::model::{Composer, Content, Exhausted, Place, Position, SourceId};

/// Whether some reference in the document has no target, or some definition the wrong shape. Going through it also
/// makes the composer note how it read the references.
pub(super) fn is_faulty(composer: &Composer<'_>, document: SourceId) -> Result<bool, Exhausted> {
    let Ok(root) = composer.document(document) else { return Ok(true) };
    let mut faulty = false;
    let mut pending = vec![(root, Place::root(document), Position::Root)];
    while let Some((content, mut place, position)) = pending.pop() {
        composer.work().charge(1)?;
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
    Ok(faulty)
}

/// Whether a name stands anywhere in a document, as a quick check before a survey.
pub(super) fn mentions(content: &Content<'_>, name: &str) -> bool {
    content.node().tree().mentions(name)
}
