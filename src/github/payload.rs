//! The event's payload: the few members that are used, each with the type it must have.
//!
//! The file is written by the runner, but branch names, titles and the like in it come from strangers. Its size is
//! bounded, nothing in it is taken for granted, and a member that is missing is an error that names it.

use std::io::Read as _;
use std::path::Path;

use crate::inert;
use crate::json::{Kind, NodeRef, Position, ReadLimits, Tree, position};

/// The largest payload that is read, in bytes. GitHub's own limit is 25 MB.
pub const PAYLOAD_BYTES: u64 = 32 * 1024 * 1024;

/// What one payload may hold. GitHub nests about ten deep.
const LIMITS: ReadLimits = ReadLimits { bytes: PAYLOAD_BYTES as usize, depth: 256, nodes: 5_000_000 };

/// The members of a payload that say what happened.
#[derive(Debug, Clone, Default)]
pub struct Payload {
    pub(super) action: Option<String>,
    pub(super) number: Option<u64>,
    pub(super) pull_request: Option<PullRequest>,
    pub(super) merge_group: Option<MergeGroup>,
    pub(super) release: Option<Release>,
    pub(super) repository: Option<Repository>,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    pub(super) forced: bool,
    pub(super) deleted: bool,
    pub(super) git_ref: Option<String>,
}

#[derive(Debug, Clone)]
pub(super) struct PullRequest {
    pub(super) number: u64,
    pub(super) state: Option<String>,
    pub(super) base: Side,
    pub(super) head: Side,
}

/// One side of a pull request. `repo` is null once a fork has been deleted.
#[derive(Debug, Clone)]
pub(super) struct Side {
    pub(super) sha: String,
    pub(super) repo: Option<Repository>,
}

#[derive(Debug, Clone)]
pub(super) struct MergeGroup {
    pub(super) base_sha: String,
    pub(super) head_sha: String,
}

#[derive(Debug, Clone)]
pub(super) struct Release {
    pub(super) id: u64,
    pub(super) tag_name: String,
    pub(super) draft: bool,
    pub(super) published_at: Option<String>,
}

#[derive(Debug, Clone)]
pub(super) struct Repository {
    pub(super) full_name: Option<String>,
    pub(super) default_branch: Option<String>,
}

/// The payload cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PayloadError {
    /// `GITHUB_EVENT_PATH` is not set.
    #[error("GITHUB_EVENT_PATH is not set, so the event's payload cannot be read")]
    NoPath,
    /// The file cannot be opened or read.
    #[error("cannot read the event's payload at {path} (GITHUB_EVENT_PATH): {error}")]
    File {
        /// The file, made safe to show.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// The file is larger than any payload.
    #[error("the event's payload at {path} (GITHUB_EVENT_PATH) is larger than {PAYLOAD_BYTES} bytes")]
    Large {
        /// The file, made safe to show.
        path: String,
    },
    /// The file is not JSON, or a member has another type than GitHub gives it.
    #[error("{path}:{position}: the event's payload (GITHUB_EVENT_PATH) is not one of GitHub's: {reason}")]
    Malformed {
        /// The file, made safe to show.
        path: String,
        /// Where in it.
        position: Position,
        /// What was expected there.
        reason: String,
    },
}

impl Payload {
    /// Reads a payload. `path` is what messages call it.
    ///
    /// # Errors
    /// The text is no JSON object, or a member that is used is missing or has another type.
    pub fn from_json(path: &Path, text: &[u8]) -> Result<Self, PayloadError> {
        let malformed = |position, reason| PayloadError::Malformed { path: shown(path), position, reason };
        let tree = Tree::read(text, &LIMITS).map_err(|error| {
            let reason = inert::visible(&error.kind.to_string()).into_owned();
            malformed(error.position, reason)
        })?;
        let root = Member { node: tree.root(), path: String::new() };
        root.payload().map_err(|fault| malformed(position(text, fault.offset), fault.reason))
    }

