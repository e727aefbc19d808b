//! A redline for terminals.
//!
//! With colours, what went is red and struck through and what came is green; without, they stand in `[-…-]` and
//! `{+…+}`, so that nothing depends on colour.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::layout::{Part, beginning, gist, inside, readable, shortened};
use super::{Shown, happened, kind_text, label_text, not_compared, summary};
use crate::document::{Change, ChangeKind};
use crate::inert;

struct Styles {
    title: Style,
    section: Style,
    faint: Style,
    deleted: Style,
    inserted: Style,
    warning: Style,
    marks: bool,
}

impl Styles {
    fn new(color: bool) -> Self {
        if !color {
            let plain = Style::new();
            return Self {
                title: plain,
                section: plain,
                faint: plain,
                deleted: plain,
                inserted: plain,
                warning: plain,
                marks: true,
            };
        }
        Self {
            title: Style::new().bold(),
            section: Style::new().bold().underline(),
            faint: Style::new().dimmed(),
            deleted: AnsiColor::Red.on_default().strikethrough(),
            inserted: AnsiColor::Green.on_default(),
            warning: AnsiColor::Red.on_default().bold(),
            marks: false,
        }
    }

    fn kind(&self, kind: ChangeKind) -> Style {
        if self.marks {
            return Style::new();
        }
        let color = match kind {
            ChangeKind::Insert => AnsiColor::Green,
            ChangeKind::Delete => AnsiColor::Red,
            ChangeKind::Modify => AnsiColor::Yellow,
            ChangeKind::Move => AnsiColor::Blue,
            ChangeKind::Renumber => AnsiColor::Cyan,
        };
        color.on_default().bold()
    }

    fn part(&self, out: &mut String, part: Part<'_>) {
        let (style, text, marks) = match part {
            Part::Same(text) => (Style::new(), text, ("", "")),
            Part::Deleted(text) => (self.deleted, text, ("[-", "-]")),
            Part::Inserted(text) => (self.inserted, text, ("{+", "+}")),
        };
        let (before, after) = if self.marks { marks } else { ("", "") };
        let text = text.replace('\n', " ⏎ ");
        let _ = write!(out, "{style}{before}{}{after}{style:#}", inert::visible(&text));
    }
}

/// The comparison for a terminal, ending in a line end.
#[must_use]
pub fn human(shown: &Shown<'_>, color: bool) -> String {
    let styles = Styles::new(color);
    let comparison = shown.comparison;
    let mut out = String::new();
    let (title, faint) = (styles.title, styles.faint);
    let _ = writeln!(
        out,
        "{title}{} → {}{title:#}\n{}",
        inert::terminal(shown.source_name),
        inert::terminal(shown.test_name),
        summary(comparison)
    );
    let mut crumbs: Option<&[String]> = None;
    for change in &comparison.changes {
        if crumbs != Some(change.breadcrumb.as_slice()) {
            crumbs = Some(&change.breadcrumb);
            let section = styles.section;
            let _ = writeln!(out, "\n{section}{}{section:#}", crumb_text(&change.breadcrumb));
        }
        write_change(&mut out, shown, &styles, change);
    }
    let statistics = comparison.statistics();
    let rows: Vec<_> = statistics.sections.iter().filter(|section| section.counts.total > 0).collect();
    if rows.len() > 1 {
        let _ = writeln!(out, "\n{title}Where{title:#}");
        for row in rows {
            let _ = writeln!(
                out,
                "  {:>3} of {:<4} {:<40} {faint}{}{faint:#}",
                row.counts.total,
                row.blocks,
                inert::visible(&beginning(&row.heading, 38)),
                row.address
            );
        }
    }
    if let Some(text) = not_compared(comparison) {
        let _ = writeln!(out, "\n{text}");
    }
    if comparison.alignment.budget_exhausted {
        let _ = writeln!(
            out,
            "\nThe comparison's budget ran out; some moved or edited blocks may be shown as deleted and inserted."
        );
    }
    if shown.allowed.is_some() && shown.out_of_scope() > 0 {
        let warning = styles.warning;
        let count = shown.out_of_scope();
        let _ = writeln!(out, "\n{warning}{count} outside the allowed scope{warning:#}");
    }
    out
}

fn crumb_text(crumbs: &[String]) -> String {
    if crumbs.is_empty() {
        return "(at the top)".to_owned();
    }
    crumbs.iter().map(|crumb| inert::visible(crumb)).collect::<Vec<_>>().join(" › ")
}

fn write_change(out: &mut String, shown: &Shown<'_>, styles: &Styles, change: &Change) {
    let comparison = shown.comparison;
    let (kind, faint, warning) = (styles.kind(change.kind), styles.faint, styles.warning);
    let _ = write!(out, "  {kind}{}{kind:#} {}", happened(change), kind_text(change));
    let label = label_text(change);
    if !label.is_empty() {
        let _ = write!(out, " {}", inert::visible(&label));
    }
    let (before, after) = comparison.places(change);
    match (before, after) {
        (Some(before), Some(after)) if change.kind == ChangeKind::Move => {
            let _ = write!(out, " from line {} to line {}", before.line, after.line);
        }
        (_, Some(place)) | (Some(place), None) => {
            let _ = write!(out, ", line {}", place.line);
        }
        (None, None) => {}
    }
    let _ = write!(out, "  {faint}{}{faint:#}", change.address());
    if shown.is_out_of_scope(change) {
        let _ = write!(out, "  {warning}outside the allowed scope{warning:#}");
    }
    out.push('\n');
    if change.kind == ChangeKind::Move
        && let Some(source) = change.source
    {
        let from = comparison.source.breadcrumb(source);
        let address = change.source_address.as_deref().unwrap_or("/");
        let _ = if from == change.breadcrumb {
            writeln!(out, "    {faint}was at {address}{faint:#}")
        } else {
            writeln!(out, "    {faint}was under {}, {address}{faint:#}", crumb_text(&from))
        };
    }
    out.push_str("    ");
    write_text(out, shown, styles, change);
    let inside = inside(comparison, change);
    if inside > 0 {
        let noun = if inside == 1 { "block" } else { "blocks" };
        let _ = write!(out, " {faint}(with {inside} {noun} inside){faint:#}");
    }
    out.push('\n');
}

fn write_text(out: &mut String, shown: &Shown<'_>, styles: &Styles, change: &Change) {
    let comparison = shown.comparison;
    match (change.source, change.test) {
        (None, Some(test)) => {
            styles.part(out, Part::Inserted(&beginning(&gist(&comparison.test, test), 400)));
        }
        (Some(source), None) => {
            styles.part(out, Part::Deleted(&beginning(&gist(&comparison.source, source), 400)));
        }
        (_, Some(test)) if change.inline.is_empty() => {
            styles.part(out, Part::Same(&beginning(&gist(&comparison.test, test), 120)));
        }
        _ => {
            let parts = readable(&change.test_text, &change.inline);
            for (index, &part) in parts.iter().enumerate() {
                match part {
                    Part::Same(text) => {
                        let short = shortened(text, index == 0, index + 1 == parts.len());
                        styles.part(out, Part::Same(&short));
                    }
                    other => styles.part(out, other),
                }
            }
        }
    }
}
