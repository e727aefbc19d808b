//! `countersign explain`: what a rule, reason, warning or interpretation means.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::{Exit, Output};
use crate::comparison::Classification;
use crate::explain::{self, Example, Topic};
use crate::inert::terminal;

/// Say what a rule, reason, warning or interpretation in a report means, with an example.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  countersign explain breaking/minimum\n  countersign explain comparison.unproven\n  \
                  countersign explain --list\n\nExit codes: 0 explained; 2 no code is called that; 4 the text could not be \
                  written."
)]
pub(super) struct Arguments {
    /// A code from a report: a rule such as `breaking/minimum`, its family `minimum`, or a reason such as
    /// `json.syntax`, or an interpretation such as `byte-string-json/1`.
    #[arg(required_unless_present = "list")]
    code: Option<String>,
    /// List every code with its title.
    #[arg(long, conflicts_with = "code")]
    list: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Exit {
    let paint = Paint { on: output.color() };
    let Some(code) = &arguments.code else {
        output.report(list(paint).as_bytes());
        return Exit::Passed;
    };
    let Some(topic) = explain::find(code) else {
        let hint = match explain::nearest(code) {
            Some(nearest) => format!("did you mean \"{nearest}\"?"),
            None => "`countersign explain --list` shows all codes".to_owned(),
        };
        output.error(&format!(
            "no rule, reason, warning or interpretation is called {}; {hint}",
            terminal(code)
        ));
        return Exit::Invalid;
    };
    output.report(text(&topic, paint).as_bytes());
    Exit::Passed
}

#[derive(Clone, Copy)]
struct Paint {
    on: bool,
}

impl Paint {
    fn with(self, style: Style, text: &str) -> String {
        if self.on { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    fn bold(self, text: &str) -> String {
        self.with(Style::new().bold(), text)
    }

    fn classified(self, classification: Classification) -> String {
        let color = match classification {
            Classification::Breaking => AnsiColor::Red,
            Classification::Undetermined => AnsiColor::Yellow,
            Classification::Compatible => AnsiColor::Green,
        };
        self.with(color.on_default(), classification.as_str())
    }
}

fn list(paint: Paint) -> String {
    let codes = explain::codes();
    let width = codes.iter().map(String::len).max().unwrap_or(0);
    let mut out = String::new();
    for code in &codes {
        if let Some(topic) = explain::find(code) {
            // The padding stands outside the colour, so that the titles line up.
            let gap = width - code.len() + 2;
            let _ = writeln!(out, "{}{:gap$}{}", paint.bold(code), "", topic.title());
        }
    }
    out
}

fn text(topic: &Topic, paint: Paint) -> String {
    const WIDTH: usize = 100;
    let mut out = format!("{}: {}\n", paint.bold(&topic.code()), topic.title());
    for paragraph in [topic.verdict(), Some(topic.meaning())].into_iter().flatten() {
        let _ = write!(out, "\n{}", wrapped(paragraph, WIDTH));
    }
    if let Topic::Rule(None, family) = topic {
        let codes = family.classifications.iter().map(|&c| format!("{}/{}", c.as_str(), family.name));
        let _ = write!(out, "\n{}\n  {}\n", paint.bold("Codes"), codes.collect::<Vec<_>>().join(", "));
    }
    for example in topic.examples() {
        push_example(&mut out, example, paint);
    }
    let heading = paint.bold(topic.remedy_title());
    let _ = write!(out, "\n{heading}\n{}", wrapped(topic.remedy(), WIDTH));
    if let Some(sign_off) = topic.sign_off() {
        let _ = write!(out, "\n{}\n{}", paint.bold("Signing for it"), wrapped(sign_off, WIDTH));
    }
    out
}

fn push_example(out: &mut String, example: &Example, paint: Paint) {
    let _ = writeln!(out, "\n{}", paint.bold("Example"));
    let _ = writeln!(out, "  earlier  {}\n  later    {}", example.before, example.after);
    let _ = write!(out, "  which is {}", paint.classified(example.classification));
    let _ = match example.witness {
        Some(witness) => writeln!(out, ", with the witness {witness}"),
        None => writeln!(out),
    };
}

/// Breaks a paragraph at spaces.
fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            out.push('\n');
            column = 0;
        }
        if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
    out
}
