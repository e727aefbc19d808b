//! Matching the children of one matched pair.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

use super::{Aligner, Class, Pass, spine};
use crate::document::Kind;

/// A possible pair and what speaks for it.
struct Proposal {
    score: f64,
    roles_differ: bool,
    distance: usize,
    source: usize,
    test: usize,
}

impl Proposal {
    fn order(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then_with(|| {
            let rank = |p: &Self| (p.roles_differ, p.distance, p.source, p.test);
            rank(self).cmp(&rank(other))
        })
    }
}

impl Aligner<'_> {
    /// Aligns the children of a pair.
    pub(super) fn group(&mut self, source: usize, test: usize) {
        if self.source.block(source).kind == Kind::Row && self.test.block(test).kind == Kind::Row {
            return self.zip_cells(source, test);
        }
        if self.source.block(source).children.is_empty() || self.test.block(test).children.is_empty() {
            return;
        }
        self.exact(source, test);
        if self.config.runs(Pass::Label) {
            self.label(source, test);
        }
        for class in [Class::Container, Class::Table] {
            self.structural(source, test, class);
        }
        let table = self.source.block(source).kind == Kind::Table;
        if self.config.runs(Pass::Fuzzy) && (!table || self.config.table_fuzzy) {
            self.fuzzy(source, test);
        }
    }

    pub(super) fn free_children(&self, source: usize, test: usize) -> (Vec<usize>, Vec<usize>) {
        let sources = self.source.block(source).children.iter().copied().filter(|&c| self.source.free(c));
        let tests = self.test.block(test).children.iter().copied().filter(|&c| self.test.free(c));
        (sources.collect(), tests.collect())
    }

    fn zip_cells(&mut self, source: usize, test: usize) {
        let (sources, tests) = self.free_children(source, test);
        for (source, test) in sources.into_iter().zip(tests) {
            let score = self.score(source, test, 0.0);
            self.record(source, test, Some(Pass::Positional), score);
        }
    }

    fn exact(&mut self, source: usize, test: usize) {
        let (sources, tests) = self.free_children(source, test);
        let mut buckets: HashMap<(Class, u32), (Vec<usize>, Vec<usize>)> = HashMap::new();
        for &child in &sources {
            if let Some(key) = self.source.key[child] {
                buckets.entry((self.source.class(child), key)).or_default().0.push(child);
            }
        }
        for &child in &tests {
            if let Some(key) = self.test.key[child]
                && let Some(bucket) = buckets.get_mut(&(self.test.class(child), key))
            {
                bucket.1.push(child);
            }
        }
        // A text that both have once is certain, and equal texts are paired first with those that stand between the
        // same certain ones. Otherwise a repeated text that was deleted would make another one a move.
        let mut chosen: Vec<(usize, usize)> = Vec::new();
        for (sources, tests) in buckets.values() {
            if let ([source], [test]) = (sources.as_slice(), tests.as_slice()) {
                chosen.push((*source, *test));
            }
        }
        chosen.sort_unstable();
        let certain = spine(&chosen);
        let repeated = buckets.into_iter().filter(|(_, (sources, tests))| sources.len() + tests.len() > 2);
        let mut repeated: Vec<_> = repeated.collect();
        // In an order of their own, because they share a budget.
        repeated.sort_unstable_by(|(_, (a, _)), (_, (b, _))| a.cmp(b));
        for ((class, _), (mut sources, mut tests)) in repeated {
            if class == Class::Container {
                // Several sections have this heading, so what stands in them decides first.
                let found = self.by_content(&sources, &tests);
                sources.retain(|source| !found.iter().any(|(found, _)| found == source));
                tests.retain(|test| !found.iter().any(|(_, found)| found == test));
                chosen.extend(found);
            }
            chosen.extend(self.between(&certain, &sources, &tests));
        }
        chosen.sort_unstable_by_key(|&(_, test)| test);
        for (source, test) in chosen {
            self.record(source, test, Some(Pass::Exact), 1.0);
        }
    }

    /// Pairs equal blocks, those between the same certain ones first.
    fn between(&self, certain: &[(usize, usize)], sources: &[usize], tests: &[usize]) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let (mut sources_left, mut tests_left) = (Vec::new(), Vec::new());
        let (mut i, mut j) = (0, 0);
        while i < sources.len() || j < tests.len() {
            let gap_of_source = |source: usize| certain.partition_point(|&(at, _)| at < source);
            let gap_of_test = |test: usize| certain.partition_point(|&(_, at)| at < test);
            let next = [sources.get(i).map(|&at| gap_of_source(at)), tests.get(j).map(|&at| gap_of_test(at))];
            let Some(gap) = next.into_iter().flatten().min() else { break };
            let left = sources[i..].partition_point(|&source| gap_of_source(source) <= gap);
            let right = tests[j..].partition_point(|&test| gap_of_test(test) <= gap);
            let (left, right) = (&sources[i..i + left], &tests[j..j + right]);
            (i, j) = (i + left.len(), j + right.len());
            let found = assign(left, right, &self.source.position, &self.test.position);
            let (mut used_left, mut used_right): (Vec<usize>, Vec<usize>) = found.iter().copied().unzip();
            used_left.sort_unstable();
            used_right.sort_unstable();
            sources_left.extend(left.iter().copied().filter(|at| used_left.binary_search(at).is_err()));
            tests_left.extend(right.iter().copied().filter(|at| used_right.binary_search(at).is_err()));
            pairs.extend(found);
        }
        pairs.extend(assign(&sources_left, &tests_left, &self.source.position, &self.test.position));
        pairs
    }

    fn label(&mut self, source: usize, test: usize) {
        let (sources, tests) = self.free_children(source, test);
        let source_children = &self.source.block(source).children;
        let mut buckets: HashMap<(Class, &str), BTreeSet<usize>> = HashMap::new();
        for child in sources {
            if let Some(label) = self.source.block(child).label.as_deref() {
                let position = self.source.position[child];
                buckets.entry((self.source.class(child), label)).or_default().insert(position);
            }
        }
        for child in tests {
            let Some(label) = self.test.block(child).label.as_deref() else { continue };
            let Some(bucket) = buckets.get_mut(&(self.test.class(child), label)) else { continue };
            let position = self.test.position[child];
            let below = bucket.range(..=position).next_back().copied();
            let above = bucket.range(position..).next().copied();
            let nearest = [below, above].into_iter().flatten().min_by_key(|at| (at.abs_diff(position), *at));
            let Some(nearest) = nearest else { continue };
            let candidate = source_children[nearest];
            let floor = self.config.label_min_similarity;
            let score = self.score(candidate, child, floor);
            if score >= floor {
                bucket.remove(&nearest);
                self.record(candidate, child, Some(Pass::Label), score);
            }
        }
    }

    /// Positions of children of a pair that are matched with each other, in source order.
    pub(super) fn anchors(&self, source: usize, test: usize) -> Vec<(usize, usize)> {
        let children = self.source.block(source).children.iter().enumerate();
        children
            .filter_map(|(position, &child)| {
                let other = self.source.counterpart[child]?;
                (self.test.block(other).parent == Some(test)).then(|| (position, self.test.position[other]))
            })
            .collect()
    }

    /// What is left over between children that kept their order, gap by gap.
    pub(super) fn gaps(&self, source: usize, test: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
        let sources = &self.source.block(source).children;
        let tests = &self.test.block(test).children;
        let mut gaps = Vec::new();
        let (mut source_from, mut test_from) = (0, 0);
        let ends = spine(&self.anchors(source, test));
        for (source_to, test_to) in ends.into_iter().chain([(sources.len(), tests.len())]) {
            let left: Vec<_> = sources[source_from..source_to]
                .iter()
                .copied()
                .filter(|&child| self.source.free(child))
                .collect();
            let right: Vec<_> =
                tests[test_from..test_to].iter().copied().filter(|&child| self.test.free(child)).collect();
            if !left.is_empty() && !right.is_empty() {
                gaps.push((left, right));
            }
            (source_from, test_from) = (source_to + 1, test_to + 1);
        }
        gaps
    }

    fn fuzzy(&mut self, source: usize, test: usize) {
        for (sources, tests) in self.gaps(source, test) {
            self.fuzzy_gap(&sources, &tests);
        }
    }

    /// Pairs what is free and alike in a gap, the most alike first.
    pub(super) fn fuzzy_gap(&mut self, sources: &[usize], tests: &[usize]) {
        let sources: Vec<usize> = sources.iter().copied().filter(|&block| self.source.free(block)).collect();
        let tests: Vec<usize> = tests.iter().copied().filter(|&block| self.test.free(block)).collect();
        let floor = self.config.fuzzy_min_similarity;
        let mut proposals = Vec::new();
        'gap: for (rank, &test) in tests.iter().enumerate() {
            let from = rank.saturating_sub(self.config.fuzzy_window);
            let to = (rank + self.config.fuzzy_window + 1).min(sources.len());
            for &source in sources.get(from..to).unwrap_or_default() {
                if self.source.class(source) != self.test.class(test) {
                    continue;
                }
                self.source.load(source, &mut self.vocabulary);
                self.test.load(test, &mut self.vocabulary);
                if self.source.tokens(source).is_empty() || self.test.tokens(test).is_empty() {
                    continue;
                }
                if !self.spend() {
                    break 'gap;
                }
                let score = self.score(source, test, floor);
                if score >= floor {
                    proposals.push(Proposal {
                        score,
                        roles_differ: self.roles_differ(source, test),
                        distance: self.source.position[source].abs_diff(self.test.position[test]),
                        source,
                        test,
                    });
                }
            }
        }
        proposals.sort_by(Proposal::order);
        for proposal in proposals {
            if self.source.free(proposal.source) && self.test.free(proposal.test) {
                self.record(proposal.source, proposal.test, Some(Pass::Fuzzy), proposal.score);
            }
        }
    }

    /// Pairs what is left over in the same place, once for every pair; returns how many it found.
    ///
    /// A block beside it that was split, merged or inserted must not hide a text from its counterpart. So texts of
    /// which half is common are paired first, in order; then what is left over is paired one by one.
    pub(super) fn positional_round(&mut self) -> usize {
        let mut parents: Vec<(usize, usize)> = self
            .pairs
            .iter()
            .map(|pair| (pair.source, pair.test))
            .filter(|&(source, test)| {
                !(self.source.block(source).kind == Kind::Row && self.test.block(test).kind == Kind::Row)
            })
            .collect();
        parents.sort_unstable();
        let before = self.pairs.len();
        for (source, test) in parents {
            for (sources, tests) in self.gaps(source, test) {
                if sources.len() != tests.len() {
                    self.in_order(&sources, &tests);
                }
            }
            for (sources, tests) in self.gaps(source, test) {
                for (source, test) in sources.into_iter().zip(tests) {
                    if self.source.class(source) != self.test.class(test) {
                        continue;
                    }
                    let floor = self.config.positional_min_similarity;
                    let score = self.score(source, test, floor);
                    if score >= floor {
                        self.record(source, test, Some(Pass::Positional), score);
                    }
                }
            }
        }
        self.pairs.len() - before
    }

    /// Pairs texts of a gap without crossing, so that the sum of their similarities is greatest.
    fn in_order(&mut self, sources: &[usize], tests: &[usize]) {
        let floor = self.config.positional_min_similarity.max(self.config.label_min_similarity);
        if sources.len() > MAX_GAP || tests.len() > MAX_GAP {
            return;
        }
        let mut scores = vec![0.0; sources.len() * tests.len()];
        // From behind, as the best way is found.
        for (i, &source) in sources.iter().enumerate().rev() {
            for (j, &test) in tests.iter().enumerate().rev() {
                let class = self.test.class(test);
                // Rows and cells have places of their own.
                if self.source.class(source) == class && matches!(class, Class::Text | Class::Heading) {
                    if !self.spend() {
                        return;
                    }
                    let score = self.score(source, test, floor);
                    if score >= floor {
                        scores[i * tests.len() + j] = score;
                    }
                }
            }
        }
        for (source, test, score) in best_in_order(sources, tests, &scores) {
            self.record(source, test, Some(Pass::Positional), score);
        }
    }
}

