//! Any text made inert: Markdown made of it renders as text alone, a terminal and a log get no control character, a
//! workflow's log gets no command.

#![no_main]

use countersign::github::workflow::{Annotation, Level, commands, line};
use countersign::inert::{code_span, fence, is_hidden, prose, terminal, visible};
use libfuzzer_sys::fuzz_target;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// As GitHub reads comments, and more than that.
fn events(markdown: &str) -> Vec<Event<'_>> {
    let unlike_github = Options::ENABLE_SMART_PUNCTUATION | Options::ENABLE_SUPERSCRIPT;
    Parser::new_ext(markdown, Options::all() - unlike_github).collect()
}

/// The text of a paragraph that holds text alone.
fn paragraph(markdown: &str) -> String {
    let events = events(markdown);
    let [Event::Start(Tag::Paragraph), inner @ .., Event::End(TagEnd::Paragraph)] = events.as_slice() else {
        panic!("no paragraph: {markdown:?} {events:?}");
    };
    inner
        .iter()
        .map(|event| match event {
            Event::Text(text) => &**text,
            other => panic!("not text: {markdown:?} {other:?}"),
        })
        .collect()
}

/// As the runner reads a line of the log.
fn is_command(line: &str) -> bool {
    line.trim_start().starts_with("::") || line.contains("##[")
}

/// As the runner turns escapes back.
fn unescaped(data: &str) -> String {
    data.replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let shown = terminal(text);
    assert!(!shown.chars().any(is_hidden) && !shown.is_empty());
    assert_eq!(visible(&visible(text)), visible(text));

    let span = code_span(text);
    for line in [span.clone(), format!("a {span} b"), format!("- {span}: {span}")] {
        let spans: Vec<_> = events(&line)
            .into_iter()
            .filter_map(|event| match event {
                Event::Code(code) => Some(code.to_string()),
                Event::Text(text) => {
                    assert!(["a ", " b", ": "].contains(&&*text), "{line:?} {text:?}");
                    None
                }
                Event::Start(Tag::Paragraph | Tag::List(None) | Tag::Item) | Event::End(_) => None,
                other => panic!("{line:?} {other:?}"),
            })
            .collect();
        assert!(!spans.is_empty() && spans.iter().all(|code| *code == *shown), "{line:?} {spans:?}");
    }

    let said = prose(text);
    assert!(!said.chars().any(is_hidden));
    let words = paragraph(&format!("Said {said}, and more."));
    assert_eq!(words, format!("Said {}, and more.", visible(text)));
    if !said.trim().is_empty() {
        assert_eq!(paragraph(&said).trim(), visible(text).trim());
    }

    let ticks = fence(text);
    let block = format!("{ticks}text\n{text}\n{ticks}\n");
    let events = events(&block);
    assert!(
        matches!(
            events.as_slice(),
            [Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))), .., Event::End(TagEnd::CodeBlock)]
        ) && events.iter().filter(|event| matches!(event, Event::Start(_))).count() == 1,
        "{block:?} {events:?}"
    );

    for one in line(text).split(['\n', '\r']) {
        assert!(!is_command(one), "{one:?}");
        assert!(!one.chars().any(is_hidden), "{one:?}");
    }
    let annotation = Annotation {
        level: Level::Warning,
        title: text.to_owned(),
        message: text.to_owned(),
        file: Some(text.to_owned()),
        line: Some(1),
        column: None,
    };
    let command = commands(&[annotation], "").concat();
    assert!(command.starts_with("::warning file=") && !command.contains(['\n', '\r']));
    // The properties end at the first `::`, as the runner reads them; what follows is the message.
    let (_, message) = command[2..].split_once("::").expect("a command has a message");
    let lines: Vec<_> = text.split('\n').map(|line| visible(line).into_owned()).collect();
    assert_eq!(unescaped(message), lines.join("\n"));
});
