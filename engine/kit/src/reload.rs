//! Changed packs for a game that is being played: a script was saved, and the game goes on with it.
//!
//! Whoever watches the files loads the packs again and hands them over here. What changed decides what happens: with
//! other scripts, parameters or texts the position stays as it is; with other tiles or steps the game is played again
//! from its beginning, as far as the answers go. Packs with errors change nothing: the game goes on with the old ones.

use std::fmt;

use tilewright_core::machine::Machine;
use tilewright_core::reload::Unfit;
use tilewright_core::replay::{Difference, replay};
use tilewright_core::session::Session;

use crate::error::KitError;
use crate::load::Loaded;
use crate::save::record_of;

/// What became of a game whose packs have changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reloaded {
    /// It stands where it stood; the step that is going on was repeated by the new rules.
    Kept,
    /// It was played again from its beginning.
    Replayed {
        /// Why the position could not stay.
        because: Unfit,
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
    Arranged(Unfit),
    /// The game does not even begin.
    Beginning(Difference),
}

impl fmt::Display for ReloadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReloadError::Packs(error) => error.fmt(f),
            ReloadError::Arranged(unfit) => {
                write!(f, "{unfit}, and a game that began with an arranged position cannot be played again")
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
    let (first, fresh) = (machine()?, || loaded.machine().map_err(ReloadError::Packs));
    let because = match session.reload(first) {
        Ok(_) => return Ok(Reloaded::Kept),
        Err(unfit) => unfit,
    };
    if session.is_arranged() {
        return Err(ReloadError::Arranged(because));
    }
    let mut record = record_of(session, "");
    record.last = None;
    let answers = |moves: &[tilewright_core::record::Move]| {
        moves.iter().filter(|m| matches!(m, tilewright_core::record::Move::Answer { .. })).count()
    };
    let of = answers(&record.moves);
    let mut stopped: Option<Difference> = None;
    loop {
        match replay(fresh()?, &record) {
            Ok(mut again) => {
                again.put_single_options(false);
                *session = again;
                let answers = answers(&record.moves);
                return Ok(Reloaded::Replayed { because, answers, of, stopped });
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
