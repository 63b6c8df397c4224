//! Compares pictures with the boxes that they fill: their ratio of width to height, and their pixels per inch.

use std::collections::BTreeMap;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::{ArtLook, BoardFit, TileLook, TilePicture};
use tilewright_core::catalog::id::{Id, PictureId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Lattice, Turn};

use super::ArtCheck;
use crate::findings::codes;

/// Height of a hex that is 1 wide: half the square root of 3.
const HEX_HEIGHT: f64 = 0.866_025_403_784_438_6;

/// Maximum relative deviation of a picture's ratio of width to height from its box.
const TOLERANCE: f64 = 0.01;

/// Minimum resolution for print, in pixels per inch.
const PRINT_DPI: f64 = 300.0;

/// Millimetres per inch.
const INCH: f64 = 25.4;

/// Part of a tile that a picture covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CoveredPart {
    /// All cells of the tile after a turn.
    Tile(Turn),
    /// The cell with this number.
    Cell(usize),
}

/// Box that a picture fills, in widths of a square or hex.
#[derive(Clone, Copy, PartialEq, Debug)]
struct PictureBox {
    width: f64,
    /// Height of the box; `None` if the picture can have any shape.
    height: Option<f64>,
    shown: PictureUse,
}

/// Use of a picture in a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PictureUse {
    /// The picture shows a tile, a cell or a piece.
    Piece,
    /// The picture repeats on tiles, without bleed.
    Texture,
    /// The picture repeats on the board, which is not printed.
    Background,
}

/// Returns the pictures of a tile, with the parts of the tile that they cover.
pub(super) fn faces(tile: &TileLook) -> Vec<(PictureId, CoveredPart)> {
    let whole = |picture: &PictureId| (*picture, CoveredPart::Tile(Turn::NONE));
    let mut faces: Vec<_> = match &tile.face {
        TilePicture::Whole(picture) => vec![whole(picture)],
        TilePicture::Cells(cells) => {
            (0..).zip(cells).filter_map(|(number, picture)| Some(((*picture)?, CoveredPart::Cell(number)))).collect()
        }
    };
    faces.extend(tile.mirror.iter().map(whole));
    faces.extend(tile.turns.iter().map(|(&turn, &picture)| (picture, CoveredPart::Tile(turn))));
    faces
}

