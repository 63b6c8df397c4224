//! Measures tiles: their shape, the box of their picture, and the part of the box inside the cut.

use tilewright_art::geometry::Point;
use tilewright_art::outline::{cell_size, center, corners_at, place};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::{Cell, Lattice, Turn};

/// Radius of a chip, a tile without cells, in cells.
const CHIP_RADIUS: f32 = 0.46;

/// Shape of a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum FormShape {
    /// A single square.
    Square,
    /// Several squares that fill a rectangle.
    Rectangle,
    /// A single hexagon with a flat top.
    Hexagon,
    /// A single triangle that points down.
    Triangle,
    /// A disc: a tile without cells.
    Disc,
    /// Several cells that fill no rectangle.
    Several,
}

/// Measures of an unturned tile, in cells. The box of its picture begins at the origin.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TileForm {
    pub(crate) shape: FormShape,
    /// Size of the box.
    pub(crate) size: Point,
    /// Least corner of the smallest rectangle around the cut.
    pub(crate) cut_from: Point,
    /// Greatest corner of the smallest rectangle around the cut.
    pub(crate) cut_to: Point,
    /// Centre of the first cell.
    pub(crate) first: Point,
    /// Outlines of the cells.
    pub(crate) outlines: Vec<Vec<Point>>,
    /// Offsets of the cells from the first one. Tiles with equal offsets have equal outlines.
    pub(crate) offsets: Vec<(i16, i16)>,
}

impl TileForm {
    /// Measures a kind of tile.
    pub(crate) fn of(catalog: &Catalog, kind: TileKindId) -> TileForm {
        let lattice = catalog.lattice;
        let faces = catalog.faces(kind, Turn::NONE);
        if faces.is_empty() {
            return TileForm::of_disc();
        }
        let offsets: Vec<(i16, i16)> = faces.iter().map(|face| face.offset).collect();
        let places: Vec<Point> = offsets.iter().map(|&(x, y)| place(lattice, Cell::new(x, y))).collect();
        let (width, height) = cell_size(lattice);
        let (from, to) = extent(&places);
        let size = to - from + Point::new(width, height);
        let outlines: Vec<Vec<Point>> = offsets
            .iter()
            .zip(&places)
            .map(|(&offset, &at)| corners_at(lattice, offset).into_iter().map(|corner| corner + at - from).collect())
            .collect();
        let (cut_from, cut_to) = extent(&outlines.concat());
        let fills = (offsets.len() as f32 - size.x * size.y).abs() < 1e-3;
        let shape = match (lattice, offsets.len()) {
            (Lattice::Square, 1) => FormShape::Square,
            (Lattice::Hex, 1) => FormShape::Hexagon,
            (Lattice::Triangle, 1) => FormShape::Triangle,
            (Lattice::Square, _) if fills => FormShape::Rectangle,
            _ => FormShape::Several,
        };
        TileForm { shape, size, cut_from, cut_to, first: places[0] - from + center(lattice), outlines, offsets }
    }

    fn of_disc() -> TileForm {
        let middle = Point::new(0.5, 0.5);
        let half = Point::new(CHIP_RADIUS, CHIP_RADIUS);
        let around = |i: u8| {
            let angle = f32::from(i) * std::f32::consts::TAU / 48.0;
            (middle - Point::new(0.0, CHIP_RADIUS)).rotate(middle, angle)
        };
        TileForm {
            shape: FormShape::Disc,
            size: Point::new(1.0, 1.0),
            cut_from: middle - half,
            cut_to: middle + half,
            first: middle,
            outlines: vec![(0..48).map(around).collect()],
            offsets: Vec::new(),
        }
    }

    /// Returns the size of the smallest rectangle around the cut.
    pub(crate) fn cut(&self) -> Point {
        self.cut_to - self.cut_from
    }
}

/// Returns the least and the greatest corner of points; the origin if there are none.
pub(crate) fn extent(points: &[Point]) -> (Point, Point) {
    let Some(&first) = points.first() else { return (Point::default(), Point::default()) };
    let fold = |with: fn(f32, f32) -> f32| points.iter().fold(first, |a, b| Point::new(with(a.x, b.x), with(a.y, b.y)));
    (fold(f32::min), fold(f32::max))
}
