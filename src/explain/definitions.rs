//! Rules about definitions: groupings, affordances, what they carry, and who may use them.

use super::{Family, breaking, compatible, undetermined, whole};
use crate::comparison::Classification::{self, Breaking, Compatible, Undetermined};

const ANY: &[Classification] = &[Breaking, Undetermined, Compatible];

const REMOVED_REMEDY: &str = "Keep the definition under its old name for as long as Clients use it; a renamed \
                              definition can stand beside the old one for a while.";
const ADDED_REMEDY: &str = "It is compatible already: no Client of the earlier revision knows of it.";

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "removed-sdfThing",
        title: "An sdfThing was removed",
        meaning: "Clients that use anything inside this Thing find nothing there any more. A renamed or moved Thing \
                  reads as a removal and an addition.",
        remedy: REMOVED_REMEDY,
        classifications: &[Breaking],
        examples: &[whole(breaking(
            r#"{"sdfThing": {"House": {"sdfProperty": {"open": {"type": "boolean"}}}}}"#,
            r#"{"sdfThing": {}}"#,
            None,
        ))],
    },
    Family {
        name: "removed-sdfObject",
        title: "An sdfObject was removed",
        meaning: "Clients that use anything inside this Object find nothing there any more. A renamed or moved Object \
                  reads as a removal and an addition.",
        remedy: REMOVED_REMEDY,
        classifications: &[Breaking],
        examples: &[whole(breaking(
            r#"{"sdfObject": {"Lamp": {"sdfProperty": {"on": {"type": "boolean"}}}}}"#,
            r#"{"sdfObject": {}}"#,
            None,
        ))],
    },
    Family {
        name: "removed-sdfProperty",
        title: "An sdfProperty was removed",
        meaning: "Clients that read, write or observe this Property find nothing there any more. A renamed Property \
                  reads as a removal and an addition.",
        remedy: REMOVED_REMEDY,
        classifications: &[Breaking],
        examples: &[breaking(
            r#""sdfProperty": {"on": {"type": "boolean"}, "level": {"type": "integer"}}"#,
            r#""sdfProperty": {"on": {"type": "boolean"}}"#,
            None,
        )],
    },
    Family {
        name: "removed-sdfAction",
        title: "An sdfAction was removed",
        meaning: "Clients that invoke this Action are refused. A renamed Action reads as a removal and an addition.",
        remedy: REMOVED_REMEDY,
        classifications: &[Breaking],
        examples: &[breaking(
            r#""sdfAction": {"blink": {}, "fade": {}}"#,
            r#""sdfAction": {"blink": {}}"#,
            None,
        )],
    },
    Family {
        name: "removed-sdfEvent",
        title: "An sdfEvent was removed",
        meaning: "Clients that wait for this Event never hear of it again. A renamed Event reads as a removal and an \
                  addition.",
        remedy: REMOVED_REMEDY,
        classifications: &[Breaking],
        examples: &[breaking(
            r#""sdfEvent": {"failed": {}, "warm": {}}"#,
            r#""sdfEvent": {"failed": {}}"#,
            None,
        )],
    },
    Family {
        name: "added-sdfThing",
        title: "An sdfThing was added",
        meaning: "No Client of the earlier revision knows of this Thing, so nothing breaks.",
        remedy: ADDED_REMEDY,
        classifications: &[Compatible],
        examples: &[whole(compatible(r#"{"sdfThing": {}}"#, r#"{"sdfThing": {"House": {}}}"#))],
    },
    Family {
        name: "added-sdfObject",
        title: "An sdfObject was added",
        meaning: "No Client of the earlier revision knows of this Object, so nothing breaks.",
        remedy: ADDED_REMEDY,
        classifications: &[Compatible],
        examples: &[whole(compatible(r#"{"sdfObject": {}}"#, r#"{"sdfObject": {"Lamp": {}}}"#))],
    },
    Family {
        name: "added-sdfProperty",
        title: "An sdfProperty was added",
        meaning: "No Client of the earlier revision knows of this Property, so nothing breaks.",
        remedy: ADDED_REMEDY,
        classifications: &[Compatible],
        examples: &[compatible(r#""sdfProperty": {}"#, r#""sdfProperty": {"level": {"type": "integer"}}"#)],
    },
    Family {
        name: "added-sdfAction",
        title: "An sdfAction was added",
        meaning: "No Client of the earlier revision knows of this Action, so nothing breaks.",
        remedy: ADDED_REMEDY,
        classifications: &[Compatible],
        examples: &[compatible(r#""sdfAction": {}"#, r#""sdfAction": {"blink": {}}"#)],
    },
    Family {
        name: "added-sdfEvent",
        title: "An sdfEvent was added",
        meaning: "No Client of the earlier revision knows of this Event, so nothing breaks.",
        remedy: ADDED_REMEDY,
        classifications: &[Compatible],
        examples: &[compatible(r#""sdfEvent": {}"#, r#""sdfEvent": {"failed": {}}"#)],
    },
    Family {
        name: "unavailable",
        title: "Content could not be examined",
        meaning: "A revision holds something here that could not be read or resolved, so nobody knows whether it \
                  changed. The reason names the cause; everything that does not depend on it is compared as usual.",
        remedy: "Mend what the reason names, then compare again. Content that was not examined cannot be acknowledged.",
        classifications: &[Undetermined],
        examples: &[whole(undetermined(r#"{"sdfObject": {"Lamp": {}}}"#, r#"{"sdfObject": {"Lamp": {}"#))],
    },
    Family {
        name: "readable",
        title: "Whether a Property can be read changed",
        meaning: "When `readable` becomes false, Clients that read the Property are refused. Without the quality a \
                  Property is readable, so writing `true` where nothing stood changes nothing.",
        remedy: "Leave the Property readable.",
        classifications: ANY,
        examples: &[
            breaking(
                r#""sdfProperty": {"level": {"type": "integer"}}"#,
                r#""sdfProperty": {"level": {"type": "integer", "readable": false}}"#,
                None,
            ),
            compatible(
                r#""sdfProperty": {"level": {"type": "integer", "readable": false}}"#,
                r#""sdfProperty": {"level": {"type": "integer"}}"#,
            ),
        ],
    },
    Family {
        name: "writable",
        title: "Whether a Property can be written changed",
        meaning: "When `writable` becomes false, Clients that write the Property are refused. Without the quality a \
                  Property is writable.",
        remedy: "Leave the Property writable.",
        classifications: ANY,
        examples: &[
            breaking(
                r#""sdfProperty": {"level": {"type": "integer"}}"#,
                r#""sdfProperty": {"level": {"type": "integer", "writable": false}}"#,
                None,
            ),
            compatible(
                r#""sdfProperty": {"level": {"type": "integer", "writable": false}}"#,
                r#""sdfProperty": {"level": {"type": "integer"}}"#,
            ),
        ],
    },
    Family {
        name: "observable",
        title: "Whether a Property can be observed changed",
        meaning: "When `observable` becomes false, Clients that observe the Property are refused and miss its changes. \
                  Without the quality a Property is observable.",
        remedy: "Leave the Property observable.",
        classifications: ANY,
        examples: &[
            breaking(
                r#""sdfProperty": {"level": {"type": "integer"}}"#,
                r#""sdfProperty": {"level": {"type": "integer", "observable": false}}"#,
                None,
            ),
            compatible(
                r#""sdfProperty": {"level": {"type": "integer", "observable": false}}"#,
                r#""sdfProperty": {"level": {"type": "integer"}}"#,
            ),
        ],
    },
    Family {
        name: "sdfInputData",
        title: "The input of an Action appeared or disappeared",
        meaning: "An Action that comes to take input is still invoked without any by Clients made before; one that \
                  takes none any more is still sent some. Both can be refused.",
        remedy: "Add a new Action beside the old one, and leave the old one's input as it was.",
        classifications: ANY,
        examples: &[breaking(
            r#""sdfAction": {"fade": {}}"#,
            r#""sdfAction": {"fade": {"sdfInputData": {"type": "integer"}}}"#,
            None,
        )],
    },
    Family {
        name: "sdfOutputData",
        title: "The output of an Action or Event appeared or disappeared",
        meaning: "Clients that use the output go without when it disappears. Output that appears is ignored by Clients \
                  that know of none.",
        remedy: "Keep the output for as long as Clients use it.",
        classifications: ANY,
        examples: &[
            breaking(
                r#""sdfEvent": {"warm": {"sdfOutputData": {"type": "number"}}}"#,
                r#""sdfEvent": {"warm": {}}"#,
                None,
            ),
            compatible(
                r#""sdfEvent": {"warm": {}}"#,
                r#""sdfEvent": {"warm": {"sdfOutputData": {"type": "number"}}}"#,
            ),
        ],
    },
    Family {
        name: "sdfRequired",
        title: "What a Thing must offer changed",
        meaning: "A declaration that stops being mandatory may be left out by a Thing, and Clients that count on it fail \
                  there. One that becomes mandatory only obliges Things. What counts is what the names select, not how \
                  they are spelled.",
        remedy: "Keep what was mandatory mandatory.",
        classifications: ANY,
        examples: &[
            breaking(
                r#""sdfRequired": ["on"], "sdfProperty": {"on": {"type": "boolean"}}"#,
                r#""sdfProperty": {"on": {"type": "boolean"}}"#,
                None,
            ),
            compatible(
                r#""sdfProperty": {"on": {"type": "boolean"}}"#,
                r#""sdfRequired": ["on"], "sdfProperty": {"on": {"type": "boolean"}}"#,
            ),
        ],
    },
    Family {
        name: "removed-properties-entry",
        title: "A map entry is not described any more",
        meaning: "Maps are open, so an entry without a description may hold anything. Clients that receive it can meet \
                  values of another kind; what Clients send is accepted as before.",
        remedy: "Keep the entry's description for as long as Things may send the entry.",
        classifications: ANY,
        examples: &[breaking(
            r#""sdfProperty": {"state": {"type": "object", "writable": false, "properties": {"hue": {"type": "number"}}}}"#,
            r#""sdfProperty": {"state": {"type": "object", "writable": false, "properties": {}}}"#,
            Some(r#"{"hue":""}"#),
        )],
    },
    Family {
        name: "added-properties-entry",
        title: "A map entry is newly described",
        meaning: "An entry that the earlier revision neither described nor required is part of no Client's interaction. \
                  One that it required without describing could hold anything, and now cannot.",
        remedy: "Describe the entry as widely as Clients may already use it, or leave it undescribed.",
        classifications: ANY,
        examples: &[
            compatible(
                r#""sdfProperty": {"state": {"type": "object", "properties": {}}}"#,
                r#""sdfProperty": {"state": {"type": "object", "properties": {"hue": {"type": "number"}}}}"#,
            ),
            breaking(
                r#""sdfProperty": {"state": {"type": "object", "readable": false, "observable": false, "required": ["hue"], "properties": {}}}"#,
                r#""sdfProperty": {"state": {"type": "object", "readable": false, "observable": false, "required": ["hue"], "properties": {"hue": {"type": "number"}}}}"#,
                Some(r#"{"hue":""}"#),
            ),
        ],
    },
];
