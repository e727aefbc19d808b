//! What the file form accepts, and how it refuses.

use super::*;
use proptest::prelude::*;

fn read(file: &str) -> Result<DifferenceAcknowledgements, AcknowledgementError> {
    DifferenceAcknowledgements::from_json(file.as_bytes(), &Limits::default())
}

fn with(entries: &str) -> String {
    format!(
        "{{\"schema\": \"esdieff.acknowledged-differences\", \"version\": \"1\", \"differences\": [{entries}]}}"
    )
}

/// A valid entry with one member's text replaced.
fn entry_with(from: &str, to: &str) -> String {
    let entry = r#"{"kind": "changed", "subject": "quality", "quality": "unit", "classification": "undetermined",
 "earlier": {"document": "a.sdf.json", "pointer": "/sdfObject/A/sdfProperty/t/unit"},
 "later": {"document": "a.sdf.json", "pointer": "/sdfObject/A/sdfProperty/t/unit"}, "note": "seen"}"#;
    assert!(entry.contains(from), "{from}");
    with(&entry.replacen(from, to, 1))
}

#[test]
fn a_file_keeps_its_entries_in_order_with_their_notes() {
    let file = with(
        r#"{"kind": "removed", "subject": "sdfEvent", "classification": "breaking",
               "earlier": {"document": "a", "pointer": ""}, "later": null},
              {"later": {"pointer": "/x~1y", "document": "b"}, "\u0065arlier": null, "note": "",
               "classification": "undetermined", "quality": "", "subject": "quality", "kind": "added"}"#,
    );
    let read = read(&file).unwrap();
    let [first, second] = read.entries() else { panic!("{read:?}") };
    assert_eq!(
        (first.kind(), first.subject()),
        (DifferenceKind::Removed, &Subject::Definition(Class::Event))
    );
    assert_eq!((first.document(Revision::Earlier), first.pointer(Revision::Earlier)), (Some("a"), Some("")));
    assert_eq!((first.document(Revision::Later), first.note()), (None, None));
    assert_eq!(second.subject(), &Subject::Quality(String::new()));
    assert_eq!((second.pointer(Revision::Later), second.note()), (Some("/x~1y"), Some("")));
    assert_eq!(read, DifferenceAcknowledgements::new(read.entries().to_vec()).unwrap());
}

#[test]
fn every_limit_is_met_exactly() {
    for (from, at, beyond, member) in [
        ("\"unit\"", 256, 257, "quality"),
        ("\"a.sdf.json\"", 256, 257, "earlier.document"),
        ("\"seen\"", 1024, 1025, "note"),
    ] {
        read(&entry_with(from, &format!("\"{}\"", "x".repeat(at)))).unwrap();
        let error = read(&entry_with(from, &format!("\"{}\"", "x".repeat(beyond)))).unwrap_err();
        assert_eq!(error.member(), Some(member));
    }
    let pointer = |bytes: usize| {
        entry_with("\"/sdfObject/A/sdfProperty/t/unit\"", &format!("\"/{}\"", "p".repeat(bytes - 1)))
    };
    read(&pointer(8192)).unwrap();
    assert_eq!(read(&pointer(8193)).unwrap_err().fault(), &Fault::PointerTooLong(8193));

    let many = |count: usize| {
        let entries: Vec<_> = (0..count)
               .map(|index| {
                   format!(
                       r#"{{"kind":"removed","subject":"sdfThing","classification":"breaking","earlier":{{"document":"d","pointer":"/{index}"}},"later":null}}"#
                   )
               })
               .collect();
        with(&entries.join(","))
    };
    assert_eq!(read(&many(4096)).unwrap().entries().len(), 4096);
    assert_eq!(read(&many(4097)).unwrap_err().fault(), &Fault::TooManyEntries(4097));

    let mut file = with("");
    file.push_str(&" ".repeat(DifferenceAcknowledgements::FILE_BYTES - file.len()));
    read(&file).unwrap();
    file.push(' ');
    assert_eq!(
        read(&file).unwrap_err().to_string(),
        "the file has more than 1048576 bytes, the most an acknowledgement file may have"
    );
}

