//! The tags of a clone and the commits they lead to.

use super::objects::Objects as _;
use super::{Id, Local};

/// How many refs are looked at.
const REFS: usize = 50_000;

/// A tag of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// Its name, without `refs/tags/`.
    pub name: String,
    /// The commit.
    pub commit: Id,
    /// When that was committed, in seconds since 1970.
    pub seconds: i64,
}

impl Local {
    /// The tags that lead to a commit of this clone, by name. Others, and names that are not UTF-8, are left out.
    #[must_use]
    pub fn tags(&self) -> Vec<Tag> {
        let Ok(platform) = self.git.references() else { return Vec::new() };
        let Ok(tags) = platform.tags() else { return Vec::new() };
        let mut found: Vec<Tag> = tags
            .take(REFS)
            .filter_map(Result::ok)
            .filter_map(|mut found| {
                let name = String::from_utf8(found.name().as_bstr().to_vec()).ok()?;
                let name = name.strip_prefix("refs/tags/")?.to_owned();
                let commit = Id::from_gix(&found.peel_to_id().ok()?.detach())?;
                let seconds = self.commit(commit).ok()?.seconds;
                Some(Tag { name, commit, seconds })
            })
            .collect();
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }
}
