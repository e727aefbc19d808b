//! Laws of the revision comparison, on models made at random.
//!
//! They hold for every pair of revisions, so none of them knows a rule: nothing differs from itself, order and spelling
//! mean nothing, what a Client may no longer send is what a Thing may newly send, and a validator that others wrote
//! agrees with every witness and every proof.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a model that cannot be made fails its law")]

#[path = "laws/generator.rs"]
mod generator;
#[path = "laws/schema.rs"]
mod schema;

use countersign::comparison::{Classification, Difference, DifferenceKind, Directions, Revision};
use countersign::json::{Decimal, ReadLimits, Tree, Value};
use countersign::{Catalogue, ComparisonRequest, SourceInput};
use generator::{Choices, descriptions, documents, model, pairs, reordered, respelled, samples};
use proptest::prelude::*;
use schema::Validator;

fn catalogue(documents: &[(&str, &Value)]) -> Catalogue {
    let inputs: Vec<_> = documents
        .iter()
        .map(|(key, value)| SourceInput::supplied(*key, value.to_string().into_bytes()))
        .collect();
    Catalogue::from_inputs(&inputs).unwrap()
}

fn compared(earlier: &Value, later: &Value) -> Vec<Difference> {
    let (earlier, later) = (catalogue(&[("a", earlier)]), catalogue(&[("a", later)]));
    ComparisonRequest::new(&earlier, &later).compare().unwrap().differences().to_vec()
}

