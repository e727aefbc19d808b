//! Markdown in sections of entries, cut between entries where there is a limit.

/// One thing that is said, complete in itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The headings it stands under, outermost first; each is written where it differs from the entry before.
    pub headings: Vec<String>,
    /// The Markdown, without a line feed at its end.
    pub text: String,
    /// How many differences it tells of.
    pub count: usize,
}

/// A part of a Markdown text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Section {
    /// The heading's text, or the summary of a folded section; inert Markdown.
    pub title: String,
    /// What stands before the entries, always.
    pub opening: String,
    /// The entries, most important first.
    pub entries: Vec<Entry>,
    /// What stands behind the entries, always.
    pub closing: String,
    /// What stands at the end of an entry when another one follows.
    pub separator: &'static str,
    /// Whether the section is folded away.
    pub folded: bool,
}

/// A text that may have been cut.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cut {
    /// What fitted.
    pub text: String,
    /// How many differences are not told of.
    pub left_out: usize,
}

impl Section {
    /// True when there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.opening.is_empty()
    }

    /// The section in at most `limit` bytes, cut between entries. Too little room for even the frame gives an empty
    /// text. A text has at least as many bytes as UTF-16 units, so a limit on either is kept.
    #[must_use]
    pub fn render(&self, limit: usize) -> Cut {
        let count = self.entries.iter().map(|entry| entry.count).sum();
        if self.is_empty() {
            return Cut::default();
        }
        let (head, foot) = if self.folded {
            (format!("<details>\n<summary>{}</summary>\n\n{}", self.title, self.opening), "\n</details>\n\n")
        } else {
            (format!("## {}\n\n{}", self.title, self.opening), "\n")
        };
        let foot = format!("{}{foot}", self.closing);
        if head.len() + foot.len() > limit {
            return Cut { text: String::new(), left_out: count };
        }
        let mut text = head;
        let mut told = 0;
        let mut headings: &[String] = &[];
        for (written, entry) in self.entries.iter().enumerate() {
            let before = text.len();
            let follows = written > 0 && !self.separator.is_empty();
            if follows {
                text.pop();
                text.push_str(self.separator);
                text.push('\n');
            }
            let same = headings.iter().zip(&entry.headings).take_while(|(a, b)| a == b).count();
            for heading in entry.headings.iter().skip(same) {
                let gap = if text.ends_with("\n\n") { "" } else { "\n" };
                text.push_str(gap);
                text.push_str(heading);
                text.push_str("\n\n");
            }
            text.push_str(&entry.text);
            text.push('\n');
            if text.len() + foot.len() > limit {
                text.truncate(before - usize::from(follows));
                if follows {
                    text.push('\n');
                }
                break;
            }
            headings = &entry.headings;
            told += entry.count;
        }
        text.push_str(&foot);
        Cut { text, left_out: count - told }
    }
}

/// Renders sections one after another in at most `limit` bytes. After the first that had to be cut, the later ones
/// show only what always stands in them.
pub(super) fn render_all<'a>(sections: impl IntoIterator<Item = &'a Section>, limit: usize) -> Cut {
    let mut all = Cut::default();
    for section in sections {
        let room = if all.left_out == 0 { limit.saturating_sub(all.text.len()) } else { 0 };
        let cut = section.render(room);
        all.text.push_str(&cut.text);
        all.left_out += cut.left_out;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(texts: &[&str]) -> Section {
        let entries = texts
            .iter()
            .map(|text| Entry { headings: vec!["### a".to_owned()], text: format!("- {text}"), count: 1 })
            .collect();
        Section { title: "T".to_owned(), entries, ..Section::default() }
    }

    #[test]
    fn a_section_is_cut_between_entries_and_counts_what_is_left_out() {
        let section = section(&["one", "two", "three"]);
        let whole = section.render(usize::MAX);
        assert_eq!(whole.text, "## T\n\n### a\n\n- one\n- two\n- three\n\n");
        for limit in 0..whole.text.len() {
            let cut = section.render(limit);
            assert!(cut.text.len() <= limit, "{limit}");
            assert_eq!(cut.left_out + cut.text.matches("- ").count(), 3, "{limit}");
            assert!(cut.text.is_empty() || cut.text.ends_with('\n'), "{limit}");
        }
    }

    #[test]
    fn sections_after_a_cut_one_are_counted_whole() {
        let sections = [section(&["one", "two"]), section(&["three"])];
        let cut = render_all(&sections, 21);
        assert_eq!((cut.left_out, cut.text.as_str()), (2, "## T\n\n### a\n\n- one\n\n"));
    }
}
