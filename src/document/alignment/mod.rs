//! Which block of one document is which block of the other.
//!
//! Six passes, from certain to plausible: the children of every matched pair are matched by text, label, structure
//! and similarity; what is left over is looked for elsewhere in the document; and at last what stands in the same
//! place. Nothing a reader says about its own certainty takes part.

mod config;
mod containers;
mod flow;
mod group;
mod keys;
mod moves;
mod spine;

pub(super) use spine::{heaviest, spine};

use std::collections::VecDeque;

pub use config::{AlignmentConfig, Pass};

use super::block::{Block, BlockTree, Kind};
use super::similarity::{self, Tokens, Vocabulary, Work};
use keys::Keys;

/// Two blocks that correspond.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// The block of the source tree.
    pub source: usize,
    /// The block of the test tree.
    pub test: usize,
    /// The pass that matched them; none for the two roots.
    pub matched_by: Option<Pass>,
    /// Their similarity, from 0 to 1.
    pub confidence: f64,
    /// It stands under another parent, or has changed places with a neighbour.
    pub moved: bool,
    /// It has not moved and its label differs.
    pub renumbered: bool,
}

impl Pair {
    /// The pass's name on the wire.
    #[must_use]
    pub fn matched_by_name(&self) -> &'static str {
        self.matched_by.map_or("root", Pass::name)
    }
}

/// Every correspondence of two trees.
#[derive(Debug, Clone, PartialEq)]
pub struct Alignment {
    /// In source document order, the roots first.
    pub pairs: Vec<Pair>,
    /// For every source block, its counterpart.
    pub(super) test_of: Vec<Option<usize>>,
    /// For every test block, its counterpart.
    pub(super) source_of: Vec<Option<usize>>,
    /// The settings it was found with.
    pub config: AlignmentConfig,
    /// The comparisons ran out, so some correspondence may have been missed.
    pub budget_exhausted: bool,
}

impl Alignment {
    /// The test block that a source block corresponds to.
    #[must_use]
    pub fn test_of(&self, source: usize) -> Option<usize> {
        self.test_of.get(source).copied().flatten()
    }

    /// The source block that a test block corresponds to.
    #[must_use]
    pub fn source_of(&self, test: usize) -> Option<usize> {
        self.source_of.get(test).copied().flatten()
    }

    /// Every test block without a counterpart, in document order.
    pub fn inserted(&self) -> impl Iterator<Item = usize> {
        self.source_of.iter().enumerate().filter(|(_, source)| source.is_none()).map(|(test, _)| test)
    }

    /// Every source block without a counterpart, in document order.
    pub fn deleted(&self) -> impl Iterator<Item = usize> {
        self.test_of.iter().enumerate().filter(|(_, test)| test.is_none()).map(|(source, _)| source)
    }

    /// How many pairs a pass found; none asks for the roots.
    #[must_use]
    pub fn count(&self, pass: Option<Pass>) -> usize {
        self.pairs.iter().filter(|pair| pair.matched_by == pass).count()
    }

    /// Assembles an alignment from pairs that were read.
    pub(super) fn from_pairs(
        mut pairs: Vec<Pair>,
        sizes: (usize, usize),
        config: AlignmentConfig,
        budget_exhausted: bool,
    ) -> Self {
        pairs.sort_unstable_by_key(|pair| pair.source);
        let mut test_of = vec![None; sizes.0];
        let mut source_of = vec![None; sizes.1];
        for pair in &pairs {
            if let (Some(test), Some(source)) = (test_of.get_mut(pair.source), source_of.get_mut(pair.test)) {
                *test = Some(pair.test);
                *source = Some(pair.source);
            }
        }
        Self { pairs, test_of, source_of, config, budget_exhausted }
    }
}

/// Blocks correspond only within one class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Class {
    Heading,
    Text,
    Container,
    Table,
    Row,
    Cell,
    Unknown,
}

fn class(kind: Kind) -> Class {
    match kind {
        Kind::Heading => Class::Heading,
        Kind::Paragraph | Kind::ListItem => Class::Text,
        Kind::Section | Kind::Document => Class::Container,
        Kind::Table => Class::Table,
        Kind::Row => Class::Row,
        Kind::Cell => Class::Cell,
        Kind::Unknown => Class::Unknown,
    }
}

