//! Imagines positions from the view of a seat, as separate games that can be continued.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::Machine;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::lookahead::TRIES;

/// Returns the position of a game as a seat imagines it: everything that the seat may not know is drawn from `seed`,
/// and so is all further chance. `None` if the seat does not decide, or if every attempt was impossible. Only a seat
/// that decides can imagine a position, because the questions to other seats may depend on their secrets.
///
/// # Errors
/// The packs cannot be played.
pub fn imagine(loaded: &Loaded, session: &Session, seat: Seat, seed: u64) -> Result<Option<Session>, KitError> {
    if session.decision().is_none_or(|decision| decision.seat != seat) {
        return Ok(None);
    }
    let mut machine = machine_of(loaded, session)?;
    let mut chance = Generator::new(seed);
    let resting = session.resting(&mut machine);
    let game = (0..TRIES).find_map(|_| resting.imagine(seat, &mut chance).reach(&mut machine));
    Ok(game.map(|game| Session::from_imagined(machine, game, seed)))
}

/// Returns a copy of an imagined game, which can be continued separately.
///
/// # Errors
/// The packs cannot be played.
pub fn copy_imagined(loaded: &Loaded, session: &Session) -> Result<Session, KitError> {
    let game: Game = session.game().clone();
    Ok(Session::from_imagined(machine_of(loaded, session)?, Box::new(game), session.seed()))
}

/// Creates a machine that knows the symbols of a game.
fn machine_of(loaded: &Loaded, session: &Session) -> Result<Machine, KitError> {
    let (catalog, script) = loaded.script_after(&session.symbols())?;
    Ok(Machine::new(catalog, Box::new(script)))
}
