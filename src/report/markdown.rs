//! The Markdown changelog: for release notes, job summaries and files.

use std::collections::{HashMap, HashSet};

use super::cluster::{Cluster, broken_document, clusters};
use super::naming::{subject, version_sentence};
use super::place::{Anatomy, Places};
use super::section::{Cut, Entry, Section, render_all};
use super::words::{Phrase, capitalised, lowered};
use super::{counted, knowledge, remark, sentence};
use crate::comparison::{
    Classification, Difference, DifferenceAcknowledgement, Presence, Revision, RevisionComparison,
    VersionWarning,
};
use crate::inert::code_span;
use crate::model::SourceId;

/// The changelog in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changelog {
    /// The title and the summary, which are always shown.
    pub head: String,
    /// Warnings, documents, differences by classification, and what else is worth knowing.
    pub sections: Vec<Section>,
}

impl Changelog {
    /// The changelog in at most `limit` bytes, cut between entries; the last line says how many differences are not
    /// listed. The summary at the head is shown whatever the limit is.
    #[must_use]
    pub fn render(&self, limit: usize) -> String {
        const CLOSING: usize = 120;
        let whole = render_all(&self.sections, limit.saturating_sub(self.head.len()));
        let Cut { text, left_out } = if whole.left_out == 0 {
            whole
        } else {
            render_all(&self.sections, limit.saturating_sub(self.head.len() + CLOSING))
        };
        let mut out = format!("{}{text}", self.head);
        if left_out > 0 {
            out.push_str(&counted(left_out, "further entry is", "further entries are"));
            out.push_str(" not listed, to stay within the size limit.\n");
        }
        let end = out.trim_end().len();
        out.truncate(end);
        out.push('\n');
        out
    }
}

/// The Markdown changelog, within the report limit of the comparison.
#[must_use]
pub fn markdown(comparison: &RevisionComparison<'_>) -> String {
    changelog(comparison).render(comparison.catalogue(Revision::Earlier).limits().report_bytes)
}

/// The Markdown changelog in parts.
#[must_use]
pub fn changelog(comparison: &RevisionComparison<'_>) -> Changelog {
    let places = Places::new(comparison);
    let head = format!("# Model changes\n\n{}\n\n", summary(comparison));
    let mut sections = vec![warnings(&places, comparison)];
    sections.extend([
        documents("Removed documents", &places, Revision::Earlier, comparison.removed_documents()),
        documents("Added documents", &places, Revision::Later, comparison.added_documents()),
        moved(comparison),
    ]);
    for classification in Classification::ALL {
        sections.push(differences(&places, comparison, classification));
    }
    sections.push(acknowledged(&places, comparison, "Acknowledged differences", &Classification::ALL));
    sections.extend(unused_acknowledgements(comparison));
    sections.push(unused_changes(&places, comparison));
    sections.push(evidence(comparison));
    sections.retain(|section| !section.is_empty());
    Changelog { head, sections }
}

/// `Disposition: **failed**, with 2 breaking, …`
pub(super) fn summary(comparison: &RevisionComparison<'_>) -> String {
    let count = |c| comparison.count(c);
    let mut text = format!(
        "Disposition: **{}**, with {} breaking, {} undetermined and {} in {}.",
        comparison.disposition().as_str(),
        count(Classification::Breaking),
        count(Classification::Undetermined),
        counted(count(Classification::Compatible), "compatible difference", "compatible differences"),
        counted(comparison.compared_documents().len(), "compared document", "compared documents"),
    );
    if comparison.acknowledgements().is_some() {
        text.push_str(&format!(
            " Of these, {} breaking and {} undetermined are acknowledged.",
            comparison.acknowledged_count(Classification::Breaking),
            comparison.acknowledged_count(Classification::Undetermined),
        ));
    }
    if comparison.skipped_documents() > 0 {
        text.push_str(&format!(
            " {} skipped as identical, with everything referred to.",
            counted(comparison.skipped_documents(), "document was", "documents were")
        ));
    }
    text
}

fn plain_entry(text: String) -> Entry {
    Entry { headings: Vec::new(), text, count: 1 }
}

pub(super) fn warnings(places: &Places<'_>, comparison: &RevisionComparison<'_>) -> Section {
    let entries = comparison
        .version_warnings()
        .iter()
        .map(|warning| {
            let at = places.origin(Revision::Later, warning.location).map_or_else(
                || places.source(Revision::Later, warning.documents.1).shown().to_owned(),
                |place| places.spelled(place),
            );
            plain_entry(format!(
                "- {}: {}. (`{}`)",
                code_span(&super::words::shorten(&at, 300)),
                version_sentence(warning).markdown(),
                VersionWarning::CODE
            ))
        })
        .collect();
    Section { title: "Warnings".to_owned(), entries, ..Section::default() }
}

