//! Rules of results that are no differences of models: documents, data and Markdown beside them.

use super::Code;

const fn of(name: &'static str, title: &'static str, meaning: &'static str, remedy: &'static str) -> Code {
    Code { name, title, meaning, remedy, example: None }
}

const APPLY: &str = "`countersign polish --write FILE` applies it. To go without this modifier, name the others in the \
                     `[polish]` table of the configuration.";

pub(super) const NOTES: &[Code] = &[
    of(
        "document/outside-scope",
        "A change of a document outside the allowed scope",
        "The configuration's `[documents]` table names with `allow` which kinds of changes documents may have, and this \
         change is none of them. The review fails.",
        "Take the change back, or widen the filter that `allow` names.",
    ),
    of(
        "document/not-compared",
        "A document could not be compared",
        "One revision of the document cannot be read as text in a known format, so its changes are unknown.",
        "Mend the document, or exclude it in the `[documents]` table of the configuration.",
    ),
    of(
        "document/changed",
        "A change of a document",
        "A block of a document was inserted, deleted, modified, moved or renumbered. This is told only where the \
         `[documents]` table asks for `notes`, and decides nothing.",
        "Nothing has to be done.",
    ),
    of(
        "data/inexpressible",
        "A change of data that a merge patch cannot say",
        "A JSON Merge Patch uses `null` to say that a member goes, so it cannot say that a member becomes `null`. A \
         receiver that only takes merge patches cannot be brought to the later data.",
        "Send a JSON Patch instead, which `countersign changes --json-patch` writes, or leave the member out instead of \
         making it `null`.",
    ),
    of(
        "data/unreadable",
        "Data without a change set",
        "One revision of the file is no usable JSON, so there is nothing that could be sent to those who have the earlier \
         data.",
        "Mend the file, or exclude it in the `[data]` table of the configuration.",
    ),
    of(
        "polish/line-endings",
        "Polish would unify line endings",
        "Some line of a Markdown file does not end like the configuration wants it, which is with LF unless it says CRLF.",
        APPLY,
    ),
    of(
        "polish/trailing-whitespace",
        "Polish would remove blanks at line ends",
        "A line of a Markdown file ends in blanks that nobody sees. Two that make a hard break are kept.",
        APPLY,
    ),
    of(
        "polish/blank-lines",
        "Polish would make blank lines one",
        "Several blank lines follow one another in a Markdown file, where one says the same.",
        APPLY,
    ),
    of(
        "polish/heading-spacing",
        "Polish would space a heading",
        "A heading of a Markdown file has other than one space after its `#`s, or no blank line around it.",
        APPLY,
    ),
    of(
        "polish/list-marker",
        "Polish would mark a list with `-`",
        "A bullet list of a Markdown file is marked with `*` or `+`, and its marker does not keep it apart from another list.",
        APPLY,
    ),
    of(
        "polish/final-newline",
        "Polish would mend the end of a file",
        "A Markdown file does not end with exactly one line end.",
        APPLY,
    ),
    of(
        "polish/space-runs",
        "Polish would replace a run of spaces",
        "Prose of a Markdown file holds what the modifier's `pattern` finds, by default several spaces in a row. It runs only \
         where it is named.",
        APPLY,
    ),
    of(
        "polish/heading-increment",
        "Polish would change the level of a heading",
        "A heading of a Markdown file is more than one level below the one before it. It runs only where it is named.",
        APPLY,
    ),
    of(
        "polish/mention-guard",
        "Polish would make a mention inert",
        "Text of a Markdown file has `@name`, `#12` or `GH-12`, which would notify somebody or link somewhere when it is \
         posted. It runs only where it is named.",
        APPLY,
    ),
];
