//! Computes the text edits between two drawings.

use std::collections::BTreeMap;

use tilewright_core::catalog::tile::Port;
use tilewright_pack::Vocabulary;
use tilewright_pack::edit::{Draft, EditError, NodePath, PathStep, TextEdit, WIDTH, Written, node_at, order};
use tilewright_pack::syntax::{Node, NodeShape};

use super::drawing::{DrawnCell, DrawnPart, DrawnTile, PartId, PathTarget, TileCount, side_fields};
use super::refer;

pub(super) type PartNames = BTreeMap<PartId, String>;

impl DrawnTile {
    /// Returns the edits that turn the tile `node`, which was read as `before`, into this drawing. Equal drawings give
    /// no edits, and unchanged content keeps its bytes and comments.
    ///
    /// # Errors
    /// The node is not the source of `before`.
    pub fn patch(
        &self,
        before: &DrawnTile,
        node: &Node,
        text: &str,
        words: &Vocabulary,
    ) -> Result<Vec<TextEdit>, EditError> {
        if self == before {
            return Ok(Vec::new());
        }
        let mut draft = Draft::within(text, node);
        let root: NodePath = Vec::new();
        self.patch_whole(&mut draft, before)?;
        if self.listed == before.listed && self.listed {
            self.patch_cells(&mut draft, before, words)?;
        } else if !self.listed && !before.listed {
            if let ([new], [old]) = (&self.cells[..], &before.cells[..]) {
                patch_cell(&mut draft, &root, old, new, words)?;
            }
        } else if self.listed {
            let cells = self.cells.iter().map(|cell| written_cell(cell, words)).collect();
            draft.set_field(&root, "cells", &Written::List(cells), order::TILE)?;
            draft.remove_field(&root, "edges")?;
            draft.remove_field(&root, "parts")?;
        } else if let [only] = &self.cells[..] {
            let (edges, parts) = written_fields(only, words);
            draft.set_field(&root, "edges", &edges, order::TILE)?;
            if let Some(parts) = parts {
                draft.set_field(&root, "parts", &parts, order::TILE)?;
            }
            draft.remove_field(&root, "cells")?;
        }
        Ok(draft.edits())
    }

    /// Updates the fields of the tile as a whole: id, count, tags, and derivation of ground.
    pub(super) fn patch_whole(&self, draft: &mut Draft, before: &DrawnTile) -> Result<(), EditError> {
        let root: NodePath = Vec::new();
        if self.id != before.id {
            draft.set_field(&root, "id", &Written::text(&self.id), order::TILE)?;
        }
        if self.count != before.count {
            match &self.count {
                TileCount::Unsaid => draft.remove_field(&root, "count")?,
                TileCount::Number(n) => draft.set_field(&root, "count", &Written::Int(*n), order::TILE)?,
                TileCount::Computed(text) => {
                    draft.set_field(&root, "count", &Written::Verbatim(text.clone()), order::TILE)?;
                }
            }
        }
        if self.tags != before.tags {
            set_tags(draft, &root, &self.tags, order::TILE)?;
        }
        if self.derive != before.derive {
            if self.derive {
                draft.remove_field(&root, "derive")?;
            } else {
                draft.set_field(&root, "derive", &Written::Bool(false), order::TILE)?;
            }
        }
        Ok(())
    }

    fn patch_cells(&self, draft: &mut Draft, before: &DrawnTile, words: &Vocabulary) -> Result<(), EditError> {
        let list = vec![PathStep::field("cells")];
        let count = before.cells.len();
        for index in (0..count).rev() {
            if !self.cells.iter().any(|cell| cell.origin == Some(index)) {
                draft.remove(&list, index)?;
            }
        }
        for (at, cell) in self.cells.iter().enumerate() {
            let Some(old) = cell.origin.and_then(|o| before.cells.iter().find(|c| c.origin == Some(o))) else {
                draft.insert(&list, at, &written_cell(cell, words))?;
                continue;
            };
            let path = vec![PathStep::field("cells"), PathStep::Item(at)];
            if old.at != cell.at {
                draft.set_field(&path, "at", &written_pair(cell.at), order::CELL)?;
            }
            patch_cell(draft, &path, old, cell, words)?;
        }
        Ok(())
    }

