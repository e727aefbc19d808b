//! Text that will be posted, made inert.

use super::modifier::MentionGuard;
use super::{Modifier, Review, Status, polish};

/// A text that calls nobody, and the review that shows what was done for it.
#[derive(Debug)]
pub struct Guarded {
    /// What to post.
    pub text: String,
    /// How it came about; its `summary` projection holds nothing of the text.
    pub review: Review,
}

/// Makes mentions and references in a Markdown text inert.
///
/// HTML is left alone, as every modifier does; text that is posted should hold none that comes from strangers.
///
/// # Errors
/// The review, when it did not end with [`Status::Success`]: then there is no text that is known to be inert.
///
/// ```
/// use countersign::polish::guard_mentions;
/// let guarded = guard_mentions("thanks @someone, see #12 and `@code`".to_owned()).unwrap();
/// assert_eq!(guarded.text, "thanks @&#8203;someone, see #&#8203;12 and `@code`");
/// ```
pub fn guard_mentions(text: String) -> Result<Guarded, Box<Review>> {
    let guard: Box<dyn Modifier> = Box::new(MentionGuard);
    let review = polish(text, &[guard]);
    if review.status() != Status::Success {
        return Err(Box::new(review));
    }
    Ok(Guarded { text: review.current().text().to_owned(), review })
}
