//! The parts of a pull request comment that concern models.
//!
//! A comment holds other things too, so the parts are kept apart: whoever posts it puts its own sections between
//! them and has the whole cut to size.

use super::markdown;
use super::place::Places;
use super::section::{Cut, Entry, Section, render_all};
use super::{counted, entry};
use crate::comparison::{Classification, RevisionComparison};
use crate::inert::code_span;

/// What the comment needs to know beyond the comparison.
#[derive(Debug, Clone, Copy)]
pub struct CommentOptions<'a> {
    /// Where everything can be read: the page of the run. Linked to when something is left out.
    pub run_url: Option<&'a str>,
    /// The file that acknowledgements belong into, relative to the repository.
    pub acknowledgement_file: &'a str,
    /// The command that writes the entries; without it, one that uses the acknowledgement file.
    pub command: Option<&'a str>,
    /// Whether compatible differences are listed, folded.
    pub include_compatible: bool,
}

impl Default for CommentOptions<'_> {
    fn default() -> Self {
        Self {
            run_url: None,
            acknowledgement_file: "acknowledged.json",
            command: None,
            include_compatible: true,
        }
    }
}

/// The parts of a comment, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentSections {
    /// The disposition and the counts.
    pub headline: String,
    /// Differences, most severe first; acknowledged and compatible ones folded; unused acknowledgements.
    pub sections: Vec<Section>,
    /// How to sign for what is open: the command, and the exact entries, folded. Empty when there is nothing to sign.
    pub sign_off: Section,
    /// Where everything can be read.
    pub run_url: Option<String>,
}

/// The parts of a comment on a comparison.
#[must_use]
pub fn comment(comparison: &RevisionComparison<'_>, options: &CommentOptions<'_>) -> CommentSections {
    let places = Places::new(comparison);
    let headline = format!(
        "## SDF models: {}\n\n{}\n\n",
        comparison.disposition().as_str(),
        markdown::summary(comparison)
    );
    let mut sections = vec![
        markdown::differences(&places, comparison, Classification::Breaking),
        markdown::differences(&places, comparison, Classification::Undetermined),
        markdown::moved(comparison),
        markdown::warnings(&places, comparison),
        markdown::unused_changes(&places, comparison),
    ];
    sections.extend(markdown::unused_acknowledgements(comparison));
    let signed =
        markdown::acknowledged(&places, comparison, "Acknowledged differences", &Classification::ALL);
    sections.push(folded(signed));
    if options.include_compatible {
        sections.push(folded(markdown::differences(&places, comparison, Classification::Compatible)));
    }
    sections.retain(|section| !section.is_empty());
    CommentSections {
        headline,
        sections,
        sign_off: sign_off(comparison, options),
        run_url: options.run_url.map(str::to_owned),
    }
}

fn folded(section: Section) -> Section {
    let count = section.entries.iter().map(|entry| entry.count).sum::<usize>();
    Section { title: format!("{}: {count}", section.title), folded: true, ..section }
}

fn sign_off(comparison: &RevisionComparison<'_>, options: &CommentOptions<'_>) -> Section {
    let entries: Vec<Entry> = comparison
        .differences()
        .iter()
        .filter(|difference| difference.rank() <= 1)
        .filter_map(|difference| entry::entry(comparison, difference))
        .map(|entry| Entry { headings: Vec::new(), text: format!("  {}", entry::line(&entry)), count: 1 })
        .collect();
    if entries.is_empty() {
        return Section::default();
    }
    let file = options.acknowledgement_file;
    let command = options.command.map_or_else(
        || format!("countersign review --acknowledgements-output {file} --replace-acknowledgements"),
        str::to_owned,
    );
    // Entries are one line each and begin with two spaces and a brace, so none of them can close the fence.
    let opening = format!(
        "If the change is intended, add these entries to `differences` in {} and push; a new file is the whole block. \
         Give each a `note` that says why. This command writes them: {}\n\n```json\n{{\"schema\": \
         \"esdieff.acknowledged-differences\", \"version\": \"1\", \"differences\": [\n",
        code_span(file),
        code_span(&command),
    );
    Section {
        title: format!("How to sign off {}", counted(entries.len(), "difference", "differences")),
        opening,
        entries,
        closing: "]}\n```\n".to_owned(),
        separator: ",",
        folded: true,
    }
}

impl CommentSections {
    /// The whole text in at most `limit` bytes, and so in at most as many UTF-16 units: headline, differences,
    /// `between`, and how to sign off. Differences are cut between entries; a last line says how many are left out
    /// and where they are. `between` is never cut: whoever supplies it leaves room.
    #[must_use]
    pub fn render(&self, limit: usize, between: &str) -> Cut {
        let closing_room = 300 + self.run_url.as_ref().map_or(0, |url| url.len() * 3);
        let fixed = self.headline.len() + between.len();
        // How to sign off matters most, but it may take half of the room only.
        let sign_off = self.sign_off.render(limit.saturating_sub(fixed + closing_room) / 2);
        let room = limit.saturating_sub(fixed + closing_room + sign_off.text.len());
        let shown = render_all(&self.sections, room);
        let mut text = format!("{}{}", self.headline, shown.text);
        if shown.left_out > 0 {
            let count = counted(shown.left_out, "more entry is", "more entries are");
            let place = self.run_url.as_ref().map_or_else(
                || "the report".to_owned(),
                |url| format!("[the summary of the run]({})", link_target(url)),
            );
            text.push_str(&format!("**{count} not shown here; see {place}.**\n\n"));
        }
        text.push_str(between);
        if sign_off.left_out > 0 && !sign_off.text.is_empty() {
            let count = counted(sign_off.left_out, "entry does", "entries do");
            text.push_str(&format!("{count} not fit below; the command there writes all of them.\n\n"));
        }
        text.push_str(&sign_off.text);
        let end = text.trim_end().len();
        text.truncate(end);
        text.push('\n');
        Cut { text, left_out: shown.left_out }
    }
}

/// A URL between parentheses: whatever could end it or the line is percent-encoded.
fn link_target(url: &str) -> String {
    url.chars()
        .map(|c| match c {
            '(' | ')' | '<' | '>' | '[' | ']' | '\\' | '`' | '"' | ' ' | '|' => {
                format!("%{:02X}", u32::from(c))
            }
            c if c.is_control() => String::new(),
            c => c.to_string(),
        })
        .collect()
}
