//! Blocks that only follow a list item.
//!
//! Text and tables after a clause or a list stand inside its last item. When that item is deleted, or another is
//! inserted behind it, they stand inside another item although nobody touched them. So they are matched, and judged,
//! by where they stand in the running text of their section.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::{Aligner, Class, Pass, Side, spine};
use crate::document::Kind;

/// True for what can follow a list item without being one.
fn follows(kind: Kind) -> bool {
    matches!(kind, Kind::Paragraph | Kind::Table | Kind::Unknown)
}

impl Side<'_> {
    /// The nearest block around that is no list item.
    fn container(&self, index: usize) -> Option<usize> {
        let mut at = self.block(index).parent?;
        while self.block(at).kind == Kind::ListItem {
            at = self.block(at).parent?;
        }
        Some(at)
    }

    /// The blocks of a container in order, through its list items and into nothing else.
    fn flow(&self, container: usize) -> Vec<usize> {
        let mut flow = Vec::new();
        let mut waiting: Vec<usize> = self.block(container).children.iter().rev().copied().collect();
        while let Some(index) = waiting.pop() {
            flow.push(index);
            let block = self.block(index);
            if block.kind == Kind::ListItem {
                waiting.extend(block.children.iter().rev());
            }
        }
        flow
    }

    /// What follows items and has no counterpart, by container.
    fn free_followers(&self) -> BTreeMap<usize, Vec<usize>> {
        let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for index in 1..self.counterpart.len() {
            if self.free(index)
                && follows(self.block(index).kind)
                && let Some(container) = self.container(index)
            {
                found.entry(container).or_default().push(index);
            }
        }
        found
    }
}

impl Aligner<'_> {
    /// Matches what follows items with what follows items at the same place of the same section.
    pub(super) fn follow(&mut self) {
        let sources = self.source.free_followers();
        let mut tests = self.test.free_followers();
        for (container, sources) in sources {
            let Some(counterpart) = self.source.counterpart[container] else { continue };
            let Some(tests) = tests.remove(&counterpart) else { continue };
            for (sources, tests) in self.flow_gaps(container, &sources, &tests) {
                self.same_text(&sources, &tests);
                if self.config.runs(Pass::Fuzzy) {
                    self.fuzzy_gap(&sources, &tests);
                }
                let tables = |side: &Side<'_>, blocks: &[usize]| -> Vec<usize> {
                    let free = blocks.iter().copied().filter(|&block| side.free(block));
                    free.filter(|&block| side.class(block) == Class::Table).collect()
                };
                let (sources, tests) = (tables(&self.source, &sources), tables(&self.test, &tests));
                for (source, test) in sources.into_iter().zip(tests) {
                    self.record(source, test, Some(Pass::Structural), 1.0);
                }
            }
        }
    }

    /// Followers of a matched container between blocks that are matched and kept their order.
    fn flow_gaps(&self, source: usize, sources: &[usize], tests: &[usize]) -> Vec<(Vec<usize>, Vec<usize>)> {
        let test = self.source.counterpart[source];
        let anchors: Vec<(usize, usize)> = self
            .source
            .flow(source)
            .into_iter()
            .filter_map(|block| Some((block, self.source.counterpart[block]?)))
            .filter(|&(_, other)| self.test.container(other) == test)
            .collect();
        let ends = spine(&anchors).into_iter().chain([(usize::MAX, usize::MAX)]);
        let (mut sources, mut tests) = (sources.iter().copied().peekable(), tests.iter().copied().peekable());
        let mut gaps = Vec::new();
        for (source_to, test_to) in ends {
            let left: Vec<usize> = std::iter::from_fn(|| sources.next_if(|&at| at < source_to)).collect();
            let right: Vec<usize> = std::iter::from_fn(|| tests.next_if(|&at| at < test_to)).collect();
            if !left.is_empty() && !right.is_empty() {
                gaps.push((left, right));
            }
        }
        gaps
    }

    /// Pairs equal texts of a gap in order.
    fn same_text(&mut self, sources: &[usize], tests: &[usize]) {
        let mut waiting: HashMap<(Class, u32), VecDeque<usize>> = HashMap::new();
        for &source in sources {
            if let Some(key) = self.source.key[source] {
                waiting.entry((self.source.class(source), key)).or_default().push_back(source);
            }
        }
        let mut last = 0;
        for &test in tests {
            let Some(key) = self.test.key[test] else { continue };
            let Some(same) = waiting.get_mut(&(self.test.class(test), key)) else { continue };
            while same.front().is_some_and(|&source| source < last) {
                same.pop_front();
            }
            if let Some(source) = same.pop_front() {
                last = source;
                self.record(source, test, Some(Pass::Exact), 1.0);
            }
        }
    }

    /// The pairs of followers, as indices of `pairs`, that stand under another item and yet where they stood.
    ///
    /// `settled` says which pairs have kept their parents and their order; the running text is what they make of it.
    pub(super) fn kept_their_place(&self, settled: &[bool]) -> Vec<usize> {
        let mut by_container: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (number, pair) in self.pairs.iter().enumerate() {
            let (Some(above), Some(below)) =
                (self.source.block(pair.source).parent, self.test.block(pair.test).parent)
            else {
                continue;
            };
            if self.source.counterpart[above] != Some(below)
                && follows(self.source.block(pair.source).kind)
                && let (Some(container), Some(landing)) =
                    (self.source.container(pair.source), self.test.container(pair.test))
                && self.source.counterpart[container] == Some(landing)
            {
                by_container.entry(container).or_default().push(number);
            }
        }
        let mut kept = Vec::new();
        for (container, followers) in by_container {
            let fixed: Vec<(usize, usize)> = self
                .source
                .flow(container)
                .into_iter()
                .filter(|&block| settled[block])
                .filter_map(|block| Some((block, self.source.counterpart[block]?)))
                .collect();
            let fixed = spine(&fixed);
            // Of the followers between the same neighbours, those that kept their order.
            let mut gap: Vec<(usize, usize)> = Vec::new();
            let mut numbers: Vec<usize> = Vec::new();
            for number in followers {
                let pair = self.pairs[number];
                let before = fixed.partition_point(|&(source, _)| source < pair.source);
                let after = fixed.partition_point(|&(_, test)| test < pair.test);
                if before == after {
                    gap.push((pair.source, pair.test));
                    numbers.push(number);
                }
            }
            let mut on = spine(&gap).into_iter().peekable();
            for (at, number) in gap.into_iter().zip(numbers) {
                if on.next_if_eq(&at).is_some() {
                    kept.push(number);
                }
            }
        }
        kept
    }
}
