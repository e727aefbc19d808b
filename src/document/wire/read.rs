//! Reading a comparison document back.
//!
//! The whole form with its alignment is needed: without the trees there is nothing the addresses point to, and
//! without the alignment a matched block that did not change is not known to be matched.

use std::borrow::Cow;
use std::collections::HashMap;

use super::SCHEMA_VERSION;
use super::fields::{Fields, list, text, wrong};
use super::read_tree::read_tree;
use crate::document::alignment::{Alignment, AlignmentConfig, Pair, Pass};
use crate::document::block::{BlockTree, Kind};
use crate::document::change::{last_surviving, sort_key};
use crate::document::inline;
use crate::document::{Change, ChangeFilter, ChangeKind, Comparison, ComparisonConfig, InlineKind, InlineOp};
use crate::json::{self, NodeRef, ReadLimits, Tree};

/// Why a comparison document is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// It is no JSON.
    #[error("the comparison document is no JSON: {0}")]
    Json(json::ReadError),
    /// It has no version.
    #[error(
        "the comparison document has no \"schema_version\"; it may come from a version before {SCHEMA_VERSION}"
    )]
    NoVersion,
    /// Its version is not two numbers.
    #[error("schema_version {0} is not two numbers with a dot between them, such as \"{SCHEMA_VERSION}\"")]
    BadVersion(String),
    /// It has another major version.
    #[error("schema_version \"{0}\" is another major version; this reads \"{SCHEMA_VERSION}\"")]
    OtherMajor(String),
    /// It has a higher minor version.
    #[error(
        "schema_version \"{0}\" is newer than \"{SCHEMA_VERSION}\" and may hold what this cannot read; use a newer \
         version of countersign"
    )]
    HigherMinor(String),
    /// It is the compact form.
    #[error(
        "the comparison document is the compact form; write it with include_trees=True (without --no-trees)"
    )]
    Compact,
    /// It holds no alignment.
    #[error(
        "the comparison document has no alignment; write it with include_alignment=True (--include-alignment)"
    )]
    NoAlignment,
    /// A value is not as the schema says.
    #[error("{at}: {what}")]
    Shape {
        /// A JSON pointer.
        at: String,
        /// What is wrong there.
        what: String,
    },
}

impl From<json::ReadError> for WireError {
    fn from(error: json::ReadError) -> Self {
        Self::Json(error)
    }
}

