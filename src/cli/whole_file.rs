//! Input files read whole, within a limit, with errors that name the file.

use std::io::Read as _;
use std::path::Path;

use crate::inert;

/// What stands for standard input on a command line.
pub(super) const STANDARD_INPUT: &str = "-";

/// The path as messages show it.
pub(super) fn shown(path: &Path) -> String {
    if path.as_os_str() == STANDARD_INPUT {
        return "standard input".to_owned();
    }
    inert::terminal(&path.to_string_lossy()).into_owned()
}

/// Reads a file, or standard input for `-`. The error is a sentence that names the file.
pub(super) fn read(path: &Path, most: usize) -> Result<Vec<u8>, String> {
    let fault = |what: &str| format!("{}: {what}", shown(path));
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == STANDARD_INPUT {
        std::io::stdin().lock().take(most as u64 + 1).read_to_end(&mut bytes)
    } else {
        let metadata = std::fs::metadata(path).map_err(|error| fault(&format!("cannot be read: {error}")))?;
        if metadata.is_dir() {
            return Err(fault("is a directory; name the files in it"));
        }
        std::fs::File::open(path).and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| fault(&format!("cannot be read: {error}")))?;
    if bytes.len() > most {
        return Err(fault(&format!("is longer than {most} bytes")));
    }
    Ok(bytes)
}
