//! What a bot is, and the one that takes anything.

use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Decision;
use tilewright_core::state::view::View;

/// Chooses for a seat.
///
/// A choice follows from the position and from the numbers of `chance`, whatever the bot has chosen before: so the same
/// game comes out wherever it is played ([`crate::seeds`]), and after taking back the same is chosen again. The numbers of
/// the next choice begin with the second of these, so a bot that needs many begins a generator of its own with the first.
pub trait Bot {
    /// The number of the option to take, below the count. It gets what the deciding seat may see, and nothing else.
    fn choose(&mut self, view: View<'_>, decision: &Decision, chance: &mut Generator) -> u32;

    /// The same for a game that is played in a session. Who looks ahead may ask the session for nothing but positions as
    /// the deciding seat imagines them ([`Session::imagine`]). Nothing when nobody has to choose.
    fn choose_in(&mut self, session: &Session, chance: &mut Generator) -> Option<u32> {
        let decision = session.decision()?;
        Some(self.choose(session.game().view(Some(decision.seat)), decision, chance))
    }
}

/// Takes any option, all equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Bot for Random {
    #[inline]
    fn choose(&mut self, _: View<'_>, decision: &Decision, chance: &mut Generator) -> u32 {
        chance.below(decision.options.count())
    }
}
