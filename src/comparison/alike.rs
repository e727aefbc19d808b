//! Whether two revisions describe an entry alike, so that a candidate beside it is judged for its own change only.

use std::rc::Rc;

use super::context::Context;
use super::equal::same;
use super::terms::Revision;
use crate::json::Kind;
use crate::model::vocabulary::{DOCUMENTARY, Role};
use crate::model::{Content, Description, Exhausted, Items, Nested};

/// Structural equality of two composed descriptions, apart from what only people read. Nothing is normalised: an
/// explicit default differs from an absent one, and arrays keep their order.
pub(super) fn alike<'c>(
    context: &Context<'c, '_>,
    earlier: &Rc<Description<'c>>,
    later: &Rc<Description<'c>>,
) -> Result<bool, Exhausted> {
    let work = context.composer(Revision::Earlier).work();
    work.charge((earlier.members().len() + later.members().len()) as u64 + 1)?;
    let documentary = |name: &str| match earlier.role() {
        Role::Items => matches!(name, "description" | "$comment"),
        _ => DOCUMENTARY.contains(&name),
    };
    let count =
        |description: &Description<'c>| description.members().iter().filter(|m| !documentary(m.name)).count();
    if count(earlier) != count(later) {
        return Ok(false);
    }
    for member in earlier.members().iter().filter(|member| !documentary(member.name)) {
        let Some(other) = later.get(member.name) else { return Ok(false) };
        let maps = member.content.kind() == Kind::Map && other.kind() == Kind::Map;
        let equal = match member.name {
            "properties" if maps => entries_alike(context, earlier, later)?,
            "items" if maps => match (
                earlier.items(context.composer(Revision::Earlier)),
                later.items(context.composer(Revision::Later)),
            ) {
                (Items::Description(a), Items::Description(b)) => nested_alike(context, a, b)?,
                _ => false,
            },
            "sdfChoice" if maps => branches_alike(context, earlier, later)?,
            _ => same(&member.content, other),
        };
        if !equal {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The same for descriptions that may not have been established.
pub(super) fn nested_alike<'c>(
    context: &Context<'c, '_>,
    earlier: &Nested<'c>,
    later: &Nested<'c>,
) -> Result<bool, Exhausted> {
    match (earlier, later) {
        (Ok(earlier), Ok(later)) => alike(context, earlier, later),
        _ => Ok(false),
    }
}

fn entries_alike<'c>(
    context: &Context<'c, '_>,
    earlier: &Rc<Description<'c>>,
    later: &Rc<Description<'c>>,
) -> Result<bool, Exhausted> {
    let (Some(before), Some(after)) = (earlier.properties(), later.properties()) else { return Ok(false) };
    if before.len() != after.len() {
        return Ok(false);
    }
    for name in before.iter().map(|member| member.name) {
        let a = earlier.entry(context.composer(Revision::Earlier), name);
        let b = later.entry(context.composer(Revision::Later), name);
        match (a, b) {
            (Some(a), Some(b)) if nested_alike(context, &a, &b)? => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Branches as they are stated, each with its own references resolved.
fn branches_alike<'c>(
    context: &Context<'c, '_>,
    earlier: &Rc<Description<'c>>,
    later: &Rc<Description<'c>>,
) -> Result<bool, Exhausted> {
    let branches = |revision: Revision, description: &Rc<Description<'c>>| {
        let composer = context.composer(revision);
        let place = description.place().child("sdfChoice");
        let members = description.get("sdfChoice").map(Content::members);
        let members = members.iter().flat_map(|members| members.iter().cloned().collect::<Vec<_>>());
        members
            .map(|branch| {
                let place = place.child(branch.name);
                (branch.name, Description::new(composer, &branch.content, place, Role::Data))
            })
            .collect::<Vec<_>>()
    };
    let a = branches(Revision::Earlier, earlier);
    let mut b: std::collections::HashMap<_, _> = branches(Revision::Later, later).into_iter().collect();
    if a.len() != b.len() {
        return Ok(false);
    }
    for (name, branch) in a {
        match b.remove(name) {
            Some(other) if nested_alike(context, &branch, &other)? => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}
