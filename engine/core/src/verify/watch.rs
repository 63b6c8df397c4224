//! Verifies a game while it is played: checks the invariants after every event and effect.
//!
//! A game that is not watched only pays for testing a pointer. The reference is computed again from the tiles whenever
//! the board has changed.

use std::sync::Arc;

use crate::catalog::MAX_SEATS;
use crate::catalog::seat::{PerSeat, Seat, SeatSet};
use crate::machine::rules::Hooks;
use crate::state::Game;
use crate::state::game::Observer;
use crate::state::happening::Happening;
use crate::verify;
use crate::verify::ledger::Ledger;
use crate::verify::reference::Reference;
use crate::verify::rounds::Rounds;

/// The first invariant that was violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Number of events in the journal at the violation.
    pub events: usize,
    /// Description of the violation.
    pub what: String,
}

/// An observer that checks a game after every event.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    reference: Option<Arc<Reference>>,
    /// Points awarded by the events counted so far.
    given: PerSeat<i32>,
    /// Seats that have retired according to the events.
    retired: SeatSet,
    /// Arranged points, which are in no book.
    unbooked: PerSeat<i64>,
    /// Trackers of invariants that rules of a pack can break; `None` if only the invariants of the engine are checked.
    promises: Option<(Ledger, Rounds)>,
    counted: usize,
    looks: u64,
    broken: Option<Broken>,
}

impl Observer for Watch {
    fn look(&mut self, game: &Game) {
        if self.broken.is_some() {
            return;
        }
        self.looks += 1;
        let mut changed = false;
        let reference = match self.reference.take().filter(|known| known.holds_for(game)) {
            Some(known) => known,
            None => {
                changed = true;
                Arc::new(Reference::of(game))
            }
        };
        let taken = changed && game.board().has_lifted();
        let rejoined = if taken { verify::compare_with_rebuilt(game.board()) } else { Ok(()) };
        let found = rejoined
            .and_then(|()| verify::check_after_event(game, &reference))
            .and_then(|()| self.check_books(game))
            .and_then(|()| self.events(game));
        self.reference = Some(reference);
        if let Err(what) = found {
            let events = game.journal().map_or(0, |journal| journal.events.len());
            self.broken = Some(Broken { events, what });
        }
    }

    fn restart(&mut self, game: &Game) {
        self.given = [0; MAX_SEATS];
        self.given[..game.seat_count()].copy_from_slice(game.scores());
        self.retired = game.retired_seats();
        self.unbooked = verify::unbooked_points(game);
        if let Some((tiles, rounds)) = &mut self.promises {
            *tiles = Ledger::new_arranged();
            rounds.restart(game);
        }
    }

    fn copy(&self) -> Box<dyn Observer> {
        Box::new(self.clone())
    }
}

impl Watch {
    /// Checks that scores equal the points in the books, apart from arranged points.
    fn check_books(&self, game: &Game) -> Result<(), String> {
        let changed = verify::unbooked_points(game).iter().zip(&self.unbooked).position(|(now, before)| now != before);
        match changed {
            Some(seat) => Err(format!("seat {seat} has {} points, and others are booked", game.scores()[seat])),
            None => Ok(()),
        }
    }

    /// Follows the new events of the journal, which only grows: points, tiles, and features due for scoring.
    fn events(&mut self, game: &Game) -> Result<(), String> {
        let Some(journal) = game.journal() else { return Ok(()) };
        let fresh = journal.events.get(self.counted..).unwrap_or_default();
        self.counted = journal.events.len();
        if let (Some((tiles, _)), true) = (&mut self.promises, fresh.is_empty()) {
            tiles.look(game, None)?;
        }
        for event in fresh {
            match event.what {
                Happening::Awarded { seat, points, .. } => self.given[seat.index()] += points,
                Happening::Retired { seat, .. } => self.retired = self.retired.with(seat),
                Happening::PartBegan { seat, .. } => part_of(game, seat, self.retired)?,
                _ => {}
            }
            if let Some((tiles, rounds)) = &mut self.promises {
                tiles.look(game, Some(event))?;
                rounds.look(game, event)?;
            }
        }
        if self.retired != game.retired_seats() {
            let listed = |seats: SeatSet| seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ");
            let (retired, said) = (listed(game.retired_seats()), listed(self.retired));
            return Err(format!("the seats [{retired}] have retired, the events say [{said}]"));
        }
        match game.scores().iter().zip(&self.given).position(|(score, given)| score != given) {
            Some(seat) => {
                let (score, given) = (game.scores()[seat], self.given[seat]);
                Err(format!("seat {} has {score} points, {given} were given", Seat(seat as u8)))
            }
            None => Ok(()),
        }
    }
}

/// Checks that a turn part that has just begun does not belong to a retired seat.
fn part_of(game: &Game, seat: Seat, retired: SeatSet) -> Result<(), String> {
    let is_of_table = game.turn_part().is_none_or(|part| !part.list.is_of_seat());
    if is_of_table || retired.iter().all(|other| other != seat) {
        return Ok(());
    }
    Err(format!("seat {seat} has retired, and a turn part of it begins"))
}

impl Game {
    /// Starts checking the invariants after every event and effect, including those that depend on the rules with these
    /// hooks. Needs a journal.
    pub fn watch_events(&mut self, hooks: &Hooks) {
        let promises = Some((Ledger::default(), Rounds::new(hooks)));
        self.observe_by(Watch { promises, ..Watch::default() });
    }

    /// Watches a game with an arranged position, like [`Game::watch_events`]. Tiles are counted from this position on,
    /// and its complete features count as scored. Needs a journal.
    pub fn watch_arranged(&mut self, hooks: &Hooks) {
        self.watch_events(hooks);
        self.observe_arranged();
    }

    /// Like [`Game::watch_events`], for the invariants that no rule can break: rules may lose a tile or forget to
    /// score, and the state is still consistent. Needs a journal.
    pub fn watch_positions(&mut self) {
        self.observe_by(Watch::default());
    }

    /// Returns the number of checks so far and the first violation; `None` if the game is not watched.
    pub fn watched(&self) -> Option<(u64, Option<&Broken>)> {
        let watch: &Watch = self.observer()?;
        Some((watch.looks, watch.broken.as_ref()))
    }

    /// Checks the position of the waiting decision, using the reference of the watch if it is valid.
    ///
    /// # Errors
    /// An invariant is violated; the error describes the first violation.
    pub fn verify_position(&self) -> Result<(), String> {
        let known =
            self.observer::<Watch>().and_then(|watch| watch.reference.as_ref()).filter(|known| known.holds_for(self));
        match known {
            Some(known) => verify::position_by(self, known),
            None => verify::position(self),
        }
    }
}
