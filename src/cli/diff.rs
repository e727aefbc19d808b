//! `countersign diff`: two revisions of SDF models on disk, compared from the Client's side.
//!
//! What is wrong is found in a fixed order, cheapest first and before any model is read: the arguments, the
//! acknowledgement file, what the two paths are, what the directories hold, the destination of an export.

mod revisions;

use std::path::{Path, PathBuf};

use clap::builder::TypedValueParser as _;

use self::revisions::{Prepared, becomes_a_model, prepare};
use super::acknowledgements::{Export, note_impossible, read_acknowledgements};
use super::destination::{Destination, Protected};
use super::discovery::{Exclusion, Selection};
use super::exit::{Stop, invalid, notes};
use super::passed_over::idle_exclusions;
use super::progress::Progress;
use super::{Exit, Output, quoted};
use crate::comparison::{
    ComparisonRequest, DifferenceAcknowledgements, Disposition, RecordedRegistryPolicy, RevisionComparison,
};
use crate::inert;
use crate::model::{Catalogue, CatalogueError, Limits};
use crate::report::{self, SarifOptions};
use crate::review::configuration::parse_limit;
use crate::wording::counted;

/// Compare two revisions of SDF models from the Client's side.
///
/// Each revision is a directory of *.sdf.json files or a single file. Documents of two directories correspond by
/// their relative paths; two single files correspond whatever their names.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    countersign diff --old v1 --new v2 --recursive\n  \
    countersign diff --old v1/lock.sdf.json --new v2/lock.sdf.json --format json\n  \
    countersign diff --old v1 --new v2 --acknowledgements-output reviewed.json\n  \
    countersign diff --old v1 --new v2 --acknowledged reviewed.json\n\n\
    Exit codes: 0 passed; 1 an unacknowledged breaking difference; 3 none, but an unacknowledged undetermined one; \
    2 the invocation or an input is wrong; 4 the report or the export could not be written.")]
