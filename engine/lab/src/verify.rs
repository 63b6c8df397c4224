//! Verifying packs: random games in which everything is looked at that must hold of every game.
//!
//! A game is played three times. First with a watch: after every event and every effect, and again when a seat has to
//! decide, the position is compared with plain references ([`tilewright_core::check`]). Then its record is replayed.
//! Then it is played without a watch by the same choices, taken back answer by answer to the beginning, and played
//! forward again. Each position has to have the same fingerprint each time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_core::decision::Pick;
use tilewright_core::game::Game;
use tilewright_core::machine::{Machine, Stop};
use tilewright_core::replay::replay;
use tilewright_core::session::Session;
use tilewright_kit::error::KitError;
use tilewright_kit::load::Loaded;
use tilewright_kit::save::record_of;

use crate::player::{Player, Random};
use crate::simulate::Plan;

/// Most decisions of a game; one that has more is taken to go on for ever.
pub const MOST_DECISIONS: usize = 20_000;
/// Most broken games of which more than their number is kept.
const MOST_TOLD: usize = 8;

/// What did not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// A script failed, or a legal answer was refused.
    Fault,
    /// Something that must hold of every position did not.
    Invariant,
    /// The game did not end.
    Endless,
    /// The record led to another position.
    Replay,
    /// The same choices led to another position.
    Again,
    /// Taking back led to another position.
    Undo,
    /// Playing forward after taking back led to another position.
    Redo,
    /// The program itself failed.
    Panic,
}

impl Stage {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Fault => "fault",
            Stage::Invariant => "invariant",
            Stage::Endless => "endless",
            Stage::Replay => "replay",
            Stage::Again => "again",
            Stage::Undo => "undo",
            Stage::Redo => "redo",
            Stage::Panic => "panic",
        }
    }
}

/// A game in which something did not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Number of the game in the plan.
    pub game: u64,
    /// Number of seats.
    pub seats: u8,
    /// When.
    pub stage: Stage,
    /// What.
    pub what: String,
}

/// What came of many games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Games that were played.
    pub games: u64,
    /// Answers that were given in them.
    pub answers: u64,
    /// Positions within them, after an event or an effect, that were looked at.
    pub looks: u64,
    /// Number of games in which something did not hold.
    pub broken: u64,
    /// The first of those.
    pub told: Vec<Broken>,
}

/// The games of a plan: from a first one on, seats taken in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Games {
    /// Seeds, number of games and threads; the seats are those of `seats`.
    pub plan: Plan,
    /// Number of the first game.
    pub first: u64,
    /// The fewest and the most seats: games take all numbers between in turn.
    pub seats: (u8, u8),
}

impl Games {
    /// The seats of a game.
    pub fn seats_of(&self, game: u64) -> u8 {
        let (fewest, most) = self.seats;
        fewest + (game % u64::from(most.saturating_sub(fewest) + 1)) as u8
    }
}

/// Verifies games of packs. `on_progress` is told of each game that is over.
///
/// # Errors
/// The packs cannot be played.
pub fn verify(loaded: &Loaded, games: &Games, on_progress: &(dyn Fn() + Sync)) -> Result<Report, KitError> {
    verify_with(&|| loaded.machine(), games, on_progress)
}

/// Like [`verify`], with machines of any making.
///
/// # Errors
/// A machine cannot be made.
pub fn verify_with(
    make: &(dyn Fn() -> Result<Machine, KitError> + Sync),
    games: &Games,
    on_progress: &(dyn Fn() + Sync),
) -> Result<Report, KitError> {
    let plan = &games.plan;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = if plan.threads == 0 { cores } else { plan.threads }.min(plan.games.max(1) as usize);
    let next = AtomicU64::new(games.first);
    let share = || -> Result<Report, KitError> {
        let mut report = Report::default();
        let mut table = Table { make, machine: None };
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games.first.saturating_add(plan.games) {
                return Ok(report);
            }
            let (seats, seed) = (games.seats_of(game), plan.seed_of(game));
            let played = catch_unwind(AssertUnwindSafe(|| table.verify(seats, seed)));
            let played = played.unwrap_or_else(|panic| {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
                Ok(Err((Stage::Panic, text.to_owned())))
            })?;
            report.games += 1;
            match played {
                Ok((answers, looks)) => {
                    (report.answers, report.looks) = (report.answers + answers, report.looks + looks)
                }
                Err((stage, what)) => {
                    // What a broken game leaves behind is not used again.
                    table.machine = None;
                    report.broken += 1;
                    report.told.push(Broken { game, seats, stage, what });
                }
            }
            on_progress();
        }
    };
    let mut parts = Vec::new();
    std::thread::scope(|scope| {
        let running: Vec<_> = (1..threads).map(|_| scope.spawn(share)).collect();
        parts.push(share());
        let lost = || Err(KitError::Scripts { message: "a thread of the verification failed".into() });
        parts.extend(running.into_iter().map(|thread| thread.join().unwrap_or_else(|_| lost())));
    });
    let mut whole = Report::default();
    for part in parts {
        let part = part?;
        whole.games += part.games;
        whole.answers += part.answers;
        whole.looks += part.looks;
        whole.broken += part.broken;
        whole.told.extend(part.told);
    }
    whole.told.sort_by_key(|broken| broken.game);
    whole.told.truncate(MOST_TOLD);
    Ok(whole)
}

