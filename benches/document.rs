//! What the claims about documents rest on: 2,000 blocks with a tenth edited align in under 50 ms on one core, and time
//! grows in step with size (8 MB take at most ten times what 1 MB takes).
//!
//! `cargo bench --bench document`. Inputs are generated and always the same. Compare the fastest samples: others share the
//! machine. On two cores of a busy one, two documents of 1 MB took 0.13 s of processor time to read, align and report
//! with both trees and every pair, two of 8 MB 1.06 s: 8.2 times as much. The peak was 157 MB, ten times the input.

use std::fmt::Write as _;

use countersign::document::{
    AlignmentConfig, BlockTree, Comparison, Format, MAX_BYTES, Options, Profile, align, compare, read,
};
use divan::Bencher;

fn main() {
    divan::main();
}

const WORDS: [&str; 32] = [
    "anchor", "barrel", "candle", "dealer", "engine", "farmer", "garden", "harbour", "island", "jacket",
    "kettle", "ladder", "market", "needle", "orchard", "pencil", "quarry", "ribbon", "saddle", "timber",
    "umbrella", "valley", "window", "yearly", "keeps", "brings", "within", "before", "after", "under", "the",
    "and",
];

/// A small generator, so that inputs are the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % sides
    }

    fn sentence(&mut self) -> String {
        let mut sentence = String::from("The");
        for _ in 0..12 + self.roll(16) {
            sentence.push(' ');
            sentence.push_str(WORDS[self.roll(WORDS.len())]);
        }
        sentence.push('.');
        sentence
    }
}

/// A document of numbered clauses under numbered headings, and the same with every tenth clause edited: a word is
/// replaced, a clause is inserted, deleted or moved to the end of its section.
fn pair(clauses: usize) -> (String, String) {
    let mut dice = Dice(7);
    let (mut source, mut test) = (String::new(), String::new());
    let mut number = 0;
    for section in 1..=clauses.div_ceil(10) {
        for side in [&mut source, &mut test] {
            let _ = write!(side, "## {section}. Section {section}\n\n");
        }
        let mut label = 0;
        let mut later = Vec::new();
        for clause in 1..=10 {
            number += 1;
            let sentence = dice.sentence();
            let _ = write!(source, "{section}.{clause} {sentence}\n\n");
            let mut put = |test: &mut String, text: &str| {
                label += 1;
                let _ = write!(test, "{section}.{label} {text}\n\n");
            };
            match (number % 10 == 3).then(|| dice.roll(4)) {
                None => put(&mut test, &sentence),
                Some(0) => {
                    let words: Vec<&str> = sentence.split(' ').collect();
                    let at = 1 + dice.roll(words.len() - 1);
                    let edited: Vec<&str> =
                        words.iter().enumerate().map(|(i, w)| if i == at { "replaced" } else { w }).collect();
                    put(&mut test, &edited.join(" "));
                }
                Some(1) => {
                    put(&mut test, &dice.sentence());
                    put(&mut test, &sentence);
                }
                Some(2) => {}
                Some(_) => later.push(sentence),
            }
        }
        for sentence in later {
            label += 1;
            let _ = write!(test, "{section}.{label} {sentence}\n\n");
        }
    }
    (source, test)
}

fn sized(megabytes: usize) -> (String, String) {
    let (sample, _) = pair(1_000);
    pair(megabytes * 1_000_000 / (sample.len() / 1_000))
}

fn options() -> Options {
    Options { format: Some(Format::Markdown), ..Options::default() }
}

fn trees(source: &str, test: &str) -> (BlockTree, BlockTree) {
    let profile = Profile::built_in("markdown").expect("the profile is built in");
    let tree = |text: &str| read(text.as_bytes(), Format::Markdown, &profile, MAX_BYTES).expect("it is read");
    (tree(source), tree(test))
}

fn compared(source: &str, test: &str) -> Comparison {
    compare(source.as_bytes(), test.as_bytes(), &options()).expect("they are compared")
}

#[divan::bench]
fn align_2000_blocks(bencher: Bencher<'_, '_>) {
    let (source, test) = pair(1_700);
    let (source, test) = trees(&source, &test);
    assert!(source.len() >= 2_000, "{} blocks", source.len());
    let config = AlignmentConfig::default();
    bencher.bench_local(|| align(&source, &test, &config));
}

#[divan::bench(args = [1, 2, 4, 8], sample_count = 9, sample_size = 1)]
fn read_one_document(bencher: Bencher<'_, '_>, megabytes: usize) {
    let (source, _) = sized(megabytes);
    let profile = Profile::built_in("markdown").expect("the profile is built in");
    bencher.bench_local(|| read(source.as_bytes(), Format::Markdown, &profile, MAX_BYTES));
}

#[divan::bench(args = [1, 2, 4, 8], sample_count = 9, sample_size = 1)]
fn compare_and_report(bencher: Bencher<'_, '_>, megabytes: usize) {
    let (source, test) = sized(megabytes);
    bencher.bench_local(|| compared(&source, &test).write_json(&mut std::io::sink(), true, true));
}

#[divan::bench(args = [1, 8], sample_count = 3, sample_size = 1)]
fn one_paragraph(bencher: Bencher<'_, '_>, megabytes: usize) {
    // Hostile rather than likely: a whole document without a blank line.
    let (source, test) = sized(megabytes);
    let flat = |text: &str| text.replace(['\n', '#'], " ");
    let (source, test) = (flat(&source), flat(&test));
    bencher.bench_local(|| compared(&source, &test).to_json(false, false));
}
