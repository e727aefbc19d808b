//! `countersign action`: the review of what the runner's event names, delivered to GitHub.
//!
//! Everything that can be delivered is delivered before the exit status is set, and a failed delivery never hides the
//! verdict.

use std::sync::Arc;

use super::review::nothing_selected;
use super::{Exit, Output};
use crate::comparison::{Classification, Disposition, RevisionComparison};
use crate::github::begin::{Begun, Comparison, begin};
use crate::github::clock::SystemClock;
use crate::github::deliver::{Delivered, deliver};
use crate::github::delivery::{
    self, CommentText, CommentWhen, Delivery, Ending, ReleaseNotes, ResultFile, SarifUpload,
};
use crate::github::environment::Environment;
use crate::github::names::ObjectId;
use crate::github::parts::Parts;
use crate::github::revisions::{History, NoHistory};
use crate::github::workflow::{self, Annotation};
use crate::github::workspace::{ApiObjects, CloneHistory};
use crate::github::{Door, workflow::Level};
use crate::inert;
use crate::report::{self, CommentOptions, CommentSections, SarifOptions, View};
use crate::repository::{
    Fallback, Held, Id, Local, ObjectError, ObjectKind, Objects, RepositoryPath, Snapshot, TreeLimits,
};
use crate::review::configuration::{self, AcknowledgedFrom, Comment, Configuration, FailOn, Settings};
use crate::review::head_lines::HeadLines;
use crate::review::models::Models;
use crate::review::revisions::{Named, Revisions};
use crate::review::wire;

/// Review what a GitHub Actions event changed and deliver the result.
///
/// Reads the runner's variables and files; the inputs are those of action.yml.
#[derive(Debug, clap::Args)]
#[command(after_help = "This is what the Docker action runs. On your own machine use `countersign review`.")]
pub(super) struct Arguments {}

/// The largest comment body that is rendered; GitHub takes 65,536 characters with the marker.
const COMMENT_BYTES: usize = 64_000;
/// The largest summary that is rendered; GitHub takes 1 MiB.
const SUMMARY_BYTES: usize = 1_000_000;
/// The largest release text that is rendered; GitHub takes 125,000 characters with what was there.
const RELEASE_BYTES: usize = 100_000;
/// The folder of result files in the workspace, which later steps see at the same path.
const RESULTS: &str = ".countersign";

/// Stands above a comment whose differences are gone.
const SETTLED: &str = "## SDF models: no differences any more\n\nAn earlier state of this pull request changed what \
                       Clients and Things exchange. The present one does not.\n\n";

/// Why a run ends with exit status 2.
type Fault = String;

pub(super) fn run(_: &Arguments, output: &mut Output) -> Exit {
    match act(output) {
        Ok(exit) => exit,
        Err(fault) => {
            // The log shows the message; the annotation shows it on the run's page.
            complain(output, &fault);
            let annotation = Annotation::on_run(Level::Error, fault);
            say(output, &workflow::commands(&[annotation], "the log"));
            Exit::Invalid
        }
    }
}

/// An error in the log. The runner looks for commands on standard error too.
fn complain(output: &Output, message: &str) {
    output.error(&workflow::line(message));
}

fn say(output: &mut Output, lines: &[String]) {
    for line in lines {
        output.report(line.as_bytes());
        output.report(b"\n");
    }
}

fn act(output: &mut Output) -> Result<Exit, Fault> {
    let environment = Environment::from_pairs(std::env::vars_os()).map_err(|error| error.to_string())?;
    if let Some(token) = &environment.inputs.token {
        // Said at once, so that nothing that is printed later can show it.
        output.say_now(&workflow::mask(token));
    }
    let door = Door::open().map_err(|error| format!("cannot start: {error}"))?;
    let local = Local::containing(&environment.workspace).ok();
    let history: Box<dyn History> = match &local {
        Some(local) => Box::new(CloneHistory(local)),
        None => Box::new(NoHistory),
    };
    let checked_out = local.as_ref().and_then(|local| local.resolve("HEAD").ok()).map(ObjectId::from);
    let begun = door
        .run(begin(&environment, history.as_ref(), checked_out.as_ref(), Arc::new(SystemClock)))
        .map_err(|error| error.to_string())?;
    let delivered = match begun {
        Begun::Nothing(delivery) => door.run(deliver(&environment, None, &delivery)),
        Begun::Compare(run) => {
            let (delivery, verdict) = compare(&environment, &door, local.as_ref(), &run)?;
            say(output, &[workflow::line(&verdict)]);
            door.run(deliver(&environment, Some(&run.api), &delivery))
        }
    };
    Ok(finish(output, &delivered))
}

