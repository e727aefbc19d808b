//! What a review comes to: the four comparisons together, and their disposition.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::configuration::{AcknowledgedFrom, Configuration, FILES};
use super::data::Data;
use super::documents::Documents;
use super::links::passed_over;
use super::models::Models;
use super::polish::Polish;
use super::revisions::{ReviewError, Revisions};
use super::wire;
use crate::comparison::{Classification, Disposition, RevisionComparison};
use crate::inert;
use crate::polish::projection::{Detail, project};
use crate::report;
use crate::repository::RepositoryPath;

/// Everything that is selected, read and ready.
#[derive(Debug)]
pub struct Gathered {
    /// The models of both revisions.
    pub models: Models,
    /// The documents, compared.
    pub documents: Documents,
    /// The data, compared.
    pub data: Data,
    /// The Markdown, polished.
    pub polish: Polish,
    /// Files that decide what is compared or signed for and that the change edits, by path.
    pub edited_rules: Vec<String>,
    /// A sentence about the selected symbolic links that were passed over.
    pub links: Option<String>,
    /// The revision that these files were read from.
    pub from: AcknowledgedFrom,
}

impl Gathered {
    /// Reads what the configuration selects. `rules` are the paths that the configuration itself may stand at.
    ///
    /// # Errors
    /// Nothing is selected, or a file that the configuration names cannot be used.
    pub fn read(
        revisions: &Revisions<'_>,
        configuration: &Configuration,
        rules: &[RepositoryPath],
        from: AcknowledgedFrom,
    ) -> Result<Self, ReviewError> {
        let gathered = Self {
            models: Models::gather(revisions, configuration, from)?,
            documents: Documents::compare(revisions, configuration, from)?,
            data: Data::compare(revisions, configuration)?,
            polish: Polish::look(revisions, configuration)?,
            edited_rules: edited_rules(revisions, configuration, rules),
            links: passed_over(revisions, configuration),
            from,
        };
        let Self { models, documents, data, polish, .. } = &gathered;
        if models.is_empty() && documents.selected + data.selected + polish.selected == 0 {
            return Err(nothing_selected(revisions, configuration));
        }
        Ok(gathered)
    }

    /// Compares the models, which is what takes long.
    ///
    /// # Errors
    /// The machine cannot run the comparison.
    pub fn compare(&self) -> Result<Outcome<'_>, ReviewError> {
        Ok(Outcome { models: self.models.compare()?, has_models: !self.models.is_empty(), gathered: self })
    }
}

/// What the globs of every table say when they select nothing.
fn nothing_selected(revisions: &Revisions<'_>, configuration: &Configuration) -> ReviewError {
    let tables = [
        &configuration.models.include,
        &configuration.documents.include,
        &configuration.data.include,
        &configuration.polish.include,
    ];
    let globs: Vec<_> = tables
        .iter()
        .flat_map(|globs| globs.patterns())
        .map(|glob| format!("`{}`", inert::visible(glob)))
        .collect();
    if let Some(folder) = &configuration.working_directory
        && [&revisions.base, &revisions.head]
            .iter()
            .all(|named| !named.snapshot.has_directory(folder.as_str()))
    {
        return ReviewError::NoDirectory {
            at: revisions.working_directory_at(),
            folder: inert::visible(folder.as_str()).into_owned(),
        };
    }
    ReviewError::NothingSelected {
        one: globs.len() == 1,
        globs: globs.join(", "),
        looked_at: revisions.looked_at(),
    }
}

fn edited_rules(
    revisions: &Revisions<'_>,
    configuration: &Configuration,
    rules: &[RepositoryPath],
) -> Vec<String> {
    let profile = match &configuration.documents.profile {
        Some(super::configuration::Profile::File(path)) => Some(path),
        _ => None,
    };
    let settings = [
        configuration.acknowledged.as_ref(),
        configuration.documents.allow.as_ref(),
        configuration.documents.filter.as_ref(),
        profile,
    ];
    let folder = configuration.working_directory.as_ref();
    let settings = settings.into_iter().flatten().map(|path| path.below(folder));
    let mut edited: Vec<String> = (rules.iter().cloned().chain(settings))
        .filter(|path| revisions.differs(path))
        .map(|path| path.to_string())
        .collect();
    edited.dedup();
    edited
}

/// The paths that the configuration of a run may stand at.
#[must_use]
pub fn rule_paths(named: Option<&RepositoryPath>, folder: Option<&RepositoryPath>) -> Vec<RepositoryPath> {
    let paths: Vec<RepositoryPath> = match named {
        Some(named) => vec![named.clone()],
        None => FILES.iter().filter_map(|path| RepositoryPath::new(path).ok()).collect(),
    };
    paths.iter().map(|path| path.below(folder)).collect()
}

/// The four comparisons of a review.
#[derive(Debug)]
pub struct Outcome<'g> {
    pub(super) models: RevisionComparison<'g>,
    pub(super) has_models: bool,
    pub(super) gathered: &'g Gathered,
}

