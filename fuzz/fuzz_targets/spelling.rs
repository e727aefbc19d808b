//! Two texts, split at the first zero byte, as everything small that is read: dates, addresses, units, content formats,
//! versions, paths, ids, codes and modifiers. What is valid is equal to itself, and no answer depends on the order.

#![no_main]

use countersign::explain;
use countersign::github::names::{ObjectId, Repository, Token};
use countersign::inert::is_hidden;
use countersign::registry::{RecordedRegistryPolicy, content_format, units};
use countersign::report::semver::{Step, Version};
use countersign::repository::RepositoryPath;
use countersign::value::format::{byte_string, date, date_time, time, uri, uri_reference, uuid};
use libfuzzer_sys::fuzz_target;

fn formats(one: &str, other: &str) {
    if date_time(one).is_valid() {
        assert!(date(&one[..10]).is_valid() && time(&one[11..]).is_valid() || one[11..].contains(":60"));
    }
    if let (Some(a), Some(b)) = (date_time(one).value(), date_time(other).value()) {
        assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
    }
    assert!(!uri(one).is_valid() || uri_reference(one).is_valid());
    let _ = byte_string(one);
    assert_eq!(uuid(one), uuid(&one.to_ascii_lowercase()));
}

fn registries(one: &str, other: &str) {
    use content_format::Outcome;
    for policy in [RecordedRegistryPolicy::UseRecorded, RecordedRegistryPolicy::WithholdRecorded] {
        let (there, back) =
            (content_format::compare(one, other, policy), content_format::compare(other, one, policy));
        assert_eq!(there.outcome == Outcome::Same, back.outcome == Outcome::Same);
        assert_eq!(there.outcome == Outcome::Different, back.outcome == Outcome::Different);
        let same = content_format::compare(one, one, policy).outcome;
        assert_ne!(same, Outcome::Different);
        if there.outcome == Outcome::Same {
            assert_eq!(same, Outcome::Same);
        }
        let (there, back) = (units::compare(one, other, policy), units::compare(other, one, policy));
        assert_eq!(there.outcome, back.outcome);
        assert_eq!(units::compare(one, one, policy).outcome, units::Outcome::Same);
    }
}

fn versions(one: &str, other: &str) {
    let Some(version) = Version::parse(one) else { return };
    let again = Version::parse(&version.to_string()).expect("a version is written as one");
    assert_eq!(again, version);
    assert!(again.prefix == version.prefix);
    for step in [Step::Patch, Step::Minor, Step::Major] {
        let next = Version::parse(&version.next(step)).expect("a next version is one");
        assert!(next >= version, "{one} {step:?}");
    }
    if let Some(other) = Version::parse(other) {
        assert_eq!(version.cmp(&other), other.cmp(&version).reverse());
    }
}

fn names(one: &str) {
    if let Ok(path) = RepositoryPath::new(one) {
        assert_eq!(RepositoryPath::new(path.as_str()).as_ref(), Ok(&path));
        assert!(path.as_str().split('/').all(|name| !["", ".", "..", ".git"].contains(&name)));
        let below = path.below(Some(&path));
        assert_eq!(RepositoryPath::new(below.as_str()), Ok(below));
    }
    if let Some(id) = ObjectId::parse(one) {
        assert_eq!(ObjectId::parse(id.as_str()), Some(id));
    }
    if let Some(repository) = Repository::parse(one) {
        assert_eq!(Repository::parse(&repository.to_string()), Some(repository));
    }
    if let Some(token) = Token::new(one) {
        assert_eq!(format!("{token:?}"), "Token(***)");
    }
    if let Some(topic) = explain::find(one) {
        assert!(!explain::topic_markdown(&topic).is_empty());
        assert!(explain::find(&topic.code()).is_some());
    } else if let Some(meant) = explain::nearest(one) {
        assert!(explain::find(&meant).is_some(), "{meant}");
    }
    if let Err(error) = countersign::polish::select(&[one]) {
        assert!(!error.to_string().chars().any(is_hidden), "{error}");
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (one, other) = text.split_once('\0').unwrap_or((text, text));
    formats(one, other);
    registries(one, other);
    versions(one, other);
    names(one);
});
