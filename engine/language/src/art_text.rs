//! Changes the text of `art/art.ron`: adds pictures, shows them on tiles, and turns them.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use tilewright_core::catalog::art::SheetCell;
use tilewright_pack::edit::{Draft, EditError, NodePath, PathStep, TextEdit, Written, order};
use tilewright_pack::syntax::{Node, NodeShape};
use tilewright_pack::{ART_FILE, ART_FOLDER};

use crate::change::FileChange;
use crate::pack_texts::FileTexts;
use crate::title_id::id_of;

/// Id of the look that is created with the first picture of a pack.
const FIRST_LOOK: &str = "painted";

/// Text of a file without any art.
const EMPTY: &str = "Art(\n    pictures: [],\n    looks: [],\n)\n";

/// Text of the own art of a pack, changed step by step.
#[derive(Debug)]
pub struct ArtText {
    draft: Draft,
    /// True if the pack has no such file yet.
    is_new: bool,
}

impl ArtText {
    /// Parses the text of a pack; a pack without own art gets a new file.
    ///
    /// # Errors
    /// The text is not valid RON.
    pub fn read(files: &FileTexts) -> Result<ArtText, EditError> {
        let text = files.get(ART_FILE);
        Ok(ArtText { draft: Draft::new(text.map_or(EMPTY, |text| text))?, is_new: text.is_none() })
    }

    /// Returns the change of the document.
    pub fn into_change(self) -> FileChange {
        let path: Arc<str> = ART_FILE.into();
        if self.is_new {
            return FileChange::Write { path, text: self.draft.text().into() };
        }
        FileChange::Edit { path, edits: self.draft.edits() }
    }

    /// Returns the ids of the looks, in order.
    pub fn looks(&self) -> Vec<String> {
        self.list("looks").iter().filter_map(id_in).collect()
    }

    /// Returns the id of the look to change: `shown` if the file declares it, otherwise the first look. A file without
    /// looks gets one.
    pub fn look(&self, shown: Option<&str>) -> String {
        let ids = self.looks();
        let own = shown.filter(|shown| ids.iter().any(|id| id == shown));
        own.map(str::to_owned).or_else(|| ids.into_iter().next()).unwrap_or_else(|| FIRST_LOOK.to_owned())
    }

    /// Adds a picture that fills a file of the folder `art`, unless there is one, and returns its id.
    ///
    /// # Errors
    /// The value of `pictures` is not a list.
    pub fn add_picture(&mut self, file: &str) -> Result<String, EditError> {
        let is_same = |entry: &&Node| has_word(entry, "file", file);
        if let Some(id) = self.list("pictures").iter().find(is_same).and_then(id_in) {
            return Ok(id);
        }
        let id = self.free_id("pictures", file);
        let fields = [("id", Written::word(&id)), ("file", Written::text(file))];
        self.append("pictures", &Written::fields(fields))?;
        Ok(id)
    }

    /// Adds a sheet with the grid of this cell, unless there is one, and returns its id.
    ///
    /// # Errors
    /// The value of `sheets` is not a list.
    pub fn add_sheet(&mut self, file: &str, cell: SheetCell) -> Result<String, EditError> {
        let number = |entry: &Node, field: &str| entry.field(field).and_then(as_number).unwrap_or_default();
        let is_same = |entry: &&Node| {
            has_word(entry, "file", file)
                && has_pair(entry, "grid", cell.grid)
                && number(entry, "margin") == i64::from(cell.margin)
                && number(entry, "gap") == i64::from(cell.gap)
        };
        if let Some(id) = self.list("sheets").iter().find(is_same).and_then(id_in) {
            return Ok(id);
        }
        let id = self.free_id("sheets", file);
        let mut fields = vec![("id", Written::word(&id)), ("file", Written::text(file)), ("grid", pair(cell.grid))];
        let free = [("margin", cell.margin), ("gap", cell.gap)].into_iter().filter(|(_, pixels)| *pixels > 0);
        fields.extend(free.map(|(name, pixels)| (name, Written::Int(pixels.into()))));
        self.append("sheets", &Written::fields(fields))?;
        Ok(id)
    }

