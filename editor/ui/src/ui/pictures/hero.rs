//! Draws a board for the first page: random tiles of a game whose edges meet.

use std::collections::BTreeMap;

use egui::ColorImage;
use tilewright_art::outline::{cell_size, place};
use tilewright_art::raster::pixels;
use tilewright_art::scene::Scene;
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::{Cell, Lattice, Side, Turn};
use tilewright_core::catalog::tile::TurnedCell;
use tilewright_core::state::chance::Generator;

/// Number of columns and rows of cells.
const CELLS: (i16, i16) = (20, 4);
/// Width of a cell, in pixels.
const WIDTH: f32 = 96.0;
/// Seed that makes the picture the same at every start.
const SEED: u64 = 7;

/// Placed tile: its kind, its turn, and the board cell of its first cell.
type HeroTile = (TileKindId, Turn, Cell);

/// Draws the board with the kinds of tile that have cells; returns `None` if there are no such kinds.
pub(super) fn picture(catalog: &Catalog, kinds: &[TileKindId]) -> Option<ColorImage> {
    let kinds: Vec<TileKindId> = kinds.iter().copied().filter(|kind| !catalog.kinds[*kind].cells.is_empty()).collect();
    let lattice = catalog.lattice;
    let artist = Artist::new(catalog, Style { frame: false, ornaments: true });
    let (width, height) = cell_size(lattice);
    // Columns of hexes overlap by a quarter, and every second column is half a cell lower. Triangles use the same grid.
    let (column, row) = match lattice {
        Lattice::Square => (width, height),
        Lattice::Hex | Lattice::Triangle => (0.75, tilewright_art::outline::HEX_HEIGHT),
    };
    let mut scene = Scene::new(column * f32::from(CELLS.0), row * f32::from(CELLS.1));
    let lying: BTreeMap<Cell, HeroTile> =
        fill_board(catalog, &kinds).into_values().map(|lying| (lying.2, lying)).collect();
    for (kind, turn, first) in lying.into_values() {
        scene.add(&artist.tile(kind, turn), place(lattice, first));
    }
    let drawn = pixels(&scene, WIDTH).ok().filter(|_| !kinds.is_empty())?;
    Some(ColorImage::from_rgba_unmultiplied([drawn.width as usize, drawn.height as usize], &drawn.rgba))
}

/// Fills the board with tiles whose edges meet, keyed by the cells that they cover. Cells where no tile fits stay
/// empty.
fn fill_board(catalog: &Catalog, kinds: &[TileKindId]) -> BTreeMap<Cell, HeroTile> {
    let lattice = catalog.lattice;
    let mut random = Generator::new(SEED);
    let mut laid: BTreeMap<Cell, HeroTile> = BTreeMap::new();
    if kinds.is_empty() {
        return laid;
    }
    for (column, row) in (0..CELLS.0).flat_map(|column| (-1..=CELLS.1).map(move |row| (column, row))) {
        let cell = Cell::new(column, if lattice == Lattice::Square { row } else { row - column / 2 });
        if laid.contains_key(&cell) || !lattice.has_cell(cell) {
            continue;
        }
        // The search starts at a random kind, so that each kind can come next, and takes the first one that fits.
        let from = random.below(kinds.len() as u32) as usize;
        let next = kinds.iter().cycle().skip(from).take(kinds.len()).find_map(|&kind| {
            let turns = catalog.turns(kind).iter().filter(|&turn| fits(catalog, &laid, (kind, turn, cell)));
            let turns: Vec<Turn> = turns.collect();
            Some((kind, *turns.get(random.below(turns.len().max(1) as u32) as usize)?, cell))
        });
        if let Some((kind, turn, cell)) = next {
            laid.extend(catalog.faces(kind, turn).iter().map(|face| (covered_cell(cell, face), (kind, turn, cell))));
        }
    }
    laid
}

/// Returns the board cell that a cell of a tile covers.
fn covered_cell(first: Cell, face: &TurnedCell) -> Cell {
    first.plus(face.offset.0, face.offset.1)
}

/// Returns true if a tile covers no other tile and its edges meet the edges of its neighbours.
fn fits(catalog: &Catalog, laid: &BTreeMap<Cell, HeroTile>, (kind, turn, first): HeroTile) -> bool {
    let lattice = catalog.lattice;
    catalog.faces(kind, turn).iter().all(|face| {
        let here = covered_cell(first, face);
        let meets = |(side, &(dx, dy)): (Side, &(i16, i16))| {
            let there = here.plus(dx, dy);
            laid.get(&there).is_none_or(|&(other, turned, at)| {
                let across = catalog.faces(other, turned).iter().find(|face| covered_cell(at, face) == there);
                across.is_some_and(|across| catalog.meet(face.edge(side), across.edge(lattice.opposite(side))))
            })
        };
        let sides = lattice.sides_of(here).map(|side| (side, &lattice.steps()[side.index()]));
        !laid.contains_key(&here) && lattice.can_lie(first, turn) && sides.into_iter().all(meets)
    })
}

#[cfg(test)]
mod tests {
    use tilewright_kit::packs::find::Finder;
    use tilewright_kit::packs::load::{Request, load};

    use super::*;

    #[test]
    fn tiles_lie_as_their_edges_allow() {
        for pack in Finder::only_bundled().list().unwrap() {
            let loaded = load(&Finder::only_bundled(), &Request::new([&*pack.id])).unwrap();
            let catalog = loaded.catalog().unwrap();
            let kinds: Vec<_> = catalog.kinds.ids().filter(|kind| !catalog.kinds[*kind].cells.is_empty()).collect();
            let laid = fill_board(catalog, &kinds);
            let cells = f32::from(CELLS.0) * f32::from(CELLS.1 + 2);
            assert!(laid.len() as f32 > cells * 0.9, "{}: {} cells", pack.id, laid.len());
            for &lying in laid.values() {
                let others = laid.iter().filter(|(_, other)| **other != lying).map(|(cell, other)| (*cell, *other));
                assert!(fits(catalog, &others.collect(), lying), "{}: {lying:?}", pack.id);
            }
        }
    }
}
