//! Any text as a filter of changes: no panic, what was read is written and read as the same filter, and what is shown
//! and what is out of scope are each other's complement.

#![no_main]

use std::sync::LazyLock;

use countersign::document::{ChangeFilter, Comparison, Options, compare};
use libfuzzer_sys::fuzz_target;

const SOURCE: &str = "# One\n\n1.1 The rent is due in thirty days after notice.\n\n1.2 Gone with all that it said.\n\n\
    - a bullet that will be moved away from here\n- b stays\n\n# Two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n";
const TEST: &str = "# One\n\n1.2 The rent is due in sixty days after notice.\n\n- b stays\n\n# Two\n\nA new paragraph.\n\n\
    - a bullet that will be moved away from here\n\n| a | b |\n| - | - |\n| 1 | 3 |\n";

static COMPARISON: LazyLock<Comparison> = LazyLock::new(|| {
    let options = Options { format: Some(countersign::document::Format::Markdown), ..Options::default() };
    compare(SOURCE.as_bytes(), TEST.as_bytes(), &options).expect("two small documents")
});

/// What is done in parallel stays on this thread, so that an input takes the same way every time, and at once.
fn one_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("the first pool");
}

fuzz_target!(init: one_thread(), |bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let filter = match ChangeFilter::from_json(text) {
        Ok(filter) => filter,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let written = serde_json::to_string(&filter).expect("a filter is written");
    assert_eq!(ChangeFilter::from_json(&written).as_ref(), Ok(&filter));
    let comparison = &*COMPARISON;
    let outside: Vec<_> = comparison.out_of_scope(&filter).collect();
    let filtered = comparison.clone().filtered(&filter);
    assert_eq!(filtered.changes.len() + outside.len(), comparison.changes.len());
    assert!(!filtered.changes.iter().any(|change| outside.contains(&change)));
    if filter.is_empty() {
        assert_eq!(&filtered, comparison);
    } else {
        assert_eq!(filtered.config.filter.as_ref(), Some(&filter));
    }
    assert_eq!(filtered.clone().filtered(&filter), filtered);
    let document = filtered.to_json(true, true);
    let read = Comparison::from_json(document.as_bytes()).expect("what was written is read");
    assert_eq!(read.to_json(true, true), document);
    assert_eq!(read.config.filter, filtered.config.filter);
});
