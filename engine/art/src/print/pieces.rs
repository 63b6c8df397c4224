//! Prepares the pieces of a game for printing: pictures of both sides with bleed, and crop marks.

use std::collections::BTreeMap;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BagId, TileKindId, TokenId};
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::pose::TurnedKind;

use crate::bare_board::BareBoard;
use crate::board::seat_color;
use crate::geometry::{Path, Point};
use crate::picture::CREAM;
use crate::print::card::{card_faces, card_size};
use crate::print::face::{bag_of, crop_marks, outlines, prepare_back_for_print, prepare_for_print};
use crate::print::{CardCopies, FigureCopies, Flip, PrintLayout, PrintParts, Sheets, rectangle_marks};
use crate::scene::{Color, Pen, Scene};
use crate::tile::Artist;

/// Minimum side of the square of a figure or token, in millimetres, so that it can be grasped.
const LEAST_SQUARE: f32 = 16.0;
/// Side of a square, relative to the longer side of its figure or token.
const SQUARE_ROOM: f32 = 1.5;

/// Manner in which the back of a piece is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Facing {
    /// On the same sheet of paper, which a printer turns over.
    Flipped,
    /// On a separate page, upright.
    Upright,
}

/// Piece to print, with pictures that the sheets contain.
#[derive(Clone, Debug)]
pub(super) struct PrintPiece {
    /// Name for messages.
    pub(super) name: String,
    /// Size of its box without bleed.
    pub(super) size: Point,
    /// Least and greatest corner of its cut in the box.
    pub(super) cut: [Point; 2],
    pub(super) front: usize,
    /// Picture of its back; `None` if backs are not printed.
    pub(super) back: Option<usize>,
    /// Crop marks around the box.
    pub(super) marks: Path,
    pub(super) copies: u32,
    pub(super) is_tile: bool,
}

/// Properties that decide whether two tiles share the picture of a back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct BackKey {
    bag: Option<BagId>,
    /// True if the tile has the tag that is visible on the backs of its bag.
    is_seen: bool,
    /// Size of the tile in thousandths of a cell.
    size: (u32, u32),
}

/// Draws pieces and adds their pictures to the sheets.
pub(super) struct PieceMaker<'a> {
    artist: &'a Artist<'a>,
    layout: &'a PrintLayout,
    facing: Facing,
    backs: BTreeMap<BackKey, usize>,
}

