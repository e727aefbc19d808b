//! Patterns: ECMA-262 regular expressions in Unicode mode, not anchored.
//!
//! A pattern is parsed by the grammar of ECMA-262 (`parser`), so that only what the standard allows is accepted, and
//! then written down again for another engine with exactly the same meaning (`translate`). Only whether a text
//! matches matters here, never where or with which captures, so groups and lazy quantifiers need no counterpart.
//!
//! Every pattern runs in time linear in the text. Those with look-around, a multiline anchor, `\B`, or `\b` in any case
//! run on a machine of our own (`machine`), because the engines that have look-around step back: some thirty
//! characters of pattern keep them busy for minutes. Back references, which need stepping back, are understood and
//! not supported.

mod ast;
mod class;
mod class_parser;
mod escape;
mod group;
mod machine;
mod parser;
mod property;
mod scripts;
#[cfg(test)]
mod table;
mod translate;

/// The most steps that matching one text against a pattern with look-around may take: operations of the compiled
/// pattern times bytes of the text.
pub const STEPS: usize = 50_000_000;
/// The most operations of a compiled pattern with look-around; a quantifier repeats those of its body.
pub const OPERATIONS: usize = 20_000;
/// The deepest nesting of groups.
pub const NESTING: usize = 64;
/// The most alternatives of one disjunction.
pub const ALTERNATIVES: usize = 512;
/// Quantifier endpoints are below this.
pub const ENDPOINT: u32 = 1_000_000;
/// The most capturing groups.
pub const CAPTURES: usize = 254;
/// The longest name of a group, in bytes.
pub const NAME_BYTES: usize = 124;
/// The largest compiled form of a pattern without look-around, in bytes.
const COMPILED_BYTES: usize = 4 * 1024 * 1024;
/// The longest translation for the linear engine, in bytes.
const TRANSLATED_BYTES: usize = 1024 * 1024;

/// The limits on a pattern that can be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest pattern, in UTF-8 bytes.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 4096 }
    }
}

/// Why a pattern cannot be used. Whatever it was to decide is then undetermined.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// The grammar of ECMA-262 does not allow it.
    #[error("invalid pattern at byte {offset}: {problem}")]
    Syntax {
        /// Where in the pattern, in bytes.
        offset: usize,
        /// What is wrong.
        problem: &'static str,
    },
    /// Valid, with a construct that is not supported.
    #[error("the pattern uses {0}, which is not supported")]
    Unsupported(&'static str),
    /// Beyond a limit.
    #[error("the pattern has {0}")]
    Limit(&'static str),
}

impl PatternError {
    /// The code in reports.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Syntax { .. } => "pattern.syntax",
            Self::Unsupported(_) => "pattern.unsupported",
            Self::Limit(_) => "operation.limit",
        }
    }
}

/// Whether a text matches was not found out within the limit on look-around.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("matching takes more than {STEPS} steps")]
pub struct Unsettled;

/// A compiled pattern.
#[derive(Debug, Clone)]
pub struct Pattern(Engine);

#[derive(Debug, Clone)]
enum Engine {
    Linear(regex::Regex),
    LookAround(Box<machine::Machine>),
}

impl Pattern {
    /// Parses and compiles a pattern, as it is written without slashes.
    ///
    /// # Errors
    /// The pattern is invalid, unsupported or beyond a limit.
    ///
    /// ```
    /// use countersign::value::pattern::{Limits, Pattern};
    /// let limits = Limits::default();
    /// let pattern = Pattern::new("^(?=.*\\d)\\p{Lu}", &limits).unwrap();
    /// assert_eq!(pattern.matches("Ä1"), Ok(true));
    /// assert_eq!(pattern.matches("Äa"), Ok(false));
    /// assert_eq!(Pattern::new("(", &limits).unwrap_err().code(), "pattern.syntax");
    /// assert_eq!(Pattern::new("(a)\\1", &limits).unwrap_err().code(), "pattern.unsupported");
    /// ```
    pub fn new(source: &str, limits: &Limits) -> Result<Self, PatternError> {
        if source.len() > limits.bytes {
            return Err(PatternError::Limit("more bytes than allowed"));
        }
        let node = parser::parse(source)?;
        if node.needs_look_around() {
            return machine::Machine::new(&node).map(|machine| Self(Engine::LookAround(Box::new(machine))));
        }
        regex::RegexBuilder::new(&translate::translate(&node)?)
            .size_limit(COMPILED_BYTES)
            // The parser has a nesting limit of its own; each level is written as a few levels here.
            .nest_limit(16 * u32::try_from(NESTING).unwrap_or(u32::MAX))
            .build()
            .map(|regex| Self(Engine::Linear(regex)))
            .map_err(|_| PatternError::Limit("a compiled form that is too large"))
    }

    /// True when the pattern matches somewhere in the text.
    ///
    /// # Errors
    /// The pattern has look-around, and pattern and text together are too long.
    pub fn matches(&self, text: &str) -> Result<bool, Unsettled> {
        match &self.0 {
            Engine::Linear(regex) => Ok(regex.is_match(text)),
            Engine::LookAround(machine) => machine.matches(text),
        }
    }
}
