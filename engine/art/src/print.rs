//! Lays out sheets to print and cut: the position of each tile on its page, in millimetres.

use std::collections::BTreeMap;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BagId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Lattice, Turn};
use tilewright_core::catalog::tile::TileCell;

use crate::geometry::{Path, Point, is_inside};
use crate::lettering;
use crate::outline::{HEX_HEIGHT, cell_size, corners_shown, place};
use crate::picture::{INK, Stamp, draw};
use crate::scene::{Color, Pen, Scene, Shape};
use crate::tile::Artist;

/// Height for captions at the foot of a page, in millimetres.
const FOOT: f32 = 7.0;
/// Maximum of half the line width in captions, in millimetres.
const CAPTION_PEN: f32 = 0.15;
/// Distance of crop marks from the cut, in addition to the bleed, and the length and width of their lines, in
/// millimetres.
const MARK_GAP: f32 = 0.7;
const MARK_LENGTH: f32 = 2.3;
const MARK_WIDTH: f32 = 0.15;

/// A paper size in millimetres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Paper {
    /// Width of the upright sheet.
    pub width: f32,
    /// Height of the upright sheet.
    pub height: f32,
}

impl Paper {
    /// A4, 210 by 297 millimetres.
    pub const A4: Paper = Paper { width: 210.0, height: 297.0 };
    /// US Letter, 8.5 by 11 inches.
    pub const LETTER: Paper = Paper { width: 215.9, height: 279.4 };
}

/// Direction in which a duplex printer flips the pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flip {
    /// Flips along the long side: backs are mirrored from left to right.
    Long,
    /// Flips along the short side: backs are mirrored from top to bottom.
    Short,
}

/// Page layout of printed sheets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PrintLayout {
    /// Size of the paper.
    pub paper: Paper,
    /// Width of a cell, in millimetres.
    pub cell: f32,
    /// Distance that pictures extend beyond the cut, in millimetres.
    pub bleed: f32,
    /// Width of the unprintable margin, in millimetres.
    pub margin: f32,
    /// Flip direction of the backs; `None` to print no backs.
    pub backs: Option<Flip>,
}

impl Default for PrintLayout {
    fn default() -> PrintLayout {
        PrintLayout { paper: Paper::A4, cell: 45.0, bleed: 2.0, margin: 8.0, backs: Some(Flip::Long) }
    }
}

/// Reason why tiles cannot be printed.
#[derive(Clone, PartialEq, Debug)]
pub enum PrintError {
    /// The list of tiles is empty.
    Nothing,
    /// The tile of this name does not fit on the paper.
    TooLarge(String),
}

impl std::fmt::Display for PrintError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PrintError::Nothing => write!(f, "there is no tile to print"),
            PrintError::TooLarge(name) => write!(f, "the tile `{name}` does not fit on the paper"),
        }
    }
}

impl std::error::Error for PrintError {}

/// Pages to print, with scenes in millimetres.
#[derive(Clone, Debug, Default)]
pub struct Sheets {
    /// Pictures on the pages; a page may show one several times.
    pub pictures: Vec<Scene>,
    /// Pages in the order of printing; each front is followed by its back.
    pub pages: Vec<Page>,
    /// Number of tiles on all fronts.
    pub tiles: usize,
}

/// Tile kinds of one size, each with its number of copies.
type SizeGroup = Vec<(TileKindId, u32)>;

/// Content of one printed page.
#[derive(Clone, Debug)]
pub struct Page {
    /// Index of each picture on the page, with the position of its corner.
    pub placed: Vec<(usize, Point)>,
    /// Crop marks and captions of the page.
    pub marks: Scene,
}

/// Counts the copies of each tile kind in a game: the content of bags, and the presets that are not taken from a bag.
/// Kinds without copies are left out.
pub fn counts(catalog: &Catalog) -> Vec<(TileKindId, u32)> {
    let mut counts: BTreeMap<TileKindId, u32> = BTreeMap::new();
    for (_, bag) in catalog.bags.iter() {
        for &(kind, count) in &bag.contents {
            *counts.entry(kind).or_default() += count;
        }
    }
    for preset in catalog.board.presets.iter().filter(|p| p.from.is_none()) {
        *counts.entry(preset.kind).or_default() += 1;
    }
    counts.into_iter().filter(|&(_, n)| n > 0).collect()
}

