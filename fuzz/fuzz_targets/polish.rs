//! Any Markdown through every modifier: no panic, a polished text stays as it is, and what a reader sees stays. What
//! stands before a zero byte names the modifiers instead, one a line.

#![no_main]

use countersign::polish::projection::{Detail, to_json};
use countersign::polish::{
    Modifier, Review, Snapshot, Status, defaults, guard_mentions, human, polish, sarif, select,
};
use libfuzzer_sys::fuzz_target;
use pulldown_cmark::{Options, Parser, html};

/// The HTML of the text after its byte order mark and front matter.
fn rendered(text: &str) -> String {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM
        | Options::ENABLE_MATH;
    let snapshot = Snapshot::new(text.to_owned());
    let mut out = String::new();
    html::push_html(&mut out, Parser::new_ext(&text[snapshot.structure().body()..], options));
    out
}

/// Every stage is what its changes make of the stage before it, and every place lies in the input.
fn check(review: &Review) {
    let mut at = review.input().text().to_owned();
    for stage in review.stages() {
        assert_eq!(stage.before.text(), at);
        let mut changes: Vec<_> = stage.changes.iter().collect();
        changes.sort_by_key(|change| std::cmp::Reverse((change.span.start, change.span.end)));
        for change in changes {
            assert_eq!(at[change.span.clone()], change.before);
            at.replace_range(change.span.clone(), &change.after);
        }
        assert_eq!(stage.after.text(), at);
    }
    assert_eq!(review.current().text(), at);
    for edit in review.input_edits() {
        assert!(review.input().text().get(edit.span.clone()).is_some() && edit.start <= edit.end);
        assert!(edit.lines().0 <= edit.lines().1, "{edit:?}");
    }
    for detail in [Detail::Summary, Detail::Changes, Detail::Full] {
        assert!(serde_json::from_str::<serde_json::Value>(&to_json(review, detail)).is_ok());
    }
    let log = sarif::to_sarif(&[("a.md".to_owned(), review)]);
    assert!(serde_json::from_str::<serde_json::Value>(&log).is_ok());
    let text = human::render("a.md", review, false);
    assert!(!text.chars().any(|c| c != '\n' && countersign::inert::is_hidden(c)));
}

fn run(text: &str, modifiers: &[Box<dyn Modifier>]) -> Review {
    polish(text.to_owned(), modifiers)
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Some((named, text)) = text.split_once('\0') {
        let named: Vec<_> = named.lines().take(4).collect();
        if let Ok(modifiers) = select(&named) {
            check(&run(text, &modifiers));
        }
        return;
    }
    let first = run(text, &defaults());
    check(&first);
    assert_eq!(first.status(), Status::Success, "{:?} {:?}", first.faults(), first.residual());
    assert!(first.current().text().len() <= 3 * text.len() + 2);
    let second = run(first.current().text(), &defaults());
    assert_eq!(
        (second.status(), second.change_count()),
        (Status::Success, 0),
        "{:?}",
        first.current().text()
    );
    for name in ["trailing-whitespace", "blank-lines", "heading-spacing", "list-marker"] {
        let modifiers = select(&[name]).expect("a built-in modifier");
        let review = run(text, &modifiers);
        assert_eq!(rendered(review.current().text()), rendered(text), "{name}");
    }
    for name in ["space-runs", "heading-increment", "final-newline", "line-endings"] {
        let modifiers = select(&[name]).expect("a built-in modifier");
        let review = run(text, &modifiers);
        assert_eq!(review.status(), Status::Success, "{name}: {:?} {:?}", review.faults(), review.residual());
        assert_eq!(run(review.current().text(), &modifiers).change_count(), 0, "{name}");
    }
    let guarded = guard_mentions(text.to_owned()).expect("a guarded text needs no second guard");
    assert!(guarded.text.len() <= 8 * text.len());
});
