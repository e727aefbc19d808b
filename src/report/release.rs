//! What release notes say about models: what breaks first, what somebody signed for under a heading of its own, and
//! which versions the models have to take.

use std::collections::HashMap;

use super::markdown::{acknowledged, differences, documents, moved, unused_documents, warnings};
use super::place::Places;
use super::section::{Entry, Section};
use super::semver::{Step, Version};
use crate::comparison::{Classification, Revision, RevisionComparison};
use crate::inert::code_span;
use crate::model::{Source, SourceId};

/// How many models are listed with their versions.
const LISTED: usize = 200;

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
        unused_documents(comparison),
        versions(comparison),
        warnings(&places, comparison),
    ];
    sections.retain(|section| !section.is_empty());
    sections
}

/// How far a version has to move for what is proven, and how far if everything undetermined turned out to break.
#[must_use]
pub fn step(comparison: &RevisionComparison<'_>) -> (Step, Step) {
    let any = |classification| comparison.count(classification) > 0;
    let proven = if any(Classification::Breaking) {
        Step::Major
    } else if any(Classification::Compatible) || any(Classification::Undetermined) {
        Step::Minor
    } else if !comparison.unused_changes().is_empty() {
        Step::Patch
    } else {
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
