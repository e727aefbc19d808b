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

#[test]
fn a_process_killed_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("signed.json");
    let model = |count: usize| {
        let properties: Vec<_> = (0..count).map(|n| format!(r#""p{n}":{{"type":"integer"}}"#)).collect();
        format!(r#"{{"sdfObject":{{"O":{{"sdfProperty":{{{}}}}}}}}}"#, properties.join(","))
    };
    fs::write(directory.path().join("old.sdf.json"), model(300)).unwrap();
    fs::write(directory.path().join("new.sdf.json"), model(0)).unwrap();

    let old = r#"{"differences":[],"schema":"esdieff.acknowledged-differences","version":"1"}"#;
    fs::write(&path, old).unwrap();
    let begun = Instant::now();
    assert_eq!(export(directory.path()).status().unwrap().code(), Some(1));
    let whole_run = begun.elapsed();
    let new = fs::read_to_string(&path).unwrap();
    assert!(new.len() > 10_000);

    let mut random = 0x2545_F491_4F6C_DD1Du64;
    let (mut kept, mut replaced) = (0, 0);
    for _ in 0..1000 {
        fs::write(&path, old).unwrap();
        let mut child = export(directory.path()).spawn().unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(whole_run.mul_f64((random >> 40) as f64 / (1u64 << 24) as f64 * 1.2));
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
