//! Groups: capturing, named, with modifiers, and look-around.

use std::sync::LazyLock;

use super::ast::Node;
use super::parser::Parser;
use super::{CAPTURES, NAME_BYTES, NESTING, PatternError};

impl Parser<'_> {
    /// A group after its opening parenthesis, with the closing one.
    pub(super) fn group(&mut self) -> Result<Node, PatternError> {
        let opened = self.at;
        self.nesting += 1;
        if self.nesting > NESTING {
            return Err(PatternError::Limit("groups nested more than 64 deep"));
        }
        let flags = self.flags;
        let look = self.opening()?;
        let inner = self.disjunction()?;
        if !self.eat(")") {
            self.at = opened.saturating_sub(1);
            return self.wrong("a group that does not end");
        }
        self.flags = flags;
        self.nesting -= 1;
        Ok(match look {
            Some((behind, negated)) => Node::Look { behind, negated, inner: Box::new(inner) },
            None => inner,
        })
    }

    /// What makes a group special; direction and negation of a look-around.
    fn opening(&mut self) -> Result<Option<(bool, bool)>, PatternError> {
        for (opening, look) in
            [("?=", (false, false)), ("?!", (false, true)), ("?<=", (true, false)), ("?<!", (true, true))]
        {
            if self.eat(opening) {
                return Ok(Some(look));
            }
        }
        if self.eat("?:") {
            return Ok(None);
        }
        let named = self.eat("?<");
        if !named && self.eat("?") {
            self.modifiers()?;
            return Ok(None);
        }
        self.captures += 1;
        if self.captures > CAPTURES {
            return Err(PatternError::Limit("more than 254 capturing groups"));
        }
        if named {
            let name = self.group_name()?;
            if !self.names.insert(name) {
                self.unsupported = Some("a group name twice");
            }
        }
        Ok(None)
    }

    /// Flags to add, and after a hyphen flags to remove, up to the colon.
    fn modifiers(&mut self) -> Result<(), PatternError> {
        let start = self.at;
        let mut removing = false;
        let mut seen = [false; 3];
        loop {
            let c = self.next();
            let set = !removing;
            let (slot, flag) = match c {
                Some('i') => (0, &mut self.flags.ignore_case),
                Some('m') => (1, &mut self.flags.multiline),
                Some('s') => (2, &mut self.flags.dot_all),
                Some('-') if !removing => {
                    removing = true;
                    continue;
                }
                Some(':') if seen.contains(&true) => return Ok(()),
                _ => {
                    self.at = start;
                    return self.wrong("an invalid group");
                }
            };
            *flag = set;
            if let Some(seen) = seen.get_mut(slot)
                && std::mem::replace(seen, true)
            {
                self.at = start;
                return self.wrong("a modifier twice");
            }
        }
    }

    /// A group name after its opening bracket, with the closing one.
    pub(super) fn group_name(&mut self) -> Result<String, PatternError> {
        static IDENTIFIER: LazyLock<Option<regex::Regex>> = LazyLock::new(|| {
            regex::Regex::new(r"\A[\p{ID_Start}$_][\p{ID_Continue}$\x{200C}\x{200D}]*\z").ok()
        });
        let start = self.at;
        let mut name = String::new();
        loop {
            match self.next() {
                Some('>') => break,
                Some('\\') => {
                    let point = if self.eat("u") { self.unicode_escape() } else { None };
                    match point.and_then(char::from_u32) {
                        Some(c) => name.push(c),
                        None => {
                            self.at = start;
                            return self.wrong("an invalid escape in a group name");
                        }
                    }
                }
                Some(c) => name.push(c),
                None => {
                    self.at = start;
                    return self.wrong("a group name that does not end");
                }
            }
        }
        if !IDENTIFIER.as_ref().is_some_and(|identifier| identifier.is_match(&name)) {
            self.at = start;
            return self.wrong("an invalid group name");
        }
        if name.len() > NAME_BYTES {
            return Err(PatternError::Limit("a group name of more than 124 bytes"));
        }
        Ok(name)
    }
}
