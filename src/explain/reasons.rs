//! Reasons for what stays undetermined, in the order of [`REASONS`](crate::comparison::reason::REASONS).

use super::{Code, Example, undetermined, whole};

const fn of(
    name: &'static str,
    title: &'static str,
    meaning: &'static str,
    remedy: &'static str,
    example: Example,
) -> Code {
    Code { name, title, meaning, remedy, example: Some(example) }
}

const fn without(
    name: &'static str,
    title: &'static str,
    meaning: &'static str,
    remedy: &'static str,
) -> Code {
    Code { name, title, meaning, remedy, example: None }
}

pub(super) const REASONS: &[Code] = &[
    of(
        "comparison.unproven",
        "Neither a witness nor a proof was found",
        "Up to eight values that the change suggests were checked against both revisions. None is admitted by exactly one \
         of them, and the change is no pure widening or narrowing in the safe direction. It may still break.",
        "Review the change and acknowledge it, or make it in steps that can each be judged: one quality at a time, or a \
         new definition beside the old one.",
        undetermined(
            r#""sdfProperty": {"name": {"type": "string", "pattern": "^[a-z]+$"}}"#,
            r#""sdfProperty": {"name": {"type": "string", "pattern": "^[a-y]+$"}}"#,
        ),
    ),
    of(
        "comparison.witness_unsettled",
        "A value could not be checked",
        "A value that might show a break could not be settled against one of the revisions, for instance because a pattern \
         or a format beside it is not decided. No other value shows one.",
        "Review the change and acknowledge it, or simplify the description around it.",
        undetermined(
            r#""sdfProperty": {"name": {"type": "string", "readable": false, "observable": false, "minLength": 1, "format": "hostname"}}"#,
            r#""sdfProperty": {"name": {"type": "string", "readable": false, "observable": false, "minLength": 3, "format": "hostname"}}"#,
        ),
    ),
    of(
        "comparison.not_classified",
        "No rule covers the change",
        "The quality is unknown to the comparison, or used in a way that has no rule: a grouping that becomes an array, a \
         format that is not checked, a description of array items that carries more than such descriptions may.",
        "Check the spelling, then review the change and acknowledge it.",
        undetermined(
            r#""sdfProperty": {"name": {"type": "string", "format": "hostname"}}"#,
            r#""sdfProperty": {"name": {"type": "string", "format": "email"}}"#,
        ),
    ),
    of(
        "comparison.directions_unavailable",
        "Who supplies the data is unknown",
        "`readable`, `writable` or `observable` of the Property is not true or false, so nobody can say whether Clients or \
         Things send the value, and widening is safe for one and not for the other.",
        "Give the characteristic the value true or false.",
        undetermined(
            r#""sdfProperty": {"level": {"type": "integer", "maximum": 9, "writable": "no"}}"#,
            r#""sdfProperty": {"level": {"type": "integer", "maximum": 12, "writable": "no"}}"#,
        ),
    ),
    of(
        "comparison.unit_added",
        "A unit was added",
        "Values had no stated unit and now have one. If it only states what was meant all along, nothing breaks; if not, \
         every value changes its meaning.",
        "Check that Things always used this unit, then acknowledge the change.",
        undetermined(
            r#""sdfProperty": {"heat": {"type": "number"}}"#,
            r#""sdfProperty": {"heat": {"type": "number", "unit": "Cel"}}"#,
        ),
    ),
    of(
        "comparison.unit_removed",
        "A unit was removed",
        "Values had a stated unit and now have none, so nothing holds them to the old meaning.",
        "Put the unit back, or check that its meaning stays and acknowledge the change.",
        undetermined(
            r#""sdfProperty": {"heat": {"type": "number", "unit": "Cel"}}"#,
            r#""sdfProperty": {"heat": {"type": "number"}}"#,
        ),
    ),
    of(
        "comparison.unit_uri_name",
        "A unit is named by a URI",
        "A unit name with a colon is a URI. Which unit it means is recorded nowhere that the comparison consults.",
        "Use a registered SenML unit name, or compare the two meanings and acknowledge the change.",
        undetermined(
            r#""sdfProperty": {"heat": {"type": "number", "unit": "Cel"}}"#,
            r#""sdfProperty": {"heat": {"type": "number", "unit": "https://units.example/kelvin"}}"#,
        ),
    ),
    of(
        "comparison.unit_unrecorded",
        "A unit name is not registered",
        "One of the names is in neither SenML unit registry. Spelling counts: `cel` and `KWH` are not registered, `Cel` and \
         `kWh` are.",
        "Correct the spelling, or compare the two meanings and acknowledge the change.",
        undetermined(
            r#""sdfProperty": {"heat": {"type": "number", "unit": "Cel"}}"#,
            r#""sdfProperty": {"heat": {"type": "number", "unit": "celsius"}}"#,
        ),
    ),
    of(
        "comparison.unit_legacy",
        "A legacy unit name is involved",
        "The registry keeps some old names that may denote the same unit as a current one, so two names need not be two \
         units.",
        "Use the current name, or compare the two meanings and acknowledge the change.",
        undetermined(
            r#""sdfProperty": {"pulse": {"type": "number", "unit": "beat/min"}}"#,
            r#""sdfProperty": {"pulse": {"type": "number", "unit": "Hz"}}"#,
        ),
    ),
    of(
        "comparison.content_format_added",
        "A content format was added",
        "Values had no stated format and now have one. If it only states what was meant all along, nothing breaks.",
        "Check that Things always used this format, then acknowledge the change.",
        undetermined(
            r#""sdfProperty": {"log": {"type": "string"}}"#,
            r#""sdfProperty": {"log": {"type": "string", "contentFormat": "text/plain"}}"#,
        ),
    ),
    of(
        "comparison.content_format_removed",
        "A content format was removed",
        "Values had a stated format and now have none, so nothing holds them to the old one.",
        "Put the format back, or check that it stays and acknowledge the change.",
        undetermined(
            r#""sdfProperty": {"log": {"type": "string", "contentFormat": "text/plain"}}"#,
            r#""sdfProperty": {"log": {"type": "string"}}"#,
        ),
    ),
    of(
        "comparison.content_format_unestablished",
        "A content format has no established meaning",
        "One of the formats is not spelled as a media type or content format, is not recorded, or has parameters whose \
         meaning is not established. Two spellings might still mean one format.",
        "Use a registered content format, or compare the two meanings and acknowledge the change.",
        undetermined(
            r#""sdfProperty": {"log": {"contentFormat": "text/plain"}}"#,
            r#""sdfProperty": {"log": {"contentFormat": "text/plain; charset=latin9"}}"#,
        ),
    ),
    without(
        "registry.caller_withheld",
        "A registry was withheld",
        "The change is settled by a recorded registry of units, content formats or codings, and the caller asked for it not \
         to be used.",
        "Run with `--recorded-registry use`, which is the default.",
    ),
    of(
        "required.unavailable",
        "What is mandatory could not be resolved",
        "A name in sdfRequired selects no declaration, or a definition on the way could not be read, so the mandatory \
         declarations are known only in part.",
        "Correct the names in sdfRequired and the references on the way.",
        undetermined(
            r#""sdfRequired": ["on", "gone"], "sdfProperty": {"on": {"type": "boolean"}}"#,
            r#""sdfRequired": ["gone"], "sdfProperty": {"on": {"type": "boolean"}}"#,
        ),
    ),
    of(
        "reference.unavailable",
        "A reference has no target",
        "An sdfRef names a definition that no compared document holds, so what the definition inherits is unknown.",
        "Correct the name, or compare the documents that hold it together: give their directory to both `--old` and `--new`. \
         A name in the own document is written `#/sdfData/level`, one in another document `cap:#/sdfData/level`, where `cap` \
         is bound to the other document's target namespace.",
        undetermined(
            r##""sdfProperty": {"level": {"sdfRef": "#/sdfData/gone"}}"##,
            r##""sdfProperty": {"level": {"sdfRef": "#/sdfData/gone", "maximum": 9}}"##,
        ),
    ),
    of(
        "reference.prefix_unmapped",
        "A reference's prefix is not declared",
        "The sdfRef begins with a prefix and a colon, and the document's namespace block does not map that prefix.",
        "Add the prefix to the namespace block, bound to the target namespace of the document that is meant. The whole \
         reference is then written `cap:#/sdfData/level`.",
        undetermined(
            r##""sdfProperty": {"level": {"sdfRef": "cap:#/sdfData/level"}}"##,
            r##""sdfProperty": {"level": {"sdfRef": "cap:#/sdfData/level", "maximum": 9}}"##,
        ),
    ),
    of(
        "reference.effective_cycle",
        "A reference leads back to itself",
        "Following sdfRef from this definition arrives at it again, so it has no effective description.",
        "Break the circle: one of the definitions must stand on its own.",
        undetermined(
            r##""sdfProperty": {"a": {"sdfRef": "#/sdfObject/Lamp/sdfProperty/b"}, "b": {"sdfRef": "#/sdfObject/Lamp/sdfProperty/a"}}"##,
            r##""sdfProperty": {"a": {"sdfRef": "#/sdfObject/Lamp/sdfProperty/b"}, "b": {"sdfRef": "#/sdfObject/Lamp/sdfProperty/a", "maximum": 9}}"##,
        ),
    ),
    without(
        "reference.ambiguous",
        "A name is defined more than once",
        "Several documents contribute the referenced global name, and nothing says which is meant.",
        "Leave one of the definitions, or give one of the documents another default namespace.",
    ),
    without(
        "reference.syntax",
        "A reference is malformed",
        "The text of an sdfRef does not follow the syntax of SDF names: `#/` with a path, or a prefix, `:#/` and a path. \
         A prefix begins with a letter or `_`; letters, digits, `_`, `.` and `-` follow.",
        "Write the name of the target as a path from the root of its document: `#/sdfData/level`, or `cap:#/sdfData/level` \
         when that is another document.",
    ),
    without(
        "reference.capability_unavailable",
        "A reference uses an unsupported form",
        "The reference is a form of name that the comparison does not resolve.",
        "Refer to the target by its path: `#/sdfData/level`, or `cap:#/sdfData/level` with a declared prefix where it stands \
         in another document. The `#` is easily forgotten.",
    ),
    of(
        "interpretation.unresolved",
        "The content has no meaning in the model language",
        "An sdfRef that is no text, a name with a lone surrogate, or something similar stands where the model language \
         defines no meaning for it.",
        "Replace it by what the model language (RFC 9880) allows there.",
        undetermined(
            r#""sdfProperty": {"level": {"sdfRef": 5}}"#,
            r#""sdfProperty": {"level": {"sdfRef": 5, "maximum": 9}}"#,
        ),
    ),
    without(
        "input.unicode_unavailable",
        "A text holds half a character",
        "A string has an escape such as `\\ud800` that stands for half of a surrogate pair, so its characters are unknown.",
        "Replace the escape by the whole pair or by the character itself.",
    ),
    of(
        "data.number_unavailable",
        "A number is too large to be exact",
        "Numbers are compared exactly, with up to 512 digits and exponents up to one million. This one is beyond that, so no \
         claim is made about it.",
        "Use a number within those bounds, or drop the bound it stands for.",
        undetermined(
            r#""sdfProperty": {"level": {"type": "number", "maximum": 9}}"#,
            r#""sdfProperty": {"level": {"type": "number", "maximum": 1e9999999}}"#,
        ),
    ),
    of(
        "json.syntax",
        "A document is not JSON",
        "The text stops being JSON at the place that the report names. Nothing in the document can be compared until that is \
         mended: what stood in it counts neither as kept nor as removed.",
        "Mend the text at the named line and column.",
        whole(undetermined(r#"{"sdfObject": {"Lamp": {}}}"#, r#"{"sdfObject": {"Lamp": {}"#)),
    ),
    without(
        "input.encoding",
        "A document is not UTF-8",
        "JSON documents are UTF-8 text. This one holds bytes that are not, so nothing in it can be compared.",
        "Save the document as UTF-8.",
    ),
    of(
        "input.duplicate_name",
        "A name stands twice in one map",
        "Readers of JSON disagree on which of two members with one name counts, so nothing in the document is compared.",
        "Remove or rename one of the two members.",
        whole(undetermined(
            r#"{"sdfObject": {"Lamp": {}}}"#,
            r#"{"sdfObject": {"Lamp": {"label": "a", "label": "b"}}}"#,
        )),
    ),
    without(
        "input.acquisition",
        "A document could not be read",
        "The file could not be opened or read to its end; the report quotes the system's reason.",
        "Check that the file exists and that it may be read.",
    ),
    of(
        "document.envelope",
        "A document is not a map",
        "An SDF document is one JSON map. This one is JSON, but something else.",
        "Put the definitions into a map with members such as `sdfObject`.",
        whole(undetermined(r#"{"sdfObject": {"Lamp": {}}}"#, r#"[{"sdfObject": {"Lamp": {}}}]"#)),
    ),
    of(
        "structure.feature_context_unavailable",
        "A document declares features that are not understood",
        "`info` `features` names extensions that can change the meaning of everything else, so the document is not compared.",
        "Remove features that the document does not need. What needs them has to be reviewed by people.",
        whole(undetermined(
            r#"{"info": {"features": ["vendor"]}, "sdfObject": {"Lamp": {}}}"#,
            r#"{"info": {"features": ["vendor"]}, "sdfObject": {"Lamp": {"label": "new"}}}"#,
        )),
    ),
    without(
        "operation.limit",
        "A limit was reached",
        "The comparison stops work on content beyond its limits instead of hanging or guessing. The message or the source's \
         state names the limit.",
        "Raise the limit with `--limit NAME=VALUE` or in the `[limits]` table of the configuration, or split the document.",
    ),
];