pub(super) struct Arguments {
    /// The earlier revision: a directory or a single file
    #[arg(long, value_name = "PATH")]
    old: PathBuf,
    /// The later revision, in the same form
    #[arg(long, value_name = "PATH")]
    new: PathBuf,
    /// Look into the directories below as well
    #[arg(long, overrides_with = "recursive")]
    recursive: bool,
    /// Leave out a path of both directories, literally, with everything below it; repeatable
    #[arg(
        long,
        value_name = "RELATIVE_PATH",
        value_parser = clap::builder::OsStringValueParser::new().try_map(Exclusion::new)
    )]
    exclude: Vec<Exclusion>,
    /// Read the differences that someone has signed for
    #[arg(long, value_name = "FILE")]
    acknowledged: Option<PathBuf>,
    /// Write an acknowledgement for every difference that can have one, for review
    #[arg(long, value_name = "FILE")]
    acknowledgements_output: Option<PathBuf>,
    /// Let --acknowledgements-output replace an existing regular file, whose notes and order are kept
    #[arg(long, requires = "acknowledgements_output")]
    replace_acknowledgements: bool,
    /// Keep entries in the written file that match no difference any more
    #[arg(long, requires = "acknowledgements_output")]
    keep_unused: bool,
    /// The form of the report
    #[arg(long, value_name = "FORM", default_value = "human")]
    format: Format,
    /// Whether recorded registries of units and content formats may settle differences
    #[arg(long, value_name = "POLICY", default_value = "use")]
    recorded_registry: RecordedRegistry,
    /// Skip documents that are identical in both revisions together with all they refer to
    #[arg(long)]
    skip_identical: bool,
    /// Set a limit; repeatable. Names: source-bytes, revision-bytes, sources, nesting, nodes, work, report-bytes,
    /// pattern-bytes
    #[arg(long, value_name = "NAME=VALUE", value_parser = limit)]
    limit: Vec<(String, u64)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text for a terminal
    Human,
    /// The report esdieff.report 1.5
    Json,
    /// SARIF 2.1.0 for code scanning
    Sarif,
    /// A changelog for release notes
    Markdown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum RecordedRegistry {
    /// Use the recorded registries
    Use,
    /// Leave what only they could settle undetermined
    Withhold,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Exit {
    compare(arguments, output).unwrap_or_else(|stop| stop.show(output))
}

fn compare(arguments: &Arguments, output: &mut Output) -> Result<Exit, Stop> {
    refuse_standard_streams(arguments)?;
    let limits = limits(&arguments.limit)?;
    let acknowledged =
        arguments.acknowledged.as_deref().map(|path| acknowledged(path, &limits)).transpose()?;

    let progress = Progress::new();
    progress.stage("looking for models".to_owned());
    let selection = Selection::new(arguments.recursive, &arguments.exclude);
    let selecting = arguments.recursive || !arguments.exclude.is_empty();
    let [old, new] =
        prepare(&arguments.old, &arguments.new, &selection, selecting, &limits).map_err(invalid)?;
    let mut protected: Vec<_> = [&old, &new].into_iter().flat_map(Prepared::protected).collect();
    protected.extend(arguments.acknowledged.as_deref().map(Protected::acknowledgements));
    let destination = arguments
        .acknowledgements_output
        .as_deref()
        .map(|path| Destination::check(path, arguments.replace_acknowledgements, &protected))
        .transpose()
        .map_err(invalid)?;

    let count = old.inputs.len() + new.inputs.len();
    progress.stage(format!("reading {}", counted(count, "model", "models")));
    let unreadable = |prepared: &Prepared, error: CatalogueError| {
        invalid(format!("cannot read the revision {}: {error}", quoted(prepared.path)))
    };
    let earlier = Catalogue::from_inputs_with_limits(&old.inputs, limits.clone())
        .map_err(|error| unreadable(&old, error))?;
    let later = earlier.beside(&new.inputs).map_err(|error| unreadable(&new, error))?;
    progress.stage(format!("comparing {}", counted(count, "model", "models")));
    let mut request = ComparisonRequest::new(&earlier, &later)
        .recorded_registry_policy(match arguments.recorded_registry {
            RecordedRegistry::Use => RecordedRegistryPolicy::UseRecorded,
            RecordedRegistry::Withhold => RecordedRegistryPolicy::WithholdRecorded,
        })
        .skip_identical(arguments.skip_identical);
    if let Some(acknowledged) = &acknowledged {
        request = request.acknowledgements(acknowledged);
    }
    let comparison = request.compare().map_err(|error| invalid(error.to_string()))?;

    progress.stage("writing the report".to_owned());
    let exported = destination
        .map(|destination| {
            Export {
                destination: &destination,
                acknowledged: acknowledged.as_ref(),
                source: arguments.acknowledged.as_deref(),
                keep_unused: arguments.keep_unused,
            }
            .deliver(&comparison, &protected, &limits)
            .map(|remarks| (destination, remarks))
        })
        .transpose()?;
    let report = render(arguments.format, &comparison, output.color());
    drop(progress);

    if matches!(arguments.format, Format::Human | Format::Markdown) {
        for prepared in [&old, &new] {
            notes(&prepared.passed_over.remarks(prepared.path), output);
        }
        let passed_over = [&old.passed_over, &new.passed_over];
        notes(&idle_exclusions(&arguments.exclude, &passed_over), output);
        notes(&report::moved(&comparison), output);
    }
    if let (Some(path), Some(acknowledged)) = (&arguments.acknowledged, &acknowledged) {
        note_impossible(path, acknowledged, output);
    }
    if let Some((destination, remarks)) = exported {
        for remark in remarks {
            output.note(&remark);
        }
        if let Some(warning) = becomes_a_model(&destination, [&old, &new], &selection) {
            output.warning(&warning);
        }
        output.delivered(format!(
            "the acknowledgements were written to {} all the same",
            quoted(destination.path())
        ));
    }
    output.report(report.as_bytes());
    Ok(match comparison.disposition() {
        Disposition::Passed => Exit::Passed,
        Disposition::Failed => Exit::Failed,
        Disposition::Undetermined => Exit::Undetermined,
    })
}

/// Neither revisions nor acknowledgements travel through standard streams: two inputs cannot share one, and the
/// report needs the output for itself.
fn refuse_standard_streams(arguments: &Arguments) -> Result<(), Stop> {
    let dash = |path: &Path| path.as_os_str() == "-";
    for (option, path) in [("--old", &arguments.old), ("--new", &arguments.new)] {
        if dash(path) {
            return Err(invalid(format!(
                "{option} does not read standard input, because a comparison needs two inputs; name two files or two \
                 directories"
            )));
        }
    }
    if arguments.acknowledged.as_deref().is_some_and(dash) {
        return Err(invalid(
            "--acknowledged does not read standard input, because what was signed for is kept in a file; name it",
        ));
    }
    if arguments.acknowledgements_output.as_deref().is_some_and(dash) {
        return Err(invalid(
            "--acknowledgements-output does not write to standard output, where the report goes; name a file",
        ));
    }
    Ok(())
}

fn limit(argument: &str) -> Result<(String, u64), String> {
    let (name, value) = parse_limit(argument).map_err(|error| error.to_string())?;
    Ok((name.to_owned(), value))
}

fn limits(settings: &[(String, u64)]) -> Result<Limits, Stop> {
    let mut limits = Limits::default();
    for (index, (name, value)) in settings.iter().enumerate() {
        if settings.iter().take(index).any(|(earlier, _)| earlier == name) {
            return Err(invalid(format!("--limit {name} is given more than once")));
        }
        limits.set(name, *value).map_err(|error| invalid(error.to_string()))?;
    }
    Ok(limits)
}

fn acknowledged(path: &Path, limits: &Limits) -> Result<DifferenceAcknowledgements, Stop> {
    let unreadable = |error: std::io::Error| {
        invalid(format!(
            "cannot read the acknowledgements {}: {error}; --acknowledged names this file",
            quoted(path)
        ))
    };
    let bytes = read_acknowledgements(path).map_err(unreadable)?;
    DifferenceAcknowledgements::from_json(&bytes, limits).map_err(|error| {
        let shown = path.to_string_lossy();
        invalid(format!("cannot read the acknowledgements {}", error.in_file(&inert::terminal(&shown))))
    })
}

fn render(format: Format, comparison: &RevisionComparison<'_>, color: bool) -> String {
    match format {
        Format::Human => {
            report::human(comparison, if color { report::Style::Colored } else { report::Style::Plain })
        }
        Format::Json => report::json(comparison),
        Format::Markdown => report::markdown(comparison),
        Format::Sarif => {
            let directory = std::env::current_dir().ok();
            let options = SarifOptions { base_directory: directory.as_deref(), ..SarifOptions::default() };
            report::sarif(comparison, &options)
        }
    }
}
