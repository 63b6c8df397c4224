//! Who is still in a game, and how it ends: seats that retire, ranks, winners and results.
//!
//! Points decide, then the counters that break ties; a seat that has retired comes behind all that stay. A rule may name
//! the winners, or a result by which all win or nobody does, and then that holds.

use crate::catalog::id::{CounterId, ResultId, Symbol};
use crate::catalog::seat::{Seat, SeatSet};
use crate::catalog::{GradedBy, Wins};
use crate::state::Game;
use crate::state::effect::CounterKey;

/// What rules have said of how a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Conclusion {
    /// Who wins; nothing where that follows from the result or the points.
    pub winners: Option<SeatSet>,
    /// What the game comes to; nothing where that follows from the points.
    pub result: Option<ResultId>,
    /// Why it ends, for rules that listen.
    pub reason: Option<Symbol>,
}

impl Conclusion {
    /// Takes what is said later for what was said before, as far as it says anything.
    pub(crate) fn add(&mut self, later: Conclusion) {
        self.winners = later.winners.or(self.winners);
        self.result = later.result.or(self.result);
        self.reason = later.reason.or(self.reason);
    }
}

impl Game {
    /// Whether a seat has not retired.
    #[inline]
    pub fn in_game(&self, seat: Seat) -> bool {
        !self.retired.contains(seat)
    }

    /// The seats that have retired.
    pub fn retired(&self) -> SeatSet {
        self.retired
    }

    /// Whether no seat is left that could take a turn.
    pub(crate) fn all_retired(&self) -> bool {
        !self.retired.is_empty() && self.retired.len() >= self.seat_count()
    }

    /// Why the game ends, if a rule has ended it and said so.
    pub(crate) fn ending_reason(&self) -> Option<Symbol> {
        self.conclusion.reason
    }

    /// What the game has come to, or would if it ended here: what a rule has named, else of the results that the points
    /// reach the one that asks for most.
    pub fn result(&self) -> Option<ResultId> {
        self.conclusion.result.or_else(|| {
            let best = self.scores.iter().max().copied().unwrap_or(0).into();
            let sum = self.scores.iter().map(|&points| i64::from(points)).sum::<i64>();
            let reached = self.catalog().results.iter().filter_map(|(id, result)| {
                let has = match result.of {
                    GradedBy::Best => best,
                    GradedBy::Sum => sum,
                };
                result.at_least.filter(|&at_least| has >= i64::from(at_least)).map(|at_least| (at_least, id))
            });
            // Of several that ask for the same the first one.
            reached.min_by_key(|&(at_least, id)| (std::cmp::Reverse(at_least), id)).map(|(_, id)| id)
        })
    }

    /// Who wins, or would if the game ended here, where that does not follow from points and tie breaks.
    fn named_winners(&self) -> Option<SeatSet> {
        self.conclusion.winners.or_else(|| match self.result().map(|id| self.catalog().results[id].wins) {
            Some(Wins::All) => Some(self.seats_from(Seat(0)).collect()),
            Some(Wins::Nobody) => Some(SeatSet::default()),
            Some(Wins::Best) | None => None,
        })
    }

    /// Whether a rule or the result says who wins, and not points and tie breaks.
    pub fn names_winners(&self) -> bool {
        self.named_winners().is_some()
    }

    /// The seats by rank. Winners that a rule or the result has named come first, all in one rank, and those who have
    /// retired last; beyond that points decide, then the counters that break ties. Equal seats share a rank, in seat
    /// order.
    pub fn ranking(&self) -> Vec<Vec<Seat>> {
        let named = self.named_winners().unwrap_or_default();
        let worth = |seat: Seat| {
            if named.contains(seat) {
                return (true, true, 0, Vec::new());
            }
            let ties = self.board.catalog.flow.tie_breaks.iter();
            let ties = ties.map(|&c| self.counter(c, CounterKey::Seat(seat)));
            (false, self.in_game(seat), self.scores[seat.index()], ties.collect::<Vec<i32>>())
        };
        let mut seats: Vec<Seat> = self.seats_from(Seat(0)).collect();
        seats.sort_by_key(|&seat| std::cmp::Reverse(worth(seat)));
        let mut ranks: Vec<Vec<Seat>> = Vec::new();
        for seat in seats {
            match ranks.last_mut() {
                Some(rank) if worth(rank[0]) == worth(seat) => rank.push(seat),
                _ => ranks.push(vec![seat]),
            }
        }
        ranks
    }

    /// The seats that win, or would if the game ended here: those that a rule or the result has named, which may be none
    /// or all, else the first of the ranking.
    pub fn winners(&self) -> Vec<Seat> {
        match self.named_winners() {
            Some(named) => named.iter().collect(),
            None => self.ranking().into_iter().next().unwrap_or_default(),
        }
    }

    /// The seats between which counters have to decide: those with most points of those who have not retired. Nobody where
    /// the winners are named.
    pub fn level_seats(&self) -> Vec<Seat> {
        if self.named_winners().is_some() {
            return Vec::new();
        }
        let nobody_left = self.all_retired();
        let contends = |seat: &Seat| nobody_left || self.in_game(*seat);
        let contending: Vec<Seat> = self.seats_from(Seat(0)).filter(contends).collect();
        let points = |seat: &Seat| self.scores[seat.index()];
        let most = contending.iter().map(points).max();
        contending.into_iter().filter(|seat| Some(points(seat)) == most).collect()
    }

    /// The counters that have decided between the seats with most points: those that break ties, in order, as far as
    /// they have left fewer seats in the first place. Nothing when one seat alone has most points, and where the winners
    /// are named.
    pub fn tie_decided_by(&self) -> Vec<CounterId> {
        let mut level = self.level_seats();
        let mut decided = Vec::new();
        for &counter in &self.board.catalog.flow.tie_breaks {
            let has = |seat: &Seat| self.counter(counter, CounterKey::Seat(*seat));
            let most = level.iter().map(has).max();
            let before = level.len();
            level.retain(|seat| Some(has(seat)) == most);
            if level.len() < before {
                decided.push(counter);
            }
        }
        decided
    }
}