    /// Returns the tile as a new value.
    pub fn write_tile(&self, words: &Vocabulary) -> Written {
        let mut fields = vec![("id".to_owned(), Written::text(&self.id))];
        let mut add = |name: &str, value: Written| fields.push((name.to_owned(), value));
        match &self.count {
            TileCount::Unsaid => {}
            TileCount::Number(n) => add("count", Written::Int(*n)),
            TileCount::Computed(text) => add("count", Written::Verbatim(text.clone())),
        }
        if !self.tags.is_empty() {
            add("tags", written_tags(&self.tags, false));
        }
        let cells: Vec<Written> = self.cells.iter().map(|cell| written_cell(cell, words)).collect();
        match &self.cells[..] {
            [only] if !self.listed => {
                let (edges, parts) = written_fields(only, words);
                add("edges", edges);
                if !self.derive {
                    add("derive", Written::Bool(false));
                }
                if let Some(parts) = parts {
                    add("parts", parts);
                }
            }
            _ => {
                if !self.derive {
                    add("derive", Written::Bool(false));
                }
                add("cells", Written::List(cells));
            }
        }
        Written::Struct(None, fields)
    }
}

fn join_paths(path: &[PathStep], more: &[PathStep]) -> NodePath {
    path.iter().chain(more).cloned().collect()
}

fn written_pair((x, y): (i16, i16)) -> Written {
    Written::Tuple(None, vec![Written::Int(x.into()), Written::Int(y.into())])
}

pub(super) fn written_cell(cell: &DrawnCell, words: &Vocabulary) -> Written {
    let (edges, parts) = written_fields(cell, words);
    let fields = [("at", written_pair(cell.at)), ("edges", edges)];
    Written::fields(fields.into_iter().chain(parts.map(|parts| ("parts", parts))))
}

/// Returns the edges and the parts of a cell as values.
pub(super) fn written_fields(cell: &DrawnCell, words: &Vocabulary) -> (Written, Option<Written>) {
    let sides = side_fields(words.lattice).iter().copied();
    let shown = sides.zip(&cell.edges).filter(|(_, edge)| !edge.is_empty());
    let edges = Written::fields(shown.map(|(side, edge)| (side, Written::word(edge))));
    let names = given_names(cell, words);
    let named = with_names(cell, &names);
    let parts: Vec<Written> = named.parts.iter().map(|part| written_part(&named, part, words)).collect();
    (edges, (!parts.is_empty()).then_some(Written::List(parts)))
}

pub(super) fn written_part(cell: &DrawnCell, part: &DrawnPart, words: &Vocabulary) -> Written {
    let mut fields = Vec::new();
    let mut add = |name: &str, value: Written| fields.push((name.to_owned(), value));
    if !part.ports.is_empty() {
        add("at", write_ports(cell, part, words));
    }
    if let Some(into) = part.into {
        add("into", written_target(cell, part.id, into, words));
    }
    if let Some(name) = &part.name {
        add("name", Written::word(name));
    }
    if !part.tags.is_empty() {
        add("tags", written_tags(&part.tags, false));
    }
    if let Some(touches) = &part.touches {
        add("touches", Written::List(touches.iter().map(|&t| reference(cell, part.id, t, words)).collect()));
    }
    if fields.is_empty() { Written::word(&part.terrain) } else { Written::Struct(Some(part.terrain.clone()), fields) }
}

fn write_ports(cell: &DrawnCell, part: &DrawnPart, words: &Vocabulary) -> Written {
    Written::List(refer::port_names(cell, part, words).into_iter().map(Written::Word).collect())
}

/// Writes tags as a list of names if each has the value 1 and `numbers` is false, otherwise as a map with numbers.
pub(super) fn written_tags(tags: &[(String, i64)], numbers: bool) -> Written {
    if !numbers && tags.iter().all(|(_, n)| *n == 1) {
        Written::List(tags.iter().map(|(tag, _)| Written::word(tag)).collect())
    } else {
        Written::Map(tags.iter().map(|(tag, n)| (Written::text(tag), Written::Int(*n))).collect())
    }
}

