//! Text from strangers is inert in every form.

use super::*;
use crate::inert::is_hidden;
use crate::report::{
    CommentOptions, SarifOptions, Style, View, annotations, comment, human, json, markdown, sarif,
};

/// Names that would do something if they could.
const HOSTILE: &[&str] = &[
    "",
    " ",
    "`x`<img src=y onerror=z>",
    "``",
    "```\n<script>alert(1)</script>",
    "a|b|c",
    "a\r\nBreaking differences:\n  forged",
    "\u{1b}[2J\u{1b}]0;title\u{7}",
    "\u{202e}gpj.exe\u{2066}",
    "zero\u{200b}width\u{feff}",
    "::error file=a::forged",
    "\n::set-output name=x::y",
    "[click](https://evil.example)",
    "![x](https://evil.example/x.png)",
    "]( https://evil.example",
    "@everyone #1 GH-1 https://evil.example www.evil.example",
    "</details></summary><details>",
    "<!-- -->",
    "- [ ] task",
    "# heading",
    "$x$ ~~y~~ **z** __w__ ==v==",
    "\\",
    "\"}],\"forged\":[{\"",
    "~/~1",
    "\u{0}",
    "-->",
    "---",
];

/// A comparison in which everything that a stranger can name is named `name`.
fn named(name: &str) -> Revisions {
    let text = |value: &str| crate::json::Value::Text(value.to_owned()).to_string();
    let n = text(name);
    let document = |bound: u8, version: &str, more: &str| {
        format!(
            "{{\"info\":{{\"version\":{version}}},\"sdfObject\":{{{n}:{{\"sdfProperty\":{{{n}:{{\"const\":{n},\
             \"maximum\":{bound},{n}x:{bound},\"enum\":[{n},\"{bound}\"],\"properties\":{{{n}:{{\"minimum\":{bound}}}}}}}{more}}}}}}}}}"
        )
        .replace(&format!("{n}x"), &text(&format!("{name}x")))
    };
    let gone = format!(",{}:{{}}", text(&format!("{name}gone")));
    let key = if name.is_empty() { "empty".to_owned() } else { name.to_owned() };
    let removed = format!("{key}removed");
    let mut revisions = revisions(
        &[(&key, &document(9, &n, &gone)), (&removed, "{\"sdfObject\":{\"O\":{}}}")],
        &[(&key, &document(7, &n, ""))],
    );
    let entry = format!(
        r#"{{"schema":"esdieff.acknowledged-differences","version":"1","differences":[{{"kind":"changed","subject":"quality","quality":{n},"classification":"breaking","earlier":{{"document":{k},"pointer":{p}}},"later":null,"note":{n}}}]}}"#,
        k = text(&key),
        p = text(&format!("/{}", name.replace('~', "~0").replace('/', "~1"))),
    );
    revisions.acknowledgements =
        Some(DifferenceAcknowledgements::from_json(entry.as_bytes(), &Limits::default()).unwrap());
    revisions
}

fn token(name: &str) -> String {
    let mut token = String::new();
    crate::json::pointer::push_token(&mut token, name);
    token
}

fn compared<'c>(revisions: &'c Revisions, name: &str) -> RevisionComparison<'c> {
    let key = if name.is_empty() { "empty" } else { name };
    let property = format!("/sdfObject{0}/sdfProperty{0}", token(name));
    let gone = format!("/sdfObject{}/sdfProperty{}", token(name), token(&format!("{name}gone")));
    let quoted = crate::json::Value::Text(name.to_owned()).to_string();
    let removed = format!("{key}removed");
    let extension = format!("{property}{}", token(&format!("{name}x")));
    let mut compared = revisions.compared(vec![
        revisions.changed(key, &format!("{property}/maximum")).breaking(Direction::ClientSupplied, &quoted),
        revisions.changed(key, &format!("{property}/enum")).breaking(Direction::ThingSupplied, &quoted),
        revisions
            .changed(key, &format!("{property}/properties{}/minimum", token(name)))
            .breaking(Direction::ThingSupplied, &quoted)
            .acknowledged(0),
        revisions.single(DifferenceKind::Removed, Subject::Definition(Class::Property), key, &gone),
        revisions.single(
            DifferenceKind::Removed,
            Subject::Definition(Class::Object),
            &removed,
            "/sdfObject/O",
        ),
        revisions.changed(key, &extension).undetermined("comparison.not_classified"),
        Difference {
            subject: Subject::Quality(name.to_owned()),
            ..revisions.changed(key, &property).undetermined("comparison.not_classified")
        },
    ]);
    compared.version_warnings = vec![revisions.version_warning(key, 2)];
    compared.unused_acknowledgements = vec![0];
    let pair = (revisions.earlier.source_id(key), revisions.later.source_id(key));
    compared.unused_changes =
        vec![UnusedChange { documents: pair, pointer: token(name), kind: DifferenceKind::Changed }];
    compared
}