fn check_version(root: NodeRef<'_>) -> Result<(), WireError> {
    let node = root.get("schema_version").ok_or(WireError::NoVersion)?;
    let bad = || WireError::BadVersion(node.source().chars().take(60).collect());
    let version = node.text().ok_or_else(bad)?;
    let parse = |version: &str| {
        let (major, minor) = version.split_once('.')?;
        let number = |part: &str| {
            (!part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
                .then(|| part.parse::<u32>().ok())?
        };
        Some((number(major)?, number(minor)?))
    };
    let (major, minor) = parse(version).ok_or_else(bad)?;
    let (own_major, own_minor) = parse(SCHEMA_VERSION).ok_or_else(bad)?;
    if major != own_major {
        return Err(WireError::OtherMajor(version.to_owned()));
    }
    if minor > own_minor {
        return Err(WireError::HigherMinor(version.to_owned()));
    }
    Ok(())
}

const KEYS: [&str; 7] = ["schema_version", "config", "source", "test", "changes", "statistics", "alignment"];

impl Comparison {
    /// Reads a comparison document that holds both trees and the alignment.
    ///
    /// Derived values (statistics, counts of passes and fallbacks) are checked for their keys and computed again.
    ///
    /// # Errors
    /// The version is another major or a higher minor one, the document is the compact form or has no alignment, a
    /// key is unknown or missing, or a value contradicts the rest.
    pub fn from_json(bytes: &[u8]) -> Result<Self, WireError> {
        let limits = ReadLimits { bytes: u32::MAX as usize - 1, ..ReadLimits::default() };
        let tree = Tree::read(bytes, &limits)?;
        let root = tree.root();
        if root.kind() != json::Kind::Map {
            return Err(wrong(root, "a comparison document is an object"));
        }
        check_version(root)?;
        let fields = Fields::new(root, "a comparison document", &KEYS)?;
        let (source, test) = match (fields.optional("source"), fields.optional("test")) {
            (None, None) => return Err(WireError::Compact),
            (Some(source), Some(test)) => (read_tree(source)?, read_tree(test)?),
            _ => return Err(wrong(root, "source and test are present together or absent together")),
        };
        let alignment = fields.optional("alignment").ok_or(WireError::NoAlignment)?;
        let addresses = Addresses { source: addresses(&source), test: addresses(&test) };
        let (config, budget_exhausted) = read_config(fields.get("config")?)?;
        let alignment = read_alignment(alignment, &addresses, (&source, &test), budget_exhausted)?;
        let changes = read_changes(&fields, &addresses, &alignment)?;
        let statistics = ["counts", "source_blocks", "test_blocks", "sections"];
        Fields::new(fields.get("statistics")?, "statistics", &statistics)?;
        Ok(Self { source, test, alignment, changes, config })
    }
}

struct Addresses {
    source: HashMap<String, usize>,
    test: HashMap<String, usize>,
}

fn addresses(tree: &BlockTree) -> HashMap<String, usize> {
    (0..tree.len()).map(|index| (tree.address(index), index)).collect()
}

fn block_at(node: NodeRef<'_>, of: &HashMap<String, usize>) -> Result<usize, WireError> {
    let address = text(node)?;
    of.get(address).copied().ok_or_else(|| wrong(node, "no block has this address"))
}

fn known<T>(node: NodeRef<'_>, what: &str, find: impl Fn(&str) -> Option<T>) -> Result<T, WireError> {
    find(text(node)?).ok_or_else(|| wrong(node, format!("is no {what}")))
}

fn read_config(node: NodeRef<'_>) -> Result<(ComparisonConfig, bool), WireError> {
    let keys = [
        "source_format",
        "test_format",
        "profile",
        "alignment",
        "similarity",
        "processor",
        "budget_exhausted",
        "filter",
    ];
    let fields = Fields::new(node, "config", &keys)?;
    read_alignment_config(fields.get("alignment")?)?;
    read_similarity(fields.get("similarity")?, &["difflib"])?;
    fields.text("processor")?;
    let filter = fields.get("filter")?;
    let config = ComparisonConfig {
        source_format: fields.text("source_format")?.to_owned(),
        test_format: fields.text("test_format")?.to_owned(),
        profile: fields.text("profile")?.to_owned(),
        filter: if filter.kind() == json::Kind::Null { None } else { Some(read_filter(filter)?) },
    };
    Ok((config, fields.bool("budget_exhausted")?))
}

/// Similarities of another measure would not be what this computes.
fn read_similarity(node: NodeRef<'_>, own: &[&str]) -> Result<(), WireError> {
    let name = text(node)?;
    if own.contains(&name) {
        return Ok(());
    }
    Err(wrong(node, format!("the measure \"{name}\" is not available here; it is difflib")))
}

fn read_filter(node: NodeRef<'_>) -> Result<ChangeFilter, WireError> {
    let filter = ChangeFilter::from_json(node.source()).map_err(|error| wrong(node, error.to_string()))?;
    Ok(filter)
}

fn read_alignment_config(node: NodeRef<'_>) -> Result<AlignmentConfig, WireError> {
    let keys = [
        "passes",
        "similarity",
        "fuzzy_min_similarity",
        "label_min_similarity",
        "positional_min_similarity",
        "move_min_similarity",
        "move_tie_margin",
        "move_min_tokens",
        "move_kinds",
        "fuzzy_window",
        "table_fuzzy",
        "max_comparisons",
    ];
    let fields = Fields::new(node, "an alignment configuration", &keys)?;
    let defaults = AlignmentConfig::default();
    if let Some(node) = fields.optional("similarity") {
        read_similarity(node, &["difflib", "auto"])?;
    }
    let ratio = |name: &str, default: f64| {
        if fields.optional(name).is_some() { fields.ratio(name) } else { Ok(default) }
    };
    let count = |name: &str, default: usize| {
        if fields.optional(name).is_some() { fields.count(name) } else { Ok(default) }
    };
    let passes = match fields.optional("passes") {
        None => defaults.passes,
        Some(node) => {
            list(node)?.map(|node| known(node, "pass", Pass::from_name)).collect::<Result<_, _>>()?
        }
    };
    let move_kinds = match fields.optional("move_kinds") {
        None => defaults.move_kinds,
        Some(node) => {
            list(node)?.map(|node| known(node, "block kind", Kind::from_name)).collect::<Result<_, _>>()?
        }
    };
    let table_fuzzy = match fields.optional("table_fuzzy") {
        None => defaults.table_fuzzy,
        Some(_) => fields.bool("table_fuzzy")?,
    };
    let config = AlignmentConfig {
        passes,
        fuzzy_min_similarity: ratio("fuzzy_min_similarity", defaults.fuzzy_min_similarity)?,
        label_min_similarity: ratio("label_min_similarity", defaults.label_min_similarity)?,
        positional_min_similarity: ratio("positional_min_similarity", defaults.positional_min_similarity)?,
        move_min_similarity: ratio("move_min_similarity", defaults.move_min_similarity)?,
        move_tie_margin: ratio("move_tie_margin", defaults.move_tie_margin)?,
        move_min_tokens: count("move_min_tokens", defaults.move_min_tokens)?,
        move_kinds,
        fuzzy_window: count("fuzzy_window", defaults.fuzzy_window)?,
        table_fuzzy,
        max_comparisons: count("max_comparisons", defaults.max_comparisons)?,
    };
    config.validated().map_err(|error| wrong(node, error))
}

fn read_alignment(
    node: NodeRef<'_>,
    addresses: &Addresses,
    trees: (&BlockTree, &BlockTree),
    budget_exhausted: bool,
) -> Result<Alignment, WireError> {
    let keys = ["pairs", "inserted", "deleted", "config", "backend", "pass_counts", "budget_exhausted"];
    let fields = Fields::new(node, "an alignment", &keys)?;
    let config = read_alignment_config(fields.get("config")?)?;
    read_similarity(fields.get("backend")?, &["difflib"])?;
    if fields.bool("budget_exhausted")? != budget_exhausted {
        return Err(wrong(node, "budget_exhausted differs from the configuration's"));
    }
    fields.get("pass_counts")?;
    let mut seen = (vec![false; trees.0.len()], vec![false; trees.1.len()]);
    let mut pairs = Vec::new();
    for node in fields.list("pairs")? {
        let keys = ["source_path", "test_path", "matched_by", "confidence", "moved", "renumbered"];
        let fields = Fields::new(node, "a pair", &keys)?;
        let source = block_at(fields.get("source_path")?, &addresses.source)?;
        let test = block_at(fields.get("test_path")?, &addresses.test)?;
        if std::mem::replace(&mut seen.0[source], true) || std::mem::replace(&mut seen.1[test], true) {
            return Err(wrong(node, "a block of this pair is paired twice"));
        }
        let by = fields.get("matched_by")?;
        let root = text(by)? == "root";
        if root != (source == 0 && test == 0) {
            return Err(wrong(by, "the two roots, and only they, are matched by \"root\""));
        }
        let matched_by = if root { None } else { Some(known(by, "pass", Pass::from_name)?) };
        pairs.push(Pair {
            source,
            test,
            matched_by,
            confidence: fields.ratio("confidence")?,
            moved: fields.bool("moved")?,
            renumbered: fields.bool("renumbered")?,
        });
    }
    if !seen.0[0] {
        return Err(wrong(node, "the two roots are not paired"));
    }
    // Every block is matched, inserted or deleted, and exactly one of them.
    for (name, of, seen, what) in [
        ("inserted", &addresses.test, &mut seen.1, "inserted"),
        ("deleted", &addresses.source, &mut seen.0, "deleted"),
    ] {
        for node in fields.list(name)? {
            let index = block_at(node, of)?;
            if std::mem::replace(&mut seen[index], true) {
                return Err(wrong(node, format!("is both paired and {what}, or {what} twice")));
            }
        }
        if seen.iter().any(|seen| !seen) {
            return Err(wrong(node, format!("a block is neither paired nor {what}")));
        }
    }
    Ok(Alignment::from_pairs(pairs, (trees.0.len(), trees.1.len()), config, budget_exhausted))
}

fn read_changes(
    fields: &Fields<'_>,
    addresses: &Addresses,
    alignment: &Alignment,
) -> Result<Vec<Change>, WireError> {
    let last = last_surviving(alignment);
    let mut changes: Vec<Change> = Vec::new();
    let mut key = None;
    for node in fields.list("changes")? {
        let change = read_change(node, addresses)?;
        let next = sort_key(&change, &last);
        if key.is_some_and(|key| key >= next) {
            return Err(wrong(node, "stands out of order or twice"));
        }
        key = Some(next);
        changes.push(change);
    }
    Ok(changes)
}

fn read_change(node: NodeRef<'_>, addresses: &Addresses) -> Result<Change, WireError> {
    let keys = [
        "kind",
        "source_address",
        "test_address",
        "block_kind",
        "source_label",
        "test_label",
        "role",
        "span_types",
        "matched_by",
        "confidence",
        "source_text",
        "test_text",
        "inline",
        "breadcrumb",
    ];
    let fields = Fields::new(node, "a change", &keys)?;
    let kind = known(fields.get("kind")?, "kind of change", ChangeKind::from_name)?;
    let address = |name: &str, of: &HashMap<String, usize>| -> Result<Option<usize>, WireError> {
        let node = fields.get(name)?;
        if node.kind() == json::Kind::Null { Ok(None) } else { block_at(node, of).map(Some) }
    };
    let source = address("source_address", &addresses.source)?;
    let test = address("test_address", &addresses.test)?;
    let fits = match kind {
        ChangeKind::Insert => source.is_none() && test.is_some(),
        ChangeKind::Delete => source.is_some() && test.is_none(),
        _ => source.is_some() && test.is_some(),
    };
    if !fits {
        return Err(wrong(
            node,
            "an insert has no source address, a delete no test address, and every other change has both",
        ));
    }
    let by = fields.get("matched_by")?;
    let matched_by = known(by, "pass", |name| {
        if name == "unmatched" { Some("unmatched") } else { Pass::from_name(name).map(Pass::name) }
    })?;
    let inline: Vec<InlineOp> = fields.list("inline")?.map(read_op).collect::<Result<_, _>>()?;
    let (source_text, test_text) = (fields.text("source_text")?, fields.text("test_text")?);
    if !inline.is_empty() && !inline::fit(source_text, test_text, &inline) {
        return Err(wrong(fields.get("inline")?, "the operations do not lead from source_text to test_text"));
    }
    Ok(Change {
        kind,
        source,
        test,
        source_address: fields.nullable("source_address")?.map(str::to_owned),
        test_address: fields.nullable("test_address")?.map(str::to_owned),
        block_kind: known(fields.get("block_kind")?, "block kind", Kind::from_name)?,
        source_label: fields.nullable("source_label")?.map(str::to_owned),
        test_label: fields.nullable("test_label")?.map(str::to_owned),
        role: fields.nullable("role")?.map(|role| Cow::Owned(role.to_owned())),
        span_types: fields.texts("span_types")?.into_iter().map(Cow::Owned).collect(),
        matched_by,
        confidence: fields.ratio("confidence")?,
        source_text: source_text.to_owned(),
        test_text: test_text.to_owned(),
        inline,
        breadcrumb: fields.texts("breadcrumb")?,
    })
}

fn read_op(node: NodeRef<'_>) -> Result<InlineOp, WireError> {
    let keys = ["kind", "source_start", "source_end", "test_start", "test_end", "source_text", "test_text"];
    let fields = Fields::new(node, "an inline operation", &keys)?;
    Ok(InlineOp {
        kind: known(fields.get("kind")?, "inline kind", InlineKind::from_name)?,
        source_start: fields.count("source_start")?,
        source_end: fields.count("source_end")?,
        test_start: fields.count("test_start")?,
        test_end: fields.count("test_end")?,
        source_text: fields.text("source_text")?.to_owned(),
        test_text: fields.text("test_text")?.to_owned(),
    })
}