fn written_target(cell: &DrawnCell, from: PartId, target: PathTarget, words: &Vocabulary) -> Written {
    match target {
        PathTarget::End => Written::word("end"),
        PathTarget::Crossing(0) => Written::word("crossing"),
        PathTarget::Crossing(n) => Written::Tuple(Some("crossing".into()), vec![Written::Int(n.into())]),
        PathTarget::Part(part) => reference(cell, from, part, words),
    }
}

fn reference(cell: &DrawnCell, from: PartId, to: PartId, words: &Vocabulary) -> Written {
    let name = cell.part(to).and_then(|part| refer::name_for(cell, part, from, words));
    Written::Word(name.unwrap_or_default())
}

/// Returns names for parts that others refer to and that cannot be identified without a name.
pub(super) fn given_names(cell: &DrawnCell, words: &Vocabulary) -> PartNames {
    let mut names = PartNames::new();
    for part in &cell.parts {
        let into = part.into.and_then(|t| if let PathTarget::Part(p) = t { Some(p) } else { None });
        for to in part.touches.iter().flatten().copied().chain(into) {
            let Some(target) = cell.part(to).filter(|t| !names.contains_key(&t.id)) else { continue };
            if refer::name_for(cell, target, part.id, words).is_none() {
                let taken = |name: &String| {
                    cell.parts.iter().any(|p| p.name.as_ref() == Some(name) || p.terrain == *name)
                        || names.values().any(|n| n == name)
                };
                let name = (1..).map(|n| format!("{}_{n}", target.terrain)).find(|name| !taken(name));
                names.extend(name.map(|name| (to, name)));
            }
        }
    }
    names
}

pub(super) fn with_names(cell: &DrawnCell, names: &PartNames) -> DrawnCell {
    let mut cell = cell.clone();
    for part in &mut cell.parts {
        if let Some(name) = names.get(&part.id) {
            part.name = Some(name.clone());
        }
    }
    cell
}

fn patch_cell(
    draft: &mut Draft,
    path: &[PathStep],
    old: &DrawnCell,
    new: &DrawnCell,
    words: &Vocabulary,
) -> Result<(), EditError> {
    for (side, (before, after)) in side_fields(words.lattice).iter().zip(old.edges.iter().zip(&new.edges)) {
        if before != after {
            draft.set(&join_paths(path, &[PathStep::field("edges"), PathStep::field(side)]), &Written::word(after))?;
        }
    }
    if old.edges == new.edges && old.parts == new.parts {
        return Ok(());
    }
    let new = &with_names(new, &given_names(new, words));
    let list = join_paths(path, &[PathStep::field("parts")]);
    if new.parts.is_empty() {
        return draft.remove_field(path, "parts");
    }
    if old.parts.is_empty() {
        let parts = new.parts.iter().map(|part| written_part(new, part, words)).collect();
        return draft.set_field(path, "parts", &Written::List(parts), order::TILE);
    }
    let source = |part: &DrawnPart| part.origin.and_then(|o| old.parts.iter().find(|p| p.origin == Some(o)));
    let nodes: Vec<Node> = draft.node(&list)?.items().unwrap_or_default().to_vec();
    let text = draft.text().to_owned();
    let plan: Vec<(Option<usize>, Written)> = new
        .parts
        .iter()
        .map(|part| match source(part).and_then(|p| p.origin).and_then(|o| Some((o, nodes.get(o)?))) {
            Some((origin, node)) => (Some(origin), Written::from_node(node, &text)),
            None => (None, written_part(new, part, words)),
        })
        .collect();
    let in_place = plan.len() == nodes.len() && plan.iter().enumerate().all(|(i, (o, _))| *o == Some(i));
    let range = |draft: &Draft| draft.node(&list).map(Node::range);
    let is_tall = |draft: &Draft| Ok::<_, EditError>(draft.text()[range(draft)?].contains('\n'));
    let (tall, in_style) = (is_tall(draft)?, draft.is_laid_out(path, "parts")?);
    if !in_place {
        draft.arrange(&list, &plan)?;
    }
    for (i, part) in new.parts.iter().enumerate() {
        if let Some(before) = source(part) {
            patch_part(draft, &join_paths(&list, &[PathStep::Item(i)]), before, new, part, words)?;
        }
    }
    // Parts in house style, and parts that need several lines now, are laid out in house style. Other parts keep their
    // lines.
    let end = range(draft)?.end;
    let line = draft.text()[..end].rsplit('\n').next().map_or(0, |line| line.chars().count());
    if in_style || (!tall && (is_tall(draft)? || line + 2 > WIDTH)) { draft.lay_out(path, "parts") } else { Ok(()) }
}

