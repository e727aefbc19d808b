//! `sdfChoice`: alternatives that come or go, and choices that come or go as a whole.

use super::{CANDIDATES, Effect, Judged, Revision, Rule};
use crate::json::Value;
use crate::model::{Alternatives, Exhausted};
use crate::value::representative::representatives;

/// One alternative that only one revision has.
pub(in crate::comparison) struct Alternative {
    /// Its position among that revision's alternatives.
    pub(in crate::comparison) at: usize,
    /// Whether the later revision has it.
    pub(in crate::comparison) added: bool,
}

impl Rule for Alternative {
    fn effect(&self, _: &Judged<'_, '_, '_>) -> Effect {
        if self.added { Effect::Widens } else { Effect::Narrows }
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        let composer = judged.composer(admitting);
        let Alternatives::Choice(alternatives) = judged.description(admitting).alternatives(composer) else {
            return Ok(Vec::new());
        };
        let has_it = admitting == if self.added { Revision::Later } else { Revision::Earlier };
        match alternatives.get(self.at).filter(|_| has_it) {
            Some((_, Ok(alternative))) => representatives(composer, alternative, CANDIDATES),
            _ => Ok(Vec::new()),
        }
    }
}

/// A whole choice that only one revision has: it may admit what the other rejects, and reject what it admits.
pub(in crate::comparison) struct Whole;

impl Rule for Whole {
    fn effect(&self, _: &Judged<'_, '_, '_>) -> Effect {
        Effect::Neither
    }

    fn candidates(&self, judged: &Judged<'_, '_, '_>, admitting: Revision) -> Result<Vec<Value>, Exhausted> {
        judged.representatives(admitting)
    }
}
