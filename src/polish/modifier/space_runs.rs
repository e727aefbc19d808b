//! `space-runs`: what a pattern finds in prose is replaced; by default runs of spaces become one.

use std::borrow::Cow;

use regex::{Regex, RegexBuilder};

use super::{BuiltIn, Modifier, ModifierError, Parameter};
use crate::polish::{Proposal, Snapshot};

pub(super) const BUILT_IN: BuiltIn = BuiltIn {
    name: "space-runs",
    summary: "replace what a pattern finds in prose; runs of spaces become one by default",
    default: false,
    parameters: &[("pattern", " {2,}"), ("replacement", " ")],
    build: |values| {
        let value = |index: usize| values.get(index).cloned().unwrap_or_default();
        let (pattern, replacement) = (value(0), value(1));
        let regex = RegexBuilder::new(&pattern).size_limit(1 << 20).build().map_err(|error| match error {
            regex::Error::CompiledTooBig(limit) => format!("the pattern needs more than {limit} bytes"),
            other => other.to_string(),
        });
        Box::new(SpaceRuns { pattern, replacement, regex })
    },
};

struct SpaceRuns {
    pattern: String,
    /// Taken literally.
    replacement: String,
    regex: Result<Regex, String>,
}

impl SpaceRuns {
    fn regex(&self) -> Result<&Regex, ModifierError> {
        self.regex.as_ref().map_err(|error| {
            ModifierError::new(format!("the parameter pattern is no regular expression: {error}"))
        })
    }
}

impl Modifier for SpaceRuns {
    fn id(&self) -> &'static str {
        "countersign.space-runs"
    }

    fn version(&self) -> &'static str {
        "1.0.0"
    }

    fn parameters(&self) -> Vec<(String, Parameter)> {
        vec![
            ("pattern".to_owned(), Parameter::Text(self.pattern.clone())),
            ("replacement".to_owned(), Parameter::Text(self.replacement.clone())),
        ]
    }

    fn check(&self) -> Result<(), ModifierError> {
        self.regex().map(|_| ())
    }

    fn propose(&self, snapshot: &Snapshot) -> Result<Vec<Proposal>, ModifierError> {
        let regex = self.regex()?;
        let text = snapshot.text();
        let structure = snapshot.structure();
        let mut proposals = Vec::new();
        // Replacements grow the text, and a match of one byte can become any number of them.
        let mut budget = crate::polish::MOST_BYTES;
        for prose in structure.prose().iter().filter(|prose| prose.entity.is_none()) {
            for found in regex.find_iter(snapshot.slice(prose.range.clone())) {
                let span = prose.range.start + found.start()..prose.range.start + found.end();
                if span.is_empty() || found.as_str() == self.replacement || structure.is_protected(&span) {
                    continue;
                }
                budget = budget
                    .checked_sub(self.replacement.len())
                    .ok_or_else(|| ModifierError::new("the replacements make the text too long"))?;
                let reason = Cow::Borrowed("the pattern matches prose here");
                proposals.push(Proposal::replace(text, span, self.replacement.clone(), reason));
            }
        }
        Ok(proposals)
    }
}
