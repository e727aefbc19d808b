//! Writing a comparison as JSON.
//!
//! Keys stand in their authored order and ratios are rounded to four places here, so that the same comparison always
//! gives the same bytes. Trees are written without recursion.

use std::fmt::Write as _;
use std::io;

use super::SCHEMA_VERSION;
use super::writer::Writer;
use crate::document::alignment::{AlignmentConfig, Pass};
use crate::document::block::{Block, BlockTree, Span};
use crate::document::change::Change;
use crate::document::inline::InlineOp;
use crate::document::semantic::{Evidence, Meaning};
use crate::document::statistics::{ChangeCounts, SectionStatistics};
use crate::document::{ChangeFilter, Comparison};

impl Comparison {
    /// The comparison document on one line, without a line end.
    ///
    /// `trees` includes both block trees; without them the document is the compact form. `alignment` includes every
    /// pair.
    #[must_use]
    pub fn to_json(&self, trees: bool, alignment: bool) -> String {
        let room = if trees { room(&self.source) + room(&self.test) } else { 0 };
        let mut w = Writer::keeping(room);
        self.write(&mut w, trees, alignment);
        w.into_text()
    }

    /// Writes what [`to_json`](Self::to_json) gives, without holding it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write_json(&self, to: &mut dyn io::Write, trees: bool, alignment: bool) -> io::Result<()> {
        let mut w = Writer::passing_on(to);
        self.write(&mut w, trees, alignment);
        w.finish()
    }

    fn write(&self, w: &mut Writer<'_>, trees: bool, alignment: bool) {
        w.open('{');
        w.key("schema_version").text(SCHEMA_VERSION);
        w.key("config");
        self.write_config(w);
        if trees {
            w.key("source");
            write_tree(w, &self.source);
            w.key("test");
            write_tree(w, &self.test);
        }
        w.key("changes").open('[');
        for change in &self.changes {
            write_change(w, change);
        }
        w.close(']');
        w.key("statistics");
        self.write_statistics(w);
        if alignment {
            w.key("alignment");
            self.write_alignment(w);
        }
        w.close('}');
    }

    fn write_config(&self, w: &mut Writer<'_>) {
        w.open('{');
        w.key("source_format").text(&self.config.source_format);
        w.key("test_format").text(&self.config.test_format);
        w.key("profile").text(&self.config.profile);
        w.key("alignment");
        write_alignment_config(w, &self.alignment.config);
        w.key("similarity").text("difflib");
        w.key("processor").text("WholeDocumentProcessor");
        w.key("budget_exhausted").bool(self.alignment.budget_exhausted);
        w.key("filter");
        match &self.config.filter {
            Some(filter) => write_filter(w, filter),
            None => w.raw("null"),
        }
        w.close('}');
    }

    fn write_statistics(&self, w: &mut Writer<'_>) {
        let statistics = self.statistics();
        w.open('{');
        w.key("counts");
        write_counts(w, &statistics.counts);
        w.key("source_blocks").count(statistics.source_blocks);
        w.key("test_blocks").count(statistics.test_blocks);
        w.key("sections").open('[');
        for section in &statistics.sections {
            write_section(w, section);
        }
        w.close(']');
        w.close('}');
    }

    fn write_alignment(&self, w: &mut Writer<'_>) {
        let alignment = &self.alignment;
        w.open('{');
        w.key("pairs").open('[');
        for pair in &alignment.pairs {
            w.open('{');
            w.key("source_path").text(&self.source.address(pair.source));
            w.key("test_path").text(&self.test.address(pair.test));
            w.key("matched_by").text(pair.matched_by_name());
            w.key("confidence").ratio(pair.confidence);
            w.key("moved").bool(pair.moved);
            w.key("renumbered").bool(pair.renumbered);
            w.close('}');
        }
        w.close(']');
        w.key("inserted").texts(alignment.inserted().map(|index| self.test.address(index)));
        w.key("deleted").texts(alignment.deleted().map(|index| self.source.address(index)));
        w.key("config");
        write_alignment_config(w, &alignment.config);
        w.key("backend").text("difflib");
        w.key("pass_counts").open('{');
        w.key("root").count(alignment.count(None));
        for pass in Pass::ALL {
            w.key(pass.name()).count(alignment.count(Some(pass)));
        }
        w.close('}');
        w.key("budget_exhausted").bool(alignment.budget_exhausted);
        w.close('}');
    }
}

