//! A sign of life for long work: one line on standard error, on a terminal only, after a second of silence.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(1);
/// How long to wait for news when there is nothing to show before they come.
const IDLE: Duration = Duration::from_secs(60);

/// Says what is going on while it takes long; the line disappears when this is dropped.
#[derive(Debug)]
pub(super) struct Progress(Option<(Sender<String>, JoinHandle<()>)>);

impl Progress {
    /// Waits in the background, unless nobody is watching.
    pub(super) fn new() -> Self {
        if !io::stderr().is_terminal() {
            return Self(None);
        }
        let (stages, received) = mpsc::channel::<String>();
        let started = std::thread::Builder::new().name("progress".to_owned()).spawn(move || {
            let show = |stage: &str| {
                let _ = write!(io::stderr(), "\r\u{1b}[K{stage} …");
            };
            let begun = Instant::now();
            let mut stage = String::new();
            let mut shown = false;
            loop {
                let patience = if shown { IDLE } else { PATIENCE.saturating_sub(begun.elapsed()) };
                match received.recv_timeout(patience) {
                    Ok(next) => {
                        stage = next;
                        if shown {
                            show(&stage);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        show(&stage);
                        shown = true;
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            if shown {
                let _ = write!(io::stderr(), "\r\u{1b}[K");
            }
        });
        Self(started.ok().map(|thread| (stages, thread)))
    }

    /// Says what is being done now. The text is our own; nothing from a file belongs in it.
    pub(super) fn stage(&self, stage: String) {
        if let Some((stages, _)) = &self.0 {
            let _ = stages.send(stage);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stages, thread)) = self.0.take() {
            drop(stages);
            let _ = thread.join();
        }
    }
}
