//! Verifies packs: plays random games and checks everything that must hold in every game.
//!
//! A game is played three times. The first time it is watched: after every event and effect, and before each decision,
//! the position is compared with simple reference implementations ([`tilewright_core::verify`]), no tile may be lost or
//! created, and everything that a scoring round owes must be scored. A game must ask something, may not continue with
//! turns in which nothing happens, and its ranks must match its points. Then its record is replayed. Then it is played
//! unwatched with the same choices, undone answer by answer to the beginning, and played forward again. Each position
//! must have the same fingerprint every time.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::rules::Hooks;
use tilewright_core::machine::{Machine, Stop};
use tilewright_core::session::record::{Move, Record};
use tilewright_core::session::replay::replay;
use tilewright_core::session::{Refusal, Session};
use tilewright_core::state::Game;
use tilewright_core::state::decision::Pick;
use tilewright_core::verify;
use tilewright_kit::error::KitError;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::load::Loaded;

use crate::bot::{Bot, Random};
use crate::budget::GameBudget;
use crate::idle::idle;
use crate::said::{Missing, MissingTextFinder};
use crate::seeds::Choices;
use crate::simulate::GamePlan;

/// Maximum number of decisions in a game; a longer game counts as endless.
pub(crate) const MOST_DECISIONS: usize = 5_000;
/// Maximum number of times that a position may occur in a game; beyond it the game counts as a cycle.
pub(crate) const MOST_AGAIN: u32 = 200;
/// Maximum number of broken games that are reported in detail.
const MOST_TOLD: usize = 8;
/// Number of games that may break in the same way before the remaining games are skipped as uninformative.
pub const MOST_ALIKE: usize = 3;

/// Property that a game violated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Property {
    /// A script failed, or a legal answer was refused.
    Fault,
    /// An invariant of positions was violated.
    Invariant,
    /// The game did not end.
    Endless,
    /// No seat had a decision, or nothing happened.
    Idle,
    /// The ranking, or the end in the record, does not match the points.
    Result,
    /// The replay of the record led to another position.
    Replay,
    /// A repetition of the choices led to another position.
    Again,
    /// Undoing led to another position.
    Undo,
    /// Playing forward after undoing led to another position.
    Redo,
    /// An internal error of the engine occurred.
    Internal,
    /// The program itself panicked.
    Panic,
}

impl Property {
    /// Returns the property that a fault violates: `self`, or `Internal` for a fault of the engine.
    fn for_fault(self, fault: &Fault) -> Property {
        if fault.is_internal() { Property::Internal } else { self }
    }

    /// Returns the property that a refused answer violates.
    fn of_refusal(self, refusal: &Refusal) -> Property {
        match refusal {
            Refusal::Fault(fault) => self.for_fault(fault),
            Refusal::Rejected(_) => self,
        }
    }

    /// Returns the name for output.
    pub fn name(self) -> &'static str {
        match self {
            Property::Fault => "fault",
            Property::Invariant => "invariant",
            Property::Endless => "endless",
            Property::Idle => "idle",
            Property::Result => "result",
            Property::Replay => "replay",
            Property::Again => "again",
            Property::Undo => "undo",
            Property::Redo => "redo",
            Property::Internal => Fault::INTERNAL,
            Property::Panic => "panic",
        }
    }
}

/// A game that violated a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenGame {
    /// Number of the game in the plan.
    pub game: u64,
    pub seats: u8,
    /// Property that the game violated.
    pub stage: Property,
    /// Description of the violation.
    pub what: String,
    /// Record up to the violation, with the answer that failed as its last; `None` if the program itself failed.
    pub record: Option<Box<Record>>,
}

/// Result of the verification of many games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VerificationReport {
    /// Number of games that were played.
    pub games: u64,
    /// Number of answers in these games.
    pub answers: u64,
    /// Number of positions checked, after events and effects.
    pub looks: u64,
    /// Number of games that violated a property.
    pub broken: u64,
    /// First few of the broken games.
    pub told: Vec<BrokenGame>,
    /// True if games were skipped because [`MOST_ALIKE`] games had broken in the same way.
    pub cut: bool,
    /// Missing texts, each with the first game that needed it.
    pub missing: Vec<MissingText>,
}

/// A text for a question or an answer that is missing from the packs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingText {
    /// Key and language of the text.
    pub text: Missing,
    /// Number of the first game that needed it.
    pub game: u64,
    /// Number of seats in that game.
    pub seats: u8,
}

