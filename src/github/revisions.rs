//! From the places of a plan to two commits, asking the checkout first and the API second.
//!
//! A clone of depth 1 names the parents of its commit even though it does not have them, so the usual pull request needs
//! no request at all. What the local history cannot tell for certain is asked of the API; nobody has to write
//! `fetch-depth: 0`.

use serde::Deserialize;

use super::api::Api;
use super::event::{NothingToDo, RevisionPlan, SarifTargets, Where};
use super::names::{ObjectId, encode};
use super::objects::absent;
use super::refusal::{ApiError, Purpose};
use crate::inert;

/// How many pages of 100 releases are read at most.
const RELEASE_PAGES: usize = 10;
/// For how many releases it is asked whether they are ancestors.
const ANCESTORS: usize = 30;

/// What the checkout knows. `None` means that it cannot tell, as in a shallow clone, never that the answer is no.
pub trait History {
    /// The commit that a branch, a tag or an id names.
    fn find(&self, name: &str) -> Option<ObjectId>;
    /// The parents that a commit names, present or not.
    fn parents(&self, commit: &ObjectId) -> Option<Vec<ObjectId>>;
    /// The best common ancestor.
    fn merge_base(&self, one: &ObjectId, other: &ObjectId) -> Option<ObjectId>;
    /// Whether `ancestor` is `commit` or can be reached from it.
    fn is_ancestor(&self, ancestor: &ObjectId, commit: &ObjectId) -> Option<bool>;
}

/// The history of a workspace in which nothing is checked out.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHistory;

impl History for NoHistory {
    fn find(&self, _: &str) -> Option<ObjectId> {
        None
    }

    fn parents(&self, _: &ObjectId) -> Option<Vec<ObjectId>> {
        None
    }

    fn merge_base(&self, _: &ObjectId, _: &ObjectId) -> Option<ObjectId> {
        None
    }

    fn is_ancestor(&self, _: &ObjectId, _: &ObjectId) -> Option<bool> {
        None
    }
}

/// A commit and how people call it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// The commit.
    pub commit: ObjectId,
    /// A tag, a branch, an input's text or the commit's first digits; from strangers, so not safe to show.
    pub name: String,
}

/// The two commits to compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revisions {
    /// The earlier one.
    pub base: Revision,
    /// The later one.
    pub head: Revision,
    /// The commit and ref that results may be uploaded for, or why there is none.
    pub sarif: Result<(ObjectId, String), &'static str>,
}

/// What came of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// There is nothing to compare after all.
    Nothing(NothingToDo),
    /// Two commits.
    Compare(Revisions),
}

/// A revision cannot be found.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    /// Neither the checkout nor GitHub has it.
    #[error("{what} {name} is neither in the checkout nor on GitHub; {mend}")]
    Missing {
        /// What it is.
        what: &'static str,
        /// Its name, made safe to show.
        name: String,
        /// What to change.
        mend: &'static str,
    },
    /// Two revisions have no common ancestor.
    #[error(
        "{base} and {head} have no common ancestor; set the input `base` to the revision to compare with"
    )]
    Unrelated {
        /// One, made safe to show.
        base: String,
        /// The other.
        head: String,
    },
    /// It is not in the checkout, and asking GitHub failed.
    #[error("{what} {name} is not in the checkout, and GitHub cannot be asked: {error}")]
    Api {
        /// What it is.
        what: &'static str,
        /// Its name, made safe to show.
        name: String,
        /// Why.
        error: ApiError,
    },
}

/// Finds the plan's commits.
///
/// # Errors
/// A revision is nowhere to be found, or asking for it failed.
pub async fn resolve(
    plan: &RevisionPlan,
    history: &dyn History,
    api: &Api,
) -> Result<Resolution, ResolveError> {
    let resolver = Resolver { history, api };
    let Some(head) = resolver.place(&plan.head, None, "the head").await? else {
        return Ok(Resolution::Nothing(NothingToDo::FirstRelease));
    };
    let Some(base) = resolver.place(&plan.base, Some(&head.commit), "the base").await? else {
        return Ok(Resolution::Nothing(NothingToDo::FirstRelease));
    };
    tracing::debug!("the head is {} ({}), because the event asks for {}", head.commit, head.name, plan.head);
    tracing::debug!("the base is {} ({}), because the event asks for {}", base.commit, base.name, plan.base);
    let sarif = match &plan.sarif {
        SarifTargets::None(reason) => Err(*reason),
        SarifTargets::Any(targets) => targets
            .iter()
            .find(|(commit, _)| *commit == head.commit)
            .cloned()
            .ok_or("GitHub takes code-scanning results for the run's own commit only, and another one was compared"),
    };
    Ok(Resolution::Compare(Revisions { base, head, sarif }))
}

