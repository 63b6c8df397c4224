//! Tests printed sheets and their PDF files.

use tilewright_art::geometry::{Point, distance, is_inside};
use tilewright_art::outline::{corners_at, place};
use tilewright_art::pdf::{POINTS, pdf, picture_pdf};
use tilewright_art::print::{Flip, Paper, PrintError, PrintLayout, counts, sheets};
use tilewright_art::raster::pixels;
use tilewright_art::scene::{Scene, Shape};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::{Cell, Turn};

use crate::sides::load_bare_catalog;
use crate::{artist, pack, packs};

/// Returns the numbers after each occurrence of a word in a PDF file.
pub(crate) fn after(bytes: &[u8], word: &str) -> Vec<Vec<f32>> {
    let text = String::from_utf8_lossy(bytes);
    let numbers = |rest: &str| {
        let end = rest.find(['/', ']', '>']).unwrap_or(rest.len());
        rest[..end].split([' ', '[', '\n']).filter_map(|n| n.parse().ok()).collect()
    };
    text.split(word).skip(1).map(numbers).collect()
}

#[test]
fn a_pdf_has_its_pages_in_the_size_of_the_paper() {
    let loaded = pack("carcassonne");
    let catalog = loaded.catalog().unwrap();
    for (paper, width, height) in [(Paper::A4, 595.276, 841.890), (Paper::LETTER, 612.0, 792.0)] {
        let layout = PrintLayout { paper, ..PrintLayout::default() };
        let sheets = sheets(&artist(catalog), &counts(catalog), &layout).unwrap();
        let bytes = pdf(&sheets, "Test");
        assert!(bytes.starts_with(b"%PDF-") && bytes.ends_with(b"%%EOF"));
        let boxes = after(&bytes, "/MediaBox");
        assert_eq!(boxes.len(), sheets.pages.len());
        for found in boxes {
            assert!((found[2] - width).abs() < 0.01 && (found[3] - height).abs() < 0.01, "{found:?}");
        }
        assert_eq!(after(&bytes, "/Count"), [[sheets.pages.len() as f32]]);
        // Every picture is written once, even if it is shown several times.
        assert_eq!(after(&bytes, "/Subtype /Form").len() + after(&bytes, "/Subtype/Form").len(), sheets.pictures.len());
        assert_eq!(bytes, pdf(&sheets, "Test"), "the same bytes each time");
    }
}

#[test]
fn a_picture_is_a_page_of_its_size() {
    let loaded = pack("carcassonne");
    let catalog = loaded.catalog().unwrap();
    let tile = artist(catalog).tile(catalog.kinds.find("V").unwrap(), Turn::NONE);
    let bytes = picture_pdf(&tile, 96.0).unwrap();
    let boxes = after(&bytes, "/MediaBox");
    assert_eq!(boxes.len(), 1);
    assert!((boxes[0][2] - 72.0 * tile.size.0).abs() < 0.01 && (boxes[0][3] - 72.0 * tile.size.1).abs() < 0.01);
    assert_eq!(bytes, picture_pdf(&tile, 96.0).unwrap(), "the same bytes each time");
    assert!(picture_pdf(&tile, 20_000.0).is_err() && picture_pdf(&Scene::new(0.0, 1.0), 96.0).is_err());
}

#[test]
fn every_tile_is_printed_as_often_as_the_game_has_it() {
    for (id, tiles) in [("carcassonne", 72), ("glowmoor", 33), ("discovery", 84), ("inns_cathedrals", 90)] {
        let loaded = pack(id);
        let catalog = loaded.catalog().unwrap();
        let sheets = sheets(&artist(catalog), &counts(catalog), &PrintLayout::default()).unwrap();
        let fronts: usize = sheets.pages.iter().step_by(2).map(|p| p.placed.len()).sum();
        assert_eq!((sheets.tiles, fronts), (tiles, tiles), "{id}");
    }
    // Preset tiles that are in no bag are also printed.
    let loaded = pack("leipzig");
    let catalog = loaded.catalog().unwrap();
    let town = catalog.kinds.find("LPZ1").unwrap();
    assert!(counts(catalog).contains(&(town, 1)));
}