    /// Adds a picture in a cell of a sheet, unless there is one, and returns its id. `name` is the name of its tile.
    ///
    /// # Errors
    /// The value of `pictures` is not a list.
    pub fn add_cell(&mut self, sheet: &str, at: (u16, u16), name: &str) -> Result<String, EditError> {
        let is_same = |entry: &&Node| has_word(entry, "sheet", sheet) && has_pair(entry, "cell", at);
        if let Some(id) = self.list("pictures").iter().find(is_same).and_then(id_in) {
            return Ok(id);
        }
        let id = self.free_id("pictures", name);
        let fields = [("id", Written::word(&id)), ("sheet", Written::word(sheet)), ("cell", pair(at))];
        self.append("pictures", &Written::fields(fields))?;
        Ok(id)
    }

    /// Shows a picture on a whole tile in a look. An existing entry of the tile keeps its other fields.
    ///
    /// # Errors
    /// A value on the way has another shape than the format requires.
    pub fn show_on_tile(&mut self, look: &str, tile: &str, picture: &str) -> Result<(), EditError> {
        let only = Written::Map(vec![(Written::text(tile), Written::word(picture))]);
        let Some(number) = self.list("looks").iter().position(|entry| id_in(entry).as_deref() == Some(look)) else {
            return self.append("looks", &Written::fields([("id", Written::word(look)), ("tiles", only)]));
        };
        let look = vec![PathStep::field("looks"), PathStep::Item(number)];
        let tiles = step(&look, PathStep::field("tiles"));
        if self.draft.node(&tiles).is_err() {
            return self.draft.set_field(&look, "tiles", &only, order::LOOK_ENTRY);
        }
        let entry = step(&tiles, PathStep::Key(tile.to_owned()));
        let has_fields = self.draft.node(&entry).is_ok_and(|node| node.fields().is_some());
        if !has_fields {
            return self.draft.set_entry(&tiles, tile, &Written::word(picture));
        }
        self.draft.remove_field(&entry, "cells")?;
        self.draft.set_field(&entry, "picture", &Written::word(picture), order::TILE_ART)
    }

    /// Turns the picture whose id, or whose first use, is in a range of the text. A picture that is named only by its
    /// file gets an entry.
    ///
    /// # Errors
    /// There is no such picture.
    pub fn turn_picture(&mut self, range: &Range<usize>, turn: u8) -> Result<(), EditError> {
        let turn = Written::Int(turn.into());
        let entries = self.list("pictures");
        let number = entries.iter().position(|entry| entry.field("id").is_some_and(|id| id.range() == *range));
        if let Some(number) = number {
            let entry = [PathStep::field("pictures"), PathStep::Item(number)];
            return self.draft.set_field(&entry, "turn", &turn, order::PICTURE_ENTRY);
        }
        let missing = || EditError::NotThere(vec![PathStep::field("pictures")]);
        let file = text_at(self.draft.tree(), range).ok_or_else(missing)?;
        let id = self.free_id("pictures", &file);
        let mut places = Vec::new();
        find_texts(self.draft.tree(), &file, &mut Vec::new(), &mut places);
        for place in places {
            self.draft.replace(&place, &Written::word(&id))?;
        }
        let fields = [("id", Written::word(&id)), ("file", Written::text(&file)), ("turn", turn)];
        self.append("pictures", &Written::fields(fields))
    }

    fn list(&self, field: &str) -> &[Node] {
        self.draft.tree().field(field).and_then(Node::items).unwrap_or_default()
    }

    /// Returns an id for an entry, derived from the name of a file, that no other entry of the list has.
    fn free_id(&self, list: &str, name: &str) -> String {
        let taken: BTreeSet<String> = self.list(list).iter().filter_map(id_in).collect();
        let stem = name.rsplit('/').next().unwrap_or(name);
        let id = id_of(stem.rsplit_once('.').map_or(stem, |(stem, _)| stem));
        let id = if id.is_empty() { "picture".to_owned() } else { id };
        let mut names = std::iter::once(id.clone()).chain((2..).map(|number| format!("{id}_{number}")));
        names.find(|name| !taken.contains(name)).unwrap_or_else(|| unreachable!("there are names without end"))
    }

