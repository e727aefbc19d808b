//! The line difference itself, in stretches that are each affordable.

use std::collections::HashMap;

use imara_diff::{Algorithm, Diff, InternedInput};

use super::{Hunk, replace};

/// What one comparison may cost: the square of the number of lines, which bounds the steps of the search.
const WORK: usize = 1 << 30;

/// A stretch of both texts, by position and length.
#[derive(Clone, Copy)]
struct Stretch {
    earlier: usize,
    removed: usize,
    later: usize,
    added: usize,
}

/// Adds the hunks between two texts, in order.
pub(super) fn compare(earlier: &[&[u8]], later: &[&[u8]], hunks: &mut Vec<Hunk>) {
    let mut work = WORK;
    let whole = Stretch { earlier: 0, removed: earlier.len(), later: 0, added: later.len() };
    let whole = trim(whole, earlier, later, CONTEXT);
    if search(whole, earlier, later, &mut work, hunks) {
        return;
    }
    for stretch in split(whole, earlier, later) {
        let stretch = trim(stretch, earlier, later, CONTEXT);
        if !search(stretch, earlier, later, &mut work, hunks) {
            let stretch = trim(stretch, earlier, later, 0);
            replace(hunks, stretch.earlier, stretch.removed, stretch.later, stretch.added);
        }
    }
}

/// Without the lines that are equal at both ends, which are most of a file, but for `context` of them.
fn trim(stretch: Stretch, earlier: &[&[u8]], later: &[&[u8]], context: usize) -> Stretch {
    let (a, b) = slices(stretch, earlier, later);
    let before = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[before..], &b[before..]);
    let after = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (before, after) = (before.saturating_sub(context), after.saturating_sub(context));
    Stretch {
        earlier: stretch.earlier + before,
        removed: stretch.removed - before - after,
        later: stretch.later + before,
        added: stretch.added - before - after,
    }
}

/// How many equal lines are kept around a stretch: where several places for a hunk are as good, the one people expect
/// may lie among them.
const CONTEXT: usize = 100;

fn slices<'a, 'b>(
    stretch: Stretch,
    earlier: &'a [&'b [u8]],
    later: &'a [&'b [u8]],
) -> (&'a [&'b [u8]], &'a [&'b [u8]]) {
    (
        earlier.get(stretch.earlier..stretch.earlier + stretch.removed).unwrap_or_default(),
        later.get(stretch.later..stretch.later + stretch.added).unwrap_or_default(),
    )
}

/// Adds the hunks of a stretch, unless that could cost more than is left.
fn search(
    stretch: Stretch,
    earlier: &[&[u8]],
    later: &[&[u8]],
    work: &mut usize,
    hunks: &mut Vec<Hunk>,
) -> bool {
    let lines = stretch.removed + stretch.added;
    let cost = if stretch.removed == 0 || stretch.added == 0 { lines } else { lines.saturating_mul(lines) };
    let Some(left) = work.checked_sub(cost) else { return false };
    *work = left;
    let (a, b) = slices(stretch, earlier, later);
    let mut input: InternedInput<&[u8]> = InternedInput::default();
    input.update_before(a.iter().copied());
    input.update_after(b.iter().copied());
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_lines(&input);
    for hunk in diff.hunks() {
        replace(
            hunks,
            stretch.earlier + hunk.before.start as usize,
            hunk.before.len(),
            stretch.later + hunk.after.start as usize,
            hunk.after.len(),
        );
    }
    true
}

/// The stretches between lines that both texts have exactly once, as far as they stand in the same order.
fn split(whole: Stretch, earlier: &[&[u8]], later: &[&[u8]]) -> Vec<Stretch> {
    let (a, b) = slices(whole, earlier, later);
    let (once_a, once_b) = (once(a), once(b));
    let mut anchors: Vec<(usize, usize)> =
        once_a.iter().filter_map(|(line, &at)| Some((at?, (*once_b.get(line)?)?))).collect();
    anchors.sort_unstable();
    let mut stretches = Vec::new();
    let (mut at_a, mut at_b) = (0, 0);
    for (x, y) in rising(&anchors).into_iter().chain([(a.len(), b.len())]) {
        stretches.push(Stretch {
            earlier: whole.earlier + at_a,
            removed: x - at_a,
            later: whole.later + at_b,
            added: y - at_b,
        });
        (at_a, at_b) = (x + 1, y + 1);
    }
    stretches
}

/// Where each line stands; nothing for one that stands in several places.
fn once<'a>(lines: &[&'a [u8]]) -> HashMap<&'a [u8], Option<usize>> {
    let mut places = HashMap::with_capacity(lines.len());
    for (at, &line) in lines.iter().enumerate() {
        places.entry(line).and_modify(|place| *place = None).or_insert(Some(at));
    }
    places
}

/// The longest run of anchors whose second members rise too.
fn rising(anchors: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // `tails[n]` is the anchor that ends the run of length n + 1 with the lowest second member.
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(anchors.len());
    for (at, anchor) in anchors.iter().enumerate() {
        let length = tails.partition_point(|&tail| anchors[tail].1 < anchor.1);
        before.push(length.checked_sub(1).map(|shorter| tails[shorter]));
        match tails.get_mut(length) {
            Some(tail) => *tail = at,
            None => tails.push(at),
        }
    }
    let mut run = Vec::with_capacity(tails.len());
    let mut at = tails.last().copied();
    while let Some(anchor) = at {
        run.push(anchors[anchor]);
        at = before[anchor];
    }
    run.reverse();
    run
}