/// Aligns two trees. The configuration must have been validated.
#[must_use]
pub fn align(source: &BlockTree, test: &BlockTree, config: &AlignmentConfig) -> Alignment {
    let mut aligner = Aligner::new(source, test, config);
    aligner.record(0, 0, None, 1.0);
    aligner.descend();
    aligner.follow();
    aligner.descend();
    if config.runs(Pass::Move) {
        aligner.find_moves();
        aligner.descend();
    }
    // A round that pairs something can free the way for the next; the deepest tree needs one for every level.
    for _ in 0..MAX_ROUNDS {
        if aligner.positional_round() == 0 {
            break;
        }
        aligner.descend();
    }
    aligner.finish()
}

/// More rounds than a tree has levels.
const MAX_ROUNDS: usize = 100;

struct Side<'t> {
    tree: &'t BlockTree,
    /// Position of every block among its siblings.
    position: Vec<usize>,
    key: Vec<Option<u32>>,
    /// Whether no other block of this side has the key.
    unique: Vec<bool>,
    tokens: Vec<Option<Tokens>>,
    counterpart: Vec<Option<usize>>,
}

impl<'t> Side<'t> {
    fn new(tree: &'t BlockTree, keys: &mut Keys<'t>) -> Self {
        let blocks = tree.blocks();
        let mut position = vec![0; blocks.len()];
        for block in blocks {
            for (at, &child) in block.children.iter().enumerate() {
                position[child] = at;
            }
        }
        let key: Vec<Option<u32>> = (0..blocks.len()).map(|index| keys.of(tree, index)).collect();
        let mut times = vec![0_u32; keys.len()];
        for &key in key.iter().flatten() {
            times[key as usize] += 1;
        }
        let unique = key.iter().map(|key| key.is_some_and(|key| times[key as usize] == 1)).collect();
        Self {
            tree,
            position,
            key,
            unique,
            tokens: vec![None; blocks.len()],
            counterpart: vec![None; blocks.len()],
        }
    }

    fn block(&self, index: usize) -> &'t Block {
        &self.tree.blocks()[index]
    }

    fn class(&self, index: usize) -> Class {
        class(self.block(index).kind)
    }

    fn free(&self, index: usize) -> bool {
        self.counterpart[index].is_none()
    }

    fn load(&mut self, index: usize, vocabulary: &mut Vocabulary<'t>) {
        if self.tokens[index].is_some() {
            return;
        }
        let block = self.block(index);
        let mut tokens = Vec::new();
        if block.kind == Kind::Row {
            for &cell in &block.children {
                vocabulary.tokens(&self.block(cell).text, &mut tokens);
            }
        } else {
            vocabulary.tokens(&block.text, &mut tokens);
        }
        self.tokens[index] = Some(Tokens::new(tokens));
    }

    fn tokens(&self, index: usize) -> &Tokens {
        static NONE: Tokens = Tokens::EMPTY;
        self.tokens[index].as_ref().unwrap_or(&NONE)
    }
}

struct Aligner<'t> {
    source: Side<'t>,
    test: Side<'t>,
    vocabulary: Vocabulary<'t>,
    config: AlignmentConfig,
    pairs: Vec<Pair>,
    queue: VecDeque<(usize, usize)>,
    budget: usize,
    budget_exhausted: bool,
    work: Work,
}

impl<'t> Aligner<'t> {
    fn new(source: &'t BlockTree, test: &'t BlockTree, config: &AlignmentConfig) -> Self {
        let mut keys = Keys::default();
        Self {
            source: Side::new(source, &mut keys),
            test: Side::new(test, &mut keys),
            vocabulary: Vocabulary::default(),
            config: config.clone(),
            pairs: Vec::new(),
            queue: VecDeque::new(),
            budget: config.max_comparisons,
            budget_exhausted: false,
            work: Work::for_bytes(source.text_bytes() + test.text_bytes()),
        }
    }

