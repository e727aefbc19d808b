//! What people paste from the pages is accepted: workflows, configurations, acknowledgements, command lines.

use std::collections::BTreeSet;

use assert_cmd::Command;
use countersign::comparison::DifferenceAcknowledgements;
use countersign::model::Limits;
use countersign::review::configuration;
use countersign::review::configuration::INPUTS;

use crate::pages::{blocks, pages, read};

#[test]
fn every_configuration_is_read() {
    let mut read_ones = 0;
    for page in pages() {
        for block in blocks(&read(&page), "toml") {
            read_ones += 1;
            if let Err(error) = configuration::read(&page.to_string_lossy(), block.as_bytes()) {
                panic!("{error}\n{block}");
            }
        }
    }
    assert!(read_ones >= 4, "only {read_ones} were found");
}

#[test]
fn every_acknowledgement_file_is_read() {
    let mut read_ones = 0;
    for page in pages() {
        for block in
            blocks(&read(&page), "json").into_iter().filter(|block| block.contains("esdieff.acknowledged"))
        {
            read_ones += 1;
            let file = DifferenceAcknowledgements::from_json(block.as_bytes(), &Limits::default());
            assert!(!file.unwrap_or_else(|error| panic!("{}: {error}", page.display())).entries().is_empty());
        }
    }
    assert!(read_ones >= 1);
}

/// The keys below `with:` of the steps that use this action, and everything that is used.
fn steps(workflow: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut inputs, mut used) = (Vec::new(), Vec::new());
    let (mut ours, mut with) = (false, None);
    for line in workflow.lines() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if text.starts_with("- ") {
            (ours, with) = (false, None);
        }
        if let Some(action) = text.trim_start_matches("- ").strip_prefix("uses: ") {
            used.push(action);
            ours = action.starts_with("countersign/");
        }
        match with {
            Some(column) if indent > column => {
                if ours && indent == column + 2 {
                    inputs.extend(text.split(':').next());
                }
            }
            _ => with = (text == "with:").then_some(indent),
        }
    }
    (inputs, used)
}

#[test]
fn every_workflow_gives_known_inputs_and_pins_what_it_uses() {
    let (mut workflows, mut given) = (0, 0);
    for page in pages() {
        for block in blocks(&read(&page), "yaml").into_iter().filter(|block| block.contains("\njobs:")) {
            workflows += 1;
            assert!(block.contains("\npermissions: {}\n"), "{}: {block}", page.display());
            assert!(block.contains("timeout-minutes:"), "{}: {block}", page.display());
            let (inputs, used) = steps(block);
            given += inputs.len();
            for input in inputs {
                assert!(INPUTS.contains(&input), "{}: there is no input {input}", page.display());
            }
            for action in used {
                let (_, version) = action.split_once('@').unwrap();
                let commit: String = version.chars().take_while(char::is_ascii_hexdigit).collect();
                assert!(
                    action == "countersign/countersign@main"
                        || (commit.len() == 40 && version[40..].starts_with(" # v")),
                    "{}: {action} is not pinned",
                    page.display()
                );
            }
        }
    }
    assert!(workflows >= 9 && given >= 10, "{workflows} workflows, {given} inputs");
}

#[test]
fn actions_are_the_ones_that_this_project_uses_itself() {
    let own = read(".github/workflows/ci.yml");
    for page in pages() {
        for line in read(&page).lines().filter(|line| line.contains("uses: actions/")) {
            assert!(own.contains(line.trim_start().trim_start_matches("- ")), "{}: {line}", page.display());
        }
    }
}

fn help(command: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_countersign")).args([command, "--help"]).output().unwrap();
    assert!(output.status.success(), "there is no command {command}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_command_line_uses_commands_and_options_that_there_are() {
    let mut seen = BTreeSet::new();
    for page in pages() {
        let text = read(&page);
        // Both in blocks and in sentences, on one line.
        let commands = text
            .split(['\n', '`'])
            .filter_map(|piece| piece.trim().trim_start_matches("$ ").strip_prefix("countersign "));
        for line in commands {
            let line = line.split(['#', '|', '>']).next().unwrap_or_default();
            let mut words = line.split_whitespace();
            let Some(command) = words.next() else { continue };
            let help = help(command);
            seen.insert(command.to_owned());
            for option in words.filter(|word| word.starts_with("--")) {
                let name = option.split('=').next().unwrap();
                let known = help.split_whitespace().any(|word| word.trim_end_matches(',') == name);
                assert!(known, "{}: {command} has no option {name}", page.display());
            }
        }
    }
    assert!(seen.len() >= 6, "{seen:?}");
}
