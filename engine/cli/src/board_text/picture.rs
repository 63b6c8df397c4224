//! Assigns the characters of a drawn tile to its segments.
//!
//! A segment that reaches the rim only at the middle port of sides with at least three ports is a path and becomes a
//! line. All other segments are areas. Each area has a skeleton, which consists of lines from its ports to a point
//! between them, and takes the characters that are nearer to its skeleton than to any other. Sites are a mark in the
//! middle.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::{Side, Turn};
use tilewright_core::catalog::tile::Segment;

use super::shape::{BoxPoint, CellShape, distance};

/// Distance from the rim that an area with only one port reaches inwards; the middle of the cell is at 1.
const STUB: f32 = 0.5;
/// Distance by which the ground must be nearer than another area to take a character.
const GROUND_HANDICAP: f32 = 0.12;

/// Drawing of one cell of a tile.
pub(crate) struct CellPicture {
    pub(super) shape: CellShape,
    /// Segment of each character, row by row.
    segments: Vec<Option<usize>>,
    /// Character for the mark of each segment; `None` for segments of other cells.
    middles: Vec<Option<(i32, i32)>>,
}

/// Segment of the drawn cell, with its ports as points.
struct DrawnSegment<'a> {
    number: usize,
    segment: &'a Segment,
    ports: Vec<BoxPoint>,
    middle: BoxPoint,
    path: bool,
}

impl CellPicture {
    /// Draws one cell of a rotated tile.
    pub(crate) fn new(catalog: &Catalog, kind: TileKindId, part: usize, turn: Turn, shape: CellShape) -> CellPicture {
        let shape = catalog.kinds[kind].cells.get(part).map_or(shape, |cell| shape.for_turned_cell(cell.offset, turn));
        let drawn = drawn_segments(catalog, kind, part, turn, shape);
        let mut segments = vec![None; (shape.width * shape.height) as usize];
        for row in 0..shape.height {
            for column in (0..shape.width).filter(|&c| shape.holds(c, row)) {
                let point = shape.point(column, row);
                segments[(row * shape.width + column) as usize] = nearest_area(catalog, &drawn, point);
            }
        }
        let mut picture = CellPicture { shape, segments, middles: vec![None; catalog.kinds[kind].segments.len()] };
        for path in drawn.iter().filter(|d| d.path) {
            for &port in &path.ports {
                picture.draw_line(port, path);
            }
        }
        let sites: Vec<&DrawnSegment<'_>> = drawn
            .iter()
            .filter(|d| d.ports.is_empty() && (!catalog.terrains[d.segment.terrain].ground || drawn.len() == 1))
            .collect();
        for (i, site) in sites.iter().enumerate() {
            let across = (2 * i + 1) as f32 / sites.len() as f32 - 1.0;
            let (x, y) = shape.middle();
            picture.set(shape.character((x + across * shape.room(), y)), site.number);
        }
        for segment in &drawn {
            picture.middles[segment.number] = picture.character_nearest(segment);
        }
        picture
    }

    /// Iterates over the columns in which the first row has characters, from right to left. Tags of the whole tile go
    /// there.
    pub(crate) fn columns_from_right(&self) -> impl Iterator<Item = i32> {
        let shape = self.shape;
        (0..shape.width).rev().filter(move |&column| shape.holds(column, 0))
    }

    /// Returns the segment to which a character belongs; `None` outside of the cell.
    pub(crate) fn segment(&self, column: i32, row: i32) -> Option<usize> {
        self.segments.get((row * self.shape.width + column) as usize).copied().flatten()
    }

    /// Returns the character where a segment is marked; `None` for segments of other cells.
    pub(crate) fn middle(&self, segment: usize) -> Option<(i32, i32)> {
        self.middles.get(segment).copied().flatten()
    }

    fn set(&mut self, (column, row): (i32, i32), segment: usize) {
        self.segments[(row * self.shape.width + column) as usize] = Some(segment);
    }

