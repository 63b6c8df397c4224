//! What the gallery changes: counts, new tiles, copies, order. Everything is an edit of the text.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_pack::edit::{Draft, EditError, ItemFile, PathStep, SectionItem, TextEdit, Written, order};
use tilewright_pack::syntax::NodeShape;

use super::tile_cache::TileCache;
use crate::pack::document::{Change, Files};
use crate::painter::Drawing;

/// Changes, and the tiles that are to be chosen afterwards.
pub(super) type Made = Result<(Vec<Change>, Vec<Arc<str>>), EditError>;

/// An id that no tile has.
pub(super) fn free_id(tiles_read: &TileCache, base: &str) -> String {
    let stem = base.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = if stem.is_empty() { base } else { stem };
    let mut names = (2..).map(|n| format!("{stem}{n}"));
    let free = |name: &String| tiles_read.items.find("tiles", name).is_none();
    let first = Some(base.to_owned()).filter(free);
    first.or_else(|| names.find(free)).unwrap_or_default()
}

/// Another number of copies of tiles. Those whose count depends on options stay as they are.
pub(super) fn count(tiles_read: &TileCache, files: &Files, ids: &[Arc<str>], by: i64) -> Made {
    let mut edits: BTreeMap<Arc<str>, Vec<TextEdit>> = BTreeMap::new();
    for (item, node) in ids.iter().filter_map(|id| tiles_read.tile(id)) {
        let Some(text) = files.get(&item.file) else { continue };
        let now = match node.field("count").map(|n| &n.shape) {
            None => 1,
            Some(NodeShape::Int(n)) => *n,
            Some(_) => continue,
        };
        let new = now.saturating_add(by).clamp(0, 100_000);
        if new != now {
            let mut draft = Draft::within(text, node);
            draft.set_field(&[], "count", &Written::Int(new), order::TILE)?;
            edits.entry(item.file.clone()).or_default().extend(draft.edits());
        }
    }
    let changes = edits.into_iter().map(|(path, edits)| Change::Edit { path, edits }).collect();
    Ok((changes, ids.to_vec()))
}

/// A new tile of one cell, behind the others.
pub(super) fn add(tiles_read: &TileCache, files: &Files, base: &str) -> Made {
    let id = free_id(tiles_read, base);
    let drawing = Drawing::blank(&id, &tiles_read.words);
    let (path, edits) = tiles_read.items.append(files, "tiles", &drawing.written(&tiles_read.words))?;
    Ok((vec![Change::Edit { path, edits }], vec![id.into()]))
}

fn list_of(item: &SectionItem) -> Option<(&[PathStep], usize)> {
    match item.path.split_last() {
        Some((PathStep::Item(number), list)) if item.held != ItemFile::One => Some((list, *number)),
        _ => None,
    }
}

/// A copy behind a tile.
pub(super) fn duplicate(tiles_read: &TileCache, files: &Files, id: &str) -> Made {
    let Some((item, node)) = tiles_read.tile(id) else { return Ok((Vec::new(), Vec::new())) };
    let text = files.get(&item.file).map_or("", |text| text);
    let new = free_id(tiles_read, id);
    let (path, edits) = match list_of(item) {
        Some((list, number)) => {
            let mut draft = Draft::new(text)?;
            draft.duplicate(list, number)?;
            let at: Vec<PathStep> =
                list.iter().cloned().chain([PathStep::Item(number + 1), PathStep::field("id")]).collect();
            draft.replace(&at, &Written::text(&new))?;
            (item.file.clone(), draft.edits())
        }
        None => {
            let mut value = Written::of(node, text);
            if let Written::Struct(head, fields) = &mut value {
                *head = None;
                for (_, value) in fields.iter_mut().filter(|(name, _)| name == "id") {
                    *value = Written::text(&new);
                }
            }
            tiles_read.items.append(files, "tiles", &value)?
        }
    };
    Ok((vec![Change::Edit { path, edits }], vec![new.into()]))
}

/// Tiles go; a file that holds nothing else goes with its tile.
pub(super) fn remove(tiles_read: &TileCache, files: &Files, ids: &[Arc<str>]) -> Made {
    let mut changes = Vec::new();
    let mut lists: BTreeMap<Arc<str>, Vec<&SectionItem>> = BTreeMap::new();
    for (item, _) in ids.iter().filter_map(|id| tiles_read.tile(id)) {
        match list_of(item) {
            Some(_) => lists.entry(item.file.clone()).or_default().push(item),
            None => changes.push(Change::Remove { path: item.file.clone() }),
        }
    }
    for (path, mut items) in lists {
        let mut draft = Draft::new(files.get(&path).map_or("", |text| text))?;
        // From the last to the first, so that the numbers of the others stay right.
        items.sort_by_key(|item| std::cmp::Reverse(list_of(item).map(|(_, number)| number)));
        for (list, number) in items.into_iter().filter_map(list_of) {
            draft.remove(list, number)?;
        }
        changes.push(Change::Edit { path, edits: draft.edits() });
    }
    let all = tiles_read.tiles();
    let first = all.iter().position(|item| ids.iter().any(|id| item.id.as_ref() == Some(id))).unwrap_or(0);
    let left = |item: &&&SectionItem| !ids.iter().any(|id| item.id.as_ref() == Some(id));
    let next = all[first..].iter().find(left).or_else(|| all[..first].iter().rev().find(left));
    Ok((changes, next.and_then(|item| item.id.clone()).into_iter().collect()))
}

/// A tile changes places with the one before it or behind it in its list.
pub(super) fn shift(tiles_read: &TileCache, files: &Files, id: &Arc<str>, forth: bool) -> Made {
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
    Ok((vec![Change::Edit { path: item.file.clone(), edits: draft.edits() }], vec![id.clone()]))
}
