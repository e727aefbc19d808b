//! The file form, read so that a refusal says which entry, which member, which line and which column.

use std::collections::HashMap;

use super::entry::Identity;
use super::error::{AcknowledgementError, AcknowledgementFault as Fault, shown};
use super::{DifferenceAcknowledgement, DifferenceAcknowledgements, ENTRIES, SCHEMA, VERSION};
use crate::comparison::{Class, Classification, DifferenceKind, Revision, Subject};
use crate::json::{Kind, NodeRef, ReadErrorKind, ReadLimits, Tree, position};
use crate::model::Limits;

const FILE_MEMBERS: &[&str] = &["schema", "version", "differences"];
const ENTRY_MEMBERS: &[&str] = &["kind", "subject", "quality", "classification", "earlier", "later", "note"];
const SIDE_MEMBERS: &[&str] = &["document", "pointer"];

impl DifferenceAcknowledgements {
    /// Reads an acknowledgement file within the nesting and the number of values that `limits` allows.
    ///
    /// # Errors
    /// The bytes are longer than [`Self::FILE_BYTES`], no JSON text, or not of the form
    /// `esdieff.acknowledged-differences` version `"1"`: an unknown, missing or repeated member, a value outside the
    /// form, more than 4096 entries, two entries of one identity.
    ///
    /// ```
    /// use countersign::{comparison::DifferenceAcknowledgements, model::Limits};
    /// let file = br#"{"schema": "esdieff.acknowledged-differences", "version": "1", "differences": [
    ///   {"kind": "removal"}
    /// ]}"#;
    /// let error = DifferenceAcknowledgements::from_json(file, &Limits::default()).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 2, column 12: entry 1 at /differences/0 (removal), member \"kind\": \
    ///      the kind \"removal\" is none of removed, added and changed",
    /// );
    /// ```
    pub fn from_json(bytes: &[u8], limits: &Limits) -> Result<Self, AcknowledgementError> {
        if bytes.len() > Self::FILE_BYTES {
            return Err(Fault::FileTooLarge(Self::FILE_BYTES).into());
        }
        let limits = ReadLimits { bytes: Self::FILE_BYTES, ..limits.read() };
        let tree = Tree::read(bytes, &limits).map_err(|error| {
            let fault = match error.kind {
                // The name comes from the file and may be as long as the file.
                ReadErrorKind::DuplicateName(name) => ReadErrorKind::DuplicateName(shown(&name)),
                other => other,
            };
            AcknowledgementError::from(Fault::Json(fault)).at(error.position)
        })?;
        file(&tree)
    }
}

fn file(tree: &Tree) -> Result<DifferenceAcknowledgements, AcknowledgementError> {
    let file = Scope { map: tree.root(), entry: None, side: None };
    file.check("an acknowledgement file", FILE_MEMBERS)?;
    let schema = file.required_text("schema")?;
    if schema != SCHEMA {
        return Err(file.refuse("schema", Fault::UnknownSchema(shown(schema))));
    }
    let version = file.required_text("version")?;
    if version != VERSION {
        return Err(file.refuse("version", Fault::UnknownVersion(shown(version))));
    }
    let differences = file.required("differences")?;
    if differences.kind() != Kind::Array {
        return Err(file.refuse("differences", Fault::NotAnArray));
    }
    let elements = differences.elements();
    if elements.len() > ENTRIES {
        return Err(file.refuse("differences", Fault::TooManyEntries(elements.len())));
    }
    let mut entries = Vec::with_capacity(elements.len());
    for (index, node) in elements.enumerate() {
        entries.push(entry(Scope { map: node, entry: Some((index, node)), side: None })?);
    }
    let mut first: HashMap<Identity<'_>, usize> = HashMap::with_capacity(entries.len());
    for ((index, entry), node) in entries.iter().enumerate().zip(differences.elements()) {
        if let Some(first) = first.insert(entry.identity(), index) {
            let scope = Scope { map: node, entry: Some((index, node)), side: None };
            return Err(scope.refuse_whole(Fault::Duplicate { first }));
        }
    }
    drop(first);
    Ok(DifferenceAcknowledgements { entries })
}

fn entry(scope: Scope<'_>) -> Result<DifferenceAcknowledgement, AcknowledgementError> {
    scope.check("an entry", ENTRY_MEMBERS)?;
    let kind = match scope.required_text("kind")? {
        "removed" => DifferenceKind::Removed,
        "added" => DifferenceKind::Added,
        "changed" => DifferenceKind::Changed,
        "unavailable" => return Err(scope.refuse("kind", Fault::UnavailableKind)),
        other => return Err(scope.refuse("kind", Fault::UnknownKind(shown(other)))),
    };
    let subject = subject(scope)?;
    let classification = match scope.required_text("classification")? {
        "breaking" => Classification::Breaking,
        "undetermined" => Classification::Undetermined,
        "compatible" => return Err(scope.refuse("classification", Fault::CompatibleClassification)),
        other => return Err(scope.refuse("classification", Fault::UnknownClassification(shown(other)))),
    };
    let mut entry = scope.place(DifferenceAcknowledgement::new(kind, subject, classification))?;
    let mut located = false;
    for revision in Revision::BOTH {
        let node = scope.required(revision.as_str())?;
        if node.kind() == Kind::Null {
            continue;
        }
        let side = Scope { map: node, side: Some(revision), ..scope };
        side.check("a location that is not null", SIDE_MEMBERS)?;
        let document = side.required_text("document")?.to_owned();
        let pointer = side.required_text("pointer")?.to_owned();
        entry = scope.place(entry.at(revision, document, pointer))?;
        located = true;
    }
    if !located {
        return Err(scope.refuse_whole(Fault::NoLocation));
    }
    match scope.text("note")? {
        Some(note) => scope.place(entry.with_note(note)),
        None => Ok(entry),
    }
}

