//! Lays out tiles to print and cut, in millimetres: many on a sheet, or each on a page for a print shop.

pub(crate) mod face;
pub mod single;

use std::collections::BTreeMap;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BagId, TileKindId};
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::pose::TurnedKind;

use crate::geometry::{Path, Point};
use crate::lettering;
use crate::picture::INK;
use crate::print::face::{bag_of, crop_marks, prepare_back_for_print, prepare_for_print};
use crate::scene::{Color, Pen, Scene};
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
    /// Crop marks and captions of the page, in the size of the page.
    pub marks: Scene,
    /// Boxes for print shops; `None` on sheets with many tiles.
    pub boxes: Option<PageBoxes>,
}

/// Boxes of a page for print shops, each by its top left and bottom right corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PageBoxes {
    /// Box around the cut.
    pub trim: [Point; 2],
    /// Box around the cut and the bleed.
    pub bleed: [Point; 2],
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
        sheets.pictures.push(prepare_for_print(artist, TurnedKind { kind, turn: Turn::NONE }, layout));
        let picture = sheets.pictures.len() - 1;
        let back = if let (Some(flip), Some(_)) = (layout.backs, catalog.kinds[kind].mirror) {
            // The tile has a second face instead of a back. Flipped along the short side, that face must be upside
            // down.
            let half = Turn(catalog.lattice.side_count() as u8 / 2);
            let turn = if flip == Flip::Short { half } else { Turn::NONE };
            sheets.pictures.push(prepare_back_for_print(artist, kind, turn, layout));
            sheets.pictures.len() - 1
        } else if layout.backs.is_some() {
            *backs.entry(bag_of(catalog, kind)).or_insert_with(|| {
                sheets.pictures.push(prepare_back_for_print(artist, kind, Turn::NONE, layout));
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
            let mut page =
                Page { placed: Vec::new(), marks: Scene::new(layout.paper.width, layout.paper.height), boxes: None };
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
