//! `CriticMarkup`: both documents in one text, from which either can be had back.
//!
//! One block a paragraph, `label text`; a row of a table is `| cell | cell |`. Accepting every suggestion gives the
//! test's blocks, rejecting every one the source's.
//!
//! The escaping rule: in text of the documents `\`, `{`, `}`, the `>` of `~>` and every line end stand behind a
//! backslash. So no text can open or close a suggestion or end its block. Markdown renders the escaped characters as
//! themselves, and the escaped line end as a break. A control character, a line separator and bidirectional formatting
//! stand as `\u{202E}`, so that no text can reorder what a reader sees or move a terminal's cursor; the reader of this
//! form turns them back. A backslash before anything else is never written.

use std::fmt::Write as _;

use super::Shown;
use super::layout::{Line, Marks, Part, exact, lines, parts};
use crate::document::Comparison;
use crate::document::block::{BlockTree, Kind};
use crate::inert::is_acting;

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = '\0';
    for c in text.chars() {
        if is_acting(c) {
            let _ = write!(out, "\\u{{{:X}}}", u32::from(c));
        } else {
            if matches!(c, '\\' | '{' | '}' | '\n') || (c == '>' && before == '~') {
                out.push('\\');
            }
            out.push(c);
        }
        before = c;
    }
    out
}

/// A block's line with its label; several paragraphs of verbatim text stay one block.
fn whole(tree: &BlockTree, index: usize) -> String {
    let block = &tree.blocks()[index];
    if block.kind == Kind::Row {
        return super::layout::gist(tree, index);
    }
    match &block.label {
        Some(label) if block.text.is_empty() => label.clone(),
        Some(label) => format!("{label} {}", block.text),
        None => block.text.clone(),
    }
}