/// Everything about a difference except its position in the report and its witness.
type Verdict =
    (DifferenceKind, String, Classification, Option<&'static str>, Directions, [Option<String>; 2]);

fn verdict(difference: &Difference) -> Verdict {
    let side = |revision| {
        difference.side(revision).map(|side| format!("{:?} {:?}", side.pointer(usize::MAX), side.presence()))
    };
    (
        difference.kind(),
        format!("{:?}", difference.subject()),
        difference.classification(),
        difference.reason().map(countersign::comparison::Reason::code),
        difference.directions(),
        Revision::BOTH.map(side),
    )
}

fn verdicts(differences: &[Difference]) -> Vec<Verdict> {
    let mut verdicts: Vec<_> = differences.iter().map(verdict).collect();
    verdicts.sort_by_key(|verdict| format!("{verdict:?}"));
    verdicts
}

/// What the later revision of the swapped comparison says in the words of the comparison itself.
fn swapped(difference: &Difference) -> Verdict {
    let (kind, subject, classification, reason, directions, [earlier, later]) = verdict(difference);
    let kind = match kind {
        DifferenceKind::Removed => DifferenceKind::Added,
        DifferenceKind::Added => DifferenceKind::Removed,
        same => same,
    };
    let directions = Directions { client: directions.thing, thing: directions.client };
    (kind, subject, classification, reason, directions, [later, earlier])
}

fn read(text: &str) -> Value {
    Value::copy(Tree::read(text.as_bytes(), &ReadLimits::default()).unwrap().root()).unwrap()
}

/// A value with its numbers normalised and its members sorted, for comparing witnesses.
fn plain(value: &Value) -> String {
    match value {
        Value::Number(token) => format!("{:?}", Decimal::parse(token).unwrap()),
        Value::Array(elements) => format!("[{}]", elements.iter().map(plain).collect::<Vec<_>>().join(",")),
        Value::Map(members) => {
            let mut members: Vec<_> =
                members.iter().map(|(name, value)| format!("{name}:{}", plain(value))).collect();
            members.sort();
            format!("{{{}}}", members.join(","))
        }
        other => other.to_string(),
    }
}

/// Whether both revisions describe the same map entries everywhere: an entry that nobody relies on may come without
/// harm, but one that goes takes a promise with it, so there the directions are not alike.
fn same_entries(earlier: &Value, later: &Value) -> bool {
    match (earlier, later) {
        (Value::Map(mine), Value::Map(others)) => {
            let find = |members: &[(String, Value)], name: &str| {
                members.iter().find(|(member, _)| member == name).map(|(_, value)| value.clone())
            };
            let names = |members: &[(String, Value)]| match find(members, "properties") {
                Some(Value::Map(entries)) => {
                    let mut names: Vec<_> = entries.into_iter().map(|(name, _)| name).collect();
                    names.sort();
                    Some(names)
                }
                _ => None,
            };
            names(mine) == names(others)
                && mine
                    .iter()
                    .all(|(name, value)| find(others, name).is_none_or(|other| same_entries(value, &other)))
        }
        _ => true,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_global_rejects: 1 << 20, ..ProptestConfig::default() })]

    #[test]
    fn nothing_differs_from_itself((model, _) in documents()) {
        for difference in compared(&model, &model) {
            prop_assert_eq!(difference.kind(), DifferenceKind::Unavailable, "{:?}", difference);
        }
    }

    #[test]
    fn order_changes_no_verdict((earlier, later) in documents(), seed: u64) {
        let choices = &mut Choices::new(seed);
        let shuffled = compared(&reordered(&earlier, choices), &reordered(&later, choices));
        prop_assert_eq!(verdicts(&compared(&earlier, &later)), verdicts(&shuffled));
    }

    #[test]
    fn spelling_changes_nothing_but_the_spelling_of_witnesses((earlier, later) in documents(), seed: u64) {
        let choices = &mut Choices::new(seed);
        let (one, other) = (compared(&earlier, &later), compared(&respelled(&earlier, choices), &respelled(&later, choices)));
        prop_assert_eq!(verdicts(&one), verdicts(&other));
        let witnesses = |differences: &[Difference]| -> Vec<Option<String>> {
            differences.iter().map(|d| d.witness().map(|w| plain(&read(w.value())))).collect()
        };
        prop_assert_eq!(witnesses(&one), witnesses(&other));
    }

    #[test]
    fn what_clients_may_no_longer_send_is_what_things_may_newly_send((earlier, later) in pairs()) {
        prop_assume!(same_entries(&earlier, &later));
        let forwards = compared(&model(&earlier, "client"), &model(&later, "client"));
        let backwards = compared(&model(&later, "thing"), &model(&earlier, "thing"));
        let mut turned: Vec<_> = backwards.iter().map(swapped).collect();
        turned.sort_by_key(|verdict| format!("{verdict:?}"));
        prop_assert_eq!(verdicts(&forwards), turned);
    }

    #[test]
    fn a_witness_is_admitted_by_exactly_one_revision((earlier, later) in pairs(), directions in prop::sample::select(vec!["client", "thing", "both"])) {
        let validators = [Validator::new(&earlier), Validator::new(&later)];
        for difference in compared(&model(&earlier, directions), &model(&later, directions)) {
            let Some(witness) = difference.witness() else { continue };
            let value = schema::value(&read(witness.value()));
            for (revision, validator) in Revision::BOTH.into_iter().zip(&validators) {
                let says = validator.admits(&value);
                let admitted = witness.admission(revision).as_str() == "admitted";
                prop_assert_eq!(says, admitted, "{:?}: {} in {:?}", difference, witness.value(), revision);
            }
        }
    }

    #[test]
    fn a_witness_knows_what_refuses_it((earlier, later) in pairs(), directions in prop::sample::select(vec!["client", "thing", "both"])) {
        for difference in compared(&model(&earlier, directions), &model(&later, directions)) {
            let Some(witness) = difference.witness() else { continue };
            // Something outside of every alternative refuses it, or no sentence could name it.
            prop_assert!(witness.refusals().iter().any(|refusal| !refusal.in_alternative), "{:?}", difference);
        }
    }

    #[test]
    fn no_value_contradicts_a_compatible_comparison((earlier, later) in pairs(), client: bool, samples in samples(24)) {
        // Clients of the earlier revision send no optional entry that it does not describe.
        prop_assume!(same_entries(&earlier, &later));
        let directions = if client { "client" } else { "thing" };
        let differences = compared(&model(&earlier, directions), &model(&later, directions));
        prop_assume!(differences.iter().all(|d| d.classification() == Classification::Compatible));
        let validators = [Validator::new(&earlier), Validator::new(&later)];
        let [admitting, other] = if client { [0, 1] } else { [1, 0] };
        for sample in samples {
            let value = schema::value(&sample);
            prop_assert!(!validators[admitting].admits(&value) || validators[other].admits(&value), "{:?}", sample);
        }
    }

    #[test]
    fn the_order_of_documents_changes_nothing_but_the_order(
        models in prop::collection::vec(documents(), 2..4),
        turn in 1usize..3,
    ) {
        let keys = ["one", "two", "three", "four"];
        let side = |later: bool, turn: usize| {
            let mut documents: Vec<_> = models
                .iter()
                .zip(keys)
                .map(|((earlier, after), key)| (key, if later { &after.0 } else { &earlier.0 }))
                .collect();
            documents.rotate_left(turn % models.len());
            catalogue(&documents)
        };
        let verdicts = |turn: usize| {
            let (earlier, later) = (side(false, turn), side(true, turn));
            let comparison = ComparisonRequest::new(&earlier, &later).compare().unwrap();
            let key = |d: &Difference| {
                let side = d.side(Revision::Earlier).map(|side| earlier.source(side.root_document()).key().to_owned());
                side.or_else(|| d.side(Revision::Later).map(|side| later.source(side.root_document()).key().to_owned()))
            };
            let mut found: Vec<_> =
                comparison.differences().iter().map(|d| format!("{:?} {:?} {:?}", key(d), verdict(d), d.witness())).collect();
            found.sort();
            found
        };
        prop_assert_eq!(verdicts(0), verdicts(turn));
    }

    #[test]
    fn a_description_admits_what_its_schema_admits(description in descriptions(), samples in samples(8)) {
        // Where a constant comes and a sample is admitted, the sample must show the change, and the other way round.
        for sample in samples {
            let Value::Map(members) = &description else { continue };
            if members.iter().any(|(name, _)| name == "const" || name == "enum" || name == "sdfChoice" || name == "default") {
                continue;
            }
            let with = |value: &Value| {
                let mut members = members.clone();
                members.push(("const".to_owned(), value.clone()));
                Value::Map(members)
            };
            // Only the sample itself is left: another constant breaks exactly when the schema admits the sample.
            let other = Value::Text("none of the samples".to_owned());
            let differences = compared(&model(&with(&sample), "client"), &model(&with(&other), "client"));
            let breaks = differences.iter().any(|d| d.witness().is_some_and(|w| plain(&read(w.value())) == plain(&sample)));
            prop_assert_eq!(breaks, Validator::new(&description).admits(&schema::value(&sample)), "{:?}", sample);
        }
    }
}
