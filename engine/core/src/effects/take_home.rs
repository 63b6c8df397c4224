//! Return of a figure to its supply.

use crate::catalog::id::{FigureId, Id, SegmentId, Symbol};
use crate::state::effect::{Place, Rejected};
use crate::state::event::EventKind;
use crate::state::happening::{Happening, Intent};
use crate::state::{Figure, Game};

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::TookHome;

impl Game {
    /// Returns a figure outside its supply, with its place.
    #[inline]
    pub(crate) fn check_out(&self, number: FigureId) -> Result<(Figure, Place), Rejected> {
        match self.figure(number).copied() {
            Some(figure @ Figure { place: Some(place), .. }) => Ok((figure, place)),
            _ => Err(Rejected::new("no_such_figure", "this figure is already home")),
        }
    }

    /// Returns a figure to its supply.
    #[inline]
    pub(crate) fn take_home(&mut self, number: FigureId, reason: Option<Symbol>) -> Result<(), Rejected> {
        let segment = self.withdraw(number)?;
        let figure = &mut self.position.figures[number.index()];
        figure.place = None;
        let (kind, seat) = (figure.kind, figure.seat);
        self.position.supply[kind.index() * usize::from(self.position.seats) + seat.index()] += 1;
        self.report(Happening::TookHome { seat, figure: number, figure_kind: kind, segment, reason });
        Ok(())
    }

    /// Removes the claim of a figure at its current place; returns the segment if it is on one.
    pub(super) fn withdraw(&mut self, number: FigureId) -> Result<Option<SegmentId>, Rejected> {
        let (Figure { kind, seat, .. }, place) = self.check_out(number)?;
        if let Place::Segment(segment) = place {
            self.position.board.features.remove_claim(segment, seat, self.position.board.catalog.figures[kind].weight);
            return Ok(Some(segment));
        }
        Ok(None)
    }
}

/// Returns the data for rules that replace the effect; `None` if the figure is home already.
pub(super) fn intent(game: &Game, figure: FigureId, reason: Option<Symbol>) -> Option<Intent> {
    let Figure { seat, kind: figure_kind, place } = *game.figure(figure)?;
    let segment = if let Some(Place::Segment(segment)) = place { Some(segment) } else { None };
    Some(Intent::TakeHome { seat, figure, figure_kind, segment, reason })
}
