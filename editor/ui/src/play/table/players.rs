//! Who chooses for a seat: somebody at the screen, or a bot.

use serde::{Deserialize, Serialize};
use tilewright_core::session::Session;
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::greedy::Greedy;
use tilewright_lab::player::{Player, Random};

/// Who chooses for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chooser {
    /// Somebody at the screen.
    Person,
    /// Chance.
    Random,
    /// A bot that takes what is worth most to its seat at once.
    Greedy,
}

impl Chooser {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Chooser; 3] = [Chooser::Person, Chooser::Random, Chooser::Greedy];

    /// The key of its name.
    pub fn text(self) -> &'static str {
        match self {
            Chooser::Person => "try-person",
            Chooser::Random => "try-random",
            Chooser::Greedy => "try-greedy",
        }
    }
}

/// Whether more than one person chooses: they share the screen.
pub(crate) fn is_shared(seats: &[Chooser]) -> bool {
    seats.iter().filter(|chooser| **chooser == Chooser::Person).nth(1).is_some()
}

/// The bots of a table. Each kind of them is one bot that chooses for all its seats.
pub struct Bots {
    loaded: Loaded,
    seed: u64,
    random: Random,
    /// Made when it is first needed: it has a script machine of its own.
    greedy: Option<Greedy>,
}

impl Bots {
    /// The bots for a game of some packs; their choices follow from the seed and the position.
    pub fn new(loaded: &Loaded, seed: u64) -> Bots {
        Bots { loaded: loaded.clone(), seed, random: Random::default(), greedy: None }
    }

    /// The packs have changed.
    pub fn reload(&mut self, loaded: &Loaded) {
        (self.loaded, self.greedy) = (loaded.clone(), None);
    }

    /// The number of the option that a bot takes; chance chooses in a person's stead. Nothing when nobody has to choose.
    pub fn choose(&mut self, chooser: Chooser, session: &Session) -> Option<u32> {
        // By the position, not by how it was come to: after taking back they choose the same again.
        let seed = self.seed ^ (session.answers() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if chooser == Chooser::Greedy {
            if self.greedy.is_none() {
                self.greedy = Greedy::new(&self.loaded, seed).ok();
            }
            if let Some(greedy) = &mut self.greedy {
                greedy.begin(seed);
                return greedy.choose_in(session);
            }
        }
        self.random.begin(seed);
        self.random.choose_in(session)
    }
}
