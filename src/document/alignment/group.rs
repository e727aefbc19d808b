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

    fn free_children(&self, source: usize, test: usize) -> (Vec<usize>, Vec<usize>) {
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
        let mut chosen: Vec<(usize, usize)> = Vec::new();
        for (sources, tests) in buckets.values() {
            let source_at = |child: usize| self.source.position[child];
            let test_at = |child: usize| self.test.position[child];
            if tests.len() <= sources.len() {
                chosen
                    .extend(assign(tests, sources, test_at, source_at).map(|(test, source)| (source, test)));
            } else {
                chosen.extend(assign(sources, tests, source_at, test_at));
            }
        }
        chosen.sort_unstable_by_key(|&(_, test)| test);
        for (source, test) in chosen {
            self.record(source, test, Some(Pass::Exact), 1.0);
        }
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

    fn structural(&mut self, source: usize, test: usize, class: Class) {
        let (sources, tests) = self.free_children(source, test);
        let sources: Vec<_> = sources.into_iter().filter(|&c| self.source.class(c) == class).collect();
        let tests: Vec<_> = tests.into_iter().filter(|&c| self.test.class(c) == class).collect();
        for (source, test) in sources.into_iter().zip(tests) {
            self.record(source, test, Some(Pass::Structural), 1.0);
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
    fn gaps(&self, source: usize, test: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
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
                    let floor = self.config.fuzzy_min_similarity;
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
        let width = tests.len() + 1;
        if sources.len() > MAX_GAP || tests.len() > MAX_GAP {
            return;
        }
        let mut scores = vec![0.0; (sources.len() + 1) * width];
        let mut sums = vec![0.0_f64; (sources.len() + 1) * width];
        for (i, &source) in sources.iter().enumerate().rev() {
            for (j, &test) in tests.iter().enumerate().rev() {
                let at = i * width + j;
                let class = self.test.class(test);
                // Rows and cells have places of their own.
                if self.source.class(source) == class && matches!(class, Class::Text | Class::Heading) {
                    if !self.spend() {
                        return;
                    }
                    let score = self.score(source, test, floor);
                    if score >= floor {
                        scores[at] = score;
                    }
                }
                let paired = if scores[at] > 0.0 { scores[at] + sums[at + width + 1] } else { 0.0 };
                sums[at] = paired.max(sums[at + width]).max(sums[at + 1]);
            }
        }
        let (mut i, mut j) = (0, 0);
        while let (Some(&source), Some(&test)) = (sources.get(i), tests.get(j)) {
            let at = i * width + j;
            if scores[at] > 0.0 && scores[at] + sums[at + width + 1] >= sums[at] {
                self.record(source, test, Some(Pass::Positional), scores[at]);
                (i, j) = (i + 1, j + 1);
            } else if sums[at + width] >= sums[at] {
                i += 1;
            } else {
                j += 1;
            }
        }
    }
}

/// Larger gaps are paired one by one only.
const MAX_GAP: usize = 50;

/// Gives every driver the candidate nearest in position, without crossing and leaving enough for the rest.
fn assign<'a>(
    drivers: &'a [usize],
    candidates: &'a [usize],
    driver_at: impl Fn(usize) -> usize + 'a,
    candidate_at: impl Fn(usize) -> usize + 'a,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let mut cursor = 0;
    drivers.iter().enumerate().map(move |(index, &driver)| {
        let at = driver_at(driver);
        let remaining = drivers.len() - index - 1;
        let distance = |cursor: usize| candidate_at(candidates[cursor]).abs_diff(at);
        while cursor + 1 + remaining < candidates.len() && distance(cursor + 1) < distance(cursor) {
            cursor += 1;
        }
        let chosen = candidates[cursor];
        cursor += 1;
        (driver, chosen)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_paired_in_order_and_nearest() {
        let pairs = |drivers: &[usize], candidates: &[usize]| {
            assign(drivers, candidates, |at| at, |at| at).collect::<Vec<_>>()
        };
        assert_eq!(pairs(&[0, 1, 2], &[0, 1, 2]), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(pairs(&[5], &[0, 4, 6]), [(5, 4)]);
        assert_eq!(pairs(&[5, 6], &[0, 7, 8]), [(5, 7), (6, 8)]);
        assert_eq!(pairs(&[0, 9], &[1, 8, 9]), [(0, 1), (9, 9)]);
    }
}
