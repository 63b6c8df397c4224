//! Draws pairs of sides that may meet, as on the board.

use tilewright_art::geometry::{Path, Point};
use tilewright_art::lettering;
use tilewright_art::outline::{cell_size, place};
use tilewright_art::scene::{Color, Scene};
use tilewright_art::tile::Artist;
use tilewright_core::catalog::lattice::{Cell, Turn};

use crate::seams::Seam;

/// Gap between pairs, and height of captions, in cells.
const GAP: f32 = 0.12;
const CAPTION: f32 = 0.1;
/// Colours of the background and of captions.
const TABLE: Color = Color::hex(0xe8e4da);
const INK: Color = Color::hex(0x2b2620);

/// Draws each pair of sides with its two tiles and the difference of their colours, in rows of `columns`.
pub fn seam_sheet(artist: &Artist<'_>, seams: &[Seam], columns: usize) -> Scene {
    let catalog = artist.catalog();
    let pairs: Vec<Scene> = seams.iter().map(|seam| pair(artist, seam)).collect();
    let widest = pairs.iter().map(|pair| pair.size.0).fold(1.0, f32::max);
    let highest = pairs.iter().map(|pair| pair.size.1).fold(1.0, f32::max);
    let columns = columns.clamp(1, pairs.len().max(1));
    let rows = pairs.len().div_ceil(columns).max(1);
    let (across, down) = (widest + GAP, highest + GAP + CAPTION * 1.6);
    let (width, height) = (columns as f32 * across + GAP, rows as f32 * down + GAP);
    let mut sheet = Scene::new(width, height);
    let corners = [Point::default(), Point::new(width, 0.0), Point::new(width, height), Point::new(0.0, height)];
    sheet.fill(Path::polygon(&corners), TABLE);
    for (number, (drawn, seam)) in pairs.iter().zip(seams).enumerate() {
        let (column, row) = ((number % columns) as f32, (number / columns) as f32);
        let corner = Point::new(GAP + column * across, GAP + row * down);
        let middle = Point::new((widest - drawn.size.0) / 2.0, (highest - drawn.size.1) / 2.0);
        sheet.add(drawn, corner + middle);
        let [one, two] = seam.sides.map(|at| {
            let side = catalog.lattice.side_name(at.side);
            format!("{} {side}", catalog.kinds.name(at.kind).local)
        });
        let caption = format!("{one} - {two}: {:.0}", seam.difference);
        let height = (widest / lettering::width(&caption).max(0.1)).min(CAPTION);
        let at = corner + Point::new(widest / 2.0, highest + CAPTION);
        lettering::draw_centered(&mut sheet, &caption, at, height, INK);
    }
    sheet
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
