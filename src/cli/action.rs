//! `countersign action`: the review of what the runner's event names, delivered to GitHub.
//!
//! Everything that can be delivered is delivered before the exit status is set, and a failed delivery never hides the
//! verdict.

mod telling;

use std::sync::Arc;

use self::telling::Telling;
use super::{Exit, Output, details};
use crate::github::Door;
use crate::github::begin::{Begun, Comparison, begin};
use crate::github::clock::SystemClock;
use crate::github::deliver::{Delivered, deliver};
use crate::github::delivery::{Delivery, Ending};
use crate::github::environment::Environment;
use crate::github::event::{RevisionPlan, Where};
use crate::github::names::ObjectId;
use crate::github::revisions::{History, NoHistory, Resolution, Revision, resolve};
use crate::github::workflow::{self, Annotation, Level};
use crate::github::workspace::{ApiObjects, CloneHistory};
use crate::repository::{
    Fallback, Held, Id, Local, ObjectError, ObjectKind, Objects, RepositoryPath, Snapshot, TreeLimits,
};
use crate::review::configuration::{AcknowledgedFrom, Configuration, Settings};
use crate::review::outcome::{Gathered, rule_paths};
use crate::review::revisions::{Named, Revisions};

/// Review what a GitHub Actions event changed and deliver the result.
///
/// Reads the runner's variables and files; the inputs are those of action.yml.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "This is what the Docker action runs.\nOn your own machine use `countersign review`.\n\n\
                  Exit codes: 0 passed, or `fail-on` asks for no more; 1 something unacknowledged is breaking, or a \
                  document changed outside its allowed scope; 3 neither, but something is undetermined or cannot be \
                  said in a change set; 2 the event, an input, the configuration or a file it names is wrong; 4 \
                  something could not be delivered."
)]
pub(super) struct Arguments {}

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
    if environment.debug {
        details::show(environment.inputs.token.clone());
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
            let doors = Doors { door: &door, local: local.as_ref(), history: history.as_ref() };
            let (delivery, verdict) = compare(&environment, &doors, &run)?;
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

/// Where revisions come from.
struct Doors<'a> {
    door: &'a Door,
    local: Option<&'a Local>,
    history: &'a dyn History,
}

/// A commit's files.
fn named(objects: &dyn Objects, revision: &Revision) -> Result<Named, Fault> {
    let id: Id = revision.commit.as_str().parse().map_err(|_| "a commit has no SHA-1 id".to_owned())?;
    let snapshot = Snapshot::of_commit(&objects, id, &TreeLimits::default())
        .map_err(|error| unreadable(&revision.commit, &error))?;
    tracing::debug!("{} has {} files", revision.commit, snapshot.entries().len());
    Ok(Named { id: id.to_string(), name: revision.name.clone(), snapshot })
}

/// The run again, with the revisions that the configuration names, where it does and no input is stronger.
fn configured(
    environment: &Environment,
    doors: &Doors<'_>,
    run: &Comparison,
    configuration: &Configuration,
) -> Result<Option<Comparison>, Fault> {
    let from_file = |name: &str, revision: &Option<String>| {
        let revision = revision.clone().filter(|_| environment.inputs.get(name).is_none());
        revision.map(Where::Named)
    };
    let (base, head) = (from_file("base", &configuration.base), from_file("head", &configuration.head));
    if base.is_none() && head.is_none() {
        return Ok(None);
    }
    let plan = run.plan.clone();
    let plan = RevisionPlan { base: base.unwrap_or(plan.base), head: head.unwrap_or(plan.head), ..plan };
    let resolution = doors.door.run(resolve(&plan, doors.history, &run.api)).map_err(|e| e.to_string())?;
    Ok(match resolution {
        Resolution::Compare(revisions) => Some(Comparison { api: run.api.clone(), plan, revisions }),
        // Named revisions are never nothing.
        Resolution::Nothing(_) => None,
    })
}

/// Compares the two revisions and puts into words what there is to say; the verdict as a line for the log, too.
fn compare(
    environment: &Environment,
    doors: &Doors<'_>,
    run: &Comparison,
) -> Result<(Delivery, String), Fault> {
    let through_api = ApiObjects::new(doors.door, &run.api);
    let nothing_local = Held::default();
    let first: &dyn Objects = doors.local.map_or(&nothing_local, |local| local);
    let objects = Fallback::new(first, &through_api as &dyn Objects);
    let of_event = &run.revisions;
    let mut revisions =
        Revisions::new(named(&objects, &of_event.base)?, named(&objects, &of_event.head)?, &objects);

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
    // The files that decide what is compared; the first of them tells this run from others.
    let rules = rule_paths(config.as_ref(), settings.working_directory.as_ref());
    let configuration =
        revisions.configuration(settings, config.as_ref(), trusted).map_err(|error| error.to_string())?;
    let configured = configured(environment, doors, run, &configuration)?;
    let run = configured.as_ref().unwrap_or(run);
    if run.revisions.base != of_event.base {
        revisions.base = named(&objects, &run.revisions.base)?;
    }
    if run.revisions.head != of_event.head {
        revisions.head = named(&objects, &run.revisions.head)?;
    }
    // A file that was trusted may name the revision that acknowledgements come from.
    let signed = configuration.acknowledged_from.unwrap_or(trusted);
    let gathered =
        Gathered::read(&revisions, &configuration, &rules, signed).map_err(|error| error.to_string())?;
    tracing::debug!("read what is selected: {} models", gathered.models.len());
    let outcome = gathered.compare().map_err(|error| error.to_string())?;
    tracing::debug!("compared them: {}", outcome.disposition().as_str());
    let telling = Telling {
        environment,
        run,
        revisions: &revisions,
        configuration: &configuration,
        outcome: &outcome,
        key: rules.first().map_or(String::new(), |path| path.as_str().to_owned()),
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
