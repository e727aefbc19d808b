//! Recorded evidence: what public registries say about unit names, content formats and content codings.
//!
//! Nothing is fetched. Each table under `tables/` is a dated copy of facts, embedded in the binary, and every report
//! that rests on one says which ([`Record`]). A caller may withhold the evidence ([`RecordedRegistryPolicy::WithholdRecorded`]); a comparison
//! that needs it is then undetermined.

pub mod coap;
pub mod codings;
pub mod content_format;
mod media;
mod record;
mod spelling;
pub mod units;

pub use record::{Knowledge, Record};

/// The interpretation named by a report whose content-format comparison used a media rule or a recorded tuple.
pub const CONTENT_FORMAT_MEANING: &str = "content-format-model-meaning/1";

/// Whether recorded evidence may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RecordedRegistryPolicy {
    /// Look names up in the recorded tables.
    #[default]
    UseRecorded,
    /// Look nothing up; what needs evidence is undetermined.
    WithholdRecorded,
}

/// The registries that evidence is recorded from, in the order of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RegistryId {
    /// SenML Units (RFC 8428), the primary section of unit names.
    SenmlUnits,
    /// SenML Secondary Units (RFC 8798), asked only for names the primary section lacks.
    SecondaryUnits,
    /// CoAP Content-Formats (RFC 7252 section 12.3): number to content type and coding.
    CoapContentFormats,
    /// HTTP Content Codings (RFC 9110 section 16.6).
    HttpContentCodings,
}

impl RegistryId {
    /// Every registry, in the order of reports.
    pub const ALL: [Self; 4] =
        [Self::SenmlUnits, Self::SecondaryUnits, Self::CoapContentFormats, Self::HttpContentCodings];

    /// The name in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SenmlUnits => "iana.senml-units",
            Self::SecondaryUnits => "iana.secondary-units",
            Self::CoapContentFormats => "coap-content-formats",
            Self::HttpContentCodings => "http-content-codings",
        }
    }
}

/// The registries one comparison asked, each once, in the order of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Consulted([bool; 4]);

impl Consulted {
    /// Notes that a registry was asked.
    pub fn insert(&mut self, registry: RegistryId) {
        for (slot, id) in self.0.iter_mut().zip(RegistryId::ALL) {
            *slot |= id == registry;
        }
    }

    /// Adds everything another comparison asked.
    pub fn extend(&mut self, other: Self) {
        for (slot, asked) in self.0.iter_mut().zip(other.0) {
            *slot |= asked;
        }
    }

    /// The registries asked.
    pub fn iter(self) -> impl Iterator<Item = RegistryId> {
        self.0.into_iter().zip(RegistryId::ALL).filter_map(|(asked, id)| asked.then_some(id))
    }
}

/// The rows of an embedded table: its lines without the leading comment.
fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with("# "))
}
