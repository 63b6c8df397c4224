//! Converts a Wang set to the plan of a pack.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_core::catalog::lattice::Lattice;
use tilewright_pack::edit::Written;
use tilewright_pack::limits::{BAG, KINDS};

use super::{TiledTile, TiledTileset, WangKind, WangSet, WangTile};
use crate::error::{ExchangeError, ExchangeErrorKind, brief};
use crate::guess::Guesses;
use crate::joins::{JoinChoice, TileRing};
use crate::names::{IdTable, is_tile_id};
use crate::pictures::picture_path;
use crate::plan::{
    ImportRequest, PackPlan, PlannedEdge, PlannedPicture, PlannedSheet, PlannedTerrain, PlannedTile, sort_fields,
};

/// Ground of tiles whose other sides have no colour.
const GROUND: &str = "ground";
/// Names of properties with the number of copies.
const COUNTS: [&str; 4] = ["count", "qty", "copies", "quantity"];

/// Makes the plan of a pack from the Wang set that the author names, or from the first one.
pub(super) fn plan(
    sets: &[TiledTileset],
    request: &ImportRequest<'_>,
    guesses: &mut Guesses,
) -> Result<PackPlan, ExchangeError> {
    let (tileset, wang) = choose(sets, request, guesses)?;
    let mut converter = WangConverter {
        tileset,
        wang,
        request,
        names: IdTable::default(),
        tag_ids: IdTable::default(),
        tile_ids: IdTable::default(),
        ground: String::new(),
        plan: PackPlan { lattice: Lattice::Square, ..PackPlan::default() },
        guesses,
    };
    converter.add_ground();
    if !tileset.rotate {
        converter.guesses.add(None, "tiles are not turned, because the tileset does not allow it");
    }
    converter.add_tiles()?;
    converter.add_terrains();
    Ok(converter.plan)
}

fn choose<'s>(
    sets: &'s [TiledTileset],
    request: &ImportRequest<'_>,
    guesses: &mut Guesses,
) -> Result<(&'s TiledTileset, &'s WangSet), ExchangeError> {
    let all: Vec<(&TiledTileset, &WangSet)> =
        sets.iter().flat_map(|set| set.wang_sets.iter().map(move |wang| (set, wang))).collect();
    let names: Vec<String> = all.iter().take(20).map(|(_, wang)| format!("`{}`", brief(&wang.name))).collect();
    if let Some(wanted) = &request.mapping.set {
        let found = all.into_iter().find(|(_, wang)| wang.name == *wanted);
        return found.ok_or_else(|| {
            let message = format!("there is no Wang set `{}`", brief(wanted));
            ExchangeError::new(ExchangeErrorKind::Missing, message).hint(format!("the sets are {}", names.join(", ")))
        });
    }
    let first = all.iter().find(|(_, wang)| !wang.tiles.is_empty()).copied();
    let Some(first) = first else {
        let error = ExchangeError::new(ExchangeErrorKind::Missing, "no tile has colours at its sides or corners");
        return Err(error.hint("add a Wang set (a terrain set) to the tileset in Tiled, and paint the tiles with it"));
    };
    if all.len() > 1 {
        let text = format!("the Wang set `{}` is used; the sets are {}", brief(&first.1.name), names.join(", "));
        guesses.add(None, text);
    }
    Ok(first)
}

struct WangConverter<'w, 'g> {
    tileset: &'w TiledTileset,
    wang: &'w WangSet,
    request: &'w ImportRequest<'w>,
    /// Ids of terrains by the names of colours.
    names: IdTable,
    tag_ids: IdTable,
    tile_ids: IdTable,
    ground: String,
    plan: PackPlan,
    guesses: &'g mut Guesses,
}

impl WangKind {
    /// Returns the positions of a Wang id at each side, clockwise.
    fn positions(self) -> [&'static [usize]; 4] {
        match self {
            WangKind::Edge => [&[0], &[2], &[4], &[6]],
            WangKind::Corner => [&[7, 1], &[1, 3], &[3, 5], &[5, 7]],
            WangKind::Mixed => [&[7, 0, 1], &[1, 2, 3], &[3, 4, 5], &[5, 6, 7]],
        }
    }

