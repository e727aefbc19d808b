//! What every rule, reason and warning means: one table behind `countersign explain`, the help of SARIF rules, and
//! `docs/codes.md`.
//!
//! A *rule* is a classification and a family of differences, such as `breaking/minimum`. A *reason* says why a
//! difference is undetermined, such as `comparison.unproven`. An *interpretation* is a reading of the standard that a
//! result rests on, such as `byte-string-json/1`. Rules and reasons have a smallest example, which a test compares for
//! real.

mod definitions;
mod interpretations;
mod meanings;
mod nearest;
mod notes;
mod reasons;
mod reference;
mod rule;
mod values;

use crate::comparison::{Classification, VersionWarning};

pub use nearest::nearest;
pub use reference::{reference, topic_markdown};
pub use rule::{family, rule};

/// Two revisions of a document, as small as the point allows, and what comparing them says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The earlier text: the members of an `sdfObject`, or a document when `whole` is set.
    pub before: &'static str,
    /// The later text.
    pub after: &'static str,
    /// True when the texts are documents, not the members of an `sdfObject`.
    pub whole: bool,
    /// How the difference is classified.
    pub classification: Classification,
    /// The witness, when there is one.
    pub witness: Option<&'static str>,
}

const fn breaking(before: &'static str, after: &'static str, witness: Option<&'static str>) -> Example {
    Example { before, after, whole: false, classification: Classification::Breaking, witness }
}

const fn compatible(before: &'static str, after: &'static str) -> Example {
    Example { before, after, whole: false, classification: Classification::Compatible, witness: None }
}

const fn undetermined(before: &'static str, after: &'static str) -> Example {
    Example { before, after, whole: false, classification: Classification::Undetermined, witness: None }
}

const fn whole(example: Example) -> Example {
    Example { whole: true, ..example }
}

impl Example {
    /// The earlier and later documents.
    #[must_use]
    pub fn documents(&self) -> (String, String) {
        let document = |text: &str| match self.whole {
            true => text.to_owned(),
            false => format!("{{\"sdfObject\": {{\"Lamp\": {{{text}}}}}}}"),
        };
        (document(self.before), document(self.after))
    }
}

/// A family of differences: one subject, in every classification it can get.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// The second half of a rule's id.
    pub name: &'static str,
    /// What happened, as a heading.
    pub title: &'static str,
    /// What it means for a Client.
    pub meaning: &'static str,
    /// What would make the change compatible.
    pub remedy: &'static str,
    /// The classifications that the family can get, most severe first.
    pub classifications: &'static [Classification],
    /// At least one; the first is the usual case.
    pub examples: &'static [Example],
}

/// A reason code, or the code of a warning.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    /// The code.
    pub name: &'static str,
    /// What it says, as a heading.
    pub title: &'static str,
    /// Why nothing more can be said.
    pub meaning: &'static str,
    /// What settles it.
    pub remedy: &'static str,
    /// Absent where no document shows it, such as an unreadable file.
    pub example: Option<Example>,
}

/// The code of warnings about versions.
pub const VERSION_WARNING: Code = Code {
    name: VersionWarning::CODE,
    title: "A breaking revision kept or lowered its version",
    meaning: "Clients that watch the version in a document's info block do not notice this revision, although it \
              breaks some of them. RFC 9880 Section 3.1 recommends versions that increase in code point order, so \
              \"2026-2\" is higher than \"2026-10\". The warning changes neither the classification nor the exit status.",
    remedy: "Raise `info` `version` in the later document, for instance to the date of the change.",
    example: Some(whole(breaking(
        r#"{"info": {"version": "2026-01-10"}, "sdfObject": {"Lamp": {"sdfProperty": {"level": {"type": "integer"}}}}}"#,
        r#"{"info": {"version": "2026-01-10"}, "sdfObject": {"Lamp": {}}}"#,
        None,
    ))),
};

/// Something that can be explained.
#[derive(Debug, Clone, Copy)]
pub enum Topic {
    /// A family, and the classification that was asked for.
    Rule(Option<Classification>, &'static Family),
    /// A reason why a difference is undetermined.
    Reason(&'static Code),
    /// A warning.
    Warning(&'static Code),
    /// A reading of the standard that a result rests on.
    Interpretation(&'static Code),
    /// A rule of results that are no differences of models.
    Note(&'static Code),
}

impl Topic {
    /// The code as it appears in reports.
    #[must_use]
    pub fn code(&self) -> String {
        match self {
            Self::Rule(Some(classification), family) => {
                format!("{}/{}", classification.as_str(), family.name)
            }
            Self::Rule(None, family) => family.name.to_owned(),
            Self::Reason(code) | Self::Warning(code) | Self::Interpretation(code) | Self::Note(code) => {
                code.name.to_owned()
            }
        }
    }

    /// The heading.
    #[must_use]
    pub fn title(&self) -> &'static str {
        match self {
            Self::Rule(_, family) => family.title,
            Self::Reason(code) | Self::Warning(code) | Self::Interpretation(code) | Self::Note(code) => {
                code.title
            }
        }
    }

    /// What it means.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        match self {
            Self::Rule(_, family) => family.meaning,
            Self::Reason(code) | Self::Warning(code) | Self::Interpretation(code) | Self::Note(code) => {
                code.meaning
            }
        }
    }

    /// What would make it compatible, or settle it.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Rule(_, family) => family.remedy,
            Self::Reason(code) | Self::Warning(code) | Self::Interpretation(code) | Self::Note(code) => {
                code.remedy
            }
        }
    }

