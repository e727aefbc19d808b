//! Text from strangers, who name files, properties and branches as they like: nothing of it does anything.

use serde_json::json;

use crate::repository::Lamp;
use crate::run::{Run, pull_request};
use crate::stand_in::GitHub;

/// What somebody may try, as the name of a property.
pub(crate) const NAMES: [&str; 8] = [
    "@octocat and @octo/everyone",
    "#12 fixes octo/lamps#3 https://evil.example/x www.evil.example",
    "<img src=x onerror=alert(1)> <!-- --> </details><h1>Passed</h1>",
    "``` `a` ```` ~~~",
    "x\n::error file=a::forged\n##[error]forged\r::set-output name=disposition::passed",
    "\u{202E}desrever\u{2066}\u{200B}",
    "| a | b |\n|---|---|\n[click](javascript:alert(1)) ![i](https://evil.example/i.png)",
    "100%0A::warning::forged",
];

fn model(maximum: u32) -> String {
    let properties = NAMES.map(|name| (name.to_owned(), json!({ "type": "integer", "maximum": maximum })));
    let properties: serde_json::Map<_, _> = properties.into_iter().collect();
    let model = json!({ "sdfObject": { "<b>Lamp</b> @octocat": { "sdfProperty": properties } } });
    format!("{model:#}\n")
}

/// The path of the model: everything that a file may be called on Linux.
pub(crate) const PATH: &str = "a%2C`b`,c:d\n::error::forged\n@octocat <i>/#1 \u{202E}x.sdf.json";

fn pull() -> Lamp {
    Lamp::after(
        |repository| repository.write(PATH, &model(1)),
        |repository| repository.write(PATH, &model(2)),
    )
}

/// What GitHub would make of a text: no element but those that our own Markdown has.
fn is_inert(markdown: &str) {
    // Hidden characters are shown, not sent.
    assert!(
        !markdown.chars().any(|c| matches!(c, '\u{202E}' | '\u{2066}' | '\u{200B}' | '\r')),
        "{markdown}"
    );
    let mut html = String::new();
    let parser = pulldown_cmark::Parser::new_ext(markdown, pulldown_cmark::Options::ENABLE_TABLES);
    pulldown_cmark::html::push_html(&mut html, parser);
    for element in ["<img", "<i>", "<b>", "<table", "<a href=\"javascript", "<h1>Passed"] {
        assert!(!html.contains(element), "{element} in\n{html}\nfrom\n{markdown}");
    }
    assert_eq!(html.matches("<a ").count(), html.matches("<a href=\"http://127.0.0.1:").count(), "{html}");
    assert_eq!(html.matches("<details>").count(), html.matches("</details>").count(), "{html}");
    // A mention, a reference or an address outside of code would notify or link.
    let outside = outside_code(&html);
    for text in ["@octocat", "@octo/", "#12", "lamps#3", "evil.example", "#1 "] {
        assert!(!outside.contains(text), "{text} in\n{outside}");
    }
}

/// The HTML without what stands between `<code>` and `</code>`.
fn outside_code(html: &str) -> String {
    let mut outside = String::new();
    for piece in html.split("<code") {
        outside.push_str(piece.split_once("</code>").map_or(piece, |(_, after)| after));
    }
    outside
}

#[test]
fn hostile_names_do_nothing_in_comment_summary_annotations_and_log() {
    let pull = pull();
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.merge);
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    // The harness checks the log: no line is a command that is not ours.
    let outcome = run.without_upload().go();
    assert_eq!((outcome.code, outcome.output("breaking")), (1, "8"), "{}", outcome.shown());
    is_inert(&github.comments()[0].body);
    is_inert(&outcome.summary);
    assert_eq!(outcome.summary, outcome.file(workspace.path(), "changelog-file"));

    // One command for each difference, on the file that GitHub knows, and nothing forged.
    let errors = outcome.annotations("error");
    assert_eq!(errors.len(), 8, "{}", outcome.stdout);
    for error in errors {
        assert!(
            error.starts_with(
                "::error file=a%252C`b`%2Cc%3Ad%0A%3A%3Aerror%3A%3Aforged%0A@octocat <i>/#1 \u{202E}x.sdf.json,line="
            ),
            "{error}"
        );
        let message = error.split_once("::").and_then(|(_, rest)| rest.split_once("::")).unwrap().1;
        assert!(!message.contains("%0A") && !message.contains('\u{202E}'), "{error}");
    }
    assert_eq!(outcome.annotations("warning"), Vec::<&str>::new());
    assert!(!outcome.output_file.contains("forged"));
}

#[test]
fn hostile_names_are_encoded_in_code_scanning() {
    let pull = pull();
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.merge);
    let event = pull_request(&pull.base, &pull.head);
    Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event).go();
    let [(_, log)] = <[_; 1]>::try_from(github.uploads()).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 8);
    for result in results {
        assert_eq!(
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "a%252C%60b%60%2Cc%3Ad%0A%3A%3Aerror%3A%3Aforged%0A%40octocat%20%3Ci%3E/%231%20%E2%80%AEx.sdf.json"
        );
        let message = result["message"]["text"].as_str().unwrap();
        assert!(!message.contains(['\n', '\r', '\u{202E}', '\u{2066}', '\u{200B}']), "{message}");
        // The only link in a message is ours.
        assert_eq!(
            message.matches("](").count(),
            message.matches("[before](1)").count() + message.matches("\\](").count(),
            "{message}"
        );
    }
}

#[test]
fn hostile_branches_and_inputs_do_nothing_in_the_log() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.merge);
    for (name, value) in [
        ("head", "x\n::error::forged ##[error]forged"),
        ("base", "::set-output name=disposition::passed"),
        ("fail-on", "x\n::error::forged\u{202E}"),
        ("models", "##[error]forged"),
        ("config", "x\r::error::forged"),
        ("x\n::error::forged", "1"),
    ] {
        let mut event = pull_request(&pull.base, &pull.head);
        event["pull_request"]["head"]["ref"] = json!("x\n::error::forged");
        let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
        let outcome = run.without_upload().input(name, value).go();
        assert_eq!(outcome.code, 2, "{name}: {}", outcome.shown());
        let errors = outcome.annotations("error");
        let [error] = errors.as_slice() else { panic!("{}", outcome.stdout) };
        assert!(!error.starts_with("::error::forged"), "{error}");
    }
}
