//! The known code that a mistyped one most likely means.

use crate::nearest;

/// The known code nearest to `code`, when one is near enough to be meant.
///
/// ```
/// assert_eq!(countersign::explain::nearest("breaking/minimun").as_deref(), Some("breaking/minimum"));
/// assert_eq!(countersign::explain::nearest("weather"), None);
/// ```
#[must_use]
pub fn nearest(code: &str) -> Option<String> {
    let families = super::families().map(|family| family.name.to_owned());
    let candidates: Vec<String> = super::codes().into_iter().chain(families).collect();
    let whole = nearest::nearest(code, candidates.iter().map(String::as_str), 1).first().copied();
    whole.map(str::to_owned).or_else(|| {
        // `unproven` means `comparison.unproven`.
        let tail = |candidate: &'_ str| candidate.rsplit(['.', '/']).next().unwrap_or_default().to_owned();
        let tails: Vec<String> = candidates.iter().map(|candidate| tail(candidate)).collect();
        let meant = nearest::nearest(code, tails.iter().map(String::as_str), 1).first().copied()?;
        tails.iter().position(|tail| tail == meant).and_then(|at| candidates.get(at).cloned())
    })
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
}
