//! Placeholder until the registry lands; never merged.
#![allow(missing_docs)]

/// Whether recorded registries may be consulted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RecordedRegistryPolicy {
    #[default]
    UseRecorded,
    WithholdRecorded,
}

/// A recorded registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegistryId {
    SenmlUnits,
    SecondaryUnits,
    CoapContentFormats,
    HttpContentCodings,
}

/// What is known of a recorded registry.
#[derive(Debug)]
pub struct Record {
    pub registry: &'static str,
    pub snapshot: &'static str,
    pub digest: &'static str,
    pub entries_count: usize,
    pub extraction_policy: &'static str,
    pub raw_digest: &'static str,
    pub retrieved_at: &'static str,
    pub source_updated: &'static str,
    pub scope: &'static str,
}

impl RegistryId {
    pub fn name(self) -> &'static str {
        self.record().registry
    }

    pub fn record(self) -> &'static Record {
        static UNITS: Record = Record {
            registry: "iana.senml-units",
            snapshot: "iana.senml-units/2026-10-05/0000",
            digest: "00",
            entries_count: 67,
            extraction_policy: "p/1",
            raw_digest: "11",
            retrieved_at: "2026-10-05T16:49:51Z",
            source_updated: "2026-02-02",
            scope: "senml-units",
        };
        &UNITS
    }
}
