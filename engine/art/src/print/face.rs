//! Draws both sides of single tiles for printing: with bleed, with backs, and with the crop marks around them.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::Layering;
use tilewright_core::catalog::id::{BagId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Lattice, Turn};
use tilewright_core::catalog::pose::TurnedKind;
use tilewright_core::catalog::tile::TileCell;

use crate::geometry::{Path, Point, is_inside};
use crate::lettering;
use crate::outline::{HEX_HEIGHT, cell_size, center, corners_shown, middle_of, place};
use crate::own::CHIP_RADIUS;
use crate::picture::{Stamp, draw};
use crate::print::layout::{MARK_GAP, MARK_LENGTH, PrintLayout};
use crate::scene::{Color, Pen, Scene, Shape};
use crate::tile::{Artist, bounds};

/// Returns the first bag that contains a tile kind at the start; `None` if no bag does.
pub(crate) fn bag_of(catalog: &Catalog, kind: TileKindId) -> Option<BagId> {
    catalog.bags.iter().find(|(_, bag)| bag.contents.iter().any(|content| content.0 == kind)).map(|(id, _)| id)
}

/// Returns the outlines of the cells of a turned tile, each enlarged by `grow`. The box of the tile begins at the
/// origin, and a cell is `width` wide.
pub(crate) fn outlines(catalog: &Catalog, face: TurnedKind, width: f32, grow: f32) -> Vec<Vec<Point>> {
    let TurnedKind { kind, turn } = face;
    let scale = width;
    let lattice = catalog.lattice;
    let faces = catalog.faces(kind, turn);
    let (width, height) = cell_size(lattice);
    if faces.is_empty() {
        let n = 180;
        let around = |i: usize| {
            Point::new(0.0, -CHIP_RADIUS).rotate(Point::default(), i as f32 * std::f32::consts::TAU / n as f32)
        };
        let ring = |i: usize| (around(i) * (1.0 + grow / (CHIP_RADIUS * scale)) + Point::new(0.5, 0.5)) * scale;
        return vec![(0..n).map(ring).collect()];
    }
    let places: Vec<Point> = faces.iter().map(|f| place(lattice, Cell::new(f.offset.0, f.offset.1))).collect();
    let (corner, _) = bounds(&places, (width, height));
    // The distance from the centre to a side.
    let inner = if lattice == Lattice::Square { 1.0 } else { HEX_HEIGHT } * scale / 2.0;
    let middle = center(lattice);
    let cell = |(at, own): (&Point, &TileCell)| {
        let points = corners_shown(lattice, own.offset, turn).into_iter();
        points.map(|c| (middle + (c - middle) * (1.0 + grow / inner) + *at - corner) * scale).collect()
    };
    places.iter().zip(&catalog.kinds[kind].cells).map(cell).collect()
}

/// Prepares the face of a tile for printing, with bleed.
pub(crate) fn prepare_for_print(artist: &Artist<'_>, face: TurnedKind, layout: &PrintLayout) -> Scene {
    let tile = artist.tile(face.kind, face.turn);
    with_bleed(artist.catalog(), face, &tile, own_bleed(artist, face, layout), layout)
}

/// Prepares the other side of a tile for printing, with bleed: its second face at a turn, or the back of its bag.
pub(crate) fn prepare_back_for_print(artist: &Artist<'_>, kind: TileKindId, turn: Turn, layout: &PrintLayout) -> Scene {
    let catalog = artist.catalog();
    if let Some(mirror) = catalog.kinds[kind].mirror {
        return prepare_for_print(artist, TurnedKind { kind: mirror, turn }, layout);
    }
    let bag = bag_of(catalog, kind);
    let face = TurnedKind { kind, turn: Turn::NONE };
    let own = |grow: f32| artist.own_back(kind, bag?, grow);
    let size = artist.tile(kind, Turn::NONE).size;
    let tile = own(0.0).unwrap_or_else(|| draw_back(catalog, kind, bag, size));
    let beyond = own(layout.bleed / layout.cell).map_or(Vec::new(), |scene| scene.shapes);
    with_bleed(catalog, face, &tile, beyond, layout)
}

