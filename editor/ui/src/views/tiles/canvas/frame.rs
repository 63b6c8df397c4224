//! Conversion between places on a tile and positions on the screen.

use egui::{Pos2, Rect, Vec2};
use tilewright_art::geometry::Point;
use tilewright_art::outline::{cell_size, center, corners_at, on_side, place};
use tilewright_core::catalog::lattice::{Cell, Lattice, Side};
use tilewright_core::catalog::tile::Port;
use tilewright_editor_painter::DrawnTile;

use crate::views::tiles::live::Live;
use crate::views::tiles::tile_cache::TileCache;
use crate::views::tiles::tools::{CanvasSpot, PainterTool};

/// Distance of a handle from its side, in points.
const OUT: f32 = 15.0;

/// Depth of the strip along the rim that belongs to a side if paths can end within the cell, as a fraction of the
/// distance to the centre.
const RIM: f32 = 0.36;

/// Layout of the tile on the screen.
pub(super) struct TileFrame<'a> {
    pub(super) lattice: Lattice,
    pub(super) drawing: &'a DrawnTile,
    pub(super) live: &'a Live,
    pub(super) tiles_read: &'a TileCache,
    pub(super) origin: Pos2,
    pub(super) cell: f32,
    /// True if paths can end within a cell, which leaves only a strip along the rim to a side.
    pub(super) inside: bool,
}

