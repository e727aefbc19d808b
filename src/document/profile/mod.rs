//! What a kind of document looks like: its labels, headings, roles and meaningful stretches of text.
//!
//! A profile is data. Three are built in; one's own comes from a YAML, TOML or JSON file with the same keys.

mod file;

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use regex::Regex;

pub use file::ProfileSyntax;

/// Names that the built-in profiles use. Blocks copy names by the million, and these cost nothing.
const KNOWN: [&str; 27] = [
    "title",
    "recital",
    "definitions",
    "definition",
    "clause",
    "sub_clause",
    "schedule",
    "signature",
    "note",
    "quote",
    "code",
    "boilerplate",
    "emphasis",
    "defined_term",
    "cross_reference",
    "party",
    "date",
    "amount",
    "citation",
    "label:decimal",
    "label:word_label",
    "label:alpha_paren",
    "label:roman_paren",
    "label:roman_dot",
    "label:alpha_dot",
    "label:section_symbol",
    "label:statute_subsection",
];

/// A name as blocks carry it.
fn carried(name: String) -> Cow<'static, str> {
    KNOWN.into_iter().find(|known| *known == name).map_or(Cow::Owned(name), Cow::Borrowed)
}

/// How a label counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Decimal,
    Alpha,
    Roman,
    Word,
}

/// How a label's level is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DepthMode {
    /// The number of groups in `7.2.1`.
    Arithmetic,
    /// Where its style stands among the styles that are open.
    Stack,
}

#[derive(Debug, Clone)]
pub(super) struct LabelPattern {
    pub(super) name: String,
    /// What a block says when this pattern found its label.
    pub(super) matched_by: Cow<'static, str>,
    pub(super) pattern: Regex,
    pub(super) style: Style,
    pub(super) depth_mode: DepthMode,
}

#[derive(Debug, Clone)]
pub(super) struct HeadingReset {
    pub(super) name: String,
    pub(super) pattern: Regex,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct HeadingRule {
    pub(super) max_words: usize,
    pub(super) allow_all_caps: bool,
    pub(super) allow_title_case: bool,
    pub(super) forbid_terminal_punctuation: bool,
}

/// What a role rule looks at.
#[derive(Debug, Clone)]
pub(super) enum RoleMatch {
    Heading(Regex),
    Text(Regex),
    Label(Regex),
    ParentRole(String),
    AncestorHeading(Regex),
}

impl RoleMatch {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Heading(_) => "heading",
            Self::Text(_) => "text",
            Self::Label(_) => "label",
            Self::ParentRole(_) => "parent_role",
            Self::AncestorHeading(_) => "ancestor_heading",
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct RoleRule {
    pub(super) role: Cow<'static, str>,
    pub(super) matches: RoleMatch,
    pub(super) kind: Option<super::Kind>,
}

#[derive(Debug, Clone)]
pub(super) struct SpanExtractor {
    pub(super) kind: Cow<'static, str>,
    pub(super) pattern: Regex,
    pub(super) group: usize,
}

/// What a kind of document looks like.
#[derive(Debug, Clone)]
pub struct Profile {
    pub(super) name: String,
    pub(super) labels: Vec<LabelPattern>,
    pub(super) resets: Vec<HeadingReset>,
    pub(super) heading_rule: HeadingRule,
    pub(super) role_rules: Vec<RoleRule>,
    pub(super) span_extractors: Vec<SpanExtractor>,
}

/// Why a profile cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// No built-in profile has this name.
    #[error("there is no profile named \"{0}\"; the built-in ones are contract, generic and markdown")]
    Unknown(String),
    /// The file is not written in its syntax, or a key is unknown, missing or of the wrong kind.
    #[error("profile: {0}")]
    Syntax(String),
    /// A pattern is no regular expression that runs in linear time.
    #[error("profile: pattern of {place}: {reason}")]
    Pattern {
        /// Which entry.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An entry contradicts itself.
    #[error("profile: {0}")]
    Invalid(String),
}

/// The names of the built-in profiles.
pub const BUILT_IN: [&str; 3] = ["contract", "generic", "markdown"];

impl Profile {
    /// A built-in profile.
    ///
    /// # Errors
    /// There is none with this name.
    pub fn built_in(name: &str) -> Result<Arc<Self>, ProfileError> {
        static READ: [OnceLock<Result<Arc<Profile>, ProfileError>>; 3] =
            [OnceLock::new(), OnceLock::new(), OnceLock::new()];
        let (slot, text) = match name {
            "contract" => (0, include_str!("contract.toml")),
            "generic" => (1, include_str!("generic.toml")),
            "markdown" => (2, include_str!("markdown.toml")),
            other => return Err(ProfileError::Unknown(other.to_owned())),
        };
        READ[slot].get_or_init(|| Self::read(text, ProfileSyntax::Toml).map(Arc::new)).clone()
    }

    /// The profile's name, as the comparison document records it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_profiles_are_valid_and_have_their_published_sizes() {
        for (name, sizes) in
            [("contract", [8, 2, 10, 11]), ("generic", [0, 0, 0, 4]), ("markdown", [6, 1, 12, 10])]
        {
            let profile = Profile::built_in(name).unwrap();
            assert_eq!(profile.name(), name);
            let found = [
                profile.labels.len(),
                profile.resets.len(),
                profile.role_rules.len(),
                profile.span_extractors.len(),
            ];
            assert_eq!(found, sizes, "{name}");
        }
        assert_eq!(Profile::built_in("c").unwrap_err(), ProfileError::Unknown("c".to_owned()));
    }
}
