//! What blocks are for and what their text mentions: roles and spans, as the profile names them.
//!
//! Top-down, so that a role can follow from the parent's. Headings above a block form a chain that siblings share;
//! nothing walks back over siblings.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use super::Profile;
use super::block::{Block, Kind, Span};
use super::profile::RoleMatch;

static DEFINED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"["“]([^"”\n]{1,120})["”]\s+(?:means|shall mean|has the meaning|shall have the meaning)\b"#)
        .ok()
});

const DEFINITIONS: &str = "definitions";
const DEFINITION: &str = "definition";

/// Decides roles and finds spans in blocks that stand in pre-order.
pub(super) fn apply(blocks: &mut [Block], profile: &Profile) {
    let chains = Chains::new(blocks);
    let matched = HeadingMatches::new(blocks, profile);
    let defining = Defining::new(blocks, profile, &matched);
    for index in 0..blocks.len() {
        let settled = settle(blocks, profile, &chains, &matched, &defining, index);
        let is_definition = settled.as_ref().is_some_and(|settled| settled.role == DEFINITION);
        let spans = spans(&blocks[index].text, profile, is_definition);
        let block = &mut blocks[index];
        let (role, claim) = settled.map(|settled| (settled.role, settled.claim)).unzip();
        if claim.is_some() || !spans.is_empty() {
            block.meaning = Some(Meaning { claim });
        }
        if role.is_some() {
            block.role = role;
        }
        block.spans = spans;
    }
}

/// That a block's meaning was looked for and some was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Meaning {
    /// Why the block has its role, if it has one.
    pub(super) claim: Option<Claim>,
}

/// Why a block has its role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Claim {
    /// What kind of rule spoke for it.
    pub(super) matched: &'static str,
    /// The rule's place in the profile; none for the shape of definitions.
    pub(super) rule: Option<usize>,
    pub(super) evidence: Evidence,
}

/// What a rule was satisfied by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Evidence {
    /// The block is a heading, and this part of it matched.
    Heading(&'static str),
    /// This part of its text matched.
    Text(String),
    /// Its label matched.
    Label,
    /// Its parent has the role.
    ParentRole,
    /// This heading above it matched, so many headings away.
    Ancestor { heading: usize, distance: usize },
    /// Its place among definitions.
    Kind,
}

/// For every block the headings it stands under, nearest first, as shared lists.
struct Chains {
    /// A heading and the rest of the list.
    nodes: Vec<(usize, Option<usize>)>,
    of: Vec<Option<usize>>,
}

impl Chains {
    fn new(blocks: &[Block]) -> Self {
        let mut chains = Self { nodes: Vec::new(), of: vec![None; blocks.len()] };
        for index in 0..blocks.len() {
            let mut base = chains.of[index];
            if blocks[index].kind == Kind::Heading {
                chains.nodes.push((index, base));
                base = Some(chains.nodes.len() - 1);
            }
            // Headings among the children that are still above what follows, of rising level.
            let mut open: Vec<(usize, usize)> = Vec::new();
            for &child in &blocks[index].children {
                let level = blocks[child].level;
                let heading = blocks[child].kind == Kind::Heading;
                if heading {
                    while open.last().is_some_and(|&(above, _)| above >= level) {
                        open.pop();
                    }
                }
                let top = open.last().map(|&(_, node)| node).or(base);
                chains.of[child] = top;
                if heading {
                    chains.nodes.push((child, top));
                    open.push((level, chains.nodes.len() - 1));
                }
            }
        }
        chains
    }

    fn headings(&self, index: usize) -> impl Iterator<Item = usize> {
        let mut at = self.of.get(index).copied().flatten();
        std::iter::from_fn(move || {
            let (heading, next) = *self.nodes.get(at?)?;
            at = next;
            Some(heading)
        })
    }
}

