//! Character classes in brackets.

use super::PatternError;
use super::class::{Class, Item};
use super::parser::Parser;

/// One atom of a class: a code point, which can be the end of a range, or a whole set.
enum Atom {
    Point(u32),
    Set(Item),
}

impl Parser<'_> {
    /// A class after its opening bracket at `start`, with the closing one.
    pub(super) fn class(&mut self, start: usize) -> Result<Class, PatternError> {
        let negated = self.eat("^");
        let mut items = Vec::new();
        while !self.eat("]") {
            let range_start = self.at;
            let first = self.class_atom(start)?;
            let closing_hyphen = self.source.get(self.at..).is_some_and(|rest| rest.starts_with("-]"));
            if closing_hyphen || !self.eat("-") {
                items.push(match first {
                    Atom::Point(point) => Item::Range(point, point),
                    Atom::Set(item) => item,
                });
                continue;
            }
            match (first, self.class_atom(start)?) {
                (Atom::Point(first), Atom::Point(last)) if first <= last => {
                    items.push(Item::Range(first, last));
                }
                (Atom::Point(_), Atom::Point(_)) => {
                    self.at = range_start;
                    return self.wrong("a range out of order");
                }
                _ => {
                    self.at = range_start;
                    return self.wrong("a range between sets");
                }
            }
        }
        Ok(Class { items, negated, ignore_case: self.flags.ignore_case })
    }

    fn class_atom(&mut self, class_start: usize) -> Result<Atom, PatternError> {
        let start = self.at;
        match self.next() {
            None => {
                self.at = class_start;
                self.wrong("a class that does not end")
            }
            Some('\\') => {
                if let Some(item) = self.class_escape()? {
                    return Ok(Atom::Set(item));
                }
                if self.eat("b") {
                    return Ok(Atom::Point(0x08));
                }
                if self.eat("-") {
                    return Ok(Atom::Point(u32::from('-')));
                }
                self.character_escape(start).map(Atom::Point)
            }
            Some(c) => Ok(Atom::Point(u32::from(c))),
        }
    }
}
