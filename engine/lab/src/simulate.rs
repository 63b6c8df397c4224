//! Plays many games on several threads and sums up their results.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tilewright_core::catalog::MAX_SEATS;
use tilewright_core::catalog::id::Id;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::limits;
use tilewright_core::machine::Machine;
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::record::{Move, Record};
use tilewright_core::session::{Refusal, Session};
use tilewright_core::state::Game;
use tilewright_core::state::tally::Tally;
use tilewright_kit::error::KitError;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::load::Loaded;

use crate::bot::{Bot, Random};
use crate::bots::{BotSpec, Bots, RANDOM, of_seat};
use crate::budget::GameBudget;
use crate::play::{DecisionCounts, GameTable};
use crate::seeds;
use crate::stats::{CONFIDENCE, Interval, Sums, share};
use crate::threads;

/// Games to play, with their seats and seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GamePlan {
    pub games: u64,
    pub seats: u8,
    /// Seed from which the seeds of all games are derived.
    pub seed: u64,
    /// Number of threads; 0 for one on each core.
    pub threads: usize,
}

impl GamePlan {
    /// Returns the number of threads to use.
    pub(crate) fn threads(&self) -> usize {
        threads(self.threads, self.games)
    }

    /// Returns the seed of a game.
    pub fn seed_of(&self, game: u64) -> u64 {
        seeds::of_game(self.seed, game)
    }
}

/// Returns the number of threads for `pieces` pieces of work: `asked`, or one for each core if that is 0.
pub fn threads(asked: usize, pieces: u64) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    if asked == 0 { cores } else { asked }.min(usize::try_from(pieces).unwrap_or(usize::MAX)).max(1)
}

/// A game that a failing script stopped.
#[derive(Clone, Debug)]
pub struct FaultyGame {
    /// Number of the game in the plan.
    pub game: u64,
    /// Seed of the game.
    pub seed: u64,
    /// Fault with pack, line and hook.
    pub fault: Box<Fault>,
    /// Record of the game up to the fault, for replay.
    pub record: Option<Record>,
}

/// Totals of many games. All numbers are whole, so summaries can be merged in any order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Number of finished games.
    pub games: u64,
    pub seats: u8,
    /// Final scores of each seat.
    pub scores: Vec<Sums>,
    /// Difference between the best and the second-best score.
    pub margins: Sums,
    /// Number of games that each seat won alone.
    pub wins: Vec<u64>,
    /// Number of games that each seat won together with others.
    pub shared_wins: Vec<u64>,
    /// Wins of each seat in parts of `WHOLE_WIN`; a shared win is divided among its winners.
    pub win_parts: Vec<u64>,
    /// Number of games without a winner.
    #[serde(default)]
    pub unwon: u64,
    /// Names of the packs' results, with the number of games that ended with each.
    #[serde(default)]
    pub results: Vec<(String, u64)>,
    /// Points in each book: its name, then the sums of each seat.
    pub by_kind: Vec<(String, Vec<Sums>)>,
    /// Ordinary turns of a game.
    pub turns: Sums,
    /// Tiles that were placed in a game, presets included.
    pub tiles: Sums,
    /// Decisions of a game with more than one option.
    pub decisions: Sums,
    /// Tiles that were set aside in a game because they fitted nowhere.
    pub set_aside: Sums,
    /// Tiles that rules took off the board and set aside in a game.
    #[serde(default)]
    pub taken_off: Sums,
    /// Figures that were deployed in a game, by steps and by rules.
    pub deployments: Sums,
    /// Number of placement decisions in all games.
    pub placements: u64,
    /// Number of legal placements in all those decisions.
    pub placement_options: u64,
    /// Tile kinds that fitted nowhere and were set aside, with the number of times.
    pub dead_kinds: Vec<(String, u64)>,
    /// Games that a failing script stopped, in order; the first few have records. Not serialised.
    #[serde(skip)]
    pub faults: Vec<FaultyGame>,
    /// Fault of a function that kept state from one game to the next, if any. Not serialised.
    #[serde(skip)]
    pub remembers: Option<Box<Fault>>,
}

/// Number of parts in an unshared win. Any number of winners from 1 to [`MAX_SEATS`] divides it without remainder.
pub(crate) const WHOLE_WIN: u64 = 27_720;