impl<'a> PieceMaker<'a> {
    pub(super) fn new(artist: &'a Artist<'a>, layout: &'a PrintLayout, facing: Facing) -> PieceMaker<'a> {
        PieceMaker { artist, layout, facing, backs: BTreeMap::new() }
    }

    /// Prepares all pieces except boards.
    pub(super) fn pieces(&mut self, parts: &PrintParts, sheets: &mut Sheets) -> Vec<PrintPiece> {
        let mut pieces: Vec<PrintPiece> = Vec::new();
        for &(kind, copies) in parts.tiles.iter().filter(|tile| tile.1 > 0) {
            pieces.push(self.tile(kind, copies, sheets));
        }
        pieces.extend(parts.figures.iter().map(|&figures| self.figure(figures, sheets)));
        pieces.extend(parts.tokens.iter().map(|&token| self.token(token, sheets)));
        pieces.extend(parts.cards.iter().flat_map(|cards| self.cards(cards, sheets)));
        pieces
    }

    fn tile(&mut self, kind: TileKindId, copies: u32, sheets: &mut Sheets) -> PrintPiece {
        let (catalog, layout) = (self.artist.catalog(), self.layout);
        let face = TurnedKind { kind, turn: Turn::NONE };
        let size = self.artist.tile(kind, Turn::NONE).size;
        let front = add(sheets, prepare_for_print(self.artist, face, layout));
        PrintPiece {
            name: catalog.kinds.name(kind).local.to_string(),
            size: Point::new(size.0, size.1) * layout.cell,
            cut: extent(&outlines(catalog, face, layout.cell, 0.0).concat()),
            front,
            back: layout.backs.map(|flip| self.back(kind, size, flip, sheets)),
            marks: crop_marks(catalog, kind, layout),
            copies,
            is_tile: true,
        }
    }

    /// Returns the picture of the back of a tile, which is drawn if no similar tile has it.
    fn back(&mut self, kind: TileKindId, size: (f32, f32), flip: Flip, sheets: &mut Sheets) -> usize {
        let (artist, layout) = (self.artist, self.layout);
        let catalog = artist.catalog();
        if catalog.kinds[kind].mirror.is_some() {
            // The tile has a second face instead of a back. Flipped along the short side, that face must be upside
            // down.
            let is_reversed = self.facing == Facing::Flipped && flip == Flip::Short;
            let turn = if is_reversed { Turn(catalog.lattice.side_count() as u8 / 2) } else { Turn::NONE };
            return add(sheets, prepare_back_for_print(artist, kind, turn, layout));
        }
        let bag = bag_of(catalog, kind);
        let key = BackKey {
            bag,
            is_seen: is_seen(catalog, kind, bag),
            size: ((size.0 * 1000.0) as u32, (size.1 * 1000.0) as u32),
        };
        *self.backs.entry(key).or_insert_with(|| add(sheets, prepare_back_for_print(artist, kind, Turn::NONE, layout)))
    }

    fn figure(&self, figures: FigureCopies, sheets: &mut Sheets) -> PrintPiece {
        let FigureCopies { kind, seat, count } = figures;
        let side = self.artist.figure_side(kind);
        let name = self.artist.catalog().figures.key(kind).to_owned();
        let draw = |scene: &mut Scene, middle: Point| self.artist.draw_figure(scene, kind, seat, middle, false);
        PrintPiece { copies: count.into(), ..self.square(name, side, seat_color(seat), draw, sheets) }
    }

    fn token(&self, token: TokenId, sheets: &mut Sheets) -> PrintPiece {
        let side = self.artist.token_side(token);
        let name = self.artist.catalog().tokens.key(token).to_owned();
        let draw = |scene: &mut Scene, middle: Point| self.artist.draw_token(scene, token, middle);
        self.square(name, side, Color::hex(0x8a7f6d), draw, sheets)
    }

    /// Prepares cards with text. The text continues on the back, and on further cards if it is longer.
    fn cards(&self, cards: &CardCopies, sheets: &mut Sheets) -> Vec<PrintPiece> {
        let (size, layout) = (card_size(), self.layout);
        let faces: Vec<usize> = card_faces(&cards.card, layout).into_iter().map(|face| add(sheets, face)).collect();
        let sides = if layout.backs.is_some() { 2 } else { 1 };
        let piece = |faces: &[usize]| PrintPiece {
            name: cards.card.title.clone(),
            size,
            cut: [Point::default(), size],
            front: faces[0],
            back: layout.backs.map(|_| faces[faces.len() - 1]),
            marks: rectangle_marks(size, layout),
            copies: cards.count.into(),
            is_tile: false,
        };
        faces.chunks(sides).map(piece).collect()
    }

    /// Prepares a board as one piece without a back.
    pub(super) fn board(&self, board: &BareBoard, sheets: &mut Sheets) -> PrintPiece {
        let layout = self.layout;
        let whole = self.artist.bare_board(board, layout.bleed / layout.cell);
        let mut scene = Scene::new(whole.size.0 * layout.cell, whole.size.1 * layout.cell);
        scene.add_scaled(&whole, Point::default(), layout.cell);
        let bleed = Point::new(layout.bleed, layout.bleed);
        let size = Point::new(scene.size.0, scene.size.1) - bleed * 2.0;
        let front = add(sheets, scene);
        PrintPiece {
            name: "board".to_owned(),
            size,
            cut: [Point::default(), size],
            front,
            back: None,
            marks: rectangle_marks(size, layout),
            copies: 1,
            is_tile: false,
        }
    }

    /// Prepares a square with a picture, whose longer side is in cells, and a frame in a colour. Its two sides are
    /// equal.
    fn square(
        &self,
        name: String,
        picture: f32,
        color: Color,
        draw: impl FnOnce(&mut Scene, Point),
        sheets: &mut Sheets,
    ) -> PrintPiece {
        let layout = self.layout;
        let side = (picture * layout.cell * SQUARE_ROOM).max(LEAST_SQUARE);
        let whole = side + 2.0 * layout.bleed;
        let mut scene = Scene::new(whole, whole);
        let frame = |inset: f32| {
            let far = whole - inset;
            [Point::new(inset, inset), Point::new(far, inset), Point::new(far, far), Point::new(inset, far)]
        };
        scene.fill(Path::polygon(&frame(0.0)), color);
        let line = side * 0.06;
        scene.fill(Path::polygon(&frame(layout.bleed + line)), CREAM.mix(color, 0.18));
        scene.line(Path::polygon(&frame(layout.bleed + line)), Pen::solid(CREAM, line * 0.3));
        let mut piece = Scene::default();
        draw(&mut piece, Point::default());
        let scale = side / SQUARE_ROOM / picture.max(0.01);
        scene.add_scaled(&piece, Point::new(whole, whole) * 0.5, scale);
        let front = add(sheets, scene);
        let size = Point::new(side, side);
        PrintPiece {
            name,
            size,
            cut: [Point::default(), size],
            front,
            back: layout.backs.map(|_| front),
            marks: rectangle_marks(size, layout),
            copies: 1,
            is_tile: false,
        }
    }
}

/// True if a tile has the tag that is visible on the backs of its bag.
fn is_seen(catalog: &Catalog, kind: TileKindId, bag: Option<BagId>) -> bool {
    bag.and_then(|bag| catalog.bags[bag].back).is_some_and(|tag| catalog.kinds[kind].tag(tag) != 0)
}

/// Adds a picture to the sheets and returns its number.
pub(super) fn add(sheets: &mut Sheets, picture: Scene) -> usize {
    sheets.pictures.push(picture);
    sheets.pictures.len() - 1
}

/// Returns the least and greatest corner of some points; the origin if there are none.
fn extent(points: &[Point]) -> [Point; 2] {
    let Some(&first) = points.first() else { return [Point::default(); 2] };
    let least = points.iter().fold(first, |a, b| Point::new(a.x.min(b.x), a.y.min(b.y)));
    let most = points.iter().fold(first, |a, b| Point::new(a.x.max(b.x), a.y.max(b.y)));
    [least, most]
}
