//! What each form says, read as a whole, and what a stranger's text cannot do to it.

mod hostile;
mod json;
mod sarif;
mod sentences;
mod words;

use super::testing::{Revisions, With as _, revisions};
use crate::comparison::{
    Class, Classification, Difference, DifferenceAcknowledgements, DifferenceKind, Direction, Directions,
    LikelyRename, Presence, Revision, RevisionComparison, Side, Subject, UnusedChange,
};
use crate::model::Limits;
use crate::registry::RegistryId;

const LOCK_EARLIER: &str = r##"{
  "info": {"title": "Lock", "version": "2026-01-01"},
  "sdfObject": {
    "Lock": {
      "sdfProperty": {
        "level": {"sdfRef": "#/sdfData/percent", "writable": false},
        "mode": {"type": "string", "enum": ["open", "shut", "ajar"], "readable": false},
        "unit": {"type": "number", "unit": "Cel"},
        "pin": {"type": "string", "pattern": "^[0-9]+$"},
        "tamper": {"type": "boolean"}
      },
      "sdfAction": {"reset": {}}
    }
  },
  "sdfData": {
    "percent": {
      "type": "integer",
      "maximum": 9
    }
  }
}
"##;

const LOCK_LATER: &str = r##"{
  "info": {"title": "Lock", "version": "2026-01-01"},
  "sdfObject": {
    "Lock": {
      "sdfProperty": {
        "level": {"sdfRef": "#/sdfData/percent", "writable": false},
        "mode": {"type": "string", "enum": ["open", "shut", "locked"], "readable": false},
        "unit": {"type": "number"},
        "pin": {"type": "string", "pattern": "^[0-9]{4}$"},
        "sabotage": {"type": "boolean"}
      },
      "sdfAction": {"reset": {}}
    }
  },
  "sdfData": {
    "percent": {
      "type": "integer",
      "maximum": 12
    }
  }
}
"##;

const PROPERTIES: &str = "/sdfObject/Lock/sdfProperty";

fn lock() -> Revisions {
    let mut lock = revisions(
        &[
            ("lock.sdf.json", LOCK_EARLIER),
            ("old.sdf.json", "{}"),
            ("door.sdf.json", r#"{"sdfObject":{"Door":{},"Gate":{}}}"#),
        ],
        &[
            ("lock.sdf.json", LOCK_LATER),
            ("new one.sdf.json", "{}"),
            ("door.sdf.json", "{\"sdfObject\":\n  {\"Door\":{},}}"),
        ],
    );
    let file = r#"{"schema":"esdieff.acknowledged-differences","version":"1","differences":[
        {"kind":"changed","subject":"quality","quality":"pattern","classification":"undetermined",
         "earlier":{"document":"lock.sdf.json","pointer":"/sdfObject/Lock/sdfProperty/pin/pattern"},
         "later":{"document":"lock.sdf.json","pointer":"/sdfObject/Lock/sdfProperty/pin/pattern"},
         "note":"PINs always had four digits"},
        {"kind":"removed","subject":"sdfAction","classification":"breaking",
         "earlier":{"document":"lock.sdf.json","pointer":"/sdfObject/Lock/sdfAction/open"},"later":null,
         "note":"agreed <2026>"}]}"#;
    lock.acknowledgements =
        Some(DifferenceAcknowledgements::from_json(file.as_bytes(), &Limits::default()).unwrap());
    lock
}

/// A difference of a definition that inherits a quality from shared data.
fn shared(revisions: &Revisions, at: &str, shared: &str) -> Difference {
    let mut difference = revisions.changed("lock.sdf.json", at);
    for (revision, side) in Revision::BOTH.into_iter().zip([&mut difference.earlier, &mut difference.later]) {
        if let Some(side) = side {
            side.origin = revisions.origin(revision, "lock.sdf.json", shared);
            side.presence = Presence::Present;
        }
    }
    difference
}

fn broken_door(lock: &Revisions, name: &str) -> Difference {
    let at = format!("/sdfObject/{name}");
    let root = lock.later.source_id("door.sdf.json").unwrap();
    Difference {
        kind: DifferenceKind::Unavailable,
        subject: Subject::Definition(Class::Object),
        earlier: lock.side(Revision::Earlier, "door.sdf.json", &at),
        later: Some(Side { presence: Presence::Unavailable, root, pointer: String::new(), origin: None }),
        ..lock.changed("door.sdf.json", &at).undetermined("json.syntax")
    }
}

/// One comparison with something of everything.
fn everything(lock: &Revisions) -> RevisionComparison<'_> {
    let key = "lock.sdf.json";
    let property = Subject::Definition(Class::Property);
    let mut compared = lock.compared(vec![
        shared(lock, "/sdfObject/Lock/sdfProperty/level/maximum", "/sdfData/percent/maximum")
            .breaking(Direction::ThingSupplied, "12"),
        lock.changed(key, &format!("{PROPERTIES}/mode/enum")).breaking(Direction::ClientSupplied, "\"ajar\""),
        lock.single(DifferenceKind::Removed, property.clone(), key, &format!("{PROPERTIES}/tamper")),
        lock.changed(key, &format!("{PROPERTIES}/unit/unit"))
            .classified(Classification::Undetermined, Directions { client: true, thing: true })
            .undetermined("comparison.unit_removed"),
        broken_door(lock, "Door"),
        broken_door(lock, "Gate"),
        lock.changed(key, &format!("{PROPERTIES}/pin/pattern"))
            .undetermined("comparison.unproven")
            .acknowledged(0),
        lock.single(DifferenceKind::Added, property, key, &format!("{PROPERTIES}/sabotage")),
    ]);
    let find = |name: &str| {
        compared.differences.iter().position(|d| crate::explain::family(d).name == name).unwrap()
    };
    compared.likely_renames =
        vec![LikelyRename { removed: find("removed-sdfProperty"), added: find("added-sdfProperty") }];
    compared.version_warnings = vec![lock.version_warning(key, 3)];
    compared.consulted = vec![RegistryId::SenmlUnits];
    compared.interpretations = vec!["copied-reference-relocation/1"];
    compared.unused_acknowledgements = vec![1];
    let pair = (lock.earlier.source_id(key), lock.later.source_id(key));
    compared.unused_changes = vec![UnusedChange {
        documents: pair,
        pointer: "/sdfData/percent".to_owned(),
        kind: DifferenceKind::Changed,
    }];
    compared
}
