//! The SDF models of a review: both revisions as catalogues, and the acknowledgements they are held against.

use super::configuration::{AcknowledgedFrom, Configuration};
use super::revisions::{Naming, ReviewError, Revisions};
use super::unlisted::{Unlisted, unlisted};
use crate::comparison::{ComparisonRequest, DifferenceAcknowledgements, RevisionComparison};
use crate::inert;
use crate::model::{Catalogue, CatalogueError, KEY_BYTES, SourceInput};
use crate::repository::Entry;

/// The models of both revisions.
#[derive(Debug)]
pub struct Models {
    earlier: Catalogue,
    later: Catalogue,
    acknowledgements: Option<DifferenceAcknowledgements>,
    unlisted: Vec<String>,
}

impl Models {
    /// Reads the selected models of both revisions, each distinct content once, and the acknowledgements.
    ///
    /// # Errors
    /// The acknowledgement file cannot be used, or the selected files are no revision.
    pub fn gather(
        revisions: &Revisions<'_>,
        configuration: &Configuration,
        from: AcknowledgedFrom,
    ) -> Result<Self, ReviewError> {
        let selection = configuration.selection(&configuration.models.include, &configuration.models.exclude);
        let [mut base, mut head] = revisions.select(&selection);
        let unlisted = unlisted(revisions, &selection, Some(KEY_BYTES));
        for entries in [&mut base, &mut head] {
            entries.retain(|entry| entry.path.len() <= KEY_BYTES);
        }
        revisions.prefetch(base.iter().chain(&head).map(|entry| entry.id), &configuration.limits)?;
        // A link or submodule under a model's name is never followed. Where it changed, nobody knows what that did.
        for (entries, here, there) in [
            (&mut base, &revisions.base.snapshot, &revisions.head.snapshot),
            (&mut head, &revisions.head.snapshot, &revisions.base.snapshot),
        ] {
            let unread = |entry: &&Entry| {
                !entry.mode.is_file() && entry.path.len() <= KEY_BYTES && selection.admits(&entry.path)
            };
            let changed = |entry: &&Entry| there.get(&entry.path) != Some(*entry);
            entries.extend(here.entries().iter().filter(unread).filter(changed));
        }
        let limits = configuration.limits.clone();
        let acknowledgements = match &configuration.acknowledged {
            None => None,
            Some(path) => {
                let bytes = revisions.configured(from, Naming::Acknowledged, path, configuration)?;
                let read = DifferenceAcknowledgements::from_json(&bytes, &limits);
                let shown = inert::terminal(path.as_str());
                Some(read.map_err(|error| ReviewError::Unusable(error.in_file(&shown)))?)
            }
        };
        let unusable = |error: CatalogueError| ReviewError::Unusable(error.to_string());
        let inputs = |entries: &[&Entry], side: usize| {
            let changed = unlisted.iter().filter(|file| !file.same);
            let standing = changed.filter(|file| file.stands.get(side).is_some_and(|stands| *stands));
            inputs(revisions, configuration, entries, standing)
        };
        let earlier = Catalogue::from_inputs_with_limits(&inputs(&base, 0), limits).map_err(unusable)?;
        let later = earlier.beside(&inputs(&head, 1)).map_err(unusable)?;
        let unlisted = unlisted.iter().map(Unlisted::sentence).collect();
        Ok(Self { earlier, later, acknowledgements, unlisted })
    }

    /// A sentence about each selected path that no report can carry, because it is not UTF-8 or too long.
    #[must_use]
    pub fn unlisted(&self) -> &[String] {
        &self.unlisted
    }

    /// How many files are models, in the revision that has more.
    #[must_use]
    pub fn len(&self) -> usize {
        self.earlier.sources().len().max(self.later.sources().len())
    }

    /// True when neither revision has a model.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The acknowledgements that were read.
    #[must_use]
    pub fn acknowledgements(&self) -> Option<&DifferenceAcknowledgements> {
        self.acknowledgements.as_ref()
    }

    /// Compares them. Documents that are identical with all they refer to are counted and skipped, so that what nobody
    /// could examine and nobody changed blocks no merge.
    ///
    /// # Errors
    /// The machine cannot run the comparison.
    pub fn compare(&self) -> Result<RevisionComparison<'_>, ReviewError> {
        let mut request = ComparisonRequest::new(&self.earlier, &self.later).skip_identical(true);
        if let Some(acknowledgements) = &self.acknowledgements {
            request = request.acknowledgements(acknowledgements);
        }
        request.compare().map_err(|error| ReviewError::Unusable(error.to_string()))
    }
}

/// The models of one revision, by path. What cannot be named by its path is there, and is no model that can be read.
fn inputs<'u>(
    revisions: &Revisions<'_>,
    configuration: &Configuration,
    entries: &[&Entry],
    unlisted: impl Iterator<Item = &'u Unlisted>,
) -> Vec<SourceInput> {
    let input = |entry: &&Entry| {
        let input = match revisions.bytes(entry, &configuration.limits) {
            _ if !entry.mode.is_file() => SourceInput::failed(
                &*entry.path,
                "it is a symbolic link or a submodule, which is never followed",
            ),
            Ok(bytes) => SourceInput::supplied(&*entry.path, bytes),
            Err(error) => SourceInput::failed(&*entry.path, error.to_string()),
        };
        (entry.path.clone(), input)
    };
    let failed = |file: &Unlisted| (file.name.clone(), SourceInput::failed(&*file.name, &*file.reason));
    let mut inputs: Vec<_> = entries.iter().map(input).chain(unlisted.map(failed)).collect();
    inputs.sort_by(|(a, _), (b, _)| a.as_bytes().cmp(b.as_bytes()));
    inputs.into_iter().map(|(path, input)| input.label(path)).collect()
}
