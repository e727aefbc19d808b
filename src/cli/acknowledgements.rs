//! Acknowledgement files as the command line reads and writes them.

use std::io::Read as _;
use std::path::Path;

use super::destination::{Destination, Protected};
use super::exit::Stop;
use super::{Output, quoted};
use crate::comparison::acknowledgement::{self, export, never_matches};
use crate::comparison::{DifferenceAcknowledgements, RevisionComparison};
use crate::inert;
use crate::model::Limits;
use crate::wording::counted;

/// Reads one byte more than an acknowledgement file may have, which is enough to see that it is too long.
pub(super) fn read_acknowledgements(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?
        .take(DifferenceAcknowledgements::FILE_BYTES as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// An export of everything that can be acknowledged.
pub(super) struct Export<'a> {
    pub(super) destination: &'a Destination<'a>,
    /// Entries whose notes and order are kept when the destination has none of its own.
    pub(super) acknowledged: Option<&'a DifferenceAcknowledgements>,
    /// Where those came from.
    pub(super) source: Option<&'a Path>,
    /// Whether entries stay that match nothing any more.
    pub(super) keep_unused: bool,
}

impl Export<'_> {
    /// Writes the export and returns what is worth a remark.
    pub(super) fn deliver(
        &self,
        comparison: &RevisionComparison<'_>,
        protected: &[Protected],
        limits: &Limits,
    ) -> Result<Vec<String>, Stop> {
        let mut remarks = Vec::new();
        let path = quoted(self.destination.path());
        let replaced = self.destination.replaces().then(|| {
            read_acknowledgements(self.destination.path()).map_err(|error| error.to_string()).and_then(
                |bytes| {
                    let shown = self.destination.path().to_string_lossy();
                    DifferenceAcknowledgements::from_json(&bytes, limits)
                        .map_err(|error| error.in_file(&inert::terminal(&shown)))
                },
            )
        });
        let (kept, source) = match &replaced {
            Some(Ok(replaced)) => (Some(replaced), Some(self.destination.path())),
            Some(Err(error)) => {
                remarks.push(format!("{path} was no acknowledgement file ({error}); nothing of it was kept"));
                (self.acknowledged, self.source)
            }
            None => (self.acknowledged, self.source),
        };
        // Whatever prevents the file once the revisions were compared has one exit status.
        let undelivered = |error: &dyn std::error::Error| {
            Stop::Undelivered(format!("cannot write the acknowledgements {path}: {error}"))
        };
        let exported = export(comparison, kept, self.keep_unused).map_err(|error| undelivered(&error))?;
        for entry in &exported.dropped {
            remarks.push(format!(
                "left out an entry of {} that matches no difference ({}); --keep-unused keeps such entries",
                source.map(quoted).unwrap_or_default(),
                entry.described()
            ));
        }
        if exported.unexamined > 0 {
            remarks.push(format!(
                "kept {} of documents that could not be examined; nobody knows whether they still match",
                counted(exported.unexamined, "entry", "entries")
            ));
        }
        self.destination.commit(&exported.json, protected).map_err(|error| undelivered(&error))?;
        Ok(remarks)
    }
}

/// Entries that no comparison can ever match are probably slips of the pen, and only their author can tell.
pub(super) fn note_impossible(path: &Path, acknowledged: &DifferenceAcknowledgements, output: &Output) {
    for (index, entry) in acknowledged.entries().iter().enumerate() {
        if let Some(acknowledgement::NeverMatches { member, why }) = never_matches(entry) {
            output.note(&format!(
                "{}: entry {} at /differences/{index} ({}) can never match, because of its member \"{member}\": {why}",
                quoted(path),
                index + 1,
                entry.described()
            ));
        }
    }
}
