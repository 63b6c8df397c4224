//! Manages the game at the table, independent of its panes: how games start, the board, and highlights.

pub mod begin;
pub mod board;
pub mod command;
pub mod highlight;
pub mod invited;
pub mod kept;
pub mod placing;
pub mod rescored;
pub mod wanted;

use serde::{Deserialize, Serialize};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::why_not::Placing;
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::table::fresh::Fresh;
use tilewright_editor_model::table::invitation::Invitation;
use tilewright_editor_model::table::seating::Seating;
use tilewright_editor_model::table::trace_walk::WalkMarks;
use tilewright_editor_model::table::{SeatChooser, TableGame};
use tilewright_kit::games::running::KeptGame;

use board::Camera;
use highlight::Highlight;
use rescored::Rescored;

/// Settings of the last game with a pack.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GameSettings {
    /// Additional packs and options.
    pub pack_set: PackSet,
    /// Chooser of each seat.
    pub seats: Vec<SeatChooser>,
    /// Names and colours of the seats.
    pub seating: Seating,
}

/// Game at the table, and how it is shown.
#[derive(Default)]
pub struct PlayState {
    /// Current game; `None` before the first one.
    pub table: Option<TableGame>,
    /// Revision of the pack that the game uses.
    pub revision: u64,
    /// Visible part of the board.
    pub camera: Camera,
    /// Cell under the pointer or the keyboard's cursor, regardless of whether a tile fits there.
    pub pointed: Option<Cell>,
    /// New pieces since the last answer of the viewpoint.
    pub fresh: Fresh,
    /// Branch that is compared with the current branch; `None` without a comparison.
    pub beside: Option<usize>,
    /// Seat whose knowledge all panes show. `None` shows public knowledge only: while bots play alone, and while the
    /// screen passes from one player to the next.
    pub viewpoint: Option<Seat>,
    /// Invitation of players at other machines to the game.
    pub(crate) invitation: Option<Invitation>,
    /// Seat whose knowledge the user has chosen to see; `None` for the user's own seat.
    pub looks_as: Option<Seat>,
    /// Number of the chosen note of a hosted table.
    pub note: Option<usize>,
    /// Reason why the game uses an older revision of the pack or cannot start; `None` if it uses the current one.
    pub trouble: Option<String>,
    /// Marked lines of the rules: break lines, and the current line of the walk through the last move.
    pub marks: WalkMarks,
    /// Settings for the next game.
    pub wanted: wanted::NextGame,
    /// True while the setup of the next game is open.
    pub setting_up: bool,
    /// Number of games that were put on the table.
    games: u64,
    pending: Option<wanted::Pending>,
    taken_up: Option<KeptGame>,
    /// True if the user has replaced the game since this was last queried.
    exchanged: bool,
    refusals: placing::Refusals,
    /// Points of the moves by the rules that have just changed.
    rescored: Option<Rescored>,
    highlighted: Vec<Highlight>,
    pub(crate) shown: Vec<Highlight>,
}

/// Key of a position at the table: its fingerprint, the number of events, and the revision of the pack.
pub type PositionKey = (u64, usize, u64);

impl PlayState {
    /// Returns the key of the current position; `None` without a game.
    pub fn position(&self) -> Option<PositionKey> {
        let game = self.table.as_ref()?.game();
        Some((game.fingerprint(), game.journal().map_or(0, |j| j.events.len()), self.revision))
    }

    /// Returns the placements of the current decision; `None` if it is not about a placement or a script failed.
    pub fn placing(&mut self) -> Option<&Placing> {
        let now = self.position()?;
        self.refusals.look_up(now, self.table.as_mut()?)
    }

    /// Returns the placements that [`PlayState::placing`] found for the current position; `None` if it found none.
    pub fn known_placing(&self) -> Option<&Placing> {
        self.refusals.placing_at(self.position()?)
    }

    /// Starts a frame: the highlights of the previous frame become visible. Returns true if they have changed.
    pub fn begin_frame(&mut self) -> bool {
        let changed = self.highlighted != self.shown;
        self.shown = std::mem::take(&mut self.highlighted);
        changed
    }

    /// Highlights a part of the board in the next frame; callers repeat this in each frame.
    pub fn highlight(&mut self, highlight: Highlight) {
        self.highlighted.push(highlight);
    }

    /// Returns the number of games that were put on the table.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the visible highlights.
    pub fn highlights(&self) -> &[Highlight] {
        &self.shown
    }
}
