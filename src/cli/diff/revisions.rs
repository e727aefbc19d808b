//! The two paths as revisions: both directories, or both files.

use std::fs;
use std::path::Path;

use crate::cli::destination::{Destination, Protected};
use crate::cli::discovery::{Document, Selection, discover};
use crate::cli::passed_over::PassedOver;
use crate::cli::quoted;
use crate::model::{Limits, SourceInput};

/// The key of both documents when two single files are compared, so that they correspond whatever their names.
const SINGLE: &str = "document";

/// One revision, found but not read.
#[derive(Debug)]
pub(super) struct Prepared<'a> {
    /// The path as typed.
    pub(super) path: &'a Path,
    /// The documents for the catalogue.
    pub(super) inputs: Vec<SourceInput>,
    /// True when the path is a directory.
    pub(super) directory: bool,
    /// What the directory holds and the comparison passes over.
    pub(super) passed_over: PassedOver,
    files: Vec<std::path::PathBuf>,
}

impl Prepared<'_> {
    /// The files that an export may not overwrite.
    pub(super) fn protected(&self) -> impl Iterator<Item = Protected> {
        self.files.iter().map(|path| Protected::document(path))
    }
}

/// Looks at both paths, then into the earlier directory, then into the later one.
pub(super) fn prepare<'a>(
    old: &'a Path,
    new: &'a Path,
    selection: &Selection,
    selecting: bool,
    limits: &Limits,
) -> Result<[Prepared<'a>; 2], String> {
    let directory = |path: &Path| match fs::metadata(path) {
        Ok(metadata) => Ok(metadata.is_dir()),
        Err(error) => Err(format!("cannot read the revision {}: {error}", quoted(path))),
    };
    let directories = match (directory(old)?, directory(new)?) {
        (true, true) => true,
        (false, false) => false,
        (old_is_directory, _) => {
            let (directory, file) = if old_is_directory { (old, new) } else { (new, old) };
            return Err(format!(
                "--old and --new must both be directories or both be files, but {} is a directory and {} is not",
                quoted(directory),
                quoted(file)
            ));
        }
    };
    if !directories && selecting {
        return Err(
            "--recursive and --exclude select files of directories, but --old and --new are files".to_owned()
        );
    }
    let prepare = |path: &'a Path| {
        if !directories {
            let input = SourceInput::file(SINGLE, path).label(path.to_string_lossy());
            return Ok(Prepared {
                path,
                inputs: vec![input],
                directory: false,
                passed_over: PassedOver::default(),
                files: vec![path.to_owned()],
            });
        }
        let (documents, passed_over) =
            discover(path, selection, limits).map_err(|error| error.to_string())?;
        let (inputs, files) = documents.into_iter().map(|Document { input, path }| (input, path)).unzip();
        Ok(Prepared { path, inputs, directory: true, passed_over, files })
    };
    let old: Result<_, String> = prepare(old);
    Ok([old?, prepare(new)?])
}

/// The next comparison of the same directories would take the written file for a model.
pub(super) fn becomes_a_model(
    destination: &Destination<'_>,
    revisions: [&Prepared<'_>; 2],
    selection: &Selection,
) -> Option<String> {
    let parent = fs::canonicalize(destination.parent()).ok()?;
    let file = parent.join(destination.path().file_name()?);
    let inside = |revision: &&Prepared<'_>| {
        let root = revision.directory.then(|| fs::canonicalize(revision.path).ok()).flatten();
        root.as_deref()
            .and_then(|root| file.strip_prefix(root).ok())
            .is_some_and(|relative| selection.selects(relative))
    };
    revisions.iter().find(|revision| inside(revision)).map(|revision| {
        format!(
            "{} lies in {} under a model's name, so the next comparison takes it for a model",
            quoted(destination.path()),
            quoted(revision.path)
        )
    })
}
