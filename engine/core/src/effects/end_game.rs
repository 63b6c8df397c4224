//! End of the game after the running part of the agenda. The machine reports it when the finish begins.

use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::ending::Conclusion;
use crate::state::event::EventKind;
use crate::state::happening::Intent;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::Ending;

impl Game {
    /// Checks that the winners play in the game.
    pub(super) fn check_ending(&self, conclusion: Conclusion) -> Result<(), Rejected> {
        conclusion.winners.unwrap_or_default().iter().try_for_each(|seat| self.check_seat(seat))
    }

    /// Ends the game and adds a conclusion.
    pub(super) fn end_game(&mut self, conclusion: Conclusion) -> Result<(), Rejected> {
        self.check_ending(conclusion)?;
        self.position.ending = true;
        self.position.conclusion.add(conclusion);
        Ok(())
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(conclusion: Conclusion) -> Intent {
    let Conclusion { winners, result, reason } = conclusion;
    Intent::EndGame { winners, result, reason }
}
