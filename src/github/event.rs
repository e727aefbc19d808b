//! Which two revisions an event is about, and what may be done with the result.
//!
//! This is the table of section 1 of the action's specification as a pure function: from the environment and the payload
//! to a plan. Nothing is looked up here; [`super::revisions`] turns the plan's places into commits.

use super::environment::Environment;
use super::names::ObjectId;
use super::payload::Payload;
use crate::inert;

/// What there is to do for an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// There is nothing to compare, and that is no failure.
    Nothing(NothingToDo),
    /// Two revisions are compared.
    Compare(Box<RevisionPlan>),
}

/// Why there is nothing to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NothingToDo {
    /// The pull request is closed.
    ClosedPullRequest,
    /// The push deleted a branch or tag.
    DeletedRef,
    /// The push created the default branch.
    FirstPush,
    /// The release is a draft or was taken back.
    UnpublishedRelease,
    /// No release came before.
    FirstRelease,
}

impl NothingToDo {
    /// The notice that says so.
    #[must_use]
    pub fn notice(self) -> &'static str {
        match self {
            Self::ClosedPullRequest => "the pull request is closed, so there is nothing to compare",
            Self::DeletedRef => "the push deleted its branch or tag, so there is nothing to compare",
            Self::FirstPush => "the push created the default branch, so there is nothing to compare it with",
            Self::UnpublishedRelease => "the release is not published, so there is nothing to compare",
            Self::FirstRelease => "no release came before this one, so there is nothing to compare it with",
        }
    }
}

/// Where a revision is to be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Where {
    /// This very commit.
    Commit(ObjectId),
    /// A branch, a tag or a commit that an input names.
    Named(String),
    /// The first parent of a merge commit; when the commit turns out to be no merge, the merge base of it and `base`.
    FirstParent {
        /// The merge commit.
        merge: ObjectId,
        /// The tip of the base branch, as the payload has it. It may be stale.
        base: ObjectId,
    },
    /// The merge base of a commit or branch and a commit.
    MergeBase {
        /// The tip of the base, a commit or a branch.
        base: String,
        /// The head.
        head: ObjectId,
    },
    /// A commit that may be gone after a forced push, and where to look then.
    CommitOrMergeBase {
        /// The commit.
        commit: ObjectId,
        /// The branch whose merge base with `head` is taken when `commit` is gone.
        base: String,
        /// The head.
        head: ObjectId,
    },
    /// The release before a release or tag.
    PreviousRelease {
        /// The tag of the release that is looked back from.
        tag: String,
        /// When that was published, if it is a release.
        published_at: Option<String>,
    },
    /// The newest release of all.
    NewestRelease,
}

impl std::fmt::Display for Where {
    /// In words, for the details of a log. Names are from strangers, so not safe to show.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Commit(commit) => write!(f, "the commit {commit}"),
            Self::Named(name) => write!(f, "what an input names, {name}"),
            Self::FirstParent { merge, .. } => write!(f, "the first parent of the merge commit {merge}"),
            Self::MergeBase { base, head } => write!(f, "the merge base of {base} and {head}"),
            Self::CommitOrMergeBase { commit, base, head } => {
                write!(f, "the commit {commit}, or if it is gone the merge base of {base} and {head}")
            }
            Self::PreviousRelease { tag, .. } => write!(f, "the release before {tag}"),
            Self::NewestRelease => f.write_str("the newest release"),
        }
    }
}

/// Who a pull request is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PullRequest {
    /// Its number.
    pub number: u64,
}

/// A release whose notes can be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// Its id.
    pub id: u64,
    /// Its tag.
    pub tag: String,
}

/// Why the job's token can only read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadOnly {
    /// The pull request comes from a fork.
    Fork,
    /// Dependabot started the run.
    Dependabot,
}

/// Where code-scanning results may be uploaded for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SarifTargets {
    /// The pairs of commit and ref that GitHub accepts; the one whose commit was read is taken.
    Any(Vec<(ObjectId, String)>),
    /// None, for this reason.
    None(&'static str),
}

/// The two revisions to compare and what may be done with the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionPlan {
    /// The earlier revision.
    pub base: Where,
    /// The later revision.
    pub head: Where,
    /// The pull request that a comment goes to.
    pub pull_request: Option<PullRequest>,
    /// The release that notes go to.
    pub release: Option<Release>,
    /// Why nothing can be written, if so.
    pub read_only: Option<ReadOnly>,
    /// Where results may be uploaded for.
    pub sarif: SarifTargets,
    /// True when a write token meets an unreviewed head (`pull_request_target`): configuration and acknowledgements
    /// come from the base then, unless an input says otherwise.
    pub unreviewed_head: bool,
}

