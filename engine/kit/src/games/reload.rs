//! Replaces the packs of a running game, for example after a script was saved.
//!
//! The caller watches the files, loads the packs again and passes them here. If only scripts, parameters or texts
//! changed, the position stays. If tiles or steps changed, the game is replayed from its beginning, as far as the
//! answers remain valid. If the packs have errors, the game continues with the old ones.

use std::fmt;

use tilewright_core::machine::Machine;
use tilewright_core::session::Session;
use tilewright_core::session::record::{Move, Record};
use tilewright_core::session::reload::ContinuationError;
use tilewright_core::session::replay::{Difference, replay_to_fault};

use crate::error::KitError;
use crate::games::save::record_of;
use crate::packs::load::Loaded;

/// Outcome for a game whose packs have changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reloaded {
    /// The position stays; the new rules have repeated the current step.
    Kept,
    /// The game was replayed from its beginning.
    Replayed {
        /// Reason that the position could not stay; `None` if the caller wanted the replay.
        because: Option<ContinuationError>,
        /// Number of replayed answers, without those that were the only option.
        answers: usize,
        /// Number of answers before the reload.
        of: usize,
        /// Difference that ended the replay; the answers after it are lost.
        stopped: Option<Difference>,
    },
}

/// Reason that a game keeps its old packs. The game is unchanged.
#[derive(Debug)]
pub enum ReloadError {
    /// The packs cannot be played.
    Packs(KitError),
    /// The position cannot stay, and the game began with an arranged position.
    Arranged(ContinuationError),
    /// The game does not even begin.
    Beginning(Difference),
}

impl fmt::Display for ReloadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReloadError::Packs(error) => error.fmt(f),
            ReloadError::Arranged(why) => {
                write!(f, "{why}, and a game that began with an arranged position cannot be replayed")
            }
            ReloadError::Beginning(difference) => write!(f, "the game cannot begin: {difference}"),
        }
    }
}

impl std::error::Error for ReloadError {}

/// Continues a game with changed packs. It keeps its seats, its seed and its answers; the packs must be loaded with the
/// game's options.
///
/// # Errors
/// The packs cannot be played, or cannot play this game. The game continues unchanged.
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
    repeat(session, loaded, Some(because))
}

/// Replays a game from its beginning with changed packs, up to the first answer that is no longer valid. It keeps its seats and its
/// seed; the packs must be loaded with the game's options. `because` is the reason why the position cannot stay, if there
/// is one.
///
/// # Errors
/// The packs cannot be played, or the game does not even begin with them. The game continues unchanged.
pub fn repeat(
    session: &mut Session,
    loaded: &Loaded,
    because: Option<ContinuationError>,
) -> Result<Reloaded, ReloadError> {
    let record = record_of(session, "");
    let of = answers(&record);
    let (again, stopped) = as_far(loaded, record)?;
    let answers = answers(&record_of(&again, ""));
    *session = again;
    Ok(Reloaded::Replayed { because, answers, of, stopped })
}

/// Counts the answers of a record.
fn answers(record: &Record) -> usize {
    record.moves.iter().filter(|m| matches!(m, Move::Answer { .. })).count()
}

/// Replays a record with packs that may differ from its own, up to the first difference. Returns the game, which can be
/// continued, and the difference if there was one.
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
            // The moves before the differing move are valid, except chance results that were requested in between, so
            // the shorter record is tried again.
            Err(difference) => {
                let keep = difference.at.saturating_sub(1).min(record.moves.len() - 1);
                record.moves.truncate(keep);
                stopped.get_or_insert(difference);
            }
        }
    }
}
