//! Results: which differences become one, where each is shown, and what it says.

use std::collections::{BTreeMap, HashMap};

use serde_json::json;
use serde_sarif::sarif::{
    Location, LogicalLocation, Message, PhysicalLocation, PropertyBag, Region, Result, ResultLevel,
    Suppression,
};
use sha2::{Digest as _, Sha256};

use super::rules::Rules;
use super::{FINGERPRINT, SarifOptions, View, address, rules};
use crate::comparison::{
    Difference, DifferenceKind, Disposition, Origin, Revision, RevisionComparison, VersionWarning,
};
use crate::report::cluster::broken_document;
use crate::report::naming::{owner, version_sentence};
use crate::report::place::{Place, Places};
use crate::report::words::{capitalised, sarif_text, shorten};
use crate::report::{anchored, change, entry, remark, sentence};

/// How many users of a shared definition a result relates to.
const RELATED: usize = 20;

/// A result to be.
#[derive(Debug, Clone)]
pub(super) struct Planned {
    pub(super) subject: Subject,
    /// Further differences with the same cause, by position.
    pub(super) others: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Subject {
    /// The difference at this position, and the others of the plan.
    Differences(usize),
    /// The version warning at this position.
    Warning(usize),
}

/// What makes differences one: the same change of the same written thing, with the same classification and reason.
/// Users of one shared definition may have witnesses in different directions; the first one's is told.
#[derive(PartialEq, Eq, Hash)]
struct Cause<'a> {
    rule: String,
    earlier: Option<Origin>,
    later: Option<Origin>,
    broken: Option<(Revision, crate::model::SourceId)>,
    reason: Option<&'static str>,
    acknowledged_by: Option<Option<&'a str>>,
}

/// The results in order: open breaking and undetermined differences, version warnings, acknowledged differences,
/// compatible ones.
pub(super) fn plan(
    places: &Places<'_>,
    comparison: &RevisionComparison<'_>,
    options: &SarifOptions<'_>,
) -> Vec<Planned> {
    let mut planned: Vec<Planned> = Vec::new();
    let mut causes: HashMap<Cause<'_>, usize> = HashMap::new();
    let mut warned = false;
    for (index, difference) in comparison.differences().iter().enumerate() {
        let upload = options.view == View::Upload;
        let compatible = difference.rank() == 4;
        if upload && (difference.acknowledged() || (compatible && !options.include_compatible)) {
            continue;
        }
        if difference.rank() > 1 && !warned {
            warnings(comparison, &mut planned);
            warned = true;
        }
        let Some(cause) = cause(places, comparison, difference) else {
            planned.push(Planned { subject: Subject::Differences(index), others: Vec::new() });
            continue;
        };
        match causes.get(&cause).and_then(|&at| planned.get_mut(at)) {
            Some(found) => found.others.push(u32::try_from(index).unwrap_or(u32::MAX)),
            None => {
                causes.insert(cause, planned.len());
                planned.push(Planned { subject: Subject::Differences(index), others: Vec::new() });
            }
        }
    }
    if !warned {
        warnings(comparison, &mut planned);
    }
    planned
}

fn warnings(comparison: &RevisionComparison<'_>, planned: &mut Vec<Planned>) {
    let count = comparison.version_warnings().len();
    planned.extend((0..count).map(|index| Planned { subject: Subject::Warning(index), others: Vec::new() }));
}

fn cause<'a>(
    places: &Places<'_>,
    comparison: &RevisionComparison<'a>,
    difference: &Difference,
) -> Option<Cause<'a>> {
    let origin = |revision| difference.side(revision).and_then(|side| side.origin);
    let broken = broken_document(places, difference);
    let (earlier, later) = match broken {
        Some(_) => (None, None),
        None => (origin(Revision::Earlier), origin(Revision::Later)),
    };
    if broken.is_none() && earlier.is_none() && later.is_none() {
        return None;
    }
    Some(Cause {
        rule: crate::explain::rule(difference).code(),
        earlier,
        later,
        broken,
        reason: difference.reason.map(|reason| reason.code),
        acknowledged_by: difference.acknowledged().then(|| remark::note(comparison, difference)),
    })
}

