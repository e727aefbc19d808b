//! Where things stand: files, lines and columns of both revisions.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use super::words::Phrase;
use crate::comparison::{
    Difference, Origin, Presence, RequirementChange, Revision, RevisionComparison, Side,
};
use crate::json::{LineIndex, NodeRef, Position, pointer};
use crate::model::{Source, SourceFailure, SourceId};

/// Knows which lines a pull request touched, so that a result lands where its reader can see it.
///
/// GitHub shows a code scanning result on a pull request only when its line was added or edited there.
pub trait Anchors {
    /// The line of the head's file `path`, from 1, on which a result is shown: a line inside `within` that the change
    /// added or edited, the nearest one to `near`. `None` when there is none.
    fn head_line(&self, path: &str, within: RangeInclusive<usize>, near: usize) -> Option<usize>;

    /// The line of the head's file `path` at which the base's line `line` stands, or stood.
    fn base_to_head(&self, path: &str, line: usize) -> Option<usize>;
}

/// A stretch of a source that something is said about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) revision: Revision,
    pub(crate) source: SourceId,
    /// Byte range: a member from its name to the end of its value.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// False when this is what encloses the missing thing.
    pub(crate) exact: bool,
}

/// How much is remembered of each kind of thing that many definitions may share.
const REMEMBERED: usize = 4096;

