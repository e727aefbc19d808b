//! What a run has to say, in the forms in which GitHub takes it.

use crate::comparison::Classification;
use crate::github::begin::Comparison;
use crate::github::delivery::{CommentText, Delivery, ReleaseNotes, ResultFile, SarifUpload};
use crate::github::environment::Environment;
use crate::github::parts::Parts;
use crate::github::workflow::{Annotation, Level};
use crate::inert;
use crate::report::{self, CommentOptions, SarifOptions, View};
use crate::repository::RepositoryPath;
use crate::review::configuration::Configuration;
use crate::review::head_lines::HeadLines;
use crate::review::outcome::Outcome;
use crate::review::revisions::Revisions;
use crate::review::wire;
use crate::review::{Posted, posted};

/// The largest comment body that is rendered; GitHub takes 65,536 characters with the marker.
const COMMENT_BYTES: usize = 64_000;
/// The largest summary that is rendered; GitHub takes 1 MiB.
const SUMMARY_BYTES: usize = 1_000_000;
/// The largest release text that is rendered; GitHub takes 125,000 characters with what was there.
const RELEASE_BYTES: usize = 100_000;
/// The folder of result files in the workspace, which later steps see at the same path.
const RESULTS: &str = ".countersign";

/// Stands above a comment whose differences are gone.
const SETTLED: &str = "## Countersign: no differences any more\n\nAn earlier state of this pull request changed what \
                       Clients and Things exchange. The present one does not.\n\n";

/// The result of a run, on its way into words.
pub(super) struct Telling<'a, 'o> {
    pub(super) environment: &'a Environment,
    pub(super) run: &'a Comparison,
    pub(super) revisions: &'a Revisions<'o>,
    pub(super) configuration: &'a Configuration,
    pub(super) outcome: &'a Outcome<'a>,
    /// What tells this run from others on the same pull request: the configuration's path.
    pub(super) key: String,
}

impl Telling<'_, '_> {
    /// `failed: 1 breaking, 0 undetermined, 2 compatible, 1 acknowledged; 3 compared, 0123456 to 89abcde`
    pub(super) fn verdict(&self) -> String {
        let comparison = self.outcome.models();
        let signed = |c| comparison.acknowledged_count(c);
        let open = |c| comparison.count(c) - signed(c);
        let name = |name: &str| inert::terminal(name).into_owned();
        format!(
            "{}: {} breaking, {} undetermined, {} compatible, {} acknowledged; {} compared, {} to {}",
            self.outcome.disposition().as_str(),
            open(Classification::Breaking),
            open(Classification::Undetermined),
            comparison.count(Classification::Compatible),
            signed(Classification::Breaking) + signed(Classification::Undetermined),
            self.outcome.compared(),
            name(&self.revisions.base.name),
            name(&self.revisions.head.name),
        )
    }