/// One line for each way a file can be wrong, with everything its author needs to find the place.
#[test]
fn a_refusal_names_entry_member_line_and_column() {
    let files = [
           String::new(),
           "\u{FEFF}{}".to_owned(),
           "[]".to_owned(),
           "{}".to_owned(),
           with("") + " x",
           with("").replace("\"1\"", "1"),
           with("").replace("\"1\"", "\"2\""),
           with("").replace("esdieff.acknowledged-differences", "esdieff.other\u{202E}"),
           with("").replace("[]", "{}"),
           with("").replace("\"version\"", "\"extra\": 1, \"version\""),
           with("").replace("\"version\"", "\"schema\": 1, \"version\""),
           with("5"),
           with("{}"),
           entry_with("\"changed\"", "\"dropped\""),
           entry_with("\"changed\"", "\"unavailable\""),
           entry_with("\"changed\"", "\"\\ud800\""),
           entry_with("\"kind\": \"changed\", ", ""),
           entry_with("\"quality\",", "\"sdfData\","),
           entry_with("\"quality\": \"unit\", ", ""),
           entry_with("\"unit\"", "null"),
           entry_with("\"subject\": \"quality\"", "\"subject\": \"sdfObject\""),
           entry_with("\"undetermined\"", "\"compatible\""),
           entry_with("\"undetermined\"", "\"bad\""),
           entry_with("\"note\": \"seen\"", "\"note\": null"),
           entry_with("\"note\": \"seen\"", "\"n\\u001b\": 1"),
           entry_with("\"note\"", "\"kind\""),
           entry_with("{\"document\": \"a.sdf.json\", \"pointer\": \"/sdfObject/A/sdfProperty/t/unit\"},\n \"later\"", "1,\n \"later\""),
           entry_with("\"later\": {\"document\": \"a.sdf.json\", ", "\"later\": {"),
           entry_with("\"pointer\"", "\"path\""),
           entry_with("\"a.sdf.json\"", "\"\""),
           entry_with("\"/sdfObject", "\"sdfObject"),
           entry_with("/t/unit", "/~t/unit"),
           with(
               r#"{"kind": "removed", "subject": "sdfThing", "classification": "breaking", "earlier": null, "later": null}"#,
           ),
           with(
               &[r#"{"kind":"removed","subject":"sdfThing","classification":"breaking","earlier":{"document":"d","pointer":""},"later":null}"#; 2]
                   .join(",\n"),
           ),
       ];
    let refusals: Vec<_> = files.iter().map(|file| read(file).unwrap_err().to_string()).collect();
    insta::assert_snapshot!(refusals.join("\n"));
}

#[test]
fn nesting_is_bounded_by_the_limits_of_the_revisions() {
    let limits = Limits { nesting: 2, ..Limits::default() };
    DifferenceAcknowledgements::from_json(with("").as_bytes(), &limits).unwrap();
    let error = DifferenceAcknowledgements::from_json(with("{}").as_bytes(), &limits).unwrap_err();
    assert!(error.to_string().contains("more than 2 containers stand inside one another (limit `nesting`); raise it with --limit nesting=VALUE"));
}

proptest! {
    /// Whatever is done to a file, its reader answers, and a refusal points into the file.
    #[test]
    fn a_damaged_file_is_read_or_refused_with_a_place(
        start in 0usize..420, length in 0usize..8, patch in "[\\[\\]{}\",:\\\\a-z0-9 ~/\u{e9}]{0,8}",
    ) {
        let file = entry_with("\"seen\"", "\"\"").into_bytes();
        let start = start.min(file.len());
        let end = (start + length).min(file.len());
        let damaged = [&file[..start], patch.as_bytes(), &file[end..]].concat();
        match DifferenceAcknowledgements::from_json(&damaged, &Limits::default()) {
            Ok(read) => prop_assert!(read.entries().len() <= 1),
            Err(error) => {
                let position = error.position().unwrap();
                let lines = damaged.split(|&byte| byte == b'\n').count();
                prop_assert!((1..=lines).contains(&position.line), "{}", error);
            }
        }
    }
}
