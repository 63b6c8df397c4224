//! Composes tiles from own art: pictures of whole tiles and of their cells, and textures that continue across tiles.
//!
//! A picture fills the box around the outline of the unturned tile and turns with the tile. A texture does not turn: its
//! position follows from the position of the tile on the board.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use tilewright_core::catalog::art::{
    ArtLook, ArtPicture, ArtPlan, CellArt, FigurePicture, Layering, PictureFile, UprightPlace,
};
use tilewright_core::catalog::id::{FigureKindId, PictureId, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Lattice, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, MAX_SEATS};

use crate::bitmap::Bitmap;
use crate::embed::data_uri;
use crate::geometry::{Path, Point};
use crate::outline::{basis, center, corners_shown, place, turn_angle};
use crate::scene::{Color, Image, Shape};

/// Margin of pictures without bleed beyond the outline of their tile, in cells, so that no gap shows between neighbours.
const OVERLAP: f32 = 0.004;

/// Maximum number of cells until all textures repeat together. Beyond it, every cell looks different.
const MAX_SPAN: i32 = 1024;

/// Maximum numbers of pixels on a side of pictures that are embedded in documents, from the largest, to be tried in this
/// order.
const EMBEDDED_SIDES: [u32; 5] = [1024, 512, 256, 128, 64];

/// Radius of a chip, in cells.
pub(crate) const CHIP_RADIUS: f32 = 0.46;

/// Pictures of a look, ready to be drawn.
#[derive(Debug)]
pub struct OwnArt {
    look: ArtLook,
    pictures: BTreeMap<PictureId, OwnPicture>,
    /// Number of cells until all textures repeat together; `None` without textures.
    span: Option<i32>,
    /// Pictures in the colours of seats, which are computed when they are first drawn.
    tinted: Mutex<BTreeMap<Tint, Arc<Bitmap>>>,
}

/// Picture of a plan with its pixels.
#[derive(Clone, Debug)]
pub(crate) struct OwnPicture {
    pub(crate) bitmap: Arc<Bitmap>,
    /// Margin beyond the cut, in cells.
    pub(crate) bleed: f32,
    /// Clockwise turn before the picture is drawn.
    pub(crate) turn: Turn,
}

impl OwnPicture {
    /// Returns the turn at which the picture shows an unturned tile or cell: backwards, as the picture is turned forward.
    pub(crate) fn painted_turn(&self, lattice: Lattice) -> Turn {
        let count = lattice.side_count() as u8;
        Turn((count - self.turn.0 % count) % count)
    }

    /// Returns the least and greatest corner of the picture if it fills an outline and extends beyond it by its margin;
    /// `None` if the outline has no points.
    pub(crate) fn frame(&self, outline: &[Point]) -> Option<(Point, Point)> {
        let first = *outline.first()?;
        let least = outline.iter().fold(first, |a, b| Point::new(a.x.min(b.x), a.y.min(b.y)));
        let most = outline.iter().fold(first, |a, b| Point::new(a.x.max(b.x), a.y.max(b.y)));
        let margin = self.bleed.max(OVERLAP);
        let margin = Point::new(margin, margin);
        Some((least - margin, most + margin))
    }
}

/// A picture, its mask, and the colour of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Tint {
    picture: PictureId,
    mask: PictureId,
    color: [u8; 3],
}

/// Picture of a figure of a seat.
#[derive(Clone, Debug)]
pub struct OwnFigure {
    /// The picture in the colour of the seat.
    pub bitmap: Arc<Bitmap>,
    /// True if the picture shows a standing figure that has to be turned by a quarter.
    pub is_turned: bool,
    /// True if a mask has taken the colour of the seat, so that figures of seats differ only in colour.
    pub is_tinted: bool,
}

/// Picture of a cell of a turned tile.
#[derive(Clone, Debug)]
pub struct OwnCell {
    /// Order of the picture and the drawing from data.
    pub layering: Layering,
    /// The whole picture in the box of the cell, before it is cut to the outline of the cell.
    pub image: Image,
    /// Width of the picture's margin beyond the cut, in cells.
    pub bleed: f32,
}

