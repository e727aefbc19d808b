//! What a step says to the runner on standard output: annotations, the token's mask, and lines that are none of these.
//!
//! The runner reads every line of the log. A line that begins with `::`, after blanks, is a command, and so is `##[`
//! anywhere in a line. Text from strangers must never be either, so everything that is printed goes through [`line()`] or
//! is a command that was escaped here (specification of the action, section 5).

use std::fmt::Write as _;

use super::names::Token;
use crate::inert;

/// How many annotations of one level a step can have; the rest vanish without a word.
pub const PER_LEVEL: usize = 10;

/// How much an annotation matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Something is breaking.
    Error,
    /// Something is undetermined, or was not delivered.
    Warning,
    /// Something is worth knowing.
    Notice,
}

impl Level {
    /// The command's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Notice => "notice",
        }
    }
}

/// A remark on a line of a file, or on the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// How much it matters.
    pub level: Level,
    /// A few words; may be empty.
    pub title: String,
    /// The text; may have several lines.
    pub message: String,
    /// The path from the repository's root; `None` for a remark on the run.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column, from 1.
    pub column: Option<u64>,
}

impl Annotation {
    /// A remark on the run.
    #[must_use]
    pub fn on_run(level: Level, message: impl Into<String>) -> Self {
        Self { level, title: String::new(), message: message.into(), file: None, line: None, column: None }
    }
}

/// The command that makes the runner replace the token by `***` in the log. The first thing a run prints.
#[must_use]
pub fn mask(token: &Token) -> String {
    format!("::add-mask::{}", escape_data(token.expose()))
}

/// The commands for these annotations, in their order, ten of each level at most: where there are more, the tenth says
/// how many, and `elsewhere` says where they are.
#[must_use]
pub fn commands(annotations: &[Annotation], elsewhere: &str) -> Vec<String> {
    let mut commands = Vec::new();
    for level in [Level::Error, Level::Warning, Level::Notice] {
        let all: Vec<_> = annotations.iter().filter(|annotation| annotation.level == level).collect();
        if all.len() <= PER_LEVEL {
            commands.extend(all.into_iter().map(command));
            continue;
        }
        commands.extend(all.iter().take(PER_LEVEL - 1).map(|annotation| command(annotation)));
        let left = all.len() - (PER_LEVEL - 1);
        let what = level.as_str();
        let message = format!("{left} more of this level ({what}) are not shown here: {elsewhere}");
        commands.push(command(&Annotation::on_run(level, message)));
    }
    commands
}

fn command(annotation: &Annotation) -> String {
    let mut properties = Vec::new();
    if let Some(file) = &annotation.file {
        properties.push(format!("file={}", escape_property(file)));
    }
    if let Some(line) = annotation.line {
        properties.push(format!("line={line}"));
    }
    if let Some(column) = annotation.column {
        properties.push(format!("col={column}"));
    }
    if !annotation.title.is_empty() {
        properties.push(format!("title={}", escape_property(&inert::visible(&annotation.title))));
    }
    let space = if properties.is_empty() { "" } else { " " };
    let message: Vec<_> = annotation.message.split('\n').map(inert::visible).collect();
    let message = escape_data(&message.join("\n"));
    format!("::{}{space}{}::{message}", annotation.level.as_str(), properties.join(","))
}

/// A line of details for somebody who set `RUNNER_DEBUG`: no command, and without the token.
#[must_use]
pub fn detail(text: &str, token: Option<&Token>) -> String {
    let text = token.map_or_else(|| text.to_owned(), |token| token.redact(text));
    line(&inert::visible(&text))
}

