//! The SDF models of a review: both revisions as catalogues, and the acknowledgements they are held against.

use super::configuration::{AcknowledgedFrom, Configuration};
use super::revisions::{Naming, ReviewError, Revisions};
use crate::comparison::{ComparisonRequest, DifferenceAcknowledgements, RevisionComparison};
use crate::inert;
use crate::model::{Catalogue, CatalogueError, KEY_BYTES, SourceInput};
use crate::repository::{Entry, Snapshot};

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
        revisions.prefetch(base.iter().chain(&head).map(|entry| entry.id), &configuration.limits)?;
        // A link or submodule under a model's name is never followed. Where it changed, nobody knows what that did.
        for (entries, here, there) in [
            (&mut base, &revisions.base.snapshot, &revisions.head.snapshot),
            (&mut head, &revisions.head.snapshot, &revisions.base.snapshot),
        ] {
            let unread = |entry: &&Entry| !entry.mode.is_file() && selection.admits(&entry.path);
            let changed = |entry: &&Entry| there.get(&entry.path) != Some(*entry);
            entries.extend(here.entries().iter().filter(unread).filter(changed));
            entries.sort_by(|a, b| a.path.as_bytes().cmp(b.path.as_bytes()));
        }
        let limits = configuration.limits.clone();
        let acknowledgements = match &configuration.acknowledged {
            None => None,
            Some(path) => {
                let bytes = revisions.configured(from, Naming::Acknowledged, path, configuration)?;
                let read = DifferenceAcknowledgements::from_json(&bytes, &limits);
                Some(read.map_err(|error| ReviewError::File {
                    path: inert::terminal(path.as_str()).into_owned(),
                    reason: error.to_string(),
                })?)
            }
        };
        let mut unlisted: Vec<String> = [&revisions.base.snapshot, &revisions.head.snapshot]
            .into_iter()
            .flat_map(Snapshot::remarks)
            .filter(|remark| selection.admits(&remark.path))
            .map(|remark| {
                format!(
                    "{} is selected and was not compared: {}",
                    inert::terminal(&remark.path),
                    remark.reason
                )
            })
            .collect();
        unlisted.dedup();
        let unusable = |error: CatalogueError| ReviewError::Unusable(error.to_string());
        let earlier = Catalogue::from_inputs_with_limits(&inputs(revisions, configuration, &base)?, limits)
            .map_err(unusable)?;
        let later = earlier.beside(&inputs(revisions, configuration, &head)?).map_err(unusable)?;
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

fn inputs(
    revisions: &Revisions<'_>,
    configuration: &Configuration,
    entries: &[&Entry],
) -> Result<Vec<SourceInput>, ReviewError> {
    let input = |entry: &&Entry| {
        if entry.path.len() > KEY_BYTES {
            return Err(ReviewError::File {
                path: inert::terminal(&entry.path).into_owned(),
                reason: format!("the path has more than {KEY_BYTES} bytes; exclude it in [models]"),
            });
        }
        let input = match revisions.bytes(entry, &configuration.limits) {
            _ if !entry.mode.is_file() => SourceInput::failed(
                &*entry.path,
                "it is a symbolic link or a submodule, which is never followed",
            ),
            Ok(bytes) => SourceInput::supplied(&*entry.path, bytes),
            Err(error) => SourceInput::failed(&*entry.path, error.to_string()),
        };
        Ok(input.label(&*entry.path))
    };
    entries.iter().map(input).collect()
}
