//! What makes two blocks the same: their text, or for containers what identifies them.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::document::block::{BlockTree, Kind};

/// Numbers for match keys of both trees.
#[derive(Default)]
pub(super) struct Keys<'t> {
    numbers: HashMap<Cow<'t, str>, u32>,
}

/// Parts of a composed key; no text holds this character.
const PART: char = '\u{1F}';

fn normalised(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        let bytes = text.as_bytes();
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
        let normal = bytes.first().is_some_and(|byte| !blank(byte))
            && bytes.last().is_some_and(|byte| !blank(byte))
            && !bytes
                .windows(2)
                .any(|two| matches!(two[1], b'\t'..=b'\r') || (two[0] == b' ' && two[1] == b' '));
        if normal {
            return Cow::Borrowed(text);
        }
    }
    let mut blank = true;
    let normal = text.chars().all(|c| {
        let ok = !c.is_whitespace() || (c == ' ' && !blank);
        blank = c.is_whitespace();
        ok
    });
    if normal && !blank {
        return Cow::Borrowed(text);
    }
    let mut words = text.split_whitespace();
    let mut out = words.next().unwrap_or_default().to_owned();
    for word in words {
        out.push(' ');
        out.push_str(word);
    }
    Cow::Owned(out)
}

impl<'t> Keys<'t> {
    /// How many numbers were given out; all are below.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn of(&mut self, tree: &'t BlockTree, index: usize) -> Option<u32> {
        let block = &tree.blocks()[index];
        let own = normalised(&block.text);
        let key = if !own.is_empty() {
            own
        } else if let Some(heading) =
            block.children.iter().map(|&child| &tree.blocks()[child]).find(|child| {
                child.kind == Kind::Heading && (child.label.is_some() || !child.text.trim().is_empty())
            })
        {
            let label = heading.label.as_deref().unwrap_or_default();
            Cow::Owned(format!("{label}{PART}{}", normalised(&heading.text)))
        } else if block.kind == Kind::Row {
            let cells: Vec<_> =
                block.children.iter().map(|&cell| normalised(&tree.blocks()[cell].text)).collect();
            if cells.iter().all(|cell| cell.is_empty()) {
                return None;
            }
            Cow::Owned(cells.join(&PART.to_string()))
        } else {
            return None;
        };
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        Some(*self.numbers.entry(key).or_insert(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_space_does_not_make_a_text_another() {
        for (text, normal) in [("a b", "a b"), (" a \n b ", "a b"), ("a  b", "a b"), ("", ""), ("a ", "a")] {
            assert_eq!(normalised(text), normal);
        }
    }
}
