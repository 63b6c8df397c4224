//! Reads the tilesets of LDtk projects: sheets of pictures with tags. LDtk knows nothing about the sides of tiles, so
//! they remain to be painted.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tilewright_core::catalog::lattice::Lattice;
use tilewright_pack::edit::Written;
use tilewright_pack::limits::{BAG, KINDS};

use crate::error::{ExchangeError, ExchangeErrorKind, ExchangeErrors, brief};
use crate::guess::Guesses;
use crate::json::{items, number, read_json, text};
use crate::names::IdTable;
use crate::pictures::picture_path;
use crate::plan::{
    ImportRequest, ImportedPack, PackPlan, PlannedEdge, PlannedPicture, PlannedSheet, PlannedTerrain, PlannedTile,
    sort_fields,
};
use crate::print::print_pack;

/// Edge type and ground of the tiles.
const BLANK: &str = "unpainted";
const SIDES: [&str; 4] = ["n", "e", "s", "w"];

/// Converts a tileset of an LDtk project to a pack: the tileset that the author names, or the first with an image.
///
/// # Errors
/// The file cannot be read, or has no such tileset.
pub fn import_ldtk(bytes: &[u8], request: &ImportRequest<'_>) -> Result<ImportedPack, ExchangeErrors> {
    let mut guesses = Guesses::default();
    let plan = read_json(bytes).and_then(|root| plan(&root, request, &mut guesses));
    plan.and_then(|plan| print_pack(&plan, request, guesses)).map_err(|error| vec![error])
}

fn plan(root: &Value, request: &ImportRequest<'_>, guesses: &mut Guesses) -> Result<PackPlan, ExchangeError> {
    let tilesets = root.get("defs").map_or(&[][..], |defs| items(defs, "tilesets"));
    let name = |set: &Value| text(set, "identifier").unwrap_or_default().to_owned();
    let names: Vec<String> = tilesets.iter().take(20).map(|set| format!("`{}`", brief(&name(set)))).collect();
    let found = match &request.mapping.set {
        Some(wanted) => tilesets.iter().find(|set| name(set) == *wanted),
        None => tilesets.iter().find(|set| text(set, "relPath").is_some()),
    };
    let Some(found) = found else {
        let error = ExchangeError::new(ExchangeErrorKind::Missing, "the project has no such tileset with an image");
        return Err(match names.is_empty() {
            true => error.hint("add a tileset in LDtk"),
            false => error.hint(format!("the tilesets are {}", names.join(", "))),
        });
    };
    if tilesets.len() > 1 {
        let text = format!("the tileset `{}` is used; the tilesets are {}", brief(&name(found)), names.join(", "));
        guesses.add(None, text);
    }
    LdtkTileset::read(found)?.plan(guesses)
}

/// Tileset with the size of its grid.
struct LdtkTileset<'v> {
    value: &'v Value,
    columns: u32,
    rows: u32,
}

