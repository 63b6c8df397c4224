//! Plays the games of a plan one at a time, for callers that process each game: rows, positions, tests.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::Machine;
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::decision::Decision;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bot::Random;
use crate::bots::{BotSpec, Bots, RANDOM, of_seat};
use crate::play::{DecisionCounts, GameTable};
use crate::simulate::{Recorded, play_in_session};

/// Plays games of some packs with given bots, in any order of seeds, on one thread.
pub struct Games {
    seats: u8,
    by_seat: Vec<BotSpec>,
    how: How,
    blank: Box<Game>,
    last: Option<Session>,
}

enum How {
    /// Random games without sessions, because only their end is needed.
    Fast(Box<GameTable>),
    /// Games in sessions, which bots that look ahead and callers that need the journal require.
    InSessions(Box<InSessions>),
}

struct InSessions {
    machine: Option<Machine>,
    bots: Bots,
    loaded: Loaded,
}

/// A finished game, or one that a script stopped.
pub struct PlayedGame<'a> {
    /// Final state; with a fault, the state at that point.
    pub game: &'a Game,
    /// Session of the game, if it was played in one.
    pub session: Option<&'a Session>,
    /// Counts of decisions and placements.
    pub counted: DecisionCounts,
    /// Fault that stopped the game, if any.
    pub fault: Option<Box<Fault>>,
    /// Steps of the game in the unit of its budget. Steps of a bot count in proportion to the bot's own budget.
    pub steps: u64,
}

/// Callback before each answer: the session, the decision, and the number of the chosen option.
pub(crate) type OnAnswer<'a> = dyn FnMut(&Session, &Decision, u32) + 'a;

impl Games {
    /// Prepares games with `seats` seats. `bots` are assigned to seats as in [`of_seat`]. With `journal`, each game is
    /// played in a session that keeps its journal.
    ///
    /// # Errors
    /// The packs cannot be played, or not with that many seats, or a bot cannot be created.
    pub fn new(loaded: &Loaded, seats: u8, bots: &[BotSpec], journal: bool) -> Result<Games, KitError> {
        let loaded = &loaded.for_seats(seats);
        let by_seat: Vec<BotSpec> = (0..seats).map(|seat| of_seat(bots, Seat(seat))).collect();
        let machine = loaded.machine()?;
        let blank = machine.new_game(seats, 0)?;
        let how = if !journal && by_seat.iter().all(|bot| *bot == RANDOM) {
            How::Fast(Box::new(GameTable::new(machine, seats)?))
        } else {
            let mut bots = Bots::new(loaded);
            by_seat.iter().try_for_each(|bot| bots.get(bot).map(|_| ()))?;
            How::InSessions(Box::new(InSessions { machine: Some(machine), bots, loaded: loaded.clone() }))
        };
        Ok(Games { seats, by_seat, how, blank, last: None })
    }

    /// Returns a game before its first step.
    pub fn blank(&self) -> &Game {
        &self.blank
    }

    /// Plays the game of a seed.
    ///
    /// # Errors
    /// A machine cannot be created.
    pub fn play(&mut self, seed: u64, watch: &mut OnAnswer<'_>) -> Result<PlayedGame<'_>, KitError> {
        match &mut self.how {
            How::Fast(table) => {
                let (counted, fault) = match table.play(seed, &mut Random) {
                    Ok(counted) => (counted, None),
                    Err(fault) => (DecisionCounts::default(), Some(fault)),
                };
                Ok(PlayedGame { steps: table.steps(), game: table.game(), session: None, counted, fault })
            }
            How::InSessions(sessions) => {
                let InSessions { machine, bots, loaded } = &mut **sessions;
                let machine = match self.last.take().map(Session::into_machine).or_else(|| machine.take()) {
                    Some(machine) => machine,
                    None => loaded.machine()?,
                };
                let by_seat = &self.by_seat;
                let choose = &mut |session: &Session| {
                    let Some(decision) = session.decision() else { return Ok(None) };
                    let chosen = bots.choose_counted(&by_seat[decision.seat.index()], session)?;
                    chosen.into_iter().for_each(|(number, _)| watch(session, decision, number));
                    Ok(chosen)
                };
                let (session, counted, fault, steps) =
                    play_in_session(machine, self.seats, seed, choose)?.without_failing();
                let counted = if fault.is_some() { DecisionCounts::default() } else { counted };
                let session = self.last.insert(session);
                Ok(PlayedGame { game: session.game(), session: Some(session), counted, fault, steps })
            }
        }
    }

    /// Returns the fault of a function that kept state from one game to the next; `None` if there was none. With such
    /// rules a seed does not determine its game.
    pub fn remembers(&mut self) -> Option<Box<Fault>> {
        match &mut self.how {
            How::Fast(table) => table.machine().rules().remembers(),
            How::InSessions(_) => self.last.as_ref()?.remembers(),
        }
    }

    /// Plays the game of a seed with a record for replay. After a fault, the record ends with the answer at which a
    /// script failed.
    ///
    /// # Errors
    /// The packs cannot be played, or a bot cannot be created.
    pub fn record(loaded: &Loaded, seats: u8, bots: &[BotSpec], seed: u64) -> Result<Recorded, KitError> {
        let loaded = &loaded.for_seats(seats);
        let by_seat: Vec<BotSpec> = (0..seats).map(|seat| of_seat(bots, Seat(seat))).collect();
        let mut bots = Bots::new(loaded);
        let choose = &mut |session: &Session| match session.decision() {
            Some(decision) => bots.choose_counted(&by_seat[decision.seat.index()], session),
            None => Ok(None),
        };
        Ok(play_in_session(loaded.machine()?, seats, seed, choose)?.into_recorded(seed))
    }
}
