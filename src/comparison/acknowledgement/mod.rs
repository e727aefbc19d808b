//! Difference acknowledgements: the differences that someone has signed for.
//!
//! An acknowledgement names one difference by what it is (kind, subject, quality, classification, and its place in
//! each revision), never by how it is worded or proven. It changes no classification; it only decides which
//! differences still count. The file form is `esdieff.acknowledged-differences` version `"1"`.
//!
//! - `entry`: one acknowledgement and what makes it valid
//! - `read`: the file form, refused with entry, member, line and column
//! - `matching`: which differences are covered, and which entries never can be
//! - `unexamined`: entries that may match what could not be examined
//! - `export`: the file that would acknowledge everything eligible

mod entry;
mod error;
mod export;
mod matching;
mod read;
mod unexamined;

use std::collections::HashMap;

pub use entry::DifferenceAcknowledgement;
pub use error::{AcknowledgementError, AcknowledgementFault};
pub use export::{ExportError, Exported, export};
pub(crate) use matching::apply;
pub use matching::{NeverMatches, never_matches, of};
pub(crate) use unexamined::Unexamined;

/// The schema name of the file form.
pub const SCHEMA: &str = "esdieff.acknowledged-differences";
/// The version of the file form.
pub const VERSION: &str = "1";
/// The most entries of one file.
pub const ENTRIES: usize = 4096;
/// The longest pointer, in bytes.
pub const POINTER_BYTES: usize = 8192;
/// The longest quality name, in bytes.
pub const QUALITY_BYTES: usize = 256;
/// The longest note, in bytes.
pub const NOTE_BYTES: usize = 1024;

/// Acknowledgements of one comparison, each of an identity of its own, in file order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DifferenceAcknowledgements {
    entries: Vec<DifferenceAcknowledgement>,
}

impl DifferenceAcknowledgements {
    /// The most bytes of an acknowledgement file: 1 MiB.
    pub const FILE_BYTES: usize = 1 << 20;

    /// The same value as a file with these entries.
    ///
    /// # Errors
    /// There are more than [`ENTRIES`], one has no location in either revision, or two have one identity.
    ///
    /// ```
    /// use countersign::comparison::{
    ///     Class, Classification, DifferenceAcknowledgement, DifferenceAcknowledgements, DifferenceKind, Subject,
    /// };
    /// let entry = DifferenceAcknowledgement::new(
    ///     DifferenceKind::Removed,
    ///     Subject::Definition(Class::Property),
    ///     Classification::Breaking,
    /// )?
    /// .earlier("valve.sdf.json", "/sdfObject/Valve/sdfProperty/mode")?
    /// .with_note("no product uses it")?;
    /// let signed = DifferenceAcknowledgements::new(vec![entry])?;
    /// assert_eq!(signed.entries()[0].note(), Some("no product uses it"));
    /// # Ok::<(), countersign::comparison::AcknowledgementError>(())
    /// ```
    pub fn new(entries: Vec<DifferenceAcknowledgement>) -> Result<Self, AcknowledgementError> {
        if entries.len() > ENTRIES {
            return Err(AcknowledgementFault::TooManyEntries(entries.len()).into());
        }
        let mut first = HashMap::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            let refuse =
                |fault| AcknowledgementError::from(fault).in_entry(index, entry.identity().to_string());
            if entry.location(super::Revision::Earlier).is_none()
                && entry.location(super::Revision::Later).is_none()
            {
                return Err(refuse(AcknowledgementFault::NoLocation));
            }
            if let Some(first) = first.insert(entry.identity(), index) {
                return Err(refuse(AcknowledgementFault::Duplicate { first }));
            }
        }
        drop(first);
        Ok(Self { entries })
    }

    /// The entries in file order.
    #[must_use]
    pub fn entries(&self) -> &[DifferenceAcknowledgement] {
        &self.entries
    }
}
