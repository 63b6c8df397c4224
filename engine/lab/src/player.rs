//! Bots.

use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Decision;
use tilewright_core::state::view::View;

/// Chooses for a seat.
pub trait Player {
    /// The number of the option to take, below the count. It gets what the deciding seat may see, and nothing else.
    fn choose(&mut self, view: View<'_>, decision: &Decision) -> u32;

    /// The same for a game that is played in a session. Who looks ahead may ask the session for nothing but positions as
    /// the deciding seat imagines them ([`Session::imagine`]). Nothing when nobody has to choose.
    fn choose_in(&mut self, session: &Session) -> Option<u32> {
        let decision = session.decision()?;
        Some(self.choose(session.game().view(Some(decision.seat)), decision))
    }

    /// A new game begins.
    fn begin(&mut self, seed: u64);
}

/// Takes any option, all equally likely.
#[derive(Clone, Debug, Default)]
pub struct Random {
    generator: Generator,
}

impl Random {
    /// A bot whose choices follow from a seed.
    pub fn new(seed: u64) -> Random {
        Random { generator: Generator::new(seed) }
    }
}

impl Player for Random {
    #[inline]
    fn choose(&mut self, _: View<'_>, decision: &Decision) -> u32 {
        self.generator.below(decision.options.count())
    }

    fn begin(&mut self, seed: u64) {
        self.generator = Generator::new(seed);
    }
}
