//! Unicode properties in `\p{…}`: the names that ECMA-262 allows, spelled exactly, and the sets they stand for.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

use super::scripts::SCRIPTS;

/// A property whose set of code points is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Property(Kind);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    /// The engine's name of the set.
    Known(String),
    /// Surrogates; no text has them.
    Surrogates,
}

/// What a name between the braces turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Resolution {
    Property(Property),
    /// A property of the standard without data here.
    Unsupported,
    /// Not a property of the standard.
    Unknown,
}

#[rustfmt::skip]
const CATEGORIES: &[&str] = &[
    "C", "Cased_Letter", "Cc", "Cf", "Close_Punctuation", "Cn", "Co", "Combining_Mark", "Connector_Punctuation",
    "Control", "Cs", "Currency_Symbol", "Dash_Punctuation", "Decimal_Number", "Enclosing_Mark", "Final_Punctuation",
    "Format", "Initial_Punctuation", "L", "LC", "Letter", "Letter_Number", "Line_Separator", "Ll", "Lm", "Lo",
    "Lowercase_Letter", "Lt", "Lu", "M", "Mark", "Math_Symbol", "Mc", "Me", "Mn", "Modifier_Letter",
    "Modifier_Symbol", "N", "Nd", "Nl", "No", "Nonspacing_Mark", "Number", "Open_Punctuation", "Other",
    "Other_Letter", "Other_Number", "Other_Punctuation", "Other_Symbol", "P", "Paragraph_Separator", "Pc", "Pd",
    "Pe", "Pf", "Pi", "Po", "Private_Use", "Ps", "Punctuation", "S", "Sc", "Separator", "Sk", "Sm", "So",
    "Space_Separator", "Spacing_Mark", "Surrogate", "Symbol", "Titlecase_Letter", "Unassigned",
    "Uppercase_Letter", "Z", "Zl", "Zp", "Zs", "cntrl", "digit", "punct",
];

#[rustfmt::skip]
const BINARY: &[&str] = &[
    "AHex", "ASCII", "ASCII_Hex_Digit", "Alpha", "Alphabetic", "Any", "Assigned", "Bidi_C", "Bidi_Control",
    "Bidi_M", "Bidi_Mirrored", "CI", "CWCF", "CWCM", "CWKCF", "CWL", "CWT", "CWU", "Case_Ignorable", "Cased",
    "Changes_When_Casefolded", "Changes_When_Casemapped", "Changes_When_Lowercased",
    "Changes_When_NFKC_Casefolded", "Changes_When_Titlecased", "Changes_When_Uppercased", "DI", "Dash",
    "Default_Ignorable_Code_Point", "Dep", "Deprecated", "Dia", "Diacritic", "EBase", "EComp", "EMod", "EPres",
    "Emoji", "Emoji_Component", "Emoji_Modifier", "Emoji_Modifier_Base", "Emoji_Presentation", "Ext", "ExtPict",
    "Extended_Pictographic", "Extender", "Gr_Base", "Gr_Ext", "Grapheme_Base", "Grapheme_Extend", "Hex",
    "Hex_Digit", "IDC", "IDS", "IDSB", "IDST", "IDS_Binary_Operator", "IDS_Trinary_Operator", "ID_Continue",
    "ID_Start", "Ideo", "Ideographic", "Join_C", "Join_Control", "LOE", "Logical_Order_Exception", "Lower",
    "Lowercase", "Math", "NChar", "Noncharacter_Code_Point", "Pat_Syn", "Pat_WS", "Pattern_Syntax",
    "Pattern_White_Space", "QMark", "Quotation_Mark", "RI", "Radical", "Regional_Indicator", "SD", "STerm",
    "Sentence_Terminal", "Soft_Dotted", "Term", "Terminal_Punctuation", "UIdeo", "Unified_Ideograph", "Upper",
    "Uppercase", "VS", "Variation_Selector", "White_Space", "XIDC", "XIDS", "XID_Continue", "XID_Start", "space",
];

/// Reads what stands between the braces of `\p{…}`.
pub(super) fn resolve(name: &str) -> Resolution {
    match name.split_once('=') {
        Some(("General_Category" | "gc", value)) => category(value),
        Some((kind @ ("Script" | "sc" | "Script_Extensions" | "scx"), value)) => {
            if SCRIPTS.binary_search(&value).is_ok() {
                Resolution::Property(Property(Kind::Known(format!("{kind}={value}"))))
            } else if matches!(value, "Unknown" | "Zzzz") {
                Resolution::Unsupported
            } else {
                Resolution::Unknown
            }
        }
        Some(_) => Resolution::Unknown,
        None if matches!(name, "Changes_When_NFKC_Casefolded" | "CWKCF") => Resolution::Unsupported,
        None if BINARY.binary_search(&name).is_ok() => {
            Resolution::Property(Property(Kind::Known(name.to_owned())))
        }
        None => category(name),
    }
}

