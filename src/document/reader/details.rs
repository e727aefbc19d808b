//! What a reader notes about a block, written as JSON at once and kept once.
//!
//! A clause brings a dozen details, and they are the same for most clauses. Written out and shared, they cost a
//! million blocks next to nothing, and the comparison document copies them as they are.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::document::Attributes;
use crate::json::write_text;

/// The members of a JSON object.
#[derive(Debug)]
pub(super) struct Details(String);

impl Details {
    /// Room for what a labelled paragraph notes.
    const USUAL: usize = 512;

    pub(super) fn new() -> Self {
        Self(String::with_capacity(Self::USUAL))
    }

    /// A name of the readers' own, which needs no escape.
    fn name(&mut self, name: &'static str) {
        self.0.push_str(if self.0.is_empty() { "\"" } else { ", \"" });
        self.0.push_str(name);
        self.0.push_str("\": ");
    }

    pub(super) fn word(&mut self, name: &'static str, word: &str) {
        self.name(name);
        write_text(&mut self.0, word);
    }

    pub(super) fn words<'w>(&mut self, name: &'static str, words: impl IntoIterator<Item = &'w str>) {
        self.name(name);
        self.0.push('[');
        for (index, word) in words.into_iter().enumerate() {
            if index > 0 {
                self.0.push_str(", ");
            }
            write_text(&mut self.0, word);
        }
        self.0.push(']');
    }

    pub(super) fn count(&mut self, name: &'static str, count: usize) {
        self.name(name);
        let _ = write!(self.0, "{count}");
    }

    pub(super) fn number(&mut self, name: &'static str, number: f64) {
        self.name(name);
        let _ = write!(self.0, "{number:?}");
    }

    pub(super) fn flag(&mut self, name: &'static str, flag: bool) {
        self.name(name);
        self.0.push_str(if flag { "true" } else { "false" });
    }
}

/// Every different detail of a document.
#[derive(Debug, Default)]
pub(super) struct Shared(HashSet<Arc<str>>);

impl Shared {
    pub(super) fn of(&mut self, details: &Details) -> Attributes {
        if let Some(known) = self.0.get(details.0.as_str()) {
            return Arc::clone(known).into();
        }
        let new: Arc<str> = details.0.as_str().into();
        self.0.insert(Arc::clone(&new));
        new.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_members_of_an_object_and_equal_ones_are_shared() {
        let mut details = Details::new();
        details.count("indent", 4);
        details.word("fence", "a\"b");
        details.words("signals", ["short", "title_case"]);
        details.number("score", 0.5);
        details.flag("header", true);
        let mut shared = Shared::default();
        let first = shared.of(&details);
        assert_eq!(
            first.members(),
            r#""indent": 4, "fence": "a\"b", "signals": ["short", "title_case"], "score": 0.5, "header": true"#
        );
        assert!(std::ptr::eq(first.members(), shared.of(&details).members()));
        assert_eq!(shared.of(&Details::new()).members(), "");
    }
}
