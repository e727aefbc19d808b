//! Delivers what a run has to say, everything that can be delivered, before anybody asks for the exit status.
//!
//! The order is: files, code scanning, comment, release, then what depends on how these went: annotations, summary and
//! outputs. A delivery that fails is said and remembered, and the next one is tried all the same.

use std::path::Path;

use super::api::Api;
use super::code_scanning::{self, Upload, Uploaded};
use super::comment::{self, Comment};
use super::delivery::CommentWhen;
use super::delivery::{CommentText, Delivery, Disposition, Ending, ReleaseNotes, SarifUpload};
use super::environment::Environment;
use super::event::ReadOnly;
use super::files;
use super::refusal::{ApiError, Purpose, Refusal};
use super::release::{self, Released};
use super::workflow::{self, Annotation, Level};

/// How a delivery went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivered {
    /// Lines for standard output, safe to print as they are: commands, and nothing but commands.
    pub lines: Vec<String>,
    /// What could not be delivered and should have been, each with what mends it.
    pub failures: Vec<String>,
    /// How the step ends.
    pub ending: Ending,
}

/// Delivers everything. `api` is `None` when there is no connection, which only matters if something needs it.
pub async fn deliver(environment: &Environment, api: Option<&Api>, delivery: &Delivery) -> Delivered {
    let mut run = Run {
        environment,
        api,
        read_only: delivery.read_only.is_some(),
        run_url: environment.run_url(),
        outputs: delivery.outputs.clone(),
        notices: delivery.notices.clone(),
        failures: Vec::new(),
    };
    run.files(delivery);
    if let Some(reason) = delivery.read_only {
        run.say_read_only(reason, delivery);
    }
    let uploaded = run.code_scanning(delivery.sarif.as_ref()).await;
    run.comment(delivery.comment.as_ref()).await;
    run.release(delivery.release.as_ref()).await;
    run.summary(delivery);
    run.outputs();
    run.finish(delivery, uploaded)
}

struct Run<'a> {
    environment: &'a Environment,
    api: Option<&'a Api>,
    read_only: bool,
    run_url: Option<String>,
    outputs: Vec<(&'static str, String)>,
    notices: Vec<Annotation>,
    failures: Vec<String>,
}

