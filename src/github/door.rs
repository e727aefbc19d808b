//! The one way from the rest of the program into asynchronous code.

/// An event loop on the current thread. What a connection started goes on whenever something is run.
#[derive(Debug)]
pub struct Door(tokio::runtime::Runtime);

impl Door {
    /// Opens the event loop.
    ///
    /// # Errors
    /// The system gives none.
    pub fn open() -> std::io::Result<Self> {
        tokio::runtime::Builder::new_current_thread().enable_all().build().map(Self)
    }

    /// Runs something to its end. Not to be called from inside of what is run.
    pub fn run<F: Future>(&self, future: F) -> F::Output {
        self.0.block_on(future)
    }
}
