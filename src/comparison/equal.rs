//! Whether two pieces of effective content are the same JSON value.

use crate::json::{Decimal, Kind, MemberRef, NodeRef};
use crate::model::Content;

/// Exact equality: numbers by value, texts by scalar values, arrays in order, maps in any order.
pub(super) fn same(a: &Content<'_>, b: &Content<'_>) -> bool {
    if a.is_authored() && b.is_authored() {
        return same_nodes(a.node(), b.node());
    }
    if a.kind() != Kind::Map || b.kind() != Kind::Map {
        return false;
    }
    let (a, b) = (a.members(), b.members());
    a.len() == b.len()
        && a.has_unreadable_names() == b.has_unreadable_names()
        && a.iter().all(|member| b.get(member.name).is_some_and(|other| same(&member.content, other)))
}

fn same_nodes(a: NodeRef<'_>, b: NodeRef<'_>) -> bool {
    match (a.kind(), b.kind()) {
        (Kind::Null, Kind::Null) => true,
        (Kind::Bool, Kind::Bool) => a.bool() == b.bool(),
        (Kind::Text, Kind::Text) => a.text_bytes() == b.text_bytes(),
        (Kind::Number, Kind::Number) => same_numbers(a.source(), b.source()),
        (Kind::Array, Kind::Array) => {
            let (a, b) = (a.elements(), b.elements());
            a.len() == b.len() && a.zip(b).all(|(a, b)| same_nodes(a, b))
        }
        (Kind::Map, Kind::Map) => {
            let (mine, others) = (a.members(), b.members());
            mine.len() == others.len()
                && mine.zip(others).all(|(member, other)| {
                    // Members mostly stand in the same order.
                    if member.name_bytes() == other.name_bytes() {
                        return same_nodes(member.value(), other.value());
                    }
                    match member.name() {
                        Some(name) => b.get(name).is_some_and(|other| same_nodes(member.value(), other)),
                        None => b
                            .members()
                            .find(|other| other.name_bytes() == member.name_bytes())
                            .is_some_and(|other| same_nodes(member.value(), other.value())),
                    }
                })
        }
        _ => false,
    }
}

fn same_numbers(a: &str, b: &str) -> bool {
    a == b || matches!((Decimal::parse(a), Decimal::parse(b)), (Ok(a), Ok(b)) if a == b)
}

/// Why the value of a quality cannot be compared, when it cannot: a text without scalar values, or a number beyond
/// the capability. Lists of texts are compared all the same.
pub(super) fn value_fault(name: &str, content: &Content<'_>) -> Option<&'static str> {
    let tree = content.node().tree();
    if !tree.has_unreadable_texts() && !tree.has_unavailable_numbers() {
        return None;
    }
    let deep = matches!(name, "const" | "default");
    let mut pending = vec![content.node()];
    while let Some(node) = pending.pop() {
        match node.kind() {
            Kind::Text if node.is_unreadable_text() => return Some("input.unicode_unavailable"),
            Kind::Number if node.number().is_some_and(|number| number.is_err()) => {
                return Some("data.number_unavailable");
            }
            Kind::Array if deep => pending.extend(node.elements()),
            Kind::Map if deep => {
                if node.members().any(|member| member.name().is_none()) {
                    return Some("input.unicode_unavailable");
                }
                pending.extend(node.members().map(MemberRef::value));
            }
            _ => {}
        }
    }
    None
}