    /// The heading over [`Self::remedy`].
    #[must_use]
    pub fn remedy_title(&self) -> &'static str {
        match self {
            Self::Rule(..) => "What would make it compatible",
            Self::Reason(_) => "What settles it",
            Self::Warning(_) | Self::Interpretation(_) | Self::Note(_) => "What to do",
        }
    }

    /// The examples; those of the classification that was asked for come first.
    #[must_use]
    pub fn examples(&self) -> Vec<&'static Example> {
        match self {
            Self::Rule(wanted, family) => {
                let mut examples: Vec<_> = family.examples.iter().collect();
                examples.sort_by_key(|example| wanted.is_some_and(|wanted| example.classification != wanted));
                examples
            }
            Self::Reason(code) | Self::Warning(code) | Self::Interpretation(code) | Self::Note(code) => {
                code.example.iter().collect()
            }
        }
    }

    /// What the classification says by itself, for a rule.
    #[must_use]
    pub fn verdict(&self) -> Option<&'static str> {
        match self {
            Self::Rule(Some(classification), _) => Some(verdict(*classification)),
            Self::Reason(_) => Some(verdict(Classification::Undetermined)),
            Self::Rule(None, _) | Self::Warning(_) | Self::Interpretation(_) | Self::Note(_) => None,
        }
    }

    /// How to sign for it, where that is possible.
    #[must_use]
    pub fn sign_off(&self) -> Option<&'static str> {
        match self {
            Self::Rule(Some(Classification::Breaking), _) => Some(SIGN_OFF),
            Self::Rule(Some(Classification::Undetermined), family) if family.name != "unavailable" => {
                Some(SIGN_OFF)
            }
            Self::Reason(code) if crate::comparison::reason::examined(code.name) => Some(SIGN_OFF),
            Self::Rule(Some(Classification::Undetermined), _) | Self::Reason(_) => Some(NO_SIGN_OFF),
            Self::Rule(..) | Self::Warning(_) | Self::Interpretation(_) | Self::Note(_) => None,
        }
    }
}

const SIGN_OFF: &str = "If the change is intended, add its entry to the acknowledgement file in the same change. \
                        `countersign diff --old OLD --new NEW --acknowledgements-output FILE` writes the entries; \
                        review them and give each a note.";
const NO_SIGN_OFF: &str = "Nobody can sign for content that was not examined. Make it readable first.";

fn verdict(classification: Classification) -> &'static str {
    match classification {
        Classification::Breaking => {
            "Breaking: a Client made for the earlier revision can fail. Where values are concerned, a witness shows it."
        }
        Classification::Undetermined => {
            "Undetermined: neither proven safe nor shown to break, so someone has to look."
        }
        Classification::Compatible => {
            "Compatible: proven not to break a Client made for the earlier revision."
        }
    }
}

/// Every family, in the order of the reference.
pub fn families() -> impl Iterator<Item = &'static Family> + Clone {
    definitions::FAMILIES.iter().chain(values::FAMILIES).chain(meanings::FAMILIES)
}

/// Every reason, in the order of the reference.
pub fn reasons() -> impl Iterator<Item = &'static Code> + Clone {
    reasons::REASONS.iter()
}

/// Every interpretation, in the order of reports.
pub fn interpretations() -> impl Iterator<Item = &'static Code> + Clone {
    interpretations::INTERPRETATIONS.iter()
}

/// Every rule of results that are no differences of models, in the order of the reference.
pub fn notes() -> impl Iterator<Item = &'static Code> + Clone {
    notes::NOTES.iter()
}

/// Every code that a report can name: rules, reasons, the version warning, interpretations, and the rules of documents,
/// data and polish.
#[must_use]
pub fn codes() -> Vec<String> {
    let rules = families().flat_map(|family| {
        family
            .classifications
            .iter()
            .map(move |&classification| Topic::Rule(Some(classification), family).code())
    });
    let others = reasons().map(|code| code.name.to_owned());
    let warnings = [VERSION_WARNING.name.to_owned()];
    let readings = interpretations().map(|code| code.name.to_owned());
    let beside = notes().map(|code| code.name.to_owned());
    rules.chain(others).chain(warnings).chain(readings).chain(beside).collect()
}

