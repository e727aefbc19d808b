//! Interesting patterns with what ECMA-262 says about them.

use proptest::prelude::*;

use super::{ALTERNATIVES, CAPTURES, Limits, NAME_BYTES, NESTING, Pattern, PatternError, Unsettled};

fn new(source: &str) -> Result<Pattern, PatternError> {
    Pattern::new(source, &Limits::default())
}

fn code(source: &str) -> &'static str {
    new(source).map_or_else(|error| error.code(), |_| "valid")
}

#[track_caller]
fn check(source: &str, matching: &[&str], other: &[&str]) {
    let pattern = new(source).unwrap();
    for text in matching {
        assert_eq!(pattern.matches(text), Ok(true), "{source} on {text:?}");
    }
    for text in other {
        assert_eq!(pattern.matches(text), Ok(false), "{source} on {text:?}");
    }
}

#[test]
fn patterns_are_not_anchored_and_anchors_are_absolute() {
    check("", &["", "x"], &[]);
    check("b", &["abc"], &["", "ac"]);
    check("^b", &["bc"], &["ab", "a\nb"]);
    check("b$", &["ab"], &["b\n", "ba"]);
    check("(?m:^b$)", &["b", "a\nb\rc", "a\u{2028}b\u{2029}"], &["ab", "a\u{85}b"]);
    check("a|^$", &["", "ba"], &["b"]);
}

#[test]
fn sets_are_those_of_the_standard() {
    check("^\\d$", &["7"], &["٧", "x"]);
    check("^\\w$", &["z", "_"], &["é", "ſ", "-"]);
    check("^\\s$", &[" ", "\u{FEFF}", "\u{2028}", "\u{A0}", "\u{B}"], &["\u{85}", "\u{180E}"]);
    check("^.$", &["a", "\u{85}", "😀"], &["\n", "\r", "\u{2028}", "\u{2029}", ""]);
    check("^(?s:.)$", &["\n", "\u{2029}", "😀"], &["ab"]);
    check("^\\p{Lu}\\P{Lu}$", &["Ää"], &["ÄÄ"]);
    check("^\\p{Script=Greek}$", &["ω"], &["w"]);
    check("[]", &[], &["", "a"]);
    check("^[^]$", &["\n", "a"], &[""]);
    check("^[\\b\\]^&&~~+--]$", &["\u{8}", "-", "]", "^", "&", "~", ","], &["b", "\\", "."]);
    check("^[^\\D5]$", &["4"], &["5", "x"]);
}

#[test]
fn escapes_stand_for_code_points_and_lone_surrogates_for_none() {
    check("^\\x41\\u0042\\u{00043}\\cJ\\0\\t\\/\\.$", &["ABC\n\0\t/."], &[]);
    check("^\\uD83D\\uDE00$", &["😀"], &[]);
    check("^\\u{1F600}$", &["😀"], &[]);
    check("^[\\uD83D\\uDE00-\\u{1F602}]$", &["😁"], &["a"]);
    check("\\uD83D", &[], &["😀", ""]);
    check("\\u{D83D}\\u{DE00}", &[], &["😀"]);
    check("^[\\uD800-\\uDFFF]", &[], &["a", "\u{E000}", "😀"]);
    check("^[^\\uD800]$", &["a"], &[""]);
    check("^[\\uD7FF-\\uE000]$", &["\u{D7FF}", "\u{E000}"], &["a"]);
    check("^\\p{Cs}", &[], &["a"]);
    check("^\\P{Cs}$", &["a"], &[]);
}

#[test]
fn quantifiers_repeat_and_laziness_does_not_matter() {
    check("^a{2,3}?$", &["aa", "aaa"], &["a", "aaaa"]);
    check("^a{02}$", &["aa"], &["a"]);
    check("^(?:a|b){0}c??$", &["", "c"], &["ac"]);
    check("^(?:^){3}(?:\\b)*a$", &["a"], &["ba"]);
    check("^😀+$", &["😀😀"], &["😀a"]);
    check("^(?:a*)*b$", &["b", "aaab"], &["aac"]);
}

