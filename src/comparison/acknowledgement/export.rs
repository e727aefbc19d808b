//! The acknowledgement file that covers a comparison, for someone to read and sign.
//!
//! Review work survives: entries of an earlier file that still match keep their notes and their order, and the new
//! ones follow.

use std::collections::HashSet;

use super::entry::Identity;
use super::unexamined::Unexamined;
use super::{DifferenceAcknowledgement, DifferenceAcknowledgements, ENTRIES, SCHEMA, VERSION, matching};
use crate::comparison::{Revision, RevisionComparison};
use crate::json::write_text;

/// An acknowledgement file, and what it leaves out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The file: compact JSON with sorted members, ended by one line feed.
    pub json: Vec<u8>,
    /// How many entries it holds.
    pub entries: usize,
    /// How many of them match nothing and were kept, because what they name could not be examined.
    pub unexamined: usize,
    /// Entries of the earlier file that match nothing any more and were left out.
    pub dropped: Vec<DifferenceAcknowledgement>,
}

/// Why a comparison has no acknowledgement file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// More eligible differences than a file may have entries.
    #[error(
        "{0} differences can be acknowledged, and an acknowledgement file holds at most {ENTRIES} entries; \
         compare fewer documents at a time"
    )]
    TooManyEntries(usize),
    /// The file would be longer than its reader accepts.
    #[error(
        "the acknowledgement file would have {0} bytes, and its reader accepts at most {max}; compare fewer documents \
         at a time, or shorten notes",
        max = DifferenceAcknowledgements::FILE_BYTES
    )]
    TooLarge(usize),
}

/// Writes the file with an entry for every difference that can be acknowledged, in report order.
///
/// Entries of `kept` that still match come first, with their notes and in their order, and between them those of which
/// nobody knows whether they match, because what they name could not be examined. The others are left out, or kept in
/// place when `keep_unused` is set.
///
/// # Errors
/// The reader of such files would refuse it for its size.
pub fn export(
    comparison: &RevisionComparison<'_>,
    kept: Option<&DifferenceAcknowledgements>,
    keep_unused: bool,
) -> Result<Exported, ExportError> {
    let earlier = comparison.catalogue(Revision::Earlier);
    let later = comparison.catalogue(Revision::Later);
    let eligible: Vec<_> = comparison
        .differences()
        .iter()
        .filter_map(|difference| matching::of(difference, earlier, later))
        .collect();
    let kept = kept.map_or(&[][..], DifferenceAcknowledgements::entries);
    let unexamined = Unexamined::of(comparison);
    merge(&eligible, kept, keep_unused, |entry| unexamined.covers(entry))
}

fn merge(
    eligible: &[DifferenceAcknowledgement],
    kept: &[DifferenceAcknowledgement],
    keep_unused: bool,
    unexamined: impl Fn(&DifferenceAcknowledgement) -> bool,
) -> Result<Exported, ExportError> {
    let matching: HashSet<Identity<'_>> = eligible.iter().map(DifferenceAcknowledgement::identity).collect();
    let mut written: HashSet<Identity<'_>> = HashSet::with_capacity(matching.len());
    let mut entries = Vec::new();
    let mut dropped = Vec::new();
    let mut kept_unexamined = 0;
    for entry in kept {
        let matches = matching.contains(&entry.identity());
        let unknown = !matches && unexamined(entry);
        kept_unexamined += usize::from(unknown);
        if keep_unused || matches || unknown {
            written.insert(entry.identity());
            entries.push(entry);
        } else {
            dropped.push(entry.clone());
        }
    }
    // Two differences may share an identity; the file may not hold it twice.
    entries.extend(eligible.iter().filter(|entry| written.insert(entry.identity())));
    if entries.len() > ENTRIES {
        return Err(ExportError::TooManyEntries(entries.len()));
    }
    let mut json = String::from("{\"differences\":[");
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 {
            json.push(',');
        }
        entry.write_json(&mut json, true);
    }
    json.push_str("],\"schema\":");
    write_text(&mut json, SCHEMA);
    json.push_str(",\"version\":");
    write_text(&mut json, VERSION);
    json.push_str("}\n");
    if json.len() > DifferenceAcknowledgements::FILE_BYTES {
        return Err(ExportError::TooLarge(json.len()));
    }
    Ok(Exported { json: json.into_bytes(), entries: entries.len(), unexamined: kept_unexamined, dropped })
}

#[cfg(test)]
mod tests {
    use super::super::matching::tests::{catalogue, changed, undetermined};
    use super::*;
    use crate::comparison::{Class, Classification, Difference, DifferenceKind, Subject};
    use crate::model::{Catalogue, Limits};
    use proptest::prelude::*;

    fn entries(differences: &[Difference], documents: &Catalogue) -> Vec<DifferenceAcknowledgement> {
        differences.iter().filter_map(|difference| matching::of(difference, documents, documents)).collect()
    }

    fn known(_: &DifferenceAcknowledgement) -> bool {
        false
    }

    fn text(exported: &Exported) -> &str {
        std::str::from_utf8(&exported.json).unwrap()
    }

