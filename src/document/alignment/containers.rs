//! Sections and tables that no text of their own identifies.
//!
//! A section whose number changed is still the section with that heading; one that got another heading is the one
//! with the same content. Only what is left after that is matched by its place, and never across a section that is
//! certain, so that one inserted section does not shift all that follow.

use std::collections::HashMap;

use super::group::{MAX_GAP, assign, best_in_order};
use super::{Aligner, Class, Pass, Side};
use crate::document::similarity::{common, shared};

impl Aligner<'_> {
    /// Pairs free containers, or free tables, among the children of a pair.
    pub(super) fn structural(&mut self, source: usize, test: usize, class: Class) {
        if self.left_over(source, test, class).is_none() {
            return;
        }
        if class == Class::Container {
            self.same_heading(source, test);
            for (sources, tests) in self.gaps_of(source, test, class) {
                if sources.len() + tests.len() > 2 {
                    self.same_content(&sources, &tests);
                }
            }
        }
        for (sources, tests) in self.gaps_of(source, test, class) {
            for (source, test) in sources.into_iter().zip(tests) {
                self.record(source, test, Some(Pass::Structural), 1.0);
            }
        }
        if let Some((sources, tests)) = self.left_over(source, test, class) {
            self.same_content(&sources, &tests);
        }
    }

    /// The free children of a class, if there are any on both sides.
    fn left_over(&self, source: usize, test: usize, class: Class) -> Option<(Vec<usize>, Vec<usize>)> {
        let free = |side: &Side<'_>, parent: usize| -> Vec<usize> {
            let children = side.block(parent).children.iter().copied();
            children.filter(|&child| side.free(child) && side.class(child) == class).collect()
        };
        let (sources, tests) = (free(&self.source, source), free(&self.test, test));
        (!sources.is_empty() && !tests.is_empty()).then_some((sources, tests))
    }

    /// What is left over of a class, gap by gap.
    fn gaps_of(&self, source: usize, test: usize, class: Class) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut gaps = self.gaps(source, test);
        for (sources, tests) in &mut gaps {
            sources.retain(|&block| self.source.class(block) == class);
            tests.retain(|&block| self.test.class(block) == class);
        }
        gaps.retain(|(sources, tests)| !sources.is_empty() && !tests.is_empty());
        gaps
    }

    /// Pairs sections whose headings have one text, whatever their numbers.
    fn same_heading(&mut self, source: usize, test: usize) {
        let (sources, tests) = self.free_children(source, test);
        let mut buckets: HashMap<u32, (Vec<usize>, Vec<usize>)> = HashMap::new();
        for child in sources {
            if let Some(key) = heading_key(&self.source, child) {
                buckets.entry(key).or_default().0.push(child);
            }
        }
        for child in tests {
            if let Some(bucket) = heading_key(&self.test, child).and_then(|key| buckets.get_mut(&key)) {
                bucket.1.push(child);
            }
        }
        let mut chosen = Vec::new();
        for (sources, tests) in buckets.values() {
            chosen.extend(assign(sources, tests, &self.source.position, &self.test.position));
        }
        chosen.sort_unstable_by_key(|&(_, test)| test);
        for (source, test) in chosen {
            self.record(source, test, Some(Pass::Structural), 1.0);
        }
    }

    /// Pairs containers, without crossing, by how many texts they share that stand nowhere else, and by how alike the
    /// whole of their text is.
    fn same_content(&mut self, sources: &[usize], tests: &[usize]) {
        for (source, test) in self.by_content(sources, tests) {
            self.record(source, test, Some(Pass::Structural), 1.0);
        }
    }

    /// The pairs of containers that share text, without crossing, so that they share the most.
    pub(super) fn by_content(&mut self, sources: &[usize], tests: &[usize]) -> Vec<(usize, usize)> {
        if sources.is_empty() || tests.is_empty() || sources.len() > MAX_GAP || tests.len() > MAX_GAP {
            return Vec::new();
        }
        let left: Vec<Content> = sources.iter().map(|&block| self.content(true, block)).collect();
        let right: Vec<Content> = tests.iter().map(|&block| self.content(false, block)).collect();
        let floor = self.config.label_min_similarity;
        let mut scores = Vec::with_capacity(sources.len() * tests.len());
        for a in &left {
            for b in &right {
                if !self.spend() {
                    return Vec::new();
                }
                self.work.take(a.size() + b.size());
                let alike = shared(&a.tokens, &b.tokens);
                scores.push(common(&a.keys, &b.keys) as f64 + if alike >= floor { alike } else { 0.0 });
            }
        }
        let pairs = best_in_order(sources, tests, &scores);
        pairs.into_iter().map(|(source, test, _)| (source, test)).collect()
    }
}

/// The key of a section's heading without its number.
fn heading_key(side: &Side<'_>, section: usize) -> Option<u32> {
    if side.class(section) != Class::Container {
        return None;
    }
    side.tree.heading_of(section).and_then(|heading| side.key[heading])
}

/// What is written under a container, without its order.
struct Content {
    /// The keys, sorted, of texts and rows that the document has once; headings do not count.
    keys: Vec<u32>,
    /// The tokens of all text, sorted.
    tokens: Vec<u32>,
}

impl Content {
    fn size(&self) -> usize {
        self.keys.len() + self.tokens.len()
    }
}

impl Aligner<'_> {
    fn content(&mut self, of_source: bool, container: usize) -> Content {
        let side = if of_source { &mut self.source } else { &mut self.test };
        let (mut keys, mut tokens) = (Vec::new(), Vec::new());
        for block in container + 1..side.block(container).end {
            if matches!(side.class(block), Class::Text | Class::Row) {
                if side.unique[block] {
                    keys.extend(side.key[block]);
                }
                side.load(block, &mut self.vocabulary);
                tokens.extend_from_slice(&side.tokens(block).ordered);
            }
        }
        keys.sort_unstable();
        tokens.sort_unstable();
        Content { keys, tokens }
    }
}
