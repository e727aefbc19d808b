//! A review for people: what each modifier changed, as lines before and after.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::Snapshot;
use super::review::{Change, ModifierRecord, Review, Status};
use crate::inert;
use crate::json::Position;
use crate::wording::counted;

/// The most changes that are shown of one text; the rest is counted.
const SHOWN: usize = 100;
/// The most characters that are shown around a change, on either side, and of the changed text itself.
const AROUND: usize = 40;
const INSIDE: usize = 80;

/// Renders the review of the text that `name` names. Everything quoted is escaped.
#[must_use]
pub fn render(name: &str, review: &Review, color: bool) -> String {
    let paint = Paint { color };
    let mut out = String::new();
    let (word, hue) = match review.status() {
        Status::Success if review.change_count() == 0 => ("nothing to change", AnsiColor::Green),
        Status::Success => ("success", AnsiColor::Green),
        Status::Unstable => ("unstable", AnsiColor::Yellow),
        Status::Failed => ("failed", AnsiColor::Red),
    };
    let style = paint.bold(hue);
    let _ = write!(out, "{}: {style}{word}{style:#}", inert::terminal(name));
    if review.change_count() > 0 {
        let _ = write!(out, ", {}", counted(review.change_count(), "change", "changes"));
    }
    if !review.residual().is_empty() {
        let _ = write!(out, ", {} left", counted(review.residual().len(), "proposal", "proposals"));
    }
    out.push('\n');
    let mut left = SHOWN;
    // A reader has the input, so that is where places are given.
    let mut places = review.input_edits().map(|edit| edit.start);
    for stage in review.stages().iter().filter(|stage| !stage.changes.is_empty()) {
        heading(
            &mut out,
            review.modifiers().get(stage.modifier),
            &counted(stage.changes.len(), "change", "changes"),
        );
        if left == 0 {
            continue;
        }
        for (change, position) in stage.changes.iter().zip(&mut places).take(left) {
            one(&mut out, &stage.before, change, position, paint);
        }
        // The places of the changes that were not shown.
        if let Some(hidden) = stage.changes.len().checked_sub(left + 1) {
            let _ = places.nth(hidden);
        }
        left = left.saturating_sub(stage.changes.len());
    }
    residual(&mut out, review, &mut left, paint);
    let all =
        review.change_count() + review.residual().iter().map(|proposal| proposal.edits.len()).sum::<usize>();
    if all > SHOWN {
        let _ = writeln!(out, "  … and {} more", all - SHOWN);
    }
    for fault in review.faults() {
        let by = fault
            .modifier
            .and_then(|at| review.modifiers().get(at))
            .map_or(String::new(), |modifier| format!("{}: ", inert::terminal(&modifier.id)));
        let style = paint.bold(AnsiColor::Red);
        let code = fault.phase.code();
        let _ = writeln!(out, "  {style}{code}{style:#}: {by}{}", inert::visible(&fault.message));
    }
    out
}

fn heading(out: &mut String, modifier: Option<&ModifierRecord>, what: &str) {
    if let Some(modifier) = modifier {
        let _ = writeln!(
            out,
            "  {} {}: {what}",
            inert::terminal(&modifier.id),
            inert::terminal(&modifier.version)
        );
    }
}

fn residual(out: &mut String, review: &Review, left: &mut usize, paint: Paint) {
    for proposal in review.residual() {
        if *left == 0 {
            return;
        }
        heading(out, review.modifiers().get(proposal.modifier), "would change again, not applied");
        for edit in proposal.edits.iter().take(*left) {
            let change = Change {
                proposal: proposal.proposal,
                edit: 0,
                reason: proposal.reason.clone(),
                span: edit.span.clone(),
                before: edit.expected.clone(),
                after: edit.replacement.clone(),
            };
            one(out, review.current(), &change, review.current().position(change.span.start), paint);
        }
        *left = left.saturating_sub(proposal.edits.len());
    }
}

fn one(out: &mut String, snapshot: &Snapshot, change: &Change, position: Position, paint: Paint) {
    let _ = writeln!(out, "    {position} {}", inert::visible(&change.reason));
    let lead = before(snapshot.text().get(..change.span.start).unwrap_or_default());
    let tail = after(snapshot.text().get(change.span.end..).unwrap_or_default());
    let (red, green) = (paint.plain(AnsiColor::Red), paint.plain(AnsiColor::Green));
    let _ = writeln!(out, "    {red}- {lead}{}{tail}{red:#}", marked(&change.before));
    let _ = writeln!(out, "    {green}+ {lead}{}{tail}{green:#}", marked(&change.after));
}

/// The end of the line that stands before a change.
fn before(text: &str) -> String {
    let mut shown: Vec<char> =
        text.chars().rev().take_while(|c| !matches!(c, '\n' | '\r')).take(AROUND + 1).collect();
    let cut = shown.len() > AROUND;
    shown.truncate(AROUND);
    let line: String = shown.into_iter().rev().collect();
    format!("{}{}", if cut { "…" } else { "" }, inert::visible(&line))
}

/// The beginning of the line that stands after a change.
fn after(text: &str) -> String {
    let mut line: String = text.chars().take_while(|c| !matches!(c, '\n' | '\r')).take(AROUND + 1).collect();
    let cut = line.char_indices().nth(AROUND).map(|(at, _)| at);
    if let Some(cut) = cut {
        line.truncate(cut);
    }
    format!("{}{}", inert::visible(&line), if cut.is_some() { "…" } else { "" })
}

/// Changed text with its blanks and line ends made visible.
fn marked(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars().take(INSIDE) {
        match c {
            ' ' => shown.push('·'),
            '\t' => shown.push('→'),
            '\n' => shown.push('␊'),
            '\r' => shown.push('␍'),
            other => shown.push_str(&inert::visible(other.encode_utf8(&mut [0; 4]))),
        }
    }
    if text.chars().nth(INSIDE).is_some() {
        shown.push('…');
    }
    shown
}

#[derive(Clone, Copy)]
struct Paint {
    color: bool,
}

impl Paint {
    fn plain(self, hue: AnsiColor) -> Style {
        if self.color { hue.on_default() } else { Style::new() }
    }

    fn bold(self, hue: AnsiColor) -> Style {
        if self.color { hue.on_default().bold() } else { Style::new() }
    }
}
