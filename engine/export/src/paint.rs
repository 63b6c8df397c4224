//! Draws tiles, backs, boards and pieces as scenes. All drawing for exports goes through this file.

use tilewright_art::geometry::{Path, Point};
use tilewright_art::lettering;
use tilewright_art::own::OwnArt;
use tilewright_art::print::{Flip, Paper, PrintLayout, sheets};
use tilewright_art::scene::{Color, Pen, Scene};
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{FigureKindId, TileKindId, TokenId, ZoneId};
use tilewright_core::catalog::seat::Seat;

use crate::form::TileForm;
use crate::pieces::BoardPlan;

/// Colours of mats: ground, lines and letters.
const GROUND: Color = Color::hex(0xe8e4da);
const LINE: Color = Color::hex(0x8a7f6d);
const INK: Color = Color::hex(0x5b3a29);

/// Width and height of paper that holds any tile.
const PAPER: Paper = Paper { width: 100_000.0, height: 100_000.0 };

/// Maximum number of slots of a zone that a mat shows, and their number in a row.
const MAX_SLOTS: u16 = 240;
const SLOTS_IN_ROW: u16 = 12;

/// Side of a slot that holds figures, in cells. A slot that holds tiles is a little larger than a cell.
const FIGURE_SLOT: f32 = 0.5;
const TILE_SLOT: f32 = 1.12;

/// Side of the box of a figure or token, relative to the piece.
const PIECE_BOX: f32 = 1.35;
/// Minimum side of a piece, in cells.
const LEAST_PIECE: f32 = 0.01;

/// Draws the pieces of a game.
pub(crate) struct PiecePainter<'c> {
    artist: Artist<'c>,
}

/// Side of a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum TileSide {
    Front,
    Back,
}

