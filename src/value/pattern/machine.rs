//! Matching with look-around, in time proportional to pattern times text.
//!
//! Without back references, whether a look-around holds depends on the position alone. So each one is worked out for
//! every position of the text at once, the inner ones first: what a look-behind holds is found by running its body
//! forwards from everywhere, what a look-ahead holds by running its body backwards from everywhere. The pattern itself
//! then runs with these answers at hand. Nothing ever steps back, so no pattern can be made slow.

use std::collections::HashMap;

use super::ast::Node;
use super::class::Class;
use super::{OPERATIONS, PatternError, STEPS, Unsettled};

/// A compiled pattern.
#[derive(Debug, Clone)]
pub(super) struct Machine {
    program: Vec<Operation>,
    sets: Vec<Vec<(char, char)>>,
    /// What can be asked of a position; each answer needs only those before it.
    conditions: Vec<Condition>,
    operations: usize,
}

/// Operations follow one another, except where they say so.
#[derive(Debug, Clone, Copy)]
enum Operation {
    /// Take one code point out of a set.
    Take(usize),
    /// Go on in two places.
    Split(usize, usize),
    /// Go on elsewhere.
    Jump(usize),
    /// Go on where a condition holds.
    Require(usize),
    /// The pattern has matched.
    Accept,
}

#[derive(Debug, Clone)]
enum Condition {
    Start {
        multiline: bool,
    },
    End {
        multiline: bool,
    },
    /// A boundary of the words made of this set.
    Boundary {
        word: usize,
        negated: bool,
    },
    Look {
        body: Vec<Operation>,
        behind: bool,
        negated: bool,
    },
}

impl Machine {
    /// Compiles a whole pattern.
    pub(super) fn new(node: &Node) -> Result<Self, PatternError> {
        let mut compiler = Compiler::default();
        let program = compiler.program(node, false)?;
        let Compiler { sets, conditions, operations, .. } = compiler;
        Ok(Self { program, sets, conditions, operations })
    }

    /// True when the pattern matches somewhere.
    pub(super) fn matches(&self, text: &str) -> Result<bool, Unsettled> {
        // Each operation and each condition is visited at most once for each position.
        let cost = (self.operations + self.conditions.len()).saturating_mul(text.len() + 1);
        if cost > STEPS {
            return Err(Unsettled);
        }
        let text: Vec<char> = text.chars().collect();
        let mut answers: Vec<Vec<bool>> = Vec::with_capacity(self.conditions.len());
        for condition in &self.conditions {
            let answer = match condition {
                Condition::Start { multiline } => {
                    around(&text, |before, _| before.is_none_or(|c| *multiline && is_line_terminator(c)))
                }
                Condition::End { multiline } => {
                    around(&text, |_, after| after.is_none_or(|c| *multiline && is_line_terminator(c)))
                }
                Condition::Boundary { word, negated } => {
                    let is_word = |c: Option<char>| c.is_some_and(|c| self.has(*word, c));
                    around(&text, |before, after| (is_word(before) != is_word(after)) != *negated)
                }
                Condition::Look { body, behind, negated } => {
                    let mut found = self.run(body, &text, &answers, !behind);
                    if *negated {
                        for found in &mut found {
                            *found = !*found;
                        }
                    }
                    found
                }
            };
            answers.push(answer);
        }
        Ok(self.run(&self.program, &text, &answers, false).contains(&true))
    }

    /// Runs a program from every position at once, and tells for each position whether a match can stop there.
    fn run(&self, program: &[Operation], text: &[char], answers: &[Vec<bool>], backwards: bool) -> Vec<bool> {
        let mut accepted = vec![false; text.len() + 1];
        // The step in which an operation was last visited, so that no loop is entered twice in one place.
        let mut visited = vec![usize::MAX; program.len()];
        let mut pending = Vec::new();
        let mut taking = Vec::new();
        for step in 0..=text.len() {
            let position = if backwards { text.len() - step } else { step };
            pending.push(0);
            while let Some(at) = pending.pop() {
                let Some(operation) = program.get(at) else { continue };
                match visited.get_mut(at) {
                    Some(seen) if *seen != step => *seen = step,
                    _ => continue,
                }
                match *operation {
                    Operation::Take(set) => taking.push((at, set)),
                    Operation::Split(one, other) => pending.extend([one, other]),
                    Operation::Jump(to) => pending.push(to),
                    Operation::Require(condition) => {
                        let holds = answers.get(condition).and_then(|answer| answer.get(position));
                        if holds.copied().unwrap_or(false) {
                            pending.push(at + 1);
                        }
                    }
                    Operation::Accept => {
                        if let Some(accepted) = accepted.get_mut(position) {
                            *accepted = true;
                        }
                    }
                }
            }
            let next = if backwards { position.checked_sub(1) } else { Some(position) };
            let Some(c) = next.and_then(|at| text.get(at)) else { break };
            for (at, set) in taking.drain(..) {
                if self.has(set, *c) {
                    pending.push(at + 1);
                }
            }
        }
        accepted
    }

    fn has(&self, set: usize, c: char) -> bool {
        self.sets.get(set).is_some_and(|ranges| {
            let after = ranges.partition_point(|(first, _)| *first <= c);
            after.checked_sub(1).and_then(|at| ranges.get(at)).is_some_and(|(_, last)| c <= *last)
        })
    }
}

/// An answer for each position from the code points before and after it.
fn around(text: &[char], holds: impl Fn(Option<char>, Option<char>) -> bool) -> Vec<bool> {
    (0..=text.len())
        .map(|at| holds(at.checked_sub(1).and_then(|at| text.get(at)).copied(), text.get(at).copied()))
        .collect()
}

