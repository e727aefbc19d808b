//! Any text as a profile file: no panic, the same profile from every syntax that can write it, and documents can be
//! compared with it. One byte chooses the syntax; a document may follow after a zero byte.

#![no_main]

use std::sync::Arc;

use countersign::document::{Format, Options, Profile, ProfileSyntax, compare, replay};
use libfuzzer_sys::fuzz_target;

const SOURCE: &str =
    "# Part 1. Terms\n\n1.1 \"Rent\" means (30) days.\n\n(a) Pay 3.4 %.\n\nSchedule 2\n\nNOTICE OF DEFAULT\n";

fn same(written: &str, syntax: ProfileSyntax, profile: &Profile) {
    let other = Profile::read(written, syntax).expect("the same profile in another syntax");
    assert_eq!(format!("{other:?}"), format!("{profile:?}"));
}

/// What is done in parallel stays on this thread, so that an input takes the same way every time, and at once.
fn one_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("the first pool");
}

fuzz_target!(init: one_thread(), |bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (text, document) = text.split_once('\0').unwrap_or((text, SOURCE));
    let syntax = [ProfileSyntax::Yaml, ProfileSyntax::Toml, ProfileSyntax::Json][usize::from(choice) % 3];
    let profile = match Profile::read(text, syntax) {
        Ok(profile) => profile,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    match syntax {
        ProfileSyntax::Toml => {
            let value: toml::Table = toml::from_str(text).expect("it was read as TOML");
            same(&serde_json::to_string(&value).expect("no key but texts"), ProfileSyntax::Json, &profile);
        }
        ProfileSyntax::Json => {
            let value: serde_json::Value = serde_json::from_str(text).expect("it was read as JSON");
            // What JSON writers write is YAML as well.
            same(&value.to_string(), ProfileSyntax::Yaml, &profile);
        }
        ProfileSyntax::Yaml => {}
    }
    let profile = Arc::new(profile);
    for format in [Format::Markdown, Format::Text] {
        let options =
            Options { format: Some(format), profile: Some(Arc::clone(&profile)), ..Options::default() };
        let same = compare(document.as_bytes(), document.as_bytes(), &options).expect("a small document");
        assert!(same.changes.is_empty(), "{:?}", same.changes);
        let comparison = compare(SOURCE.as_bytes(), document.as_bytes(), &options).expect("small documents");
        for change in &comparison.changes {
            if change.source.is_some() && change.test.is_some() {
                assert_eq!(replay(&change.source_text, &change.inline).as_ref(), Some(&change.test_text));
            }
        }
    }
});
