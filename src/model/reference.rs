//! The forms of `sdfRef` and of pointers in `sdfRequired` (RFC 9880 Sections 2.3, 4.3 and 4.4).

use crate::json::pointer;

/// What a reference names, before anything is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reference<'t> {
    /// `#/…`: a place in the document that the reference is written in.
    Local(Vec<String>),
    /// `prefix:…`: the prefix, and the text after its colon.
    Global {
        /// The prefix, to be looked up in the writing document's namespace block.
        prefix: &'t str,
        /// The text that is appended to the prefix's binding.
        tail: &'t str,
    },
}

/// Reads the text of a reference.
///
/// # Errors
/// The code of the fault: a form without meaning, a malformed pointer, or a prefix that no SDF name has.
pub(super) fn parse(text: &str) -> Result<Reference<'_>, &'static str> {
    if let Some(fragment) = text.strip_prefix('#') {
        if fragment.is_empty() {
            return Err("interpretation.unresolved");
        }
        return fragment_tokens(fragment).map(Reference::Local).ok_or("reference.unavailable");
    }
    let Some((prefix, tail)) = text.split_once(':') else { return Err("interpretation.unresolved") };
    let mut characters = prefix.chars();
    let begins = characters.next();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    if begins.is_some_and(|c| c.is_ascii_alphabetic() || c == '_') && characters.all(plain) {
        return Ok(Reference::Global { prefix, tail });
    }
    // An XML name of other letters is a prefix in principle; anything else is no reference at all.
    let name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    if begins.is_some_and(|c| c.is_alphabetic() || c == '_') && prefix.chars().all(name) {
        return Err("reference.capability_unavailable");
    }
    Err("reference.syntax")
}

/// Splits a global name into its namespace and the tokens of its pointer.
///
/// # Errors
/// The name has no `#/…` part, or its pointer is malformed.
pub(super) fn split_global(name: &str) -> Result<(&str, Vec<String>), &'static str> {
    let (namespace, fragment) = name.split_once('#').ok_or("reference.capability_unavailable")?;
    if !fragment.starts_with('/') {
        return Err("reference.capability_unavailable");
    }
    Ok((namespace, fragment_tokens(fragment).ok_or("reference.unavailable")?))
}

/// Percent-decodes a URI fragment as UTF-8 and splits it as a JSON Pointer.
fn fragment_tokens(fragment: &str) -> Option<Vec<String>> {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        if byte == b'%' {
            let digit = |at: usize| tail.get(at).and_then(|&b| char::from(b).to_digit(16));
            bytes.push((digit(0)? << 4 | digit(1)?) as u8);
            rest = &tail[2..];
        } else {
            bytes.push(byte);
            rest = tail;
        }
    }
    let decoded = String::from_utf8(bytes).ok()?;
    pointer::parse(&decoded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local(text: &str) -> Vec<String> {
        match parse(text) {
            Ok(Reference::Local(tokens)) => tokens,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn pointers_are_percent_decoded_before_they_are_split() {
        assert_eq!(local("#/sdfData/%44"), ["sdfData", "D"]);
        assert_eq!(local("#/sdfObject/warning~1danger%20alarm"), ["sdfObject", "warning/danger alarm"]);
        assert_eq!(local("#/a%2Fb"), ["a", "b"]);
    }

    #[test]
    fn forms_without_a_meaning_have_a_code() {
        let code = |text| parse(text).unwrap_err();
        for text in ["", "#", "D", "/sdfData/D"] {
            assert_eq!(code(text), "interpretation.unresolved", "{text}");
        }
        for text in ["#sdfData/D", "#/a~2", "#/%zz", "#/%ff"] {
            assert_eq!(code(text), "reference.unavailable", "{text}");
        }
        assert_eq!(code("1x:#/a"), "reference.syntax");
        assert_eq!(code("é:#/a"), "reference.capability_unavailable");
        assert_eq!(parse("x:#/a"), Ok(Reference::Global { prefix: "x", tail: "#/a" }));
        assert_eq!(split_global("https://e/x#/a/b"), Ok(("https://e/x", vec!["a".into(), "b".into()])));
        assert_eq!(split_global("https://e/x"), Err("reference.capability_unavailable"));
        assert_eq!(split_global("https://e/x#a"), Err("reference.capability_unavailable"));
    }
}
