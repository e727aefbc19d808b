//! Proof that edits leave what a reader sees as it was.
//!
//! Markdown has more corners than any rule foresees (a marker that becomes a thematic break, a blank line that
//! loosens a list). A modifier that must not change the document therefore renders before and after, and proposes
//! only what provably changes nothing.

use pulldown_cmark::{CowStr, Event, Parser, Tag, TagEnd};

use super::edit;
use super::structure::options;
use super::{Proposal, Snapshot};

/// What a modifier may change in the rendered document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// Nothing.
    Everything,
    /// The levels of headings.
    AllButHeadingLevels,
}

/// Bytes that are rendered at most to find the proposals that change the document.
const EFFORT: usize = 64 << 20;

/// The proposals that, made together, keep the rendering.
///
/// Usually that is all of them. Otherwise halves are tried, then halves of halves; a proposal that changes the
/// document alone is left out. When that would take too long, nothing is proposed, and says the same next time.
pub(super) fn keeping(snapshot: &Snapshot, proposals: Vec<Proposal>, keep: Keep) -> Vec<Proposal> {
    if proposals.is_empty() {
        return proposals;
    }
    let text = snapshot.text();
    let body = snapshot.structure().body();
    let holds = |proposals: &[Proposal]| {
        edit::apply(text, proposals, usize::MAX).is_ok_and(|after| {
            same(text.get(body..).unwrap_or_default(), after.get(body..).unwrap_or_default(), keep)
        })
    };
    if holds(&proposals) {
        return proposals;
    }
    let mut tries = (EFFORT / text.len().max(1)).clamp(8, 128);
    let mut kept: Vec<Proposal> = Vec::new();
    let mut pending = vec![proposals];
    while let Some(mut chunk) = pending.pop() {
        if tries == 0 {
            return Vec::new();
        }
        tries -= 1;
        let before = kept.len();
        let single = chunk.len() == 1;
        kept.append(&mut chunk);
        if holds(&kept) {
            continue;
        }
        let mut chunk = kept.split_off(before);
        if !single {
            let second = chunk.split_off(chunk.len() / 2);
            pending.push(second);
            pending.push(chunk);
        }
    }
    kept
}

/// True when two texts without front matter render alike.
pub(super) fn same(before: &str, after: &str, keep: Keep) -> bool {
    let mut before = Merged::new(before);
    let mut after = Merged::new(after);
    loop {
        match (before.next(), after.next()) {
            (None, None) => return true,
            (Some(b), Some(a)) if b == a || (keep == Keep::AllButHeadingLevels && both_headings(&b, &a)) => {}
            _ => return false,
        }
    }
}

fn both_headings(before: &Event<'_>, after: &Event<'_>) -> bool {
    matches!(
        (before, after),
        (Event::Start(Tag::Heading { .. }), Event::Start(Tag::Heading { .. }))
            | (Event::End(TagEnd::Heading(_)), Event::End(TagEnd::Heading(_)))
    )
}

/// Events with neighbouring texts joined, since where a text is cut is no matter.
struct Merged<'t> {
    events: Parser<'t>,
    next: Option<Event<'t>>,
}

impl<'t> Merged<'t> {
    fn new(text: &'t str) -> Self {
        Self { events: Parser::new_ext(text, options()), next: None }
    }
}

impl<'t> Iterator for Merged<'t> {
    type Item = Event<'t>;

    fn next(&mut self) -> Option<Event<'t>> {
        let first = self.next.take().or_else(|| self.events.next())?;
        let mut joined = match first {
            Event::Text(text) => text,
            Event::Html(html) => return Some(self.joined_html(html)),
            other => return Some(other),
        };
        loop {
            match self.events.next() {
                Some(Event::Text(more)) => joined = concat(joined, &more),
                other => {
                    self.next = other;
                    return Some(Event::Text(joined));
                }
            }
        }
    }
}

impl<'t> Merged<'t> {
    fn joined_html(&mut self, mut joined: CowStr<'t>) -> Event<'t> {
        loop {
            match self.events.next() {
                Some(Event::Html(more)) => joined = concat(joined, &more),
                other => {
                    self.next = other;
                    return Event::Html(joined);
                }
            }
        }
    }
}

fn concat<'t>(first: CowStr<'t>, second: &str) -> CowStr<'t> {
    let mut text = first.into_string();
    text.push_str(second);
    CowStr::from(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_reader_sees_decides() {
        assert!(same("* a\n* b\n", "- a\n- b\n", Keep::Everything));
        assert!(!same("* a\n\n- b\n", "- a\n\n- b\n", Keep::Everything));
        assert!(!same("- a\n- b\n", "- a\n\n- b\n", Keep::Everything));
        assert!(!same("### a\n", "## a\n", Keep::Everything));
        assert!(same("### a\n", "## a\n", Keep::AllButHeadingLevels));
        assert!(!same("### a\n", "## b\n", Keep::AllButHeadingLevels));
    }

    #[test]
    fn a_proposal_that_changes_the_document_is_left_out_and_the_others_stay() {
        let text = "a \n\nb \n\nc \n";
        let snapshot = Snapshot::new(text.to_owned());
        let cut = |start: usize| Proposal::replace(text, start..start + 1, "", "cut");
        let kept = keeping(&snapshot, vec![cut(1), cut(4), cut(5), cut(9)], Keep::Everything);
        assert_eq!(kept, [cut(1), cut(5), cut(9)]);
    }
}
