//! Plays the random game that a page of a pack shows.

use tilewright_core::limits;
use tilewright_core::machine::Machine;
use tilewright_core::session::Session;
use tilewright_lab::bot::{Bot, Random};
use tilewright_lab::seeds::of_next_choice;

use crate::failure::Failure;

/// Plays a game with random choices.
pub(crate) fn play_random_game(machine: Machine, seats: u8, seed: u64) -> Result<Session, Failure> {
    let mut session = Session::new(machine, seats, seed)?;
    session.start().map_err(|fault| Failure::fault(fault.to_string()))?;
    for _ in 0..limits::ANSWERS {
        let Some(number) = Random.choose_in(&session, &mut of_next_choice(&session)) else { break };
        let pick = session.decision().and_then(|decision| decision.options.get(session.game(), number));
        let Some(pick) = pick else { break };
        session.answer(pick).map_err(|refusal| Failure::fault(refusal.to_string()))?;
    }
    Ok(session)
}
