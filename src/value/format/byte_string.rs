//! `byte-string`: bytes in JSON text as unpadded base64url, in the one canonical spelling.

use super::Verdict;

/// The text is not canonical unpadded base64url.
pub const REPRESENTATION: &str = "sample.byte_string_representation";

/// A byte string. Its spelling is canonical, so equal text and equal bytes are the same thing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ByteString(String);

impl ByteString {
    /// The canonical base64url text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// Reads base64url without padding; the unused low bits of the last character must be zero.
///
/// ```
/// use countersign::value::format::byte_string;
/// assert!(byte_string("AA").is_valid());
/// assert!(!byte_string("AB").is_valid());
/// ```
#[must_use]
pub fn byte_string(text: &str) -> Verdict<ByteString> {
    if is_canonical(text) {
        Verdict::Valid(ByteString(text.to_owned()))
    } else {
        Verdict::Invalid(REPRESENTATION)
    }
}

fn is_canonical(text: &str) -> bool {
    let mut last = 0u8;
    for byte in text.bytes() {
        match sextet(byte) {
            Some(value) => last = value,
            None => return false,
        }
    }
    match text.len() % 4 {
        0 => true,
        2 => last & 0x0F == 0,
        3 => last & 0x03 == 0,
        _ => false,
    }
}

fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'-' => Some(62),
        b'_' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_the_canonical_tail_is_a_spelling() {
        for (text, valid) in [
            ("", true),
            ("A", false),
            ("AA", true),
            ("AB", false),
            ("AQ", true),
            ("AAA", true),
            ("AAB", false),
            ("AAE", true),
            ("AAAA", true),
            ("-_-_", true),
            ("+/+/", false),
            ("AA==", false),
            ("AA\n", false),
            ("!", false),
            ("éé", false),
        ] {
            assert_eq!(byte_string(text).is_valid(), valid, "{text}");
        }
    }

    proptest! {
        #[test]
        fn accepts_exactly_what_an_independent_decoder_accepts(text in "[A-Za-f0-9_=-]{0,7}") {
            prop_assert_eq!(byte_string(&text).is_valid(), URL_SAFE_NO_PAD.decode(&text).is_ok());
        }
    }
}
