//! What every command says about itself, on a terminal of eighty columns.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::process::{Command, Output};

fn countersign(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(arguments)
        .env("COLUMNS", "80")
        .env_remove("GITHUB_ACTIONS")
        .output()
        .expect("it runs")
}

fn help(command: &str) -> String {
    let arguments: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
    let output = countersign(&arguments);
    assert_eq!(output.status.code(), Some(0), "{command}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that the overview lists.
fn commands() -> Vec<String> {
    let overview = help("");
    let list = overview.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<String> =
        names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    assert!(names.len() >= 10, "{names:?}");
    names.into_iter().filter(|name| name != "help").collect()
}

#[test]
fn every_command_says_its_exit_codes_and_its_examples_stay_whole() {
    for command in commands() {
        let help = help(&command);
        assert!(help.contains("\nExit codes: 0 "), "{command}: {help}");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{command}: {help}");
        let Some(examples) = help.split("Examples:\n").nth(1).or_else(|| help.split("Example:\n").nth(1))
        else {
            // What a workflow runs is typed by nobody.
            assert_eq!(command, "action");
            continue;
        };
        let mut continued = false;
        for line in examples.lines().take_while(|line| !line.is_empty()) {
            let begins = line.starts_with("  countersign ") && !continued;
            assert!(
                begins || (continued && line.starts_with("    ")),
                "{command}: {line:?} is half a command"
            );
            continued = line.ends_with(" \\");
        }
    }
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_is_status_4_for_every_kind_of_text() {
    let program = env!("CARGO_BIN_EXE_countersign");
    for (text, redirection, says) in [
        ("--help", ">&-", true),
        ("--version", ">&-", true),
        ("diff --help", ">&-", true),
        ("help diff", ">&-", true),
        ("explain --list", ">&-", true),
        ("completions bash", ">&-", true),
        ("--help", "> /dev/full", true),
        ("explain --list", "> /dev/full", true),
    ] {
        let output =
            Command::new("sh").args(["-c", &format!("'{program}' {text} {redirection}")]).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{text} {redirection}: {stderr}");
        assert_eq!(stderr.starts_with("error: cannot write to standard output: "), says, "{text}: {stderr}");
    }
    // A reader that went away has seen what it wanted, so nothing is said.
    for text in ["--help", "explain --list"] {
        let script = format!("( sleep 0.3; exec '{program}' {text} ) | exec 0<&-");
        let script = format!("{script}; echo ${{PIPESTATUS[0]}}");
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), "4", "{text}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{text}");
    }
    for text in ["--help", "--version", "explain --list"] {
        let status =
            Command::new("sh").args(["-c", &format!("'{program}' {text} > /dev/null")]).status().unwrap();
        assert_eq!(status.code(), Some(0), "{text}");
    }
}
