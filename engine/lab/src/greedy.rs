//! A bot that looks one answer ahead.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::Machine;
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::Session;
use tilewright_core::state::agenda::Part;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Decision;
use tilewright_core::state::effect::Effect;
use tilewright_core::state::view::View;
use tilewright_core::state::{Game, Stage};
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bot::{Bot, Random};

/// Most options of a decision that are looked at. Of more than these so many are looked at that chance picks out, so
/// that the time for a choice does not grow with the board.
const MOST: u32 = 40;

/// Most questions about points on their way that are answered in passing.
const QUESTIONS: usize = 8;

/// How often a position is imagined anew when what was made up could not have been.
const TRIES: usize = 8;

/// Takes the option after which its seat stands best: by its points and what the score sheets would give it if the game
/// ended there, less the same of the best of the others. Of equally good ones it takes any.
///
/// It plays each option until somebody has to choose again, in a copy of the game in which everything that its seat may
/// not know is made up, chance to come included. Where no such copy leads to the question it chooses at random, and so it
/// does when it is given a view alone.
pub struct Greedy {
    loaded: Loaded,
    machine: Machine,
}

impl Greedy {
    /// A bot for games of some packs.
    ///
    /// # Errors
    /// The packs cannot be played.
    pub fn new(loaded: &Loaded) -> Result<Greedy, KitError> {
        Ok(Greedy { loaded: loaded.clone(), machine: loaded.machine()? })
    }

    /// Makes sure that the machine knows the symbols of a session by the same numbers; what it has met itself may differ.
    fn know(&mut self, session: &Session) -> Result<(), KitError> {
        let symbols = session.symbols();
        if !self.machine.rules().symbols().starts_with(&symbols) {
            let (catalog, script) = self.loaded.script_after(&symbols)?;
            self.machine = Machine::new(catalog, Box::new(script));
        }
        Ok(())
    }

    fn best(&mut self, session: &Session, decision: &Decision, chance: &mut Generator) -> Option<u32> {
        self.know(session).ok()?;
        let options = sample(decision.options.count(), chance);
        for _ in 0..TRIES {
            let Some(imagined) = session.imagine(decision.seat, chance).reach(&mut self.machine) else { continue };
            let mut best: Option<(i64, Vec<u32>)> = None;
            for &option in &options {
                let mut game = imagined.clone();
                // What comes of the option is not gone back to.
                game.keep_trail(false);
                // What fails is not an option to take: it may be for what was made up that it does.
                let Ok(worth) = after(&mut self.machine, game, decision, option) else { continue };
                match &mut best {
                    Some((most, equal)) if *most == worth => equal.push(option),
                    Some((most, _)) if *most > worth => {}
                    _ => best = Some((worth, vec![option])),
                }
            }
            if let Some((_, equal)) = best {
                return equal.get(chance.below(equal.len() as u32) as usize).copied();
            }
        }
        None
    }
}

/// The options to look at, in order.
fn sample(count: u32, chance: &mut Generator) -> Vec<u32> {
    if count <= MOST {
        return (0..count).collect();
    }
    // Each of so many stretches gives one; they are as long as each other but for one.
    let bound = |n: u32| (u64::from(n) * u64::from(count) / u64::from(MOST)) as u32;
    (0..MOST).map(|n| bound(n) + chance.below(bound(n + 1) - bound(n))).collect()
}

/// What a position is worth to the deciding seat after an option, in points.
fn after(machine: &mut Machine, mut game: Box<Game>, decision: &Decision, option: u32) -> Result<i64, Box<Fault>> {
    if let Some(pick) = decision.options.get(&game, option) {
        machine.answer(&mut game, pick)?;
    }
    machine.run(&mut game)?;
    for _ in 0..QUESTIONS {
        // Points that a rule asks about before they are given count already, whatever is answered.
        let Some(pick) = points_wait(&game).then(|| game.decision()?.options.get(&game, 0)).flatten() else { break };
        machine.answer(&mut game, pick)?;
        machine.run(&mut game)?;
    }
    let outlook = if game.stage() == Stage::Over { Default::default() } else { machine.outlook(&mut game)? };
    let worth = |seat: Seat| i64::from(game.scores()[seat.index()]) + i64::from(outlook[seat.index()]);
    let others = game.seats_from(decision.seat).skip(1).map(worth).max();
    Ok(worth(decision.seat) - others.unwrap_or(0))
}

/// Whether a rule that gives points in its own way waits for an answer.
fn points_wait(game: &Game) -> bool {
    game.agenda().iter().any(|part| matches!(part, Part::Replacing { effect: Effect::Award { .. }, .. }))
}

impl Bot for Greedy {
    fn choose(&mut self, view: View<'_>, decision: &Decision, chance: &mut Generator) -> u32 {
        Random.choose(view, decision, chance)
    }

    fn choose_in(&mut self, session: &Session, chance: &mut Generator) -> Option<u32> {
        let decision = session.decision()?;
        // It takes many numbers.
        let mut chance = Generator::new(chance.next());
        let count = decision.options.count();
        let best = if count > 1 { self.best(session, decision, &mut chance) } else { None };
        Some(best.unwrap_or_else(|| chance.below(count)))
    }
}
