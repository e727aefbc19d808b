//! Polishing large Markdown texts: the time per byte stays the same from 1 MB to 10 MB.

use std::fmt::Write as _;

use countersign::polish::projection::{Detail, to_json};
use countersign::polish::{defaults, polish, select};
use divan::Bencher;
use divan::counter::BytesCount;

fn main() {
    divan::main();
}

const SIZES: [usize; 3] = [1_000_000, 2_500_000, 10_000_000];

/// A text of about `bytes` bytes with something to do for every modifier in each section.
fn text(bytes: usize) -> String {
    let mut text = String::new();
    let mut section = 0;
    while text.len() < bytes {
        let _ = write!(
            text,
            "##  Section {section}\nSome prose  with `code  ` and [a link](https://example.com/{section} \"t\"). \n\n\n\
             * one\n* two  \n  more\n\n```\ncode  \n\n\n```\nEnd of {section}, thanks @someone for #{section}.\n"
        );
        section += 1;
    }
    text
}

/// One line, with something to do all along it.
fn one_line(bytes: usize) -> String {
    "two  spaces ".repeat(bytes / 12)
}

#[divan::bench(args = SIZES, sample_count = 3)]
fn sections(bencher: Bencher<'_, '_>, bytes: usize) {
    let modifiers = defaults();
    bencher
        .counter(BytesCount::new(bytes))
        .with_inputs(|| text(bytes))
        .bench_values(|text| polish(text, &modifiers).change_count());
}

#[divan::bench(args = SIZES, sample_count = 3)]
fn one_huge_line_and_its_projection(bencher: Bencher<'_, '_>, bytes: usize) {
    let Ok(modifiers) = select(&["default", "space-runs"]) else { return };
    bencher
        .counter(BytesCount::new(bytes))
        .with_inputs(|| one_line(bytes))
        .bench_values(|text| to_json(&polish(text, &modifiers), Detail::Changes).len());
}
