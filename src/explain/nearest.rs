//! The known code that a mistyped one most likely means.

/// The longest code that is looked at; a longer text is no mistyped code.
const LONGEST: usize = 80;

/// The known code nearest to `code`, when one is near enough to be meant.
///
/// ```
/// assert_eq!(countersign::explain::nearest("breaking/minimun").as_deref(), Some("breaking/minimum"));
/// assert_eq!(countersign::explain::nearest("weather"), None);
/// ```
#[must_use]
pub fn nearest(code: &str) -> Option<String> {
    if code.len() > LONGEST {
        return None;
    }
    let wanted = code.to_ascii_lowercase();
    let families = super::families().map(|family| family.name.to_owned());
    let candidates = super::codes().into_iter().chain(families);
    let (distance, found) = candidates
        .map(|candidate| {
            let lower = candidate.to_ascii_lowercase();
            // `unproven` means `comparison.unproven`.
            let tail = lower.rsplit(['.', '/']).next().unwrap_or_default();
            let distance = edits(&wanted, &lower).min(edits(&wanted, tail) + 1);
            (distance, candidate)
        })
        .min_by_key(|(distance, candidate)| (*distance, candidate.len()))?;
    (distance <= (code.chars().count() / 3).clamp(1, 6)).then_some(found)
}

/// The least number of insertions, deletions and replacements between two texts.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (cell, to) in row.iter_mut().skip(1).zip(&b) {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = *cell;
            left = replaced.min(diagonal + 1).min(left + 1);
            *cell = left;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_and_shortened_codes_are_recognised() {
        for (typed, meant) in [
            ("comparison.unprovn", "comparison.unproven"),
            ("unproven", "comparison.unproven"),
            ("breaking/removed-sdfproperty", "breaking/removed-sdfProperty"),
            ("breaking/removed-property", "breaking/removed-sdfProperty"),
            ("json.sintax", "json.syntax"),
            ("maximun", "maximum"),
        ] {
            assert_eq!(nearest(typed).as_deref(), Some(meant), "{typed}");
        }
    }

    #[test]
    fn something_else_entirely_is_not_recognised() {
        for typed in ["", "hello", "xxxxxxxxxxxxxxxxxxxx", &"a".repeat(10_000)] {
            assert_eq!(nearest(typed), None, "{typed:?}");
        }
    }

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(edits("abc", "abc"), 0);
    }
}
