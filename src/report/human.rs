//! The report for a terminal.
//!
//! It keeps the lines that the contract names (outcome, disposition, documents, counts, registries, warnings, the
//! groups of differences, unused acknowledgements) and adds what a reader needs to act: values, a sentence for each
//! difference, file, line and column, rule and reason codes, and what to do next. Without colours the text is the
//! coloured one with its escape sequences removed.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style as Paint};

use super::cluster::{Cluster, clusters};
use super::naming::{owner, subject, version_sentence};
use super::place::Places;
use super::{counted, knowledge, sentence};
use crate::comparison::{
    CONTRACT, Classification, Difference, DifferenceAcknowledgement, Disposition, Presence, Revision,
    RevisionComparison, Side, VersionWarning,
};
use crate::inert::terminal;
use crate::model::SourceId;

/// Whether a text for people is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// No escape sequences.
    #[default]
    Plain,
    /// ANSI colours.
    Colored,
}

impl Style {
    /// Paints when coloured.
    fn paint(self, paint: Paint, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Colored => format!("{paint}{text}{paint:#}"),
        }
    }

    fn bold(self, text: &str) -> String {
        self.paint(Paint::new().bold(), text)
    }

    fn dim(self, text: &str) -> String {
        self.paint(Paint::new().dimmed(), text)
    }

    fn classified(self, classification: Classification, text: &str) -> String {
        self.paint(color(classification).on_default(), text)
    }
}

fn color(classification: Classification) -> AnsiColor {
    match classification {
        Classification::Breaking => AnsiColor::Red,
        Classification::Undetermined => AnsiColor::Yellow,
        Classification::Compatible => AnsiColor::Green,
    }
}

/// The report for a terminal.
#[must_use]
pub fn human(comparison: &RevisionComparison<'_>, style: Style) -> String {
    render(comparison, style, "give it to --acknowledged from then on.")
}

/// The same in a review, where the configuration names the file of acknowledgements.
#[must_use]
pub fn human_review(comparison: &RevisionComparison<'_>, style: Style) -> String {
    render(comparison, style, "commit it where `acknowledged` of the configuration names it.")
}

/// `keep` says what to do with a file of acknowledgements.
fn render(comparison: &RevisionComparison<'_>, style: Style, keep: &'static str) -> String {
    let mut report = Human { comparison, places: Places::new(comparison), style, keep, out: String::new() };
    report.head();
    report.warnings();
    report.differences();
    report.unused_acknowledgements();
    report.unused_changes();
    report.next();
    report.out
}

struct Human<'a> {
    comparison: &'a RevisionComparison<'a>,
    places: Places<'a>,
    style: Style,
    keep: &'static str,
    out: String,
}

