//! Text that is posted where people are notified.
//!
//! Everything that comes from files is inert as Markdown already. Mentions and references are looked for in the
//! rendered text, so the whole passes the guard once more, and its review is kept with the reports.

use crate::polish::projection::{Detail, project};
use crate::polish::{Review, guard_mentions};

/// How often a text is rendered shorter when the guard made it too long.
const ATTEMPTS: usize = 4;

/// A text that calls nobody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    /// What to post.
    pub text: String,
    /// The review of guarding it, detail `summary`: nothing of the text.
    pub review: String,
}

/// Renders a text of at most `limit` bytes and guards it. `render` is given the room that it has.
///
/// # Errors
/// Why no text is known to be inert.
pub fn posted(limit: usize, render: impl Fn(usize) -> String) -> Result<Posted, String> {
    let mut room = limit;
    for _ in 0..ATTEMPTS {
        let guarded = guard_mentions(render(room)).map_err(|review| trouble(&review))?;
        let length = guarded.text.len();
        if length <= limit {
            let review = serde_json::to_string(&project(&guarded.review, Detail::Summary))
                .map_err(|error| error.to_string())?;
            return Ok(Posted { text: guarded.text, review });
        }
        // As much shorter as it grew, and a little more, since mentions are not spread evenly.
        room = room.saturating_mul(limit) / length;
        room -= room / 10;
    }
    Err("the text has too many mentions to be made inert within its limit".to_owned())
}

fn trouble(review: &Review) -> String {
    review.faults().first().map_or_else(
        || "mentions in the text cannot be made inert".to_owned(),
        |fault| crate::inert::visible(&fault.message).into_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_posted_calls_nobody_and_its_review_is_kept() {
        let posted = posted(1000, |_| "thanks &#64;someone, see &#35;12".to_owned()).unwrap();
        assert_eq!(posted.text, "thanks &#64;&#8203;someone, see &#35;&#8203;12");
        assert!(posted.review.contains("\"status\":\"success\""), "{}", posted.review);
        assert!(!posted.review.contains("someone"), "{}", posted.review);
    }

    #[test]
    fn a_text_that_grows_past_its_limit_is_rendered_shorter() {
        let many = |room: usize| "@a ".repeat(room / 3);
        let posted = posted(1000, many).unwrap();
        assert!(posted.text.len() <= 1000 && posted.text.len() > 200, "{}", posted.text.len());
    }
}
