//! Two documents, split at the first zero byte: every report of their comparison is well-formed, and nothing of theirs
//! takes effect in one.

#![no_main]

use countersign::inert::is_hidden;
use countersign::model::Limits;
use countersign::report::{CommentOptions, comment};
use countersign::{Catalogue, ComparisonRequest, SourceInput};
use libfuzzer_sys::fuzz_target;
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::Value;

fn catalogue(bytes: &[u8]) -> Catalogue {
    let limits = Limits { source_bytes: 1 << 14, work: 1_000_000, ..Limits::default() };
    Catalogue::from_inputs_with_limits(&[SourceInput::supplied("a.sdf.json", bytes.to_vec())], limits)
        .expect("one source")
}

/// Our own markup alone: sections that fold, and no link, picture or other element.
fn check_markdown(markdown: &str) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM
        | Options::ENABLE_MATH;
    assert!(!markdown.chars().any(|c| c != '\n' && is_hidden(c)), "{markdown:?}");
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => {
                let words = ["details", "summary", "br", "!-- "];
                let inner = html.trim_start_matches('<').trim_start_matches('/');
                assert!(words.iter().any(|word| inner.starts_with(word)) || !html.contains('<'), "{html:?}");
            }
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::FootnoteDefinition(_))
            | Event::FootnoteReference(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::TaskListMarker(_) => panic!("{event:?} in {markdown}"),
            _ => {}
        }
    }
}

fn check_sarif(log: &str, differences: usize) {
    let log: Value = serde_json::from_str(log).expect("a SARIF log is JSON");
    let results = log["runs"][0]["results"].as_array().expect("a run has results");
    assert!(results.len() >= differences.min(1));
    for result in results {
        let text = result["message"]["text"].as_str().expect("a result has a message");
        assert!(!text.chars().any(is_hidden) && !text.is_empty(), "{text:?}");
        let location = &result["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], "a.sdf.json");
        let rule = result["ruleId"].as_str().expect("a result has a rule");
        assert!(countersign::explain::find(rule).is_some(), "{rule}");
    }
}

/// What is done in parallel stays on this thread, so that an input takes the same way every time, and at once.
fn one_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("the first pool");
}

fuzz_target!(init: one_thread(), |bytes: &[u8]| {
    let at = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (earlier, later) = (catalogue(&bytes[..at]), catalogue(bytes.get(at + 1..).unwrap_or_default()));
    let comparison = ComparisonRequest::new(&earlier, &later).compare().expect("one set of limits");
    let report: Value = serde_json::from_str(&comparison.to_json()).expect("a report is JSON");
    assert!(report.is_object());
    assert!(!comparison.to_human().chars().any(|c| c != '\n' && is_hidden(c)));
    check_sarif(&comparison.to_sarif(None), comparison.differences().len());
    check_markdown(&comparison.to_markdown());
    let comment = comment(&comparison, &CommentOptions::default());
    for limit in [4_000, 60_000] {
        let cut = comment.render(limit, "\n");
        assert!(cut.text.len() <= limit, "{} bytes, {limit} allowed", cut.text.len());
    }
    check_markdown(&comment.render(60_000, "\n").text);
});
