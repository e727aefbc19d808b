//! Names of git objects.

use std::fmt;
use std::str::FromStr;

/// The name of a git object: its SHA-1, shown as 40 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id([u8; 20]);

/// The text is no object name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an object name has 40 hexadecimal digits")]
pub struct NotAnId;

impl Id {
    /// The name with 40 zeros, which events use for "no commit".
    pub const ZERO: Self = Self([0; 20]);

    /// Reads 20 bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 20]) -> Self {
        Self(bytes)
    }

    /// The 20 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 20] {
        &self.0
    }

    /// True for [`Id::ZERO`].
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// The first ten digits, for people.
    #[must_use]
    pub fn short(&self) -> String {
        let mut text = self.to_string();
        text.truncate(10);
        text
    }

    /// True when these bytes are the blob of this name.
    #[must_use]
    pub fn is_blob(&self, bytes: &[u8]) -> bool {
        gix::objs::compute_hash(gix::hash::Kind::Sha1, gix::objs::Kind::Blob, bytes)
            .is_ok_and(|id| id == self.gix())
    }

    pub(super) fn from_gix(id: &gix::oid) -> Option<Self> {
        id.as_bytes().try_into().ok().map(Self)
    }

    pub(super) fn gix(self) -> gix::ObjectId {
        gix::ObjectId::Sha1(self.0)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0 {
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Id({self})")
    }
}

impl FromStr for Id {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let digits: &[u8; 40] = text.as_bytes().try_into().map_err(|_| NotAnId)?;
        let mut bytes = [0; 20];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |c: u8| (c as char).to_digit(16).and_then(|d| u8::try_from(d).ok());
            match pair {
                [high, low] => {
                    *byte = digit(*high).ok_or(NotAnId)? << 4 | digit(*low).ok_or(NotAnId)?;
                }
                _ => return Err(NotAnId),
            }
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_and_shown_in_hexadecimal() {
        let text = "0123456789abcdef0123456789abcdef01234567";
        let id: Id = text.parse().unwrap();
        assert_eq!(id.to_string(), text);
        assert_eq!(id.short(), "0123456789");
        assert_eq!(text.to_uppercase().parse(), Ok(id));
        assert_eq!(Id::from_gix(&id.gix()), Some(id));
        assert!("0".repeat(40).parse::<Id>().unwrap().is_zero());
        for wrong in
            ["", "012", &text[1..], &format!("{text}0"), &format!("{}g", &text[1..]), "ü".repeat(20).as_str()]
        {
            assert_eq!(wrong.parse::<Id>(), Err(NotAnId), "{wrong}");
        }
    }
}
