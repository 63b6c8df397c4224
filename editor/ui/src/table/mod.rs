//! A game that is played in the editor: a session, who chooses for which seat, and what went wrong.

pub mod ask;
pub mod asked;
pub mod players;
pub mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::decision::Pick;
use tilewright_core::game::{Game, Stage};
use tilewright_core::session::{Refusal, Session};
use tilewright_core::sheet::{Origin, Seat};
use tilewright_kit::load::Loaded;
use tilewright_kit::reload::Reloaded;

use players::Bots;
pub use players::Chooser;

/// What was chosen for a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Who chooses, a seat each.
    pub seats: Vec<Chooser>,
    /// What chance begins with.
    pub seed: u64,
}

/// A game under way.
pub struct Table {
    session: Session,
    setup: Setup,
    bots: Bots,
    /// Counts everything that has changed the position.
    changes: u64,
    /// Why it does not go on, if a script failed or a pack changed too much.
    trouble: Option<String>,
    /// How often lines of the rules ran for what was only asked about the position.
    asked: BTreeMap<Origin, u32>,
}

impl Table {
    /// Begins a game.
    ///
    /// # Errors
    /// The pack cannot be played; a sentence says why.
    pub fn begin(loaded: &Loaded, setup: Setup) -> Result<Table, String> {
        let machine = loaded.machine().map_err(|e| e.to_string())?;
        let mut session = Session::new(machine, setup.seats.len() as u8, setup.seed);
        let trouble = session.start().err().map(|fault| fault.to_string());
        let bots = Bots::new(loaded, setup.seed ^ 0xb07);
        Ok(Table { session, setup, bots, changes: 0, trouble, asked: BTreeMap::new() })
    }

    /// Goes on with another state of the pack: where it was, or as far as the answers still go.
    ///
    /// # Errors
    /// The pack cannot be played; the old game stays.
    pub fn reload(&mut self, loaded: &Loaded) -> Result<Reloaded, String> {
        let done = tilewright_kit::reload::reload(&mut self.session, loaded).map_err(|e| e.to_string())?;
        self.bots.reload(loaded);
        self.trouble = None;
        self.asked.clear();
        self.changes += 1;
        Ok(done)
    }

    /// The state of the game.
    pub fn game(&self) -> &Game {
        self.session.game()
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What was chosen for the table.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// A number that differs between any two positions that have been at the table.
    pub fn position(&self) -> (u64, usize) {
        (self.changes, self.session.log().len())
    }

    /// The seats for which people choose.
    pub fn people(&self) -> impl Iterator<Item = Seat> {
        let seats = self.setup.seats.iter().enumerate();
        seats.filter(|(_, chooser)| **chooser == Chooser::Person).map(|(seat, _)| Seat(seat as u8))
    }

    /// Whether seats may know different things now: then whoever is at the screen must not see what others see.
    pub fn has_secrets(&self) -> bool {
        let game = self.game();
        let counted = game.catalog().counters.iter().any(|(_, counter)| counter.secret);
        let held = !game.catalog().flow.open_hands && game.seats_from(Seat(0)).any(|s| game.hand(s).next().is_some());
        counted || held || self.session.decision().is_some_and(|d| d.secret)
    }

    /// Why it does not go on.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game().stage() == Stage::Over
    }

    /// Whether somebody at the screen has to choose now.
    pub fn asks_person(&self) -> bool {
        let seat = self.session.decision().map(|d| d.seat.index());
        self.trouble.is_none() && seat.is_some_and(|seat| self.setup.seats.get(seat) == Some(&Chooser::Person))
    }

    /// Takes an option for whoever has to choose.
    pub fn answer(&mut self, pick: Pick) {
        self.changes += 1;
        if let Err(refusal) = self.session.answer(pick) {
            self.trouble = Some(match refusal {
                Refusal::Rejected(rejected) => rejected.message,
                Refusal::Fault(fault) => fault.to_string(),
            });
        }
    }

    /// Lets a bot choose, whoever's turn it is; whether there was anything to choose.
    pub fn step(&mut self) -> bool {
        let Some(decision) = self.session.decision().filter(|_| self.trouble.is_none()) else { return false };
        let chooser = self.setup.seats.get(decision.seat.index()).copied().unwrap_or(Chooser::Random);
        let number = self.bots.choose(chooser, &self.session);
        let pick = number.and_then(|n| self.session.decision()?.options.get(self.session.game(), n));
        pick.into_iter().for_each(|pick| self.answer(pick));
        pick.is_some()
    }

    /// Takes the last answer back.
    pub fn undo(&mut self) -> bool {
        self.changes += 1;
        self.trouble = None;
        self.session.undo()
    }

    /// Exchanges who chooses.
    pub fn seat(&mut self, seat: usize, chooser: Chooser) {
        if let Some(place) = self.setup.seats.get_mut(seat) {
            *place = chooser;
        }
    }

    /// The catalog that it is played with.
    pub fn catalog(&self) -> &Arc<tilewright_core::catalog::Catalog> {
        self.session.game().catalog()
    }
}