const _: () = {
    let mut winners = 1;
    while winners <= MAX_SEATS as u64 {
        assert!(WHOLE_WIN.is_multiple_of(winners), "a shared win is divided without remainder");
        winners += 1;
    }
};

/// Maximum number of faulty games whose records are kept.
const MAX_RECORDS: usize = 8;

impl Summary {
    /// Creates an empty summary for games with the packs and seats of `game`.
    pub fn new(game: &Game) -> Summary {
        let seats = game.seat_count();
        let kinds = &game.catalog().books;
        Summary {
            seats: seats as u8,
            scores: vec![Sums::default(); seats],
            wins: vec![0; seats],
            shared_wins: vec![0; seats],
            win_parts: vec![0; seats],
            by_kind: kinds.ids().map(|id| (kinds.key(id), vec![Sums::default(); seats])).collect(),
            results: game.catalog().results.ids().map(|id| (game.catalog().results.key(id), 0)).collect(),
            dead_kinds: game.catalog().kinds.ids().map(|id| (game.catalog().kinds.key(id), 0)).collect(),
            ..Summary::default()
        }
    }

    /// Adds a finished game.
    pub fn add(&mut self, game: &Game, counted: &DecisionCounts) {
        self.games += 1;
        let scores = game.scores();
        for (sums, &score) in self.scores.iter_mut().zip(scores) {
            sums.add(i64::from(score));
        }
        let winners = game.winners();
        self.unwon += u64::from(winners.is_empty());
        if let Some(result) = game.result() {
            self.results[result.index()].1 += 1;
        }
        for seat in winners.iter().map(|s| s.index()) {
            *if winners.len() == 1 { &mut self.wins[seat] } else { &mut self.shared_wins[seat] } += 1;
            self.win_parts[seat] += WHOLE_WIN / winners.len() as u64;
        }
        // A winner by tiebreak has a margin of 0.
        let mut sorted: Vec<i64> = scores.iter().copied().map(i64::from).collect();
        sorted.sort_unstable_by_key(|&score| std::cmp::Reverse(score));
        let second = sorted.get(1).or(sorted.first());
        self.margins.add(sorted.first().zip(second).map_or(0, |(best, second)| best - second));
        for (kind, (_, rows)) in game.catalog().books.ids().zip(&mut self.by_kind) {
            for (sums, &points) in rows.iter_mut().zip(game.book_points(kind)) {
                sums.add(i64::from(points));
            }
        }
        self.turns.add(i64::from(game.turns()));
        self.tiles.add(game.board().tiles().len() as i64);
        self.decisions.add(counted.decisions as i64);
        let Tally { deployed, taken_off } = game.tally();
        self.set_aside.add(game.set_aside().len() as i64 - taken_off.len() as i64);
        self.taken_off.add(taken_off.len() as i64);
        self.deployments.add(i64::from(*deployed));
        self.placements += counted.placements;
        self.placement_options += counted.placement_options;
        for kind in game.set_aside() {
            self.dead_kinds[kind.index()].1 += 1;
        }
        for kind in taken_off {
            self.dead_kinds[kind.index()].1 -= 1;
        }
    }

    /// Adds the games of another summary with the same packs and seats.
    pub fn merge(&mut self, other: Summary) {
        self.games += other.games;
        let all = |mine: &mut [Sums], theirs: &[Sums]| mine.iter_mut().zip(theirs).for_each(|(a, b)| a.merge(b));
        all(&mut self.scores, &other.scores);
        for ((_, mine), (_, theirs)) in self.by_kind.iter_mut().zip(&other.by_kind) {
            all(mine, theirs);
        }
        let add = |mine: &mut [u64], theirs: &[u64]| mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        add(&mut self.wins, &other.wins);
        add(&mut self.shared_wins, &other.shared_wins);
        add(&mut self.win_parts, &other.win_parts);
        self.unwon += other.unwon;
        self.results.iter_mut().zip(&other.results).for_each(|(a, b)| a.1 += b.1);
        self.margins.merge(&other.margins);
        self.turns.merge(&other.turns);
        self.tiles.merge(&other.tiles);
        self.decisions.merge(&other.decisions);
        self.set_aside.merge(&other.set_aside);
        self.taken_off.merge(&other.taken_off);
        self.deployments.merge(&other.deployments);
        self.placements += other.placements;
        self.placement_options += other.placement_options;
        self.dead_kinds.iter_mut().zip(&other.dead_kinds).for_each(|(a, b)| a.1 += b.1);
        self.faults.extend(other.faults);
        self.remembers = self.remembers.take().or(other.remembers);
    }

