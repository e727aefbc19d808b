//! `countersign review`: what the check will say, said on a developer's own machine.
//!
//! The two revisions come from the repository's objects, so the work tree is neither read nor touched.

use std::path::PathBuf;

use super::acknowledgements::{Export, note_impossible};
use super::destination::Destination;
use super::exit::{Stop, invalid, notes};
use super::progress::Progress;
use super::{Exit, Output};
use crate::inert;
use crate::report::{self, SarifOptions, Style, View};
use crate::repository::{Id, Local, RepositoryPath, Snapshot, TreeLimits};
use crate::review::configuration::{AcknowledgedFrom, Configuration, Settings, parse_limit};
use crate::review::head_lines::HeadLines;
use crate::review::idle::idle_globs;
use crate::review::outcome::{Gathered, Outcome, rule_paths};
use crate::review::revisions::{Named, ReviewError, Revisions};
use crate::review::wire;
use crate::wording::counted;

/// Review what two git revisions changed, as the pull-request check will.
///
/// Without options, what HEAD changed since it left the default branch.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    countersign review\n  \
    countersign review --base v1.2.0 --head main --format markdown\n  \
    countersign review --staged\n  \
    countersign review --replace-acknowledgements \\\n    \
    --acknowledgements-output acknowledged.json\n\n\
    Exit codes: 0 passed; 1 something unacknowledged is breaking, or a document changed outside its allowed scope; \
    3 neither, but something is undetermined or cannot be said in a change set; \
    2 the invocation, the configuration or a file it names is wrong; 4 the report could not be written.")]
pub(super) struct Arguments {
    /// The earlier revision; unless it is named, the configuration's `base`, else the merge base of the head with the
    /// default branch
    #[arg(long, value_name = "REV")]
    base: Option<String>,
    /// The later revision; unless it is named, the configuration's `head`, else HEAD
    #[arg(long, value_name = "REV")]
    head: Option<String>,
    /// Review what is staged, against HEAD
    #[arg(long, conflicts_with_all = ["base", "head"])]
    staged: bool,
    /// The configuration file's path in the repository; countersign.toml or .github/countersign.toml unless it is named
    #[arg(long, value_name = "FILE")]
    config: Option<String>,
    /// The form of the report
    #[arg(long, value_name = "FORM", default_value = "human")]
    format: Format,
    /// Write an acknowledgement for every difference that can have one, for review
    #[arg(long, value_name = "FILE")]
    acknowledgements_output: Option<PathBuf>,
    /// Let --acknowledgements-output replace an existing regular file, whose notes and order are kept
    #[arg(long, requires = "acknowledgements_output")]
    replace_acknowledgements: bool,
    /// Keep entries in the written file that match no difference any more
    #[arg(long, requires = "acknowledgements_output")]
    keep_unused: bool,
    /// Set a limit; repeatable
    #[arg(long, value_name = "NAME=VALUE")]
    limit: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text for a terminal
    Human,
    /// One JSON object, countersign.review 1
    Json,
    /// SARIF 2.1.0 for code scanning
    Sarif,
    /// A changelog
    Markdown,
}

impl From<ReviewError> for Stop {
    fn from(error: ReviewError) -> Self {
        invalid(error)
    }
}

pub(super) fn run(arguments: Arguments, output: &mut Output) -> Exit {
    review(&arguments, output).unwrap_or_else(|stop| stop.show(output))
}

