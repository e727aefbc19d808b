//! What GitHub's refusals mean and what mends them.
//!
//! "Resource not accessible by integration" helps nobody. Every error here says what was attempted, what GitHub
//! answered, and which permission, input or setting changes that.

use std::fmt;

use crate::inert;

/// What a request is for; it decides which permission it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Reading commits, trees and blobs.
    ReadObjects,
    /// Finding a merge base.
    Compare,
    /// Listing releases.
    ListReleases,
    /// Asking whom the token belongs to.
    Identify,
    /// Listing a pull request's comments.
    ListComments,
    /// Writing the comment.
    WriteComment,
    /// Uploading code-scanning results.
    UploadSarif,
    /// Asking what became of uploaded results.
    FollowSarif,
    /// Writing a release's notes.
    WriteRelease,
}

impl Purpose {
    /// The permission that the job needs for this.
    #[must_use]
    pub fn permission(self) -> &'static str {
        match self {
            Self::ReadObjects | Self::Compare | Self::ListReleases | Self::Identify => "contents: read",
            Self::ListComments | Self::WriteComment => "pull-requests: write",
            Self::UploadSarif | Self::FollowSarif => "security-events: write",
            Self::WriteRelease => "contents: write",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::ReadObjects => "cannot read the repository through the API",
            Self::Compare => "cannot find the merge base through the API",
            Self::ListReleases => "cannot list the releases",
            Self::Identify => "cannot find out whom the token belongs to",
            Self::ListComments => "cannot list the comments of the pull request",
            Self::WriteComment => "cannot write the comment on the pull request",
            Self::UploadSarif => "cannot upload the results to code scanning",
            Self::FollowSarif => "cannot see what code scanning made of the results",
            Self::WriteRelease => "cannot write the notes into the release",
        }
    }

    fn is_code_scanning(self) -> bool {
        matches!(self, Self::UploadSarif | Self::FollowSarif)
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// A request did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// There is no token, and this cannot be done without one.
    #[error("{0}: there is no token; leave the input `token` at its default")]
    NoToken(Purpose),
    /// GitHub could not be reached.
    #[error(
        "{purpose}: {host} does not answer ({reason}); check GITHUB_API_URL, the runner's network and HTTPS_PROXY, \
         and SSL_CERT_FILE for a server with its own certificate authority"
    )]
    Unreachable {
        /// What was attempted.
        purpose: Purpose,
        /// The API's host.
        host: String,
        /// The last error.
        reason: String,
    },
    /// GitHub answered with server errors until patience ran out.
    #[error(
        "{purpose}: GitHub answered {status} again and again; run the job again once its status page is green"
    )]
    Unavailable {
        /// What was attempted.
        purpose: Purpose,
        /// The last status.
        status: u16,
    },
    /// The rate limit is used up for longer than a run waits.
    #[error(
        "{purpose}: the rate limit is used up for another {seconds} s; run the job again later, or give the input \
         `token` a token with a limit of its own"
    )]
    RateLimited {
        /// What was attempted.
        purpose: Purpose,
        /// How long it would have to wait.
        seconds: u64,
    },
    /// GitHub refused.
    #[error(transparent)]
    Refused(Refusal),
    /// The answer is not what GitHub's description promises.
    #[error("{purpose}: GitHub's answer is not understood ({reason})")]
    Unreadable {
        /// What was attempted.
        purpose: Purpose,
        /// What is wrong with it.
        reason: String,
    },
    /// The answer is larger than allowed.
    #[error("{purpose}: GitHub's answer is larger than {limit} bytes")]
    TooLarge {
        /// What was attempted.
        purpose: Purpose,
        /// The limit.
        limit: usize,
    },
}

impl ApiError {
    /// The status of a refusal.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Refused(refusal) => Some(refusal.status),
            _ => None,
        }
    }
}

/// GitHub's refusal of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What was attempted.
    pub purpose: Purpose,
    /// The status of the answer.
    pub status: u16,
    /// GitHub's message, made safe to show; may be empty.
    pub message: String,
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: GitHub answered {}", self.purpose, self.status)?;
        if !self.message.is_empty() {
            write!(f, " ({})", self.message)?;
        }
        write!(f, "; {}", self.mend())
    }
}

