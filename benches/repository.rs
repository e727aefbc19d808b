//! Reading a revision of 10,000 files, and comparing the lines of long files.
//!
//! What it measures: `listing` walks the trees of a packed repository (100 directories of 100 files), `contents` reads
//! all its blobs (1 KiB each), `history` finds the merge base below 10,000 commits on either side, `lines` compares
//! files of 100,000 lines that differ in 1,000 places, and `lines_without_anything_in_common` two that share no line.

#![allow(clippy::unwrap_used, reason = "a failed step of the preparation is a failed test")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use countersign::repository::history::merge_bases;
use countersign::repository::{ChangedLines, Contents, Id, Local, Snapshot, TreeLimits};

fn main() {
    divan::main();
}

/// A repository made by `git fast-import`, which packs what it reads.
fn import(stream: &str) -> (tempfile::TempDir, Local) {
    let directory = tempfile::tempdir().unwrap();
    run(directory.path(), &["init", "-q", "-b", "main"], "");
    run(directory.path(), &["fast-import", "--quiet"], stream);
    let local = Local::containing(directory.path()).unwrap();
    (directory, local)
}

fn run(directory: &Path, arguments: &[&str], input: &str) {
    let mut git =
        Command::new("git").args(arguments).current_dir(directory).stdin(Stdio::piped()).spawn().unwrap();
    git.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    assert!(git.wait().unwrap().success());
}

fn files() -> (tempfile::TempDir, Local, Id) {
    let mut stream =
        "commit refs/heads/main\ncommitter A <a@example.com> 1700000000 +0000\ndata 0\n".to_owned();
    for n in 0..10_000 {
        let content = format!("{{\"number\": {n}, \"text\": \"{}\"}}\n", "x".repeat(990));
        let _ = writeln!(stream, "M 100644 inline d{}/f{n}.json\ndata {}\n{content}", n % 100, content.len());
    }
    let (directory, local) = import(&stream);
    let head = local.resolve("main").unwrap();
    (directory, local, head)
}

#[divan::bench(sample_count = 20)]
fn listing(bencher: divan::Bencher<'_, '_>) {
    let (_directory, local, head) = files();
    bencher.bench_local(|| {
        let snapshot = Snapshot::of_commit(&local, head, &TreeLimits::default()).unwrap();
        assert_eq!(snapshot.entries().len(), 10_000);
    });
}

#[divan::bench(sample_count = 20)]
fn open_listing_and_contents(bencher: divan::Bencher<'_, '_>) {
    let (directory, _, head) = files();
    bencher.bench_local(|| {
        let local = Local::containing(directory.path()).unwrap();
        let snapshot = Snapshot::of_commit(&local, head, &TreeLimits::default()).unwrap();
        let mut contents = Contents::default();
        contents.read(&local, snapshot.entries().iter().map(|entry| entry.id), 1 << 20, 1 << 30).unwrap();
        assert!(contents.bytes() > 10_000_000);
    });
}

#[divan::bench(sample_count = 10)]
fn history(bencher: divan::Bencher<'_, '_>) {
    let mut stream = String::new();
    let mut mark = 1;
    for branch in ["main", "side"] {
        for n in 0..10_000 {
            let _ = writeln!(
                stream,
                "commit refs/heads/{branch}\nmark :{mark}\ncommitter A <a@example.com> {} +0000\ndata 0",
                1_700_000_000 + n
            );
            if n == 0 && branch == "side" {
                stream.push_str("from :1\n");
            }
            mark += 1;
        }
    }
    let (_directory, local) = import(&stream);
    let (main, side) = (local.resolve("main").unwrap(), local.resolve("side").unwrap());
    bencher.bench_local(|| merge_bases(&local, main, side).unwrap());
}

fn numbered(lines: usize, every: usize) -> String {
    let mut text = String::new();
    for n in 0..lines {
        let _ = writeln!(text, "\"member {n}\": {},", if n % every == 0 { n + 1 } else { n });
    }
    text
}

#[divan::bench(sample_count = 20)]
fn lines(bencher: divan::Bencher<'_, '_>) {
    let (earlier, later) = (numbered(100_000, usize::MAX), numbered(100_000, 100));
    bencher.bench_local(|| ChangedLines::between(earlier.as_bytes(), later.as_bytes()));
}

#[divan::bench(sample_count = 20)]
fn lines_without_anything_in_common(bencher: divan::Bencher<'_, '_>) {
    let (earlier, later) = (numbered(100_000, usize::MAX), numbered(100_000, 1));
    bencher.bench_local(|| ChangedLines::between(earlier.as_bytes(), later.as_bytes()));
}

/// The costliest that is still searched in full: 16,000 lines of two kinds on either side, in another order.
#[divan::bench(sample_count = 5)]
fn lines_of_two_kinds(bencher: divan::Bencher<'_, '_>) {
    let text = |mut state: u32| {
        let mut text = String::new();
        for _ in 0..16_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(if state >> 31 == 0 { "{\n" } else { "}\n" });
        }
        text
    };
    let (earlier, later) = (text(1), text(2));
    bencher.bench_local(|| ChangedLines::between(earlier.as_bytes(), later.as_bytes()));
}