fn finish(output: &mut Output, delivered: &Delivered) -> Exit {
    say(output, &delivered.lines);
    for failure in &delivered.failures {
        complain(output, failure);
    }
    match delivered.ending {
        Ending::Passed => Exit::Passed,
        Ending::Failed => Exit::Failed,
        Ending::Undetermined => Exit::Undetermined,
        Ending::Undelivered => Exit::Undelivered,
    }
}

/// Compares the two revisions and puts into words what there is to say; the verdict as a line for the log, too.
fn compare(
    environment: &Environment,
    door: &Door,
    local: Option<&Local>,
    run: &Comparison,
) -> Result<(Delivery, String), Fault> {
    let through_api = ApiObjects::new(door, &run.api);
    let nothing_local = Held::default();
    let first: &dyn Objects = local.map_or(&nothing_local, |local| local);
    let objects = Fallback::new(first, &through_api as &dyn Objects);
    let snapshot = |revision: &crate::github::revisions::Revision| {
        let id: Id = revision.commit.as_str().parse().map_err(|_| "a commit has no SHA-1 id".to_owned())?;
        let snapshot = Snapshot::of_commit(&objects, id, &TreeLimits::default())
            .map_err(|error| unreadable(&revision.commit, &error))?;
        Ok::<_, Fault>(Named { id: id.to_string(), name: revision.name.clone(), snapshot })
    };
    let revisions = Revisions::new(snapshot(&run.revisions.base)?, snapshot(&run.revisions.head)?, &objects);

    let mut settings = Settings::default();
    for (name, value) in &environment.inputs.settings {
        settings.set_input(name, value).map_err(|error| error.to_string())?;
    }
    // Nobody has reviewed the head of `pull_request_target` yet, and there is a token that can write.
    let trusted = settings.acknowledged_from.unwrap_or(if run.plan.unreviewed_head {
        AcknowledgedFrom::Base
    } else {
        AcknowledgedFrom::Head
    });
    let config = environment.inputs.get("config").map(RepositoryPath::new).transpose();
    let config = config.map_err(|error| format!("input `config`: {error}"))?;
    let folder = settings.working_directory.clone();
    let configuration =
        revisions.configuration(settings, config.as_ref(), trusted).map_err(|error| error.to_string())?;
    // A file that was trusted may name the revision that acknowledgements come from.
    let signed = configuration.acknowledged_from.unwrap_or(trusted);
    let models = Models::gather(&revisions, &configuration, signed).map_err(|error| error.to_string())?;
    if models.is_empty() {
        return Err(nothing_selected(&revisions, &configuration).to_string());
    }
    let comparison = models.compare().map_err(|error| error.to_string())?;
    let mut files = match config {
        Some(config) => vec![config.below(folder.as_ref())],
        None => configuration::FILES
            .iter()
            .filter_map(|path| Some(RepositoryPath::new(path).ok()?.below(folder.as_ref())))
            .collect(),
    };
    let key = files.first().map_or(String::new(), |path| path.as_str().to_owned());
    let folder = configuration.working_directory.as_ref();
    files.extend(configuration.acknowledged.as_ref().map(|path| path.below(folder)));
    files.retain(|path| revisions.differs(path));
    let telling = Telling {
        environment,
        run,
        revisions: &revisions,
        configuration: &configuration,
        comparison: &comparison,
        key,
        edited: files,
        unreviewed: signed == AcknowledgedFrom::Base,
    };
    Ok((telling.delivery(), telling.verdict()))
}