/// Returns the own pictures of a tile in units of cells, cut where the bleed ends: their margins belong to the bleed.
fn own_bleed(artist: &Artist<'_>, face: TurnedKind, layout: &PrintLayout) -> Vec<Shape> {
    let catalog = artist.catalog();
    let Some(art) = artist.art() else { return Vec::new() };
    let faces = catalog.faces(face.kind, face.turn);
    let places: Vec<Point> = faces.iter().map(|f| place(catalog.lattice, Cell::new(f.offset.0, f.offset.1))).collect();
    let (corner, _) = bounds(&places, cell_size(catalog.lattice));
    let cells = outlines(catalog, face, 1.0, layout.bleed / layout.cell);
    if places.is_empty() {
        return art.chip(catalog, face.kind, layout.bleed / layout.cell).into_iter().collect();
    }
    let mut shapes = Scene::default();
    for (number, (outline, at)) in cells.iter().zip(&places).enumerate() {
        let own = art.cell(catalog, face.kind, number, face.turn).filter(|own| own.bleed > 0.0);
        if let Some(own) = own.filter(|own| own.layering != Layering::Over) {
            let image = Shape::Image(own.image.translate(*at - corner));
            shapes.shapes.push(Shape::Clipped(Path::polygon(outline), vec![image]));
        }
    }
    shapes.shapes
}

/// Adds the bleed to one side of a tile, in case the cut is slightly off: an enlarged copy for each cell beneath it, and
/// own pictures that extend beyond the cut.
fn with_bleed(catalog: &Catalog, face: TurnedKind, tile: &Scene, beyond: Vec<Shape>, layout: &PrintLayout) -> Scene {
    let (width, height) = (tile.size.0 * layout.cell, tile.size.1 * layout.cell);
    let bleed = Point::new(layout.bleed, layout.bleed);
    let mut scene = Scene::new(width + 2.0 * layout.bleed, height + 2.0 * layout.bleed);
    if layout.bleed > 0.0 {
        let cut = outlines(catalog, face, layout.cell, 0.0);
        for (cut, grown) in cut.iter().zip(outlines(catalog, face, layout.cell, layout.bleed)) {
            // Each cell grows about its own middle, because the sides of a tile can be at different distances from the
            // middle of the tile.
            let middle = middle_of(cut);
            let factor = (grown[0] - middle).length() / (cut[0] - middle).length();
            let mut under = Scene::default();
            under.add_scaled(tile, middle * (1.0 - factor) + bleed, layout.cell * factor);
            scene.shapes.push(Shape::Clipped(Path::polygon(&grown).translate(bleed), under.shapes));
        }
        scene.add_scaled(&Scene { size: tile.size, shapes: beyond }, bleed, layout.cell);
    }
    scene.add_scaled(tile, bleed, layout.cell);
    scene
}