pub(super) fn documents(title: &str, places: &Places<'_>, revision: Revision, ids: &[SourceId]) -> Section {
    let entries = ids
        .iter()
        .map(|&id| {
            plain_entry(format!(
                "- {}",
                Phrase::default().quoted(places.source(revision, id).shown()).markdown()
            ))
        })
        .collect();
    Section { title: title.to_owned(), entries, ..Section::default() }
}

/// Documents that look moved. A hint, so it says what to do and decides nothing.
pub(super) fn moved(comparison: &RevisionComparison<'_>) -> Section {
    let entries = comparison
        .likely_moves()
        .iter()
        .map(|found| plain_entry(format!("- {}.", remark::moved(comparison, found).markdown())))
        .collect();
    Section { title: "Models that look moved".to_owned(), entries, ..Section::default() }
}

/// The documents in which nothing but what no compared interface uses changed, one line each.
pub(super) fn unused_documents(comparison: &RevisionComparison<'_>) -> Section {
    /// How many places of a document are named.
    const NAMED: usize = 5;
    let pairs: HashMap<SourceId, SourceId> = comparison.compared_documents().iter().copied().collect();
    let differs: HashSet<SourceId> = comparison
        .differences()
        .iter()
        .filter_map(|difference| match (&difference.later, &difference.earlier) {
            (Some(side), _) => Some(side.root),
            (None, Some(side)) => pairs.get(&side.root).copied(),
            (None, None) => None,
        })
        .collect();
    let mut documents: Vec<(SourceId, Vec<String>)> = Vec::new();
    for change in comparison.unused_changes() {
        let (Some(_), Some(later)) = change.documents else { continue };
        if differs.contains(&later) {
            continue;
        }
        match documents.last_mut().filter(|(id, _)| *id == later) {
            Some((_, pointers)) => pointers.push(change.pointer.clone()),
            None => documents.push((later, vec![change.pointer.clone()])),
        }
    }
    let entry = |(id, pointers): &(SourceId, Vec<String>)| {
        let source = comparison.catalogue(Revision::Later).source(*id);
        let first = pointers.get(..NAMED).unwrap_or(pointers);
        let places = Phrase::default().list(first, pointers.len());
        plain_entry(format!(
            "- {}: nothing that Clients use; only {} changed.",
            Phrase::default().quoted(source.shown()).markdown(),
            places.markdown()
        ))
    };
    let entries = documents.iter().map(entry).collect();
    Section { title: "Changed, and used by nothing compared".to_owned(), entries, ..Section::default() }
}

/// The unacknowledged differences of one classification, by document and definition.
pub(super) fn differences(
    places: &Places<'_>,
    comparison: &RevisionComparison<'_>,
    classification: Classification,
) -> Section {
    let chosen = comparison
        .differences()
        .iter()
        .enumerate()
        .filter(|(_, d)| d.classification == classification && !d.acknowledged());
    let entries = clusters(places, chosen).iter().map(|cluster| entry(places, comparison, cluster)).collect();
    let title = format!("{} differences", capitalised(classification.as_str()));
    Section { title, entries, ..Section::default() }
}

/// The acknowledged differences of some classifications, with their notes.
pub(super) fn acknowledged(
    places: &Places<'_>,
    comparison: &RevisionComparison<'_>,
    title: &str,
    of: &[Classification],
) -> Section {
    let chosen = comparison.differences().iter().enumerate();
    let chosen = chosen.filter(|(_, d)| d.acknowledged() && of.contains(&d.classification));
    let entries = clusters(places, chosen).iter().map(|cluster| entry(places, comparison, cluster)).collect();
    Section { title: title.to_owned(), entries, ..Section::default() }
}

fn entry(places: &Places<'_>, comparison: &RevisionComparison<'_>, cluster: &Cluster<'_>) -> Entry {
    let difference = cluster.lead;
    let mut text = format!("- **{}**", cluster.what(places).markdown());
    let broken = broken_document(places, difference).is_some();
    // What a bullet names stands below its definition's heading, unless it stands for many definitions.
    if cluster.others.is_empty()
        && let Some(inside) = inside(difference)
    {
        text.push_str(&inside.markdown());
    }
    // What is gone is shown where it was; what a broken document hides has its place in the sentence.
    let revision = if difference.later.as_ref().is_none_or(|side| side.presence == Presence::Absent) {
        Revision::Earlier
    } else {
        Revision::Later
    };
    let side = difference.side(revision).map(|side| (revision, side)).filter(|_| !broken);
    if let Some((revision, side)) = side {
        let at = super::words::shorten(&places.spelled(places.of(revision, side)), 300);
        let tense = if revision == Revision::Earlier { "was at" } else { "at" };
        text.push_str(&format!(" ({tense} {})", code_span(&at)));
    }
    text.push_str(&format!(": {}.", sentence::meaning(places, difference).markdown()));
    if difference.acknowledged() {
        text.push_str(&format!(" {}.", capitalised(difference.classification.as_str())));
    }
    if let Some(hint) = remark::hint(places, comparison, cluster.index) {
        text.push_str(&format!(" It {}.", hint.markdown()));
    }
    if let Some(note) = remark::note(comparison, difference) {
        text.push_str(&format!(" Note: {}.", crate::inert::prose(note).trim_end_matches('.')));
    }
    let reason = difference.reason.map_or(String::new(), |reason| format!(", `{}`", reason.code));
    text.push_str(&format!(" (`{}`{reason})", crate::explain::rule(difference).code()));
    Entry { headings: headings(places, difference), text, count: cluster.len() }
}