/// What a revision that cannot be read means for the workflow.
fn unreadable(commit: &ObjectId, error: &ObjectError) -> Fault {
    match error {
        ObjectError::Missing { kind: ObjectKind::Commit, .. } => format!(
            "the commit {commit} is neither in the checkout nor on GitHub, as after a forced push; set the inputs `base` \
             and `head` to a branch, a tag or a commit of this repository"
        ),
        ObjectError::Missing { kind, id } => format!(
            "the {kind} {id} of the commit {commit} is neither in the checkout nor on GitHub; check out the repository \
             with `fetch-depth: 0`"
        ),
        other => format!("the commit {commit}: {other}"),
    }
}

/// The result of a run, on its way into words.
struct Telling<'a, 'o> {
    environment: &'a Environment,
    run: &'a Comparison,
    revisions: &'a Revisions<'o>,
    configuration: &'a Configuration,
    comparison: &'a RevisionComparison<'a>,
    /// What tells this run from others on the same pull request: the configuration's path.
    key: String,
    /// Files that decide what is compared or signed for, and that differ between the revisions.
    edited: Vec<RepositoryPath>,
    /// True when these files were read from the base, so that edits of them have no effect yet.
    unreviewed: bool,
}

impl Telling<'_, '_> {
    /// `failed: 1 breaking, 0 undetermined, 2 compatible, 1 acknowledged; 3 compared, 0123456 to 89abcde`
    fn verdict(&self) -> String {
        let comparison = self.comparison;
        let signed = |c| comparison.acknowledged_count(c);
        let open = |c| comparison.count(c) - signed(c);
        let name = |name: &str| inert::terminal(name).into_owned();
        format!(
            "{}: {} breaking, {} undetermined, {} compatible, {} acknowledged; {} compared, {} to {}",
            comparison.disposition().as_str(),
            open(Classification::Breaking),
            open(Classification::Undetermined),
            comparison.count(Classification::Compatible),
            signed(Classification::Breaking) + signed(Classification::Undetermined),
            comparison.compared_documents().len(),
            name(&self.revisions.base.name),
            name(&self.revisions.head.name),
        )
    }

    fn delivery(&self) -> Delivery {
        let configuration = self.configuration;
        let lines = HeadLines::new(self.revisions, &configuration.limits);
        let category = configuration.category.clone().unwrap_or_else(|| self.key.clone());
        let category = format!("countersign/{}/", category.trim_matches('/'));
        let notes = report::changelog(self.comparison);
        Delivery {
            disposition: Some(match self.comparison.disposition() {
                Disposition::Passed => delivery::Disposition::Passed,
                Disposition::Failed => delivery::Disposition::Failed,
                Disposition::Undetermined => delivery::Disposition::Undetermined,
            }),
            fail_on: match configuration.fail_on {
                FailOn::Undetermined => delivery::FailOn::Undetermined,
                FailOn::Breaking => delivery::FailOn::Breaking,
                FailOn::Never => delivery::FailOn::Never,
            },
            read_only: self.run.plan.read_only,
            outputs: self.outputs(),
            files: self.files(&lines, &category),
            sarif: configuration.upload_sarif.then(|| SarifUpload {
                log: self.sarif(View::Upload, &lines, &category).into_bytes(),
                category: category.clone(),
                target: self.run.revisions.sarif.clone(),
            }),
            comment: self.run.plan.pull_request.as_ref().map(|pull| self.comment(pull.number)),
            release: self
                .run
                .plan
                .release
                .as_ref()
                .filter(|_| configuration.release_notes)
                .map(|release| ReleaseNotes { id: release.id, notes: whole(notes.render(RELEASE_BYTES)) }),
            summary: configuration.summary.then(|| whole(notes.render(SUMMARY_BYTES))),
            annotations: configuration.annotations.then(|| self.annotations(&lines)),
            notices: self.notices(&lines),
        }
    }

