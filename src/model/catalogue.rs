//! The documents of one revision, by source key.
//!
//! Reading never fails as a whole: a document that cannot be read, decoded or understood keeps its row with the
//! reason, and only what depends on it becomes unavailable (RFC 9880 has no notion of a file set, so the caller
//! decides what belongs to a revision).

use crate::wording::{counted, raised};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Limits;
use crate::json::{LineIndex, NodeId, NodeRef, Position, ReadError, ReadErrorKind, Tree};

/// The longest source key, in bytes.
pub const KEY_BYTES: usize = 256;
/// The longest label, in bytes.
pub const LABEL_BYTES: usize = 512;

/// The number of a source in its revision, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(u32);

impl SourceId {
    /// The number, from 1.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }

    fn index(self) -> usize {
        self.0 as usize - 1
    }
}

/// Where one document of a revision comes from.
#[derive(Debug, Clone)]
pub struct SourceInput {
    key: String,
    label: Option<String>,
    content: Content,
}

#[derive(Debug, Clone)]
enum Content {
    File(PathBuf),
    Supplied(Arc<[u8]>),
    /// The reader met a fault before the catalogue was asked; the text says which.
    Failed(String),
}

impl SourceInput {
    /// A document that is read from a file when the catalogue is built.
    #[must_use]
    pub fn file(key: impl Into<String>, path: &Path) -> Self {
        Self { key: key.into(), label: None, content: Content::File(path.to_owned()) }
    }

    /// A document whose bytes are at hand.
    #[must_use]
    pub fn supplied(key: impl Into<String>, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self { key: key.into(), label: None, content: Content::Supplied(bytes.into()) }
    }

    /// A document that could not be read; it keeps its row with `input.acquisition`.
    #[must_use]
    pub fn failed(key: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { key: key.into(), label: None, content: Content::Failed(reason.into()) }
    }

    /// The path as people spell it, shown in reports.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }
}

/// Whether the bytes of a source could be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acquisition {
    /// Given as bytes by the caller.
    Supplied,
    /// Read from a file.
    Acquired,
    /// Not readable.
    Failed,
}

/// Whether the bytes of a source could be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decode {
    /// Read whole.
    Usable,
    /// Read, but some string or number in it has no value.
    Partial,
    /// Against the JSON grammar, against the policy on duplicate names, or no map.
    Rejected,
    /// Not decoded: not UTF-8, beyond a limit, or not acquired.
    Unavailable,
}

/// Why a source has no usable document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFailure {
    /// The stable code, such as `json.syntax`.
    pub code: &'static str,
    /// What is wrong, for people.
    pub message: String,
    /// Byte offset of the fault, where there is one.
    pub offset: Option<usize>,
    /// Line and column of the fault, where there is one.
    pub position: Option<Position>,
    /// The name of the limit that was reached, when the code is `operation.limit`.
    pub limit: Option<&'static str>,
}

/// One document of a revision, or the reason why there is none.
#[derive(Debug)]
pub struct Source {
    id: SourceId,
    key: String,
    label: Option<String>,
    acquisition: Acquisition,
    content_complete: bool,
    retained_bytes: usize,
    bytes: Arc<[u8]>,
    document: Result<Tree, SourceFailure>,
}

impl Source {
    /// The number in its revision.
    #[must_use]
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// The key by which documents of two revisions correspond.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The path as people spell it, when one was given.
    #[must_use]
    pub fn label(&self) -> Option<&str> {
        self.label.as_deref()
    }

