//! Converts a table to the plan of a pack.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_core::catalog::lattice::Lattice;
use tilewright_pack::edit::Written;
use tilewright_pack::limits::{BAG, BLEED, KINDS};

use super::cells::{self, CellError, name_of};
use super::evidence;
use super::sheet::{SheetRow, TextSheet};
use crate::columns::{HEX, SQUARE, TileColumn};
use crate::error::{ExchangeError, ExchangeErrorKind, ExchangeErrors, MAX_ERRORS, brief};
use crate::guess::Guesses;
use crate::mapping::ImportMapping;
use crate::names::{self, IdTable};
use crate::pictures::picture_path;
use crate::plan::{ImportRequest, PackPlan, PlannedPicture, PlannedTile, sort_fields};

/// Reads a table of tiles.
///
/// # Errors
/// The table cannot be read, or cells of it have no meaning; every such cell is reported.
pub(crate) fn plan(
    bytes: &[u8],
    request: &ImportRequest<'_>,
    guesses: &mut Guesses,
) -> Result<PackPlan, ExchangeErrors> {
    let sheet = TextSheet::read(bytes, guesses).map_err(|error| vec![error])?;
    let layout = SheetLayout::new(&sheet, request.mapping, guesses).map_err(|error| vec![error])?;
    let mut reader = SheetReader {
        layout: &layout,
        mapping: request.mapping,
        ids: IdTable::default(),
        tile_ids: IdTable::default(),
        renamed: BTreeSet::new(),
        errors: Vec::new(),
        guesses,
    };
    let mut tiles = Vec::new();
    for row in &sheet.rows {
        if reader.errors.len() >= MAX_ERRORS {
            break;
        }
        if tiles.len() == KINDS {
            let error =
                ExchangeError::new(ExchangeErrorKind::TooLarge, format!("a pack has at most {KINDS} kinds of tile"));
            reader.errors.push(error.at(row.line));
            break;
        }
        tiles.extend(reader.tile(row));
    }
    if !reader.errors.is_empty() {
        return Err(reader.errors);
    }
    let mut plan = PackPlan { lattice: layout.lattice, tiles, ..PackPlan::default() };
    evidence::complete(&mut plan, layout.has_parts, request, guesses);
    Ok(plan)
}

/// Columns of a table.
#[derive(Clone, Debug)]
struct SheetLayout {
    /// Content of the columns that are used, by their numbers.
    columns: BTreeMap<TileColumn, usize>,
    lattice: Lattice,
    /// True if the table has a column of parts, so that an empty cell means a tile without parts.
    has_parts: bool,
}

impl SheetLayout {
    fn new(sheet: &TextSheet, mapping: &ImportMapping, guesses: &mut Guesses) -> Result<SheetLayout, ExchangeError> {
        let missing = |message: String| {
            let names: Vec<String> = sheet.header.iter().take(20).map(|name| format!("`{}`", brief(name))).collect();
            ExchangeError::new(ExchangeErrorKind::Missing, message)
                .at(sheet.header_line)
                .hint(format!("the columns are {}", names.join(", ")))
        };
        let number = |name: &str| sheet.header.iter().position(|column| column == name);
        let mut columns: BTreeMap<TileColumn, usize> = BTreeMap::new();
        let mut used: BTreeSet<usize> = BTreeSet::new();
        if let Some(name) = mapping.count_column() {
            let column = number(name).ok_or_else(|| missing(format!("there is no column `{}`", brief(name))))?;
            columns.insert(TileColumn::Count, column);
            used.insert(column);
        }
        for (name, content) in &mapping.columns {
            let column = number(name).ok_or_else(|| missing(format!("there is no column `{}`", brief(name))))?;
            if used.insert(column)
                && let Some(content) = content
            {
                columns.entry(*content).or_insert(column);
            }
        }
        // Names of the program's own tables take precedence over usual names.
        for (column, name) in sheet.header.iter().enumerate() {
            if let Some(content) = TileColumn::own(name)
                && !used.contains(&column)
                && !columns.contains_key(&content)
            {
                columns.insert(content, column);
                used.insert(column);
            }
        }
        let mut unused = Vec::new();
        for (column, name) in sheet.header.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            if used.contains(&column) {
                continue;
            }
            match TileColumn::usual(name).filter(|content| !columns.contains_key(content)) {
                Some(content) => {
                    guesses.add(
                        Some(sheet.header_line),
                        format!("the column `{}` is read as `{}`", brief(name), content.name()),
                    );
                    columns.insert(content, column);
                }
                None => unused.push(format!("`{}`", brief(name))),
            }
        }
        if !unused.is_empty() {
            guesses.add(Some(sheet.header_line), format!("not used: {}", unused.join(", ")));
        }
        let is_hex = ["ne", "se", "sw", "nw"].iter().any(|side| columns.contains_key(&TileColumn::Side(side)));
        let is_square = ["e", "w"].iter().any(|side| columns.contains_key(&TileColumn::Side(side)));
        if is_hex && is_square {
            return Err(missing("the table has sides of squares and of hexes".to_owned()));
        }
        // Three sides of six belong to a triangle.
        let has_north = columns.contains_key(&TileColumn::Side("ne")) || columns.contains_key(&TileColumn::Side("s"));
        let lattice = match (is_hex, has_north) {
            (false, _) => Lattice::Square,
            (true, true) => Lattice::Hex,
            (true, false) => Lattice::Triangle,
        };
        let has_parts = columns.contains_key(&TileColumn::Parts);
        Ok(SheetLayout { columns, lattice, has_parts })
    }

    fn cell<'r>(&self, row: &'r SheetRow, column: TileColumn) -> &'r str {
        let number = self.columns.get(&column);
        number.and_then(|&number| row.cells.get(number)).map_or("", String::as_str)
    }
}

