//! JSON Pointers (RFC 6901).

/// Appends one reference token to a rendered pointer, escaping `~` and `/`.
pub fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    for c in token.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

/// Why a text is no JSON Pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PointerError {
    /// A nonempty pointer begins with `/`.
    #[error("a JSON Pointer is empty or begins with \"/\"")]
    NoLeadingSlash,
    /// `~` is followed by something other than `0` or `1`.
    #[error("\"~\" in a JSON Pointer is written \"~0\", and \"/\" inside a name \"~1\"")]
    BadEscape,
}

/// Splits a pointer into its decoded tokens.
///
/// # Errors
/// The text does not follow RFC 6901 Section 3.
///
/// ```
/// use countersign::json::pointer::parse;
/// assert_eq!(parse("/a~1b/c").unwrap(), ["a/b", "c"]);
/// ```
pub fn parse(pointer: &str) -> Result<Vec<String>, PointerError> {
    let tokens = parse_bytes(pointer.as_bytes())?;
    // Cutting at and replacing ASCII leaves UTF-8 what it is.
    Ok(tokens.iter().map(|token| String::from_utf8_lossy(token).into_owned()).collect())
}

/// Splits a pointer into its decoded tokens, as WTF-8 bytes: a name with a lone surrogate has a pointer too.
pub(crate) fn parse_bytes(pointer: &[u8]) -> Result<Vec<Vec<u8>>, PointerError> {
    if pointer.is_empty() {
        return Ok(Vec::new());
    }
    let rest = pointer.strip_prefix(b"/").ok_or(PointerError::NoLeadingSlash)?;
    rest.split(|&byte| byte == b'/').map(decode_token).collect()
}

fn decode_token(raw: &[u8]) -> Result<Vec<u8>, PointerError> {
    let mut token = Vec::with_capacity(raw.len());
    let mut bytes = raw.iter();
    while let Some(&byte) = bytes.next() {
        match byte {
            b'~' => match bytes.next() {
                Some(b'0') => token.push(b'~'),
                Some(b'1') => token.push(b'/'),
                _ => return Err(PointerError::BadEscape),
            },
            other => token.push(other),
        }
    }
    Ok(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_survive_writing_and_reading() {
        let mut pointer = String::new();
        for token in ["", "a/b", "~1", "ü"] {
            push_token(&mut pointer, token);
        }
        assert_eq!(pointer, "//a~1b/~01/ü");
        assert_eq!(parse(&pointer).unwrap(), ["", "a/b", "~1", "ü"]);
    }

    #[test]
    fn bad_pointers_are_refused_with_a_reason() {
        assert_eq!(parse("a"), Err(PointerError::NoLeadingSlash));
        assert_eq!(parse("/~2"), Err(PointerError::BadEscape));
        assert_eq!(parse("/~"), Err(PointerError::BadEscape));
        assert_eq!(parse(""), Ok(vec![]));
    }
}
