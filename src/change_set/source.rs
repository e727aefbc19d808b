//! JSON text taken over from a document that was read, without the white space between its tokens.
//!
//! Spellings stay: a number is sent as it was written, and so is an escape. Only blanks outside strings go.

use super::TooLong;
use crate::json::{MemberRef, write_text};

/// The longest text that a change set or the result of applying one may have, in bytes.
pub const MOST_BYTES: usize = 256 << 20;

/// Appends a JSON text that is known to be well formed, without the blanks between its tokens.
pub(super) fn push_compact(out: &mut String, json: &str) {
    let mut rest = json;
    while let Some(at) = rest.find(['"', ' ', '\t', '\n', '\r']) {
        let (plain, found) = rest.split_at(at);
        out.push_str(plain);
        if !found.starts_with('"') {
            rest = found.trim_start_matches([' ', '\t', '\n', '\r']);
            continue;
        }
        let end = string_end(found);
        let (string, after) = found.split_at(end);
        out.push_str(string);
        rest = after;
    }
    out.push_str(rest);
}

/// The length of the string that begins the text, with both quotes.
fn string_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// Fails once a text has grown beyond [`MOST_BYTES`].
pub(super) fn bounded(out: &str) -> Result<(), TooLong> {
    if out.len() > MOST_BYTES { Err(TooLong) } else { Ok(()) }
}

/// Appends `/` and a name as a reference token of a JSON Pointer, escaped for a JSON string. A lone surrogate in the
/// name, which only an escape can say, stays an escape.
pub(super) fn push_token(out: &mut String, name: &[u8]) {
    out.push('/');
    push_escaped(out, name, |text| text.replace('~', "~0").replace('/', "~1"));
}

/// Appends a name with its quotes.
pub(super) fn write_name(out: &mut String, name: &[u8]) {
    out.push('"');
    push_escaped(out, name, str::to_owned);
    out.push('"');
}

/// Appends WTF-8 as it stands between the quotes of a JSON string, with `change` made of what is readable of it.
fn push_escaped(out: &mut String, name: &[u8], change: impl Fn(&str) -> String) {
    let mut rest = name;
    while !rest.is_empty() {
        let valid = match std::str::from_utf8(rest) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        let (text, broken) = rest.split_at(valid);
        let escaped = change(&String::from_utf8_lossy(text));
        let mut quoted = String::with_capacity(escaped.len() + 2);
        write_text(&mut quoted, &escaped);
        out.push_str(quoted.get(1..quoted.len() - 1).unwrap_or_default());
        let (surrogate, after) = broken.split_at(broken.len().min(3));
        if let &[lead, middle, last] = surrogate {
            let code = u32::from(lead & 0x0F) << 12 | u32::from(middle & 0x3F) << 6 | u32::from(last & 0x3F);
            out.push_str(&format!("\\u{code:04x}"));
        }
        rest = after;
    }
}

/// A name with its quotes, as it is written in its document.
pub(super) fn name_source(member: MemberRef<'_>) -> &str {
    let span = member.name_span();
    let bytes = member.value().tree().bytes();
    bytes.get(span.start..span.end).and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compact(json: &str) -> String {
        let mut out = String::new();
        push_compact(&mut out, json);
        out
    }

    #[test]
    fn blanks_between_tokens_go_and_everything_else_stays() {
        assert_eq!(compact(" { \"a b\" :\t[ 1e0 ,\r\n-0.0 ] } "), "{\"a b\":[1e0,-0.0]}");
        assert_eq!(compact(r#"[ "\" [ ", "\\\\" , " " ]"#), r#"["\" [ ","\\\\"," "]"#);
        assert_eq!(compact("1"), "1");
    }

    #[test]
    fn a_token_is_escaped_for_the_pointer_and_for_the_string() {
        let token = |name: &[u8]| {
            let mut out = String::new();
            push_token(&mut out, name);
            out
        };
        assert_eq!(token(b"a/b~c"), "/a~1b~0c");
        assert_eq!(token(b"\"quoted\"\n"), "/\\\"quoted\\\"\\u000a");
        assert_eq!(token(b"\""), "/\\\"");
        assert_eq!(token(b""), "/");
        assert_eq!(token(b"x\xED\xA0\x80y"), "/x\\ud800y");
    }
}