/// Arranges tiles on pages.
///
/// # Errors
/// The list of tiles is empty, or a tile is larger than the paper.
pub fn sheets(artist: &Artist<'_>, tiles: &[(TileKindId, u32)], layout: &PrintLayout) -> Result<Sheets, PrintError> {
    let catalog = artist.catalog();
    if tiles.iter().all(|t| t.1 == 0) {
        return Err(PrintError::Nothing);
    }
    let mut sheets = Sheets::default();
    // Tiles of one size share pages, in columns and rows.
    let mut groups: Vec<((u32, u32), SizeGroup)> = Vec::new();
    for &(kind, count) in tiles {
        let size = artist.tile(kind, Turn::NONE).size;
        let key = ((size.0 * 1000.0) as u32, (size.1 * 1000.0) as u32);
        match groups.iter_mut().find(|g| g.0 == key) {
            Some(group) => group.1.push((kind, count)),
            None => groups.push((key, vec![(kind, count)])),
        }
    }
    for (_, group) in &groups {
        lay_group(artist, group, layout, &mut sheets)?;
    }
    let (title, count) = (title(catalog), sheets.pages.len());
    for (number, page) in sheets.pages.iter_mut().enumerate() {
        caption(&mut page.marks, layout, &title, number, count);
    }
    Ok(sheets)
}

fn lay_group(
    artist: &Artist<'_>,
    group: &[(TileKindId, u32)],
    layout: &PrintLayout,
    sheets: &mut Sheets,
) -> Result<(), PrintError> {
    let catalog = artist.catalog();
    let Some(&(first, _)) = group.first() else { return Ok(()) };
    let size = artist.tile(first, Turn::NONE).size;
    let (width, height) = (size.0 * layout.cell, size.1 * layout.cell);
    // The marks of neighbours share the gutter between them.
    let gutter = 2.0 * (layout.bleed + MARK_GAP) + MARK_LENGTH;
    let (across, down) = (width + gutter, height + gutter);
    let marks: BTreeMap<TileKindId, Path> =
        group.iter().map(|&(kind, _)| (kind, crop_marks(catalog, kind, layout))).collect();
    let edge = overhang(marks.values(), (width, height), layout);
    let room = (layout.paper.width - 2.0 * layout.margin, layout.paper.height - 2.0 * layout.margin - FOOT);
    let columns = ((room.0 - 2.0 * edge.x + gutter) / across).floor() as usize;
    let rows = ((room.1 - 2.0 * edge.y + gutter) / down).floor() as usize;
    if columns == 0 || rows == 0 {
        return Err(PrintError::TooLarge(catalog.kinds.name(first).local.to_string()));
    }
    // The block of tiles is centred, so that backs meet fronts.
    let left = (layout.paper.width - columns as f32 * across + gutter) / 2.0;
    let top = (layout.paper.height - FOOT - rows as f32 * down + gutter) / 2.0;
    let mut slots: Vec<(usize, usize, TileKindId)> = Vec::new();
    let mut backs: BTreeMap<Option<BagId>, usize> = BTreeMap::new();
    for &(kind, count) in group {
        sheets.pictures.push(prepare_for_print(artist, kind, Turn::NONE, &artist.tile(kind, Turn::NONE), layout));
        let picture = sheets.pictures.len() - 1;
        let bag = catalog.bags.iter().find(|(_, b)| b.contents.iter().any(|c| c.0 == kind)).map(|(id, _)| id);
        let back = if let (Some(flip), Some(mirror)) = (layout.backs, catalog.kinds[kind].mirror) {
            // The tile has a second face instead of a back. Flipped along the short side, that face must be upside
            // down.
            let half = Turn(catalog.lattice.side_count() as u8 / 2);
            let turn = if flip == Flip::Short { half } else { Turn::NONE };
            sheets.pictures.push(prepare_for_print(artist, mirror, turn, &artist.tile(mirror, turn), layout));
            sheets.pictures.len() - 1
        } else if layout.backs.is_some() {
            *backs.entry(bag).or_insert_with(|| {
                sheets.pictures.push(prepare_for_print(
                    artist,
                    kind,
                    Turn::NONE,
                    &draw_back(catalog, kind, bag, size),
                    layout,
                ));
                sheets.pictures.len() - 1
            })
        } else {
            0
        };
        slots.extend((0..count).map(|_| (picture, back, kind)));
    }
    sheets.tiles += slots.len();
    for chunk in slots.chunks(columns * rows) {
        let corner = |slot: usize, mirrored: Option<Flip>| {
            let (mut column, mut row) = (slot % columns, slot / columns);
            match mirrored {
                Some(Flip::Long) => column = columns - 1 - column,
                Some(Flip::Short) => row = rows - 1 - row,
                None => {}
            }
            // After a flip along the short side, the foot of a page is at the head of its back.
            let top = if mirrored == Some(Flip::Short) { top + FOOT } else { top };
            Point::new(left + column as f32 * across, top + row as f32 * down)
        };
        let side = |mirrored: Option<Flip>| {
            let mut page = Page { placed: Vec::new(), marks: Scene::new(layout.paper.width, layout.paper.height) };
            for (slot, &(front, back, kind)) in chunk.iter().enumerate() {
                let at = corner(slot, mirrored);
                let picture = if mirrored.is_some() { back } else { front };
                page.placed.push((picture, at - Point::new(layout.bleed, layout.bleed)));
                if let Some(lines) = marks.get(&kind).filter(|lines| !lines.0.is_empty()) {
                    page.marks.line(lines.translate(at), Pen::solid(Color::hex(0x333333), MARK_WIDTH));
                }
            }
            page
        };
        sheets.pages.push(side(None));
        if let Some(flip) = layout.backs {
            sheets.pages.push(side(Some(flip)));
        }
    }
    Ok(())
}

