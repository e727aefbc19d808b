//! Strings: plain ones stay in the source, escaped ones are decoded beside it, and lone surrogates are kept apart.

use super::{Fault, Reader, syntax};
use crate::json::tree::TextRef;

impl Reader<'_> {
    /// Reads a string with its quotes. Text without escapes stays in the source.
    pub(super) fn text(&mut self) -> Result<TextRef, Fault> {
        let open = self.at;
        self.at += 1;
        let start = self.at;
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => {
                    let end = self.at;
                    self.at += 1;
                    return Ok(TextRef::Source { start: start as u32, end: end as u32 });
                }
                Some(b'\\') => return self.escaped_text(open, start),
                Some(0x00..=0x1F) => return Err(self.raw_control()),
                Some(_) => self.at += 1,
                None => return Err(syntax("the string has no closing quote", open)),
            }
        }
    }

    fn raw_control(&self) -> Fault {
        let byte = self.bytes[self.at];
        syntax(&format!("the control character U+{byte:04X} has to be escaped inside a string"), self.at)
    }

    fn escaped_text(&mut self, open: usize, start: usize) -> Result<TextRef, Fault> {
        let mut text: Vec<u8> = self.bytes[start..self.at].to_vec();
        let mut readable = true;
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.at += 1;
                    let plain = match self.bytes.get(self.at) {
                        Some(&b @ (b'"' | b'\\' | b'/')) => b,
                        Some(b'b') => 0x08,
                        Some(b'f') => 0x0C,
                        Some(b'n') => b'\n',
                        Some(b'r') => b'\r',
                        Some(b't') => b'\t',
                        Some(b'u') => {
                            readable &= self.unicode_escape(&mut text)?;
                            continue;
                        }
                        _ => return Err(self.unexpected("an escape such as \\n or \\u000a")),
                    };
                    text.push(plain);
                    self.at += 1;
                }
                Some(0x00..=0x1F) => return Err(self.raw_control()),
                Some(&byte) => {
                    text.push(byte);
                    self.at += 1;
                }
                None => return Err(syntax("the string has no closing quote", open)),
            }
        }
        self.at += 1;
        match String::from_utf8(text) {
            Ok(decoded) if readable => {
                let begin = self.decoded.len() as u32;
                self.decoded.push_str(&decoded);
                Ok(TextRef::Decoded { start: begin, end: self.decoded.len() as u32 })
            }
            Ok(decoded) => Ok(self.unreadable(decoded.as_bytes())),
            Err(error) => Ok(self.unreadable(error.as_bytes())),
        }
    }

    fn unreadable(&mut self, bytes: &[u8]) -> TextRef {
        let begin = self.wtf8.len() as u32;
        self.wtf8.extend_from_slice(bytes);
        TextRef::Unreadable { start: begin, end: self.wtf8.len() as u32 }
    }

    /// Decodes `\uXXXX`, or a pair of them, from the `u` on. Returns false for a lone surrogate.
    fn unicode_escape(&mut self, text: &mut Vec<u8>) -> Result<bool, Fault> {
        self.at += 1;
        let first = self.four_hex()?;
        let mut code = u32::from(first);
        if (0xD800..0xDC00).contains(&first) && self.bytes[self.at..].starts_with(b"\\u") {
            let back = self.at;
            self.at += 2;
            let second = self.four_hex()?;
            if (0xDC00..0xE000).contains(&second) {
                code = 0x10000 + ((u32::from(first) - 0xD800) << 10) + (u32::from(second) - 0xDC00);
            } else {
                self.at = back;
            }
        }
        if let Some(c) = char::from_u32(code) {
            text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            return Ok(true);
        }
        // A surrogate in the three-byte form UTF-8 would give it, so that different ones stay different.
        text.extend([0xE0 | (code >> 12) as u8, 0x80 | (code >> 6 & 0x3F) as u8, 0x80 | (code & 0x3F) as u8]);
        Ok(false)
    }

    fn four_hex(&mut self) -> Result<u16, Fault> {
        let mut code = 0u16;
        for _ in 0..4 {
            let digit = self.bytes.get(self.at).and_then(|&b| char::from(b).to_digit(16));
            let Some(digit) = digit else { return Err(self.unexpected("four hexadecimal digits after \\u")) };
            code = code << 4 | digit as u16;
            self.at += 1;
        }
        Ok(code)
    }
}
