//! `list-marker`: bullet lists are marked with `-`.

use super::{BuiltIn, Modifier, ModifierError};
use crate::polish::rendering::{Keep, keeping};
use crate::polish::{Edit, Proposal, Snapshot};

pub(super) const BUILT_IN: BuiltIn = BuiltIn {
    name: "list-marker",
    summary: "mark bullet lists with `-`, unless the marker keeps two lists apart",
    default: true,
    parameters: &[],
    build: |_| Box::new(ListMarker),
};

struct ListMarker;

impl Modifier for ListMarker {
    fn id(&self) -> &'static str {
        "countersign.list-marker"
    }

    fn version(&self) -> &'static str {
        "1.0.0"
    }

    fn propose(&self, snapshot: &Snapshot) -> Result<Vec<Proposal>, ModifierError> {
        let text = snapshot.text();
        let structure = snapshot.structure();
        let proposals = structure
            .bullet_lists()
            .iter()
            .filter(|list| {
                !list.has_neighbour && !list.markers.iter().any(|&marker| would_be_a_break(text, marker))
            })
            .map(|list| Proposal {
                reason: "bullet lists are marked with -".into(),
                edits: list
                    .markers
                    .iter()
                    .map(|&marker| marker..marker + 1)
                    .filter(|span| matches!(snapshot.slice(span.clone()), "*" | "+"))
                    .map(|span| Edit::replace(text, span, "-"))
                    .collect(),
            })
            .filter(|proposal| !proposal.edits.is_empty())
            .collect();
        Ok(keeping(snapshot, proposals, Keep::Everything))
    }
}

/// How far around a marker is looked, so that a line of bullets is not walked once for each of them.
const AROUND: usize = 256;

/// True when nothing but bullets, three or more, fills the line: all of one kind, they are a thematic break.
fn would_be_a_break(text: &str, marker: usize) -> bool {
    let bullet = |c: char| matches!(c, '-' | '*' | '+');
    let part = |c: char| bullet(c) || matches!(c, ' ' | '\t');
    let bullets = |chars: &mut dyn Iterator<Item = char>| {
        chars.take(AROUND).take_while(|&c| part(c)).filter(|&c| bullet(c)).count()
    };
    let before = text.get(..marker).unwrap_or_default();
    let rest = text.get(marker..).unwrap_or_default();
    let ends = |c: char| matches!(c, '\n' | '\r');
    let filled = rest.chars().take(AROUND).take_while(|&c| !ends(c)).all(part);
    filled && bullets(&mut before.chars().rev()) + bullets(&mut rest.chars()) > 2
}
