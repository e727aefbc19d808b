//! Writes a syntax tree for the engines, with the same meaning.
//!
//! The notation used is the small common part that both engines read alike: escaped code points, explicit classes,
//! groups without captures, greedy quantifiers and absolute anchors.

use super::ast::Node;
use super::class::{ANY, Class, NOT_LINE_TERMINATOR};
use super::{COMPILED_BYTES, PatternError};

/// A pattern for an engine.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Translation {
    pub(super) text: String,
    /// True when the linear engine cannot express it.
    pub(super) look_around: bool,
}

/// Translates a whole pattern.
pub(super) fn translate(node: &Node) -> Result<Translation, PatternError> {
    let mut writer = Writer { text: String::new(), look_around: needs_look_around(node) };
    writer.node(node)?;
    Ok(Translation { text: writer.text, look_around: writer.look_around })
}

fn needs_look_around(node: &Node) -> bool {
    match node {
        Node::Concat(nodes) | Node::Alternation(nodes) => nodes.iter().any(needs_look_around),
        Node::Repeat { inner, .. } => needs_look_around(inner),
        Node::Look { .. } => true,
        Node::Start { multiline } | Node::End { multiline } => *multiline,
        // The linear engine knows the boundary of ASCII words, and nothing else about them.
        Node::Boundary { negated, ignore_case } => *negated || *ignore_case,
        Node::Class(_) | Node::Dot { .. } => false,
    }
}

/// True when the node consumes nothing, whatever it matches.
fn is_zero_width(node: &Node) -> bool {
    match node {
        Node::Concat(nodes) | Node::Alternation(nodes) => nodes.iter().all(is_zero_width),
        Node::Repeat { inner, most, .. } => *most == Some(0) || is_zero_width(inner),
        Node::Start { .. } | Node::End { .. } | Node::Boundary { .. } | Node::Look { .. } => true,
        Node::Class(_) | Node::Dot { .. } => false,
    }
}

struct Writer {
    text: String,
    look_around: bool,
}

impl Writer {
    fn node(&mut self, node: &Node) -> Result<(), PatternError> {
        match node {
            Node::Concat(nodes) => {
                for node in nodes {
                    self.node(node)?;
                }
            }
            Node::Alternation(nodes) => {
                self.text.push_str("(?:");
                for (index, node) in nodes.iter().enumerate() {
                    if index > 0 {
                        self.text.push('|');
                    }
                    self.node(node)?;
                }
                self.text.push(')');
            }
            Node::Class(class) => class.write(&mut self.text),
            Node::Dot { line_terminators } => {
                self.text.push_str(if *line_terminators { ANY } else { NOT_LINE_TERMINATOR });
            }
            Node::Start { multiline: false } => self.text.push_str(r"\A"),
            Node::End { multiline: false } => self.text.push_str(r"\z"),
            Node::Start { multiline: true } => self.around("(?<!", NOT_LINE_TERMINATOR),
            Node::End { multiline: true } => self.around("(?!", NOT_LINE_TERMINATOR),
            Node::Boundary { negated, ignore_case } => self.boundary(*negated, *ignore_case),
            Node::Look { behind, negated, inner } => {
                self.text.push_str(match (behind, negated) {
                    (false, false) => "(?=",
                    (false, true) => "(?!",
                    (true, false) => "(?<=",
                    (true, true) => "(?<!",
                });
                self.node(inner)?;
                self.text.push(')');
            }
            Node::Repeat { inner, least, most } => self.repeat(inner, *least, *most)?,
        }
        if self.text.len() > COMPILED_BYTES {
            return Err(PatternError::Limit("a translation that is too large"));
        }
        Ok(())
    }

    fn around(&mut self, opening: &str, inner: &str) {
        self.text.push_str(opening);
        self.text.push_str(inner);
        self.text.push(')');
    }

    fn boundary(&mut self, negated: bool, ignore_case: bool) {
        if !self.look_around {
            self.text.push_str(r"(?-u:\b)");
            return;
        }
        let mut word = String::new();
        Class::word(ignore_case).write(&mut word);
        let sides =
            if negated { [("(?<=", "(?="), ("(?<!", "(?!")] } else { [("(?<=", "(?!"), ("(?<!", "(?=")] };
        self.text.push_str("(?:");
        for (index, (before, after)) in sides.into_iter().enumerate() {
            if index > 0 {
                self.text.push('|');
            }
            self.around(before, &word);
            self.around(after, &word);
        }
        self.text.push(')');
    }

    fn repeat(&mut self, inner: &Node, least: u32, most: Option<u32>) -> Result<(), PatternError> {
        if most == Some(0) {
            return Ok(());
        }
        if is_zero_width(inner) {
            // Holding once is holding any number of times; the engines would refuse the quantifier.
            return if least == 0 { Ok(()) } else { self.node(inner) };
        }
        let atomic = matches!(inner, Node::Class(_) | Node::Dot { .. } | Node::Alternation(_));
        if !atomic {
            self.text.push_str("(?:");
        }
        self.node(inner)?;
        if !atomic {
            self.text.push(')');
        }
        match (least, most) {
            (0, None) => self.text.push('*'),
            (1, None) => self.text.push('+'),
            (0, Some(1)) => self.text.push('?'),
            (1, Some(1)) => {}
            (least, None) => self.text.push_str(&format!("{{{least},}}")),
            (least, Some(most)) if least == most => self.text.push_str(&format!("{{{least}}}")),
            (least, Some(most)) => self.text.push_str(&format!("{{{least},{most}}}")),
        }
        Ok(())
    }
}
