//! `uri` and `uri-reference` of RFC 3986.
//!
//! The syntax is checked in full. What a URI identifies is known for `http` and `https` only, where an authority with
//! a host is needed; any other scheme has rules of its own that are not known here, so it stays unsettled.

use std::net::Ipv6Addr;

use super::{Spelled, Verdict};

/// The text does not follow the grammar.
pub const REPRESENTATION: &str = "sample.uri_representation";
/// An `http` or `https` URI without a host.
pub const HTTP_IDENTITY: &str = "sample.http_identity";
/// A scheme whose own rules are not known here.
pub const MEANING_UNAVAILABLE: &str = "sample.resource_meaning_unavailable";

/// Reads a `URI` (RFC 3986 section 3): a scheme is needed, a fragment is allowed.
///
/// ```
/// use countersign::value::format::{Verdict, uri};
/// assert!(uri("https://example.com/a?b#c").is_valid());
/// assert!(matches!(uri("urn:isbn:0"), Verdict::Unsettled(_)));
/// assert!(matches!(uri("a/b"), Verdict::Invalid(_)));
/// ```
#[must_use]
pub fn uri(text: &str) -> Verdict<Spelled> {
    match split_scheme(text) {
        Some((scheme, rest)) => with_scheme(text, scheme, rest),
        None => Verdict::Invalid(REPRESENTATION),
    }
}

/// Reads a `URI-reference` (RFC 3986 section 4.1): a URI, or a relative reference, which may be empty.
///
/// ```
/// use countersign::value::format::uri_reference;
/// assert!(uri_reference("").is_valid());
/// assert!(uri_reference("../a?b#c").is_valid());
/// assert!(!uri_reference(":a").is_valid());
/// ```
#[must_use]
pub fn uri_reference(text: &str) -> Verdict<Spelled> {
    if let Some((scheme, rest)) = split_scheme(text) {
        return with_scheme(text, scheme, rest);
    }
    let Some(parts) = parts(text) else {
        return Verdict::Invalid(REPRESENTATION);
    };
    // Without an authority, a colon in the first segment would make it read as a scheme.
    let first_segment = parts.path.split('/').next().unwrap_or_default();
    if parts.authority.is_none() && first_segment.contains(':') {
        return Verdict::Invalid(REPRESENTATION);
    }
    Verdict::Valid(Spelled::new(text))
}

fn with_scheme(text: &str, scheme: &str, rest: &str) -> Verdict<Spelled> {
    let Some(parts) = parts(rest) else {
        return Verdict::Invalid(REPRESENTATION);
    };
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return Verdict::Unsettled(MEANING_UNAVAILABLE);
    }
    match parts.authority {
        Some(authority) if !authority.host.is_empty() => Verdict::Valid(Spelled::new(text)),
        _ => Verdict::Invalid(HTTP_IDENTITY),
    }
}

/// The scheme and what follows its colon, when the text begins with a scheme.
fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let mut bytes = scheme.bytes();
    let well_formed = bytes.next().is_some_and(|b| b.is_ascii_alphabetic())
        && bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    well_formed.then_some((scheme, rest))
}

struct Parts<'a> {
    authority: Option<Authority<'a>>,
    path: &'a str,
}

struct Authority<'a> {
    host: &'a str,
}

/// Splits what follows the scheme and checks every part; `None` when a part breaks the grammar.
fn parts(rest: &str) -> Option<Parts<'_>> {
    let (rest, fragment) = rest.split_once('#').map_or((rest, ""), |(rest, fragment)| (rest, fragment));
    let (hierarchy, query) = rest.split_once('?').map_or((rest, ""), |(rest, query)| (rest, query));
    if !spelled(fragment, is_query) || !spelled(query, is_query) {
        return None;
    }
    let (authority, path) = match hierarchy.strip_prefix("//") {
        Some(after) => {
            let (authority, path) = after.split_at(after.find('/').unwrap_or(after.len()));
            (Some(read_authority(authority)?), path)
        }
        None => (None, hierarchy),
    };
    spelled(path, |b| is_path_character(b) || b == b'/').then_some(Parts { authority, path })
}

fn read_authority(text: &str) -> Option<Authority<'_>> {
    let (userinfo, address) = text.rsplit_once('@').unwrap_or(("", text));
    if !spelled(userinfo, |b| is_unreserved(b) || is_sub_delimiter(b) || b == b':') {
        return None;
    }
    let (host, port) = if let Some(literal) = address.strip_prefix('[') {
        let (literal, after) = literal.split_once(']')?;
        if !is_ip_literal(literal) {
            return None;
        }
        (literal, after)
    } else {
        let (host, port) = address.split_at(address.find(':').unwrap_or(address.len()));
        // An IPv4 address is also a registered name by the grammar, so it needs no case of its own.
        if !spelled(host, |b| is_unreserved(b) || is_sub_delimiter(b)) {
            return None;
        }
        (host, port)
    };
    let digits = port.strip_prefix(':').or(port.is_empty().then_some(""))?;
    digits.bytes().all(|b| b.is_ascii_digit()).then_some(Authority { host })
}

