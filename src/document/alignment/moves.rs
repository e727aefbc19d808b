//! Blocks that stand elsewhere now.
//!
//! A move that is not one is worse than a move that is missed. So a text is taken for moved only when it is the same
//! and nothing else is, or when it is much more like its counterpart than like anything else, seen from both ends.

use std::collections::HashMap;

use super::{Aligner, Pass, Side};
use crate::document::Kind;
use crate::document::similarity::Vocabulary;

impl Aligner<'_> {
    pub(super) fn find_moves(&mut self) {
        self.exact_unique();
        self.best_elsewhere();
    }

    fn move_candidates(&mut self) -> (Vec<usize>, Vec<usize>) {
        let (kinds, least) = (&self.config.move_kinds, self.config.move_min_tokens);
        let sources = long_and_free(&mut self.source, &mut self.vocabulary, kinds, least);
        let tests = long_and_free(&mut self.test, &mut self.vocabulary, kinds, least);
        (sources, tests)
    }

    fn exact_unique(&mut self) {
        let (sources, tests) = self.move_candidates();
        let mut unique: HashMap<u32, (usize, Option<usize>, usize)> = HashMap::new();
        for &source in &sources {
            if let Some(key) = self.source.key[source] {
                let entry = unique.entry(key).or_default();
                entry.0 += 1;
                entry.1 = Some(source);
            }
        }
        for &test in &tests {
            if let Some(key) = self.test.key[test]
                && let Some(entry) = unique.get_mut(&key)
            {
                entry.2 += 1;
            }
        }
        for test in tests {
            let Some(&(1, Some(source), 1)) = self.test.key[test].and_then(|key| unique.get(&key)) else {
                continue;
            };
            if !self.source.free(source) || !self.test.free(test) {
                continue;
            }
            if self.source.class(source) != self.test.class(test) {
                continue;
            }
            if !self.spend() {
                return;
            }
            self.record(source, test, Some(Pass::Move), 1.0);
            self.descend();
        }
    }

    fn best_elsewhere(&mut self) {
        let (sources, tests) = self.move_candidates();
        let floor = self.config.move_min_similarity;
        let mut admissible: Vec<(f64, usize, usize)> = Vec::new();
        for &test in &tests {
            for &source in &sources {
                if self.source.class(source) != self.test.class(test) {
                    continue;
                }
                if !self.spend() {
                    return;
                }
                let score = self.score(source, test, floor);
                if score >= floor {
                    admissible.push((score, source, test));
                }
            }
        }
        // For every block its best score, whose it is, and the next best.
        let mut by_source: HashMap<usize, Best> = HashMap::new();
        let mut by_test: HashMap<usize, Best> = HashMap::new();
        for &(score, source, test) in &admissible {
            by_source.entry(source).or_default().see(score, test);
            by_test.entry(test).or_default().see(score, source);
        }
        let margin = self.config.move_tie_margin;
        let mut proposals: Vec<(f64, bool, usize, usize)> = admissible
            .into_iter()
            .filter(|(_, source, test)| {
                by_test.get(test).is_some_and(|best| best.is_clearly(*source, margin))
                    && by_source.get(source).is_some_and(|best| best.is_clearly(*test, margin))
            })
            .map(|(score, source, test)| (score, self.roles_differ(source, test), source, test))
            .collect();
        proposals.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| (a.1, a.2, a.3).cmp(&(b.1, b.2, b.3))));
        for (score, _, source, test) in proposals {
            if self.source.free(source) && self.test.free(test) {
                self.record(source, test, Some(Pass::Move), score);
                self.descend();
            }
        }
    }
}

/// The unmatched blocks of a kind that can move and of enough tokens.
fn long_and_free<'t>(
    side: &mut Side<'t>,
    vocabulary: &mut Vocabulary<'t>,
    kinds: &[Kind],
    least: usize,
) -> Vec<usize> {
    let mut found = Vec::new();
    for index in 0..side.counterpart.len() {
        if side.free(index) && kinds.contains(&side.block(index).kind) {
            side.load(index, vocabulary);
            if side.tokens(index).len() >= least {
                found.push(index);
            }
        }
    }
    found
}

#[derive(Default)]
struct Best {
    score: f64,
    whose: Option<usize>,
    next: Option<f64>,
}

impl Best {
    fn see(&mut self, score: f64, whose: usize) {
        if self.whose.is_none() || score > self.score {
            self.next = self.whose.map(|_| self.score);
            (self.score, self.whose) = (score, Some(whose));
        } else if self.next.is_none_or(|next| score > next) {
            self.next = Some(score);
        }
    }

    fn is_clearly(&self, whose: usize, margin: f64) -> bool {
        self.whose == Some(whose) && self.next.is_none_or(|next| self.score - next >= margin)
    }
}