/// Games to verify: a range of a plan, with varying numbers of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameRange {
    /// Seed, number of games and threads; the number of seats comes from `seats`.
    pub plan: GamePlan,
    /// Number of the first game.
    pub first: u64,
    /// Minimum and maximum number of seats; games use all numbers in this range in turn.
    pub seats: (u8, u8),
}

impl GameRange {
    /// Returns the number of seats in a game.
    pub(crate) fn seats_of(&self, game: u64) -> u8 {
        let (fewest, most) = self.seats;
        fewest + (game % u64::from(most.saturating_sub(fewest) + 1)) as u8
    }
}

/// Verifies games of packs. `on_progress` is called after each game, and receives the first game of each kind of
/// violation.
///
/// # Errors
/// The packs cannot be played.
pub fn verify(
    loaded: &Loaded,
    games: &GameRange,
    on_progress: &(dyn Fn(Option<&BrokenGame>) + Sync),
) -> Result<VerificationReport, KitError> {
    verify_with(&|seats| loaded.machine_for(seats), games, on_progress)
}

/// Like [`verify()`], but with machines from the caller.
///
/// # Errors
/// A machine cannot be created.
pub fn verify_with(
    make: &(dyn Fn(u8) -> Result<Machine, KitError> + Sync),
    games: &GameRange,
    on_progress: &(dyn Fn(Option<&BrokenGame>) + Sync),
) -> Result<VerificationReport, KitError> {
    let plan = &games.plan;
    let threads = plan.threads();
    let next = AtomicU64::new(games.first);
    let alike: Mutex<BTreeMap<(&str, String), usize>> = Mutex::default();
    let cut = AtomicBool::new(false);
    let share = || -> Result<(VerificationReport, MissingTextFinder), KitError> {
        let mut report = VerificationReport::default();
        let mut table = GameVerifier { make, machine: None, said: MissingTextFinder::default() };
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games.first.saturating_add(plan.games) {
                return Ok((report, table.said));
            }
            if cut.load(Ordering::Relaxed) {
                report.cut = true;
                return Ok((report, table.said));
            }
            let (seats, seed) = (games.seats_of(game), plan.seed_of(game));
            let played = catch_unwind(AssertUnwindSafe(|| table.verify(game, seats, seed)));
            let played = played.unwrap_or_else(|panic| {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
                Ok(Err(((Property::Panic, text.to_owned()), None)))
            })?;
            report.games += 1;
            match played {
                Ok((answers, looks)) => {
                    (report.answers, report.looks) = (report.answers + answers, report.looks + looks)
                }
                Err(((stage, what), record)) => {
                    // The machine of a broken game may be in an invalid state, so it is not reused.
                    table.machine = None;
                    report.broken += 1;
                    let broken = BrokenGame { game, seats, stage, what, record };
                    let before = {
                        let mut alike = alike.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        let number = alike.entry((stage.name(), without_names(&broken.what))).or_default();
                        *number += 1;
                        if *number >= MOST_ALIKE {
                            cut.store(true, Ordering::Relaxed);
                        }
                        *number - 1
                    };
                    on_progress(Some(&broken).filter(|_| before == 0));
                    report.told.push(broken);
                    continue;
                }
            }
            on_progress(None);
        }
    };
    let mut parts = Vec::new();
    std::thread::scope(|scope| {
        let running: Vec<_> = (1..threads).map(|_| scope.spawn(share)).collect();
        parts.push(share());
        let lost = || Err(KitError::Scripts { message: "a thread of the verification failed".into() });
        parts.extend(running.into_iter().map(|thread| thread.join().unwrap_or_else(|_| lost())));
    });
    let mut whole = VerificationReport::default();
    let mut missing: BTreeMap<Missing, (u64, u8)> = BTreeMap::new();
    for part in parts {
        let (part, said) = part?;
        for (text, game) in said.missing {
            missing.entry(text).and_modify(|first| *first = game.min(*first)).or_insert(game);
        }
        whole.games += part.games;
        whole.answers += part.answers;
        whole.looks += part.looks;
        whole.broken += part.broken;
        whole.cut |= part.cut;
        whole.told.extend(part.told);
    }
    whole.told.sort_by_key(|broken| broken.game);
    whole.told.truncate(MOST_TOLD);
    whole.missing = missing.into_iter().map(|(text, (game, seats))| MissingText { text, game, seats }).collect();
    Ok(whole)
}

