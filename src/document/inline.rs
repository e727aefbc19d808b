//! What changed inside one block's text, as operations on characters that replay exactly.
//!
//! The texts are compared token by token. Two edits with nothing but punctuation between them are one edit, so that
//! "thirty (30" becomes "sixty (60" at once. Blank space alone is no edit; but where a text is edited, the
//! operations also carry its other blanks, because replaying them must give the test text to the character.

use super::similarity::{Vocabulary, Work, matches, token_ranges};

/// What an operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InlineKind {
    /// Text that only the test has.
    Insert,
    /// Text that only the source has.
    Delete,
    /// Text that stands for another.
    Replace,
}

impl InlineKind {
    /// The name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Insert => "insert",
            Self::Delete => "delete",
            Self::Replace => "replace",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Insert, Self::Delete, Self::Replace].into_iter().find(|kind| kind.name() == name)
    }
}

/// One operation. Offsets count characters (Unicode code points) of each block's own text; ends are exclusive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineOp {
    /// What it does.
    pub kind: InlineKind,
    /// Where the source's part starts.
    pub source_start: usize,
    /// Where the source's part ends.
    pub source_end: usize,
    /// Where the test's part starts.
    pub test_start: usize,
    /// Where the test's part ends.
    pub test_end: usize,
    /// The source's part, exactly.
    pub source_text: String,
    /// The test's part, exactly.
    pub test_text: String,
}

/// A token, or the border between two lines, as bytes of its text.
#[derive(Clone, Copy)]
struct Piece {
    start: usize,
    end: usize,
    number: u32,
}

const LINE_BORDER: u32 = u32::MAX;

fn pieces<'t>(text: &'t str, vocabulary: &mut Vocabulary<'t>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (start, end) in token_ranges(text) {
        if let Some(last) = pieces.last()
            && text.get(last.end..start).is_some_and(|gap| gap.contains('\n'))
        {
            let at = last.end;
            pieces.push(Piece { start: at, end: at, number: LINE_BORDER });
        }
        let number = vocabulary.number(text.get(start..end).unwrap_or_default());
        pieces.push(Piece { start, end, number });
    }
    pieces
}

/// Ranges in bytes of both texts.
#[derive(Clone, Copy, Debug)]
struct Edit {
    source: (usize, usize),
    test: (usize, usize),
}

/// The operations that turn `source` into `test`.
///
/// Texts that differ in blank space only have none, unless `blanks` asks for them.
pub(super) fn operations(source: &str, test: &str, blanks: bool, work: &mut Work) -> Vec<InlineOp> {
    if source == test {
        return Vec::new();
    }
    let mut vocabulary = Vocabulary::default();
    let left = Side { text: source, pieces: pieces(source, &mut vocabulary) };
    let right = Side { text: test, pieces: pieces(test, &mut vocabulary) };
    let edits = token_edits(&left, &right, work);
    if edits.is_empty() && !blanks {
        return Vec::new();
    }
    in_characters(source, test, &with_blanks(&left, &right, &edits))
}

struct Side<'t> {
    text: &'t str,
    pieces: Vec<Piece>,
}

impl Side<'_> {
    fn start(&self, piece: usize) -> usize {
        self.pieces.get(piece).map_or(self.text.len(), |piece| piece.start)
    }

    fn bytes(&self, pieces: (usize, usize)) -> (usize, usize) {
        (self.start(pieces.0), self.start(pieces.1))
    }

    fn is_punctuation(&self, piece: usize) -> bool {
        self.pieces.get(piece).is_some_and(|piece| {
            let text = self.text.get(piece.start..piece.end).unwrap_or_default();
            piece.number != LINE_BORDER && !text.chars().any(char::is_alphanumeric)
        })
    }
}

/// Edits as ranges of pieces, those parted by punctuation merged.
fn token_edits(left: &Side<'_>, right: &Side<'_>, work: &mut Work) -> Vec<Edit> {
    let numbers = |side: &Side<'_>| side.pieces.iter().map(|piece| piece.number).collect::<Vec<_>>();
    let runs = matches(&numbers(left), &numbers(right), work);
    let mut edits: Vec<Edit> = Vec::new();
    let (mut source, mut test) = (0, 0);
    let end = (left.pieces.len(), right.pieces.len(), 0);
    for (at, test_at, length) in runs.iter().map(|run| (run.source, run.test, run.length)).chain([end]) {
        if source < at || test < test_at {
            let edit = Edit { source: (source, at), test: (test, test_at) };
            match edits.last_mut() {
                Some(last) if (last.source.1..source).all(|piece| left.is_punctuation(piece)) => {
                    last.source.1 = edit.source.1;
                    last.test.1 = edit.test.1;
                }
                _ => edits.push(edit),
            }
        }
        (source, test) = (at + length, test_at + length);
    }
    edits
}

