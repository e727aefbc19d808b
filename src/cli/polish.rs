//! `countersign polish`: tidies Markdown files, or says what it would change.

use std::path::{Path, PathBuf};

use super::{Exit, Output, whole_file};
use crate::polish::modifier::{BUILT_IN, Modifier};
use crate::polish::projection::{self, Detail};
use crate::polish::{MOST_BYTES, Phase, Review, Status, human, polish, sarif, select};
use crate::staged;

/// Tidy Markdown, or say what tidying would change.
///
/// Modifiers look at a text one after the other; each proposes edits with a reason, and at the end every modifier looks
/// again. Code, HTML, link destinations and front matter are left alone. Without --write, --check and --format the
/// polished text goes to standard output.
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub(super) struct Arguments {
    /// The files; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Replace the files, in one step each, where polishing ended in success.
    #[arg(long, conflicts_with = "check")]
    write: bool,
    /// Write nothing, and exit with 1 when anything would change.
    #[arg(long)]
    check: bool,
    /// How much of the text the JSON review shows [default: summary]; implies --format json.
    #[arg(long, value_enum)]
    detail: Option<Level>,
    /// Write a review instead of the polished text; with --write and --check it is for people unless another is named.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Run this modifier; may be repeated, and the order counts. `default` stands for those that run when none is named.
    #[arg(long = "modifier", value_name = "NAME[:PARAMETER=VALUE;…]")]
    modifiers: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Lines before and after each change.
    Human,
    /// The review as mdpolish.review 1.0; for several files an array of `{"file", "review"}`.
    Json,
    /// SARIF 2.1.0 with a fix for each edit.
    Sarif,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Level {
    /// Status, hashes and counts; nothing of the text.
    Summary,
    /// Also what was changed, and why.
    Changes,
    /// Also every version of the text.
    Full,
}

fn after_help() -> String {
    let mut help = String::from("Modifiers:\n");
    let mut defaults = true;
    for built_in in BUILT_IN {
        if std::mem::replace(&mut defaults, built_in.default) && !built_in.default {
            help.push_str("Only when named:\n");
        }
        let mut name = built_in.name;
        for line in wrapped(built_in.summary, SUMMARY_WIDTH) {
            help.push_str(&format!("  {:<20} {line}\n", std::mem::take(&mut name)));
        }
        for (name, default) in built_in.parameters {
            help.push_str(&format!("  {:<20}   {name}={default:?}\n", ""));
        }
    }
    help.push_str(
        "\nIn a parameter's value `\\;` is a semicolon.\n\nExamples:\n  countersign polish --check docs/*.md\n  \
         countersign polish --write README.md\n  countersign polish --modifier default \\\n    --modifier \
         'space-runs:pattern= {2,};replacement= ' README.md\n\nExit codes: 0 polished, or nothing would change; 1 with \
         --check, something would change; 3 the polished text would change again; 2 the invocation or a file is wrong; \
         4 a file or the output could not be written, or a modifier failed.",
    );
    help
}

/// The summaries of modifiers stand behind their names, on a terminal of 80 columns.
const SUMMARY_WIDTH: usize = 80 - 23;

/// The lines of a text, broken at spaces.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.len() + 1 + word.len() <= width) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Exit {
    let modifiers = match select(&arguments.modifiers) {
        Ok(modifiers) => modifiers,
        Err(error) => return refuse(&error.to_string(), output),
    };
    if let Some(message) = contradiction(arguments) {
        return refuse(message, output);
    }
    // Every file is read before any is written, so that a wrong name changes nothing.
    let mut texts = Vec::new();
    for path in &arguments.files {
        match read(path) {
            Ok(text) => texts.push(text),
            Err(message) => output.error(&message),
        }
    }
    if texts.len() < arguments.files.len() {
        return Exit::Invalid;
    }
    deliver(arguments, texts, &modifiers, output)
}

fn contradiction(arguments: &Arguments) -> Option<&'static str> {
    let inputs = arguments.files.iter().filter(|path| path.as_os_str() == whole_file::STANDARD_INPUT).count();
    if inputs > 1 {
        return Some("standard input can stand for one file only");
    }
    if inputs > 0 && arguments.write {
        return Some("standard input cannot be replaced; leave out --write");
    }
    if arguments.detail.is_some() && arguments.format.is_some_and(|format| format != Format::Json) {
        return Some("--detail says how much --format json shows; the other formats have no levels");
    }
    None
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = whole_file::read(path, MOST_BYTES)?;
    String::from_utf8(bytes).map_err(|error| {
        let at = crate::json::position(error.as_bytes(), error.utf8_error().valid_up_to());
        format!("{}:{at}: the text is not UTF-8", whole_file::shown(path))
    })
}