pub(super) fn result(
    places: &Places<'_>,
    comparison: &RevisionComparison<'_>,
    options: &SarifOptions<'_>,
    rules: &Rules,
    planned: &Planned,
) -> Result {
    let code = rules::topic(comparison, planned).code();
    let mut result = match planned.subject {
        Subject::Warning(index) => comparison
            .version_warnings()
            .get(index)
            .map_or_else(|| message(String::new()), |warning| version(places, options, warning)),
        Subject::Differences(first) => comparison.differences().get(first).map_or_else(
            || message(String::new()),
            |d| differences(places, comparison, options, d, first, &planned.others),
        ),
    };
    result.rule_index = rules.index(&code);
    result.rule_id = Some(code);
    result
}

fn version(places: &Places<'_>, options: &SarifOptions<'_>, warning: &VersionWarning) -> Result {
    let later = places.origin(Revision::Later, warning.location);
    let earlier = places.origin(Revision::Earlier, warning.related);
    let source = places.source(Revision::Later, warning.documents.1);
    let primary = later
        .map(|place| anchored::in_document(places, options.anchors, place, &path(options, places, place)));
    let before = earlier.map_or("", |_| " [before](1)");
    let text = format!("{}.{before}", capitalised(&version_sentence(warning).sarif()));
    let identity = format!("1\n{}\n{}", VersionWarning::CODE, source.key());
    Result {
        level: Some(ResultLevel::Warning),
        locations: Some(primary.map(|shown| location(places, options, &shown)).into_iter().collect()),
        related_locations: earlier.map(|place| vec![related(places, options, place, 1, "earlier version")]),
        partial_fingerprints: Some(fingerprints(options, &identity)),
        suppressions: unsuppressed(options),
        ..message(text)
    }
}

fn differences(
    places: &Places<'_>,
    comparison: &RevisionComparison<'_>,
    options: &SarifOptions<'_>,
    difference: &Difference,
    index: usize,
    others: &[u32],
) -> Result {
    let path = |place| path(options, places, place);
    let Some(shown) = anchored::shown(places, options.anchors, difference, path) else {
        return message(change::what(places, difference).sarif());
    };
    let mut links = String::new();
    let mut relations = Vec::new();
    if let Some(place) = shown.before {
        relations.push(related(places, options, place, 1, "earlier revision"));
        links.push_str(" [before](1)");
    }
    let users = others.iter().filter_map(|&other| comparison.differences().get(other as usize));
    for user in users.take(RELATED) {
        let Some(place) = anchored::user(places, user) else { continue };
        let text = format!("also {}", owner(user).then(change::what(places, user)).sarif());
        relations.push(related(places, options, place, relations.len() as i64 + 1, &text));
    }
    let mut text = headline(places, difference, &shown, others.len());
    text.push_str(&links);
    if let Some(hint) = remark::hint(places, comparison, index) {
        text.push_str(&format!(" It {}.", hint.sarif()));
    }
    let note = remark::note(comparison, difference);
    let suppression = Suppression {
        kind: json!("external"),
        status: Some(json!("accepted")),
        justification: note.map(|note| crate::inert::visible(note).into_owned()),
        guid: None,
        location: None,
        properties: None,
    };
    let identity = format!("1\n{}", entry::line(&entry::identity(comparison, difference)));
    Result {
        level: Some(match difference.classification.disposition() {
            Disposition::Failed => ResultLevel::Error,
            Disposition::Undetermined => ResultLevel::Warning,
            Disposition::Passed => ResultLevel::Note,
        }),
        locations: Some(vec![logical(places, difference, location(places, options, &shown.primary))]),
        related_locations: (!relations.is_empty()).then_some(relations),
        partial_fingerprints: Some(fingerprints(options, &identity)),
        suppressions: match (options.view, difference.acknowledged()) {
            (View::File, true) => Some(vec![suppression]),
            _ => unsuppressed(options),
        },
        properties: properties(difference),
        ..message(text)
    }
}

