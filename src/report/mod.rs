//! One result in every form that someone reads: JSON 1.5, terminal text, a Markdown changelog, SARIF, the parts of a
//! pull request comment, and annotations.
//!
//! Renderers take a [`RevisionComparison`] and add no analysis: what a difference is and how it is classified was
//! decided before. They share three things: `place` says where it stands, `change` which values differ, and
//! `sentence` what that means for a Client. Text from documents travels as `words::Part::Quoted` and becomes
//! inert in whatever form it ends up in.

mod anchored;
mod annotations;
mod change;
mod cluster;
mod comment;
mod entry;
mod fault;
mod human;
mod json;
mod knowledge;
mod mandatory;
mod markdown;
mod naming;
mod place;
mod release;
mod remark;
mod sarif;
mod section;
pub mod semver;
mod sentence;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod witnessed;
mod words;

pub use annotations::{Annotation, Level, annotations, unused_notices};
pub use comment::{CommentOptions, CommentSections, comment};
pub use human::{Style, human, human_review};
pub use json::{json, write_json};
pub use markdown::{Changelog, changelog, markdown};
pub use place::Anchors;
pub use release::{release, step};
pub use sarif::{
    FINGERPRINT, MAX_RESULTS, Note, NoteFix, NoteRule, PathOf, SarifOptions, View, sarif, write_sarif,
};
pub use section::{Cut, Entry as MarkdownEntry, Section};

use crate::comparison::RevisionComparison;
pub(crate) use crate::wording::counted;

/// A sentence for each document that looks moved, for a terminal: models correspond by path, so nothing in it was
/// compared.
#[must_use]
pub fn moved(comparison: &RevisionComparison<'_>) -> Vec<String> {
    comparison.likely_moves().iter().map(|found| remark::moved(comparison, found).plain()).collect()
}

impl RevisionComparison<'_> {
    /// The JSON report, `esdieff.report` 1.5: compact, members sorted, one line feed at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        json(self)
    }

    /// The report for a terminal, without colours.
    #[must_use]
    pub fn to_human(&self) -> String {
        human(self, Style::Plain)
    }

    /// The report for a terminal.
    #[must_use]
    pub fn to_human_with_style(&self, style: Style) -> String {
        human(self, style)
    }

    /// The Markdown changelog.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        markdown(self)
    }

    /// The SARIF 2.1.0 log. `directory` is what relative labels were resolved from; files inside it get relative
    /// addresses.
    #[must_use]
    pub fn to_sarif(&self, directory: Option<&std::path::Path>) -> String {
        sarif(self, &SarifOptions { base_directory: directory, ..SarifOptions::default() })
    }
}
