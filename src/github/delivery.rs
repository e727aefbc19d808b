//! What a run has to say, before it is said anywhere: plain values that renderers fill and [`super::deliver`] delivers.
//!
//! Of a difference nothing is known here but the verdict. Texts are rendered and made inert by whoever filled them in.

use super::event::ReadOnly;
use super::names::ObjectId;
use super::parts::Parts;
use super::workflow::Annotation;

pub use crate::comparison::Disposition;
pub use crate::review::configuration::{Comment as CommentWhen, FailOn};

/// How the step ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Exit status 0.
    Passed,
    /// Exit status 1.
    Failed,
    /// Exit status 3.
    Undetermined,
    /// Exit status 4: nothing else is wrong, but something could not be delivered.
    Undelivered,
}

impl Ending {
    /// `fail_on` decides which dispositions end the step with a failure; a failed delivery never hides one of these.
    #[must_use]
    pub fn of(disposition: Disposition, fail_on: FailOn, delivered: bool) -> Self {
        match (disposition, fail_on) {
            (Disposition::Failed, FailOn::Breaking | FailOn::Undetermined) => Self::Failed,
            (Disposition::Undetermined, FailOn::Undetermined) => Self::Undetermined,
            _ if delivered => Self::Passed,
            _ => Self::Undelivered,
        }
    }

    /// The exit status.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed => 1,
            Self::Undetermined => 3,
            Self::Undelivered => 4,
        }
    }
}

/// A file that the run leaves for later steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultFile {
    /// Where, relative to the workspace, or absolute in it or in the runner's temporary folder.
    pub path: String,
    /// What.
    pub content: Vec<u8>,
    /// The output that names the file, such as `report-file`.
    pub output: &'static str,
}

/// The comment on the pull request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentText {
    /// The pull request.
    pub number: u64,
    /// Which configuration it speaks for.
    pub key: String,
    /// When there is one.
    pub when: CommentWhen,
    /// True when there is a difference to speak of.
    pub differences: bool,
    /// The text.
    pub body: Parts,
    /// The text for when there was a difference and there is none any more.
    pub settled: Parts,
}

/// Results for code scanning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SarifUpload {
    /// The log without acknowledged differences.
    pub log: Vec<u8>,
    /// `runs[0].automationDetails.id`, with its final slash.
    pub category: String,
    /// The commit and ref to upload for, or why there is none.
    pub target: Result<(ObjectId, String), &'static str>,
}

/// Notes for a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseNotes {
    /// The release.
    pub id: u64,
    /// The notes.
    pub notes: Parts,
}

/// Everything a run has to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The verdict; `None` when there was nothing to compare.
    pub disposition: Option<Disposition>,
    /// Which dispositions fail the step.
    pub fail_on: FailOn,
    /// Why nothing can be written to the repository, if so.
    pub read_only: Option<ReadOnly>,
    /// Outputs by name, besides those that delivering itself sets.
    pub outputs: Vec<(&'static str, String)>,
    /// Files for later steps.
    pub files: Vec<ResultFile>,
    /// Results for code scanning; `None` when they are not wanted.
    pub sarif: Option<SarifUpload>,
    /// The comment; `None` without a pull request.
    pub comment: Option<CommentText>,
    /// Notes for a release; `None` when they are not wanted.
    pub release: Option<ReleaseNotes>,
    /// The summary; `None` when it is not wanted.
    pub summary: Option<Parts>,
    /// Remarks on lines, most severe first, shown when there is no upload; `None` when they are not wanted.
    pub annotations: Option<Vec<Annotation>>,
    /// Remarks on the run, shown in any case.
    pub notices: Vec<Annotation>,
}

impl Delivery {
    /// A delivery that says why nothing was compared.
    #[must_use]
    pub fn nothing(notice: impl Into<String>) -> Self {
        Self {
            disposition: None,
            fail_on: FailOn::Undetermined,
            read_only: None,
            outputs: vec![("disposition", String::new()), ("outcome", String::new())],
            files: Vec::new(),
            sarif: None,
            comment: None,
            release: None,
            summary: None,
            annotations: None,
            notices: vec![Annotation::on_run(super::workflow::Level::Notice, notice)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fail_on_changes_the_ending_and_a_failed_delivery_hides_no_verdict() {
        use Disposition as D;
        for (disposition, fail_on, delivered, code) in [
            (D::Passed, FailOn::Undetermined, true, 0),
            (D::Failed, FailOn::Undetermined, true, 1),
            (D::Undetermined, FailOn::Undetermined, true, 3),
            (D::Failed, FailOn::Breaking, true, 1),
            (D::Undetermined, FailOn::Breaking, true, 0),
            (D::Failed, FailOn::Never, true, 0),
            (D::Failed, FailOn::Undetermined, false, 1),
            (D::Undetermined, FailOn::Undetermined, false, 3),
            (D::Passed, FailOn::Undetermined, false, 4),
            (D::Failed, FailOn::Never, false, 4),
        ] {
            assert_eq!(
                Ending::of(disposition, fail_on, delivered).code(),
                code,
                "{disposition:?} {fail_on:?} {delivered}"
            );
        }
    }
}
