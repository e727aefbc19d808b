//! Reads one JSON text (RFC 8259) into a [`Tree`], without recursion and within limits.

mod text;

use std::sync::Arc;

use super::tree::{Content, LINEAR_MEMBERS, Member, Node, TextRef, Tree};
use super::{Decimal, ReadError, ReadErrorKind, ReadLimits, position};

impl Tree {
    /// Reads a whole JSON text.
    ///
    /// # Errors
    /// The bytes are not UTF-8, do not follow the grammar (a byte order mark, a comment and a second text included),
    /// repeat a name in one map, or exceed a limit.
    ///
    /// ```
    /// use countersign::json::{ReadLimits, Tree};
    /// let tree = Tree::read(br#"{"maximum": 1e1}"#.as_slice(), &ReadLimits::default()).unwrap();
    /// assert_eq!(tree.root().get("maximum").unwrap().number_token(), Some("1e1"));
    /// let error = Tree::read(b"{\n 1}".as_slice(), &ReadLimits::default()).unwrap_err();
    /// assert_eq!((error.position.line, error.position.column), (2, 2));
    /// ```
    pub fn read(bytes: impl Into<Arc<[u8]>>, limits: &ReadLimits) -> Result<Self, ReadError> {
        let bytes: Arc<[u8]> = bytes.into();
        let fault = |kind: ReadErrorKind, offset: usize| ReadError {
            kind,
            offset,
            position: position(&bytes, offset),
        };
        let limit = limits.bytes.min(u32::MAX as usize - 1);
        if bytes.len() > limit {
            return Err(fault(ReadErrorKind::TooLarge(limit), limit));
        }
        if let Err(error) = std::str::from_utf8(&bytes) {
            return Err(fault(ReadErrorKind::Encoding, error.valid_up_to()));
        }
        let mut reader = Reader::new(&bytes, *limits);
        match reader.read() {
            Ok(()) => {
                let Reader {
                    mut nodes,
                    mut members,
                    sorted,
                    elements,
                    decoded,
                    wtf8,
                    unavailable_numbers,
                    ..
                } = reader;
                // A guess from the length came first; thousands of documents are held at once.
                nodes.shrink_to_fit();
                members.shrink_to_fit();
                let unreadable_texts = !wtf8.is_empty();
                Ok(Self {
                    bytes: Arc::clone(&bytes),
                    nodes,
                    members,
                    sorted,
                    elements,
                    decoded,
                    wtf8,
                    unreadable_texts,
                    unavailable_numbers,
                })
            }
            Err(Fault { kind: ReadErrorKind::Syntax(_), .. }) if bytes.starts_with(LARGE_FILE_POINTER) => {
                Err(fault(ReadErrorKind::Syntax(IN_LARGE_FILE_STORAGE.to_owned()), 0))
            }
            Err(Fault { kind, offset }) => Err(fault(kind, offset)),
        }
    }
}

/// How a file begins that Git keeps in place of one in Large File Storage.
const LARGE_FILE_POINTER: &[u8] = b"version https://git-lfs";

const IN_LARGE_FILE_STORAGE: &str = "the text is a Git LFS pointer and not the document that it stands for; `git lfs pull` \
                                     fetches that into the working tree, but a revision in Git holds the pointer only, so \
                                     keep documents that are compared out of LFS";

struct Fault {
    kind: ReadErrorKind,
    offset: usize,
}

/// A container whose end was not reached yet.
struct Open {
    node: u32,
    map: bool,
    /// Where its entries begin in the scratch vector.
    scratch: usize,
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    limits: ReadLimits,
    nodes: Vec<Node>,
    members: Vec<Member>,
    sorted: Vec<u32>,
    elements: Vec<u32>,
    decoded: String,
    wtf8: Vec<u8>,
    unavailable_numbers: bool,
    open: Vec<Open>,
    /// Members of the open maps, innermost last; moved to `members` when their map closes, so that one map's
    /// members stand together.
    open_members: Vec<Member>,
    open_elements: Vec<u32>,
}