fn subject(scope: Scope<'_>) -> Result<Subject, AcknowledgementError> {
    let name = scope.required_text("subject")?;
    let quality = scope.text("quality")?;
    let subject = match name {
        "quality" => {
            let Some(quality) = quality else { return Err(scope.refuse("quality", Fault::QualityMissing)) };
            return Ok(Subject::Quality(quality.to_owned()));
        }
        "document" => Subject::Document,
        "properties_entry" => Subject::Entry,
        other => match Class::from_keyword(other) {
            Some(class) => Subject::Definition(class),
            None => return Err(scope.refuse("subject", Fault::UnknownSubject(shown(other)))),
        },
    };
    match quality {
        Some(_) => Err(scope.refuse("quality", Fault::QualityNotAllowed)),
        None => Ok(subject),
    }
}

/// The map that is being read, and where it stands.
#[derive(Clone, Copy)]
struct Scope<'t> {
    map: NodeRef<'t>,
    entry: Option<(usize, NodeRef<'t>)>,
    side: Option<Revision>,
}

impl<'t> Scope<'t> {
    /// Refuses what is no map, and members that do not belong here.
    fn check(self, what: &'static str, known: &'static [&'static str]) -> Result<(), AcknowledgementError> {
        if self.map.kind() != Kind::Map {
            return Err(self.refuse_whole(Fault::NotAMap(what)));
        }
        for member in self.map.members() {
            let fault = match member.name() {
                Some(name) if known.contains(&name) => continue,
                Some(_) => Fault::UnknownMember { known },
                None => Fault::UnreadableText,
            };
            let name = String::from_utf8_lossy(member.name_bytes());
            return Err(self.refuse_at(&name, member.name_span().start, fault));
        }
        Ok(())
    }

    fn required(self, name: &'static str) -> Result<NodeRef<'t>, AcknowledgementError> {
        self.map.get(name).ok_or_else(|| self.refuse(name, Fault::MissingMember))
    }

    fn required_text(self, name: &'static str) -> Result<&'t str, AcknowledgementError> {
        self.required(name)?;
        self.text(name)?.ok_or_else(|| self.refuse(name, Fault::MissingMember))
    }

    /// The text of a member that may be missing, but not be anything else.
    fn text(self, name: &'static str) -> Result<Option<&'t str>, AcknowledgementError> {
        let Some(node) = self.map.get(name) else { return Ok(None) };
        match node.text() {
            Some(text) => Ok(Some(text)),
            None if node.is_unreadable_text() => Err(self.refuse(name, Fault::UnreadableText)),
            None => Err(self.refuse(name, Fault::NotText)),
        }
    }

    /// Adds the place to a refusal of the typed form, which knows the member only.
    fn place<T>(self, result: Result<T, AcknowledgementError>) -> Result<T, AcknowledgementError> {
        result.map_err(|error| {
            let member = error.member().unwrap_or_default().to_owned();
            let node = member.split('.').try_fold(self.map, NodeRef::get).unwrap_or(self.map);
            self.complete(error, Some(member).filter(|member| !member.is_empty()), node.span().start)
        })
    }

    /// Refuses a member, at its value where it has one, else at the map that lacks it.
    fn refuse(self, member: &str, fault: Fault) -> AcknowledgementError {
        let node = self.map.get(member).unwrap_or(self.map);
        self.refuse_at(member, node.span().start, fault)
    }

    fn refuse_at(self, member: &str, offset: usize, fault: Fault) -> AcknowledgementError {
        let member = match self.side {
            Some(revision) => format!("{}.{member}", revision.as_str()),
            None => member.to_owned(),
        };
        self.complete(fault.into(), Some(member), offset)
    }

    fn refuse_whole(self, fault: Fault) -> AcknowledgementError {
        let member = self.side.map(|revision| revision.as_str().to_owned());
        self.complete(fault.into(), member, self.map.span().start)
    }

    fn complete(
        self,
        error: AcknowledgementError,
        member: Option<String>,
        offset: usize,
    ) -> AcknowledgementError {
        let mut error = error.at(position(self.map.tree().bytes(), offset));
        if let Some((index, node)) = self.entry {
            error = error.in_entry(index, described(node));
        }
        match member {
            Some(member) => error.in_member(shown(&member)),
            None => error,
        }
    }
}

/// What a refused entry says of itself, as far as it says it.
fn described(entry: NodeRef<'_>) -> String {
    let text = |node: NodeRef<'_>, name: &str| node.get(name).and_then(NodeRef::text).map(shown);
    let mut words: Vec<String> = ["kind", "subject"].iter().filter_map(|name| text(entry, name)).collect();
    if let Some(quality) = text(entry, "quality") {
        words.push(format!("\"{quality}\""));
    }
    let mut parts = vec![words.join(" ")];
    parts.extend(text(entry, "classification"));
    let place =
        ["later", "earlier"].iter().filter_map(|side| entry.get(side)).find(|n| n.kind() == Kind::Map);
    if let Some(place) = place {
        let place: Vec<_> = ["document", "pointer"].iter().filter_map(|name| text(place, name)).collect();
        parts.push(place.join(" ").trim().to_owned());
    }
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

#[cfg(test)]
mod tests;
