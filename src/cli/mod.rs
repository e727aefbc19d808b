//! The command line: argument types, one file per command, and what all commands share.
//!
//! Nothing below this folder prints or exits.

mod acknowledgements;
mod action;
mod changes;
mod compare;
mod completions;
mod destination;
mod details;
mod diff;
mod discovery;
pub mod exit;
mod explain;
mod identity;
mod interrupt;
pub mod output;
mod passed_over;
mod polish;
mod progress;
mod release_notes;
mod review;
mod whole_file;

use clap::{Parser, Subcommand};

pub use exit::Exit;
use output::Output;

/// Says what changed for the people who rely on a repository's SDF models, documents and data.
#[derive(Debug, Parser)]
#[command(name = "countersign", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 passed; 1 breaking, or outside the allowed scope; 3 undetermined; \
                        2 the invocation or an input is wrong; 4 a report could not be delivered.")]
pub struct Arguments {
    /// When to colour what people read.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", overrides_with = "color")]
    pub color: output::Color,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Diff(diff::Arguments),
    Review(review::Arguments),
    Action(action::Arguments),
    Compare(Box<compare::Arguments>),
    Completions(completions::Arguments),
    Explain(explain::Arguments),
    Changes(changes::Arguments),
    Polish(polish::Arguments),
    ReleaseNotes(release_notes::Arguments),
}

/// Parses the process's arguments, runs one command, and returns its exit status.
#[must_use]
pub fn main() -> std::process::ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return exit::usage(&error).into(),
    };
    interrupt::watch();
    let mut output = Output::new(arguments.color);
    let status = match arguments.command {
        Command::Diff(arguments) => diff::run(&arguments, &mut output),
        Command::Review(arguments) => review::run(arguments, &mut output),
        Command::Action(arguments) => action::run(&arguments, &mut output),
        Command::Compare(arguments) => compare::run(&arguments, &mut output),
        Command::Completions(arguments) => completions::run(&arguments, &mut output),
        Command::Explain(arguments) => explain::run(&arguments, &mut output),
        Command::Changes(arguments) => changes::run(&arguments, &mut output),
        Command::Polish(arguments) => polish::run(&arguments, &mut output),
        Command::ReleaseNotes(arguments) => release_notes::run(&arguments, &mut output),
    };
    output.finish(status).into()
}

/// A path in a message: in quotes, with everything visible.
fn quoted(path: impl AsRef<std::path::Path>) -> String {
    format!("\"{}\"", crate::inert::visible(&path.as_ref().to_string_lossy()))
}
