//! Variants of a tile that can be painted: the tile itself, one of its variants for options, or the result of
//! overriding a tile of another pack.

use std::borrow::Cow;
use std::sync::Arc;

use tilewright_editor_model::pack::document::FileTexts;
use tilewright_editor_painter as painter;
use tilewright_editor_painter::{DrawnTile, TilePaintError};
use tilewright_pack::edit::{Draft, EditError, SectionItem, TextEdit, Written};
use tilewright_pack::syntax::{Node, NodeShape};

use super::changes;
use super::tile_cache::TileCache;

/// A variant of a tile.
pub(super) struct TileVariant<'a> {
    /// Place of the tile in the files.
    pub(super) item: &'a SectionItem,
    pub(super) node: &'a Node,
    /// Condition of the parts that only this variant has; `None` if no part has a condition.
    condition: Option<String>,
    /// All conditions as written; empty if there are none.
    pub(super) label: String,
}

/// Returns the variants of a tile, in the order in which they are written.
pub(super) fn list_variants<'a>(tiles_read: &'a TileCache, files: &FileTexts, id: &Arc<str>) -> Vec<TileVariant<'a>> {
    let mut all = Vec::new();
    for item in tiles_read.items.section("tiles").filter(|item| item.id.as_ref() == Some(id)) {
        let (Some(node), Some(text)) = (tiles_read.items.node(item), files.get(&item.file)) else { continue };
        let whole = painter::condition_of(node, text).unwrap_or_default();
        let conditions = painter::variants(node, text);
        if conditions.is_empty() {
            all.push(TileVariant { item, node, condition: None, label: whole });
            continue;
        }
        for condition in conditions {
            let label = if whole.is_empty() { condition.clone() } else { format!("{whole}, {condition}") };
            all.push(TileVariant { item, node, condition: Some(condition), label });
        }
    }
    all
}

/// The painted variant, and the way in which it is written.
pub(super) struct PaintedVariant<'a> {
    /// Node of the complete variant.
    pub(super) node: Cow<'a, Node>,
    /// Text that contains the node.
    pub(super) text: Cow<'a, str>,
    /// The variant as a drawing.
    pub(super) drawing: DrawnTile,
    written: DrawingNotation,
}

/// Notation of a drawing in the text.
enum DrawingNotation {
    /// An ordinary tile without conditions.
    Plain,
    /// Parts under a condition.
    Under(String),
    /// An override of a tile of another pack, which has these tags.
    Override(Vec<(String, i64)>),
}

impl<'a> PaintedVariant<'a> {
    /// Reads a variant of a tile.
    pub(super) fn read(
        tiles_read: &TileCache,
        variant: &TileVariant<'a>,
        text: &'a str,
    ) -> Result<PaintedVariant<'a>, TilePaintError> {
        let words = &tiles_read.words;
        if changes::is_override(variant.node) {
            return PaintedVariant::of_override(tiles_read, variant, text);
        }
        let Some(condition) = &variant.condition else {
            let drawing = DrawnTile::read(variant.node, text, words)?;
            let (node, text) = (Cow::Borrowed(variant.node), Cow::Borrowed(text));
            return Ok(PaintedVariant { node, text, drawing, written: DrawingNotation::Plain });
        };
        let drawing = DrawnTile::read_variant(variant.node, text, words, condition)?;
        let (node, text) = alone(&drawing.write_tile(words)).ok_or(TilePaintError::Chip)?;
        Ok(PaintedVariant { node, text, drawing, written: DrawingNotation::Under(condition.clone()) })
    }

    fn of_override(
        tiles_read: &TileCache,
        variant: &TileVariant<'a>,
        text: &str,
    ) -> Result<PaintedVariant<'a>, TilePaintError> {
        let id = variant.item.id.as_deref().unwrap_or_default();
        let whole = tiles_read.whole_of(id).ok_or(TilePaintError::Override)?;
        let (base, base_text) = alone(&whole).ok_or(TilePaintError::Override)?;
        let base = DrawnTile::read(&base, &base_text, &tiles_read.words)?;
        let (node, text) = alone(&merge_override(whole, variant.node, text)).ok_or(TilePaintError::Override)?;
        let drawing = DrawnTile::read(&node, &text, &tiles_read.words)?;
        Ok(PaintedVariant { node, text, drawing, written: DrawingNotation::Override(base.tags) })
    }

    /// Returns the edits that turn the file into another drawing; `None` if the change concerns sides that all variants
    /// share.
    pub(super) fn patch(
        &self,
        new: &DrawnTile,
        tiles_read: &TileCache,
        variant: &TileVariant<'_>,
        text: &str,
    ) -> Result<Option<Vec<TextEdit>>, EditError> {
        let (before, node, words) = (&self.drawing, variant.node, &tiles_read.words);
        match &self.written {
            DrawingNotation::Plain => new.patch(before, node, text, words).map(Some),
            DrawingNotation::Under(condition) => new.patch_variant(before, node, text, words, condition),
            DrawingNotation::Override(base) => new.patch_override(before, node, text, words, base).map(Some),
        }
    }

    /// True if the tile overrides a tile of another pack.
    pub(super) fn is_override(&self) -> bool {
        matches!(self.written, DrawingNotation::Override(_))
    }
}

/// Returns the node and the text of a separate value.
fn alone<'a>(value: &Written) -> Option<(Cow<'a, Node>, Cow<'a, str>)> {
    let text = value.flat();
    let node = Draft::new(&text).ok()?.tree().clone();
    Some((Cow::Owned(node), Cow::Owned(text)))
}

/// Returns a tile with the fields of an override applied.
fn merge_override(mut whole: Written, over: &Node, text: &str) -> Written {
    let Written::Struct(_, fields) = &mut whole else { return whole };
    for (name, value) in over.fields().unwrap_or_default() {
        let name = &*name.value;
        if matches!(name, "id" | "override" | "when" | "unless" | "part_tags") {
            continue;
        }
        let old = fields.iter_mut().find(|(known, _)| known == name).map(|(_, value)| value);
        let new = apply_to_field(old.as_deref(), value, text);
        match old {
            Some(old) => *old = new,
            None => fields.push((name.to_owned(), new)),
        }
    }
    // A tile has either one cell or a list of cells.
    let given = |name: &str| over.field(name).is_some();
    fields.retain(|(name, _)| match &**name {
        "cells" => given("cells") || !(given("edges") || given("parts")),
        "edges" | "parts" => given(name) || !given("cells"),
        _ => true,
    });
    whole
}

/// Returns a field with an override applied: `add` and `remove` for names, or another value.
fn apply_to_field(old: Option<&Written>, new: &Node, text: &str) -> Written {
    let entries = |value: &Written| -> Vec<(Written, Written)> {
        match value {
            Written::List(items) => items.iter().map(|item| (item.clone(), Written::Int(1))).collect(),
            Written::Map(entries) => entries.clone(),
            _ => Vec::new(),
        }
    };
    let name = |value: &Written| match value {
        Written::Word(name) | Written::Text(name) => painter::bare(name).to_owned(),
        other => other.flat(),
    };
    match &new.shape {
        NodeShape::Tuple(Some(word), items) if matches!(&*word.value, "add" | "remove") && items.len() == 1 => {
            let own = entries(&Written::from_node(&items[0], text));
            let mut all = old.map(entries).unwrap_or_default();
            all.retain(|(known, _)| own.iter().all(|(key, _)| name(key) != name(known)));
            if &*word.value == "add" {
                all.extend(own);
            }
            Written::Map(all)
        }
        _ => Written::from_node(new, text),
    }
}
