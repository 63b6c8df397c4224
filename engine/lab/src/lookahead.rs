//! Provides what all bots that look ahead need: a machine with the symbols of the game, and imagined positions.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::limits::GAME_STEPS;
use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::{Machine, RunOptions, Stop};
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Decision;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::habit::{self, Habit, check_habits};
use crate::judge::{Judge, SeatWorths};

/// Maximum number of attempts to imagine a position, in case the imagined one is impossible.
pub(crate) const TRIES: usize = 8;

/// Maximum number of questions to others during a turn that are answered in passing.
const QUESTIONS: usize = 8;

/// Machine for looking ahead.
pub(crate) struct Lookahead {
    loaded: Loaded,
    pub(crate) machine: Machine,
    /// Restrictions of the bot.
    habits: Vec<Habit>,
    /// Work of the machines before the current one.
    before: u64,
    /// Work when the last decision began.
    begun: u64,
    /// Maximum work for a decision, in steps of scripts.
    most: u64,
}

/// Number of decisions with maximum work that use up the budget of a game.
const DECISIONS: u64 = 20;

impl Lookahead {
    /// Prepares games of some packs. `most` is the maximum work for a decision in steps of scripts. Habits restrict the
    /// options of the bot.
    ///
    /// # Errors
    /// The packs cannot be played, or a habit is about something that they do not have.
    pub(crate) fn new(loaded: &Loaded, habits: &[Habit], most: u64) -> Result<Lookahead, KitError> {
        loaded.catalog().map_or(Ok(()), |catalog| check_habits(habits, catalog))?;
        let (loaded, machine, habits) = (loaded.clone(), loaded.machine()?, habits.to_vec());
        Ok(Lookahead { loaded, machine, habits, before: 0, begun: 0, most })
    }

    /// Returns the packs that it was prepared for.
    pub(crate) fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// Returns the restrictions of the bot.
    pub(crate) fn habits(&self) -> &[Habit] {
        &self.habits
    }

    /// Returns the work so far in the unit of game budgets. `DECISIONS` decisions with maximum work use up a budget.
    pub(crate) fn work(&self) -> u64 {
        let steps = u128::from(self.steps()) * u128::from(GAME_STEPS) / (u128::from(self.most) * u128::from(DECISIONS));
        u64::try_from(steps).unwrap_or(u64::MAX)
    }

    /// Returns the steps of scripts so far, of all machines.
    pub(crate) fn steps(&self) -> u64 {
        self.before + self.machine.work()
    }

    /// True if the decision has used its maximum work, so that the best option found so far is taken.
    pub(crate) fn is_spent(&self) -> bool {
        self.steps().saturating_sub(self.begun) > self.most
    }

    /// Starts a decision: ensures that the machine has the symbols of the session under the same numbers. The machine
    /// is replaced if the symbols that it has met itself differ.
    pub(crate) fn know(&mut self, session: &Session) -> Result<(), KitError> {
        let symbols = session.symbols();
        if !self.machine.rules().symbols().starts_with(&symbols) {
            let (catalog, script) = self.loaded.script_after(&symbols)?;
            self.before += self.machine.work();
            self.machine = Machine::new(catalog, Box::new(script));
        }
        self.begun = self.steps();
        Ok(())
    }

    /// Returns the position as a seat imagines it; `None` if every attempt was impossible. The position keeps a trail,
    /// so that it can be copied and resumed while a script waits.
    pub(crate) fn world(&mut self, session: &Session, seat: Seat, chance: &mut Generator) -> Option<Box<Game>> {
        let resting = session.resting(&mut self.machine);
        (0..TRIES).find_map(|_| resting.imagine(seat, chance).reach(&mut self.machine))
    }

    /// Returns the numbers of the allowed options, in order.
    pub(crate) fn allowed_options(&self, game: &Game, decision: &Decision) -> Vec<u32> {
        habit::allowed_options(&self.habits, self.machine.rules(), game, decision)
    }

    /// Runs the game after an answer until the seat decides again in the turn with number `turn`, and otherwise to the
    /// end of the turn. The next turn does not begin, because its tile is unknown. Other seats that are asked in between
    /// take their first options. Returns true if the seat decides, and false if its turn is over.
    pub(crate) fn run_on(&mut self, game: &mut Box<Game>, seat: Seat, turn: u32) -> Result<bool, Box<Fault>> {
        for _ in 0..QUESTIONS {
            if self.machine.run_with(game, RunOptions::RESTING)?.stop != Stop::Decision {
                return Ok(false);
            }
            let Some(decision) = game.decision() else { return Ok(false) };
            if game.turns() != turn {
                return Ok(false);
            }
            if decision.seat == seat {
                return Ok(true);
            }
            let Some(pick) = decision.options.get(game, 0) else { return Ok(false) };
            self.machine.answer(game, pick)?;
        }
        self.machine.run_with(game, RunOptions::RESTING)?;
        Ok(false)
    }
}

/// Returns the worth of the position in which a seat decides, as all seats see it.
pub(crate) fn now(ahead: &mut Lookahead, judge: &Judge, session: &Session, decision: &Decision) -> SeatWorths {
    let mut game = session.game().imagine(decision.seat, &mut Generator::new(0));
    judge.worths(&mut ahead.machine, &mut game).unwrap_or_default()
}