    #[test]
    fn every_eligible_difference_has_an_entry_in_report_order() {
        let documents = catalogue(&["a.sdf.json"]);
        let differences = [
            changed(&documents, "a.sdf.json", "/sdfObject/O/\u{1}", "maximum"),
            undetermined(changed(&documents, "a.sdf.json", "/b", "unit"), "comparison.unit_added"),
            undetermined(changed(&documents, "a.sdf.json", "/c", "unit"), "operation.limit"),
        ];
        let exported = merge(&entries(&differences, &documents), &[], false, known).unwrap();
        assert_eq!(
            text(&exported),
            concat!(
                r#"{"differences":[{"classification":"breaking","earlier":{"document":"a.sdf.json","pointer":"/sdfObject/O/\u0001"},"#,
                r#""kind":"changed","later":{"document":"a.sdf.json","pointer":"/sdfObject/O/\u0001"},"quality":"maximum","subject":"quality"},"#,
                r#"{"classification":"undetermined","earlier":{"document":"a.sdf.json","pointer":"/b"},"kind":"changed","#,
                r#""later":{"document":"a.sdf.json","pointer":"/b"},"quality":"unit","subject":"quality"}],"#,
                r#""schema":"esdieff.acknowledged-differences","version":"1"}"#,
                "\n"
            )
        );
        assert_eq!(exported.entries, 2);
    }

    #[test]
    fn nothing_eligible_gives_an_empty_list() {
        let exported = merge(&[], &[], false, known).unwrap();
        assert_eq!(
            text(&exported),
            "{\"differences\":[],\"schema\":\"esdieff.acknowledged-differences\",\"version\":\"1\"}\n"
        );
    }

    #[test]
    fn earlier_entries_that_still_match_keep_their_order_and_their_notes() {
        let documents = catalogue(&["d"]);
        let at = |pointer: &str| changed(&documents, "d", pointer, "maximum");
        let eligible = entries(&[at("/a"), at("/b"), at("/c"), at("/b")], &documents);
        let [gone, c, a] = ["/gone", "/c", "/a"].map(|pointer| {
            entries(&[at(pointer)], &documents).remove(0).with_note(format!("note of {pointer}")).unwrap()
        });
        let kept = [c.clone(), gone.clone(), a.clone()];
        let read = |exported: &Exported| {
            DifferenceAcknowledgements::from_json(&exported.json, &Limits::default())
                .unwrap()
                .entries()
                .to_vec()
        };

        let exported = merge(&eligible, &kept, false, known).unwrap();
        assert_eq!(read(&exported), [c.clone(), a.clone(), eligible[1].clone()]);
        assert_eq!(exported.dropped, std::slice::from_ref(&gone));

        let exported = merge(&eligible, &kept, true, known).unwrap();
        assert_eq!(read(&exported), [c, gone, a, eligible[1].clone()]);
        assert_eq!(exported.dropped, []);
        assert_eq!(merge(&eligible, &read(&exported), true, known).unwrap(), exported);
    }

    #[test]
    fn a_file_that_its_reader_would_refuse_is_not_written() {
        let documents = catalogue(&["d"]);
        let many = |count: usize, bytes: usize| -> Vec<_> {
            let differences: Vec<_> = (0..count)
                .map(|index| changed(&documents, "d", &format!("/{index:0bytes$}"), "maximum"))
                .collect();
            entries(&differences, &documents)
        };
        assert_eq!(merge(&many(4096, 8), &[], false, known).unwrap().entries, 4096);
        assert_eq!(merge(&many(4097, 8), &[], false, known), Err(ExportError::TooManyEntries(4097)));
        assert!(
            matches!(merge(&many(100, 8000), &[], false, known), Err(ExportError::TooLarge(bytes)) if bytes > 1 << 20)
        );
    }

    fn any_entry() -> impl Strategy<Value = DifferenceAcknowledgement> {
        let kind = prop_oneof![
            Just(DifferenceKind::Removed),
            Just(DifferenceKind::Added),
            Just(DifferenceKind::Changed)
        ];
        let subject = prop_oneof![
            Just(Subject::Document),
            Just(Subject::Entry),
            Just(Subject::Definition(Class::Event)),
            any::<String>().prop_map(Subject::Quality)
        ];
        let classification = prop_oneof![Just(Classification::Breaking), Just(Classification::Undetermined)];
        let location = || (any::<String>(), proptest::collection::vec(any::<String>(), 0..4));
        let place =
            prop_oneof![(Just(true), Just(false)), (Just(false), Just(true)), (Just(true), Just(true))];
        (kind, subject, classification, location(), location(), place, proptest::option::of(any::<String>()))
            .prop_filter_map(
                "a text is too long",
                |(kind, subject, classification, earlier, later, (has_earlier, has_later), note)| {
                    let pointer = |tokens: &[String]| {
                        tokens.iter().fold(String::new(), |mut pointer, token| {
                            crate::json::pointer::push_token(&mut pointer, token);
                            pointer
                        })
                    };
                    let mut entry = DifferenceAcknowledgement::new(kind, subject, classification).ok()?;
                    if has_earlier {
                        entry = entry.earlier(format!("d{}", earlier.0), pointer(&earlier.1)).ok()?;
                    }
                    if has_later {
                        entry = entry.later(format!("d{}", later.0), pointer(&later.1)).ok()?;
                    }
                    match note {
                        Some(note) => entry.with_note(note).ok(),
                        None => Some(entry),
                    }
                },
            )
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back_as_it_was(entries in proptest::collection::vec(any_entry(), 0..6)) {
            let Ok(signed) = DifferenceAcknowledgements::new(entries) else { return Ok(()) };
            let exported = merge(signed.entries(), &[], false, known).unwrap();
            let read = DifferenceAcknowledgements::from_json(&exported.json, &Limits::default()).unwrap();
            prop_assert_eq!(read, signed);
        }
    }
}
