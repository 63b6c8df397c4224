//! Changes made in the gallery: counts, new tiles, copies and order. Each is an edit of the text.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use tilewright_editor_model::pack::document::{FileChange, FileTexts};
use tilewright_editor_painter as painter;
use tilewright_editor_painter::DrawnTile;
use tilewright_pack::Vocabulary;
use tilewright_pack::edit::{Draft, EditError, ItemFile, PathStep, SectionItem, TextEdit, Written, order, unfold};
use tilewright_pack::syntax::{Node, NodeShape};

use super::tile_cache::{Base, TileCache, tiles};
use crate::context::{EditorAction, Selection, ViewCx};
use crate::ui::notices::NoticeWeight;

/// Changes, and the tiles to select afterwards.
pub(super) type EditedTiles = Result<(Vec<FileChange>, Vec<Arc<str>>), EditError>;

/// A change of counts.
#[derive(Clone, Copy)]
pub(super) enum CountChange {
    /// Adds a number to the current count.
    By(i64),
    /// Sets the count to a number.
    To(i64),
}

/// Returns an id that no tile has, based on `base`.
pub(super) fn free_id(tiles_read: &TileCache, base: &str) -> String {
    free_id_beside(tiles_read, base, &[])
}

/// Like [`free_id`], but also avoids the ids in `made`.
fn free_id_beside(tiles_read: &TileCache, base: &str, made: &[Arc<str>]) -> String {
    let stem = base.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = if stem.is_empty() { base } else { stem };
    let mut names = (2..).map(|n| format!("{stem}{n}"));
    let free = |name: &String| tiles_read.items.find("tiles", name).is_none() && made.iter().all(|m| **m != **name);
    let first = Some(base.to_owned()).filter(free);
    first.or_else(|| names.find(free)).unwrap_or_default()
}

/// Returns the written count of a tile; `None` if options decide it or if the tile overrides another one without a
/// count.
pub(super) fn written_count(node: &Node) -> Option<i64> {
    match node.field("count").map(|n| &n.shape) {
        // An override without a count keeps the count of the original tile.
        None => (!is_override(node)).then_some(1),
        Some(NodeShape::Int(n)) => Some(*n),
        Some(_) => None,
    }
}

/// True if the tile overrides a tile of another pack.
pub(super) fn is_override(node: &Node) -> bool {
    node.is_on("override")
}

/// Changes the counts of tiles; leaves out counts that depend on options.
pub(super) fn count(tiles_read: &TileCache, files: &FileTexts, ids: &[Arc<str>], how: CountChange) -> EditedTiles {
    each(tiles_read, files, ids, |draft, node| {
        let Some(now) = written_count(node) else { return Ok(()) };
        let new = match how {
            CountChange::By(by) => now.saturating_add(by),
            CountChange::To(to) => to,
        };
        let new = new.clamp(0, 100_000);
        if new == now { Ok(()) } else { draft.set_field(&[], "count", &Written::Int(new), order::TILE) }
    })
}

/// Adds a tag to all tiles, or removes it from them.
pub(super) fn tag(tiles_read: &TileCache, files: &FileTexts, ids: &[Arc<str>], tag: &str, on: bool) -> EditedTiles {
    each(tiles_read, files, ids, |draft, node| {
        let Some(mut tags) = written_tags(node) else { return Ok(()) };
        if tags.iter().any(|(t, _)| painter::bare(t) == painter::bare(tag)) == on {
            return Ok(());
        }
        tags.retain(|(t, _)| painter::bare(t) != painter::bare(tag));
        tags.extend(on.then(|| (tag.to_owned(), 1)));
        painter::set_tags(draft, &[], &tags, order::TILE)
    })
}

/// Returns the written tags of a tile; `None` if they depend on options or if the tile is an override without tags.
pub(super) fn written_tags(node: &Node) -> Option<Vec<(String, i64)>> {
    painter::tags_of(node).filter(|tags| !is_override(node) || !tags.is_empty())
}

/// Applies a change to each tile, and returns the edits of their texts.
fn each(
    tiles_read: &TileCache,
    files: &FileTexts,
    ids: &[Arc<str>],
    change: impl Fn(&mut Draft, &Node) -> Result<(), EditError>,
) -> EditedTiles {
    let mut edits: BTreeMap<Arc<str>, Vec<TextEdit>> = BTreeMap::new();
    for (item, node) in ids.iter().filter_map(|id| tiles_read.tile(id)) {
        let Some(text) = files.get(&item.file) else { continue };
        let mut draft = Draft::within(text, node);
        change(&mut draft, node)?;
        // Line breaks are added only for a single tile: several tiles on one line would each try to break it.
        let list = tiles_read.list_of(item).filter(|_| ids.len() == 1);
        let own = unfold(text, list, node, draft.edits());
        edits.entry(item.file.clone()).or_default().extend(own);
    }
    // Tiles can be selected in any order.
    edits.values_mut().for_each(|edits| edits.sort_by_key(|edit| edit.range.start));
    edits.retain(|_, edits| !edits.is_empty());
    let changes = edits.into_iter().map(|(path, edits)| FileChange::Edit { path, edits }).collect();
    Ok((changes, ids.to_vec()))
}

