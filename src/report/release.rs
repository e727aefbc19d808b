//! What release notes say about models: what breaks first, what somebody signed for under a heading of its own, and
//! which versions the models have to take.

use std::collections::HashMap;

use super::markdown::{acknowledged, differences, documents, moved, unused_documents, warnings};
use super::place::Places;
use super::section::{Entry, Section};
use super::semver::{Step, Version};
use super::words::Phrase;
use crate::comparison::{Class, Classification, Revision, RevisionComparison, UnusedChange};
use crate::inert::code_span;
use crate::model::{Source, SourceId};

/// How many models are listed with their versions.
const LISTED: usize = 200;
/// How many definitions for reuse are named.
const NAMED: usize = 5;

/// The sections of release notes, without empty ones.
#[must_use]
pub fn release(comparison: &RevisionComparison<'_>) -> Vec<Section> {
    use Classification::{Breaking, Compatible, Undetermined};
    let places = Places::new(comparison);
    let mut sections = vec![
        differences(&places, comparison, Breaking),
        acknowledged(&places, comparison, "Acknowledged breaks", &[Breaking]),
        differences(&places, comparison, Undetermined),
        acknowledged(&places, comparison, "Acknowledged, and undetermined", &[Undetermined]),
        differences(&places, comparison, Compatible),
        documents("Removed documents", &places, Revision::Earlier, comparison.removed_documents()),
        documents("Added documents", &places, Revision::Later, comparison.added_documents()),
        moved(comparison),
        Section { opening: reused(comparison), ..unused_documents(comparison) },
        versions(comparison),
        warnings(&places, comparison),
    ];
    sections.retain(|section| !section.is_empty());
    sections
}

/// Changed definitions outside every grouping, which other models may refer to.
fn shared<'a>(comparison: &'a RevisionComparison<'_>) -> impl Iterator<Item = &'a UnusedChange> {
    comparison.unused_changes().iter().filter(|change| {
        let keyword = change.pointer.split('/').nth(1).unwrap_or_default();
        keyword == "sdfData" || Class::from_keyword(keyword).is_some_and(|class| !class.is_grouping())
    })
}

/// What is said about them: nobody looked for models elsewhere that use them.
fn reused(comparison: &RevisionComparison<'_>) -> String {
    let first: Vec<String> = shared(comparison).take(NAMED).map(|change| change.pointer.clone()).collect();
    if first.is_empty() {
        return String::new();
    }
    let names = Phrase::default().list(&first, shared(comparison).count()).markdown();
    format!(
        "Definitions that other models may refer to changed: {names}. Nobody compared who uses them, so no version is \
         suggested for that.\n\n"
    )
}

/// How far a version has to move for what is proven, and how far if everything undetermined turned out to break.
///
/// Nothing is suggested when all that changed is used by nothing compared and may be used elsewhere.
#[must_use]
pub fn step(comparison: &RevisionComparison<'_>) -> (Step, Step) {
    let any = |classification| comparison.count(classification) > 0;
    let proven = if any(Classification::Breaking) {
        Step::Major
    } else if any(Classification::Compatible) || any(Classification::Undetermined) {
        Step::Minor
    } else if comparison.unused_changes().is_empty() {
        Step::None
    } else if shared(comparison).next().is_none() {
        Step::Patch
    } else {
        // Whether that breaks somebody was not compared, so no step follows from it.
        Step::None
    };
    (proven, if any(Classification::Undetermined) { Step::Major } else { proven })
}

/// The models that changed, with the versions that they carry and the one they should.
fn versions(comparison: &RevisionComparison<'_>) -> Section {
    let mut worst: HashMap<SourceId, Classification> = HashMap::new();
    for difference in comparison.differences() {
        let Some(side) = &difference.earlier else { continue };
        let known = worst.entry(side.root).or_insert(difference.classification);
        let rank = |classification| match classification {
            Classification::Breaking => 2,
            Classification::Undetermined => 1,
            Classification::Compatible => 0,
        };
        if rank(difference.classification) > rank(*known) {
            *known = difference.classification;
        }
    }
    let changed = comparison.compared_documents().iter().filter_map(|&(earlier, later)| {
        let worst = *worst.get(&earlier)?;
        let source = comparison.catalogue(Revision::Later).source(later);
        let before = version(comparison.catalogue(Revision::Earlier).source(earlier))?;
        Some(line(source, &before, version(source).as_deref(), worst))
    });
    let entries: Vec<Entry> =
        changed.take(LISTED).map(|text| Entry { headings: Vec::new(), text, count: 1 }).collect();
    Section { title: "Versions of the models".to_owned(), entries, ..Section::default() }
}

fn line(source: &Source, before: &str, after: Option<&str>, worst: Classification) -> String {
    let after = after.map_or_else(|| "none".to_owned(), code_span);
    let suggestion = match (Version::parse(before), worst) {
        (Some(version), Classification::Breaking) => {
            format!("{} is suggested, since something breaks", code_span(&version.next(Step::Major)))
        }
        (Some(version), Classification::Compatible) => {
            format!("{} is suggested, since nothing breaks", code_span(&version.next(Step::Minor)))
        }
        (Some(version), Classification::Undetermined) => format!(
            "at least {} is suggested, and {} if something undetermined breaks",
            code_span(&version.next(Step::Minor)),
            code_span(&version.next(Step::Major))
        ),
        (None, _) => "a later one is due, since the model changed".to_owned(),
    };
    format!("- {}: {} → {after}; {suggestion}", code_span(source.shown()), code_span(before))
}

fn version(source: &Source) -> Option<String> {
    let text = source.document().ok()?.root().get("info")?.get("version")?.text()?;
    Some(text.chars().take(100).collect())
}