    /// Returns the mean number of legal placements at a placement decision.
    pub fn placements_per_turn(&self) -> f64 {
        if self.placements == 0 { 0.0 } else { self.placement_options as f64 / self.placements as f64 }
    }

    /// Returns the share of games that a seat won, with its interval; shared wins count as fractions.
    pub fn win_share(&self, seat: usize) -> Interval {
        let parts = self.win_parts.get(seat).copied().unwrap_or(0);
        share(parts as f64 / WHOLE_WIN as f64, self.games, CONFIDENCE)
    }
}

/// Plays the games of a plan. `bots` are assigned to seats as in [`of_seat`]; without bots all choices are random.
/// `on_progress` receives the number of finished games after each game.
///
/// # Errors
/// The packs cannot be played.
pub fn simulate(
    loaded: &Loaded,
    plan: &GamePlan,
    bots: &[BotSpec],
    on_progress: &(dyn Fn(u64) + Sync),
) -> Result<Summary, KitError> {
    let loaded = &loaded.for_seats(plan.seats);
    if (0..plan.seats).all(|seat| of_seat(bots, Seat(seat)) == RANDOM) {
        return simulate_with(&|| loaded.machine(), plan, on_progress);
    }
    // Bots that look ahead need sessions.
    simulate_kept(loaded, plan, bots, on_progress, &mut |_, _| Ok(()))
}

/// Like [`simulate`] with random choices, but with machines from the caller.
///
/// # Errors
/// A machine cannot be created.
pub fn simulate_with(
    make: &(dyn Fn() -> Result<Machine, KitError> + Sync),
    plan: &GamePlan,
    on_progress: &(dyn Fn(u64) + Sync),
) -> Result<Summary, KitError> {
    let threads = plan.threads();
    let done = AtomicU64::new(0);
    let share = |thread: usize| -> Result<Summary, KitError> {
        let mut machine = make()?;
        let mut summary = Summary::new(&*machine.new_game(plan.seats, 0)?);
        let mut game = thread as u64;
        let is_over = |game: &mut u64| {
            on_progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            *game += threads as u64;
        };
        // Rules that fail usually fail in the first game, so that game keeps its record and need not be repeated for
        // it.
        if game < plan.games {
            let seed = plan.seed_of(game);
            let Recorded { session, record, counted, fault } =
                play_recorded(machine, plan.seats, seed, &mut by_chance)?;
            match fault {
                None => summary.add(session.game(), &counted),
                Some(fault) => {
                    let kept = (!is_endless(fault.code)).then(|| of_fault(record, seed));
                    summary.faults.push(FaultyGame { game, seed, fault, record: kept });
                }
            }
            summary.remembers = session.remembers();
            machine = session.into_machine();
            is_over(&mut game);
        }
        let mut table = GameTable::new(machine, plan.seats)?;
        while game < plan.games {
            let seed = plan.seed_of(game);
            match table.play(seed, &mut Random) {
                Ok(counted) => summary.add(table.game(), &counted),
                Err(fault) => {
                    let wants = summary.faults.len() < MAX_RECORDS && !is_endless(fault.code);
                    let record = if wants { record_fault(make()?, plan.seats, seed)? } else { None };
                    summary.faults.push(FaultyGame { game, seed, fault, record });
                }
            }
            is_over(&mut game);
        }
        summary.remembers = summary.remembers.or_else(|| table.machine().rules().remembers());
        Ok(summary)
    };
    on_threads(plan, &share)
}

/// True if the code means that a game never ends or exceeds its limits. Such a game is best repeated
/// by its seed.
pub fn is_endless(code: &str) -> bool {
    matches!(code, "S0413" | "S0415")
}

