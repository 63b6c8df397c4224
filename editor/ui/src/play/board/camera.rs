//! Controls which part of the board is visible.

use egui::{Pos2, Rect, Response, Ui, Vec2};
use tilewright_art::outline::{cell_size, center, place};
use tilewright_art::spread::Spread;
use tilewright_core::catalog::Extent;
use tilewright_core::catalog::joint::Joint;
use tilewright_core::catalog::lattice::{Cell, Lattice};
use tilewright_core::state::Game;

/// Minimum and maximum width of a cell, in points.
const WIDTHS: (f32, f32) = (4.0, 384.0);
/// Maximum width of a cell when the whole board is shown, in points.
const MOST_FIT: f32 = 180.0;

/// Visible part of the board.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// Width of a cell in points.
    pub cell: f32,
    /// Position of the board at the centre of the view, in cells.
    pub middle: Vec2,
    /// True if the whole board stays visible.
    pub fits: bool,
    /// Size of the board's area when the whole board was fitted to it. After that the camera does not zoom in by
    /// itself, unless there is much more room.
    fitted: Option<Vec2>,
    /// Camera move in progress; `None` if there is none.
    way: Option<CameraMove>,
}

/// Animated move of the camera, so that the eye can follow.
#[derive(Clone, Copy, Debug)]
struct CameraMove {
    since: f64,
    from: (f32, Vec2),
    to: (f32, Vec2),
}

/// Growth of a cell, as a factor, for which the camera zooms in by itself after the board's area has grown.
const MORE_ROOM: f32 = 1.25;

/// Duration of a camera move, in seconds.
const MOVE: f64 = 0.15;

impl Default for Camera {
    fn default() -> Camera {
        Camera { cell: 64.0, middle: Vec2::ZERO, fits: true, fitted: None, way: None }
    }
}

/// Conversion from positions on the board to positions in the window.
#[derive(Clone, Copy)]
pub(crate) struct BoardProjection {
    pub(crate) lattice: Lattice,
    pub(crate) spread: Spread,
    pub(crate) area: Rect,
    pub(crate) camera: Camera,
    size: Vec2,
}

impl BoardProjection {
    pub(crate) fn new(lattice: Lattice, spread: Spread, area: Rect, camera: Camera) -> BoardProjection {
        let (width, height) = cell_size(lattice);
        BoardProjection { lattice, spread, area, camera, size: Vec2::new(width, height) * camera.cell }
    }

    /// Returns the upper left corner of a cell's bounding box.
    pub(crate) fn corner_of(&self, cell: Cell) -> Pos2 {
        let p = self.spread.place(cell);
        self.area.center() + (Vec2::new(p.x, p.y) - self.camera.middle) * self.camera.cell
    }

    /// Converts a rectangle on the board, given in cells, to the window.
    pub(crate) fn place(&self, part: Rect) -> Rect {
        let at = self.area.center() + (part.min.to_vec2() - self.camera.middle) * self.camera.cell;
        Rect::from_min_size(at, part.size() * self.camera.cell)
    }

    /// Returns the bounding box of a cell.
    pub(crate) fn box_of(&self, cell: Cell) -> Rect {
        Rect::from_min_size(self.corner_of(cell), self.size)
    }

    /// Returns the centre of a cell.
    pub(crate) fn middle(&self, cell: Cell) -> Pos2 {
        let middle = center(self.lattice);
        self.corner_of(cell) + Vec2::new(middle.x, middle.y) * self.camera.cell
    }

    /// Returns the position of a corner, or the centre of a seam.
    pub(crate) fn joint(&self, joint: Joint) -> Pos2 {
        let p = self.spread.joint(joint);
        self.area.center() + (Vec2::new(p.x, p.y) - self.camera.middle) * self.camera.cell
    }

    /// Returns true if rows are a whole cell apart; rows of hexes and triangles overlap.
    pub(crate) fn rows_are_apart(&self) -> bool {
        self.lattice == Lattice::Square
    }

    /// Returns the cell at a position in the window.
    pub(crate) fn cell_at(&self, pos: Pos2) -> Cell {
        self.spread.cell(cell_at(self.lattice, (pos - self.area.center()) / self.camera.cell + self.camera.middle))
    }
}

