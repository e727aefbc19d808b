//! `heading-increment`: headings go down one level at a time.
//!
//! Only the number of `#`s is changed. The anchor of a heading comes from its text, so no link breaks; whatever
//! would need another text is not proposed.

use super::{BuiltIn, Modifier, ModifierError};
use crate::polish::rendering::{Keep, keeping};
use crate::polish::{Proposal, Snapshot};

pub(super) const BUILT_IN: BuiltIn = BuiltIn {
    name: "heading-increment",
    summary: "let headings go down one level at a time, where that changes no anchor",
    default: false,
    parameters: &[],
    build: |_| Box::new(HeadingIncrement),
};

struct HeadingIncrement;

impl Modifier for HeadingIncrement {
    fn id(&self) -> &'static str {
        "countersign.heading-increment"
    }

    fn version(&self) -> &'static str {
        "1.0.0"
    }

    fn propose(&self, snapshot: &Snapshot) -> Result<Vec<Proposal>, ModifierError> {
        let mut proposals = Vec::new();
        // The headings above the current one: the level each has and the level it gets.
        let mut above: Vec<(usize, usize)> = Vec::new();
        for heading in snapshot.structure().headings().iter().filter(|heading| heading.top) {
            while above.last().is_some_and(|&(level, _)| level >= heading.level) {
                above.pop();
            }
            let level = above.last().map_or(heading.level, |&(_, given)| heading.level.min(given + 1));
            above.push((heading.level, level));
            if level < heading.level && heading.atx {
                let signs = heading.range.start..heading.range.start + heading.level;
                let reason =
                    format!("the heading is of level {} under one of level {}", heading.level, level - 1);
                proposals.push(Proposal::replace(snapshot.text(), signs, "#".repeat(level), reason));
            }
        }
        Ok(keeping(snapshot, proposals, Keep::AllButHeadingLevels))
    }
}