/// Runs the shares of all threads and merges their summaries.
fn on_threads(
    plan: &GamePlan,
    share: &(dyn Fn(usize) -> Result<Summary, KitError> + Sync),
) -> Result<Summary, KitError> {
    let mut whole: Option<Summary> = None;
    for part in threads::each(plan.threads(), share)? {
        match &mut whole {
            None => whole = Some(part),
            Some(whole) => whole.merge(part),
        }
    }
    let mut whole = whole.unwrap_or_default();
    // The fault counts no matter which thread met it: with such rules a seed does not determine its game.
    if let Some(fault) = whole.remembers.take() {
        whole.faults.push(FaultyGame { game: 0, seed: plan.seed_of(0), fault, record: None });
    }
    whole.faults.sort_by_key(|f| f.game);
    whole.faults.iter_mut().skip(MAX_RECORDS).for_each(|f| f.record = None);
    Ok(whole)
}

/// Callback that receives the records of games, in the order of the games.
pub type Keep<'a> = dyn FnMut(u64, &Record) -> Result<(), KitError> + Send + 'a;

/// Plays the games of a plan in sessions, and passes each record on as soon as all earlier games are finished. The
/// numbers equal those of [`simulate`].
///
/// # Errors
/// The packs cannot be played, or `keep` fails; no further games are started then.
pub fn simulate_kept(
    loaded: &Loaded,
    plan: &GamePlan,
    bots: &[BotSpec],
    on_progress: &(dyn Fn(u64) + Sync),
    keep: &mut Keep<'_>,
) -> Result<Summary, KitError> {
    let loaded = &loaded.for_seats(plan.seats);
    let order = Order {
        waiting: Mutex::new(RecordQueue { next: 0, records: BTreeMap::new(), keep, failed: None }),
        room: Condvar::new(),
    };
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let share = |_thread: usize| -> Result<Summary, KitError> {
        let mut machine = loaded.machine()?;
        let mut summary = Summary::new(&*machine.new_game(plan.seats, 0)?);
        let by_seat: Vec<BotSpec> = (0..plan.seats).map(|seat| of_seat(bots, Seat(seat))).collect();
        let mut bots = Bots::new(loaded);
        // A bot that cannot be created must be reported before another thread waits for a game of this one.
        by_seat.iter().try_for_each(|bot| bots.get(bot).map(|_| ()))?;
        loop {
            // Taking the next game, instead of every n-th, keeps all threads close together.
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= plan.games {
                return Ok(summary);
            }
            let seed = plan.seed_of(game);
            let choose = &mut |session: &Session| match session.decision() {
                Some(decision) => bots.choose_counted(&by_seat[decision.seat.index()], session),
                None => Ok(None),
            };
            let Recorded { session, record, counted, fault } = play_recorded(machine, plan.seats, seed, choose)?;
            if let Some(fault) = fault {
                let wants = summary.faults.len() < MAX_RECORDS && !is_endless(fault.code);
                let kept = wants.then(|| of_fault(record.clone(), seed));
                summary.faults.push(FaultyGame { game, seed, fault, record: kept });
            } else {
                summary.add(session.game(), &counted);
            }
            summary.remembers = summary.remembers.or_else(|| session.remembers());
            machine = session.into_machine();
            if !order.put(game, record) {
                return Ok(summary);
            }
            on_progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    let whole = on_threads(plan, &share);
    match order.waiting.into_inner().unwrap_or_else(PoisonError::into_inner).failed {
        Some(error) => Err(error),
        None => whole,
    }
}

/// Sorts the records of all threads into the order of the games.
struct Order<'k, 'a> {
    waiting: Mutex<RecordQueue<'k, 'a>>,
    room: Condvar,
}

struct RecordQueue<'k, 'a> {
    /// Number of the next game to pass on.
    next: u64,
    records: BTreeMap<u64, Record>,
    keep: &'k mut Keep<'a>,
    failed: Option<KitError>,
}

/// Maximum number of games that wait for an earlier one; beyond it, threads that are ahead wait.
const MOST_WAITING: usize = 256;

impl Order<'_, '_> {
    /// Adds a record; returns false if an earlier record could not be kept.
    fn put(&self, game: u64, record: Record) -> bool {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while waiting.failed.is_none() && game != waiting.next && waiting.records.len() >= MOST_WAITING {
            waiting = self.room.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        waiting.records.insert(game, record);
        while waiting.failed.is_none() {
            let next = waiting.next;
            let Some(record) = waiting.records.remove(&next) else { break };
            waiting.next += 1;
            if let Err(error) = (waiting.keep)(next, &record) {
                waiting.failed = Some(error);
            }
        }
        self.room.notify_all();
        waiting.failed.is_none()
    }
}

/// A game that was played in a session, with its record.
pub struct Recorded {
    /// Session at the end of the game.
    pub session: Session,
    /// Record of the game. After a fault, it ends with the answer at which the script failed.
    pub record: Record,
    /// Counts of decisions and placements.
    pub counted: DecisionCounts,
    /// Fault that stopped the game, if any.
    pub fault: Option<Box<Fault>>,
}

/// A game that was played in a session.
pub(crate) struct InSession {
    session: Session,
    counted: DecisionCounts,
    fault: Option<Box<Fault>>,
    /// Answer at which a script failed; the session is at the position before it.
    failing: Option<Move>,
    /// Steps of the game in the unit of its budget.
    steps: u64,
}

impl InSession {
    /// Returns the parts that are needed without a record.
    pub(crate) fn without_failing(self) -> (Session, DecisionCounts, Option<Box<Fault>>, u64) {
        (self.session, self.counted, self.fault, self.steps)
    }

    /// Builds the record of the game.
    pub(crate) fn into_recorded(self, seed: u64) -> Recorded {
        let InSession { session, counted, fault, failing, .. } = self;
        let mut record = record_of(&session, &format!("seed {seed}"));
        record.moves.extend(failing);
        Recorded { session, record, counted, fault }
    }
}

/// Function that returns the number of the chosen option and the work of the choice; `None` if no decision waits.
type Choose<'a> = dyn FnMut(&Session) -> Result<Option<(u32, u64)>, KitError> + 'a;

fn by_chance(session: &Session) -> Result<Option<(u32, u64)>, KitError> {
    Ok(Random.choose_in(session, &mut seeds::of_next_choice(session)).map(|number| (number, 0)))
}

/// Plays the game of a seed in a session with a record.
fn play_recorded(machine: Machine, seats: u8, seed: u64, choose: &mut Choose<'_>) -> Result<Recorded, KitError> {
    Ok(play_in_session(machine, seats, seed, choose)?.into_recorded(seed))
}

/// Plays the game of a seed in a session.
pub(crate) fn play_in_session(
    machine: Machine,
    seats: u8,
    seed: u64,
    choose: &mut Choose<'_>,
) -> Result<InSession, KitError> {
    let mut session = Session::new(machine, seats, seed)?;
    let mut counted = DecisionCounts::default();
    let mut budget = GameBudget::begin(session.work());
    let mut fault = session.start().err();
    let mut failing = None;
    while let (None, Some(decision)) = (&fault, session.decision()) {
        let Some((number, thought)) = choose(&session)? else { break };
        budget.ask(decision);
        budget.think(thought);
        let Some(pick) = counted.take(session.game(), decision, number) else { break };
        if counted.decisions > limits::ANSWERS {
            fault = Some(session.endless(limits::ANSWERS));
            break;
        }
        if let Some(why) = budget.is_over_in(&session) {
            fault = Some(why);
            break;
        }
        let key = decision.options.key(session.game(), pick);
        let answer = Move::Answer { seat: decision.seat.0, ask: decision.ask.to_string(), pick: key };
        if let Err(Refusal::Fault(why)) = session.answer(pick) {
            // A failed answer leaves the session at the position before it.
            (fault, failing) = (Some(why), Some(answer));
        }
    }
    let steps = budget.steps(session.work());
    Ok(InSession { session, counted, fault, failing, steps })
}

/// Repeats a faulty game in a session with a record.
fn record_fault(machine: Machine, seats: u8, seed: u64) -> Result<Option<Record>, KitError> {
    let (record, faulty) = record_game(machine, seats, seed)?;
    Ok(faulty.then(|| of_fault(record, seed)))
}

fn of_fault(record: Record, seed: u64) -> Record {
    Record { id: format!("fault, seed {seed}"), ..record }
}

/// Repeats the game of a seed with random choices in a session with a record. Returns true as the second value if a
/// script stopped the game; the record then ends with the answer at which it failed.
///
/// # Errors
/// The packs do not allow that number of seats.
pub fn record_game(machine: Machine, seats: u8, seed: u64) -> Result<(Record, bool), KitError> {
    let Recorded { record, fault, .. } = play_recorded(machine, seats, seed, &mut by_chance)?;
    Ok((record, fault.is_some()))
}
