//! Measures colours along the sides of drawn tiles.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use tilewright_art::geometry::Point;
use tilewright_art::outline::{center, on_side};
use tilewright_art::own::OwnArt;
use tilewright_art::raster::{Pixels, pixels};
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::{Layering, TilePicture};
use tilewright_core::catalog::id::{PictureId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Side, Turn};
use tilewright_pack::colour::{Sight, lab};

/// Colour in CIELAB.
pub(crate) type Lab = [f64; 3];

/// Width of a drawn cell in pixels.
const SCALE: f32 = 160.0;
/// Number of samples along a part of a side, and across the strip.
const ALONG: u8 = 8;
const ACROSS: u8 = 4;
/// Width of the strip that is examined, in cells, and its distance from the side.
const STRIP: f32 = 0.03;
const INSET: f32 = 0.008;

/// Returns the middle of some values; 0 if there are none.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Cell of a kind with its pixels; `None` if the cell is too large.
struct DrawnCell {
    kind: TileKindId,
    cell: usize,
    pixels: Option<Rc<Pixels>>,
}

/// Draws tiles with their own art, and measures colours at their sides.
pub struct TileSampler<'a> {
    art: &'a OwnArt,
    artist: Artist<'a>,
    /// The cell that was drawn last. Sides are measured cell by cell, so that more would only need memory.
    drawn: RefCell<Option<DrawnCell>>,
}

impl<'a> TileSampler<'a> {
    /// Creates a sampler for the tiles of a catalog in a look.
    pub fn new(catalog: &'a Catalog, art: &'a OwnArt) -> TileSampler<'a> {
        let artist = Artist::new(catalog, Style { frame: false, ornaments: false }).with_art(Some(art));
        TileSampler { art, artist, drawn: RefCell::default() }
    }

    /// Returns the catalog of the tiles.
    pub fn catalog(&self) -> &'a Catalog {
        self.artist.catalog()
    }

    /// Returns the pictures of the look.
    pub fn art(&self) -> &'a OwnArt {
        self.art
    }

    /// Lists the kinds that pictures cover completely, and turn with.
    pub(crate) fn covered_kinds(&self) -> Vec<TileKindId> {
        let tiles = self.art.look().tiles.iter();
        let covered = tiles.filter(|(_, tile)| tile.layering == Layering::Instead && tile.upright.is_none());
        covered.map(|(&kind, _)| kind).filter(|&kind| self.has_pictures(kind)).collect()
    }

    /// True if all cells of a kind have decoded pictures.
    pub(crate) fn has_pictures(&self, kind: TileKindId) -> bool {
        let Some(tile) = self.art.look().tiles.get(&kind) else { return false };
        match &tile.face {
            TilePicture::Whole(picture) => self.art.bitmap(*picture).is_some(),
            TilePicture::Cells(pictures) => {
                let is_shown = |picture: &Option<PictureId>| picture.is_some_and(|id| self.art.bitmap(id).is_some());
                pictures.iter().all(is_shown)
            }
        }
    }

    /// Returns the picture that the look shows on a kind, or on its first cell with a picture; `None` if its file is
    /// missing.
    pub(crate) fn picture_of(&self, kind: TileKindId) -> Option<PictureId> {
        let picture = match &self.art.look().tiles.get(&kind)?.face {
            TilePicture::Whole(picture) => *picture,
            TilePicture::Cells(pictures) => pictures.iter().flatten().next().copied()?,
        };
        self.art.bitmap(picture).map(|_| picture)
    }

    /// Lists the sides of a kind that can meet other tiles, with the numbers of their cells.
    pub(crate) fn outer_sides(&self, kind: TileKindId) -> Vec<(usize, Side)> {
        let catalog = self.catalog();
        let cells = &catalog.kinds[kind].cells;
        let place = |offset: (i16, i16)| Cell::new(offset.0, offset.1);
        let is_own = |cell: Cell| cells.iter().any(|other| place(other.offset) == cell);
        let sides = cells
            .iter()
            .enumerate()
            .flat_map(|(number, cell)| catalog.lattice.sides_of(place(cell.offset)).map(move |side| (number, side)));
        sides.filter(|&(cell, side)| !is_own(catalog.lattice.neighbour(place(cells[cell].offset), side))).collect()
    }

    /// Returns the median colour of a part of a side; `None` if it is transparent.
    pub(crate) fn color(&self, kind: TileKindId, cell: usize, side: Side, part: Range<f32>) -> Option<Lab> {
        let picture = self.drawn(kind, cell)?;
        let lattice = self.catalog().lattice;
        let mut found = Vec::new();
        for along in 0..ALONG {
            let at = part.start + (part.end - part.start) * (f32::from(along) + 0.5) / f32::from(ALONG);
            let rim = on_side(lattice, side, at);
            let inwards = inwards(rim, center(lattice), on_side(lattice, side, 0.0), on_side(lattice, side, 1.0));
            for across in 0..ACROSS {
                let depth = INSET + STRIP * (f32::from(across) + 0.5) / f32::from(ACROSS);
                found.extend(pixel(&picture, rim + inwards * depth));
            }
        }
        let middle = |channel: usize| median(found.iter().map(|color: &Lab| color[channel]).collect());
        (found.len() * 2 > usize::from(ALONG * ACROSS)).then(|| [0, 1, 2].map(middle))
    }

    fn drawn(&self, kind: TileKindId, cell: usize) -> Option<Rc<Pixels>> {
        let mut last = self.drawn.borrow_mut();
        if let Some(drawn) = last.as_ref().filter(|drawn| drawn.kind == kind && drawn.cell == cell) {
            return drawn.pixels.clone();
        }
        let drawn = pixels(&self.artist.cell(kind, cell, Turn::NONE), SCALE).ok().map(Rc::new);
        *last = Some(DrawnCell { kind, cell, pixels: drawn.clone() });
        drawn
    }
}

/// Returns the direction from a side to the inside of its cell, one cell long.
fn inwards(rim: Point, center: Point, from: Point, to: Point) -> Point {
    let along = to - from;
    let across = Point::new(-along.y, along.x) * (1.0 / along.length());
    let to_center = center - rim;
    if across.x * to_center.x + across.y * to_center.y < 0.0 { across * -1.0 } else { across }
}

/// Returns the colour of the pixel at a point of the drawn cell; `None` if it is outside or mostly transparent.
fn pixel(picture: &Pixels, at: Point) -> Option<Lab> {
    let (x, y) = ((at.x * SCALE).floor(), (at.y * SCALE).floor());
    let is_inside = x >= 0.0 && y >= 0.0 && x < picture.width as f32 && y < picture.height as f32;
    if !is_inside {
        return None;
    }
    let start = (y as usize * picture.width as usize + x as usize) * 4;
    let [r, g, b, a] = picture.rgba.get(start..start + 4)?.try_into().ok()?;
    (a > 127).then(|| lab([r, g, b], Sight::Full))
}
