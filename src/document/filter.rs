//! Which changes are meant: one value for what is shown, what may change and what the wire records.

use serde::{Deserialize, Serialize};

use super::block::is_under;
use super::change::{Change, ChangeKind};

/// A selection of changes. An empty field is no constraint; fields are joined by AND, values of a field by OR.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChangeFilter {
    /// Kinds of change.
    pub kinds: Vec<ChangeKind>,
    /// Addresses under which a change stands, in either document; whole steps only.
    pub address_prefixes: Vec<String>,
    /// Labels of the block, in either document.
    pub labels: Vec<String>,
    /// Roles of the block.
    pub roles: Vec<String>,
    /// How many characters inline operations add or delete at least. Inserts, deletes and pure moves and renumbers
    /// have none, so anything above 0 leaves them out.
    pub min_chars: usize,
    /// Whether the change has inline operations.
    pub has_inline: Option<bool>,
}

/// Why a filter cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    /// It is no JSON object of the filter's keys.
    #[error("filter: {0}")]
    Syntax(String),
    /// A prefix is no address.
    #[error("filter: \"{0}\" is no address; write \"/\" or steps such as \"/section[1]/list_item[2]\"")]
    Address(String),
}

/// True for `/` and for `/kind[n]` steps, with or without a slash at the end.
fn is_address(address: &str) -> bool {
    if address == "/" {
        return true;
    }
    let Some(steps) = address.strip_prefix('/') else { return false };
    steps.strip_suffix('/').unwrap_or(steps).split('/').all(|step| {
        step.strip_suffix(']').and_then(|step| step.split_once('[')).is_some_and(|(name, number)| {
            !name.is_empty()
                && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
                && !number.starts_with('0')
                && !number.is_empty()
                && number.bytes().all(|b| b.is_ascii_digit())
        })
    })
}

impl ChangeFilter {
    /// Reads a filter from JSON.
    ///
    /// # Errors
    /// A key is unknown, a value is of the wrong kind, or a prefix is no address.
    pub fn from_json(text: &str) -> Result<Self, FilterError> {
        serde_json::from_str::<Self>(text)
            .map_err(|error| FilterError::Syntax(error.to_string()))?
            .validated()
    }

    /// Checks the addresses, which a misspelling would turn into a filter that nothing passes.
    ///
    /// # Errors
    /// A prefix is no address.
    pub fn validated(self) -> Result<Self, FilterError> {
        match self.address_prefixes.iter().find(|prefix| !is_address(prefix)) {
            Some(prefix) => Err(FilterError::Address(prefix.clone())),
            None => Ok(self),
        }
    }

    /// True when a filter lets everything pass.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// True when a change is meant.
    #[must_use]
    pub fn admits(&self, change: &Change) -> bool {
        let either = |a: Option<&str>, b: Option<&str>, test: &dyn Fn(&str) -> bool| {
            [a, b].into_iter().flatten().any(test)
        };
        let any =
            |values: &[String], test: &dyn Fn(&String) -> bool| values.is_empty() || values.iter().any(test);
        (self.kinds.is_empty() || self.kinds.contains(&change.kind))
            && any(&self.address_prefixes, &|prefix| {
                either(change.source_address.as_deref(), change.test_address.as_deref(), &|address| {
                    is_under(address, prefix)
                })
            })
            && any(&self.labels, &|label| {
                either(change.source_label.as_deref(), change.test_label.as_deref(), &|own| own == label)
            })
            && any(&self.roles, &|role| change.role.as_deref() == Some(role.as_str()))
            && (self.min_chars == 0 || change.chars_added().max(change.chars_deleted()) >= self.min_chars)
            && self.has_inline.is_none_or(|wanted| wanted != change.inline.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked_and_unknown_keys_refused() {
        assert!(is_address("/") && is_address("/section[1]/list_item[22]/"));
        for wrong in ["", "section[1]", "/section[0]", "/section", "/Section[1]", "//", "/section[1]x"] {
            assert!(!is_address(wrong), "{wrong}");
        }
        assert!(
            ChangeFilter::from_json(r#"{"kind": []}"#).unwrap_err().to_string().contains("unknown field")
        );
        assert!(ChangeFilter::from_json(r#"{"kinds": ["split"]}"#).is_err());
        let filter = ChangeFilter::from_json(r#"{"kinds": ["move"], "has_inline": false}"#).unwrap();
        assert_eq!((filter.kinds, filter.has_inline), (vec![ChangeKind::Move], Some(false)));
    }
}
