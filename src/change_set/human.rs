//! A difference for people: what changed, what travels for it, and what cannot be said.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::source::push_compact;
use super::{Difference, RowCount, Step};
use crate::inert;
use crate::json::{Kind, NodeRef};
use crate::wording::counted;

/// The most changes that are listed; the rest is counted.
const LISTED: usize = 200;
/// The most characters of a value or pointer that are shown.
const SHOWN: usize = 60;

/// Lists the changes, one a line. Everything quoted is escaped.
#[must_use]
pub fn render(difference: &Difference<'_>, color: bool) -> String {
    let mut out = String::new();
    let lines = match difference {
        Difference::None { .. } => {
            out.push_str("no change\n");
            return out;
        }
        Difference::Whole { earlier, later } => {
            line(&mut out, color, Mark::Changed, "(the whole document)", Some(*earlier), Some(*later));
            1
        }
        Difference::Keyed(steps) => {
            let changes = steps.iter().filter_map(|step| match step {
                Step::Put { earlier, later } => Some((*earlier, Some(later.value()))),
                Step::Remove(member) => Some((Some(member.value()), None)),
                Step::Enter(_) | Step::Leave => None,
            });
            let mut lines = 0usize;
            for (earlier, later) in changes {
                lines += 1;
                if lines > LISTED {
                    continue;
                }
                let (mark, node) = match (earlier, later) {
                    (Some(_), Some(later)) => (Mark::Changed, later),
                    (None, Some(later)) => (Mark::Added, later),
                    (Some(earlier), None) => (Mark::Removed, earlier),
                    (None, None) => continue,
                };
                line(&mut out, color, mark, &node.pointer(), earlier, later);
            }
            lines
        }
    };
    if lines > LISTED {
        let _ = writeln!(out, "… and {} more", lines - LISTED);
    }
    let plural = if lines == 1 { "change" } else { "changes" };
    let arrays: Vec<_> = difference.arrays().map(|(old, new)| RowCount::of(old, new)).collect();
    let _ = write!(out, "{lines} {plural}");
    if !arrays.is_empty() {
        let travel: usize = arrays.iter().map(|rows| rows.travel).sum();
        let touched: usize = arrays.iter().map(|rows| rows.changed + rows.added + rows.removed).sum();
        let lists = if arrays.len() == 1 { "array travels" } else { "arrays travel" };
        let _ = write!(
            out,
            "; {} {lists} whole: {} sent for {touched} changed",
            arrays.len(),
            counted(travel, "row", "rows")
        );
    }
    out.push('\n');
    out
}

#[derive(Clone, Copy)]
enum Mark {
    Added,
    Removed,
    Changed,
}

fn line(
    out: &mut String,
    color: bool,
    mark: Mark,
    pointer: &str,
    earlier: Option<NodeRef<'_>>,
    later: Option<NodeRef<'_>>,
) {
    let (sign, hue) = match mark {
        Mark::Added => ('+', AnsiColor::Green),
        Mark::Removed => ('-', AnsiColor::Red),
        Mark::Changed => ('~', AnsiColor::Yellow),
    };
    let style = if color { hue.on_default() } else { Style::new() };
    let _ = write!(out, "{style}{sign}{style:#} {}: ", cut(pointer));
    let _ = match (earlier, later) {
        (Some(old), Some(new)) if old.kind() == Kind::Array && new.kind() == Kind::Array => {
            writeln!(out, "{}", rows(RowCount::of(old, new)))
        }
        (Some(old), Some(new)) => writeln!(out, "{} → {}", short(old.source()), short(new.source())),
        (None, Some(node)) | (Some(node), None) => writeln!(out, "{}", short(node.source())),
        (None, None) => writeln!(out),
    };
}

/// What carrying an array whole costs, in words.
#[must_use]
pub fn rows(rows: RowCount) -> String {
    let mut text =
        format!("{}, {} changed", counted(rows.travel, "row travels", "rows travel"), rows.changed);
    if rows.added > 0 {
        let _ = write!(text, ", {} added", rows.added);
    }
    if rows.removed > 0 {
        let _ = write!(text, ", {} removed", rows.removed);
    }
    text
}

/// The beginning of a JSON text on one line.
fn short(json: &str) -> String {
    let mut compact = String::new();
    push_compact(&mut compact, json.get(..json.floor_char_boundary(SHOWN * 64)).unwrap_or(json));
    cut(&compact)
}

fn cut(text: &str) -> String {
    let mut shown =
        inert::terminal(text.get(..text.floor_char_boundary(SHOWN * 4)).unwrap_or(text)).into_owned();
    if let Some((at, _)) = shown.char_indices().nth(SHOWN) {
        shown.truncate(at);
        shown.push('…');
    }
    shown
}