    fn append(&mut self, list: &str, value: &Written) -> Result<(), EditError> {
        let field = [PathStep::field(list)];
        // The list is created empty first, so that its first item has the same layout as later ones.
        if self.draft.node(&field).is_err() {
            self.draft.set_field(&[], list, &Written::List(Vec::new()), order::ART)?;
        }
        let count = self.list(list).len();
        self.draft.insert(&field, count, value)
    }
}

/// Returns the edits that turn a picture; `None` if the text has no picture at this place.
pub fn turn_edits(text: &str, range: &Range<usize>, turn: u8) -> Option<Vec<TextEdit>> {
    let mut art = ArtText { draft: Draft::new(text).ok()?, is_new: false };
    art.turn_picture(range, turn).ok()?;
    Some(art.draft.edits())
}

/// Returns the name of a file in the folder `art` from its path in the pack.
pub fn file_name(path: &str) -> &str {
    path.strip_prefix(ART_FOLDER).unwrap_or(path)
}

fn step(path: &[PathStep], next: PathStep) -> NodePath {
    path.iter().cloned().chain([next]).collect()
}

fn pair(of: (u16, u16)) -> Written {
    Written::Tuple(None, vec![Written::Int(of.0.into()), Written::Int(of.1.into())])
}

fn as_number(node: &Node) -> Option<i64> {
    if let NodeShape::Int(number) = node.shape { Some(number) } else { None }
}

/// True if a field of an entry is this word.
fn has_word(entry: &Node, field: &str, word: &str) -> bool {
    entry.field(field).and_then(Node::as_word).is_some_and(|own| *own.value == *word)
}

/// True if a field of an entry is this pair.
fn has_pair(entry: &Node, field: &str, of: (u16, u16)) -> bool {
    let Some(NodeShape::Tuple(_, values)) = entry.field(field).map(|node| &node.shape) else { return false };
    values.iter().map(as_number).eq([Some(of.0.into()), Some(of.1.into())])
}

fn id_in(entry: &Node) -> Option<String> {
    entry.field("id").and_then(Node::as_word).map(|word| word.value.to_string())
}

/// Returns the text in quotation marks at a range.
fn text_at(node: &Node, range: &Range<usize>) -> Option<String> {
    if let (NodeShape::Text(text), true) = (&node.shape, node.range() == *range) {
        return Some(text.to_string());
    }
    let values = node.entries().unwrap_or_default().iter().map(|(_, value)| value);
    values.chain(node.children()).find_map(|child| text_at(child, range))
}