fn write_alignment_config(w: &mut Writer<'_>, config: &AlignmentConfig) {
    w.open('{');
    w.key("passes").texts(config.passes.iter().map(|pass| pass.name()));
    w.key("similarity").text("difflib");
    w.key("fuzzy_min_similarity").number(config.fuzzy_min_similarity);
    w.key("label_min_similarity").number(config.label_min_similarity);
    w.key("positional_min_similarity").number(config.positional_min_similarity);
    w.key("move_min_similarity").number(config.move_min_similarity);
    w.key("move_tie_margin").number(config.move_tie_margin);
    w.key("move_min_tokens").count(config.move_min_tokens);
    w.key("move_kinds").texts(config.move_kinds.iter().map(|kind| kind.name()));
    w.key("fuzzy_window").count(config.fuzzy_window);
    w.key("table_fuzzy").bool(config.table_fuzzy);
    w.key("max_comparisons").count(config.max_comparisons);
    w.close('}');
}

fn write_filter(w: &mut Writer<'_>, filter: &ChangeFilter) {
    w.open('{');
    w.key("kinds").texts(filter.kinds.iter().map(|kind| kind.name()));
    w.key("address_prefixes").texts(&filter.address_prefixes);
    w.key("labels").texts(&filter.labels);
    w.key("roles").texts(&filter.roles);
    w.key("min_chars").count(filter.min_chars);
    w.key("has_inline");
    match filter.has_inline {
        Some(value) => w.bool(value),
        None => w.raw("null"),
    }
    w.close('}');
}

fn write_counts(w: &mut Writer<'_>, counts: &ChangeCounts) {
    w.open('{');
    for (name, count) in counts.named() {
        w.key(name).count(count);
    }
    w.close('}');
}

fn write_section(w: &mut Writer<'_>, section: &SectionStatistics) {
    w.open('{');
    w.key("address").text(&section.address);
    w.key("heading").text(&section.heading);
    w.key("breadcrumb").texts(&section.breadcrumb);
    w.key("blocks").count(section.blocks);
    w.key("counts");
    write_counts(w, &section.counts);
    w.key("density").ratio(section.density);
    w.close('}');
}

fn write_change(w: &mut Writer<'_>, change: &Change) {
    w.open('{');
    w.key("kind").text(change.kind.name());
    w.key("source_address").optional(change.source_address.as_deref());
    w.key("test_address").optional(change.test_address.as_deref());
    w.key("block_kind").text(change.block_kind.name());
    w.key("source_label").optional(change.source_label.as_deref());
    w.key("test_label").optional(change.test_label.as_deref());
    w.key("role").optional(change.role.as_deref());
    w.key("span_types").texts(&change.span_types);
    w.key("matched_by").text(change.matched_by);
    w.key("confidence").ratio(change.confidence);
    w.key("source_text").text(&change.source_text);
    w.key("test_text").text(&change.test_text);
    w.key("inline").open('[');
    for op in &change.inline {
        write_op(w, op);
    }
    w.close(']');
    w.key("breadcrumb").texts(&change.breadcrumb);
    w.close('}');
}

fn write_op(w: &mut Writer<'_>, op: &InlineOp) {
    w.open('{');
    w.key("kind").text(op.kind.name());
    w.key("source_start").count(op.source_start);
    w.key("source_end").count(op.source_end);
    w.key("test_start").count(op.test_start);
    w.key("test_end").count(op.test_end);
    w.key("source_text").text(&op.source_text);
    w.key("test_text").text(&op.test_text);
    w.close('}');
}

/// About how many bytes a tree takes.
fn room(tree: &BlockTree) -> usize {
    tree.blocks().iter().map(|block| 400 + block.text.len() + block.attrs.members().len()).sum()
}

