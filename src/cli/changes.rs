//! `countersign changes`: what to send to turn one JSON document into another.

use std::path::{Path, PathBuf};

use super::{Exit, Output, whole_file};
use crate::change_set::{self, Difference, MergePatch, human, json_patch};
use crate::json::{NodeRef, ReadLimits, Tree};

/// The most pointers that are named; the rest is counted.
const NAMED: usize = 100;

/// Write what turns one JSON document into another, as the body of a PATCH request.
///
/// An object carries only what differs; an array with any difference inside travels whole, in order. The body is a
/// JSON Merge Patch (RFC 7396). What a merge patch cannot say (a member that has to be null) is refused with status 3;
/// --json-patch can say it.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "countersign changes [OPTIONS] <OLD> <NEW>\n       countersign changes [OPTIONS] --apply <CHANGES> <FILE>",
    after_help = "Examples:\n  countersign changes old.json new.json\n  countersign changes --format human old.json new.json\n  \
                  countersign changes old.json new.json > changes.json\n  countersign changes --apply changes.json old.json\n\n\
                  Exit codes: 0 the changes were written, or there are none; 2 the invocation or a file is wrong, or \
                  changes cannot be applied; 3 a merge patch cannot say it; 4 the output could not be written."
)]
pub(super) struct Arguments {
    /// The earlier document, or the file that changes are applied to; `-` is standard input.
    #[arg(value_name = "OLD")]
    first: PathBuf,
    /// The later document.
    #[arg(value_name = "NEW", required_unless_present = "apply", conflicts_with = "apply")]
    second: Option<PathBuf>,
    /// Apply the changes in this file to FILE and write the result to standard output.
    #[arg(long, value_name = "CHANGES")]
    apply: Option<PathBuf>,
    /// Write, or with --apply read, the operations of JSON Patch (RFC 6902) instead of a merge patch.
    #[arg(long)]
    json_patch: bool,
    /// With --apply, take the changes for a merge patch even if they read as JSON Patch operations.
    #[arg(long, requires = "apply", conflicts_with = "json_patch")]
    merge_patch: bool,
    /// What to write: the body to send, or the changes for people.
    #[arg(long, value_enum, default_value_t = Format::Json, conflicts_with = "apply")]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// The body of the request.
    Json,
    /// One line for each change.
    Human,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Exit {
    let other = arguments.apply.as_deref().or(arguments.second.as_deref()).unwrap_or(Path::new(""));
    if arguments.first == other && other.as_os_str() == whole_file::STANDARD_INPUT {
        output.error("standard input can stand for one of the two files only");
        return Exit::Invalid;
    }
    // Both are read before either is refused, so that one run names all that is wrong.
    let trees = (read(&arguments.first, output), read(other, output));
    let (Some(first), Some(other)) = trees else { return Exit::Invalid };
    if arguments.apply.is_some() {
        return apply(&first, &other, arguments, output);
    }
    let difference = change_set::compare(first.root(), other.root());
    if arguments.json_patch {
        operations(&difference, arguments, output)
    } else {
        body(&difference, arguments, output)
    }
}

fn read(path: &Path, output: &Output) -> Option<Tree> {
    let limits = ReadLimits::default();
    let tree = whole_file::read(path, limits.bytes).and_then(|bytes| {
        Tree::read(bytes, &limits)
            .map_err(|error| format!("{}:{}: {}", whole_file::shown(path), error.position, error.kind))
    });
    tree.map_err(|message| output.error(&message)).ok()
}

fn body(difference: &Difference<'_>, arguments: &Arguments, output: &mut Output) -> Exit {
    let patch = match change_set::merge_patch(difference) {
        Ok(patch) => patch,
        Err(error) => return refuse(&error.to_string(), output),
    };
    if arguments.format == Format::Human {
        output.report(human::render(difference, output.color()).as_bytes());
    }
    match patch {
        MergePatch::Body(body) => {
            if arguments.format == Format::Json {
                output.report(body.as_bytes());
                output.report(b"\n");
            }
            Exit::Passed
        }
        MergePatch::Nothing => {
            output.note("the documents are equal and no objects, so there is nothing to send");
            Exit::Passed
        }
        MergePatch::Inexpressible(nulls) => {
            inexpressible(&nulls, output);
            Exit::Undetermined
        }
    }
}

fn inexpressible(nulls: &[NodeRef<'_>], output: &Output) {
    let mut message =
        String::from("a merge patch cannot say these values, because null removes a member there:");
    for node in nulls.iter().take(NAMED) {
        message.push('\n');
        message.push_str(&crate::inert::terminal(&node.pointer()));
    }
    if nulls.len() > NAMED {
        message.push_str(&format!("\n… and {} more", nulls.len() - NAMED));
    }
    message.push_str("\n--json-patch writes operations that can say them");
    output.error(&message);
}

fn operations(difference: &Difference<'_>, arguments: &Arguments, output: &mut Output) -> Exit {
    if arguments.format == Format::Human {
        output.report(human::render(difference, output.color()).as_bytes());
        return Exit::Passed;
    }
    match json_patch::operations(difference) {
        Ok(operations) => {
            output.report(operations.as_bytes());
            output.report(b"\n");
            Exit::Passed
        }
        Err(error) => refuse(&error.to_string(), output),
    }
}

fn apply(file: &Tree, changes: &Tree, arguments: &Arguments, output: &mut Output) -> Exit {
    if !arguments.json_patch && !arguments.merge_patch && json_patch::is_operations(changes.root()) {
        let path = whole_file::shown(arguments.apply.as_deref().unwrap_or(Path::new("")));
        return refuse(
            &format!(
                "{path} reads as JSON Patch operations, and as a merge patch it would replace the whole document; \
                 --json-patch applies the operations, --merge-patch replaces the document"
            ),
            output,
        );
    }
    let result = if arguments.json_patch {
        json_patch::apply(file.root(), changes.root()).map_err(|error| error.to_string())
    } else {
        change_set::apply(file.root(), changes.root()).map_err(|error| error.to_string())
    };
    match result {
        Ok(mut result) => {
            if !result.ends_with('\n') {
                result.push('\n');
            }
            output.report(result.as_bytes());
            Exit::Passed
        }
        Err(message) => refuse(&message, output),
    }
}

fn refuse(message: &str, output: &Output) -> Exit {
    output.error(message);
    Exit::Invalid
}
