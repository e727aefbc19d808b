//! Does a line without heading syntax read like a heading?

use super::details::Details;
use crate::document::profile::HeadingRule;

/// What the next label says about the line before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NextLabel {
    None,
    Deeper,
    Peer,
}

/// From this score on a line is a heading.
const THRESHOLD: f64 = 0.5;

#[derive(Debug, Clone)]
pub(super) struct Score {
    value: f64,
    signals: Vec<&'static str>,
}

impl Score {
    pub(super) fn is_heading(&self) -> bool {
        self.value >= THRESHOLD
    }

    pub(super) fn confidence(&self) -> f64 {
        thousandths(0.39f64.mul_add(self.value, 0.3))
    }

    pub(super) fn record(&self, details: &mut Details) {
        details.number("heading_score", self.value);
        details.words("heading_signals", self.signals.iter().copied());
        details.number("heading_threshold", THRESHOLD);
    }
}

fn thousandths(value: f64) -> f64 {
    format!("{value:.3}").parse().unwrap_or(value)
}

/// True when a text has letters and every one of them is a capital.
pub(super) fn is_shouting(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && text.chars().all(|c| c.to_uppercase().eq([c]))
}

/// Words that a title may write small, except as its first word.
const SMALL_WORDS: [&str; 17] = [
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "nor", "of", "on", "or", "the", "to",
    "with",
];

fn is_title_case(words: &[&str]) -> bool {
    let mut judged = false;
    for (index, word) in words.iter().enumerate() {
        let bare = word.trim_start_matches(['"', '\'', '“', '‘', '(', '[']);
        let Some(first) = bare.chars().next().filter(|c| c.is_alphabetic()) else { continue };
        judged = true;
        let small = index > 0 && SMALL_WORDS.contains(&bare);
        if !first.is_uppercase() && !small {
            return false;
        }
    }
    judged
}

pub(super) fn score(text: &str, rule: &HeadingRule, next: NextLabel) -> Score {
    let text = text.trim();
    let gate = |signal| Score { value: 0.0, signals: vec![signal] };
    if text.is_empty() {
        return gate("empty");
    }
    if text.contains('\n') {
        return gate("multiline");
    }
    let words: Vec<&str> = text.split_whitespace().take(rule.max_words.saturating_add(1)).collect();
    if words.len() > rule.max_words {
        return gate("too_many_words");
    }
    if rule.forbid_terminal_punctuation && text.ends_with(['.', ';', ':', ',']) {
        return gate("terminal_punctuation");
    }
    let mut value = 0.0;
    let mut signals = Vec::new();
    let mut add = |weight: f64, signal: &'static str| {
        value += weight;
        signals.push(signal);
    };
    if is_shouting(text) {
        if rule.allow_all_caps {
            add(0.45, "all_caps");
        }
    } else if rule.allow_title_case && is_title_case(&words) {
        add(0.40, "title_case");
    }
    if !text.ends_with(['.', ';', ':', ',']) {
        add(0.10, "no_terminal_punctuation");
    }
    if words.len() <= (rule.max_words / 2).max(2) {
        add(0.10, "short");
    }
    match next {
        NextLabel::Deeper => add(0.28, "followed_by_deeper_label"),
        NextLabel::Peer => add(-0.25, "followed_by_peer_label"),
        NextLabel::None => {}
    }
    Score { value: thousandths(value.clamp(0.0, 1.0)), signals }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: HeadingRule = HeadingRule {
        max_words: 8,
        allow_all_caps: true,
        allow_title_case: true,
        forbid_terminal_punctuation: true,
    };

    #[test]
    fn capitals_brevity_and_what_follows_make_a_heading() {
        let value = |text: &str, next| score(text, &RULE, next).value;
        assert_eq!(value("SERVICES", NextLabel::None), 0.65);
        assert_eq!(value("Supply of the Services", NextLabel::None), 0.6);
        assert_eq!(value("Supply of the Services", NextLabel::Peer), 0.35);
        assert_eq!(value("supply", NextLabel::Deeper), 0.48);
        assert_eq!(value("Ends here.", NextLabel::Deeper), 0.0);
        assert_eq!(value("One Two Three Four Five Six Seven Eight Nine", NextLabel::None), 0.0);
        assert_eq!(value("**Status:** Accepted", NextLabel::None), 0.6);
        assert_eq!(value("**Date:** 2026-08-26", NextLabel::None), 0.2);
    }
}
