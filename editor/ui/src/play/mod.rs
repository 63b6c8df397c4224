//! The game at the table, apart from its panes: how it comes there, the board on which it lies, what is lit on it.

pub mod begin;
pub mod board;
pub mod fresh;
pub mod highlight;
pub mod kept;
pub mod placing;
pub mod table;

use serde::{Deserialize, Serialize};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_kit::games::running::KeptGame;

use crate::pack::pack_set::PackSet;
use board::Camera;
use fresh::Fresh;
use highlight::Highlight;
use table::seating::Seating;
use table::{Chooser, Table};

/// How a pack was played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Played {
    /// The packs that went with it, and the options.
    pub pack_set: PackSet,
    /// Who chose, a seat each.
    pub seats: Vec<Chooser>,
    /// How the seats were called, and which colours they had.
    pub seating: Seating,
}

/// The game and how it is looked at.
#[derive(Default)]
pub struct Play {
    /// The game, if one has begun.
    pub table: Option<Table>,
    /// The revision of the pack that it plays.
    pub revision: u64,
    /// Where on the board one looks.
    pub camera: Camera,
    /// The cell under the pointer or the keyboard's cursor, whether a tile may lie there or not.
    pub pointed: Option<Cell>,
    /// What has come to the board since whoever looks answered last.
    pub fresh: Fresh,
    /// The branch that is shown beside the one that is played.
    pub beside: Option<usize>,
    /// The seat from whose viewpoint the game is shown: all panes show what it may know. Nobody's while bots play among
    /// themselves and while the screen is handed over, when only what everybody knows is shown.
    pub viewpoint: Option<Seat>,
    /// Why it plays by the rules of an older state of the pack, or not at all.
    pub trouble: Option<String>,
    /// What is wanted for the next game.
    pub wanted: begin::Wanted,
    /// Whether somebody is choosing it.
    pub setting_up: bool,
    /// Number of games that have come to the table.
    games: u64,
    pending: Option<begin::Pending>,
    taken_up: Option<KeptGame>,
    /// Whether somebody has had another game come to the table.
    exchanged: bool,
    refusals: placing::Refusals,
    highlighted: Vec<Highlight>,
    pub(crate) shown: Vec<Highlight>,
}

/// What tells one position of the game at the table from another: its fingerprint, what has happened, and by which
/// state of the pack it is played.
pub type Position = (u64, usize, u64);

impl Play {
    /// The position at the table; nothing when there is no game.
    pub fn position(&self) -> Option<Position> {
        let game = self.table.as_ref()?.game();
        Some((game.fingerprint(), game.journal().map_or(0, |j| j.events.len()), self.revision))
    }

    /// A frame begins: what was lit in the frame before is what the board shows. Whether that has changed.
    pub fn begin_frame(&mut self) -> bool {
        let changed = self.highlighted != self.shown;
        self.shown = std::mem::take(&mut self.highlighted);
        changed
    }

    /// Lights something on the board for as long as it is asked for in each frame.
    pub fn highlight(&mut self, highlight: Highlight) {
        self.highlighted.push(highlight);
    }

    /// Number of games that have come to the table.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// What is lit.
    pub fn highlights(&self) -> &[Highlight] {
        &self.shown
    }
}
