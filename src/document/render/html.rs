//! One self-contained page: outline with densities, the whole document as a redline, filters, and moves that are
//! linked at both ends.
//!
//! The page asks nobody for anything: its policy forbids every request, styles and script stand inside. It can be
//! read without the script, used with the keyboard alone, and follows the reader's choice of light or dark.

use std::fmt::Write as _;

use super::layout::{Line, Marks, Part, exact, gist, lines, readable};
use super::outline::{Sections, filters, outline};
use super::{Shown, happened, not_compared, summary};
use crate::document::block::{BlockTree, Kind};
use crate::document::{Change, ChangeKind, Comparison};
use crate::inert;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' => out.push('\n'),
            hidden if inert::is_hidden(hidden) => {
                let _ = write!(out, "\\u{{{:X}}}", u32::from(hidden));
            }
            other => out.push(other),
        }
    }
    out
}

/// The comparison as one HTML page.
#[must_use]
pub fn html(shown: &Shown<'_>) -> String {
    let comparison = shown.comparison;
    let title = format!("{} → {}", escape(shown.source_name), escape(shown.test_name));
    let mut out = String::with_capacity(1 << 16);
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<a class=\"skip\" href=\"#redline\">Skip to the redline</a>\n<header>\n\
         <h1>{title}</h1>\n<p>{}.",
        escape(&summary(comparison))
    );
    if shown.out_of_scope() > 0 {
        let _ = write!(
            out,
            " <strong class=\"scope\">{} outside the allowed scope.</strong>",
            shown.out_of_scope()
        );
    }
    out.push_str("</p>\n");
    if let Some(text) = not_compared(comparison) {
        let _ = writeln!(out, "<p>{}</p>", escape(&text));
    }
    if comparison.alignment.budget_exhausted {
        out.push_str(
            "<p>The comparison's budget ran out; some moved or edited blocks may be shown as deleted and inserted.</p>\n",
        );
    }
    let sections = Sections::new(comparison);
    filters(&mut out, comparison, &sections);
    out.push_str("</header>\n<div class=\"columns\">\n");
    outline(&mut out, &sections);
    redline(&mut out, shown, &sections);
    let _ = write!(out, "</div>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    out
}

fn depth(tree: &BlockTree, index: usize) -> usize {
    let mut depth = 0;
    let mut at = tree.blocks()[index].parent;
    while let Some(parent) = at {
        let block = &tree.blocks()[parent];
        // Only what is indented on paper: items inside items and text inside items.
        depth += usize::from(block.kind == Kind::ListItem);
        at = block.parent;
    }
    depth.min(8)
}

fn redline(out: &mut String, shown: &Shown<'_>, sections: &Sections) {
    let comparison = shown.comparison;
    let marks = Marks::new(comparison);
    out.push_str("<main id=\"redline\" tabindex=\"-1\">\n");
    let mut opened = vec![false; sections.rows.len()];
    let mut ends = vec![0_u8; comparison.changes.len()];
    for line in lines(comparison) {
        let (tree, index) = match (line.test, line.source) {
            (Some(test), _) => (&comparison.test, test),
            (None, Some(source)) => (&comparison.source, source),
            (None, None) => continue,
        };
        let number = marks.of(line);
        if number.is_none() && line.test.is_none() {
            // A filter left this deletion out.
            continue;
        }
        let section = sections.of(line);
        let change = number.and_then(|number| comparison.changes.get(number));
        let block = &tree.blocks()[index];
        let _ = write!(out, "<div class=\"line {}", block.kind.name());
        if block.matched_by == "markdown:fence" {
            out.push_str(" code");
        } else if block.kind == Kind::ListItem && block.label.is_none() {
            out.push_str(" bullet");
        }
        if let Some(change) = change {
            let _ = write!(out, " changed {}", change.kind.name());
        }
        let _ = write!(out, "\" style=\"--depth:{}\"", depth(tree, index));
        if let Some(section) = section {
            let _ = write!(out, " data-section=\"{section}\"");
            if let Some(seen) = opened.get_mut(section)
                && !*seen
            {
                *seen = true;
                let _ = write!(out, " id=\"s{section}\"");
            }
        }
        if let (Some(change), Some(number)) = (change, number) {
            let kind = change.kind.name();
            let _ = write!(out, " data-kind=\"{kind}\" data-change=\"{number}\" tabindex=\"0\"");
        }
        out.push('>');
        if let (Some(change), Some(number)) = (change, number) {
            // The old place of what changed inside a moved block says nothing new.
            let left =
                line.test.is_none() && matches!(change.kind, ChangeKind::Modify | ChangeKind::Renumber);
            if is_head(change, line, comparison) && !left {
                badge(out, shown, change, number, line, &mut ends);
            }
        }
        // The text runs in its own direction, whatever stands before it.
        out.push_str("<bdi>");
        content(out, comparison, line, change);
        out.push_str("</bdi></div>\n");
    }
    if comparison.source.len() <= 1 && comparison.test.len() <= 1 {
        out.push_str("<p>Both documents are empty.</p>\n");
    }
    out.push_str("</main>\n");
}