/// Resolves sides to places, and places to lines and columns.
pub(crate) struct Places<'a> {
    comparison: &'a RevisionComparison<'a>,
    /// The line indices of the sources that something was said about.
    lines: RefCell<HashMap<(Revision, SourceId), Rc<LineIndex>>>,
    renames: OnceCell<HashMap<usize, usize>>,
    /// What was said about long lists that several definitions share.
    lists: RefCell<HashMap<(Origin, Origin), Phrase>>,
    /// What is wrong with the patterns that something was said about.
    faults: RefCell<HashMap<(Revision, Origin), Option<Phrase>>>,
    /// The later revision's documents by key.
    sorted: OnceCell<Vec<SourceId>>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(comparison: &'a RevisionComparison<'a>) -> Self {
        Self {
            comparison,
            lines: RefCell::default(),
            lists: RefCell::default(),
            faults: RefCell::default(),
            renames: OnceCell::new(),
            sorted: OnceCell::new(),
        }
    }

    /// What `tell` finds wrong with a written value, from memory the second time. The memory is bounded.
    pub(super) fn remembered_fault(
        &self,
        written: (Revision, Origin),
        tell: impl FnOnce() -> Option<Phrase>,
    ) -> Option<Phrase> {
        if let Some(told) = self.faults.borrow().get(&written) {
            return told.clone();
        }
        let told = tell();
        if self.faults.borrow().len() < REMEMBERED {
            self.faults.borrow_mut().insert(written, told.clone());
        }
        told
    }

    /// The longest pattern that the comparison reads.
    pub(super) fn pattern_bytes(&self) -> usize {
        self.comparison.catalogue(Revision::Earlier).limits().pattern_bytes
    }

    /// What `tell` says about a pair of written lists, from memory the second time. The memory is bounded.
    pub(super) fn remembered(&self, lists: (Origin, Origin), tell: impl FnOnce() -> Phrase) -> Phrase {
        if let Some(told) = self.lists.borrow().get(&lists) {
            return told.clone();
        }
        let told = tell();
        if self.lists.borrow().len() < REMEMBERED {
            self.lists.borrow_mut().insert(lists, told.clone());
        }
        told
    }

    /// Halves of likely renames, by position among the differences.
    pub(super) fn renames(&self) -> &HashMap<usize, usize> {
        self.renames.get_or_init(|| super::remark::pairs(self.comparison))
    }

    pub(crate) fn source(&self, revision: Revision, id: SourceId) -> &'a Source {
        self.comparison.catalogue(revision).source(id)
    }

    /// The later revision's document with this key.
    pub(crate) fn corresponding(&self, key: &str) -> Option<&'a Source> {
        let later = self.comparison.catalogue(Revision::Later);
        later.source_id(key).map(|id| later.source(id))
    }

    /// A document of the later revision near a key that it lacks: the one that shares most of its path.
    pub(crate) fn neighbour(&self, key: &str) -> Option<Place> {
        let later = self.comparison.catalogue(Revision::Later);
        let sorted = self.sorted.get_or_init(|| {
            let mut ids: Vec<SourceId> = later.sources().iter().map(Source::id).collect();
            ids.sort_by_key(|&id| later.source(id).key());
            ids
        });
        // In sorted order the longest common beginning is next to where the key would stand.
        let at = sorted.partition_point(|&id| later.source(id).key() < key);
        let common = |id: SourceId| {
            later.source(id).key().bytes().zip(key.bytes()).take_while(|(a, b)| a == b).count()
        };
        let before = at.checked_sub(1).and_then(|at| sorted.get(at)).copied();
        let nearest = [before, sorted.get(at).copied()].into_iter().flatten().max_by_key(|&id| common(id))?;
        Some(self.nearest(Revision::Later, nearest, ""))
    }

    /// Which declarations a difference in `sdfRequired` is about.
    pub(super) fn requirement_change(&self, difference: &Difference) -> Option<&'a RequirementChange> {
        self.comparison.requirement_change(difference)
    }

    /// The lines of a source.
    pub(crate) fn lines(&self, revision: Revision, id: SourceId) -> Rc<LineIndex> {
        let mut known = self.lines.borrow_mut();
        let lines = known.entry((revision, id)).or_insert_with(|| Rc::new(self.source(revision, id).lines()));
        Rc::clone(lines)
    }

    /// Line and column of the place's beginning.
    pub(crate) fn position(&self, place: Place) -> Position {
        let bytes = self.source(place.revision, place.source).bytes();
        self.lines(place.revision, place.source).position(bytes, place.start)
    }

    /// `path:line:column`, or the path alone when the file could not be read.
    pub(crate) fn spelled(&self, place: Place) -> String {
        let source = self.source(place.revision, place.source);
        if source.bytes().is_empty() {
            return source.shown().to_owned();
        }
        let position = self.position(place);
        format!("{}:{}:{}", source.shown(), position.line, position.column)
    }

    /// Where the side's content is written.
    pub(crate) fn origin(&self, revision: Revision, origin: Origin) -> Option<Place> {
        let node = self.source(revision, origin.source).node(origin.node)?;
        Some(place_of(revision, origin.source, node, true))
    }

    /// The pointer of an origin in its own document.
    pub(crate) fn origin_pointer(&self, revision: Revision, origin: Origin) -> Option<String> {
        Some(self.source(revision, origin.source).node(origin.node)?.pointer())
    }

    /// Why the side's whole document is unusable, when that is so.
    pub(crate) fn failure(&self, revision: Revision, side: &Side) -> Option<&'a SourceFailure> {
        if side.presence != Presence::Unavailable {
            return None;
        }
        self.source(revision, side.root).document().err()
    }

    /// The side's place: its origin, else the fault of its document, else the nearest thing that encloses it there.
    pub(crate) fn of(&self, revision: Revision, side: &Side) -> Place {
        if let Some(place) = side.origin.and_then(|origin| self.origin(revision, origin)) {
            return place;
        }
        if let Some(offset) = self.failure(revision, side).and_then(|failure| failure.offset) {
            return Place { revision, source: side.root, start: offset, end: offset, exact: true };
        }
        self.nearest(revision, side.root, &side.pointer)
    }

    /// The deepest thing of a document on the way to a pointer.
    pub(crate) fn nearest(&self, revision: Revision, source: SourceId, at: &str) -> Place {
        let Ok(tree) = self.source(revision, source).document() else {
            return Place { revision, source, start: 0, end: 0, exact: false };
        };
        let mut node = tree.root();
        let mut exact = true;
        for token in pointer::parse(at).unwrap_or_default() {
            let next = match node.kind() {
                crate::json::Kind::Array => {
                    token.parse().ok().and_then(|index: usize| node.elements().nth(index))
                }
                _ => node.get(&token),
            };
            match next {
                Some(found) => node = found,
                None => {
                    exact = false;
                    break;
                }
            }
        }
        place_of(revision, source, node, exact)
    }

    /// What a document itself has at a pointer; nothing that it only refers to.
    pub(crate) fn written(&self, revision: Revision, key: &str, at: &str) -> Option<NodeRef<'a>> {
        let catalogue = self.comparison.catalogue(revision);
        let root = catalogue.source(catalogue.source_id(key)?).document().ok()?.root();
        pointer::parse(at).ok()?.iter().try_fold(root, |node, token| node.get(token))
    }

    /// The innermost definition of a document on the way to a pointer; the document itself at the least.
    pub(crate) fn enclosing(&self, revision: Revision, source: SourceId, at: &str) -> Place {
        let Ok(tree) = self.source(revision, source).document() else {
            return Place { revision, source, start: 0, end: 0, exact: false };
        };
        let tokens = pointer::parse(at).unwrap_or_default();
        let mut node = tree.root();
        for pair in tokens.chunks_exact(2) {
            let [keyword, name] = pair else { break };
            if crate::comparison::Class::from_keyword(keyword).is_none() {
                break;
            }
            match node.get(keyword).and_then(|members| members.get(name)) {
                Some(found) => node = found,
                None => break,
            }
        }
        place_of(revision, source, node, true)
    }

    /// Where a difference is shown in a revision that may lack it: its own side, else the corresponding document's
    /// nearest part. `None` when that revision has no such document.
    pub(crate) fn counterpart(&self, revision: Revision, difference: &Difference) -> Option<Place> {
        if let Some(side) = difference.side(revision) {
            return Some(self.of(revision, side));
        }
        let other = revision.other();
        let side = difference.side(other)?;
        let key = self.source(other, side.root).key();
        let source = self.comparison.catalogue(revision).source_id(key)?;
        Some(self.nearest(revision, source, &side.pointer))
    }
}

