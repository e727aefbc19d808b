//! Readings of the standard that a result can rest on, in the order of
//! [`Interpretations`](crate::value::interpretation::Interpretations).
//!
//! Where RFC 9880 leaves a meaning open, one reading was chosen, and a report names it where its result depends on it.

use super::Code;

const fn of(name: &'static str, title: &'static str, meaning: &'static str, remedy: &'static str) -> Code {
    Code { name, title, meaning, remedy, example: None }
}

pub(super) const INTERPRETATIONS: &[Code] = &[
    of(
        "content-format-model-meaning/1",
        "Content formats mean what the recorded registry says",
        "A `contentFormat` names a media type or a number of the CoAP Content-Formats registry. Two of them are taken for \
         the same or for different formats by their recorded registrations, and by nothing that a Thing may have agreed \
         on privately.",
        "Nothing, unless Clients and Things read the format differently; then review the change by hand.",
    ),
    of(
        "ADR0018-selected-representation",
        "Dates and times are read as RFC 3339 writes them",
        "RFC 9880 names the formats `date-time`, `date` and `time` without saying which of the spellings of RFC 3339 a \
         value takes. A text is taken for one of them when it follows the RFC 3339 grammar for it, and two texts for one \
         value when they name the same instant or day.",
        "Nothing, unless Things use another spelling; then describe it with a `pattern` instead of the format.",
    ),
    of(
        "byte-string-json/1",
        "Byte strings are base64url texts without padding",
        "In JSON, a value with the `sdfType` `byte-string` is taken for a text in the base64url alphabet of RFC 4648 \
         without padding. Whatever else stands there is no byte string.",
        "Nothing, unless Things write byte strings in another way.",
    ),
    of(
        "unix-time-posix-coordinate/1",
        "Unix times are numbers of seconds since 1970",
        "A value with the `sdfType` `unix-time` is taken for a number that counts seconds since the first moment of 1970 \
         in UTC, as POSIX counts them. A text is no such time; what a negative number means is left open.",
        "Nothing, unless Things count in another way.",
    ),
    of(
        "uuid-bare-json/1",
        "UUIDs are texts without a prefix",
        "A text of the format `uuid` is taken for 32 hexadecimal digits in five groups with hyphens between them, with no \
         `urn:uuid:` before it and no braces around it.",
        "Nothing, unless Things write UUIDs in another way; then describe that with a `pattern`.",
    ),
    of(
        "uuid-opaque-value/1",
        "UUIDs are compared as values, whatever their version",
        "Two UUIDs are one when their 128 bits are equal, so upper and lower case make no difference. No version or variant \
         is refused.",
        "Nothing, unless a version matters; then describe it with a `pattern`.",
    ),
    of(
        "copied-reference-relocation/1",
        "References inside copied content follow the copy",
        "An `sdfRef` that copies a definition also copies the references inside of it. A reference to something inside of \
         the copied definition is taken to mean its copy, so that the copy is complete in itself.",
        "Nothing, unless the original is meant; then refer to it from outside of the copied definition.",
    ),
    of(
        "undeclared-extensions-ignorable/1",
        "Undeclared extension vocabulary changes nothing else",
        "A quality that the base language does not define, in a document that declares no features, is taken for a remark: the \
         other qualities mean what they mean without it.",
        "If the vocabulary changes what values mean, list its feature in `info` `features`; the document then is undetermined \
         instead of misread.",
    ),
];
