//! The runner's files (outputs and summary) and the files that a run leaves behind.
//!
//! The workspace holds what a pull request put there. A link in the place of a result file, or of a folder on the way to
//! it, must not lead a write out of the workspace, which happens as root.

use std::collections::hash_map::RandomState;
use std::fs::OpenOptions;
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use super::parts::Parts;
use crate::staged;

/// The largest summary of a step, in bytes.
pub const SUMMARY_BYTES: usize = 1024 * 1024;

/// A file of the run could not be written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The runner's file cannot be written.
    #[error("cannot write to the file that {variable} names: {error}")]
    Runner {
        /// The variable.
        variable: &'static str,
        /// Why.
        error: io::Error,
    },
    /// A result file cannot be written.
    #[error("cannot write {path}: {error}; give another path inside the workspace")]
    Result {
        /// The path, as it was given.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// A result file would be outside of the workspace.
    #[error("{0} is not inside the workspace or the runner's temporary folder; give a path that is")]
    Outside(String),
}

/// Appends outputs to the file `GITHUB_OUTPUT` in one write.
///
/// # Errors
/// The file cannot be written.
pub fn write_outputs(path: &Path, outputs: &[(&str, String)]) -> Result<(), FileError> {
    append(path, outputs_block(outputs, random).as_bytes(), "GITHUB_OUTPUT")
}

/// Appends a summary to the file `GITHUB_STEP_SUMMARY`, cut between entries where it has to be.
///
/// # Errors
/// The file cannot be written.
pub fn write_summary(path: &Path, summary: &Parts) -> Result<(), FileError> {
    let there = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let room = SUMMARY_BYTES.saturating_sub(usize::try_from(there).unwrap_or(usize::MAX));
    let text = summary.assemble(room, |left| {
        format!("\n_{left} more do not fit into a summary; the files of this run hold everything._\n\n")
    });
    append(path, text.as_bytes(), "GITHUB_STEP_SUMMARY")
}

fn append(path: &Path, bytes: &[u8], variable: &'static str) -> Result<(), FileError> {
    let write = || OpenOptions::new().create(true).append(true).open(path)?.write_all(bytes);
    write().map_err(|error| FileError::Runner { variable, error })
}

/// `name<<DELIMITER`, the value and the delimiter again, which occurs in no name and no value.
fn outputs_block(outputs: &[(&str, String)], random: impl Fn() -> u128) -> String {
    let delimiter = loop {
        let delimiter = format!("ghadelimiter_{:032x}", random());
        if !outputs.iter().any(|(name, value)| name.contains(&delimiter) || value.contains(&delimiter)) {
            break delimiter;
        }
    };
    let mut block = String::new();
    for (name, value) in outputs {
        for piece in [name, "<<", &delimiter, "\n", value, "\n", &delimiter, "\n"] {
            block.push_str(piece);
        }
    }
    block
}

/// 128 bits that nobody outside this process can foresee: std seeds its hashers from the system.
fn random() -> u128 {
    let half = || u128::from(RandomState::new().build_hasher().finish());
    half() << 64 | half()
}

