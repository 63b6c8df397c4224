//! Numbers that pieces show: the value of a counter for a figure, a token, a tile or a slot of a zone.

use crate::catalog::Scope;
use crate::catalog::id::{CounterId, FigureId, TileId, TokenId, ZoneId};
use crate::catalog::seat::Seat;
use crate::state::effect::CounterKey;
use crate::state::game::Game;
use crate::state::position::Figure;

impl Game {
    /// Returns the number that a figure shows; `None` if its kind shows no counter, and for 0.
    pub fn number_on_figure(&self, figure: FigureId) -> Option<i32> {
        let own = self.figure(figure)?;
        let counter = self.position.board.catalog.figures[own.kind].look.number?;
        self.shown_number(counter, Some(i64::from(figure.0)), Some(own.seat))
    }

    /// Returns the number that a token shows; `None` if it shows no counter, and for 0.
    pub fn number_on_token(&self, token: TokenId) -> Option<i32> {
        self.shown_number(self.position.board.catalog.tokens[token].look.number?, None, None)
    }

    /// Returns the number that a tile shows; `None` if its kind shows no counter, and for 0.
    pub fn number_on_tile(&self, tile: TileId) -> Option<i32> {
        let kind = self.position.board.tile(tile)?.kind;
        self.shown_number(self.position.board.catalog.kinds[kind].number?, Some(i64::from(tile.0)), None)
    }

    /// Returns the number that a slot of a zone shows; `None` for a zone without such numbers, and for 0.
    pub fn number_on_slot(&self, zone: ZoneId, slot: u16) -> Option<i32> {
        self.shown_number(self.position.board.catalog.zones[zone].number?, Some(i64::from(slot)), None)
    }

    /// Returns the figure that shows a value of a counter; `None` if no figure shows it, or if the figure is in its
    /// supply.
    pub(crate) fn bearer(&self, counter: CounterId, key: CounterKey) -> Option<&Figure> {
        let CounterKey::Key(key) = key else { return None };
        let figure = self.figure(FigureId(u32::try_from(key).ok()?))?;
        let bears_it = self.position.board.catalog.figures[figure.kind].look.number == Some(counter);
        bears_it.then_some(figure)
    }

    fn shown_number(&self, counter: CounterId, key: Option<i64>, seat: Option<Seat>) -> Option<i32> {
        let spec = &self.position.board.catalog.counters[counter];
        let key = match (spec.scope, key, seat) {
            (Scope::Game, ..) => CounterKey::Game,
            (Scope::Keyed, Some(key), _) => CounterKey::Key(key),
            (Scope::Seat, _, Some(seat)) => CounterKey::Seat(seat),
            _ => return None,
        };
        // Secret counters are never shown.
        Some(self.counter(counter, key)).filter(|&number| number != 0 && !spec.secret)
    }
}
