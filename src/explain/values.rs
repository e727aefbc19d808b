//! Rules about the values that a data description admits.

use super::{Family, breaking, compatible, undetermined};
use crate::comparison::Classification::{self, Breaking, Compatible, Undetermined};

const ANY: &[Classification] = &[Breaking, Undetermined, Compatible];

macro_rules! property {
    ($qualities:literal) => {
        concat!(r#""sdfProperty": {"level": {"#, $qualities, "}}")
    };
}

/// The Property can only be read: its data is Thing-supplied.
macro_rules! read {
    ($qualities:literal) => {
        concat!(r#""sdfProperty": {"level": {"writable": false, "#, $qualities, "}}")
    };
}

/// The Property can only be written: its data is Client-supplied.
macro_rules! write {
    ($qualities:literal) => {
        concat!(r#""sdfProperty": {"level": {"readable": false, "observable": false, "#, $qualities, "}}")
    };
}

const NARROW: &str = "Values that Clients send may be bounded more widely, and values that Things send more tightly. \
                      A Property that is both read and written cannot change its values compatibly: add a new one.";

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "minimum",
        title: "A lower bound changed",
        meaning: "Raising it refuses low values that Clients still send. Lowering it lets Things report values that \
                  Clients were not made for. Together with `exclusiveMinimum`, the tighter of the two counts.",
        remedy: NARROW,
        classifications: ANY,
        examples: &[
            breaking(
                write!(r#""type": "integer", "minimum": 0"#),
                write!(r#""type": "integer", "minimum": 5"#),
                Some("0"),
            ),
            compatible(
                read!(r#""type": "integer", "minimum": 0"#),
                read!(r#""type": "integer", "minimum": 5"#),
            ),
        ],
    },
    Family {
        name: "maximum",
        title: "An upper bound changed",
        meaning: "Lowering it refuses high values that Clients still send. Raising it lets Things report values that \
                  Clients were not made for. Together with `exclusiveMaximum`, the tighter of the two counts.",
        remedy: NARROW,
        classifications: ANY,
        examples: &[
            breaking(
                read!(r#""type": "integer", "maximum": 9"#),
                read!(r#""type": "integer", "maximum": 12"#),
                Some("12"),
            ),
            compatible(
                write!(r#""type": "integer", "maximum": 9"#),
                write!(r#""type": "integer", "maximum": 12"#),
            ),
        ],
    },
    Family {
        name: "exclusiveMinimum",
        title: "An exclusive lower bound changed",
        meaning: "As for `minimum`, except that the bound itself is not admitted.",
        remedy: NARROW,
        classifications: ANY,
        examples: &[breaking(
            write!(r#""type": "number", "exclusiveMinimum": 0"#),
            write!(r#""type": "number", "exclusiveMinimum": 5"#),
            Some("5"),
        )],
    },
    Family {
        name: "exclusiveMaximum",
        title: "An exclusive upper bound changed",
        meaning: "As for `maximum`, except that the bound itself is not admitted.",
        remedy: NARROW,
        classifications: ANY,
        examples: &[breaking(
            read!(r#""type": "number", "exclusiveMaximum": 10"#),
            read!(r#""type": "number", "exclusiveMaximum": 20"#),
            Some("10"),
        )],
    },
    Family {
        name: "multipleOf",
        title: "The step between values changed",
        meaning: "A coarser step refuses values that Clients still send. A finer one lets Things report values between \
                  those that Clients know. Steps that do not divide one another do both.",
        remedy: "For values that Clients send, choose a step that divides the old one; for values that Things send, a \
                 multiple of it.",
        classifications: ANY,
        examples: &[
            breaking(
                write!(r#""type": "number", "multipleOf": 0.25"#),
                write!(r#""type": "number", "multipleOf": 0.5"#),
                Some("0.25"),
            ),
            compatible(
                write!(r#""type": "number", "multipleOf": 0.5"#),
                write!(r#""type": "number", "multipleOf": 0.25"#),
            ),
        ],
    },
    Family {
        name: "minLength",
        title: "The least length of text changed",
        meaning: "A greater length refuses short texts that Clients still send. A smaller one lets Things report texts \
                  shorter than Clients were made for. Lengths count characters.",
        remedy: NARROW,
        classifications: ANY,
        examples: &[breaking(
            write!(r#""type": "string", "minLength": 2"#),
            write!(r#""type": "string", "minLength": 4"#),
            Some("\"aaa\""),
        )],
    },
    Family {
        name: "maxLength",
        title: "The greatest length of text changed",
        meaning: "A smaller length refuses long texts that Clients still send. A greater one lets Things report texts \
                  longer than Clients have room for. Lengths count characters.",
        remedy: NARROW,
        classifications: ANY,
        examples: &[breaking(
            read!(r#""type": "string", "maxLength": 6"#),
            read!(r#""type": "string", "maxLength": 8"#),
            Some("\"aaaaaaa\""),
        )],
    },
    Family {
        name: "pattern",
        title: "The pattern of text changed",
        meaning: "An added pattern refuses texts that Clients still send; a removed one lets Things report any text. \
                  Whether one pattern matches everything that another does is not decided, so a changed pattern is \
                  breaking only when a sample text tells the two apart.",
        remedy: "Leave the pattern, or review what changed and acknowledge it.",
        classifications: ANY,
        examples: &[
            breaking(
                write!(r#""type": "string""#),
                write!(r#""type": "string", "pattern": "^[0-9]+$""#),
                Some("\"\""),
            ),
            undetermined(
                write!(r#""type": "string", "pattern": "^[0-9]+$""#),
                write!(r#""type": "string", "pattern": "^[0-9]{1,9}$""#),
            ),
        ],
    },
    Family {
        name: "format",
        title: "The format of text changed",
        meaning: "Six formats are checked beside `type` `string`: date-time, date, time, uri, uri-reference and uuid. \
                  Texts in the old format may be refused, and texts in the new one may surprise Clients. Every uri is a \
                  uri-reference.",
        remedy: "Keep the format; for another one, add a new Property.",
        classifications: ANY,
        examples: &[
            breaking(
                write!(r#""type": "string", "format": "date""#),
                write!(r#""type": "string", "format": "date-time""#),
                Some("\"1970-01-01\""),
            ),
            compatible(
                write!(r#""type": "string", "format": "uri""#),
                write!(r#""type": "string", "format": "uri-reference""#),
            ),
        ],
    },
    Family {
        name: "enum",
        title: "The listed values changed",
        meaning: "A value taken off the list is refused although Clients still send it. A value put on the list may be \
                  reported by Things to Clients that do not know it. Order does not matter.",
        remedy: "For values that Clients send, only add to the list; for values that Things send, only take from it.",
        classifications: ANY,
        examples: &[
            breaking(
                write!(r#""type": "string", "enum": ["off", "dim", "on"]"#),
                write!(r#""type": "string", "enum": ["dim", "on"]"#),
                Some("\"off\""),
            ),
            compatible(
                write!(r#""type": "string", "enum": ["on"]"#),
                write!(r#""type": "string", "enum": ["on", "off"]"#),
            ),
        ],
    },
    Family {
        name: "const",
        title: "A constant changed",
        meaning: "A constant is the only value admitted. A new or changed one refuses what Clients still send; a changed \
                  or removed one lets Things report another value than the one Clients know.",
        remedy: "Keep the constant, or add a Property for the new one.",
        classifications: ANY,
        examples: &[
            breaking(
                write!(r#""type": "string", "const": "open""#),
                write!(r#""type": "string", "const": "shut""#),
                Some("\"open\""),
            ),
            compatible(write!(r#""type": "string", "const": "open""#), write!(r#""type": "string""#)),
        ],
    },
    Family {
        name: "type",
        title: "The type of values changed",
        meaning: "Every integer is a number, and data without a type may be anything. Any other change of type refuses \
                  values that Clients send and has Things report values that Clients cannot use.",
        remedy: "For values that Clients send, `integer` may become `number`; for values that Things send, the reverse. \
                 For another type, add a new Property.",
        classifications: ANY,
        examples: &[
            breaking(read!(r#""type": "integer""#), read!(r#""type": "number""#), Some("0.5")),
            compatible(write!(r#""type": "integer""#), write!(r#""type": "number""#)),
        ],
    },
    Family {
        name: "nullable",
        title: "Whether a value may be null changed",
        meaning: "Without the quality, data may be null. Data that stops being nullable refuses the null that Clients may \
                  send; data that becomes nullable lets Things report null to Clients that do not expect it.",
        remedy: "Values that Clients send may become nullable; values that Things send may stop being so.",
        classifications: ANY,
        examples: &[
            breaking(
                read!(r#""type": "integer", "nullable": false"#),
                read!(r#""type": "integer""#),
                Some("null"),
            ),
            compatible(write!(r#""type": "integer", "nullable": false"#), write!(r#""type": "integer""#)),
        ],
    },
    Family {
        name: "required",
        title: "The mandatory entries of a map changed",
        meaning: "An entry that becomes mandatory is missing from what Clients send. One that stops being mandatory may be \
                  missing from what Things send.",
        remedy: "For maps that Clients send, only drop requirements; for maps that Things send, only add them.",
        classifications: ANY,
        examples: &[
            breaking(
                write!(r#""type": "object", "properties": {"hue": {"type": "integer"}}"#),
                write!(
                    r#""type": "object", "properties": {"hue": {"type": "integer"}}, "required": ["hue"]"#
                ),
                Some("{}"),
            ),
            compatible(
                write!(
                    r#""type": "object", "properties": {"hue": {"type": "integer"}}, "required": ["hue"]"#
                ),
                write!(r#""type": "object", "properties": {"hue": {"type": "integer"}}"#),
            ),
        ],
    },
    Family {
        name: "items",
        title: "The description of array items appeared or disappeared",
        meaning: "Without a description, items may be anything. A new description refuses items that Clients still send; a \
                  removed one lets Things send items of any kind.",
        remedy: "Describe items as widely as they were used, or leave the description.",
        classifications: ANY,
        examples: &[breaking(
            write!(r#""type": "array", "minItems": 1"#),
            write!(r#""type": "array", "minItems": 1, "items": {"type": "integer"}"#),
            Some("[\"\"]"),
        )],
    },
    Family {
        name: "minItems",
        title: "The least number of items or instances changed",
        meaning: "In data, a greater number refuses short arrays that Clients still send, and a smaller one lets Things \
                  send shorter ones. On an sdfObject or sdfThing the number counts instances, which Things decide: fewer \
                  than before break Clients that count on them.",
        remedy: NARROW,
        classifications: ANY,
        examples: &[
            breaking(
                write!(r#""type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 0}"#),
                write!(r#""type": "array", "minItems": 3, "items": {"type": "integer", "minimum": 0}"#),
                Some("[0,0]"),
            ),
            breaking(r#""minItems": 2, "maxItems": 4"#, r#""minItems": 1, "maxItems": 4"#, None),
        ],
    },
    Family {
        name: "maxItems",
        title: "The greatest number of items or instances changed",
        meaning: "In data, a smaller number refuses long arrays that Clients still send, and a greater one lets Things send \
                  longer ones. On an sdfObject or sdfThing the number counts instances, which Things decide: more than \
                  before break Clients that have no place for them.",
        remedy: NARROW,
        classifications: ANY,
        examples: &[
            breaking(
                write!(r#""type": "array", "maxItems": 4, "items": {"type": "integer", "minimum": 0}"#),
                write!(r#""type": "array", "maxItems": 2, "items": {"type": "integer", "minimum": 0}"#),
                Some("[0,0,0]"),
            ),
            compatible(r#""minItems": 1, "maxItems": 4"#, r#""minItems": 1, "maxItems": 2"#),
        ],
    },
    Family {
        name: "uniqueItems",
        title: "Whether items must differ changed",
        meaning: "Items that must differ refuse the repetitions that Clients still send; items that need not differ any \
                  more may be repeated by Things.",
        remedy: "For arrays that Clients send, drop the demand; for arrays that Things send, add it.",
        classifications: ANY,
        examples: &[breaking(
            write!(r#""type": "array", "items": {"type": "integer", "minimum": 0}"#),
            write!(r#""type": "array", "uniqueItems": true, "items": {"type": "integer", "minimum": 0}"#),
            Some("[0,0]"),
        )],
    },
    Family {
        name: "sdfChoice",
        title: "A choice appeared, disappeared or changed as a whole",
        meaning: "A choice admits what any of its alternatives admits. Its arrival may refuse values that Clients send, and \
                  its end may have Things report values that no alternative had.",
        remedy: "Change the alternatives one by one, so that each change can be judged by itself.",
        classifications: ANY,
        examples: &[breaking(
            write!(r#""type": "integer", "minimum": 0"#),
            write!(r#""sdfChoice": {"name": {"type": "string"}, "flag": {"type": "boolean"}}"#),
            Some("0"),
        )],
    },
    Family {
        name: "removed-choice-alternative",
        title: "An alternative of a choice was removed",
        meaning: "Values of this alternative are refused although Clients still send them, unless another alternative \
                  admits them too.",
        remedy: "Keep the alternative for as long as Clients send it; Things may stop sending it at any time.",
        classifications: ANY,
        examples: &[breaking(
            write!(
                r#""sdfChoice": {"number": {"type": "integer", "minimum": 0}, "name": {"type": "string"}}"#
            ),
            write!(r#""sdfChoice": {"name": {"type": "string"}}"#),
            Some("0"),
        )],
    },
    Family {
        name: "added-choice-alternative",
        title: "An alternative of a choice was added",
        meaning: "Things may report values of this alternative to Clients that do not know it. Clients are free to send it.",
        remedy: "Add alternatives only to data that Clients send.",
        classifications: ANY,
        examples: &[
            breaking(
                read!(r#""sdfChoice": {"name": {"type": "string"}}"#),
                read!(
                    r#""sdfChoice": {"name": {"type": "string"}, "number": {"type": "integer", "minimum": 0}}"#
                ),
                Some("0"),
            ),
            compatible(
                write!(r#""sdfChoice": {"name": {"type": "string"}}"#),
                write!(
                    r#""sdfChoice": {"name": {"type": "string"}, "number": {"type": "integer", "minimum": 0}}"#
                ),
            ),
        ],
    },
    Family {
        name: "sdfType",
        title: "How values are to be read changed",
        meaning: "`byte-string` and `unix-time` say how text or a number is to be read. A Client that reads one as the other \
                  misreads every value.",
        remedy: "Keep the sdfType, or add a new Property.",
        classifications: ANY,
        examples: &[breaking(
            property!(r#""sdfType": "byte-string""#),
            property!(r#""sdfType": "unix-time""#),
            None,
        )],
    },
];