/// Adds a new tile of one cell after the other tiles.
pub(super) fn add(tiles_read: &TileCache, files: &FileTexts, base: &str) -> EditedTiles {
    let id = free_id(tiles_read, base);
    let drawing = DrawnTile::blank(&id, &tiles_read.words);
    let (path, edits) = tiles_read.items.append(files, "tiles", &drawing.write_tile(&tiles_read.words))?;
    Ok((vec![FileChange::Edit { path, edits }], vec![id.into()]))
}

fn list_of(item: &SectionItem) -> Option<(&[PathStep], usize)> {
    match item.path.split_last() {
        Some((PathStep::Item(number), list)) if item.held != ItemFile::One => Some((list, *number)),
        _ => None,
    }
}

/// Inserts a copy after each tile.
pub(super) fn duplicate(tiles_read: &TileCache, files: &FileTexts, ids: &[Arc<str>]) -> EditedTiles {
    let mut made: Vec<Arc<str>> = Vec::new();
    let mut copies: Vec<(&SectionItem, &Node, String)> = Vec::new();
    for id in ids {
        let Some((item, node)) = tiles_read.tile(id) else { continue };
        let new = free_id_beside(tiles_read, id, &made);
        made.push(new.as_str().into());
        copies.push((item, node, new));
    }
    // The copies are inserted from the last to the first, so that the remaining indices stay valid. A tile in its own
    // file is copied to the end of a list.
    copies.sort_by_key(|(item, ..)| std::cmp::Reverse(list_of(item).map(|(_, number)| number)));
    let mut drafts: BTreeMap<Arc<str>, Draft> = BTreeMap::new();
    for (item, node, new) in copies {
        let text = files.get(&item.file).map_or("", |text| text);
        match list_of(item) {
            Some((list, number)) => {
                let draft = draft_of(&mut drafts, files, &item.file)?;
                draft.duplicate(list, number)?;
                let at: Vec<PathStep> =
                    list.iter().cloned().chain([PathStep::Item(number + 1), PathStep::field("id")]).collect();
                draft.replace(&at, &Written::text(&new))?;
            }
            None => {
                let value = set_id(Written::from_node(node, text), &new);
                let draft = draft_of(&mut drafts, files, &tiles_read.items.home("tiles"))?;
                tiles_read.items.append_to(draft, "tiles", &value)?;
            }
        }
    }
    let changes = drafts.into_iter().map(|(path, draft)| FileChange::Edit { path, edits: draft.edits() }).collect();
    Ok((changes, made))
}

/// Adds an override for a tile of another pack, without any changes yet.
pub(super) fn change_here(tiles_read: &TileCache, files: &FileTexts, id: &Arc<str>) -> EditedTiles {
    let value = Written::fields([("id", Written::text(id)), ("override", Written::Bool(true))]);
    let (path, edits) = tiles_read.items.append(files, "tiles", &value)?;
    Ok((vec![FileChange::Edit { path, edits }], vec![id.clone()]))
}

/// Copies a tile of another pack into the open pack with a new id, after the other tiles. All its variants for options
/// are copied.
pub(super) fn borrow(tiles_read: &TileCache, files: &FileTexts, base: &Base, id: &str) -> EditedTiles {
    let taken: Vec<Arc<str>> = tiles_read.bases.iter().flat_map(|b| &b.listed).map(|tile| tile.id.clone()).collect();
    let new = free_id_beside(tiles_read, id, &taken);
    let home = tiles_read.items.home("tiles");
    let mut draft = Draft::new(files.get(&home).map_or("", |text| text))?;
    let words = tiles_read.words_of_base(&base.needed.id).unwrap_or_default();
    let items = &base.needed.items;
    for item in items.section("tiles").filter(|item| item.id.as_deref() == Some(id)) {
        let (Some(node), Some(text)) = (items.node(item), base.needed.text(&item.file)) else { continue };
        let mut tile = set_id(Written::from_node(node, text), &new);
        // The options of the other game do not apply to the count of the copy.
        if let Written::Struct(_, fields) = &mut tile {
            fields.retain(|(name, value)| name != "count" || matches!(value, Written::Int(_)));
        }
        translate(&mut tile, &words, &tiles_read.words);
        tiles_read.items.append_to(&mut draft, "tiles", &tile)?;
    }
    Ok((vec![FileChange::Edit { path: home, edits: draft.edits() }], vec![new.into()]))
}

