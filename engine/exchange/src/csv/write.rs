//! Writes the tiles of a pack as a table: one row for each entry of its lists of tiles and chips.

use std::collections::BTreeMap;

use tilewright_core::catalog::lattice::Lattice;
use tilewright_pack::PackFiles;
use tilewright_pack::edit::{Items, Written};
use tilewright_pack::syntax::{self, Node, NodeShape};

use super::ColumnSeparator;
use super::cells::{list_cell, map_cell, name_of, value_of};
use crate::columns::{HEX, SQUARE, TileColumn};
use crate::plan::sort_fields;

/// Path of the file that assigns pictures to tiles.
const ART: &str = "art/art.ron";

/// Writes all tiles of a pack as a table with commas: one row for each entry of its lists of tiles, then one for each
/// chip. The columns are the fields of tiles; fields without a column are in the column `more`, in the notation of
/// packs. Reading the table gives the same tiles, and writing them again the same bytes. Tiles that cannot be read are
/// left out.
pub fn write_tiles(files: &PackFiles) -> String {
    write_tiles_with(files, ColumnSeparator::Comma)
}

/// Like [`write_tiles`]; returns `None` for a pack without tiles.
pub fn write_any_tiles(files: &PackFiles) -> Option<String> {
    Some(write_tiles(files)).filter(|table| table.lines().nth(1).is_some())
}

