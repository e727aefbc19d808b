//! Text from strangers, made safe to show.
//!
//! Names, keys, pointers, versions, patterns and file names come from pull requests. Wherever one is printed it goes
//! through one of these functions: [`terminal`] for terminals, logs and SARIF messages, [`code_span`] for Markdown.
//! What a reader could not see or would misread (controls, bidirectional and zero-width characters) is shown as
//! `\u{202E}`, so that a name cannot forge a heading, move the cursor or reorder the line it stands in. Letters of other
//! scripts that pass for ASCII ones are shown in the same way (`lookalike`).

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::lookalike::misleading;

/// True for characters that are shown escaped: controls, line separators, bidirectional and invisible formatting.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}'
        | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

/// True for characters that act on the text around them: controls other than tab and line feed, line separators, and
/// bidirectional formatting. Fewer than [`is_hidden`], for forms that have to stay readable as the documents themselves.
#[must_use]
pub fn is_acting(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n'))
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The text with hidden characters and misleading letters escaped; an empty text is shown as `""`.
///
/// ```
/// use countersign::inert::terminal;
/// assert_eq!(terminal("a\u{202E}b\n"), "a\\u{202E}b\\u{A}");
/// assert_eq!(terminal(""), "\"\"");
/// ```
#[must_use]
pub fn terminal(text: &str) -> Cow<'_, str> {
    if text.is_empty() {
        return Cow::Borrowed("\"\"");
    }
    visible(text)
}

/// The text with hidden characters and misleading letters escaped; an empty text stays empty.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let mut misleading = misleading(text).into_iter().peekable();
    if misleading.peek().is_none() && !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for (at, c) in text.char_indices() {
        if misleading.next_if_eq(&at).is_some() || is_hidden(c) {
            let _ = write!(shown, "\\u{{{:X}}}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// The text as a Markdown code span that renders as exactly this text, on one line.
///
/// The fence is longer than any run of backticks inside. Not for table cells, which end at a bar even inside code.
///
/// ```
/// use countersign::inert::code_span;
/// assert_eq!(code_span("a`b"), "``a`b``");
/// assert_eq!(code_span(""), "`\"\"`");
/// ```
#[must_use]
pub fn code_span(text: &str) -> String {
    let shown = terminal(text);
    let fence = "`".repeat(longest_run(&shown, '`') + 1);
    let pad = if shown.starts_with(['`', ' ']) || shown.ends_with(['`', ' ']) { " " } else { "" };
    format!("{fence}{pad}{shown}{pad}{fence}")
}

/// A fence for a Markdown code block that no line of the text can close.
#[must_use]
pub fn fence(text: &str) -> String {
    "`".repeat((longest_run(text, '`') + 1).max(3))
}

/// Prose as inert Markdown on one line: no markup, no HTML, no mention, no reference, no link.
///
/// ```
/// use countersign::inert::prose;
/// assert_eq!(prose("see @me #12 <b>"), "see &#64;me &#35;12 &lt;b&gt;");
/// ```
#[must_use]
pub fn prose(text: &str) -> String {
    let shown = visible(text);
    let mut out = String::with_capacity(shown.len() + 16);
    let mut previous = ' ';
    for c in shown.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '@' => out.push_str("&#64;"),
            '#' => out.push_str("&#35;"),
            // Breaks `https://`, which would become a link on its own, and `GH-12`.
            ':' => out.push_str("&#58;"),
            '-' if previous.is_ascii_alphabetic() => out.push_str("&#45;"),
            '.' if previous.eq_ignore_ascii_case(&'w') => out.push_str("&#46;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '!' | '|' | '~' | '$' => {
                out.push('\\');
                out.push(c);
            }
            '+' | '-' | '=' if out.trim_start().is_empty() => {
                out.push('\\');
                out.push(c);
            }
            other => out.push(other),
        }
        previous = c;
    }
    out
}

fn longest_run(text: &str, c: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for found in text.chars() {
        run = if found == c { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(markdown: &str) -> String {
        let mut out = String::new();
        let options = pulldown_cmark::Options::all();
        pulldown_cmark::html::push_html(&mut out, pulldown_cmark::Parser::new_ext(markdown, options));
        out
    }

    #[test]
    fn a_code_span_renders_as_the_text_and_nothing_else() {
        for text in [
            "plain",
            "`x`<img src=y onerror=z>",
            "``",
            " a ",
            "@me #12",
            "a`` ```b",
            "",
            "\u{202E}x",
            "[a](b)",
        ] {
            let shown = terminal(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            assert_eq!(html(&code_span(text)).trim_end(), format!("<p><code>{shown}</code></p>"), "{text:?}");
        }
    }

    #[test]
    fn adjacent_empty_and_hostile_spans_stay_apart() {
        let line = format!("{} at {}", code_span(""), code_span("`x`<img src=y onerror=z>"));
        assert!(!html(&line).contains("<img"), "{}", html(&line));
    }

    #[test]
    fn prose_renders_no_markup() {
        for text in [
            "*a* _b_ <b>x</b>",
            "# h",
            "- x",
            "[a](http://b)",
            "![i](j)",
            "`c`",
            "a | b",
            "~~x~~",
            "www.example.com",
        ] {
            let rendered = html(&prose(text));
            let inner = rendered
                .trim_end()
                .strip_prefix("<p>")
                .and_then(|r| r.strip_suffix("</p>"))
                .unwrap_or("BLOCK");
            assert!(!inner.contains('<'), "{text}: {rendered}");
        }
    }
}