fn deliver(
    arguments: &Arguments,
    texts: Vec<String>,
    modifiers: &[Box<dyn Modifier>],
    output: &mut Output,
) -> Exit {
    let asked = arguments.format.or(arguments.detail.map(|_| Format::Json));
    let format = asked.or((arguments.write || arguments.check).then_some(Format::Human));
    let mut exit = Exit::Passed;
    let mut reviews: Vec<(String, Review)> = Vec::new();
    for (path, text) in arguments.files.iter().zip(texts) {
        let review = polish(text, modifiers);
        let mut status = status(&review, arguments.check);
        if arguments.write && review.status() == Status::Success && review.would_change() {
            match staged::write(path, review.current().text().as_bytes(), staged::Existing::Replace) {
                Ok(()) => output.delivered(format!("{} was replaced", whole_file::shown(path))),
                Err(error) => {
                    output.error(&format!("{}: cannot be replaced: {error}", whole_file::shown(path)));
                    status = Exit::Undelivered;
                }
            }
        }
        exit = worse(exit, status);
        match format {
            // Kept for a report over all files.
            Some(Format::Json | Format::Sarif) => {
                complain(path, &review, output);
                reviews.push((name(path), review));
            }
            Some(Format::Human) if status != Exit::Invalid => {
                output.report(human::render(&whole_file::shown(path), &review, output.color()).as_bytes());
            }
            Some(Format::Human) => complain(path, &review, output),
            None => {
                complain(path, &review, output);
                if review.status() != Status::Failed {
                    output.report(review.current().text().as_bytes());
                }
            }
        }
    }
    match format {
        // What a failed preflight leaves is in the review itself, with its code.
        Some(Format::Json) => output.report(json(&reviews, arguments.detail).as_bytes()),
        Some(Format::Sarif) if exit != Exit::Invalid => {
            let reviews: Vec<_> = reviews.iter().map(|(path, review)| (path.clone(), review)).collect();
            output.report(sarif::to_sarif(&reviews).as_bytes());
            output.report(b"\n");
        }
        _ => {}
    }
    exit
}

/// Says on standard error what kept a text from being polished.
fn complain(path: &Path, review: &Review, output: &Output) {
    for fault in review.faults() {
        let by = fault.modifier.and_then(|at| review.modifiers().get(at));
        let by = by.map_or(String::new(), |modifier| format!("{}: ", modifier.id));
        output.error(&format!("{}: {by}{}", whole_file::shown(path), fault.message));
    }
    if review.status() == Status::Unstable {
        let left = review.residual().len();
        output.warning(&format!(
            "{}: the modifiers would change the polished text again ({left} left); --format human shows where",
            whole_file::shown(path)
        ));
    }
}

/// The path as it is named in machine-readable reports.
fn name(path: &Path) -> String {
    if path.as_os_str() == whole_file::STANDARD_INPUT {
        return "stdin".to_owned();
    }
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

fn json(reviews: &[(String, Review)], detail: Option<Level>) -> String {
    let detail = match detail {
        None | Some(Level::Summary) => Detail::Summary,
        Some(Level::Changes) => Detail::Changes,
        Some(Level::Full) => Detail::Full,
    };
    match reviews {
        [(_, review)] => projection::to_json(review, detail),
        several => {
            #[derive(serde::Serialize)]
            struct Named<'r> {
                file: &'r str,
                review: projection::Projection<'r>,
            }
            let named: Vec<_> = several
                .iter()
                .map(|(file, review)| Named { file, review: projection::project(review, detail) })
                .collect();
            serde_json::to_string_pretty(&named).unwrap_or_default()
        }
    }
}

fn status(review: &Review, check: bool) -> Exit {
    match review.status() {
        Status::Failed if review.faults().iter().any(|fault| fault.phase == Phase::Preflight) => {
            Exit::Invalid
        }
        Status::Failed => Exit::Undelivered,
        _ if check && review.would_change() => Exit::Failed,
        Status::Unstable => Exit::Undetermined,
        Status::Success => Exit::Passed,
    }
}

/// The status of several files is that of the worst one.
fn worse(left: Exit, right: Exit) -> Exit {
    let rank = |exit: Exit| match exit {
        Exit::Passed => 0,
        Exit::Undetermined => 1,
        Exit::Failed => 2,
        Exit::Undelivered => 3,
        Exit::Invalid => 4,
    };
    if rank(right) > rank(left) { right } else { left }
}

fn refuse(message: &str, output: &Output) -> Exit {
    output.error(message);
    Exit::Invalid
}
