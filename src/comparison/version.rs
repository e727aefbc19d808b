//! Version warnings: a breaking revision whose `info` version does not increase (RFC 9880 Section 3.1).

use super::{Origin, VersionWarning};
use crate::json::NodeRef;
use crate::model::{Catalogue, Source, SourceId};

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
