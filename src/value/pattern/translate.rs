//! Writes a syntax tree without look-around for the linear engine, with the same meaning.
//!
//! The notation used is a small part of what the engine reads: escaped code points, explicit classes, groups without
//! captures, greedy quantifiers and absolute anchors.

use std::fmt::Write as _;

use super::ast::Node;
use super::class::{ANY, NOT_LINE_TERMINATOR};
use super::{PatternError, TRANSLATED_BYTES};

/// Translates a whole pattern, which must not need look-around.
pub(super) fn translate(node: &Node) -> Result<String, PatternError> {
    let mut text = String::new();
    write(&mut text, node)?;
    Ok(text)
}

fn write(text: &mut String, node: &Node) -> Result<(), PatternError> {
    match node {
        Node::Concat(nodes) => nodes.iter().try_for_each(|node| write(text, node))?,
        Node::Alternation(nodes) => {
            for (index, node) in nodes.iter().enumerate() {
                text.push_str(if index == 0 { "(?:" } else { "|" });
                write(text, node)?;
            }
            text.push(')');
        }
        Node::Class(class) => class.write(text),
        Node::Dot { line_terminators } => {
            text.push_str(if *line_terminators { ANY } else { NOT_LINE_TERMINATOR });
        }
        Node::Start { .. } => text.push_str(r"\A"),
        Node::End { .. } => text.push_str(r"\z"),
        Node::Boundary { .. } => text.push_str(r"(?-u:\b)"),
        Node::Look { .. } => return Err(PatternError::Unsupported("look-around")),
        Node::Repeat { inner, least, most } => repeat(text, inner, *least, *most)?,
    }
    if text.len() > TRANSLATED_BYTES {
        return Err(PatternError::Limit("a translation that is too large"));
    }
    Ok(())
}

fn repeat(text: &mut String, inner: &Node, least: u32, most: Option<u32>) -> Result<(), PatternError> {
    if most == Some(0) {
        return Ok(());
    }
    if inner.is_zero_width() {
        // Holding once is holding any number of times.
        return if least == 0 { Ok(()) } else { write(text, inner) };
    }
    let atomic = matches!(inner, Node::Class(_) | Node::Dot { .. } | Node::Alternation(_));
    if !atomic {
        text.push_str("(?:");
    }
    write(text, inner)?;
    if !atomic {
        text.push(')');
    }
    let _ = match (least, most) {
        (0, None) => write!(text, "*"),
        (1, None) => write!(text, "+"),
        (0, Some(1)) => write!(text, "?"),
        (least, None) => write!(text, "{{{least},}}"),
        (least, Some(most)) => write!(text, "{{{least},{most}}}"),
    };
    Ok(())
}
