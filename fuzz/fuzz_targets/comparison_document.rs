//! Any bytes as a comparison document: no panic, and what was accepted is written, read and shown as what it is.

#![no_main]

use countersign::document::render::{
    MAX_COMMENT, Shown, accept, criticmarkup, html, human, markdown, reject,
};
use countersign::document::{ChangeFilter, Comparison, replay};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let comparison = match Comparison::from_json(bytes) {
        Ok(comparison) => comparison,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let written = comparison.to_json(true, true);
    let again = Comparison::from_json(written.as_bytes()).expect("what was written is read");
    assert_eq!(again.to_json(true, true), written);
    // Similarities are written with four digits, so what was read first may have more.
    assert_eq!(again.changes.len(), comparison.changes.len());
    assert_eq!(Comparison::from_json(again.to_json(true, true).as_bytes()).ok(), Some(again));
    for change in &comparison.changes {
        if !change.inline.is_empty() {
            assert_eq!(replay(&change.source_text, &change.inline).as_ref(), Some(&change.test_text));
        }
        let _ = comparison.places(change);
    }
    let statistics = comparison.statistics();
    assert_eq!(statistics.counts.total, comparison.changes.len());
    let allowed =
        ChangeFilter { address_prefixes: vec!["/section[1]".to_owned()], ..ChangeFilter::default() };
    for allowed in [None, Some(&allowed)] {
        let shown = Shown { comparison: &comparison, source_name: "a", test_name: "b", allowed };
        assert!(!human(&shown, false).chars().any(|c| c != '\n' && countersign::inert::is_hidden(c)));
        assert!(markdown(&shown).len() <= MAX_COMMENT);
        let _ = html(&shown);
        // Changes may say less than the trees do; the markup of what they say is sound all the same.
        let text = criticmarkup(&shown);
        assert!(accept(&text).is_ok() && reject(&text).is_ok());
    }
});
