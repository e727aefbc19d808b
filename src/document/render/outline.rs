//! The page's outline with densities, and the filters above it.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::html::escape;
use super::layout::Line;
use super::verb;
use crate::document::block::BlockTree;
use crate::document::{ChangeKind, Comparison, SectionStatistics};

/// The sections with a heading, and which of them a block stands in.
pub(super) struct Sections {
    pub(super) rows: Vec<SectionStatistics>,
    /// For every test block and every source block the row's number.
    of_test: Vec<Option<usize>>,
    of_source: Vec<Option<usize>>,
}

impl Sections {
    pub(super) fn new(comparison: &Comparison) -> Self {
        let rows = comparison.statistics().sections;
        // A row is known by its address; a deleted section's address is the source's and may stand for two.
        let (test_rows, source_rows): (Vec<_>, Vec<_>) = {
            let of = |tree: &BlockTree| -> HashMap<String, usize> {
                (0..tree.len())
                    .filter(|&index| tree.is_unit(index))
                    .map(|index| (tree.address(index), index))
                    .collect()
            };
            let (tests, sources) = (of(&comparison.test), of(&comparison.source));
            let mut test_rows = vec![None; comparison.test.len()];
            let mut source_rows = vec![None; comparison.source.len()];
            for (number, row) in rows.iter().enumerate() {
                match tests.get(&row.address) {
                    Some(&unit) if test_rows[unit].is_none() && row.blocks > 0 => {
                        test_rows[unit] = Some(number);
                    }
                    _ => {
                        if let Some(&unit) = sources.get(&row.address) {
                            source_rows[unit] = Some(number);
                        }
                    }
                }
            }
            (test_rows, source_rows)
        };
        let inherit = |tree: &BlockTree, own: Vec<Option<usize>>| {
            let mut of: Vec<Option<usize>> = Vec::with_capacity(own.len());
            for (index, own) in own.into_iter().enumerate() {
                let above = tree.blocks()[index].parent.and_then(|parent| of.get(parent).copied().flatten());
                of.push(own.or(above));
            }
            of
        };
        let of_test = inherit(&comparison.test, test_rows);
        let mut source_rows = source_rows;
        for (index, row) in source_rows.iter_mut().enumerate() {
            if comparison.source.is_unit(index)
                && let Some(test) = comparison.alignment.test_of(index)
            {
                *row = of_test.get(test).copied().flatten();
            }
        }
        let of_source = inherit(&comparison.source, source_rows);
        Self { rows, of_test, of_source }
    }

    pub(super) fn of(&self, line: Line) -> Option<usize> {
        match (line.test, line.source) {
            (Some(test), _) => self.of_test[test],
            (None, Some(source)) => self.of_source[source],
            (None, None) => None,
        }
    }
}

pub(super) fn filters(out: &mut String, comparison: &Comparison, sections: &Sections) {
    out.push_str("<form id=\"filter\" hidden>\n<fieldset><legend>Kinds of change</legend>\n");
    for kind in ChangeKind::ALL {
        let count = comparison.changes.iter().filter(|change| change.kind == kind).count();
        if count > 0 {
            let _ = writeln!(
                out,
                "<label class=\"chip {name}\"><input type=\"checkbox\" name=\"kind\" value=\"{name}\" checked> {} \
                 <span>{count}</span></label>",
                verb(kind),
                name = kind.name()
            );
        }
    }
    out.push_str("</fieldset>\n<label>Section <select name=\"section\"><option value=\"\">all</option>\n");
    for (number, row) in sections.rows.iter().enumerate() {
        if row.counts.total > 0 {
            let depth = "\u{2003}".repeat(row.breadcrumb.len());
            let _ = writeln!(
                out,
                "<option value=\"{number}\">{depth}{} ({})</option>",
                escape(&heading_text(row)),
                row.counts.total
            );
        }
    }
    out.push_str(
        "</select></label>\n<label><input type=\"checkbox\" name=\"only\"> changes only</label>\n\
         <span class=\"steps\"><button type=\"button\" id=\"previous\" aria-keyshortcuts=\"p\">Previous \
         <kbd>p</kbd></button> <button type=\"button\" id=\"next\" aria-keyshortcuts=\"n\">Next \
         <kbd>n</kbd></button></span>\n<output id=\"count\" aria-live=\"polite\"></output>\n</form>\n",
    );
}

fn heading_text(row: &SectionStatistics) -> String {
    if row.heading.is_empty() { row.address.clone() } else { row.heading.clone() }
}

pub(super) fn outline(out: &mut String, sections: &Sections) {
    out.push_str("<nav aria-label=\"Outline\">\n<h2>Outline</h2>\n<ol>\n");
    for (number, row) in sections.rows.iter().enumerate() {
        let percent = (row.density * 100.0).clamp(0.0, 100.0);
        let changes = if row.counts.total == 1 { "change" } else { "changes" };
        let _ = writeln!(
            out,
            "<li style=\"--depth:{depth}\"{quiet}><a href=\"#s{number}\" title=\"{address}: {total} {changes}, \
             {blocks}\">{heading}</a><span class=\"bar\" role=\"img\" aria-label=\"{total} {changes} in \
             {blocks}\"><i style=\"width:{percent:.0}%\"></i></span><b>{shown}</b></li>",
            depth = row.breadcrumb.len(),
            quiet = if row.counts.total == 0 { " class=\"quiet\"" } else { "" },
            address = escape(&row.address),
            total = row.counts.total,
            blocks = crate::wording::counted(row.blocks, "block", "blocks"),
            heading = escape(&heading_text(row)),
            shown = if row.counts.total == 0 { String::new() } else { row.counts.total.to_string() },
        );
    }
    out.push_str("</ol>\n</nav>\n");
}
