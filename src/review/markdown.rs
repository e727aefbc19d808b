//! A whole review in Markdown: the comment on a pull request and the changelog.

use super::outcome::Outcome;
use crate::comparison::Classification;
use crate::inert::code_span;
use crate::report::{self, CommentOptions, CommentSections, Section, counted};

/// What is kept free for the line that says what is left out.
const CLOSING: usize = 200;

impl Outcome<'_> {
    /// One line for each kind of file that is compared. Nothing in them comes from a file.
    pub(super) fn overview(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.has_models {
            let models = &self.models;
            let open = |c| models.count(c) - models.acknowledged_count(c);
            let signed = models.acknowledged_count(Classification::Breaking)
                + models.acknowledged_count(Classification::Undetermined);
            lines.push(format!(
                "SDF models: {}, with {} breaking, {} undetermined, {} compatible and {signed} acknowledged",
                models.disposition().as_str(),
                open(Classification::Breaking),
                open(Classification::Undetermined),
                models.count(Classification::Compatible),
            ));
        }
        let documents = self.documents();
        if documents.selected > 0 {
            let failed = documents.changed.iter().filter(|document| document.result.is_err()).count();
            let mut line = format!(
                "Documents: {}, with {} in {} of {}",
                documents.disposition().as_str(),
                counted(documents.changes(), "change", "changes"),
                documents.changed.len() - failed,
                counted(documents.selected, "document", "documents"),
            );
            if documents.outside() > 0 {
                line.push_str(&format!(", {} outside the allowed scope", documents.outside()));
            }
            if failed > 0 {
                line.push_str(&format!(", {failed} not compared"));
            }
            lines.push(line);
        }
        let data = self.data();
        if data.selected > 0 {
            lines.push(format!(
                "Data: {}, with {} of {} changed",
                data.disposition().as_str(),
                data.changed.len(),
                counted(data.selected, "file", "files"),
            ));
        }
        let polish = self.polish();
        if polish.selected > 0 {
            lines.push(format!(
                "Polish: {} on changed lines of {}, which decides nothing",
                counted(polish.edits(), "edit", "edits"),
                counted(polish.touched.len(), "touched file", "touched files"),
            ));
        }
        lines
    }

    fn headline(&self, title: &str) -> String {
        let lines: String = self.overview().iter().map(|line| format!("- {line}\n")).collect();
        format!("{title}{}\n\n{lines}\n", self.disposition().as_str())
    }

    /// A sentence about each file that decides what is compared or signed for and that the change edits.
    #[must_use]
    pub fn rules(&self) -> String {
        let sentence = |path: &String| format!("{}\n\n", self.edited_rule(&code_span(path)));
        self.edited_rules().iter().map(sentence).collect()
    }

    /// The comment on a pull request in at most `limit` bytes, without its marker. Text from files is inert; mentions
    /// in it are left to the guard that everything posted passes.
    #[must_use]
    pub fn comment(&self, options: &CommentOptions<'_>, limit: usize) -> String {
        let mut sections = if self.has_models {
            report::comment(&self.models, options)
        } else {
            CommentSections {
                headline: String::new(),
                sections: Vec::new(),
                sign_off: Section::default(),
                run_url: options.run_url.map(str::to_owned),
            }
        };
        let overall = if self.has_others() { self.headline("## Countersign: ") } else { String::new() };
        sections.headline = format!("{overall}{}{}", self.rules(), sections.headline);
        // Each half may take what the other leaves; where both are long, they share.
        let room = limit.saturating_sub(sections.headline.len() + 2 * CLOSING);
        let alone = sections.render(limit, "").text.len() + 2 * CLOSING;
        let between = self.between(limit.saturating_sub(alone).max(room / 2));
        sections.render(limit, &between).text
    }

    /// Documents, data and polish in at most `limit` bytes. None of them takes the room of the others.
    fn between(&self, limit: usize) -> String {
        let sections = self.sections();
        let mut text = String::new();
        let mut left_out = 0;
        for (index, section) in sections.iter().enumerate() {
            let room = limit.saturating_sub(text.len() + CLOSING);
            let cut = section.render(if index + 1 == sections.len() { room } else { room / 5 * 3 });
            text.push_str(&cut.text);
            left_out += cut.left_out;
        }
        if left_out > 0 {
            let count = counted(left_out, "more change is", "more changes are");
            text.push_str(&format!("**{count} not shown here; the files of the run hold everything.**\n\n"));
        }
        text
    }

    /// The changelog in at most `limit` bytes, for files, summaries and terminals that show Markdown.
    #[must_use]
    pub fn markdown(&self, limit: usize) -> String {
        if !self.has_others() {
            return report::changelog(&self.models).render(limit);
        }
        let mut text = self.headline("# Changes: ");
        self.append(&mut text, limit, self.has_models.then(|| report::changelog(&self.models)));
        text
    }

    /// The models' part and then the others, within the limit. Each may take what the other leaves.
    pub(super) fn append(&self, text: &mut String, limit: usize, models: Option<report::Changelog>) {
        if let Some(models) = models {
            let room = limit.saturating_sub(text.len() + 1);
            let others = self.between(room).len();
            text.push_str(&models.render(room.saturating_sub(others).max(room / 2)));
            text.push('\n');
        }
        text.push_str(&self.between(limit.saturating_sub(text.len())));
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
}
