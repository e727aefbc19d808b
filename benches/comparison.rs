//! How the comparison grows with what it compares.
//!
//! Every input is made here, so every figure can be made again. Each benchmark runs one shape at two or three sizes and
//! counts what there is more of, so that divan prints a throughput for each size: the same throughput means that the
//! cost is linear. `AllocProfiler` prints the most memory that one comparison held.
//!
//! Run with `cargo bench --bench comparison`, or one shape with `cargo bench --bench comparison -- alternatives`.

#![allow(clippy::unwrap_used, reason = "an input that cannot be made fails the benchmark")]

use std::fmt::Write as _;

use countersign::{Catalogue, ComparisonRequest, SourceInput};
use divan::counter::ItemsCount;

#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}

/// Comma-separated parts, one for each number.
fn listed(count: usize, part: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for at in 0..count {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(text, "{comma}{}", part(at));
    }
    text
}

/// A document with one Property.
fn property(description: &str) -> String {
    format!(r#"{{"sdfObject":{{"O":{{"sdfProperty":{{"p":{{{description}}}}}}}}}}}"#)
}

fn catalogue(documents: impl IntoIterator<Item = String>) -> Catalogue {
    let inputs: Vec<_> = documents
        .into_iter()
        .enumerate()
        .map(|(at, text)| SourceInput::supplied(format!("{at}.sdf.json"), text.into_bytes()))
        .collect();
    Catalogue::from_inputs(&inputs).unwrap()
}

/// Compares what `document` makes of an earlier (false) and a later (true) revision, and checks how much it found.
fn measure(bencher: divan::Bencher<'_, '_>, items: usize, found: usize, document: impl Fn(bool) -> String) {
    let (earlier, later) = (catalogue([document(false)]), catalogue([document(true)]));
    bencher.counter(ItemsCount::new(items)).bench_local(|| {
        let comparison = ComparisonRequest::new(&earlier, &later).compare().unwrap();
        assert_eq!(comparison.differences().len(), found);
    });
}

/// Reading alone: a description of 1 MB and of 10 MB, most of it one text.
#[divan::bench(args = [1_000_000, 10_000_000], sample_count = 10)]
fn reading_one_description(bencher: divan::Bencher<'_, '_>, bytes: usize) {
    let text: std::sync::Arc<[u8]> =
        property(&format!(r#""const":"{}""#, "x".repeat(bytes))).into_bytes().into();
    bencher.counter(divan::counter::BytesCount::new(bytes)).bench_local(|| {
        Catalogue::from_inputs(&[SourceInput::supplied("a", std::sync::Arc::clone(&text))]).unwrap()
    });
}

/// Properties of one object, every one of them narrowed.
#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 3)]
fn properties(bencher: divan::Bencher<'_, '_>, count: usize) {
    measure(bencher, count, count, |later| {
        let maximum = if later { 8 } else { 9 };
        let properties = listed(count, |at| format!(r#""p{at}":{{"type":"integer","maximum":{maximum}}}"#));
        format!(r#"{{"sdfObject":{{"O":{{"sdfProperty":{{{properties}}}}}}}}}"#)
    });
}

/// Entries of one map, every one of them narrowed.
#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 3)]
fn entries(bencher: divan::Bencher<'_, '_>, count: usize) {
    measure(bencher, count, count, |later| {
        let maximum = if later { 8 } else { 9 };
        let entries = listed(count, |at| format!(r#""e{at}":{{"type":"integer","maximum":{maximum}}}"#));
        property(&format!(r#""type":"object","properties":{{{entries}}}"#))
    });
}

/// Alternatives of one choice with bounds of their own, every one of them narrowed. Each witness is asked of every
/// alternative, so this one grows with the square; the sieve keeps it small.
#[divan::bench(args = [500, 1_000, 5_000], sample_count = 3)]
fn alternatives(bencher: divan::Bencher<'_, '_>, count: usize) {
    measure(bencher, count, count, |later| {
        let cut = usize::from(later);
        let alternatives = listed(count, |at| {
            format!(r#""a{at}":{{"type":"integer","minimum":{},"maximum":{}}}"#, 10 * at, 10 * at + 5 - cut)
        });
        property(&format!(r#""sdfChoice":{{{alternatives}}}"#))
    });
}

/// Alternatives that are constants, all of them replaced.
#[divan::bench(args = [500, 5_000, 50_000], sample_count = 3)]
fn constants(bencher: divan::Bencher<'_, '_>, count: usize) {
    measure(bencher, count, 2 * count, |later| {
        let name = if later { "new" } else { "old" };
        property(&format!(
            r#""sdfChoice":{{{}}}"#,
            listed(count, |at| format!(r#""{name}{at}":{{"const":"{name}{at}"}}"#))
        ))
    });
}

/// A chain of references, narrowed at its end.
#[divan::bench(args = [1_000, 10_000], sample_count = 3)]
fn chain_of_references(bencher: divan::Bencher<'_, '_>, length: usize) {
    measure(bencher, length, 1, |later| {
        let links = listed(length, |at| format!(r##""d{at}":{{"sdfRef":"#/sdfData/d{}"}}"##, at + 1));
        let maximum = if later { 8 } else { 9 };
        format!(
            r##"{{"sdfData":{{{links},"d{length}":{{"type":"integer","maximum":{maximum}}}}},"sdfObject":{{"O":{{"sdfProperty":{{"p":{{"sdfRef":"#/sdfData/d0"}}}}}}}}}}"##
        )
    });
}

/// Definitions each of which refers twice to the next one: a few kilobytes that stand for twice as many places with
/// every level, all of them narrowed. The limit `work` ends it where they become too many.
#[divan::bench(args = [6, 9, 12], sample_count = 3)]
fn doubling_references(bencher: divan::Bencher<'_, '_>, levels: u32) {
    let places = 1 << levels;
    measure(bencher, places, places, |later| {
        let maximum = if later { 8 } else { 9 };
        let defined = listed(levels as usize, |at| {
            let next = at + 1;
            format!(
                r##""d{at}":{{"type":"object","properties":{{"a":{{"sdfRef":"#/sdfData/d{next}"}},"b":{{"sdfRef":"#/sdfData/d{next}"}}}}}}"##
            )
        });
        format!(
            r##"{{"sdfData":{{{defined},"d{levels}":{{"type":"integer","maximum":{maximum}}}}},"sdfObject":{{"O":{{"sdfProperty":{{"p":{{"sdfRef":"#/sdfData/d0"}}}}}}}}}}"##
        )
    });
}

/// A cycle of references, every definition of which some Property uses.
#[divan::bench(args = [1_000, 10_000], sample_count = 3)]
fn cycle_of_references(bencher: divan::Bencher<'_, '_>, length: usize) {
    measure(bencher, length, length, |later| {
        let links =
            listed(length, |at| format!(r##""d{at}":{{"sdfRef":"#/sdfData/d{}"}}"##, (at + 1) % length));
        let users = listed(length, |at| format!(r##""p{at}":{{"sdfRef":"#/sdfData/d{at}"}}"##));
        format!(
            r#"{{"info":{{"version":"{later}"}},"sdfData":{{{links}}},"sdfObject":{{"O":{{"sdfProperty":{{{users}}}}}}}}}"#
        )
    });
}

/// Maps inside one another, narrowed in the innermost.
#[divan::bench(args = [50, 200], sample_count = 20)]
fn nested_maps(bencher: divan::Bencher<'_, '_>, depth: usize) {
    measure(bencher, depth, 1, |later| {
        let mut description = format!(r#""type":"integer","maximum":{}"#, if later { 8 } else { 9 });
        for _ in 0..depth {
            description = format!(r#""type":"object","properties":{{"e":{{{description}}}}}"#);
        }
        property(&description)
    });
}

/// Declarations that one object requires, one of which is required no longer.
#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 3)]
fn required_declarations(bencher: divan::Bencher<'_, '_>, count: usize) {
    measure(bencher, count, 1, |later| {
        let required = listed(count - usize::from(later), |at| format!(r#""p{at}""#));
        let properties = listed(count, |at| format!(r#""p{at}":{{"type":"integer"}}"#));
        format!(r#"{{"sdfObject":{{"O":{{"sdfRequired":[{required}],"sdfProperty":{{{properties}}}}}}}}}"#)
    });
}

/// A pattern that backtracking engines never finish, on a text as long as the number says.
#[divan::bench(args = [1_000, 100_000], sample_count = 10)]
fn hostile_pattern(bencher: divan::Bencher<'_, '_>, length: usize) {
    measure(bencher, length, 1, |later| {
        let longest = length + 1 - usize::from(later);
        property(&format!(r#""type":"string","pattern":"^(a+)+$|^(a|a)*b$","maxLength":{longest}"#))
    });
}

fn documents(count: usize, changed: impl Fn(usize) -> bool, later: bool) -> Catalogue {
    catalogue((0..count).map(|at| {
        let maximum = if later && changed(at) { 8 } else { 9 };
        property(&format!(r#""type":"integer","maximum":{maximum}"#))
    }))
}

/// Documents of one Property each, one of them changed.
#[divan::bench(args = [1_000, 10_000], sample_count = 5)]
fn documents_one_changed(bencher: divan::Bencher<'_, '_>, count: usize) {
    let (earlier, later) = (documents(count, |at| at == 7, false), documents(count, |at| at == 7, true));
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        assert_eq!(ComparisonRequest::new(&earlier, &later).compare().unwrap().differences().len(), 1);
    });
}

/// Documents of one Property each, all of them changed.
#[divan::bench(args = [1_000, 10_000], sample_count = 5)]
fn documents_all_changed(bencher: divan::Bencher<'_, '_>, count: usize) {
    let (earlier, later) = (documents(count, |_| true, false), documents(count, |_| true, true));
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        assert_eq!(ComparisonRequest::new(&earlier, &later).compare().unwrap().differences().len(), count);
    });
}
