//! Exit statuses, the same for every command.

use std::io::Write as _;
use std::process::ExitCode;

use super::Output;
use crate::comparison::Disposition;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: nothing unacknowledged is breaking or undetermined.
    Passed,
    /// 1: an unacknowledged breaking difference, a change outside the allowed scope, or a file that would change.
    Failed,
    /// 2: the invocation, an input file or the configuration is wrong; standard output is empty.
    Invalid,
    /// 3: nothing failed, but something is undetermined, unstable or inexpressible.
    Undetermined,
    /// 4: a report could not be written or delivered.
    Undelivered,
}

impl Exit {
    /// The process's exit code.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed => 1,
            Self::Invalid => 2,
            Self::Undetermined => 3,
            Self::Undelivered => 4,
        }
    }
}

impl From<Disposition> for Exit {
    fn from(disposition: Disposition) -> Self {
        match disposition {
            Disposition::Passed => Self::Passed,
            Disposition::Failed => Self::Failed,
            Disposition::Undetermined => Self::Undetermined,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Why a command ends without a report.
#[derive(Debug)]
pub(super) enum Stop {
    /// Exit status 2.
    Invalid(String),
    /// Exit status 4.
    Undelivered(String),
}

/// The invocation or an input is wrong.
pub(super) fn invalid(message: impl std::fmt::Display) -> Stop {
    Stop::Invalid(message.to_string())
}

/// How many notes of one kind are shown one by one.
const NOTES: usize = 10;

/// Shows the first of some notes, and how many more there are.
pub(super) fn notes(notes: &[String], output: &Output) {
    for note in notes.iter().take(NOTES) {
        output.note(note);
    }
    if notes.len() > NOTES {
        output.note(&format!("{} more of this kind", notes.len() - NOTES));
    }
}

impl Stop {
    /// Says why, and returns the exit status.
    pub(super) fn show(self, output: &Output) -> Exit {
        match self {
            Self::Invalid(message) => {
                output.error(&message);
                Exit::Invalid
            }
            Self::Undelivered(message) => {
                output.error(&message);
                Exit::Undelivered
            }
        }
    }
}

/// Shows a parse error, or the help and version texts, which clap also reports as errors.
pub(super) fn usage(error: &clap::Error) -> Exit {
    if error.use_stderr() {
        let _ = error.print();
        return Exit::Invalid;
    }
    let text = error.render();
    let written =
        super::output::refuse_closed().and_then(
            |()| match anstream::AutoStream::choice(&std::io::stdout()) {
                anstream::ColorChoice::Never => write!(std::io::stdout().lock(), "{text}"),
                _ => write!(anstream::stdout().lock(), "{}", text.ansi()),
            },
        );
    match written.and_then(|()| std::io::stdout().flush()) {
        Ok(()) => Exit::Passed,
        Err(error) => {
            // A reader that went away has seen what it wanted.
            if error.kind() != std::io::ErrorKind::BrokenPipe {
                let _ = writeln!(std::io::stderr(), "error: cannot write to standard output: {error}");
            }
            Exit::Undelivered
        }
    }
}