fn place_of(revision: Revision, source: SourceId, node: NodeRef<'_>, exact: bool) -> Place {
    let span = node.span();
    let start = node.as_member().map_or(span.start, |member| member.name_span().start);
    Place { revision, source, start, end: span.end, exact }
}

/// A pointer read as SDF: the innermost definition, and what lies below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Anatomy {
    /// Keyword and Given Name of each enclosing definition, outermost first.
    pub(crate) definitions: Vec<(String, String)>,
    /// The pointer of the innermost definition.
    pub(crate) definition: String,
    /// `sdfInputData` or `sdfOutputData`, when the pointer goes through it.
    pub(crate) payload: Option<&'static str>,
    /// Where in a value the description lies, as a pointer in which `*` stands for every array item.
    pub(crate) inside: String,
    /// The tokens below the definition.
    pub(crate) rest: Vec<String>,
}

impl Anatomy {
    /// Reads an effective pointer. `quality` says that its last token names a quality.
    pub(crate) fn of(at: &str, quality: bool) -> Self {
        let tokens = pointer::parse(at).unwrap_or_default();
        let mut definitions = Vec::new();
        let mut definition = String::new();
        let mut index = 0;
        while let (Some(keyword), Some(name)) = (tokens.get(index), tokens.get(index + 1)) {
            let Some(class) = crate::comparison::Class::from_keyword(keyword) else { break };
            pointer::push_token(&mut definition, keyword);
            pointer::push_token(&mut definition, name);
            definitions.push((keyword.clone(), name.clone()));
            index += 2;
            if !class.is_grouping() {
                break;
            }
        }
        let rest: Vec<String> = tokens.into_iter().skip(index).collect();
        let payload = match rest.first().map(String::as_str) {
            Some("sdfInputData") => Some("sdfInputData"),
            Some("sdfOutputData") => Some("sdfOutputData"),
            _ => None,
        };
        let mut inside = String::new();
        let path = rest.get(usize::from(payload.is_some())..rest.len().saturating_sub(usize::from(quality)));
        let mut steps = path.unwrap_or_default().iter();
        while let Some(step) = steps.next() {
            match step.as_str() {
                "properties" => match steps.next() {
                    Some(name) => pointer::push_token(&mut inside, name),
                    None => break,
                },
                "items" => inside.push_str("/*"),
                "sdfChoice" => {
                    steps.next();
                }
                _ => break,
            }
        }
        Self { definitions, definition, payload, inside, rest }
    }

    /// Reads what is around a subject: a quality's description, the map that an entry belongs to.
    pub(crate) fn around(subject: &crate::comparison::Subject, at: &str) -> Self {
        use crate::comparison::Subject;
        match subject {
            Subject::Quality(_) => Self::of(at, true),
            Subject::Entry => {
                // The entry's name and the `properties` that holds it.
                let map = at.rsplitn(3, '/').nth(2).unwrap_or_default();
                Self::of(map, false)
            }
            Subject::Document | Subject::Definition(_) => Self::of(at, false),
        }
    }

    /// The keyword and Given Name of the innermost definition.
    pub(crate) fn innermost(&self) -> Option<(&str, &str)> {
        self.definitions.last().map(|(keyword, name)| (keyword.as_str(), name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_is_read_as_definitions_and_the_path_inside_a_value() {
        let anatomy = Anatomy::of(
            "/sdfThing/sdfObject/sdfObject/O/sdfAction/go/sdfInputData/properties/a~1b/items/maximum",
            true,
        );
        assert_eq!(anatomy.definition, "/sdfThing/sdfObject/sdfObject/O/sdfAction/go");
        assert_eq!(anatomy.innermost(), Some(("sdfAction", "go")));
        assert_eq!(anatomy.payload, Some("sdfInputData"));
        assert_eq!(anatomy.inside, "/a~1b/*");
        let choice = Anatomy::of("/sdfObject/O/sdfProperty/p/sdfChoice/auto/properties/fan/maximum", true);
        assert_eq!(choice.inside, "/fan");
        let entry = Anatomy::around(
            &crate::comparison::Subject::Entry,
            "/sdfObject/O/sdfProperty/p/properties/a/properties/b",
        );
        assert_eq!(entry.inside, "/a");
        assert_eq!(Anatomy::of("", false).innermost(), None);
    }
}
