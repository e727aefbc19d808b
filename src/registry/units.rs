//! Unit names: SenML Units first, SenML Secondary Units for what the first lacks.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Consulted, RecordedRegistryPolicy, RegistryId, rows};

pub(super) const PRIMARY: &str = include_str!("tables/senml-units.tsv");
pub(super) const SECONDARY: &str = include_str!("tables/secondary-units.tsv");

/// What the registry says about a recorded unit name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// An entry that is meant to be used.
    Current,
    /// An entry whose own registration discourages new use.
    Legacy,
}

/// What comparing two unit names found. The first that applies, in the order of the variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The same text.
    Same,
    /// One of the names has a colon, so it is a URI, and the tables do not hold URIs.
    UriName,
    /// The evidence was needed, and the caller withheld it.
    EvidenceWithheld(RegistryId),
    /// One of the names is in neither section.
    Unrecorded,
    /// One of the names is legacy.
    Legacy,
    /// Two different current names, so Clients misread every value.
    BothCurrentDifferent,
}

/// The outcome, and the registries it rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    /// What was found.
    pub outcome: Outcome,
    /// The registries that were asked.
    pub consulted: Consulted,
}

/// Compares two unit names by exact text and recorded standing.
///
/// ```
/// use countersign::registry::{RecordedRegistryPolicy, RegistryId, units};
/// let change = units::compare("ms", "s", RecordedRegistryPolicy::UseRecorded);
/// assert_eq!(change.outcome, units::Outcome::BothCurrentDifferent);
/// assert!(change.consulted.iter().eq([RegistryId::SenmlUnits, RegistryId::SecondaryUnits]));
/// ```
#[must_use]
pub fn compare(earlier: &str, later: &str, policy: RecordedRegistryPolicy) -> Comparison {
    let mut consulted = Consulted::default();
    let outcome = if earlier == later {
        Outcome::Same
    } else if earlier.contains(':') || later.contains(':') {
        Outcome::UriName
    } else if policy == RecordedRegistryPolicy::WithholdRecorded {
        Outcome::EvidenceWithheld(RegistryId::SenmlUnits)
    } else {
        match (standing(earlier, &mut consulted), standing(later, &mut consulted)) {
            (None, _) | (_, None) => Outcome::Unrecorded,
            (Some(Standing::Current), Some(Standing::Current)) => Outcome::BothCurrentDifferent,
            (Some(_), Some(_)) => Outcome::Legacy,
        }
    };
    Comparison { outcome, consulted }
}

/// The recorded standing of a unit name, by exact text.
///
/// The secondary section is asked only when the primary one has no such name; `consulted` gains what was asked.
pub fn standing(name: &str, consulted: &mut Consulted) -> Option<Standing> {
    static SECTIONS: LazyLock<[(RegistryId, HashMap<&str, Standing>); 2]> = LazyLock::new(|| {
        [(RegistryId::SenmlUnits, section(PRIMARY)), (RegistryId::SecondaryUnits, section(SECONDARY))]
    });
    SECTIONS.iter().find_map(|(registry, names)| {
        consulted.insert(*registry);
        names.get(name).copied()
    })
}

fn section(table: &'static str) -> HashMap<&'static str, Standing> {
    rows(table)
        .filter_map(|row| row.split_once('\t'))
        .map(|(name, legacy)| (name, if legacy == "true" { Standing::Legacy } else { Standing::Current }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use RegistryId::{SecondaryUnits, SenmlUnits};

    #[track_caller]
    fn check(
        earlier: &str,
        later: &str,
        policy: RecordedRegistryPolicy,
        outcome: Outcome,
        consulted: &[RegistryId],
    ) {
        for (one, other) in [(earlier, later), (later, earlier)] {
            let change = compare(one, other, policy);
            assert_eq!(change.outcome, outcome, "{one} {other}");
            assert!(change.consulted.iter().eq(consulted.iter().copied()), "{one} {other}");
        }
    }

    #[test]
    fn two_current_names_differ_and_only_the_sections_needed_are_asked() {
        check("m", "kg", RecordedRegistryPolicy::UseRecorded, Outcome::BothCurrentDifferent, &[SenmlUnits]);
        check(
            "Wh",
            "kWh",
            RecordedRegistryPolicy::UseRecorded,
            Outcome::BothCurrentDifferent,
            &[SenmlUnits, SecondaryUnits],
        );
        check("m", "m", RecordedRegistryPolicy::UseRecorded, Outcome::Same, &[]);
    }

    #[test]
    fn legacy_and_unrecorded_names_settle_nothing_and_unrecorded_comes_first() {
        check("g", "kg", RecordedRegistryPolicy::UseRecorded, Outcome::Legacy, &[SenmlUnits]);
        check("g", "l", RecordedRegistryPolicy::UseRecorded, Outcome::Legacy, &[SenmlUnits]);
        check(
            "KG",
            "kg",
            RecordedRegistryPolicy::UseRecorded,
            Outcome::Unrecorded,
            &[SenmlUnits, SecondaryUnits],
        );
        check(
            " kg",
            "g",
            RecordedRegistryPolicy::UseRecorded,
            Outcome::Unrecorded,
            &[SenmlUnits, SecondaryUnits],
        );
        check(
            "",
            "kg",
            RecordedRegistryPolicy::UseRecorded,
            Outcome::Unrecorded,
            &[SenmlUnits, SecondaryUnits],
        );
    }

    #[test]
    fn a_uri_name_asks_no_registry_and_comes_before_withholding() {
        check("x:kg", "kg", RecordedRegistryPolicy::UseRecorded, Outcome::UriName, &[]);
        check("x:kg", "kg", RecordedRegistryPolicy::WithholdRecorded, Outcome::UriName, &[]);
        check(
            "m",
            "kg",
            RecordedRegistryPolicy::WithholdRecorded,
            Outcome::EvidenceWithheld(SenmlUnits),
            &[],
        );
    }

    #[test]
    fn no_name_is_recorded_twice() {
        let mut names: Vec<_> = [PRIMARY, SECONDARY].into_iter().flat_map(rows).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup_by_key(|row| row.split('\t').next());
        assert_eq!(names.len(), count);
    }
}