/// Replaces names of edge types, terrains and tags that another pack uses by the names of this pack.
pub(super) fn translate(tile: &mut Written, from: &Vocabulary, to: &Vocabulary) {
    let edge = |name: &str| Some(to.edge_name(from.edge(name)?).to_owned());
    let terrain = |name: &str| Some(to.terrain_name(from.terrain(name)?).to_owned());
    let tag = |name: &str| {
        let place = from.tags().iter().position(|tag| painter::bare(tag) == painter::bare(name))?;
        to.tags().get(place).cloned()
    };
    let rename = |value: &mut Written, new: &dyn Fn(&str) -> Option<String>| {
        if let Written::Word(name) | Written::Text(name) = value
            && let Some(new) = new(name)
        {
            *name = new;
        }
    };
    let Written::Struct(_, fields) = tile else { return };
    for (key, value) in fields {
        match (&**key, value) {
            ("edges", Written::Struct(_, sides)) => sides.iter_mut().for_each(|(_, side)| rename(side, &edge)),
            ("tags", Written::List(tags)) => tags.iter_mut().for_each(|name| rename(name, &tag)),
            ("tags", Written::Map(tags)) => tags.iter_mut().for_each(|(name, _)| rename(name, &tag)),
            ("cells", Written::List(cells)) => cells.iter_mut().for_each(|cell| translate(cell, from, to)),
            ("parts", Written::List(parts)) => {
                for part in parts {
                    rename(part, &terrain);
                    if let Written::Struct(Some(head), _) = part
                        && let Some(new) = terrain(head).filter(|name| !name.contains(':'))
                    {
                        *head = new;
                    }
                    translate(part, from, to);
                }
            }
            _ => {}
        }
    }
}

/// Returns a tile with another id, as an item of a list.
fn set_id(mut tile: Written, id: &str) -> Written {
    if let Written::Struct(head, fields) = &mut tile {
        *head = None;
        for (_, value) in fields.iter_mut().filter(|(name, _)| name == "id") {
            *value = Written::text(id);
        }
    }
    tile
}

/// Returns the draft of a file, creating it if necessary.
fn draft_of<'a>(
    drafts: &'a mut BTreeMap<Arc<str>, Draft>,
    files: &FileTexts,
    path: &Arc<str>,
) -> Result<&'a mut Draft, EditError> {
    Ok(match drafts.entry(path.clone()) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(new) => new.insert(Draft::new(files.get(path).map_or("", |text| text))?),
    })
}

/// Removes tiles; a file that contains only one tile is removed with it.
pub(super) fn remove(tiles_read: &TileCache, files: &FileTexts, ids: &[Arc<str>]) -> EditedTiles {
    let mut changes = Vec::new();
    let mut lists: BTreeMap<Arc<str>, Vec<&SectionItem>> = BTreeMap::new();
    for (item, _) in ids.iter().filter_map(|id| tiles_read.tile(id)) {
        match list_of(item) {
            Some(_) => lists.entry(item.file.clone()).or_default().push(item),
            None => changes.push(FileChange::Remove { path: item.file.clone() }),
        }
    }
    for (path, mut items) in lists {
        let mut draft = Draft::new(files.get(&path).map_or("", |text| text))?;
        // Items are removed from the last to the first, so that the remaining indices stay valid.
        items.sort_by_key(|item| std::cmp::Reverse(list_of(item).map(|(_, number)| number)));
        for (list, number) in items.into_iter().filter_map(list_of) {
            draft.remove(list, number)?;
        }
        changes.push(FileChange::Edit { path, edits: draft.edits() });
    }
    let all = tiles(&tiles_read.items);
    let first = all.iter().position(|item| ids.iter().any(|id| item.id.as_ref() == Some(id))).unwrap_or(0);
    let left = |item: &&&SectionItem| !ids.iter().any(|id| item.id.as_ref() == Some(id));
    let next = all[first..].iter().find(left).or_else(|| all[..first].iter().rev().find(left));
    Ok((changes, next.and_then(|item| item.id.clone()).into_iter().collect()))
}

/// Swaps a tile with the previous or the next one in its list.
pub(super) fn shift(tiles_read: &TileCache, files: &FileTexts, id: &Arc<str>, forth: bool) -> EditedTiles {
    let nothing = Ok((Vec::new(), vec![id.clone()]));
    let Some((item, _)) = tiles_read.tile(id) else { return nothing };
    let Some((list, number)) = list_of(item) else { return nothing };
    let mut draft = Draft::new(files.get(&item.file).map_or("", |text| text))?;
    let count = draft.node(list)?.items().map_or(0, <[_]>::len);
    let to = if forth { number + 1 } else { number.wrapping_sub(1) };
    if to >= count {
        return nothing;
    }
    draft.move_item(list, number, to)?;
    Ok((vec![FileChange::Edit { path: item.file.clone(), edits: draft.edits() }], vec![id.clone()]))
}

/// Requests the changes as one undo step; returns the reason if they could not be made.
pub(super) fn finish(
    cx: &mut ViewCx<'_>,
    chosen: &[Arc<str>],
    made: EditedTiles,
    step: &'static str,
) -> Option<String> {
    match made {
        Ok((changes, ids)) => {
            let named = if step == "tiles-step-remove" { chosen } else { &ids };
            if !changes.is_empty() {
                cx.change(cx.texts.with_name(step, &named.join(", ")), changes);
                cx.ask(EditorAction::Select(Selection::Tiles(ids)));
            }
            None
        }
        Err(error) => {
            let text = cx.texts.with_name("tiles-file-has-mistakes", &error.to_string());
            cx.ask(EditorAction::Notify(NoticeWeight::Failed, text.clone()));
            Some(text)
        }
    }
}
