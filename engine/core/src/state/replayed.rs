//! Chance source that repeats earlier results: for answers that are undone, rules that change during a step, imagined
//! positions, and tests created from games. Records are read by [`crate::session::replay`] instead, because moves with
//! expectations between them are not a list of outcomes.

use std::cell::Cell;
use std::rc::Rc;

use crate::catalog::seat::Seat;
use crate::state::game::{ChanceSource, Game};
use crate::state::outcome::{ChancePoint, ChanceResult, Decided, Outcome};

/// Results that a replay repeats. All others come from the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayScope {
    /// Results that a source decided. The other results come from the same seed again.
    Said,
    /// Results that a seat has seen, from a source or the seed. The order of a stack is excluded, since no seat may
    /// know it, even if the seat was present at the shuffle.
    SeenBy(Seat),
}

/// Chance source that repeats results in order. The seed decides once they run out, and at a point that differs from
/// the recorded one.
#[derive(Debug)]
pub struct Replayed {
    given: std::vec::IntoIter<ChanceResult>,
    again: ReplayScope,
    met: Rc<ReplayDeviations>,
}

/// Deviations that a replay has met so far.
#[derive(Debug, Default)]
pub struct ReplayDeviations {
    other: Cell<bool>,
    refused: Cell<bool>,
}

impl ReplayDeviations {
    /// Returns true if a chance point differed from the recorded one.
    pub fn has_other_point(&self) -> bool {
        self.other.get()
    }

    /// Returns true if a recorded result was impossible in the replay.
    pub fn has_impossible_result(&self) -> bool {
        self.refused.get()
    }
}

impl Replayed {
    /// Creates a replay of recorded results, in their order.
    pub fn new(given: impl IntoIterator<Item = ChanceResult>, again: ReplayScope) -> Replayed {
        Replayed { given: given.into_iter().collect::<Vec<_>>().into_iter(), again, met: Rc::default() }
    }

    /// Returns the deviations, which can be read while a game owns the replay.
    pub fn deviations(&self) -> Rc<ReplayDeviations> {
        Rc::clone(&self.met)
    }

    /// Returns the number of results that are not repeated yet.
    pub fn left(&self) -> usize {
        self.given.len()
    }
}

impl ChanceSource for Replayed {
    fn outcome(&mut self, _: &Game, point: &ChancePoint) -> Option<Outcome> {
        let given = self.given.next()?;
        if !given.what.is_at(point) {
            self.met.other.set(true);
            return None;
        }
        let gives = match self.again {
            ReplayScope::Said => given.forced,
            ReplayScope::SeenBy(seat) => given.seen_by.contains(seat) && !matches!(given.what, Decided::Shuffle { .. }),
        };
        gives.then(|| given.what.outcome())
    }

    fn report_impossible(&mut self, _: &Game, _: &ChancePoint, _: &Outcome) {
        self.met.refused.set(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::catalog::id::{BagId, DieId, TileKindId};
    use crate::catalog::seat::SeatSet;
    use crate::state::event::Listeners;

    #[test]
    fn a_replay_gives_what_was_given_until_something_else_is_asked_for() {
        let game = Game::new(std::sync::Arc::new(Catalog::default()), 2, 0, Listeners::default()).unwrap();
        let roll = |die, face| Decided::Roll { die: DieId(die), seat: Seat(0), face };
        let point = |die| ChancePoint::Roll { die: DieId(die), seat: Seat(0) };
        let shuffle = Decided::Shuffle { bag: BagId(0), order: vec![TileKindId(1)] };
        let given = |what, forced, seen_by| ChanceResult { what, forced, seen_by };
        let all = [
            given(roll(0, 3), true, SeatSet::only(Seat(0))),
            given(roll(0, 4), false, SeatSet::only(Seat(1))),
            given(shuffle, true, SeatSet::EVERYBODY),
            given(roll(1, 1), true, SeatSet::EVERYBODY),
            given(roll(0, 5), true, SeatSet::EVERYBODY),
        ];
        let stack = ChancePoint::Shuffle { bag: BagId(0) };
        // The fourth result is a roll of another die, and the sixth point has no result.
        let points = [point(0), point(0), stack, point(0), point(0), point(0)];
        let play = |again| {
            let mut replayed = Replayed::new(all.clone(), again);
            let met = replayed.deviations();
            let asked = points.iter().map(|point| {
                let outcome = replayed.outcome(&game, point);
                (outcome, met.has_other_point(), replayed.left())
            });
            asked.collect::<Vec<_>>()
        };
        let face = |face| Some(Outcome::Face(face));
        let order = Some(Outcome::Order(vec![TileKindId(1)]));
        let said = [(face(3), false, 4), (None, false, 3), (order, false, 2)];
        let then = [(None, true, 1), (face(5), true, 0), (None, true, 0)];
        assert_eq!(play(ReplayScope::Said), [said, then.clone()].concat());
        let seen = [(None, false, 4), (face(4), false, 3), (None, false, 2)];
        assert_eq!(play(ReplayScope::SeenBy(Seat(1))), [seen, then].concat());
        let mut replayed = Replayed::new(Vec::new(), ReplayScope::Said);
        let met = replayed.deviations();
        replayed.report_impossible(&game, &points[0], &Outcome::Face(9));
        assert!(met.has_impossible_result() && !met.has_other_point());
    }
}
