//! Plays games in which functions of Python choose for some seats.

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use tilewright::Seat;
use tilewright::bots::{BotSpec, DecisionCounts, Duel, DuelOutcome};
use tilewright::simulate::{GamePlan, Summary};

use crate::errors;
use crate::game::PyGame;
use crate::packs::{PyPacks, read_bots};

/// Player of a seat: a bot, or a function that receives the game and returns an option.
pub(crate) enum SeatPlayer {
    Bot(BotSpec),
    Function(Py<PyAny>),
}

impl SeatPlayer {
    /// Parses the players of some seats: names of bots, and functions.
    pub(crate) fn read(given: &[Bound<'_, PyAny>]) -> PyResult<Vec<SeatPlayer>> {
        let player = |given: &Bound<'_, PyAny>| match given.extract::<String>() {
            Ok(word) => Ok(SeatPlayer::Bot(read_bots(&[word])?.remove(0))),
            Err(_) if given.is_callable() => Ok(SeatPlayer::Function(given.clone().unbind())),
            Err(_) => Err(PyTypeError::new_err("a bot is a name, or a function that receives the game")),
        };
        given.iter().map(player).collect()
    }

    /// Returns the bots; `None` if a function is among the players.
    pub(crate) fn bots(players: &[SeatPlayer]) -> Option<Vec<BotSpec>> {
        let bot = |player: &SeatPlayer| match player {
            SeatPlayer::Bot(bot) => Some(bot.clone()),
            SeatPlayer::Function(_) => None,
        };
        players.iter().map(bot).collect()
    }
}

/// A game that a failing rule stopped: number, seed and fault.
pub(crate) type StoppedByRule = (u64, u64, String);

/// Plays the games of a plan on the thread of Python and returns their totals. The last player also has all further
/// seats. Returns the games that a rule stopped as well.
pub(crate) fn simulate_called(
    packs: &Bound<'_, PyPacks>,
    plan: &GamePlan,
    players: &[SeatPlayer],
) -> PyResult<(Summary, Vec<StoppedByRule>)> {
    let py = packs.py();
    let (mut summary, mut faults): (Option<Summary>, _) = (None, Vec::new());
    let Some(last) = players.last() else { return Ok((Summary::default(), faults)) };
    for number in 0..plan.games {
        let seed = plan.seed_of(number);
        let game = Bound::new(py, PyPacks::new_game(packs, py, plan.seats, seed)?)?;
        let played = play(&game, &|seat| players.get(seat.index()).unwrap_or(last));
        let borrowed = game.borrow();
        let totals = summary.get_or_insert_with(|| Summary::new(borrowed.session().game()));
        match played {
            Ok(counted) => totals.add(borrowed.session().game(), &counted),
            Err(error) if error.is_instance_of::<errors::RuleError>(py) => {
                faults.push((number, seed, error.value(py).str()?.to_string()));
            }
            Err(error) => return Err(error),
        }
        py.check_signals()?;
    }
    Ok((summary.unwrap_or_default(), faults))
}

/// Lets a player play against another one, who has all other seats. `plan.games` is rounded up to whole blocks, in which
/// the first player has every seat once with the same seed.
pub(crate) fn duel_called(packs: &Bound<'_, PyPacks>, plan: &GamePlan, players: &[SeatPlayer; 2]) -> PyResult<Duel> {
    let py = packs.py();
    let mut blocks = Vec::new();
    for number in 0..plan.games.div_ceil(plan.seats.max(1).into()) {
        let mut outcomes = Vec::new();
        for place in (0..plan.seats).map(Seat) {
            let game = Bound::new(py, PyPacks::new_game(packs, py, plan.seats, plan.seed_of(number))?)?;
            play(&game, &|seat| &players[usize::from(seat != place)])?;
            outcomes.push(DuelOutcome::new(game.borrow().session().game(), place));
            py.check_signals()?;
        }
        blocks.push(outcomes);
    }
    Ok(Duel::of_outcomes(&blocks, plan.seats, Vec::new()))
}

/// Plays a game to its end and counts its decisions.
fn play<'a>(game: &Bound<'_, PyGame>, player_of: &dyn Fn(Seat) -> &'a SeatPlayer) -> PyResult<DecisionCounts> {
    let py = game.py();
    let mut counted = DecisionCounts::default();
    loop {
        let before = game.borrow().session().answers();
        let player = {
            let game = game.borrow();
            let Some(decision) = game.session().decision() else { return Ok(counted) };
            let placements = decision.options.count_placements();
            counted.decisions += 1;
            counted.placements += u64::from(placements > 0);
            counted.placement_options += u64::from(placements);
            player_of(decision.seat)
        };
        match player {
            SeatPlayer::Function(function) => {
                let option = function.bind(py).call1((game,))?;
                if game.borrow().session().answers() != before {
                    return Err(PyRuntimeError::new_err(
                        "a bot returned after it had changed the game; it returns its option, or tries options in a copy",
                    ));
                }
                game.borrow_mut().answer(py, &option)?;
            }
            SeatPlayer::Bot(bot) => {
                let mut game = game.borrow_mut();
                let chosen = game.choose(bot)?;
                if let Some(number) = chosen {
                    game.answer_number(py, number)?;
                }
            }
        }
    }
}