struct Resolver<'a> {
    history: &'a dyn History,
    api: &'a Api,
}

#[derive(Deserialize)]
struct Comparison {
    status: String,
    merge_base_commit: Sha,
    base_commit: Sha,
}

#[derive(Deserialize)]
struct Sha {
    sha: String,
}

#[derive(Deserialize)]
struct Release {
    tag_name: String,
    #[serde(default)]
    draft: bool,
    published_at: Option<String>,
}

impl Resolver<'_> {
    /// `None` only for a release before which there is none.
    async fn place(
        &self,
        place: &Where,
        head: Option<&ObjectId>,
        what: &'static str,
    ) -> Result<Option<Revision>, ResolveError> {
        Ok(Some(match place {
            Where::Commit(commit) => at(commit.clone()),
            Where::Named(name) => Revision { commit: self.named(name, what).await?, name: name.clone() },
            Where::FirstParent { merge, base } => match self.first_parent(merge).await? {
                Some(parent) => at(parent),
                None => at(self.merge_base(base.as_str(), merge).await?),
            },
            Where::MergeBase { base, head } => at(self.merge_base(base, head).await?),
            Where::CommitOrMergeBase { commit, base, head } => {
                if self.exists(commit).await? {
                    at(commit.clone())
                } else {
                    at(self.merge_base(base, head).await?)
                }
            }
            Where::PreviousRelease { tag, published_at } => {
                return self.release(head, Some(tag), published_at.as_deref()).await;
            }
            Where::NewestRelease => return self.release(head, None, None).await,
        }))
    }

    async fn named(&self, name: &str, what: &'static str) -> Result<ObjectId, ResolveError> {
        let local = self.history.find(name).or_else(|| self.history.find(&format!("origin/{name}")));
        if let Some(commit) = local {
            return Ok(commit);
        }
        let shown = || shown(name);
        match self.api.commit_named(name).await {
            Ok(Some(commit)) => Ok(commit.id),
            Ok(None) => Err(ResolveError::Missing {
                what,
                name: shown(),
                mend: "set the inputs `base` and `head` to a branch, a tag or a commit of this repository",
            }),
            Err(error) => Err(ResolveError::Api { what, name: shown(), error }),
        }
    }

    async fn exists(&self, commit: &ObjectId) -> Result<bool, ResolveError> {
        if self.history.parents(commit).is_some() {
            return Ok(true);
        }
        match self.api.commit(commit).await {
            Ok(found) => Ok(found.is_some()),
            Err(error) => Err(ResolveError::Api { what: "the commit", name: commit.to_string(), error }),
        }
    }

    /// The first parent of a merge commit; `None` when it is no merge.
    async fn first_parent(&self, merge: &ObjectId) -> Result<Option<ObjectId>, ResolveError> {
        let parents = match self.history.parents(merge) {
            Some(parents) => parents,
            None => match self.api.commit(merge).await {
                Ok(Some(commit)) => commit.parents,
                Ok(None) => {
                    return Err(ResolveError::Missing {
                        what: "the merge commit",
                        name: merge.to_string(),
                        mend: "give the job `permissions: contents: read`, or run it again if the pull request changed",
                    });
                }
                Err(error) => {
                    return Err(ResolveError::Api {
                        what: "the merge commit",
                        name: merge.to_string(),
                        error,
                    });
                }
            },
        };
        Ok(if parents.len() > 1 { parents.into_iter().next() } else { None })
    }

    async fn merge_base(&self, base: &str, head: &ObjectId) -> Result<ObjectId, ResolveError> {
        let local = match ObjectId::parse(base) {
            Some(id) => Some(id),
            None => self.history.find(&format!("origin/{base}")),
        };
        if let Some(found) = local.and_then(|base| self.history.merge_base(&base, head)) {
            tracing::debug!("the checkout knows the merge base of {base} and {head}");
            return Ok(found);
        }
        tracing::debug!("the checkout does not know the merge base of {base} and {head}, so GitHub is asked");
        let asked = match self.compare(base, head.as_str()).await {
            Ok(None) => return Err(ResolveError::Unrelated { base: shown(base), head: head.to_string() }),
            Ok(Some(comparison)) => parsed(&comparison.merge_base_commit),
            Err(error) => Err(error),
        };
        asked.map_err(|error| ResolveError::Api { what: "the merge base with", name: shown(base), error })
    }

    /// How `head` relates to `base`; `None` when GitHub does not know one of them or they share no history.
    async fn compare(&self, base: &str, head: &str) -> Result<Option<Comparison>, ApiError> {
        // The second page has no files, which can be megabytes, and everything that is needed.
        let path = self.api.path(&format!("/compare/{}...{}?per_page=1&page=2", encode(base), encode(head)));
        absent(self.api.get(Purpose::Compare, &path).await)
    }

    async fn release(
        &self,
        head: Option<&ObjectId>,
        own: Option<&str>,
        before: Option<&str>,
    ) -> Result<Option<Revision>, ResolveError> {
        let failed = |error| ResolveError::Api {
            what: "the release before",
            name: own.map_or("now".to_owned(), shown),
            error,
        };
        let mut releases = self.releases().await.map_err(failed)?;
        releases.retain(|release| own != Some(release.tag_name.as_str()));
        // Newest first; the format sorts as text.
        releases.sort_by(|left, right| right.published_at.cmp(&left.published_at));
        if let Some(head) = head {
            for release in releases.iter().take(ANCESTORS) {
                let tag = &release.tag_name;
                if let Some(commit) = self.ancestor(tag, head).await.map_err(failed)?
                    && (own.is_none() || commit != *head)
                {
                    return Ok(Some(Revision { commit, name: tag.clone() }));
                }
            }
        }
        let earlier = |release: &&Release| match (before, &release.published_at) {
            (Some(before), Some(published)) => published.as_str() < before,
            _ => true,
        };
        match releases.iter().find(earlier) {
            None => Ok(None),
            Some(release) => {
                let commit =
                    self.named(&format!("tags/{}", release.tag_name), "the previous release").await?;
                Ok(Some(Revision { commit, name: release.tag_name.clone() }))
            }
        }
    }

    async fn releases(&self) -> Result<Vec<Release>, ApiError> {
        let mut all: Vec<Release> = Vec::new();
        for page in 1..=RELEASE_PAGES {
            let path = self.api.path(&format!("/releases?per_page=100&page={page}"));
            let releases: Vec<Release> = self.api.get(Purpose::ListReleases, &path).await?;
            let last = releases.len() < 100;
            all.extend(
                releases.into_iter().filter(|release| !release.draft && release.published_at.is_some()),
            );
            if last {
                break;
            }
        }
        Ok(all)
    }

    /// The tag's commit, if `head` descends from it.
    async fn ancestor(&self, tag: &str, head: &ObjectId) -> Result<Option<ObjectId>, ApiError> {
        if let Some(commit) = self.history.find(&format!("refs/tags/{tag}"))
            && let Some(answer) = self.history.is_ancestor(&commit, head)
        {
            return Ok(answer.then_some(commit));
        }
        let Some(comparison) = self.compare(tag, head.as_str()).await? else { return Ok(None) };
        match comparison.status.as_str() {
            "ahead" | "identical" => parsed(&comparison.base_commit).map(Some),
            _ => Ok(None),
        }
    }
}

fn at(commit: ObjectId) -> Revision {
    let name = commit.short().to_owned();
    Revision { commit, name }
}

fn parsed(answer: &Sha) -> Result<ObjectId, ApiError> {
    ObjectId::parse(&answer.sha).ok_or_else(|| ApiError::Unreadable {
        purpose: Purpose::Compare,
        reason: "an object id is malformed".to_owned(),
    })
}

fn shown(name: &str) -> String {
    let short: String = name.chars().take(100).collect();
    inert::terminal(&short).into_owned()
}
