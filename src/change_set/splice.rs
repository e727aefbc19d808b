//! Members taken out of and put into an object without rewriting the text around them.
//!
//! What a change set does not name keeps its place, its spelling and its white space, so the result of applying one
//! differs from the file only where it should.

use std::ops::Range;

use crate::json::NodeRef;

/// The most white space that is copied in front of a new member. A longer run is somebody's mischief.
const LAYOUT: usize = 256;

/// Replacements in one text, disjoint, in any order until they are applied.
#[derive(Debug, Default)]
pub(super) struct Splices {
    edits: Vec<(Range<usize>, String)>,
}

impl Splices {
    /// Replaces a whole value.
    pub(super) fn value(&mut self, node: NodeRef<'_>, replacement: String) {
        let span = node.span();
        self.edits.push((span.start..span.end, replacement));
    }

    /// Removes the members of `map` that `keep` denies, in order, and appends members: name with quotes, and value.
    pub(super) fn members(&mut self, map: NodeRef<'_>, keep: &[bool], added: &[(&str, String)]) {
        let source = map.tree().bytes();
        let members: Vec<_> = map.members().collect();
        let kept = |index: usize| keep.get(index).copied().unwrap_or(true);
        let lead = |index: usize| match index.checked_sub(1).and_then(|before| members.get(before)) {
            None => map.span().start + 1,
            Some(before) => {
                let end = before.value().span().end;
                source
                    .get(end..)
                    .and_then(|rest| rest.iter().position(|&b| b == b','))
                    .map_or(end, |at| end + at + 1)
            }
        };
        let last_kept = (0..members.len()).rev().find(|&index| kept(index));
        // The blanks before a removed member stay, and what follows it takes its place.
        for (index, pair) in members.windows(2).enumerate().take(last_kept.unwrap_or(0)) {
            if let [member, next] = pair
                && !kept(index)
            {
                self.edits.push((member.name_span().start..next.name_span().start, String::new()));
            }
        }
        let end = match (members.last(), added.is_empty() && last_kept.is_none()) {
            // Nothing is left: no blank stands between the brackets.
            (_, true) | (None, _) => map.span().end - 1,
            (Some(last), false) => last.value().span().end,
        };
        let from = match last_kept.and_then(|index| members.get(index)) {
            Some(member) => member.value().span().end,
            None => map.span().start + 1,
        };
        let blank = |range: Range<usize>| {
            let text =
                source.get(range).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default();
            if text.len() <= LAYOUT { text } else { "" }
        };
        let (indent, colon) = match members.last() {
            Some(last) => (
                blank(lead(members.len() - 1)..last.name_span().start),
                blank(last.name_span().end..last.value().span().start),
            ),
            None => ("", ":"),
        };
        let colon = if colon.is_empty() { ":" } else { colon };
        let mut tail = String::new();
        for (index, (name, value)) in added.iter().enumerate() {
            if index > 0 || last_kept.is_some() {
                tail.push(',');
            }
            for part in [indent, name, colon, value] {
                tail.push_str(part);
            }
        }
        if from < end || !tail.is_empty() {
            self.edits.push((from..end, tail));
        }
    }

    /// The text with all replacements made, `range` of it.
    pub(super) fn apply(mut self, source: &str, range: Range<usize>) -> String {
        self.edits.sort_by_key(|(range, _)| (range.start, range.end));
        let mut out = String::with_capacity(range.len());
        let mut at = range.start;
        for (edit, replacement) in &self.edits {
            out.push_str(source.get(at..edit.start).unwrap_or_default());
            out.push_str(replacement);
            at = edit.end;
        }
        out.push_str(source.get(at..range.end).unwrap_or_default());
        out
    }
}
