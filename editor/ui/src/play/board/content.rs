//! Content of a board to draw, and the input of the user on it.

use egui::Pos2;
use tilewright_core::catalog::id::{FigureId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::state::Game;
use tilewright_editor_model::table::asked::{BoardTarget, OptionPlace};
use tilewright_editor_model::table::fresh::Fresh;

use crate::play::highlight::Highlight;

/// Preview of a tile that could be placed: kind, turn, cell.
pub type Ghost = (TileKindId, Turn, Cell);

/// User input on the board in one frame.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BoardInput {
    /// Index of the spot that was chosen.
    pub chosen: Option<usize>,
    /// Position of the choice on the screen: of the click, or below the spot if a key was used.
    pub chosen_at: Option<Pos2>,
    /// Index of the spot under the pointer or the keyboard cursor.
    pub over: Option<usize>,
    /// Cell under the pointer or the cursor, regardless of its content.
    pub pointed: Option<Cell>,
    /// True if the board, or a spot on it, has the keyboard focus.
    pub focused: bool,
    /// Figure under the pointer, regardless of whether it can be chosen.
    pub figure: Option<FigureId>,
    /// Number of turns of the ghost by the wheel; negative for counterclockwise turns.
    pub turned: i32,
}

/// Content of a board to draw.
#[derive(Clone, Copy)]
pub struct BoardScene<'a> {
    /// Game whose board is drawn.
    pub game: &'a Game,
    /// Accessible name of the board: a summary of its content.
    pub summary: &'a str,
    /// Names of the planes, if there are several.
    pub planes: &'a [String],
    /// Spots that can be chosen.
    pub spots: &'a [OptionPlace],
    /// Preview of a tile that could be placed.
    pub ghost: Option<Ghost>,
    /// Turns at which the ghost fits its cell.
    pub turns: &'a [Turn],
    /// True if the wheel turns the ghost instead of zooming.
    pub wheel_turns: bool,
    /// Highlights on the board.
    pub highlights: &'a [Highlight],
    /// True if the board takes the keyboard focus now.
    pub takes_keys: bool,
    /// New pieces to mark; `None` turns these marks off.
    pub fresh: Option<&'a Fresh>,
    /// Name of the arrows to targets out of view; `None` turns the arrows off.
    pub leads: Option<&'a str>,
}

/// Returns the cell of a spot that is a whole cell.
pub(super) fn cell_of(spot: &OptionPlace) -> Option<Cell> {
    if let BoardTarget::Cell(cell) = spot.at { Some(cell) } else { None }
}