    /// Returns the positions of a Wang id that have colours.
    fn coloured(self) -> impl Iterator<Item = usize> {
        (0..8).filter(move |position| match self {
            WangKind::Edge => position % 2 == 0,
            WangKind::Corner => position % 2 == 1,
            WangKind::Mixed => true,
        })
    }
}

impl WangConverter<'_, '_> {
    /// Returns the id of the terrain for a colour.
    fn terrain(&mut self, colour: u32) -> String {
        if colour == 0 {
            return self.ground.clone();
        }
        let name = match self.wang.colours.get(colour as usize - 1) {
            Some(found) if !found.name.is_empty() => found.name.clone(),
            _ => format!("colour_{colour}"),
        };
        match self.request.mapping.id_of(&name) {
            Some(id) => id.to_owned(),
            None => self.names.id(&name),
        }
    }

    /// Chooses the ground: the most frequent colour, or a separate terrain if most positions have no colour.
    fn add_ground(&mut self) {
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        for tile in &self.wang.tiles {
            for position in self.wang.kind.coloured() {
                *counts.entry(tile.colours[position]).or_default() += 1;
            }
        }
        // Of equally frequent colours, the first one is the ground.
        let commonest = counts.iter().rev().max_by_key(|(_, count)| **count).map_or(0, |(colour, _)| *colour);
        let unset = counts.get(&0).copied().unwrap_or(0);
        let known = self.request.known.and_then(|known| known.ground.first());
        if let Some(ground) = known.or(self.request.mapping.ground.as_ref()) {
            self.ground = ground.clone();
            return;
        }
        self.ground = match commonest {
            0 => self.names.id(GROUND),
            colour => self.terrain(colour),
        };
        if unset > 0 {
            let ground = self.ground.clone();
            self.guesses.add(None, format!("{unset} sides or corners without a colour show `{ground}`"));
        }
    }

    fn add_tiles(&mut self) -> Result<(), ExchangeError> {
        let mut edges: BTreeMap<Vec<String>, String> = BTreeMap::new();
        let mut edge_ids = IdTable::default();
        let mut seen = BTreeSet::new();
        let wang = self.wang;
        if wang.tiles.len() > KINDS {
            let message = format!("the set has {} tiles; a pack has at most {KINDS}", wang.tiles.len());
            return Err(ExchangeError::new(ExchangeErrorKind::TooLarge, message));
        }
        for tile in wang.tiles.iter().filter(|tile| seen.insert(tile.tile)) {
            let planned = self.tile(tile, &mut edges, &mut edge_ids)?;
            self.plan.tiles.push(planned);
        }
        let without = self.tileset.tiles.keys().filter(|tile| !seen.contains(tile)).count();
        if without > 0 {
            self.guesses.add(None, format!("{without} tiles of the tileset have no colours and are left out"));
        }
        // Every edge type has a partner with the opposite order, so that mirrored tiles can show it.
        for ports in edges.keys().cloned().collect::<Vec<_>>() {
            let reversed: Vec<String> = ports.iter().rev().cloned().collect();
            edges.entry(reversed.clone()).or_insert_with(|| edge_ids.id(&edge_name(&reversed)));
        }
        for (ports, id) in &edges {
            let reversed: Vec<String> = ports.iter().rev().cloned().collect();
            let reverse = (reversed != *ports).then(|| edges[&reversed].clone());
            self.plan.edges.push(PlannedEdge { id: id.clone(), ports: ports.clone(), reverse, guess: String::new() });
        }
        Ok(())
    }

