//! `line-endings`: every line ends alike, code included.

use super::{Applicability, BuiltIn, LINES, Modifier, ModifierError, Parameter};
use crate::polish::{Edit, Proposal, Snapshot};

pub(super) const BUILT_IN: BuiltIn = BuiltIn {
    name: "line-endings",
    summary: "end every line alike, with LF unless `ending=crlf`",
    default: true,
    parameters: &[("ending", "lf")],
    build: |values| Box::new(LineEndings { ending: values.first().cloned().unwrap_or_default() }),
};

struct LineEndings {
    /// `lf` or `crlf`.
    ending: String,
}

impl LineEndings {
    fn wanted(&self) -> Result<&'static str, ModifierError> {
        match self.ending.as_str() {
            "lf" => Ok("\n"),
            "crlf" => Ok("\r\n"),
            other => Err(ModifierError::new(format!("the parameter ending is lf or crlf, not {other:?}"))),
        }
    }
}

impl Modifier for LineEndings {
    fn id(&self) -> &'static str {
        "countersign.line-endings"
    }

    fn version(&self) -> &'static str {
        "1.0.0"
    }

    fn parameters(&self) -> Vec<(String, Parameter)> {
        vec![("ending".to_owned(), Parameter::Text(self.ending.clone()))]
    }

    fn check(&self) -> Result<(), ModifierError> {
        self.wanted().map(|_| ())
    }

    fn applicability(&self, snapshot: &Snapshot) -> Applicability {
        Applicability::unless_empty(snapshot, LINES)
    }

    fn propose(&self, snapshot: &Snapshot) -> Result<Vec<Proposal>, ModifierError> {
        let wanted = self.wanted()?;
        let text = snapshot.text();
        let edits: Vec<_> = snapshot
            .lines()
            .map(|line| line.content_end..line.end)
            .filter(|ending| !ending.is_empty() && snapshot.slice(ending.clone()) != wanted)
            .map(|ending| Edit::replace(text, ending, wanted))
            .collect();
        if edits.is_empty() {
            return Ok(Vec::new());
        }
        let reason = if wanted == "\n" { "lines end with LF" } else { "lines end with CRLF" };
        Ok(vec![Proposal { reason: reason.into(), edits }])
    }
}
