//! Records the calls of rules during a part of a game, line by line.
//!
//! A game is deterministic, so it need not stop while it is played: the part is played a second time, with rules
//! that report their lines. The result is compared with the first time.

use std::fmt;

use tilewright_core::machine::Machine;
use tilewright_core::session::timeline::{JumpError, Timeline};
use tilewright_core::session::{Entry, Session};
use tilewright_script::{CallTrace, WatchExpression};

use crate::error::KitError;
use crate::packs::load::Loaded;

/// Part of a game whose calls are recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TracedPart {
    /// Beginning of the game up to the first question that has several options, or the end of a test that plays no
    /// answer.
    Beginning,
    /// Answer with this number, from 0, without answers that were the only option, and everything that follows it up to
    /// the next answer.
    Answer(usize),
    /// Answer after the end of the timeline that a fault has undone, see [`Session::failed_entries`].
    Failed(Vec<Entry>),
}

impl TracedPart {
    /// Returns the last part of a session: the answer that failed, else the last answer, else the beginning.
    pub fn last_of(session: &Session) -> TracedPart {
        if !session.failed_entries().is_empty() {
            return TracedPart::Failed(session.failed_entries().to_vec());
        }
        session.chosen_count().checked_sub(1).map_or(TracedPart::Beginning, TracedPart::Answer)
    }
}

/// Recorded part of a game.
pub struct TracedGame {
    /// Calls of the rules, line by line.
    pub trace: CallTrace,
    /// Game after the part.
    pub session: Session,
}

/// Reason why a part of a game cannot be recorded.
#[derive(Debug)]
pub enum TraceError {
    /// The scripts cannot be started.
    Packs(KitError),
    /// The part is not on the timeline.
    Jump(JumpError),
    /// The part has another course when it is played again.
    Differs,
    /// The watched expression changes a value that the rules use.
    Watch,
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TraceError::Packs(error) => error.fmt(f),
            TraceError::Jump(error) => error.fmt(f),
            TraceError::Differs => f.write_str("the rules took another course when they were played again"),
            TraceError::Watch => f.write_str("the watched expression changes a value that the rules use"),
        }
    }
}

impl std::error::Error for TraceError {}

/// Packs of a game with rules that report their lines, to record any number of parts.
pub struct TracingPacks {
    plain: Loaded,
    /// Packs with the watched expression; `None` without one.
    watching: Option<Loaded>,
}

impl TracingPacks {
    /// Prepares the packs of a game with `seats` seats. `watch` is computed at each line at which its names are known.
    ///
    /// # Errors
    /// A rule module cannot be compiled with the reports.
    pub fn new(loaded: &Loaded, seats: u8, watch: Option<&WatchExpression>) -> Result<TracingPacks, KitError> {
        let loaded = loaded.for_seats(seats);
        let watching = watch.map(|watch| loaded.reporting(Some(watch))).transpose()?;
        Ok(TracingPacks { plain: loaded.reporting(None)?, watching })
    }

    /// Records a part of a game along its timeline, which was played with these packs.
    ///
    /// # Errors
    /// The part is not on the timeline, or has another course than before.
    pub fn trace(&self, line: &Timeline, part: &TracedPart) -> Result<TracedGame, TraceError> {
        let plain = record(&self.plain, line, part)?;
        let Some(watching) = &self.watching else { return Ok(plain) };
        let mut watched = record(watching, line, part).map_err(|error| match error {
            TraceError::Differs => TraceError::Watch,
            other => other,
        })?;
        let moments = &mut watched.trace.moments;
        let values: Vec<_> = moments.iter_mut().map(|moment| moment.watched.take()).collect();
        if watched.trace != plain.trace {
            return Err(TraceError::Watch);
        }
        watched.trace.moments.iter_mut().zip(values).for_each(|(moment, value)| moment.watched = value);
        Ok(watched)
    }
}

fn record(loaded: &Loaded, line: &Timeline, part: &TracedPart) -> Result<TracedGame, TraceError> {
    let out_of_reach = TraceError::Jump(JumpError::OutOfReach);
    let (Some(begin), Some(end)) = (part.begin(line.log()), part.end(line.log())) else { return Err(out_of_reach) };
    let (catalog, script) = loaded.script_after(line.symbols()).map_err(TraceError::Packs)?;
    // Packs without rule modules make no calls, and have no recorder.
    let tracer = script.tracer();
    let start = || {
        if let Some(tracer) = &tracer {
            tracer.begin();
        }
    };
    let machine = Machine::new(catalog, Box::new(script));
    if *part == TracedPart::Beginning {
        if line.begins() > 0 {
            return Err(out_of_reach);
        }
        start();
    }
    let mut session = Session::replay_along(machine, line, begin).map_err(TraceError::Jump)?;
    let is_same = match part {
        TracedPart::Beginning => true,
        TracedPart::Answer(_) => {
            start();
            session.follow(&line.log()[begin..end]).is_ok() && session.log() == &line.log()[..end]
        }
        TracedPart::Failed(entries) => {
            start();
            session.follow(entries).is_err() && session.failed_entries() == entries
        }
    };
    if !is_same {
        return Err(TraceError::Differs);
    }
    Ok(TracedGame { trace: tracer.map(|tracer| tracer.take()).unwrap_or_default(), session })
}

impl TracedPart {
    /// Returns the length of the log before the part; `None` if the log is shorter.
    fn begin(&self, log: &[Entry]) -> Option<usize> {
        match self {
            TracedPart::Beginning => Some(answer_at(log, 0).unwrap_or(log.len())),
            TracedPart::Answer(number) => answer_at(log, *number),
            TracedPart::Failed(_) => Some(log.len()),
        }
    }

    /// Returns the length of the log after the part; `None` if the log is shorter.
    fn end(&self, log: &[Entry]) -> Option<usize> {
        let TracedPart::Answer(number) = self else { return self.begin(log) };
        answer_at(log, *number).map(|_| answer_at(log, number + 1).unwrap_or(log.len()))
    }
}

/// Returns the index of the answer with this number, without answers that were the only option.
fn answer_at(log: &[Entry], number: usize) -> Option<usize> {
    let chosen = log.iter().enumerate().filter(|(_, entry)| matches!(entry, Entry::Answer(a) if !a.forced));
    chosen.map(|(at, _)| at).nth(number)
}