#[test]
fn backs_lie_behind_their_fronts_and_everything_lies_on_the_paper() {
    let loaded = pack("carcassonne");
    let catalog = loaded.catalog().unwrap();
    for flip in [Flip::Long, Flip::Short] {
        let layout = PrintLayout { backs: Some(flip), ..PrintLayout::default() };
        let sheets = sheets(&artist(catalog), &counts(catalog), &layout).unwrap();
        assert_eq!(sheets.pages.len() % 2, 0);
        for pair in sheets.pages.chunks(2) {
            assert_eq!(pair[0].placed.len(), pair[1].placed.len());
            for (&(picture, front), &(_, back)) in pair[0].placed.iter().zip(&pair[1].placed) {
                let (width, height) = sheets.pictures[picture].size;
                let (x, y) = match flip {
                    Flip::Long => (Paper::A4.width - front.x - width, front.y),
                    Flip::Short => (front.x, Paper::A4.height - front.y - height),
                };
                assert!((back.x - x).abs() < 0.01 && (back.y - y).abs() < 0.01, "{flip:?} {front:?} {back:?}");
                for at in [front, back] {
                    assert!(at.x >= layout.margin && at.x + width <= Paper::A4.width - layout.margin, "{at:?}");
                    assert!(at.y >= 0.0 && at.y + height <= Paper::A4.height, "{at:?}");
                }
            }
        }
    }
}

#[test]
fn a_tile_that_may_be_laid_either_way_up_has_its_other_face_behind_it() {
    let loaded = pack("carcassonne");
    let mut catalog = loaded.catalog().unwrap().as_ref().clone();
    let (front, other) = (catalog.kinds.find("V").unwrap(), catalog.kinds.find("A").unwrap());
    let mirror = catalog.add_mirror(front).unwrap();
    catalog.finish();
    assert!(counts(&catalog).iter().all(|&(kind, _)| kind != mirror), "it is not a separate tile");
    let artist = artist(&catalog);
    let printed = |kinds: &[_], flip| {
        let sheets = sheets(&artist, kinds, &PrintLayout { backs: Some(flip), ..PrintLayout::default() }).unwrap();
        let picture = |page: usize, slot: usize| format!("{:?}", sheets.pictures[sheets.pages[page].placed[slot].0]);
        (picture(0, 0), picture(1, 0), picture(1, kinds.len() - 1))
    };
    let (face, ..) = printed(&[(mirror, 1)], Flip::Long);
    let (own, behind, common) = printed(&[(front, 1), (other, 1)], Flip::Long);
    assert!(face == behind && behind != own && behind != common);
    // After the other flip, the back is upside down.
    let (_, behind, _) = printed(&[(front, 1), (other, 1)], Flip::Short);
    assert!(behind != face && behind != own);
}

/// Returns the corners of the smallest box around the ink of a page's marks and the outlines of its pictures.
pub(crate) fn ink_bounds(page: &tilewright_art::print::Page, pictures: &[Scene]) -> (Point, Point) {
    let (mut least, mut most) = (Point::new(f32::MAX, f32::MAX), Point::new(f32::MIN, f32::MIN));
    let mut add = |at: Point, around: f32| {
        least = Point::new(least.x.min(at.x - around), least.y.min(at.y - around));
        most = Point::new(most.x.max(at.x + around), most.y.max(at.y + around));
    };
    for shape in &page.marks.shapes {
        match shape {
            Shape::Fill(path, _) | Shape::Clipped(path, _) => {
                path.to_polylines().concat().into_iter().for_each(|at| add(at, 0.0));
            }
            Shape::Line(path, pen) => path.to_polylines().concat().into_iter().for_each(|at| add(at, pen.width / 2.0)),
            Shape::Image(_) => {}
        }
    }
    for &(picture, corner) in &page.placed {
        let size = pictures[picture].size;
        add(corner, 0.0);
        add(corner + Point::new(size.0, size.1), 0.0);
    }
    (least, most)
}

