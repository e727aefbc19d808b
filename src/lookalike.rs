//! Letters that look like ASCII ones, so that a name can pass for another.
//!
//! `tеmperature` with a Cyrillic `е` is not `temperature`, and no reader sees it. A word that mixes such letters with
//! ASCII ones shows them escaped. So does a word made of nothing but such letters, when the rest of the text is ASCII:
//! Cyrillic or Greek prose has other letters as well and stays as it is. A single letter is a symbol, not a word.
//!
//! A letter with a combining mark looks like the letter that has it built in. Where both stand in one sentence, the mark
//! is shown escaped.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use crate::inert::is_hidden;

/// Whether the letter has the shape of an ASCII letter. The letters that physics uses as symbols are left out.
fn is_lookalike(c: char) -> bool {
    matches!(c,
        // Latin beyond ASCII: long s, click, alpha, script g; the Kelvin sign.
        '\u{17F}' | '\u{1C0}' | '\u{251}' | '\u{261}' | '\u{212A}'
        // Greek.
        | 'Α' | 'Β' | 'Ε' | 'Ζ' | 'Η' | 'Ι' | 'Κ' | 'Μ' | 'Ν' | 'Ο' | 'Ρ' | 'Τ' | 'Υ' | 'Χ' | 'ι' | 'ο' | 'ϲ' | 'ϳ'
        // Cyrillic.
        | 'А' | 'В' | 'Е' | 'К' | 'М' | 'Н' | 'О' | 'Р' | 'С' | 'Т' | 'У' | 'Х' | 'Ѕ' | 'І' | 'Ј' | 'Ү' | 'Ӏ' | 'Ԛ' | 'Ԝ'
        | 'а' | 'е' | 'о' | 'р' | 'с' | 'у' | 'х' | 'ѕ' | 'і' | 'ј' | 'ѵ' | 'һ' | 'ү' | 'ӏ' | 'ԁ' | 'ԛ' | 'ԝ'
        // Armenian.
        | 'հ' | 'ո' | 'ս' | 'ց' | 'օ'
        // Cherokee and Lisu, many of whose letters are ASCII shapes.
        | '\u{13A0}'..='\u{13F5}' | '\u{A4D0}'..='\u{A4F7}'
        // Roman numerals, full width, mathematical letters.
        | '\u{2160}'..='\u{217F}' | '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}' | '\u{1D400}'..='\u{1D7CB}')
}

/// The byte offsets of the letters that should be shown escaped, ascending.
pub(crate) fn misleading(text: &str) -> Vec<usize> {
    if text.is_ascii() || !text.chars().any(is_lookalike) {
        return Vec::new();
    }
    let is_other_letter = |c: char| !c.is_ascii() && c.is_alphabetic() && !is_lookalike(c);
    let words = words(text);
    let letters = || words.iter().flat_map(|(_, word)| word.chars());
    let otherwise_ascii = letters().any(|c| c.is_ascii_alphabetic()) && !letters().any(is_other_letter);
    let mut found = Vec::new();
    for &(at, word) in &words {
        let has_ascii = word.chars().any(|c| c.is_ascii_alphabetic());
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let only_lookalikes = letters > 1 && word.chars().all(|c| !c.is_alphabetic() || is_lookalike(c));
        if has_ascii || (otherwise_ascii && only_lookalikes) {
            found
                .extend(word.char_indices().filter(|(_, c)| is_lookalike(*c)).map(|(offset, _)| at + offset));
        }
    }
    found
}

/// The words of a text with their offsets. Hidden characters and what they are shown as stand between words, so that
/// a text that was made visible reads like the one it was made of.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut begin = 0;
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let separator = match escape(text, at) {
            Some(length) => length,
            None if !c.is_alphanumeric() || is_hidden(c) => c.len_utf8(),
            None => {
                at += c.len_utf8();
                continue;
            }
        };
        words.extend(text.get(begin..at).filter(|word| !word.is_empty()).map(|word| (begin, word)));
        at += separator;
        begin = at;
    }
    words.extend(text.get(begin..).filter(|word| !word.is_empty()).map(|word| (begin, word)));
    words
}

/// The length of the `\u{43E}` that begins here.
fn escape(text: &str, at: usize) -> Option<usize> {
    let digits = text.get(at..)?.strip_prefix("\\u{")?;
    // Six digits at most, so that a text of many openings is walked once.
    let length = digits.bytes().take(7).position(|byte| byte == b'}').filter(|&length| length > 0)?;
    let all_hex = digits.get(..length)?.bytes().all(|byte| byte.is_ascii_hexdigit());
    all_hex.then_some("\\u{".len() + length + 1)
}

