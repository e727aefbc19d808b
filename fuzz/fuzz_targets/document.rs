//! Two documents, split at the first zero byte after one byte that chooses format and profile: the laws of a comparison
//! hold for any text, and every form of it can be had.

#![no_main]

use countersign::document::render::{
    MAX_COMMENT, Shown, accept, criticmarkup, html, human, markdown, reject,
};
use countersign::document::{
    BUILT_IN, BlockTree, Comparison, Format, Kind, Options, Profile, WireError, compare, replay,
};
use libfuzzer_sys::fuzz_target;

/// The blocks of one side as CriticMarkup shows them.
fn shown_blocks(tree: &BlockTree) -> Vec<String> {
    let whole = |index: usize| {
        let block = &tree.blocks()[index];
        match block.kind {
            Kind::Row => {
                let cells: Vec<_> = block.children.iter().map(|&c| tree.blocks()[c].text.as_str()).collect();
                Some(format!("| {} |", cells.join(" | ")))
            }
            Kind::Heading | Kind::Paragraph | Kind::ListItem => Some(match &block.label {
                Some(label) if block.text.is_empty() => label.clone(),
                Some(label) => format!("{label} {}", block.text),
                None => block.text.clone(),
            }),
            _ => None,
        }
    };
    (0..tree.len()).filter_map(whole).filter(|text| !text.is_empty()).collect()
}

/// Every block stands below its parent, in order, and its place lies within the text.
fn check_tree(tree: &BlockTree, bytes: &[u8]) {
    let lines = bytes.iter().filter(|&&byte| byte == b'\n' || byte == b'\r').count() + 1;
    for (index, block) in tree.blocks().iter().enumerate() {
        assert!(block.parent.is_none_or(|parent| parent < index));
        assert!(block.children.iter().all(|&child| tree.blocks()[child].parent == Some(index)));
        if let Some(place) = block.place {
            assert!(1 <= place.line && place.line <= place.end_line && place.start <= place.end, "{block:?}");
            assert!(place.end_line <= lines && place.end <= bytes.len(), "{block:?}");
        }
        let characters = block.text.chars().count();
        for span in &block.spans {
            assert!(span.start <= span.end && span.end <= characters, "{block:?}");
        }
    }
}

fn check_changes(comparison: &Comparison) {
    for change in &comparison.changes {
        if change.source.is_some() && change.test.is_some() {
            assert_eq!(replay(&change.source_text, &change.inline).as_ref(), Some(&change.test_text));
        } else {
            assert!(change.inline.is_empty());
        }
    }
    let alignment = &comparison.alignment;
    let mut sources: Vec<_> =
        alignment.pairs.iter().map(|pair| pair.source).chain(alignment.deleted()).collect();
    let mut tests: Vec<_> =
        alignment.pairs.iter().map(|pair| pair.test).chain(alignment.inserted()).collect();
    sources.sort_unstable();
    tests.sort_unstable();
    assert!(sources.into_iter().eq(0..comparison.source.len()));
    assert!(tests.into_iter().eq(0..comparison.test.len()));
    assert_eq!(comparison.statistics().counts.total, comparison.changes.len());
}

fn check_forms(comparison: &Comparison) {
    let written = comparison.to_json(true, true);
    let read = Comparison::from_json(written.as_bytes()).expect("what was written is read");
    assert_eq!(read.to_json(true, true), written);
    assert_eq!(read.changes.len(), comparison.changes.len());
    let compact = comparison.to_json(false, false);
    assert!(matches!(Comparison::from_json(compact.as_bytes()), Err(WireError::Compact)));
    let shown = Shown { comparison, source_name: "a", test_name: "b", allowed: None };
    let text = criticmarkup(&shown);
    assert_eq!(accept(&text), Ok(shown_blocks(&comparison.test)));
    assert_eq!(reject(&text), Ok(shown_blocks(&comparison.source)));
    assert!(!human(&shown, false).chars().any(|c| c != '\n' && countersign::inert::is_hidden(c)));
    let comment = markdown(&shown);
    assert!(comment.len() <= MAX_COMMENT);
    // No element but the two for what went and what came, no link, no picture.
    for event in pulldown_cmark::Parser::new_ext(&comment, pulldown_cmark::Options::ENABLE_TABLES) {
        use pulldown_cmark::{Event, Tag};
        match event {
            Event::InlineHtml(tag) => {
                assert!(["<del>", "</del>", "<ins>", "</ins>"].contains(&&*tag), "{comment}");
            }
            Event::Html(_) | Event::Start(Tag::Link { .. } | Tag::Image { .. }) => panic!("{comment}"),
            _ => {}
        }
    }
    let page = html(&shown).to_ascii_lowercase();
    for (element, ours) in
        [("<script", 1), ("</script", 1), ("<style", 1), ("<img", 0), ("<iframe", 0), ("<svg", 0)]
    {
        assert_eq!(page.matches(element).count(), ours, "{element}");
    }
    assert!(
        page.split("<a ").skip(1).all(|link| link.split('>').next().is_some_and(|a| a.contains("href=\"#")))
    );
}

/// What is done in parallel stays on this thread, so that an input takes the same way every time, and at once.
fn one_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("the first pool");
}

fuzz_target!(init: one_thread(), |bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let format = if choice & 1 == 0 { Format::Markdown } else { Format::Text };
    let profile = Profile::built_in(BUILT_IN[usize::from(choice >> 1) % 3]).expect("a built-in profile");
    let options = Options { format: Some(format), profile: Some(profile), ..Options::default() };
    let at = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (source, test) = (&bytes[..at], bytes.get(at + 1..).unwrap_or_default());
    if let Ok(same) = compare(source, source, &options) {
        assert!(same.changes.is_empty(), "{:?}", same.changes);
        assert!(same.alignment.pairs.iter().all(|pair| pair.source == pair.test && !pair.moved));
        check_tree(&same.source, source);
    }
    // Markup that nobody here wrote is read as well.
    if let Ok(markup) = std::str::from_utf8(source) {
        let _ = (accept(markup), reject(markup));
    }
    let Ok(comparison) = compare(source, test, &options) else { return };
    check_tree(&comparison.test, test);
    check_changes(&comparison);
    check_forms(&comparison);
});