impl OwnArt {
    /// Combines a look of a plan with the decoded files. Pictures whose file is missing, or whose cell does not divide
    /// the sheet, are left out: tiles and pieces are drawn from data without them.
    pub fn new(plan: &ArtPlan, look: &ArtLook, files: &BTreeMap<PictureFile, Arc<Bitmap>>) -> OwnArt {
        let find = |picture: &ArtPicture| {
            let file = files.get(&picture.file)?;
            match picture.cell {
                None => Some(Arc::clone(file)),
                Some(cell) => file.cropped(cell.rectangle((file.width(), file.height()))?).map(Arc::new),
            }
        };
        let found = plan.pictures().filter_map(|(id, picture)| Some((id, find(picture)?)));
        OwnArt::from_bitmaps(plan, look, &found.collect())
    }

    /// Combines a look of a plan with its pictures, without the rest of their sheets.
    pub fn from_bitmaps(plan: &ArtPlan, look: &ArtLook, bitmaps: &BTreeMap<PictureId, Arc<Bitmap>>) -> OwnArt {
        let own = |(&id, bitmap): (&PictureId, &Arc<Bitmap>)| {
            let picture = plan.picture(id)?;
            let bleed = f32::from(picture.bleed) / 100.0;
            Some((id, OwnPicture { bitmap: Arc::clone(bitmap), bleed, turn: picture.turn }))
        };
        let pictures: BTreeMap<PictureId, OwnPicture> = bitmaps.iter().filter_map(own).collect();
        let textures = look.terrains.values().filter(|texture| pictures.contains_key(&texture.picture));
        let common = |a, b| if a > MAX_SPAN { a } else { least_common_multiple(a, b) };
        let span = textures.map(|texture| i32::from(texture.cells.max(1))).reduce(common);
        OwnArt { look: look.clone(), pictures, span, tinted: Mutex::default() }
    }

    /// Returns the art with smaller pictures, so that a document that contains every picture needs about `bytes` bytes
    /// for them. Pictures that do not fit at any size are left out.
    #[must_use]
    pub fn reduced(mut self, bytes: u64) -> OwnArt {
        for side in EMBEDDED_SIDES {
            for picture in self.pictures.values_mut() {
                // A smaller JPEG file would have to be compressed again, so large ones are kept if they fit.
                if side == EMBEDDED_SIDES[0] && picture.bitmap.jpeg().is_some() {
                    continue;
                }
                if let Some(smaller) = picture.bitmap.shrunk(side) {
                    picture.bitmap = Arc::new(smaller);
                }
            }
            if self.embedded_bytes(bytes) <= bytes {
                return self;
            }
        }
        self.pictures.clear();
        self
    }

    /// Returns the number of bytes that the pictures need in a document, or a greater number than `most` if they need
    /// more. A picture with a mask counts for each seat.
    fn embedded_bytes(&self, most: u64) -> u64 {
        let figures =
            self.look.figures.values().flat_map(|figure| std::iter::once(&figure.standing).chain(&figure.lying));
        let tinted: BTreeSet<PictureId> = figures.filter(|of| of.own.is_some()).map(|of| of.picture).collect();
        let times = |id: &PictureId| if tinted.contains(id) { MAX_SEATS as u64 } else { 1 };
        let pixels = |(id, picture): (&PictureId, &OwnPicture)| {
            let bitmap = &picture.bitmap;
            if bitmap.jpeg().is_some() { 0 } else { u64::from(bitmap.width()) * u64::from(bitmap.height()) * times(id) }
        };
        // Files have at least about a bit for each pixel, so that pictures of this size need not be encoded.
        if self.pictures.iter().map(pixels).sum::<u64>() / 8 > most {
            return u64::MAX;
        }
        let mut sum = 0;
        for (id, picture) in &self.pictures {
            sum += data_uri(&picture.bitmap).len() as u64 * times(id);
            if sum > most {
                break;
            }
        }
        sum
    }

    /// Returns the look whose pictures are drawn.
    pub fn look(&self) -> &ArtLook {
        &self.look
    }

    /// Returns the pixels of a picture; `None` if its file is missing.
    pub fn bitmap(&self, id: PictureId) -> Option<&Arc<Bitmap>> {
        self.pictures.get(&id).map(|picture| &picture.bitmap)
    }

    /// Returns a picture with its margin and turn; `None` if its file is missing.
    pub(crate) fn picture(&self, id: PictureId) -> Option<&OwnPicture> {
        self.pictures.get(&id)
    }