/// The comparison as `CriticMarkup`, ending in a line end.
///
/// A filtered comparison marks the changes that are left; the rest is shown as the test has it.
#[must_use]
pub fn criticmarkup(shown: &Shown<'_>) -> String {
    let comparison = shown.comparison;
    let marks = Marks::new(comparison);
    let mut paragraphs = Vec::new();
    for line in lines(comparison) {
        paragraphs.extend(paragraph(comparison, &marks, line));
    }
    let mut out = paragraphs.join("\n\n");
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

fn paragraph(comparison: &Comparison, marks: &Marks, line: Line) -> Option<String> {
    let source = line.source.map(|index| whole(&comparison.source, index));
    let test = line.test.map(|index| whole(&comparison.test, index));
    // Without a filter everything that differs is shown, whether or not it is a change.
    if comparison.config.filter.is_some() && marks.of(line).is_none() {
        return test.filter(|text| !text.is_empty()).map(|text| escape(&text));
    }
    match (source, test) {
        (Some(source), Some(test)) => {
            if source.is_empty() && test.is_empty() {
                return None;
            }
            let inline = exact(&source, &test);
            Some(suggestions(&parts(&test, &inline)))
        }
        (None, Some(test)) if !test.is_empty() => {
            let comment = line
                .test
                .and_then(|index| comparison.alignment.source_of(index))
                .map(|source| format!("{{>>moved from {}<<}}", comparison.source.address(source)));
            Some(format!("{{++{}++}}{}", escape(&test), comment.unwrap_or_default()))
        }
        (Some(source), None) if !source.is_empty() => {
            let comment = line
                .source
                .and_then(|index| comparison.alignment.test_of(index))
                .map(|test| format!("{{>>moved to {}<<}}", comparison.test.address(test)));
            Some(format!("{{--{}--}}{}", escape(&source), comment.unwrap_or_default()))
        }
        _ => None,
    }
}

fn suggestions(parts: &[Part<'_>]) -> String {
    let mut out = String::new();
    let mut rest = parts.iter().peekable();
    while let Some(part) = rest.next() {
        match part {
            Part::Same(text) => out.push_str(&escape(text)),
            Part::Deleted(old) => match rest.next_if(|next| matches!(next, Part::Inserted(_))) {
                Some(Part::Inserted(new)) => {
                    out.push_str(&format!("{{~~{}~>{}~~}}", escape(old), escape(new)));
                }
                _ => out.push_str(&format!("{{--{}--}}", escape(old))),
            },
            Part::Inserted(new) => out.push_str(&format!("{{++{}++}}", escape(new))),
        }
    }
    out
}

/// Why a text is not `CriticMarkup` of this escaping rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CriticError {
    /// A suggestion is not closed.
    #[error("byte {0}: a suggestion is opened and not closed")]
    Unclosed(usize),
    /// A brace or a backslash stands alone.
    #[error("byte {0}: a brace or backslash of the text is not escaped")]
    Unescaped(usize),
}

/// The blocks of the test document: every suggestion accepted.
///
/// # Errors
/// The text was not written by the escaping rule of this module.
pub fn accept(text: &str) -> Result<Vec<String>, CriticError> {
    resolve(text, true)
}

/// The blocks of the source document: every suggestion rejected.
///
/// # Errors
/// The text was not written by the escaping rule of this module.
pub fn reject(text: &str) -> Result<Vec<String>, CriticError> {
    resolve(text, false)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum In {
    Text,
    Deletion,
    Insertion,
    Old,
    New,
    Comment,
}

fn resolve(text: &str, accepting: bool) -> Result<Vec<String>, CriticError> {
    let mut blocks = Vec::new();
    let mut block = String::new();
    let mut within = In::Text;
    // Whether the block holds anything of the document that is asked for.
    let mut present = false;
    let mut opened = 0;
    let mut rest = text.strip_suffix('\n').unwrap_or(text);
    let total = rest.len();
    while let Some(c) = rest.chars().next() {
        let at = total - rest.len();
        let step = match (within, c) {
            (_, '\\') if rest.starts_with("\\u{") => {
                let (digits, length) = rest
                    .get(3..)
                    .and_then(|digits| digits.find('}').map(|end| (&digits[..end], 3 + end + 1)))
                    .ok_or(CriticError::Unescaped(at))?;
                let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
                let number = hexadecimal.then(|| u32::from_str_radix(digits, 16).ok()).flatten();
                let spelled = number.and_then(char::from_u32).filter(|&c| is_acting(c));
                let spelled = spelled.ok_or(CriticError::Unescaped(at))?;
                take(&mut block, &mut present, within, accepting, spelled);
                length
            }
            (_, '\\') => {
                let escaped = rest.chars().nth(1).ok_or(CriticError::Unescaped(at))?;
                if !matches!(escaped, '\\' | '{' | '}' | '>' | '\n') {
                    return Err(CriticError::Unescaped(at));
                }
                take(&mut block, &mut present, within, accepting, escaped);
                2
            }
            (In::Text, '{') => {
                within = match rest.get(..3) {
                    Some("{--") => In::Deletion,
                    Some("{++") => In::Insertion,
                    Some("{~~") => In::Old,
                    Some("{>>") => In::Comment,
                    _ => return Err(CriticError::Unescaped(at)),
                };
                opened = at;
                3
            }
            (In::Old, '~') if rest.starts_with("~>") => {
                within = In::New;
                2
            }
            (In::Text, '\n') if rest.starts_with("\n\n") => {
                if present {
                    blocks.push(std::mem::take(&mut block));
                }
                block.clear();
                present = false;
                2
            }
            (In::Text, '}') | (_, '{') => return Err(CriticError::Unescaped(at)),
            (In::Deletion, _) if rest.starts_with("--}") => closing(&mut within),
            (In::Insertion, _) if rest.starts_with("++}") => closing(&mut within),
            (In::New, _) if rest.starts_with("~~}") => closing(&mut within),
            (In::Comment, _) if rest.starts_with("<<}") => closing(&mut within),
            (_, '}') => return Err(CriticError::Unescaped(at)),
            _ => {
                take(&mut block, &mut present, within, accepting, c);
                c.len_utf8()
            }
        };
        rest = rest.get(step..).unwrap_or_default();
    }
    if within != In::Text {
        return Err(CriticError::Unclosed(opened));
    }
    if present {
        blocks.push(block);
    }
    Ok(blocks)
}

fn closing(within: &mut In) -> usize {
    *within = In::Text;
    3
}

fn take(block: &mut String, present: &mut bool, within: In, accepting: bool, c: char) {
    let kept = match within {
        In::Text => true,
        In::Insertion | In::New => accepting,
        In::Deletion | In::Old => !accepting,
        In::Comment => false,
    };
    if kept {
        block.push(c);
        *present = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{ChangeFilter, Options, compare};

    fn shown(source: &str, test: &str, filter: &ChangeFilter) -> String {
        let options = Options {
            source_path: Some("a.md".into()),
            test_path: Some("b.md".into()),
            ..Options::default()
        };
        let comparison = compare(source.as_bytes(), test.as_bytes(), &options).unwrap().filtered(filter);
        criticmarkup(&Shown { comparison: &comparison, source_name: "a", test_name: "b", allowed: None })
    }

    #[test]
    fn suggestions_stand_in_the_text_and_both_documents_can_be_had_back() {
        let source = "1.1 Pay within thirty days.\n\n1.2 Keep {--this--} and a\\b.\n\n1.3 Gone for good.\n";
        let test = "1.1 Pay within sixty days.\n\n1.2 Keep {--this--} and a\\b~>c.\n";
        let text = shown(source, test, &ChangeFilter::default());
        assert_eq!(
            text,
            "1.1 Pay within {~~thirty ~>sixty ~~}days.\n\n\
             1.2 Keep \\{--this--\\} and {~~a\\\\b.~>a\\\\b~\\>c.~~}\n\n\
             {--1.3 Gone for good.--}\n"
        );
        assert_eq!(
            reject(&text).unwrap(),
            ["1.1 Pay within thirty days.", "1.2 Keep {--this--} and a\\b.", "1.3 Gone for good."]
        );
        assert_eq!(
            accept(&text).unwrap(),
            ["1.1 Pay within sixty days.", "1.2 Keep {--this--} and a\\b~>c."]
        );
    }

    #[test]
    fn blank_lines_of_verbatim_text_do_not_end_the_block() {
        let text = shown("```\na\n\nb\n```\n", "```\na\n\nc\n```\n", &ChangeFilter::default());
        assert_eq!(text, "a\\\n\\\n{~~b~>c~~}\n");
        assert_eq!(reject(&text).unwrap(), ["a\n\nb"]);
    }

    #[test]
    fn what_a_filter_leaves_out_is_shown_as_the_test_has_it() {
        let filter = ChangeFilter { labels: vec!["1.2".into()], ..ChangeFilter::default() };
        let text = shown("1.1 One a.\n\n1.2 Two a.\n", "1.1 One b.\n\n1.2 Two b.\n", &filter);
        assert_eq!(text, "1.1 One b.\n\n1.2 Two {~~a.~>b.~~}\n");
    }

    #[test]
    fn what_would_act_on_a_readers_screen_is_spelled_and_can_be_had_back() {
        let (source, test) = ("pay \u{202E}001\u{202C} now", "pay \u{2066}100\u{2069} now\u{200D}");
        let text = shown(source, test, &ChangeFilter::default());
        assert!(!text.contains(is_acting), "{text:?}");
        assert!(text.contains("\\u{202E}001\\u{202C}"), "{text}");
        assert_eq!(escape("\u{1B}[2J\t\r"), "\\u{1B}[2J\t\\u{D}");
        assert_eq!(reject(&text).unwrap(), [source]);
        assert_eq!(accept(&text).unwrap(), [test]);
        for other in ["\\u{61}", "\\u{202E", "\\u{}", "\\u{D800}", "\\u{+202E}"] {
            assert_eq!(accept(other), Err(CriticError::Unescaped(0)), "{other}");
        }
    }

    #[test]
    fn text_of_another_rule_is_refused() {
        assert_eq!(accept("a {++b"), Err(CriticError::Unclosed(2)));
        assert_eq!(accept("a } b"), Err(CriticError::Unescaped(2)));
        assert_eq!(accept("a \\x"), Err(CriticError::Unescaped(2)));
    }
}
