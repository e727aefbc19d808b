//! How alike two texts are: tokens, and the share of them that stands in common runs.

mod matcher;

use std::collections::HashMap;

pub(super) use matcher::{Work, matches};

/// The tokens of a text as byte ranges: a parenthesis, or a run without blanks and parentheses.
pub(super) fn token_ranges(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut chars = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = chars.find(|&(_, c)| !c.is_whitespace())?;
        if matches!(first, '(' | ')') {
            return Some((start, start + 1));
        }
        let mut end = start + first.len_utf8();
        while let Some((at, c)) = chars.next_if(|&(_, c)| !c.is_whitespace() && !matches!(c, '(' | ')')) {
            end = at + c.len_utf8();
        }
        Some((start, end))
    })
}

/// How many tokens a text has.
pub(super) fn token_count(text: &str) -> usize {
    token_ranges(text).count()
}

/// Numbers for tokens, so that comparing two costs nothing.
#[derive(Debug, Default)]
pub(super) struct Vocabulary<'t> {
    numbers: HashMap<&'t str, u32>,
}

impl<'t> Vocabulary<'t> {
    pub(super) fn number(&mut self, token: &'t str) -> u32 {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(token).or_insert(next)
    }

    pub(super) fn tokens(&mut self, text: &'t str, into: &mut Vec<u32>) {
        for (start, end) in token_ranges(text) {
            let number = self.number(text.get(start..end).unwrap_or_default());
            into.push(number);
        }
    }
}

/// A text's tokens, in order and sorted.
#[derive(Debug, Default, Clone)]
pub(super) struct Tokens {
    pub(super) ordered: Vec<u32>,
    sorted: Vec<u32>,
    sketch: Option<Box<Sketch>>,
}

/// How many tokens fall into each of 64 classes.
///
/// What two sketches have in common is at least what the texts have in common, and it is found without looking at the
/// texts. A search for moved blocks compares every candidate with every other and rejects nearly all of them here.
type Sketch = [u8; SKETCH];
const SKETCH: usize = 64;

fn sketch(tokens: &[u32]) -> Option<Box<Sketch>> {
    // A class that overflows would count too few.
    if tokens.len() > usize::from(u8::MAX) {
        return None;
    }
    let mut counts = Box::new([0_u8; SKETCH]);
    for &token in tokens {
        counts[token as usize % SKETCH] += 1;
    }
    Some(counts)
}

fn common_at_most(a: &Sketch, b: &Sketch) -> usize {
    // Both texts have at most 255 tokens, so the sum stays far below the type's end.
    let mut sum = 0_u16;
    for (a, b) in a.iter().zip(b) {
        sum += u16::from(*a.min(b));
    }
    usize::from(sum)
}

impl Tokens {
    pub(super) const EMPTY: Self = Self { ordered: Vec::new(), sorted: Vec::new(), sketch: None };

    pub(super) fn new(ordered: Vec<u32>) -> Self {
        let mut sorted = ordered.clone();
        sorted.sort_unstable();
        let sketch = sketch(&ordered);
        Self { ordered, sorted, sketch }
    }

    pub(super) fn len(&self) -> usize {
        self.ordered.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ordered.is_empty()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a text has fewer than 2^52 tokens")]
fn share(common: usize, a: usize, b: usize) -> f64 {
    if a + b == 0 { 1.0 } else { 2.0 * common as f64 / (a + b) as f64 }
}

/// The share of what two sorted lists have in common; nothing is shared with an empty one.
pub(super) fn shared(a: &[u32], b: &[u32]) -> f64 {
    if a.is_empty() || b.is_empty() { 0.0 } else { share(common(a, b), a.len(), b.len()) }
}

/// How many elements two sorted lists have in common.
pub(super) fn common(a: &[u32], b: &[u32]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                count += 1;
                i += 1;
                j += 1;
            }
        }
    }
    count
}

/// The similarity of two texts, from 0 to 1, as far as it can reach the floor; otherwise an upper bound below it.
///
/// The order of the arguments matters when several runs are equally long.
pub(super) fn score(source: &Tokens, test: &Tokens, floor: f64, work: &mut Work) -> f64 {
    let (a, b) = (source.len(), test.len());
    let bound = share(a.min(b), a, b);
    if bound < floor {
        return bound;
    }
    if let (Some(source), Some(test)) = (&source.sketch, &test.sketch) {
        let bound = share(common_at_most(source, test), a, b);
        if bound < floor {
            return bound;
        }
    }
    work.take(a + b);
    let bound = share(common(&source.sorted, &test.sorted), a, b);
    if bound < floor {
        return bound;
    }
    let matched = matches(&source.ordered, &test.ordered, work).iter().map(|run| run.length).sum();
    share(matched, a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens<'t>(vocabulary: &mut Vocabulary<'t>, text: &'t str) -> Tokens {
        let mut ordered = Vec::new();
        vocabulary.tokens(text, &mut ordered);
        Tokens::new(ordered)
    }

    #[test]
    fn parentheses_stand_alone_and_points_do_not() {
        let text = "within thirty (30) Days. Or 99.5";
        let found: Vec<_> = token_ranges(text).map(|(start, end)| &text[start..end]).collect();
        assert_eq!(found, ["within", "thirty", "(", "30", ")", "Days.", "Or", "99.5"]);
        assert_eq!(token_count(" \n"), 0);
    }

    #[test]
    fn a_sketch_never_promises_too_little() {
        let a: Vec<u32> = (0..200).map(|n| n * 37 % 150).collect();
        let b: Vec<u32> = (0..180).map(|n| n * 53 % 190).collect();
        let sorted = |tokens: &[u32]| Tokens::new(tokens.to_vec()).sorted;
        let exact = common(&sorted(&a), &sorted(&b));
        let bound = common_at_most(&sketch(&a).unwrap(), &sketch(&b).unwrap());
        assert!(exact <= bound && bound <= 180, "{exact} {bound}");
        assert!(sketch(&[0; 256]).is_none());
    }

    #[test]
    fn the_score_is_the_share_of_common_runs() {
        let mut v = Vocabulary::default();
        let mut work = Work::for_bytes(0);
        let mut score = |a: &Tokens, b: &Tokens, floor| score(a, b, floor, &mut work);
        let a = tokens(&mut v, "a b c d");
        let b = tokens(&mut v, "a x c d");
        assert_eq!(score(&a, &b, 0.5), 0.75);
        assert_eq!(score(&a, &b, 0.8), 0.75);
        assert_eq!(score(&Tokens::default(), &Tokens::default(), 0.9), 1.0);
        assert_eq!(score(&a, &Tokens::default(), 0.0), 0.0);
    }
}
