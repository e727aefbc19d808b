//! One document of a revision: where it comes from, its bytes, and what became of reading them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Limits;
use crate::json::{LineIndex, NodeId, NodeRef, Position, ReadError, ReadErrorKind, Tree};
use crate::wording::{counted, raised};

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

    /// The number of the source at this position.
    pub(super) fn at(index: usize) -> Self {
        // The limit `sources` is far below.
        Self(index as u32 + 1)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize - 1
    }
}

/// Where one document of a revision comes from.
#[derive(Debug, Clone)]
pub struct SourceInput {
    pub(super) key: String,
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
    pub(super) document: Result<Arc<Tree>, SourceFailure>,
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
        self.document.as_deref()
    }

    /// Whether both sources were read whole and hold the same bytes.
    #[must_use]
    pub fn has_bytes_of(&self, other: &Self) -> bool {
        self.content_complete
            && other.content_complete
            && (Arc::ptr_eq(&self.bytes, &other.bytes) || self.bytes == other.bytes)
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

pub(super) fn limit_failure(limit: &'static str, message: String) -> SourceFailure {
    SourceFailure { code: "operation.limit", message, offset: None, position: None, limit: Some(limit) }
}

pub(super) fn acquire(id: SourceId, input: &SourceInput, limits: &Limits, twin: Option<&Source>) -> Source {
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
    if let Some(Source { bytes: known, document: Ok(tree), .. }) = twin
        && *known == bytes
    {
        return row(acquisition, true, Arc::clone(known), Ok(Arc::clone(tree)));
    }
    let document =
        Tree::read(Arc::clone(&bytes), &limits.read()).map_err(SourceFailure::from).and_then(|tree| {
            if tree.root().kind() == crate::json::Kind::Map {
                return Ok(Arc::new(tree));
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