    /// Reads the file that `GITHUB_EVENT_PATH` names.
    ///
    /// # Errors
    /// There is no path, the file cannot be read, is too large, or is no payload.
    pub fn from_file(path: Option<&Path>) -> Result<Self, PayloadError> {
        let path = path.ok_or(PayloadError::NoPath)?;
        let unreadable = |error| PayloadError::File { path: shown(path), error };
        let mut text = Vec::new();
        let file = std::fs::File::open(path).map_err(unreadable)?;
        file.take(PAYLOAD_BYTES + 1).read_to_end(&mut text).map_err(unreadable)?;
        if text.len() as u64 > PAYLOAD_BYTES {
            return Err(PayloadError::Large { path: shown(path) });
        }
        Self::from_json(path, &text)
    }
}

fn shown(path: &Path) -> String {
    inert::visible(&path.to_string_lossy()).into_owned()
}

/// What is wrong, and at which byte.
struct Fault {
    offset: usize,
    reason: String,
}

/// A value and the names that lead to it, such as `pull_request.base`.
struct Member<'t> {
    node: NodeRef<'t>,
    path: String,
}

impl<'t> Member<'t> {
    /// A member of this one; `None` when it is missing or null.
    fn get(&self, name: &str) -> Option<Self> {
        let node = self.node.get(name).filter(|node| node.kind() != Kind::Null)?;
        Some(Member { node, path: self.below(name) })
    }

