//! Labels: what a line may be numbered with, and which level that number has here.
//!
//! `(i)` may be the letter after `(h)` or the first roman number. The stack of open numberings decides: the reading
//! that continues a sequence wins.

use std::borrow::Cow;

use super::details::Details;
use crate::document::profile::{DepthMode, LabelPattern, Style};

/// One reading of a line's label.
#[derive(Debug, Clone)]
pub(super) struct Candidate<'p, 't> {
    pub(super) pattern: &'p LabelPattern,
    value: String,
    pub(super) label: String,
    pub(super) rest: &'t str,
}

/// Every reading of a line's label, in the profile's order.
pub(super) fn candidates<'p, 't>(line: &'t str, patterns: &'p [LabelPattern]) -> Vec<Candidate<'p, 't>> {
    let line = line.trim_start();
    patterns
        .iter()
        .filter_map(|pattern| {
            // Most lines have no label, and saying so costs less than looking for its parts.
            if !pattern.pattern.is_match(line) {
                return None;
            }
            let captures = pattern.pattern.captures(line)?;
            let whole = captures.get(0).filter(|whole| !whole.is_empty())?;
            let matched = whole.as_str().trim();
            let value = captures.get(1).map_or(matched, |group| group.as_str());
            let label = match matched.strip_suffix('.') {
                Some(shorter) if !value.ends_with('.') => shorter,
                _ => matched,
            };
            let rest = line.get(whole.end()..).unwrap_or_default().trim();
            Some(Candidate { pattern, value: value.to_owned(), label: label.to_owned(), rest })
        })
        .collect()
}

/// True when a line starts with a label.
pub(super) fn starts_label(line: &str, patterns: &[LabelPattern]) -> bool {
    let line = line.trim_start();
    patterns.iter().any(|pattern| pattern.pattern.find(line).is_some_and(|found| !found.is_empty()))
}

/// A line without the label that the first matching pattern reads.
pub(super) fn without_label<'t>(line: &'t str, patterns: &[LabelPattern]) -> &'t str {
    let line = line.trim_start();
    patterns
        .iter()
        .find_map(|pattern| pattern.pattern.find(line).filter(|found| !found.is_empty()))
        .and_then(|found| line.get(found.end()..))
        .map_or(line, str::trim)
}

impl Candidate<'_, '_> {
    /// The position in its sequence; none when the value cannot be read.
    fn index(&self) -> Option<i64> {
        let value = self.value.trim();
        match self.pattern.style {
            Style::Decimal => decimal(value),
            Style::Alpha => alpha(value),
            Style::Roman => roman(value),
            Style::Word => {
                let token = value.split_whitespace().next_back()?;
                decimal(token).or_else(|| roman(token)).or_else(|| alpha(token))
            }
        }
    }

    fn groups(&self) -> usize {
        self.value.split('.').filter(|group| !group.trim().is_empty()).count().max(1)
    }
}

fn decimal(value: &str) -> Option<i64> {
    let last = value.split('.').rfind(|group| !group.is_empty())?.trim();
    if last.is_empty() || !last.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    last.parse().ok()
}

fn alpha(value: &str) -> Option<i64> {
    match value.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(i64::from(letter.to_ascii_lowercase() - b'a') + 1),
        _ => None,
    }
}

fn roman(value: &str) -> Option<i64> {
    if value.is_empty() || value.len() > 20 {
        return None;
    }
    let digits: Vec<i64> = value
        .chars()
        .map(|c| {
            Some(match c.to_ascii_lowercase() {
                'i' => 1,
                'v' => 5,
                'x' => 10,
                'l' => 50,
                'c' => 100,
                'd' => 500,
                'm' => 1000,
                _ => return None,
            })
        })
        .collect::<Option<_>>()?;
    let mut total = 0;
    for (index, &digit) in digits.iter().enumerate() {
        total += if digits.get(index + 1).is_some_and(|&next| next > digit) { -digit } else { digit };
    }
    Some(total)
}

/// A numbering that is open.
#[derive(Debug, Clone)]
struct Entry {
    style: Style,
    level: usize,
    /// The last value that fitted its sequence.
    index: Option<i64>,
    /// The last value as written.
    seen: Option<i64>,
    indent: usize,
}