#[test]
fn case_is_folded_before_a_class_is_negated() {
    check("^(?i:aß)$", &["Aẞ", "aß"], &["ass"]);
    check("^(?i:k)$", &["K", "\u{212A}"], &["l"]);
    check("^(?i:\\w)$", &["ſ", "\u{212A}"], &["é"]);
    check("^(?i:\\W)$", &["é"], &["ſ", "S"]);
    check("^(?i:[^k])$", &["l"], &["K", "\u{212A}"]);
    check("^(?i:\\P{Lu})$", &["A", "a"], &[]);
    check("^(?i:[^\\P{Lu}])$", &[], &["A", "a"]);
    check("^(?i:a(?-i:b))c$", &["Abc", "abc"], &["aBc", "abC"]);
    check("(?i:σ)", &["Σ", "ς"], &["s"]);
    check("(?i:İ)", &["İ"], &["i", "ı"]);
}

#[test]
fn word_boundaries_are_those_of_ascii_words() {
    check("\\ba", &["a", "éa", " a"], &["ba"]);
    check("\\B", &["", "ab", "éé"], &["a", "s😀Z"]);
    check("(?i:a\\b)", &["aé"], &["aſ"]);
    check("(?i:a\\B)", &["aſ"], &["a"]);
}

#[test]
fn look_around_holds_at_a_place_and_consumes_nothing() {
    check("^(?=.*\\d)(?=.*[a-z]).{4,}$", &["abc1"], &["abcd", "1234", "a1"]);
    check("^(?!ab)", &["ba"], &["abc"]);
    check("(?<=\\$)\\d", &["$5"], &["5"]);
    check("(?<!\\$)\\d", &["5"], &["$5"]);
    check("(?<=a.*b)c", &["axbc"], &["bc", "acb"]);
    check("(?<=(?=a(?<!b.))a)b", &["ab"], &["bab", "bb"]);
    check("^(?:(?=a)a|(?!a)b)+$", &["abba"], &["abc"]);
    check("(?<=^|,)x(?=,|$)", &["x", "a,x,b"], &["ax"]);
    check("^(?:(?=ab)a|b){2,3}?$", &["ab", "bab"], &["aa"]);
}

#[test]
fn what_the_grammar_forbids_is_invalid() {
    for source in [
        "(",
        ")",
        "(?",
        "(?:a",
        "(?<",
        "(?<a",
        "(?<1>a)",
        "(?<a-b>x)",
        "(?<>x)",
        "(?#x)",
        "(?i)",
        "(?i",
        "(?ii:a)",
        "(?-:a)",
        "(?i-i:a)",
        "(?x:a)",
        "(?i--s:a)",
        "[",
        "]",
        "[b-a]",
        "[\\w-a]",
        "[a-\\d]",
        "[\\w--a]",
        "{",
        "}",
        "a{",
        "a{1",
        "a{,2}",
        "a{2,1}",
        "a{99999999999999999999,1}",
        "*",
        "a**",
        "a{1}{2}",
        "^*",
        "\\b+",
        "(?=a)*",
        "(?<!a)?",
        "|*",
        "\\",
        "\\-",
        "\\a",
        "\\_",
        "\\é",
        "\\2(a)",
        "\\1",
        "\\00",
        "\\08",
        "[\\1]",
        "[\\B]",
        "[\\k]",
        "\\c",
        "\\c1",
        "[\\c1]",
        "\\x",
        "\\x4",
        "\\u",
        "\\u123",
        "\\u{}",
        "\\u{110000}",
        "\\u{1",
        "\\u{g}",
        "\\p",
        "\\pL",
        "\\p{",
        "\\p{Foo}",
        "\\p{L",
        "\\P{script=greek}",
        "\\k",
        "\\k<a>",
        "\\k<",
        "(?<a>.)\\k<b>",
        "(?<\\x61>a)",
        "(?<\\uD800>a)",
    ] {
        assert_eq!(code(source), "pattern.syntax", "{source}");
    }
}

