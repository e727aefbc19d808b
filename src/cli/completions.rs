//! `countersign completions`: completion scripts for shells.

use clap::CommandFactory as _;

use super::{Exit, Output};

/// Write a completion script for a shell to standard output.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  countersign completions bash > ~/.local/share/bash-completion/completions/countersign"
)]
pub(super) struct Arguments {
    /// The shell to complete for.
    shell: clap_complete::Shell,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Arguments::command(), "countersign", &mut script);
    output.report(&script);
    Exit::Passed
}