/// Returns the cell whose centre is nearest to a position on the board, in cells.
fn cell_at(lattice: Lattice, over: Vec2) -> Cell {
    let middle = center(lattice);
    let away = |cell: Cell| {
        let at = place(lattice, cell);
        (Vec2::new(at.x + middle.x, at.y + middle.y) - over).length_sq()
    };
    // The cells form a sheared grid, so rounding to it can be off by one.
    let step = |axis: Cell| {
        let (zero, one) = (place(lattice, Cell::new(0, 0)), place(lattice, axis));
        Vec2::new(one.x - zero.x, one.y - zero.y)
    };
    let (right, down) = (step(Cell::new(1, 0)), step(Cell::new(0, 1)));
    let wanted = over - Vec2::new(middle.x, middle.y);
    let whole = right.x * down.y - right.y * down.x;
    let guess = Cell::new(
        ((wanted.x * down.y - wanted.y * down.x) / whole).round() as i16,
        ((right.x * wanted.y - right.y * wanted.x) / whole).round() as i16,
    );
    let near = (-1..=1).flat_map(|x| (-1..=1).map(move |y| guess.plus(x, y)));
    let near = near.filter(|&cell| lattice.has_cell(cell));
    near.min_by(|a, b| away(*a).total_cmp(&away(*b))).unwrap_or(guess)
}

impl Camera {
    /// Moves and zooms the view by dragging, the wheel and pinching. The wheel does not zoom if `wheel_turns` is true.
    pub(crate) fn handle_input(&mut self, ui: &Ui, area: Rect, response: &Response, wheel_turns: bool) {
        if response.double_clicked() {
            self.show_all();
        }
        if response.dragged() {
            self.middle -= response.drag_delta() / self.cell;
            (self.fits, self.way) = (false, None);
        }
        if let Some(pointer) = response.hover_pos() {
            let (scroll, zoom) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
            let by = if wheel_turns { zoom } else { zoom * (scroll / 300.0).exp() };
            if (by - 1.0).abs() > 1e-4 {
                self.zoom(by, pointer - area.center());
            }
        }
    }

    /// Fits the board to the view until the user moves or zooms it, and continues an animated move.
    pub(crate) fn follow(&mut self, ui: &Ui, game: &Game, area: Rect, spread: &Spread, more: &[Cell]) {
        if self.fits {
            self.look_after(ui, game, area, spread, more);
        }
        if let Some(way) = self.way {
            let part = ((ui.input(|i| i.time) - way.since) / MOVE).clamp(0.0, 1.0) as f32;
            let part = part * part * (3.0 - 2.0 * part);
            self.cell = way.from.0 + (way.to.0 - way.from.0) * part;
            self.middle = way.from.1 + (way.to.1 - way.from.1) * part;
            if part < 1.0 {
                ui.ctx().request_repaint();
            } else {
                self.way = None;
            }
        }
    }

    /// Fits the whole board into the view, as large as possible.
    pub fn show_all(&mut self) {
        (self.fits, self.fitted) = (true, None);
    }

    /// Keeps the whole board visible. The camera zooms out if anything would be outside, and does not zoom in by
    /// itself, since a board that jumps with every question is hard to read.
    fn look_after(&mut self, ui: &Ui, game: &Game, area: Rect, spread: &Spread, more: &[Cell]) {
        let all = everything(game, spread, more);
        let (cell, middle) = self.way.map_or((self.cell, self.middle), |way| way.to);
        let fit = |border: f32, most: f32| {
            let all = all.expand(border);
            let width = (area.width() / all.width()).min(area.height() / all.height());
            width.clamp(WIDTHS.0, WIDTHS.0.max(most))
        };
        // A strip that opens or closes next to the board changes little, so it does not move the camera.
        let is_larger = |size: Vec2| (area.size() - size).max_elem() > 1.0;
        let is_small = self.fitted.is_some_and(is_larger) && fit(1.0, MOST_FIT) >= MORE_ROOM * cell;
        let known = self.fitted.is_some() && !is_small;
        let seen = Rect::from_center_size(middle.to_pos2(), area.size() / cell);
        if known && seen.contains_rect(all) {
            return;
        }
        // The margin lets the board grow, so that the camera does not zoom out after every tile.
        let width = if known { fit(1.0, cell) } else { fit(0.3, MOST_FIT) };
        self.fitted = Some(area.size());
        self.go(ui, width, all.center().to_vec2(), known || is_small);
    }