pub(super) fn patch_part(
    draft: &mut Draft,
    path: &[PathStep],
    old: &DrawnPart,
    cell: &DrawnCell,
    part: &DrawnPart,
    words: &Vocabulary,
) -> Result<(), EditError> {
    if old.terrain != part.terrain {
        draft.set_head(path, &part.terrain)?;
    }
    let node = draft.node(path)?.clone();
    // Ports keep their written names if these still have the same meaning.
    if !at_says(&node, cell, part, words) {
        if part.ports.is_empty() {
            draft.remove_field(path, "at")?;
        } else {
            draft.set_field(path, "at", &write_ports(cell, part, words), order::PART)?;
        }
    }
    let says = |node: &Node, to: PartId| {
        node.as_word().is_some_and(|w| refer::find(cell, &w.value, Some(part.id), words) == Some(to))
    };
    let was = |from: &DrawnPart, target: PathTarget| from.into == Some(target);
    match part.into {
        None => draft.remove_field(path, "into")?,
        Some(PathTarget::Part(to)) => {
            if !node.field("into").is_some_and(|n| says(n, to)) {
                draft.set_field(path, "into", &reference(cell, part.id, to, words), order::PART)?;
            }
        }
        Some(target) if !was(old, target) => {
            draft.set_field(path, "into", &written_target(cell, part.id, target, words), order::PART)?;
        }
        Some(_) => {}
    }
    if old.name != part.name {
        match &part.name {
            Some(name) => draft.set_field(path, "name", &Written::word(name), order::PART)?,
            None => draft.remove_field(path, "name")?,
        }
    }
    if old.tags != part.tags {
        set_tags(draft, path, &part.tags, order::PART)?;
    }
    match &part.touches {
        None => draft.remove_field(path, "touches")?,
        Some(touches) => {
            let nodes = node.field("touches").map_or(&[][..], |n| n.items().unwrap_or(std::slice::from_ref(n)));
            let written: Vec<Written> = touches
                .iter()
                .map(|&to| match nodes.iter().find(|n| says(n, to)) {
                    Some(kept) => Written::from_node(kept, draft.text()),
                    None => reference(cell, part.id, to, words),
                })
                .collect();
            let same = nodes.len() == written.len() && nodes.iter().zip(touches).all(|(n, &to)| says(n, to));
            if !same || node.field("touches").is_none() {
                draft.set_field(path, "touches", &Written::List(written), order::PART)?;
            }
        }
    }
    // A site without fields is written as its name alone.
    let node = draft.node(path)?;
    if old.ports.len() + old.tags.len() > 0 && node.fields().is_some_and(<[_]>::is_empty) {
        draft.replace(path, &Written::word(&part.terrain))?;
    }
    Ok(())
}

/// Returns true if `at` names exactly the ports of the part.
fn at_says(node: &Node, cell: &DrawnCell, part: &DrawnPart, words: &Vocabulary) -> bool {
    let Some(at) = node.field("at") else { return part.ports.is_empty() };
    let names = match &at.shape {
        NodeShape::List(items) => &items[..],
        _ => std::slice::from_ref(at),
    };
    let mut ports: Vec<Port> = Vec::new();
    for name in names {
        match name.as_word().and_then(|w| refer::ports_named(cell, &w.value, &part.terrain, words)) {
            Some(named) => ports.extend(named),
            None => return false,
        }
    }
    ports.sort_unstable();
    ports.dedup();
    ports == part.ports
}

/// Sets the tags of the value at a path.
///
/// # Errors
/// The value at the path has no fields.
pub fn set_tags(draft: &mut Draft, path: &[PathStep], tags: &[(String, i64)], order: &[&str]) -> Result<(), EditError> {
    if tags.is_empty() {
        return draft.remove_field(path, "tags");
    }
    // Tags that are written as a map stay a map.
    let map =
        node_at(draft.tree(), &join_paths(path, &[PathStep::field("tags")])).is_some_and(|n| n.entries().is_some());
    draft.set_field(path, "tags", &written_tags(tags, map), order)
}