/// A pack with a tile of one triangle and a tile of two.
const TRIANGLES: &str = r#"Pack(
    id: "demo", version: "1.0.0", format: 1, title: "Demo", authors: ["A. Author"], licence: "MIT", lattice: triangle,
    terrains: [(id: lawn, ground: true)], edges: [(id: lawn, ports: [lawn])], bags: [tiles],
    flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
    tiles: [
        (id: "A", edges: (n: lawn, se: lawn, sw: lawn)),
        (id: "B", cells: [
            (at: (0, 0), edges: (n: lawn, se: lawn, sw: lawn)), (at: (0, -1), edges: (ne: lawn, s: lawn, nw: lawn)),
        ]),
    ],
)"#;

#[test]
fn no_ink_lies_within_the_margin() {
    // The cases are squares, hexagons, triangles, tiles of several cells and chips, in sizes that sometimes just fill
    // the paper.
    let mut lattices = std::collections::BTreeSet::new();
    let shipped = packs();
    let triangles = load_bare_catalog(TRIANGLES).unwrap();
    for catalog in shipped.iter().filter_map(|loaded| Some(&**loaded.catalog()?)).chain([&triangles]) {
        lattices.insert(format!("{:?}", catalog.lattice));
        let artist = artist(catalog);
        // One kind of each size, with enough copies to fill a page.
        let mut sizes = std::collections::BTreeMap::new();
        for (kind, _) in counts(catalog) {
            let size = artist.tile(kind, Turn::NONE).size;
            sizes.entry((size.0.to_bits(), size.1.to_bits())).or_insert((kind, 150));
        }
        let kinds: Vec<(TileKindId, u32)> = sizes.into_values().collect();
        for (paper, margin) in [(Paper::A4, 8.0), (Paper::LETTER, 12.5)] {
            for (cell, bleed) in [(9.3, 0.0), (17.0, 2.0), (27.25, 1.0), (41.37, 2.0), (44.1, 2.0), (63.3, 3.0)] {
                for backs in [None, Some(Flip::Long), Some(Flip::Short)] {
                    let layout = PrintLayout { paper, cell, bleed, margin, backs, ..PrintLayout::default() };
                    let Ok(sheets) = sheets(&artist, &kinds, &layout) else { continue };
                    for page in &sheets.pages {
                        let (least, most) = ink_bounds(page, &sheets.pictures);
                        let far = Point::new(paper.width - margin, paper.height - margin);
                        let is_within =
                            least.x.min(least.y) >= margin - 1e-3 && most.x <= far.x + 1e-3 && most.y <= far.y + 1e-3;
                        assert!(is_within, "{layout:?}: {least:?} to {most:?}");
                    }
                }
            }
        }
    }
    assert_eq!(lattices.len(), 3, "{lattices:?}");
}

/// Returns the outlines of a tile's cells in millimetres, each closed. The box of the tile has its corner at the origin.
fn cut_of(catalog: &Catalog, kind: TileKindId, width: f32) -> Vec<Vec<Point>> {
    let lattice = catalog.lattice;
    let cells: Vec<(i16, i16)> = catalog.kinds[kind].cells.iter().map(|cell| cell.offset).collect();
    if cells.is_empty() {
        let around =
            |i: usize| Point::new(0.0, -0.46).rotate(Point::default(), i as f32 * std::f32::consts::TAU / 720.0);
        return vec![(0..=720).map(|i| (around(i) + Point::new(0.5, 0.5)) * width).collect()];
    }
    let places: Vec<Point> = cells.iter().map(|&(x, y)| place(lattice, Cell::new(x, y))).collect();
    let least = |axis: fn(&Point) -> f32| places.iter().map(axis).fold(f32::INFINITY, f32::min);
    let corner = Point::new(least(|p| p.x), least(|p| p.y));
    let outline = |(&at, &offset): (&Point, &(i16, i16))| {
        let mut points: Vec<Point> =
            corners_at(lattice, offset).into_iter().map(|point| (point + at - corner) * width).collect();
        points.push(points[0]);
        points
    };
    places.iter().zip(&cells).map(outline).collect()
}

