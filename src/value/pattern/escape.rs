//! What follows a backslash.

use super::PatternError;
use super::ast::Node;
use super::class::{Class, Item};
use super::parser::{Parser, Reference};
use super::property::{self, Resolution};

impl Parser<'_> {
    /// An escape outside a class, after its backslash at `start`.
    pub(super) fn atom_escape(&mut self, start: usize) -> Result<Node, PatternError> {
        match self.peek() {
            Some('1'..='9') => {
                // Too many digits for a number are too many for a group as well.
                let number = self.digits().parse().unwrap_or(usize::MAX);
                self.references.push(Reference::Number(number, start));
                Ok(Node::Concat(Vec::new()))
            }
            Some('k') => {
                self.at += 1;
                if !self.eat("<") {
                    return self.wrong("a group name in angle brackets is missing");
                }
                let name = self.group_name()?;
                self.references.push(Reference::Name(name, start));
                Ok(Node::Concat(Vec::new()))
            }
            _ => match self.class_escape()? {
                Some(item) => Ok(Node::Class(Class::escape(item, self.flags.ignore_case))),
                None => {
                    let point = self.character_escape(start)?;
                    Ok(Node::Class(Class::single(point, self.flags.ignore_case)))
                }
            },
        }
    }

    /// `d`, `D`, `s`, `S`, `w`, `W`, `p{…}` and `P{…}`; nothing is taken when none of them stands here.
    pub(super) fn class_escape(&mut self) -> Result<Option<Item>, PatternError> {
        let start = self.at;
        let item = match self.peek() {
            Some(c @ ('d' | 'D')) => Item::Digit { negated: c == 'D' },
            Some(c @ ('s' | 'S')) => Item::Space { negated: c == 'S' },
            Some(c @ ('w' | 'W')) => Item::Word { negated: c == 'W' },
            Some(c @ ('p' | 'P')) => {
                self.at += 1;
                if !self.eat("{") {
                    return self.wrong("a property name in braces is missing");
                }
                let rest = self.source.get(self.at..).unwrap_or_default();
                let Some((name, _)) = rest.split_once('}') else {
                    return self.wrong("a property name that does not end");
                };
                return match property::resolve(name) {
                    Resolution::Property(property) => {
                        self.at += name.len() + 1;
                        Ok(Some(Item::Property { property, negated: c == 'P' }))
                    }
                    Resolution::Unsupported => {
                        self.at += name.len() + 1;
                        self.unsupported = Some("a property without data here");
                        Ok(Some(Item::Digit { negated: false }))
                    }
                    Resolution::Unknown => {
                        self.at = start;
                        self.wrong("an unknown property")
                    }
                };
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(item))
    }

    /// An escape that stands for one code point, after its backslash at `start`.
    pub(super) fn character_escape(&mut self, start: usize) -> Result<u32, PatternError> {
        let Some(c) = self.next() else {
            self.at = start;
            return self.wrong("a backslash at the end");
        };
        let point = match c {
            'f' => 0x0C,
            'n' => 0x0A,
            'r' => 0x0D,
            't' => 0x09,
            'v' => 0x0B,
            'c' => match self.next() {
                Some(letter) if letter.is_ascii_alphabetic() => u32::from(letter) % 32,
                _ => {
                    self.at = start;
                    return self.wrong("a control letter is missing");
                }
            },
            '0' if !self.peek().is_some_and(|c| c.is_ascii_digit()) => 0,
            'x' => match self.hexadecimal(2) {
                Some(point) => point,
                None => {
                    self.at = start;
                    return self.wrong("two hexadecimal digits are missing");
                }
            },
            'u' => match self.unicode_escape() {
                Some(point) => point,
                None => {
                    self.at = start;
                    return self.wrong("an invalid Unicode escape");
                }
            },
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/' => {
                u32::from(c)
            }
            _ => {
                self.at = start;
                return self.wrong("a character that cannot be escaped");
            }
        };
        Ok(point)
    }

    /// What follows `\u`: four digits, digits in braces, or a surrogate pair written as two escapes.
    pub(super) fn unicode_escape(&mut self) -> Option<u32> {
        if self.eat("{") {
            let rest = self.source.get(self.at..)?;
            let digits = rest.split_once('}')?.0;
            self.at += digits.len() + 1;
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
                return None;
            }
            let digits = digits.trim_start_matches('0');
            let point = if digits.is_empty() { 0 } else { u32::from_str_radix(digits, 16).ok()? };
            return (point <= 0x10_FFFF).then_some(point);
        }
        let lead = self.hexadecimal(4)?;
        if !(0xD800..=0xDBFF).contains(&lead) {
            return Some(lead);
        }
        let after_lead = self.at;
        if self.eat("\\u")
            && let Some(trail @ 0xDC00..=0xDFFF) = self.hexadecimal(4)
        {
            return Some(0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00));
        }
        self.at = after_lead;
        Some(lead)
    }

    fn hexadecimal(&mut self, count: usize) -> Option<u32> {
        let digits = self.source.get(self.at..self.at + count)?;
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        self.at += count;
        u32::from_str_radix(digits, 16).ok()
    }
}