#[test]
fn an_error_says_where_it_is() {
    assert_eq!(
        new("é[a").unwrap_err(),
        PatternError::Syntax { offset: 2, problem: "a class that does not end" }
    );
    assert_eq!(
        new("ab\\q").unwrap_err().to_string(),
        "invalid pattern at byte 2: a character that cannot be escaped"
    );
}

#[test]
fn back_references_and_repeated_names_are_valid_but_not_supported() {
    for source in [
        "(a)\\1",
        "\\1(a)",
        "(?<a>x)\\k<a>",
        "\\k<a>(?<a>x)",
        "(?<a>x)|(?<a>y)",
        "\\p{CWKCF}",
        "[\\p{sc=Zzzz}]",
    ] {
        assert_eq!(code(source), "pattern.unsupported", "{source}");
    }
    assert_eq!(code("(?<a>x)(?<b>y)(?<$é\\u0061\\u{62}>z)"), "valid");
    // An error later in the pattern still makes it invalid.
    assert_eq!(code("(a)\\1("), "pattern.syntax");
}

#[test]
fn each_limit_is_the_last_that_is_allowed() {
    let nested = |depth: usize| format!("{}a{}", "(?:".repeat(depth), ")".repeat(depth));
    let alternatives = |count: usize| vec!["a"; count].join("|");
    let name = |bytes: usize| format!("(?<{}>a)", "n".repeat(bytes));
    for (inside, outside) in [
        ("a".repeat(4096), "a".repeat(4097)),
        (nested(NESTING), nested(NESTING + 1)),
        (alternatives(ALTERNATIVES), alternatives(ALTERNATIVES + 1)),
        ("()".repeat(CAPTURES), "()".repeat(CAPTURES + 1)),
        (name(NAME_BYTES), name(NAME_BYTES + 1)),
        ("(?:){999999}".to_owned(), "(?:){1000000}".to_owned()),
        ("a{0,20}(?=b)".to_owned(), "a{0,20000}(?=b)".to_owned()),
        ("a{100}".to_owned(), "(?:a{1000}){1000}".to_owned()),
    ] {
        assert_eq!(code(&inside), "valid", "{inside}");
        assert_eq!(code(&outside), "operation.limit", "{outside}");
    }
}

#[test]
fn no_pattern_makes_matching_slow() {
    let long = "a".repeat(100_000) + "!";
    for source in
        ["^(a+)+$", "^(?:(?=a)a+)+$", "(?:(?=[^z]*z|a).)*y", "(?:a|(?=a*b)a|aa)*y", "(?:(?<=a.*).)*y"]
    {
        assert_eq!(new(source).unwrap().matches(&long), Ok(false), "{source}");
    }
    assert_eq!(new(&"(?!b)".repeat(800)).unwrap().matches(&long), Err(Unsettled));
}

proptest! {
    #[test]
    fn any_text_is_parsed_without_panic(source in "[ab12(){}\\[\\]\\\\*+?|^$.<>=!:,\\-xudpkbBéi]{0,24}", text in ".{0,8}") {
        if let Ok(pattern) = new(&source) {
            let _ = pattern.matches(&text);
        }
    }

    #[test]
    fn both_engines_agree(source in "(\\^)?([ab.é]|\\[\\^?[aé]\\]|\\\\b|\\([ab]\\|b?\\)|a\\{1,2\\}|\\\\w|\\\\W)([*+]b?)?[ab$]?", text in "[abé \n]{0,6}") {
        // An empty look-ahead changes nothing but the engine.
        if let (Ok(linear), Ok(machine)) = (new(&source), new(&format!("(?:{source})(?=)"))) {
            prop_assert_eq!(linear.matches(&text), machine.matches(&text));
        }
    }
}
