//! Which file of the earlier revision a changed file of the later one comes from.
//!
//! A path that went and one that came are one file when their bytes are equal, or when half of their text, counted in
//! bytes of whole lines, is the same. Then what is said about the file is what changed in it, not that all of it is
//! new.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::configuration::{Configuration, Globs};
use super::revisions::{ReviewError, Revisions};
use super::unlisted::{Unlisted, unlisted};
use crate::repository::{Entry, Pair, pair, renames};
use crate::wording::{counted, raised};

/// How many removed and how many added files are held against one another by their lines.
const MOST: usize = 200;
/// The largest file that is looked into for this.
const BYTES: usize = 1 << 20;
/// A line in more removed files than this says nothing about where an added one comes from.
const COMMON: usize = 20;

/// The selected files of both revisions that are not the same in both.
pub(super) struct Changed<'a> {
    /// How many files are selected, in the revision that has more.
    pub(super) selected: usize,
    /// In the order of their paths; the later path counts where there is one.
    pub(super) pairs: Vec<Pair<'a>>,
    /// Those that no report can name by their path.
    pub(super) unlisted: Vec<Unlisted>,
}

/// Selects files and pairs them; the contents of all changed ones are read on the way.
pub(super) fn changed<'a>(
    revisions: &'a Revisions<'_>,
    configuration: &Configuration,
    include: &Globs,
    exclude: &Globs,
) -> Result<Changed<'a>, ReviewError> {
    if include.is_empty() {
        return Ok(Changed { selected: 0, pairs: Vec::new(), unlisted: Vec::new() });
    }
    let selection = configuration.selection(include, exclude);
    let [base, head] = revisions.select(&selection);
    let mut unlisted = unlisted(revisions, &selection, None);
    let selected = base.len().max(head.len()) + unlisted.len();
    unlisted.retain(|file| !file.same);
    if selected > configuration.limits.sources {
        return Err(ReviewError::Unusable(format!(
            "{} selected, more than the limit `sources` of {}; exclude some, or {}",
            counted(selected, "file is", "files are"),
            configuration.limits.sources,
            raised("sources")
        )));
    }
    let mut pairs = pair(&base, &head);
    pairs.retain(|pair| !pair.is_same());
    let ids = pairs.iter().flat_map(|pair| [pair.earlier, pair.later]).flatten().map(|entry| entry.id);
    revisions.prefetch(ids, &configuration.limits)?;
    let same: Vec<_> = renames(&pairs).into_iter().map(|rename| (rename.from, rename.to)).collect();
    join(&mut pairs, &same);
    let alike = alike(revisions, configuration, &pairs);
    join(&mut pairs, &alike);
    pairs.sort_by(|a, b| a.path().as_bytes().cmp(b.path().as_bytes()));
    Ok(Changed { selected, pairs, unlisted })
}

/// The path before, when it was another one.
pub(super) fn earlier_path(pair: &Pair<'_>) -> Option<String> {
    match (pair.earlier, pair.later) {
        (Some(earlier), Some(later)) if earlier.path != later.path => Some(earlier.path.clone()),
        _ => None,
    }
}

/// Makes one pair of each removed and added file that belong together.
fn join<'a>(pairs: &mut Vec<Pair<'a>>, moved: &[(&'a Entry, &'a Entry)]) {
    if moved.is_empty() {
        return;
    }
    let from: HashMap<&str, &Entry> = moved.iter().map(|(from, to)| (to.path.as_str(), *from)).collect();
    let gone: std::collections::HashSet<&str> = moved.iter().map(|(from, _)| from.path.as_str()).collect();
    pairs.retain(|pair| pair.later.is_some() || !gone.contains(pair.path()));
    for pair in pairs.iter_mut().filter(|pair| pair.earlier.is_none()) {
        pair.earlier = from.get(pair.path()).copied();
    }
}

/// The lines of a file that tell something, each once, with their bytes.
fn lines(bytes: &[u8]) -> HashMap<u64, usize> {
    let mut found = HashMap::new();
    for line in bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| line.len() > 3) {
        let mut hasher = DefaultHasher::new();
        line.hash(&mut hasher);
        found.insert(hasher.finish(), line.len());
    }
    found
}

fn alike<'a>(
    revisions: &Revisions<'_>,
    configuration: &Configuration,
    pairs: &[Pair<'a>],
) -> Vec<(&'a Entry, &'a Entry)> {
    let removed: Vec<&Entry> = pairs.iter().filter(|p| p.later.is_none()).filter_map(|p| p.earlier).collect();
    let added: Vec<&Entry> = pairs.iter().filter(|p| p.earlier.is_none()).filter_map(|p| p.later).collect();
    if removed.is_empty() || added.is_empty() || removed.len() > MOST || added.len() > MOST {
        return Vec::new();
    }
    let text = |entry: &Entry| {
        let bytes = revisions.bytes(entry, &configuration.limits).ok()?;
        (bytes.len() <= BYTES).then(|| lines(&bytes))
    };
    let mut sizes = vec![0; removed.len()];
    let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, (entry, size)) in removed.iter().zip(&mut sizes).enumerate() {
        let lines = text(entry).unwrap_or_default();
        *size = lines.values().sum();
        for line in lines.into_keys() {
            holders.entry(line).or_default().push(at);
        }
    }
    let mut candidates = Vec::new();
    for (to, entry) in added.iter().enumerate() {
        let lines = text(entry).unwrap_or_default();
        let size: usize = lines.values().sum();
        let mut shared = vec![0; removed.len()];
        for (line, bytes) in &lines {
            let from = holders.get(line).filter(|from| from.len() <= COMMON);
            for &from in from.into_iter().flatten() {
                if let Some(shared) = shared.get_mut(from) {
                    *shared += bytes;
                }
            }
        }
        for (from, (shared, other)) in shared.into_iter().zip(&sizes).enumerate() {
            // Half of both texts together.
            if shared > 0 && shared * 4 >= size + other {
                candidates.push((std::cmp::Reverse(shared * 2000 / (size + other)), to, from));
            }
        }
    }
    candidates.sort_unstable();
    let (mut used_from, mut used_to) = (vec![false; removed.len()], vec![false; added.len()]);
    let mut found = Vec::new();
    for (_, to, from) in candidates {
        let (Some(used_from), Some(used_to)) = (used_from.get_mut(from), used_to.get_mut(to)) else {
            continue;
        };
        if !*used_from
            && !*used_to
            && let (Some(from), Some(to)) = (removed.get(from), added.get(to))
        {
            (*used_from, *used_to) = (true, true);
            found.push((*from, *to));
        }
    }
    found
}