impl<'b> Reader<'b> {
    fn new(bytes: &'b [u8], limits: ReadLimits) -> Self {
        Self {
            bytes,
            at: 0,
            limits,
            nodes: Vec::with_capacity(bytes.len() / 16 + 1),
            members: Vec::with_capacity(bytes.len() / 24),
            sorted: Vec::new(),
            elements: Vec::new(),
            decoded: String::new(),
            wtf8: Vec::new(),
            unavailable_numbers: false,
            open: Vec::new(),
            open_members: Vec::new(),
            open_elements: Vec::new(),
        }
    }

    fn read(&mut self) -> Result<(), Fault> {
        if self.bytes.starts_with(b"\xEF\xBB\xBF") {
            return Err(syntax("a byte order mark is not allowed before the value", 0));
        }
        self.blank();
        self.value()?;
        loop {
            self.blank();
            let Some(open) = self.open.last() else { break };
            let (map, scratch) = (open.map, open.scratch);
            let entries = if map { self.open_members.len() } else { self.open_elements.len() } - scratch;
            let close = if map { b'}' } else { b']' };
            match self.bytes.get(self.at) {
                Some(&byte) if byte == close => {
                    self.at += 1;
                    self.close()?;
                    continue;
                }
                Some(b',') if entries > 0 => {
                    self.at += 1;
                    self.blank();
                    if self.bytes.get(self.at) == Some(&close) {
                        return Err(syntax("a comma stands before the closing bracket", self.at));
                    }
                }
                Some(_) if entries == 0 => {}
                _ => {
                    let expected = if map { "\",\" or \"}\"" } else { "\",\" or \"]\"" };
                    return Err(self.unexpected(expected));
                }
            }
            if map {
                self.member_name()?;
            }
            self.value()?;
        }
        self.blank();
        if self.at < self.bytes.len() {
            return Err(self.unexpected("the end of the text"));
        }
        Ok(())
    }

    fn blank(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }

    fn unexpected(&self, expected: &str) -> Fault {
        let found =
            match std::str::from_utf8(&self.bytes[self.at..]).ok().and_then(|rest| rest.chars().next()) {
                None => "the text ends".to_owned(),
                Some(c) if c.is_ascii_graphic() => format!("found \"{c}\""),
                Some(c) => format!("found U+{:04X}", u32::from(c)),
            };
        syntax(&format!("{found} where {expected} was expected"), self.at)
    }

    /// Reads a name and its colon; the value follows.
    fn member_name(&mut self) -> Result<(), Fault> {
        if self.bytes.get(self.at) != Some(&b'"') {
            return Err(self.unexpected("a name in double quotes"));
        }
        let start = self.at;
        let name = self.text()?;
        let end = self.at;
        self.blank();
        if self.bytes.get(self.at) != Some(&b':') {
            return Err(self.unexpected("\":\""));
        }
        self.at += 1;
        self.blank();
        self.open_members.push(Member { name, name_start: start as u32, name_end: end as u32, value: 0 });
        Ok(())
    }