    fn tile(
        &mut self,
        tile: &WangTile,
        edges: &mut BTreeMap<Vec<String>, String>,
        edge_ids: &mut IdTable,
    ) -> Result<PlannedTile, ExchangeError> {
        let data = self.tileset.tiles.get(&tile.tile);
        let line = data.and_then(|data| data.line).or(tile.line);
        let mut planned = PlannedTile { line, ..PlannedTile::default() };
        planned.id = self.tile_id(tile, data, &mut planned);
        let lattice = Lattice::Square;
        let positions = self.wang.kind.positions();
        let sides: Vec<Vec<String>> =
            positions.map(|side| side.iter().map(|&at| self.terrain(tile.colours[at])).collect()).into();
        let mut written = Vec::new();
        for (side, ports) in lattice.sides().zip(&sides) {
            let id = edges.entry(ports.clone()).or_insert_with(|| edge_ids.id(&edge_name(ports)));
            written.push((lattice.side_name(side).to_lowercase(), Written::word(id)));
        }
        planned.fields.push(("edges".to_owned(), Written::Struct(None, written)));
        if !self.tileset.rotate {
            planned.fields.push(("turns".to_owned(), Written::List(vec![Written::Int(0)])));
        }
        if (self.tileset.hflip || self.tileset.vflip) && is_chiral(&sides) {
            planned.fields.push(("mirrored".to_owned(), Written::Bool(true)));
        }
        let ground = [self.ground.clone()];
        let choice = JoinChoice { ground: &ground, joins_opposite: self.request.mapping.joins_opposite };
        let ring = TileRing { lattice, sides: lattice.sides().zip(sides).collect() };
        let found = ring.guess_parts(&choice);
        for guess in &found.guesses {
            self.guesses.add(line, format!("`{}`: {guess}", planned.id));
        }
        planned.guesses.extend(found.guesses);
        if !found.parts.is_empty() {
            planned.fields.push(("parts".to_owned(), Written::List(found.parts)));
        }
        if let Some(data) = data {
            self.add_data(data, &mut planned)?;
        }
        planned.picture = self.picture(tile.tile, data, &mut planned.guesses);
        sort_fields(&mut planned.fields);
        Ok(planned)
    }

    fn tile_id(&mut self, tile: &WangTile, data: Option<&TiledTile>, planned: &mut PlannedTile) -> String {
        let named = data.and_then(|data| data.properties.get("name").or_else(|| data.properties.get("id")));
        match named.filter(|name| !name.trim().is_empty()) {
            Some(name) => {
                let id = self.tile_ids.tile_id(name.trim());
                if !is_tile_id(name) || *name != id {
                    planned.guesses.push(format!("`{}` becomes `{id}`", brief(name)));
                }
                id
            }
            None => self.tile_ids.tile_id(&format!("T{}", tile.tile)),
        }
    }

    /// Adds the number of copies and the tags of a tile.
    fn add_data(&mut self, data: &TiledTile, planned: &mut PlannedTile) -> Result<(), ExchangeError> {
        let mut tags = BTreeSet::new();
        for (name, value) in &data.properties {
            let name_in_lower_case = name.to_lowercase();
            if COUNTS.contains(&&*name_in_lower_case) {
                let wrong = |message: String| {
                    ExchangeError::new(ExchangeErrorKind::Value, message)
                        .at_line(data.line)
                        .hint(format!("the property `{}` of a tile is its number of copies", brief(name)))
                };
                match value.trim().parse::<i64>() {
                    Ok(0) => planned.fields.push(("bag".to_owned(), Written::word("none"))),
                    Ok(count) if (1..=BAG as i64).contains(&count) => {
                        planned.fields.push(("count".to_owned(), Written::Int(count)));
                    }
                    Ok(count) => return Err(wrong(format!("{count} copies are not possible"))),
                    Err(_) => return Err(wrong(format!("`{}` is not a number of copies", brief(value)))),
                }
            } else if value == "true" {
                tags.insert(self.tag_ids.id(name));
            } else if !["name", "id"].contains(&name.as_str()) && value != "false" {
                let text = format!("the property `{}` of `{}` is not used", brief(name), planned.id);
                self.guesses.add(data.line, text);
            }
        }
        if !data.class.trim().is_empty() {
            tags.insert(self.tag_ids.id(data.class.trim()));
            self.guesses.add(data.line, format!("the class of `{}` becomes a tag", planned.id));
        }
        if !tags.is_empty() {
            self.plan.tags.extend(tags.iter().cloned());
            planned.fields.push(("tags".to_owned(), Written::List(tags.into_iter().map(Written::Word).collect())));
        }
        Ok(())
    }