/// Returns the outlines of the cells of a turned tile in millimetres, each enlarged by `grow`.
fn outlines(catalog: &Catalog, kind: TileKindId, turn: Turn, layout: &PrintLayout, grow: f32) -> Vec<Vec<Point>> {
    let lattice = catalog.lattice;
    let faces = catalog.faces(kind, turn);
    let (width, height) = cell_size(lattice);
    if faces.is_empty() {
        let n = 48;
        let around =
            |i: usize| Point::new(0.0, -0.46).rotate(Point::default(), i as f32 * std::f32::consts::TAU / n as f32);
        let ring = |i: usize| (around(i) * (1.0 + grow / (0.46 * layout.cell)) + Point::new(0.5, 0.5)) * layout.cell;
        return vec![(0..n).map(ring).collect()];
    }
    let places: Vec<Point> = faces.iter().map(|f| place(lattice, Cell::new(f.offset.0, f.offset.1))).collect();
    let (corner, _) = crate::tile::bounds(&places, (width, height));
    // The distance from the centre to a side.
    let inner = if lattice == Lattice::Square { 1.0 } else { HEX_HEIGHT } * layout.cell / 2.0;
    let middle = crate::outline::center(lattice);
    let cell = |(at, own): (&Point, &TileCell)| {
        let points = corners_shown(lattice, own.offset, turn).into_iter();
        points.map(|c| (middle + (c - middle) * (1.0 + grow / inner) + *at - corner) * layout.cell).collect()
    };
    places.iter().zip(&catalog.kinds[kind].cells).map(cell).collect()
}

/// Prepares the picture of a tile for printing: an enlarged copy beneath it fills the bleed, in case the cut is
/// slightly off.
fn prepare_for_print(artist: &Artist<'_>, kind: TileKindId, turn: Turn, tile: &Scene, layout: &PrintLayout) -> Scene {
    let (width, height) = (tile.size.0 * layout.cell, tile.size.1 * layout.cell);
    let bleed = Point::new(layout.bleed, layout.bleed);
    let mut scene = Scene::new(width + 2.0 * layout.bleed, height + 2.0 * layout.bleed);
    if layout.bleed > 0.0 {
        let grown = 1.0 + 2.0 * layout.bleed / width.min(height);
        let mut under = Scene::new(scene.size.0, scene.size.1);
        let shift = Point::new(width, height) * ((1.0 - grown) / 2.0) + bleed;
        under.add_scaled(tile, shift, layout.cell * grown);
        let mut outline = Path::default();
        for cell in outlines(artist.catalog(), kind, turn, layout, layout.bleed) {
            outline.0.extend(Path::polygon(&cell).translate(bleed).0);
        }
        scene.shapes.push(Shape::Clipped(outline, under.shapes));
    }
    scene.add_scaled(tile, bleed, layout.cell);
    scene
}

