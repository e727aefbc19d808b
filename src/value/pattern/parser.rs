//! The grammar of ECMA-262 patterns in Unicode mode (section 22.2.1 with the parameter UnicodeMode).
//!
//! Nesting is limited, so the recursion is. What is valid but not supported is noted and reported only when the whole
//! pattern has turned out to be valid.

use std::collections::HashSet;

use super::ast::Node;
use super::class::Class;
use super::{ALTERNATIVES, ENDPOINT, PatternError};

/// Parses a whole pattern.
pub(super) fn parse(source: &str) -> Result<Node, PatternError> {
    let mut parser = Parser {
        source,
        at: 0,
        flags: Flags::default(),
        nesting: 0,
        captures: 0,
        names: HashSet::new(),
        references: Vec::new(),
        unsupported: None,
    };
    let node = parser.disjunction()?;
    if parser.at < source.len() {
        return parser.wrong("unmatched )");
    }
    parser.check_references()?;
    parser.unsupported.map_or(Ok(node), |what| Err(PatternError::Unsupported(what)))
}

/// The flags that modifiers can change inside a pattern. Outside they are all off.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flags {
    pub(super) ignore_case: bool,
    pub(super) multiline: bool,
    pub(super) dot_all: bool,
}

/// A back reference and where it is written.
pub(super) enum Reference {
    Number(usize, usize),
    Name(String, usize),
}

pub(super) struct Parser<'a> {
    pub(super) source: &'a str,
    pub(super) at: usize,
    pub(super) flags: Flags,
    pub(super) nesting: usize,
    pub(super) captures: usize,
    pub(super) names: HashSet<String>,
    pub(super) references: Vec<Reference>,
    pub(super) unsupported: Option<&'static str>,
}

impl Parser<'_> {
    /// The error of what stands at the current place.
    pub(super) fn wrong<T>(&self, problem: &'static str) -> Result<T, PatternError> {
        Err(PatternError::Syntax { offset: self.at, problem })
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.source.get(self.at..).and_then(|rest| rest.chars().next())
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Takes a text when it stands here.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let here = self.source.get(self.at..).is_some_and(|rest| rest.starts_with(text));
        if here {
            self.at += text.len();
        }
        here
    }

    /// Takes the ASCII digits that stand here, possibly none.
    pub(super) fn digits(&mut self) -> &str {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let end = rest.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    pub(super) fn disjunction(&mut self) -> Result<Node, PatternError> {
        let mut alternatives = vec![self.alternative()?];
        while self.eat("|") {
            if alternatives.len() == ALTERNATIVES {
                return Err(PatternError::Limit("more than 512 alternatives"));
            }
            alternatives.push(self.alternative()?);
        }
        match alternatives.pop() {
            Some(only) if alternatives.is_empty() => Ok(only),
            last => {
                alternatives.extend(last);
                Ok(Node::Alternation(alternatives))
            }
        }
    }

    fn alternative(&mut self) -> Result<Node, PatternError> {
        let mut terms = Vec::new();
        while self.peek().is_some_and(|c| c != '|' && c != ')') {
            terms.push(self.term()?);
        }
        Ok(Node::Concat(terms))
    }

    fn term(&mut self) -> Result<Node, PatternError> {
        let start = self.at;
        let Flags { ignore_case, multiline, dot_all } = self.flags;
        let atom = match self.next() {
            // Assertions take no quantifier in Unicode mode.
            Some('^') => return Ok(Node::Start { multiline }),
            Some('$') => return Ok(Node::End { multiline }),
            Some('\\') if self.eat("b") => return Ok(Node::Boundary { negated: false, ignore_case }),
            Some('\\') if self.eat("B") => return Ok(Node::Boundary { negated: true, ignore_case }),
            Some('\\') => self.atom_escape(start)?,
            Some('(') => match self.group()? {
                look @ Node::Look { .. } => return Ok(look),
                group => group,
            },
            Some('[') => Node::Class(self.class(start)?),
            Some('.') => Node::Dot { line_terminators: dot_all },
            Some('*' | '+' | '?' | '{') => {
                self.at = start;
                return self.wrong("nothing to repeat");
            }
            Some('}' | ']') => {
                self.at = start;
                return self.wrong("a bracket that closes nothing must be escaped");
            }
            Some(c) => Node::Class(Class::single(u32::from(c), ignore_case)),
            None => return self.wrong("unexpected end"),
        };
        self.quantified(atom)
    }

    fn quantified(&mut self, atom: Node) -> Result<Node, PatternError> {
        let start = self.at;
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.at += 1;
                let range = self.braces(start)?;
                self.eat("?");
                return Ok(Node::Repeat { inner: Box::new(atom), least: range.0, most: range.1 });
            }
            _ => return Ok(atom),
        };
        self.at += 1;
        // Lazy or greedy: the same texts match.
        self.eat("?");
        Ok(Node::Repeat { inner: Box::new(atom), least, most })
    }

    /// What follows `{` in a quantifier, with the closing brace.
    fn braces(&mut self, start: usize) -> Result<(u32, Option<u32>), PatternError> {
        let least = Endpoint::read(self.digits());
        let most = if self.eat(",") {
            match Endpoint::read(self.digits()) {
                Some(most) => Some(Some(most)),
                None => Some(None),
            }
        } else {
            None
        };
        let (Some(least), true) = (least, self.eat("}")) else {
            self.at = start;
            return self.wrong("an incomplete quantifier");
        };
        let most = match most {
            None => Some(least.clone()),
            Some(most) => most,
        };
        if most.as_ref().is_some_and(|most| *most < least) {
            self.at = start;
            return self.wrong("a quantifier whose numbers are out of order");
        }
        let within = |endpoint: &Endpoint| {
            endpoint.value().ok_or(PatternError::Limit("a quantifier of 1000000 or more"))
        };
        Ok((within(&least)?, most.as_ref().map(within).transpose()?))
    }

    fn check_references(&mut self) -> Result<(), PatternError> {
        for reference in &self.references {
            let (known, offset) = match reference {
                Reference::Number(number, offset) => (*number <= self.captures, *offset),
                Reference::Name(name, offset) => (self.names.contains(name), *offset),
            };
            if !known {
                return Err(PatternError::Syntax { offset, problem: "a reference to no group" });
            }
        }
        if !self.references.is_empty() {
            self.unsupported = Some("a back reference");
        }
        Ok(())
    }
}

/// A quantifier endpoint of any length, ordered by value: digits without leading zeros.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Endpoint(String);

impl Endpoint {
    fn read(digits: &str) -> Option<Self> {
        (!digits.is_empty()).then(|| Self(digits.trim_start_matches('0').to_owned()))
    }

    fn value(&self) -> Option<u32> {
        if self.0.is_empty() {
            return Some(0);
        }
        self.0.parse().ok().filter(|value| *value < ENDPOINT)
    }
}

impl PartialOrd for Endpoint {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.0.len().cmp(&other.0.len()).then_with(|| self.0.cmp(&other.0)))
    }
}
