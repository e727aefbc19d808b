//! Phrases made of our own words and of text from documents, kept apart until a form is chosen.

use std::borrow::Cow;

use crate::inert;
use crate::lookalike::told_apart;

/// The longest quoted text in a sentence, in characters. Beyond it the middle is left out: a sentence is for reading,
/// and the JSON report has the whole text.
const QUOTED_CHARACTERS: usize = 160;

/// A piece of a phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    /// Words of ours, free of markup.
    Own(Cow<'static, str>),
    /// A keyword, name, value or pointer; possibly a stranger's.
    Quoted(String),
    /// A sentence of ours that repeats a stranger's words.
    Said(String),
}

/// A phrase, lower case, without a full stop.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Phrase(Vec<Part>);

impl Phrase {
    pub(crate) fn of(words: impl Into<Cow<'static, str>>) -> Self {
        Self::default().own(words)
    }

    pub(crate) fn own(mut self, words: impl Into<Cow<'static, str>>) -> Self {
        self.0.push(Part::Own(words.into()));
        self
    }

    /// Adds text to be shown as it is, shortened in the middle when it is very long.
    pub(crate) fn quoted(mut self, text: impl AsRef<str>) -> Self {
        self.0.push(Part::Quoted(shorten(text.as_ref(), QUOTED_CHARACTERS)));
        self
    }

    /// Adds a sentence that may repeat a stranger's words.
    pub(crate) fn said(mut self, text: impl AsRef<str>) -> Self {
        self.0.push(Part::Said(shorten(text.as_ref(), 2 * QUOTED_CHARACTERS)));
        self
    }

    /// Adds `a`, `b` and `c`; when there are more in `total` than are given, says how many.
    pub(crate) fn list(mut self, texts: &[String], total: usize) -> Self {
        for (index, text) in texts.iter().enumerate() {
            if index > 0 {
                self = self.own(if index + 1 == total { " and " } else { ", " });
            }
            self = self.quoted(text);
        }
        match total.saturating_sub(texts.len()) {
            0 => self,
            more => self.own(format!(" and {more} more")),
        }
    }

    /// Adds where inside a value something is: `/*` is every item of an array.
    pub(crate) fn inside(self, path: &str) -> Self {
        match path {
            "" => self,
            "/*" => self.own(" in its items"),
            path => self.own(" at ").quoted(path),
        }
    }

    pub(crate) fn then(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// For terminals, logs and annotations.
    pub(crate) fn plain(&self) -> String {
        self.render(|text| inert::terminal(text).into_owned(), |text| inert::visible(text).into_owned())
    }

    /// For Markdown: quoted text stands in code spans.
    pub(crate) fn markdown(&self) -> String {
        self.render(inert::code_span, inert::prose)
    }

    /// For SARIF message texts, in which `[a](b)` would be a link.
    pub(crate) fn sarif(&self) -> String {
        self.render(sarif_text, sarif_text)
    }

    fn render(&self, quote: impl Fn(&str) -> String, say: impl Fn(&str) -> String) -> String {
        let quoted = self.0.iter().filter_map(|part| match part {
            Part::Quoted(text) => Some(text.as_str()),
            Part::Own(_) | Part::Said(_) => None,
        });
        let mut told_apart = told_apart(&quoted.collect::<Vec<_>>()).into_iter();
        self.0
            .iter()
            .map(|part| match part {
                Part::Own(words) => words.clone().into_owned(),
                Part::Quoted(text) => quote(&told_apart.next().unwrap_or(Cow::Borrowed(text.as_str()))),
                Part::Said(text) => say(text),
            })
            .collect()
    }
}

/// A stranger's text for a SARIF message. Brackets are escaped where a reader could take them for a link
/// (SARIF 2.1.0 Section 3.11.6). None of our words begins with a parenthesis, which would make one of a text in
/// brackets before it.
pub(crate) fn sarif_text(text: &str) -> String {
    let shown = inert::terminal(text);
    let mut open = 0i32;
    let balanced = shown.chars().all(|c| {
        open += i32::from(c == '[') - i32::from(c == ']');
        open >= 0
    }) && open == 0;
    if balanced && !shown.contains("](") {
        return shown.into_owned();
    }
    shown.replace('[', "\\[").replace(']', "\\]")
}

/// A sentence: the phrase's first letter in upper case when it is ours.
pub(crate) fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) if first.is_ascii_lowercase() => {
            first.to_ascii_uppercase().to_string() + characters.as_str()
        }
        _ => text.to_owned(),
    }
}

/// A heading of ours inside a sentence: its first letter in lower case, unless its first word is an abbreviation.
pub(crate) fn lowered(text: &str) -> String {
    let mut characters = text.chars();
    match (characters.next(), characters.clone().next()) {
        (Some(first), Some(second)) if first.is_ascii_uppercase() && second.is_ascii_lowercase() => {
            first.to_ascii_lowercase().to_string() + characters.as_str()
        }
        _ => text.to_owned(),
    }
}

/// The text itself up to `most` characters; beyond it, its beginning and end around an ellipsis. A very long text is
/// not read in between.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    if text.len() <= most || (text.len() <= 4 * most && text.chars().count() <= most) {
        return text.to_owned();
    }
    let first = most * 2 / 3;
    let head: String = text.chars().take(first).collect();
    let mut tail: Vec<char> = text.chars().rev().take(most - first - 1).collect();
    tail.reverse();
    head + "…" + &tail.into_iter().collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_cannot_make_a_link_in_a_sarif_message() {
        assert_eq!(sarif_text("[click](https://x)"), "\\[click\\](https://x)");
        assert_eq!(sarif_text("a[b"), "a\\[b");
        assert_eq!(sarif_text("a]b[c"), "a\\]b\\[c");
        assert_eq!(sarif_text("{\"a\":[0,1]}"), "{\"a\":[0,1]}");
        assert_eq!(sarif_text(""), "\"\"");
    }

    #[test]
    fn long_texts_keep_both_ends() {
        let long = "a".repeat(50) + &"ü".repeat(50);
        let short = shorten(&long, 30);
        assert_eq!(short, "a".repeat(20) + "…" + &"ü".repeat(9));
        assert_eq!(shorten("short", 30), "short");
    }

    #[test]
    fn lists_end_in_and_and_say_how_many_more() {
        let texts: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(Phrase::default().list(&texts, 3).plain(), "a, b and c");
        assert_eq!(Phrase::default().list(&texts[..2], 9).plain(), "a, b and 7 more");
    }
}
