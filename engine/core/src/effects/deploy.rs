//! Deployment of a figure from its supply.

use crate::catalog::id::{FigureId, FigureKindId, Id};
use crate::catalog::seat::Seat;
use crate::state::effect::{Place, Rejected};
use crate::state::event::EventKind;
use crate::state::happening::{Happening, Intent, Left};
use crate::state::{Figure, Game};

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::Deployed;

impl Game {
    /// Checks that a seat can deploy a figure at a place.
    #[inline]
    pub(super) fn check_deploying(&self, seat: Seat, kind: FigureKindId, place: Place) -> Result<(), Rejected> {
        self.check_seat(seat)?;
        self.check_place(place)?;
        if self.supply(kind, seat) > 0 {
            return Ok(());
        }
        let figure = self.position.board.catalog.figures.key(kind);
        Err(Rejected::new("none_in_supply", format!("seat {seat} has no {figure} left")))
    }

    /// Moves a figure from its supply to a place and returns its number.
    #[inline]
    pub(crate) fn deploy(&mut self, seat: Seat, kind: FigureKindId, place: Place) -> Result<FigureId, Rejected> {
        self.check_deploying(seat, kind, place)?;
        self.position.supply[kind.index() * usize::from(self.position.seats) + seat.index()] -= 1;
        let figure = Figure { kind, seat, place: Some(place) };
        let free = |(number, f): (usize, &Figure)| f.place.is_none() && !self.is_awaited(FigureId::from_index(number));
        let number = FigureId::from_index(match self.position.figures.iter().enumerate().position(free) {
            Some(free) => {
                self.position.figures[free] = figure;
                free
            }
            None => {
                self.position.figures.push(figure);
                self.position.figures.len() - 1
            }
        });
        self.run.last_put = Some(number);
        self.station(number, place, None);
        Ok(number)
    }

    /// Adds the claim of a figure at its new place, and reports the deployment.
    pub(super) fn station(&mut self, number: FigureId, place: Place, from: Option<Place>) {
        let Figure { kind, seat, .. } = self.position.figures[number.index()];
        if let Place::Segment(segment) = place {
            self.position.board.features.add_claim(segment, seat, self.position.board.catalog.figures[kind].weight);
        }
        self.recording.tally.deployed += 1;
        self.report(Happening::Deployed { seat, figure: number, figure_kind: kind, place, from: from.map(Left) });
    }

    /// Returns the figure that was deployed last, once [`Game::effect`] has started a deployment and all waiting
    /// effects are settled; `None` if rules replaced the deployment.
    pub fn last_put(&self) -> Option<FigureId> {
        self.run.last_put
    }

    /// Clears the result of [`Game::last_put`].
    pub fn forget_put(&mut self) {
        self.run.last_put = None;
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(seat: Seat, figure_kind: FigureKindId, figure: Option<FigureId>, place: Place) -> Intent {
    let slot = if let Place::Zone(_, slot) = place { i32::from(slot) } else { 0 };
    Intent::Deploy { seat, figure_kind, figure, place, slot }
}
