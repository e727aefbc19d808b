//! Rules about what values mean, about words for people, and about everything that has no rule.

use super::{Family, breaking, compatible, undetermined};
use crate::comparison::Classification::{Breaking, Compatible, Undetermined};

/// What stands for qualities that no rule knows.
pub(super) const OTHER: Family = Family {
    name: "other-quality",
    title: "A quality without a rule changed",
    meaning: "The comparison has no rule for this quality: it is an extension, misspelled, or used where the model \
              language gives it no meaning. Whether Clients notice depends on what they make of it.",
    remedy: "Check the spelling of the quality. If it is an extension, review the change and acknowledge it.",
    classifications: &[Undetermined, Compatible],
    examples: &[undetermined(
        r#""sdfProperty": {"level": {"type": "integer", "vendor:curve": "linear"}}"#,
        r#""sdfProperty": {"level": {"type": "integer", "vendor:curve": "log"}}"#,
    )],
};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "unit",
        title: "The unit of values changed",
        meaning: "The numbers stay and mean something else: a Client that takes kelvin for degrees Celsius is wrong by 273. \
                  Two different names of the SenML unit registries always break. A unit that appears, disappears or is not \
                  registered leaves the question open.",
        remedy: "Keep the unit and convert inside the Thing, or add a Property with the new unit.",
        classifications: &[Breaking, Undetermined, Compatible],
        examples: &[
            breaking(
                r#""sdfProperty": {"heat": {"type": "number", "unit": "Cel"}}"#,
                r#""sdfProperty": {"heat": {"type": "number", "unit": "K"}}"#,
                None,
            ),
            undetermined(
                r#""sdfProperty": {"heat": {"type": "number"}}"#,
                r#""sdfProperty": {"heat": {"type": "number", "unit": "K"}}"#,
            ),
        ],
    },
    Family {
        name: "contentFormat",
        title: "The content format of values changed",
        meaning: "Clients decode by the format they know. Two formats with different established meanings always break; two \
                  spellings of one meaning, such as `50` and `application/json`, are no difference at all.",
        remedy: "Keep the format, or add a Property with the new one.",
        classifications: &[Breaking, Undetermined, Compatible],
        examples: &[
            breaking(
                r#""sdfProperty": {"log": {"contentFormat": "application/json"}}"#,
                r#""sdfProperty": {"log": {"contentFormat": "text/plain"}}"#,
                None,
            ),
            undetermined(
                r#""sdfProperty": {"log": {}}"#,
                r#""sdfProperty": {"log": {"contentFormat": "text/plain"}}"#,
            ),
        ],
    },
    Family {
        name: "documentation",
        title: "Words for people changed",
        meaning: "`description`, `label`, `$comment` and a documentary `default` tell people about a definition. They admit \
                  and refuse no value.",
        remedy: "It is compatible already, except in descriptions of array items whose meaning is not established.",
        classifications: &[Undetermined, Compatible],
        examples: &[compatible(
            r#""sdfProperty": {"level": {"type": "integer", "description": "brightness"}}"#,
            r#""sdfProperty": {"level": {"type": "integer", "description": "brightness in percent"}}"#,
        )],
    },
    OTHER,
];
