//! The small names that everything on GitHub is addressed by, checked once where they come in.

use std::fmt;

/// The full id of a commit, tree or blob: 40 (SHA-1) or 64 (SHA-256) lower-case hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(String);

impl ObjectId {
    /// Reads a full object id; `None` for anything else, such as a short id or a branch name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let full = matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        full.then(|| Self(text.to_ascii_lowercase()))
    }

    /// True for the all-zero id, which means "no commit" in a push.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.bytes().all(|byte| byte == b'0')
    }

    /// The hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first digits, as people quote them.
    #[must_use]
    pub fn short(&self) -> &str {
        self.0.get(..9).unwrap_or(&self.0)
    }
}

impl From<crate::repository::Id> for ObjectId {
    fn from(id: crate::repository::Id) -> Self {
        Self(id.to_string())
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A repository's owner and name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    owner: String,
    name: String,
}

impl Repository {
    /// Reads `owner/name`; `None` when it is not made of the characters that GitHub allows.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (owner, name) = text.split_once('/')?;
        let allowed = |part: &str| {
            !part.is_empty()
                && part.len() <= 100
                && part != "."
                && part != ".."
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
        };
        (allowed(owner) && allowed(name)).then(|| Self { owner: owner.to_owned(), name: name.to_owned() })
    }

    /// The owner.
    #[must_use]
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// The name without the owner.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for Repository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.owner, self.name)
    }
}

/// The token of the job. It shows itself nowhere: not in `Debug`, not in an error, not in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Takes a token; `None` when it is empty or holds anything that cannot stand in a header.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let sound =
            !text.is_empty() && text.len() <= 4096 && text.bytes().all(|byte| byte.is_ascii_graphic());
        sound.then(|| Self(text.to_owned()))
    }

    /// The token itself, for the authorization header and the mask command only.
    pub(super) fn expose(&self) -> &str {
        &self.0
    }

    /// `text` without the token, should it have found its way in there.
    pub(super) fn redact(&self, text: &str) -> String {
        text.replace(&self.0, "***")
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(***)")
    }
}

/// One part of an address's path, percent-encoded.
pub(super) fn encode(part: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::with_capacity(part.len());
    for byte in part.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_id_is_full_or_it_is_none() {
        assert_eq!(ObjectId::parse(&"AB".repeat(20)).unwrap().as_str(), "ab".repeat(20));
        assert!(ObjectId::parse(&"0".repeat(64)).unwrap().is_zero());
        for text in ["", "abc1234", "main", &"g".repeat(40), &"a".repeat(41)] {
            assert_eq!(ObjectId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_repository_name_cannot_leave_its_place_in_an_address() {
        assert_eq!(Repository::parse("octo/lamps").unwrap().to_string(), "octo/lamps");
        for text in ["octo", "octo/", "/x", "octo/..", "a/b/c", "a b/c", "octo/x?y", "octo/x%2f"] {
            assert_eq!(Repository::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_token_never_shows_itself() {
        let token = Token::new("ghs_secret").unwrap();
        assert_eq!(format!("{token:?}"), "Token(***)");
        assert_eq!(token.redact("with ghs_secret inside"), "with *** inside");
        assert_eq!(Token::new(""), None);
        assert_eq!(Token::new("a\nb"), None);
    }

    #[test]
    fn path_parts_are_encoded() {
        assert_eq!(encode("v1/ä?#"), "v1%2F%C3%A4%3F%23");
    }
}
