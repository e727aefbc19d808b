//! Files that are selected and that no report can name by their path, because it is not UTF-8 or too long.
//!
//! They are not compared. One that is the same in both revisions cannot have changed anything; every other one leaves the
//! review undetermined, under a name that shows its path as well as that can be done.

use std::collections::{BTreeMap, HashMap};

use super::revisions::Revisions;
use crate::inert;
use crate::repository::{Id, Mode, Selection, Snapshot};

/// The longest name that is made up, in bytes, without the number that makes it one of its own.
const NAME: usize = 120;
/// How much of a long name is its end, which tells what kind of file it is.
const END: usize = 40;

/// One such file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unlisted {
    /// What it is called in reports: its path, shortened, with `\xFF` for a byte that is no text. No file has this path.
    pub(super) name: String,
    /// Why it was not compared, and what to do.
    pub(super) reason: String,
    /// Whether the earlier and the later revision have it.
    pub(super) stands: [bool; 2],
    /// Whether both have the very same.
    pub(super) same: bool,
}

impl Unlisted {
    /// A sentence about it, inert in a terminal.
    pub(super) fn sentence(&self) -> String {
        format!("{} is selected and was not compared: {}", inert::terminal(&self.name), self.reason)
    }
}

/// The selected files that no report can name, by their paths. `longest` is the length in bytes to which a listed path can
/// be named.
pub(super) fn unlisted(
    revisions: &Revisions<'_>,
    selection: &Selection,
    longest: Option<usize>,
) -> Vec<Unlisted> {
    type Standing = [Option<(Id, Mode)>; 2];
    let mut found: BTreeMap<&[u8], (String, Standing)> = BTreeMap::new();
    let snapshots = [&revisions.base.snapshot, &revisions.head.snapshot];
    for (side, snapshot) in snapshots.into_iter().enumerate() {
        let remarks = snapshot.remarks().iter().filter(|remark| selection.may_admit(remark));
        let remarks = remarks.map(|remark| {
            let what = if remark.mode == Mode::Tree { "it is a directory, and " } else { "" };
            (&*remark.raw, remark.id, remark.mode, format!("{what}{}", remark.reason))
        });
        let long = snapshot.entries().iter().filter(|entry| {
            longest.is_some_and(|longest| entry.path.len() > longest) && selection.admits(&entry.path)
        });
        let long = long.map(|entry| {
            let reason = format!("its path has more than {} bytes", longest.unwrap_or_default());
            (entry.path.as_bytes(), entry.id, entry.mode, reason)
        });
        for (raw, id, mode, reason) in remarks.chain(long) {
            let (_, standing) = found.entry(raw).or_insert_with(|| (reason, [None, None]));
            if let Some(place) = standing.get_mut(side) {
                *place = Some((id, mode));
            }
        }
    }
    let mut names = Names { snapshots, numbers: HashMap::new() };
    let one = |(raw, (reason, [earlier, later])): (&[u8], (String, Standing))| Unlisted {
        name: names.name(raw),
        reason: format!("{reason}; rename it, or exclude it"),
        stands: [earlier.is_some(), later.is_some()],
        same: earlier == later,
    };
    found.into_iter().map(one).collect()
}

/// Names that are given out once, and that no file has.
struct Names<'s> {
    snapshots: [&'s Snapshot; 2],
    /// By a path as it is shown, how many names were tried for it.
    numbers: HashMap<String, usize>,
}

impl Names<'_> {
    fn name(&mut self, raw: &[u8]) -> String {
        let shown = shown(raw);
        loop {
            let number = self.numbers.entry(shown.clone()).or_default();
            *number += 1;
            let name = if *number == 1 { shown.clone() } else { format!("{shown} ({number})") };
            // A name with a number may be what another path looks like.
            let given = *number > 1 && self.numbers.contains_key(&name);
            if !given && self.snapshots.iter().all(|snapshot| snapshot.get(&name).is_none()) {
                if name != shown {
                    self.numbers.insert(name.clone(), 1);
                }
                return name;
            }
        }
    }
}

/// A path that can be shown: bytes that are no text as `\xFF`, and the middle of what is too long left out.
fn shown(raw: &[u8]) -> String {
    let mut text = String::new();
    for chunk in raw.utf8_chunks() {
        text.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02X}")));
    }
    if text.is_empty() {
        return "(an empty name)".to_owned();
    }
    if text.len() > NAME {
        let start = text.floor_char_boundary(NAME - END);
        let end = text.ceil_char_boundary(text.len() - END);
        text.replace_range(start..end, "…");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::{Held, TreeEntry};

    #[test]
    fn a_path_is_shown_as_far_as_it_can_be() {
        assert_eq!(shown(b"m/\xFF\xC3\xBC.sdf.json"), "m/\\xFFü.sdf.json");
        assert_eq!(shown(b""), "(an empty name)");
        let long = shown(format!("{}.sdf.json", "ü".repeat(3000)).as_bytes());
        assert!(long.len() <= NAME + 3 && long.starts_with("üü") && long.ends_with("ü.sdf.json"), "{long}");
    }

    #[test]
    fn names_differ_from_one_another_and_from_every_path() {
        let mut held = Held::default();
        let taken = ["\\xFF", "\\xFE (2)"];
        let entry = |name: &str| TreeEntry { name: name.into(), id: Id::ZERO, mode: Mode::File };
        held.hold_tree(Id::ZERO, taken.map(entry).to_vec());
        let snapshot = Snapshot::of_tree(&held, Id::ZERO, &crate::repository::TreeLimits::default()).unwrap();
        let mut names = Names { snapshots: [&snapshot, &Snapshot::empty()], numbers: HashMap::new() };
        assert_eq!(names.name(b"\xFF"), "\\xFF (2)");
        assert_eq!(names.name(b"\xFF (2)"), "\\xFF (2) (2)");
        assert_eq!(names.name(b"\xFE"), "\\xFE");
        assert_eq!(names.name(b"\\xFE"), "\\xFE (3)");
    }
}
