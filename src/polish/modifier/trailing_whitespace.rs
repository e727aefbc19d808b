//! `trailing-whitespace`: no blanks at the end of a line, but for the two spaces of a hard break.

use super::{BuiltIn, Modifier, ModifierError};
use crate::polish::rendering::{Keep, keeping};
use crate::polish::{Proposal, Snapshot};

pub(super) const BUILT_IN: BuiltIn = BuiltIn {
    name: "trailing-whitespace",
    summary: "remove blanks at the end of lines; a hard break keeps its two spaces",
    default: true,
    parameters: &[],
    build: |_| Box::new(TrailingWhitespace),
};

struct TrailingWhitespace;

impl Modifier for TrailingWhitespace {
    fn id(&self) -> &'static str {
        "countersign.trailing-whitespace"
    }

    fn version(&self) -> &'static str {
        "1.0.0"
    }

    fn propose(&self, snapshot: &Snapshot) -> Result<Vec<Proposal>, ModifierError> {
        let text = snapshot.text();
        let structure = snapshot.structure();
        let mut proposals = Vec::new();
        for line in snapshot.lines() {
            let content = snapshot.slice(line.start..line.content_end);
            let kept = content.trim_end_matches([' ', '\t']);
            let run = line.start + kept.len()..line.content_end;
            // After a backslash a blank keeps the backslash from being a hard break.
            if run.is_empty() || kept.ends_with('\\') || structure.is_protected(&run) {
                continue;
            }
            if !structure.has_hard_break(&run) {
                proposals.push(Proposal::replace(text, run, "", "blanks stand at the end of the line"));
            } else if snapshot.slice(run.clone()) != "  " {
                proposals.push(Proposal::replace(text, run, "  ", "a hard break is two spaces"));
            }
        }
        Ok(keeping(snapshot, proposals, Keep::Everything))
    }
}