/// Combining marks: `e` and U+0301 are shown as `é`, which is a letter of its own as well.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}')
}

/// The text with every letter that has marks, or is no ASCII letter, as one and the same sign.
fn outline(text: &str) -> String {
    let mut outline = String::with_capacity(text.len());
    for c in text.chars() {
        if is_mark(c) {
            // A mark belongs to the letter before it, and a second one adds nothing.
            outline.pop();
        }
        outline.push(if c.is_ascii() { c } else { '\u{FFFD}' });
    }
    outline
}

/// Texts that stand together, with combining marks escaped in those that another one may look the same as. Whether it
/// does is for the font to say; where only one of them is shown, its marks stay as they are.
pub(crate) fn told_apart<'t>(texts: &[&'t str]) -> Vec<Cow<'t, str>> {
    let mut texts: Vec<Cow<'t, str>> = texts.iter().map(|&text| Cow::Borrowed(text)).collect();
    let marked = |text: &str| text.chars().any(is_mark);
    if !texts.iter().any(|text| marked(text)) {
        return texts;
    }
    let mut forms: HashMap<String, HashSet<Cow<'t, str>>> = HashMap::new();
    for text in &texts {
        forms.entry(outline(text)).or_default().insert(text.clone());
    }
    for text in texts.iter_mut().filter(|text| marked(text)) {
        if forms.get(&outline(text)).is_some_and(|forms| forms.len() > 1) {
            let mut shown = String::with_capacity(text.len() + 8);
            for c in text.chars() {
                if is_mark(c) {
                    let _ = write!(shown, "\\u{{{:X}}}", u32::from(c));
                } else {
                    shown.push(c);
                }
            }
            *text = Cow::Owned(shown);
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::told_apart;
    use crate::inert::visible;

    #[test]
    fn combining_marks_are_escaped_only_beside_a_text_that_looks_the_same() {
        let (one, two) = ("caf\u{E9}", "cafe\u{301}");
        assert_eq!(told_apart(&[one, "4", two]), [one, "4", "cafe\\u{301}"]);
        assert_eq!(told_apart(&["e\u{302}\u{301}", "\u{1EBF}"]), ["e\\u{302}\\u{301}", "\u{1EBF}"]);
        assert_eq!(told_apart(&["\u{EA}\u{301}", "\u{1EBF}"]), ["\u{EA}\\u{301}", "\u{1EBF}"]);
        for texts in [[two, two], [two, "tea"], [one, "cafe"], ["\u{301}", ""]] {
            assert_eq!(told_apart(&texts), texts);
        }
    }

    #[test]
    fn a_word_that_mixes_scripts_shows_which_letters_are_foreign() {
        for (text, shown) in [
            ("t\u{435}mperature", "t\\u{435}mperature"),
            ("Οn/off", "\\u{39F}n/off"),
            ("adm\u{456}n", "adm\\u{456}n"),
            ("ｆull", "\\u{FF46}ull"),
            ("𝐬tate", "\\u{1D42C}tate"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }

    #[test]
    fn a_word_of_nothing_but_lookalikes_is_shown_escaped_beside_ascii() {
        assert_eq!(visible("/sdfObject/сор"), "/sdfObject/\\u{441}\\u{43E}\\u{440}");
        assert_eq!(visible("ОК (later)"), "\\u{41E}\\u{41A} (later)");
    }

    #[test]
    fn a_text_that_was_made_visible_stays_as_it_is() {
        for text in
            ["::о\n::оо\n::о", "tеmp\u{200B}оо", "оо \u{3164}о", "\\u{435}оо", "оо", "aоЖ \u{202E}сор"]
        {
            let shown = visible(text).into_owned();
            assert_eq!(visible(&shown), shown);
        }
    }

    #[test]
    fn prose_of_other_scripts_and_single_symbols_stay_as_they_are() {
        for text in [
            "Сила тока, а не напряжение",
            "Η θερμοκρασία του νερού",
            "Датчик Sensor 2 с дисплеем",
            "température à l’entrée, größer",
            "ＳＤＦモデル",
            "Δt in K, ρ and ν",
            "x = Χ",
            "温度",
        ] {
            assert_eq!(visible(text), text);
        }
    }
}
