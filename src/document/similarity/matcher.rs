//! Common runs of two token sequences, longest first (Ratcliff and Obershelp).
//!
//! The longest common run is taken, then the longest in what stands before it on both sides, and so on. Of equally
//! long runs the one that starts first in the source wins, then the one that starts first in the test. The work is
//! bounded by the lengths: texts that repeat one word thousands of times would take cubic time otherwise; what is
//! not looked at within the bound counts as different.

/// A run that both sequences have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::document) struct Match {
    pub(in crate::document) source: usize,
    pub(in crate::document) test: usize,
    pub(in crate::document) length: usize,
}

/// Steps that any comparison may take, and steps it may take for every token.
const BASE_STEPS: usize = 2_000_000;
const STEPS_PER_TOKEN: usize = 200;
/// The same for texts of [`VERY_LONG`] tokens and more: a whole document without a blank line.
const STEPS_PER_TOKEN_VERY_LONG: usize = 20;
const VERY_LONG: usize = 200_000;
/// From so many tokens on, what both texts begin and end with is taken first, so that the bound is spent where they
/// differ.
const LONG: usize = 20_000;

/// How many steps are left for all comparisons of a run together.
///
/// One comparison is bounded by its own length; many of them are bounded by this, so that no pair of documents takes
/// more than time in proportion to its size.
#[derive(Debug, Clone, Copy)]
pub(in crate::document) struct Work {
    left: usize,
}

impl Work {
    /// Steps for texts of so many bytes in all.
    pub(in crate::document) fn for_bytes(bytes: usize) -> Self {
        Self { left: 500_000_000 + 50 * bytes }
    }

    /// True when there is none left.
    pub(in crate::document) fn is_spent(self) -> bool {
        self.left == 0
    }

    /// Takes steps, or all that is left.
    pub(in crate::document) fn take(&mut self, steps: usize) {
        self.left = self.left.saturating_sub(steps);
    }
}

struct Finder<'a> {
    /// For every source token, where its equals start in `positions`, and how many there are.
    equals: Vec<(usize, usize)>,
    /// Test positions grouped by token, ascending in each group.
    positions: Vec<usize>,
    /// Length of the run that ends at a test position, valid for the row it is stamped with.
    runs: Vec<(u64, usize)>,
    row: u64,
    steps: usize,
    source: &'a [u32],
}

/// The common runs in order, adjacent ones merged.
pub(in crate::document) fn matches(source: &[u32], test: &[u32], work: &mut Work) -> Vec<Match> {
    if source == test {
        return if source.is_empty() {
            Vec::new()
        } else {
            vec![Match { source: 0, test: 0, length: source.len() }]
        };
    }
    let tokens = source.len() + test.len();
    let per_token = if tokens < VERY_LONG { STEPS_PER_TOKEN } else { STEPS_PER_TOKEN_VERY_LONG };
    let steps = (BASE_STEPS + per_token * tokens).min(work.left);
    let mut finder = Finder::new(source, test, steps);
    let mut found = Vec::new();
    let mut ends = (0, 0);
    if tokens >= LONG {
        ends = common_ends(source, test);
        let (head, tail) = ends;
        found.push(Match { source: 0, test: 0, length: head });
        found.push(Match { source: source.len() - tail, test: test.len() - tail, length: tail });
        found.retain(|run| run.length > 0);
    }
    let (head, tail) = ends;
    let mut queue = vec![(head, source.len() - tail, head, test.len() - tail)];
    while let Some((from, to, test_from, test_to)) = queue.pop() {
        let Some(run) = finder.longest(from, to, test_from, test_to) else { continue };
        found.push(run);
        if from < run.source && test_from < run.test {
            queue.push((from, run.source, test_from, run.test));
        }
        let (after, test_after) = (run.source + run.length, run.test + run.length);
        if after < to && test_after < test_to {
            queue.push((after, to, test_after, test_to));
        }
    }
    work.take(steps - finder.steps);
    found.sort_unstable();
    let mut merged: Vec<Match> = Vec::with_capacity(found.len());
    for run in found {
        match merged.last_mut() {
            Some(last) if last.source + last.length == run.source && last.test + last.length == run.test => {
                last.length += run.length;
            }
            _ => merged.push(run),
        }
    }
    merged
}

/// How many tokens both sequences begin with, and how many of the rest they end with.
fn common_ends(source: &[u32], test: &[u32]) -> (usize, usize) {
    let head = source.iter().zip(test).take_while(|(a, b)| a == b).count();
    let rest = source[head..].iter().rev().zip(test[head..].iter().rev());
    (head, rest.take_while(|(a, b)| a == b).count())
}