impl<'a> Run<'a> {
    /// The client, unless there is no use in asking, which was said already, or there is none, which is said here.
    fn api_for(&mut self, purpose: Purpose) -> Option<&'a Api> {
        if self.read_only {
            return None;
        }
        if self.api.is_none() {
            self.fail(ApiError::NoToken(purpose).to_string());
        }
        self.api
    }

    fn notice(&mut self, message: impl Into<String>) {
        self.notices.push(Annotation::on_run(Level::Notice, message));
    }

    fn fail(&mut self, message: String) {
        self.notices.push(Annotation::on_run(Level::Warning, message.clone()));
        self.failures.push(message);
    }

    /// Patience that ran out is a notice; a refusal is something to mend.
    fn failed_request(&mut self, error: &ApiError) {
        match error {
            ApiError::Unreachable { .. } | ApiError::Unavailable { .. } | ApiError::RateLimited { .. } => {
                self.notice(error.to_string());
            }
            ApiError::NoToken(_)
            | ApiError::Refused(_)
            | ApiError::Unreadable { .. }
            | ApiError::TooLarge { .. } => {
                self.fail(error.to_string());
            }
        }
    }

    fn files(&mut self, delivery: &Delivery) {
        let workspace = self.environment.workspace.as_path();
        let mut roots: Vec<&Path> = vec![workspace];
        roots.extend(self.environment.runner_temp.as_deref());
        for file in &delivery.files {
            match files::write_result(&roots, &file.path, &file.content) {
                // The path as it was given: the runner's own steps see other folders than this container.
                Ok(_) => self.outputs.push((file.output, file.path.clone())),
                Err(error) => self.fail(error.to_string()),
            }
        }
    }

    fn say_read_only(&mut self, reason: ReadOnly, delivery: &Delivery) {
        if delivery.sarif.is_none() && delivery.comment.is_none() && delivery.release.is_none() {
            return;
        }
        let who = match reason {
            ReadOnly::Fork => "this pull request comes from a fork",
            ReadOnly::Dependabot => "Dependabot started this run",
        };
        self.notice(format!(
            "{who}, so its token can only read: there is no comment and no code-scanning upload, the summary and the \
             annotations hold the report. To close the gap, write the results with the input `sarif-file` and give the \
             file to a later `github/codeql-action/upload-sarif` step, or comment from a `workflow_run` workflow"
        ));
    }

    /// True when the results are in code scanning, so that annotations would say everything twice.
    async fn code_scanning(&mut self, upload: Option<&SarifUpload>) -> bool {
        let Some(upload) = upload else { return false };
        let Some(api) = self.api_for(Purpose::UploadSarif) else { return false };
        let (commit, git_ref) = match &upload.target {
            Ok(target) => target,
            Err(reason) => {
                self.notice(format!("nothing was uploaded to code scanning: {reason}"));
                return false;
            }
        };
        let upload = Upload { sarif: &upload.log, commit, git_ref, category: &upload.category };
        match code_scanning::upload(api, upload).await {
            Ok(Uploaded::Complete { id }) => {
                self.outputs.push(("sarif-id", id));
                true
            }
            Ok(Uploaded::Pending { id }) => {
                self.outputs.push(("sarif-id", id));
                self.notice(
                    "code scanning has the results but is still processing them; they appear in the Security tab later",
                );
                true
            }
            Ok(Uploaded::Rejected { id, errors }) => {
                self.outputs.push(("sarif-id", id));
                let errors =
                    if errors.is_empty() { "it gave no reason".to_owned() } else { errors.join("; ") };
                self.fail(format!(
                    "code scanning could not use the results ({errors}); set the input `upload-sarif` to `false` until \
                     that is mended"
                ));
                false
            }
            Ok(Uploaded::TooLarge { bytes }) => {
                self.notice(format!(
                    "the results have {bytes} bytes after gzip and code scanning takes {}; acknowledge or exclude some, or \
                     use the input `sarif-file`",
                    code_scanning::UPLOAD_BYTES
                ));
                false
            }
            Err(ApiError::Refused(refusal @ Refusal { status: 403 | 404, .. })) => {
                self.notice(refusal.to_string());
                false
            }
            Err(error) => {
                self.failed_request(&error);
                false
            }
        }
    }

    async fn comment(&mut self, text: Option<&CommentText>) {
        let Some(text) = text.filter(|text| text.when != CommentWhen::Never) else { return };
        let Some(api) = self.api_for(Purpose::WriteComment) else { return };
        let run_url = self.run_url.clone();
        let comment = Comment {
            number: text.number,
            key: &text.key,
            when: text.when,
            differences: text.differences,
            body: &text.body,
            settled: &text.settled,
            run_url: run_url.as_deref(),
        };
        match comment::deliver(api, comment).await {
            Ok(commented) => {
                self.outputs.extend(commented.url().map(|url| ("comment-url", url.to_owned())));
            }
            Err(error) => self.failed_request(&error),
        }
    }

    async fn release(&mut self, release: Option<&ReleaseNotes>) {
        let Some(release) = release else { return };
        let Some(api) = self.api_for(Purpose::WriteRelease) else { return };
        match release::deliver(api, release.id, &release.notes, self.run_url.as_deref()).await {
            Ok(Released::Full) => self.fail(
                "the release's text has no room left for notes; shorten it, or set the input `release-notes` to `false`"
                    .to_owned(),
            ),
            Ok(_) => {}
            Err(error) => self.failed_request(&error),
        }
    }

    fn summary(&mut self, delivery: &Delivery) {
        let Some(summary) = &delivery.summary else { return };
        let Some(path) = &self.environment.step_summary else {
            return self.notice("GITHUB_STEP_SUMMARY is not set, so there is no summary");
        };
        if let Err(error) = files::write_summary(path, summary) {
            self.fail(error.to_string());
        }
    }

    fn outputs(&mut self) {
        let Some(path) = &self.environment.output else {
            return self.notice("GITHUB_OUTPUT is not set, so there are no outputs");
        };
        if let Err(error) = files::write_outputs(path, &self.outputs) {
            self.fail(error.to_string());
        }
    }

    fn finish(self, delivery: &Delivery, uploaded: bool) -> Delivered {
        let mut annotations = Vec::new();
        // What was not delivered comes first, so that it is never among those that vanish.
        annotations.extend(self.notices);
        if !uploaded {
            annotations.extend(delivery.annotations.iter().flatten().cloned());
        }
        let elsewhere = match (&delivery.summary, &self.run_url) {
            (Some(_), Some(url)) => format!("see the summary at {url}"),
            (Some(_), None) => "see the summary of the run".to_owned(),
            (None, _) => "see the report in the outputs of this step".to_owned(),
        };
        let disposition = delivery.disposition.unwrap_or(Disposition::Passed);
        Delivered {
            lines: workflow::commands(&annotations, &elsewhere),
            ending: Ending::of(disposition, delivery.fail_on, self.failures.is_empty()),
            failures: self.failures,
        }
    }
}