fn is_ip_literal(text: &str) -> bool {
    let Some(future) = text.strip_prefix(['v', 'V']) else {
        return text.parse::<Ipv6Addr>().is_ok();
    };
    future.split_once('.').is_some_and(|(version, address)| {
        !version.is_empty()
            && version.bytes().all(|b| b.is_ascii_hexdigit())
            && !address.is_empty()
            && address.bytes().all(|b| is_unreserved(b) || is_sub_delimiter(b) || b == b':')
    })
}

/// True when every byte is allowed or begins a percent-encoded byte.
fn spelled(text: &str, allowed: impl Fn(u8) -> bool) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let fine = if byte == b'%' {
            let mut digit = || bytes.next().is_some_and(|b| b.is_ascii_hexdigit());
            digit() && digit()
        } else {
            allowed(byte)
        };
        if !fine {
            return false;
        }
    }
    true
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

fn is_sub_delimiter(byte: u8) -> bool {
    matches!(byte, b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=')
}

fn is_path_character(byte: u8) -> bool {
    is_unreserved(byte) || is_sub_delimiter(byte) || matches!(byte, b':' | b'@')
}

fn is_query(byte: u8) -> bool {
    is_path_character(byte) || matches!(byte, b'/' | b'?')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code<T>(verdict: &Verdict<T>) -> &'static str {
        match verdict {
            Verdict::Valid(_) => "valid",
            Verdict::Invalid(code) | Verdict::Unsettled(code) => code,
        }
    }

    #[test]
    fn a_uri_needs_a_scheme_and_http_needs_a_host() {
        for (text, expected) in [
            ("https://example.com", "valid"),
            ("HTTP://example.com:/", "valid"),
            ("http://user:pw@example.com:8080/a%20b;c=1/?q=/?#f/?", "valid"),
            ("http://[::1]:80/", "valid"),
            ("http://[2001:db8::192.0.2.1]/", "valid"),
            ("http://[v1.a:b]/", "valid"),
            ("http://999.999.999.999/", "valid"),
            ("http://%41/", "valid"),
            ("https://", HTTP_IDENTITY),
            ("https:device", HTTP_IDENTITY),
            ("https:", HTTP_IDENTITY),
            ("http:///path", HTTP_IDENTITY),
            ("http://:80", HTTP_IDENTITY),
            ("http://user@", HTTP_IDENTITY),
            ("urn:isbn:0", MEANING_UNAVAILABLE),
            ("coap://[::1]", MEANING_UNAVAILABLE),
            ("a:", MEANING_UNAVAILABLE),
            ("", REPRESENTATION),
            ("device", REPRESENTATION),
            ("//example.com", REPRESENTATION),
            ("1a://x", REPRESENTATION),
            ("http://exa mple.com", REPRESENTATION),
            ("http://example.com/\\", REPRESENTATION),
            ("http://example.com/é", REPRESENTATION),
            ("http://example.com/%4", REPRESENTATION),
            ("http://example.com/%zz", REPRESENTATION),
            ("http://example.com/#a#b", REPRESENTATION),
            ("http://a@b@c/", REPRESENTATION),
            ("http://[::1/", REPRESENTATION),
            ("http://[::1]x/", REPRESENTATION),
            ("http://[:::]/", REPRESENTATION),
            ("http://[v.a]/", REPRESENTATION),
            ("http://[::1%25eth0]/", REPRESENTATION),
            ("http://a:8x/", REPRESENTATION),
            ("http://a/[b]", REPRESENTATION),
            ("urn:a b", REPRESENTATION),
        ] {
            assert_eq!(code(&uri(text)), expected, "{text}");
        }
    }

    #[test]
    fn a_reference_may_be_relative_but_not_begin_like_a_broken_scheme() {
        for (text, expected) in [
            ("", "valid"),
            ("a/b", "valid"),
            ("./a:b", "valid"),
            ("/a:b", "valid"),
            ("a/b:c", "valid"),
            ("?q", "valid"),
            ("#f", "valid"),
            ("?a:b", "valid"),
            ("//", "valid"),
            ("//host/a:b", "valid"),
            ("https://example.com", "valid"),
            ("https:device", HTTP_IDENTITY),
            ("a:b", MEANING_UNAVAILABLE),
            (":a", REPRESENTATION),
            ("1:a", REPRESENTATION),
            ("a b", REPRESENTATION),
            ("%", REPRESENTATION),
        ] {
            assert_eq!(code(&uri_reference(text)), expected, "{text}");
        }
    }

    #[test]
    fn two_spellings_of_one_resource_are_not_known_to_be_equal_or_different() {
        let spelled = |text| uri(text).value().unwrap();
        assert_eq!(spelled("http://a/").equals(&spelled("http://a/")), Some(true));
        assert_eq!(spelled("http://a/").equals(&spelled("HTTP://a/")), None);
    }
}