fn review(arguments: &Arguments, output: &mut Output) -> Result<Exit, Stop> {
    let mut settings = Settings::default();
    for limit in &arguments.limit {
        settings.limits.push(parse_limit(limit).map_err(invalid)?);
    }
    let config = arguments.config.as_deref().map(RepositoryPath::new).transpose().map_err(invalid)?;
    let destination = arguments
        .acknowledgements_output
        .as_deref()
        .map(|path| Destination::check(path, arguments.replace_acknowledgements, &[]))
        .transpose()
        .map_err(invalid)?;
    let progress = Progress::new();
    progress.stage("reading the two revisions".to_owned());
    let here = std::env::current_dir().map_err(|error| invalid(format!("no current directory: {error}")))?;
    let local = Local::containing(&here).map_err(invalid)?;
    let start = start(arguments, &local)?;
    // The file stands in the revision that the arguments name, and may name others.
    let mut revisions = Revisions::new(start.clone(), start.clone(), &local);
    let configuration = revisions.configuration(settings, config.as_ref(), AcknowledgedFrom::Head)?;
    (revisions.base, revisions.head) = named(arguments, &configuration, start, &local)?;
    progress.stage("reading what is selected".to_owned());
    let gathered = Gathered::read(
        &revisions,
        &configuration,
        &rule_paths(config.as_ref(), None),
        AcknowledgedFrom::Head,
    )?;
    let models = &gathered.models;
    progress.stage(format!("comparing {}", counted(models.len(), "model", "models")));
    let outcome = gathered.compare()?;
    let exported = destination
        .as_ref()
        .map(|destination| {
            let export = Export {
                destination,
                acknowledged: models.acknowledgements(),
                source: None,
                keep_unused: arguments.keep_unused,
            };
            export.deliver(outcome.models(), &[], &configuration.limits)
        })
        .transpose()?;
    let report = render(arguments.format, &revisions, &configuration, &outcome, output.color());
    drop(progress);
    if let (Some(path), Some(acknowledgements)) = (&configuration.acknowledged, models.acknowledgements()) {
        note_impossible(path.as_str().as_ref(), acknowledgements, output);
    }
    if matches!(arguments.format, Format::Human | Format::Markdown) {
        notes(&idle_globs(&revisions, &configuration), output);
        notes(&report::moved(outcome.models()), output);
        outcome.links().into_iter().for_each(|sentence| output.note(sentence));
    }
    for remark in exported.into_iter().flatten() {
        output.note(&remark);
    }
    for sentence in models.unlisted() {
        output.warning(sentence);
    }
    if let Some(destination) = &destination {
        let path = super::quoted(destination.path());
        output.delivered(format!("the acknowledgements were written to {path} all the same"));
    }
    output.report(report.as_bytes());
    Ok(outcome.disposition().into())
}

fn snapshot(local: &Local, id: Id, name: &str) -> Result<Named, Stop> {
    let snapshot = Snapshot::of_commit(local, id, &TreeLimits::default()).map_err(invalid)?;
    Ok(Named { id: id.to_string(), name: name.to_owned(), snapshot })
}

/// The later revision as far as the arguments tell, which the configuration is read from.
fn start(arguments: &Arguments, local: &Local) -> Result<Named, Stop> {
    if arguments.staged {
        let index = std::env::var_os("GIT_INDEX_FILE").map(PathBuf::from);
        let snapshot = local.staged(index.as_deref(), &TreeLimits::default()).map_err(invalid)?;
        return Ok(Named { id: "index".to_owned(), name: "the index".to_owned(), snapshot });
    }
    let name = arguments.head.as_deref().unwrap_or("HEAD");
    snapshot(local, local.resolve(name).map_err(invalid)?, name)
}

/// The two revisions: those of the arguments, else those of the configuration, else the usual ones.
fn named(
    arguments: &Arguments,
    configuration: &Configuration,
    start: Named,
    local: &Local,
) -> Result<(Named, Named), Stop> {
    let resolve = |name: &str| local.resolve(name).map_err(invalid);
    if arguments.staged {
        return Ok((snapshot(local, resolve("HEAD")?, "HEAD")?, start));
    }
    let head = match configuration.head.as_deref().filter(|_| arguments.head.is_none()) {
        Some(name) => snapshot(local, resolve(name)?, name)?,
        None => start,
    };
    let base = match arguments.base.as_deref().or(configuration.base.as_deref()) {
        Some(name) => snapshot(local, resolve(name)?, name)?,
        None => {
            let base = local.default_base(resolve(&head.id)?).map_err(invalid)?;
            let name = format!("{} (merge base with {})", base.commit.short(), base.branch);
            snapshot(local, base.commit, &name)?
        }
    };
    Ok((base, head))
}

fn render(
    format: Format,
    revisions: &Revisions<'_>,
    configuration: &Configuration,
    outcome: &Outcome<'_>,
    color: bool,
) -> String {
    match format {
        Format::Human => {
            let style = if color { Style::Colored } else { Style::Plain };
            let names = [&revisions.base.name, &revisions.head.name].map(|name| inert::terminal(name));
            format!("Reviewing {} as a change of {}\n\n{}", names[1], names[0], outcome.human(style))
        }
        Format::Markdown => outcome.markdown(configuration.limits.report_bytes),
        Format::Json => {
            let parts = outcome.parts(configuration.limits.report_bytes);
            wire::review(revisions, outcome.disposition(), &parts)
        }
        Format::Sarif => {
            let lines = HeadLines::new(revisions, &configuration.limits);
            let notes = outcome.notes();
            let options = SarifOptions {
                view: View::File,
                anchors: Some(&lines),
                path: Some(&|_, source| Some(source.key().to_owned())),
                include_compatible: true,
                notes: &notes,
                disposition: Some(outcome.disposition()),
                ..SarifOptions::default()
            };
            report::sarif(outcome.models(), &options)
        }
    }
}