/// Draws the back of a tile, which is the same for all tiles of a bag.
fn draw_back(catalog: &Catalog, kind: TileKindId, bag: Option<BagId>, size: (f32, f32)) -> Scene {
    let (ground, line, light) = (Color::hex(0x7a4b32), Color::hex(0x96654a), Color::hex(0xe9d8bd));
    let mut scene = Scene::new(size.0, size.1);
    let cells = outlines(catalog, kind, Turn::NONE, &PrintLayout { cell: 1.0, ..PrintLayout::default() }, 0.0);
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

/// Returns the distance that ink extends beyond the box of a tile, horizontally and vertically: the bleed or the
/// longest crop mark, whichever is larger.
fn overhang<'a>(marks: impl Iterator<Item = &'a Path>, (width, height): (f32, f32), layout: &PrintLayout) -> Point {
    let mut edge = Point::new(layout.bleed, layout.bleed);
    for at in marks.flat_map(Path::to_polylines).flatten() {
        edge.x = edge.x.max(-at.x + MARK_WIDTH / 2.0).max(at.x - width + MARK_WIDTH / 2.0);
        edge.y = edge.y.max(-at.y + MARK_WIDTH / 2.0).max(at.y - height + MARK_WIDTH / 2.0);
    }
    edge
}

/// Returns the crop marks of a tile whose box begins at the origin, in millimetres: short lines that extend its sides.
/// They touch no tile. A tile without cells has no crop marks.
fn crop_marks(catalog: &Catalog, kind: TileKindId, layout: &PrintLayout) -> Path {
    let mut path = Path::default();
    if catalog.kinds[kind].cells.is_empty() {
        return path;
    }
    let cells = outlines(catalog, kind, Turn::NONE, layout, 0.0);
    let closed: Vec<Vec<Point>> = outlines(catalog, kind, Turn::NONE, layout, layout.bleed)
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

/// Joins the titles and versions of the packs in one line.
fn title(catalog: &Catalog) -> String {
    let names: Vec<String> = catalog.packs.iter().map(|p| format!("{} {}", p.title, p.version)).collect();
    names.join(" + ")
}

/// Draws the foot of a page: packs, side, page number, and a line of 50 mm to check the scale.
fn caption(scene: &mut Scene, layout: &PrintLayout, title: &str, number: usize, count: usize) {
    let paper = layout.paper;
    let y = paper.height - layout.margin - 2.0;
    // Lines have a width, so half a pen of the letters and the ruler extends beyond their path.
    let (left, right) = (layout.margin + CAPTION_PEN, paper.width - layout.margin - CAPTION_PEN);
    let write = |scene: &mut Scene, text: &str, x: f32, height: f32| {
        scene.line(
            lettering::outline(text, Point::new(x, y - height), height),
            Pen::solid(INK, height * 0.12).with_round_ends(),
        );
    };
    let side = match layout.backs {
        Some(_) if number % 2 == 1 => " (backs)",
        Some(_) => " (fronts)",
        None => "",
    };
    let page = format!("Page {} of {count}{side}", number + 1);
    let height = 2.4;
    let page_width = lettering::width(&page) * height;
    write(scene, &page, right - page_width, height);
    let ruler = 50.0;
    let room = right - left - page_width - ruler - 22.0;
    let title_height = (room / lettering::width(title).max(0.1)).min(height);
    write(scene, title, left, title_height);
    let x = left + lettering::width(title) * title_height + 6.0;
    let mut line = Path::from(Point::new(x, y - 2.0)).to(Point::new(x, y)).to(Point::new(x + ruler, y));
    line = line.to(Point::new(x + ruler, y - 2.0));
    scene.line(line, Pen::solid(INK, 0.2));
    write(scene, "50 mm", x + ruler / 2.0 - lettering::width("50 mm") * 0.9, 1.8);
}
