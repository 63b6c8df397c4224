//! Defines the interface of bots, their opinion of a decision, and the random bot.

use std::time::Duration;

use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Decision;
use tilewright_core::state::view::View;

/// Strategy that chooses for a seat.
///
/// A choice depends only on the position and on the numbers of `chance`, not on earlier choices of the bot. The same
/// game therefore results wherever it is played ([`crate::seeds`]), and a choice that is taken back is made again. The
/// numbers of the next choice begin with the second number of this one, so a bot that needs many numbers seeds its own
/// generator with the first.
pub trait Bot {
    /// Returns the number of the chosen option, below the count. `view` has only the information of the deciding seat.
    fn choose(&mut self, view: View<'_>, decision: &Decision, chance: &mut Generator) -> u32;

    /// Chooses in a game that is played in a session; `None` if no decision waits. A bot that looks ahead may only
    /// request positions as the deciding seat imagines them ([`Session::resting`]).
    fn choose_in(&mut self, session: &Session, chance: &mut Generator) -> Option<u32> {
        let decision = session.decision()?;
        Some(self.choose(session.game().view(Some(decision.seat)), decision, chance))
    }

    /// Starts to think about the waiting decision, for callers with other work to do, such as a window. Returns the
    /// choice if it needs no thinking; otherwise [`Bot::go_on`] must be called until it returns one. The choice is the
    /// same as that of [`Bot::choose_in`], unless the bot is limited by time.
    fn begin(&mut self, session: &Session, chance: &mut Generator) -> Option<u32> {
        self.choose_in(session, chance)
    }

    /// Continues to think about the decision for about the given time; `None` until the choice is made.
    fn go_on(&mut self, _slice: Duration) -> Option<u32> {
        None
    }

    /// Returns the total work of all choices so far, in the unit of game budgets.
    fn work(&self) -> u64 {
        0
    }

    /// Returns the steps of scripts in all choices so far, the same on every machine.
    fn steps(&self) -> u64 {
        0
    }

    /// Sets the number of threads that may think about one decision, for callers that play one game. Only a bot with a
    /// time limit uses more than one, because other choices must not depend on the machine.
    fn use_cores(&mut self, _cores: usize) {}

    /// Enables or disables reports on all options in addition to the choice; some bots then compute more.
    fn tell(&mut self, _wanted: bool) {}

    /// Returns the bot's opinion of the options of its last decision, also during thinking; `None` if it has not
    /// examined them or reports are disabled.
    fn opinion(&mut self) -> Option<Considered> {
        None
    }
}

/// Opinion of a bot on the options of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Considered {
    /// Seat that makes the decision.
    pub seat: Seat,
    /// Options that the bot examined, the best first.
    pub options: Vec<Weighed>,
    /// Number of playouts; 0 if the bot only searched its own turn.
    pub playouts: u32,
    /// Number of playouts without a result, because a script failed in an imagined position.
    pub lost: u32,
}

/// Opinion of a bot on one option. Points are a seat's score plus what its sheets would add if the game ended there.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed {
    /// Number of the option in the decision.
    pub number: u32,
    /// Number of playouts through this option.
    pub visits: u32,
    /// Expected lead over the other seats after this option, in points.
    pub lead: f64,
    /// Half the width of the 95 % interval of the lead; `None` if it was not sampled.
    pub error: Option<f64>,
    /// Points that the seat gains until the end of the line.
    pub own: f64,
    /// Points that the best opponent gains in the meantime.
    pub others: f64,
    /// Share of the playouts that ended with the seat ahead; `None` without playouts.
    pub ahead: Option<f64>,
    /// Keys of the answers that are expected next, from any seat.
    pub then: Vec<String>,
}

/// Bot that chooses each option with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Bot for Random {
    #[inline]
    fn choose(&mut self, _: View<'_>, decision: &Decision, chance: &mut Generator) -> u32 {
        chance.below(decision.options.count())
    }
}
