//! The two revisions of a review: what stands where, and the bytes of what is looked at.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::configuration::{self, AcknowledgedFrom, Configuration, ConfigurationError, Limits, Settings};
use crate::inert;
use crate::json::Position;
use crate::repository::{Contents, Entry, Id, ObjectError, Objects, RepositoryPath, Selection, Snapshot};

/// One revision and how people call it.
#[derive(Debug, Clone)]
pub struct Named {
    /// A commit's id, or what stands for it, such as `index`.
    pub id: String,
    /// A branch, a tag, or the first digits of the commit. From strangers; made inert where it is shown.
    pub name: String,
    /// Its files.
    pub snapshot: Snapshot,
}

/// Both revisions, and where their contents come from.
pub struct Revisions<'o> {
    /// The earlier revision.
    pub base: Named,
    /// The later revision.
    pub head: Named,
    objects: &'o dyn Objects,
    contents: RefCell<Contents>,
    /// The configuration file that was read.
    file: RefCell<Option<String>>,
    /// Whether the run itself named the file of acknowledged differences.
    acknowledged_by_run: Cell<bool>,
    /// Where the configuration file names the working directory.
    working_directory: Cell<Option<Position>>,
}

/// A setting that names a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// The file of acknowledged differences, which an input may name as well.
    Acknowledged,
    /// What documents look like.
    Profile,
    /// Which changes of documents are shown.
    Filter,
    /// Which changes of documents are allowed.
    Allow,
}

impl Naming {
    fn key(self) -> &'static str {
        match self {
            Self::Acknowledged => "`acknowledged`",
            Self::Profile => "`profile` in [documents]",
            Self::Filter => "`filter` in [documents]",
            Self::Allow => "`allow`",
        }
    }
}

/// Why a review cannot go on: exit status 2.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The configuration cannot be used.
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
    /// Objects cannot be read.
    #[error(transparent)]
    Objects(#[from] ObjectError),
    /// A file that the configuration names cannot be used.
    #[error("{path}: {reason}")]
    File {
        /// The file, made inert.
        path: String,
        /// Why.
        reason: String,
    },
    /// No table selects any file of either revision.
    #[error(
        "nothing to compare: {globs} {} of the two revisions; set `include`",
        match (*one, *looked_at) {
            (true, 1) => "does not select the one file".to_owned(),
            (false, 1) => "do not select the one file".to_owned(),
            (true, _) => format!("selects none of the {looked_at} files"),
            (false, _) => format!("select none of the {looked_at} files"),
        }
    )]
    NothingSelected {
        /// The globs, as they are written.
        globs: String,
        /// Whether there is one glob only.
        one: bool,
        /// How many files were looked at.
        looked_at: usize,
    },
    /// The directory that everything is relative to is in neither revision.
    #[error("{at}`working-directory`: there is no directory `{folder}` in the two revisions")]
    NoDirectory {
        /// `file:line:column: ` of the value, made inert; empty when the run itself named it.
        at: String,
        /// The directory, made inert.
        folder: String,
    },
    /// The files are no revision that can be compared.
    #[error("{0}")]
    Unusable(String),
}

impl<'o> Revisions<'o> {
    /// Two revisions whose contents are read from `objects` when they are needed.
    pub fn new(base: Named, head: Named, objects: &'o dyn Objects) -> Self {
        Self {
            base,
            head,
            objects,
            contents: RefCell::default(),
            file: RefCell::default(),
            acknowledged_by_run: Cell::default(),
            working_directory: Cell::default(),
        }
    }

    /// Reads blobs ahead, all at once, each distinct one once.
    ///
    /// # Errors
    /// The source failed, or all blobs together are too large.
    pub fn prefetch(&self, ids: impl IntoIterator<Item = Id>, limits: &Limits) -> Result<(), ReviewError> {
        let mut contents = self.contents.borrow_mut();
        Ok(contents.read(
            self.objects,
            ids,
            limits.source_bytes as u64,
            limits.revision_bytes.saturating_mul(2),
        )?)
    }

