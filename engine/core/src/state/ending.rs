//! Retired seats and the end of a game: ranks, winners and results.
//!
//! Points decide, then the counters that break ties. Retired seats rank below all others. A rule may instead name the
//! winners, or a result that makes all seats or no seat win.

use crate::catalog::id::{CounterId, ResultId, Symbol};
use crate::catalog::seat::{Seat, SeatSet};
use crate::catalog::{GradedBy, Wins};
pub use crate::state::conclusion::Conclusion;
use crate::state::effect::CounterKey;
use crate::state::game::Game;

impl Game {
    /// Returns true if a seat has not retired.
    #[inline]
    pub fn in_game(&self, seat: Seat) -> bool {
        !self.position.retired.contains(seat)
    }

    /// Returns the seats that have retired.
    pub fn retired_seats(&self) -> SeatSet {
        self.position.retired
    }

    /// Returns true if no seat can take a further turn.
    pub(crate) fn all_retired(&self) -> bool {
        !self.position.retired.is_empty() && self.position.retired.len() >= self.seat_count()
    }

    /// Returns the reason that a rule gave when it ended the game, if any.
    pub(crate) fn ending_reason(&self) -> Option<Symbol> {
        self.position.conclusion.reason
    }

    /// Returns the result of the game, or the result if it ended now. A result named by a rule takes precedence;
    /// otherwise, of all results whose minimum the points reach, it is the one with the highest minimum.
    pub fn result(&self) -> Option<ResultId> {
        self.position.conclusion.result.or_else(|| {
            let best = self.position.scores.iter().max().copied().unwrap_or(0).into();
            let sum = self.position.scores.iter().map(|&points| i64::from(points)).sum::<i64>();
            let reached = self.catalog().results.iter().filter_map(|(id, result)| {
                let has = match result.of {
                    GradedBy::Best => best,
                    GradedBy::Sum => sum,
                };
                result.at_least.filter(|&at_least| has >= i64::from(at_least)).map(|at_least| (at_least, id))
            });
            // The first of several results with the same requirement counts.
            reached.min_by_key(|&(at_least, id)| (std::cmp::Reverse(at_least), id)).map(|(_, id)| id)
        })
    }

    /// Returns the winners now if a rule or the result determines them, and not points and tie breaks.
    fn named_winners(&self) -> Option<SeatSet> {
        self.position.conclusion.winners.or_else(|| match self.result().map(|id| self.catalog().results[id].wins) {
            Some(Wins::All) => Some(self.seats_from(Seat(0)).collect()),
            Some(Wins::Nobody) => Some(SeatSet::default()),
            Some(Wins::Best) | None => None,
        })
    }

    /// Returns true if a rule or the result determines the winners, and not points and tie breaks.
    pub fn names_winners(&self) -> bool {
        self.named_winners().is_some()
    }

    /// Returns the seats by rank. Named winners come first and share a rank, retired seats come last. In between,
    /// points decide, then the counters that break ties. Equal seats share a rank, in seat order.
    pub fn ranking(&self) -> Vec<Vec<Seat>> {
        let named = self.named_winners().unwrap_or_default();
        let worth = |seat: Seat| {
            if named.contains(seat) {
                return (true, true, 0, Vec::new());
            }
            let ties = self.position.board.catalog.flow.tie_breaks.iter();
            let ties = ties.map(|&c| self.counter(c, CounterKey::Seat(seat)));
            (false, self.in_game(seat), self.position.scores[seat.index()], ties.collect::<Vec<i32>>())
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

    /// Returns the seats that win, or would win if the game ended now: the winners named by a rule or the result, which
    /// may be none or all, otherwise the first rank.
    pub fn winners(&self) -> Vec<Seat> {
        match self.named_winners() {
            Some(named) => named.iter().collect(),
            None => self.ranking().into_iter().next().unwrap_or_default(),
        }
    }

    /// Returns the seats with the highest score, between which counters have to decide. Retired seats are left out
    /// unless all have retired. The list is empty if the winners are named.
    pub fn level_seats(&self) -> Vec<Seat> {
        if self.named_winners().is_some() {
            return Vec::new();
        }
        let nobody_left = self.all_retired();
        let contends = |seat: &Seat| nobody_left || self.in_game(*seat);
        let contending: Vec<Seat> = self.seats_from(Seat(0)).filter(contends).collect();
        let points = |seat: &Seat| self.position.scores[seat.index()];
        let most = contending.iter().map(points).max();
        contending.into_iter().filter(|seat| Some(points(seat)) == most).collect()
    }

    /// Returns the counters that have decided between the seats with the highest score: the tie-breaking counters, in
    /// order, that reduced the number of leading seats. The list is empty if one seat leads by points alone, or if the
    /// winners are named.
    pub fn tie_decided_by(&self) -> Vec<CounterId> {
        let mut level = self.level_seats();
        let mut decided = Vec::new();
        for &counter in &self.position.board.catalog.flow.tie_breaks {
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