/// What a code stands for. A family's name alone is understood too.
///
/// ```
/// use countersign::explain::find;
/// assert_eq!(find("breaking/maximum").unwrap().title(), "An upper bound changed");
/// assert!(find("breaking/nonsense").is_none());
/// ```
#[must_use]
pub fn find(code: &str) -> Option<Topic> {
    if code == VERSION_WARNING.name {
        return Some(Topic::Warning(&VERSION_WARNING));
    }
    if let Some(reason) = reasons().find(|reason| reason.name == code) {
        return Some(Topic::Reason(reason));
    }
    if let Some(reading) = interpretations().find(|reading| reading.name == code) {
        return Some(Topic::Interpretation(reading));
    }
    // The reports of `polish` call a modifier by its own id.
    let modifier = code.strip_prefix("countersign.");
    let is_named = |note: &&Code| {
        note.name == code || note.name.strip_prefix("polish/").is_some_and(|n| Some(n) == modifier)
    };
    if let Some(note) = notes().find(is_named) {
        return Some(Topic::Note(note));
    }
    let (classification, name) = match code.split_once('/') {
        Some((first, name)) => (Some(Classification::ALL.into_iter().find(|c| c.as_str() == first)?), name),
        None => (None, code),
    };
    let family = families().find(|family| family.name == name)?;
    match classification {
        Some(classification) if !family.classifications.contains(&classification) => None,
        _ => Some(Topic::Rule(classification, family)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_of_the_comparison_has_an_entry_and_no_entry_is_left_over() {
        let known: Vec<_> = crate::comparison::reason::REASONS.iter().map(|reason| reason.code).collect();
        let explained: Vec<_> = reasons().map(|code| code.name).collect();
        assert_eq!(explained, known);
    }

    #[test]
    fn every_interpretation_of_the_comparison_has_an_entry_and_no_entry_is_left_over() {
        let all = crate::value::interpretation::Interpretations::ALL.names();
        assert_eq!(interpretations().map(|code| code.name).collect::<Vec<_>>(), all);
    }

    #[test]
    fn every_modifier_has_an_entry_under_both_its_names() {
        let built_in: Vec<_> =
            crate::polish::modifier::BUILT_IN.iter().map(|modifier| modifier.name).collect();
        let explained: Vec<_> = notes().filter_map(|code| code.name.strip_prefix("polish/")).collect();
        let sorted = |mut names: Vec<&'static str>| {
            names.sort_unstable();
            names
        };
        assert_eq!(sorted(explained), sorted(built_in.clone()));
        for name in built_in {
            let own = find(&format!("countersign.{name}")).unwrap();
            assert_eq!(own.code(), format!("polish/{name}"));
        }
    }

    #[test]
    fn every_rule_of_documents_and_data_has_an_entry_and_no_entry_is_left_over() {
        let source = include_str!("../review/notes.rs");
        let quoted = source.split('"').skip(1).step_by(2);
        let is_rule = |text: &&str| text.starts_with("document/") || text.starts_with("data/");
        let mut written: Vec<&str> = quoted.filter(is_rule).collect();
        let mut explained: Vec<_> =
            notes().map(|code| code.name).filter(|name| !name.starts_with("polish/")).collect();
        written.sort_unstable();
        explained.sort_unstable();
        assert_eq!(explained, written);
    }

    #[test]
    fn every_code_is_found_under_its_own_name_and_names_are_unique() {
        let mut codes = codes();
        for code in &codes {
            assert_eq!(find(code).unwrap().code(), *code);
        }
        let count = codes.len();
        codes.sort();
        codes.dedup();
        assert_eq!(codes.len(), count);
    }

    #[test]
    fn a_family_is_a_quality_or_one_of_the_names_that_no_quality_can_take() {
        let others = ["documentation", "other-quality", "unavailable"];
        for family in families() {
            let structural = family.name.starts_with("removed-") || family.name.starts_with("added-");
            let known = rule::QUALITIES.contains(&family.name);
            assert!(known != (structural || others.contains(&family.name)), "{}", family.name);
        }
        for name in rule::QUALITIES {
            assert!(families().any(|family| family.name == *name), "{name}");
        }
    }

    #[test]
    fn examples_are_json_and_show_a_classification_that_the_family_has() {
        for family in families() {
            assert!(!family.examples.is_empty(), "{}", family.name);
            for example in family.examples {
                assert!(family.classifications.contains(&example.classification), "{}", family.name);
                let (before, after) = example.documents();
                for text in [before, after] {
                    if family.name != "unavailable" {
                        serde_json::from_str::<serde_json::Value>(&text).unwrap();
                    }
                }
                if let Some(witness) = example.witness {
                    serde_json::from_str::<serde_json::Value>(witness).unwrap();
                }
            }
        }
    }

    #[test]
    fn texts_are_sentences() {
        let topics = codes().into_iter().filter_map(|code| find(&code)).collect::<Vec<_>>();
        for topic in topics {
            let code = topic.code();
            assert!(!topic.title().ends_with('.'), "{code}");
            for text in [topic.meaning(), topic.remedy()] {
                assert!(text.ends_with('.') && text.len() > 20, "{code}: {text}");
                assert!(!text.contains("  "), "{code}: {text}");
            }
        }
    }
}