    /// The bytes of an entry, read now unless they were prefetched.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn bytes(&self, entry: &Entry, limits: &Limits) -> Result<Arc<[u8]>, ObjectError> {
        let mut contents = self.contents.borrow_mut();
        contents.read(
            self.objects,
            [entry.id],
            limits.source_bytes as u64,
            limits.revision_bytes.saturating_mul(2),
        )?;
        contents.get(entry.id).cloned()
    }

    /// A file that the configuration names, in one of the revisions.
    ///
    /// # Errors
    /// There is no such file, or it cannot be read.
    pub fn configured(
        &self,
        from: AcknowledgedFrom,
        naming: Naming,
        path: &RepositoryPath,
        configuration: &Configuration,
    ) -> Result<Arc<[u8]>, ReviewError> {
        let path = path.below(configuration.working_directory.as_ref());
        let revision = match from {
            AcknowledgedFrom::Head => &self.head,
            AcknowledgedFrom::Base => &self.base,
        };
        let fault = |reason: String| ReviewError::File {
            path: inert::terminal(path.as_str()).into_owned(),
            reason: format!("{reason} ({}){}", inert::terminal(&revision.name), self.named_by(naming)),
        };
        let entry = revision.snapshot.file(&path).map_err(|reason| fault(reason.to_string()))?;
        self.bytes(entry, &configuration.limits).map_err(|error| fault(error.to_string()))
    }

    /// Who named a file that cannot be read, ready to append.
    fn named_by(&self, naming: Naming) -> String {
        if naming == Naming::Acknowledged && self.acknowledged_by_run.get() {
            return "; the input `acknowledged` names it".to_owned();
        }
        let file = self.file.borrow();
        let file = file.as_deref().map_or(String::new(), |file| format!(" of {}", inert::terminal(file)));
        format!("; {}{file} names it", naming.key())
    }

    /// `file:line:column: ` of the working directory in the configuration file, made inert; empty when it is not from there.
    pub(super) fn working_directory_at(&self) -> String {
        let file = self.file.borrow();
        let at = file.as_deref().zip(self.working_directory.get());
        at.map_or(String::new(), |(file, position)| format!("{}:{position}: ", inert::terminal(file)))
    }

    /// The configuration of this review: the file of the trusted revision, below what the run itself was given.
    ///
    /// # Errors
    /// The named file is not there, or the file cannot be used.
    pub fn configuration(
        &self,
        run: Settings,
        named: Option<&RepositoryPath>,
        from: AcknowledgedFrom,
    ) -> Result<Configuration, ReviewError> {
        let snapshot = match from {
            AcknowledgedFrom::Head => &self.head.snapshot,
            AcknowledgedFrom::Base => &self.base.snapshot,
        };
        let file = match configuration::find(snapshot, named, run.working_directory.as_ref())? {
            None => Settings::default(),
            Some(entry) => {
                self.file.replace(Some(entry.path.clone()));
                let bytes = self.bytes(entry, &Limits::default())?;
                let settings = configuration::read(&entry.path, &bytes)?;
                if run.working_directory.is_none() {
                    self.working_directory.set(configuration::position(&bytes, "working-directory"));
                }
                settings
            }
        };
        self.acknowledged_by_run.set(run.acknowledged.is_some());
        Ok(Configuration::layered(file, run))
    }

    /// The selected files of both revisions, earlier and later.
    #[must_use]
    pub fn select(&self, selection: &Selection) -> [Vec<&Entry>; 2] {
        [self.base.snapshot.select(selection), self.head.snapshot.select(selection)]
    }

    /// How many files the two revisions have.
    #[must_use]
    pub fn looked_at(&self) -> usize {
        self.base.snapshot.entries().len().max(self.head.snapshot.entries().len())
    }

    /// Whether a path stands for other content in the head than in the base.
    #[must_use]
    pub fn differs(&self, path: &RepositoryPath) -> bool {
        let id = |revision: &Named| revision.snapshot.get(path.as_str()).map(|entry| entry.id);
        id(&self.base) != id(&self.head)
    }
}
