//! "Did you mean": the known name nearest to a mistyped one.
//!
//! Used wherever a fixed list of names meets what somebody wrote: configuration keys, limits, inputs, refs.

/// Names longer than this are not compared; nobody mistypes that much, and strangers choose the length.
const LONGEST: usize = 128;

/// The known names within reach of `written`, nearest first, then in the order given; at most `count`.
///
/// Within reach means: equal but for case and the separators `-`, `_` and space; or an edit distance (insertions,
/// deletions, substitutions and swapped neighbours) of at most a third of the longer name; or one begins with the other and that
/// one has three letters or more.
///
/// ```
/// use countersign::nearest::nearest;
/// assert_eq!(nearest("modles", ["models", "documents"], 1), ["models"]);
/// assert_eq!(nearest("fail_on", ["fail-on"], 1), ["fail-on"]);
/// assert!(nearest("zebra", ["models"], 1).is_empty());
/// ```
#[must_use]
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>, count: usize) -> Vec<&'a str> {
    let Some(folded) = fold(written) else { return Vec::new() };
    let mut reached: Vec<(usize, &str)> = Vec::new();
    for name in known {
        let Some(candidate) = fold(name) else { continue };
        let reach = folded.len().max(candidate.len()) / 3;
        let distance = if folded.len().abs_diff(candidate.len()) <= reach {
            distance(&folded, &candidate)
        } else {
            usize::MAX
        };
        if distance <= reach {
            reached.push((distance, name));
        } else if folded.len().min(candidate.len()) >= 3
            && (candidate.starts_with(&folded) || folded.starts_with(&candidate))
        {
            reached.push((LONGEST, name));
        }
    }
    reached.sort_by_key(|&(distance, _)| distance);
    reached.into_iter().take(count).map(|(_, name)| name).collect()
}

/// Lower case without separators, or nothing when the name is too long.
fn fold(name: &str) -> Option<Vec<char>> {
    let folded: Vec<char> = name
        .chars()
        .filter(|c| !matches!(c, '-' | '_' | ' '))
        .take(LONGEST + 1)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    (folded.len() <= LONGEST).then_some(folded)
}

/// Optimal string alignment: Levenshtein with swapped neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, y) in b.iter().enumerate() {
            let substituted = last[j] + usize::from(x != y);
            let mut best = substituted.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_recognised() {
        let known = ["acknowledged", "acknowledged-from", "fail-on", "models", "sarif-file", "upload-sarif"];
        assert_eq!(nearest("aknowledged", known, 1), ["acknowledged"]);
        assert_eq!(nearest("acknowledgedfrom", known, 1), ["acknowledged-from"]);
        assert_eq!(nearest("Fail_On", known, 1), ["fail-on"]);
        assert_eq!(nearest("sarif", known, 1), ["sarif-file"]);
        assert_eq!(nearest("mdoels", known, 1), ["models"]);
        assert_eq!(nearest("colour", known, 3), Vec::<&str>::new());
    }

    #[test]
    fn names_of_any_length_are_answered_at_once() {
        let long = "a".repeat(1 << 20);
        assert!(nearest(&long, ["a", "aaa"], 1).is_empty());
        assert!(nearest("", ["a", "aaa"], 1).is_empty());
    }

    #[test]
    fn swapped_neighbours_count_once() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        assert_eq!(distance(&chars("ab"), &chars("ba")), 1);
        assert_eq!(distance(&chars("kitten"), &chars("sitting")), 3);
        assert_eq!(distance(&chars(""), &chars("abc")), 3);
    }
}
