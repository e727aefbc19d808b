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
mod tests;