fn write_tree(w: &mut Writer<'_>, tree: &BlockTree) {
    w.open('{');
    w.key("root");
    // Where each open block's own address ends, and which child comes next.
    let mut path = String::new();
    let mut open: Vec<(usize, usize, usize)> = vec![(0, 0, 0)];
    write_block_start(w, tree, &tree.blocks()[0], "/");
    while let Some((index, next, length)) = open.last_mut() {
        let block = &tree.blocks()[*index];
        path.truncate(*length);
        match block.children.get(*next) {
            Some(&child) => {
                *next += 1;
                let block = &tree.blocks()[child];
                let _ = write!(path, "/{}[{}]", block.kind.name(), block.ordinal);
                write_block_start(w, tree, block, &path);
                open.push((child, 0, path.len()));
            }
            None => {
                w.close(']');
                w.close('}');
                open.pop();
            }
        }
    }
    w.key("dropped").open('[');
    for dropped in &tree.dropped {
        w.open('{');
        w.key("kind").text(&dropped.kind);
        w.key("count").count(dropped.count);
        w.key("reason").text(&dropped.reason);
        w.close('}');
    }
    w.close(']');
    w.key("fallback_count").count(tree.fallback_count());
    w.close('}');
}

/// Everything of a block up to its children.
fn write_block_start(w: &mut Writer<'_>, tree: &BlockTree, block: &Block, path: &str) {
    w.open('{');
    w.key("kind").text(block.kind.name());
    w.key("text").text(&block.text);
    w.key("label").optional(block.label.as_deref());
    w.key("level").count(block.level);
    w.key("path").text(path);
    w.key("role").optional(block.role.as_deref());
    w.key("spans").open('[');
    for span in &block.spans {
        write_span(w, span);
    }
    w.close(']');
    w.key("matched_by").text(&block.matched_by);
    w.key("confidence").number(block.confidence);
    w.key("attrs").open('{');
    if !block.attrs.members().is_empty() {
        w.raw(block.attrs.members());
    }
    if let Some(meaning) = &block.meaning {
        write_meaning(w, tree, block, meaning);
    }
    w.close('}');
    w.key("children").open('[');
}

/// Why a block has its role, the terms it defines, and how many spans were found.
fn write_meaning(w: &mut Writer<'_>, tree: &BlockTree, block: &Block, meaning: &Meaning) {
    w.key("semantic").open('{');
    if let Some(claim) = &meaning.claim {
        w.key("role").optional(block.role.as_deref());
        w.key("role_match").text(claim.matched);
        w.key("role_rule");
        match claim.rule {
            Some(rule) => w.count(rule),
            None => w.raw("null"),
        }
        let text_of = |index: usize| tree.blocks().get(index).map(|block| block.text.as_str());
        w.key("evidence").open('{');
        match &claim.evidence {
            Evidence::Heading(part) => w.key("matched").text(part),
            Evidence::Text(part) => w.key("matched").text(part),
            Evidence::Label => w.key("label").optional(block.label.as_deref()),
            Evidence::ParentRole => {
                let parent = block.parent.and_then(|parent| tree.blocks().get(parent));
                w.key("parent_role").optional(parent.and_then(|parent| parent.role.as_deref()));
            }
            Evidence::Ancestor { heading, distance } => {
                w.key("ancestor").optional(text_of(*heading));
                w.key("distance").count(*distance);
            }
            Evidence::Kind => w.key("kind").text(claim.matched),
        }
        w.close('}');
    }
    w.key("defined_terms").open('[');
    for span in block.spans.iter().filter(|span| span.kind == "defined_term") {
        w.text(slice(&block.text, span.start, span.end));
    }
    w.close(']');
    w.key("spans").count(block.spans.len());
    w.close('}');
}

/// The characters of a text from one to another.
fn slice(text: &str, start: usize, end: usize) -> &str {
    if text.is_ascii() {
        return text.get(start..end).unwrap_or_default();
    }
    let at = |chars: usize| text.char_indices().map(|(at, _)| at).chain([text.len()]).nth(chars);
    at(start).zip(at(end)).and_then(|(from, to)| text.get(from..to)).unwrap_or_default()
}

fn write_span(w: &mut Writer<'_>, span: &Span) {
    w.open('{');
    w.key("type").text(&span.kind);
    w.key("start").count(span.start);
    w.key("end").count(span.end);
    w.key("value").optional(span.value.as_deref());
    w.close('}');
}