/// Collects the paths of all values that are this text.
fn find_texts(node: &Node, text: &str, at: &mut NodePath, found: &mut Vec<NodePath>) {
    if matches!(&node.shape, NodeShape::Text(own) if **own == *text) {
        found.push(at.clone());
    }
    let mut visit = |next: PathStep, child: &Node| {
        at.push(next);
        find_texts(child, text, at, found);
        at.pop();
    };
    for (name, value) in node.fields().unwrap_or_default() {
        // Entries of pictures and sheets name the file itself.
        if !matches!(&*name.value, "file" | "licence" | "by" | "from") {
            visit(PathStep::field(&name.value), value);
        }
    }
    for (key, value) in node.entries().unwrap_or_default() {
        visit(PathStep::Key(key.key_text()), value);
    }
    for (number, item) in node.items().unwrap_or_default().iter().enumerate() {
        visit(PathStep::Item(number), item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::apply_edits;

    fn files(text: &str) -> FileTexts {
        FileTexts::from([(ART_FILE.into(), text.into())])
    }

    fn text_after(change: FileChange, before: &str) -> String {
        match change {
            FileChange::Edit { edits, .. } => apply_edits(before, &edits).unwrap(),
            FileChange::Write { text, .. } => text.to_string(),
            FileChange::AddPicture { .. } | FileChange::Remove { .. } => panic!("it changes a text"),
        }
    }

    #[test]
    fn the_first_picture_of_a_pack_makes_a_file() {
        let mut art = ArtText::read(&FileTexts::new()).unwrap();
        let look = art.look(Some("inked"));
        let picture = art.add_picture("bay.png").unwrap();
        art.show_on_tile(&look, "Bay", &picture).unwrap();
        let text = text_after(art.into_change(), "");
        assert_eq!(
            text,
            "Art(\n    pictures: [\n        (id: bay, file: \"bay.png\"),\n    ],\n    looks: [\n        (id: painted, \
             tiles: {\"Bay\": bay}),\n    ],\n)\n"
        );
        // The next picture joins the first one.
        let mut art = ArtText::read(&files(&text)).unwrap();
        let picture = art.add_picture("Bay.png").unwrap();
        art.show_on_tile(&art.look(None), "Cape", &picture).unwrap();
        let text = text_after(art.into_change(), &text);
        assert!(text.contains("(id: bay_2, file: \"Bay.png\"),\n") && text.contains("\"Cape\": bay_2"), "{text}");
    }

    #[test]
    fn entries_of_tiles_keep_their_other_fields() {
        let before = "Art(\n    looks: [\n        (id: a, board: felt),\n        (id: b, tiles: {\"A\": \"a.png\", \"B\": \
                      (picture: b, draw: under), \"C\": (cells: {(0, 0): c}, draw: under)}), // two\n    ],\n)\n";
        let mut art = ArtText::read(&files(before)).unwrap();
        assert_eq!(
            (art.look(Some("b")), art.look(Some("winter")), art.look(None)),
            ("b".into(), "a".into(), "a".into())
        );
        for tile in ["A", "B", "C", "D"] {
            art.show_on_tile("b", tile, "new").unwrap();
        }
        art.show_on_tile("a", "A", "other").unwrap();
        let after = text_after(art.into_change(), before);
        for part in [
            "(id: a, tiles: {\"A\": other}, board: felt)",
            "\"A\": \"new\",",
            "\"B\": (picture: new, draw: under)",
            "\"C\": (picture: new, draw: under)",
            "\"D\": new",
            "// two",
        ] {
            assert!(after.contains(part), "{part}\n{after}");
        }
    }

    #[test]
    fn pictures_are_turned_where_they_are_declared_or_first_named() {
        let text = "Art(\n    pictures: [(id: bay, file: \"bay.png\", turn: 1)],\n    looks: [(id: a, tiles: {\"A\": bay, \
                    \"B\": \"cape.png\", \"C\": (picture: \"cape.png\", draw: under)})],\n)\n";
        let range = |part: &str, inner: &str| {
            let start = text.find(part).unwrap() + part.find(inner).unwrap();
            start..start + inner.len()
        };
        let turned = |range: Range<usize>| turn_edits(text, &range, 3).map(|edits| apply_edits(text, &edits).unwrap());
        let declared = turned(range("id: bay", "bay")).unwrap();
        assert_eq!(declared, text.replace("turn: 1", "turn: 3"));
        let named = turned(range("\"cape.png\"", "\"cape.png\"")).unwrap();
        assert!(named.contains("(id: cape, file: \"cape.png\", turn: 3)"), "{named}");
        assert!(named.contains("\"B\": \"cape\", \"C\": (picture: \"cape\", draw: under)"), "{named}");
        assert_eq!(turned(range("id: a", "a")), None);
    }

    #[test]
    fn a_text_with_mistakes_is_not_changed() {
        assert!(ArtText::read(&files("Art(looks: [")).is_err());
        let mut art = ArtText::read(&files("Art(looks: 3, pictures: 4)")).unwrap();
        assert!(art.add_picture("a.png").is_err() && art.show_on_tile("a", "A", "b").is_err());
    }
}