impl LdtkTileset<'_> {
    fn read(value: &Value) -> Result<LdtkTileset<'_>, ExchangeError> {
        let size = |name: &str| number(value, name).unwrap_or(0);
        let (grid, spacing, padding) = (size("tileGridSize"), size("spacing"), size("padding"));
        let fit = |pixels: u32| {
            let inner = pixels.saturating_sub(padding.saturating_mul(2)).saturating_add(spacing);
            inner.checked_div(grid.saturating_add(spacing)).unwrap_or(0)
        };
        let columns = number(value, "__cWid").unwrap_or_else(|| fit(size("pxWid")));
        let rows = number(value, "__cHei").unwrap_or_else(|| fit(size("pxHei")));
        if columns == 0 || rows == 0 {
            return Err(ExchangeError::new(ExchangeErrorKind::Value, "the tileset has no tiles"));
        }
        Ok(LdtkTileset { value, columns, rows })
    }

    /// Returns the tags of tiles by their numbers, from the values of an enum.
    fn tags(&self, ids: &mut IdTable) -> BTreeMap<u32, BTreeSet<String>> {
        let mut tags: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
        for entry in items(self.value, "enumTags") {
            let Some(name) = text(entry, "enumValueId") else { continue };
            let id = ids.id(name);
            for tile in items(entry, "tileIds").iter().filter_map(Value::as_u64) {
                tags.entry(u32::try_from(tile).unwrap_or(u32::MAX)).or_default().insert(id.clone());
            }
        }
        tags
    }

    /// Returns the numbers of the tiles to import: tiles that are not transparent; if that is not known, tiles with
    /// data; otherwise all.
    fn numbers(&self, with_data: &BTreeSet<u32>, guesses: &mut Guesses) -> Result<Vec<u32>, ExchangeError> {
        let cell_count = u64::from(self.columns) * u64::from(self.rows);
        // Four digits for each tile: transparency, red, green and blue.
        let colours = self.value.get("cachedPixelData").and_then(|cached| text(cached, "averageColors"));
        let opaque = |number: u64| {
            let start = (number as usize).saturating_mul(4);
            colours.and_then(|colours| colours.get(start..start + 4)).is_none_or(|colour| !colour.starts_with('0'))
        };
        let numbers: Vec<u32> = match colours {
            Some(_) => (0..cell_count.min(u64::from(u32::MAX)))
                .take(1_000_000)
                .filter(|&number| opaque(number) || with_data.contains(&(number as u32)))
                .map(|number| number as u32)
                .take(KINDS + 1)
                .collect(),
            None if !with_data.is_empty() => {
                guesses.add(None, "only tiles with tags or data are imported");
                with_data.iter().copied().filter(|&number| u64::from(number) < cell_count).collect()
            }
            None => (0..cell_count.min(KINDS as u64 + 1)).map(|number| number as u32).collect(),
        };
        if numbers.len() > KINDS {
            let message = format!("the tileset has more than {KINDS} tiles, the maximum of a pack");
            return Err(ExchangeError::new(ExchangeErrorKind::TooLarge, message)
                .hint("give the tiles of the game tags in LDtk, so that only these are imported"));
        }
        Ok(numbers)
    }

    fn plan(&self, guesses: &mut Guesses) -> Result<PackPlan, ExchangeError> {
        let (mut tag_ids, mut tile_ids) = (IdTable::default(), IdTable::default());
        let tags = self.tags(&mut tag_ids);
        let data: BTreeMap<u32, &str> = items(self.value, "customData")
            .iter()
            .filter_map(|entry| Some((number(entry, "tileId")?, text(entry, "data")?)))
            .collect();
        let with_data = tags.keys().chain(data.keys()).copied().collect();
        let written = text(self.value, "relPath").unwrap_or_default();
        let sheet = match picture_path(written) {
            Ok(file) => Some(file),
            Err(reason) => {
                guesses.add(None, format!("the picture `{}` {reason} and is left out", brief(written)));
                None
            }
        };
        let mut plan = PackPlan { lattice: Lattice::Square, ..PackPlan::default() };
        let size = |name: &str| number(self.value, name).unwrap_or(0);
        plan.sheets.extend(sheet.map(|file| PlannedSheet {
            file,
            columns: self.columns,
            rows: self.rows,
            margin: size("padding"),
            gap: size("spacing"),
        }));
        for number in self.numbers(&with_data, guesses)? {
            let mut tile = PlannedTile { id: format!("T{number}"), ..PlannedTile::default() };
            let edges = SIDES.map(|side| (side.to_owned(), Written::word(BLANK)));
            tile.fields.push(("edges".to_owned(), Written::Struct(None, edges.into())));
            if let Some(data) = data.get(&number) {
                self.add_data(data, &mut tile, &mut tile_ids, guesses)?;
            }
            if let Some(tags) = tags.get(&number) {
                plan.tags.extend(tags.iter().cloned());
                let tags = tags.iter().map(|tag| Written::word(tag)).collect();
                tile.fields.push(("tags".to_owned(), Written::List(tags)));
            }
            let cell = PlannedPicture::Cell { sheet: 0, column: number % self.columns, row: number / self.columns };
            tile.picture = (!plan.sheets.is_empty()).then_some(cell);
            sort_fields(&mut tile.fields);
            plan.tiles.push(tile);
        }
        // Tiles keep different ids if one is called like the number of another.
        let mut seen = BTreeSet::new();
        for tile in &mut plan.tiles {
            while !seen.insert(tile.id.clone()) {
                tile.id.push('_');
            }
        }
        guesses.add(None, format!("the sides of all {} tiles are still to be painted", plan.tiles.len()));
        plan.terrains.push(PlannedTerrain {
            id: BLANK.to_owned(),
            ground: true,
            guess: "LDtk has no sides; paint the tiles".to_owned(),
            ..PlannedTerrain::default()
        });
        plan.edges.push(PlannedEdge { id: BLANK.to_owned(), ports: vec![BLANK.to_owned()], ..PlannedEdge::default() });
        Ok(plan)
    }

    /// Reads lines of data such as `name: Bay` and `count: 3`.
    fn add_data(
        &self,
        data: &str,
        tile: &mut PlannedTile,
        ids: &mut IdTable,
        guesses: &mut Guesses,
    ) -> Result<(), ExchangeError> {
        for line in data.lines().take(100).map(str::trim).filter(|line| !line.is_empty()) {
            let entry = line.split_once([':', '=']).map(|(key, value)| (key.trim().to_lowercase(), value.trim()));
            match entry {
                Some((key, value)) if ["count", "qty", "copies", "quantity"].contains(&&*key) => {
                    let count = value.parse::<i64>().ok().filter(|count| (1..=BAG as i64).contains(count));
                    let Some(count) = count else {
                        let message = format!("`{}` is not a number of copies of `{}`", brief(value), tile.id);
                        return Err(ExchangeError::new(ExchangeErrorKind::Value, message));
                    };
                    if tile.field("count").is_none() {
                        tile.fields.push(("count".to_owned(), Written::Int(count)));
                    }
                }
                Some((key, value)) if ["name", "id"].contains(&&*key) && !value.is_empty() => {
                    tile.id = ids.tile_id(value);
                }
                _ => {
                    let guess = format!("data that is not read: {}", brief(line));
                    guesses.add(None, format!("`{}`: {guess}", tile.id));
                    tile.guesses.push(guess);
                }
            }
        }
        Ok(())
    }
}