/// The event cannot be planned for.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum EventError {
    /// The event names no two revisions by itself.
    #[error(
        "the event {0} names no two revisions; set the inputs `base` and `head`, or run on pull_request, \
         pull_request_target, merge_group, push, release, workflow_dispatch or schedule"
    )]
    Unsupported(String),
    /// The payload lacks a member that the event needs.
    #[error("the payload of {event} has no usable {member}; set the inputs `base` and `head`")]
    Member {
        /// The event.
        event: String,
        /// The member's path.
        member: &'static str,
    },
}

const QUEUE: &str = "refs/heads/gh-readonly-queue/";
const QUEUE_REASON: &str = "GitHub takes no code-scanning results for the refs of a merge queue";

/// Plans a run.
///
/// `checked_out` is the commit that the workspace's `HEAD` names, `None` when nothing is checked out.
///
/// # Errors
/// The event names no two revisions, and no inputs do, or its payload lacks them.
pub fn plan(
    environment: &Environment,
    payload: &Payload,
    checked_out: Option<&ObjectId>,
) -> Result<Plan, EventError> {
    let inputs = &environment.inputs;
    let planned = Planner { environment, payload, checked_out }.event();
    let (base, head) = (inputs.get("base"), inputs.get("head"));
    let overridden = base.is_some() || head.is_some();
    let mut plan = match planned {
        Ok(Plan::Compare(plan)) => *plan,
        // A closed pull request and a deleted branch stay nothing to do; a first release can be given its base.
        Ok(nothing @ Plan::Nothing(reason)) => {
            if !overridden || !matches!(reason, NothingToDo::FirstPush | NothingToDo::FirstRelease) {
                return Ok(nothing);
            }
            Planner { environment, payload, checked_out }.current(Where::NewestRelease)
        }
        Err(_) if base.is_some() => {
            Planner { environment, payload, checked_out }.current(Where::NewestRelease)
        }
        Err(error) => return Err(error),
    };
    if let Some(base) = base {
        plan.base = Where::Named(base.to_owned());
    }
    if let Some(head) = head {
        plan.head = Where::Named(head.to_owned());
    }
    Ok(Plan::Compare(Box::new(plan)))
}

struct Planner<'a> {
    environment: &'a Environment,
    payload: &'a Payload,
    checked_out: Option<&'a ObjectId>,
}