struct SheetReader<'s> {
    layout: &'s SheetLayout,
    mapping: &'s ImportMapping,
    /// Ids of terrains, edge types, tags and bags.
    ids: IdTable,
    tile_ids: IdTable,
    /// Names whose change is already listed.
    renamed: BTreeSet<String>,
    errors: ExchangeErrors,
    guesses: &'s mut Guesses,
}

impl SheetReader<'_> {
    fn wrong(&mut self, row: &SheetRow, column: TileColumn, message: String, hint: &str) {
        let message = format!("column `{}`: {message}", column.name());
        let error = ExchangeError::new(ExchangeErrorKind::Value, message).at(row.line);
        self.errors.push(if hint.is_empty() { error } else { error.hint(hint) });
    }

    /// Returns the id for a name: an id, a name of another pack, or a name that becomes an id.
    fn id(&mut self, name: &str, line: usize) -> String {
        if let Some(id) = self.mapping.id_of(name) {
            return id.to_owned();
        }
        if names::is_name_elsewhere(name, names::is_id) {
            return name.to_owned();
        }
        let id = self.ids.id(name);
        if id != name && self.renamed.insert(name.to_owned()) {
            self.guesses.add(Some(line), format!("`{}` becomes `{id}`", brief(name)));
        }
        id
    }

    /// Reads the tile of a row. Returns `None` if the row has no id, or an error that is reported.
    fn tile(&mut self, row: &SheetRow) -> Option<PlannedTile> {
        let mut tile = PlannedTile { line: Some(row.line), ..PlannedTile::default() };
        let mut fields: Vec<(String, Written)> = Vec::new();
        tile.id = self.tile_id(row, &mut tile.guesses);
        tile.chip = self.flag(row, TileColumn::Chip).unwrap_or(false);
        self.count_and_bag(row, &mut fields, &mut tile.guesses);
        let sides = self.sides(row);
        if !sides.is_empty() {
            fields.push(("edges".to_owned(), Written::Struct(None, sides)));
        }
        let parts = self.layout.cell(row, TileColumn::Parts);
        if !parts.is_empty() {
            match cells::read_list(parts) {
                Ok(parts) => fields.push(("parts".to_owned(), Written::List(parts))),
                Err(CellError(message)) => {
                    self.wrong(row, TileColumn::Parts, message, "write parts as in packs: `road(at: [N, S])`");
                }
            }
        }
        fields.extend(self.tags(row));
        fields.extend(self.turns(row));
        let mirrored = self.flag(row, TileColumn::Mirrored);
        fields.extend(mirrored.map(|mirrored| ("mirrored".to_owned(), Written::Bool(mirrored))));
        let back = self.layout.cell(row, TileColumn::Back);
        if !back.is_empty() {
            let is_name = names::is_tile_id(back) || names::is_name_elsewhere(back, names::is_tile_id);
            let back = if is_name { back.to_owned() } else { self.tile_ids.tile_id(back) };
            fields.push(("back".to_owned(), Written::Text(back)));
        }
        tile.picture = self.picture(row, &mut tile.guesses);
        self.more(row, &mut fields);
        sort_fields(&mut fields);
        tile.fields = fields;
        Some(tile)
    }

    fn tile_id(&mut self, row: &SheetRow, guesses: &mut Vec<String>) -> String {
        let name = self.layout.cell(row, TileColumn::Id);
        if names::is_tile_id(name) || names::is_name_elsewhere(name, names::is_tile_id) {
            return name.to_owned();
        }
        // Rows without a name are different tiles.
        let id = match name {
            "" => self.tile_ids.tile_id(&format!("Row{}", row.line)),
            name => self.tile_ids.tile_id(name),
        };
        guesses.push(match name {
            "" => "the row has no id".to_owned(),
            name => format!("`{}` becomes `{id}`", brief(name)),
        });
        self.guesses.add(Some(row.line), format!("the tile is called `{id}`"));
        id
    }

    fn count_and_bag(&mut self, row: &SheetRow, fields: &mut Vec<(String, Written)>, guesses: &mut Vec<String>) {
        let (count, bag) = (self.layout.cell(row, TileColumn::Count), self.layout.cell(row, TileColumn::Bag));
        let count = match count {
            "" => None,
            written => match read_count(written) {
                Ok(count) => Some(count),
                Err(CellError(message)) => {
                    return self.wrong(row, TileColumn::Count, message, "write the number of copies, such as 3");
                }
            },
        };
        if bag.starts_with('{') {
            match cells::read_map(bag) {
                Ok(bags) => fields.push(("bags".to_owned(), Written::Map(bags))),
                Err(CellError(message)) => {
                    self.wrong(row, TileColumn::Bag, message, "write `{tiles: 2, spare: 1}`");
                }
            }
            // A pack refuses both fields together, so a count of another program is left out.
            fields.extend(count.map(|count| ("count".to_owned(), count)));
            return;
        }
        if count == Some(Written::Int(0)) && bag.is_empty() {
            guesses.push("a tile without copies is in no bag".to_owned());
            fields.push(("bag".to_owned(), Written::word("none")));
            return;
        }
        fields.extend(count.map(|count| ("count".to_owned(), count)));
        if !bag.is_empty() {
            let bag = self.id(bag, row.line);
            fields.push(("bag".to_owned(), Written::Word(bag)));
        }
    }

    fn sides(&mut self, row: &SheetRow) -> Vec<(String, Written)> {
        let columns: Vec<&'static str> = self
            .layout
            .columns
            .keys()
            .filter_map(|column| match column {
                TileColumn::Side(side) => Some(*side),
                _ => None,
            })
            .collect();
        let clockwise = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
        let mut sides = Vec::new();
        for side in clockwise.into_iter().filter(|side| columns.contains(side)) {
            let cell = self.layout.cell(row, TileColumn::Side(side));
            if cell.is_empty() {
                continue;
            }
            let value = match cell.starts_with("if(") || cell.starts_with("option(") {
                true => match cells::read_value(cell) {
                    Ok(value) => value,
                    Err(CellError(message)) => {
                        self.wrong(row, TileColumn::Side(side), message, "");
                        continue;
                    }
                },
                false => Written::Word(self.id(cell.trim_matches('"'), row.line)),
            };
            sides.push((side.to_owned(), value));
        }
        sides
    }

    fn tags(&mut self, row: &SheetRow) -> Option<(String, Written)> {
        let cell = self.layout.cell(row, TileColumn::Tags);
        if cell.is_empty() {
            return None;
        }
        let mut value = match cells::read_list(cell) {
            Ok(tags) => Written::List(tags),
            Err(_) => match cells::read_map(cell) {
                Ok(tags) => Written::Map(tags),
                // Other programs write free words.
                Err(_) => {
                    let words = cell.split([',', ';', '\n']).map(str::trim).filter(|word| !word.is_empty());
                    Written::List(words.map(Written::text).collect())
                }
            },
        };
        let mut rename = |name: &mut Written| {
            if let Some(written) = name_of(name) {
                *name = Written::Word(self.id(written, row.line));
            }
        };
        match &mut value {
            Written::List(tags) => tags.iter_mut().for_each(&mut rename),
            Written::Map(tags) => tags.iter_mut().for_each(|(tag, _)| rename(tag)),
            _ => {}
        }
        Some(("tags".to_owned(), value))
    }

    fn turns(&mut self, row: &SheetRow) -> Option<(String, Written)> {
        let cell = self.layout.cell(row, TileColumn::Turns);
        if cell.is_empty() {
            return None;
        }
        if cell == "all" || cell == "distinct" {
            return Some(("turns".to_owned(), Written::word(cell)));
        }
        let numbers = cell.trim_start_matches('[').trim_end_matches(']').split([' ', ',', ';']).map(str::trim);
        let numbers: Result<Vec<Written>, _> =
            numbers.filter(|number| !number.is_empty()).map(|number| number.parse().map(Written::Int)).collect();
        match numbers {
            Ok(numbers) if numbers.len() <= 6 => Some(("turns".to_owned(), Written::List(numbers))),
            _ => {
                let message = format!("`{}` is not a list of turns", brief(cell));
                self.wrong(row, TileColumn::Turns, message, "write `all`, `distinct` or `[0, 2]`");
                None
            }
        }
    }

    fn flag(&mut self, row: &SheetRow, column: TileColumn) -> Option<bool> {
        let cell = self.layout.cell(row, column);
        match &*cell.to_lowercase() {
            "" => None,
            "true" | "yes" | "x" | "1" => Some(true),
            "false" | "no" | "0" => Some(false),
            _ => {
                self.wrong(row, column, format!("`{}` is not true or false", brief(cell)), "write `true`, or nothing");
                None
            }
        }
    }

    fn picture(&mut self, row: &SheetRow, guesses: &mut Vec<String>) -> Option<PlannedPicture> {
        let bleed = self.bleed(row);
        let cell = self.layout.cell(row, TileColumn::Image);
        if cell.is_empty() {
            return None;
        }
        match picture_path(cell) {
            Ok(path) => Some(PlannedPicture::File { path, bleed }),
            Err(reason) => {
                let guess = format!("the picture `{}` {reason} and is left out", brief(cell));
                self.guesses.add(Some(row.line), guess.clone());
                guesses.push(guess);
                None
            }
        }
    }

    /// Returns the margin of the picture of a row; 0 if the table names no margin.
    fn bleed(&mut self, row: &SheetRow) -> u8 {
        let cell = self.layout.cell(row, TileColumn::Bleed);
        match cell.parse::<u8>() {
            Ok(bleed) if u64::from(bleed) <= BLEED => bleed,
            _ if cell.is_empty() => 0,
            _ => {
                let message = format!("`{}` is not a number from 0 to {BLEED}", brief(cell));
                self.wrong(row, TileColumn::Bleed, message, "write hundredths of a cell, such as `3`");
                0
            }
        }
    }

    fn more(&mut self, row: &SheetRow, fields: &mut Vec<(String, Written)>) {
        let cell = self.layout.cell(row, TileColumn::More);
        if cell.is_empty() {
            return;
        }
        match cells::read_fields(cell) {
            Ok(more) => {
                for (name, value) in more {
                    if name == "id" || fields.iter().any(|(field, _)| *field == name) {
                        let message = format!("`{}` already has a column", brief(&name));
                        self.wrong(row, TileColumn::More, message, "write it in one of them");
                    } else {
                        fields.push((name, value));
                    }
                }
            }
            Err(CellError(message)) => {
                self.wrong(row, TileColumn::More, message, "write fields as in packs: `derive: false`");
            }
        }
    }
}

/// Reads a number of copies, or a value that depends on an option.
fn read_count(cell: &str) -> Result<Written, CellError> {
    if cell.starts_with("option(") || cell.starts_with("if(") {
        return cells::read_value(cell);
    }
    // Spreadsheets write `3.0`, and lists of components `3x` or `×3`.
    let digits = cell.trim_matches(['x', 'X', '×', ' ']);
    let digits = digits.strip_suffix(".0").or_else(|| digits.strip_suffix(",0")).unwrap_or(digits);
    match digits.parse::<i64>() {
        Ok(count) if (0..=BAG as i64).contains(&count) => Ok(Written::Int(count)),
        Ok(count) => Err(CellError(format!("{count} copies are not possible; the number may be 0 to {BAG}"))),
        Err(_) => Err(CellError(format!("`{}` is not a number", brief(cell)))),
    }
}

/// Returns the names of the sides of a tile of one cell.
pub(super) fn side_names(lattice: Lattice) -> &'static [&'static str] {
    match lattice {
        Lattice::Square => &SQUARE,
        Lattice::Hex => &HEX,
        Lattice::Triangle => &["n", "se", "sw"],
    }
}
