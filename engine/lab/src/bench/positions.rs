//! Measures positions in the middle of games: copies, undo, replay, and playouts.

use std::hint::black_box;
use std::time::Duration;

use tilewright_core::machine::{Machine, Stop};
use tilewright_core::session::replay::replay;
use tilewright_core::session::{Refusal, Session};
use tilewright_core::state::Game;
use tilewright_kit::error::KitError;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::load::Loaded;

use super::error::{BenchError, fault_elsewhere};
use super::{Bench, BenchPlan, measure_time, nanos};
use crate::bot::{Bot, Random};
use crate::mcts::{Budget, Mcts};
use crate::play::GameTable;
use crate::seeds;
use crate::stats::MeasurementSpread;

/// Number of copies of a position (`ROUNDS`) and of records (`RECORDS`) that are measured together.
const ROUNDS: u64 = 2_000;
const RECORDS: u64 = 5;

/// Number of playouts of a bot for one decision.
const SEARCHED: u32 = 500;

/// Returns half the number of decisions in an average game.
fn half(bench: &Bench) -> u64 {
    (bench.summary.decisions.mean() / 2.0) as u64
}

/// Measures copies, undo and replay.
pub(super) fn positions(loaded: &Loaded, plan: &BenchPlan, bench: &mut Bench) -> Result<(), BenchError> {
    let (mut clones, mut restores, mut undos, mut replays) = (vec![], vec![], vec![], vec![]);
    let half = half(bench);
    for run in 0..plan.runs.max(1) as u64 {
        let mut table = GameTable::new(loaded.machine_for(plan.seats)?, plan.seats)?;
        let seed = plan.seed ^ run;
        table.play_some(seed, &mut Random, half).map_err(fault_elsewhere(seed))?;
        let middle = table.game().clone();
        let (time, kept) = measure_time(|| (0..ROUNDS).map(|_| copy_of(&middle)).sum::<usize>());
        black_box(kept);
        clones.push(nanos(time, ROUNDS));
        let (restored, undone) = measure_undo(&mut play_randomly(loaded.machine_for(plan.seats)?, plan, run, half)?);
        restores.push(restored);
        undos.push(undone);
        replays.push(measure_replay(loaded, plan, run)?);
    }
    bench.clone_ns = MeasurementSpread::from_values(clones);
    bench.restore_ns = MeasurementSpread::from_values(restores);
    bench.undo_ns = MeasurementSpread::from_values(undos);
    bench.replay_ns = MeasurementSpread::from_values(replays);
    Ok(())
}

/// Measures random playouts per second from the middle of a game.
pub(super) fn playouts(loaded: &Loaded, plan: &BenchPlan, bench: &Bench) -> Result<MeasurementSpread, BenchError> {
    let half = half(bench);
    let mut table = GameTable::new(loaded.machine_for(plan.seats)?, plan.seats)?;
    let mut rates = Vec::new();
    for run in 0..plan.runs.max(1) as u64 {
        let seed = plan.seed ^ run;
        let middle = table.position(seed, &mut Random, half).map_err(fault_elsewhere(seed))?;
        let games = plan.games.max(1);
        let (time, done) = measure_time(|| {
            (0..games)
                .try_for_each(|game| table.play_on(&middle, seeds::of_game(plan.seed, game), &mut Random).map(drop))
        });
        done.map_err(fault_elsewhere(seed))?;
        rates.push(games as f64 / time.as_secs_f64());
    }
    Ok(MeasurementSpread::from_values(rates))
}

/// Measures playouts per second of a bot that looks ahead, from the middle of a game. This includes its tree, its
/// imagined positions and its judging of unfinished playouts. Returns `None` if the bot has no decision.
pub(super) fn measure_search(
    loaded: &Loaded,
    plan: &BenchPlan,
    bench: &Bench,
) -> Result<Option<MeasurementSpread>, BenchError> {
    let mut bot = Mcts::new(loaded, Budget::Playouts(SEARCHED))?;
    let mut rates = Vec::new();
    for run in 0..plan.runs.max(1) as u64 {
        let session = play_randomly(loaded.machine_for(plan.seats)?, plan, run, half(bench))?;
        let (time, _) = measure_time(|| bot.choose_in(&session, &mut seeds::of_next_choice(&session)));
        let played = bot.opinion().map_or(0, |considered| considered.playouts);
        if played > 0 {
            rates.push(f64::from(played) / time.as_secs_f64());
        }
    }
    Ok((!rates.is_empty()).then(|| MeasurementSpread::from_values(rates)))
}

#[inline(never)]
fn copy_of(game: &Game) -> usize {
    black_box(game.clone()).seat_count()
}

/// Measures undoing three answers at once, which takes a copy and some answers, and undoing one answer.
fn measure_undo(session: &mut Session) -> (f64, f64) {
    let (mut restored, mut undone, mut times) = (Duration::ZERO, Duration::ZERO, 0);
    for _ in 0..8 {
        let (time, done) = measure_time(|| session.undo_to(session.answers().saturating_sub(3)));
        if !done {
            break;
        }
        restored += time;
        let (time, _) = measure_time(|| session.undo());
        undone += time;
        times += 1;
    }
    (nanos(restored, times), nanos(undone, times))
}

/// Measures the replay of a whole game, with rules that have been played before. Dropping the session is not counted.
fn measure_replay(loaded: &Loaded, plan: &BenchPlan, run: u64) -> Result<f64, BenchError> {
    let differs = |d: tilewright_core::session::replay::Difference| KitError::Scripts { message: d.to_string() };
    let mut machine = loaded.machine_for(plan.seats)?;
    let mut whole = Duration::ZERO;
    for number in 0..RECORDS {
        let session = play_randomly(machine, plan, run * RECORDS + number, u64::MAX)?;
        let record = record_of(&session, "bench");
        machine = replay(session.into_machine(), &record).map_err(differs)?.into_machine();
        let (time, session) = measure_time(|| replay(machine, &record));
        whole += time;
        machine = session.map_err(differs)?.into_machine();
    }
    Ok(nanos(whole, RECORDS))
}

/// Starts a session and gives up to `answers` random answers.
fn play_randomly(machine: Machine, plan: &BenchPlan, run: u64, answers: u64) -> Result<Session, BenchError> {
    let seed = plan.seed ^ run;
    let mut session = Session::new(machine, plan.seats, seed)?;
    let mut stop = session.start().map_err(fault_elsewhere(seed))?;
    let mut given = 0;
    while stop != Stop::Over && given < answers {
        let number = Random.choose_in(&session, &mut seeds::of_next_choice(&session));
        let pick = number.and_then(|number| session.decision()?.options.get(session.game(), number));
        let Some(pick) = pick else { break };
        stop = session.answer(pick).map_err(|refusal| match refusal {
            Refusal::Fault(fault) => fault_elsewhere(seed)(fault),
            refusal => KitError::Scripts { message: refusal.to_string() }.into(),
        })?;
        given += 1;
    }
    Ok(session)
}
