//! What a person calls a revision, and what to compare with when nobody says.

use super::history::{MergeBases, merge_bases};
use super::local::said;
use super::objects::{ObjectError, Objects};
use super::{Id, Local};
use crate::inert::visible;
use crate::nearest::nearest;

/// How many refs are looked at for a suggestion.
const REFS: usize = 20_000;

/// Why a text names no commit of this clone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RevisionError {
    /// It is not written as the name of one commit.
    #[error("`{text}` is no revision: {reason}")]
    Syntax {
        /// The text.
        text: String,
        /// Why.
        reason: &'static str,
    },
    /// No ref and no abbreviated name matches.
    #[error("there is no revision `{text}` in this clone; {known}")]
    Unknown {
        /// The text.
        text: String,
        /// The nearest refs, or those that there are.
        known: String,
    },
    /// An abbreviated name fits several objects.
    #[error("`{text}` names no single commit: {reason}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The candidates.
        reason: String,
    },
    /// `HEAD` is a branch without a commit.
    #[error("`HEAD` has no commit yet; commit something first, or name a revision that has one")]
    Unborn,
    /// A commit on the way has fewer parents.
    #[error("there is no revision `{text}`: commit {commit} has {parents} parents")]
    NoParent {
        /// The text.
        text: String,
        /// The commit.
        commit: Id,
        /// How many it has.
        parents: usize,
    },
    /// It names an object that is not in the clone, or that is no commit.
    #[error("`{text}` cannot be read: {source}")]
    Object {
        /// The text.
        text: String,
        /// What is missing or wrong.
        source: ObjectError,
    },
}

/// A commit to compare with, and how it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    /// The merge base.
    pub commit: Id,
    /// The branch it is the merge base with, such as `origin/main`.
    pub branch: String,
    /// Further merge bases, as criss-cross merges have; the latest one is `commit`.
    pub others: Vec<Id>,
}

