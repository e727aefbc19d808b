//! The longest run of matched children that kept their order.

/// The longest strictly rising subsequence by test position; anchors come in source order.
pub(in crate::document) fn spine(anchors: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // Patience: for every length the anchor that ends it lowest, and for every anchor the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(anchors.len());
    for (index, &(_, test)) in anchors.iter().enumerate() {
        let pile = ends.partition_point(|&end| anchors[end].1 < test);
        before.push(pile.checked_sub(1).map(|below| ends[below]));
        if pile == ends.len() {
            ends.push(index);
        } else {
            ends[pile] = index;
        }
    }
    let mut spine = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(index) = at {
        spine.push(anchors[index]);
        at = before[index];
    }
    spine.reverse();
    spine
}

/// The strictly rising subsequence of the greatest weight; anchors come in source order.
pub(in crate::document) fn heaviest(anchors: &[(usize, usize)], weights: &[usize]) -> Vec<(usize, usize)> {
    let mut ranks: Vec<usize> = anchors.iter().map(|&(_, test)| test).collect();
    ranks.sort_unstable();
    // For every rank the best end so far among ranks at or below it, as a Fenwick tree of (weight, anchor).
    let mut best: Vec<(usize, Option<usize>)> = vec![(0, None); ranks.len() + 1];
    let mut before: Vec<Option<usize>> = Vec::with_capacity(anchors.len());
    let mut last = (0, None);
    for (index, (&(_, test), &weight)) in anchors.iter().zip(weights).enumerate() {
        let rank = ranks.partition_point(|&rank| rank < test);
        let mut below = (0, None);
        let mut at = rank;
        while at > 0 {
            if best[at].0 > below.0 {
                below = best[at];
            }
            at &= at - 1;
        }
        before.push(below.1);
        let end = (below.0 + weight, Some(index));
        if end.0 > last.0 {
            last = end;
        }
        let mut at = rank + 1;
        while at < best.len() {
            if end.0 > best[at].0 {
                best[at] = end;
            }
            at += at & at.wrapping_neg();
        }
    }
    let mut run = Vec::new();
    let mut at = last.1;
    while let Some(index) = at {
        run.push(anchors[index]);
        at = before[index];
    }
    run.reverse();
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_kept_its_order_is_the_longest_rising_run() {
        let run = |tests: &[usize]| {
            let anchors: Vec<_> = tests.iter().copied().enumerate().collect();
            spine(&anchors).into_iter().map(|(_, test)| test).collect::<Vec<_>>()
        };
        assert_eq!(run(&[0, 1, 2]), [0, 1, 2]);
        assert_eq!(run(&[3, 0, 1, 2]), [0, 1, 2]);
        assert_eq!(run(&[1, 2, 3, 0]), [1, 2, 3]);
        assert_eq!(run(&[1, 0]), [0]);
        assert_eq!(run(&[]), [] as [usize; 0]);
    }
    #[test]
    fn the_heaviest_run_keeps_its_order() {
        let run = |tests: &[usize], weights: &[usize]| {
            let anchors: Vec<_> = tests.iter().copied().enumerate().collect();
            heaviest(&anchors, weights).into_iter().map(|(_, test)| test).collect::<Vec<_>>()
        };
        assert_eq!(run(&[1, 0], &[2, 3]), [0]);
        assert_eq!(run(&[1, 0], &[3, 2]), [1]);
        assert_eq!(run(&[2, 0, 1], &[3, 2, 2]), [0, 1]);
        assert_eq!(run(&[2, 0, 1, 3], &[9, 2, 2, 1]), [2, 3]);
        assert_eq!(run(&[], &[]), [] as [usize; 0]);
    }
}
