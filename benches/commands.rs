//! Whole commands, from start to exit, as somebody would run them.
//!
//! Every input is made here. For each workload the fastest of several runs is printed, with its throughput, its peak
//! memory as a multiple of the input, and its time as a multiple of reading and hashing the same files in this process,
//! once, on one thread; what lies in a git repository is read with `git cat-file --batch`. Absolute times say little on another machine; the ratios of one run do. What the project promises
//! stands beside what was measured.
//!
//! Run with `cargo bench --bench commands`, or one workload with `cargo bench --bench commands -- skip`.

#![allow(clippy::unwrap_used, reason = "an input that cannot be made fails the benchmark")]
#![allow(clippy::print_stdout, reason = "the figures are what a benchmark is for")]

use std::fmt::Write as _;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sha2::{Digest as _, Sha256};

/// Runs of each workload; the fastest counts.
const RUNS: usize = 5;

fn main() {
    let only: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let wanted = |name: &str| only.is_empty() || only.iter().any(|part| name.contains(part.as_str()));
    let directory = tempfile::tempdir().unwrap();
    let made = Made::new(directory.path());
    println!(
        "{:<44} {:>9} {:>12} {:>9} {:>9} {:>9}",
        "workload", "ms", "MB/s", "MB peak", "x input", "x hashing"
    );
    for workload in workloads(&made).iter().filter(|workload| wanted(workload.name)) {
        workload.measure();
    }
}

/// The inputs of all workloads.
struct Made {
    root: PathBuf,
}

/// One description of a device with a dozen definitions; about 4 kB.
fn device(number: usize, maximum: usize) -> String {
    let mut properties = String::new();
    for at in 0..8 {
        let _ = write!(
            properties,
            r#"      "p{at}": {{
        "label": "Property {at} of device {number}",
        "description": "What the device measures there, in the unit that stands beside it.",
        "type": "integer", "minimum": 0, "maximum": {}, "unit": "Cel", "observable": true
      }},
"#,
            maximum + at
        );
    }
    let mut actions = String::new();
    for at in 0..3 {
        let _ = write!(
            actions,
            r#"{}      "a{at}": {{
        "description": "Starts it, at this level.",
        "sdfInputData": {{
          "type": "object",
          "properties": {{ "level": {{ "type": "integer", "minimum": 0, "maximum": 9 }} }},
          "required": ["level"]
        }}
      }}"#,
            if at == 0 { "" } else { ",\n" }
        );
    }
    let shared = number % 20;
    format!(
        r##"{{
  "info": {{ "title": "Device {number}", "version": "1.0.0", "copyright": "example", "license": "MIT" }},
  "namespace": {{ "d": "https://example.com/devices/{number}", "c": "https://example.com/common" }},
  "defaultNamespace": "d",
  "sdfObject": {{ "Device{number}": {{
    "sdfProperty": {{
{properties}      "shared": {{ "sdfRef": "c:#/sdfData/Shared{shared}" }}
    }},
    "sdfAction": {{
{actions}
    }}
  }} }}
}}
"##
    )
}