impl Planner<'_> {
    fn event(&self) -> Result<Plan, EventError> {
        match self.environment.event_name.as_str() {
            "pull_request" => self.pull_request(false),
            "pull_request_target" => self.pull_request(true),
            "merge_group" => self.merge_group(),
            "push" => self.push(),
            "release" => self.release(),
            "workflow_dispatch" | "schedule" => {
                Ok(Plan::Compare(Box::new(self.current(Where::NewestRelease))))
            }
            other => {
                let short: String = other.chars().take(60).collect();
                Err(EventError::Unsupported(inert::terminal(&short).into_owned()))
            }
        }
    }

    fn commit(&self, text: Option<&str>, member: &'static str) -> Result<ObjectId, EventError> {
        text.and_then(ObjectId::parse).ok_or_else(|| self.lacks(member))
    }

    fn lacks(&self, member: &'static str) -> EventError {
        EventError::Member { event: self.environment.event_name.clone(), member }
    }

    fn default_branch(&self) -> Option<&str> {
        self.payload.repository.as_ref()?.default_branch.as_deref()
    }

    fn dependabot(&self) -> Option<ReadOnly> {
        (self.environment.actor == "dependabot[bot]").then_some(ReadOnly::Dependabot)
    }

    /// A plan for the commit that the run is for.
    fn current(&self, base: Where) -> RevisionPlan {
        let environment = self.environment;
        let sarif = if environment.git_ref.starts_with(QUEUE) {
            SarifTargets::None(QUEUE_REASON)
        } else if environment.git_ref.is_empty() {
            SarifTargets::None("the run is for no ref")
        } else {
            SarifTargets::Any(vec![(environment.sha.clone(), environment.git_ref.clone())])
        };
        RevisionPlan {
            base,
            head: Where::Commit(environment.sha.clone()),
            pull_request: None,
            release: None,
            read_only: None,
            sarif,
            // A payload that says nothing makes no head more trusted.
            unreviewed_head: environment.event_name == "pull_request_target",
        }
    }

    fn pull_request(&self, target: bool) -> Result<Plan, EventError> {
        let request = self.payload.pull_request.as_ref().ok_or_else(|| self.lacks("pull_request"))?;
        if self.payload.action.as_deref() == Some("closed") || request.state.as_deref() == Some("closed") {
            return Ok(Plan::Nothing(NothingToDo::ClosedPullRequest));
        }
        let number = self.payload.number.unwrap_or(request.number);
        let base = self.commit(Some(&request.base.sha), "pull_request.base.sha")?;
        let head = self.commit(Some(&request.head.sha), "pull_request.head.sha")?;
        let merge = &self.environment.sha;
        let at_head = (head.clone(), format!("refs/pull/{number}/head"));
        let pull_request = Some(PullRequest { number });
        if target {
            return Ok(Plan::Compare(Box::new(RevisionPlan {
                base: Where::Commit(base),
                head: Where::Commit(head),
                pull_request,
                release: None,
                read_only: None,
                sarif: SarifTargets::Any(vec![at_head]),
                unreviewed_head: true,
            })));
        }
        let at_merge = (merge.clone(), format!("refs/pull/{number}/merge"));
        let read_only = if self.is_fork(request) { Some(ReadOnly::Fork) } else { self.dependabot() };
        // Whoever checked out the head wants to see the head, and its lines are the ones that annotations point to.
        let head_is_checked_out = self.checked_out == Some(&head) && *merge != head;
        let (base, head) = if head_is_checked_out {
            (Where::MergeBase { base: base.to_string(), head: head.clone() }, Where::Commit(head))
        } else {
            (Where::FirstParent { merge: merge.clone(), base }, Where::Commit(merge.clone()))
        };
        Ok(Plan::Compare(Box::new(RevisionPlan {
            base,
            head,
            pull_request,
            release: None,
            read_only,
            sarif: SarifTargets::Any(vec![at_merge, at_head]),
            unreviewed_head: false,
        })))
    }

    fn is_fork(&self, request: &super::payload::PullRequest) -> bool {
        let own = self.environment.repository.to_string();
        let head = request.head.repo.as_ref().and_then(|repository| repository.full_name.as_deref());
        // Null is a fork that was deleted.
        !head.is_some_and(|head| head.eq_ignore_ascii_case(&own))
    }

    fn merge_group(&self) -> Result<Plan, EventError> {
        let group = self.payload.merge_group.as_ref().ok_or_else(|| self.lacks("merge_group"))?;
        let base = self.commit(Some(&group.base_sha), "merge_group.base_sha")?;
        let head = self.commit(Some(&group.head_sha), "merge_group.head_sha")?;
        let mut plan = self.current(Where::Commit(base));
        plan.head = Where::Commit(head);
        plan.sarif = SarifTargets::None(QUEUE_REASON);
        Ok(Plan::Compare(Box::new(plan)))
    }

    fn push(&self) -> Result<Plan, EventError> {
        let before = self.commit(self.payload.before.as_deref(), "before")?;
        let after = self.commit(self.payload.after.as_deref(), "after")?;
        if after.is_zero() || self.payload.deleted {
            return Ok(Plan::Nothing(NothingToDo::DeletedRef));
        }
        let git_ref = self.payload.git_ref.as_deref().unwrap_or(&self.environment.git_ref);
        if let Some(tag) = git_ref.strip_prefix("refs/tags/") {
            // A tag is a release in the making. `before` and `after` may be tag objects: the run's commit is neither.
            let mut plan = self.current(Where::PreviousRelease { tag: tag.to_owned(), published_at: None });
            plan.read_only = self.dependabot();
            return Ok(Plan::Compare(Box::new(plan)));
        }
        let branch = git_ref.strip_prefix("refs/heads/");
        // The default branch has itself as merge base, which would compare a commit with itself.
        let other = self.default_branch().filter(|default| branch != Some(*default));
        let base = match (before.is_zero(), other) {
            (true, Some(default)) => Where::MergeBase { base: default.to_owned(), head: after.clone() },
            (true, None) => return Ok(Plan::Nothing(NothingToDo::FirstPush)),
            (false, Some(default)) if self.payload.forced => {
                Where::CommitOrMergeBase { commit: before, base: default.to_owned(), head: after.clone() }
            }
            (false, _) => Where::Commit(before),
        };
        let mut plan = self.current(base);
        plan.head = Where::Commit(after.clone());
        if let SarifTargets::Any(targets) = &mut plan.sarif {
            *targets = vec![(after, git_ref.to_owned())];
        }
        if git_ref.starts_with(QUEUE) {
            plan.sarif = SarifTargets::None(QUEUE_REASON);
        }
        plan.read_only = self.dependabot();
        Ok(Plan::Compare(Box::new(plan)))
    }

    fn release(&self) -> Result<Plan, EventError> {
        let release = self.payload.release.as_ref().ok_or_else(|| self.lacks("release"))?;
        if release.draft || matches!(self.payload.action.as_deref(), Some("deleted" | "unpublished")) {
            return Ok(Plan::Nothing(NothingToDo::UnpublishedRelease));
        }
        let mut plan = self.current(Where::PreviousRelease {
            tag: release.tag_name.clone(),
            published_at: release.published_at.clone(),
        });
        plan.release = Some(Release { id: release.id, tag: release.tag_name.clone() });
        Ok(Plan::Compare(Box::new(plan)))
    }
}

#[cfg(test)]
mod tests;
