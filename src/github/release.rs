//! The notes in a release's body, between two markers of ours. What people wrote around them is never touched.

use serde::{Deserialize, Serialize};

use super::api::Api;
use super::parts::Parts;
use super::refusal::{ApiError, Purpose};

/// What a release's body may have at most, in characters (counted in UTF-16 units).
pub const BODY_CHARACTERS: usize = 125_000;

const BEGIN: &str = "<!-- countersign:notes:begin -->";
const END: &str = "<!-- countersign:notes:end -->";

/// What became of a release's notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Released {
    /// They were written; the release's address.
    Written(String),
    /// They were there already.
    Unchanged(String),
    /// The body has no room left for them.
    Full,
}

#[derive(Deserialize)]
struct Release {
    html_url: String,
    body: Option<String>,
}

#[derive(Serialize)]
struct Body<'a> {
    body: &'a str,
}

/// Writes notes into the body of the release `id`.
///
/// # Errors
/// GitHub refused or did not answer.
pub async fn deliver(api: &Api, id: u64, notes: &Parts, run_url: Option<&str>) -> Result<Released, ApiError> {
    let path = api.path(&format!("/releases/{id}"));
    let release: Release = api.get(Purpose::WriteRelease, &path).await?;
    let body = release.body.unwrap_or_default();
    let Some(new) = merged(&body, notes, run_url) else { return Ok(Released::Full) };
    if new == body {
        return Ok(Released::Unchanged(release.html_url));
    }
    let written: Release = api.patch(Purpose::WriteRelease, &path, &Body { body: &new }).await?;
    Ok(Released::Written(written.html_url))
}

/// The body with the notes in place; `None` when there is no room.
fn merged(body: &str, notes: &Parts, run_url: Option<&str>) -> Option<String> {
    let body = body.replace("\r\n", "\n");
    let (before, after) = around(&body);
    let frame = format!("{BEGIN}\n\n{END}");
    let units = |text: &str| text.encode_utf16().count();
    let room = BODY_CHARACTERS.checked_sub(units(before) + units(after) + units(&frame) + 2)?;
    let notes = notes.assemble(room, |left| match run_url {
        Some(url) => format!("\n_{left} more do not fit here: see the [summary of the run]({url})._\n\n"),
        None => format!("\n_{left} more do not fit here._\n\n"),
    });
    if notes.trim().is_empty() {
        return None;
    }
    let gap = if before.is_empty() || before.ends_with("\n\n") {
        ""
    } else if before.ends_with('\n') {
        "\n"
    } else {
        "\n\n"
    };
    Some(format!("{before}{gap}{BEGIN}\n{}\n{END}{after}", notes.trim_end()))
}

/// What stands before and after the notes. The last pair of markers counts, so that a lone begin swallows nothing.
fn around(body: &str) -> (&str, &str) {
    let found = body.rfind(END).and_then(|end| {
        let begin = body.get(..end)?.rfind(BEGIN)?;
        Some((body.get(..begin)?, body.get(end + END.len()..)?))
    });
    found.unwrap_or((body, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(text: &str) -> Parts {
        Parts { entries: vec![text.into()], ..Parts::default() }
    }

    #[test]
    fn notes_are_appended_once_and_replaced_afterwards() {
        let first = merged("Hand-written.", &notes("one"), None).unwrap();
        assert_eq!(
            first,
            "Hand-written.\n\n<!-- countersign:notes:begin -->\none\n<!-- countersign:notes:end -->"
        );
        let edited = format!("{first}\r\n\r\nThanks to all.");
        let second = merged(&edited, &notes("two"), None).unwrap();
        assert_eq!(
            second,
            "Hand-written.\n\n<!-- countersign:notes:begin -->\ntwo\n<!-- countersign:notes:end -->\n\nThanks to all."
        );
        assert_eq!(merged(&second, &notes("two"), None).unwrap(), second);
    }

    #[test]
    fn a_lone_marker_swallows_nothing() {
        let body = format!("a\n{BEGIN}\nb");
        let text = merged(&body, &notes("n"), None).unwrap();
        assert!(text.starts_with(&body));
        let again = merged(&text, &notes("m"), None).unwrap();
        assert!(again.starts_with(&body) && again.contains("\nm\n") && !again.contains("\nn\n"), "{again}");
    }

    #[test]
    fn the_body_stays_within_githubs_limit_and_what_people_wrote_is_kept() {
        let people = "ü".repeat(124_000);
        let many = Parts { entries: vec!["note\n".into(); 10_000], ..Parts::default() };
        let text = merged(&people, &many, None).unwrap();
        assert!(text.encode_utf16().count() <= BODY_CHARACTERS);
        assert!(text.starts_with(&people) && text.contains("more do not fit here"));
        assert_eq!(merged(&"x".repeat(BODY_CHARACTERS), &many, None), None);
    }
}