fn is_line_terminator(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Compiles nodes. A quantifier writes its body several times; sets and conditions are made once for each node.
#[derive(Default)]
struct Compiler {
    sets: Vec<Vec<(char, char)>>,
    conditions: Vec<Condition>,
    operations: usize,
    /// The set or condition made for a node, by the node's address.
    made: HashMap<usize, usize>,
}

impl Compiler {
    fn program(&mut self, node: &Node, backwards: bool) -> Result<Vec<Operation>, PatternError> {
        let mut program = Vec::new();
        self.node(&mut program, node, backwards)?;
        self.push(&mut program, Operation::Accept)?;
        Ok(program)
    }

    fn push(&mut self, program: &mut Vec<Operation>, operation: Operation) -> Result<(), PatternError> {
        self.operations += 1;
        if self.operations > OPERATIONS {
            return Err(PatternError::Limit("a compiled form that is too large"));
        }
        program.push(operation);
        Ok(())
    }

    fn node(
        &mut self,
        program: &mut Vec<Operation>,
        node: &Node,
        backwards: bool,
    ) -> Result<(), PatternError> {
        match node {
            Node::Concat(nodes) if backwards => {
                nodes.iter().rev().try_for_each(|node| self.node(program, node, backwards))
            }
            Node::Concat(nodes) => nodes.iter().try_for_each(|node| self.node(program, node, backwards)),
            Node::Alternation(nodes) => self.alternation(program, nodes, backwards),
            Node::Repeat { inner, least, most } => self.repeat(program, inner, (*least, *most), backwards),
            Node::Class(_) | Node::Dot { .. } => {
                let set = self.set(node);
                self.push(program, Operation::Take(set))
            }
            Node::Start { .. } | Node::End { .. } | Node::Boundary { .. } | Node::Look { .. } => {
                let condition = self.condition(node)?;
                self.push(program, Operation::Require(condition))
            }
        }
    }

    fn alternation(
        &mut self,
        program: &mut Vec<Operation>,
        nodes: &[Node],
        backwards: bool,
    ) -> Result<(), PatternError> {
        let mut ends = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            let split = program.len();
            let last = index + 1 == nodes.len();
            if !last {
                self.push(program, Operation::Split(split + 1, 0))?;
            }
            self.node(program, node, backwards)?;
            if !last {
                ends.push(program.len());
                self.push(program, Operation::Jump(0))?;
                let next = program.len();
                set(program, split, Operation::Split(split + 1, next));
            }
        }
        let end = program.len();
        for jump in ends {
            set(program, jump, Operation::Jump(end));
        }
        Ok(())
    }

    fn repeat(
        &mut self,
        program: &mut Vec<Operation>,
        inner: &Node,
        (least, most): (u32, Option<u32>),
        backwards: bool,
    ) -> Result<(), PatternError> {
        if inner.is_zero_width() {
            // Holding once is holding any number of times.
            return if least == 0 { Ok(()) } else { self.node(program, inner, backwards) };
        }
        for _ in 0..least {
            self.node(program, inner, backwards)?;
        }
        let Some(most) = most else {
            let split = program.len();
            self.push(program, Operation::Split(split + 1, 0))?;
            self.node(program, inner, backwards)?;
            self.push(program, Operation::Jump(split))?;
            let end = program.len();
            set(program, split, Operation::Split(split + 1, end));
            return Ok(());
        };
        let mut splits = Vec::new();
        for _ in least..most {
            splits.push(program.len());
            self.push(program, Operation::Split(0, 0))?;
            self.node(program, inner, backwards)?;
        }
        let end = program.len();
        for split in splits {
            set(program, split, Operation::Split(split + 1, end));
        }
        Ok(())
    }

    fn set(&mut self, node: &Node) -> usize {
        let address = std::ptr::from_ref(node).addr();
        if let Some(set) = self.made.get(&address) {
            return *set;
        }
        let set = match node {
            Node::Class(class) => self.add(class),
            Node::Dot { line_terminators: true } => self.add(&Class::any()),
            _ => self.add(&Class::not_line_terminator()),
        };
        self.made.insert(address, set);
        set
    }

    fn add(&mut self, class: &Class) -> usize {
        self.sets.push(class.set().ranges().iter().map(|range| (range.start(), range.end())).collect());
        self.sets.len() - 1
    }

    fn condition(&mut self, node: &Node) -> Result<usize, PatternError> {
        let address = std::ptr::from_ref(node).addr();
        if let Some(condition) = self.made.get(&address) {
            return Ok(*condition);
        }
        let condition = match node {
            Node::Look { behind, negated, inner } => {
                Condition::Look { body: self.program(inner, !behind)?, behind: *behind, negated: *negated }
            }
            Node::Boundary { negated, ignore_case } => {
                Condition::Boundary { word: self.add(&Class::word(*ignore_case)), negated: *negated }
            }
            Node::End { multiline } => Condition::End { multiline: *multiline },
            Node::Start { multiline } => Condition::Start { multiline: *multiline },
            // Nothing else is a condition; an empty look-ahead holds everywhere.
            _ => Condition::Look { body: vec![Operation::Accept], behind: false, negated: false },
        };
        self.conditions.push(condition);
        let index = self.conditions.len() - 1;
        self.made.insert(address, index);
        Ok(index)
    }
}

fn set(program: &mut [Operation], at: usize, operation: Operation) {
    if let Some(place) = program.get_mut(at) {
        *place = operation;
    }
}
