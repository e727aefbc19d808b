//! Whoever kills the process, and whenever, finds the old file or the new one, never a part.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn export(directory: &std::path::Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    command
        .current_dir(directory)
        .args(["diff", "--old", "old.sdf.json", "--new", "new.sdf.json", "--format", "json"])
        .args(["--acknowledgements-output", "signed.json", "--replace-acknowledgements"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Two revisions whose comparison exports 300 entries.
fn revisions() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let model = |count: usize| {
        let properties: Vec<_> = (0..count).map(|n| format!(r#""p{n}":{{"type":"integer"}}"#)).collect();
        format!(r#"{{"sdfObject":{{"O":{{"sdfProperty":{{{}}}}}}}}}"#, properties.join(","))
    };
    fs::write(directory.path().join("old.sdf.json"), model(300)).unwrap();
    fs::write(directory.path().join("new.sdf.json"), model(0)).unwrap();
    directory
}

/// Moments spread over a time and a fifth more, the same on every run.
fn moments(within: Duration) -> impl Iterator<Item = Duration> {
    let mut random = 0x2545_F491_4F6C_DD1Du64;
    std::iter::repeat_with(move || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        within.mul_f64((random >> 40) as f64 / (1u64 << 24) as f64 * 1.2)
    })
}

#[test]
fn a_process_killed_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let directory = revisions();
    let path = directory.path().join("signed.json");

    let old = r#"{"differences":[],"schema":"esdieff.acknowledged-differences","version":"1"}"#;
    fs::write(&path, old).unwrap();
    let begun = Instant::now();
    assert_eq!(export(directory.path()).status().unwrap().code(), Some(1));
    let whole_run = begun.elapsed();
    let new = fs::read_to_string(&path).unwrap();
    assert!(new.len() > 10_000);

    let (mut kept, mut replaced) = (0, 0);
    for moment in moments(whole_run).take(1000) {
        fs::write(&path, old).unwrap();
        let mut child = export(directory.path()).spawn().unwrap();
        std::thread::sleep(moment);
        child.kill().unwrap();
        child.wait().unwrap();
        match fs::read_to_string(&path).unwrap() {
            content if content == old => kept += 1,
            content if content == new => replaced += 1,
            part => panic!("a part of {} bytes was left", part.len()),
        }
    }
    // Both happened, so the moments were spread over the whole run.
    assert!(kept > 0 && replaced > 0, "{kept} kept, {replaced} replaced within {whole_run:?}");
    assert!(whole_run < Duration::from_secs(30));
}

#[test]
fn a_file_that_does_not_fit_on_the_disk_leaves_the_old_one_and_no_staging_file() {
    let directory = revisions();
    fs::write(directory.path().join("signed.json"), "old").unwrap();
    let export = export(directory.path());
    let arguments: Vec<_> = export.get_args().map(|argument| argument.to_str().unwrap()).collect();
    // No disk is full here, but no file may grow beyond a few blocks either.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 4; exec {} {}",
        env!("CARGO_BIN_EXE_countersign"),
        arguments.join(" ")
    );
    let output = Command::new("sh").args(["-c", &limited]).current_dir(directory.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("cannot write the acknowledgements \"signed.json\": File too large"), "{said}");
    assert_eq!(fs::read_to_string(directory.path().join("signed.json")).unwrap(), "old");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 3);
}

fn send(signal: &str, child: &std::process::Child) -> bool {
    let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
    sent.unwrap().success()
}

#[test]
fn a_process_asked_to_end_at_any_moment_leaves_no_staging_file() {
    let directory = revisions();
    let begun = Instant::now();
    assert_eq!(export(directory.path()).status().unwrap().code(), Some(1));
    let whole_run = begun.elapsed();
    let mut asked = 0;
    for moment in moments(whole_run).take(100) {
        let mut child = export(directory.path()).spawn().unwrap();
        std::thread::sleep(moment);
        send("TERM", &child);
        match child.wait().unwrap().code() {
            // Before the handler stands, the system ends the process.
            Some(143) | None => asked += 1,
            code => assert_eq!(code, Some(1)),
        }
        let names = fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let staging: Vec<_> = names.filter(|name| name.to_string_lossy().contains("stage")).collect();
        assert!(staging.is_empty(), "{staging:?}");
    }
    assert!(asked > 0);
}

#[test]
fn a_signal_ends_the_process_with_its_own_code_and_leaves_no_staging_file() {
    let directory = tempfile::tempdir().unwrap();
    // Long enough to be asked in the middle.
    let model = |maximum: u32| {
        let properties: Vec<_> =
            (0..20_000).map(|n| format!(r#""p{n}":{{"type":"integer","maximum":{maximum}}}"#)).collect();
        format!(r#"{{"sdfObject":{{"O":{{"sdfProperty":{{{}}}}}}}}}"#, properties.join(","))
    };
    fs::write(directory.path().join("old.sdf.json"), model(9)).unwrap();
    fs::write(directory.path().join("new.sdf.json"), model(8)).unwrap();
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let mut child = export(directory.path()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(100));
        assert!(send(signal, &child), "the process ended before it was asked to");
        assert_eq!(child.wait().unwrap().code(), Some(code), "{signal}");
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
        assert_eq!(
            said,
            format!("countersign: stopped by SIG{signal}; every file is as it was or written whole\n")
        );
        let mut names: Vec<_> =
            fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["new.sdf.json", "old.sdf.json"], "{signal}");
    }
}