/// Runs `check` on the comparison of every hostile name, with and without something around it.
fn for_each(check: impl Fn(&str, &RevisionComparison<'_>)) {
    for hostile in HOSTILE {
        for name in [(*hostile).to_owned(), format!("a{hostile}"), format!("{hostile}b")] {
            let revisions = named(&name);
            check(&name, &compared(&revisions, &name));
        }
    }
}

/// The lines that a harmless name gives; a hostile one must give as many.
fn harmless(form: impl Fn(&RevisionComparison<'_>) -> String) -> String {
    let revisions = named("harmless");
    form(&compared(&revisions, "harmless"))
}

#[test]
fn the_human_report_has_the_same_lines_and_nothing_hidden() {
    let expected = harmless(|comparison| human(comparison, Style::Plain)).lines().count();
    for_each(|name, comparison| {
        let text = human(comparison, Style::Plain);
        assert_eq!(text.lines().count(), expected, "{name:?}:\n{text}");
        assert!(!text.chars().any(|c| is_hidden(c) && c != '\n'), "{name:?}:\n{text}");
        assert!(!text.lines().any(|line| line.starts_with("::")), "{name:?}:\n{text}");
        assert_eq!(
            text.lines().filter(|line| line.starts_with("Breaking differences:")).count(),
            1,
            "{name:?}"
        );
    });
}

/// The elements of the HTML that Markdown renders to, without text and attributes.
fn elements(markdown: &str) -> Vec<String> {
    use pulldown_cmark::{Event, Options, Parser, Tag};
    Parser::new_ext(markdown, Options::all())
        .filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. }) => Some(format!("link {dest_url}")),
            Event::Start(Tag::Image { dest_url, .. }) => Some(format!("image {dest_url}")),
            Event::Start(tag) => Some(format!("{:?}", std::mem::discriminant(&tag))),
            Event::End(_) | Event::Text(_) | Event::SoftBreak => None,
            Event::Html(html) | Event::InlineHtml(html) => Some(format!("html {}", html.trim())),
            Event::Code(_) => Some("code".to_owned()),
            other => Some(format!("{other:?}")),
        })
        .collect()
}

