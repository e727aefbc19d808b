//! `countersign completions`: completion scripts for shells.

use clap::CommandFactory as _;

use super::{Exit, Output};

/// Write a completion script for a shell to standard output.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  countersign completions bash > \\\n    ~/.local/share/bash-completion/completions/countersign\n\n\
                  Exit codes: 0 the script was written; 2 there is no such shell; 4 the script could not be written."
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
