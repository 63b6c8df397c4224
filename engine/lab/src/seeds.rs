//! Derives numbers from a seed: the seeds of many games, and the random choices of bots in one game.
//!
//! Every caller of bots uses these functions, so that the same seed and bots give the same game in a simulation, in the
//! shell and at the editor's table.

use tilewright_core::session::{Entry, Session};
use tilewright_core::state::chance::Generator;

/// Multiplier that gives each game its own seed.
const GAMES: u64 = 0xd134_2543_de82_ef95;

/// Value that separates the stream of choices from that of draws and rolls, so that draws do not depend on choices.
const CHOICES: u64 = 0x5851_f42d_4c95_7f2d;

/// Value that replaces a game's seed for hints.
const HINTS: u64 = 0x9e6c_63d0_876a_68de;

/// Returns the seed of one of many games.
pub fn of_game(seed: u64, game: u64) -> u64 {
    let mut generator = Generator::new(seed);
    generator.state ^= game.wrapping_mul(GAMES);
    generator.next()
}

/// Random numbers for the choices of a game.
#[derive(Clone, Debug)]
pub struct Choices {
    first: Generator,
}

impl Choices {
    /// Creates the numbers for the game of a seed.
    pub fn from_seed(seed: u64) -> Choices {
        Choices { first: Generator::new(seed ^ CHOICES) }
    }

    /// Returns the numbers for a choice. `others` is the number of earlier choices in the game, by bots or people.
    #[inline]
    pub fn after(&self, others: u64) -> Generator {
        self.first.after(others)
    }
}

/// Returns the numbers for a hint to the seat that is asked. They do not depend on hidden information: neither on the
/// seed nor on the number of secret choices by others.
pub fn of_hint(session: &Session) -> Generator {
    let asked = session.decision().map(|decision| decision.seat);
    let is_known =
        |entry: &&Entry| matches!(entry, Entry::Answer(answer) if !answer.forced && answer.is_seen_by(asked));
    Choices::from_seed(HINTS).after(session.log().iter().filter(is_known).count() as u64)
}

/// Returns the numbers for the waiting choice of a session.
pub fn of_next_choice(session: &Session) -> Generator {
    Choices::from_seed(session.seed()).after(session.chosen_count() as u64)
}