    /// Returns the picture of a cell of a turned tile in the box of the cell; `None` if the cell is drawn from data.
    pub fn cell(&self, catalog: &Catalog, kind: TileKindId, cell: usize, turn: Turn) -> Option<OwnCell> {
        let art = self.look.tile(kind, catalog)?;
        let chosen = art.cell(cell, turn)?;
        let picture = self.picture(chosen.picture)?;
        let pose = CellPose { catalog, kind, cell, turn };
        let image = match chosen.upright {
            Some(place) => pose.upright(picture, chosen, place)?,
            None => pose.filling(picture, chosen)?,
        };
        let bleed = if chosen.upright.is_some() { 0.0 } else { picture.bleed };
        Some(OwnCell { layering: art.look.layering, image, bleed })
    }

    /// Returns the picture of a chip, cut to its disc enlarged by `grow`; `None` if the chip is drawn from data.
    pub(crate) fn chip(&self, catalog: &Catalog, kind: TileKindId, grow: f32) -> Option<Shape> {
        let chosen = self.look.tile(kind, catalog)?.cell(0, Turn::NONE)?;
        let picture = self.picture(chosen.picture)?;
        let (middle, radius) = (Point::new(0.5, 0.5), CHIP_RADIUS);
        let half = radius + picture.bleed.max(OVERLAP);
        let half = Point::new(half, half);
        let image = Image::in_box(Arc::clone(&picture.bitmap), middle - half, half * 2.0);
        Some(Shape::Clipped(Path::circle(middle, radius + grow), vec![Shape::Image(image)]))
    }

    /// Returns the images of a terrain's texture that cover a box, which begins at the corner of the box of a board
    /// cell. Returns `None` if the terrain has no texture.
    pub(crate) fn texture(
        &self,
        lattice: Lattice,
        terrain: TerrainId,
        at: Cell,
        size: (f32, f32),
    ) -> Option<Vec<Shape>> {
        let texture = self.look.terrains.get(&terrain)?;
        let bitmap = self.bitmap(texture.picture)?;
        Some(repeated(bitmap, period(lattice, texture.cells), place(lattice, at), Point::new(size.0, size.1)))
    }

    /// True if the look has textures, whose drawings depend on the position of a tile on the board.
    pub(crate) fn has_textures(&self) -> bool {
        self.span.is_some()
    }

    /// Returns a position near the origin at which all textures look as they do on a board cell. Pictures of cells with
    /// the same position are equal.
    pub fn phase(&self, lattice: Lattice, at: Cell) -> Cell {
        let Some(span) = self.span else { return Cell::ORIGIN };
        let (x, y) = at.coordinates();
        if span > MAX_SPAN {
            return Cell::new(x, y);
        }
        // Columns of hexes and triangles are shifted by half a row each.
        let columns = if lattice == Lattice::Square { span } else { 2 * span };
        let wrapped = |value: i16, span: i32| i32::from(value).rem_euclid(span) as i16;
        Cell::new(wrapped(x, columns), wrapped(y, span))
    }

    /// Returns the picture of a figure in a colour; `None` if the figure is drawn from data.
    pub fn figure(&self, kind: FigureKindId, seat: Seat, color: Color, lies: bool) -> Option<OwnFigure> {
        let look = self.look.figures.get(&kind)?;
        let find = |of: &FigurePicture| {
            let (picture, mask) = of.of_seat(seat);
            let own = self.bitmap(picture)?;
            let mask = mask.and_then(|id| Some((id, self.bitmap(id)?)));
            let Some((id, mask)) = mask else { return Some((Arc::clone(own), false)) };
            let tint = Tint { picture, mask: id, color: color.rgb };
            let mut tinted = self.tinted.lock().unwrap_or_else(PoisonError::into_inner);
            let bitmap = tinted.entry(tint).or_insert_with(|| Arc::new(own.tinted(mask, color.rgb)));
            Some((Arc::clone(bitmap), true))
        };
        let lying = look.lying.as_ref().filter(|_| lies).and_then(find);
        let is_turned = lies && lying.is_none();
        let (bitmap, is_tinted) = lying.or_else(|| find(&look.standing))?;
        Some(OwnFigure { bitmap, is_turned, is_tinted })
    }
}

fn least_common_multiple(a: i32, b: i32) -> i32 {
    let (mut greatest, mut rest) = (a, b);
    while rest != 0 {
        (greatest, rest) = (rest, greatest % rest);
    }
    a / greatest * b
}

/// Returns the width and height of a picture that repeats after a number of cells: that many columns and rows of the
/// lattice.
pub fn period(lattice: Lattice, cells: u8) -> Point {
    let (column, row) = basis(lattice);
    Point::new(column.x, row.y) * f32::from(cells.max(1))
}

