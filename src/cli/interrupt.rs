//! What SIGINT and SIGTERM do: the process ends at once, and no staging file stays behind.
//!
//! Files are written beside their destination and then renamed, so ending at any moment leaves the old file or the new
//! one. In a container the binary is process 1, which no signal ends unless something handles it.

use std::io::Write as _;

use crate::staged;

/// Ends the process when it is asked to, from now on. Without a handler the system's own way of ending stays.
pub(super) fn watch() {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let Some((name, number)) = runtime.block_on(asked()) else { return };
        staged::abandon();
        let _ = writeln!(
            std::io::stderr(),
            "countersign: stopped by {name}; every file is as it was or written whole"
        );
        end(128 + number);
    });
}

#[allow(clippy::exit, reason = "other threads are at work and have nothing to finish")]
fn end(code: i32) {
    std::process::exit(code);
}

/// Waits for a signal: its name and number.
#[cfg(unix)]
async fn asked() -> Option<(&'static str, i32)> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt()).ok()?;
    let mut terminate = signal(SignalKind::terminate()).ok()?;
    tokio::select! {
        asked = interrupt.recv() => asked.map(|()| ("SIGINT", SignalKind::interrupt().as_raw_value())),
        asked = terminate.recv() => asked.map(|()| ("SIGTERM", SignalKind::terminate().as_raw_value())),
    }
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
async fn asked() -> Option<(&'static str, i32)> {
    tokio::signal::ctrl_c().await.ok().map(|()| ("Ctrl-C", 2))
}