    fn outputs(&self) -> Vec<(&'static str, String)> {
        let comparison = self.comparison;
        let open = |c| comparison.count(c) - comparison.acknowledged_count(c);
        let signed = |c| comparison.acknowledged_count(c).to_string();
        vec![
            ("disposition", comparison.disposition().as_str().to_owned()),
            ("outcome", comparison.outcome().as_str().to_owned()),
            ("breaking", open(Classification::Breaking).to_string()),
            ("undetermined", open(Classification::Undetermined).to_string()),
            ("compatible", comparison.count(Classification::Compatible).to_string()),
            ("acknowledged-breaking", signed(Classification::Breaking)),
            ("acknowledged-undetermined", signed(Classification::Undetermined)),
            ("unused-acknowledgements", comparison.unused_acknowledgements().len().to_string()),
            ("compared", comparison.compared_documents().len().to_string()),
        ]
    }

    fn files(&self, lines: &HeadLines<'_, '_>, category: &str) -> Vec<ResultFile> {
        let parts = wire::Parts { models: Some(report::json(self.comparison)), ..wire::Parts::default() };
        let file = |name: &str, content: String, output| ResultFile {
            path: format!("{RESULTS}/{name}"),
            content: content.into_bytes(),
            output,
        };
        let mut files = vec![
            file(
                "report.json",
                wire::review(self.revisions, self.comparison.disposition(), &parts),
                "report-file",
            ),
            file("changelog.md", report::markdown(self.comparison), "changelog-file"),
        ];
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
        let options = SarifOptions {
            view,
            category: Some(category),
            anchors: Some(lines),
            path: Some(&|_, source| Some(source.key().to_owned())),
            include_compatible: view == View::File,
            ..SarifOptions::default()
        };
        report::sarif(self.comparison, &options)
    }

    fn comment(&self, number: u64) -> CommentText {
        let run_url = self.environment.run_url();
        let acknowledged = self.configuration.acknowledged.as_ref();
        let options = CommentOptions {
            run_url: run_url.as_deref(),
            acknowledgement_file: acknowledged.map_or("acknowledged.json", RepositoryPath::as_str),
            ..CommentOptions::default()
        };
        let edits: String =
            self.edited.iter().map(|path| self.edit(&inert::code_span(path.as_str()))).collect();
        let between = if edits.is_empty() { edits } else { format!("{edits}\n") };
        let told = report::comment(self.comparison, &options);
        // The same from run to run, so that a comment that has nothing new to say is not touched.
        let settled = CommentSections { headline: SETTLED.to_owned(), ..told.clone() };
        CommentText {
            number,
            key: self.key.clone(),
            when: match self.configuration.comment {
                Comment::Changes => CommentWhen::Changes,
                Comment::Always => CommentWhen::Always,
                Comment::Never => CommentWhen::Never,
            },
            differences: !self.comparison.differences().is_empty()
                || !self.comparison.unused_acknowledgements().is_empty(),
            body: whole(told.render(COMMENT_BYTES, &between).text),
            settled: whole(settled.render(COMMENT_BYTES, &between).text),
        }
    }

    /// A line about an edit of a file that decides what is compared or signed for.
    fn edit(&self, path: &str) -> String {
        let effect = if self.unreviewed {
            "it was read from the base, so the edit counts once it is there"
        } else {
            "review that edit too"
        };
        format!("This change also edits {path}, which decides what is compared or signed for: {effect}.\n")
    }

    fn annotations(&self, lines: &HeadLines<'_, '_>) -> Vec<Annotation> {
        report::annotations(self.comparison, Some(lines), false).into_iter().map(annotation).collect()
    }

    /// What is worth saying beside the result.
    fn notices(&self, lines: &HeadLines<'_, '_>) -> Vec<Annotation> {
        let edits = self.edited.iter().map(|path| {
            Annotation::on_run(Level::Notice, self.edit(&inert::terminal(path.as_str())).trim_end())
        });
        let unused = report::unused_notices(self.comparison, Some(lines));
        edits.chain(unused.into_iter().map(annotation)).collect()
    }
}

fn annotation(told: report::Annotation) -> Annotation {
    Annotation {
        level: match told.level {
            report::Level::Error => Level::Error,
            report::Level::Warning => Level::Warning,
            report::Level::Notice => Level::Notice,
        },
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