fn escape_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Text as lines of the log that are never commands. What would have been one is shown with `\u{3A}` or `\u{23}`.
///
/// ```
/// use countersign::github::workflow::line;
/// assert_eq!(line("a\n  ::error::b ##[c]"), "a\n  \\u{3A}:error::b #\\u{23}[c]");
/// ```
#[must_use]
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, one) in text.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let shown = inert::visible(one);
        let blanks = shown.len() - shown.trim_start().len();
        let (indent, rest) = shown.split_at(blanks);
        out.push_str(indent);
        match rest.strip_prefix("::") {
            Some(rest) => {
                let _ = write!(out, "\\u{{3A}}:{}", rest.replace("##[", "#\\u{23}["));
            }
            None => out.push_str(&rest.replace("##[", "#\\u{23}[")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn properties_and_data_are_escaped_as_the_runner_unescapes_them() {
        let annotation = Annotation {
            level: Level::Error,
            title: "breaking: a, b".into(),
            message: "100 % of it\nsecond: line, here\r".into(),
            file: Some("models/a,b:c%.json".into()),
            line: Some(3),
            column: Some(7),
        };
        assert_eq!(
            commands(&[annotation], ""),
            [
                "::error file=models/a%2Cb%3Ac%25.json,line=3,col=7,title=breaking%3A a%2C b::100 %25 of it%0Asecond: \
             line, here\\u{D}"
            ]
        );
        assert_eq!(commands(&[Annotation::on_run(Level::Notice, "x")], ""), ["::notice::x"]);
    }

    #[test]
    fn the_tenth_of_a_level_says_how_many_more_there_are_and_where() {
        let many: Vec<_> =
            (1..=23).map(|number| Annotation::on_run(Level::Warning, number.to_string())).collect();
        let shown = commands(&many, "see the summary");
        assert_eq!(shown.len(), 10);
        assert_eq!(shown[8], "::warning::9");
        assert_eq!(
            shown[9],
            "::warning::14 more of this level (warning) are not shown here: see the summary"
        );
        let ten: Vec<_> = many.iter().take(10).cloned().collect();
        assert_eq!(commands(&ten, "")[9], "::warning::10");
    }

    #[test]
    fn every_level_has_ten_of_its_own() {
        let mut all = vec![Annotation::on_run(Level::Notice, "n"); 12];
        all.extend(vec![Annotation::on_run(Level::Error, "e"); 12]);
        let shown = commands(&all, "there");
        assert_eq!(shown.len(), 20);
        assert!(shown[..10].iter().all(|command| command.starts_with("::error::")));
    }

    #[test]
    fn the_token_is_masked_whole() {
        assert_eq!(mask(&Token::new("ghs_a%b").unwrap()), "::add-mask::ghs_a%25b");
    }

    #[test]
    fn a_detail_has_no_token_and_is_one_line_that_is_no_command() {
        let token = Token::new("ghs_secret").unwrap();
        assert_eq!(detail("with ghs_secret inside", Some(&token)), "with *** inside");
        let hostile = detail("  ::error::x\n##[error]y\u{202E}", None);
        assert!(!is_command(&hostile) && !hostile.contains(['\n', '\u{202E}']), "{hostile}");
    }

    /// As the runner reads a line of the log.
    fn is_command(line: &str) -> bool {
        line.trim_start().starts_with("::") || line.contains("##[")
    }

    proptest! {
        #[test]
        fn no_text_becomes_a_command(text in "[ :#\\[a\n\r\t\u{85}\u{2003}]{0,24}|.{0,40}") {
            for one in line(&text).split(['\n', '\r']) {
                prop_assert!(!is_command(one), "{one:?}");
            }
        }

        #[test]
        fn an_annotation_is_one_line_and_one_command(text in "[ :,%#\\[a\n\r]{0,24}|.{0,40}") {
            let annotation = Annotation {
                level: Level::Error,
                title: text.clone(),
                message: text.clone(),
                file: Some(text),
                line: None,
                column: None,
            };
            let shown = commands(&[annotation], "").join("");
            prop_assert!(shown.starts_with("::error file="));
            prop_assert!(!shown.contains(['\n', '\r']));
        }
    }
}
