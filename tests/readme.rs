//! What the README shows is what the commands print.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use assert_cmd::Command;

/// The console block that begins with `$ cargo run -q -- ARGUMENTS`: its arguments and the output below.
fn shown() -> (Vec<String>, String) {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let block = readme.split("```console\n$ cargo run -q -- ").nth(1).unwrap();
    let (command, rest) = block.split_once('\n').unwrap();
    let output = rest.split_once("```").unwrap().0;
    (command.split(' ').map(str::to_owned).collect(), output.to_owned())
}

#[test]
fn the_first_command_prints_what_the_readme_shows_and_fails_as_it_says() {
    let (arguments, output) = shown();
    let run = Command::new(env!("CARGO_BIN_EXE_countersign")).args(arguments).output().unwrap();
    assert_eq!(String::from_utf8(run.stdout).unwrap(), output);
    assert_eq!(run.status.code(), Some(1));
}

#[test]
fn every_file_the_readme_links_to_is_there() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let links = readme.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
    let local: Vec<_> = links.filter(|link| !link.contains("://")).collect();
    assert!(local.len() > 5);
    for link in local {
        assert!(std::path::Path::new(link).exists(), "{link}");
    }
}
