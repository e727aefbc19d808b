//! Exact JSON equality: numbers by value, objects without order, arrays in order.

use crate::json::{Kind, MemberRef, NodeRef};

/// True when two values are equal, whatever their spelling.
///
/// `10`, `10.0` and `1e1` are equal, and so are `"\u0061"` and `"a"`. Two numbers beyond the exact-number capability
/// are equal only when they are spelled alike: then a change set carries the later spelling, which is never wrong.
///
/// ```
/// use countersign::change_set::equal;
/// use countersign::json::{ReadLimits, Tree};
/// let read = |text: &str| Tree::read(text.as_bytes(), &ReadLimits::default()).unwrap();
/// assert!(equal(read(r#"{"a": 10, "b": 1}"#).root(), read(r#"{"b": 1.0, "a": 1e1}"#).root()));
/// assert!(!equal(read("[1, 2]").root(), read("[2, 1]").root()));
/// ```
#[must_use]
pub fn equal(left: NodeRef<'_>, right: NodeRef<'_>) -> bool {
    let mut pairs = vec![(left, right)];
    while let Some((left, right)) = pairs.pop() {
        if left.kind() != right.kind() {
            return false;
        }
        match left.kind() {
            Kind::Null => {}
            Kind::Bool => {
                if left.bool() != right.bool() {
                    return false;
                }
            }
            Kind::Text => {
                if left.text_bytes() != right.text_bytes() {
                    return false;
                }
            }
            Kind::Number => {
                if !equal_numbers(left, right) {
                    return false;
                }
            }
            Kind::Array => {
                let (left, right) = (left.elements(), right.elements());
                if left.len() != right.len() {
                    return false;
                }
                pairs.extend(left.zip(right));
            }
            Kind::Map => {
                let (ours, theirs) = (left.members(), right.members());
                if ours.len() != theirs.len() {
                    return false;
                }
                // No name stands twice in a map, so as many members, each with its counterpart, are the same members.
                for (member, guess) in ours.zip(theirs) {
                    match counterpart(right, member, Some(guess)) {
                        Some(other) => pairs.push((member.value(), other.value())),
                        None => return false,
                    }
                }
            }
        }
    }
    true
}

fn equal_numbers(left: NodeRef<'_>, right: NodeRef<'_>) -> bool {
    if left.number_token() == right.number_token() {
        return true;
    }
    match (left.number(), right.number()) {
        (Some(Ok(left)), Some(Ok(right))) => left == right,
        _ => false,
    }
}

/// The member of `map` with the name of `member`; `guess` is the one that stands at the same place and mostly is it.
pub(super) fn counterpart<'t>(
    map: NodeRef<'t>,
    member: MemberRef<'_>,
    guess: Option<MemberRef<'t>>,
) -> Option<MemberRef<'t>> {
    let name = member.name_bytes();
    guess.filter(|guess| guess.name_bytes() == name).or_else(|| map.member_bytes(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{ReadLimits, Tree};

    fn same(left: &str, right: &str) -> bool {
        let read = |text: &str| Tree::read(text.as_bytes(), &ReadLimits::default()).unwrap();
        equal(read(left).root(), read(right).root())
    }

    #[test]
    fn numbers_are_compared_by_value_and_without_rounding() {
        assert!(same("10", "1e1"));
        assert!(same("-0", "0"));
        assert!(!same("0.1", "0.10000000000000001"));
        assert!(!same("9007199254740993", "9007199254740992"));
        assert!(!same("1", "\"1\""));
    }

    #[test]
    fn numbers_beyond_the_capability_are_equal_only_when_spelled_alike() {
        assert!(same("1e1000001", "1e1000001"));
        assert!(!same("1e1000001", "10e1000000"));
    }

    #[test]
    fn objects_have_no_order_and_arrays_do() {
        assert!(same(r#"{"a":1,"b":[1,{"c":2,"d":3}]}"#, r#"{"b":[1,{"d":3,"c":2}],"a":1}"#));
        assert!(!same("[1,2]", "[2,1]"));
        assert!(!same("[1]", "[1,1]"));
        assert!(!same(r#"{"a":1}"#, r#"{"b":1}"#));
        assert!(!same("[]", "{}"));
    }

    #[test]
    fn names_and_texts_with_lone_surrogates_are_told_apart() {
        assert!(same(r#"{"\ud800":"\udc00"}"#, r#"{"\uD800":"\uDC00"}"#));
        assert!(!same(r#"{"\ud800":1}"#, r#"{"\ud801":1}"#));
        assert!(!same(r#""\ud800""#, r#""\ud801""#));
    }
}
