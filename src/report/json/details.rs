//! Version warnings and differences, as far as they fit into the report limit.

use std::io::{self, Write};

use serde::Serialize;

use super::envelope::Envelope;
use super::put;
use super::rows::{DifferenceRow, condition};
use crate::comparison::{Revision, RevisionComparison};
use crate::report::place::Places;

/// Version warnings and differences, serialised, as far as they fit.
#[derive(Debug, Default)]
pub(super) struct Details {
    pub(super) warnings: Vec<u8>,
    pub(super) warnings_kept: usize,
    pub(super) differences: Vec<u8>,
    pub(super) differences_kept: usize,
}

impl Details {
    pub(super) fn within(comparison: &RevisionComparison<'_>, envelope: &Envelope<'_>) -> Self {
        let mut measured = Measured(0);
        // The envelope of a report that keeps nothing is the longest: it has both omission records.
        let _ = envelope.write(comparison, &Self::default(), &mut measured);
        let limits = comparison.catalogue(Revision::Earlier).limits();
        let mut left = limits.report_bytes.saturating_sub(measured.0);
        let places = Places::new(comparison);
        let mut details = Self::default();
        for warning in comparison.version_warnings() {
            if !add(&mut details.warnings, &mut left, &condition(&places, warning)) {
                break;
            }
            details.warnings_kept += 1;
        }
        for difference in comparison.differences() {
            let row = DifferenceRow::new(comparison, &places, difference);
            if !add(&mut details.differences, &mut left, &row) {
                break;
            }
            details.differences_kept += 1;
        }
        details
    }
}

/// Appends a row behind a comma when it fits into what is left.
fn add(rows: &mut Vec<u8>, left: &mut usize, row: &impl Serialize) -> bool {
    let before = rows.len();
    if before > 0 {
        rows.push(b',');
    }
    let _ = put(rows, row);
    match left.checked_sub(rows.len() - before) {
        Some(rest) => {
            *left = rest;
            true
        }
        None => {
            rows.truncate(before);
            false
        }
    }
}

/// Counts bytes instead of keeping them.
struct Measured(usize);

impl Write for Measured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
