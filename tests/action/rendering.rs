//! The comment as a second renderer shows it: the one in the documentation, and one by somebody who tries everything.
//!
//! With `RENDERED=FOLDER` the pages are left in that folder, for `.ci/rendering` to open in a browser.

use pulldown_cmark::{Options, Parser};
use serde_json::json;

use crate::hostile::{NAMES, PATH};
use crate::repository::{LAMP, Lamp};
use crate::run::{Outcome, Run, pull_request};
use crate::stand_in::GitHub;

fn run(pull: &Lamp, set: impl FnOnce(Run<'_>) -> Run<'_>) -> (String, Outcome) {
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.merge);
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    let outcome = set(run.without_upload()).go();
    assert_eq!(github.comments().len(), 1, "{}", outcome.shown());
    let comment = github.comments()[0].body.replace(&github.url, "https://github.example");
    (comment, outcome)
}

fn html(markdown: &str) -> String {
    let extensions = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM;
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, Parser::new_ext(markdown, extensions));
    html
}

/// Leaves a page for a browser, if somebody wants one.
fn leave(name: &str, markdown: &str) {
    let Some(folder) = std::env::var_os("RENDERED") else { return };
    let style = "body{font:14px/1.5 'Liberation Sans',Arial,sans-serif;color:#1f2328;background:#fff;margin:0;padding:16px \
                 24px;width:760px}h2{font-size:21px;border-bottom:1px solid #d1d9e0;padding-bottom:6px;margin:8px 0 16px}\
                 h3{font-size:17.5px;margin:20px 0 12px}h4{font-size:14px;margin:16px 0 8px}code{font:85% 'Liberation \
                 Mono',monospace;background:#818b981f;padding:.2em .4em;border-radius:6px}pre{background:#f6f8fa;padding:16px;\
                 border-radius:6px;overflow:auto}pre code{background:none;padding:0}a{color:#0969da}table{border-collapse:\
                 collapse}td,th{border:1px solid #d1d9e0;padding:6px 13px}details{margin:8px 0}blockquote{border-left:4px \
                 solid #d1d9e0;margin:0;padding:0 16px;color:#59636e}";
    let page = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>unchanged</title><style>{style}</style>\n<body><main>\n{}\n\
         </main></body></html>\n",
        html(markdown)
    );
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(std::path::Path::new(&folder).join(format!("{name}.html")), page).unwrap();
}

const VALVE: &str = "models/valve.sdf.json";

fn acknowledgements(entries: &str) -> String {
    format!(
        "{{\"schema\":\"esdieff.acknowledged-differences\",\"version\":\"1\",\"differences\":[{entries}]}}\n"
    )
}

/// The example of the README as a pull request, one of whose differences somebody signed for.
fn example() -> Lamp {
    let model = |version: &str| {
        let path = format!("examples/valve/{version}/valve.sdf.json");
        std::fs::read_to_string(path).unwrap()
    };
    let signed = r#"{"kind":"removed","subject":"sdfProperty","classification":"breaking",
        "earlier":{"document":"models/valve.sdf.json","pointer":"/sdfObject/Valve/sdfProperty/credential"},"later":null,
        "note":"Nobody reads it: a leftover of the first prototype."}"#;
    Lamp::after(
        |repository| {
            std::fs::remove_file(repository.path().join(LAMP)).unwrap();
            repository.write(VALVE, &model("v1"));
            repository.write("countersign.toml", "acknowledged = \"acknowledged.json\"\n");
            repository.write("acknowledged.json", &acknowledgements(""));
        },
        |repository| {
            repository.write(VALVE, &model("v2"));
            repository.write("acknowledged.json", &acknowledgements(signed));
        },
    )
}

