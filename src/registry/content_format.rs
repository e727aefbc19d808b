//! The established meaning of a `contentFormat`, and whether two of them mean the same.
//!
//! Both spellings and their media rules are read before any recorded evidence, so that a text without meaning on its
//! own never asks a registry. Then the earlier declaration is looked up before the later one. The first step that
//! fails decides, and nothing after it is read.

use super::media::{self, Media};
use super::spelling::{self, Spelling};
use super::{Consulted, RecordedRegistryPolicy, RegistryId, coap, codings};

/// What a declaration is known to mean.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Meaning(Kind);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Kind {
    /// A media type under the media rules, and its content codings in order, in lower case.
    Media(Media, Vec<String>),
    /// A registration outside the media rules. Distinct numbers are distinct registrations.
    Registered(u16),
}

/// What reading one declaration found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Established {
    /// The meaning.
    Meaning(Meaning),
    /// No meaning is established.
    Unestablished,
    /// The evidence was needed, and the caller withheld it.
    Withheld(RegistryId),
}

/// What comparing two declarations found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// One meaning, however it is spelled.
    Same,
    /// Two different meanings, so Clients misread every value.
    Different,
    /// One of the declarations has no established meaning.
    Unestablished,
    /// The evidence was needed, and the caller withheld it.
    EvidenceWithheld(RegistryId),
}

/// The outcome, and what it rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    /// What was found.
    pub outcome: Outcome,
    /// The registries that were asked.
    pub consulted: Consulted,
    /// True when a media rule or a recorded registration was consulted, which a report names as
    /// [`CONTENT_FORMAT_MEANING`](super::CONTENT_FORMAT_MEANING).
    pub interpretation: bool,
}

/// Compares the meanings of two declarations.
///
/// ```
/// use countersign::registry::{RecordedRegistryPolicy, content_format::{Outcome, compare}};
/// assert_eq!(compare("50", "Application/JSON", RecordedRegistryPolicy::UseRecorded).outcome, Outcome::Same);
/// assert_eq!(compare("50", "60", RecordedRegistryPolicy::UseRecorded).outcome, Outcome::Different);
/// assert_eq!(compare("50", "image/gif", RecordedRegistryPolicy::UseRecorded).outcome, Outcome::Unestablished);
/// ```
#[must_use]
pub fn compare(earlier: &str, later: &str, policy: RecordedRegistryPolicy) -> Comparison {
    let mut reading = Reading { policy, consulted: Consulted::default(), interpretation: false };
    let outcome = match reading.declarations([earlier, later]) {
        Ok([earlier, later]) if earlier == later => Outcome::Same,
        Ok(_) => Outcome::Different,
        Err(Stop::Unestablished) => Outcome::Unestablished,
        Err(Stop::Withheld(registry)) => Outcome::EvidenceWithheld(registry),
    };
    Comparison { outcome, consulted: reading.consulted, interpretation: reading.interpretation }
}

/// The meaning of one declaration.
///
/// ```
/// use countersign::registry::{RecordedRegistryPolicy, content_format::established};
/// assert_eq!(established("11050", RecordedRegistryPolicy::UseRecorded), established("application/json@deflate", RecordedRegistryPolicy::UseRecorded));
/// ```
#[must_use]
pub fn established(text: &str, policy: RecordedRegistryPolicy) -> Established {
    let mut reading = Reading { policy, consulted: Consulted::default(), interpretation: false };
    match reading.declarations([text]) {
        Ok([meaning]) => Established::Meaning(meaning),
        Err(Stop::Unestablished) => Established::Unestablished,
        Err(Stop::Withheld(registry)) => Established::Withheld(registry),
    }
}

enum Stop {
    Unestablished,
    Withheld(RegistryId),
}

/// A declaration after its spelling and media rules were read, before any evidence.
enum Declaration<'a> {
    Number(u16),
    Media(Media, Vec<&'a str>),
}

struct Reading {
    policy: RecordedRegistryPolicy,
    consulted: Consulted,
    interpretation: bool,
}

impl Reading {
    fn declarations<const N: usize>(&mut self, texts: [&str; N]) -> Result<[Meaning; N], Stop> {
        let mut declared = Vec::with_capacity(N);
        for text in texts {
            declared.push(self.declaration(text)?);
        }
        let mut meanings = Vec::with_capacity(N);
        for declaration in declared {
            meanings.push(Meaning(self.look_up(declaration)?));
        }
        meanings.try_into().map_err(|_| Stop::Unestablished)
    }

