//! Version warnings: a breaking revision whose `info` version does not increase (RFC 9880 Section 3.1).

use super::Origin;
use crate::json::NodeRef;
use crate::model::{Catalogue, Source, SourceId};

/// A breaking revision kept or lowered the version that Clients may watch (RFC 9880 Section 3.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionWarning {
    /// The document pair, earlier and later.
    pub(crate) documents: (SourceId, SourceId),
    /// The earlier `info` version.
    pub(crate) earlier_version: String,
    /// The later one, when there is one.
    pub(crate) later_version: Option<String>,
    /// How many breaking differences the pair has, acknowledged or not.
    pub(crate) breaking: usize,
    /// The later document's `/info/version`, else `/info`, else its root.
    pub(crate) location: Origin,
    /// The earlier document's `/info/version`.
    pub(crate) related: Origin,
}

impl VersionWarning {
    /// The stable code.
    pub const CODE: &'static str = "comparison.version_not_increased";

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        Self::CODE
    }

    /// The document pair, earlier and later.
    #[must_use]
    pub fn documents(&self) -> (SourceId, SourceId) {
        self.documents
    }

    /// The earlier `info` version.
    #[must_use]
    pub fn earlier_version(&self) -> &str {
        &self.earlier_version
    }

    /// The later one, when there is one.
    #[must_use]
    pub fn later_version(&self) -> Option<&str> {
        self.later_version.as_deref()
    }

    /// How many breaking differences the pair has, acknowledged or not.
    #[must_use]
    pub fn breaking(&self) -> usize {
        self.breaking
    }

    /// The later document's `/info/version`, else `/info`, else its root.
    #[must_use]
    pub fn location(&self) -> Origin {
        self.location
    }

    /// The earlier document's `/info/version`.
    #[must_use]
    pub fn related(&self) -> Origin {
        self.related
    }
}

/// The warning of one document pair, when it is due.
pub(super) fn warning(
    earlier: &Catalogue,
    later: &Catalogue,
    documents: (SourceId, SourceId),
    breaking: usize,
) -> Option<VersionWarning> {
    let (before, after) = (earlier.source(documents.0), later.source(documents.1));
    if breaking == 0 || before.bytes() == after.bytes() {
        return None;
    }
    let related = version(before)?;
    let earlier_version = related.text()?;
    let later_version = version(after);
    if let Some(later_version) = later_version {
        // Unicode code point order is the byte order of UTF-8.
        if later_version.text()? > earlier_version {
            return None;
        }
    }
    let root = after.document().ok()?.root();
    let location = later_version.or_else(|| root.get("info")).unwrap_or(root);
    Some(VersionWarning {
        documents,
        earlier_version: earlier_version.to_owned(),
        later_version: later_version.and_then(NodeRef::text).map(str::to_owned),
        breaking,
        location: Origin { source: documents.1, node: location.id() },
        related: Origin { source: documents.0, node: related.id() },
    })
}

fn version(source: &Source) -> Option<NodeRef<'_>> {
    source.document().ok()?.root().get("info")?.get("version")
}