/// Why there is nothing to compare with by default.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BaseError {
    /// None of the usual branches exists.
    #[error("there is no `origin/HEAD`, `main` or `master` to compare with; name a revision with `--base`")]
    NoBranch,
    /// The histories have nothing in common.
    #[error("the commit and `{branch}` have no common history; name a revision with `--base`")]
    Unrelated {
        /// The branch.
        branch: String,
    },
    /// The clone is cut off before a common ancestor.
    #[error(
        "this clone ends before the merge base with `{branch}`; fetch more with `git fetch --unshallow`, or name a revision with `--base`"
    )]
    Shallow {
        /// The branch.
        branch: String,
        /// Where the history ends.
        ends_at: Vec<Id>,
    },
    /// The branch, or a commit on the way, cannot be read.
    #[error(transparent)]
    Revision(#[from] RevisionError),
    /// A commit cannot be read.
    #[error(transparent)]
    Object(#[from] ObjectError),
}

impl Local {
    /// The commit that `HEAD`, a branch, a tag, a full or abbreviated object name or one of these followed by `^`,
    /// `^N`, `~N` or `^{commit}` names. Parents are followed as commits name them, so `HEAD^1` of a merge is known in
    /// a clone of depth one too, though its objects are not.
    ///
    /// # Errors
    /// Nothing has that name, with the refs that come nearest; or several things do; or the object is missing.
    pub fn resolve(&self, text: &str) -> Result<Id, RevisionError> {
        self.resolve_with(text, self)
    }

    /// Like [`Local::resolve`], and commits that the clone does not have are asked from `objects`.
    ///
    /// # Errors
    /// As for [`Local::resolve`].
    pub fn resolve_with(&self, text: &str, objects: &dyn Objects) -> Result<Id, RevisionError> {
        let shown = || visible(text).into_owned();
        let syntax = |reason| RevisionError::Syntax { text: shown(), reason };
        let object = |source| RevisionError::Object { text: shown(), source };
        if text.is_empty() {
            return Err(syntax("it is empty"));
        }
        if text.len() > 1024 {
            return Err(RevisionError::Syntax {
                text: visible(&text.chars().take(40).collect::<String>()).into_owned(),
                reason: "it has more than 1024 bytes",
            });
        }
        if text.contains("..") {
            return Err(syntax("it is a range; name one commit"));
        }
        if text.contains(':') {
            return Err(syntax("it names a file or a search; name a commit"));
        }
        let (name, suffix) = text.split_at(text.find(['^', '~']).unwrap_or(text.len()));
        if name.is_empty() {
            return Err(syntax("there is no name before `^` or `~`"));
        }
        let steps = steps(suffix)
            .ok_or_else(|| syntax("after the name only `^`, `^N`, `~N` and `^{commit}` are read"))?;
        let named = match name.parse::<Id>() {
            Ok(id) => id,
            Err(_) => self.named(name, &shown)?,
        };
        let mut at = match self.peel(named) {
            Ok(id) => id,
            // A full name may be a commit that only the other source has.
            Err(error) if error.is_missing() => objects.commit(named).map(|_| named).map_err(object)?,
            Err(error) => return Err(object(error)),
        };
        for step in steps {
            let (which, times) = match step {
                Step::Parent(which) => (which, 1),
                Step::Back(times) => (1, times),
            };
            for _ in 0..times {
                if which == 0 {
                    break;
                }
                let parents = objects.commit(at).map_err(object)?.parents;
                at = *parents.get(which - 1).ok_or_else(|| RevisionError::NoParent {
                    text: shown(),
                    commit: at,
                    parents: parents.len(),
                })?;
            }
        }
        Ok(at)
    }

    fn named(&self, name: &str, shown: &dyn Fn() -> String) -> Result<Id, RevisionError> {
        if matches!(name, "HEAD" | "@") && self.git.head().is_ok_and(|head| head.is_unborn()) {
            return Err(RevisionError::Unborn);
        }
        match self.git.rev_parse_single(name) {
            Ok(id) => Id::from_gix(&id.detach()).ok_or_else(|| self.unknown(name, shown())),
            Err(error) => {
                let ambiguous = error.iter_errors().any(|error| {
                    matches!(
                        error.downcast_ref::<gix::revision::spec::parse::Error>(),
                        Some(
                            gix::revision::spec::parse::Error::AmbiguousPrefix { .. }
                                | gix::revision::spec::parse::Error::AmbiguousRefAndObject { .. }
                        )
                    )
                });
                if ambiguous {
                    return Err(RevisionError::Ambiguous { text: shown(), reason: said(&error) });
                }
                Err(self.unknown(name, shown()))
            }
        }
    }

    fn unknown(&self, name: &str, text: String) -> RevisionError {
        let refs = self.refs();
        let near = nearest(name, refs.iter().map(String::as_str), 3);
        let quote = |names: &[&str]| {
            names.iter().map(|name| format!("`{}`", visible(name))).collect::<Vec<_>>().join(", ")
        };
        let known = if !near.is_empty() {
            format!("did you mean {}?", quote(&near))
        } else if refs.is_empty() {
            "it has no branches and no tags".to_owned()
        } else {
            let first: Vec<&str> = refs.iter().take(5).map(String::as_str).collect();
            let more = if refs.len() > first.len() {
                format!(" and {} more", refs.len() - first.len())
            } else {
                String::new()
            };
            format!("it has {}{more}", quote(&first))
        };
        RevisionError::Unknown { text, known }
    }

    /// Branches, tags and remote branches as people write them; at most 20,000.
    fn refs(&self) -> Vec<String> {
        let Ok(platform) = self.git.references() else { return Vec::new() };
        let Ok(all) = platform.all() else { return Vec::new() };
        all.take(REFS)
            .filter_map(Result::ok)
            .filter_map(|found| {
                let name = String::from_utf8(found.name().as_bstr().to_vec()).ok()?;
                let short = ["refs/heads/", "refs/tags/", "refs/remotes/"]
                    .iter()
                    .find_map(|prefix| name.strip_prefix(prefix))?;
                Some(short.to_owned())
            })
            .collect()
    }

    /// The commit to compare `head` with when nobody says: its merge base with `origin/HEAD`, else with `main`, else
    /// with `master`, each of the latter two as a local branch first and then as one of `origin`.
    ///
    /// # Errors
    /// There is no such branch, nothing in common with it, or the clone ends before it can be known.
    pub fn default_base(&self, head: Id) -> Result<Base, BaseError> {
        let candidates = [
            ("origin/HEAD", "refs/remotes/origin/HEAD"),
            ("main", "refs/heads/main"),
            ("origin/main", "refs/remotes/origin/main"),
            ("master", "refs/heads/master"),
            ("origin/master", "refs/remotes/origin/master"),
        ];
        for (branch, full) in candidates {
            // An `origin/HEAD` whose branch was deleted is no reason to stop.
            let Some(tip) = self.tip(full) else { continue };
            let branch = branch.to_owned();
            return match merge_bases(self, head, tip)? {
                MergeBases::Known(bases) => match bases.split_first() {
                    Some((&commit, others)) => Ok(Base { commit, branch, others: others.to_vec() }),
                    None => Err(BaseError::Unrelated { branch }),
                },
                MergeBases::Unknown { ends_at, .. } => Err(BaseError::Shallow { branch, ends_at }),
            };
        }
        Err(BaseError::NoBranch)
    }

    /// The commit that a full ref name leads to, if it does.
    fn tip(&self, full: &str) -> Option<Id> {
        let mut found = self.git.try_find_reference(full).ok()??;
        Id::from_gix(&found.peel_to_id().ok()?.detach())
    }
}

enum Step {
    Parent(usize),
    Back(usize),
}

/// What follows the name; nothing when it is written in another way.
fn steps(mut suffix: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    while let Some(sign) = suffix.chars().next() {
        let rest = suffix.get(1..)?;
        if sign == '^'
            && let Some(rest) = rest.strip_prefix("{commit}").or_else(|| rest.strip_prefix("{}"))
        {
            suffix = rest;
            continue;
        }
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = if digits == 0 { 1 } else { rest.get(..digits)?.parse().ok()? };
        steps.push(match sign {
            '^' => Step::Parent(number),
            '~' => Step::Back(number),
            _ => return None,
        });
        suffix = rest.get(digits..)?;
    }
    Some(steps)
}
