//! The first half of a run: from the environment to two commits and a client to deliver with.

use std::sync::Arc;

use super::api::Api;
use super::clock::Clock;
use super::delivery::Delivery;
use super::environment::Environment;
use super::event::{EventError, Plan, RevisionPlan, plan};
use super::names::ObjectId;
use super::payload::{Payload, PayloadError};
use super::revisions::{History, Resolution, ResolveError, Revisions, resolve};
use super::transport::TransportError;

/// What there is to do.
pub enum Begun {
    /// Nothing to compare; what there is to say about that.
    Nothing(Box<Delivery>),
    /// Two commits to compare.
    Compare(Box<Comparison>),
}

/// Two commits to compare, and what is needed for the rest of the run.
pub struct Comparison {
    /// The client.
    pub api: Api,
    /// What may be done with the result.
    pub plan: RevisionPlan,
    /// The commits.
    pub revisions: Revisions,
}

/// The run cannot begin: exit status 2.
#[derive(Debug, thiserror::Error)]
pub enum BeginError {
    /// The payload cannot be read.
    #[error(transparent)]
    Payload(#[from] PayloadError),
    /// The event names no two revisions.
    #[error(transparent)]
    Event(#[from] EventError),
    /// The connection cannot be set up.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// A revision cannot be found.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
}

/// Reads the payload, plans and finds the two revisions. `checked_out` is the commit of the workspace's `HEAD`. Has to
/// be called within a tokio runtime.
///
/// # Errors
/// The payload, the event or the connection is unusable, or a revision cannot be found.
pub async fn begin(
    environment: &Environment,
    history: &dyn History,
    checked_out: Option<&ObjectId>,
    clock: Arc<dyn Clock>,
) -> Result<Begun, BeginError> {
    match checked_out {
        Some(commit) => tracing::debug!("the event is {}; {commit} is checked out", environment.event_name),
        None => tracing::debug!("the event is {}; nothing is checked out", environment.event_name),
    }
    let payload = Payload::from_file(environment.event_path.as_deref())?;
    let plan = match plan(environment, &payload, checked_out)? {
        Plan::Nothing(reason) => return Ok(Begun::Nothing(Box::new(Delivery::nothing(reason.notice())))),
        Plan::Compare(plan) => *plan,
    };
    let api = Api::of(environment, clock)?;
    Ok(match resolve(&plan, history, &api).await? {
        Resolution::Nothing(reason) => Begun::Nothing(Box::new(Delivery::nothing(reason.notice()))),
        Resolution::Compare(revisions) => Begun::Compare(Box::new(Comparison { api, plan, revisions })),
    })
}
