//! Forms for people, as they are read.

use super::*;
use crate::report::{CommentOptions, Style, annotations, comment, human, markdown};

#[test]
fn the_human_report_of_everything() {
    let lock = lock();
    insta::assert_snapshot!(human(&everything(&lock), Style::Plain));
}

#[test]
fn colours_are_escape_sequences_around_the_plain_report() {
    let lock = lock();
    let comparison = everything(&lock);
    let colored = human(&comparison, Style::Colored);
    insta::assert_snapshot!(colored.replace('\u{1b}', "␛"));
    assert_eq!(anstream::adapter::strip_str(&colored).to_string(), human(&comparison, Style::Plain));
}

#[test]
fn the_changelog_of_everything() {
    let lock = lock();
    insta::assert_snapshot!(markdown(&everything(&lock)));
}

#[test]
fn the_comment_of_everything() {
    let lock = lock();
    let options = CommentOptions {
        run_url: Some("https://github.example/o/r/actions/runs/1"),
        acknowledgement_file: "signed.json",
        ..CommentOptions::default()
    };
    let sections = comment(&everything(&lock), &options);
    let whole = sections.render(usize::MAX, "## Documents\n\nnone changed\n\n");
    assert_eq!(whole.left_out, 0);
    insta::assert_snapshot!(whole.text);
}

#[test]
fn a_comment_keeps_to_its_limit_and_says_what_it_left_out() {
    let lock = lock();
    let options = CommentOptions { run_url: Some("https://x.example/(1)"), ..CommentOptions::default() };
    let sections = comment(&everything(&lock), &options);
    let whole = sections.render(usize::MAX, "").text.len();
    for limit in (600..whole).step_by(37) {
        let cut = sections.render(limit, "");
        assert!(cut.text.len() <= limit && cut.text.encode_utf16().count() <= limit, "{limit}");
        assert_eq!(
            cut.left_out > 0,
            cut.text.contains("not shown here; see [the summary of the run](https://x.example/%281%29)"),
            "{limit}"
        );
        assert_eq!(cut.text.matches("```").count() % 2, 0, "{limit}");
        assert_eq!(cut.text.matches("<details>").count(), cut.text.matches("</details>").count(), "{limit}");
    }
}

#[test]
fn entries_that_do_not_fit_are_counted_and_those_that_do_are_whole() {
    let lock = lock();
    let sections = comment(&everything(&lock), &CommentOptions::default());
    let mut counts = std::collections::BTreeSet::new();
    for limit in 1500..4500 {
        let text = sections.render(limit, "").text;
        let Some(block) = text.split("```json\n").nth(1) else { continue };
        let pasted: serde_json::Value = serde_json::from_str(block.split("```").next().unwrap()).unwrap();
        let shown = pasted["differences"].as_array().unwrap().len();
        counts.insert(shown);
        let said = match 4 - shown {
            0 => String::new(),
            1 => "1 entry does not fit below".to_owned(),
            more => format!("{more} entries do not fit below"),
        };
        assert_eq!(text.contains("not fit below"), shown < 4, "{limit}");
        assert!(text.contains(&said), "{limit}: {text}");
    }
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
}

#[test]
fn entries_to_paste_are_what_the_report_asks_for() {
    let lock = lock();
    let comparison = everything(&lock);
    let text = comment(&comparison, &CommentOptions::default()).render(usize::MAX, "").text;
    let block = text.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let pasted: serde_json::Value = serde_json::from_str(block).unwrap();
    let report: serde_json::Value = serde_json::from_str(&comparison.to_json()).unwrap();
    let wanted: Vec<_> = report["result"]["differences"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|difference| difference["acknowledged"] == false)
        .filter_map(|difference| difference.get("acknowledgement").cloned())
        .collect();
    assert_eq!(pasted["differences"].as_array().unwrap(), &wanted);
    assert_eq!(wanted.len(), 4);
}

#[test]
fn the_annotations_of_everything() {
    let lock = lock();
    insta::assert_debug_snapshot!(annotations(&everything(&lock), None, false));
}

#[test]
fn an_empty_comparison_says_that_it_compared() {
    let same = revisions(&[("a.sdf.json", "{}")], &[("a.sdf.json", "{}")]);
    let compared = same.compared(Vec::new());
    assert_eq!(
        compared.to_human(),
        "Revision comparison esdieff.revision-comparison/2: compatible\n\
         Documents: 1 compared, 0 removed, 0 added\n\
         Differences: 0 breaking, 0 undetermined, 0 compatible\n"
    );
    assert_eq!(
        compared.to_markdown(),
        "# Model changes\n\nDisposition: **passed**, with 0 breaking, 0 undetermined and 0 compatible differences in 1 \
         compared document.\n"
    );
}

#[test]
fn a_changelog_keeps_to_its_limit() {
    let lock = lock();
    let changelog = crate::report::changelog(&everything(&lock));
    let whole = changelog.render(usize::MAX).len();
    for limit in (400..whole).step_by(41) {
        let text = changelog.render(limit);
        assert!(text.len() <= limit, "{limit}: {}", text.len());
        assert!(text.contains("not listed, to stay within the size limit"), "{limit}");
    }
}