    /// Returns the picture of a tile: its own file, or its cell of the sheet.
    fn picture(&mut self, tile: u32, data: Option<&TiledTile>, guesses: &mut Vec<String>) -> Option<PlannedPicture> {
        let own = data.and_then(|data| data.image.as_ref());
        let written = own.or(self.tileset.image.as_ref())?;
        let joined = match self.tileset.folder.is_empty() {
            true => written.clone(),
            false => format!("{}/{written}", self.tileset.folder),
        };
        let path = match picture_path(&joined) {
            Ok(path) => path,
            Err(reason) => {
                let guess = format!("the picture `{}` {reason} and is left out", brief(written));
                if own.is_some() || self.plan.tiles.is_empty() {
                    self.guesses.add(data.and_then(|data| data.line), guess.clone());
                    guesses.push(guess);
                }
                return None;
            }
        };
        if own.is_some() {
            return Some(PlannedPicture::File { path, bleed: 0 });
        }
        let columns = self.tileset.columns.max(1);
        if self.plan.sheets.is_empty() {
            self.plan.sheets.push(PlannedSheet {
                file: path,
                columns,
                rows: self.tileset.tile_count.div_ceil(columns).max(1),
                margin: self.tileset.margin,
                gap: self.tileset.spacing,
            });
        }
        Some(PlannedPicture::Cell { sheet: 0, column: tile % columns, row: tile / columns })
    }

    /// Declares the terrains in the order of their colours, the ground first.
    fn add_terrains(&mut self) {
        let used: BTreeSet<String> = self.plan.edges.iter().flat_map(|edge| edge.ports.iter().cloned()).collect();
        let ground = self.ground.clone();
        let is_guessed = self.request.mapping.ground.is_none();
        let mut terrains: Vec<(String, Option<String>)> = vec![(ground.clone(), None)];
        for number in 1..=self.wang.colours.len() as u32 {
            let id = self.terrain(number);
            let colour = self.wang.colours[number as usize - 1].colour.clone();
            match terrains.iter_mut().find(|(known, _)| *known == id) {
                Some((_, known)) => *known = known.take().or(colour),
                None => terrains.push((id, colour)),
            }
        }
        for id in &used {
            if !terrains.iter().any(|(known, _)| known == id) {
                terrains.push((id.clone(), None));
            }
        }
        let paths: BTreeSet<&String> = self
            .plan
            .edges
            .iter()
            .filter_map(|edge| match &edge.ports[..] {
                [before, path, after] if *before == ground && *after == ground && *path != ground => Some(path),
                _ => None,
            })
            .collect();
        let areas: BTreeSet<&String> = self
            .plan
            .edges
            .iter()
            .filter(|edge| !matches!(&edge.ports[..], [before, _, after] if *before == ground && *after == ground))
            .flat_map(|edge| &edge.ports)
            .collect();
        let planned = terrains.iter().filter(|(id, _)| used.contains(id) || *id == ground).map(|(id, colour)| {
            let is_ground = *id == ground;
            PlannedTerrain {
                id: id.clone(),
                ground: is_ground,
                path: paths.contains(id) && !areas.contains(id),
                colour: colour.clone(),
                guess: match is_ground && is_guessed {
                    true => "the most frequent colour is the ground".to_owned(),
                    false => String::new(),
                },
                site: false,
            }
        });
        let planned = planned.collect();
        self.plan.terrains = planned;
    }
}

/// Returns a name for an edge type with these ports.
fn edge_name(ports: &[String]) -> String {
    match ports {
        [first, rest @ ..] if rest.iter().all(|port| port == first) => first.clone(),
        [before, middle, after] if before == after => format!("{middle}_in_{before}"),
        ports => ports.join("_"),
    }
}

/// True if the mirror image of a square tile is not the same tile turned.
fn is_chiral(sides: &[Vec<String>]) -> bool {
    let reversed = |side: &Vec<String>| side.iter().rev().cloned().collect::<Vec<_>>();
    let mirrored: Vec<Vec<String>> = [0, 3, 2, 1].into_iter().map(|side: usize| reversed(&sides[side])).collect();
    (0..4).all(|turn| (0..4).any(|side| sides[(side + turn) % 4] != mirrored[side]))
}
