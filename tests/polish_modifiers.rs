//! Each built-in modifier: what it changes, and what it leaves.

// A test that cannot go on has failed.
#![allow(clippy::unwrap_used)]

use countersign::polish::{Status, guard_mentions, polish, select};

/// The text after a modifier, which has to have nothing left to do.
fn with(named: &str, text: &str) -> String {
    let review = polish(text.to_owned(), &select(&[named]).unwrap());
    assert_eq!(review.status(), Status::Success, "{named} on {text:?}");
    review.current().text().to_owned()
}

fn cases(named: &str, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(with(named, text), *expected, "{named} on {text:?}");
    }
}

#[test]
fn line_endings_work_on_every_line_code_included() {
    cases(
        "line-endings",
        &[
            ("a\r\nb\rc\n", "a\nb\nc\n"),
            ("```\r\nx\r```\r\n", "```\nx\n```\n"),
            ("", ""),
            ("\u{FEFF}a\r", "\u{FEFF}a\n"),
        ],
    );
    cases("line-endings:ending=crlf", &[("a\nb\r\nc\r", "a\r\nb\r\nc\r\n")]);
}

#[test]
fn trailing_blanks_go_and_a_hard_break_keeps_two_spaces() {
    cases(
        "trailing-whitespace",
        &[
            ("a \nb\t\n", "a\nb\n"),
            ("a  \nb\n", "a  \nb\n"),
            ("a    \nb\n", "a  \nb\n"),
            ("a  \n\nb  \n", "a\n\nb\n"),
            ("a  \r\nb \r\n", "a  \r\nb\r\n"),
            ("# a  \n", "# a\n"),
            ("> a \n>  \n> b", "> a\n>\n> b"),
            ("   \n\t\n", "\n\n"),
            ("a\\ \nb\n", "a\\ \nb\n"),
            ("`a  \nb`\n", "`a  \nb`\n"),
            ("```\na  \n```\n", "```\na  \n```\n"),
            ("    a  \n    b\n", "    a  \n    b\n"),
            ("<pre>\na  \n</pre>\n", "<pre>\na  \n</pre>\n"),
            ("---\na: b  \n---\nc \n", "---\na: b  \n---\nc\n"),
            ("+++\na = 1  \n+++\nc \n", "+++\na = 1  \n+++\nc\n"),
            ("[a](b  \n\"t\")\n", "[a](b  \n\"t\")\n"),
            ("a\u{a0}\n", "a\u{a0}\n"),
        ],
    );
}

#[test]
fn runs_of_blank_lines_become_one() {
    cases(
        "blank-lines",
        &[
            ("a\n\n\n\nb\n", "a\n\nb\n"),
            ("a\n \n\t\n\nb\n", "a\n \nb\n"),
            ("a\r\n\r\n\r\nb\r\n", "a\r\n\r\nb\r\n"),
            ("- a\n\n\n- b\n", "- a\n\n- b\n"),
            ("```\na\n\n\nb\n```\n", "```\na\n\n\nb\n```\n"),
            ("    a\n\n\n    b\n", "    a\n\n\n    b\n"),
            ("<!--\n\n\n-->\n", "<!--\n\n\n-->\n"),
            ("---\na: 1\n\n\n---\n", "---\na: 1\n\n\n---\n"),
        ],
    );
}

#[test]
fn headings_get_one_space_and_blank_lines_around_them() {
    cases(
        "heading-spacing",
        &[
            ("#   a\n", "# a\n"),
            ("##\ta ##\n", "## a ##\n"),
            ("a\n# b\nc\n", "a\n\n# b\n\nc\n"),
            ("# a\n## b\n", "# a\n\n## b\n"),
            ("a\n\nb\n===\nc\n", "a\n\nb\n===\n\nc\n"),
            ("x\r\n# a\r\ny\r\n", "x\r\n\r\n# a\r\n\r\ny\r\n"),
            ("---\nt: 1\n---\n# a\n", "---\nt: 1\n---\n# a\n"),
            ("#a\n", "#a\n"),
            ("#\n", "#\n"),
            ("- a\n  # b\n  c\n", "- a\n  # b\n  c\n"),
            ("> # a\n> b\n", "> # a\n> b\n"),
            ("```\n#   a\nb\n```\n", "```\n#   a\nb\n```\n"),
        ],
    );
}