impl<'c> PiecePainter<'c> {
    /// Creates a painter that draws own art, or everything from data if `art` is `None`.
    pub(crate) fn new(catalog: &'c Catalog, art: Option<&'c OwnArt>) -> PiecePainter<'c> {
        PiecePainter { artist: Artist::new(catalog, Style { frame: false, ornaments: true }).with_art(art) }
    }

    pub(crate) fn catalog(&self) -> &'c Catalog {
        self.artist.catalog()
    }

    /// Draws a side of a tile with cells of a width, and with bleed around it. Widths are in pixels.
    pub(crate) fn tile(&self, kind: TileKindId, side: TileSide, cell: f32, bleed: f32) -> Scene {
        let backs = (side == TileSide::Back).then_some(Flip::Long);
        let layout = PrintLayout { paper: PAPER, cell, bleed, margin: 0.0, backs, ..PrintLayout::default() };
        // Printed sheets have the pictures of both sides, with bleed.
        let Ok(mut drawn) = sheets(&self.artist, &[(kind, 1)], &layout) else { return Scene::default() };
        let page = if side == TileSide::Back { drawn.pages.get(1) } else { drawn.pages.first() };
        let number = page.and_then(|page| page.placed.first()).map(|placed| placed.0);
        number
            .filter(|&number| number < drawn.pictures.len())
            .map_or_else(Scene::default, |number| drawn.pictures.swap_remove(number))
    }

    /// Draws the outline of a tile as a white area, with cells of a width in pixels.
    pub(crate) fn silhouette(&self, kind: TileKindId, cell: f32) -> Scene {
        let form = TileForm::of(self.catalog(), kind);
        let mut scene = Scene::new(form.size.x * cell, form.size.y * cell);
        for outline in &form.outlines {
            let corners: Vec<Point> = outline.iter().map(|&corner| corner * cell).collect();
            scene.fill(Path::polygon(&corners), Color::hex(0xffffff));
        }
        scene
    }

    /// Returns the side of the box of a figure's picture, in cells: the figure with its outline and shadow.
    pub(crate) fn figure_box(&self, kind: FigureKindId) -> f32 {
        self.artist.figure_side(kind).max(LEAST_PIECE) * PIECE_BOX
    }

    /// Returns the side of the box of a token's picture, in cells.
    pub(crate) fn token_box(&self, token: TokenId) -> f32 {
        self.artist.token_side(token).max(LEAST_PIECE) * PIECE_BOX
    }

    /// Draws a figure of a seat in a square box, in cells.
    pub(crate) fn figure(&self, kind: FigureKindId, seat: Seat) -> Scene {
        let side = self.figure_box(kind);
        let mut scene = Scene::new(side, side);
        self.artist.draw_figure(&mut scene, kind, seat, Point::new(side / 2.0, side / 2.0), false);
        scene
    }

    /// Draws a token in a square box, in cells.
    pub(crate) fn token(&self, token: TokenId) -> Scene {
        let side = self.token_box(token);
        let mut scene = Scene::new(side, side);
        self.artist.draw_token(&mut scene, token, Point::new(side / 2.0, side / 2.0));
        scene
    }

    /// Draws a board without pieces, in cells.
    pub(crate) fn board(&self, board: &BoardPlan) -> Scene {
        self.artist.bare_board(&board.bare, 0.0)
    }

    /// Draws the mat of a zone with its slots and its name, in cells.
    pub(crate) fn mat(&self, zone: ZoneId, name: &str) -> Scene {
        let layout = MatLayout::of(self.catalog(), zone);
        let size = layout.size;
        let mut scene = Scene::new(size.x, size.y);
        match self.artist.zone(zone, (size.x, size.y)) {
            Some(background) => scene.add(&background, Point::default()),
            None => scene.fill(Path::polygon(&rectangle(size)), GROUND),
        }
        scene.line(Path::polygon(&rectangle(size)), Pen::solid(LINE, 0.03));
        let height = ((size.x - 0.2) / lettering::width(name).max(0.1)).min(0.16);
        lettering::draw_centered(&mut scene, name, Point::new(size.x / 2.0, 0.2), height, INK);
        for (number, middle) in (1..).zip(&layout.slots) {
            let half = layout.slot * 0.46;
            let corner = |x: f32, y: f32| *middle + Point::new(x, y) * half;
            let outline = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            scene.fill(Path::polygon(&outline), Color::hex(0xf3efe4));
            scene.line(Path::polygon(&outline), Pen::solid(LINE, 0.012));
            let text: String = u32::to_string(&number);
            lettering::draw_centered(&mut scene, &text, *middle, layout.slot * 0.16, LINE);
        }
        scene
    }

    /// Draws the face of a die, or another text, in a square box that is 1 wide.
    pub(crate) fn label(text: &str) -> Scene {
        let mut scene = Scene::new(1.0, 1.0);
        scene.fill(Path::polygon(&rectangle(Point::new(1.0, 1.0))), Color::hex(0xfbf3df));
        let height = (0.8 / lettering::width(text).max(0.1)).min(0.4);
        lettering::draw_centered(&mut scene, text, Point::new(0.5, 0.5), height, INK);
        scene
    }
}

/// Positions of the slots on the mat of a zone, in cells.
#[derive(Clone, Debug)]
pub(crate) struct MatLayout {
    pub(crate) size: Point,
    /// Side of a slot.
    pub(crate) slot: f32,
    /// Centres of the slots.
    pub(crate) slots: Vec<Point>,
}

impl MatLayout {
    /// Computes the layout of the mat of a zone.
    pub(crate) fn of(catalog: &Catalog, zone: ZoneId) -> MatLayout {
        let spec = &catalog.zones[zone];
        let slot = if spec.holds_tiles { TILE_SLOT } else { FIGURE_SLOT };
        let count = if spec.slots > MAX_SLOTS { 0 } else { spec.slots };
        if count == 0 {
            return MatLayout { size: Point::new(3.0, 1.4), slot, slots: Vec::new() };
        }
        let columns = count.min(SLOTS_IN_ROW);
        let rows = count.div_ceil(columns);
        let head = 0.4;
        let width = (f32::from(columns) * slot + 0.2).max(1.2);
        let left = (width - f32::from(columns) * slot) / 2.0;
        let size = Point::new(width, f32::from(rows) * slot + head + 0.1);
        let middle = |number: u16| {
            let (column, row) = (f32::from(number % columns), f32::from(number / columns));
            Point::new(left + (column + 0.5) * slot, head + (row + 0.5) * slot)
        };
        MatLayout { size, slot, slots: (0..count).map(middle).collect() }
    }
}

fn rectangle(size: Point) -> [Point; 4] {
    [Point::default(), Point::new(size.x, 0.0), size, Point::new(0.0, size.y)]
}