impl<'a> Finder<'a> {
    fn new(source: &'a [u32], test: &[u32], steps: usize) -> Self {
        let mut sorted: Vec<(u32, usize)> = test.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        // Every token of the test once, with where its positions start; small even for long texts.
        let mut tokens: Vec<(u32, usize)> = Vec::new();
        for (start, &(token, _)) in sorted.iter().enumerate() {
            if tokens.last().is_none_or(|&(last, _)| last != token) {
                tokens.push((token, start));
            }
        }
        let positions: Vec<usize> = sorted.into_iter().map(|(_, at)| at).collect();
        let equals = source
            .iter()
            .map(|&token| match tokens.binary_search_by_key(&token, |&(token, _)| token) {
                Ok(at) => {
                    let start = tokens[at].1;
                    (start, tokens.get(at + 1).map_or(positions.len(), |&(_, next)| next) - start)
                }
                Err(_) => (0, 0),
            })
            .collect();
        Self { equals, positions, runs: vec![(0, 0); test.len()], row: 1, steps, source }
    }

    fn longest(&mut self, from: usize, to: usize, test_from: usize, test_to: usize) -> Option<Match> {
        let mut best: Option<Match> = None;
        let mut best_row = 0;
        debug_assert!(to <= self.source.len());
        for at in from..to {
            self.row += 1;
            let (start, count) = self.equals[at];
            let equals = &self.positions[start..start + count];
            let low = equals.partition_point(|&test| test < test_from);
            let high = low + equals[low..].partition_point(|&test| test < test_to);
            let visited = high - low + 1;
            if self.steps < visited {
                self.steps = 0;
                return best;
            }
            self.steps -= visited;
            // Backwards, so that the run ending one position earlier is still the previous row's.
            for &test in equals[low..high].iter().rev() {
                let before = match test.checked_sub(1).map(|before| self.runs[before]) {
                    Some((row, length)) if row + 1 == self.row && test > test_from => length,
                    _ => 0,
                };
                let length = before + 1;
                self.runs[test] = (self.row, length);
                let longest = best.map_or(0, |best| best.length);
                if length > longest || (length == longest && best_row == self.row) {
                    best = Some(Match { source: at + 1 - length, test: test + 1 - length, length });
                    best_row = self.row;
                }
            }
        }
        // The next search must not take this one's last row for its own.
        self.row += 1;
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(a: &str, b: &str) -> Vec<(usize, usize, usize)> {
        let tokens = |text: &str| text.bytes().map(u32::from).collect::<Vec<_>>();
        matches(&tokens(a), &tokens(b), &mut Work::for_bytes(0))
            .iter()
            .map(|m| (m.source, m.test, m.length))
            .collect()
    }

    #[test]
    fn the_longest_run_goes_first_and_earlier_wins_ties() {
        assert_eq!(runs("abxcd", "abcd"), [(0, 0, 2), (3, 2, 2)]);
        assert_eq!(runs("qabxcd", "abycdf"), [(1, 0, 2), (4, 3, 2)]);
        assert_eq!(runs("ab", "xabab"), [(0, 1, 2)]);
        assert_eq!(runs("abab", "ab"), [(0, 0, 2)]);
        assert_eq!(runs("private", "pirate"), [(0, 0, 1), (1, 2, 1), (4, 3, 3)]);
        assert_eq!(runs("", "a"), []);
        assert_eq!(runs("abc", "abc"), [(0, 0, 3)]);
    }

    #[test]
    fn one_word_repeated_stays_within_the_bound() {
        let a = vec![1; 9_000];
        let mut b = vec![1; 9_001];
        b[7] = 2;
        let total: usize = matches(&a, &b, &mut Work::for_bytes(0)).iter().map(|run| run.length).sum();
        assert!(total <= a.len());
    }

    #[test]
    fn a_small_edit_in_a_long_text_is_found_at_once() {
        let a: Vec<u32> = (0..30_000).map(|n| n % 7).collect();
        let mut b = a.clone();
        b[15_000] = 9;
        let found = matches(&a, &b, &mut Work { left: 1_000 });
        let run = |at, length| Match { source: at, test: at, length };
        assert_eq!(found, [run(0, 15_000), run(15_001, 14_999)]);
    }

    #[test]
    fn without_work_left_everything_differs() {
        let mut work = Work { left: 0 };
        assert_eq!(matches(&[1, 2], &[1, 3], &mut work), []);
        assert!(work.is_spent());
    }
}
