//! What a document is, from its name first and its content second.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};

/// A format that documents are read in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
}

impl Format {
    /// The name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Text => "text",
        }
    }

    /// The profile that is used unless another is named.
    #[must_use]
    pub fn default_profile(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Text => "contract",
        }
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// What was detected, and what spoke for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Detection {
    /// The format; none when the document cannot be compared.
    pub format: Option<Format>,
    /// The reason, always.
    pub reason: &'static str,
}

static SIGNALS: LazyLock<Option<RegexSet>> = LazyLock::new(|| {
    RegexSet::new([
        r"(?m)^#{1,6} \S",
        r"(?m)^```",
        r"(?m)^\s{0,3}[-*+] \S",
        r"(?m)^\s{0,3}>\s",
        r"(?m)^\|.*\|\s*$",
    ])
    .ok()
});
static LINK: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\[[^\]\n]+\]\([^)\s]+\)").ok());

/// Detects a document's format from a name hint, if there is one, and its bytes.
#[must_use]
pub fn detect(path: Option<&str>, bytes: &[u8]) -> Detection {
    let found = |format, reason| Detection { format: Some(format), reason };
    let none = |reason| Detection { format: None, reason };
    let name = path.and_then(|path| path.rsplit(['/', '\\']).next()).unwrap_or_default();
    if let Some((_, extension)) = name.rsplit_once('.') {
        match extension.to_ascii_lowercase().as_str() {
            "md" | "markdown" => return found(Format::Markdown, "its name ends in .md"),
            "txt" => return found(Format::Text, "its name ends in .txt"),
            "docx" | "doc" => return none("Word documents are not read"),
            "pdf" => return none("PDF documents are not read"),
            "html" | "htm" => return none("HTML documents are not read"),
            _ => {}
        }
    }
    if bytes.starts_with(b"%PDF-") {
        return none("the content is a PDF document");
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xD0\xCF\x11\xE0") {
        return none("the content is an archive or an office document");
    }
    if bytes.contains(&0) {
        return none("the content holds NUL bytes");
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return none("the content is not UTF-8") };
    if text.trim().is_empty() {
        return none("the content is empty");
    }
    let marked = SIGNALS.as_ref().is_some_and(|set| set.is_match(text))
        || LINK.as_ref().is_some_and(|link| link.is_match(text));
    if marked {
        found(Format::Markdown, "the content has Markdown syntax")
    } else {
        found(Format::Text, "the content has no Markdown syntax")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_goes_first_and_the_content_second() {
        let format = |path: Option<&str>, text: &[u8]| detect(path, text).format.map(Format::name);
        assert_eq!(format(Some("a/B.MD"), b"plain"), Some("markdown"));
        assert_eq!(format(Some("a.txt"), b"# x"), Some("text"));
        assert_eq!(format(Some("a.docx"), b"# x"), None);
        assert_eq!(format(Some("a.md/b"), b"x"), Some("text"));
        assert_eq!(format(Some("a.rst"), b"# x"), Some("markdown"));
        assert_eq!(format(None, b"see [a](b)"), Some("markdown"));
        assert_eq!(format(None, b"1. x"), Some("text"));
        assert_eq!(format(None, b" \n"), None);
        assert_eq!(format(None, b"a\0"), None);
        assert_eq!(format(None, b"%PDF-1.7"), None);
        assert_eq!(format(None, b"\xff"), None);
    }
}