    /// Reads a scalar whole, or opens a container.
    fn value(&mut self) -> Result<(), Fault> {
        let start = self.at;
        if self.nodes.len() >= self.limits.nodes {
            return Err(Fault { kind: ReadErrorKind::TooManyValues(self.limits.nodes), offset: start });
        }
        let content = match self.bytes.get(self.at) {
            Some(b'{') => self.begin(true)?,
            Some(b'[') => self.begin(false)?,
            Some(b'"') => Content::Text(self.text()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word("true", Content::Bool(true))?,
            Some(b'f') => self.word("false", Content::Bool(false))?,
            Some(b'n') => self.word("null", Content::Null)?,
            _ => return Err(self.unexpected("a value")),
        };
        let id = self.nodes.len() as u32;
        let opened = matches!(content, Content::Map { .. } | Content::Array { .. });
        let parent = self.open.iter().rev().nth(usize::from(opened)).map_or(0, |open| open.node);
        let parent_is_map = self.open.iter().rev().nth(usize::from(opened)).map(|open| open.map);
        self.nodes.push(Node { start: start as u32, end: self.at as u32, parent, slot: 0, content });
        match parent_is_map {
            // A map that was just opened has no member yet, so the last open member is its parent's.
            Some(true) => {
                if let Some(member) = self.open_members.last_mut() {
                    member.value = id;
                }
            }
            Some(false) => self.open_elements.push(id),
            None => {}
        }
        if opened && let Some(open) = self.open.last_mut() {
            open.node = id;
            open.scratch = if open.map { self.open_members.len() } else { self.open_elements.len() };
        }
        Ok(())
    }

    fn begin(&mut self, map: bool) -> Result<Content, Fault> {
        if self.open.len() >= self.limits.depth {
            return Err(Fault { kind: ReadErrorKind::TooDeep(self.limits.depth), offset: self.at });
        }
        self.at += 1;
        self.open.push(Open { node: 0, map, scratch: 0 });
        Ok(if map { Content::Map { first: 0, count: 0 } } else { Content::Array { first: 0, count: 0 } })
    }

    fn close(&mut self) -> Result<(), Fault> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        self.nodes[open.node as usize].end = self.at as u32;
        if !open.map {
            let first = self.elements.len() as u32;
            self.elements.extend(self.open_elements.drain(open.scratch..));
            for slot in first..self.elements.len() as u32 {
                self.nodes[self.elements[slot as usize] as usize].slot = slot;
            }
            let count = self.elements.len() as u32 - first;
            self.nodes[open.node as usize].content = Content::Array { first, count };
            return Ok(());
        }
        let first = self.members.len() as u32;
        self.members.extend(self.open_members.drain(open.scratch..));
        let count = self.members.len() as u32 - first;
        for slot in first..first + count {
            self.nodes[self.members[slot as usize].value as usize].slot = slot;
        }
        self.nodes[open.node as usize].content = Content::Map { first, count };
        self.index_names(first, count)
    }

    /// Refuses repeated names and leaves large maps sorted for lookup.
    fn index_names(&mut self, first: u32, count: u32) -> Result<(), Fault> {
        let members = &self.members;
        let (bytes, decoded, wtf8) = (self.bytes, &self.decoded, &self.wtf8);
        let name = |index: u32| match members[index as usize].name {
            TextRef::Source { start, end } => &bytes[start as usize..end as usize],
            TextRef::Decoded { start, end } => &decoded.as_bytes()[start as usize..end as usize],
            TextRef::Unreadable { start, end } => &wtf8[start as usize..end as usize],
        };
        let duplicate = |index: u32| Fault {
            kind: ReadErrorKind::DuplicateName(String::from_utf8_lossy(name(index)).into_owned()),
            offset: members[index as usize].name_start as usize,
        };
        self.sorted.resize((first + count) as usize, 0);
        if count as usize <= LINEAR_MEMBERS {
            for index in first..first + count {
                if (first..index).any(|earlier| name(earlier) == name(index)) {
                    return Err(duplicate(index));
                }
            }
            return Ok(());
        }
        let order = &mut self.sorted[first as usize..];
        for (slot, index) in order.iter_mut().zip(first..) {
            *slot = index;
        }
        order.sort_unstable_by(|&a, &b| name(a).cmp(name(b)).then(a.cmp(&b)));
        match order.windows(2).filter(|pair| name(pair[0]) == name(pair[1])).map(|pair| pair[1]).min() {
            Some(index) => Err(duplicate(index)),
            None => Ok(()),
        }
    }

