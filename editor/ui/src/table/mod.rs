//! A game that is played in the editor: a session, who chooses for which seat, and what went wrong.

pub mod ask;
pub mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::decision::Pick;
use tilewright_core::game::{Game, Stage};
use tilewright_core::session::{Refusal, Session};
use tilewright_core::sheet::Origin;
use tilewright_kit::load::Loaded;
use tilewright_kit::reload::Reloaded;
use tilewright_lab::player::{Player, Random};

/// Who chooses for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chooser {
    /// Somebody at the screen.
    Person,
    /// Chance.
    Random,
}

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
    bot: Random,
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
        let bot = Random::new(setup.seed ^ 0xb07);
        Ok(Table { session, setup, bot, trouble, asked: BTreeMap::new() })
    }

    /// Goes on with another state of the pack: where it was, or as far as the answers still go.
    ///
    /// # Errors
    /// The pack cannot be played; the old game stays.
    pub fn reload(&mut self, loaded: &Loaded) -> Result<Reloaded, String> {
        let done = tilewright_kit::reload::reload(&mut self.session, loaded).map_err(|e| e.to_string())?;
        self.trouble = None;
        self.asked.clear();
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
        let view = self.session.game().view(Some(decision.seat));
        let index = self.bot.choose(view, decision);
        match decision.options.get(self.session.game(), index) {
            Some(pick) => {
                self.answer(pick);
                true
            }
            None => false,
        }
    }

    /// Takes the last answer back.
    pub fn undo(&mut self) -> bool {
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
