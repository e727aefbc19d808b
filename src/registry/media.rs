//! The few media types whose parameters have a known meaning here.

use super::spelling::MediaType;

/// A media type and what its parameters mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Media {
    /// `application/json`; its text is UTF-8 whatever a charset says.
    Json,
    /// `application/cbor`.
    Cbor,
    /// `text/plain` in US-ASCII, which is its default.
    AsciiText,
    /// `text/plain` in UTF-8.
    Utf8Text,
}

/// Reads a media type through the rules; `None` when they say nothing about it.
pub(super) fn read(media: &MediaType<'_>) -> Option<Media> {
    let is = |kind: &str, subtype: &str| {
        media.kind.eq_ignore_ascii_case(kind) && media.subtype.eq_ignore_ascii_case(subtype)
    };
    let charset = match media.parameters.as_slice() {
        [] => None,
        [(name, value)] if name.eq_ignore_ascii_case("charset") => Some(value.as_str()),
        _ => return None,
    };
    match charset {
        _ if is("application", "json") => Some(Media::Json),
        None if is("application", "cbor") => Some(Media::Cbor),
        None if is("text", "plain") => Some(Media::AsciiText),
        Some(charset) if is("text", "plain") && charset.eq_ignore_ascii_case("us-ascii") => {
            Some(Media::AsciiText)
        }
        Some(charset) if is("text", "plain") && charset.eq_ignore_ascii_case("utf-8") => {
            Some(Media::Utf8Text)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::spelling::read_media_type;
    use super::*;

    #[test]
    fn parameters_are_known_for_three_media_types() {
        for (text, expected) in [
            ("application/json", Some(Media::Json)),
            ("APPLICATION/Json;Charset=whatever", Some(Media::Json)),
            ("application/json;charset=a;charset=a", None),
            ("application/json;profile=a", None),
            ("application/cbor", Some(Media::Cbor)),
            ("application/cbor;charset=utf-8", None),
            ("text/plain", Some(Media::AsciiText)),
            ("text/plain;charset=\"US-ascii\"", Some(Media::AsciiText)),
            ("Text/Plain; charset=UTF-8", Some(Media::Utf8Text)),
            ("text/plain;charset=latin1", None),
            ("text/plain;format=flowed", None),
            ("image/gif", None),
            ("application/senml+json", None),
        ] {
            let media = read_media_type(text).unwrap();
            assert_eq!(read(&media), expected, "{text}");
        }
    }
}
