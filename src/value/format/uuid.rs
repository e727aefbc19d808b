//! `uuid`: the bare hyphenated form of RFC 9562, of any version and variant.

use super::Verdict;

/// The text is not a bare hyphenated UUID.
pub const REPRESENTATION: &str = "sample.uuid_representation";

/// The 16 bytes of a UUID; the case of its digits takes no part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Uuid(pub [u8; 16]);

/// Reads `8-4-4-4-12` hexadecimal digits; no `urn:uuid:` prefix, no braces.
///
/// ```
/// use countersign::value::format::uuid;
/// let upper = uuid("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6");
/// assert!(upper.is_valid());
/// assert_eq!(upper, uuid("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"));
/// ```
#[must_use]
pub fn uuid(text: &str) -> Verdict<Uuid> {
    read(text).map_or(Verdict::Invalid(REPRESENTATION), Verdict::Valid)
}

fn read(text: &str) -> Option<Uuid> {
    if text.len() != 36 {
        return None;
    }
    let mut bytes = [0u8; 16];
    let mut digits = 0usize;
    for (at, c) in text.chars().enumerate() {
        if matches!(at, 8 | 13 | 18 | 23) {
            if c != '-' {
                return None;
            }
            continue;
        }
        let digit = u8::try_from(c.to_digit(16)?).ok()?;
        let byte = bytes.get_mut(digits / 2)?;
        *byte = *byte << 4 | digit;
        digits += 1;
    }
    (digits == 32).then_some(Uuid(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_is_sixteen_bytes() {
        let mut bytes = [0u8; 16];
        bytes[0] = 0x0a;
        bytes[15] = 0xf1;
        assert_eq!(uuid("0a000000-0000-0000-0000-0000000000F1"), Verdict::Valid(Uuid(bytes)));
    }

    #[test]
    fn any_other_form_is_rejected() {
        for text in [
            "",
            "00000000-0000-0000-0000-00000000000",
            "00000000-0000-0000-0000-0000000000000",
            "00000000000000000000000000000000",
            "0000000-00000-0000-0000-000000000000",
            "g0000000-0000-0000-0000-000000000000",
            "urn:uuid:00000000-0000-0000-0000-000000000000",
            "{00000000-0000-0000-0000-000000000000}",
            "é000000-0000-0000-0000-000000000000",
            "００００-0000-0000-0000-000000000000",
        ] {
            assert_eq!(uuid(text), Verdict::Invalid(REPRESENTATION), "{text}");
        }
    }
}