/// For every heading the rules whose pattern its text, or its label and text, satisfies.
struct HeadingMatches {
    of: Vec<Vec<(usize, &'static str)>>,
}

impl HeadingMatches {
    fn new(blocks: &[Block], profile: &Profile) -> Self {
        let of = blocks
            .iter()
            .map(|block| {
                if block.kind != Kind::Heading {
                    return Vec::new();
                }
                let whole = block.label.as_ref().map(|label| format!("{label} {}", block.text));
                let rules = profile.role_rules.iter().enumerate();
                rules
                    .filter_map(|(index, rule)| {
                        let (RoleMatch::Heading(pattern) | RoleMatch::AncestorHeading(pattern)) =
                            &rule.matches
                        else {
                            return None;
                        };
                        if pattern.is_match(&block.text) {
                            return Some((index, "text"));
                        }
                        let whole = whole.as_deref()?;
                        pattern.is_match(whole).then_some((index, "label"))
                    })
                    .collect()
            })
            .collect();
        Self { of }
    }
}

/// Which blocks the shape of definitions gives a role.
struct Defining {
    /// `definitions` or `definition` with what spoke for it.
    of: Vec<Option<(&'static str, &'static str)>>,
    /// Where the two roles compete with the profile's rules.
    positions: [usize; 2],
}

impl Defining {
    fn new(blocks: &[Block], profile: &Profile, matched: &HeadingMatches) -> Self {
        let position =
            |role: &str| profile.role_rules.iter().position(|rule| rule.role == role).unwrap_or(usize::MAX);
        let positions = [position(DEFINITIONS), position(DEFINITION)];
        let mut defining = Self { of: vec![None; blocks.len()], positions };
        if positions == [usize::MAX; 2] {
            return defining;
        }
        for index in 0..blocks.len() {
            if blocks[index].kind == Kind::Heading {
                defining.heading(blocks, profile, matched, index);
            }
        }
        defining
    }

