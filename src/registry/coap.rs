//! CoAP Content-Format numbers: each stands for a content type and possibly a content coding.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::rows;

pub(super) const TABLE: &str = include_str!("tables/coap-content-formats.tsv");

/// What a number is registered for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registration {
    /// The media type with its parameters, as registered.
    pub content_type: &'static str,
    /// The content coding, when the number includes one.
    pub content_coding: Option<&'static str>,
}

/// The registration of a number.
///
/// ```
/// use countersign::registry::coap;
/// assert_eq!(coap::registration(50).unwrap().content_type, "application/json");
/// assert_eq!(coap::registration(999), None);
/// ```
#[must_use]
pub fn registration(number: u16) -> Option<Registration> {
    static NUMBERS: LazyLock<HashMap<u16, Registration>> =
        LazyLock::new(|| rows(TABLE).filter_map(read).collect());
    NUMBERS.get(&number).copied()
}

fn read(row: &'static str) -> Option<(u16, Registration)> {
    let (number, registered) = row.split_once('\t')?;
    let (content_type, coding) = registered.split_once('\t')?;
    let content_coding = (!coding.is_empty()).then_some(coding);
    Some((number.parse().ok()?, Registration { content_type, content_coding }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_registration() {
        assert!(rows(TABLE).all(|row| read(row).is_some()));
        assert_eq!(
            registration(11050),
            Some(Registration { content_type: "application/json", content_coding: Some("deflate") })
        );
    }
}
