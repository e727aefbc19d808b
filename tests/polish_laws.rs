//! What holds for every text: nothing a modifier should leave alone is touched, what a reader sees stays, and a
//! polished text is not polished again.

// A test that cannot go on has failed.
#![allow(clippy::unwrap_used)]

use countersign::polish::{Modifier, Snapshot, Status, polish, select};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM
        | Options::ENABLE_MATH
}

/// The HTML of the text after its byte order mark and front matter.
fn rendered(text: &str) -> String {
    let snapshot = Snapshot::new(text.to_owned());
    let mut out = String::new();
    html::push_html(&mut out, Parser::new_ext(&text[snapshot.structure().body()..], options()));
    out
}

/// Code, HTML, mathematics, link destinations and front matter, as they are read.
fn left_alone(text: &str) -> Vec<String> {
    let snapshot = Snapshot::new(text.to_owned());
    let body = snapshot.structure().body();
    let mut found = vec![text[..body].to_owned()];
    let mut code = false;
    for event in Parser::new_ext(&text[body..], options()) {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                code = true;
                found.push(format!("{kind:?}"));
            }
            Event::End(TagEnd::CodeBlock) => code = false,
            Event::Text(text) if code => match found.last_mut() {
                Some(last) => last.push_str(&text),
                None => unreachable!(),
            },
            Event::Code(text)
            | Event::Html(text)
            | Event::InlineHtml(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text)
            | Event::FootnoteReference(text) => found.push(text.to_string()),
            Event::Start(Tag::Link { dest_url, title, .. } | Tag::Image { dest_url, title, .. }) => {
                found.push(format!("{dest_url} {title}"));
            }
            _ => {}
        }
    }
    found
}

/// What a reader sees as prose, without markup and code. Where something else stands, there is a line end.
fn shown(text: &str) -> String {
    let snapshot = Snapshot::new(text.to_owned());
    let mut out = String::new();
    let mut code = false;
    for event in Parser::new_ext(&text[snapshot.structure().body()..], options()) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => code = true,
            Event::End(TagEnd::CodeBlock) => code = false,
            Event::Text(text) if !code => out.push_str(&text),
            _ => out.push('\n'),
        }
    }
    out
}

fn run(name: &str, text: &str) -> String {
    let review = polish(text.to_owned(), &select(&[name]).unwrap());
    assert_eq!(
        review.status(),
        Status::Success,
        "{name} on {text:?}: {:?} {:?}",
        review.faults(),
        review.residual()
    );
    review.current().text().to_owned()
}

/// Texts out of the pieces that Markdown is made of, in an order nobody would write.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b c",
        "two  spaces",
        "é",
        "e\u{301}",
        "\u{FEFF}",
        "\u{a0}",
        " ",
        "  ",
        "   ",
        "\t",
        "    ",
        "\n",
        "\n",
        "\n",
        "\n\n",
        "\n\n\n",
        "\r\n",
        "\r",
        "\r\n\r\n",
        "# ",
        "#",
        "##   x",
        "### ",
        "###### ",
        " #",
        "===\n",
        "---\n",
        "***\n",
        "* * *\n",
        "* ",
        "+ ",
        "- ",
        "\n* x",
        "\n+ y",
        "\n- z",
        "\n  * n",
        "1. ",
        "2) ",
        "> ",
        "\n> ",
        "`",
        "``",
        "```\n",
        "~~~\n",
        "`c  d`",
        "<div>\n",
        "</div>\n",
        "<b>",
        "</b>",
        "<!-- ",
        " -->",
        "<pre>\n",
        "[a](b \"c  d\")",
        "![i](<u v>)",
        "[r]",
        "[r]: /u \"t\"\n",
        "[^1]",
        "[^1]: f\n",
        "<http://x.y>",
        "https://x.y/a_@b",
        "\\",
        "\\\n",
        "&amp;",
        "&#64;",
        "@me",
        " @you",
        "#12",
        "GH-7",
        "*e*",
        "_",
        "__s__",
        "~~",
        "$",
        "$$",
        "| a | b |\n|---|---|\n| c  | d |\n",
        "- [ ] t",
        "+++\n",
    ]);
    let front = prop::sample::select(vec![
        "",
        "",
        "",
        "---\na:  b  \n\n\n---\n",
        "+++\nx = 1  \n+++\n",
        "\u{FEFF}",
        "---\n",
    ]);
    (front, prop::collection::vec(piece, 0..24))
        .prop_map(|(front, pieces)| front.to_owned() + &pieces.concat())
}

