//! `blank-lines`: one blank line where there are several.

use std::ops::Range;

use super::{BuiltIn, Modifier, ModifierError};
use crate::polish::rendering::{Keep, keeping};
use crate::polish::{Proposal, Snapshot};

pub(super) const BUILT_IN: BuiltIn = BuiltIn {
    name: "blank-lines",
    summary: "make runs of blank lines one",
    default: true,
    parameters: &[],
    build: |_| Box::new(BlankLines),
};

struct BlankLines;

impl Modifier for BlankLines {
    fn id(&self) -> &'static str {
        "countersign.blank-lines"
    }

    fn version(&self) -> &'static str {
        "1.0.0"
    }

    fn propose(&self, snapshot: &Snapshot) -> Result<Vec<Proposal>, ModifierError> {
        let text = snapshot.text();
        let structure = snapshot.structure();
        let mut proposals = Vec::new();
        let mut after_blank = false;
        let mut surplus: Option<Range<usize>> = None;
        for line in snapshot.lines() {
            let range = line.start..line.end;
            let content = snapshot.slice(line.start..line.content_end);
            let blank = content.trim_matches([' ', '\t']).is_empty() && !structure.is_protected(&range);
            if blank && after_blank {
                surplus = Some(surplus.map_or(range.start, |surplus| surplus.start)..range.end);
                continue;
            }
            push(text, &mut surplus, &mut proposals);
            after_blank = blank;
        }
        push(text, &mut surplus, &mut proposals);
        Ok(keeping(snapshot, proposals, Keep::Everything))
    }
}

fn push(text: &str, surplus: &mut Option<Range<usize>>, proposals: &mut Vec<Proposal>) {
    if let Some(surplus) = surplus.take() {
        proposals.push(Proposal::replace(text, surplus, "", "one blank line is enough"));
    }
}
