//! Lays out tiles, figures, tokens, boards and cards to print and cut, in millimetres: many on a sheet, or each on a page for a
//! print shop.

pub mod card;
pub(crate) mod face;
mod layout;
mod pieces;
mod poster;
mod sheet;
pub mod single;

use std::collections::BTreeMap;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{FigureKindId, TileKindId, TokenId};
use tilewright_core::catalog::seat::Seat;

use crate::bare_board::BareBoard;
use crate::geometry::{Path, Point};
use crate::lettering;
use crate::picture::INK;
use crate::print::card::TextCard;
pub use crate::print::layout::{Flip, Paper, PrintLayout};
use crate::print::layout::{MARK_GAP, MARK_LENGTH, MARK_PEN, MARK_WIDTH};
use crate::print::pieces::{Facing, PieceMaker};
use crate::scene::{Pen, Scene};
use crate::tile::Artist;

/// Height for captions at the foot of a page, in millimetres.
const FOOT: f32 = 7.0;
/// Maximum of half the line width in captions, in millimetres.
const CAPTION_PEN: f32 = 0.15;
/// Equal figures of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FigureCopies {
    /// Kind of the figures.
    pub kind: FigureKindId,
    /// Seat that owns them.
    pub seat: Seat,
    /// Number of figures.
    pub count: u16,
}

/// Equal cards with text.
#[derive(Clone, PartialEq, Debug)]
pub struct CardCopies {
    /// The card.
    pub card: TextCard,
    /// Number of cards.
    pub count: u16,
}

/// Parts of a game to print.
#[derive(Clone, Debug, Default)]
pub struct PrintParts {
    /// Tile kinds, each with its number of copies.
    pub tiles: Vec<(TileKindId, u32)>,
    /// Figures, which become squares with the same picture on both sides.
    pub figures: Vec<FigureCopies>,
    /// Tokens, which become squares with the same picture on both sides.
    pub tokens: Vec<TokenId>,
    /// Boards, which are divided among several sheets if necessary.
    pub boards: Vec<BareBoard>,
    /// Cards with text.
    pub cards: Vec<CardCopies>,
}

/// Reason why parts of a game cannot be printed.
#[derive(Clone, PartialEq, Debug)]
pub enum PrintError {
    /// The lists of parts are empty.
    Nothing,
    /// The tile, figure or token of this name does not fit on the paper.
    TooLarge(String),
}

impl std::fmt::Display for PrintError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PrintError::Nothing => write!(f, "there is nothing to print"),
            PrintError::TooLarge(name) => write!(f, "`{name}` does not fit on the paper"),
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
    /// Number of figures, tokens, boards and cards on all fronts.
    pub others: usize,
}

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

/// Lists the figures that the seats of a game have in their supplies.
pub fn figure_counts(catalog: &Catalog, seats: u8) -> Vec<FigureCopies> {
    let of_seat = |seat: Seat| {
        catalog.figures.iter().map(move |(kind, figure)| {
            let own = figure.supply_by_seats.iter().find(|supply| supply.0 == seats);
            FigureCopies { kind, seat, count: own.map_or(figure.supply, |supply| supply.1) }
        })
    };
    (0..seats).map(Seat).flat_map(of_seat).filter(|figures| figures.count > 0).collect()
}

/// Arranges tiles on pages.
///
/// # Errors
/// The list of tiles is empty, or a tile is larger than the paper.
pub fn sheets(artist: &Artist<'_>, tiles: &[(TileKindId, u32)], layout: &PrintLayout) -> Result<Sheets, PrintError> {
    part_sheets(artist, &PrintParts { tiles: tiles.to_vec(), ..PrintParts::default() }, layout)
}

/// Arranges parts of a game on pages.
///
/// # Errors
/// The lists are empty, or a tile, figure or token is larger than the paper.
pub fn part_sheets(artist: &Artist<'_>, parts: &PrintParts, layout: &PrintLayout) -> Result<Sheets, PrintError> {
    let mut sheets = Sheets::default();
    let mut maker = PieceMaker::new(artist, layout, Facing::Flipped);
    let pieces = maker.pieces(parts, &mut sheets);
    sheet::arrange(&pieces, layout, &mut sheets)?;
    for board in &parts.boards {
        poster::add(artist, board, layout, &mut sheets);
    }
    if sheets.pages.is_empty() {
        return Err(PrintError::Nothing);
    }
    let (title, count) = (title(artist.catalog()), sheets.pages.len());
    for (number, page) in sheets.pages.iter_mut().enumerate() {
        caption(&mut page.marks, layout, &title, number, count);
    }
    Ok(sheets)
}

/// Returns the crop marks of a rectangle whose corner is at the origin.
fn rectangle_marks(size: Point, layout: &PrintLayout) -> Path {
    let (near, far) = (layout.bleed + MARK_GAP, layout.bleed + MARK_GAP + MARK_LENGTH);
    let mut path = Path::default();
    for (x, away_x) in [(0.0, -1.0), (size.x, 1.0)] {
        for (y, away_y) in [(0.0, -1.0), (size.y, 1.0)] {
            path.0.extend(Path::from(Point::new(x + away_x * near, y)).to(Point::new(x + away_x * far, y)).0);
            path.0.extend(Path::from(Point::new(x, y + away_y * near)).to(Point::new(x, y + away_y * far)).0);
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