impl Refusal {
    /// What mends it: the permission, input or setting.
    #[must_use]
    pub fn mend(&self) -> String {
        let message = self.message.to_ascii_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| message.contains(word));
        let permission = self.purpose.permission();
        match self.status {
            401 => "the token is not valid: leave the input `token` at its default, or give it one that is not expired"
                .to_owned(),
            301 | 302 | 307 | 308 => {
                "the repository has another name now: run the workflow again, so that it starts with the new one".to_owned()
            }
            403 if says(&["locked"]) => {
                "the conversation is locked: unlock it, or set the input `comment` to `never`".to_owned()
            }
            403 if says(&["archived"]) => "the repository is archived, and nothing can be written to it".to_owned(),
            403 if says(&["saml", "sso"]) => {
                "authorize the token of the input `token` for the organization's single sign-on".to_owned()
            }
            403 if says(&["ip allow list"]) => {
                "let the runner's address into the organization's IP allow list".to_owned()
            }
            403 | 404 if self.purpose.is_code_scanning() && says(&["security", "not enabled", "code scanning"]) => {
                "code scanning is not available here: enable Code Security in the repository's settings, or set the \
                 input `upload-sarif` to `false`"
                    .to_owned()
            }
            403 if says(&["resource not accessible"]) => format!("give the job `permissions: {permission}`"),
            403 | 404 if self.purpose.is_code_scanning() => format!(
                "give the job `permissions: {permission}` (and `actions: read` in a private repository), enable Code \
                 Security where the repository is private, or set the input `upload-sarif` to `false`"
            ),
            403 => format!("give the job `permissions: {permission}`, or the input `token` a token that may do this"),
            404 | 410 => match self.purpose {
                Purpose::ReadObjects | Purpose::Compare => format!(
                    "the token does not see this: give the job `permissions: {permission}`, and check the inputs `base` \
                     and `head`"
                ),
                Purpose::WriteRelease => {
                    format!("the release is gone, or the job lacks `permissions: {permission}`")
                }
                Purpose::ListComments | Purpose::WriteComment => format!(
                    "the pull request is gone, or the job lacks `permissions: {permission}`; the input `comment` can be \
                     `never`"
                ),
                _ => format!("give the job `permissions: {permission}`"),
            },
            413 | 422 if self.purpose.is_code_scanning() => {
                "the upload does not fit this commit and ref: check that the workflow runs on the commit that it reads, \
                 or set the input `upload-sarif` to `false` and upload the file of `sarif-file` in a later step"
                    .to_owned()
            }
            413 | 422 => match self.purpose {
                Purpose::WriteComment => {
                    "set the input `comment` to `never`; the summary of the run holds the same report".to_owned()
                }
                Purpose::WriteRelease => {
                    "set the input `release-notes` to `false`; the summary of the run holds the same notes".to_owned()
                }
                _ => "check the inputs `base` and `head`".to_owned(),
            },
            409 => "the repository is empty or changing: run the job again".to_owned(),
            _ => "run the job again; if it stays, report it with the message above".to_owned(),
        }
    }
}

/// GitHub's message in an error's body, with those of its `errors`, on one line and made safe to show.
pub(super) fn message(body: &[u8]) -> String {
    #[derive(serde::Deserialize)]
    struct Body {
        #[serde(default)]
        message: String,
        #[serde(default)]
        errors: serde_json::Value,
    }
    let Ok(body) = serde_json::from_slice::<Body>(body) else { return String::new() };
    let mut parts = vec![body.message];
    match body.errors {
        serde_json::Value::String(text) => parts.push(text),
        serde_json::Value::Array(errors) => {
            for error in errors.into_iter().take(5) {
                match error {
                    serde_json::Value::String(text) => parts.push(text),
                    other => {
                        parts.extend(other.get("message").and_then(|text| text.as_str()).map(str::to_owned));
                    }
                }
            }
        }
        _ => {}
    }
    parts.retain(|part| !part.is_empty());
    shorten(&parts.join("; "))
}

/// Foreign text for an error: at most 300 characters, one line, nothing hidden.
pub(super) fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(300).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    inert::visible(short.trim()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(purpose: Purpose, status: u16, message: &str) -> String {
        Refusal { purpose, status, message: message.to_owned() }.to_string()
    }

    #[test]
    fn every_purpose_names_its_permission_when_the_token_lacks_it() {
        for (purpose, permission) in [
            (Purpose::ReadObjects, "contents: read"),
            (Purpose::WriteComment, "pull-requests: write"),
            (Purpose::UploadSarif, "security-events: write"),
            (Purpose::WriteRelease, "contents: write"),
        ] {
            let text = shown(purpose, 403, "Resource not accessible by integration");
            assert_eq!(
                text,
                format!(
                    "{purpose}: GitHub answered 403 (Resource not accessible by integration); give the job \
                     `permissions: {permission}`"
                )
            );
        }
    }

    #[test]
    fn the_reasons_for_403_are_told_apart() {
        for (purpose, message, mend) in [
            (
                Purpose::WriteComment,
                "Unable to create comment because issue is locked.",
                "the conversation is locked",
            ),
            (Purpose::WriteComment, "Repository was archived so is read-only.", "the repository is archived"),
            (
                Purpose::ReadObjects,
                "Resource protected by organization SAML enforcement.",
                "authorize the token",
            ),
            (
                Purpose::UploadSarif,
                "Code Security must be enabled for this repository to use code scanning.",
                "code scanning is not available here: enable Code Security",
            ),
        ] {
            let text = shown(purpose, 403, message);
            assert!(text.contains(&format!("; {mend}")), "{text}");
        }
    }

    #[test]
    fn an_expired_token_points_to_the_input() {
        let text = shown(Purpose::ListComments, 401, "Bad credentials");
        assert!(text.contains("the input `token`"), "{text}");
    }

    #[test]
    fn messages_of_github_are_shown_on_one_line_and_bounded() {
        let body = br#"{"message":"Validation Failed","errors":[{"message":"Body is too long\n(maximum is 65536 characters)"},"x"]}"#;
        assert_eq!(
            message(body),
            "Validation Failed; Body is too long\\u{A}(maximum is 65536 characters); x"
        );
        assert_eq!(message(b"<html>"), "");
        assert_eq!(shorten(&"a".repeat(400)).chars().count(), 301);
    }
}