const SILENT: [&str; 4] = ["trailing-whitespace", "blank-lines", "heading-spacing", "list-marker"];
const ALL: [&str; 9] = [
    "line-endings",
    "trailing-whitespace",
    "blank-lines",
    "heading-spacing",
    "list-marker",
    "final-newline",
    "space-runs",
    "heading-increment",
    "mention-guard",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn modifiers_for_layout_change_nothing_that_is_rendered(text in texts()) {
        for name in SILENT {
            prop_assert_eq!(rendered(&run(name, &text)), rendered(&text), "{}", name);
        }
    }

    #[test]
    fn code_html_links_and_front_matter_are_left_alone(text in texts()) {
        for name in SILENT.into_iter().chain(["space-runs", "heading-increment", "mention-guard"]) {
            prop_assert_eq!(left_alone(&run(name, &text)), left_alone(&text), "{}", name);
        }
    }

    #[test]
    fn every_modifier_has_nothing_to_do_on_its_own_result(text in texts()) {
        for name in ALL {
            let once = run(name, &text);
            prop_assert_eq!(run(name, &once), once, "{}", name);
        }
    }

    #[test]
    fn a_polished_text_polished_again_is_the_same_to_the_byte(text in texts()) {
        let modifiers = select::<&str>(&[]).unwrap();
        let first = polish(text, &modifiers);
        prop_assert_eq!(first.status(), Status::Success);
        if first.status() == Status::Success {
            let second = polish(first.current().text().to_owned(), &modifiers);
            prop_assert_eq!(second.status(), Status::Success);
            prop_assert_eq!(second.current().text(), first.current().text());
            prop_assert_eq!(second.change_count(), 0);
        }
    }

    #[test]
    fn lines_end_alike_and_nothing_else_is_touched(text in texts()) {
        prop_assert_eq!(run("line-endings", &text), text.replace("\r\n", "\n").replace('\r', "\n"));
        let crlf = run("line-endings:ending=crlf", &text);
        prop_assert_eq!(crlf, text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "\r\n"));
    }

    #[test]
    fn a_text_ends_with_exactly_one_line_end(text in texts()) {
        let result = run("final-newline", &text);
        let content = text.trim_end_matches(['\n', '\r']);
        prop_assert!(result.starts_with(content));
        let expected: &[&str] = if text.is_empty() { &[""] } else { &["\n", "\r\n", "\r"] };
        prop_assert!(expected.contains(&&result[content.len()..]), "{:?}", result);
    }

    #[test]
    fn heading_levels_change_and_heading_texts_do_not(text in texts()) {
        let result = run("heading-increment", &text);
        prop_assert_eq!(shown(&result), shown(&text));
    }

    #[test]
    fn nothing_that_was_guarded_calls_anybody(text in texts()) {
        let guarded = shown(&run("mention-guard", &text));
        // Addresses are links of their own, in which nobody is called.
        let prose: String = guarded.split(['\n', ' ']).filter(|word| !word.contains("https://x.y")).collect::<Vec<_>>().join(" ");
        let call = regex::Regex::new(r"(^|[^A-Za-z0-9])@[\p{L}\p{N}]|#[0-9]|(^|[^A-Za-z0-9])GH-[0-9]").unwrap();
        prop_assert!(!call.is_match(&prose), "{:?}", prose);
    }

    #[test]
    fn every_change_is_where_it_says_it_is(text in texts()) {
        let modifiers = select(&["default", "space-runs", "mention-guard"]).unwrap();
        let review = polish(text, &modifiers);
        let mut at = review.input().text().to_owned();
        for stage in review.stages() {
            prop_assert_eq!(stage.before.text(), &at);
            let mut changes: Vec<_> = stage.changes.iter().collect();
            changes.sort_by_key(|change| std::cmp::Reverse((change.span.start, change.span.end)));
            for change in changes {
                prop_assert_eq!(&at[change.span.clone()], &change.before);
                at.replace_range(change.span.clone(), &change.after);
            }
            prop_assert_eq!(stage.after.text(), &at);
        }
        prop_assert_eq!(review.current().text(), &at);
    }

    #[test]
    fn places_in_the_input_are_those_of_single_stages_and_always_of_the_input(text in texts()) {
        let review = polish(text.clone(), &select::<&str>(&[]).unwrap());
        for edit in review.input_edits() {
            prop_assert!(text.get(edit.span.clone()).is_some());
            prop_assert!(edit.start <= edit.end);
        }
        for name in ALL {
            let modifiers: Vec<Box<dyn Modifier>> = select(&[name]).unwrap();
            let review = polish(text.clone(), &modifiers);
            let edits: Vec<_> = review.input_edits().collect();
            let mut result = text.clone();
            let mut sorted: Vec<_> = edits.iter().collect();
            sorted.sort_by_key(|edit| std::cmp::Reverse((edit.span.start, edit.span.end)));
            for edit in sorted {
                result.replace_range(edit.span.clone(), &edit.replacement);
            }
            prop_assert_eq!(review.current().text(), result);
        }
    }
}