    fn heading(&mut self, blocks: &[Block], profile: &Profile, matched: &HeadingMatches, heading: usize) {
        let Some(parent) = blocks[heading].parent else { return };
        let named = matched.of[heading]
            .iter()
            .find(|(rule, _)| matches!(profile.role_rules[*rule].matches, RoleMatch::Heading(_)))
            .is_some_and(|&(rule, _)| profile.role_rules[rule].role == DEFINITIONS);
        let siblings = &blocks[parent].children;
        let Ok(at) = siblings.binary_search(&heading) else { return };
        let level = blocks[heading].level;
        let members: Vec<usize> = siblings[at + 1..]
            .iter()
            .copied()
            .take_while(|&next| blocks[next].kind != Kind::Heading || blocks[next].level > level)
            .filter(|&next| matches!(blocks[next].kind, Kind::Paragraph | Kind::ListItem))
            .collect();
        let source = if named {
            "definitions_heading"
        } else if has_shape(blocks, &members) {
            "definitions_shape"
        } else {
            return;
        };
        self.of[heading] = Some((DEFINITIONS, source));
        if blocks[parent].kind == Kind::Section && blocks[parent].children.first() == Some(&heading) {
            self.of[parent] = Some((DEFINITIONS, source));
        }
        for member in members {
            self.of[member] = Some((DEFINITION, source));
        }
    }
}

fn has_shape(blocks: &[Block], members: &[usize]) -> bool {
    let Some(defined) = DEFINED.as_ref() else { return false };
    let may = |text: &str| text.contains(['"', '“']);
    if let [only] = members {
        return may(&blocks[*only].text) && defined.find_iter(&blocks[*only].text).take(2).count() == 2;
    }
    let hits = members.iter().filter(|&&m| may(&blocks[m].text) && defined.is_match(&blocks[m].text)).count();
    hits * 2 > members.len()
}

struct Settled {
    role: Cow<'static, str>,
    claim: Claim,
    position: usize,
}

fn settle(
    blocks: &[Block],
    profile: &Profile,
    chains: &Chains,
    matched: &HeadingMatches,
    defining: &Defining,
    index: usize,
) -> Option<Settled> {
    let block = &blocks[index];
    let applies = |rule: usize| profile.role_rules[rule].kind.is_none_or(|kind| kind == block.kind);
    let claim = |rule: usize, evidence: Evidence| Settled {
        role: profile.role_rules[rule].role.clone(),
        claim: Claim { matched: profile.role_rules[rule].matches.name(), rule: Some(rule), evidence },
        position: rule,
    };
    // The nearest heading above speaks for all headings above; among its rules the first.
    let inherited = chains.headings(index).enumerate().find_map(|(distance, heading)| {
        let (rule, _) = matched.of[heading].iter().copied().find(|&(rule, _)| {
            matches!(profile.role_rules[rule].matches, RoleMatch::AncestorHeading(_)) && applies(rule)
        })?;
        Some(claim(rule, Evidence::Ancestor { heading, distance }))
    });
    let own = profile.role_rules.iter().enumerate().find_map(|(rule, written)| {
        if !applies(rule) {
            return None;
        }
        let evidence = match &written.matches {
            RoleMatch::Heading(_) => {
                let (_, by) = matched.of[index].iter().copied().find(|&(found, _)| found == rule)?;
                Evidence::Heading(by)
            }
            RoleMatch::Text(pattern) => Evidence::Text(pattern.find(&block.text)?.as_str().to_owned()),
            RoleMatch::Label(pattern) => {
                let label = block.label.as_deref().filter(|label| !label.is_empty())?;
                pattern.is_match(label).then_some(Evidence::Label)?
            }
            RoleMatch::ParentRole(role) => {
                let parent = blocks[block.parent?].role.as_deref()?;
                (parent == role).then_some(Evidence::ParentRole)?
            }
            RoleMatch::AncestorHeading(_) => return None,
        };
        Some(claim(rule, evidence))
    });
    let shaped = defining.of[index].map(|(role, source)| Settled {
        role: Cow::Borrowed(role),
        claim: Claim { matched: source, rule: None, evidence: Evidence::Kind },
        position: defining.positions[usize::from(role == DEFINITION)],
    });
    // Of equal positions the first is kept, so a rule wins over the shape.
    [own, inherited, shaped].into_iter().flatten().min_by_key(|settled| settled.position)
}

fn spans(text: &str, profile: &Profile, definition: bool) -> Vec<Span> {
    if text.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(Cow<'static, str>, usize, usize)> = Vec::new();
    let mut add = |kind: &Cow<'static, str>, start: usize, end: usize| {
        if start < end {
            found.push((kind.clone(), start, end));
        }
    };
    // Few texts hold a stretch of a kind, and saying so costs less than looking for its parts.
    for extractor in profile.span_extractors.iter().filter(|extractor| extractor.pattern.is_match(text)) {
        for captures in extractor.pattern.captures_iter(text) {
            if let Some(group) = captures.get(extractor.group) {
                add(&extractor.kind, group.start(), group.end());
            }
        }
    }
    if definition && let Some(defined) = DEFINED.as_ref() {
        for captures in defined.captures_iter(text) {
            if let Some(group) = captures.get(1) {
                add(&Cow::Borrowed("defined_term"), group.start(), group.end());
            }
        }
    }
    without_repeats(&mut found);
    let offsets = CharOffsets::new(text, found.iter().flat_map(|&(_, start, end)| [start, end]));
    found
        .into_iter()
        .map(|(kind, start, end)| {
            let value = (kind == "cross_reference").then(|| {
                let cited = text.get(start..end).unwrap_or_default();
                let cited = cited.split_whitespace().collect::<Vec<_>>().join(" ");
                cited.strip_suffix('.').map(str::to_owned).unwrap_or(cited)
            });
            Span { kind, start: offsets.of(start), end: offsets.of(end), value }
        })
        .collect()
}

/// Keeps the first of equal stretches, and the order.
fn without_repeats<K: Ord>(found: &mut Vec<(K, usize, usize)>) {
    if found.len() < 2 {
        return;
    }
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by(|&a, &b| found[a].cmp(&found[b]));
    let mut repeats = vec![false; found.len()];
    for two in order.windows(2) {
        repeats[two[1]] = found[two[0]] == found[two[1]];
    }
    let mut repeats = repeats.into_iter();
    found.retain(|_| !repeats.next().unwrap_or_default());
}

/// Character offsets of some byte offsets of a text, found in one walk.
struct CharOffsets(Option<Vec<(usize, usize)>>);

impl CharOffsets {
    fn new(text: &str, bytes: impl Iterator<Item = usize>) -> Self {
        if text.is_ascii() {
            return Self(None);
        }
        let mut wanted: Vec<(usize, usize)> = bytes.map(|byte| (byte, 0)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut at = 0;
        let mut count = 0;
        for (byte, chars) in &mut wanted {
            count += text.get(at..*byte).map_or(0, |part| part.chars().count());
            at = *byte;
            *chars = count;
        }
        Self(Some(wanted))
    }

    fn of(&self, byte: usize) -> usize {
        match &self.0 {
            None => byte,
            Some(known) => {
                known.binary_search_by_key(&byte, |&(byte, _)| byte).map_or(byte, |at| known[at].1)
            }
        }
    }
}