    fn word(&mut self, word: &str, content: Content) -> Result<Content, Fault> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(content);
        }
        Err(self.unexpected("a value"))
    }

    fn number(&mut self) -> Result<Content, Fault> {
        let start = self.at;
        if self.bytes[self.at] == b'-' {
            self.at += 1;
        }
        match self.bytes.get(self.at) {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits(),
            _ => return Err(self.unexpected("a digit")),
        }
        if let Some(b'0'..=b'9') = self.bytes.get(self.at) {
            return Err(syntax("a number must not begin with a superfluous zero", start));
        }
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.some_digits()?;
        }
        if let Some(b'e' | b'E') = self.bytes.get(self.at) {
            self.at += 1;
            if let Some(b'+' | b'-') = self.bytes.get(self.at) {
                self.at += 1;
            }
            self.some_digits()?;
        }
        // Short plain numbers are within every bound; only the others are worth a look.
        if self.at - start > 18 {
            let token = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
            self.unavailable_numbers |= Decimal::parse(token).is_err();
        } else if let Some(exponent) =
            self.bytes[start..self.at].iter().position(|b| matches!(b, b'e' | b'E'))
            && self.at - start - exponent > 7
        {
            let token = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
            self.unavailable_numbers |= Decimal::parse(token).is_err();
        }
        Ok(Content::Number)
    }

    fn digits(&mut self) {
        while let Some(b'0'..=b'9') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }

    fn some_digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        self.digits();
        if self.at == start { Err(self.unexpected("a digit")) } else { Ok(()) }
    }
}

