//! Placeholder until acknowledgements land; never merged.
#![allow(missing_docs)]

use super::{Classification, DifferenceKind, Revision, Subject};

#[derive(Debug, thiserror::Error)]
#[error("placeholder")]
pub struct AcknowledgementError;

#[derive(Debug, Clone)]
pub struct DifferenceAcknowledgement {
    kind: DifferenceKind,
    subject: Subject,
    classification: Classification,
    sides: [Option<(String, String)>; 2],
    note: Option<String>,
}

impl DifferenceAcknowledgement {
    pub fn kind(&self) -> DifferenceKind {
        self.kind
    }
    pub fn subject(&self) -> &Subject {
        &self.subject
    }
    pub fn classification(&self) -> Classification {
        self.classification
    }
    pub fn document(&self, revision: Revision) -> Option<&str> {
        self.sides[revision as usize].as_ref().map(|s| s.0.as_str())
    }
    pub fn pointer(&self, revision: Revision) -> Option<&str> {
        self.sides[revision as usize].as_ref().map(|s| s.1.as_str())
    }
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }
}

#[derive(Debug, Clone)]
pub struct DifferenceAcknowledgements(Vec<DifferenceAcknowledgement>);

impl DifferenceAcknowledgements {
    pub fn entries(&self) -> &[DifferenceAcknowledgement] {
        &self.0
    }

    pub fn from_json(bytes: &[u8], _limits: &crate::model::Limits) -> Result<Self, AcknowledgementError> {
        let value: serde_json::Value = serde_json::from_slice(bytes).map_err(|_| AcknowledgementError)?;
        let text = |v: &serde_json::Value| v.as_str().map(str::to_owned);
        let side = |v: &serde_json::Value| Some((text(&v["document"])?, text(&v["pointer"])?));
        let entries = value["differences"].as_array().ok_or(AcknowledgementError)?;
        Ok(Self(
            entries
                .iter()
                .map(|e| DifferenceAcknowledgement {
                    kind: match e["kind"].as_str() {
                        Some("removed") => DifferenceKind::Removed,
                        Some("added") => DifferenceKind::Added,
                        _ => DifferenceKind::Changed,
                    },
                    subject: match e["subject"].as_str() {
                        Some("quality") => Subject::Quality(text(&e["quality"]).unwrap_or_default()),
                        Some("properties_entry") => Subject::Entry,
                        Some("document") | None => Subject::Document,
                        Some(class) => {
                            super::Class::from_keyword(class).map_or(Subject::Document, Subject::Definition)
                        }
                    },
                    classification: if e["classification"] == "breaking" {
                        Classification::Breaking
                    } else {
                        Classification::Undetermined
                    },
                    sides: [side(&e["earlier"]), side(&e["later"])],
                    note: text(&e["note"]),
                })
                .collect(),
        ))
    }
}
