//! Globs of the configuration that match nothing: a folder that was renamed, or a slip of the pen. What such a glob was
//! to select is not compared, and nothing else would say so.

use super::configuration::{Configuration, Globs};
use super::revisions::Revisions;
use crate::inert;

/// A sentence for each glob that matches no file of either revision. The default, which nobody wrote, is not told.
#[must_use]
pub fn idle_globs(revisions: &Revisions<'_>, configuration: &Configuration) -> Vec<String> {
    let lists = [
        ("include", "models", &configuration.models.include),
        ("exclude", "models", &configuration.models.exclude),
        ("include", "documents", &configuration.documents.include),
        ("exclude", "documents", &configuration.documents.exclude),
        ("include", "data", &configuration.data.include),
        ("exclude", "data", &configuration.data.exclude),
        ("include", "polish", &configuration.polish.include),
        ("exclude", "polish", &configuration.polish.exclude),
    ];
    let default = Configuration::default().models.include;
    lists
        .into_iter()
        .filter(|(_, _, globs)| **globs != default)
        .flat_map(|(key, table, globs)| {
            unmatched(revisions, configuration, globs).into_iter().map(move |glob| {
                format!(
                    "`{}` of `{key}` in [{table}] matches no file of the two revisions",
                    inert::visible(glob)
                )
            })
        })
        .collect()
}

fn unmatched<'g>(revisions: &Revisions<'_>, configuration: &Configuration, globs: &'g Globs) -> Vec<&'g str> {
    let mut matched = vec![false; globs.patterns().len()];
    let mut left = matched.len();
    let entries = revisions.head.snapshot.entries().iter().chain(revisions.base.snapshot.entries());
    for entry in entries {
        if left == 0 {
            break;
        }
        let below = configuration.working_directory.as_ref().map_or(Some(entry.path.as_str()), |folder| {
            entry.path.strip_prefix(folder.as_str()).and_then(|rest| rest.strip_prefix('/'))
        });
        let Some(path) = below else { continue };
        for at in globs.set().matches(path) {
            if let Some(known) = matched.get_mut(at).filter(|known| !**known) {
                *known = true;
                left -= 1;
            }
        }
    }
    globs.patterns().iter().zip(matched).filter(|(_, known)| !known).map(|(glob, _)| glob.as_str()).collect()
}