/// Where a label stands.
#[derive(Debug, Clone)]
pub(super) struct Placement<'p> {
    pub(super) pattern: &'p LabelPattern,
    pub(super) label: String,
    pub(super) rest: String,
    pub(super) level: usize,
    pub(super) confidence: f64,
    level_reason: &'static str,
    style_reason: &'static str,
    run_reason: &'static str,
    /// The names of all readings where there are several.
    candidates: Vec<&'p str>,
}

impl Placement<'_> {
    pub(super) fn matched_by(&self) -> Cow<'static, str> {
        self.pattern.matched_by.clone()
    }

    pub(super) fn record(&self, details: &mut Details) {
        details.word("label_pattern", &self.pattern.name);
        details.word(
            "label_style",
            match self.pattern.style {
                Style::Decimal => "decimal",
                Style::Alpha => "alpha",
                Style::Roman => "roman",
                Style::Word => "word",
            },
        );
        details.word(
            "label_depth_mode",
            match self.pattern.depth_mode {
                DepthMode::Arithmetic => "arithmetic",
                DepthMode::Stack => "stack",
            },
        );
        details.word("level_reason", self.level_reason);
        details.word("style_reason", self.style_reason);
        details.word("numbering_run", self.run_reason);
        if !self.candidates.is_empty() {
            details.words("label_candidates", self.candidates.iter().copied());
        }
    }
}

/// The numberings that are open, outermost first.
#[derive(Debug, Clone, Default)]
pub(super) struct Numbering {
    open: Vec<Entry>,
    pub(super) resets: usize,
}

/// What placing a label does to the open numberings.
struct Step {
    keep: usize,
    entry: Entry,
}

impl Numbering {
    pub(super) fn reset(&mut self) {
        self.open.clear();
        self.resets += 1;
    }

    /// Places a label without opening it.
    pub(super) fn preview<'p>(&self, found: &[Candidate<'p, '_>], indent: usize) -> Option<Placement<'p>> {
        Some(self.placed(found, indent)?.0)
    }

    /// Places a label and opens it.
    pub(super) fn place<'p>(&mut self, found: &[Candidate<'p, '_>], indent: usize) -> Option<Placement<'p>> {
        let (placement, step) = self.placed(found, indent)?;
        self.open.truncate(step.keep);
        self.open.push(step.entry);
        Some(placement)
    }

    fn rank(&self, candidate: &Candidate<'_, '_>) -> ((u8, u8, i64), &'static str) {
        let index = candidate.index();
        let open = self.open.iter().find(|entry| entry.style == candidate.pattern.style);
        match (open, index) {
            (Some(entry), Some(index)) if entry.index.is_some_and(|last| last + 1 == index) => {
                ((4, 0, 0), "sequence")
            }
            (None, Some(1)) => ((3, 0, 0), "first_value"),
            (Some(entry), _) => {
                let jump = index.zip(entry.index).map(|(index, last)| index - last);
                let closeness = match jump {
                    Some(jump) if jump > 0 => (2, -jump),
                    None => (1, 0),
                    Some(jump) => (0, jump),
                };
                ((2, closeness.0, closeness.1), "open_style")
            }
            (None, Some(_)) => ((1, 0, 0), "known_index"),
            (None, None) => ((0, 0, 0), "profile_order"),
        }
    }

