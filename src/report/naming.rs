//! What things are called, in every form alike.

use super::counted;
use super::place::Anatomy;
use super::words::Phrase;
use crate::comparison::{Difference, Subject, VersionWarning};

/// `sdfProperty flow: `, with the payload or map entry it concerns; nothing for what names itself.
pub(super) fn owner(difference: &Difference) -> Phrase {
    let phrase = Phrase::default();
    if matches!(difference.subject, Subject::Definition(_) | Subject::Document) {
        return phrase;
    }
    let side = difference.later.as_ref().or(difference.earlier.as_ref());
    let anatomy = Anatomy::around(&difference.subject, side.map_or("", |side| side.pointer.as_str()));
    let Some((keyword, name)) = anatomy.innermost() else { return phrase };
    let phrase = phrase.own(keyword.to_owned()).own(" ").quoted(name).own(payload(&anatomy));
    phrase.inside(&anatomy.inside).own(": ")
}

/// `, input` for what lies inside an Action's input, and so on.
fn payload(anatomy: &Anatomy) -> &'static str {
    match anatomy.payload {
        Some("sdfInputData") if anatomy.rest.len() > 1 => ", input",
        Some("sdfOutputData") if anatomy.rest.len() > 1 => ", output",
        _ => "",
    }
}

/// `sdfProperty`, `map entry`, `quality maximum`
pub(super) fn subject(subject: &Subject) -> Phrase {
    match subject {
        Subject::Document => Phrase::of("document"),
        Subject::Definition(class) => Phrase::of(class.as_str()),
        Subject::Entry => Phrase::of("map entry"),
        Subject::Quality(name) => Phrase::of("quality ").quoted(name),
    }
}

/// `version "1" does not compare higher than the earlier version "1", after 2 breaking differences`
pub(super) fn version_sentence(warning: &VersionWarning) -> Phrase {
    let json = |text: &str| crate::json::Value::Text(text.to_owned()).to_string();
    let after = counted(warning.breaking, "breaking difference", "breaking differences");
    match &warning.later_version {
        Some(later) => Phrase::of("version ")
            .quoted(json(later))
            .own(" does not compare higher than the earlier version ")
            .quoted(json(&warning.earlier_version))
            .own(format!(", after {after}")),
        None => Phrase::of("the version is absent, after the earlier version ")
            .quoted(json(&warning.earlier_version))
            .own(format!(" and {after}")),
    }
}
