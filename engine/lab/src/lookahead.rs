//! What all bots that look ahead have: a machine that knows the names of the game, and positions as the seat imagines them.

use std::sync::Arc;

use tilewright_core::catalog::seat::Seat;
use tilewright_core::diag::nearest;
use tilewright_core::limits::GAME_STEPS;
use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::{Machine, Stop};
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::agenda::Part;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_core::state::effect::Effect;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::judge::{Judge, Worths};

/// How often a position is imagined anew when what was made up could not have been.
const TRIES: usize = 8;

/// Most questions of others in the middle of a turn that are answered in passing.
const QUESTIONS: usize = 8;

/// A machine to look ahead with.
pub(crate) struct Lookahead {
    loaded: Loaded,
    pub(crate) machine: Machine,
    /// The pack that is left alone.
    never: Option<Arc<str>>,
    /// Work of the machines before this one.
    before: u64,
    /// Work when the last decision was begun.
    begun: u64,
    /// Most work for a decision.
    most: u64,
}

/// Decisions of a bot that take as much work as they may; so many use up the budget of a game.
const DECISIONS: u64 = 20;

impl Lookahead {
    /// For games of some packs, with the most work for a decision in steps of scripts. What comes from the pack `never` is left alone wherever something else can be done.
    ///
    /// # Errors
    /// The packs cannot be played, or that one is not among them.
    pub(crate) fn new(loaded: &Loaded, never: Option<Arc<str>>, most: u64) -> Result<Lookahead, KitError> {
        if let Some(never) = &never
            && !loaded.packs.iter().any(|pack| pack.id == *never)
        {
            let meant = nearest(never, loaded.packs.iter().map(|pack| &*pack.id)).map(str::to_owned);
            return Err(KitError::NoPack { name: never.to_string(), meant, looked: Vec::new() });
        }
        Ok(Lookahead { loaded: loaded.clone(), machine: loaded.machine()?, never, before: 0, begun: 0, most })
    }

    /// Returns the work so far as it counts for the budget of a game: all of it, if so many decisions have taken the most.
    pub(crate) fn work(&self) -> u64 {
        let steps = u128::from(self.steps()) * u128::from(GAME_STEPS) / (u128::from(self.most) * u128::from(DECISIONS));
        u64::try_from(steps).unwrap_or(u64::MAX)
    }

    fn steps(&self) -> u64 {
        self.before + self.machine.work()
    }

    /// True if the decision has taken as much work as it may: what was found so far decides.
    pub(crate) fn is_spent(&self) -> bool {
        self.steps().saturating_sub(self.begun) > self.most
    }

    /// Begins a decision: makes sure that the machine knows the symbols of a session by the same numbers; what it has met
    /// itself may differ.
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

    /// The position as a seat imagines it. It keeps a trail, so it can be copied and played on also where a script waits.
    /// Nothing when what was made up could not have been, again and again.
    pub(crate) fn world(&mut self, session: &Session, seat: Seat, chance: &mut Generator) -> Option<Box<Game>> {
        let resting = session.resting(&mut self.machine);
        (0..TRIES).find_map(|_| resting.imagine(seat, chance).reach(&mut self.machine))
    }

    /// The numbers of the options that may be taken, in order.
    pub(crate) fn allowed(&self, game: &Game, decision: &Decision) -> Vec<u32> {
        let all = 0..decision.options.count();
        let Some(never) = &self.never else { return all.collect() };
        let is_left = |&number: &u32| {
            let pick = decision.options.get(game, number);
            pick.is_none_or(|pick| pack_of(&self.machine, game, decision, pick).is_none_or(|pack| pack != never))
        };
        let left: Vec<u32> = all.clone().filter(is_left).collect();
        // Forced is forced.
        if left.is_empty() { all.collect() } else { left }
    }

    /// Runs on after an answer to where a seat decides again in its turn, which is number `turn`: others who are asked in the
    /// middle of it take their first options, and so does everybody who is asked about points on their way. Whether the
    /// seat decides; else its turn is over.
    pub(crate) fn run_on(&mut self, game: &mut Box<Game>, seat: Seat, turn: u32) -> Result<bool, Box<Fault>> {
        for _ in 0..QUESTIONS {
            if self.machine.run(game)? == Stop::Over {
                return Ok(false);
            }
            let Some(decision) = game.decision() else { return Ok(false) };
            let is_own = decision.seat == seat && game.turns() == turn;
            if is_own {
                return Ok(true);
            }
            if game.turns() != turn && !points_wait(game) {
                return Ok(false);
            }
            let Some(pick) = decision.options.get(game, 0) else { return Ok(false) };
            self.machine.answer(game, pick)?;
        }
        self.machine.run(game)?;
        Ok(false)
    }
}

/// The pack that an option comes from: that of its figure or its tile, or of the rule that has added it.
fn pack_of<'a>(machine: &'a Machine, game: &'a Game, decision: &Decision, pick: Pick) -> Option<&'a Arc<str>> {
    let catalog = game.catalog();
    match decision.options.of_step(pick) {
        Some(Pick::Deploy { figure, .. }) => Some(&catalog.figures.name(figure).pack),
        Some(Pick::Kind(kind) | Pick::Face(kind)) => Some(&catalog.kinds.name(kind).pack),
        Some(_) => None,
        None => {
            let group = decision.options.meaning(pick)?.group().cloned()?;
            let rules = machine.rules();
            let (origin, _) = rules.registered(*rules.hooks().chosen.get(&(decision.ask.clone(), group))?)?;
            catalog.modules.get(usize::from(origin.module)).map(|module| &module.pack)
        }
    }
}

/// Whether a rule that gives points in its own way waits for an answer.
fn points_wait(game: &Game) -> bool {
    game.agenda().iter().any(|part| matches!(part, Part::Replacing { effect: Effect::Award { .. }, .. }))
}

/// What the position is worth in which somebody decides, as far as everybody sees it.
pub(crate) fn now(ahead: &mut Lookahead, judge: &Judge, session: &Session, decision: &Decision) -> Worths {
    let mut game = session.game().imagined(decision.seat, &mut Generator::new(0));
    judge.worths(&mut ahead.machine, &mut game).unwrap_or_default()
}