/// Removes from a message everything that differs from game to game: numbers, and capitalised words such as names of
/// tiles.
pub(crate) fn without_names(what: &str) -> String {
    let is_name = |word: &&str| word.trim_start_matches('`').starts_with(char::is_uppercase);
    let words = what.split_whitespace().filter(|word| !is_name(word));
    words.map(|word| word.replace(|c: char| c.is_ascii_digit(), "")).collect::<Vec<_>>().join(" ")
}

type PropertyViolation = (Property, String);

/// Violation with the record of the game so far.
type RecordedViolation = (PropertyViolation, Option<Box<Record>>);

/// A choice with the fingerprint of the position before it.
struct FingerprintedPick {
    pick: Pick,
    print: u64,
}

struct GameVerifier<'a> {
    make: &'a (dyn Fn(u8) -> Result<Machine, KitError> + Sync),
    machine: Option<Machine>,
    said: MissingTextFinder,
}

impl GameVerifier<'_> {
    /// Returns the machine of the last game if it supports the number of seats, or a new one.
    fn machine(&mut self, seats: u8) -> Result<Machine, KitError> {
        let last = self.machine.take().filter(|last| last.plays(seats));
        last.map_or_else(|| (self.make)(seats), Ok)
    }

    /// Plays a game; returns the numbers of answers and of checked positions, or the violation.
    fn verify(&mut self, game: u64, seats: u8, seed: u64) -> Result<Result<(u64, u64), RecordedViolation>, KitError> {
        let machine = self.machine(seats)?;
        let hooks = machine.rules().hooks().clone();
        let mut session = Session::new(machine, seats, seed)?;
        let mut last = None;
        let (choices, looks) = match play_watched(&mut session, &hooks, seed, &mut self.said, game, &mut last) {
            Ok(played) => played,
            Err(found) => {
                let mut record = record_of(&session, &format!("game {game}"));
                record.last = None;
                record.moves.extend(last);
                return Ok(Err((found, Some(Box::new(record)))));
            }
        };
        let print = session.game().fingerprint();
        let record = record_of(&session, "verified");
        Ok(self.check_replay(session, &record, &choices, print).map(|()| (choices.len() as u64, looks)).map_err(
            |found| {
                // The game only fails when repeated, so its whole record is reported.
                (found, Some(Box::new(record)))
            },
        ))
    }

    /// Replays a game, and plays it backward and forward.
    fn check_replay(
        &mut self,
        session: Session,
        record: &Record,
        choices: &[FingerprintedPick],
        print: u64,
    ) -> Result<(), PropertyViolation> {
        let (seats, seed) = (session.game().seat_count() as u8, session.seed());
        result(session.game(), record)?;
        let replayed = replay(session.into_machine(), record).map_err(|different| {
            let is_internal = different.code == Fault::INTERNAL;
            (if is_internal { Property::Internal } else { Property::Replay }, different.to_string())
        })?;
        if replayed.game().fingerprint() != print {
            return Err((Property::Replay, "the record leads to another position".to_owned()));
        }
        let session = Session::new(replayed.into_machine(), seats, seed)
            .map_err(|wrong| (Property::Replay, wrong.to_string()))?;
        self.machine = Some(back_and_forth(session, choices, print)?.into_machine());
        Ok(())
    }
}

