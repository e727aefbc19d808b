//! References: what is copied, what a merge patch does to the copy, and where references in the copy lead.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use countersign::comparison::{Difference, Revision, RevisionComparison};
use countersign::{Catalogue, ComparisonRequest, SourceInput};

fn catalogue(documents: &[(&str, &str)]) -> Catalogue {
    let inputs: Vec<_> =
        documents.iter().map(|(key, text)| SourceInput::supplied(*key, text.as_bytes())).collect();
    Catalogue::from_inputs(&inputs).unwrap()
}

/// One line for each difference: place, classification, and the reason or the witness.
fn said(comparison: &RevisionComparison<'_>) -> Vec<String> {
    let line = |difference: &Difference| {
        let side = difference.side(Revision::Later).or(difference.side(Revision::Earlier)).unwrap();
        let proof = match (difference.witness(), difference.reason()) {
            (Some(witness), _) => format!(" {}", witness.value()),
            (None, Some(reason)) => format!(" {}", reason.code()),
            (None, None) => String::new(),
        };
        format!("{} {}{proof}", side.pointer(4096).unwrap(), difference.classification().as_str())
    };
    comparison.differences().iter().map(line).collect()
}

fn compared(earlier: &[(&str, &str)], later: &[(&str, &str)]) -> Vec<String> {
    let (earlier, later) = (catalogue(earlier), catalogue(later));
    said(&ComparisonRequest::new(&earlier, &later).compare().unwrap())
}

/// Compares one document with itself.
fn alone(document: &str) -> Vec<String> {
    compared(&[("a", document)], &[("a", document)])
}

#[test]
fn a_shared_definition_that_changes_changes_whoever_refers_to_it() {
    let model = |maximum: u32| {
        format!(
            r##"{{"sdfData":{{"Level":{{"type":"integer","maximum":{maximum}}}}},
                "sdfObject":{{"O":{{"sdfProperty":{{
                    "a":{{"sdfRef":"#/sdfData/Level","writable":false}},
                    "b":{{"sdfRef":"#/sdfData/Level","writable":false,"maximum":5}}}}}}}}}}"##
        )
    };
    let (earlier, later) = (model(9), model(12));
    assert_eq!(
        compared(&[("a", &earlier)], &[("a", &later)]),
        ["/sdfObject/O/sdfProperty/a/maximum breaking 12"]
    );
}

#[test]
fn a_reference_inside_a_copy_follows_the_copy_when_it_leads_into_it() {
    // `b` refers to its sibling `a`. In Derived, which refines `a`, it means the refined one.
    let model = |refined: u32| {
        format!(
            r##"{{"sdfObject":{{
                "Base":{{"sdfProperty":{{"a":{{"type":"integer","maximum":9,"writable":false}},
                    "b":{{"sdfRef":"#/sdfObject/Base/sdfProperty/a"}}}}}},
                "Derived":{{"sdfRef":"#/sdfObject/Base","sdfProperty":{{"a":{{"maximum":{refined}}}}}}}}}}}"##
        )
    };
    let (earlier, later) = (model(5), model(6));
    let catalogues = (catalogue(&[("a", &earlier)]), catalogue(&[("a", &later)]));
    let comparison = ComparisonRequest::new(&catalogues.0, &catalogues.1).compare().unwrap();
    assert_eq!(
        said(&comparison),
        [
            "/sdfObject/Derived/sdfProperty/a/maximum breaking 6",
            "/sdfObject/Derived/sdfProperty/b/maximum breaking 6"
        ]
    );
    assert_eq!(comparison.interpretations(), ["copied-reference-relocation/1"]);
}

#[test]
fn references_that_lead_back_to_themselves_end_where_they_begin() {
    let cycle = "undetermined reference.effective_cycle";
    assert_eq!(
        alone(r##"{"sdfObject":{"O":{"sdfProperty":{"p":{"sdfRef":"#/sdfObject/O/sdfProperty/p"}}}}}"##),
        [format!("/sdfObject/O/sdfProperty/p {cycle}")]
    );
    assert_eq!(
        alone(
            r##"{"sdfObject":{"O":{"sdfProperty":{"p":{"sdfRef":"#/sdfObject/O/sdfProperty/q"},
                "q":{"sdfRef":"#/sdfObject/O/sdfProperty/p"}}}}}"##
        ),
        [format!("/sdfObject/O/sdfProperty/p {cycle}"), format!("/sdfObject/O/sdfProperty/q {cycle}")]
    );
    // A tree whose children are trees: the description stands, the entry that repeats it does not.
    assert_eq!(
        alone(
            r##"{"sdfData":{"Tree":{"type":"object","properties":{"child":{"sdfRef":"#/sdfData/Tree"}}}},
                "sdfObject":{"O":{"sdfProperty":{"p":{"sdfRef":"#/sdfData/Tree"}}}}}"##
        ),
        [format!("/sdfObject/O/sdfProperty/p/properties/child {cycle}")]
    );
}

#[test]
fn a_patch_that_replaces_a_broken_reference_mends_it() {
    let model = |patch: &str| {
        format!(
            r##"{{"sdfData":{{"D":{{"type":"object","properties":{{"x":{{"sdfRef":"#/nowhere"}}}}}}}},
                "sdfObject":{{"O":{{"sdfProperty":{{"p":{{"sdfRef":"#/sdfData/D"{patch}}}}}}}}}}}"##
        )
    };
    let broken = "/sdfObject/O/sdfProperty/p/properties/x undetermined reference.unavailable";
    assert_eq!(alone(&model("")), [broken]);
    assert!(alone(&model(r#","properties":{"x":null}"#)).is_empty());
    assert!(alone(&model(r#","properties":{"x":{"sdfRef":null,"type":"string"}}"#)).is_empty());
}

#[test]
fn a_namespace_is_the_text_of_its_binding_and_two_contributors_are_ambiguous() {
    let library = r#"{"namespace":{"l":"https://example.com/l"},"defaultNamespace":"l","sdfData":{"T":{"type":"integer"}}}"#;
    let user = r##"{"namespace":{"l":"https://example.com/l"},"sdfObject":{"O":{"sdfProperty":{"p":{"sdfRef":"l:#/sdfData/T"}}}}}"##;
    let once = [("lib", library), ("use", user)];
    assert!(compared(&once, &once).is_empty());
    let twice = [("lib", library), ("lib2", library), ("use", user)];
    assert_eq!(compared(&twice, &twice), ["/sdfObject/O/sdfProperty/p undetermined reference.ambiguous"]);
    // Who cannot be read may contribute to anything.
    let unread = [("lib", library), ("torn", "{"), ("use", user)];
    assert!(
        compared(&unread, &unread)
            .contains(&"/sdfObject/O/sdfProperty/p undetermined reference.unavailable".to_owned())
    );
}

#[test]
fn lists_of_pointers_from_older_models_are_unavailable_data() {
    let old = r##"{"sdfObject":{"O":{"sdfAction":{"a":{"sdfInputData":["#/sdfData/x"]}}}}}"##;
    assert_eq!(alone(old), ["/sdfObject/O/sdfAction/a/sdfInputData undetermined reference.unavailable"]);
}
