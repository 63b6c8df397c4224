//! What follows from a seed: those of many games, and what bots leave to chance in one.
//!
//! Everybody who lets bots play takes these, so the same seed and the same bots give the same game in a simulation, in the
//! shell and at the editor's table.

use tilewright_core::session::{Entry, Session};
use tilewright_core::state::chance::Generator;

/// Tells the seeds of games apart.
const GAMES: u64 = 0xd134_2543_de82_ef95;

/// Tells the stream of choices from that of draws and rolls, so that what is drawn does not depend on who chooses how.
const CHOICES: u64 = 0x5851_f42d_4c95_7f2d;

/// Takes the place of a game's seed where hints are given.
const HINTS: u64 = 0x9e6c_63d0_876a_68de;

/// The seed of one of many games.
pub fn of_game(seed: u64, game: u64) -> u64 {
    let mut generator = Generator::new(seed);
    generator.state ^= game.wrapping_mul(GAMES);
    generator.next()
}

/// The numbers for the choices of a game.
#[derive(Clone, Debug)]
pub struct Choices {
    first: Generator,
}

impl Choices {
    /// Those of the game of a seed.
    pub fn of(seed: u64) -> Choices {
        Choices { first: Generator::new(seed ^ CHOICES) }
    }

    /// The numbers for a choice, by how many others came before it in the game, of bots or people.
    #[inline]
    pub fn after(&self, others: u64) -> Generator {
        self.first.after(others)
    }
}

/// Returns the numbers for a hint to the seat that is asked. They follow from nothing that is hidden from it: neither from
/// the seed nor from how often others have chosen in secret.
pub fn of_hint(session: &Session) -> Generator {
    let asked = session.decision().map(|decision| decision.seat);
    let is_known =
        |entry: &&Entry| matches!(entry, Entry::Answer(answer) if !answer.forced && answer.is_seen_by(asked));
    Choices::of(HINTS).after(session.log().iter().filter(is_known).count() as u64)
}

/// The numbers for the choice that waits in a session.
pub fn of_next_choice(session: &Session) -> Generator {
    Choices::of(session.seed()).after(session.chosen() as u64)
}