    /// Draws a path from a port inwards: to the middle, or one character less if the path ends on the tile.
    fn draw_line(&mut self, port: BoxPoint, path: &DrawnSegment<'_>) {
        let (from, to) = (self.shape.character(port), self.shape.character(self.shape.middle()));
        let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs());
        let last = if path.ports.len() > 1 { steps } else { (steps - 1).max(0) };
        for step in 0..=last {
            let along = |a: i32, b: i32| a + ((b - a) * step * 2 + steps * (b - a).signum()) / (2 * steps).max(1);
            let at = (along(from.0, to.0), along(from.1, to.1));
            if self.shape.holds(at.0, at.1) {
                self.set(at, path.number);
            }
        }
    }

    /// Returns the character of a segment that is nearest to the middle of the segment.
    fn character_nearest(&self, segment: &DrawnSegment<'_>) -> Option<(i32, i32)> {
        let mut best: Option<(f32, (i32, i32))> = None;
        for row in 0..self.shape.height {
            for column in 0..self.shape.width {
                if self.segment(column, row) == Some(segment.number) {
                    let away = distance(self.shape.point(column, row), segment.middle, segment.middle);
                    if best.is_none_or(|(least, _)| away < least) {
                        best = Some((away, (column, row)));
                    }
                }
            }
        }
        Some(best.map_or_else(|| self.shape.character(segment.middle), |(_, at)| at))
    }
}

fn drawn_segments(
    catalog: &Catalog,
    kind: TileKindId,
    part: usize,
    turn: Turn,
    shape: CellShape,
) -> Vec<DrawnSegment<'_>> {
    let spec = &catalog.kinds[kind];
    let count = |side: Side| spec.cells.get(part).map_or(1, |c| catalog.edges[c.edge(side)].ports.len());
    let about = shape.middle();
    let outwards = |at: BoxPoint, by: f32| (about.0 + (at.0 - about.0) * by, about.1 + (at.1 - about.1) * by);
    let mut drawn = Vec::new();
    for (number, segment) in spec.segments.iter().enumerate().filter(|(_, s)| usize::from(s.cell) == part) {
        let ports: Vec<BoxPoint> = segment
            .ports
            .iter()
            .map(|p| shape.port(catalog.lattice.turn_side(p.side, turn), p.index.into(), count(p.side)))
            .collect();
        let is_middle = |side: Side, index: u8| count(side) >= 3 && usize::from(index) == count(side) / 2;
        let sides = segment.sides() as usize;
        let path = sides == ports.len() && sides > 0 && segment.ports.iter().all(|p| is_middle(p.side, p.index));
        let middle = match ports.len() {
            0 => about,
            1 => outwards(ports[0], 1.0 - STUB),
            _ if path => about,
            n => {
                let sum = ports.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
                outwards((sum.0 / n as f32, sum.1 / n as f32), 0.9)
            }
        };
        drawn.push(DrawnSegment { number, segment, ports, middle, path });
    }
    drawn
}

/// Returns the area whose skeleton is nearest to a point. Paths and sites are not considered, since they are drawn over
/// areas.
fn nearest_area(catalog: &Catalog, drawn: &[DrawnSegment<'_>], point: BoxPoint) -> Option<usize> {
    let mut best: Option<(f32, usize)> = None;
    for area in drawn.iter().filter(|d| !d.path && !d.ports.is_empty()) {
        let handicap = if catalog.terrains[area.segment.terrain].ground { GROUND_HANDICAP } else { 0.0 };
        let near = area.ports.iter().map(|&port| distance(point, port, area.middle)).fold(f32::MAX, f32::min);
        if best.is_none_or(|(least, _)| near + handicap < least) {
            best = Some((near + handicap, area.number));
        }
    }
    let ground = drawn.iter().find(|d| catalog.terrains[d.segment.terrain].ground);
    best.map(|(_, number)| number).or(ground.map(|d| d.number)).or(drawn.first().map(|d| d.number))
}
