//! What is compared and how it is reported.
//!
//! Three layers, the later ones stronger: the defaults, the file `countersign.toml` (or `.github/countersign.toml`) of
//! the compared revision, and what the run itself was given (the action's inputs, the command line). The last two
//! are both [`Settings`]: everything optional, so that "not said" and "said to be empty" stay apart.
//!
//! The file comes from a pull request. Every path in it stays inside the repository, nothing in it is run, and what
//! is not understood is refused with its place and the nearest known name rather than passed over.

mod file;
mod globs;
mod inputs;
mod keys;
mod limits;
mod values;

pub(super) use file::position;
pub use file::{BYTES, ConfigurationError, FILES, Problem, find, read};
pub use globs::{GlobError, Globs};
pub use inputs::{INPUTS, InputError, known_input};
pub use keys::file_keys;
pub use limits::{LimitError, parse_limit};
pub use values::MODIFIERS;

pub use crate::model::Limits;
use crate::repository::{RepositoryPath, Selection};

/// Which dispositions make the exit status nonzero. What the reports say never depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FailOn {
    /// Breaking or undetermined differences that nobody acknowledged.
    #[default]
    Undetermined,
    /// Breaking differences only.
    Breaking,
    /// Nothing.
    Never,
}

/// When a comment is written on the pull request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Comment {
    /// Created when there is a difference; one that exists is kept up to date.
    #[default]
    Changes,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Which revision acknowledgements and configuration are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AcknowledgedFrom {
    /// The head, where they land together with the change they sign for.
    Head,
    /// The base.
    Base,
}

/// The rules by which a document is cut into blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Profile {
    /// A built-in profile, such as `markdown`.
    Named(String),
    /// A profile in a file of the compared revision.
    File(RepositoryPath),
}

/// A modifier of the polish pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modifier {
    /// One of [`MODIFIERS`].
    pub name: &'static str,
    /// Parameters by name, in the order of their names.
    pub parameters: Vec<(String, String)>,
}

/// One layer of configuration: the file's, or the run's own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "each field is the key of the same name, documented in `Configuration`")]
pub struct Settings {
    pub models_include: Option<Globs>,
    pub models_exclude: Option<Globs>,
    pub documents_include: Option<Globs>,
    pub documents_exclude: Option<Globs>,
    pub documents_profile: Option<Profile>,
    pub documents_filter: Option<RepositoryPath>,
    pub documents_allow: Option<RepositoryPath>,
    pub documents_notes: Option<bool>,
    pub data_include: Option<Globs>,
    pub data_exclude: Option<Globs>,
    pub polish_include: Option<Globs>,
    pub polish_exclude: Option<Globs>,
    pub polish_modifiers: Option<Vec<Modifier>>,
    pub polish_notes: Option<bool>,
    /// Names and values that were checked.
    pub limits: Vec<(&'static str, u64)>,
    pub acknowledged: Option<RepositoryPath>,
    pub acknowledged_from: Option<AcknowledgedFrom>,
    pub fail_on: Option<FailOn>,
    pub base: Option<String>,
    pub head: Option<String>,
    pub comment: Option<Comment>,
    pub upload_sarif: Option<bool>,
    pub sarif_file: Option<String>,
    pub category: Option<String>,
    pub annotations: Option<bool>,
    pub summary: Option<bool>,
    pub release_notes: Option<bool>,
    pub working_directory: Option<RepositoryPath>,
}

/// SDF models: table `[models]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Models {
    /// Which files are models. Default `**/*.sdf.json`; input `models`.
    pub include: Globs,
    /// Which of them are left out.
    pub exclude: Globs,
}

/// Prose: table `[documents]`. Off unless `include` names something.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Documents {
    /// Which files are documents. Input `documents`.
    pub include: Globs,
    /// Which of them are left out.
    pub exclude: Globs,
    /// How they are cut into blocks; by their kind when absent.
    pub profile: Option<Profile>,
    /// A file with a filter of the changes that are shown.
    pub filter: Option<RepositoryPath>,
    /// A file with a filter of the changes that are allowed; any other change fails. Input `allow`.
    pub allow: Option<RepositoryPath>,
    /// Whether SARIF has a note for each change that is shown. Default false.
    pub notes: bool,
}

/// JSON data: table `[data]`. Off unless `include` names something.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Data {
    /// Which files are data. Input `data`.
    pub include: Globs,
    /// Which of them are left out.
    pub exclude: Globs,
}

/// Markdown to tidy: table `[polish]`. Off unless `include` names something.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Polish {
    /// Which files are looked at. Input `polish`.
    pub include: Globs,
    /// Which of them are left out.
    pub exclude: Globs,
    /// The modifiers in order; the built-in default ones when absent.
    pub modifiers: Option<Vec<Modifier>>,
    /// Whether SARIF has a note with a fix for each edit. Default false.
    pub notes: bool,
}

