//! The documents of one revision, by source key.
//!
//! Reading never fails as a whole: a document that cannot be read, decoded or understood keeps its row with the
//! reason, and only what depends on it becomes unavailable (RFC 9880 has no notion of a file set, so the caller
//! decides what belongs to a revision).

use std::collections::HashMap;

use super::Limits;
use super::source::{KEY_BYTES, Source, SourceId, SourceInput, acquire, limit_failure};
use crate::wording::{counted, raised};

/// Why a list of sources is no revision.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// Two inputs have one key.
    #[error("two sources have the key \"{0}\"; every document of a revision has a key of its own")]
    DuplicateKey(String),
    /// A key is empty or too long.
    #[error("the source key \"{0}\" is not between 1 and 256 bytes long")]
    KeyLength(String),
    /// More sources than the limit.
    #[error("the revision has {found} sources, and the limit `sources` is {limit}; {}", raised("sources"))]
    TooManySources {
        /// How many were given.
        found: usize,
        /// The limit.
        limit: usize,
    },
}

/// The documents of one revision.
#[derive(Debug)]
pub struct Catalogue {
    sources: Vec<Source>,
    by_key: HashMap<String, SourceId>,
    limits: Limits,
}

impl Catalogue {
    /// Reads every input within the default limits.
    ///
    /// # Errors
    /// The list itself is no revision. A document that cannot be read is no error; it keeps its row.
    ///
    /// ```
    /// use countersign::{Catalogue, SourceInput};
    /// let inputs = [SourceInput::supplied("lock.sdf.json", b"{}".as_slice())];
    /// let catalogue = Catalogue::from_inputs(&inputs).unwrap();
    /// assert!(catalogue.source_id("lock.sdf.json").is_some());
    /// ```
    pub fn from_inputs(inputs: &[SourceInput]) -> Result<Self, CatalogueError> {
        Self::from_inputs_with_limits(inputs, Limits::default())
    }

    /// Reads every input within `limits`. Documents are read and decoded in parallel; their order stays.
    ///
    /// # Errors
    /// As [`Self::from_inputs`].
    pub fn from_inputs_with_limits(inputs: &[SourceInput], limits: Limits) -> Result<Self, CatalogueError> {
        Self::read(inputs, limits, None)
    }

    /// Reads the other revision within the same limits. A document whose bytes equal those of the document with its
    /// key is shared, not decoded and held a second time.
    ///
    /// # Errors
    /// As [`Self::from_inputs`].
    ///
    /// ```
    /// use countersign::{Catalogue, ComparisonRequest, SourceInput};
    /// let earlier = Catalogue::from_inputs(&[SourceInput::supplied("lock.sdf.json", b"{}".as_slice())]).unwrap();
    /// let later = earlier.beside(&[SourceInput::supplied("lock.sdf.json", b"{}".as_slice())]).unwrap();
    /// assert!(ComparisonRequest::new(&earlier, &later).compare().unwrap().differences().is_empty());
    /// ```
    pub fn beside(&self, inputs: &[SourceInput]) -> Result<Self, CatalogueError> {
        Self::read(inputs, self.limits.clone(), Some(self))
    }

    fn read(inputs: &[SourceInput], limits: Limits, beside: Option<&Self>) -> Result<Self, CatalogueError> {
        use rayon::prelude::*;
        if inputs.len() > limits.sources {
            return Err(CatalogueError::TooManySources { found: inputs.len(), limit: limits.sources });
        }
        let mut by_key = HashMap::with_capacity(inputs.len());
        for (index, input) in inputs.iter().enumerate() {
            if input.key.is_empty() || input.key.len() > KEY_BYTES {
                return Err(CatalogueError::KeyLength(input.key.clone()));
            }
            if by_key.insert(input.key.clone(), SourceId::at(index)).is_some() {
                return Err(CatalogueError::DuplicateKey(input.key.clone()));
            }
        }
        let mut sources: Vec<Source> = inputs
            .par_iter()
            .enumerate()
            .map(|(index, input)| {
                let twin = beside.and_then(|other| Some(other.source(other.source_id(&input.key)?)));
                acquire(SourceId::at(index), input, &limits, twin)
            })
            .collect();
        let mut total = 0u64;
        for source in &mut sources {
            total += source.retained_bytes() as u64;
            if total > limits.revision_bytes {
                source.document = Err(limit_failure(
                    "revision-bytes",
                    format!(
                        "the revision holds more than {} up to here (limit `revision-bytes`); {}",
                        counted(limits.revision_bytes, "byte", "bytes"),
                        raised("revision-bytes")
                    ),
                ));
            }
        }
        Ok(Self { sources, by_key, limits })
    }

    /// The source with this key.
    #[must_use]
    pub fn source_id(&self, key: &str) -> Option<SourceId> {
        self.by_key.get(key).copied()
    }

    /// A source by number; every number of this catalogue has one.
    #[must_use]
    pub fn source(&self, id: SourceId) -> &Source {
        &self.sources[id.index()]
    }

    /// All sources in the order they were given.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The limits the revision was read within.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(documents: &[(&str, &str)]) -> Vec<SourceInput> {
        documents.iter().map(|(key, text)| SourceInput::supplied(*key, text.as_bytes())).collect()
    }

    /// Whether both revisions hold one copy of the document with this key.
    fn is_shared(earlier: &Catalogue, later: &Catalogue, key: &str) -> bool {
        let tree = |catalogue: &Catalogue| -> *const crate::json::Tree {
            catalogue.source(catalogue.source_id(key).unwrap()).document().unwrap()
        };
        tree(earlier) == tree(later)
    }

    #[test]
    fn a_document_with_the_bytes_of_the_other_revision_is_held_once() {
        let earlier = Catalogue::from_inputs(&inputs(&[("a", "{}"), ("b", r#"{"x":1}"#)])).unwrap();
        let later = earlier.beside(&inputs(&[("b", r#"{"x":2}"#), ("c", "{}"), ("a", "{}")])).unwrap();
        assert!(is_shared(&earlier, &later, "a"));
        assert!(!is_shared(&earlier, &later, "b"));
        assert_eq!(later.source_id("a").map(SourceId::number), Some(3));
    }

    #[test]
    fn what_could_not_be_read_is_read_again_for_the_other_revision() {
        let earlier = Catalogue::from_inputs(&inputs(&[("a", "{"), ("b", "")])).unwrap();
        let later = earlier.beside(&inputs(&[("a", "{"), ("b", "")])).unwrap();
        for source in later.sources() {
            let twin = earlier.source(earlier.source_id(source.key()).unwrap());
            assert_eq!(source.document().err(), twin.document().err());
            assert!(source.document().is_err());
        }
    }
}