/// Tiles of one and of several cells, and a chip.
const SHAPES: &str = r#"
    terrains: [(id: lawn, ground: true)], edges: [(id: lawn, ports: [lawn])], bags: [tiles],
    flow: (turn: [draw(from: tiles), place], ends_with: [tiles]), chips: [(id: "Coin")],"#;

#[test]
fn bleed_is_painted_around_every_outline() {
    let square = r#"(at: (0, 0), edges: (n: lawn, e: lawn, s: lawn, w: lawn))"#;
    let hex = r#"(at: (0, 0), edges: (n: lawn, ne: lawn, se: lawn, s: lawn, sw: lawn, nw: lawn))"#;
    let [down, up] = ["edges: (n: lawn, se: lawn, sw: lawn)", "edges: (ne: lawn, s: lawn, nw: lawn)"];
    let at = |cell: &str, x: i16, y: i16| cell.replace("(0, 0)", &format!("({x}, {y})"));
    let corner = |cell: &str| format!("{cell}, {}, {}", at(cell, 1, 0), at(cell, 0, 1));
    let triangles = format!("(at: (0, 0), {down}), (at: (0, -1), {up}), (at: (1, 0), {up})");
    let packs = [
        ("square", square.to_owned(), corner(square)),
        ("hex", hex.to_owned(), corner(hex)),
        ("triangle", format!("(at: (0, 0), {down})"), triangles),
    ];
    let mut compared = 0;
    for (lattice, one, several) in packs {
        let pack = format!(
            r#"Pack(id: "demo", version: "1.0.0", format: 1, title: "Demo", authors: ["A. Author"], licence: "MIT",
                lattice: {lattice}, {SHAPES} tiles: [(id: "A", cells: [{one}]), (id: "B", cells: [{several}])])"#
        );
        let catalog = load_bare_catalog(&pack).unwrap();
        for (name, kind) in ["A", "B", "Coin"].map(|name| (name, catalog.kinds.find(name).unwrap())) {
            let (cell, bleed, scale) = (30.0, 3.0, 8.0);
            let layout =
                PrintLayout { paper: Paper { width: 999.0, height: 999.0 }, cell, bleed, ..PrintLayout::default() };
            let sheets = sheets(&artist(&catalog), &[(kind, 1)], &layout).unwrap();
            let cut = cut_of(&catalog, kind, cell);
            for (side, page) in ["front", "back"].into_iter().zip(&sheets.pages) {
                let drawn = pixels(&sheets.pictures[page.placed[0].0], scale).unwrap();
                for (number, pixel) in drawn.rgba.chunks_exact(4).enumerate() {
                    let (x, y) = (number % drawn.width as usize, number / drawn.width as usize);
                    let at = Point::new(x as f32 + 0.5, y as f32 + 0.5) * (1.0 / scale) - Point::new(bleed, bleed);
                    let distance = cut.iter().map(|chain| distance(chain, at)).fold(f32::INFINITY, f32::min);
                    // The corner of a pixel is 0.7 pixels from its middle.
                    if cut.iter().any(|chain| is_inside(chain, at)) || distance > bleed - 0.75 / scale {
                        continue;
                    }
                    compared += 1;
                    assert_eq!(pixel[3], 255, "{lattice} {name} {side} at {at:?}, {distance} mm beyond the cut");
                }
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn what_cannot_be_printed_is_said() {
    let loaded = pack("carcassonne");
    let catalog = loaded.catalog().unwrap();
    let artist = artist(catalog);
    assert_eq!(sheets(&artist, &[], &PrintLayout::default()).unwrap_err(), PrintError::Nothing);
    let huge = PrintLayout { cell: 250.0, ..PrintLayout::default() };
    let refused = sheets(&artist, &counts(catalog), &huge).unwrap_err();
    assert_eq!(refused.to_string(), "`A` does not fit on the paper");
    assert!((POINTS - 2.834_645_7).abs() < 1e-5);
}
