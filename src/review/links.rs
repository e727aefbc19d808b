//! Symbolic links under a selected name. They are never followed, so what they lead to may change and nothing is compared.

use std::collections::BTreeSet;

use super::configuration::Configuration;
use super::revisions::Revisions;
use crate::inert;
use crate::repository::Mode;
use crate::wording::counted;

/// How many links are named.
const NAMED: usize = 3;

/// A sentence about the links that are passed over; nothing when there is none. A link in the place of a model that is not
/// the same in both revisions is not among them, because the report tells of it.
pub(super) fn passed_over(revisions: &Revisions<'_>, configuration: &Configuration) -> Option<String> {
    let Configuration { models, documents, data, polish, .. } = configuration;
    let models = configuration.selection(&models.include, &models.exclude);
    let others = [
        (&documents.include, &documents.exclude),
        (&data.include, &data.exclude),
        (&polish.include, &polish.exclude),
    ]
    .map(|(include, exclude)| configuration.selection(include, exclude));
    let [base, head] = [&revisions.base.snapshot, &revisions.head.snapshot];
    let mut links = BTreeSet::new();
    for (here, there) in [(base, head), (head, base)] {
        for entry in here.entries().iter().filter(|entry| entry.mode == Mode::Link) {
            let model = models.admits(&entry.path);
            let told = model && there.get(&entry.path) != Some(entry);
            if !told && (model || others.iter().any(|selection| selection.admits(&entry.path))) {
                links.insert(&*entry.path);
            }
        }
    }
    if links.is_empty() {
        return None;
    }
    let named: Vec<_> =
        links.iter().take(NAMED).map(|path| format!("\"{}\"", inert::terminal(path))).collect();
    let rest = if links.len() > NAMED { ", …" } else { "" };
    let count = counted(links.len(), "symbolic link is", "symbolic links are");
    Some(format!("{count} passed over, never followed: {}{rest}", named.join(", ")))
}