    pub(super) fn delivery(&self) -> Delivery {
        let configuration = self.configuration;
        let lines = HeadLines::new(self.revisions, &configuration.limits);
        let category = configuration.category.clone().unwrap_or_else(|| self.key.clone());
        let category = format!("countersign/{}/", category.trim_matches('/'));
        let mut notices = self.notices(&lines);
        let mut post = |what: &'static str, text: Option<Result<Posted, String>>| {
            let text = text?.map_err(|reason| {
                let message = format!("the {what} is not written: {reason}");
                notices.push(Annotation::on_run(Level::Warning, message));
            });
            text.ok().map(|posted| (what, posted))
        };
        let comment = post("comment", self.run.plan.pull_request.as_ref().map(|_| self.comment_text()));
        let wanted = self.run.plan.release.as_ref().filter(|_| configuration.release_notes);
        let release = post("release-notes", wanted.map(|_| self.release_notes()));
        let kept =
            comment.iter().chain(&release).map(|(what, posted)| (*what, posted.review.clone())).collect();
        Delivery {
            disposition: Some(self.outcome.disposition()),
            fail_on: configuration.fail_on,
            read_only: self.run.plan.read_only,
            outputs: self.outputs(),
            files: self.files(&lines, &category, kept),
            sarif: configuration.upload_sarif.then(|| SarifUpload {
                log: self.sarif(View::Upload, &lines, &category).into_bytes(),
                category: category.clone(),
                target: self.run.revisions.sarif.clone(),
            }),
            comment: (self.run.plan.pull_request.as_ref().zip(comment))
                .map(|(pull, (_, posted))| self.comment(pull.number, &posted.text)),
            release: (wanted.zip(release))
                .map(|(wanted, (_, posted))| ReleaseNotes { id: wanted.id, notes: whole(posted.text) }),
            summary: configuration.summary.then(|| whole(self.outcome.markdown(SUMMARY_BYTES))),
            annotations: configuration.annotations.then(|| self.annotations(&lines)),
            notices,
        }
    }

    fn outputs(&self) -> Vec<(&'static str, String)> {
        let comparison = self.outcome.models();
        let open = |c| comparison.count(c) - comparison.acknowledged_count(c);
        let signed = |c| comparison.acknowledged_count(c).to_string();
        vec![
            ("disposition", self.outcome.disposition().as_str().to_owned()),
            ("outcome", self.outcome.outcome().as_str().to_owned()),
            ("breaking", open(Classification::Breaking).to_string()),
            ("undetermined", open(Classification::Undetermined).to_string()),
            ("compatible", comparison.count(Classification::Compatible).to_string()),
            ("acknowledged-breaking", signed(Classification::Breaking)),
            ("acknowledged-undetermined", signed(Classification::Undetermined)),
            ("unused-acknowledgements", comparison.unused_acknowledgements().len().to_string()),
            ("compared", self.outcome.compared().to_string()),
        ]
    }

    /// `posted` is what was done to the texts that are posted, by what they are.
    fn files(
        &self,
        lines: &HeadLines<'_, '_>,
        category: &str,
        posted: Vec<(&'static str, String)>,
    ) -> Vec<ResultFile> {
        let limit = self.configuration.limits.report_bytes;
        let parts = wire::Parts { posted, ..self.outcome.parts(limit) };
        let file = |name: &str, content: String, output| ResultFile {
            path: format!("{RESULTS}/{name}"),
            content: content.into_bytes(),
            output,
        };
        let mut files = vec![
            file(
                "report.json",
                wire::review(self.revisions, self.outcome.disposition(), &parts),
                "report-file",
            ),
            file("changelog.md", self.outcome.markdown(limit), "changelog-file"),
        ];
        files.extend(self.outcome.changes_file().map(|json| file("changes.json", json, "changes-file")));
        let sarif = self.sarif(View::File, lines, category);
        files.push(match &self.configuration.sarif_file {
            Some(path) => {
                ResultFile { path: path.clone(), content: sarif.into_bytes(), output: "sarif-file" }
            }
            None => file("results.sarif", sarif, "sarif-file"),
        });
        files
    }

    fn sarif(&self, view: View, lines: &HeadLines<'_, '_>, category: &str) -> String {
        let notes = self.outcome.notes();
        let options = SarifOptions {
            view,
            notes: &notes,
            disposition: Some(self.outcome.disposition()),
            category: Some(category),
            anchors: Some(lines),
            path: Some(&|_, source| Some(source.key().to_owned())),
            include_compatible: view == View::File,
            ..SarifOptions::default()
        };
        report::sarif(self.outcome.models(), &options)
    }

    fn comment_text(&self) -> Result<Posted, String> {
        let run_url = self.environment.run_url();
        let acknowledged = self.configuration.acknowledged.as_ref();
        let options = CommentOptions {
            run_url: run_url.as_deref(),
            acknowledgement_file: acknowledged.map_or("acknowledged.json", RepositoryPath::as_str),
            ..CommentOptions::default()
        };
        posted(COMMENT_BYTES, |room| self.outcome.comment(&options, room))
    }

    fn release_notes(&self) -> Result<Posted, String> {
        let tag = self.run.plan.release.as_ref().map(|release| &release.tag);
        let names = [&self.revisions.base.name, tag.unwrap_or(&self.revisions.head.name)].map(String::as_str);
        posted(RELEASE_BYTES, |room| self.outcome.release_notes(names, room))
    }

    fn comment(&self, number: u64, body: &str) -> CommentText {
        CommentText {
            number,
            key: self.key.clone(),
            when: self.configuration.comment,
            differences: self.outcome.speaks(),
            body: whole(body.to_owned()),
            // The same from run to run, so that a comment that has nothing new to say is not touched.
            settled: whole(format!("{}\n", [SETTLED, &self.outcome.rules()].concat().trim_end())),
        }
    }

    fn annotations(&self, lines: &HeadLines<'_, '_>) -> Vec<Annotation> {
        let others = self.outcome.remarks().into_iter().map(|note| Annotation {
            level: level(note.rule.level),
            title: note.rule.title,
            message: format!("{} [{}]", note.message, note.rule.id),
            file: Some(note.path),
            line: Some(note.line as u64),
            column: None,
        });
        let told = report::annotations(self.outcome.models(), Some(lines), false);
        let mut all: Vec<Annotation> = told.into_iter().map(annotation).chain(others).collect();
        all.sort_by_key(|annotation| annotation.level);
        all
    }

    /// What is worth saying beside the result.
    fn notices(&self, lines: &HeadLines<'_, '_>) -> Vec<Annotation> {
        let edits =
            self.outcome.edited_rules().iter().map(|path| {
                Annotation::on_run(Level::Notice, self.outcome.edited_rule(&inert::terminal(path)))
            });
        let unused = report::unused_notices(self.outcome.models(), Some(lines));
        let unlisted =
            self.outcome.unlisted().iter().map(|sentence| Annotation::on_run(Level::Warning, sentence));
        let links =
            self.outcome.links().into_iter().map(|sentence| Annotation::on_run(Level::Notice, sentence));
        unlisted.chain(links).chain(edits).chain(unused.into_iter().map(annotation)).collect()
    }
}

fn level(level: report::Level) -> Level {
    match level {
        report::Level::Error => Level::Error,
        report::Level::Warning => Level::Warning,
        report::Level::Notice => Level::Notice,
    }
}

fn annotation(told: report::Annotation) -> Annotation {
    Annotation {
        level: level(told.level),
        title: told.title,
        message: told.message,
        file: Some(told.path),
        line: Some(told.line as u64),
        column: Some(told.column as u64),
    }
}

fn whole(text: String) -> Parts {
    Parts { head: text, ..Parts::default() }
}
