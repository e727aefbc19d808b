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
}
