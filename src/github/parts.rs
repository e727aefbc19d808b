//! Markdown that may have to be cut: a head, entries that are left out from the end, and a foot.
//!
//! GitHub refuses a comment that is one character too long, and then there is none. Renderers hand over entries that
//! stand on their own, so that a cut never falls inside a table, a fence or a `<details>`.

/// Markdown in pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parts {
    /// Always shown.
    pub head: String,
    /// Shown in order as far as there is room; each is whole by itself.
    pub entries: Vec<String>,
    /// Always shown, after the entries.
    pub foot: String,
}

impl Parts {
    /// The text in at most `limit` bytes. `left_out` words the line that stands in for the entries without room.
    ///
    /// Bytes are an upper bound of UTF-16 units and of characters, so every way GitHub may count is covered.
    #[must_use]
    pub fn assemble(&self, limit: usize, left_out: impl Fn(usize) -> String) -> String {
        let entries: usize = self.entries.iter().map(String::len).sum();
        if self.head.len() + entries + self.foot.len() <= limit {
            return [self.head.as_str(), &self.entries.concat(), &self.foot].concat();
        }
        let total = self.entries.len();
        // Sized for the largest number, so that what is left out never makes the line itself grow past the limit.
        let reserved = left_out(total).len();
        let frame = self.head.len() + self.foot.len() + reserved;
        if frame > limit {
            return cut(&self.head, limit, &left_out(total));
        }
        let mut text = self.head.clone();
        let mut shown = 0;
        for entry in &self.entries {
            if text.len() + entry.len() + self.foot.len() + reserved > limit {
                break;
            }
            text.push_str(entry);
            shown += 1;
        }
        text.push_str(&left_out(total - shown));
        text.push_str(&self.foot);
        text
    }
}

/// As many whole lines as there is room for before `end`; with no room for a line, as many characters.
fn cut(text: &str, limit: usize, end: &str) -> String {
    let end = if end.len() > limit { "" } else { end };
    let room = text.floor_char_boundary(limit - end.len());
    let kept = text.get(..room).unwrap_or_default();
    let kept = kept.rfind('\n').and_then(|newline| kept.get(..=newline)).unwrap_or(kept);
    [kept, end].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parts(entries: &[&str]) -> Parts {
        Parts {
            head: "head\n".into(),
            entries: entries.iter().map(|entry| (*entry).to_owned()).collect(),
            foot: "foot\n".into(),
        }
    }

    #[test]
    fn what_fits_is_shown_whole() {
        let text = parts(&["a\n", "b\n"]).assemble(14, |left| format!("{left} more\n"));
        assert_eq!(text, "head\na\nb\nfoot\n");
    }

    #[test]
    fn what_does_not_fit_is_cut_between_entries_and_counted() {
        let text = parts(&["aaaa\n", "bbbb\n", "cccc\n"]).assemble(23, |left| format!("{left} more\n"));
        assert_eq!(text, "head\naaaa\n2 more\nfoot\n");
    }

    #[test]
    fn a_head_that_is_too_long_by_itself_is_cut_at_a_line() {
        let parts = Parts { head: "one\ntwo\nthree\n".into(), ..Parts::default() };
        assert_eq!(parts.assemble(12, |_| "…".into()), "one\ntwo\n…");
    }

    proptest! {
        #[test]
        fn the_limit_is_kept_in_bytes_and_utf16(
            head in ".{0,30}", entries in proptest::collection::vec(".{0,20}", 0..6), foot in ".{0,20}", limit in 0_usize..200,
        ) {
            let whole = [head.as_str(), &entries.concat(), &foot].concat();
            let text = Parts { head, entries, foot }.assemble(limit, |left| format!("{left} left"));
            prop_assert!(text.len() <= limit);
            prop_assert!(text.encode_utf16().count() <= limit);
            prop_assert!(whole.len() > limit || text == whole);
        }
    }
}
