//! Change sets of large documents: the time per byte stays the same from 5 MB to 50 MB.

use std::fmt::Write as _;

use countersign::change_set::{between, equal};
use countersign::json::{ReadLimits, Tree};
use divan::Bencher;

fn main() {
    divan::main();
}

const SIZES: [usize; 3] = [5_000_000, 10_000_000, 50_000_000];

/// A document of about `bytes` bytes: half in one list, half in keyed groups; `edit` changes every hundredth group.
fn document(bytes: usize, edit: bool) -> Vec<u8> {
    let mut text = String::from("{\"list\":[0");
    let mut row = 0usize;
    while text.len() < bytes / 2 {
        let _ = write!(text, ",{{\"id\":{row},\"label\":\"row {row}\",\"level\":{row}.5,\"on\":true}}");
        row += 1;
    }
    text.push_str("],\"groups\":{\"first\":null");
    while text.len() < bytes {
        let level = if edit && row.is_multiple_of(100) { row + 1 } else { row };
        let _ = write!(
            text,
            ",\"g{row}\":{{\"label\":\"group {row}\",\"level\":{level},\"tags\":[\"a\",\"b\"]}}"
        );
        row += 1;
    }
    text.push_str("}}");
    text.into_bytes()
}

fn limits() -> ReadLimits {
    ReadLimits::default()
}

#[divan::bench(args = SIZES, sample_count = 3)]
fn read_compare_and_write(bencher: Bencher<'_, '_>, bytes: usize) {
    let (earlier, later) = (document(bytes, false), document(bytes, true));
    bencher
        .counter(divan::counter::BytesCount::new(earlier.len() + later.len()))
        .bench(|| between(&earlier, &later, &limits()).is_ok());
}

#[divan::bench(args = SIZES, sample_count = 3)]
fn equality(bencher: Bencher<'_, '_>, bytes: usize) {
    let read = || Tree::read(document(bytes, false), &limits()).ok();
    let (Some(left), Some(right)) = (read(), read()) else { return };
    bencher.counter(divan::counter::BytesCount::new(bytes)).bench(|| equal(left.root(), right.root()));
}
