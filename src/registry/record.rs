//! What a report says about the evidence it rests on.

use super::RegistryId;

/// A dated copy of one registry section.
///
/// `digest` is the SHA-256 of the table's rows: tab-separated fields as the file under `tables/` shows them, in the
/// registry's order, each row ended by LF, without the comment lines. `raw_digest` is the SHA-256 of that file with
/// its comments. Both in lower-case hexadecimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// The registry.
    pub registry: RegistryId,
    /// The name of this copy: registry, date, beginning of the digest.
    pub snapshot: &'static str,
    /// SHA-256 of the rows.
    pub digest: &'static str,
    /// How many rows there are.
    pub entries_count: usize,
    /// The rule by which the rows were chosen and written.
    pub extraction_policy: &'static str,
    /// SHA-256 of the table file.
    pub raw_digest: &'static str,
    /// The day on which the rows were written down.
    pub retrieved_at: &'static str,
    /// The day or month whose state of the registry the rows show.
    pub source_updated: &'static str,
    /// What the evidence can be used for.
    pub scope: &'static str,
}

/// One registry as a report names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Knowledge {
    /// The evidence was consulted.
    Available(&'static Record),
    /// The evidence was needed, and the caller withheld it.
    Withheld(RegistryId),
}

impl Knowledge {
    /// The registry.
    #[must_use]
    pub const fn registry(self) -> RegistryId {
        match self {
            Self::Available(record) => record.registry,
            Self::Withheld(registry) => registry,
        }
    }

    /// The wire name of the state.
    #[must_use]
    pub const fn state(self) -> &'static str {
        match self {
            Self::Available(_) => "available",
            Self::Withheld(_) => "unavailable",
        }
    }

    /// Why the evidence is unavailable.
    #[must_use]
    pub const fn reason(self) -> Option<&'static str> {
        match self {
            Self::Available(_) => None,
            Self::Withheld(_) => Some("caller_withheld"),
        }
    }
}

const UNIT_POLICY: &str = "countersign.unit-names/1";
const CONTENT_POLICY: &str = "countersign.content-format-positives/1";
const POSITIVES: &str = "relevant_dated_positive_records";
const WRITTEN: &str = "2026-11-30";

static SENML_UNITS: Record = Record {
    registry: RegistryId::SenmlUnits,
    snapshot: "iana.senml-units/2026-10/6246352c590e933b",
    digest: "6246352c590e933b72c25ef9f363171e40fea347bb7e23d08b04f9436894ed34",
    entries_count: 67,
    extraction_policy: UNIT_POLICY,
    raw_digest: "1ec907a27dfb99c7619d3a292a2c5e2c5af858928215f1c812adaa2ecd33eb02",
    retrieved_at: WRITTEN,
    source_updated: "2026-10",
    scope: "senml-units",
};

static SECONDARY_UNITS: Record = Record {
    registry: RegistryId::SecondaryUnits,
    snapshot: "iana.secondary-units/2026-10/de5c5c009ffbc61a",
    digest: "de5c5c009ffbc61aa66e71ee55065f95108709575906c6ec7cd64a2bbc7e173b",
    entries_count: 39,
    extraction_policy: UNIT_POLICY,
    raw_digest: "4ee3cdc412a9e124af97a148876a506780235efb1274df44dbc39ec0db48fca0",
    retrieved_at: WRITTEN,
    source_updated: "2026-10",
    scope: "secondary-units",
};

static COAP_CONTENT_FORMATS: Record = Record {
    registry: RegistryId::CoapContentFormats,
    snapshot: "coap-content-formats/2026-03/38de583e85534a89",
    digest: "38de583e85534a89d62073d222c263673b0dbd5cdfbb6da3e469dbb6bc46b6a4",
    entries_count: 119,
    extraction_policy: CONTENT_POLICY,
    raw_digest: "9f8438e407a2b4a13f8b21397ab24a499187ed4b6e6d30e19c1eb130a9bba549",
    retrieved_at: WRITTEN,
    source_updated: "2026-03",
    scope: POSITIVES,
};

static HTTP_CONTENT_CODINGS: Record = Record {
    registry: RegistryId::HttpContentCodings,
    snapshot: "http-content-codings/2025-10-02/d45130189d1be0ff",
    digest: "d45130189d1be0ff6621471c257bb16a6298ff898328f65db9598de98c691d74",
    entries_count: 13,
    extraction_policy: CONTENT_POLICY,
    raw_digest: "f080f59bfb2126b76e78c91344ce99e4a26963ba786efecdb98f878407b1aa77",
    retrieved_at: WRITTEN,
    source_updated: "2025-10-02",
    scope: POSITIVES,
};

impl RegistryId {
    /// The recorded copy of this registry.
    #[must_use]
    pub fn record(self) -> &'static Record {
        match self {
            Self::SenmlUnits => &SENML_UNITS,
            Self::SecondaryUnits => &SECONDARY_UNITS,
            Self::CoapContentFormats => &COAP_CONTENT_FORMATS,
            Self::HttpContentCodings => &HTTP_CONTENT_CODINGS,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::registry::{coap, codings, rows, units};

    fn sha256(bytes: &[u8]) -> String {
        Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    #[test]
    fn the_recorded_digests_are_those_of_the_tables() {
        for (registry, table) in [
            (RegistryId::SenmlUnits, units::PRIMARY),
            (RegistryId::SecondaryUnits, units::SECONDARY),
            (RegistryId::CoapContentFormats, coap::TABLE),
            (RegistryId::HttpContentCodings, codings::TABLE),
        ] {
            let record = registry.record();
            let canonical: String = rows(table).flat_map(|row| [row, "\n"]).collect();
            assert_eq!(record.registry, registry);
            assert_eq!(record.digest, sha256(canonical.as_bytes()), "{registry:?}");
            assert_eq!(record.raw_digest, sha256(table.as_bytes()), "{registry:?}");
            assert_eq!(record.entries_count, rows(table).count(), "{registry:?}");
            assert_eq!(
                record.snapshot,
                format!("{}/{}/{}", registry.as_str(), record.source_updated, &record.digest[..16])
            );
        }
    }

    #[test]
    fn withheld_evidence_says_who_withheld_it() {
        let withheld = Knowledge::Withheld(RegistryId::SenmlUnits);
        assert_eq!((withheld.state(), withheld.reason()), ("unavailable", Some("caller_withheld")));
        let available = Knowledge::Available(RegistryId::SenmlUnits.record());
        assert_eq!((available.state(), available.reason()), ("available", None));
    }
}
