//! Reading a block tree, without recursion.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::Value;

use super::fields::{Fields, list, text, wrong};
use super::read::WireError;
use crate::document::block::{Attributes, Block, BlockTree, Dropped, Kind, Span};
use crate::json::{NodeRef, write_text};

const BLOCK_KEYS: [&str; 11] = [
    "kind",
    "text",
    "label",
    "level",
    "path",
    "role",
    "spans",
    "matched_by",
    "confidence",
    "attrs",
    "children",
];

pub(super) fn read_tree(node: NodeRef<'_>) -> Result<BlockTree, WireError> {
    let fields = Fields::new(node, "a block tree", &["root", "dropped", "fallback_count"])?;
    // Counted again, so that the stored number cannot be wrong.
    if let Some(node) = fields.optional("fallback_count") {
        super::fields::count(node)?;
    }
    let dropped = match fields.optional("dropped") {
        None => Vec::new(),
        Some(node) => list(node)?.map(read_dropped).collect::<Result<_, _>>()?,
    };
    let mut blocks: Vec<Block> = Vec::new();
    let mut paths: Vec<(NodeRef<'_>, Option<String>)> = Vec::new();
    // Children wait in reverse, so that blocks are appended in document order.
    let mut waiting: Vec<(NodeRef<'_>, Option<usize>)> = vec![(fields.get("root")?, None)];
    while let Some((node, parent)) = waiting.pop() {
        let index = blocks.len();
        let (mut block, path, children) = read_block(node)?;
        if (block.kind == Kind::Document) != parent.is_none() {
            return Err(wrong(node, "the root, and only the root, is of kind \"document\""));
        }
        block.parent = parent;
        if let Some(parent) = parent {
            blocks[parent].children.push(index);
        }
        blocks.push(block);
        paths.push((node, path));
        let children: Vec<_> = children.map(list).transpose()?.into_iter().flatten().collect();
        waiting.extend(children.into_iter().rev().map(|child| (child, Some(index))));
    }
    let tree = BlockTree::finish(blocks, dropped);
    for (index, (node, path)) in paths.into_iter().enumerate() {
        if let Some(path) = path
            && path != tree.address(index)
        {
            let expected = tree.address(index);
            return Err(wrong(node, format!("path is \"{path}\", and the block stands at \"{expected}\"")));
        }
    }
    Ok(tree)
}

type ReadBlock<'t> = (Block, Option<String>, Option<NodeRef<'t>>);

fn read_block(node: NodeRef<'_>) -> Result<ReadBlock<'_>, WireError> {
    let fields = Fields::new(node, "a block", &BLOCK_KEYS)?;
    let kind_node = fields.get("kind")?;
    let kind = Kind::from_name(text(kind_node)?).ok_or_else(|| {
        let names: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        wrong(kind_node, format!("is no block kind; the kinds are {}", names.join(", ")))
    })?;
    let own = fields.optional("text").map(text).transpose()?.unwrap_or_default();
    let mut block = Block::new(kind, own.to_owned());
    if fields.optional("label").is_some() {
        block.label = fields.nullable("label")?.map(str::to_owned);
    }
    if fields.optional("level").is_some() {
        block.level = fields.count("level")?;
    }
    if fields.optional("role").is_some() {
        block.role = fields.nullable("role")?.map(|role| Cow::Owned(role.to_owned()));
    }
    if let Some(node) = fields.optional("spans") {
        block.spans = list(node)?.map(read_span).collect::<Result<_, _>>()?;
    }
    if let Some(node) = fields.optional("matched_by") {
        let rule = text(node)?;
        if rule.is_empty() {
            return Err(wrong(node, "is empty"));
        }
        if !(kind == Kind::Document && rule == "fallback") {
            block.matched_by = Cow::Owned(rule.to_owned());
        }
    }
    if fields.optional("confidence").is_some() {
        block.confidence = fields.ratio("confidence")?;
    }
    if let Some(node) = fields.optional("attrs") {
        block.attrs = read_attributes(node)?;
    }
    let path = fields.optional("path").map(|node| text(node).map(str::to_owned)).transpose()?;
    Ok((block, path, fields.optional("children")))
}

fn read_attributes(node: NodeRef<'_>) -> Result<Attributes, WireError> {
    if node.kind() != crate::json::Kind::Map {
        return Err(wrong(node, "attrs is no object"));
    }
    let mut members = String::new();
    for member in node.members() {
        let name = member.name().ok_or_else(|| wrong(node, "attrs has a name without characters"))?;
        let value: Value = serde_json::from_str(member.value().source())
            .map_err(|error| wrong(member.value(), error.to_string()))?;
        if !members.is_empty() {
            members.push_str(", ");
        }
        write_text(&mut members, name);
        members.push_str(": ");
        respell(&value, &mut members);
    }
    Ok(Arc::<str>::from(members).into())
}

/// Writes a value as a comparison writes it. The parser has bounded its depth.
fn respell(value: &Value, out: &mut String) {
    match value {
        Value::Array(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                respell(element, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (index, (name, value)) in members.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write_text(out, name);
                out.push_str(": ");
                respell(value, out);
            }
            out.push('}');
        }
        Value::String(text) => write_text(out, text),
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() => {
                let _ = write!(out, "{float:?}");
            }
            _ => {
                let _ = write!(out, "{number}");
            }
        },
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Null => out.push_str("null"),
    }
}

fn read_span(node: NodeRef<'_>) -> Result<Span, WireError> {
    let fields = Fields::new(node, "a span", &["type", "start", "end", "value"])?;
    let kind = fields.text("type")?;
    let (start, end) = (fields.count("start")?, fields.count("end")?);
    if kind.is_empty() || end < start {
        return Err(wrong(node, "a span has a type and does not end before it starts"));
    }
    let value = match fields.optional("value") {
        None => None,
        Some(_) => fields.nullable("value")?.map(str::to_owned),
    };
    Ok(Span { kind: Cow::Owned(kind.to_owned()), start, end, value })
}

fn read_dropped(node: NodeRef<'_>) -> Result<Dropped, WireError> {
    let fields = Fields::new(node, "a dropped entry", &["kind", "count", "reason"])?;
    let kind = fields.text("kind")?;
    if kind.is_empty() {
        return Err(wrong(node, "kind is empty"));
    }
    Ok(Dropped {
        kind: Cow::Owned(kind.to_owned()),
        count: fields.count("count")?,
        reason: Cow::Owned(fields.text("reason")?.to_owned()),
    })
}
