//! Reading any bytes as an acknowledgement file: no panic, and what was read can be kept by an export and read again.

#![no_main]

use countersign::comparison::DifferenceAcknowledgements;
use countersign::model::Limits;
use countersign::{Catalogue, ComparisonRequest, SourceInput};
use libfuzzer_sys::fuzz_target;

/// What is done in parallel stays on this thread, so that an input takes the same way every time, and at once.
fn one_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("the first pool");
}

fuzz_target!(init: one_thread(), |bytes: &[u8]| {
    let limits = Limits::default();
    let Ok(entries) = DifferenceAcknowledgements::from_json(bytes, &limits) else { return };
    assert!(DifferenceAcknowledgements::new(entries.entries().to_vec()).is_ok());
    let empty = Catalogue::from_inputs(&[SourceInput::supplied("a", b"{}".to_vec())]).expect("one source");
    let comparison =
        ComparisonRequest::new(&empty, &empty).acknowledgements(&entries).compare().expect("one catalogue");
    // Two empty models have no difference, so nothing is used and everything is kept.
    assert_eq!(comparison.unused_acknowledgements().len(), entries.entries().len());
    if let Ok(exported) = countersign::comparison::acknowledgement::export(&comparison, Some(&entries), true)
    {
        let again =
            DifferenceAcknowledgements::from_json(&exported.json, &limits).expect("an export is read");
        assert_eq!(again, entries);
    }
});
