//! The syntax tree of a pattern, without what does not decide whether a text matches.

use super::class::Class;

/// One part of a pattern. Groups leave no node: nesting is the tree itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// One code point after another or one of them, possibly nothing.
    Concat(Vec<Node>),
    /// One of several.
    Alternation(Vec<Node>),
    /// A single code point out of a set.
    Class(Class),
    /// `.`
    Dot { line_terminators: bool },
    /// `^`
    Start { multiline: bool },
    /// `$`
    End { multiline: bool },
    /// `\b`, or `\B` when negated.
    Boundary { negated: bool, ignore_case: bool },
    /// `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`
    Look { behind: bool, negated: bool, inner: Box<Node> },
    /// A quantifier; `most` is absent when there is no upper end.
    Repeat { inner: Box<Node>, least: u32, most: Option<u32> },
}

impl Node {
    /// True when the node consumes nothing, whatever it matches.
    pub(super) fn is_zero_width(&self) -> bool {
        match self {
            Self::Concat(nodes) | Self::Alternation(nodes) => nodes.iter().all(Self::is_zero_width),
            Self::Repeat { inner, most, .. } => *most == Some(0) || inner.is_zero_width(),
            Self::Start { .. } | Self::End { .. } | Self::Boundary { .. } | Self::Look { .. } => true,
            Self::Class(_) | Self::Dot { .. } => false,
        }
    }

    /// True when the linear engine cannot express it.
    pub(super) fn needs_look_around(&self) -> bool {
        match self {
            Self::Concat(nodes) | Self::Alternation(nodes) => nodes.iter().any(Self::needs_look_around),
            Self::Repeat { inner, .. } => inner.needs_look_around(),
            Self::Look { .. } => true,
            Self::Start { multiline } | Self::End { multiline } => *multiline,
            // The linear engine knows the boundary of ASCII words, and nothing else about them.
            Self::Boundary { negated, ignore_case } => *negated || *ignore_case,
            Self::Class(_) | Self::Dot { .. } => false,
        }
    }
}