    fn below(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    fn fault(&self, reason: String) -> Fault {
        Fault { offset: self.node.span().start, reason }
    }

    fn expected(&self, what: &str) -> Fault {
        let found = match self.node.kind() {
            Kind::Null => "null",
            Kind::Bool => "a boolean",
            Kind::Number => "this number",
            Kind::Text => "this text",
            Kind::Array => "an array",
            Kind::Map => "an object",
        };
        let whose = if self.path.is_empty() { "the payload" } else { self.path.as_str() };
        self.fault(format!("{whose} is {found}, and {what} is expected"))
    }

    fn needed<T>(&self, name: &str, found: Option<T>) -> Result<T, Fault> {
        found.ok_or_else(|| self.fault(format!("{} is missing", self.below(name))))
    }

    fn object(&self) -> Result<(), Fault> {
        if self.node.kind() == Kind::Map { Ok(()) } else { Err(self.expected("an object")) }
    }

    fn text(&self, name: &str) -> Result<Option<String>, Fault> {
        let text = |member: Self| match member.node.text() {
            Some(text) => Ok(text.to_owned()),
            None => Err(member.expected("text")),
        };
        self.get(name).map(text).transpose()
    }

    fn number(&self, name: &str) -> Result<Option<u64>, Fault> {
        let number = |member: Self| {
            let number = member.node.number_token().and_then(|token| token.parse().ok());
            number.ok_or_else(|| member.expected("a whole number"))
        };
        self.get(name).map(number).transpose()
    }

    /// False when it is missing.
    fn flag(&self, name: &str) -> Result<bool, Fault> {
        let flag = |member: Self| member.node.bool().ok_or_else(|| member.expected("a boolean"));
        self.get(name).map_or(Ok(false), flag)
    }

    /// A member that is an object, as `read` reads it.
    fn inside<T>(
        &self,
        name: &str,
        read: impl FnOnce(&Self) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        let Some(member) = self.get(name) else { return Ok(None) };
        member.object()?;
        read(&member).map(Some)
    }

    fn needed_text(&self, name: &str) -> Result<String, Fault> {
        self.needed(name, self.text(name)?)
    }

    fn payload(&self) -> Result<Payload, Fault> {
        self.object()?;
        Ok(Payload {
            action: self.text("action")?,
            number: self.number("number")?,
            pull_request: self.inside("pull_request", Self::pull_request)?,
            merge_group: self.inside("merge_group", Self::merge_group)?,
            release: self.inside("release", Self::release)?,
            repository: self.inside("repository", Self::repository)?,
            before: self.text("before")?,
            after: self.text("after")?,
            forced: self.flag("forced")?,
            deleted: self.flag("deleted")?,
            git_ref: self.text("ref")?,
        })
    }

    fn pull_request(&self) -> Result<PullRequest, Fault> {
        Ok(PullRequest {
            number: self.needed("number", self.number("number")?)?,
            state: self.text("state")?,
            base: self.needed("base", self.inside("base", Self::side)?)?,
            head: self.needed("head", self.inside("head", Self::side)?)?,
        })
    }

    fn side(&self) -> Result<Side, Fault> {
        Ok(Side { sha: self.needed_text("sha")?, repo: self.inside("repo", Self::repository)? })
    }

    fn merge_group(&self) -> Result<MergeGroup, Fault> {
        Ok(MergeGroup { base_sha: self.needed_text("base_sha")?, head_sha: self.needed_text("head_sha")? })
    }

    fn release(&self) -> Result<Release, Fault> {
        Ok(Release {
            id: self.needed("id", self.number("id")?)?,
            tag_name: self.needed_text("tag_name")?,
            draft: self.flag("draft")?,
            published_at: self.text("published_at")?,
        })
    }

    fn repository(&self) -> Result<Repository, Fault> {
        Ok(Repository { full_name: self.text("full_name")?, default_branch: self.text("default_branch")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        Payload::from_json(Path::new("event.json"), text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place_and_what_was_expected() {
        let base = r#""base": { "sha": "a" }"#;
        for (text, place, reason) in [
            ("[]", "1:1", "the payload is an array, and an object is expected"),
            ("{\n  \"before\": 7\n}", "2:13", "before is this number, and text is expected"),
            ("{\n  \"forced\": \"yes\"\n}", "2:13", "forced is this text, and a boolean is expected"),
            ("{ \"number\": 1.5 }", "1:13", "number is this number, and a whole number is expected"),
            ("{ \"pull_request\": true }", "1:19", "pull_request is a boolean, and an object is expected"),
            (
                "{ \"pull_request\":\n{ \"number\": \"seven\" } }",
                "2:13",
                "pull_request.number is this text, and a whole number is expected",
            ),
            ("{ \"release\":\n { \"id\": 1 } }", "2:2", "release.tag_name is missing"),
            (
                &format!(
                    "{{ \"pull_request\": {{ \"number\": 7, {base}, \"head\": {{ \"sha\": null }} }} }}"
                ),
                "1:66",
                "pull_request.head.sha is missing",
            ),
            ("{", "1:2", "the text ends where \",\" or \"}\" was expected"),
        ] {
            let expected = format!(
                "event.json:{place}: the event's payload (GITHUB_EVENT_PATH) is not one of GitHub's: {reason}"
            );
            assert_eq!(said(text), expected, "{text}");
        }
    }

    #[test]
    fn null_is_as_good_as_missing_where_github_may_leave_something_out() {
        let text =
            r#"{ "action": null, "pull_request": null, "release": null, "forced": null, "ref": null }"#;
        let payload = Payload::from_json(Path::new("event.json"), text.as_bytes()).unwrap();
        assert!(payload.action.is_none() && payload.pull_request.is_none() && !payload.forced);
    }

    #[test]
    fn a_hostile_payload_is_refused_without_showing_what_it_holds() {
        for text in ["\u{202E}", "{\"a\u{202E}\": 1, \"a\u{202E}\": 2}", &"[".repeat(100_000)] {
            let said = said(text);
            assert!(said.starts_with("event.json:1:") && !said.contains('\u{202E}'), "{said}");
        }
        let path = Path::new("ev\u{202E}ent\n::error::x.json");
        let error = Payload::from_json(path, b"1").unwrap_err().to_string();
        assert!(!error.contains(['\u{202E}', '\n']), "{error}");
    }
}
