//! `heading-spacing`: one space after the `#`s of a heading, and blank lines around it.

use super::{BuiltIn, Modifier, ModifierError};
use crate::polish::rendering::{Keep, keeping};
use crate::polish::snapshot::line_end;
use crate::polish::{Proposal, Snapshot};

pub(super) const BUILT_IN: BuiltIn = BuiltIn {
    name: "heading-spacing",
    summary: "one space after the `#`s of a heading, and a blank line before and after it",
    default: true,
    parameters: &[],
    build: |_| Box::new(HeadingSpacing),
};

struct HeadingSpacing;

impl Modifier for HeadingSpacing {
    fn id(&self) -> &'static str {
        "countersign.heading-spacing"
    }

    fn version(&self) -> &'static str {
        "1.0.0"
    }

    fn propose(&self, snapshot: &Snapshot) -> Result<Vec<Proposal>, ModifierError> {
        let text = snapshot.text();
        let structure = snapshot.structure();
        let mut proposals = Vec::new();
        let mut last_inserted = None;
        for heading in structure.headings() {
            let start = text
                .get(..heading.range.start)
                .and_then(|text| text.rfind(['\n', '\r']))
                .map_or(0, |at| at + 1);
            // In a list or a quote a blank line is more than white space.
            if heading.top && start > structure.body() && last_inserted != Some(start) {
                let ending = ending_before(text, start);
                let before = text.get(structure.body()..start - ending.len()).unwrap_or_default();
                if !last_line_is_blank(before) && !structure.is_protected(&(start..start)) {
                    proposals.push(Proposal::replace(
                        text,
                        start..start,
                        ending,
                        "a blank line stands before a heading",
                    ));
                }
            }
            if heading.atx {
                let source = snapshot.slice(heading.range.clone());
                let after = source.get(heading.level..).unwrap_or_default();
                let title = after.trim_start_matches([' ', '\t']);
                let blanks = heading.range.start + heading.level..heading.range.end - title.len();
                if !title.is_empty()
                    && !title.starts_with(['\n', '\r'])
                    && snapshot.slice(blanks.clone()) != " "
                {
                    proposals.push(Proposal::replace(
                        text,
                        blanks,
                        " ",
                        "one space stands after the number signs",
                    ));
                }
            }
            let end = heading.range.end;
            let ending = ending_before(text, end);
            let next = text.get(end..).unwrap_or_default();
            let next_line = next.get(..next.find(['\n', '\r']).unwrap_or(next.len())).unwrap_or_default();
            let followed = !next_line.trim_matches([' ', '\t']).is_empty();
            if heading.top && !ending.is_empty() && followed && !structure.is_protected(&(end..end)) {
                proposals.push(Proposal::replace(
                    text,
                    end..end,
                    ending,
                    "a blank line stands after a heading",
                ));
                last_inserted = Some(end);
            }
        }
        Ok(keeping(snapshot, proposals, Keep::Everything))
    }
}

/// The line end right before an offset.
fn ending_before(text: &str, offset: usize) -> &'static str {
    let before = text.get(..offset).unwrap_or_default();
    if before.ends_with("\r\n") {
        return "\r\n";
    }
    line_end(before.get(before.len().saturating_sub(1)..).unwrap_or_default())
}

fn last_line_is_blank(text: &str) -> bool {
    let line = text.rfind(['\n', '\r']).map_or(text, |at| text.get(at + 1..).unwrap_or_default());
    line.trim_matches([' ', '\t']).is_empty()
}
