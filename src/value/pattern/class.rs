//! Sets of code points: what a character class, an escape or a single character stands for.

use std::fmt::Write as _;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::property::Property;

/// A set of code points as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) items: Vec<Item>,
    /// `[^…]`
    pub(super) negated: bool,
    pub(super) ignore_case: bool,
}

/// One member of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item {
    /// From and to, both included. Surrogates may occur; no text has them.
    Range(u32, u32),
    /// `\d`, or `\D` when negated.
    Digit { negated: bool },
    /// `\s`, or `\S` when negated.
    Space { negated: bool },
    /// `\w`, or `\W` when negated.
    Word { negated: bool },
    /// `\p{…}`, or `\P{…}` when negated.
    Property { property: Property, negated: bool },
}

/// No code point at all, as the linear engine spells it.
const NEVER: &str = r"[^\x{0}-\x{10FFFF}]";
/// Every code point.
pub(super) const ANY: &str = r"[\x{0}-\x{10FFFF}]";
const LINE_TERMINATORS: &[(u32, u32)] = &[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];
/// Everything but the four line terminators.
pub(super) const NOT_LINE_TERMINATOR: &str = r"[^\x{A}\x{D}\x{2028}\x{2029}]";

const DIGIT: &[(u32, u32)] = &[(0x30, 0x39)];
const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
/// WhiteSpace and LineTerminator of ECMA-262.
const SPACE: &[(u32, u32)] = &[
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];

impl Class {
    /// The set of one code point.
    pub(super) fn single(point: u32, ignore_case: bool) -> Self {
        Self { items: vec![Item::Range(point, point)], negated: false, ignore_case }
    }

    /// The set of one escape such as `\d`.
    pub(super) fn escape(item: Item, ignore_case: bool) -> Self {
        Self { items: vec![item], negated: false, ignore_case }
    }

    /// The word characters in the sense of `\w` and `\b`.
    pub(super) fn word(ignore_case: bool) -> Self {
        Self::escape(Item::Word { negated: false }, ignore_case)
    }

    /// What `.` takes.
    pub(super) fn not_line_terminator() -> Self {
        let items = LINE_TERMINATORS.iter().map(|(first, last)| Item::Range(*first, *last)).collect();
        Self { items, negated: true, ignore_case: false }
    }

    /// What `.` takes with the flag `s`.
    pub(super) fn any() -> Self {
        Self { items: Vec::new(), negated: true, ignore_case: false }
    }

    /// Writes the set in the notation of the linear engine.
    pub(super) fn write(&self, out: &mut String) {
        if self.ignore_case { self.write_folded(out) } else { self.write_plain(out) }
    }

    fn write_plain(&self, out: &mut String) {
        let mut members = String::new();
        for item in &self.items {
            match item {
                Item::Range(first, last) => write_range(&mut members, *first, *last),
                Item::Digit { negated } => write_nested(&mut members, DIGIT, *negated),
                Item::Space { negated } => write_nested(&mut members, SPACE, *negated),
                Item::Word { negated } => write_nested(&mut members, WORD, *negated),
                Item::Property { property, negated } => property.write(&mut members, *negated),
            }
        }
        write_class(out, &members, self.negated);
    }

    fn write_folded(&self, out: &mut String) {
        let mut members = String::new();
        for range in self.set().ranges() {
            write_range(&mut members, u32::from(range.start()), u32::from(range.end()));
        }
        write_class(out, &members, false);
    }

    /// The set itself.
    ///
    /// With `i`, a code point belongs to it when it folds to the same as one of its members. The engine's own flag
    /// would negate `\P{…}` and `\W` after folding instead of before, so the set is worked out here.
    pub(super) fn set(&self) -> ClassUnicode {
        let mut set = ClassUnicode::empty();
        for item in &self.items {
            match item {
                Item::Range(first, last) => {
                    if let Some((first, last)) = scalars(*first, *last) {
                        set.push(ClassUnicodeRange::new(first, last));
                    }
                }
                Item::Digit { negated } => set.union(&set_of(DIGIT, *negated, false)),
                Item::Space { negated } => set.union(&set_of(SPACE, *negated, false)),
                // Word characters are folded before they are negated: long s and the Kelvin sign are among them.
                Item::Word { negated } => set.union(&set_of(WORD, *negated, self.ignore_case)),
                Item::Property { property, negated } => set.union(&property.set(*negated)),
            }
        }
        if self.ignore_case {
            set.case_fold_simple();
        }
        if self.negated {
            set.negate();
        }
        set
    }
}

fn set_of(ranges: &[(u32, u32)], negated: bool, fold: bool) -> ClassUnicode {
    let mut set = ClassUnicode::new(
        ranges
            .iter()
            .filter_map(|(first, last)| scalars(*first, *last))
            .map(|(first, last)| ClassUnicodeRange::new(first, last)),
    );
    if fold {
        set.case_fold_simple();
    }
    if negated {
        set.negate();
    }
    set
}

fn write_class(out: &mut String, members: &str, negated: bool) {
    match (members.is_empty(), negated) {
        (true, false) => out.push_str(NEVER),
        (true, true) => out.push_str(ANY),
        (false, negated) => {
            out.push_str(if negated { "[^" } else { "[" });
            out.push_str(members);
            out.push(']');
        }
    }
}

fn write_nested(out: &mut String, ranges: &[(u32, u32)], negated: bool) {
    if negated {
        out.push_str("[^");
    }
    for (first, last) in ranges {
        write_range(out, *first, *last);
    }
    if negated {
        out.push(']');
    }
}

/// Writes a range as a member of a class; nothing when all of it is surrogates.
fn write_range(out: &mut String, first: u32, last: u32) {
    let Some((first, last)) = scalars(first, last) else {
        return;
    };
    let _ = write!(out, "\\x{{{:X}}}", u32::from(first));
    if first < last {
        let _ = write!(out, "-\\x{{{:X}}}", u32::from(last));
    }
}

/// The ends of a range without surrogates at either end; surrogates in the middle are no characters anyway.
fn scalars(first: u32, last: u32) -> Option<(char, char)> {
    let first = if (0xD800..=0xDFFF).contains(&first) { 0xE000 } else { first };
    let last = if (0xD800..=0xDFFF).contains(&last) { 0xD7FF } else { last };
    match (char::from_u32(first), char::from_u32(last)) {
        (Some(first), Some(last)) if first <= last => Some((first, last)),
        _ => None,
    }
}
