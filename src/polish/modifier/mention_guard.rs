//! `mention-guard`: text that will be posted calls nobody and links to no issue.
//!
//! A zero-width space, written as an entity so that it can be seen, goes between the sign and the name. Escaping
//! the sign would not do: mentions are looked for in the rendered text.

use super::{BuiltIn, Modifier, ModifierError};
use crate::polish::{Proposal, Prose, Snapshot};

pub(super) const BUILT_IN: BuiltIn = BuiltIn {
    name: "mention-guard",
    summary: "make @name, #12 and GH-12 inert, for text that will be posted",
    default: false,
    parameters: &[],
    build: |_| Box::new(MentionGuard),
};

/// What is put between a sign and a name.
const GAP: &str = "&#8203;";

/// The modifier, for text that is posted without anybody naming it.
#[derive(Debug, Clone, Copy)]
pub struct MentionGuard;

impl Modifier for MentionGuard {
    fn id(&self) -> &'static str {
        "countersign.mention-guard"
    }

    fn version(&self) -> &'static str {
        "1.0.0"
    }

    fn propose(&self, snapshot: &Snapshot) -> Result<Vec<Proposal>, ModifierError> {
        let text = snapshot.text();
        let structure = snapshot.structure();
        let mut proposals = Vec::new();
        let mut shown = Shown::default();
        for prose in structure.prose() {
            if !prose.joined {
                shown = Shown::default();
            }
            for (c, start, end) in characters(snapshot, prose) {
                let reason = match shown.before(c) {
                    Some(Call::Mention) => "this would notify somebody",
                    Some(Call::Reference) => "this would link to an issue",
                    None => "",
                };
                let gap = start..start;
                if !reason.is_empty() && !structure.is_protected(&(start..end)) {
                    proposals.push(Proposal::replace(text, gap, GAP, reason));
                }
                shown.push(c);
            }
        }
        Ok(proposals)
    }
}

/// The characters a reader sees, with the bytes they are written as.
fn characters<'t>(snapshot: &'t Snapshot, prose: &Prose) -> impl Iterator<Item = (char, usize, usize)> + 't {
    let range = prose.range.clone();
    let plain = if prose.entity.is_some() { "" } else { snapshot.slice(range.clone()) };
    let entity = prose.entity.map(|c| (c, range.start, range.end));
    let start = range.start;
    plain.char_indices().map(move |(at, c)| (c, start + at, start + at + c.len_utf8())).chain(entity)
}

enum Call {
    Mention,
    Reference,
}

/// The last characters that were shown without a break.
#[derive(Default)]
struct Shown {
    /// Newest last.
    last: [Option<char>; 4],
}

impl Shown {
    fn push(&mut self, c: char) {
        self.last.rotate_left(1);
        self.last[3] = Some(c);
    }

    /// What a character would complete.
    fn before(&self, c: char) -> Option<Call> {
        // Only ASCII counts as part of a word where mentions are looked for: `é@me` is one.
        let word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        match self.last {
            // `a@b` is an address, and nobody is called in one.
            [_, _, before, Some('@')] if c.is_alphanumeric() && !word(before) => Some(Call::Mention),
            [_, _, _, Some('#')] if c.is_ascii_digit() => Some(Call::Reference),
            [before, Some('G' | 'g'), Some('H' | 'h'), Some('-')] if c.is_ascii_digit() && !word(before) => {
                Some(Call::Reference)
            }
            _ => None,
        }
    }
}