fn category(value: &str) -> Resolution {
    match value {
        "Cs" | "Surrogate" => Resolution::Property(Property(Kind::Surrogates)),
        _ if CATEGORIES.binary_search(&value).is_ok() => {
            Resolution::Property(Property(Kind::Known(format!("gc={value}"))))
        }
        _ => Resolution::Unknown,
    }
}

impl Property {
    /// Writes the property as a member of a class.
    pub(super) fn write(&self, out: &mut String, negated: bool) {
        match (&self.0, negated) {
            (Kind::Known(name), negated) => {
                out.push_str(if negated { r"\P{" } else { r"\p{" });
                out.push_str(name);
                out.push('}');
            }
            (Kind::Surrogates, true) => out.push_str(r"\x{0}-\x{10FFFF}"),
            (Kind::Surrogates, false) => {}
        }
    }

    /// The set of code points.
    pub(super) fn set(&self, negated: bool) -> ClassUnicode {
        let mut set = match &self.0 {
            Kind::Known(name) => named(name),
            Kind::Surrogates => ClassUnicode::empty(),
        };
        if negated {
            set.negate();
        }
        set
    }
}

fn named(name: &str) -> ClassUnicode {
    match regex_syntax::parse(&format!(r"\p{{{name}}}")).map(regex_syntax::hir::Hir::into_kind) {
        Ok(HirKind::Class(Class::Unicode(set))) => set,
        // A set of one code point comes as text.
        Ok(HirKind::Literal(text)) => ClassUnicode::new(
            std::str::from_utf8(&text.0)
                .into_iter()
                .flat_map(str::chars)
                .map(|c| ClassUnicodeRange::new(c, c)),
        ),
        _ => ClassUnicode::empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &str) -> ClassUnicode {
        match resolve(name) {
            Resolution::Property(property) => property.set(false),
            other => panic!("{name}: {other:?}"),
        }
    }

    #[test]
    fn the_tables_are_sorted_and_every_name_has_a_set() {
        assert!(CATEGORIES.is_sorted() && BINARY.is_sorted() && SCRIPTS.is_sorted());
        for name in CATEGORIES {
            assert_eq!(set(name).ranges().is_empty(), matches!(*name, "Cs" | "Surrogate"), "{name}");
            assert_eq!(set(name), set(&format!("gc={name}")), "{name}");
        }
        for name in BINARY.iter().filter(|name| !matches!(**name, "CWKCF" | "Changes_When_NFKC_Casefolded")) {
            assert!(!set(name).ranges().is_empty(), "{name}");
        }
        for name in SCRIPTS {
            assert!(!set(&format!("Script={name}")).ranges().is_empty(), "{name}");
            assert_eq!(set(&format!("scx={name}")), set(&format!("Script_Extensions={name}")), "{name}");
        }
    }

    #[test]
    fn names_are_exact() {
        for name in [
            "",
            "Foo",
            "lu",
            "LU",
            "letter",
            "Greek",
            "Script",
            "Script=",
            "Script=greek",
            "sc=Foo",
            "gc=Greek",
            "gc=",
            "Block=Basic_Latin",
            "Any=1",
            "Is_L",
            "L&",
            " L",
            "L ",
            "Katakana_Or_Hiragana",
            "RGI_Emoji",
            "Punct",
        ] {
            assert_eq!(resolve(name), Resolution::Unknown, "{name}");
        }
        assert_eq!(resolve("CWKCF"), Resolution::Unsupported);
        assert_eq!(resolve("sc=Zzzz"), Resolution::Unsupported);
    }

    #[test]
    fn sets_are_those_of_unicode() {
        let has = |name: &str, c: char| set(name).ranges().iter().any(|r| (r.start()..=r.end()).contains(&c));
        assert!(has("Lu", 'Ä') && !has("Lu", 'ä'));
        assert!(has("Zl", '\u{2028}') && !has("Zl", '\u{2029}'));
        assert!(has("sc=Grek", 'α') && !has("sc=Grek", 'a'));
        assert!(has("Sc", '€') && has("space", ' ') && has("Any", 'x'));
    }
}
