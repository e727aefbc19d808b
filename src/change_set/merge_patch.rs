//! Change sets as JSON Merge Patch (RFC 7396), and applying one.

use super::source::{bounded, name_source, push_compact};
use super::splice::Splices;
use super::{Difference, Step, TooLong};
use crate::json::{Kind, MemberRef, NodeRef};

/// A difference as the body of a merge patch request.
#[derive(Debug, Clone)]
pub enum MergePatch<'t> {
    /// The body, without blanks; values and names are spelled as in the document they come from.
    Body(String),
    /// The documents are equal and no object, so there is nothing to send: RFC 7396 has no body for it.
    Nothing,
    /// A merge patch would remove what has to become, or stay, `null`. These are the values it cannot say, in the
    /// order of the later document.
    Inexpressible(Vec<NodeRef<'t>>),
}

/// Writes a difference as a merge patch.
///
/// # Errors
/// The body would be longer than [`super::MOST_BYTES`].
pub fn merge_patch<'t>(difference: &Difference<'t>) -> Result<MergePatch<'t>, TooLong> {
    let mut unsayable = Vec::new();
    let mut body = String::new();
    match difference {
        Difference::None { keyed: false } => return Ok(MergePatch::Nothing),
        Difference::None { keyed: true } => body.push_str("{}"),
        Difference::Whole { later, .. } => {
            nulls_among_members(*later, &mut unsayable);
            push_compact(&mut body, later.source());
        }
        Difference::Keyed(steps) => {
            body.push('{');
            for step in steps {
                match step {
                    Step::Enter(member) => {
                        push_name(&mut body, *member);
                        body.push('{');
                    }
                    Step::Leave => body.push('}'),
                    Step::Put { later, .. } => {
                        let value = later.value();
                        if value.kind() == Kind::Null {
                            unsayable.push(value);
                        }
                        nulls_among_members(value, &mut unsayable);
                        push_name(&mut body, *later);
                        push_compact(&mut body, value.source());
                    }
                    Step::Remove(member) => {
                        push_name(&mut body, *member);
                        body.push_str("null");
                    }
                }
                bounded(&body)?;
            }
            body.push('}');
        }
    }
    if unsayable.is_empty() { Ok(MergePatch::Body(body)) } else { Ok(MergePatch::Inexpressible(unsayable)) }
}

fn push_name(body: &mut String, member: MemberRef<'_>) {
    if !body.ends_with('{') {
        body.push(',');
    }
    body.push_str(name_source(member));
    body.push(':');
}

/// Collects the members that are `null`, at any depth reached through objects alone: a `null` inside an array
/// travels with the array and means itself.
fn nulls_among_members<'t>(value: NodeRef<'t>, found: &mut Vec<NodeRef<'t>>) {
    let first = found.len();
    let mut maps = vec![value];
    while let Some(map) = maps.pop() {
        for member in map.members() {
            match member.value().kind() {
                Kind::Null => found.push(member.value()),
                Kind::Map => maps.push(member.value()),
                Kind::Bool | Kind::Number | Kind::Text | Kind::Array => {}
            }
        }
    }
    if let Some(new) = found.get_mut(first..) {
        new.sort_unstable_by_key(|node| node.span().start);
    }
}

/// Applies a merge patch to a document, as RFC 7396 Section 2 defines it.
///
/// What the patch does not name keeps its spelling and its white space; new members stand after the others, laid out
/// like them.
///
/// # Errors
/// The result would be longer than [`super::MOST_BYTES`].
///
/// ```
/// use countersign::change_set::apply;
/// use countersign::json::{ReadLimits, Tree};
/// let read = |text: &str| Tree::read(text.as_bytes(), &ReadLimits::default()).unwrap();
/// let result = apply(read(r#"{"a": 1, "b": 2.0}"#).root(), read(r#"{"a": null, "c": 3}"#).root()).unwrap();
/// assert_eq!(result, r#"{"b": 2.0, "c": 3}"#);
/// ```
pub fn apply(target: NodeRef<'_>, patch: NodeRef<'_>) -> Result<String, TooLong> {
    let source = std::str::from_utf8(target.tree().bytes()).unwrap_or_default();
    let mut splices = Splices::default();
    if target.kind() != Kind::Map || patch.kind() != Kind::Map {
        splices.value(target, without_nulls(patch));
    } else {
        let mut length = source.len();
        let mut open = vec![(target, patch)];
        while let Some((map, patch)) = open.pop() {
            let mut keep = vec![true; map.members().len()];
            for (member, keep) in map.members().zip(&mut keep) {
                let Some(change) = patch.member_bytes(member.name_bytes()).map(MemberRef::value) else {
                    continue;
                };
                match change.kind() {
                    Kind::Null => *keep = false,
                    Kind::Map if member.value().kind() == Kind::Map => open.push((member.value(), change)),
                    _ => splices.value(member.value(), without_nulls(change)),
                }
            }
            let added: Vec<_> = patch
                .members()
                .filter(|m| m.value().kind() != Kind::Null && map.member_bytes(m.name_bytes()).is_none())
                .map(|m| (name_source(m), without_nulls(m.value())))
                .collect();
            // Laying out like the last member adds at most its blanks to each new one.
            length += added.iter().map(|(name, value)| name.len() + value.len() + 514).sum::<usize>();
            if length > super::MOST_BYTES {
                return Err(TooLong);
            }
            if keep.contains(&false) || !added.is_empty() {
                splices.members(map, &keep, &added);
            }
        }
    }
    let result = splices.apply(source, 0..source.len());
    bounded(&result)?;
    Ok(result)
}

/// A patch value as it becomes where there was no object before: `null` members have nothing to remove and go.
fn without_nulls(value: NodeRef<'_>) -> String {
    let mut splices = Splices::default();
    let mut maps = vec![value];
    while let Some(map) = maps.pop() {
        let keep: Vec<bool> = map.members().map(|member| member.value().kind() != Kind::Null).collect();
        if keep.contains(&false) {
            splices.members(map, &keep, &[]);
        }
        maps.extend(map.members().map(MemberRef::value).filter(|value| value.kind() == Kind::Map));
    }
    let source = std::str::from_utf8(value.tree().bytes()).unwrap_or_default();
    let span = value.span();
    let kept = splices.apply(source, span.start..span.end);
    let mut compact = String::with_capacity(kept.len());
    push_compact(&mut compact, &kept);
    compact
}