    fn record(&mut self, source: usize, test: usize, pass: Option<Pass>, confidence: f64) {
        self.source.counterpart[source] = Some(test);
        self.test.counterpart[test] = Some(source);
        self.pairs.push(Pair { source, test, matched_by: pass, confidence, moved: false, renumbered: false });
        self.queue.push_back((source, test));
    }

    fn descend(&mut self) {
        while let Some((source, test)) = self.queue.pop_front() {
            self.group(source, test);
        }
    }

    fn score(&mut self, source: usize, test: usize, floor: f64) -> f64 {
        self.source.load(source, &mut self.vocabulary);
        self.test.load(test, &mut self.vocabulary);
        let score =
            similarity::score(self.source.tokens(source), self.test.tokens(test), floor, &mut self.work);
        self.budget_exhausted |= self.work.is_spent();
        score
    }

    /// Takes one comparison from the budget; false when there is none left.
    fn spend(&mut self) -> bool {
        match self.budget.checked_sub(1) {
            Some(left) => self.budget = left,
            None => self.budget_exhausted = true,
        }
        !self.budget_exhausted
    }

    fn roles_differ(&self, source: usize, test: usize) -> bool {
        self.source.block(source).role != self.test.block(test).role
    }

    /// For every source block whether it has changed places with a neighbour.
    ///
    /// Of two blocks that changed places one has kept its own: of text the one that the longest run says, of sections
    /// and tables the larger.
    fn crossing(&self) -> Vec<bool> {
        let mut crossing = vec![false; self.source.counterpart.len()];
        if !self.config.runs(Pass::Move) {
            return crossing;
        }
        let mut weights = Vec::new();
        for pair in &self.pairs {
            let anchors = self.anchors(pair.source, pair.test);
            if anchors.is_sorted_by(|a, b| a.1 < b.1) {
                continue;
            }
            let children = &self.source.block(pair.source).children;
            weights.clear();
            weights.extend(anchors.iter().map(|&(at, _)| {
                let block = self.source.block(children[at]);
                match block.kind {
                    Kind::Section => 2 * (block.end - children[at]),
                    Kind::Table => 3,
                    _ => 2,
                }
            }));
            let kept = if weights.iter().all(|&weight| weight == 2) {
                spine(&anchors)
            } else {
                heaviest(&anchors, &weights)
            };
            let mut kept = kept.into_iter().peekable();
            for &(source, test) in &anchors {
                if kept.next_if_eq(&(source, test)).is_none() {
                    let child = children[source];
                    crossing[child] = self.can_change_places(self.source.block(child).kind);
                }
            }
        }
        crossing
    }

    /// The kinds that are looked for elsewhere, and those that are matched among their neighbours and are more than
    /// their place: the order of sections, tables and rows means something.
    fn can_change_places(&self, kind: Kind) -> bool {
        self.config.move_kinds.contains(&kind) || matches!(kind, Kind::Section | Kind::Table | Kind::Row)
    }

    fn finish(mut self) -> Alignment {
        self.pairs.sort_unstable_by_key(|pair| pair.source);
        let crossing = self.crossing();
        let same_parent = |pair: &Pair| {
            let above = self.source.block(pair.source).parent?;
            Some(self.source.counterpart[above] == self.test.block(pair.test).parent)
        };
        let mut settled = vec![false; self.source.counterpart.len()];
        for pair in &self.pairs {
            settled[pair.source] = same_parent(pair) == Some(true) && !crossing[pair.source];
        }
        let kept = self.kept_their_place(&settled);
        let mut moved: Vec<bool> =
            self.pairs.iter().map(|pair| pair.source > 0 && !settled[pair.source]).collect();
        for number in kept {
            moved[number] = false;
        }
        for (pair, moved) in self.pairs.iter_mut().zip(moved) {
            let (source, test) = (self.source.block(pair.source), self.test.block(pair.test));
            pair.moved = moved;
            pair.renumbered = pair.source > 0 && !moved && source.label != test.label;
        }
        Alignment {
            pairs: self.pairs,
            test_of: self.source.counterpart,
            source_of: self.test.counterpart,
            config: self.config,
            budget_exhausted: self.budget_exhausted,
        }
    }
}