impl<'a> TileFrame<'a> {
    pub(super) fn new(
        area: Rect,
        margin: f32,
        tiles_read: &'a TileCache,
        drawing: &'a DrawnTile,
        live: &'a Live,
        tool: PainterTool,
    ) -> TileFrame<'a> {
        let lattice = tiles_read.words.lattice;
        let mut at: Vec<(i16, i16)> = drawing.cells.iter().map(|c| c.at).collect();
        if tool == PainterTool::Cells {
            let around =
                drawing.cells.iter().flat_map(|c| lattice.steps().iter().map(|(x, y)| (c.at.0 + x, c.at.1 + y)));
            let around = around.filter(|&at| lattice.has_place(at));
            at.extend(around.collect::<Vec<_>>());
        }
        let corners: Vec<Pos2> =
            at.iter().map(|c| place(lattice, Cell::new(c.0, c.1))).map(|p| Pos2::new(p.x, p.y)).collect();
        let mut all = Rect::from_points(&corners);
        if !all.is_finite() {
            all = Rect::from_min_max(Pos2::ZERO, Pos2::ZERO);
        }
        let (width, height) = cell_size(lattice);
        all.max += Vec2::new(width, height);
        let room = area.shrink(margin).size().max(Vec2::splat(24.0));
        let cell = (room.x / all.width()).min(room.y / all.height()).min(420.0);
        let origin = area.center() - all.center().to_vec2() * cell;
        TileFrame { lattice, drawing, live, tiles_read, origin, cell, inside: tool == PainterTool::Path }
    }

    pub(super) fn corner(&self, at: (i16, i16)) -> Pos2 {
        let p = place(self.lattice, Cell::new(at.0, at.1));
        self.origin + Vec2::new(p.x, p.y) * self.cell
    }

    pub(super) fn to_screen(&self, cell: usize, p: Point) -> Pos2 {
        let at = self.drawing.cells.get(cell).map_or((0, 0), |c| c.at);
        self.corner(at) + Vec2::new(p.x, p.y) * self.cell
    }

    pub(super) fn box_of(&self, at: (i16, i16)) -> Rect {
        let (width, height) = cell_size(self.lattice);
        Rect::from_min_size(self.corner(at), Vec2::new(width, height) * self.cell)
    }

    pub(super) fn outline(&self, at: (i16, i16)) -> Vec<Pos2> {
        corners_at(self.lattice, at).iter().map(|c| self.corner(at) + Vec2::new(c.x, c.y) * self.cell).collect()
    }

    /// Returns the offset of a side's handle: outward, or inward if another cell of the tile is beyond the side.
    pub(super) fn handle_offset(&self, cell: usize, side: Side) -> Vec2 {
        let middle = self.to_screen(cell, center(self.lattice));
        let away = (self.to_screen(cell, on_side(self.lattice, side, 0.5)) - middle).normalized();
        let at = self.drawing.cells.get(cell).map_or((0, 0), |c| c.at);
        let step = self.lattice.steps()[side.index()];
        let inside = self.drawing.cells.iter().any(|c| c.at == (at.0 + step.0, at.1 + step.1));
        away * if inside { -OUT } else { OUT }
    }

    pub(super) fn port(&self, cell: usize, port: Port) -> Pos2 {
        let side = port.side;
        let count = self.drawing.cells.get(cell).map_or(1, |c| c.side(side, &self.tiles_read.words).len()).max(1);
        let part = (f32::from(port.index) + 0.5) / count as f32;
        self.to_screen(cell, on_side(self.lattice, side, part)) + self.handle_offset(cell, side)
    }

    pub(super) fn segment(&self, number: usize) -> Option<Pos2> {
        let segment = self.live.overlay.segments.get(number)?;
        Some(self.to_screen(segment.cell, *self.live.places.get(number)?))
    }

    pub(super) fn middle(&self, cell: usize) -> Pos2 {
        let middle = self.to_screen(cell, center(self.lattice));
        // The centre must not cover an existing segment, which is a spot itself.
        let all = || (0..self.live.overlay.segments.len()).filter_map(|s| self.segment(s));
        let free = |at: Pos2| all().map(|p| (p - at).length()).fold(28.0, f32::min);
        if free(middle) >= 28.0 {
            return middle;
        }
        let around =
            [(0.0, 0.2), (0.2, 0.0), (-0.2, 0.0), (0.0, -0.2)].map(|(x, y)| middle + Vec2::new(x, y) * self.cell);
        let (_, best) = around
            .into_iter()
            .map(|at| (free(at), at))
            .fold((0.0, middle), |best, next| if next.0 > best.0 + 0.5 { next } else { best });
        best
    }

    pub(super) fn spot(&self, spot: CanvasSpot) -> Option<Pos2> {
        Some(match spot {
            CanvasSpot::Port(cell, port) => self.port(cell, port),
            CanvasSpot::Side(cell, side) => {
                self.to_screen(cell, on_side(self.lattice, side, 0.5)) + self.handle_offset(cell, side)
            }
            CanvasSpot::Segment(number) => self.segment(number)?,
            CanvasSpot::Middle(cell) => self.middle(cell),
            CanvasSpot::Place(at) => self.box_of(at).center(),
        })
    }

    /// Returns the sensitive area of a spot; `None` if the spot is not on the tile.
    pub(super) fn rect(&self, spot: CanvasSpot) -> Option<Rect> {
        let at = self.spot(spot)?;
        Some(match spot {
            CanvasSpot::Side(cell, side) => {
                let ends = [0.12, 0.88].map(|part| {
                    self.to_screen(cell, on_side(self.lattice, side, part)) + self.handle_offset(cell, side)
                });
                Rect::from_two_pos(ends[0], ends[1]).expand(9.0)
            }
            _ => Rect::from_center_size(at, Vec2::splat(26.0)),
        })
    }

    /// Returns the point on the tile where a path at this spot begins or ends.
    pub(super) fn anchor(&self, spot: CanvasSpot) -> Option<Pos2> {
        let at = self.spot(spot)?;
        Some(match spot {
            CanvasSpot::Port(cell, port) => at - self.handle_offset(cell, port.side),
            CanvasSpot::Side(cell, side) => at - self.handle_offset(cell, side),
            _ => at,
        })
    }

    /// Returns the cell at a screen position, and the position in that cell, in cells.
    pub(super) fn cell_at(&self, pos: Pos2) -> Option<(usize, Vec2)> {
        let middle = |cell: &usize| (self.box_of(self.drawing.cells[*cell].at).center() - pos).length();
        let cell = (0..self.drawing.cells.len()).min_by(|a, b| middle(a).total_cmp(&middle(b)))?;
        let on = (pos - self.corner(self.drawing.cells[cell].at)) / self.cell;
        let (width, height) = cell_size(self.lattice);
        let inside = on.x >= 0.0 && on.y >= 0.0 && on.x < width && on.y < height;
        inside.then_some((cell, on))
    }

    /// Returns the side that is nearest to a screen position; `None` near the centre or far outside.
    pub(super) fn side_at(&self, pos: Pos2) -> Option<(usize, Side)> {
        let near = |cell: &usize| (self.box_of(self.drawing.cells[*cell].at).center() - pos).length();
        let cell = (0..self.drawing.cells.len()).min_by(|a, b| near(a).total_cmp(&near(b)))?;
        let middle = self.to_screen(cell, center(self.lattice));
        let off = pos - middle;
        if off.length() < self.cell * 0.2 || off.length() > self.cell * 0.8 {
            return None;
        }
        let toward =
            |side: &Side| (self.to_screen(cell, on_side(self.lattice, *side, 0.5)) - middle).normalized().dot(off);
        let sides = self.lattice.sides_at(self.drawing.cells[cell].at);
        let side = sides.max_by(|a, b| toward(a).total_cmp(&toward(b)))?;
        let rim = (self.to_screen(cell, on_side(self.lattice, side, 0.5)) - middle).length();
        let reaches = toward(&side) >= rim * (1.0 - RIM);
        (reaches || !self.inside).then_some((cell, side))
    }

    /// Returns the spot among `spots` at a screen position.
    pub(super) fn spot_at(&self, pos: Pos2, spots: &[CanvasSpot]) -> Option<CanvasSpot> {
        let far = |spot: &CanvasSpot| match spot {
            CanvasSpot::Side(..) if self.inside => f32::INFINITY,
            _ => self.spot(*spot).map_or(f32::INFINITY, |p| (p - pos).length()),
        };
        let near = spots.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b))).filter(|s| far(s) < 17.0);
        near.or_else(|| {
            let (cell, on) = self.cell_at(pos)?;
            let segment = CanvasSpot::Segment(self.live.segment_at(cell, on.x, on.y)?);
            spots.contains(&segment).then_some(segment)
        })
        .or_else(|| {
            let side = self.side_at(pos).map(|(cell, side)| CanvasSpot::Side(cell, side))?;
            spots.contains(&side).then_some(side)
        })
        .or_else(|| {
            let middle = CanvasSpot::Middle(self.cell_at(pos)?.0);
            // For paths, the centre is a separate spot; for other tools it stands for the whole cell.
            let whole = !spots.iter().any(|s| matches!(s, CanvasSpot::Port(..)));
            (whole && spots.contains(&middle)).then_some(middle)
        })
    }
}