/// Returns the copies of a repeating picture that cover a box. One copy has its corner at the origin of the board, and
/// `corner` is the position of the box on the board. Copies are placed relative to the corner of the box.
pub(crate) fn repeated(bitmap: &Arc<Bitmap>, period: Point, corner: Point, size: Point) -> Vec<Shape> {
    let range = |from: f32, length: f32, period: f32| {
        let first = ((from - OVERLAP) / period).floor() as i32;
        first..((from + length + OVERLAP) / period).ceil() as i32
    };
    // Renderers of documents smooth the edges of images, so copies that only touch would show a gap.
    let size_of_copy = if bitmap.is_opaque() { period * (1.0 + OVERLAP) } else { period };
    let mut copies = Vec::new();
    for row in range(corner.y, size.y, period.y) {
        for column in range(corner.x, size.x, period.x) {
            let at = Point::new(column as f32 * period.x, row as f32 * period.y) - corner;
            copies.push(Shape::Image(Image::in_box(Arc::clone(bitmap), at, size_of_copy)));
        }
    }
    copies
}

/// A cell of a turned tile.
#[derive(Clone, Copy)]
struct CellPose<'a> {
    catalog: &'a Catalog,
    kind: TileKindId,
    cell: usize,
    turn: Turn,
}

impl CellPose<'_> {
    /// Places a picture that fills the outline of its tile or of its cell. Returns `None` if the cell does not exist.
    fn filling(self, picture: &OwnPicture, shown: CellArt) -> Option<Image> {
        let lattice = self.catalog.lattice;
        let count = lattice.side_count() as u8;
        // The picture shows the tile at one turn and is turned by the steps that remain. A flip reverses the turn that
        // precedes it.
        let own = picture.turn.0 % count;
        let before = if shown.is_flipped { (count - own) % count } else { own };
        let steps = Turn((shown.turn.0 + before) % count);
        let painted = Turn((self.turn.0 + count - steps.0) % count);
        let (from, to) = picture.frame(&self.outline(painted, shown.is_whole)?)?;
        let image = Image::in_box(Arc::clone(&picture.bitmap), from, to - from);
        let image = if shown.is_flipped { image.flip() } else { image };
        Some(turned_by(image, lattice, center(lattice), steps))
    }

    /// Places a picture that stays upright. Returns `None` if the cell does not exist.
    fn upright(self, picture: &OwnPicture, shown: CellArt, spot: UprightPlace) -> Option<Image> {
        let lattice = self.catalog.lattice;
        let middle = center(lattice);
        let flip = if shown.is_flipped { -1.0 } else { 1.0 };
        let from_middle = Point::new(f32::from(spot.at.0) * flip, f32::from(spot.at.1)) * 0.01;
        let from_middle = from_middle.rotate(Point::default(), turn_angle(lattice, shown.turn));
        let own = self.corner(self.cell, self.turn)?;
        let first = if shown.is_whole { self.corner(0, self.turn)? - own } else { Point::default() };
        let at = middle + first + from_middle;
        let image = Image::centered_at(Arc::clone(&picture.bitmap), at, f32::from(spot.size) / 100.0);
        let image = if shown.is_flipped { image.flip() } else { image };
        let own = Turn(picture.turn.0 % lattice.side_count() as u8);
        Some(turned_by(image, lattice, at, own))
    }

    /// Returns the corners of the whole tile, or of the cell alone, at another turn, in the box of the cell.
    fn outline(self, turn: Turn, is_whole: bool) -> Option<Vec<Point>> {
        let lattice = self.catalog.lattice;
        let cells = &self.catalog.kinds[self.kind].cells;
        let own = self.corner(self.cell, turn)?;
        let mut points = Vec::new();
        let covered = if is_whole { 0..cells.len() } else { self.cell..self.cell + 1 };
        for cell in covered {
            let by = self.corner(cell, turn)? - own;
            points.extend(corners_shown(lattice, cells[cell].offset, turn).into_iter().map(|point| point + by));
        }
        Some(points)
    }

    /// Returns the corner of a cell's box at a turn of the tile.
    fn corner(self, cell: usize, turn: Turn) -> Option<Point> {
        let (x, y) = self.catalog.faces(self.kind, turn).get(cell)?.offset;
        Some(place(self.catalog.lattice, Cell::new(x, y)))
    }
}

/// Turns an image by steps of the lattice. An image that is not turned keeps its numbers.
pub(crate) fn turned_by(image: Image, lattice: Lattice, about: Point, steps: Turn) -> Image {
    if steps == Turn::NONE { image } else { image.rotate(about, turn_angle(lattice, steps)) }
}
