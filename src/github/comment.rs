//! The one comment on a pull request: found again by its marker and its author, and updated in place.
//!
//! Anyone can write a comment with the marker, so the author counts too. An unchanged body is not written again, which
//! spares the pull request a timeline of edits (specification of the action, section 4).

use std::fmt::Write as _;

use serde::Deserialize;

use super::api::Api;
use super::delivery::CommentWhen;
use super::parts::Parts;
use super::refusal::{ApiError, Purpose};

/// What a body may have at most, in bytes; GitHub refuses one of 65,536 characters and posts nothing then.
pub const BODY_BYTES: usize = 65_000;
/// How many pages of 100 comments are looked through at most.
const PAGES: usize = 100;
/// Who the job's own token writes as. `GET /user` answers 403 for it.
const JOB: &str = "github-actions[bot]";

/// What is to be said on a pull request.
#[derive(Debug, Clone, Copy)]
pub struct Comment<'a> {
    /// The pull request.
    pub number: u64,
    /// What tells this comment from those of other configurations, such as the configuration's path.
    pub key: &'a str,
    /// When there is a comment.
    pub when: CommentWhen,
    /// True when there is a difference to speak of.
    pub differences: bool,
    /// The text, without the marker.
    pub body: &'a Parts,
    /// The text for when there was a difference and there is none any more.
    pub settled: &'a Parts,
    /// The run's page, where everything can be read when the body is cut.
    pub run_url: Option<&'a str>,
}

/// What became of the comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Commented {
    /// There is none, and none is wanted.
    NotNeeded,
    /// It was created, at this address.
    Created(String),
    /// It was changed, at this address.
    Updated(String),
    /// It said the same before.
    Unchanged(String),
}

impl Commented {
    /// The comment's address.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        match self {
            Self::NotNeeded => None,
            Self::Created(url) | Self::Updated(url) | Self::Unchanged(url) => Some(url),
        }
    }
}

#[derive(Debug, Clone, Deserialize)]
struct Found {
    id: u64,
    html_url: String,
    #[serde(default)]
    body: Option<String>,
    user: Option<User>,
}

#[derive(Debug, Clone, Deserialize)]
struct User {
    login: String,
}

#[derive(serde::Serialize)]
struct Body<'a> {
    body: &'a str,
}

/// The first line of a comment: not shown to people, and the same from run to run.
#[must_use]
pub fn marker(key: &str) -> String {
    let mut safe = String::with_capacity(key.len());
    let mut previous = ' ';
    for c in key.chars() {
        // Two hyphens could end the HTML comment, so every second one is encoded.
        let plain =
            c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '/') || (c == '-' && previous != '-');
        if plain {
            safe.push(c);
        } else {
            let _ = write!(safe, "%{:X};", u32::from(c));
        }
        previous = if plain { c } else { ' ' };
    }
    format!("<!-- countersign:v1 {safe} -->")
}

/// Creates, updates or leaves alone the comment.
///
/// # Errors
/// GitHub refused or did not answer.
pub async fn deliver(api: &Api, comment: Comment<'_>) -> Result<Commented, ApiError> {
    if comment.when == CommentWhen::Never {
        return Ok(Commented::NotNeeded);
    }
    let marker = marker(comment.key);
    let existing = find(api, comment.number, &marker).await?;
    let body = |parts| text(&marker, parts, comment.run_url);
    let Some(existing) = existing else {
        if comment.when == CommentWhen::Always || comment.differences {
            return create(api, comment.number, &marker, &body(comment.body)).await;
        }
        return Ok(Commented::NotNeeded);
    };
    let settled = !comment.differences && comment.when == CommentWhen::Changes;
    let body = body(if settled { comment.settled } else { comment.body });
    if same(existing.body.as_deref().unwrap_or_default(), &body) {
        return Ok(Commented::Unchanged(existing.html_url));
    }
    let path = api.path(&format!("/issues/comments/{}", existing.id));
    match api.patch::<_, Found>(Purpose::WriteComment, &path, &Body { body: &body }).await {
        Ok(updated) => Ok(Commented::Updated(updated.html_url)),
        // Somebody deleted it in the meantime.
        Err(error) if matches!(error.status(), Some(404 | 410)) => {
            create(api, comment.number, &marker, &body).await
        }
        Err(error) => Err(error),
    }
}

