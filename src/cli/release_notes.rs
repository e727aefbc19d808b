//! `countersign release-notes`: what changed between two tags, ready to be published.

use super::exit::{Stop, invalid};
use super::progress::Progress;
use super::{Exit, Output};
use crate::repository::{Id, Local, RepositoryPath, Snapshot, TreeLimits};
use crate::review::configuration::{AcknowledgedFrom, Settings, parse_limit};
use crate::review::outcome::{Gathered, rule_paths};
use crate::review::posted;
use crate::review::release::{before, newest};
use crate::review::revisions::{Named, Revisions};

/// The longest notes, in bytes; nobody reads more, and guarding them is bounded.
const LONGEST: usize = 16 << 20;

/// Write what changed between two tags as Markdown, with a suggestion for the next version.
///
/// Without options, from the tag before the newest one to the newest one that HEAD descends from; where there is only
/// one tag, from that tag to HEAD.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  countersign release-notes\n  countersign release-notes --from v1.2.0 --to HEAD\n\n\
                        Configuration and acknowledgements are read from the later revision.\n\n\
                        Exit codes: 0 the notes were written, whatever they say; 2 the invocation or the configuration \
                        is wrong, or there is no earlier tag; 4 the notes could not be written."
)]
pub(super) struct Arguments {
    /// The earlier revision; the newest tag before the later one unless it is named
    #[arg(long, value_name = "REV")]
    from: Option<String>,
    /// The later revision; the newest tag unless it is named
    #[arg(long, value_name = "REV")]
    to: Option<String>,
    /// The configuration file's path in the repository; countersign.toml or .github/countersign.toml unless it is named
    #[arg(long, value_name = "FILE")]
    config: Option<String>,
    /// Set a limit; repeatable
    #[arg(long, value_name = "NAME=VALUE")]
    limit: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Exit {
    notes(arguments, output).unwrap_or_else(|stop| stop.show(output))
}

fn notes(arguments: &Arguments, output: &mut Output) -> Result<Exit, Stop> {
    let mut settings = Settings::default();
    for limit in &arguments.limit {
        settings.limits.push(parse_limit(limit).map_err(invalid)?);
    }
    let config = arguments.config.as_deref().map(RepositoryPath::new).transpose().map_err(invalid)?;
    let progress = Progress::new();
    progress.stage("reading the two revisions".to_owned());
    let here = std::env::current_dir().map_err(|error| invalid(format!("no current directory: {error}")))?;
    let local = Local::containing(&here).map_err(invalid)?;
    let [from, to] = named(arguments, &local)?;
    let revisions = Revisions::new(from, to, &local);
    let configuration = revisions.configuration(settings, config.as_ref(), AcknowledgedFrom::Head)?;
    let gathered = Gathered::read(
        &revisions,
        &configuration,
        &rule_paths(config.as_ref(), None),
        AcknowledgedFrom::Head,
    )?;
    progress.stage("comparing".to_owned());
    let outcome = gathered.compare()?;
    let limit = configuration.limits.report_bytes.min(LONGEST);
    let names = [&revisions.base.name, &revisions.head.name].map(String::as_str);
    let text = posted(limit, |room| outcome.release_notes(names, room)).map_err(invalid)?.text;
    drop(progress);
    output.report(text.as_bytes());
    Ok(Exit::Passed)
}

fn named(arguments: &Arguments, local: &Local) -> Result<[Named; 2], Stop> {
    let tags = local.tags();
    let resolved = |name: &str| Ok::<_, Stop>((local.resolve(name).map_err(invalid)?, name.to_owned()));
    let head = || resolved("HEAD");
    let given = arguments.from.as_deref().map(&resolved).transpose()?;
    let (to, from) = match (&arguments.to, given) {
        (Some(to), from) => (resolved(to)?, from),
        (None, from) => {
            let head = head()?;
            let newest = newest(local, &tags, head.0)?.map(|tag| (tag.commit, tag.name.clone()));
            match (newest, from) {
                (None, from) => (head, from),
                // From the newest tag on there is only what was not released yet.
                (Some(tag), Some(from)) if tag.0 == from.0 => (head, Some(from)),
                (Some(tag), None) if tag.0 != head.0 && before(local, &tags, tag.0, &tag.1)?.is_none() => {
                    (head, Some(tag))
                }
                (Some(tag), from) => (tag, from),
            }
        }
    };
    let from = match from {
        Some(from) => from,
        None => {
            before(local, &tags, to.0, &to.1)?.map(|tag| (tag.commit, tag.name.clone())).ok_or_else(|| {
                invalid(format!(
                    "there is no tag before {}; name a revision with --from",
                    super::quoted(&to.1)
                ))
            })?
        }
    };
    let named = |(id, name): (Id, String)| {
        let snapshot = Snapshot::of_commit(local, id, &TreeLimits::default()).map_err(invalid)?;
        Ok::<_, Stop>(Named { id: id.to_string(), name, snapshot })
    };
    Ok([named(from)?, named(to)?])
}
