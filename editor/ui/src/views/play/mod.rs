//! The game at the table, and everything that says something about it: what is played, what it paid, how it came about.
//! All panes share one game; what one of them speaks about is lit on the board.

pub mod begin;
pub mod holes;
pub mod inspector;
pub mod news;
mod packs;
pub mod report;
pub mod scores;
mod seats;
mod setup;
mod strip;
pub mod table;
pub mod timeline;
pub mod told;
pub mod why_not;

use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_kit::games::running::Left;

use crate::table::Table;
use crate::widgets::board::Camera;
use crate::widgets::lights::Light;

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
    /// The branch that is shown beside the one that is played.
    pub beside: Option<usize>,
    /// The seat whose eyes are at the screen: all panes show what it may know. Nobody's while bots play among themselves
    /// and while the screen is handed over, when only what everybody knows is shown.
    pub eyes: Option<Seat>,
    /// Why it plays by the rules of an older state of the pack, or not at all.
    pub trouble: Option<String>,
    /// What is wanted for the next game.
    pub wanted: begin::Wanted,
    /// Whether somebody is choosing it.
    pub setting_up: bool,
    /// Number of games that have come to the table.
    games: u64,
    pending: Option<begin::Pending>,
    taken_up: Option<Left>,
    refusals: why_not::Refusals,
    lit: Vec<Light>,
    shown: Vec<Light>,
}

impl Play {
    /// A frame begins: what was lit in the frame before is what the board shows. Whether that has changed.
    pub fn begin_frame(&mut self) -> bool {
        let changed = self.lit != self.shown;
        self.shown = std::mem::take(&mut self.lit);
        changed
    }

    /// Lights something on the board for as long as it is asked for in each frame.
    pub fn light(&mut self, light: Light) {
        self.lit.push(light);
    }

    /// What is lit.
    pub fn lights(&self) -> &[Light] {
        &self.shown
    }
}