/// What a run compares and reports, with nothing left open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    /// SDF models.
    pub models: Models,
    /// Prose.
    pub documents: Documents,
    /// JSON data.
    pub data: Data,
    /// Markdown to tidy.
    pub polish: Polish,
    /// How much may be read and done: table `[limits]`, input `limits`.
    pub limits: Limits,
    /// The file of acknowledged differences.
    pub acknowledged: Option<RepositoryPath>,
    /// Where it is read from; when absent, as the event demands.
    pub acknowledged_from: Option<AcknowledgedFrom>,
    /// Which dispositions fail the run. Default `undetermined`.
    pub fail_on: FailOn,
    /// The earlier revision, when it is not the event's.
    pub base: Option<String>,
    /// The later revision, when it is not the event's.
    pub head: Option<String>,
    /// When a comment is written. Default `changes`.
    pub comment: Comment,
    /// Upload to code scanning. Default true.
    pub upload_sarif: bool,
    /// Where the SARIF file is written, besides.
    pub sarif_file: Option<String>,
    /// What tells several runs on one repository apart.
    pub category: Option<String>,
    /// Annotations where the upload is off or refused. Default true.
    pub annotations: bool,
    /// The job summary. Default true.
    pub summary: bool,
    /// Release notes on a release event, which needs `contents: write`. Default false.
    pub release_notes: bool,
    /// The directory that every glob and path of the configuration is relative to; the root when absent.
    pub working_directory: Option<RepositoryPath>,
}

impl Default for Configuration {
    fn default() -> Self {
        Self::layered(Settings::default(), Settings::default())
    }
}

impl Configuration {
    /// Which paths two lists of one table select, seen from the working directory.
    ///
    /// ```
    /// use countersign::review::configuration::Configuration;
    /// let configuration = Configuration::default();
    /// let models = &configuration.models;
    /// assert!(configuration.selection(&models.include, &models.exclude).admits("a/b.sdf.json"));
    /// ```
    #[must_use]
    pub fn selection(&self, include: &Globs, exclude: &Globs) -> Selection {
        Selection {
            below: self.working_directory.clone(),
            include: include.set().clone(),
            exclude: exclude.set().clone(),
        }
    }

    /// The defaults, changed by the file, changed by what the run was given. Limits are merged one by one, all else
    /// key by key: an `include` given to the run replaces the file's and leaves its `exclude` alone.
    #[must_use]
    pub fn layered(file: Settings, run: Settings) -> Self {
        let mut limits = Limits::default();
        for (name, value) in file.limits.into_iter().chain(run.limits) {
            // It was checked when it was read.
            let _ = limits.set(name, value);
        }
        Self {
            models: Models {
                include: run.models_include.or(file.models_include).unwrap_or_else(Globs::models),
                exclude: run.models_exclude.or(file.models_exclude).unwrap_or_default(),
            },
            documents: Documents {
                include: run.documents_include.or(file.documents_include).unwrap_or_default(),
                exclude: run.documents_exclude.or(file.documents_exclude).unwrap_or_default(),
                profile: run.documents_profile.or(file.documents_profile),
                filter: run.documents_filter.or(file.documents_filter),
                allow: run.documents_allow.or(file.documents_allow),
                notes: run.documents_notes.or(file.documents_notes).unwrap_or(false),
            },
            data: Data {
                include: run.data_include.or(file.data_include).unwrap_or_default(),
                exclude: run.data_exclude.or(file.data_exclude).unwrap_or_default(),
            },
            polish: Polish {
                include: run.polish_include.or(file.polish_include).unwrap_or_default(),
                exclude: run.polish_exclude.or(file.polish_exclude).unwrap_or_default(),
                modifiers: run.polish_modifiers.or(file.polish_modifiers),
                notes: run.polish_notes.or(file.polish_notes).unwrap_or(false),
            },
            limits,
            acknowledged: run.acknowledged.or(file.acknowledged),
            acknowledged_from: run.acknowledged_from.or(file.acknowledged_from),
            fail_on: run.fail_on.or(file.fail_on).unwrap_or_default(),
            base: run.base.or(file.base),
            head: run.head.or(file.head),
            comment: run.comment.or(file.comment).unwrap_or_default(),
            upload_sarif: run.upload_sarif.or(file.upload_sarif).unwrap_or(true),
            sarif_file: run.sarif_file.or(file.sarif_file),
            category: run.category.or(file.category),
            annotations: run.annotations.or(file.annotations).unwrap_or(true),
            summary: run.summary.or(file.summary).unwrap_or(true),
            release_notes: run.release_notes.or(file.release_notes).unwrap_or(false),
            working_directory: run.working_directory.or(file.working_directory),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_said_means_the_defaults() {
        let configuration = Configuration::default();
        assert_eq!(configuration.models.include.patterns(), ["**/*.sdf.json"]);
        assert!(configuration.documents.include.is_empty());
        assert_eq!(configuration.fail_on, FailOn::Undetermined);
        assert_eq!(configuration.comment, Comment::Changes);
        assert!(configuration.upload_sarif && configuration.annotations && configuration.summary);
        assert_eq!(configuration.limits, Limits::default());
    }

    #[test]
    fn the_run_is_stronger_than_the_file_key_by_key() {
        let globs = |pattern: &str| Some(Globs::new([pattern]).unwrap());
        let file = Settings {
            models_include: globs("a"),
            models_exclude: globs("b"),
            limits: vec![("sources", 5), ("nesting", 6)],
            fail_on: Some(FailOn::Never),
            ..Settings::default()
        };
        let run = Settings {
            models_include: globs("c"),
            limits: vec![("nesting", 7)],
            comment: Some(Comment::Never),
            ..Settings::default()
        };
        let merged = Configuration::layered(file, run);
        assert_eq!(merged.models.include.patterns(), ["c"]);
        assert_eq!(merged.models.exclude.patterns(), ["b"]);
        assert_eq!((merged.limits.sources, merged.limits.nesting), (5, 7));
        assert_eq!((merged.fail_on, merged.comment), (FailOn::Never, Comment::Never));
    }
}
