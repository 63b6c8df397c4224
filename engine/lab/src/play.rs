//! Plays single games as fast as possible: with one machine, reused memory, and one bot for all seats.

use tilewright_core::catalog::seat::WrongSeats;
use tilewright_core::limits;
use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::{Machine, Stop};
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Pick};

use crate::bot::Bot;
use crate::budget::GameBudget;
use crate::seeds::Choices;

/// Counts of decisions during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DecisionCounts {
    /// Number of decisions with more than one option.
    pub decisions: u64,
    /// Number of placement decisions.
    pub placements: u64,
    /// Total number of legal placements in these decisions.
    pub placement_options: u64,
}

impl DecisionCounts {
    /// Counts a decision and returns the pick of the chosen option; `None` if the option does not exist.
    #[inline]
    pub(crate) fn take(&mut self, game: &Game, decision: &Decision, number: u32) -> Option<Pick> {
        self.decisions += 1;
        let placements = decision.options.count_placements();
        self.placements += u64::from(placements > 0);
        self.placement_options += u64::from(placements);
        decision.options.get(game, number)
    }
}

/// Table that plays games of one catalog, one after another.
pub struct GameTable {
    machine: Machine,
    template: Box<Game>,
    game: Box<Game>,
    /// Steps of the last game that was finished.
    steps: u64,
}

impl GameTable {
    /// Creates a table for games with `seats` seats.
    ///
    /// # Errors
    /// The packs do not allow that number of seats.
    pub fn new(machine: Machine, seats: u8) -> Result<GameTable, WrongSeats> {
        let template = machine.new_game(seats, 0)?;
        Ok(GameTable { machine, game: template.clone(), template, steps: 0 })
    }

    /// Returns the state of the last game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the steps of the last finished game, in the unit of game budgets.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the machine that runs the games.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Plays a game to its end.
    ///
    /// # Errors
    /// A script failed; the table keeps the game in its state at that point.
    #[inline]
    pub fn play(&mut self, seed: u64, bot: &mut impl Bot) -> Result<DecisionCounts, Box<Fault>> {
        let choices = self.begin(seed);
        self.finish(bot, &choices)
    }

    /// Plays only the first `decisions` decisions of a game.
    ///
    /// # Errors
    /// A script failed.
    pub fn play_some(&mut self, seed: u64, bot: &mut impl Bot, decisions: u64) -> Result<(), Box<Fault>> {
        let choices = self.begin(seed);
        self.go_on(bot, &choices, decisions)
    }

    /// Returns the position of a game after `decisions` decisions. It can be resumed even if a script waits.
    ///
    /// # Errors
    /// A script failed.
    pub fn position(&mut self, seed: u64, bot: &mut impl Bot, decisions: u64) -> Result<Box<Game>, Box<Fault>> {
        let choices = self.begin(seed);
        self.game.keep_trail(true);
        self.go_on(bot, &choices, decisions)?;
        let mut position = std::mem::replace(&mut self.game, self.template.clone());
        position.keep_trail(false);
        Ok(position)
    }

    /// Plays a game from a position to its end; the choices depend on `seed`.
    ///
    /// # Errors
    /// A script failed; the table keeps the game in its state at that point.
    pub fn play_on(&mut self, from: &Game, seed: u64, bot: &mut impl Bot) -> Result<DecisionCounts, Box<Fault>> {
        self.machine.reset();
        (*self.game).clone_from(from);
        self.finish(bot, &Choices::from_seed(seed))
    }

    /// Plays to the end of the game.
    #[inline]
    fn finish(&mut self, bot: &mut impl Bot, choices: &Choices) -> Result<DecisionCounts, Box<Fault>> {
        let mut counted = DecisionCounts::default();
        let mut budget = GameBudget::begin(self.machine.work());
        while self.step(bot, choices, &mut counted, &mut budget)? {
            if counted.decisions > limits::ANSWERS {
                return Err(self.machine.endless(&self.game, limits::ANSWERS));
            }
            let steps = budget.steps(self.machine.work());
            if let Some(fault) = self.machine.step_limit_fault(&self.game, steps) {
                return Err(fault);
            }
        }
        self.steps = budget.steps(self.machine.work());
        Ok(counted)
    }

    /// Plays up to `decisions` decisions.
    fn go_on(&mut self, bot: &mut impl Bot, choices: &Choices, decisions: u64) -> Result<(), Box<Fault>> {
        let mut counted = DecisionCounts::default();
        let mut budget = GameBudget::begin(self.machine.work());
        while counted.decisions < decisions && self.step(bot, choices, &mut counted, &mut budget)? {
            let steps = budget.steps(self.machine.work());
            if let Some(fault) = self.machine.step_limit_fault(&self.game, steps) {
                return Err(fault);
            }
        }
        Ok(())
    }

    fn begin(&mut self, seed: u64) -> Choices {
        self.machine.begin_game();
        self.game.reset_to(&self.template, seed);
        Choices::from_seed(seed)
    }

    #[inline]
    fn step(
        &mut self,
        bot: &mut impl Bot,
        choices: &Choices,
        counted: &mut DecisionCounts,
        budget: &mut GameBudget,
    ) -> Result<bool, Box<Fault>> {
        if self.machine.run(&mut self.game)? == Stop::Over {
            return Ok(false);
        }
        let Some(decision) = self.game.decision() else { return Ok(false) };
        budget.ask(decision);
        let mut chance = choices.after(counted.decisions);
        let number = bot.choose(self.game.view(Some(decision.seat)), decision, &mut chance);
        let Some(pick) = counted.take(&self.game, decision, number) else { return Ok(false) };
        self.machine.answer(&mut self.game, pick)?;
        Ok(true)
    }
}
