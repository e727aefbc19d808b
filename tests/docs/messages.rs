//! `docs/messages.md` quotes messages that exist, and has every error that a type of ours can be.

use crate::pages::{below, code, read, rows};

/// How far apart the fixed parts of one message may stand in the code.
const NEAR: usize = 400;

/// Code as its string literals read: continued lines joined, quotes and backslashes themselves.
fn source(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\\\n") {
        joined.push_str(&rest[..at]);
        rest = rest[at + 2..].trim_start();
    }
    joined.push_str(rest);
    joined.replace("\\\"", "\"").replace("\\\\", "\\")
}

fn sources() -> Vec<(String, String)> {
    let files = below("src", ".rs");
    files.into_iter().map(|path| (path.display().to_string(), source(&read(path)))).collect()
}

/// The messages that the page quotes.
fn quoted(page: &str) -> Vec<String> {
    let all = rows(page);
    let first = all.iter().filter_map(|cells| code(cells.first()?));
    first.map(str::to_owned).collect()
}

/// Whether all fixed parts stand in the code one after the other, near each other.
fn occurs(message: &str, code: &str) -> bool {
    let worded = |part: &&str| part.chars().any(|c| c.is_alphanumeric() || c == '`');
    let mut parts = message.split('…').filter(worded);
    let Some(first) = parts.next() else { return false };
    let rest: Vec<_> = parts.collect();
    code.match_indices(first).any(|(at, _)| {
        let mut after = at + first.len();
        rest.iter().all(|part| {
            let window = code.get(after..code.floor_char_boundary((after + NEAR).min(code.len())));
            let found = window.and_then(|window| window.find(part));
            after += found.unwrap_or_default() + part.len();
            found.is_some()
        })
    })
}

#[test]
fn every_quoted_message_is_said_somewhere() {
    let sources = sources();
    let messages = quoted(&read("docs/messages.md"));
    assert!(messages.len() > 250, "only {} messages were found", messages.len());
    let gone: Vec<_> =
        messages.iter().filter(|message| !sources.iter().any(|(_, code)| occurs(message, code))).collect();
    assert!(gone.is_empty(), "docs/messages.md quotes what nothing says: {gone:#?}");
}

/// The fixed parts of the literal in each `#[error("…")]` of a file.
fn errors(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for rest in code.split("#[error(").skip(1) {
        let Some(literal) = rest.trim_start().strip_prefix('"') else { continue };
        // A quote inside of a message is followed by text; the last one by the end of the attribute or arguments.
        let end = literal
            .match_indices('"')
            .find(|(at, _)| literal[at + 1..].trim_start().starts_with([')', ',']))
            .map_or(0, |(at, _)| at);
        let mut parts = Vec::new();
        let mut text = &literal[..end];
        while let Some((fixed, hole)) = text.split_once('{') {
            parts.push(fixed.to_owned());
            text = hole.split_once('}').map_or("", |(_, after)| after);
        }
        parts.push(text.to_owned());
        parts.retain(|part| part.chars().filter(|c| c.is_alphabetic()).count() > 3);
        if !parts.is_empty() {
            found.push(parts);
        }
    }
    found
}

#[test]
fn every_error_of_ours_is_on_the_page() {
    let messages = quoted(&read("docs/messages.md"));
    let mut missing = Vec::new();
    let mut errors_found = 0;
    for (path, code) in sources() {
        for parts in errors(&code) {
            errors_found += 1;
            let told = messages.iter().any(|message| {
                let mut at = 0;
                parts.iter().all(|part| {
                    let found = message.get(at..).and_then(|rest| rest.find(part.trim()));
                    at += found.unwrap_or_default();
                    found.is_some()
                })
            });
            if !told {
                missing.push(format!("{path}: {}", parts.join("…")));
            }
        }
    }
    assert!(errors_found > 150, "only {errors_found} errors were found");
    assert!(missing.is_empty(), "docs/messages.md lacks: {missing:#?}");
}

#[test]
fn the_checks_notice_what_is_gone_and_what_is_new() {
    let code = source(
        "#[error(\"the thing {name} is \\\"odd\\\" \\\n    and {reason}; mend it\", x = 1)]\n\"of {n}\"",
    );
    assert!(occurs("the thing … is \"odd\" and …; mend it", &code));
    assert!(!occurs("the thing … is even", &code));
    assert!(!occurs("mend it … the thing", &code));
    assert_eq!(errors(&code), [["the thing ", " is \"odd\" and ", "; mend it"]]);
}