async fn create(api: &Api, number: u64, marker: &str, body: &str) -> Result<Commented, ApiError> {
    let path = api.path(&format!("/issues/{number}/comments"));
    let look = async || find(api, number, marker).await;
    let created: Found = api.post(Purpose::WriteComment, &path, &Body { body }, look).await?;
    Ok(Commented::Created(created.html_url))
}

fn text(marker: &str, parts: &Parts, run_url: Option<&str>) -> String {
    let limit = BODY_BYTES - (marker.len() + 1).min(BODY_BYTES);
    let body = parts.assemble(limit, |left| match run_url {
        Some(url) => format!("\n_{left} more do not fit here: see the [summary of the run]({url})._\n\n"),
        None => format!("\n_{left} more do not fit here: see the summary of the run._\n\n"),
    });
    format!("{marker}\n{body}")
}

/// GitHub keeps a body as it is, but for line ends and blanks at its end.
fn same(one: &str, other: &str) -> bool {
    one.replace("\r\n", "\n").trim_end() == other.replace("\r\n", "\n").trim_end()
}

/// The oldest comment with this marker that the token's owner wrote.
async fn find(api: &Api, number: u64, marker: &str) -> Result<Option<Found>, ApiError> {
    let mut marked = Vec::new();
    for page in 1..=PAGES {
        let path = api.path(&format!("/issues/{number}/comments?per_page=100&page={page}"));
        let comments: Vec<Found> = api.get(Purpose::ListComments, &path).await?;
        let last = comments.len() < 100;
        let has_marker = |comment: &Found| {
            let body = comment.body.as_deref().unwrap_or_default();
            body.lines().next().is_some_and(|line| line.trim() == marker)
        };
        marked.extend(comments.into_iter().filter(has_marker));
        if last {
            break;
        }
    }
    if marked.is_empty() {
        return Ok(None);
    }
    let author = author(api, &marked).await?;
    let wrote =
        |comment: &Found| comment.user.as_ref().is_some_and(|user| user.login.eq_ignore_ascii_case(&author));
    Ok(marked.into_iter().find(wrote))
}

/// Whom the token writes as.
async fn author(api: &Api, marked: &[Found]) -> Result<String, ApiError> {
    match api.get::<User>(Purpose::Identify, "/user").await {
        Ok(user) => Ok(user.login),
        // The job's token, or that of an app: neither is a user.
        Err(error) if matches!(error.status(), Some(401 | 403 | 404)) => {
            let by_other_app = |comment: &Found| {
                comment.user.as_ref().is_some_and(|user| user.login.ends_with("[bot]") && user.login != JOB)
            };
            if marked.iter().any(by_other_app) { api.viewer().await } else { Ok(JOB.to_owned()) }
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_is_one_html_comment_whatever_the_key() {
        assert_eq!(marker("countersign.toml"), "<!-- countersign:v1 countersign.toml -->");
        let hostile = marker("a--> <b>\n--x---y");
        assert_eq!(hostile, "<!-- countersign:v1 a-%2D;%3E;%20;%3C;b%3E;%A;-%2D;x-%2D;-y -->");
        assert_eq!(hostile.matches("--").count(), 2);
        assert_ne!(marker("a-%2D;"), marker("a--"));
    }

    #[test]
    fn a_body_stays_below_githubs_limit_and_links_to_the_run() {
        let parts = Parts {
            head: "## head\n".into(),
            entries: vec![format!("- {}\n", "ü".repeat(500)); 200],
            foot: "end\n".into(),
        };
        let body = text("<!-- m -->", &parts, Some("https://github.com/o/r/actions/runs/1"));
        assert!(body.len() <= BODY_BYTES);
        assert!(body.starts_with("<!-- m -->\n## head\n- ü"));
        assert!(
            body.ends_with(
                "\n_136 more do not fit here: see the [summary of the run](https://github.com/o/r/actions/runs/1)._\n\nend\n"
            ),
            "{}",
            &body[body.len() - 150..]
        );
    }

    #[test]
    fn line_ends_make_no_difference() {
        assert!(same("a\r\nb\r\n", "a\nb"));
        assert!(!same("a\nb", "a\nc"));
    }
}