impl ArtCheck<'_> {
    /// Reports pictures with another shape than their boxes, and pictures that are too coarse for print.
    pub(super) fn shapes(&self) {
        let mut boxes: Vec<(PictureId, PictureBox)> = Vec::new();
        self.art.plan.looks.iter().for_each(|look| self.boxes(look, &mut boxes));
        let mut coarse: BTreeMap<PictureId, f64> = BTreeMap::new();
        let mut misshapen: BTreeMap<PictureId, PictureBox> = BTreeMap::new();
        for (id, outer) in boxes {
            let (Some(size), Some(picture)) = (self.size(id), self.art.plan.picture(id)) else { continue };
            let bleed = if outer.shown == PictureUse::Piece { 2.0 * f64::from(picture.bleed) / 100.0 } else { 0.0 };
            let (across, down) = (f64::from(size.width), f64::from(size.height));
            let width = outer.width + bleed;
            if let Some(height) = outer.height.map(|height| height + bleed)
                && (across * height / (down * width) - 1.0).abs() > TOLERANCE
            {
                misshapen.entry(id).or_insert(PictureBox { width, height: Some(height), ..outer });
            }
            let dpi = across / (width * f64::from(self.art.plan.cell_mm) / INCH);
            if outer.shown != PictureUse::Background && !size.is_vector && dpi < PRINT_DPI * (1.0 - TOLERANCE) {
                let least = coarse.entry(id).or_insert(dpi);
                *least = least.min(dpi);
            }
        }
        for (id, PictureBox { width, height, shown }) in misshapen {
            let (Some(size), Some(picture)) = (self.size(id), self.art.plan.picture(id)) else { continue };
            let needed = (f64::from(size.width) * height.unwrap_or(width) / width).round();
            let needing = if shown == PictureUse::Piece { "its tile" } else { "a repeating picture" };
            let message = format!(
                "the picture `{}` has {} x {} pixels, {needing} needs {} x {needed}",
                picture.id, size.width, size.height, size.width
            );
            self.report.add(codes::ART_SHAPE.finding(self.art.places[id.index()].span, message));
        }
        self.report_coarse(&coarse);
    }

    /// Reports the pictures with too few pixels per inch in one finding, at the coarsest of them.
    fn report_coarse(&self, coarse: &BTreeMap<PictureId, f64>) {
        let coarsest = coarse.iter().min_by(|(_, a), (_, b)| a.total_cmp(b));
        let Some((&id, dpi)) = coarsest else { return };
        let Some(picture) = self.art.plan.picture(id) else { return };
        let (dpi, cell) = (dpi.floor(), self.art.plan.cell_mm);
        let message = match coarse.len() {
            1 => format!(
                "the picture `{}` has {dpi} pixels per inch at {cell} mm a cell, print needs {PRINT_DPI}",
                picture.id
            ),
            count => format!(
                "{count} pictures have too few pixels per inch at {cell} mm a cell: print needs {PRINT_DPI}, and `{}` has {dpi}",
                picture.id
            ),
        };
        self.report.add(codes::ART_COARSE.finding(self.art.places[id.index()].span, message));
    }

    /// Collects the boxes that the pictures of a look fill.
    fn boxes(&self, look: &ArtLook, boxes: &mut Vec<(PictureId, PictureBox)>) {
        let catalog = self.catalog;
        for (&kind, tile) in &look.tiles {
            for (picture, covered) in faces(tile) {
                let outer = match tile.upright {
                    Some(place) => Some(of_size(place.size)),
                    None => self.tile_box(picture, kind, covered),
                };
                boxes.extend(outer.map(|outer| (picture, outer)));
            }
        }
        let cell = cells_box(catalog.lattice, [((0, 0), Turn::NONE)].into_iter());
        let is_single = |kind: &TileKindId| catalog.kinds.get(*kind).is_some_and(|kind| kind.cells.len() == 1);
        let singles = look.bags.iter().filter(|(bag, _)| {
            let of_bag = |catalog: &Catalog| catalog.bags_of(**bag).collect::<Vec<_>>();
            of_bag(catalog)
                .iter()
                .filter_map(|bag| catalog.bags.get(*bag))
                .all(|bag| bag.contents.iter().all(|(kind, _)| is_single(kind)))
        });
        let cells = singles.map(|(_, picture)| picture).chain(look.rim.values()).chain(&look.empty);
        boxes.extend(cells.filter_map(|picture| Some((*picture, cell?))));
        let textures = look.terrains.values().map(|texture| (texture.picture, texture.cells, PictureUse::Texture));
        let backgrounds = look.board.iter().chain(look.planes.values()).filter_map(|board| match board.fit {
            BoardFit::Stretch => None,
            BoardFit::Repeat { cells } => Some((board.picture, cells, PictureUse::Background)),
        });
        let repeating = textures.chain(backgrounds);
        boxes.extend(repeating.map(|(picture, cells, shown)| (picture, repeating_box(catalog.lattice, cells, shown))));
        let tags = look.tags.iter().map(|(&tag, mark)| {
            let size = catalog.tags.get(tag).and_then(|tag| tag.look.as_ref()?.size);
            (mark.picture, mark.size.or(size))
        });
        let tokens = look
            .tokens
            .iter()
            .map(|(&token, mark)| (mark.picture, mark.size.or_else(|| catalog.tokens.get(token)?.look.size)));
        let figures = look.figures.iter().map(|(&kind, figure)| {
            (figure.standing.picture, figure.size.or_else(|| catalog.figures.get(kind)?.look.size))
        });
        boxes.extend(tags.chain(tokens).chain(figures).filter_map(|(picture, size)| Some((picture, of_size(size?)))));
    }

    /// Returns the box of the part of a tile that a picture covers; `None` if the catalog lacks the part.
    fn tile_box(&self, picture: PictureId, kind: TileKindId, covered: CoveredPart) -> Option<PictureBox> {
        let lattice = self.catalog.lattice;
        let kind = self.catalog.kinds.get(kind)?;
        // The picture is turned forward before it is drawn, so it shows the tile turned back.
        let sides = lattice.side_count();
        let back = (sides - usize::from(self.art.plan.picture(picture)?.turn.0) % sides) % sides;
        match covered {
            CoveredPart::Tile(turn) => {
                let turn = Turn(((turn.index() + back) % sides) as u8);
                cells_box(lattice, kind.cells.iter().map(|cell| (cell.offset, turn)))
            }
            CoveredPart::Cell(number) => {
                cells_box(lattice, std::iter::once((kind.cells.get(number)?.offset, Turn(back as u8))))
            }
        }
    }
}