/// Plays a watched random game and checks all properties. A failed answer is stored in `last`.
fn play_watched(
    session: &mut Session,
    hooks: &Hooks,
    seed: u64,
    said: &mut MissingTextFinder,
    number: u64,
    last: &mut Option<Move>,
) -> Result<(Vec<FingerprintedPick>, u64), PropertyViolation> {
    let chances = Choices::from_seed(seed);
    let watch = |game: &mut Game| -> Result<(), PropertyViolation> {
        game.watch_events(hooks);
        Ok(())
    };
    session.arrange(watch)?;
    let mut budget = GameBudget::begin(session.work());
    let mut stop = session.start().map_err(|fault| (Property::Fault.for_fault(&fault), fault.to_string()))?;
    let (mut choices, mut asked) = (Vec::new(), Vec::new());
    let mut again: BTreeMap<u64, u32> = BTreeMap::new();
    loop {
        let game = session.game();
        let at =
            |what: &str| format!("after {} answers and {} tiles: {what}", choices.len(), game.board().tiles().len());
        if let Some((_, Some(broken))) = game.watched() {
            return Err((Property::Invariant, at(&format!("event {}: {}", broken.events, broken.what))));
        }
        game.verify_position().map_err(|what| (Property::Invariant, at(&what)))?;
        if session.places_by_rules() {
            let placed = session.game().board().tiles().len();
            session.verify_placing().map_err(|what| {
                (Property::Invariant, format!("after {} answers and {placed} tiles: {what}", choices.len()))
            })?;
        }
        let game = session.game();
        let at =
            |what: &str| format!("after {} answers and {} tiles: {what}", choices.len(), game.board().tiles().len());
        if stop == Stop::Over {
            break;
        }
        if choices.len() >= MOST_DECISIONS {
            return Err((Property::Endless, format!("the game is not over after {MOST_DECISIONS} answers")));
        }
        if let Some(fault) = budget.is_over_in(session) {
            return Err((Property::Endless, fault.to_string()));
        }
        let Some(decision) = session.decision() else { break };
        budget.ask(decision);
        said.look(game, decision, number);
        asked.push(game.journal().map_or(0, |journal| journal.events.len()));
        let mut chance = chances.after(choices.len() as u64);
        let number = Random.choose(game.view(Some(decision.seat)), decision, &mut chance);
        let pick = decision.options.get(game, number);
        let pick = pick.ok_or_else(|| (Property::Invariant, at("a counted option does not exist")))?;
        let print = game.fingerprint();
        let times = again.entry(print).or_default();
        *times += 1;
        if *times > MOST_AGAIN {
            let what = format!(
                "the game goes in circles: the same position {MOST_AGAIN} times, and `{}` is asked",
                decision.ask
            );
            return Err((Property::Endless, at(&what)));
        }
        choices.push(FingerprintedPick { pick, print });
        let (seat, ask) = (decision.seat.0, decision.ask.clone());
        stop = match session.answer(pick) {
            Ok(stop) => stop,
            Err(refusal) => {
                // A failed answer leaves the position unchanged.
                let pick = session.decision().map(|decision| decision.options.key(session.game(), pick));
                *last = pick.map(|pick| Move::Answer { seat, ask: ask.to_string(), pick });
                return Err((Property::Fault.of_refusal(&refusal), refusal.to_string()));
            }
        };
        // A function that keeps state would break undo even if the state is gone by the end, so this is checked after
        // every answer.
        if let Some(fault) = session.remembers() {
            return Err((Property::Fault, fault.to_string()));
        }
    }
    if let Some(what) = idle(session.game(), &asked) {
        return Err((Property::Idle, what));
    }
    let looks = session.game().watched().map_or(0, |(looks, _)| looks);
    Ok((choices, looks))
}

/// Checks that the ranking and the record agree with the points.
fn result(game: &Game, record: &Record) -> Result<(), PropertyViolation> {
    let wrong = |what| (Property::Result, what);
    verify::ranking(game, &game.ranking()).map_err(wrong)?;
    match &record.last {
        Some(last) if last.scores != game.scores() => {
            Err(wrong(format!("the record ends with {:?} points, the game with {:?}", last.scores, game.scores())))
        }
        Some(_) => Ok(()),
        None => Err(wrong("the record does not contain the end of the game".to_owned())),
    }
}

/// Repeats the choices, undoes them all, and plays them again.
fn back_and_forth(
    mut session: Session,
    choices: &[FingerprintedPick],
    last: u64,
) -> Result<Session, PropertyViolation> {
    session.start().map_err(|fault| (Property::Again.for_fault(&fault), fault.to_string()))?;
    forward(&mut session, choices, last, Property::Again)?;
    for (number, choice) in choices.iter().enumerate().rev() {
        if !session.undo() || session.game().fingerprint() != choice.print {
            if let Some(fault) = session.engine_fault() {
                return Err((Property::Undo.for_fault(fault), format!("taking back answer {number}: {fault}")));
            }
            return Err((Property::Undo, format!("taking back answer {number} leads to another position")));
        }
    }
    if session.undo() {
        return Err((Property::Undo, "an answer that was never given can be taken back".to_owned()));
    }
    forward(&mut session, choices, last, Property::Redo)?;
    Ok(session)
}

fn forward(
    session: &mut Session,
    choices: &[FingerprintedPick],
    last: u64,
    stage: Property,
) -> Result<(), PropertyViolation> {
    for (number, choice) in choices.iter().enumerate() {
        if session.game().fingerprint() != choice.print {
            return Err((stage, format!("another position before answer {number}")));
        }
        session
            .answer(choice.pick)
            .map_err(|refusal| (stage.of_refusal(&refusal), format!("answer {number}: {refusal}")))?;
    }
    if session.game().fingerprint() == last { Ok(()) } else { Err((stage, "another position at the end".to_owned())) }
}
