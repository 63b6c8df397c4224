//! Counts endings: the results of games, the share without a winner, and games that all seats win or lose together.

use tilewright_core::catalog::id::{CounterId, Id};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, Scope};
use tilewright_core::state::Game;
use tilewright_core::state::effect::CounterKey;

use crate::report::flags::{ALWAYS, Clearest, Flag, Flagged, SELDOM};
use crate::stats::{CONFIDENCE, Interval, Ratio};
use crate::together::{WinnerCounts, is_joint};

/// Frequency of a result, or of wins with a role.
#[derive(Clone, PartialEq, Debug)]
pub struct EndingFrequency {
    /// Name of the result or of the role.
    pub name: String,
    /// Share of the games with the result, or share of the seats with the role that win.
    pub share: Interval,
    /// Number of games, or of seats with the role in all games.
    pub cases: u64,
}

/// Endings of many games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Endings {
    /// Results that the packs declare, in their order.
    pub results: Vec<EndingFrequency>,
    /// Share of the games without a result; `None` if the packs declare no results or every game has one.
    pub other: Option<Interval>,
    /// Share of the games without a winner.
    pub unwon: Interval,
    /// True if all seats win or lose together, so that seats cannot be compared.
    pub together: bool,
    /// Share of the games that all seats win together.
    pub all_win: Interval,
    /// Number of games that one seat wins alone.
    pub won_alone: u64,
    /// Roles: secret counters of seats with a maximum of 1. A seat has the role in a game if its counter ends above 0.
    pub roles: Vec<EndingFrequency>,
}

/// Counts of endings, summed over games.
#[derive(Default)]
pub(super) struct EndingSums {
    winners: WinnerCounts,
    won_alone: u64,
    results: Vec<Of>,
    other: Ratio,
    unwon: Of,
    all_win: Ratio,
    roles: Vec<(CounterId, Ratio)>,
}

/// Games that end in one way.
#[derive(Clone, Default)]
struct Of {
    games: Ratio,
    /// First game that ends this way.
    first: Clearest,
}

impl Of {
    fn add(&mut self, is_so: bool, number: u64) {
        self.games.add(is_so.into(), 1);
        if is_so {
            self.first.see(0, number);
        }
    }

    fn merge(&mut self, other: &Of) {
        self.games.merge(&other.games);
        self.first.merge(other.first);
    }
}

impl EndingSums {
    pub(super) fn new(catalog: &Catalog) -> EndingSums {
        let is_role = |counter: &CounterId| {
            let counter = &catalog.counters[*counter];
            counter.secret && counter.scope == Scope::Seat && counter.max == Some(1)
        };
        EndingSums {
            results: vec![Of::default(); catalog.results.len()],
            roles: catalog.counters.ids().filter(is_role).map(|role| (role, Ratio::default())).collect(),
            ..EndingSums::default()
        }
    }

    /// Adds game `number` at its end.
    pub(super) fn add(&mut self, game: &Game, number: u64) {
        let (winners, seats) = (game.winners(), game.seat_count());
        self.winners.add(winners.len(), seats);
        self.won_alone += u64::from(winners.len() == 1);
        let result = game.result();
        for (at, of) in self.results.iter_mut().enumerate() {
            of.add(result.is_some_and(|result| result.index() == at), number);
        }
        self.other.add(result.is_none().into(), 1);
        self.unwon.add(winners.is_empty(), number);
        self.all_win.add((winners.len() == seats).into(), 1);
        for (role, of) in &mut self.roles {
            let has = |seat: &Seat| game.counter(*role, CounterKey::Seat(*seat)) > 0;
            let all = (0..seats as u8).map(Seat).filter(has).count();
            of.add(winners.iter().filter(|seat| has(seat)).count() as i64, all as i64);
        }
    }

    pub(super) fn merge(&mut self, other: &EndingSums) {
        self.winners.merge(other.winners);
        self.won_alone += other.won_alone;
        self.results.iter_mut().zip(&other.results).for_each(|(mine, theirs)| mine.merge(theirs));
        self.other.merge(&other.other);
        self.unwon.merge(&other.unwon);
        self.all_win.merge(&other.all_win);
        self.roles.iter_mut().zip(&other.roles).for_each(|((_, mine), (_, theirs))| mine.merge(theirs));
    }

    pub(super) fn answers(&self, catalog: &Catalog) -> Endings {
        let results = catalog.results.ids().zip(&self.results).map(|(id, of)| EndingFrequency {
            name: catalog.results.key(id),
            share: of.games.share(CONFIDENCE),
            cases: of.games.part as u64,
        });
        let roles = self.roles.iter().filter(|(_, of)| of.whole > 0).map(|(id, of)| EndingFrequency {
            name: catalog.counters.key(*id),
            share: of.share(CONFIDENCE),
            cases: of.whole as u64,
        });
        Endings {
            results: results.collect(),
            other: (!self.results.is_empty() && self.other.part > 0).then(|| self.other.share(CONFIDENCE)),
            unwon: self.unwon.games.share(CONFIDENCE),
            together: self.winners.are_together(is_joint(catalog)),
            all_win: self.all_win.share(CONFIDENCE),
            won_alone: self.won_alone,
            roles: roles.collect(),
        }
    }

    /// Tests if nearly all games or hardly any have a result, and if hardly any have a winner.
    pub(super) fn questions(&self, catalog: &Catalog) -> Vec<(Flag, bool)> {
        let flag = |what, of: &Of, p| {
            let (number, cases) = (of.games.share(CONFIDENCE), of.games.blocks);
            (Flag { what, number, cases, p, game: of.first.game() }, true)
        };
        let mut all = Vec::new();
        for (id, of) in catalog.results.ids().zip(&self.results) {
            let name = catalog.results.key(id);
            // If the packs declare a single result, games have no alternative.
            if self.results.len() > 1 {
                all.push(flag(Flagged::Result(name.clone()), of, of.games.tail_above(ALWAYS)));
            }
            all.push(flag(Flagged::NoResult(name), of, of.games.tail_below(SELDOM)));
        }
        if self.unwon.games.part > 0 {
            all.push(flag(Flagged::Unwon, &self.unwon, self.unwon.games.tail_above(ALWAYS)));
        }
        all
    }
}
