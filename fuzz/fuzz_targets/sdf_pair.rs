//! Two documents, split at the first zero byte: comparing them never panics and follows the laws of the comparison.

#![no_main]

use countersign::comparison::{DifferenceKind, Revision, RevisionComparison};
use countersign::json::{ReadLimits, Tree, Value};
use countersign::model::Limits;
use countersign::{Catalogue, ComparisonRequest, SourceInput};
use libfuzzer_sys::fuzz_target;

fn catalogue(bytes: &[u8]) -> Catalogue {
    let limits = Limits { source_bytes: 1 << 14, work: 3_000_000, ..Limits::default() };
    Catalogue::from_inputs_with_limits(&[SourceInput::supplied("a", bytes.to_vec())], limits)
        .expect("one source")
}

/// Everything about the differences except their order and their witnesses; nothing where the work ran out.
fn verdicts(comparison: &RevisionComparison<'_>) -> Option<Vec<String>> {
    let mut verdicts = Vec::new();
    for difference in comparison.differences() {
        let reason = difference.reason().map(|reason| reason.code());
        if reason == Some("operation.limit") {
            return None;
        }
        let pointers = Revision::BOTH
            .map(|revision| difference.side(revision).and_then(|side| side.pointer(usize::MAX)));
        verdicts.push(format!(
            "{:?} {:?} {:?} {reason:?} {pointers:?}",
            difference.kind(),
            difference.subject(),
            difference.classification()
        ));
    }
    verdicts.sort();
    Some(verdicts)
}

/// The members of every map the other way round, except alternatives, whose order decides what is tried.
fn reversed(value: &Value, is_choice: bool) -> Value {
    match value {
        Value::Map(members) => {
            let reverse =
                |(name, value): &(String, Value)| (name.clone(), reversed(value, name == "sdfChoice"));
            let mut members: Vec<_> = members.iter().map(reverse).collect();
            if !is_choice {
                members.reverse();
            }
            Value::Map(members)
        }
        Value::Array(elements) => {
            Value::Array(elements.iter().map(|element| reversed(element, false)).collect())
        }
        scalar => scalar.clone(),
    }
}

fn turned(bytes: &[u8]) -> Option<String> {
    let limits = ReadLimits { bytes: 1 << 14, depth: 64, nodes: 1 << 14 };
    let tree = Tree::read(bytes, &limits).ok()?;
    Some(reversed(&Value::copy(tree.root())?, false).to_string())
}

/// What is done in parallel stays on this thread, so that an input takes the same way every time, and at once.
fn one_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("the first pool");
}

fuzz_target!(init: one_thread(), |bytes: &[u8]| {
    let at = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (one, other) = (&bytes[..at], bytes.get(at + 1..).unwrap_or_default());
    let (earlier, later) = (catalogue(one), catalogue(other));
    let comparison =
        ComparisonRequest::new(&earlier, &later).compare().expect("two catalogues with one set of limits");
    for catalogue in [&earlier, &later] {
        let same = ComparisonRequest::new(catalogue, catalogue).compare().expect("one catalogue");
        for difference in same.differences() {
            assert_eq!(difference.kind(), DifferenceKind::Unavailable, "{difference:?}");
        }
    }
    let (Some(one), Some(other)) = (turned(one), turned(other)) else { return };
    let (before, after) = (catalogue(one.as_bytes()), catalogue(other.as_bytes()));
    let turned =
        ComparisonRequest::new(&before, &after).compare().expect("two catalogues with one set of limits");
    if let (Some(straight), Some(turned)) = (verdicts(&comparison), verdicts(&turned)) {
        assert_eq!(straight, turned);
    }
});