    /// What people are shown for this source: the label, else the key.
    #[must_use]
    pub fn shown(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.key)
    }

    /// Whether the bytes could be had.
    #[must_use]
    pub fn acquisition(&self) -> Acquisition {
        self.acquisition
    }

    /// Whether `bytes` are the whole content.
    #[must_use]
    pub fn content_complete(&self) -> bool {
        self.content_complete
    }

    /// How many bytes were read.
    #[must_use]
    pub fn retained_bytes(&self) -> usize {
        self.retained_bytes
    }

    /// The bytes that were read; empty when nothing was, or when a limit was hit.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How far decoding came.
    #[must_use]
    pub fn decode(&self) -> Decode {
        match &self.document {
            Ok(tree) if tree.has_unreadable_texts() || tree.has_unavailable_numbers() => Decode::Partial,
            Ok(_) => Decode::Usable,
            Err(failure) => match failure.code {
                "json.syntax" | "input.duplicate_name" | "document.envelope" => Decode::Rejected,
                _ => Decode::Unavailable,
            },
        }
    }

    /// The document, whose root is a map.
    ///
    /// # Errors
    /// The source was not acquired, not decoded, or holds no map.
    pub fn document(&self) -> Result<&Tree, &SourceFailure> {
        self.document.as_ref()
    }

    /// A node of the document.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<NodeRef<'_>> {
        self.document.as_ref().ok().map(|tree| tree.node(id))
    }

    /// Line starts of the source, for turning byte offsets into lines and columns.
    #[must_use]
    pub fn lines(&self) -> LineIndex {
        LineIndex::new(&self.bytes)
    }
}

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
        use rayon::prelude::*;
        if inputs.len() > limits.sources {
            return Err(CatalogueError::TooManySources { found: inputs.len(), limit: limits.sources });
        }
        let mut by_key = HashMap::with_capacity(inputs.len());
        for (index, input) in inputs.iter().enumerate() {
            if input.key.is_empty() || input.key.len() > KEY_BYTES {
                return Err(CatalogueError::KeyLength(input.key.clone()));
            }
            if by_key.insert(input.key.clone(), SourceId(index as u32 + 1)).is_some() {
                return Err(CatalogueError::DuplicateKey(input.key.clone()));
            }
        }
        let mut sources: Vec<Source> = inputs
            .par_iter()
            .enumerate()
            .map(|(index, input)| acquire(SourceId(index as u32 + 1), input, &limits))
            .collect();
        let mut total = 0u64;
        for source in &mut sources {
            total += source.retained_bytes as u64;
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

fn limit_failure(limit: &'static str, message: String) -> SourceFailure {
    SourceFailure { code: "operation.limit", message, offset: None, position: None, limit: Some(limit) }
}

fn acquire(id: SourceId, input: &SourceInput, limits: &Limits) -> Source {
    let row = |acquisition, content_complete, bytes: Arc<[u8]>, document| Source {
        id,
        key: input.key.clone(),
        label: input.label.clone(),
        acquisition,
        content_complete,
        retained_bytes: bytes.len(),
        bytes,
        document,
    };
    let (acquisition, bytes) = match &input.content {
        Content::Supplied(bytes) => (Acquisition::Supplied, Arc::clone(bytes)),
        Content::File(path) => match read_bounded(path, limits.source_bytes) {
            Ok(bytes) => (Acquisition::Acquired, bytes.into()),
            Err(error) => {
                let failure = SourceFailure {
                    code: "input.acquisition",
                    message: format!("the file could not be read: {error}"),
                    offset: None,
                    position: None,
                    limit: None,
                };
                return row(Acquisition::Failed, false, Arc::from([]), Err(failure));
            }
        },
        Content::Failed(reason) => {
            let failure = SourceFailure {
                code: "input.acquisition",
                message: reason.clone(),
                offset: None,
                position: None,
                limit: None,
            };
            return row(Acquisition::Failed, false, Arc::from([]), Err(failure));
        }
    };
    if bytes.len() > limits.source_bytes {
        let failure = limit_failure(
            "source-bytes",
            format!(
                "the document is longer than {} (limit `source-bytes`); {}",
                counted(limits.source_bytes, "byte", "bytes"),
                raised("source-bytes")
            ),
        );
        let retained = Arc::from(&bytes[..limits.source_bytes]);
        return row(acquisition, false, retained, Err(failure));
    }
    let document =
        Tree::read(Arc::clone(&bytes), &limits.read()).map_err(SourceFailure::from).and_then(|tree| {
            if tree.root().kind() == crate::json::Kind::Map {
                return Ok(tree);
            }
            let offset = tree.root().span().start;
            Err(SourceFailure {
                code: "document.envelope",
                message: "an SDF document is one JSON map".to_owned(),
                offset: Some(offset),
                position: Some(crate::json::position(&bytes, offset)),
                limit: None,
            })
        });
    row(acquisition, true, bytes, document)
}

/// Reads one byte more than the limit at most, so that a file that grows meanwhile, or a device without an end,
/// stays bounded.
fn read_bounded(path: &Path, limit: usize) -> std::io::Result<Vec<u8>> {
    use std::io::Read as _;
    let file = std::fs::File::open(path)?;
    let expected = file.metadata().map_or(0, |metadata| metadata.len());
    let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or(0).min(limit) + 1);
    file.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl From<ReadError> for SourceFailure {
    fn from(error: ReadError) -> Self {
        let limit = match error.kind {
            ReadErrorKind::TooLarge(_) => Some("source-bytes"),
            ReadErrorKind::TooDeep(_) => Some("nesting"),
            ReadErrorKind::TooManyValues(_) => Some("nodes"),
            _ => None,
        };
        let named = limit.map_or(String::new(), |limit| format!(" (limit `{limit}`); {}", raised(limit)));
        Self {
            code: error.kind.code(),
            message: format!("{}{named}", error.kind),
            offset: Some(error.offset),
            position: Some(error.position),
            limit,
        }
    }
}