/// Pairs without crossing so that the sum of their scores is greatest; a score of 0 is no pair. `scores` holds a row
/// for every source.
pub(super) fn best_in_order(sources: &[usize], tests: &[usize], scores: &[f64]) -> Vec<(usize, usize, f64)> {
    let width = tests.len() + 1;
    let mut sums = vec![0.0_f64; (sources.len() + 1) * width];
    let paired = |sums: &[f64], i: usize, j: usize| {
        let score = scores.get(i * tests.len() + j).copied().unwrap_or_default();
        if score > 0.0 { Some(score + sums[(i + 1) * width + j + 1]) } else { None }
    };
    for i in (0..sources.len()).rev() {
        for j in (0..tests.len()).rev() {
            let at = i * width + j;
            let best = sums[at + width].max(sums[at + 1]);
            sums[at] = paired(&sums, i, j).map_or(best, |sum| sum.max(best));
        }
    }
    let mut found = Vec::new();
    let (mut i, mut j) = (0, 0);
    while let (Some(&source), Some(&test)) = (sources.get(i), tests.get(j)) {
        let at = i * width + j;
        if paired(&sums, i, j).is_some_and(|sum| sum >= sums[at]) {
            found.push((source, test, scores[i * tests.len() + j]));
            (i, j) = (i + 1, j + 1);
        } else if sums[at + width] >= sums[at] {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

/// Larger gaps are paired one by one only.
pub(super) const MAX_GAP: usize = 50;

/// Pairs blocks that are equally good, each of the fewer with the nearest in position of the more, without crossing
/// and leaving enough for the rest.
pub(super) fn assign(
    sources: &[usize],
    tests: &[usize],
    source_at: &[usize],
    test_at: &[usize],
) -> Vec<(usize, usize)> {
    let nearest = |drivers: &[usize], candidates: &[usize], driver_at: &[usize], candidate_at: &[usize]| {
        let mut cursor = 0;
        let mut pairs = Vec::with_capacity(drivers.len());
        for (index, &driver) in drivers.iter().enumerate() {
            let remaining = drivers.len() - index - 1;
            let distance = |cursor: usize| candidate_at[candidates[cursor]].abs_diff(driver_at[driver]);
            while cursor + 1 + remaining < candidates.len() && distance(cursor + 1) < distance(cursor) {
                cursor += 1;
            }
            pairs.push((driver, candidates[cursor]));
            cursor += 1;
        }
        pairs
    };
    if tests.len() <= sources.len() {
        let pairs = nearest(tests, sources, test_at, source_at);
        pairs.into_iter().map(|(test, source)| (source, test)).collect()
    } else {
        nearest(sources, tests, source_at, test_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_paired_in_order_and_nearest() {
        let at: Vec<usize> = (0..10).collect();
        let pairs = |sources: &[usize], tests: &[usize]| assign(sources, tests, &at, &at);
        assert_eq!(pairs(&[0, 1, 2], &[0, 1, 2]), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(pairs(&[5], &[0, 4, 6]), [(5, 4)]);
        assert_eq!(pairs(&[5, 6], &[0, 7, 8]), [(5, 7), (6, 8)]);
        assert_eq!(pairs(&[0, 9], &[1, 8, 9]), [(0, 1), (9, 9)]);
    }
}
