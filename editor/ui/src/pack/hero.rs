//! A board for the first page: tiles of a game laid side by side, as its edges allow.

use std::collections::BTreeMap;

use egui::ColorImage;
use tilewright_art::outline::{cell_size, place};
use tilewright_art::raster::pixels;
use tilewright_art::scene::Scene;
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::{Cell, Lattice, Turn, Turns};
use tilewright_core::state::chance::Generator;

/// Columns and rows of cells.
const CELLS: (i16, i16) = (20, 4);
/// Width of a cell, in pixels.
const WIDTH: f32 = 96.0;
/// What is drawn first, so that the page looks the same at every start.
const SEED: u64 = 7;

/// The board, from those kinds of tile that have one cell; nothing where there are none.
pub(super) fn picture(catalog: &Catalog, kinds: &[TileKindId]) -> Option<ColorImage> {
    let kinds: Vec<TileKindId> = kinds.iter().copied().filter(|kind| catalog.kinds[*kind].cells.len() == 1).collect();
    let lattice = catalog.lattice;
    let artist = Artist::new(catalog, Style { frame: false, ornaments: true });
    let (width, height) = cell_size(lattice);
    // Hexes stand in columns that overlap by a quarter, and every second one half a cell lower.
    let column = if lattice == Lattice::Hex { width * 0.75 } else { width };
    let mut scene = Scene::new(column * f32::from(CELLS.0), height * f32::from(CELLS.1));
    for (cell, (kind, turn)) in laid(catalog, &kinds) {
        scene.add(&artist.tile(kind, turn), place(lattice, cell));
    }
    let drawn = pixels(&scene, WIDTH).ok().filter(|_| !kinds.is_empty())?;
    Some(ColorImage::from_rgba_unmultiplied([drawn.width as usize, drawn.height as usize], &drawn.rgba))
}

/// Tiles beside each other whose edges meet; a cell where none fits stays empty.
fn laid(catalog: &Catalog, kinds: &[TileKindId]) -> BTreeMap<Cell, (TileKindId, Turn)> {
    let lattice = catalog.lattice;
    let mut random = Generator::new(SEED);
    let mut laid: BTreeMap<Cell, (TileKindId, Turn)> = BTreeMap::new();
    if kinds.is_empty() {
        return laid;
    }
    for (column, row) in (0..CELLS.0).flat_map(|column| (-1..=CELLS.1).map(move |row| (column, row))) {
        let cell = Cell::new(column, if lattice == Lattice::Hex { row - column / 2 } else { row });
        let fits = |kind: TileKindId| {
            lattice.sides().zip(lattice.steps()).fold(Turns::all(lattice), |turns, (side, (dx, dy))| {
                let Some((other, turn)) = laid.get(&cell.plus(*dx, *dy)) else { return turns };
                let edge = catalog.faces(*other, *turn)[0].edges[lattice.opposite(side).index()];
                turns.and(catalog.turns_meeting(kind, side, edge))
            })
        };
        // Any of them may come next, whatever was laid before; the first that fits from there on does.
        let from = random.below(kinds.len() as u32) as usize;
        let next = kinds.iter().cycle().skip(from).take(kinds.len()).find_map(|&kind| {
            let turns: Vec<Turn> = lattice.turns().filter(|turn| fits(kind).contains(*turn)).collect();
            Some((kind, *turns.get(random.below(turns.len().max(1) as u32) as usize)?))
        });
        laid.extend(next.map(|next| (cell, next)));
    }
    laid
}

#[cfg(test)]
mod tests {
    use tilewright_kit::packs::find::Finder;
    use tilewright_kit::packs::load::{Request, load};

    use super::*;

    #[test]
    fn tiles_lie_as_their_edges_allow() {
        for pack in Finder::bundled().list().unwrap() {
            let loaded = load(&Finder::bundled(), &Request::new([&*pack.id])).unwrap();
            let catalog = loaded.catalog().unwrap();
            let kinds: Vec<_> = catalog.kinds.ids().filter(|kind| catalog.kinds[*kind].cells.len() == 1).collect();
            let laid = laid(catalog, &kinds);
            let cells = f32::from(CELLS.0) * f32::from(CELLS.1 + 2);
            assert!(laid.len() as f32 > cells * 0.9, "{}: {} tiles", pack.id, laid.len());
            for (cell, (kind, turn)) in &laid {
                for (side, (dx, dy)) in catalog.lattice.sides().zip(catalog.lattice.steps()) {
                    if let Some((other, turned)) = laid.get(&cell.plus(*dx, *dy)) {
                        let edge = catalog.faces(*other, *turned)[0].edges[catalog.lattice.opposite(side).index()];
                        assert!(catalog.turns_meeting(*kind, side, edge).contains(*turn), "{}: {cell}", pack.id);
                    }
                }
            }
        }
    }
}
