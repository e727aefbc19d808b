//! What a run does, step by step, for somebody who asked for it: `RUNNER_DEBUG=1`, which GitHub sets when a job is run again
//! with debug logging.
//!
//! The library says what happens through `tracing` and knows nothing of a log. Only its own events are shown, not those of
//! the libraries below it, which know nothing of tokens.

use std::io::{self, Write};

use tracing::Level;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::time::uptime;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};

use crate::github::names::Token;
use crate::github::workflow;

/// Writes every event of this crate to standard error from here on.
pub(super) fn show(token: Option<Token>) {
    let layer = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_level(false)
        .with_target(false)
        .with_timer(uptime())
        .with_writer(move || Line { token: token.clone(), to: io::stderr() })
        .with_filter(filter_fn(|event| {
            let ours = event.target().split("::").next() == Some(env!("CARGO_CRATE_NAME"));
            ours && *event.level() <= Level::DEBUG
        }));
    // Whoever set one before wants to keep it, and details are no reason to fail.
    let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry().with(layer));
}

/// Where one event is written to, in one piece.
struct Line<W> {
    token: Option<Token>,
    to: W,
}

impl<W: Write> Write for Line<W> {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(event);
        let shown = workflow::detail(&format!("debug: {}", text.trim_end()), self.token.as_ref());
        writeln!(self.to, "{shown}")?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line_without_the_token() {
        let mut line = Line { token: Token::new("ghs_secret"), to: Vec::new() };
        line.write_all(b"0.1s GET /x\n::error::y ghs_secret\n").unwrap();
        assert_eq!(String::from_utf8(line.to).unwrap(), "debug: 0.1s GET /x\\u{A}::error::y ***\n");
    }
}