#[test]
fn the_comment_in_the_documentation_is_what_the_action_posts() {
    let (comment, outcome) = run(&example(), |run| run);
    assert_eq!(outcome.code, 1, "{}", outcome.shown());
    leave("comment", &comment);
    let page = "docs/comment.md";
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        std::fs::write(page, &comment).unwrap();
    }
    assert!(
        std::fs::read_to_string(page).unwrap_or_default() == comment,
        "{page} is out of date; run `UPDATE_REFERENCE=1 cargo test --test action rendering::`, then `.ci/rendering --picture`"
    );
}

/// A model of somebody who writes these texts wherever a model takes one, and changes something beside each.
fn texts(names: &[String], later: bool) -> String {
    let bound = if later { 2 } else { 1 };
    let mut properties = serde_json::Map::new();
    for name in names {
        let property = json!({
            "label": name, "description": name, "type": "object", "unit": name,
            "properties": { name: { "type": "integer", "maximum": bound, "description": format!("{name} {bound}") } },
            "required": [name],
        });
        properties.insert(name.clone(), property);
        let texts = if later { vec![name.clone()] } else { vec![name.clone(), format!("{name}, or not")] };
        properties.insert(format!("{name} texts"), json!({ "type": "string", "enum": texts }));
        properties.insert(
            format!("{name} pattern"),
            json!({ "type": "string", "pattern": format!("{name}{bound}") }),
        );
    }
    let info =
        json!({ "title": names[0], "version": names[0], "copyright": format!("{} {bound}", names[1]) });
    let model = json!({ "info": info, "sdfObject": { names[0].clone(): { "description": names[1], "sdfProperty": properties } } });
    format!("{model:#}\n")
}

/// The comment and the summary about such a model. One difference is signed for, with a note.
fn strange(path: &str, names: &[String]) -> [String; 2] {
    let pointer = |names: &[&str]| {
        let token = |name: &&str| format!("/{}", name.replace('~', "~0").replace('/', "~1"));
        names.iter().map(token).collect::<String>()
    };
    let (object, property) = (names[0].as_str(), names[2].as_str());
    let maximum = ["sdfObject", object, "sdfProperty", property, "properties", property, "maximum"];
    let place = json!({ "document": path, "pointer": pointer(&maximum) });
    let entry = json!({
        "kind": "changed", "subject": "quality", "quality": "maximum", "classification": "breaking",
        "earlier": place, "later": place, "note": names[3],
    });
    let pull = Lamp::after(
        |repository| repository.write(path, &texts(names, false)),
        |repository| {
            repository.write(path, &texts(names, true));
            repository.write("signed.json", &acknowledgements(&entry.to_string()));
        },
    );
    let (comment, outcome) = run(&pull, |run| run.input("acknowledged", "signed.json"));
    assert_eq!((outcome.code, outcome.output("acknowledged-breaking")), (1, "1"), "{}", outcome.shown());
    [comment, outcome.summary]
}

/// The names of the tags in some HTML, one after the other.
fn tags(html: &str) -> Vec<String> {
    let name = |tag: &str| {
        let end = tag.find(|c: char| !c.is_ascii_alphanumeric() && c != '/' && c != '!').unwrap_or(tag.len());
        tag[..end].to_owned()
    };
    html.split('<').skip(1).map(name).collect()
}

#[test]
fn names_and_descriptions_that_try_everything_change_nothing_but_text() {
    let plain = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"].map(str::to_owned);
    let hostile = NAMES.map(str::to_owned);
    let (harmless, tried) = (strange("plain.sdf.json", &plain), strange(PATH, &hostile));
    for (what, harmless, tried) in
        [("comment", &harmless[0], &tried[0]), ("summary", &harmless[1], &tried[1])]
    {
        leave(&format!("harmless-{what}"), harmless);
        leave(&format!("hostile-{what}"), tried);
        let (one, other) = (tags(&html(harmless)), tags(&html(tried)));
        let differ = one.iter().zip(&other).position(|(one, other)| one != other);
        assert!(one == other, "{what}: {differ:?} of {} and {}\n{}", one.len(), other.len(), html(tried));
        assert!(one.len() > 100 && !one.iter().any(|tag| matches!(tag.as_str(), "a" | "img" | "script")));
    }
}
