//! Draws pairs of sides that may meet, as on the board.

use tilewright_art::geometry::Point;
use tilewright_art::outline::{cell_size, place};
use tilewright_art::scene::Scene;
use tilewright_art::sheet::{CaptionedScene, captioned_sheet};
use tilewright_art::tile::Artist;
use tilewright_core::catalog::lattice::{Cell, Turn};

use crate::seams::Seam;

/// Draws each pair of sides with its two tiles and the difference of their colours, in rows of `columns`.
pub fn seam_sheet(artist: &Artist<'_>, seams: &[Seam], columns: usize) -> Scene {
    let catalog = artist.catalog();
    let captioned = seams.iter().map(|seam| {
        let [one, two] = seam.sides.map(|at| {
            let side = catalog.lattice.side_name(at.side);
            format!("{} {side}", catalog.kinds.name(at.kind).local)
        });
        CaptionedScene { scene: pair(artist, seam), caption: format!("{one} - {two}: {:.0}", seam.difference) }
    });
    captioned_sheet(&captioned.collect::<Vec<_>>(), columns)
}

/// Draws two cells whose sides meet.
fn pair(artist: &Artist<'_>, seam: &Seam) -> Scene {
    let catalog = artist.catalog();
    let lattice = catalog.lattice;
    let count = lattice.side_count() as u8;
    let [one, two] = seam.sides;
    let (x, y) = catalog.kinds[one.kind].cells[one.cell].offset;
    let first = Cell::new(x, y);
    let second = lattice.neighbour(first, one.side);
    let turn = Turn((lattice.opposite(one.side).0 + count - two.side.0) % count);
    let places = [first, second].map(|cell| place(lattice, cell));
    let corner = Point::new(places[0].x.min(places[1].x), places[0].y.min(places[1].y));
    let (width, height) = cell_size(lattice);
    let size = Point::new((places[0].x - places[1].x).abs() + width, (places[0].y - places[1].y).abs() + height);
    let mut scene = Scene::new(size.x, size.y);
    scene.add(&artist.cell_at(one.kind, one.cell, Turn::NONE, first), places[0] - corner);
    scene.add(&artist.cell_at(two.kind, two.cell, turn, second), places[1] - corner);
    scene
}