type Found = (Stage, String);

/// A choice, and the position before it.
struct Choice {
    pick: Pick,
    print: u64,
}

struct Table<'a> {
    make: &'a (dyn Fn() -> Result<Machine, KitError> + Sync),
    machine: Option<Machine>,
}

impl Table<'_> {
    fn machine(&mut self) -> Result<Machine, KitError> {
        self.machine.take().map_or_else(self.make, Ok)
    }

    /// Plays a game; gives the numbers of answers and of looks, or what did not hold.
    fn verify(&mut self, seats: u8, seed: u64) -> Result<Result<(u64, u64), Found>, KitError> {
        let session = Session::new(self.machine()?, seats, seed);
        let (session, choices, looks) = match watched(session, seed) {
            Ok(played) => played,
            Err(found) => return Ok(Err(found)),
        };
        let print = session.game().fingerprint();
        let record = record_of(&session, "verified");
        let machine = session.into_machine();
        let replayed = match replay(machine, &record) {
            Ok(replayed) => replayed,
            Err(difference) => return Ok(Err((Stage::Replay, difference.to_string()))),
        };
        if replayed.game().fingerprint() != print {
            return Ok(Err((Stage::Replay, "the record leads to another position".to_owned())));
        }
        let session = Session::new(replayed.into_machine(), seats, seed);
        match back_and_forth(session, &choices, print) {
            Ok(session) => self.machine = Some(session.into_machine()),
            Err(found) => return Ok(Err(found)),
        }
        Ok(Ok((choices.len() as u64, looks)))
    }
}

/// Plays a game at random and looks at everything.
fn watched(mut session: Session, seed: u64) -> Result<(Session, Vec<Choice>, u64), Found> {
    let mut player = Random::default();
    player.begin(seed);
    let watch = |game: &mut Game| -> Result<(), Found> {
        game.watch_events();
        Ok(())
    };
    session.arrange(watch)?;
    let mut stop = session.start().map_err(|fault| (Stage::Fault, fault.to_string()))?;
    let mut choices = Vec::new();
    loop {
        let game = session.game();
        let at =
            |what: &str| format!("after {} answers and {} tiles: {what}", choices.len(), game.board().tiles().len());
        if let Some((_, Some(broken))) = game.watched() {
            return Err((Stage::Invariant, at(&format!("event {}: {}", broken.events, broken.what))));
        }
        game.verify_position().map_err(|what| (Stage::Invariant, at(&what)))?;
        if stop == Stop::Over {
            break;
        }
        if choices.len() >= MOST_DECISIONS {
            return Err((Stage::Endless, format!("the game is not over after {MOST_DECISIONS} answers")));
        }
        let Some(decision) = session.decision() else { break };
        let number = player.choose(game.view(Some(decision.seat)), decision);
        let pick = decision.options.get(game, number);
        let pick = pick.ok_or_else(|| (Stage::Invariant, at("an option that is counted is not there")))?;
        choices.push(Choice { pick, print: game.fingerprint() });
        stop = session.answer(pick).map_err(|refusal| (Stage::Fault, refusal.to_string()))?;
    }
    let looks = session.game().watched().map_or(0, |(looks, _)| looks);
    Ok((session, choices, looks))
}

/// Plays the same choices, takes them all back, and plays them again.
fn back_and_forth(mut session: Session, choices: &[Choice], last: u64) -> Result<Session, Found> {
    session.start().map_err(|fault| (Stage::Again, fault.to_string()))?;
    forward(&mut session, choices, last, Stage::Again)?;
    for (number, choice) in choices.iter().enumerate().rev() {
        if !session.undo() || session.game().fingerprint() != choice.print {
            return Err((Stage::Undo, format!("taking back answer {number} leads to another position")));
        }
    }
    if session.undo() {
        return Err((Stage::Undo, "there is an answer to take back that nobody gave".to_owned()));
    }
    forward(&mut session, choices, last, Stage::Redo)?;
    Ok(session)
}

fn forward(session: &mut Session, choices: &[Choice], last: u64, stage: Stage) -> Result<(), Found> {
    for (number, choice) in choices.iter().enumerate() {
        if session.game().fingerprint() != choice.print {
            return Err((stage, format!("another position before answer {number}")));
        }
        session.answer(choice.pick).map_err(|refusal| (stage, format!("answer {number}: {refusal}")))?;
    }
    if session.game().fingerprint() == last { Ok(()) } else { Err((stage, "another position at the end".to_owned())) }
}
