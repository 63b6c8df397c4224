//! Implements the keyboard cursor on the board.

use egui::{EventFilter, Key, Pos2, Response, Ui, Vec2};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::state::Game;
use tilewright_editor_model::table::asked::{BoardTarget, OptionPlace};

use super::camera::{BoardProjection, Camera};
use super::content::BoardScene;
use super::layout::BoardLayout;

/// Position of the keyboard cursor on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BoardCursor {
    /// Current cell; `None` before the cursor is used.
    pub cell: Option<Cell>,
    /// Spot that the cursor was moved to; `None` while it is on a cell without a spot.
    at: Option<BoardTarget>,
}

impl BoardCursor {
    /// Removes the cursor from the board.
    pub fn let_go(&mut self) {
        *self = BoardCursor::default();
    }

    /// Returns the index of the spot at the cursor.
    pub fn spot(&self, spots: &[OptionPlace]) -> Option<usize> {
        match self.at {
            Some(at) => spots.iter().position(|spot| spot.at == at),
            None => self.cell.and_then(|cell| spots.iter().position(|spot| spot.at == BoardTarget::Cell(cell))),
        }
    }

    /// Advances by `by` spots, wrapping around at the end.
    fn walk(&mut self, game: &Game, spots: &[OptionPlace], by: usize) {
        let next = self.spot(spots).map_or(0, |now| (now + by) % spots.len());
        self.at = spots.get(next).map(|spot| spot.at);
        self.cell = self.at.map(|at| at.cell(game));
    }

    /// Moves to the next spot in a direction; without a position, to the spot nearest to the centre of the board's
    /// area.
    fn step(&mut self, sight: &BoardProjection, spots: &[OptionPlace], places: &[Pos2], direction: Vec2) {
        let from = self.spot(spots).and_then(|now| places.get(now).copied());
        let from = from.or_else(|| self.cell.map(|cell| sight.middle(cell)));
        // Distance ahead counts once, and distance to the side twice.
        let cost = |place: &Pos2| match from {
            None => Some((*place - sight.area.center()).length()),
            Some(from) => {
                let way = *place - from;
                let ahead = way.dot(direction);
                (ahead > 1.0).then(|| ahead + 2.0 * way.dot(direction.rot90()).abs())
            }
        };
        let costs = places.iter().enumerate().filter_map(|(number, place)| Some((number, cost(place)?)));
        if let Some((next, _)) = costs.min_by(|a, b| a.1.total_cmp(&b.1)) {
            self.at = spots.get(next).map(|spot| spot.at);
        }
    }

    /// Moves to the next cell in a direction, regardless of its content.
    fn next_cell(&mut self, sight: &BoardProjection, from: Cell, direction: Vec2) {
        let size = sight.box_of(from).size();
        let rows = if sight.rows_are_apart() { size.y } else { size.y * 0.75 };
        // The small offset to the right makes up and down return to the same hex.
        let lean = -direction.y * size.x * 0.05;
        let reach = Vec2::new(direction.x * size.x + lean, direction.y * rows);
        (self.at, self.cell) = (None, Some(sight.cell_at(sight.middle(from) + reach)));
    }

    /// Moves the cursor, and the camera with it, with the keys that were pressed while the board has the focus. Returns
    /// true if Enter was pressed at a spot.
    pub(super) fn keys(
        &mut self,
        ui: &Ui,
        shown: &BoardScene<'_>,
        layout: &BoardLayout,
        camera: &mut Camera,
        response: &Response,
    ) -> bool {
        let (game, spots, sight) = (shown.game, shown.spots, &layout.sight);
        if !response.has_focus() {
            return false;
        }
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, escape: true, tab: false };
        ui.memory_mut(|m| m.set_focus_lock_filter(response.id, filter));
        let pressed = |key: Key| ui.input(|i| i.key_pressed(key) && i.modifiers.is_none());
        let with_shift = |key: Key| ui.input(|i| i.key_pressed(key) && i.modifiers.shift_only());
        let before = *self;
        for (key, direction) in [
            (Key::ArrowLeft, Vec2::LEFT),
            (Key::ArrowRight, Vec2::RIGHT),
            (Key::ArrowUp, Vec2::UP),
            (Key::ArrowDown, Vec2::DOWN),
        ] {
            let cells = with_shift(key) || spots.is_empty() && pressed(key);
            match self.spot(spots).map(|now| spots[now].at.cell(game)).or(self.cell) {
                Some(from) if cells => self.next_cell(sight, from, direction),
                None if cells => self.cell = Some(sight.cell_at(sight.area.center())),
                _ if pressed(key) => {
                    self.step(sight, spots, &layout.places(), direction);
                    self.cell = self.at.map_or(self.cell, |at| Some(at.cell(game)));
                }
                _ => {}
            }
        }
        for (key, by) in [(Key::PageDown, 1), (Key::PageUp, spots.len().saturating_sub(1))] {
            if pressed(key) && !spots.is_empty() {
                self.walk(game, spots, by);
            }
        }
        for (key, by) in [(Key::Plus, 1.25), (Key::Equals, 1.25), (Key::Minus, 0.8)] {
            if pressed(key) {
                camera.zoom(by, Vec2::ZERO);
            }
        }
        if pressed(Key::Home) {
            camera.show_all();
        }
        if pressed(Key::Escape) {
            self.let_go();
        }
        if let Some(cell) = self.cell.filter(|_| *self != before) {
            camera.show(sight.lattice, sight.spread, sight.area, cell);
            // The board was already drawn with the old camera, so another frame is needed.
            ui.ctx().request_repaint();
        }
        pressed(Key::Enter) && self.spot(spots).is_some()
    }
}
