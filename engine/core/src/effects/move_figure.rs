//! Move of a figure to another place.

use crate::catalog::id::FigureId;
use crate::effects::deploy;
use crate::state::effect::{Place, Rejected};
use crate::state::event::EventKind;
use crate::state::happening::Intent;
use crate::state::{Figure, Game};

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::Deployed;

impl Game {
    /// Checks that a figure can be moved to a place, and returns its current place.
    pub(super) fn check_moving_figure(&self, figure: FigureId, place: Place) -> Result<Place, Rejected> {
        self.check_place(place)?;
        Ok(self.check_out(figure)?.1)
    }

    /// Moves a figure to another place.
    pub(super) fn move_figure(&mut self, figure: FigureId, place: Place) -> Result<(), Rejected> {
        let from = self.check_moving_figure(figure, place)?;
        self.withdraw(figure)?;
        self.position.figures[figure.index()].place = Some(place);
        self.station(figure, place, Some(from));
        Ok(())
    }
}

/// Returns the data for rules that replace the effect, as for a deployment; `None` if the figure is home.
pub(super) fn intent(game: &Game, number: FigureId, place: Place) -> Option<Intent> {
    let Figure { seat, kind, .. } = *game.figure(number)?;
    Some(deploy::intent(seat, kind, Some(number), place))
}