/// What every device refers to.
fn common() -> String {
    let shared: Vec<_> =
        (0..20).map(|at| format!(r#""Shared{at}":{{"type":"number","maximum":{at}}}"#)).collect();
    format!(
        r#"{{"namespace":{{"c":"https://example.com/common"}},"defaultNamespace":"c","sdfData":{{{}}}}}"#,
        shared.join(",")
    )
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A document of one Property or of many, every one of which is narrowed in the later revision.
fn properties(count: usize, maximum: usize) -> String {
    let listed: Vec<_> =
        (0..count).map(|at| format!(r#""p{at}":{{"type":"integer","maximum":{maximum}}}"#)).collect();
    format!(r#"{{"sdfObject":{{"O":{{"sdfProperty":{{{}}}}}}}}}"#, listed.join(",\n"))
}

impl Made {
    fn new(root: &Path) -> Self {
        let made = Self { root: root.to_owned() };
        for count in [250, 10_000] {
            let base = root.join(count.to_string());
            for at in 0..count {
                let file = format!("{}/{at}.sdf.json", at / 100);
                write(&base.join("old").join(&file), &device(at, 10));
                write(&base.join("one").join(&file), &device(at, if at == 77 { 9 } else { 10 }));
                write(&base.join("all").join(&file), &device(at, 9));
            }
            for side in ["old", "one", "all"] {
                write(&base.join(side).join("common.sdf.json"), &common());
            }
        }
        for (name, count) in [("small", 1), ("flat", 25_000)] {
            write(&root.join(name).join("old/a.sdf.json"), &properties(count, 9));
            write(&root.join(name).join("new/a.sdf.json"), &properties(count, 8));
        }
        let text = |maximum: u32| {
            format!(
                r#"{{"sdfObject":{{"O":{{"description":"{}","sdfProperty":{{"p":{{"type":"integer","maximum":{maximum}}}}}}}}}}}"#,
                "What it is for, at length. ".repeat(370_000)
            )
        };
        write(&root.join("large/old/a.sdf.json"), &text(9));
        write(&root.join("large/new/a.sdf.json"), &text(8));
        made.repository();
        made
    }

    /// The 10,000 documents as two commits, for `review`.
    fn repository(&self) {
        let work = self.root.join("repository");
        fs::create_dir(&work).unwrap();
        let git = |arguments: &[&str]| {
            let identity = ["-c", "user.name=Bench", "-c", "user.email=bench@example.com", "-c", "gc.auto=0"];
            let mut git = Command::new("git");
            let status = git.args(identity).args(arguments).current_dir(&work).stdout(Stdio::null()).status();
            assert!(status.unwrap().success(), "{arguments:?}");
        };
        git(&["init", "-q", "-b", "main"]);
        for (side, tag) in [("old", "base"), ("one", "head")] {
            copy(&self.root.join("10000").join(side), &work);
            git(&["add", "-A"]);
            git(&["commit", "-qm", side]);
            git(&["tag", tag]);
        }
        git(&["repack", "-adq"]);
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Where the input of a workload lies.
enum Input {
    /// Files below directories.
    Directories(Vec<PathBuf>),
    /// The blobs of these revisions of a git repository.
    Git(PathBuf, [&'static str; 2]),
}

/// One command on one input.
struct Workload {
    name: &'static str,
    arguments: Vec<String>,
    directory: PathBuf,
    input: Input,
    /// What the project promises of it.
    promise: &'static str,
}

fn workloads(made: &Made) -> Vec<Workload> {
    let diff = |name, base: &str, new: &str, more: &[&str], promise| {
        let base = made.root.join(base);
        let mut arguments: Vec<String> =
            ["diff", "--old", "old", "--new", new, "--recursive"].map(str::to_owned).to_vec();
        arguments.extend(more.iter().map(|&argument| argument.to_owned()));
        let input = Input::Directories(vec![base.join("old"), base.join(new)]);
        Workload { name, arguments, directory: base, input, promise }
    };
    vec![
        diff("one small pair", "small", "new", &[], "below 10 ms"),
        diff("250 documents, all changed", "250", "all", &[], ""),
        diff(
            "10,000 documents, all changed",
            "10000",
            "all",
            &[],
            "per document within 20 % of 250; 4x input",
        ),
        diff("10,000 documents, one changed", "10000", "one", &[], "6x hashing; 4x input"),
        diff(
            "10,000 documents, one changed, skip identical",
            "10000",
            "one",
            &["--skip-identical"],
            "2x hashing; 4x input",
        ),
        Workload {
            name: "10,000 documents, one changed, review",
            arguments: ["review", "--base", "base", "--head", "head"].map(str::to_owned).to_vec(),
            directory: made.root.join("repository"),
            input: Input::Git(made.root.join("repository"), ["base", "head"]),
            promise: "2x hashing; 4x input",
        },
        diff("one document of 10 MB", "large", "new", &[], "4x input"),
        diff("25,000 results as SARIF", "flat", "new", &["--format", "sarif"], ""),
        diff("25,000 differences as Markdown", "flat", "new", &["--format", "markdown"], ""),
        diff("25,000 differences as JSON", "flat", "new", &["--format", "json"], ""),
    ]
}

impl Workload {
    fn measure(&self) {
        let (hashing, bytes) = (0..RUNS).map(|_| self.input.hashed()).min().unwrap();
        let time = (0..RUNS).map(|_| self.time()).min().unwrap();
        let peak = self.peak();
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let promise = if self.promise.is_empty() { String::new() } else { format!("  ({})", self.promise) };
        println!(
            "{:<44} {:>9.1} {:>12.1} {:>9.1} {:>9.2} {:>9.2}{promise}",
            self.name,
            time.as_secs_f64() * 1e3,
            megabytes(bytes) / time.as_secs_f64(),
            megabytes(peak),
            peak as f64 / bytes as f64,
            time.as_secs_f64() / hashing.as_secs_f64(),
        );
    }

    fn spawn(&self) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        command.args(&self.arguments).current_dir(&self.directory);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn time(&self) -> Duration {
        let begun = Instant::now();
        assert_eq!(self.spawn().wait().unwrap().code(), Some(1), "{}", self.name);
        begun.elapsed()
    }

    /// The most memory that a run held. Looking slows the process down, so its time does not count.
    fn peak(&self) -> u64 {
        let mut child = self.spawn();
        let status = PathBuf::from(format!("/proc/{}/status", child.id()));
        let mut peak = 0;
        while child.try_wait().unwrap().is_none() {
            // The high-water mark only grows, so the last look before the end is near the truth.
            peak = peak.max(high_water(&status).unwrap_or(0));
            std::thread::sleep(Duration::from_micros(300));
        }
        peak
    }
}

/// `VmHWM` of a process, in bytes; only where there is `/proc`.
fn high_water(status: &Path) -> Option<u64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? * 1024)
}

impl Input {
    /// Reads everything and hashes it, on one thread: how long it took, and the bytes.
    fn hashed(&self) -> (Duration, u64) {
        let begun = Instant::now();
        let bytes = match self {
            Self::Directories(directories) => hashed_files(directories),
            Self::Git(repository, revisions) => hashed_blobs(repository, revisions),
        };
        (begun.elapsed(), bytes)
    }
}

fn hashed_files(directories: &[PathBuf]) -> u64 {
    let mut bytes = 0;
    let mut pending = directories.to_vec();
    while let Some(directory) = pending.pop() {
        for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                pending.push(entry.path());
            } else {
                let content = fs::read(entry.path()).unwrap();
                bytes += content.len() as u64;
                std::hint::black_box(Sha256::digest(&content));
            }
        }
    }
    bytes
}

/// Reads the blobs of all paths of the revisions with `git cat-file --batch`.
fn hashed_blobs(repository: &Path, revisions: &[&str]) -> u64 {
    let listed: Vec<u8> = revisions
        .iter()
        .flat_map(|revision| {
            let arguments = ["ls-tree", "-r", "--format=%(objectname)", revision];
            Command::new("git").args(arguments).current_dir(repository).output().unwrap().stdout
        })
        .collect();
    let mut batch = Command::new("git")
        .args(["cat-file", "--batch"])
        .current_dir(repository)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = batch.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(&listed).unwrap());
    let mut hash = Sha256::new();
    let mut bytes = 0;
    let mut buffer = vec![0; 1 << 16];
    let mut stdout = batch.stdout.take().unwrap();
    loop {
        let read = stdout.read(&mut buffer).unwrap();
        if read == 0 {
            break;
        }
        bytes += read as u64;
        hash.update(&buffer[..read]);
    }
    writer.join().unwrap();
    assert!(batch.wait().unwrap().success());
    std::hint::black_box(hash.finalize());
    bytes
}
