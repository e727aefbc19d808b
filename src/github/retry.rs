//! When an answer is worth asking again for, and how long to wait before that.
//!
//! A pure function over one answer. octocrab's own retry would post twice and would wait for an hour, so it is off
//! (specification of the action, section 6).

use std::time::Duration;

/// What all waits of a run may add up to.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// How often one request is sent at most.
pub const ATTEMPTS: u32 = 6;

/// What the shortest pause after hitting a secondary limit is.
const SECONDARY: Duration = Duration::from_secs(60);

/// The parts of an answer that decide.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Answer<'a> {
    /// The status; `None` when there was no answer.
    pub(super) status: Option<u16>,
    /// `Retry-After`.
    pub(super) retry_after: Option<&'a str>,
    /// `x-ratelimit-remaining`.
    pub(super) remaining: Option<&'a str>,
    /// `x-ratelimit-reset`.
    pub(super) reset: Option<&'a str>,
    /// The message in the body.
    pub(super) message: &'a str,
}

impl Answer<'_> {
    /// True when the request was turned away for being one too many.
    pub(super) fn is_rate_limit(&self) -> bool {
        let limited = || {
            self.retry_after.is_some()
                || self.remaining == Some("0")
                || self.message.contains("rate limit")
                || self.message.contains("abuse detection")
        };
        self.status == Some(429) || (self.status == Some(403) && limited())
    }

    /// How long to wait before sending the request for the `attempt`th time again (from 0); `None` when there is no point.
    pub(super) fn wait(&self, now: u64, attempt: u32) -> Option<Duration> {
        let backoff = Duration::from_secs(1 << attempt.min(5));
        let retry_after = self.retry_after.and_then(|text| text.trim().parse().ok()).map(Duration::from_secs);
        if self.is_rate_limit() {
            let until_reset = (self.remaining == Some("0"))
                .then(|| self.reset?.trim().parse::<u64>().ok())
                .flatten()
                // A second more, since the other clock may be behind.
                .map(|reset| Duration::from_secs(reset.saturating_sub(now).saturating_add(1)));
            let said = retry_after.max(until_reset);
            let secondary = self.message.contains("secondary rate limit");
            return Some(match said {
                Some(said) if secondary => said.max(SECONDARY),
                Some(said) => said,
                None => SECONDARY.max(backoff),
            });
        }
        match self.status {
            None => Some(backoff),
            Some(500..=599) => Some(retry_after.map_or(backoff, |said| said.max(backoff))),
            Some(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(answer: Answer<'_>, attempt: u32) -> Option<u64> {
        answer.wait(1000, attempt).map(|wait| wait.as_secs())
    }

    #[test]
    fn no_answer_and_server_errors_are_worth_asking_again_with_growing_pauses() {
        for status in [None, Some(500), Some(502), Some(503)] {
            let answer = Answer { status, ..Answer::default() };
            let waits: Vec<_> = (0..4).map(|attempt| seconds(answer, attempt)).collect();
            assert_eq!(waits, [Some(1), Some(2), Some(4), Some(8)]);
        }
    }

    #[test]
    fn a_refusal_is_final() {
        for status in [200, 301, 400, 401, 403, 404, 409, 410, 422] {
            let message = "Resource not accessible by integration";
            assert_eq!(seconds(Answer { status: Some(status), message, ..Answer::default() }, 0), None);
        }
    }

    #[test]
    fn retry_after_is_obeyed() {
        for status in [403, 429, 503] {
            let answer = Answer { status: Some(status), retry_after: Some("17"), ..Answer::default() };
            assert_eq!(seconds(answer, 0), Some(17));
        }
    }

    #[test]
    fn a_used_up_limit_is_waited_for_until_it_is_reset() {
        let answer =
            Answer { status: Some(403), remaining: Some("0"), reset: Some("1030"), ..Answer::default() };
        assert_eq!(seconds(answer, 0), Some(31));
        let past = Answer { reset: Some("900"), ..answer };
        assert_eq!(seconds(past, 0), Some(1));
    }

    #[test]
    fn a_secondary_limit_without_a_time_is_a_minute_even_with_requests_remaining() {
        let message = "You have exceeded a secondary rate limit.";
        let answer = Answer {
            status: Some(403),
            remaining: Some("4771"),
            reset: Some("9999"),
            message,
            ..Answer::default()
        };
        assert_eq!(seconds(answer, 0), Some(60));
        assert_eq!(seconds(Answer { retry_after: Some("5"), ..answer }, 0), Some(60));
        assert_eq!(seconds(Answer { status: Some(429), ..Answer::default() }, 2), Some(60));
    }

    #[test]
    fn absurd_times_are_no_overflow() {
        let reset = u64::MAX.to_string();
        let answer =
            Answer { status: Some(429), remaining: Some("0"), reset: Some(&reset), ..Answer::default() };
        assert!(answer.wait(0, 0).unwrap() > PATIENCE);
    }
}
