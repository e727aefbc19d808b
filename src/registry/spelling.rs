//! The grammar of a content format text: Content-Format-Spec of RFC 9193 section 6.

/// A content format as it is spelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Spelling<'a> {
    /// A CoAP Content-Format number.
    Number(u16),
    /// A media type with parameters and content codings, in order.
    Media { media: MediaType<'a>, codings: Vec<&'a str> },
}

/// A media type with its parameters in order; quoted values without their quotes and backslashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MediaType<'a> {
    pub(super) kind: &'a str,
    pub(super) subtype: &'a str,
    pub(super) parameters: Vec<(&'a str, String)>,
}

/// The longest type or subtype name (RFC 6838 section 4.2).
const NAME_BYTES: usize = 127;

/// Reads a whole text; `None` when it breaks the grammar, or the number is beyond 65535.
pub(super) fn read(text: &str) -> Option<Spelling<'_>> {
    if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
        let leading_zero = text.len() > 1 && text.starts_with('0');
        return if leading_zero { None } else { text.parse().ok().map(Spelling::Number) };
    }
    let mut rest = text;
    let media = media_type(&mut rest)?;
    let mut codings = Vec::new();
    while let Some(after) = rest.strip_prefix('@') {
        rest = after;
        codings.push(take(&mut rest, is_token)?);
    }
    rest.is_empty().then_some(Spelling::Media { media, codings })
}

/// Reads a media type with parameters and nothing after it, as registrations spell it.
pub(super) fn read_media_type(text: &str) -> Option<MediaType<'_>> {
    let mut rest = text;
    media_type(&mut rest).filter(|_| rest.is_empty())
}

fn media_type<'a>(rest: &mut &'a str) -> Option<MediaType<'a>> {
    let kind = restricted_name(rest)?;
    *rest = rest.strip_prefix('/')?;
    let subtype = restricted_name(rest)?;
    let mut parameters = Vec::new();
    while let Some(after) = rest.trim_start_matches(' ').strip_prefix(';') {
        *rest = after.trim_start_matches(' ');
        let name = take(rest, is_token)?;
        *rest = rest.strip_prefix('=')?;
        let value = match rest.strip_prefix('"') {
            Some(after) => {
                *rest = after;
                quoted(rest)?
            }
            None => take(rest, is_token)?.to_owned(),
        };
        parameters.push((name, value));
    }
    Some(MediaType { kind, subtype, parameters })
}

fn restricted_name<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let name = take(rest, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'!' | b'#' | b'$' | b'&' | b'-' | b'^' | b'_' | b'.' | b'+')
    })?;
    (name.len() <= NAME_BYTES && name.starts_with(|c: char| c.is_ascii_alphanumeric())).then_some(name)
}

/// What follows an opening quote, up to and with the closing one.
fn quoted(rest: &mut &str) -> Option<String> {
    let mut value = String::new();
    let mut characters = rest.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => {
                *rest = rest.get(at + 1..)?;
                return Some(value);
            }
            '\\' => value.push(characters.next().map(|(_, c)| c).filter(|c| matches!(c, ' '..='~'))?),
            ' '..='~' => value.push(c),
            _ => return None,
        }
    }
    None
}

/// The longest nonempty beginning of allowed bytes, taken off.
fn take<'a>(rest: &mut &'a str, allowed: impl Fn(u8) -> bool) -> Option<&'a str> {
    let end = rest.bytes().position(|b| !allowed(b)).unwrap_or(rest.len());
    let (taken, after) = rest.split_at_checked(end)?;
    *rest = after;
    (!taken.is_empty()).then_some(taken)
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'!' | b'#'
                | b'$'
                | b'%'
                | b'&'
                | b'\''
                | b'*'
                | b'+'
                | b'-'
                | b'.'
                | b'^'
                | b'_'
                | b'`'
                | b'|'
                | b'~'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn media<'a>(
        kind: &'a str,
        subtype: &'a str,
        parameters: &[(&'a str, &str)],
        codings: &[&'a str],
    ) -> Option<Spelling<'a>> {
        let parameters = parameters.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        Some(Spelling::Media { media: MediaType { kind, subtype, parameters }, codings: codings.to_vec() })
    }

    #[test]
    fn numbers_have_no_leading_zero_and_sixteen_bits() {
        assert_eq!(read("0"), Some(Spelling::Number(0)));
        assert_eq!(read("65535"), Some(Spelling::Number(65535)));
        for text in ["65536", "00", "050", "99999999999999999999", "-1", "+1", " 1", "1 ", "1@gzip", "１"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn media_types_have_parameters_and_codings_in_order() {
        assert_eq!(read("a/b"), media("a", "b", &[], &[]));
        assert_eq!(read("a/b@x@y"), media("a", "b", &[], &["x", "y"]));
        assert_eq!(
            read("a/b ;  c=d;e=\"f@g\\\"\"@x"),
            media("a", "b", &[("c", "d"), ("e", "f@g\"")], &["x"])
        );
        assert_eq!(read("a/b;c=\"\""), media("a", "b", &[("c", "")], &[]));
        assert_eq!(read("1/2+json"), media("1", "2+json", &[], &[]));
    }

    #[test]
    fn anything_else_breaks_the_grammar() {
        for text in [
            "",
            "a",
            "a/",
            "/b",
            "a/b/c",
            "a/b ",
            " a/b",
            "a/b;",
            "a/b;c",
            "a/b;c=",
            "a/b;=d",
            "a/b;c =d",
            "a/b;c= d",
            "a/b;c=\"d",
            "a/b;c=\"d\"e",
            "a/b@",
            "a/b@@x",
            "a/b@x y",
            "a/b@x;c=d",
            "a/b @x",
            "a/b;\tc=d",
            "+a/b",
            "a/.b",
            "é/b",
            "a/b;c=é",
            "a/b;c=\"é\"",
            "a/b;c=\"\\\"",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn names_have_at_most_127_bytes() {
        assert!(read(&format!("a/{}", "b".repeat(127))).is_some());
        assert!(read(&format!("a/{}", "b".repeat(128))).is_none());
        assert!(read(&format!("{}/b", "a".repeat(128))).is_none());
    }
}
