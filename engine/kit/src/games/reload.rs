//! Changed packs for a game that is being played: a script was saved, and the game goes on with it.
//!
//! Whoever watches the files loads the packs again and hands them over here. What changed decides what happens: with
//! other scripts, parameters or texts the position stays as it is; with other tiles or steps the game is played again
//! from its beginning, as far as the answers go. Packs with errors change nothing: the game goes on with the old ones.

use std::fmt;

use tilewright_core::machine::Machine;
use tilewright_core::session::Session;
use tilewright_core::session::record::{Move, Record};
use tilewright_core::session::reload::CannotStay;
use tilewright_core::session::replay::{Difference, replay_to_fault};

use crate::error::KitError;
use crate::games::save::record_of;
use crate::packs::load::Loaded;

/// What became of a game whose packs have changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reloaded {
    /// It stands where it stood; the step that is going on was repeated by the new rules.
    Kept,
    /// It was played again from its beginning.
    Replayed {
        /// Why the position could not stay.
        because: CannotStay,
        /// The answers that were given again, those that were the only ones possible left out.
        answers: usize,
        /// The answers that there were.
        of: usize,
        /// Where it took another course, if it did: what was to come is gone.
        stopped: Option<Difference>,
    },
}

/// Why a game goes on with the packs that it had. Nothing has changed.
#[derive(Debug)]
pub enum ReloadError {
    /// The packs cannot be played.
    Packs(KitError),
    /// The position cannot stay, and it began with one that somebody arranged.
    Arranged(CannotStay),
    /// The game does not even begin.
    Beginning(Difference),
}

impl fmt::Display for ReloadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReloadError::Packs(error) => error.fmt(f),
            ReloadError::Arranged(why) => {
                write!(f, "{why}, and a game that began with an arranged position cannot be played again")
            }
            ReloadError::Beginning(difference) => write!(f, "the game cannot begin: {difference}"),
        }
    }
}

impl std::error::Error for ReloadError {}

/// Goes on with changed packs. The game keeps its seats, its seed and its answers; its options must be loaded as it has
/// them.
///
/// # Errors
/// The packs cannot be played, or the game cannot be played by them at all. It goes on as before.
pub fn reload(session: &mut Session, loaded: &Loaded) -> Result<Reloaded, ReloadError> {
    let machine = || -> Result<Machine, ReloadError> {
        let (catalog, script) = loaded.script_after(&session.symbols()).map_err(ReloadError::Packs)?;
        Ok(Machine::new(catalog, Box::new(script)))
    };
    let because = match session.reload(machine()?) {
        Ok(_) => return Ok(Reloaded::Kept),
        Err(why) => why,
    };
    if session.is_arranged() {
        return Err(ReloadError::Arranged(because));
    }
    let record = record_of(session, "");
    let of = answers(&record);
    let (again, stopped) = as_far(loaded, record)?;
    let answers = answers(&record_of(&again, ""));
    *session = again;
    Ok(Reloaded::Replayed { because, answers, of, stopped })
}

/// The answers of a record.
fn answers(record: &Record) -> usize {
    record.moves.iter().filter(|m| matches!(m, Move::Answer { .. })).count()
}

/// Plays a record by packs that need not be those that it was made with, as far as it goes: the game, to be played on from
/// there, and where it took another course, if it did.
///
/// # Errors
/// The packs cannot be played, or the game does not even begin.
pub fn as_far(loaded: &Loaded, mut record: Record) -> Result<(Session, Option<Difference>), ReloadError> {
    record.last = None;
    let mut stopped: Option<Difference> = None;
    loop {
        match replay_to_fault(loaded.machine_for(record.seats).map_err(ReloadError::Packs)?, &record) {
            Ok((mut again, fault)) => {
                again.put_single_options(false);
                return Ok((again, stopped.or(fault)));
            }
            Err(difference) if record.moves.is_empty() => return Err(ReloadError::Beginning(difference)),
            // Everything before the move that makes the difference went well, but for chance that was asked for
            // meanwhile; so what is left is tried again.
            Err(difference) => {
                let keep = difference.at.saturating_sub(1).min(record.moves.len() - 1);
                record.moves.truncate(keep);
                stopped.get_or_insert(difference);
            }
        }
    }
}