    fn declaration<'a>(&mut self, text: &'a str) -> Result<Declaration<'a>, Stop> {
        match spelling::read(text) {
            Some(Spelling::Number(number)) => Ok(Declaration::Number(number)),
            Some(Spelling::Media { media, codings }) => {
                self.interpretation = true;
                media::read(&media).map(|media| Declaration::Media(media, codings)).ok_or(Stop::Unestablished)
            }
            None => Err(Stop::Unestablished),
        }
    }

    fn look_up(&mut self, declaration: Declaration<'_>) -> Result<Kind, Stop> {
        match declaration {
            Declaration::Number(number) => {
                self.ask(RegistryId::CoapContentFormats)?;
                let registration = coap::registration(number).ok_or(Stop::Unestablished)?;
                self.interpretation = true;
                let known = spelling::read_media_type(registration.content_type)
                    .and_then(|media| media::read(&media));
                // The coding of a registration is part of it and needs no look-up of its own.
                let codings = registration.content_coding.map(str::to_ascii_lowercase).into_iter().collect();
                Ok(known.map_or(Kind::Registered(number), |media| Kind::Media(media, codings)))
            }
            Declaration::Media(media, codings) => {
                for coding in &codings {
                    self.ask(RegistryId::HttpContentCodings)?;
                    if !codings::has_meaning(coding) {
                        return Err(Stop::Unestablished);
                    }
                }
                Ok(Kind::Media(media, codings.into_iter().map(str::to_ascii_lowercase).collect()))
            }
        }
    }

    fn ask(&mut self, registry: RegistryId) -> Result<(), Stop> {
        match self.policy {
            RecordedRegistryPolicy::UseRecorded => {
                self.consulted.insert(registry);
                Ok(())
            }
            RecordedRegistryPolicy::WithholdRecorded => Err(Stop::Withheld(registry)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Different, EvidenceWithheld, Same, Unestablished};
    use RegistryId::{CoapContentFormats as Coap, HttpContentCodings as Http};

    #[track_caller]
    fn check(
        earlier: &str,
        later: &str,
        policy: RecordedRegistryPolicy,
        expected: (Outcome, &[RegistryId], bool),
    ) {
        let found = compare(earlier, later, policy);
        let consulted: Vec<_> = found.consulted.iter().collect();
        assert_eq!(
            (found.outcome, consulted.as_slice(), found.interpretation),
            expected,
            "{earlier} {later}"
        );
    }

    #[test]
    fn one_meaning_has_many_spellings() {
        for (earlier, later, consulted) in [
            ("text/plain", "TEXT/PLAIN ; Charset=\"us-ascii\"", &[] as &[_]),
            ("application/json", "application/json; charset=latin1", &[]),
            ("0", "text/plain;charset=\"Utf-8\"", &[Coap]),
            ("application/cbor@deflate", "11060", &[Coap, Http]),
            ("application/cbor@Deflate", "application/cbor@DEFLATE", &[Http]),
            ("12050", "application/json@zstd", &[Coap, Http]),
        ] {
            check(earlier, later, RecordedRegistryPolicy::UseRecorded, (Same, consulted, true));
            check(later, earlier, RecordedRegistryPolicy::UseRecorded, (Same, consulted, true));
        }
    }

    #[test]
    fn different_established_meanings_are_different() {
        for (earlier, later, consulted) in [
            ("application/cbor", "text/plain", &[] as &[_]),
            ("text/plain", "text/plain;charset=utf-8", &[]),
            ("40", "41", &[Coap]),
            ("40", "text/plain", &[Coap]),
            ("application/json", "application/json@br", &[Http]),
            ("application/json@br@gzip", "application/json@gzip@br", &[Http]),
            ("42", "application/json@br", &[Coap, Http]),
        ] {
            check(earlier, later, RecordedRegistryPolicy::UseRecorded, (Different, consulted, true));
            check(later, earlier, RecordedRegistryPolicy::UseRecorded, (Different, consulted, true));
        }
    }

    #[test]
    fn a_spelling_without_meaning_asks_no_registry() {
        check("41", "image/png", RecordedRegistryPolicy::UseRecorded, (Unestablished, &[], true));
        check("41", "nothing", RecordedRegistryPolicy::UseRecorded, (Unestablished, &[], false));
        check("041", "text/plain", RecordedRegistryPolicy::UseRecorded, (Unestablished, &[], false));
        check("text/plain", "041", RecordedRegistryPolicy::UseRecorded, (Unestablished, &[], true));
        check(
            "application/json@br",
            "a/b@br",
            RecordedRegistryPolicy::UseRecorded,
            (Unestablished, &[], true),
        );
    }

    #[test]
    fn the_earlier_look_up_that_fails_is_the_last_one() {
        check("998", "40", RecordedRegistryPolicy::UseRecorded, (Unestablished, &[Coap], false));
        check(
            "998",
            "application/json@br",
            RecordedRegistryPolicy::UseRecorded,
            (Unestablished, &[Coap], true),
        );
        check(
            "application/json@br",
            "998",
            RecordedRegistryPolicy::UseRecorded,
            (Unestablished, &[Coap, Http], true),
        );
        check(
            "text/plain@identity",
            "41",
            RecordedRegistryPolicy::UseRecorded,
            (Unestablished, &[Http], true),
        );
        check(
            "41",
            "text/plain@lzma",
            RecordedRegistryPolicy::UseRecorded,
            (Unestablished, &[Coap, Http], true),
        );
    }

    #[test]
    fn withheld_evidence_matters_only_where_it_is_needed() {
        check(
            "text/plain",
            "application/json",
            RecordedRegistryPolicy::WithholdRecorded,
            (Different, &[], true),
        );
        check("41", "image/png", RecordedRegistryPolicy::WithholdRecorded, (Unestablished, &[], true));
        check("41", "40", RecordedRegistryPolicy::WithholdRecorded, (EvidenceWithheld(Coap), &[], false));
        check(
            "application/json@br",
            "40",
            RecordedRegistryPolicy::WithholdRecorded,
            (EvidenceWithheld(Http), &[], true),
        );
        check(
            "text/plain",
            "40",
            RecordedRegistryPolicy::WithholdRecorded,
            (EvidenceWithheld(Coap), &[], true),
        );
    }
}
