//! Move of a token to a place or out of play.

use crate::catalog::id::{Id, TokenId};
use crate::state::Game;
use crate::state::effect::{Place, Rejected};
use crate::state::event::EventKind;
use crate::state::happening::{Happening, Intent};

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::TokenMoved;

impl Game {
    /// Checks that a token can be moved to a place.
    pub(super) fn check_moving_token(&self, place: Option<Place>) -> Result<(), Rejected> {
        place.map_or(Ok(()), |place| self.check_place(place))
    }

    /// Moves a token to a place, or out of play.
    pub(super) fn move_token(&mut self, token: TokenId, place: Option<Place>) -> Result<(), Rejected> {
        self.check_moving_token(place)?;
        self.position.tokens[token.index()] = place;
        self.report(Happening::TokenMoved { token, place });
        Ok(())
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(token: TokenId, place: Option<Place>) -> Intent {
    Intent::MoveToken { token, place }
}