fn assert_inert_markdown(form: impl Fn(&RevisionComparison<'_>) -> String) {
    let expected = elements(&harmless(&form));
    for_each(|name, comparison| {
        let text = form(comparison);
        assert_eq!(elements(&text), expected, "{name:?}:\n{text}");
        assert!(!text.chars().any(|c| is_hidden(c) && c != '\n'), "{name:?}:\n{text}");
    });
}

#[test]
fn the_changelog_renders_to_the_same_elements() {
    assert_inert_markdown(markdown);
}

#[test]
fn the_comment_renders_to_the_same_elements() {
    assert_inert_markdown(|comparison| {
        comment(comparison, &CommentOptions::default()).render(usize::MAX, "").text
    });
}

#[test]
fn the_acknowledgement_file_and_the_run_are_inert_in_the_comment() {
    let render = |text: &str| {
        let revisions = named("harmless");
        let options =
            CommentOptions { acknowledgement_file: text, run_url: Some(text), ..CommentOptions::default() };
        comment(&compared(&revisions, "harmless"), &options).render(2500, "").text
    };
    let expected = elements(&render("plain"));
    for hostile in HOSTILE {
        let found = elements(&render(hostile));
        let kinds = |elements: &[String]| {
            elements
                .iter()
                .map(|e| e.split(' ').next().unwrap_or_default().to_owned())
                .filter(|e| e != "code")
                .collect::<Vec<_>>()
        };
        assert!(!found.iter().any(|element| element.starts_with("image")), "{hostile:?}");
        assert_eq!(
            kinds(&found).iter().filter(|e| *e == "html").count(),
            kinds(&expected).iter().filter(|e| *e == "html").count(),
            "{hostile:?}"
        );
    }
}

#[test]
fn json_reads_back_to_the_names_and_holds_no_control_characters() {
    for_each(|name, comparison| {
        let text = json(comparison);
        assert_eq!(text.matches('\n').count(), 1, "{name:?}");
        assert!(!text.trim_end().chars().any(|c| c.is_ascii_control() && c != '\u{7f}'), "{name:?}");
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        let quality = format!("{name}x");
        let differences = report["result"]["differences"].as_array().unwrap();
        assert!(differences.iter().any(|difference| difference["quality"] == quality.as_str()), "{name:?}");
        assert!(report.get("forged").is_none() && report["result"].get("forged").is_none());
    });
}

#[test]
fn sarif_messages_show_everything_and_link_only_to_related_locations() {
    let links = |text: &str| {
        // An unescaped `](` is where a reader of SARIF messages sees a link.
        let bytes = text.as_bytes();
        let mut targets = Vec::new();
        for (at, _) in text.match_indices("](") {
            if at > 0 && bytes[at - 1] != b'\\' {
                targets.push(text[at + 2..].split(')').next().unwrap_or_default().to_owned());
            }
        }
        targets
    };
    for_each(|name, comparison| {
        for view in [View::File, View::Upload] {
            let log: serde_json::Value =
                serde_json::from_str(&sarif(comparison, &SarifOptions { view, ..SarifOptions::default() }))
                    .unwrap();
            let results = log["runs"][0]["results"].as_array().unwrap();
            assert!(results.len() >= 5, "{name:?}");
            for result in results {
                let text = result["message"]["text"].as_str().unwrap();
                assert!(!text.chars().any(is_hidden), "{name:?}: {text}");
                assert!(links(text).iter().all(|target| target == "1"), "{name:?}: {text}");
                for location in result["relatedLocations"].as_array().into_iter().flatten() {
                    assert!(
                        !location["message"]["text"].as_str().unwrap().chars().any(is_hidden),
                        "{name:?}"
                    );
                }
                let uri =
                    result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
                let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~/%".contains(c);
                assert!(uri.chars().all(allowed), "{name:?}: {uri}");
            }
        }
    });
}

/// Every string of a log that is no address, which is percent-encoded, and no replacement, which has to be exact.
fn strings<'v>(value: &'v serde_json::Value, found: &mut Vec<&'v str>) {
    match value {
        serde_json::Value::String(text) => found.push(text),
        serde_json::Value::Array(values) => values.iter().for_each(|value| strings(value, found)),
        serde_json::Value::Object(members) => {
            members.iter().filter(|(name, _)| *name != "fixes").for_each(|(_, value)| strings(value, found));
        }
        _ => {}
    }
}

#[test]
fn no_string_of_a_sarif_log_holds_a_hidden_character_and_witnesses_read_back() {
    for_each(|name, comparison| {
        let log = sarif(comparison, &SarifOptions::default());
        let log: serde_json::Value = serde_json::from_str(&log).unwrap();
        let mut found = Vec::new();
        strings(&log, &mut found);
        // Our own help is written in lines.
        let hidden = found.iter().find(|text| text.chars().any(|c| c != '\n' && is_hidden(c)));
        assert_eq!(hidden, None, "{name:?}");
        let witness = log.pointer("/runs/0/results/0/properties/witness").unwrap().as_str().unwrap();
        assert_eq!(serde_json::from_str::<String>(witness).unwrap(), name);
    });
}

#[test]
fn annotations_are_single_visible_lines() {
    for_each(|name, comparison| {
        for annotation in annotations(comparison, None, true) {
            for text in [&annotation.title, &annotation.message] {
                assert!(!text.chars().any(is_hidden), "{name:?}: {text}");
            }
        }
    });
}
