//! `countersign compare`, as its users meet it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod changes;
mod command;
mod formats;
mod structure;

use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value;

fn fixture(name: &str) -> String {
    format!("tests/fixtures/compare/{name}")
}

fn compare(arguments: &[&str]) -> std::process::Output {
    Command::cargo_bin("countersign").unwrap().arg("compare").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json_of(extension: &str, options: &[&str]) -> Value {
    let (before, after) = (fixture(&format!("before.{extension}")), fixture(&format!("after.{extension}")));
    let mut arguments = vec![before.as_str(), after.as_str(), "--format", "json"];
    arguments.extend(options);
    let output = compare(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Kind, addresses, labels and matching pass of every change.
fn told(document: &Value) -> Vec<[String; 6]> {
    let list = document["changes"].as_array().unwrap();
    list.iter()
        .map(|change| {
            ["kind", "source_address", "test_address", "source_label", "test_label", "matched_by"]
                .map(|key| change[key].as_str().unwrap_or("-").to_owned())
        })
        .collect()
}

struct Scratch(tempfile::TempDir);

impl Scratch {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path: PathBuf = self.0.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }
}
