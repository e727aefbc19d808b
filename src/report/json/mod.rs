//! The JSON report, `esdieff.report` 1.5: one compact object, members sorted by name at every level, one line feed.
//!
//! The structures below declare their members in name order, and serialising keeps that order. Details beyond
//! [`Limits::report_bytes`](crate::model::Limits::report_bytes) are left out, last ones first, and counted; the
//! envelope never is.

mod details;
mod envelope;
mod rows;

use std::io::{self, Write};

use serde::Serialize;

use self::details::Details;
use self::envelope::Envelope;
use crate::comparison::RevisionComparison;

/// The JSON report.
#[must_use]
pub fn json(comparison: &RevisionComparison<'_>) -> String {
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = write_json(comparison, &mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// Writes the JSON report.
///
/// # Errors
/// `out` refuses the bytes.
pub fn write_json(comparison: &RevisionComparison<'_>, out: &mut impl Write) -> io::Result<()> {
    let envelope = Envelope::new(comparison);
    let details = Details::within(comparison, &envelope);
    envelope.write(comparison, &details, out)
}

/// A value as compact JSON in the report's spelling.
pub(super) fn compact(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    let _ = put(&mut out, value);
    String::from_utf8(out).unwrap_or_default()
}

fn put(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(out, Spelling)).map_err(io::Error::from)
}

/// Compact JSON in which every control character is spelled `\u00xx`.
struct Spelling;

impl serde_json::ser::Formatter for Spelling {
    fn write_char_escape<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        escape: serde_json::ser::CharEscape,
    ) -> io::Result<()> {
        use serde_json::ser::CharEscape;
        let code = match escape {
            CharEscape::Quote => return writer.write_all(b"\\\""),
            CharEscape::ReverseSolidus => return writer.write_all(b"\\\\"),
            CharEscape::Solidus => return writer.write_all(b"/"),
            CharEscape::Backspace => 0x08,
            CharEscape::FormFeed => 0x0C,
            CharEscape::LineFeed => 0x0A,
            CharEscape::CarriageReturn => 0x0D,
            CharEscape::Tab => 0x09,
            CharEscape::AsciiControl(code) => code,
        };
        write!(writer, "\\u{code:04x}")
    }
}