/// Writes a result file whole, below one of `roots`. A relative path starts at the first root.
///
/// # Errors
/// The path leaves the roots, by itself or through a link, or the file cannot be written.
pub fn write_result(roots: &[&Path], path: &str, content: &[u8]) -> Result<PathBuf, FileError> {
    let shown = || crate::inert::terminal(path).into_owned();
    let outside = || FileError::Outside(shown());
    let failed = |error| FileError::Result { path: shown(), error };
    let given = Path::new(path);
    if given.components().any(|component| component == Component::ParentDir) || given.file_name().is_none() {
        return Err(outside());
    }
    let target = roots.first().map_or_else(|| given.to_owned(), |root| root.join(given));
    let (Some(parent), Some(name)) = (target.parent(), target.file_name()) else { return Err(outside()) };
    // The nearest folder that exists decides where new ones would be made.
    let existing = parent.ancestors().find(|folder| folder.symlink_metadata().is_ok()).ok_or_else(outside)?;
    let inside = |folder: &Path| -> Result<PathBuf, FileError> {
        let real = folder.canonicalize().map_err(failed)?;
        let mut real_roots = roots.iter().filter_map(|root| root.canonicalize().ok());
        if real_roots.any(|root| real.starts_with(root)) { Ok(real) } else { Err(outside()) }
    };
    inside(existing)?;
    std::fs::create_dir_all(parent).map_err(failed)?;
    let target = inside(parent)?.join(name);
    staged::write(&target, content, staged::Existing::Replace).map_err(failed)?;
    Ok(target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn outputs_stand_between_delimiters_that_occur_in_no_value() {
        let next = Cell::new(0);
        let random = || {
            next.set(next.get() + 1);
            next.get()
        };
        let first = format!("ghadelimiter_{:032x}", 1);
        let second = format!("ghadelimiter_{:032x}", 2);
        let hostile = format!("x\n{first}\ntoken=stolen");
        let block = outputs_block(&[("a", hostile.clone()), ("b", String::new())], random);
        assert_eq!(block, format!("a<<{second}\n{hostile}\n{second}\nb<<{second}\n\n{second}\n"));
    }

    #[test]
    fn delimiters_differ_from_write_to_write() {
        assert_ne!(random(), random());
    }

    #[test]
    fn outputs_are_appended_to_what_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("output");
        std::fs::write(&path, "x=1\n").unwrap();
        write_outputs(&path, &[("breaking", "2".into())]).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("x=1\nbreaking<<ghadelimiter_"), "{text}");
        let error = write_outputs(folder.path(), &[]).unwrap_err().to_string();
        assert!(error.starts_with("cannot write to the file that GITHUB_OUTPUT names: "), "{error}");
    }

    #[test]
    fn a_summary_stays_below_a_mebibyte_and_says_what_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("summary");
        let entries = vec![format!("{}\n", "a".repeat(999)); 2000];
        write_summary(&path, &Parts { head: "# head\n".into(), entries, foot: "foot\n".into() }).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.len() <= SUMMARY_BYTES && text.len() > SUMMARY_BYTES - 2000, "{}", text.len());
        assert!(text.contains("952 more do not fit into a summary"), "{}", &text[text.len() - 200..]);
    }

    #[test]
    fn a_result_file_is_written_below_the_workspace_with_its_folders() {
        let folder = tempfile::tempdir().unwrap();
        let written = write_result(&[folder.path()], "out/deep/report.json", b"{}").unwrap();
        assert_eq!(written, folder.path().canonicalize().unwrap().join("out/deep/report.json"));
        assert_eq!(std::fs::read(written).unwrap(), b"{}");
    }

    #[test]
    fn an_absolute_path_is_fine_in_the_temporary_folder_only() {
        let (workspace, temporary, other) =
            (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let roots = [workspace.path(), temporary.path()];
        let path = |folder: &tempfile::TempDir| folder.path().join("x").to_str().unwrap().to_owned();
        write_result(&roots, &path(&temporary), b"").unwrap();
        assert!(matches!(write_result(&roots, &path(&other), b""), Err(FileError::Outside(_))));
    }

    #[cfg(unix)]
    #[test]
    fn no_link_leads_a_result_out_of_the_workspace() {
        use std::os::unix::fs::symlink;
        let (workspace, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(outside.path().join("secret"), "s").unwrap();
        symlink(outside.path(), workspace.path().join("folder")).unwrap();
        symlink(outside.path().join("secret"), workspace.path().join("file")).unwrap();
        symlink(outside.path().join("absent"), workspace.path().join("dangling")).unwrap();
        for path in ["folder/x", "folder/new/x", "file", "dangling", "../x", "", "a/../../x"] {
            assert!(write_result(&[workspace.path()], path, b"x").is_err(), "{path}");
        }
        assert_eq!(std::fs::read(outside.path().join("secret")).unwrap(), b"s");
        assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 1);
    }
}
