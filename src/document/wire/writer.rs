//! JSON text as it grows: kept whole, or passed on while it is written.
//!
//! The comparison of two large documents is many times their size, and whoever writes it to a file need not hold it.

use std::fmt::Write as _;
use std::io;

use crate::json::write_text;

/// Appends JSON values with `", "` and `": "` between them.
pub(super) struct Writer<'w> {
    out: String,
    /// Whether the next value or key is the first of its container.
    first: bool,
    sink: Option<Sink<'w>>,
}

/// Where a text goes that is not kept, and why it went no further.
struct Sink<'w> {
    to: &'w mut dyn io::Write,
    failed: io::Result<()>,
}

/// How many bytes are collected before they are passed on.
const PORTION: usize = 1 << 16;

impl<'w> Writer<'w> {
    /// Keeps the whole text, for which there is so much room at first.
    pub(super) fn keeping(room: usize) -> Self {
        Self { out: String::with_capacity(room), first: true, sink: None }
    }

    /// Passes the text on, portion by portion.
    pub(super) fn passing_on(to: &'w mut dyn io::Write) -> Self {
        let out = String::with_capacity(2 * PORTION);
        Self { out, first: true, sink: Some(Sink { to, failed: Ok(()) }) }
    }

    fn pass_on(&mut self) {
        if let Some(sink) = &mut self.sink {
            if sink.failed.is_ok() {
                sink.failed = sink.to.write_all(self.out.as_bytes());
            }
            self.out.clear();
        }
    }

    /// The text, as far as it was kept.
    pub(super) fn into_text(self) -> String {
        self.out
    }

    /// Passes the rest on; the first error that passing on met.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.pass_on();
        self.sink.map_or(Ok(()), |sink| sink.failed)
    }

    fn separate(&mut self) {
        if !self.first {
            self.out.push_str(", ");
        }
        self.first = false;
    }

    /// A key of the format's own, which needs no escape.
    pub(super) fn key(&mut self, key: &'static str) -> &mut Self {
        self.separate();
        self.out.push('"');
        self.out.push_str(key);
        self.out.push_str("\": ");
        // The value that follows is not separated from its key.
        self.first = true;
        self
    }

    pub(super) fn open(&mut self, bracket: char) {
        self.separate();
        self.out.push(bracket);
        self.first = true;
    }

    pub(super) fn close(&mut self, bracket: char) {
        self.out.push(bracket);
        self.first = false;
        if self.out.len() >= PORTION && self.sink.is_some() {
            self.pass_on();
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.separate();
        write_text(&mut self.out, text);
    }

    pub(super) fn optional(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.raw("null"),
        }
    }

    pub(super) fn raw(&mut self, token: &str) {
        self.separate();
        self.out.push_str(token);
    }

    pub(super) fn count(&mut self, count: usize) {
        self.separate();
        let _ = write!(self.out, "{count}");
    }

    pub(super) fn bool(&mut self, value: bool) {
        self.raw(if value { "true" } else { "false" });
    }

    pub(super) fn number(&mut self, number: f64) {
        self.separate();
        let _ = write!(self.out, "{number:?}");
    }

    pub(super) fn ratio(&mut self, ratio: f64) {
        let rounded = format!("{ratio:.4}");
        self.number(rounded.parse().unwrap_or(ratio));
    }

    pub(super) fn texts<S: AsRef<str>>(&mut self, texts: impl IntoIterator<Item = S>) {
        self.open('[');
        for text in texts {
            self.text(text.as_ref());
        }
        self.close(']');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long(w: &mut Writer<'_>) {
        w.open('[');
        for number in 0..20_000 {
            w.open('[');
            w.count(number);
            w.close(']');
        }
        w.close(']');
    }

    #[test]
    fn a_text_that_is_passed_on_is_the_text_that_is_kept() {
        let mut kept = Writer::keeping(0);
        long(&mut kept);
        let mut passed = Vec::new();
        let mut writer = Writer::passing_on(&mut passed);
        long(&mut writer);
        assert!(writer.out.len() < PORTION + 20);
        writer.finish().unwrap();
        assert_eq!(passed, kept.into_text().into_bytes());
    }

    #[test]
    fn what_cannot_be_passed_on_is_an_error() {
        let mut narrow: &mut [u8] = &mut [0; 10];
        let mut writer = Writer::passing_on(&mut narrow);
        long(&mut writer);
        assert_eq!(writer.finish().unwrap_err().kind(), io::ErrorKind::WriteZero);
    }
}