fn syntax(what: &str, offset: usize) -> Fault {
    Fault { kind: ReadErrorKind::Syntax(what.to_owned()), offset }
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::*;

    fn read(text: &str) -> Result<Tree, ReadError> {
        Tree::read(text.as_bytes(), &ReadLimits::default())
    }

    fn fault(bytes: &[u8]) -> (&'static str, usize, usize) {
        let error = Tree::read(bytes, &ReadLimits::default()).unwrap_err();
        (error.kind.code(), error.position.line, error.position.column)
    }

    #[test]
    fn every_value_knows_its_span_parent_and_pointer() {
        let tree = read(r#"{"a": [1, {"b/c": "x"}], "d": null}"#).unwrap();
        let root = tree.root();
        assert_eq!(root.kind(), Kind::Map);
        let array = root.get("a").unwrap();
        let inner = array.elements().nth(1).unwrap();
        let text = inner.get("b/c").unwrap();
        assert_eq!(text.text(), Some("x"));
        assert_eq!(text.source(), "\"x\"");
        assert_eq!(text.pointer(), "/a/1/b~1c");
        assert_eq!(text.parent(), Some(inner));
        assert_eq!(inner.span(), Span { start: 10, end: 22 });
        assert_eq!(root.members().map(|m| m.name().unwrap()).collect::<Vec<_>>(), ["a", "d"]);
        assert_eq!(array.elements().next().unwrap().number_token(), Some("1"));
    }

    use super::super::Span;

    #[test]
    fn large_maps_are_found_by_name_in_any_order() {
        let members: Vec<String> = (0..50).map(|n| format!("\"n{}\":{n}", (n * 37) % 50)).collect();
        let tree = read(&format!("{{{}}}", members.join(","))).unwrap();
        for n in 0..50u32 {
            let value = tree.root().get(&format!("n{}", (n * 37) % 50)).unwrap();
            assert_eq!(value.number_token(), Some(n.to_string().as_str()));
        }
        assert!(tree.root().get("n50").is_none());
    }

    #[test]
    fn what_breaks_the_grammar_is_refused_at_its_place() {
        let cases: [(&[u8], usize, usize); 16] = [
            (b"", 1, 1),
            (b"\xEF\xBB\xBF{}", 1, 1),
            (b"{} {}", 1, 4),
            (b"{\n\"a\":1,\n}", 3, 1),
            (b"[1,]", 1, 4),
            (b"[01]", 1, 2),
            (b"[1.]", 1, 4),
            (b"[-]", 1, 3),
            (b"[NaN]", 1, 2),
            (b"// x\n1", 1, 1),
            (b"\"a\nb\"", 1, 3),
            (b"\"\\x\"", 1, 3),
            (b"\"\\u12\"", 1, 6),
            (b"{\"a\" 1}", 1, 6),
            (b"{1:1}", 1, 2),
            (b"[1 2]", 1, 4),
        ];
        for (text, line, column) in cases {
            assert_eq!(fault(text), ("json.syntax", line, column), "{}", String::from_utf8_lossy(text));
        }
        for text in ["[", "{", "{\"a\"", "{\"a\":", "\"a", "[1", "tru", "1e", "-"] {
            assert_eq!(fault(text.as_bytes()).0, "json.syntax", "{text}");
        }
        assert_eq!(fault(b"{\"a\": \"\xFF\"}"), ("input.encoding", 1, 8));
    }

    #[test]
    fn a_name_that_stands_twice_is_refused_where_it_stands_again() {
        assert_eq!(fault(br#"{"a":1,"\u0061":1}"#), ("input.duplicate_name", 1, 8));
        assert_eq!(fault(br#"[{"x":{"y":1,"y":1}}]"#), ("input.duplicate_name", 1, 14));
        let many: Vec<String> = (0..20).map(|n| format!("\"n{n}\":0")).collect();
        let text = format!("{{{},\"n3\":1}}", many.join(","));
        assert_eq!(fault(text.as_bytes()), ("input.duplicate_name", 1, text.rfind("\"n3\"").unwrap() + 1));
        assert_eq!(fault(br#"{"\ud800":1,"\ud800":1}"#).0, "input.duplicate_name");
        assert!(read(r#"{"\ud800":1,"\ud801":1}"#).is_ok());
    }

    #[test]
    fn limits_are_exact_and_named() {
        let limits = ReadLimits { bytes: 20, depth: 2, nodes: 4 };
        let code = |text: &str| Tree::read(text.as_bytes(), &limits).map(|_| ()).map_err(|e| e.kind);
        assert_eq!(code("[[1,2]]"), Ok(()));
        assert_eq!(code("[[[]]]"), Err(ReadErrorKind::TooDeep(2)));
        assert_eq!(code("[1,2,3,4]"), Err(ReadErrorKind::TooManyValues(4)));
        assert_eq!(code(&" ".repeat(21)), Err(ReadErrorKind::TooLarge(20)));
    }

    #[test]
    fn lone_surrogates_leave_the_document_readable() {
        let tree = read(r#"{"a":"\ud83d\ude00","b":"\ud83d","\udc00":1}"#).unwrap();
        assert_eq!(tree.root().get("a").unwrap().text(), Some("😀"));
        assert!(tree.root().get("b").unwrap().is_unreadable_text());
        assert_eq!(tree.root().get("b").unwrap().text(), None);
        assert_eq!(tree.root().members().last().unwrap().name(), None);
        assert!(tree.has_unreadable_texts());
        assert!(!read(r#""\u0041""#).unwrap().has_unreadable_texts());
    }

    #[test]
    fn numbers_beyond_the_capability_are_noticed_and_kept() {
        assert!(read("1e1000001").unwrap().has_unavailable_numbers());
        assert!(read("0e99999999").unwrap().has_unavailable_numbers());
        assert!(!read("1E00000000000000000001").unwrap().has_unavailable_numbers());
        assert!(!read("10e1000000").unwrap().has_unavailable_numbers());
    }

    #[test]
    fn depth_needs_no_stack() {
        let deep = "[".repeat(200_000) + &"]".repeat(200_000);
        let limits = ReadLimits { depth: 1_000_000, ..ReadLimits::default() };
        assert_eq!(Tree::read(deep.as_bytes(), &limits).unwrap().len(), 200_000);
    }

    #[test]
    fn a_fault_is_told_by_what_has_to_be_done() {
        let told = |text: &str| Tree::read(text.as_bytes(), &ReadLimits::default()).unwrap_err().to_string();
        assert_eq!(
            told("{\"a\":\"\t\"}"),
            "the control character U+0009 has to be escaped inside a string at line 1, column 7"
        );
        assert_eq!(told("[01]"), "a number must not begin with a superfluous zero at line 1, column 2");
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n";
        assert!(
            told(pointer).starts_with("the text is a Git LFS pointer and not the document"),
            "{}",
            told(pointer)
        );
        assert_eq!(told("version 1"), told("version https://example.org"));
    }
}
