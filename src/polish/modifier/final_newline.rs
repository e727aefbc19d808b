//! `final-newline`: a text ends with exactly one line end.

use super::{Applicability, BuiltIn, LINES, Modifier, ModifierError};
use crate::polish::snapshot::line_end;
use crate::polish::{Proposal, Snapshot};

pub(super) const BUILT_IN: BuiltIn = BuiltIn {
    name: "final-newline",
    summary: "end the text with exactly one line end",
    default: true,
    parameters: &[],
    build: |_| Box::new(FinalNewline),
};

struct FinalNewline;

impl Modifier for FinalNewline {
    fn id(&self) -> &'static str {
        "countersign.final-newline"
    }

    fn version(&self) -> &'static str {
        "1.0.0"
    }

    fn applicability(&self, snapshot: &Snapshot) -> Applicability {
        Applicability::unless_empty(snapshot, LINES)
    }

    fn propose(&self, snapshot: &Snapshot) -> Result<Vec<Proposal>, ModifierError> {
        let text = snapshot.text();
        let content = text.trim_end_matches(['\n', '\r']);
        let endings = text.get(content.len()..).unwrap_or_default();
        let first = line_end(endings);
        if endings.is_empty() && !text.is_empty() {
            // The line end that the text uses elsewhere.
            let used =
                text.find(['\n', '\r']).map_or("\n", |at| line_end(text.get(at..).unwrap_or_default()));
            let end = text.len()..text.len();
            return Ok(vec![Proposal::replace(text, end, used, "the last line has no line end")]);
        }
        let surplus = content.len() + first.len()..text.len();
        if surplus.is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![Proposal::replace(text, surplus, "", "one line end is enough at the end")])
    }
}