fn headline(places: &Places<'_>, difference: &Difference, shown: &anchored::Shown, others: usize) -> String {
    let what = owner(difference).then(change::what(places, difference));
    // The first sentence is the title where there is little room.
    let mut text = format!("{}: {}", capitalised(difference.classification.as_str()), what.sarif());
    if others > 0 {
        text.push_str(&format!(", and {}", crate::report::counted(others, "other place", "other places")));
    }
    if shown.elsewhere {
        let place = shown.before.unwrap_or(shown.primary.place);
        let document = places.source(place.revision, place.source).shown();
        text.push_str(&format!(" in {}, which is gone", sarif_text(&shorten(document, 200))));
    }
    text.push_str(&format!(". {}", capitalised(&sentence::meaning(places, difference).sarif())));
    match difference.reason {
        Some(reason) => text.push_str(&format!(" ({}).", reason.code)),
        None => text.push('.'),
    }
    text
}

fn properties(difference: &Difference) -> Option<PropertyBag> {
    let mut additional_properties = BTreeMap::new();
    if let Some(reason) = difference.reason {
        additional_properties.insert("reason".to_owned(), json!(reason.code));
    }
    if let Some(witness) = &difference.witness {
        additional_properties
            .insert("witness".to_owned(), json!(entry::spelled(&shorten(&witness.value, 2000))));
        additional_properties.insert("direction".to_owned(), json!(witness.direction.as_str()));
    }
    let kind = match difference.kind {
        DifferenceKind::Unavailable => "unavailable",
        other => other.as_str(),
    };
    additional_properties.insert("kind".to_owned(), json!(kind));
    Some(PropertyBag { tags: None, additional_properties })
}

fn message(text: String) -> Result {
    Result::builder().message(Message { text: Some(text), ..Message::default() }).build()
}

pub(super) fn unsuppressed(options: &SarifOptions<'_>) -> Option<Vec<Suppression>> {
    // An empty list says that nothing is suppressed; the upload has no such member at all.
    (options.view == View::File).then(Vec::new)
}

pub(super) fn fingerprints(options: &SarifOptions<'_>, identity: &str) -> BTreeMap<String, String> {
    let digest = Sha256::digest(identity.as_bytes());
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let own = hex.get(..32).unwrap_or(&hex).to_owned();
    let mut fingerprints = BTreeMap::from([(FINGERPRINT.to_owned(), own)]);
    if options.view == View::Upload {
        let hash = format!("{}:1", hex.get(..16).unwrap_or(&hex));
        fingerprints.insert("primaryLocationLineHash".to_owned(), hash);
    }
    fingerprints
}

fn path(options: &SarifOptions<'_>, places: &Places<'_>, place: Place) -> String {
    address::path(options, place.revision, places.source(place.revision, place.source))
}

fn location(places: &Places<'_>, options: &SarifOptions<'_>, shown: &anchored::Anchored) -> Location {
    let source = places.source(shown.place.revision, shown.place.source);
    Location {
        physical_location: Some(PhysicalLocation {
            artifact_location: Some(address::of(options, shown.place.revision, source)),
            region: Some(region(shown)),
            address: None,
            context_region: None,
            properties: None,
        }),
        ..Location::default()
    }
}

fn region(shown: &anchored::Anchored) -> Region {
    Region {
        start_line: Some(shown.line as i64),
        start_column: Some(shown.columns.start as i64),
        end_line: Some(shown.line as i64),
        end_column: Some(shown.columns.end as i64),
        ..Region::default()
    }
}

fn related(places: &Places<'_>, options: &SarifOptions<'_>, place: Place, id: i64, text: &str) -> Location {
    Location {
        id: Some(id),
        message: Some(Message { text: Some(text.to_owned()), ..Message::default() }),
        ..location(places, options, &anchored::anchor(places, None, place, ""))
    }
}

fn logical(places: &Places<'_>, difference: &Difference, location: Location) -> Location {
    let Some((revision, side)) = Revision::BOTH
        .into_iter()
        .rev()
        .find_map(|revision| difference.side(revision).map(|side| (revision, side)))
    else {
        return location;
    };
    let mut additional_properties = BTreeMap::new();
    let document = crate::inert::visible(places.source(revision, side.root).shown()).into_owned();
    additional_properties.insert("document".to_owned(), json!(document));
    additional_properties.insert("revision".to_owned(), json!(revision.as_str()));
    Location {
        logical_locations: Some(vec![LogicalLocation {
            fully_qualified_name: Some(crate::inert::visible(&side.pointer).into_owned()),
            properties: Some(PropertyBag { tags: None, additional_properties }),
            ..LogicalLocation::default()
        }]),
        ..location
    }
}
