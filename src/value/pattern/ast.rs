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