#[test]
fn bullets_become_dashes_unless_they_keep_lists_apart() {
    cases(
        "list-marker",
        &[
            ("* a\n* b\n  + c\n", "- a\n- b\n  - c\n"),
            ("1. a\n   * b\n2) c\n", "1. a\n   - b\n2) c\n"),
            ("> + a\n", "> - a\n"),
            ("* a\n+ b\n", "* a\n+ b\n"),
            ("- a\n\n* b\n", "- a\n\n* b\n"),
            ("* a\n\nb\n\n+ c\n", "- a\n\nb\n\n- c\n"),
            ("* * *\n", "* * *\n"),
            // With dashes this would be a thematic break.
            ("* - -\n", "* - -\n"),
            ("* x\n* * -\n", "* x\n* * -\n"),
            ("* - x\n", "- - x\n"),
            ("```\n* a\n```\n", "```\n* a\n```\n"),
        ],
    );
}

#[test]
fn a_text_ends_with_one_line_end_of_its_own_kind() {
    cases(
        "final-newline",
        &[
            ("a", "a\n"),
            ("a\n\n\n", "a\n"),
            ("a\r\nb", "a\r\nb\r\n"),
            ("a\r\n\r\n", "a\r\n"),
            ("```\na", "```\na\n"),
            ("", ""),
            ("\n\n", "\n"),
        ],
    );
}

#[test]
fn space_runs_work_on_prose_alone() {
    cases(
        "space-runs",
        &[
            ("a  b   c\n", "a b c\n"),
            ("`a  b` [x](<a  b> \"t  t\")  y\n", "`a  b` [x](<a  b> \"t  t\") y\n"),
            ("a  \nb\n", "a  \nb\n"),
            ("    a  b\n", "    a  b\n"),
            ("[r]: /u  \"t  t\"\n\n[r]  a\n", "[r]: /u  \"t  t\"\n\n[r] a\n"),
            ("| a  b | c   |\n|---|---|\n", "| a b | c   |\n|---|---|\n"),
        ],
    );
    cases(
        r"space-runs:pattern=colour;replacement=color",
        &[(
            "colour https://x.y/colour <b class=\"colour\">\n",
            "color https://x.y/colour <b class=\"colour\">\n",
        )],
    );
    // What is put in is taken as it is.
    cases(r"space-runs:pattern=(a)b;replacement=$1", &[("ab\n", "$1\n")]);
}

#[test]
fn headings_go_down_one_level_at_a_time() {
    cases(
        "heading-increment",
        &[
            ("# a\n\n#### b\n\n##### c\n\n#### d\n\n## e\n", "# a\n\n## b\n\n### c\n\n## d\n\n## e\n"),
            ("### a\n\n# b\n\n### c\n", "### a\n\n# b\n\n## c\n"),
            ("a\n===\n\n### b ###\n", "a\n===\n\n## b ###\n"),
            ("# a\n\n> ### b\n", "# a\n\n> ### b\n"),
            ("# a\n\n```\n### b\n```\n", "# a\n\n```\n### b\n```\n"),
        ],
    );
}

#[test]
fn mentions_and_references_become_inert() {
    cases(
        "mention-guard",
        &[
            ("@me and @org/team.\n", "@&#8203;me and @&#8203;org/team.\n"),
            ("#12, o/r#13, (GH-14)\n", "#&#8203;12, o/r#&#8203;13, (GH-&#8203;14)\n"),
            ("é@me\n", "é@&#8203;me\n"),
            ("a@b.example and # 12 and C#\n", "a@b.example and # 12 and C#\n"),
            ("`@me #1`\n\n    @me\n", "`@me #1`\n\n    @me\n"),
            ("&#64;me \\@you @&#109;e\n", "&#64;&#8203;me \\@&#8203;you @&#8203;&#109;e\n"),
            ("**@me** _@you_ <b>@x</b>\n", "**@&#8203;me** _@&#8203;you_ <b>@&#8203;x</b>\n"),
            ("[@me](https://x.y/@me) https://x.y/@me\n", "[@&#8203;me](https://x.y/@me) https://x.y/@me\n"),
            // No address, so no link, so a mention.
            ("https://@me x://a.b/@me\n", "https://@&#8203;me x://a.b/@&#8203;me\n"),
            ("# @me\n\n| @me |\n|---|\n", "# @&#8203;me\n\n| @&#8203;me |\n|---|\n"),
        ],
    );
}

#[test]
fn text_that_will_be_posted_is_guarded_and_its_review_kept() {
    let guarded = guard_mentions("fixes #12 for @me".to_owned()).unwrap();
    assert_eq!(guarded.text, "fixes #&#8203;12 for @&#8203;me");
    assert_eq!(guarded.review.change_count(), 2);
}