/// True on the line that stands for the change itself, not for a block inside it.
fn is_head(change: &Change, line: Line, comparison: &Comparison) -> bool {
    let head = |tree: &BlockTree, own: Option<usize>, at: Option<usize>| {
        let (Some(own), Some(at)) = (own, at) else { return false };
        let block = &tree.blocks()[own];
        own == at
            || (block.kind == Kind::Cell && block.parent == Some(at))
            // A section or table is shown by its first line.
            || (matches!(block.kind, Kind::Section | Kind::Table) && own + 1 == at)
    };
    head(&comparison.test, change.test, line.test) || head(&comparison.source, change.source, line.source)
}

fn badge(out: &mut String, shown: &Shown<'_>, change: &Change, number: usize, line: Line, ends: &mut [u8]) {
    let (before, after) = shown.comparison.places(change);
    let (address, place) = match &change.source_address {
        Some(source) if line.test.is_none() => (source.as_str(), before),
        _ => (change.address(), after),
    };
    let place = place.map(|place| format!(", line {}", place.line)).unwrap_or_default();
    let _ = write!(
        out,
        "<span class=\"badge\" title=\"{}{place}\">{}</span> ",
        escape(address),
        happened(change)
    );
    if change.kind == ChangeKind::Move {
        // Each end carries its own id and a link to the other.
        let (own, other, text) = match line.test {
            Some(_) if line.source.is_none() => ("to", "from", "where it was"),
            None => ("from", "to", "where it is now"),
            Some(_) => ("to", "", ""),
        };
        let bit = if own == "to" { 1 } else { 2 };
        if let Some(seen) = ends.get_mut(number)
            && *seen & bit == 0
        {
            *seen |= bit;
            let _ = write!(out, "<span id=\"m{number}-{own}\"></span>");
        }
        if !other.is_empty() {
            let _ = write!(out, "<a class=\"link\" href=\"#m{number}-{other}\">{text}</a> ");
        }
    }
    if shown.is_out_of_scope(change) {
        out.push_str("<strong class=\"scope\">outside the allowed scope</strong> ");
    }
}

fn content(out: &mut String, comparison: &Comparison, line: Line, change: Option<&Change>) {
    // The place where a moved block is now also shows what changed inside it.
    let before = line.source.or_else(|| line.test.and_then(|test| comparison.alignment.source_of(test)));
    match (before, line.test) {
        (Some(source), Some(test)) if change.is_some() => {
            let (before, after) = (&comparison.source.blocks()[source], &comparison.test.blocks()[test]);
            if after.kind == Kind::Row {
                let (old, new) = (gist(&comparison.source, source), gist(&comparison.test, test));
                return write_parts(out, &readable(&new, &exact(&old, &new)));
            }
            label(out, before.label.as_deref(), after.label.as_deref());
            write_parts(out, &readable(&after.text, &exact(&before.text, &after.text)));
        }
        (_, Some(test)) => {
            let came = line.source.is_none() && change.is_some();
            one_side(out, &comparison.test, test, came.then_some("ins"));
        }
        (Some(source), None) => one_side(out, &comparison.source, source, Some("del")),
        (None, None) => {}
    }
}

fn one_side(out: &mut String, tree: &BlockTree, index: usize, tag: Option<&str>) {
    let block = &tree.blocks()[index];
    if let Some(tag) = tag {
        let _ = write!(out, "<{tag}>");
    }
    if block.kind == Kind::Row {
        out.push_str(&escape(&gist(tree, index)));
    } else {
        label(out, block.label.as_deref(), block.label.as_deref());
        out.push_str(&escape(&block.text));
    }
    if let Some(tag) = tag {
        let _ = write!(out, "</{tag}>");
    }
}

fn label(out: &mut String, before: Option<&str>, after: Option<&str>) {
    if before.is_none() && after.is_none() {
        return;
    }
    out.push_str("<b class=\"label\">");
    if before == after {
        out.push_str(&escape(after.unwrap_or_default()));
    } else {
        for (text, tag) in [(before, "del"), (after, "ins")] {
            if let Some(text) = text {
                let _ = write!(out, "<{tag}>{}</{tag}>", escape(text));
            }
        }
    }
    out.push_str("</b> ");
}

fn write_parts(out: &mut String, parts: &[Part<'_>]) {
    for part in parts {
        let _ = match part {
            Part::Same(text) => write!(out, "{}", escape(text)),
            Part::Deleted(text) => write!(out, "<del>{}</del>", escape(text)),
            Part::Inserted(text) => write!(out, "<ins>{}</ins>", escape(text)),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_documents_is_never_markup() {
        assert_eq!(escape("<a href=\"x\">'&'"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;");
        assert_eq!(escape("a\u{202E}b"), "a\\u{202E}b");
    }
}
