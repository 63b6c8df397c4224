//! What a bot is, what it says of a decision, and the one that takes anything.

use std::time::Duration;

use tilewright_core::catalog::seat::Seat;
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
    /// the deciding seat imagines them ([`Session::resting`]). Nothing when nobody has to choose.
    fn choose_in(&mut self, session: &Session, chance: &mut Generator) -> Option<u32> {
        let decision = session.decision()?;
        Some(self.choose(session.game().view(Some(decision.seat)), decision, chance))
    }

    /// Begins to think about the decision of a session: for those who have something else to do meanwhile, as a window has.
    /// The choice, where it takes no thinking; else [`Bot::go_on`] is called until it gives one. It is the same that
    /// [`Bot::choose_in`] makes, unless it is bounded by time.
    fn begin(&mut self, session: &Session, chance: &mut Generator) -> Option<u32> {
        self.choose_in(session, chance)
    }

    /// Thinks on for about so long about the decision that was begun. Nothing as long as it is not made.
    fn go_on(&mut self, _slice: Duration) -> Option<u32> {
        None
    }

    /// Returns the work of all its choices so far, as it counts for the budgets of games.
    fn work(&self) -> u64 {
        0
    }

    /// Whether somebody wants to know what it thinks of the options, beyond its choice: some find out more then.
    fn tell(&mut self, _wanted: bool) {}

    /// What it thinks of the options of its last decision, also in the middle of thinking; nothing if it has not looked at
    /// them, or has not been asked to tell.
    fn considered(&mut self) -> Option<Considered> {
        None
    }
}

/// What a bot thinks of the options of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Considered {
    /// Who decides.
    pub seat: Seat,
    /// The options that were looked at, the best first.
    pub options: Vec<Weighed>,
    /// Games that were played on from there; 0 where only the own turn was looked through.
    pub playouts: u32,
    /// How many of them came to nothing, because a script failed in what was made up.
    pub lost: u32,
}

/// What a bot thinks of an option. Points are a seat's score and what the sheets would add if the game ended there.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed {
    /// The number of the option.
    pub number: u32,
    /// How often games were played on from it.
    pub visits: u32,
    /// Points ahead of the others that are expected after it.
    pub lead: f64,
    /// Half the width of the 95 % interval of that; nothing where it was not sampled.
    pub error: Option<f64>,
    /// Points that the seat gains from now until there.
    pub own: f64,
    /// Points that the others gain meanwhile: the best of them, where they are several.
    pub others: f64,
    /// Share of the games in which the seat was ahead where they were left; nothing where none were played.
    pub ahead: Option<f64>,
    /// The keys of what is expected to be answered next, by whoever decides then.
    pub then: Vec<String>,
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
