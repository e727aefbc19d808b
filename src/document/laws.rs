//! Laws that hold for any two documents.

use proptest::prelude::*;

use super::change::{last_surviving, sort_key};
use super::render::{Shown, accept, criticmarkup, html, human, markdown, reject};
use super::{AlignmentConfig, ChangeKind, Comparison, Format, Kind, Options, compare, compare_trees, replay};

fn options(format: Format) -> Options {
    Options { format: Some(format), ..Options::default() }
}

fn compared(source: &str, test: &str, format: Format) -> Comparison {
    compare(source.as_bytes(), test.as_bytes(), &options(format)).unwrap()
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => prop::sample::select(vec!["the", "Supplier", "pays", "rent", "on", "time", "and", "keeps", "records"])
            .prop_map(str::to_owned),
        1 => prop::sample::select(vec!["(30)", "3.4", "clause 2.1", "–", "*all*", "\"Term\" means", "größer", "{++", "~>", "a\\b"])
            .prop_map(str::to_owned),
    ]
}

fn sentence() -> impl Strategy<Value = String> {
    (
        prop::collection::vec(word(), 1..14),
        prop::sample::select(vec![".", ":", "", ";"]),
        prop::bool::weighted(0.1),
    )
        .prop_map(|(words, end, wide)| format!("{}{end}", words.join(if wide { "  " } else { " " })))
}

/// A block of Markdown, most of which plain text reads as well.
fn block() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => (1_usize..4, sentence()).prop_map(|(n, text)| format!("{} {text}", "#".repeat(n))),
        6 => (1_u8..4, 1_u8..6, sentence()).prop_map(|(a, b, text)| format!("{a}.{b} {text}")),
        2 => (1_u8..5, sentence()).prop_map(|(a, text)| format!("{a}. {text}")),
        3 => (b'a'..b'f', sentence()).prop_map(|(c, text)| format!("({}) {text}", char::from(c))),
        2 => sentence().prop_map(|text| format!("- {text}")),
        1 => (sentence(), sentence()).prop_map(|(a, b)| format!("- {a}\n  - {b}")),
        3 => sentence(),
        1 => sentence().prop_map(|text| format!("> {text}")),
        1 => (sentence(), sentence()).prop_map(|(a, b)| format!("```\n{a}\n\n{b}\n```")),
        1 => (word(), sentence(), word()).prop_map(|(a, b, c)| format!("| {a} | x |\n| --- | --- |\n| {b} | {c} |\n| {c} |")),
        1 => (1_u8..3, sentence()).prop_map(|(n, text)| format!("# Schedule {n}. {text}")),
    ]
}

fn blocks() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(block(), 0..14)
}

/// Two documents of which the second mostly repeats the first.
fn pair() -> impl Strategy<Value = (String, String)> {
    (blocks(), prop::collection::vec((0_usize..14, 0_usize..14, block(), 0_u8..4), 0..6)).prop_map(
        |(source, edits)| {
            let mut test = source.clone();
            for (at, to, block, edit) in edits {
                let at = if test.is_empty() { 0 } else { at % test.len() };
                match edit {
                    0 => test.insert(at, block),
                    1 if !test.is_empty() => drop(test.remove(at)),
                    2 if !test.is_empty() => {
                        let moved = test.remove(at);
                        let to = if test.is_empty() { 0 } else { to % test.len() };
                        test.insert(to, moved);
                    }
                    3 if !test.is_empty() => {
                        test[at] = test[at].replace("rent", "rates and taxes").replace(' ', "  ");
                    }
                    _ => {}
                }
            }
            (source.join("\n\n"), test.join("\n\n"))
        },
    )
}

fn format() -> impl Strategy<Value = Format> {
    prop::sample::select(vec![Format::Markdown, Format::Text])
}