    /// Moves to another cell width and centre, with an animation if `slowly` is true and animations are on.
    fn go(&mut self, ui: &Ui, cell: f32, middle: Vec2, slowly: bool) {
        if slowly && ui.style().animation_time > 0.0 {
            self.way =
                Some(CameraMove { since: ui.input(|i| i.time), from: (self.cell, self.middle), to: (cell, middle) });
            ui.ctx().request_repaint();
        } else {
            (self.cell, self.middle) = (cell, middle);
            self.way = None;
        }
    }

    /// Moves a cell to the centre of the view, and stops fitting the board.
    pub(super) fn lead(&mut self, ui: &Ui, lattice: Lattice, spread: &Spread, cell: Cell) {
        let (at, middle) = (spread.place(cell), center(lattice));
        self.fits = false;
        self.go(ui, self.cell, Vec2::new(at.x + middle.x, at.y + middle.y), true);
    }

    /// Zooms by a factor, keeping the position at the offset `away` from the centre, in points, in place.
    pub(crate) fn zoom(&mut self, by: f32, away: Vec2) {
        let before = away / self.cell;
        self.cell = (self.cell * by).clamp(WIDTHS.0, WIDTHS.1);
        self.middle += before - away / self.cell;
        (self.fits, self.way) = (false, None);
    }

    /// Moves the view by the minimum distance that makes a cell visible.
    pub(crate) fn show(&mut self, lattice: Lattice, spread: Spread, area: Rect, cell: Cell) {
        let rect = BoardProjection::new(lattice, spread, area, *self).box_of(cell);
        let inner = area.shrink(self.cell.min(area.width().min(area.height()) / 4.0) * 0.4);
        if inner.contains_rect(rect) {
            return;
        }
        let over = |low: f32, high: f32, from: f32, to: f32| {
            if low < from {
                low - from
            } else if high > to {
                high - to
            } else {
                0.0
            }
        };
        let by = Vec2::new(
            over(rect.min.x, rect.max.x, inner.min.x, inner.max.x),
            over(rect.min.y, rect.max.y, inner.min.y, inner.max.y),
        );
        self.middle += by / self.cell;
        (self.fits, self.way) = (false, None);
    }
}

/// Returns the area to show, in cells: tiles, options, the rim and the bounds of the board.
fn everything(game: &Game, spread: &Spread, more: &[Cell]) -> Rect {
    let catalog = game.catalog();
    let mut all = Rect::NOTHING;
    let mut hold = |cell: Cell| {
        let p = spread.place(cell);
        all.extend_with(Pos2::new(p.x, p.y));
    };
    for tile in game.board().tiles() {
        for face in catalog.faces(tile.kind, tile.turn) {
            hold(tile.cell.plus(face.offset.0, face.offset.1));
        }
    }
    more.iter().for_each(|cell| hold(*cell));
    let planes = game.board().planes();
    let there = |cell: &Cell| planes.clone().any(|plane| plane == cell.plane());
    catalog.board.rim.iter().map(|rim| rim.cell).filter(there).for_each(&mut hold);
    for plane in planes.clone() {
        if let Extent::Bounded { min, max } = game.board().extent(plane) {
            [min, max, Cell { x: min.x, y: max.y }, Cell { x: max.x, y: min.y }].into_iter().for_each(&mut hold);
        }
    }
    for (.., from, to) in spread.frames(game) {
        let (width, height) = cell_size(catalog.lattice);
        all.extend_with(Pos2::new(from.x, from.y));
        all.extend_with(Pos2::new(to.x - width, to.y - height));
    }
    if !all.is_finite() {
        all = Rect::from_min_max(Pos2::ZERO, Pos2::ZERO);
    }
    let (width, height) = cell_size(catalog.lattice);
    all.max += Vec2::new(width, height);
    all
}