/// ` in the input` or ` at /entry`, for what lies inside a definition's data.
fn inside(difference: &Difference) -> Option<Phrase> {
    let side = difference.later.as_ref().or(difference.earlier.as_ref())?;
    let anatomy = Anatomy::around(&difference.subject, &side.pointer);
    let payload = match anatomy.payload {
        Some("sdfInputData") if anatomy.rest.len() > 1 => " in the input",
        Some("sdfOutputData") if anatomy.rest.len() > 1 => " in the output",
        _ => "",
    };
    Some(Phrase::of(payload).inside(&anatomy.inside))
}

/// The document and the definition as headings.
fn headings(places: &Places<'_>, difference: &Difference) -> Vec<String> {
    let Some((revision, side)) = Revision::BOTH
        .into_iter()
        .rev()
        .find_map(|revision| difference.side(revision).map(|side| (revision, side)))
    else {
        return Vec::new();
    };
    let source = places.source(revision, side.root);
    let corresponding = places.corresponding(source.key()).unwrap_or(source);
    let document = Phrase::default().quoted(corresponding.shown()).markdown();
    let mut headings = vec![format!("### {document}")];
    let anatomy = Anatomy::of(&side.pointer, false);
    if let Some((keyword, _)) = anatomy.innermost() {
        headings.push(format!("**{keyword}** {}", Phrase::default().quoted(&anatomy.definition).markdown()));
    }
    headings
}

/// Acknowledgements that match nothing, and those that name what could not be examined.
pub(super) fn unused_acknowledgements(comparison: &RevisionComparison<'_>) -> [Section; 2] {
    let [unused, unknown] = comparison.judged_acknowledgements();
    [
        acknowledgements("Unused acknowledgements", &unused),
        acknowledgements("Acknowledgements that could not be checked", &unknown),
    ]
}

fn acknowledgements(title: &str, entries: &[(usize, &DifferenceAcknowledgement)]) -> Section {
    let entries = entries
        .iter()
        .map(|(index, entry)| {
            let revision =
                if entry.document(Revision::Later).is_some() { Revision::Later } else { Revision::Earlier };
            let place = Phrase::default()
                .quoted(entry.pointer(revision).unwrap_or_default())
                .own(" of ")
                .quoted(entry.document(revision).unwrap_or_default());
            let note =
                entry.note().map_or(String::new(), |note| format!(" Note: {}", crate::inert::prose(note)));
            plain_entry(format!(
                "- entry {index}: {} {}, {}, at {}.{note}",
                entry.kind().as_str(),
                subject(entry.subject()).markdown(),
                entry.classification().as_str(),
                place.markdown(),
            ))
        })
        .collect();
    Section { title: title.to_owned(), entries, ..Section::default() }
}

/// What changed without being part of any compared interface.
pub(super) fn unused_changes(places: &Places<'_>, comparison: &RevisionComparison<'_>) -> Section {
    let entries = comparison
        .unused_changes()
        .iter()
        .map(|change| {
            let at =
                remark::unused_place(places, change).map(|place| places.spelled(place)).unwrap_or_default();
            let what = Phrase::of(change.kind.as_str());
            let what = match change.pointer.as_str() {
                "" => what.own(" document"),
                pointer => what.own(" ").quoted(pointer),
            };
            plain_entry(format!("- {} at {}", what.markdown(), code_span(&super::words::shorten(&at, 300))))
        })
        .collect();
    Section { title: "Changed, and used by nothing compared".to_owned(), entries, ..Section::default() }
}

/// Registries and interpretations that the result rests on.
fn evidence(comparison: &RevisionComparison<'_>) -> Section {
    let registries = knowledge::consulted(comparison).map(|knowledge| {
        let registry = knowledge.registry().as_str();
        plain_entry(format!("- Registry `{registry}`: {}", knowledge::said(knowledge)))
    });
    let interpretations = comparison.interpretations().iter().map(|name| {
        let meaning =
            crate::explain::find(name).map_or(String::new(), |topic| format!(": {}", lowered(topic.title())));
        plain_entry(format!("- Interpretation `{name}`{meaning}"))
    });
    let entries = registries.chain(interpretations).collect();
    Section { title: "What the result rests on".to_owned(), entries, ..Section::default() }
}
