//! Standard output and standard error, as every command uses them.
//!
//! A report is collected whole and written at the end, so that an error found on the way leaves standard output
//! empty. A closed or full standard output is an error (4), never a silent success.

use std::io::{self, IsTerminal as _, Write as _};

use super::Exit;
use crate::inert;

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On terminals, unless `NO_COLOR` is set or `TERM` is `dumb`; in GitHub Actions logs too.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Where a command's report and messages go.
#[derive(Debug)]
pub struct Output {
    color: bool,
    color_stderr: bool,
    report: Vec<u8>,
    /// What writes the end of the report.
    ending: Option<Ending>,
    /// Said beside a delivery failure, such as which file was written all the same.
    delivered: Vec<String>,
}

type Write = dyn FnOnce(&mut dyn io::Write) -> io::Result<()>;

struct Ending(Box<Write>);

impl std::fmt::Debug for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ending")
    }
}

impl Output {
    /// Decides colours once for both streams.
    #[must_use]
    pub fn new(color: Color) -> Self {
        let auto = |terminal: bool| {
            let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
            !set("NO_COLOR")
                && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
                && (terminal || std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true"))
        };
        let decide = |terminal: bool| match color {
            Color::Auto => auto(terminal),
            Color::Always => true,
            Color::Never => false,
        };
        Self {
            color: decide(io::stdout().is_terminal()),
            color_stderr: decide(io::stderr().is_terminal()),
            report: Vec::new(),
            ending: None,
            delivered: Vec::new(),
        }
    }

    /// True when text for people on standard output is coloured.
    #[must_use]
    pub fn color(&self) -> bool {
        self.color
    }

    /// Adds to the report on standard output.
    pub fn report(&mut self, bytes: &[u8]) {
        self.report.extend_from_slice(bytes);
    }

    /// Ends the report with what is only written when everything else went well; it may be too large to hold.
    pub fn report_at_the_end(&mut self, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()> + 'static) {
        self.ending = Some(Ending(Box::new(write)));
    }

    /// Writes a line to standard output at once, before the report: what a runner has to know first.
    pub fn say_now(&self, line: &str) {
        let _ = writeln!(io::stdout().lock(), "{line}");
    }

    /// Shows an error on standard error, one line, with what it quotes made visible.
    pub fn error(&self, message: &str) {
        self.say("error", anstyle::AnsiColor::Red, message);
    }

    /// Shows a warning on standard error.
    pub fn warning(&self, message: &str) {
        self.say("warning", anstyle::AnsiColor::Yellow, message);
    }

    /// Shows a remark on standard error.
    pub fn note(&self, message: &str) {
        self.say("note", anstyle::AnsiColor::Cyan, message);
    }

    fn say(&self, label: &str, color: anstyle::AnsiColor, message: &str) {
        let style = if self.color_stderr { color.on_default().bold() } else { anstyle::Style::new() };
        // A message may have several lines of its own making; what it quotes was escaped by whoever quoted it.
        let message: Vec<_> = message.split('\n').map(inert::visible).collect();
        let _ = writeln!(io::stderr(), "{style}{label}{style:#}: {}", message.join("\n  "));
    }

    /// Remembers something that was delivered besides the report, to be said should the report fail.
    pub fn delivered(&mut self, what: String) {
        self.delivered.push(what);
    }

    /// Writes the report and returns the status, which becomes 4 when the report cannot be written.
    #[must_use]
    pub fn finish(mut self, status: Exit) -> Exit {
        if self.report.is_empty() && self.ending.is_none() {
            return status;
        }
        let ending = self.ending.take();
        match write_all(&self.report, ending) {
            Ok(()) => status,
            Err(error) => {
                // A reader that went away has seen what it wanted; everything else is worth a line.
                if error.kind() != io::ErrorKind::BrokenPipe {
                    self.error(&format!("cannot write to standard output: {error}"));
                }
                for what in &self.delivered {
                    self.note(what);
                }
                Exit::Undelivered
            }
        }
    }
}

fn write_all(report: &[u8], ending: Option<Ending>) -> io::Result<()> {
    refuse_closed()?;
    let mut stdout = io::stdout().lock();
    stdout.write_all(report)?;
    if let Some(Ending(write)) = ending {
        write(&mut stdout)?;
    }
    stdout.flush()
}

/// Rust answers a write to a standard output that was closed at start with success, so it is asked for first.
pub(super) fn refuse_closed() -> io::Result<()> {
    if stdout_is_closed() { Err(io::Error::other("it is closed")) } else { Ok(()) }
}

/// On Linux a descriptor that was closed at start was reopened on `/dev/null` by the runtime for reading and writing.
fn stdout_is_closed() -> bool {
    #[cfg(target_os = "linux")]
    {
        let flags = std::fs::read_to_string("/proc/self/fdinfo/1").unwrap_or_default();
        let target = std::fs::read_link("/proc/self/fd/1").unwrap_or_default();
        let read_write = flags
            .lines()
            .find_map(|line| line.strip_prefix("flags:"))
            .is_some_and(|flags| u32::from_str_radix(flags.trim(), 8).is_ok_and(|flags| flags & 0o3 == 0o2));
        // A shell opens `> /dev/null` for writing only.
        target == std::path::Path::new("/dev/null") && read_write
    }
    #[cfg(not(target_os = "linux"))]
    {
        false
    }
}