/// The blocks of one side as `CriticMarkup` shows them.
fn shown_blocks(comparison: &Comparison, test: bool) -> Vec<String> {
    let tree = if test { &comparison.test } else { &comparison.source };
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn a_document_compared_with_itself_has_no_change((source, _) in pair(), format in format()) {
        let comparison = compared(&source, &source, format);
        prop_assert_eq!(&comparison.changes, &[]);
        prop_assert!(comparison.alignment.pairs.iter().all(|pair| pair.source == pair.test));
    }

    #[test]
    fn inline_operations_turn_the_source_text_into_the_test_text((source, test) in pair(), format in format()) {
        for change in compared(&source, &test, format).changes {
            if change.source.is_some() && change.test.is_some() {
                prop_assert_eq!(replay(&change.source_text, &change.inline), Some(change.test_text.clone()));
            } else {
                prop_assert!(change.inline.is_empty());
            }
            for op in &change.inline {
                let source: String =
                    change.source_text.chars().skip(op.source_start).take(op.source_end - op.source_start).collect();
                let test: String =
                    change.test_text.chars().skip(op.test_start).take(op.test_end - op.test_start).collect();
                prop_assert_eq!((&source, &test), (&op.source_text, &op.test_text));
            }
        }
    }

    #[test]
    fn every_block_is_matched_inserted_or_deleted_exactly_once((source, test) in pair(), format in format()) {
        let comparison = compared(&source, &test, format);
        let alignment = &comparison.alignment;
        let mut sources: Vec<usize> = alignment.pairs.iter().map(|pair| pair.source).chain(alignment.deleted()).collect();
        let mut tests: Vec<usize> = alignment.pairs.iter().map(|pair| pair.test).chain(alignment.inserted()).collect();
        sources.sort_unstable();
        tests.sort_unstable();
        prop_assert_eq!(sources, (0..comparison.source.len()).collect::<Vec<_>>());
        prop_assert_eq!(tests, (0..comparison.test.len()).collect::<Vec<_>>());
    }

    #[test]
    fn no_two_changes_share_a_sort_key_and_the_list_is_sorted((source, test) in pair(), format in format()) {
        let comparison = compared(&source, &test, format);
        let last = last_surviving(&comparison.alignment);
        let keys: Vec<_> = comparison.changes.iter().map(|change| sort_key(change, &last)).collect();
        prop_assert!(keys.windows(2).all(|two| two[0] < two[1]), "{:?}", keys);
    }

    #[test]
    fn an_address_shift_alone_is_no_change(source in blocks(), format in format()) {
        let source = source.join("\n\n");
        let test = format!("zebra quartz fjord onyx.\n\n{source}");
        let comparison = compared(&source, &test, format);
        prop_assert_eq!(comparison.changes.len(), 1);
        prop_assert_eq!(comparison.changes[0].kind, ChangeKind::Insert);
    }

    #[test]
    fn sections_that_changed_places_are_one_move(
        texts in prop::collection::vec(sentence(), 3..8),
        at in 0_usize..6,
        format in format(),
    ) {
        // Texts of their own, so that no other move explains the order as well.
        let section = |(number, text): (usize, &String)| {
            let title = ["Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Juniper"][number];
            let mark = if format == Format::Markdown { "# " } else { "" };
            format!("{mark}{title}\n\nFirst of {title}, {text}\n\nSecond of {title}, {text}.")
        };
        let mut sections: Vec<String> = texts.iter().enumerate().map(section).collect();
        let source = sections.join("\n\n");
        let at = at % (sections.len() - 1);
        sections.swap(at, at + 1);
        let comparison = compared(&source, &sections.join("\n\n"), format);
        prop_assert_eq!(comparison.changes.len(), 1, "{:?}", comparison.changes);
        let change = &comparison.changes[0];
        prop_assert_eq!((change.kind, change.block_kind), (ChangeKind::Move, Kind::Section));
    }

    #[test]
    fn an_inserted_section_only_renumbers_those_that_follow(
        sections in prop::collection::vec(prop::collection::vec(sentence(), 1..4), 1..6),
        at in 0_usize..6,
        format in format(),
    ) {
        let at = at % (sections.len() + 1);
        let write = |sections: &[(String, Vec<String>)]| {
            let mark = if format == Format::Markdown { "## " } else { "" };
            let sections = sections.iter().zip(1..).map(|((title, clauses), number)| {
                let clauses = clauses.iter().zip(1..).map(|(text, clause)| format!("{number}.{clause} {text}"));
                format!("{mark}{number}. {title}\n\n{}", clauses.collect::<Vec<_>>().join("\n\n"))
            });
            sections.collect::<Vec<_>>().join("\n\n")
        };
        let mut named: Vec<(String, Vec<String>)> = sections
            .into_iter()
            .enumerate()
            .map(|(number, clauses)| {
                let clauses = clauses.into_iter().zip(0..).map(|(text, clause)| {
                    format!("In case {number}-{clause} and no other one it is the rule that {text}.")
                });
                (["Alder", "Birch", "Cedar", "Elm", "Fir"][number].to_owned(), clauses.collect())
            })
            .collect();
        let source = write(&named);
        let following: usize = named[at..].iter().map(|(_, clauses)| 1 + clauses.len()).sum();
        let new = vec!["zebra quartz fjord onyx lizard kiwi.".to_owned()];
        named.insert(at, ("Hazel".to_owned(), new));
        let comparison = compared(&source, &write(&named), format);
        let count = |kind| comparison.changes.iter().filter(|change| change.kind == kind).count();
        prop_assert_eq!(count(ChangeKind::Insert), 1, "{:#?}", comparison.changes);
        prop_assert_eq!(count(ChangeKind::Renumber), following);
        prop_assert_eq!(comparison.changes.len(), 1 + following);
    }

    #[test]
    fn an_item_at_the_end_of_a_list_leaves_alone_what_follows(
        items in 1_usize..5,
        after in sentence(),
        ordered in any::<bool>(),
        turned in any::<bool>(),
    ) {
        let list = |items: usize| {
            let mark = |n: usize| if ordered { format!("{n}.") } else { "-".to_owned() };
            (1..=items).map(|n| format!("{} item {n} of {n}", mark(n))).collect::<Vec<_>>().join("\n")
        };
        let rest = format!("After: {after}\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```\ncode\n```");
        let document = |items: usize| format!("# Title\n\n{}\n\n{rest}\n", list(items));
        let (source, test) = (document(items), document(items + 1));
        let (source, test) = if turned { (test, source) } else { (source, test) };
        let comparison = compared(&source, &test, Format::Markdown);
        prop_assert_eq!(comparison.changes.len(), 1, "{:#?}", comparison.changes);
        let kind = if turned { ChangeKind::Delete } else { ChangeKind::Insert };
        prop_assert_eq!((comparison.changes[0].kind, comparison.changes[0].block_kind), (kind, Kind::ListItem));
    }

    #[test]
    fn what_a_reader_says_about_its_certainty_changes_nothing((source, test) in pair(), format in format()) {
        let before = compared(&source, &test, format);
        let (mut source, mut test) = (before.source.clone(), before.test.clone());
        for (index, block) in source.blocks.iter_mut().chain(&mut test.blocks).enumerate() {
            block.matched_by = format!("rule {}", index % 3).into();
            block.confidence = if index % 2 == 0 { 0.0 } else { 1.0 };
        }
        let after = compare_trees(source, test, &AlignmentConfig::default()).unwrap();
        prop_assert_eq!(after.changes, before.changes);
        prop_assert_eq!(after.alignment, before.alignment);
    }

    #[test]
    fn the_whole_form_can_be_read_back((source, test) in pair(), format in format()) {
        let written = compared(&source, &test, format).to_json(true, true);
        let read = Comparison::from_json(written.as_bytes()).unwrap();
        prop_assert_eq!(read.to_json(true, true), written);
    }

    #[test]
    fn both_documents_can_be_had_back_from_critic_markup((source, test) in pair(), format in format()) {
        let comparison = compared(&source, &test, format);
        let text = criticmarkup(&Shown { comparison: &comparison, source_name: "a", test_name: "b", allowed: None });
        prop_assert_eq!(accept(&text).unwrap(), shown_blocks(&comparison, true));
        prop_assert_eq!(reject(&text).unwrap(), shown_blocks(&comparison, false));
    }

    #[test]
    fn statistics_add_up((source, test) in pair(), format in format()) {
        let comparison = compared(&source, &test, format);
        let statistics = comparison.statistics();
        prop_assert_eq!(statistics.counts.total, comparison.changes.len());
        let in_sections: usize = statistics.sections.iter().map(|row| row.counts.total).sum();
        prop_assert!(in_sections <= statistics.counts.total);
        let blocks: usize = statistics.sections.iter().map(|row| row.blocks).sum();
        prop_assert!(blocks < statistics.test_blocks);
    }

    #[test]
    fn any_text_is_read_compared_and_shown(source in "\\PC{0,80}|(?s).{0,80}|([-*>#|`~ 1.()a\t\n]){0,120}", test in "(?s).{0,60}|([-*>#|`~ 1.()a\t\n=]){0,120}") {
        for format in [Format::Markdown, Format::Text] {
            let comparison = compared(&source, &test, format);
            let shown = Shown { comparison: &comparison, source_name: "a", test_name: "b", allowed: None };
            let _ = (human(&shown, true), markdown(&shown), html(&shown));
            let text = criticmarkup(&shown);
            prop_assert_eq!(accept(&text).unwrap(), shown_blocks(&comparison, true));
            prop_assert_eq!(reject(&text).unwrap(), shown_blocks(&comparison, false));
            for tree in [&comparison.source, &comparison.test] {
                for block in tree.blocks() {
                    let place = block.place;
                    prop_assert!(place.is_none_or(|place| place.line <= place.end_line && place.start <= place.end));
                }
            }
        }
    }
}