/// Like [`write_tiles`], with another separator between the columns.
pub fn write_tiles_with(files: &PackFiles, separator: ColumnSeparator) -> String {
    let items = Items::read(files);
    let rows: Vec<(bool, &Node, &str)> = ["tiles", "chips"]
        .into_iter()
        .flat_map(|section| items.section(section))
        .filter_map(|item| Some((item.section == "chips", items.node(item)?, &**files.get(&item.file)?)))
        .filter(|(_, node, _)| id_of(node).is_some())
        .collect();
    let has_hex_side = rows.iter().any(|(_, node, _)| {
        let edges = node.field("edges").and_then(Node::fields).unwrap_or_default();
        edges.iter().any(|(side, _)| !SQUARE.contains(&&*side.value) && HEX.contains(&&*side.value))
    });
    let lattice = if has_hex_side { Lattice::Hex } else { Lattice::Square };
    let pictures = pictures(files);
    let has_bleed = pictures.values().any(|picture| !picture.bleed.is_empty());
    let columns = TileColumn::all(lattice, rows.iter().any(|(chip, ..)| *chip), has_bleed);
    let mut writer = csv::WriterBuilder::new()
        .delimiter(separator.byte())
        .terminator(csv::Terminator::Any(b'\n'))
        .from_writer(Vec::new());
    // Writing into memory cannot fail, and all rows have the same length.
    let _ = writer.write_record(columns.iter().map(|column| column.name()));
    for (chip, node, text) in rows {
        let row = RowCells::from_node(node, text, chip, &columns, &pictures);
        let _ = writer.write_record(columns.iter().map(|column| row.cells.get(column).map_or("", String::as_str)));
    }
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// Returns the id of a tile, or the name of a chip; `None` for any other value.
fn id_of(node: &Node) -> Option<String> {
    let word = match &node.shape {
        NodeShape::Struct(None, _) => node.field("id")?.as_word(),
        _ => node.as_word(),
    };
    Some(word?.value.to_string())
}

/// Cells of a row by their columns.
#[derive(Default)]
struct RowCells {
    cells: BTreeMap<TileColumn, String>,
}

impl RowCells {
    fn from_node(
        node: &Node,
        text: &str,
        chip: bool,
        columns: &[TileColumn],
        pictures: &BTreeMap<String, TablePicture>,
    ) -> RowCells {
        let mut row = RowCells::default();
        let id = id_of(node).unwrap_or_default();
        if let Some(TablePicture { file, bleed }) = pictures.get(&id) {
            row.cells.insert(TileColumn::Image, file.clone());
            row.cells.insert(TileColumn::Bleed, bleed.clone());
        }
        row.cells.insert(TileColumn::Id, id);
        if chip {
            row.cells.insert(TileColumn::Chip, "true".to_owned());
        }
        let mut more: Vec<(String, Written)> = Vec::new();
        for (name, value) in node.fields().unwrap_or_default().iter().filter(|(name, _)| &*name.value != "id") {
            let value = value_of(value, text);
            if !row.add(&name.value, &value, columns) {
                more.push((name.value.to_string(), value));
            }
        }
        if !more.is_empty() {
            sort_fields(&mut more);
            let fields: Vec<String> = more.iter().map(|(name, value)| format!("{name}: {}", value.flat())).collect();
            row.cells.insert(TileColumn::More, fields.join(", "));
        }
        row
    }

    /// Adds a field to its column. Returns false if it has no column, or a value that its column cannot hold.
    fn add(&mut self, name: &str, value: &Written, columns: &[TileColumn]) -> bool {
        let (column, cell) = match (name, value) {
            ("count", Written::Int(_)) => (TileColumn::Count, value.flat()),
            ("count", Written::Tuple(Some(_), _)) => (TileColumn::Count, value.flat()),
            ("bag", value) => match name_of(value) {
                Some(name) => (TileColumn::Bag, Written::word(name).flat()),
                None => return false,
            },
            ("bags", Written::Map(entries)) => (TileColumn::Bag, format!("{{{}}}", map_cell(entries))),
            ("edges", Written::Struct(None, sides)) => return self.add_sides(sides, columns),
            ("parts", Written::List(parts)) => (TileColumn::Parts, list_cell(parts)),
            ("tags", Written::List(tags)) => (TileColumn::Tags, list_cell(tags)),
            ("tags", Written::Map(tags)) => (TileColumn::Tags, map_cell(tags)),
            ("tags", Written::Word(tag) | Written::Text(tag)) => (TileColumn::Tags, Written::word(tag).flat()),
            ("turns", value) if is_turns(value) => (TileColumn::Turns, value.flat()),
            ("mirrored", Written::Bool(_)) => (TileColumn::Mirrored, value.flat()),
            ("back", Written::Word(back) | Written::Text(back)) => (TileColumn::Back, back.clone()),
            _ => return false,
        };
        if self.cells.contains_key(&column) {
            return false;
        }
        self.cells.insert(column, cell);
        true
    }

    fn add_sides(&mut self, sides: &[(String, Written)], columns: &[TileColumn]) -> bool {
        let column_of = |name: &str| match TileColumn::own(name) {
            Some(column @ TileColumn::Side(_)) if columns.contains(&column) => Some(column),
            _ => None,
        };
        let found: Option<BTreeMap<TileColumn, String>> =
            sides.iter().map(|(name, value)| Some((column_of(name)?, value.flat()))).collect();
        match found {
            Some(found) if found.len() == sides.len() && !found.is_empty() => {
                self.cells.extend(found);
                true
            }
            _ => false,
        }
    }
}

/// True if the column of turns can hold a value.
fn is_turns(value: &Written) -> bool {
    match value {
        Written::List(turns) => turns.len() <= 6 && turns.iter().all(|turn| matches!(turn, Written::Int(_))),
        Written::Word(word) => word == "all" || word == "distinct",
        _ => false,
    }
}

/// Picture of a tile in a table.
#[derive(Clone)]
struct TablePicture {
    file: String,
    /// Margin in hundredths of a cell; empty without a margin.
    bleed: String,
}

/// Returns the pictures that show single tiles, by the ids of the tiles. Pictures in sheets, and pictures with further
/// fields such as a layer, are not in a table.
fn pictures(files: &PackFiles) -> BTreeMap<String, TablePicture> {
    let Some((text, tree)) = files.get(ART).and_then(|text| Some((text, syntax::read(text).tree?))) else {
        return BTreeMap::new();
    };
    let declared: BTreeMap<String, TablePicture> =
        (tree.field("pictures").and_then(Node::items).unwrap_or_default().iter())
            .filter_map(|picture| {
                let word = |name| Some(picture.field(name)?.as_word()?.value.to_string());
                let bleed = match picture.field("bleed") {
                    Some(bleed) => value_of(bleed, text).flat(),
                    None => String::new(),
                };
                let count = 2 + usize::from(!bleed.is_empty());
                let is_plain = picture.fields().is_some_and(|fields| fields.len() == count);
                is_plain.then_some((word("id")?, TablePicture { file: word("file")?, bleed }))
            })
            .collect();
    let looks = tree.field("looks").and_then(Node::items).unwrap_or_default();
    let tiles = looks.first().and_then(|look| look.field("tiles")).and_then(Node::entries).unwrap_or_default();
    let file_of = |node: &Node| {
        let name = node.as_word()?.value.to_string();
        let is_file = name.contains('.');
        declared.get(&name).cloned().or(is_file.then_some(TablePicture { file: name, bleed: String::new() }))
    };
    tiles.iter().filter_map(|(tile, picture)| Some((tile.as_word()?.value.to_string(), file_of(picture)?))).collect()
}
