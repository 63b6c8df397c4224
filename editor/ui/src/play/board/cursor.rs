//! The keyboard's cursor on a board.

use egui::{EventFilter, Key, Rect, Response, Ui, Vec2};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::state::Game;

use super::camera::{Camera, Sight};
use crate::play::table::asked::{At, Spot};

/// Where the keyboard is on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cursor {
    /// The cell.
    pub cell: Option<Cell>,
    /// The place that can be chosen, if it was walked to.
    at: Option<At>,
}

impl Cursor {
    /// Lets go.
    pub fn let_go(&mut self) {
        *self = Cursor::default();
    }

    /// The place that the cursor is on, by number.
    pub fn spot(&self, spots: &[Spot]) -> Option<usize> {
        match self.at {
            Some(at) => spots.iter().position(|spot| spot.at == at),
            None => self.cell.and_then(|cell| spots.iter().position(|spot| spot.at == At::Cell(cell))),
        }
    }

    /// Goes so many places on.
    fn walk(&mut self, game: &Game, spots: &[Spot], by: usize) {
        let next = self.spot(spots).map_or(0, |now| (now + by) % spots.len());
        self.at = spots.get(next).map(|spot| spot.at);
        self.cell = self.at.map(|at| at.cell(game));
    }

    /// Moves by the keys that were pressed while the board has the keyboard. Whether Enter was among them.
    pub(super) fn keys(
        &mut self,
        ui: &Ui,
        game: &Game,
        area: Rect,
        camera: &mut Camera,
        response: &Response,
        spots: &[Spot],
    ) -> bool {
        if !response.has_focus() {
            return false;
        }
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, escape: true, tab: false };
        ui.memory_mut(|m| m.set_focus_lock_filter(response.id, filter));
        let pressed = |key: Key| ui.input(|i| i.key_pressed(key) && i.modifiers.is_none());
        let arrows = [(Key::ArrowLeft, -1.0, 0.0), (Key::ArrowRight, 1.0, 0.0), (Key::ArrowUp, 0.0, -1.0)];
        let arrows = arrows.into_iter().chain([(Key::ArrowDown, 0.0, 1.0)]);
        let lattice = game.catalog().lattice;
        let before = *self;
        let on_cells = spots.is_empty() || spots.iter().any(|spot| matches!(spot.at, At::Cell(_)));
        for (_, x, y) in arrows.filter(|(key, ..)| pressed(*key)) {
            if !on_cells {
                // Several segments and figures share a cell: they are walked through one by one.
                self.walk(game, spots, if x + y > 0.0 { 1 } else { spots.len() - 1 });
                continue;
            }
            let from = self.cell.or_else(|| spots.first().map(|spot| spot.at.cell(game)));
            let from = from.unwrap_or_else(|| Sight::new(lattice, area, *camera).cell_at(area.center()));
            if self.cell.is_some() {
                let sight = Sight::new(lattice, area, *camera);
                let size = sight.box_of(from).size();
                let reach = Vec2::new(x * size.x, y * if sight.rows_are_apart() { size.y } else { size.y * 0.75 });
                // A little to the right, so that up and down on hexes lead back to where they came from.
                let lean = if y == 0.0 { 0.0 } else { -y * size.x * 0.05 };
                self.cell = Some(sight.cell_at(sight.middle(from) + reach + Vec2::new(lean, 0.0)));
            } else {
                self.cell = Some(from);
            }
            self.at = None;
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
            camera.show(lattice, area, cell);
        }
        pressed(Key::Enter) && self.spot(spots).is_some()
    }
}
