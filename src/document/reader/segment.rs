//! Paragraphs from lines: a line that was only wrapped joins the one before it.

use super::heading::{self, NextLabel};
use super::label;
use super::normalise::indent;
use crate::document::Profile;

/// A paragraph and the lines it stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Paragraph {
    pub(super) text: String,
    pub(super) indent: usize,
    /// Normalised lines, from 0, both included.
    pub(super) first: usize,
    pub(super) last: usize,
    /// How many lines were joined to the first.
    pub(super) rejoined: usize,
}

/// A line shorter than this was ended by its author.
const WRAP_MIN_CHARS: usize = 45;

/// The paragraphs of a run of lines; blank lines part them.
pub(super) fn segment<'t>(
    lines: impl Iterator<Item = (usize, &'t str)>,
    profile: &Profile,
) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut previous: Option<&str> = None;
    for (number, line) in lines {
        let text = line.trim();
        if text.is_empty() {
            previous = None;
            continue;
        }
        match (previous, paragraphs.last_mut()) {
            (Some(before), Some(open))
                if is_wrap(before, text, profile) && !label::starts_label(text, &profile.labels) =>
            {
                open.text.push(' ');
                open.text.push_str(text);
                open.last = number;
                open.rejoined += 1;
            }
            _ => paragraphs.push(Paragraph {
                text: text.to_owned(),
                indent: indent(line),
                first: number,
                last: number,
                rejoined: 0,
            }),
        }
        previous = Some(text);
    }
    paragraphs
}

fn is_wrap(before: &str, line: &str, profile: &Profile) -> bool {
    if before.ends_with(['.', '!', '?', ';', ':'])
        || line.starts_with(['-', '*', '•', '–', '—', '·'])
        || heading::is_shouting(before) != heading::is_shouting(line)
    {
        return false;
    }
    if line.starts_with(char::is_lowercase) {
        return true;
    }
    before.chars().nth(WRAP_MIN_CHARS - 1).is_some() && {
        let bare = label::without_label(before, &profile.labels);
        !heading::score(bare, &profile.heading_rule, NextLabel::None).is_heading()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let profile = Profile::built_in("contract").unwrap();
        segment(text.split('\n').enumerate(), &profile).into_iter().map(|p| p.text).collect()
    }

    #[test]
    fn wrapped_lines_are_one_paragraph() {
        assert_eq!(texts("the address\nof the party"), ["the address of the party"]);
        assert_eq!(
            texts("a line of forty-five characters and then more\nSupplier goes on"),
            ["a line of forty-five characters and then more Supplier goes on"]
        );
    }

    #[test]
    fn ended_lines_labels_bullets_and_capitals_start_anew() {
        assert_eq!(texts("Ends.\nnext"), ["Ends.", "next"]);
        assert_eq!(texts("one\n(a) two"), ["one", "(a) two"]);
        assert_eq!(texts("one\n- two"), ["one", "- two"]);
        assert_eq!(texts("SERVICES\nof a kind"), ["SERVICES", "of a kind"]);
        assert_eq!(texts("Short\nLine"), ["Short", "Line"]);
        assert_eq!(texts("one\n\ntwo"), ["one", "two"]);
    }
}
