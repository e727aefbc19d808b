//! The comparison of two documents as one value.

use std::sync::Arc;

use super::alignment::{Alignment, AlignmentConfig, align};
use super::block::{BlockTree, Place};
use super::change::{Change, changes};
use super::error::{Error, Side};
use super::filter::ChangeFilter;
use super::profile::Profile;
use super::reader::{self, Format, MAX_BYTES};
use super::statistics::{Statistics, statistics};

/// How two documents are read and aligned.
#[derive(Debug, Clone)]
pub struct Options {
    /// The format of both sides; detected for each side when none.
    pub format: Option<Format>,
    /// A name that hints at the source's format. No file is opened.
    pub source_path: Option<String>,
    /// A name that hints at the test's format. No file is opened.
    pub test_path: Option<String>,
    /// What the documents look like; the format's own profile when none.
    pub profile: Option<Arc<Profile>>,
    /// How blocks are matched.
    pub alignment: AlignmentConfig,
    /// The largest document, in bytes.
    pub max_bytes: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            format: None,
            source_path: None,
            test_path: None,
            profile: None,
            alignment: AlignmentConfig::default(),
            max_bytes: MAX_BYTES,
        }
    }
}

/// What a comparison was made with, besides its alignment's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparisonConfig {
    /// The source's format, or `blocks` when it came as a tree.
    pub source_format: String,
    /// The test's format, or `blocks` when it came as a tree.
    pub test_format: String,
    /// The profile's name; empty when neither side was read.
    pub profile: String,
    /// The filter that left these changes; none when nothing was filtered.
    pub filter: Option<ChangeFilter>,
}

/// Two documents, how they correspond, and what changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The earlier document.
    pub source: BlockTree,
    /// The later document.
    pub test: BlockTree,
    /// Which block is which.
    pub alignment: Alignment,
    /// What changed, in document order; filtered when the configuration says so.
    pub changes: Vec<Change>,
    /// What it was made with.
    pub config: ComparisonConfig,
}

/// Compares two documents.
///
/// The bytes are content; no file is opened. A byte order mark is skipped.
///
/// # Errors
/// A document cannot be read, the two formats differ, a format is unknown, or a setting contradicts itself.
///
/// ```
/// use countersign::document::{ChangeKind, Options, compare};
/// let source = b"# Terms\n\n1.1 Pay within thirty days.\n";
/// let test = b"# Terms\n\n1.1 Pay within sixty days.\n";
/// let comparison = compare(source, test, &Options::default()).unwrap();
/// assert_eq!(comparison.changes.len(), 1);
/// assert_eq!(comparison.changes[0].kind, ChangeKind::Modify);
/// assert_eq!(comparison.changes[0].test_address.as_deref(), Some("/section[1]/list_item[1]"));
/// ```
pub fn compare(source: &[u8], test: &[u8], options: &Options) -> Result<Comparison, Error> {
    let alignment = options.alignment.clone().validated().map_err(Error::Alignment)?;
    let (source_format, test_format) = formats(source, test, options)?;
    let profile = match &options.profile {
        Some(profile) => Arc::clone(profile),
        None => Profile::built_in(source_format.default_profile())?,
    };
    let read = |bytes, format, side| {
        // A pattern remembers one thread; threads that share it wait for each other.
        let profile = Profile::clone(&profile);
        reader::read(bytes, format, &profile, options.max_bytes).map_err(|error| Error::Read { side, error })
    };
    let (source, test) =
        rayon::join(|| read(source, source_format, Side::Source), || read(test, test_format, Side::Test));
    let config = ComparisonConfig {
        source_format: source_format.name().to_owned(),
        test_format: test_format.name().to_owned(),
        profile: profile.name().to_owned(),
        filter: None,
    };
    Ok(assemble(source?, test?, &alignment, config))
}

/// Compares two trees that were built or read elsewhere.
///
/// # Errors
/// A setting of the alignment contradicts itself.
pub fn compare_trees(
    source: BlockTree,
    test: BlockTree,
    alignment: &AlignmentConfig,
) -> Result<Comparison, Error> {
    let alignment = alignment.clone().validated().map_err(Error::Alignment)?;
    let blocks = || "blocks".to_owned();
    let config = ComparisonConfig {
        source_format: blocks(),
        test_format: blocks(),
        profile: String::new(),
        filter: None,
    };
    Ok(assemble(source, test, &alignment, config))
}

fn assemble(
    source: BlockTree,
    test: BlockTree,
    alignment: &AlignmentConfig,
    config: ComparisonConfig,
) -> Comparison {
    let alignment = align(&source, &test, alignment);
    let changes = changes(&source, &test, &alignment);
    Comparison { source, test, alignment, changes, config }
}

fn formats(source: &[u8], test: &[u8], options: &Options) -> Result<(Format, Format), Error> {
    if let Some(format) = options.format {
        return Ok((format, format));
    }
    let detect = |bytes: &[u8], path: &Option<String>, side| {
        // Size and encoding say more than "no known format" does.
        if bytes.len() > options.max_bytes {
            let error = super::ReadError::TooLarge { bytes: bytes.len(), limit: options.max_bytes };
            return Err(Error::Read { side, error });
        }
        let detection = reader::detect(path.as_deref(), bytes);
        detection
            .format
            .map(|format| (format, detection.reason))
            .ok_or(Error::Read { side, error: super::ReadError::UnknownFormat { reason: detection.reason } })
    };
    let (source_format, source_reason) = detect(source, &options.source_path, Side::Source)?;
    let (test_format, test_reason) = detect(test, &options.test_path, Side::Test)?;
    if source_format != test_format {
        return Err(Error::FormatsDiffer { source_format, source_reason, test_format, test_reason });
    }
    Ok((source_format, test_format))
}

impl Comparison {
    /// Counts for the whole and per section; of a filtered comparison the changes are those that are left, the
    /// blocks are all.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        statistics(self)
    }

    /// The same comparison with the changes that a filter admits; the filter is recorded. An empty filter changes
    /// nothing and is not recorded.
    #[must_use]
    pub fn filtered(mut self, filter: &ChangeFilter) -> Self {
        if !filter.is_empty() {
            self.changes.retain(|change| filter.admits(change));
            self.config.filter = Some(filter.clone());
        }
        self
    }

    /// The changes that an allowed scope does not cover. To be asked before anything is filtered away.
    pub fn out_of_scope<'c>(&'c self, allowed: &'c ChangeFilter) -> impl Iterator<Item = &'c Change> {
        self.changes.iter().filter(|change| !allowed.admits(change))
    }

    /// Where a change stands in the source file and in the test file.
    #[must_use]
    pub fn places(&self, change: &Change) -> (Option<Place>, Option<Place>) {
        let place = |tree: &BlockTree, index: Option<usize>| tree.blocks().get(index?)?.place;
        (place(&self.source, change.source), place(&self.test, change.test))
    }
}
