//! Three JSON documents, split at zero bytes: the change set from the first to the second, applied to the first, gives
//! the second, and back again; the third is applied as a patch of either form.

#![no_main]

use countersign::change_set::{
    Difference, MergePatch, Sendable, apply, between, compare, equal, human, json_patch, merge_patch,
};
use countersign::json::{Kind, NodeRef, ReadLimits, Tree, Value};
use libfuzzer_sys::fuzz_target;

const LIMITS: ReadLimits = ReadLimits { bytes: 1 << 16, depth: 64, nodes: 1 << 14 };

/// A result can be longer, and deeper by the depth of the patch.
fn read(text: &str) -> Tree {
    let limits = ReadLimits { bytes: 1 << 24, depth: 1 << 10, nodes: 1 << 20 };
    Tree::read(text.as_bytes(), &limits).expect("what is written is JSON")
}

fn there(earlier: &Tree, later: &Tree) {
    let difference = compare(earlier.root(), later.root());
    let same = equal(earlier.root(), later.root());
    assert_eq!(same, equal(later.root(), earlier.root()));
    assert_eq!(same, matches!(difference, Difference::None { .. }));
    let _ = human::render(&difference, true);
    match merge_patch(&difference).expect("two small documents") {
        MergePatch::Body(body) => {
            let result = apply(earlier.root(), read(&body).root()).expect("two small documents");
            assert!(equal(read(&result).root(), later.root()), "{body}");
        }
        MergePatch::Nothing => assert!(same),
        MergePatch::Inexpressible(nulls) => {
            assert!(!nulls.is_empty() && nulls.iter().all(|node| node.kind() == Kind::Null));
        }
    }
    let operations = json_patch::operations(&difference).expect("two small documents");
    let result = json_patch::apply(earlier.root(), read(&operations).root()).expect("our own operations");
    assert!(equal(read(&result).root(), later.root()), "{operations}");
}

/// RFC 7396 Section 2 as it is written there.
fn merged(target: Option<Value>, patch: NodeRef<'_>) -> Option<Value> {
    if patch.kind() != Kind::Map {
        return Value::copy(patch);
    }
    let mut members = match target {
        Some(Value::Map(members)) => members,
        _ => Vec::new(),
    };
    for change in patch.members() {
        let name = change.name()?;
        let at = members.iter().position(|(known, _)| known == name);
        if change.value().kind() == Kind::Null {
            at.map(|at| members.remove(at));
            continue;
        }
        let value =
            merged(at.and_then(|at| members.get(at)).map(|(_, value)| value.clone()), change.value())?;
        match at.and_then(|at| members.get_mut(at)) {
            Some((_, old)) => *old = value,
            None => members.push((name.to_owned(), value)),
        }
    }
    Some(Value::Map(members))
}

fn patched(document: &Tree, patch: &Tree) {
    if let Ok(result) = apply(document.root(), patch.root()) {
        let result = read(&result);
        let again = apply(result.root(), patch.root()).expect("a small document");
        assert!(equal(read(&again).root(), result.root()), "a merge patch applied twice is one applied once");
        if let Some(value) = Value::copy(document.root())
            && let Some(expected) = merged(Some(value), patch.root())
        {
            assert!(equal(read(&expected.to_string()).root(), result.root()), "{expected}");
        }
    }
    if let Ok(result) = json_patch::apply(document.root(), patch.root()) {
        read(&result);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(3, |&byte| byte == 0);
    let (Some(one), Some(other)) = (parts.next(), parts.next()) else { return };
    let summary = between(one, other, &LIMITS);
    let (Ok(earlier), Ok(later)) = (Tree::read(one, &LIMITS), Tree::read(other, &LIMITS)) else {
        assert!(summary.is_err());
        return;
    };
    let summary = summary.expect("two small documents");
    assert_eq!(summary.equal, equal(earlier.root(), later.root()));
    assert!(!matches!(summary.sendable, Sendable::Nothing) || summary.equal);
    there(&earlier, &later);
    there(&later, &earlier);
    there(&earlier, &earlier);
    if let Some(Ok(patch)) = parts.next().map(|patch| Tree::read(patch, &LIMITS)) {
        patched(&earlier, &patch);
        patched(&later, &patch);
    }
});