impl Human<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn shown(&self, revision: Revision, id: SourceId) -> String {
        terminal(self.places.source(revision, id).shown()).into_owned()
    }

    fn head(&mut self) {
        let (comparison, style) = (self.comparison, self.style);
        let outcome = comparison.outcome();
        let line = format!(
            "{} {CONTRACT}: {}",
            style.bold("Revision comparison"),
            style.classified(outcome, outcome.as_str())
        );
        self.line(&line);
        if comparison.acknowledgements().is_some() {
            let disposition = comparison.disposition();
            let worst = match disposition {
                Disposition::Passed => Classification::Compatible,
                Disposition::Failed => Classification::Breaking,
                Disposition::Undetermined => Classification::Undetermined,
            };
            let line = format!(
                "{} {}, with {} breaking and {} undetermined acknowledged",
                style.bold("Disposition:"),
                style.classified(worst, disposition.as_str()),
                comparison.acknowledged_count(Classification::Breaking),
                comparison.acknowledged_count(Classification::Undetermined),
            );
            self.line(&line);
        }
        let mut line = format!(
            "{} {} compared, {} removed, {} added",
            style.bold("Documents:"),
            comparison.compared_documents().len(),
            comparison.removed_documents().len(),
            comparison.added_documents().len(),
        );
        if comparison.skipped_documents() > 0 {
            let _ = write!(
                line,
                "; {} skipped as identical, with everything referred to",
                comparison.skipped_documents()
            );
        }
        self.line(&line);
        self.documents("Removed documents:", Revision::Earlier, comparison.removed_documents());
        self.documents("Added documents:", Revision::Later, comparison.added_documents());
        let count = |c: Classification| {
            let count = comparison.count(c);
            let text = format!("{count} {}", c.as_str());
            if count == 0 { text } else { style.classified(c, &text) }
        };
        let line = format!(
            "{} {}, {}, {}",
            style.bold("Differences:"),
            count(Classification::Breaking),
            count(Classification::Undetermined),
            count(Classification::Compatible),
        );
        self.line(&line);
        for knowledge in knowledge::consulted(comparison) {
            let registry = knowledge.registry().as_str();
            let line = format!("{} {registry}: {}", style.bold("Registry"), knowledge::said(knowledge));
            self.line(&line);
        }
        for interpretation in comparison.interpretations() {
            let line = format!("{} {interpretation}", style.bold("Interpretation:"));
            self.line(&line);
            if let Some(topic) = crate::explain::find(interpretation) {
                let line = format!(
                    "  {}; countersign explain {interpretation} says more",
                    super::words::lowered(topic.title())
                );
                self.line(&line);
            }
        }
    }

    fn documents(&mut self, heading: &str, revision: Revision, ids: &[SourceId]) {
        if ids.is_empty() {
            return;
        }
        let heading = self.style.bold(heading);
        self.line(&heading);
        for &id in ids {
            let line = format!("  {}", self.shown(revision, id));
            self.line(&line);
        }
    }

    fn warnings(&mut self) {
        if self.comparison.version_warnings().is_empty() {
            return;
        }
        let heading = format!("\n{}", self.style.paint(AnsiColor::Yellow.on_default().bold(), "Warnings:"));
        self.line(&heading);
        for warning in self.comparison.version_warnings() {
            let at = self.places.origin(Revision::Later, warning.location).map_or_else(
                || self.shown(Revision::Later, warning.documents.1),
                |place| self.places.spelled(place),
            );
            let line = format!(
                "  {} in {}: {}",
                self.style.paint(AnsiColor::Yellow.on_default(), VersionWarning::CODE),
                terminal(&at),
                version_sentence(warning).plain(),
            );
            self.line(&line);
        }
    }

    fn differences(&mut self) {
        let groups: [(&str, Option<Classification>, std::ops::RangeInclusive<u8>); 4] = [
            ("Breaking differences:", Some(Classification::Breaking), 0..=0),
            ("Undetermined differences:", Some(Classification::Undetermined), 1..=1),
            ("Acknowledged differences:", None, 2..=3),
            ("Compatible differences:", Some(Classification::Compatible), 4..=4),
        ];
        let all: Vec<(usize, &Difference)> = self.comparison.differences().iter().enumerate().collect();
        for (heading, classification, ranks) in groups {
            let rows = all.iter().copied().filter(|(_, difference)| ranks.contains(&difference.rank()));
            let rows = clusters(&self.places, rows);
            if rows.is_empty() {
                continue;
            }
            let paint = classification.map_or(Paint::new(), |c| color(c).on_default());
            let heading = format!("\n{}", self.style.paint(paint.bold(), heading));
            self.line(&heading);
            for cluster in &rows {
                self.row(cluster);
            }
        }
    }

    fn row(&mut self, cluster: &Cluster<'_>) {
        let difference = cluster.lead;
        let what = owner(difference).then(cluster.what(&self.places));
        let mut first = format!("  {}", self.style.bold(&what.plain()));
        if let Some(directions) = sentence::directions(difference) {
            let _ = write!(first, " ({directions})");
        }
        if difference.acknowledged() {
            let classification = difference.classification;
            let _ = write!(first, ", {}", self.style.classified(classification, classification.as_str()));
        }
        self.line(&first);
        let meaning = format!("    {}", sentence::meaning(&self.places, difference).plain());
        self.line(&meaning);
        if let Some(witness) = &difference.witness {
            let line = format!("    {}", sentence::admissions(witness).plain());
            self.line(&line);
        }
        if let Some(hint) = super::remark::hint(&self.places, self.comparison, cluster.index) {
            let line = format!("    {}", hint.plain());
            self.line(&line);
        }
        for revision in Revision::BOTH {
            if let Some(side) = difference.side(revision) {
                self.side(revision, side);
            }
        }
        if let Some(note) = super::remark::note(self.comparison, difference) {
            let line = format!("    note: {}", terminal(note));
            self.line(&line);
        }
        let reason = difference.reason.map_or(String::new(), |reason| format!(", {}", reason.code));
        let codes = self.style.dim(&format!("    [{}{reason}]", crate::explain::rule(difference).code()));
        self.line(&codes);
    }

    fn side(&mut self, revision: Revision, side: &Side) {
        let presence = match side.presence {
            Presence::Present => "",
            Presence::Absent => " (absent)",
            Presence::Unavailable => " (unavailable)",
        };
        let pointer = if side.pointer.is_empty() {
            "the whole document".to_owned()
        } else {
            terminal(&side.pointer).into_owned()
        };
        let origin = side.origin.and_then(|origin| {
            let pointer = self.places.origin_pointer(revision, origin)?;
            let elsewhere = origin.source != side.root || pointer != side.pointer;
            elsewhere.then_some((origin, pointer))
        });
        let place = match origin {
            Some(_) => self.places.nearest(revision, side.root, &side.pointer),
            None => self.places.of(revision, side),
        };
        let spelled = self.places.spelled(place);
        let line = format!("    {:<7} {} {pointer}{presence}", revision.as_str(), terminal(&spelled));
        self.line(&line);
        if let Some((origin, pointer)) = origin
            && let Some(place) = self.places.origin(revision, origin)
        {
            let spelled = self.places.spelled(place);
            let line = format!("      from {} {}", terminal(&spelled), terminal(&pointer));
            self.line(&line);
        }
    }

    fn unused_acknowledgements(&mut self) {
        let [unused, unknown] = self.comparison.judged_acknowledgements();
        self.entries("Unused acknowledgements:", unused);
        self.entries("Acknowledgements that could not be checked:", unknown);
    }

    fn entries(&mut self, title: &str, entries: Vec<(usize, &DifferenceAcknowledgement)>) {
        if entries.is_empty() {
            return;
        }
        let heading = format!("\n{}", self.style.bold(title));
        self.line(&heading);
        for (index, entry) in entries {
            let line = format!(
                "  /differences/{index} {} {}, {}",
                entry.kind().as_str(),
                subject(entry.subject()).plain(),
                entry.classification().as_str()
            );
            self.line(&line);
            for revision in Revision::BOTH {
                if let (Some(document), Some(pointer)) = (entry.document(revision), entry.pointer(revision)) {
                    let line =
                        format!("    {:<7} {} {}", revision.as_str(), terminal(document), terminal(pointer));
                    self.line(&line);
                }
            }
            if let Some(note) = entry.note() {
                let line = format!("    note: {}", terminal(note));
                self.line(&line);
            }
        }
    }

    fn unused_changes(&mut self) {
        if self.comparison.unused_changes().is_empty() {
            return;
        }
        let heading = format!("\n{}", self.style.bold("Changed, and used by nothing compared:"));
        self.line(&heading);
        for change in self.comparison.unused_changes() {
            let place = super::remark::unused_place(&self.places, change);
            let pointer = if change.pointer.is_empty() { "the whole document" } else { &change.pointer };
            let at =
                place.map_or(String::new(), |place| format!(" {}", terminal(&self.places.spelled(place))));
            let line = format!("  {}{at} {}", change.kind.as_str(), terminal(pointer));
            self.line(&line);
        }
    }

    fn next(&mut self) {
        let comparison = self.comparison;
        let open: Vec<_> = comparison.differences().iter().filter(|d| d.rank() <= 1).collect();
        if open.is_empty() {
            return;
        }
        let can_sign = open.iter().filter(|difference| difference.can_be_acknowledged()).count();
        let rule = open.first().map(|difference| crate::explain::rule(difference).code()).unwrap_or_default();
        let heading = format!("\n{}", self.style.bold("Next:"));
        self.line(&heading);
        let explain = format!("  countersign explain {rule} says what a code in brackets means.");
        self.line(&explain);
        if can_sign > 0 {
            let line = format!(
                "  To sign for {}, run this again with --acknowledgements-output FILE, review FILE,",
                if can_sign == 1 { "an intended difference" } else { "intended differences" }
            );
            self.line(&line);
            let keep = format!("  and {}", self.keep);
            self.line(&keep);
        }
        if can_sign < open.len() {
            let line = format!(
                "  {} content that nobody could examine; mend it, since it cannot be signed for.",
                counted(open.len() - can_sign, "difference concerns", "differences concern")
            );
            self.line(&line);
        }
    }
}