    fn placed<'p>(&self, found: &[Candidate<'p, '_>], indent: usize) -> Option<(Placement<'p>, Step)> {
        let mut best = None;
        for candidate in found {
            let (rank, reason) = self.rank(candidate);
            if best.as_ref().is_none_or(|&(_, best, _)| rank > best) {
                best = Some((candidate, rank, reason));
            }
        }
        let (candidate, _, reason) = best?;
        let style_reason = if found.len() == 1 { "only" } else { reason };
        let style = candidate.pattern.style;
        let index = candidate.index();
        let (level, keep, level_reason, prior) = match candidate.pattern.depth_mode {
            DepthMode::Arithmetic => {
                let level = candidate.groups();
                let prior = self.open.iter().rfind(|entry| entry.level == level && entry.style == style);
                let keep = self.open.iter().rposition(|entry| entry.level < level).map_or(0, |at| at + 1);
                (level, keep, "arithmetic", prior)
            }
            DepthMode::Stack => match self.open.iter().position(|entry| entry.style == style) {
                Some(at) => (self.open[at].level, at, "reopen", self.open.get(at)),
                None => {
                    let keep =
                        self.open.iter().rposition(|entry| indent >= entry.indent).map_or(0, |at| at + 1);
                    let reason = if keep < self.open.len() { "dedent_push" } else { "push" };
                    let level = keep.checked_sub(1).map_or(0, |at| self.open[at].level) + 1;
                    (level, keep, reason, None)
                }
            },
        };
        let run_reason = match (index, prior) {
            (None, _) => "unverified",
            (Some(1), None) => "first_value",
            (Some(_), None) => "unverified",
            (Some(index), Some(prior)) => {
                let follows = |last: Option<i64>| last.is_some_and(|last| last + 1 == index);
                if follows(prior.index) || follows(prior.seen) { "sequence" } else { "out_of_sequence" }
            }
        };
        let ambiguous = found.len() > 1;
        let confidence = match (candidate.pattern.depth_mode, ambiguous) {
            (DepthMode::Arithmetic, _) if run_reason == "out_of_sequence" => 0.45,
            (DepthMode::Arithmetic, true) => 0.7,
            (DepthMode::Arithmetic, false) => 0.9,
            (DepthMode::Stack, false) => 0.65,
            (DepthMode::Stack, true) => match style_reason {
                "sequence" => 0.6,
                "first_value" => 0.5,
                _ => 0.4,
            },
        };
        // A stray number must not end the run it interrupts.
        let confirmed = match (candidate.pattern.depth_mode, prior) {
            (DepthMode::Arithmetic, Some(prior)) if run_reason == "out_of_sequence" => prior.index,
            _ => index,
        };
        let step = Step { keep, entry: Entry { style, level, index: confirmed, seen: index, indent } };
        let placement = Placement {
            pattern: candidate.pattern,
            label: candidate.label.clone(),
            rest: candidate.rest.to_owned(),
            level,
            confidence,
            level_reason,
            style_reason,
            run_reason,
            candidates: if ambiguous {
                found.iter().map(|candidate| candidate.pattern.name.as_str()).collect()
            } else {
                Vec::new()
            },
        };
        Some((placement, step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Profile;

    fn place_all(lines: &[&str]) -> Vec<(String, usize, f64)> {
        let profile = Profile::built_in("contract").unwrap();
        let mut numbering = Numbering::default();
        lines
            .iter()
            .map(|line| {
                let found = candidates(line, &profile.labels);
                let placement = numbering.place(&found, 0).unwrap();
                (placement.matched_by().into_owned(), placement.level, placement.confidence)
            })
            .collect()
    }

    #[test]
    fn a_label_that_could_be_two_things_is_the_one_that_continues() {
        let placed = place_all(&["1. A", "(a) x", "(b) x", "(c) x", "(i) x", "(ii) x", "(d) x", "2. B"]);
        let names: Vec<_> = placed.iter().map(|(name, level, _)| (name.as_str(), *level)).collect();
        assert_eq!(
            names,
            [
                ("label:decimal", 1),
                ("label:alpha_paren", 2),
                ("label:alpha_paren", 2),
                ("label:alpha_paren", 2),
                ("label:roman_paren", 3),
                ("label:roman_paren", 3),
                ("label:alpha_paren", 2),
                ("label:decimal", 1),
            ]
        );
    }

    #[test]
    fn a_stray_number_does_not_end_the_run_it_interrupts() {
        let placed = place_all(&["1. A", "1996 Act", "2. B"]);
        assert_eq!(placed.iter().map(|p| p.2).collect::<Vec<_>>(), [0.9, 0.45, 0.9]);
    }

    #[test]
    fn labels_lose_one_full_stop_and_texts_their_labels() {
        let profile = Profile::built_in("contract").unwrap();
        let found = candidates("  Schedule 2. Service Levels", &profile.labels);
        assert_eq!((found[0].label.as_str(), found[0].rest), ("Schedule 2", "Service Levels"));
        let found = candidates("(iv) x", &profile.labels);
        assert_eq!((found[0].label.as_str(), found[0].index()), ("(iv)", Some(4)));
        assert!(candidates("plain", &profile.labels).is_empty());
    }
}