impl<'g> Outcome<'g> {
    /// The comparison of models; it has compared nothing when [`Outcome::has_models`] is false.
    #[must_use]
    pub fn models(&self) -> &RevisionComparison<'g> {
        &self.models
    }

    /// True when either revision has a model.
    #[must_use]
    pub fn has_models(&self) -> bool {
        self.has_models
    }

    /// True when something besides models is selected.
    #[must_use]
    pub fn has_others(&self) -> bool {
        let Gathered { documents, data, polish, .. } = self.gathered;
        documents.selected + data.selected + polish.selected > 0
    }

    /// The documents.
    #[must_use]
    pub fn documents(&self) -> &'g Documents {
        &self.gathered.documents
    }

    /// The data.
    #[must_use]
    pub fn data(&self) -> &'g Data {
        &self.gathered.data
    }

    /// The Markdown that was polished.
    #[must_use]
    pub fn polish(&self) -> &'g Polish {
        &self.gathered.polish
    }

    /// Files that decide what is compared or signed for and that the change edits, by path.
    #[must_use]
    pub fn edited_rules(&self) -> &'g [String] {
        &self.gathered.edited_rules
    }

    /// A sentence about each selected model that no report can carry.
    #[must_use]
    pub fn unlisted(&self) -> &'g [String] {
        self.gathered.models.unlisted()
    }

    /// A sentence about the selected symbolic links that were passed over; what they lead to may have changed.
    #[must_use]
    pub fn links(&self) -> Option<&'g str> {
        self.gathered.links.as_deref()
    }

    /// A sentence about an edit of a file that decides what is compared or signed for. `path` is safe to show.
    #[must_use]
    pub fn edited_rule(&self, path: &str) -> String {
        let effect = match self.gathered.from {
            AcknowledgedFrom::Base => "it was read from the base, so the edit counts once it is there",
            AcknowledgedFrom::Head => "review that edit too",
        };
        format!("This change also edits {path}, which decides what is compared or signed for: {effect}.")
    }

    /// The worst of the models, the documents and the data. Polish is only told.
    #[must_use]
    pub fn disposition(&self) -> Disposition {
        let all = [self.models.disposition(), self.documents().disposition(), self.data().disposition()];
        worst(all)
    }

    /// What was found, whether acknowledged or not.
    #[must_use]
    pub fn outcome(&self) -> Classification {
        match worst([
            self.models.outcome().disposition(),
            self.documents().disposition(),
            self.data().disposition(),
        ]) {
            Disposition::Failed => Classification::Breaking,
            Disposition::Undetermined => Classification::Undetermined,
            Disposition::Passed => Classification::Compatible,
        }
    }

    /// How many files were compared: models, documents and data that are not the same in both revisions.
    #[must_use]
    pub fn compared(&self) -> usize {
        let documents = self.documents().changed.iter().filter(|document| document.result.is_ok()).count();
        let data = self.data().changed.iter().filter(|file| file.summary().is_some()).count();
        self.models.compared_documents().len() + documents + data
    }

    /// True when there is something to speak of.
    #[must_use]
    pub fn speaks(&self) -> bool {
        !self.models.differences().is_empty()
            || !self.models.unused_acknowledgements().is_empty()
            || !self.documents().changed.is_empty()
            || !self.data().changed.is_empty()
            || self.polish().edits() > 0
    }

    /// The parts of the whole result. Documents, data and reviews together keep to `limit` bytes; what does not fit, or
    /// could not be compared, is named with the reason.
    #[must_use]
    pub fn parts(&self, limit: usize) -> wire::Parts {
        let mut parts = wire::Parts {
            models: self.has_models.then(|| report::json(&self.models)),
            ..wire::Parts::default()
        };
        let mut left = limit;
        // A file may be a document and Markdown to be polished, and has one member all the same.
        let mut unavailable: BTreeMap<String, String> = BTreeMap::new();
        let mut add = |into: &mut Vec<(String, String)>, path: &str, json: Result<String, String>| {
            let fits = json.and_then(|json| match left.checked_sub(json.len()) {
                Some(rest) => {
                    left = rest;
                    Ok(json)
                }
                None => Err(format!("left out, to keep to the limit `report-bytes` of {limit}")),
            });
            match fits {
                Ok(json) => into.push((path.to_owned(), json)),
                Err(reason) => match unavailable.entry(path.to_owned()) {
                    Entry::Vacant(place) => _ = place.insert(reason),
                    Entry::Occupied(place) if *place.get() == reason => {}
                    Entry::Occupied(mut place) => {
                        place.get_mut().push_str("; ");
                        place.get_mut().push_str(&reason);
                    }
                },
            }
        };
        for document in &self.documents().changed {
            let json = document.result.as_ref().map(|compared| compared.comparison.to_json(false, false));
            add(&mut parts.documents, &document.path, json.map_err(Clone::clone));
        }
        for file in &self.data().changed {
            if let super::data::DataChange::Unreadable(reason) = &file.change {
                add(&mut parts.data, &file.path, Err(reason.clone()));
            } else if let Some(json) = file.json() {
                add(&mut parts.data, &file.path, Ok(json));
            }
        }
        for file in &self.polish().touched {
            let json = file.result.as_ref().map_err(Clone::clone).and_then(|polished| {
                serde_json::to_string(&project(&polished.review, Detail::Changes))
                    .map_err(|error| error.to_string())
            });
            add(&mut parts.polish, &file.path, json);
        }
        parts.unavailable = unavailable.into_iter().collect();
        parts
    }

    /// The change sets by path as one JSON object; nothing when no file is data.
    #[must_use]
    pub fn changes_file(&self) -> Option<String> {
        let files = &self.data().changed;
        let sets: Vec<_> = files.iter().filter_map(|file| Some((file.path.clone(), file.json()?))).collect();
        (self.data().selected > 0).then(|| format!("{}\n", wire::by_path(&sets)))
    }
}

fn worst(all: [Disposition; 3]) -> Disposition {
    if all.contains(&Disposition::Failed) {
        Disposition::Failed
    } else if all.contains(&Disposition::Undetermined) {
        Disposition::Undetermined
    } else {
        Disposition::Passed
    }
}