/// The sentence of one changed quality of read-only or write-only data.
fn sentence(direction: Direction, before: &str, after: &str, at: &str, value: &str) -> String {
    let document = |text: &str| format!(r#"{{"sdfObject":{{"O":{{"sdfProperty":{{"p":{{{text}}}}}}}}}}}"#);
    let pair = revisions(&[("m", &document(before))], &[("m", &document(after))]);
    let difference =
        pair.changed("m", &format!("/sdfObject/O/sdfProperty/p/{at}")).breaking(direction, value);
    let compared = pair.compared(vec![difference]);
    let places = crate::report::place::Places::new(&compared);
    let difference = &compared.differences()[0];
    format!(
        "{}: {}",
        crate::report::change::what(&places, difference).plain(),
        crate::report::sentence::meaning(&places, difference).plain()
    )
}

#[test]
fn witnesses_are_told_as_sentences() {
    use Direction::{ClientSupplied as Client, ThingSupplied as Thing};
    let told = [
        (
            sentence(Thing, r#""maximum":9"#, r#""maximum":12"#, "maximum", "12"),
            "maximum 9 → 12: a Thing may now report 12; earlier Clients accept at most 9",
        ),
        (
            sentence(Client, r#""minimum":0"#, r#""minimum":5"#, "minimum", "0"),
            "minimum 0 → 5: a Client may still send 0; Things now accept at least 5",
        ),
        (
            sentence(Thing, r#""maximum":9"#, "", "maximum", "10"),
            "maximum removed, was 9: a Thing may now report 10; earlier Clients accept at most 9",
        ),
        (
            sentence(Client, "", r#""exclusiveMinimum":1e0"#, "exclusiveMinimum", "1"),
            "exclusiveMinimum added: 1e0: a Client may still send 1; Things now accept only values above 1e0",
        ),
        (
            sentence(Client, r#""type":"string""#, r#""type":"boolean""#, "type", "\"\""),
            r#"type "string" → "boolean": a Client may still send ""; Things now accept only true and false"#,
        ),
        (
            sentence(Thing, r#""nullable":false"#, "", "nullable", "null"),
            "nullable false → true (default): a Thing may now report null; earlier Clients accept no null",
        ),
        (
            sentence(Client, r#""required":["a"]"#, r#""required":["a","b","c"]"#, "required", r#"{"a":1}"#),
            r#"required gained "b" and "c": a Client may still send {"a":1}; Things now require b and c"#,
        ),
        (
            sentence(Thing, r#""enum":["a","b"]"#, r#""enum":["b","a","c"]"#, "enum", "\"c\""),
            r#"enum gained "c": a Thing may now report "c"; earlier Clients accept only "a" and "b""#,
        ),
        (
            sentence(Client, r#""const":"x""#, r#""const":"y""#, "const", "\"x\""),
            r#"const "x" → "y": a Client may still send "x"; Things now accept only "y""#,
        ),
        (
            sentence(Client, "", r#""uniqueItems":true"#, "uniqueItems", "[0,0]"),
            "uniqueItems false (default) → true: a Client may still send [0,0]; Things now accept no item twice",
        ),
        (
            sentence(
                Thing,
                r#""properties":{"a":{"maximum":1}}"#,
                r#""properties":{"a":{"maximum":2}}"#,
                "properties/a/maximum",
                r#"{"a":2}"#,
            ),
            r#"maximum 1 → 2: a Thing may now report {"a":2}; earlier Clients accept at most 1 at /a"#,
        ),
    ];
    for (said, expected) in told {
        assert_eq!(said, expected);
    }
}

#[test]
fn a_quality_cannot_pass_for_another_rule() {
    let pair = revisions(
        &[("m", r#"{"removed-sdfProperty":1,"unavailable":1,"documentation":1}"#)],
        &[("m", r#"{"removed-sdfProperty":2,"unavailable":2,"documentation":2}"#)],
    );
    for name in ["removed-sdfProperty", "unavailable", "documentation"] {
        let difference = pair.changed("m", &format!("/{name}")).undetermined("comparison.not_classified");
        assert_eq!(crate::explain::rule(&difference).code(), "undetermined/other-quality");
    }
}

#[test]
fn a_long_list_that_many_share_is_told_by_what_it_gained() {
    let list = |count: usize| (0..count).map(|index| format!("\"v{index}\"")).collect::<Vec<_>>().join(",");
    let document = |count: usize| format!(r#"{{"sdfData":{{"d":{{"enum":[{}]}}}}}}"#, list(count));
    for (later, expected) in [(101, r#"enum gained "v100""#), (5000, "enum changed, from 100 to 5000 values")]
    {
        let pair = revisions(&[("m", &document(100))], &[("m", &document(later))]);
        let compared =
            pair.compared(vec![pair.changed("m", "/sdfData/d/enum"), pair.changed("m", "/sdfData/d/enum")]);
        let places = crate::report::place::Places::new(&compared);
        for difference in compared.differences() {
            assert_eq!(crate::report::change::what(&places, difference).plain(), expected);
        }
    }
}