/// Edits as ranges of bytes, with differing blanks between them.
fn with_blanks(left: &Side<'_>, right: &Side<'_>, edits: &[Edit]) -> Vec<Edit> {
    let mut all: Vec<Edit> = Vec::new();
    let mut add = |edit: Edit| {
        let parts = (left.text.get(edit.source.0..edit.source.1), right.text.get(edit.test.0..edit.test.1));
        if parts.0 == parts.1 {
            return;
        }
        match all.last_mut() {
            Some(last) if last.source.1 == edit.source.0 && last.test.1 == edit.test.0 => {
                last.source.1 = edit.source.1;
                last.test.1 = edit.test.1;
            }
            _ => all.push(edit),
        }
    };
    add(Edit { source: (0, left.start(0)), test: (0, right.start(0)) });
    let (mut source, mut test) = (0, 0);
    let end = Edit {
        source: (left.pieces.len(), left.pieces.len()),
        test: (right.pieces.len(), right.pieces.len()),
    };
    for edit in edits.iter().chain([&end]) {
        while source < edit.source.0 {
            // Equal tokens; what follows them may not be.
            let after = |side: &Side<'_>, piece: usize| {
                (side.pieces.get(piece).map_or(0, |piece| piece.end), side.start(piece + 1))
            };
            add(Edit { source: after(left, source), test: after(right, test) });
            (source, test) = (source + 1, test + 1);
        }
        add(Edit { source: left.bytes(edit.source), test: right.bytes(edit.test) });
        (source, test) = (edit.source.1, edit.test.1);
    }
    all
}

fn in_characters(source: &str, test: &str, edits: &[Edit]) -> Vec<InlineOp> {
    let (mut source_walk, mut test_walk) = (Walk::new(source), Walk::new(test));
    edits
        .iter()
        .map(|edit| {
            let source_text = source.get(edit.source.0..edit.source.1).unwrap_or_default().to_owned();
            let test_text = test.get(edit.test.0..edit.test.1).unwrap_or_default().to_owned();
            InlineOp {
                kind: match (source_text.is_empty(), test_text.is_empty()) {
                    (true, _) => InlineKind::Insert,
                    (_, true) => InlineKind::Delete,
                    _ => InlineKind::Replace,
                },
                source_start: source_walk.to(edit.source.0),
                source_end: source_walk.to(edit.source.1),
                test_start: test_walk.to(edit.test.0),
                test_end: test_walk.to(edit.test.1),
                source_text,
                test_text,
            }
        })
        .collect()
}

/// Counts characters up to rising byte offsets.
struct Walk<'t> {
    text: &'t str,
    bytes: usize,
    chars: usize,
}

impl<'t> Walk<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, bytes: 0, chars: 0 }
    }

    fn to(&mut self, bytes: usize) -> usize {
        self.chars += self.text.get(self.bytes..bytes).map_or(0, |part| part.chars().count());
        self.bytes = bytes;
        self.chars
    }
}

/// Applies operations to a source text; none when they do not fit it.
#[must_use]
pub fn replay(source: &str, operations: &[InlineOp]) -> Option<String> {
    let chars: Vec<char> = source.chars().collect();
    let mut out = String::with_capacity(source.len());
    let mut at = 0;
    for op in operations {
        out.extend(chars.get(at..op.source_start)?);
        let replaced = chars.get(op.source_start..op.source_end)?;
        if !replaced.iter().copied().eq(op.source_text.chars()) {
            return None;
        }
        out.push_str(&op.test_text);
        at = op.source_end;
    }
    out.extend(chars.get(at..)?);
    Some(out)
}

/// True when operations lead from one text to the other, forwards and backwards.
pub(super) fn fit(source: &str, test: &str, operations: &[InlineOp]) -> bool {
    let backwards: Vec<InlineOp> = operations
        .iter()
        .map(|op| InlineOp {
            kind: op.kind,
            source_start: op.test_start,
            source_end: op.test_end,
            test_start: op.source_start,
            test_end: op.source_end,
            source_text: op.test_text.clone(),
            test_text: op.source_text.clone(),
        })
        .collect();
    replay(source, operations).as_deref() == Some(test) && replay(test, &backwards).as_deref() == Some(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ops(source: &str, test: &str) -> Vec<(InlineKind, usize, usize, usize, usize, String, String)> {
        let found = operations(source, test, false, &mut Work::for_bytes(0));
        if !found.is_empty() {
            assert_eq!(replay(source, &found).as_deref(), Some(test));
        }
        found
            .into_iter()
            .map(|o| {
                (o.kind, o.source_start, o.source_end, o.test_start, o.test_end, o.source_text, o.test_text)
            })
            .collect()
    }

    #[test]
    fn an_operation_ends_where_the_next_token_starts() {
        assert_eq!(
            ops("for three years", "for five years"),
            [(InlineKind::Replace, 4, 10, 4, 9, "three ".into(), "five ".into())]
        );
        assert_eq!(ops("a b.", "a x b."), [(InlineKind::Insert, 2, 2, 2, 4, String::new(), "x ".into())]);
    }

    #[test]
    fn edits_with_only_punctuation_between_are_one() {
        assert_eq!(
            ops("within thirty (30) days", "within sixty (60) days"),
            [(InlineKind::Replace, 7, 17, 7, 16, "thirty (30".into(), "sixty (60".into())]
        );
        assert_eq!(ops("one (1) - two (2)", "uno (3) - dos (4)").len(), 1);
        assert_eq!(ops("a b c", "x b y").len(), 2);
        assert_eq!(ops("a\nb", "x\ny").len(), 2);
    }

    #[test]
    fn blanks_alone_are_no_edit_but_are_replayed_beside_one() {
        assert_eq!(ops("a  b", "a b"), []);
        assert_eq!(operations("a  b", "a b", true, &mut Work::for_bytes(0)).len(), 1);
        assert_eq!(ops("a b", "a b c"), [(InlineKind::Insert, 3, 3, 3, 5, String::new(), " c".into())]);
        assert_eq!(ops("a  b c", "a b d").len(), 2);
    }

    #[test]
    fn offsets_count_characters() {
        assert_eq!(
            ops("„ü“ alt", "„ü“ neu"),
            [(InlineKind::Replace, 4, 7, 4, 7, "alt".into(), "neu".into())]
        );
    }
}