/// Draws the back of a tile, which is the same for all tiles of a bag.
fn draw_back(catalog: &Catalog, kind: TileKindId, bag: Option<BagId>, size: (f32, f32)) -> Scene {
    let (ground, line, light) = (Color::hex(0x7a4b32), Color::hex(0x96654a), Color::hex(0xe9d8bd));
    let mut scene = Scene::new(size.0, size.1);
    let cells = outlines(catalog, TurnedKind { kind, turn: Turn::NONE }, 1.0, 0.0);
    let mut whole = Path::default();
    cells.iter().for_each(|cell| whole.0.extend(Path::polygon(cell).0));
    let mut lines = Path::default();
    for i in -16..=32 {
        let at = i as f32 / 9.0;
        lines.0.extend(Path::from(Point::new(at, 0.0)).to(Point::new(at - size.1, size.1)).0);
        lines.0.extend(Path::from(Point::new(at - size.1, 0.0)).to(Point::new(at, size.1)).0);
    }
    scene.shapes.push(Shape::Clipped(
        whole,
        vec![Shape::Fill(Path::polygon(&rectangle(size)), ground), Shape::Line(lines, Pen::solid(line, 0.01))],
    ));
    let middle = Point::new(size.0 / 2.0, size.1 / 2.0);
    scene.fill(Path::circle(middle, 0.3), ground);
    scene.line(Path::circle(middle, 0.3), Pen::solid(light, 0.016));
    scene.line(Path::circle(middle, 0.265), Pen::solid(light, 0.006));
    // The ornament is a compass rose with eight rays.
    for ray in 0..8 {
        let angle = ray as f32 * std::f32::consts::TAU / 8.0;
        let length = if ray % 2 == 0 { 0.24 } else { 0.15 };
        let tip = (middle - Point::new(0.0, length)).rotate(middle, angle);
        let foot = |side: f32| (middle + Point::new(0.035 * side, -0.035)).rotate(middle, angle);
        scene.fill(Path::polygon(&[tip, foot(1.0), middle]), light);
        scene.fill(Path::polygon(&[tip, foot(-1.0), middle]), line);
    }
    // Some bags have tags that are visible on the back of their tiles.
    let seen = bag.and_then(|bag| catalog.bags[bag].back).filter(|&tag| catalog.kinds[kind].tag(tag) != 0);
    if let Some(picture) = seen.and_then(|tag| catalog.tags[tag].look.as_ref()?.picture.as_ref()) {
        draw(&mut scene, picture, Stamp::new(middle, 0.4));
    }
    let several = catalog.bags.iter().filter(|(_, b)| !b.contents.is_empty()).count() > 1;
    if let (true, Some(bag)) = (several, bag) {
        let name = catalog.bags.name(catalog.declared_bag(bag)).local.replace('_', " ");
        let height = (0.5 / lettering::width(&name).max(0.1)).min(0.07);
        lettering::draw_centered(&mut scene, &name, middle + Point::new(0.0, 0.385), height, light);
    }
    scene
}

fn rectangle(size: (f32, f32)) -> [Point; 4] {
    [Point::default(), Point::new(size.0, 0.0), Point::new(size.0, size.1), Point::new(0.0, size.1)]
}

/// Returns the crop marks of a tile whose box begins at the origin, in millimetres: short lines that extend its sides.
/// They touch no tile. A tile without cells has no crop marks.
pub(crate) fn crop_marks(catalog: &Catalog, kind: TileKindId, layout: &PrintLayout) -> Path {
    let mut path = Path::default();
    if catalog.kinds[kind].cells.is_empty() {
        return path;
    }
    let face = TurnedKind { kind, turn: Turn::NONE };
    let cells = outlines(catalog, face, layout.cell, 0.0);
    let closed: Vec<Vec<Point>> = outlines(catalog, face, layout.cell, layout.bleed)
        .into_iter()
        .map(|mut cell| {
            cell.extend(cell.first().copied());
            cell
        })
        .collect();
    for (number, cell) in cells.iter().enumerate() {
        for (i, &from) in cell.iter().enumerate() {
            let to = cell[(i + 1) % cell.len()];
            let along = (to - from).unit();
            // No cut separates cells of the same tile.
            let across = from.lerp(to, 0.5) + Point::new(along.y, -along.x);
            if closed.iter().enumerate().any(|(other, c)| other != number && is_inside(c, across)) {
                continue;
            }
            for (end, way) in [(to, along), (from, along * -1.0)] {
                // The bleed extends further at the corner of a hexagon, and twice as far at the corner of a triangle.
                let reach = match catalog.lattice {
                    Lattice::Square => layout.bleed,
                    Lattice::Hex => layout.bleed * 1.16,
                    Lattice::Triangle => layout.bleed * 2.0,
                };
                let (start, stop) = (end + way * (reach + MARK_GAP), end + way * (reach + MARK_GAP + MARK_LENGTH));
                if closed
                    .iter()
                    .all(|c| !is_inside(c, start) && !is_inside(c, stop) && !is_inside(c, start.lerp(stop, 0.5)))
                {
                    path.0.extend(Path::from(start).to(stop).0);
                }
            }
        }
    }
    path
}