/// Returns the box of a picture with a width in hundredths of a cell.
fn of_size(size: u8) -> PictureBox {
    PictureBox { width: f64::from(size) / 100.0, height: None, shown: PictureUse::Piece }
}

/// Returns the box of a picture that repeats after a number of columns and rows of cells.
fn repeating_box(lattice: Lattice, cells: u8, shown: PictureUse) -> PictureBox {
    let (column, row) = match lattice {
        Lattice::Square => (1.0, 1.0),
        Lattice::Hex | Lattice::Triangle => (0.75, HEX_HEIGHT),
    };
    let cells = f64::from(cells);
    PictureBox { width: column * cells, height: Some(row * cells), shown }
}

/// Returns the box around turned cells, given by their offsets before the turn; `None` without cells.
fn cells_box(lattice: Lattice, cells: impl Iterator<Item = ((i16, i16), Turn)>) -> Option<PictureBox> {
    let mut around: Option<[f64; 4]> = None;
    for (offset, turn) in cells {
        let [left, top, right, bottom] = cell_box(lattice, offset, turn);
        let [l, t, r, b] = around.unwrap_or([left, top, right, bottom]);
        around = Some([l.min(left), t.min(top), r.max(right), b.max(bottom)]);
    }
    let [left, top, right, bottom] = around?;
    Some(PictureBox { width: right - left, height: Some(bottom - top), shown: PictureUse::Piece })
}

/// Returns the left, top, right and bottom of the outline of a turned cell, in widths of a square or hex.
fn cell_box(lattice: Lattice, offset: (i16, i16), turn: Turn) -> [f64; 4] {
    let (x, y) = lattice.turn_offset(offset, turn);
    let (x, y) = (f64::from(x), f64::from(y));
    let points_up = lattice.points_up(Cell::new(offset.0, offset.1)) != (turn.0 % 2 == 1);
    match lattice {
        Lattice::Square => [x - 0.5, y - 0.5, x + 0.5, y + 0.5],
        Lattice::Hex => {
            let (x, y) = (0.75 * x, HEX_HEIGHT * (y + x / 2.0));
            [x - 0.5, y - HEX_HEIGHT / 2.0, x + 0.5, y + HEX_HEIGHT / 2.0]
        }
        Lattice::Triangle => {
            let (x, y) = (0.75 * x, HEX_HEIGHT * (y + x / 2.0));
            let (above, below) =
                if points_up { (HEX_HEIGHT, HEX_HEIGHT / 2.0) } else { (HEX_HEIGHT / 2.0, HEX_HEIGHT) };
            [x - 0.75, y - above, x + 0.75, y + below]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_enclose_the_outlines_of_tiles() {
        let of = |lattice, offsets: &[(i16, i16)], turn| {
            let found = cells_box(lattice, offsets.iter().map(|offset| (*offset, Turn(turn)))).unwrap();
            [found.width, found.height.unwrap()].map(|length| (length * 1000.0).round() as i32)
        };
        assert_eq!(of(Lattice::Square, &[(0, 0)], 0), [1000, 1000]);
        assert_eq!(of(Lattice::Square, &[(0, 0), (1, 0)], 0), [2000, 1000]);
        assert_eq!(of(Lattice::Square, &[(0, 0), (1, 0)], 1), [1000, 2000]);
        assert_eq!(of(Lattice::Hex, &[(0, 0)], 0), [1000, 866]);
        assert_eq!(of(Lattice::Hex, &[(0, 0), (1, 0)], 0), [1750, 1299]);
        assert_eq!(of(Lattice::Triangle, &[(0, 0)], 0), [1500, 1299]);
        // A triangle that points down and its neighbour across the top share a side.
        assert_eq!(of(Lattice::Triangle, &[(0, 0), (0, -1)], 0), [1500, 2598]);
        assert_eq!(cells_box(Lattice::Square, std::iter::empty()), None);
    }

    #[test]
    fn repeating_pictures_span_columns_and_rows() {
        let of = |lattice, cells| {
            let found = repeating_box(lattice, cells, PictureUse::Texture);
            [found.width, found.height.unwrap()].map(|length| (length * 1000.0).round() as i32)
        };
        assert_eq!(of(Lattice::Square, 3), [3000, 3000]);
        assert_eq!(of(Lattice::Hex, 1), [750, 866]);
        assert_eq!(of(Lattice::Triangle, 4), [3000, 3464]);
    }
}
